"""Games of a server, played here while it does not answer, and brought to it when it does again.

A stand-in is a game of the file here, with a row that says which game there it stands for and from where it went on.
Nothing waits for the server on the way: a step that cannot reach it goes to the stand-in, and is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from companion.model.core.contract import About, Json
from companion.model.core.journal import Standing
from companion.model.core.record import Record, Step
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session

from . import library
from .away_campaigns import AwayCampaigns, SentCampaign
from .entries import GameInfo, people_of
from .journal import DamagedStep, GameJournal, read_head, read_steps, step_rows
from .repository import Repository, utc_now
from .seals import sealed
from .tables import Game, GameWords, StandIn, StepRow

_GAMES = Game.__table__
_STEPS = StepRow.__table__
_WORDS = GameWords.__table__
_ROWS = StandIn.__table__
_HEADS = (
    "system",
    "title",
    "created",
    "updated",
    "cursor",
    "mode",
    "finished",
    "winner",
    "header",
    "summary",
    "fingerprint",
)
NONE = -1


class Sent(msgspec.Struct, frozen=True):
    """A stand-in that has reached the server."""

    how: Literal["same", "new", "copy"]
    """In the place of the game it stood for; as a new one; beside one that went on elsewhere meanwhile."""
    here: int
    there: int
    title: str
    journal: GameJournal
    """Of the game there."""
    revision: int
    """Of the stand-in, when it was read."""


class Detour:
    """The journal of a game of the server: what cannot reach it is kept here."""

    def __init__(self, away: Away, info: GameInfo, session: Session[Any], there: GameJournal | None) -> None:
        """`there`: of the game on the server; None: it is a stand-in already."""
        self._away, self._session, self._there = away, session, there
        self.info = info
        self.here: tuple[int, GameJournal] | None = None
        """The stand-in, and its journal, while it is needed."""

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Keep a change there, or here. Raises StorageError as `GameJournal.commit`, but never ``away``."""
        self._keep(lambda journal: journal.commit(cut_at, new_steps, cursor, standing))

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        """The same with another header."""
        self._keep(lambda journal: journal.replace(cut_at, new_steps, cursor, standing, header))

    def annotate(self, index: int, step: Step) -> None:
        """The same for what is written beside a step."""
        self._keep(lambda journal: journal.annotate(index, step))

    @property
    def revision(self) -> int:
        """Of the game, wherever it is kept now, after the last change."""
        journal = self._there if self.here is None else self.here[1]
        return NONE if journal is None else journal.revision

    def leave(self) -> None:
        """Go on here from now on."""
        if self.here is None and self._there is not None:
            self.here = self._away.stand_in(self.info, self._session, self.info.id, self._there.revision)

    def rejoin(self, sent: Sent) -> bool:
        """Go on there, if nothing has happened here since it was sent."""
        if self.here is None or self.here[1].revision != sent.revision:
            return False
        self._there, self.here = sent.journal, None
        return True

    def _keep(self, act: Callable[[GameJournal], None]) -> None:
        if self.here is None and self._there is not None:
            try:
                act(self._there)
            except StorageError as wrong:
                if wrong.kind != "away":
                    raise
                self.leave()
            else:
                return
        assert self.here is not None
        act(self.here[1])


