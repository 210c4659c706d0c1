"""Positions, set-ups and corrections as JSON (PROTOCOL.md)."""
