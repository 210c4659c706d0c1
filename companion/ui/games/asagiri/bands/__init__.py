"""Bands: recruiting characters out of the box, giving equipment, keeping bands in storage."""