class Away:
    """The stand-ins for games of one server. To be used from the window's thread, but for `send`."""

    def __init__(self, server: Repository, here: Repository, called: Callable[[str], str] = str) -> None:
        """`here`: the file on this computer; `called`: the title of a game that went on elsewhere meanwhile."""
        self.server, self.here, self._called = server, here, called
        self.campaigns = AwayCampaigns(server, here, called)
        self._open: dict[int, Detour] = {}
        """By the number under which the window knows a game: those that were opened to be played."""
        self._moved: dict[int, int] = {}
        """By the same: where a game is on the server now."""
        self._lock = Lock()

    # the window ----------------------------------------------------------------------------------------------------

    def at(self, game: int) -> tuple[Repository, int]:
        """Where a game is now, by the number under which the window knows it; negative: it was begun here."""
        detour = self._open.get(game)
        if detour is not None and detour.here is not None:
            return self.here, detour.here[0]
        if game in self._moved:
            return self.server, self._moved[game]
        if game < 0:
            return self.here, -game
        here = next((here for here, there in self._rows() if there == game), None)
        return (self.server, game) if here is None else (self.here, here)

    def follow(self, game: int, info: GameInfo, session: Session[Any]) -> None:
        """Keep what happens to a game that was opened under a number, wherever that can be."""
        place, number = self.at(game)
        journal = session.journal
        assert isinstance(journal, GameJournal)
        detour = Detour(
            self, msgspec.structs.replace(info, id=game), session, journal if place is self.server else None
        )
        if place is self.here:
            detour.here = (number, journal)
        self._open[game] = detour
        session.attach(detour)

    def begin(self, session: Session[Any], title: str, summary: Json, people: Sequence[str]) -> GameInfo:
        """Begin a game here that goes to the server; returns it under the number by which the window is to know it."""
        number, journal = self._create(session, title, summary, people, None, NONE)
        info = msgspec.structs.replace(self.here.game(number), id=-number)
        detour = Detour(self, info, session, None)
        detour.here = (number, journal)
        self._open[info.id] = detour
        session.attach(detour)
        return info

    def leave(self, game: int) -> None:
        """Go on here with a game that is being played."""
        detour = self._open.get(game)
        if detour is not None:
            detour.leave()

    def listed(self) -> tuple[GameInfo, ...]:
        """The stand-ins there are, under the numbers by which the window knows them."""
        numbers = {here: there if there is not None else -here for here, there in self._rows()}
        return tuple(msgspec.structs.replace(info, id=numbers[info.id]) for info in self.here.infos(list(numbers)))

    def stand_in(self, info: GameInfo, session: Session[Any], there: int, revision: int) -> tuple[int, GameJournal]:
        """Make a stand-in for a game as it is in `session`."""
        there = self._moved.get(there, there)
        people = people_of(info.summary)
        known = () if isinstance(people, msgspec.UnsetType) else (*people.names, *people.bands)
        return self._create(session, info.title, info.summary, known, there, revision)

    def _create(
        self, session: Session[Any], title: str, summary: Json, people: Sequence[str], there: int | None, revision: int
    ) -> tuple[int, GameJournal]:
        def also(connection: Connection, game: int) -> None:
            _stand_in(connection, row(game, self.server.database.name, there, revision))

        before = session.journal
        number = self.here.create(session, title, summary, people, also=also).id
        journal = session.journal
        assert isinstance(journal, GameJournal)
        session.attach(before)
        return number, journal

    def _rows(self) -> list[tuple[int, int | None]]:
        """Each stand-in, and the game there."""
        asked = select(_ROWS.c.game_id, _ROWS.c.there).where(_ROWS.c.server == self.server.database.name)
        with self.here.database.reading() as connection:
            return [(here, there) for here, there in connection.execute(asked.order_by(_ROWS.c.game_id))]

    def known(self, here: int) -> int | None:
        """The number under which the window knows a game here; None: it stands for none there."""
        there = dict(self._rows())
        return None if here not in there else -here if (number := there[here]) is None else number

    def settle(self, sent: Sent | SentCampaign) -> None:
        """A stand-in has reached the server: whoever plays it goes on there, and it is not needed any more."""
        if isinstance(sent, SentCampaign):
            self.campaigns.settle(sent)
            return
        for known, detour in self._open.items():
            if detour.here is not None and detour.here[0] == sent.here:
                if detour.rejoin(sent):
                    self._moved[known] = sent.there
                    self.here.delete(sent.here)
                return
        self.here.delete(sent.here)

    def _played(self) -> set[int]:
        """The stand-ins that are being played."""
        return {detour.here[0] for detour in tuple(self._open.values()) if detour.here is not None}

    # any thread ----------------------------------------------------------------------------------------------------

    def send(self) -> tuple[Sent | SentCampaign, ...]:
        """Bring to the server what it does not have yet. Raises StorageError; what has got there has."""
        sent: list[Sent | SentCampaign] = []
        with self._lock:
            sent += self.campaigns.send()  # before their games, which are linked with them
            for here, _ in self._rows():
                found = self._send(here)
                if found is not None:
                    sent.append(found)
        return tuple(sent)

    def _send(self, here: int) -> Sent | None:
        with self.here.database.reading() as connection:
            row = connection.execute(select(_ROWS).where(_ROWS.c.game_id == here)).first()
            head = connection.execute(select(_GAMES).where(_GAMES.c.id == here)).first()
            words = connection.execute(select(_WORDS).where(_WORDS.c.game_id == here)).first()
            if row is None or head is None or (row.sent == head.revision and here in self._played()):
                return None
            try:
                steps = read_steps(connection, here)
            except DamagedStep as wrong:
                steps = wrong.before
        values = {name: head._mapping[name] for name in _HEADS}
        values["cursor"] = min(values["cursor"], len(steps))
        how: Literal["same", "new", "copy"] = "same"
        with self.server.database.writing() as connection:
            revision, there = row.revision, row.there
            if there is None:
                there = _known(connection, values)
                how = "new"
            if there is not None:
                found = connection.execute(select(_GAMES).where(_GAMES.c.id == there).with_for_update()).first()
                if found is not None and (found.revision == revision or _begins(connection, found, values, steps)):
                    revision = found.revision + 1
                    values["title"] = found.title
                    _write(connection, there, {**values, "revision": revision}, steps)
                else:
                    how, there = "copy", None
                    values["title"] = self._called(values["title"])
            if there is None:
                revision = 0
                made = connection.execute(
                    insert(_GAMES), sealed(_GAMES, {**values, "revision": 0})
                ).inserted_primary_key
                assert made is not None
                there = int(made[0])
                _steps(connection, there, steps)
            if words is not None:
                about = About(tuple(words.names.split("\n")), words.adventure)
                library.describe(connection, there, values["title"], about=about, people=words.people.split("\n"))
        with self.here.database.writing() as connection:
            noted = {"there": there, "revision": revision, "sent": head.revision}
            connection.execute(update(_ROWS).where(_ROWS.c.game_id == here).values(noted))
        link = self.here.campaigns.played_for(here)
        campaign = None if link is None else self.campaigns.known(link[0])
        if link is not None and campaign is not None and campaign >= 0:
            self.server.campaigns.link(there, campaign, *link[1:])
        journal = GameJournal(self.server.database, there, revision, len(steps), utc_now)
        return Sent(how, here, there, values["title"], journal, head.revision)


