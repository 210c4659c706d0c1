"""Drawings of the world, painted by code: landscapes, floors, figures, dice, signs."""
