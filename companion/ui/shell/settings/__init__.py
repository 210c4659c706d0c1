"""Preferences, keys, backups, about."""
