"""Drawings of the world: landscape, terrain, figures, dice, signs from SVG files; grounds and walls painted by code."""
