"""Bands: recruiting characters out of the box, giving equipment, keeping bands on the shelf."""
