"""The window for those who listen: announcements, and the board in words."""
