"""Games, bands, the library and statistics of the window (`companion.ui.play.storage`), kept in a repository."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict, replace

from companion.model.core.contract import Json, part
from companion.model.core.file_names import file_name, is_game
from companion.model.core.record import MODES, FrozenContent, Mode
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.core.summaries import Summarises
from companion.model.core.words import Name
from companion.model.games import SYSTEMS
from companion.model.store.away import meant_for
from companion.model.store.files import members
from companion.model.store.library import LibraryQuery
from companion.model.store.logs import LogJournal
from companion.model.store.offline import OfflineJournal
from companion.ui.play.storage import (
    SEATS,
    BandEntry,
    GameEntry,
    GameSettings,
    LibraryEntry,
    LibrarySearch,
    Opened,
    Source,
    Summed,
    Taken,
    title_of,
    translated,
)

from .campaigns import StoreCampaigns

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.content.workshop import Workshop
    from companion.model.core.record import Record
    from companion.model.store.away import Away
    from companion.model.store.game_library import GameInfo, StoredBand
    from companion.model.store.repository import Repository
    from companion.ui.play.storage_location import StorageLocation

FIRST = next(iter(SYSTEMS))
"""The game that is meant when none is named."""
ALL = 2**31
"""More games than there will ever be."""


class StoredGames:
    """The games of the window (`companion.ui.play.storage.GameStorage`)."""

    def __init__(self, repository: Repository, content: Library, workshop: Workshop | None = None) -> None:
        """`content`: the packs that games are played with; a `workshop` brings its own."""
        self.repository, self.workshop = repository, workshop
        self._content = content
        self._put_away = (0, 0)
        """The game put away last, and its revision."""
        self.thrown: set[int] = set()
        """Games out of sight, and off the disk when the program ends."""
        self.library, self.figures = StoreLibrary(self), StoreFigures(self)
        self.campaigns = StoreCampaigns(repository, lambda: self.content, self.games, self.keep_new, lambda: self.away)
        self.storage_location: StorageLocation | None = None
        self.away: Away | None = None
        """What is played here while the server does not answer; None: games are not on a server."""
        self.server = ""
        """The server that games begun here are meant for, which has not answered."""

    @property
    def content(self) -> Library:
        return self._content if self.workshop is None else self.workshop.library()

    def games(self, most: int | None = None) -> Sequence[GameEntry]:
        return self._newest(most)

    def last_unfinished(self) -> GameEntry | None:
        return next(iter(self._newest(1, finished=False)), None)

    def _newest(self, most: int | None, finished: bool | None = None) -> list[GameEntry]:
        asked = ALL if most is None else most + len(self.thrown)
        try:
            found = self.repository.find(LibraryQuery(finished=finished), most=asked)
        except StorageError:
            if self.away is None or self.repository.database.answers:
                raise
            found = tuple(info for info in self.away.listed() if finished in (None, info.finished))
        return [entry(info) for info in found if info.id not in self.thrown][:most]

    def begin(self, setup: dict[str, Any], settings: GameSettings, name: str, system: str = "") -> Opened:
        packs, content, game = self.content.versions, self.content, SYSTEMS[system or FIRST]
        session = Session.new(game, setup, content, packs=packs, dice=settings.dice, mode=settings.mode)
        kept = self.keep_new(session, name, settings)
        if settings.help != "all":
            session.note("agreed", settings.help)
        return Opened(kept, session, settings)

    def keep_new(self, session: Session[Any], name: str, settings: GameSettings) -> GameEntry:
        """Keep a game that begins, on the server if it answers."""
        summary, people, away = asdict(settings), _people(settings), self.away
        if away is None:
            also = meant_for(self.server) if self.server else None
            return entry(self.repository.create(session, name, summary, people, also=also))
        try:
            info = self.repository.create(session, name, summary, people)
        except StorageError as wrong:
            if wrong.kind != "away":
                raise
            return entry(away.begin(session, name, summary, people))
        away.follow(info.id, info, session)
        return entry(info)

    def at(self, id: int) -> tuple[Repository, int]:
        """Where a game is kept now, and its number there."""
        return (self.repository, id) if self.away is None else self.away.at(id)

    def open(self, id: int) -> Opened:
        place, number = self.at(id)
        session = place.open(number, SYSTEMS.get, self.content)
        if self.away is not None:
            self.away.follow(id, place.game(number), session)
        return self._opened(id, session)

    def look(self, id: int) -> Session[Any]:
        place, number = self.at(id)
        return place.look(number, SYSTEMS.get, self.content)

    def glance(self, id: int) -> tuple[Record, Any]:
        """A game's header and its state, to be shown: played only when nobody has put it away as it is now."""
        place, number = self.at(id)
        revision, header, kept = place.library.position(number)
        game = None if header is None or kept is None else SYSTEMS.get(header.system)
        if header is not None and game is not None:
            with suppress(InvalidInput):
                return header, game.decode(kept, FrozenContent(header.cards, self.content, header.every))
        session = self.look(id)
        with suppress(StorageError):  # then it is played again the next time
            place.library.put_away(number, revision, session)
        return session.header, session.state

    def put_away(self, id: int, session: Session[Any]) -> None:
        journal = session.journal
        if isinstance(journal, LogJournal | OfflineJournal) and self._put_away != (id, journal.revision):
            with suppress(StorageError):  # then it is played to be shown
                place, number = self.at(id)
                place.library.put_away(number, journal.revision, session)
                self._put_away = (id, journal.revision)

    def watch(self, id: int) -> Opened:
        opened = self._opened(id, self.look(id))
        persons = replace(opened.settings, players=("person",) * len(opened.settings.players))
        return replace(opened, settings=persons, kept=False)

    def rescue(self, id: int) -> Opened:
        known = {info.id for info in self.repository.games()}
        session = self.repository.rescue(id, SYSTEMS.get, self.content)
        made = next(info.id for info in self.repository.games() if info.id not in known)
        self.repository.summarise(made, self.repository.game(id).summary)
        return self._opened(made, session)

    def _opened(self, id: int, session: Session[Any]) -> Opened:
        """With mode and dice as the game's own log has them."""
        place, number = self.at(id)
        info = replace(place.game(number), id=id)
        dice = session.dice if isinstance(session.dice, str) else "ask"
        return Opened(entry(info), session, replace(_kept_settings(info), mode=session.mode, dice=dice))

    def keep(self, id: int, settings: GameSettings) -> None:
        def do() -> None:
            place, number = self.at(id)
            place.summarise(number, asdict(settings), _people(settings))

        try:
            do()
        except StorageError as wrong:
            if wrong.kind != "away" or self.away is None:
                raise
            self.away.leave(id)
            do()

    def rename(self, id: int, name: str) -> None:
        place, number = self.at(id)
        place.rename(number, name)

    def delete(self, id: int) -> None:
        """Throw a game away: out of sight now, off the disk when the program ends."""
        self.thrown.add(id)

    def restore(self, id: int) -> None:
        self.thrown.discard(id)

    def export(self, id: int, path: Path) -> None:
        place, number = self.at(id)
        place.export_game(number, path)

    def take_in(self, path: Path) -> Opened:
        taken = self.library.take(Source(path))
        twin = None if taken.new else taken.game
        if twin is not None:
            taken = self.library.take(Source(path), again=True)
        return replace(self.open(taken.game.id), twin=twin)

    def bands(self) -> Sequence[BandEntry]:
        return [_band(band) for band in self.repository.bands.all(FIRST)]

    def keep_band(
        self, name: str, budget: int, members: Sequence[dict[str, str | None]], id: int | None = None
    ) -> BandEntry:
        data = {"budget": budget, "members": list(members)}
        return _band(self.repository.bands.save(name, FIRST, data, id))

    def delete_band(self, id: int) -> None:
        self.repository.bands.delete(id)

    def close(self) -> None:
        self.campaigns.close()
        with suppress(StorageError):  # then they are there again: nobody is left who could be told
            self.repository.library.forget(sorted(self.thrown))
        self.repository.close()


