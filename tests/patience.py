"""How long tests wait for what is to come."""

PATIENCE = 100.0
"""Seconds, on however busy a machine: only what is broken takes so long."""
