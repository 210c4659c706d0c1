"""Campaigns on the screen: which there are, what both rosters look like, and what comes after a battle."""