class StoreFigures:
    """Statistics over the games (`companion.ui.play.storage.StatisticsStorage`)."""

    def __init__(self, games: StoredGames) -> None:
        self._stored = games

    def summed(self, system: str, campaign: int | None = None) -> Sequence[Summed]:
        kept, thrown = self._stored.repository.figures(campaign=campaign), self._stored.thrown
        mine = (one for one in kept if one.system == system and one.game not in thrown)
        return [Summed(one.game, one.title, one.summary, one.data) for one in mine]

    def lacking(self, campaign: int | None = None) -> Sequence[int]:
        found = self._stored.repository.lacking_figures(campaign=campaign)
        return [game for game in found if game not in self._stored.thrown]

    def work_out(self, game: int) -> bool:
        return self._stored.repository.work_out(game, SYSTEMS.get, self._stored.content)


class StoreLibrary:
    """All games but those thrown away (`companion.ui.play.storage.LibraryStorage`)."""

    def __init__(self, games: StoredGames) -> None:
        self._stored, self._repository = games, games.repository

    def found(self, search: LibrarySearch) -> Sequence[int]:
        ids = self._repository.library.ids(wanted(search), search.order, backward=search.backward)
        return [id for id in ids if id not in self._stored.thrown] if self._stored.thrown else ids

    def entries(self, ids: Sequence[int]) -> Sequence[LibraryEntry]:
        details, found = self._repository.library.details(ids), []
        for info in self._repository.infos(ids):
            told = details[info.id]
            game = SYSTEMS.get(info.system)
            summing = None if game is None or told.figures is None else part(game, Summarises)
            seated = None if summing is None else summing.summaries.seated(told.figures or "")
            settings, adventure = _kept_settings(info), told.adventure or ""
            begun = _here(info.created)
            found.append(LibraryEntry(entry(info, settings), begun, settings, adventure, told.tags, seated))
        return found

    def count(self) -> int:
        return self._repository.count(LibraryQuery()) - len(self._stored.thrown)

    def today(self) -> date:
        return _here(self._repository.now()).date()

    def adventure(self, id: str) -> Name | None:
        found = self._stored.content.find("adventure", id)
        name = found.get("name") if isinstance(found, dict) else None
        return Name.of(name) if isinstance(name, dict) and name else None

    def systems(self) -> Sequence[tuple[str, int]]:
        return self._repository.systems()

    def adventures(self) -> Sequence[tuple[str, int]]:
        return self._repository.adventures()

    def tags(self) -> Sequence[tuple[str, int]]:
        return self._repository.tags()

    def set_tags(self, id: int, tags: Sequence[str]) -> None:
        self._repository.set_tags(id, tags)

    def tag(self, ids: Sequence[int], tag: str, *, on: bool) -> None:
        self._repository.library.tag(ids, tag, on=on)

    def copy(self, id: int, name: str) -> int:
        return self._repository.library.copy(id, name)

    def file_name(self, id: int) -> str:
        return file_name(self._repository.game(id).title)

    def export(self, ids: Sequence[int], target: Path) -> tuple[int, Sequence[str]]:
        return self._repository.export_games(ids, target)

    def sources(self, path: Path) -> Sequence[Source]:
        if path.is_dir():
            return [Source(inside) for inside in sorted(file for file in path.iterdir() if is_game(file.name))]
        if path.suffix.lower() == ".zip":
            return [Source(path, member) for member in members(path)]
        return [Source(path)]

    def take(self, source: Source, *, again: bool = False) -> Taken:
        info, steps, new = self._repository.take_game(
            source.path, SYSTEMS.get, self._stored.content, member=source.member, again=again, but=self._stored.thrown
        )
        return Taken(entry(info), new, steps)

    def stamp(self) -> str:
        return self._repository.library.stamp()


