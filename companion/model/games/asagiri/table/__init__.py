"""What a game beside a real table needs: the free hand, automatic things, mending, typed commands."""
