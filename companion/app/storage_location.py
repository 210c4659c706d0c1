"""Where games are kept, for the preferences (`companion.ui.play.storage_location`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.model.core.masking import masked
from companion.model.core.words import Message, plural, say
from companion.ui.play.storage import StorageError
from companion.ui.play.storage_location import Copy

from .guard import refused, rescued

if TYPE_CHECKING:
    from companion.model.store import Backup, Backups, Repository


class Store:
    """The data folder of this computer, the copies in it, and the server."""

    def __init__(
        self, path: Path, local: Repository, *, server: bool,
        leave: Callable[[], None], wait: Callable[[Callable[[], None]], None], restored: Callable[[], None],
    ) -> None:  # fmt: skip
        """`path`: of the file; `local`: the file itself, or one in memory when it could not be used.

        `leave` is called before a copy comes back (no game lies on the table then), `restored` after it; `wait` does
        what takes long.
        """
        self._path = path
        self.folder, self.server = path.parent, server
        self._local, self._leave, self._wait, self._restored = local, leave, wait, restored

    @property
    def _backups(self) -> Backups:
        from companion.model.store import Backups

        return Backups(self._path)

    def copies(self) -> Sequence[Copy]:
        """The copies there are, the newest first."""
        return rescued(lambda: [_copy(backup) for backup in self._backups.listed()], refused)

    def make_copy(self) -> Copy:
        """Make one now."""
        return rescued(lambda: _copy(self._backups.make()), refused)

    def restore(self, copy: Copy) -> Message:
        """Put a copy in the place of the file, after the file as it is was copied too; what is to be said of it."""

        def do() -> None:
            found = next((backup for backup in self._backups.listed() if backup.path == copy.path), None)
            if found is None:
                raise StorageError(say("This backup no longer exists."))
            if self._local.in_memory:
                self._backups.restore(found)
            else:
                self._local.restore(self._backups, found)

        self._leave()
        rescued(lambda: self._wait(do), refused)
        self._restored()
        if self._local.in_memory:
            return say("The backup is restored. Quit the program and start it again to use it.")
        return say("The backup is restored. What was there before is now a backup, too.")

    def wrong_with(self, address: str) -> Message | None:
        """Why this cannot be the address of a server; None: it can."""
        from companion.model.store import StoreError
        from companion.model.store.address import address as address_of

        if not address.startswith(("postgresql://", "postgres://")):
            return say("An address looks like this: {example}", example="postgresql://name@server/games")
        try:
            address_of(address)
        except StoreError as wrong:
            return wrong.why
        return None

    def ask(self, address: str) -> Message:
        """Ask the server at an address, and say what it has answered."""
        from companion.model.store import StoreError, probe

        try:
            revision, games = probe(address)
        except StoreError as wrong:
            inner = getattr(wrong.__cause__, "orig", None)
            detail = masked(" ".join(str(inner).split()))[:300] if inner is not None else ""
            if detail and wrong.kind == "away":
                raise StorageError(say("{why} The server said: {detail}", why=wrong.why, detail=detail)) from wrong
            raise StorageError(wrong.why) from wrong
        if revision is None:
            return say("The server answers. It holds no games yet; the program will set it up.")
        return plural(
            "The server answers. It holds {count} game.",
            "The server answers. It holds {count} games.", count=games,
        )  # fmt: skip


def _copy(backup: Backup) -> Copy:
    return Copy(backup.path, backup.made.astimezone(), backup.size, backup.why)