def wanted(search: LibrarySearch) -> LibraryQuery:
    """The same for the store, whose moments are UTC."""
    result = search.result
    return LibraryQuery(
        text=search.text,
        tags=(search.tag,) if search.tag else (),
        adventure=search.adventure or None,
        finished={"open": False, "over": True}.get(result),
        winner=result if result in SEATS else None,
        system=search.game or None,
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


def entry(info: GameInfo, settings: GameSettings | None = None) -> GameEntry:
    """A game as the window lists it; `settings`: who plays it, if that is known already."""
    mode: Mode = next((mode for mode in MODES if mode == info.mode), "enforce")
    title, moment = title_of(info.title, settings or _kept_settings(info)), _here(info.updated)
    return GameEntry(info.id, title, moment, mode, info.finished, info.winner, info.cursor, info.system)


def _kept_settings(info: GameInfo) -> GameSettings:
    """Who plays, as it was kept; what was not, or makes no sense, as by default."""
    try:
        found = msgspec.convert(_for_all_seats(info.summary), GameSettings)
    except msgspec.ValidationError:
        return GameSettings()
    game, seats = SYSTEMS.get(info.system), {len(found.names), len(found.players), len(found.bands)}
    fits = len(seats) == 1 and (game is None or game.facts.players[0] <= max(seats) <= game.facts.players[1])
    return translated(found) if fits else GameSettings()


def _for_all_seats(summary: Json) -> Json:
    """What a file from another copy says is names and bands alone: the rest by default, for as many seats."""
    names = summary.get("names") if isinstance(summary, dict) else None
    if not isinstance(names, list):
        return summary
    count = len(names)
    return {"players": ["person"] * count, "bands": [""] * count, "spent": [0.0] * count, **summary}


def _people(settings: GameSettings) -> tuple[str, ...]:
    """By whom a game is found: the players and their bands, in any language."""
    return (*settings.names, *settings.bands, *(word for names in settings.band_names for word in names.values()))


def _band(band: StoredBand) -> BandEntry:
    data = band.data if isinstance(band.data, dict) else {}
    budget, members = data.get("budget"), data.get("members")
    return BandEntry(
        band.id,
        band.name,
        budget if isinstance(budget, int) else 16,
        tuple(members) if isinstance(members, list) else (),
    )
