"""Games and bands of the window, kept in a repository."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, replace

from companion.model.core.refusal import InvalidInput
from companion.ui.play.storage import BandEntry, GameEntry, GameSettings, Opened, StorageError

from .campaigns import StoreCampaigns
from .entries import entry, kept_settings, system
from .figures import StoreFigures
from .guard import guarded
from .library import StoreLibrary

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.content.workshop import Workshop
    from companion.model.core.record import Record
    from companion.model.core.session import Session
    from companion.model.store import Band, GameInfo, Repository
    from companion.model.store.away import Away

    from .storage_location import Store

SYSTEM = "asagiri"
ALL = 2**31
"""More games than there will ever be."""


class StoredGames:
    """The games of the window (`companion.ui.play.storage.GameStorage`), kept in a repository."""

    def __init__(self, repository: Repository, content: Library, workshop: Workshop | None = None) -> None:
        """`content`: the packs that games are played with; a `workshop` brings its own."""
        self.repository, self.workshop = repository, workshop
        self._content = content
        self._put_away = (0, 0)
        """The game put away last, and its revision."""
        self.thrown: set[int] = set()
        """Games out of sight, and off the disk when the program ends."""
        self.library = StoreLibrary(repository, lambda: self.content, self.thrown)
        self.campaigns = StoreCampaigns(repository, lambda: self.content, self.games, self.keep_new, lambda: self.away)
        self.storage_location: Store | None = None
        self.away: Away | None = None
        """What is played here while the server does not answer; None: games are not on a server."""
        self.server = ""
        """The server that games begun here are meant for, which has not answered."""

    @property
    def content(self) -> Library:
        """The packs that games are played with now."""
        return self._content if self.workshop is None else self.workshop.library()

    @property
    def figures(self) -> StoreFigures:
        """Figures over the games that have ended."""
        return StoreFigures(self.repository, self.content, self.thrown)

    def games(self, most: int | None = None) -> Sequence[GameEntry]:
        """All games, or the `most` newest, the one changed last first."""
        return self._newest(most)

    def last_unfinished(self) -> GameEntry | None:
        """The game to go on with."""
        return next(iter(self._newest(1, finished=False)), None)

    def _newest(self, most: int | None, finished: bool | None = None) -> list[GameEntry]:
        from companion.model.store import Wanted

        asked = ALL if most is None else most + len(self.thrown)
        try:
            found = guarded(lambda: self.repository.find(Wanted(finished=finished), most=asked))
        except StorageError:
            if self.away is None or self.repository.database.answers:
                raise
            found = tuple(info for info in self.away.listed() if finished in (None, info.finished))
        return [entry(info) for info in found if info.id not in self.thrown][:most]

    def begin(self, setup: dict[str, Any], settings: GameSettings, name: str, system: str = SYSTEM) -> Opened:
        """Set up a game of a system and keep it; raises InvalidInput naming the field of `setup` at fault."""
        from companion.model.core.session import Session
        from companion.model.games import SYSTEMS

        packs, content = self.content.versions, self.content
        session = Session.new(SYSTEMS[system], setup, content, packs=packs, dice=settings.dice, mode=settings.mode)
        info = self.keep_new(session, name, settings)
        if settings.help != "all":
            guarded(lambda: session.note("agreed", settings.help))
        return Opened(entry(info), session, settings)

    def keep_new(self, session: Session[Any], name: str, settings: GameSettings) -> GameInfo:
        """Keep a game that begins, on the server if it answers."""
        from companion.model.store import StoreError
        from companion.model.store.away import meant_for

        summary, people, away = asdict(settings), _people(settings), self.away
        if away is None:
            also = meant_for(self.server) if self.server else None
            return guarded(lambda: self.repository.create(session, name, summary, people, also=also))
        try:
            info = self.repository.create(session, name, summary, people)
        except StoreError as wrong:
            if wrong.kind != "away":
                raise StorageError(wrong.why) from wrong
            return guarded(lambda: away.begin(session, name, summary, people))
        away.follow(info.id, info, session)
        return info

    def _at(self, id: int) -> tuple[Repository, int]:
        """Where a game is kept now, and its number there."""
        away = self.away
        return (self.repository, id) if away is None else guarded(lambda: away.at(id))

    def open(self, id: int) -> Opened:
        """Fetch a game; raises InvalidInput when it cannot be played to its end."""
        place, number = self._at(id)
        session = guarded(lambda: place.open(number, system, self.content))
        if self.away is not None:
            self.away.follow(id, guarded(lambda: place.game(number)), session)
        return self._opened(id, session)

    def look(self, id: int) -> Session[Any]:
        """Fetch a game only to look at it."""
        place, number = self._at(id)
        return guarded(lambda: place.look(number, system, self.content))

    def glance(self, id: int) -> tuple[Record, Any]:
        """A game's header and its state, to be shown: played only when nobody has put it away as it is now."""
        from companion.model.core.record import FrozenContent

        place, number = self._at(id)
        revision, header, kept = guarded(lambda: place.shelves.position(number))
        game = None if header is None or kept is None else system(header.system)
        if header is not None and game is not None:
            with suppress(InvalidInput):
                return header, game.decode(kept, FrozenContent(header.cards, self.content, header.every))
        session = self.look(id)
        with suppress(StorageError):  # then it is played again the next time
            guarded(lambda: place.shelves.put_away(number, revision, session))
        return session.header, session.state

    def put_away(self, id: int, session: Session[Any]) -> None:
        """Keep how a game stands that leaves the table, for `glance`."""
        from companion.model.store import GameJournal
        from companion.model.store.away import Detour

        journal = session.journal
        if isinstance(journal, GameJournal | Detour) and self._put_away != (id, journal.revision):
            with suppress(StorageError):  # then it is played to be shown
                place, number = self._at(id)
                guarded(lambda: place.shelves.put_away(number, journal.revision, session))
                self._put_away = (id, journal.revision)

    def watch(self, id: int) -> Opened:
        """Fetch a copy of a game, for persons alone: nothing that is done to it is kept."""
        session = self.look(id)
        info = self._info(id)
        settings = _settings(info, session)
        persons = replace(settings, players=("person",) * len(settings.players))
        return Opened(entry(info), session, persons, kept=False)

    def rescue(self, id: int) -> Opened:
        """A new game of the steps of one that can still be played."""
        known = {info.id for info in guarded(self.repository.games)}
        session = guarded(lambda: self.repository.rescue(id, system, self.content))
        made = next(info.id for info in self.repository.games() if info.id not in known)
        guarded(lambda: self.repository.summarise(made, self.repository.game(id).summary))
        return self._opened(made, session)

    def _opened(self, id: int, session: Session[Any]) -> Opened:
        info = self._info(id)
        return Opened(entry(info), session, _settings(info, session))

    def _info(self, id: int) -> GameInfo:
        place, number = self._at(id)
        return replace(guarded(lambda: place.game(number)), id=id)

    def keep(self, id: int, settings: GameSettings) -> None:
        """Keep who plays a game, and how."""
        from companion.model.store import StoreError

        def do() -> None:
            place, number = self._at(id)
            place.summarise(number, asdict(settings), _people(settings))

        away = self.away
        try:
            do()
        except StoreError as wrong:
            if wrong.kind != "away" or away is None:
                raise StorageError(wrong.why) from wrong
            guarded(lambda: away.leave(id))
            guarded(do)

    def rename(self, id: int, name: str) -> None:
        """Call a game something else."""
        place, number = self._at(id)
        guarded(lambda: place.rename(number, name))

    def delete(self, id: int) -> None:
        """Throw a game away: out of sight now, off the disk when the program ends."""
        self.thrown.add(id)

    def restore(self, id: int) -> None:
        """Bring a deleted game back."""
        self.thrown.discard(id)

    def export(self, id: int, path: Path) -> None:
        """Write a game into a readable file."""
        place, number = self._at(id)
        guarded(lambda: place.export_game(number, path))

    def take_in(self, path: Path) -> Opened:
        """Read a game out of a file and keep it; raises InvalidInput for a file that holds none."""
        from companion.ui.play.storage import Source

        taken = self.library.take(Source(path))
        twin = None if taken.new else taken.game
        if twin is not None:
            taken = self.library.take(Source(path), again=True)
        return replace(self.open(taken.game.id), twin=twin)

    def bands(self) -> Sequence[BandEntry]:
        """All bands kept, by name."""
        return guarded(lambda: [_band(band) for band in self.repository.bands.all(SYSTEM)])

    def keep_band(
        self, name: str, budget: int, members: Sequence[dict[str, str | None]], id: int | None = None
    ) -> BandEntry:
        """Keep a new band, or another version of one."""
        data = {"budget": budget, "members": list(members)}
        return _band(guarded(lambda: self.repository.bands.save(name, SYSTEM, data, id)))

    def delete_band(self, id: int) -> None:
        """Throw a band away."""
        guarded(lambda: self.repository.bands.delete(id))

    def close(self) -> None:
        """Throw away for good what was thrown away, and let go of the file."""
        self.campaigns.close()
        with suppress(StorageError):  # then they are there again: nobody is left who could be told
            guarded(lambda: self.repository.shelves.forget(sorted(self.thrown)))
        self.repository.close()


def _people(settings: GameSettings) -> tuple[str, ...]:
    """By whom a game is found: the players and their bands."""
    return (*settings.names, *settings.bands)


def _settings(info: GameInfo, session: Session[Any]) -> GameSettings:
    """The same, with mode and dice as the game's own log has them."""
    found = kept_settings(info)
    dice = session.dice if isinstance(session.dice, str) else "ask"
    return replace(found, mode=session.mode, dice=dice)


def _band(band: Band) -> BandEntry:
    data = band.data if isinstance(band.data, dict) else {}
    budget, members = data.get("budget"), data.get("members")
    return BandEntry(
        band.id,
        band.name,
        budget if isinstance(budget, int) else 16,
        tuple(members) if isinstance(members, list) else (),
    )
