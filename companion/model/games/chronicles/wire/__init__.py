"""Positions, options and events as JSON, text and sentences; what is read is checked before the rules see it."""
