"""Writes the JSON Schema of every kind of record beside itself: ``.venv/bin/python data/schema/build_schema.py``."""

from pathlib import Path

from companion.model.content.kinds import write
from companion.model.games import record_kinds

if __name__ == "__main__":
    write(record_kinds(), Path(__file__).parent)