def meant_for(server: str) -> Callable[[Connection, int], None]:
    """For `Repository.create`: a game that is begun here and goes to a server when it answers."""
    return lambda connection, game: _stand_in(connection, row(game, server))


def _stand_in(connection: Connection, values: dict[str, object]) -> None:
    connection.execute(insert(_ROWS), values)


def row(game: int, server: str, there: int | None = None, revision: int = NONE) -> dict[str, object]:
    """The row that makes a game here a stand-in."""
    return {"game_id": game, "server": server, "there": there, "revision": revision, "sent": NONE}


def _known(connection: Connection, values: dict[str, Any]) -> int | None:
    """A game that was sent already, before this could be noted."""
    same = (_GAMES.c.created == values["created"]) & (_GAMES.c.header == values["header"])
    return connection.execute(select(_GAMES.c.id).where(same)).scalar()


def _begins(connection: Connection, found: Any, values: dict[str, Any], steps: tuple[Step, ...]) -> bool:
    """Whether what is there is a beginning of what is here: then its answer got lost, and nobody else went on."""
    try:
        known = read_steps(connection, found.id)
        read_head("game", found._mapping, known)
    except InvalidInput:
        return False
    return found.header == values["header"] and known == steps[: len(known)]


def _write(connection: Connection, game: int, values: dict[str, Any], steps: tuple[Step, ...]) -> None:
    connection.execute(update(_GAMES).where(_GAMES.c.id == game).values(**sealed(_GAMES, values)))
    connection.execute(delete(_STEPS).where(_STEPS.c.game_id == game))
    _steps(connection, game, steps)


def _steps(connection: Connection, game: int, steps: tuple[Step, ...]) -> None:
    rows = step_rows(game, 0, steps)
    if rows:
        connection.execute(insert(_STEPS), rows)
