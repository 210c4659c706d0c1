"""The library of the window (`companion.ui.play.storage`), over stored games."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.model.core.words import Name
from companion.ui.play.storage import LibraryEntry, Search, Source, Taken

from .entries import entry, kept_settings, system
from .guard import guarded

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.store import Repository, Shelved, Shelves, Wanted


class StoreLibrary:
    """All games but those thrown away."""

    def __init__(self, repository: Repository, content: Callable[[], Library], thrown: Set[int]) -> None:
        """`content`: the packs now; `thrown`: the numbers of games out of sight."""
        self._repository, self._content, self._thrown = repository, content, thrown

    @property
    def _shelves(self) -> Shelves:
        return self._repository.shelves

    def found(self, search: Search) -> Sequence[int]:
        """The numbers of the games looked for, in order."""
        ids = guarded(lambda: self._shelves.ids(wanted(search), search.order, backward=search.backward))
        return [id for id in ids if id not in self._thrown] if self._thrown else ids

    def entries(self, ids: Sequence[int]) -> Sequence[LibraryEntry]:
        """These games in this order; those that are gone are left out."""
        infos = guarded(lambda: self._repository.infos(ids))
        shelved = guarded(lambda: self._shelves.shelved(ids))
        found = []
        for info in infos:
            told = shelved.get(info.id)
            found.append(
                LibraryEntry(
                    entry(info), _here(info.created), kept_settings(info), _adventure(told), _tags(told), _turned(told)
                )
            )
        return found

    def count(self) -> int:
        """How many games there are."""
        from companion.model.store import Wanted

        return guarded(lambda: self._repository.count(Wanted())) - len(self._thrown)

    def adventure(self, id: str) -> Name | None:
        """What an adventure is called; None: its pack is not here."""
        found = self._content().find("adventure", id)
        name = found.get("name") if isinstance(found, dict) else None
        return Name.of(name) if isinstance(name, dict) and name else None

    def adventures(self) -> Sequence[tuple[str, int]]:
        """Every adventure played and how often, the most played first."""
        return guarded(self._repository.adventures)

    def tags(self) -> Sequence[tuple[str, int]]:
        """Every tag and how many games have it, the most used first."""
        return guarded(self._repository.tags)

    def set_tags(self, id: int, tags: Sequence[str]) -> None:
        """Put these tags on a game and no others."""
        guarded(lambda: self._repository.set_tags(id, tags))

    def tag(self, ids: Sequence[int], tag: str, *, on: bool) -> None:
        """Put a tag on all of these games, or take it off all of them; all or none."""
        guarded(lambda: self._shelves.tag(ids, tag, on=on))

    def copy(self, id: int, name: str) -> int:
        """Another game with the same steps, people and tags; its number."""
        return guarded(lambda: self._shelves.copy(id, name))

    def file_name(self, id: int) -> str:
        """What a file with this game is best called."""
        from companion.model.store import file_name

        return file_name(guarded(lambda: self._repository.game(id)).title)

    def export(self, ids: Sequence[int], target: Path) -> tuple[int, Sequence[str]]:
        """Write games, a file each, into a folder or (a name that ends in ``.zip``) into an archive."""
        return guarded(lambda: self._repository.export_games(ids, target))

    def sources(self, path: Path) -> Sequence[Source]:
        """The files that may hold a game: this one, those in this folder, those in this archive."""
        from companion.model.store import members

        if path.is_dir():
            return [Source(inside) for inside in sorted(path.glob("*.json"))]
        if path.suffix.lower() == ".zip":
            return [Source(path, member) for member in guarded(lambda: members(path))]
        return [Source(path)]

    def take(self, source: Source, *, again: bool = False) -> Taken:
        """Read a game out of a file and keep it, unless it is there already (`again`: even then)."""

        def do() -> Taken:
            info, steps, new = self._repository.take_game(
                source.path, system, self._content(), member=source.member, again=again, but=self._thrown
            )
            return Taken(entry(info), new, steps)

        return guarded(do)

    def stamp(self) -> str:
        """Changes whenever any game has changed, in this window or in another."""
        return guarded(self._shelves.stamp)


def wanted(search: Search) -> Wanted:
    """The same for the store, whose moments are UTC."""
    from companion.model.store import Wanted

    result = search.result
    return Wanted(
        text=search.text,
        tags=(search.tag,) if search.tag else (),
        adventure=search.adventure or None,
        finished={"open": False, "over": True}.get(result),
        winner=result if result in ("A", "B") else None,
        drawn=result == "draw",
        mode=search.mode or None,
        since=_midnight(search.since) if search.since is not None else None,
        until=_midnight(search.until + timedelta(days=1)) if search.until is not None else None,
    )


def _midnight(day: date) -> str:
    """When a day begins here, as the store writes moments."""
    return datetime.combine(day, time()).astimezone().astimezone(UTC).isoformat(timespec="milliseconds")


def _here(moment: str) -> datetime:
    found = datetime.fromisoformat(moment)
    return (found if found.tzinfo is not None else found.replace(tzinfo=UTC)).astimezone()


def _adventure(told: Shelved | None) -> str:
    return told.adventure or "" if told is not None else ""


def _turned(told: Shelved | None) -> bool | None:
    from companion.model.games.asagiri.statistics.short import read_short

    short = read_short(told.figures) if told is not None and told.figures is not None else None
    return short.exchanged if short is not None else None


def _tags(told: Shelved | None) -> tuple[str, ...]:
    return told.tags if told is not None else ()
