"""What every screen is made of. It knows no game and no store."""
