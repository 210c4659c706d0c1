"""Writes the JSON Schema of every kind of record beside itself: ``.venv/bin/python data/schema/build_schema.py``."""

from pathlib import Path

from companion.model.content.schema import write
from companion.model.games.asagiri.state.record_kinds import KINDS

if __name__ == "__main__":
    write(KINDS, Path(__file__).parent)
