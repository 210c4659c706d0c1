"""Makes copies for ever, a day later each, and brings them back by turns. Run by test_backups, which kills it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from itertools import count

from companion.model.store.backups import Backups


def main(path: str, what: str) -> None:
    """Go on until killed."""
    day = count()
    backups = Backups(path, now=lambda: datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=next(day)))
    print("ready", flush=True)
    if what == "copy":
        while True:
            backups.make("daily")
            print("made", flush=True)
    first, second = (backup for backup in backups.listed() if backup.why == "wished")
    while True:
        for backup in (first, second):
            backups.restore(backup)
            print("brought back", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
