"""Beside a real table: what was played is told, hands stay unknown, the past and the table are put right."""
