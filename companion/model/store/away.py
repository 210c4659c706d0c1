"""The two kinds of stand-ins (`offline`): games, noted in a table, and campaigns, noted among the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection, insert, select, update

from companion.model.core.contract import About, Json
from companion.model.core.session import Session
from companion.model.store.game_library import GameInfo, people_of

from . import library
from .campaigns import CampaignInfo, CampaignKeeper, Fork, KeptFork
from .logs import BRANCHES, GAMES, insert_row, put_log
from .offline import Logs, OfflineJournal, Playing, Queue, Sent, Stamp, StandInNote, log_values
from .repository import Repository, utc_now
from .tables import BranchRow, CampaignRow, Game, GameWords, StandInRow, sealed

_GAMES, _WORDS, _ROWS = Game.__table__, GameWords.__table__, StandInRow.__table__
_CAMPAIGNS, _BRANCHES = CampaignRow.__table__, BranchRow.__table__
_NOTE = "away.campaign."
"""Of the settings in which campaigns have their notes."""
_OF_GAME = ("system", "created", "summary", "fingerprint")
_OF_BRANCH = ("number", "name", "origin", "at")
NONE = -1

Forks: TypeAlias = Sequence[tuple[Fork, Session[Any]]]


class PlayedGame(Playing):
    """A game of the server that is being played."""

    def __init__(self, queue: Away, info: GameInfo, session: Session[Any]) -> None:
        super().__init__(info.id, info.title, [session])
        self._queue, self._info = queue, info

    @property
    def stamp(self) -> int:
        return self.revisions[0]

    def leave(self) -> None:
        if self.here is None:
            people, info = people_of(self._info.summary), self._info
            known = () if isinstance(people, msgspec.UnsetType) else (*people.names, *people.bands)
            note = self._queue._note(self.id, self.revisions)
            number = self._queue._create(self.sessions[0], info.title, info.summary, known, note)
            self.keep([self.sessions[0].journal], number)


class Away(Queue[PlayedGame]):
    """The games of one server that are played here meanwhile, and, in `campaigns`, the campaigns."""

    what, log = "game", GAMES

    def __init__(self, server: Repository, here: Repository, called: Callable[[str], str] = str) -> None:
        super().__init__(server, here, called)
        self.campaigns = AwayCampaigns(server, here, called)
        self._lock = Lock()

    def follow(self, game: int, info: GameInfo, session: Session[Any]) -> None:
        """Keep what happens to a game that was opened under a number, wherever that can be."""
        place, number = self.at(game)
        self._open[game] = playing = PlayedGame(self, msgspec.structs.replace(info, id=game), session)
        playing.keep([session.journal], number if place is self.here else None)

    def begin(self, session: Session[Any], title: str, summary: Json, people: Sequence[str]) -> GameInfo:
        """Begin a game here that goes to the server; returns it under the number by which the window is to know it."""
        number = self._create(session, title, summary, people, self._note(None, (NONE,)))
        info = msgspec.structs.replace(self.here.game(number), id=-number)
        self.follow(info.id, info, session)
        return info

    def listed(self) -> tuple[GameInfo, ...]:
        notes = self._notes()
        return tuple(
            msgspec.structs.replace(info, id=notes[info.id].named(info.id)) for info in self.here.infos(list(notes))
        )

    def settle(self, sent: Sent) -> None:
        if sent.what == "campaign":
            self.campaigns.settle(sent)
        else:
            super().settle(sent)

    def send(self) -> tuple[Sent, ...]:
        with self._lock:
            return *self.campaigns.send(), *super().send()  # first the campaigns that the games are linked with

    def _create(
        self, session: Session[Any], title: str, summary: Json, people: Sequence[str], note: StandInNote
    ) -> int:
        """Make a stand-in, which keeps the session from now on."""

        def also(connection: Connection, game: int) -> None:
            connection.execute(insert(_ROWS), _stand_in(game, note))

        return self.here.create(session, title, summary, people, also=also).id

    def _notes(self) -> dict[int, StandInNote]:
        with self.here.database.reading() as connection:
            asked = select(_ROWS).where(_ROWS.c.server == self.server.database.name).order_by(_ROWS.c.game_id)
            return {
                row.game_id: StandInNote(row.server, row.there, (row.revision,), row.sent)
                for row in connection.execute(asked)
            }

    def _write(self, here: int, note: StandInNote | None) -> None:
        if note is not None:  # else its row went with the game
            with self.here.database.writing() as connection:
                connection.execute(update(_ROWS).where(_ROWS.c.game_id == here).values(_stand_in(here, note)))

    def _forget(self, here: int) -> None:
        self.here.delete(here)

    def _rejoin(self, playing: PlayedGame, sent: Sent) -> None:
        playing.keep(sent.journals, None)

    def _stamp(self, head: Any, rows: Sequence[Any]) -> int:
        return int(head.revision)

    def _rows(self, connection: Connection, number: int, *, lock: bool = False) -> tuple[Any, Sequence[Any]]:
        asked = select(_GAMES).where(_GAMES.c.id == number)
        head = connection.execute(asked.with_for_update() if lock else asked).first()
        return head, () if head is None else (head,)

    def _same(self, connection: Connection, head: Any) -> int | None:
        same = (_GAMES.c.created == head.created) & (_GAMES.c.header == head.header)
        return connection.execute(select(_GAMES.c.id).where(same)).scalar()

    def _bring(
        self, connection: Connection, here: int, there: int | None, head: Any, title: str, logs: Logs
    ) -> tuple[int, str, list[tuple[int, int]]]:
        steps = logs[0][1]
        found = None if there is None else self._rows(connection, there)[0]
        revision = 0 if found is None else found.revision + 1
        title = title if found is None else found.title
        values = {**log_values(head, _OF_GAME, steps, revision), "title": title}
        there = put_log(connection, values, steps, at=there or 0)
        with self.here.database.reading() as own:
            words = own.execute(select(_WORDS).where(_WORDS.c.game_id == here)).first()
        if words is not None:
            about = About(tuple(words.names.split("\n")), words.adventure)
            library.describe(connection, there, title, about=about, people=words.people.split("\n"))
        return there, title, [(there, revision)]

    def _send(self, here: int, note: StandInNote) -> Sent | None:
        sent = super()._send(here, note)
        link = None if sent is None else self.here.campaigns.played_for(here)
        campaign = None if link is None else self.campaigns.known(link[0])
        if sent is not None and link is not None and campaign is not None and campaign >= 0:
            self.server.campaigns.link(sent.there, campaign, *link[1:])
        return sent


def meant_for(server: str) -> Callable[[Connection, int], None]:
    """For `Repository.create`: a game that is begun here and goes to a server when it answers."""
    note = StandInNote(server, None, (NONE,))
    return lambda connection, game: connection.execute(insert(_ROWS), _stand_in(game, note)).close()


def _stand_in(game: int, note: StandInNote) -> Mapping[str, object]:
    """The row that makes a game here a stand-in."""
    sent = NONE if note.sent is None else note.sent
    return {"game_id": game, "server": note.server, "there": note.there, "revision": note.known[0], "sent": sent}


class PlayedCampaign(Playing):
    """A campaign of the server that is being played: keeps what happens to it as `CampaignKeeper` does."""

    def __init__(self, queue: AwayCampaigns, id: int, title: str, branches: Forks, current: int) -> None:
        super().__init__(id, title, [session for _, session in branches])
        self._queue, self._forks, self._current = queue, [fork for fork, _ in branches], current
        self.keeper: CampaignKeeper
        """Of the campaign where it is now."""

    def follow(self, keeper: CampaignKeeper, here: int | None) -> None:
        """Have `keeper`, whose journals the sessions have, keep it from now on."""
        self.keeper = keeper
        self.keep([session.journal for session in self.sessions], here)

    @property
    def campaign_id(self) -> int:
        return self.id

    @property
    def stamp(self) -> Stamp:
        return self._current, tuple(zip(self.revisions, (fork.name for fork in self._forks), strict=True))

    def leave(self) -> None:
        if self.here is None:
            branches = list(zip(self._forks, self.sessions, strict=True))
            keeper = self._queue._stand_in(self.id, self.title, branches, self._current, self.revisions)
            self.follow(keeper, keeper.campaign_id)

    def forked(self, branch: Fork, session: Session[Any]) -> OfflineJournal:
        """Keep a further branch, which is shown from now on; returns the journal of its session."""
        own = OfflineJournal(self, self.do(lambda: self.keeper.forked(branch, session)))
        self._journals.append(own)
        self.sessions.append(session)
        self._forks.append(branch)
        self._current = len(self._forks) - 1
        return own

    def switched(self, current: int) -> None:
        """Another branch is shown."""
        self.do(lambda: self.keeper.switched(current))
        self._current = current

    def renamed(self, branch: int, name: str) -> None:
        self.do(lambda: self.keeper.renamed(branch, name))
        fork = self._forks[branch]
        self._forks[branch] = KeptFork(name, fork.origin, fork.at)


class AwayCampaigns(Queue[PlayedCampaign]):
    """The campaigns of one server that are played here meanwhile."""

    what, log = "campaign", BRANCHES

    def follow(self, id: int, title: str, branches: Forks, current: int, keeper: CampaignKeeper) -> PlayedCampaign:
        """What keeps a campaign that was opened under a number from now on, wherever that can be."""
        place, number = self.at(id)
        self._open = {other: one for other, one in self._open.items() if self.at(other) != (place, number)}
        playing = self._open[id] = PlayedCampaign(self, id, title, branches, current)
        playing.follow(keeper, number if place is self.here else None)
        return playing

    def begin(self, title: str, branches: Forks, current: int) -> PlayedCampaign:
        """Begin a campaign here that goes to the server."""
        keeper = self._stand_in(None, title, branches, current, ())
        return self.follow(-keeper.campaign_id, title, branches, current, keeper)

    def _stand_in(
        self, id: int | None, title: str, branches: Forks, current: int, known: tuple[int, ...]
    ) -> CampaignKeeper:
        """Make a stand-in for a campaign as it is in its sessions, which it keeps from now on."""
        keeper = self.here.campaigns.create(title, branches, current)
        self._write(keeper.campaign_id, self._note(id, known))
        return keeper

    def listed(self) -> tuple[CampaignInfo, ...]:
        notes = self._notes()
        return tuple(
            msgspec.structs.replace(info, id=notes[info.id].named(info.id))
            for info in self.here.campaigns.all()
            if info.id in notes
        )

    def _notes(self) -> dict[int, StandInNote]:
        kept = {key: value for key, value in self.here.settings().items() if key.startswith(_NOTE) and value}
        notes = {int(key.removeprefix(_NOTE)): msgspec.convert(value, StandInNote) for key, value in kept.items()}
        return {here: note for here, note in notes.items() if note.server == self.server.database.name}

    def _write(self, here: int, note: StandInNote | None) -> None:
        self.here.set_setting(f"{_NOTE}{here}", None if note is None else msgspec.to_builtins(note))

    def _forget(self, here: int) -> None:
        self.here.campaigns.delete(here)
        self._write(here, None)

    def _rejoin(self, playing: PlayedCampaign, sent: Sent) -> None:
        playing.keeper = CampaignKeeper(self.server.database, sent.there, len(sent.journals), utc_now)
        playing.keep(sent.journals, None)

    def _stamp(self, head: Any, rows: Sequence[Any]) -> Stamp:
        return head.current, tuple((row.revision, row.name) for row in rows)

    def _rows(self, connection: Connection, number: int, *, lock: bool = False) -> tuple[Any, Sequence[Any]]:
        asked = select(_CAMPAIGNS).where(_CAMPAIGNS.c.id == number)
        head = connection.execute(asked.with_for_update() if lock else asked).first()
        branches = select(_BRANCHES).where(_BRANCHES.c.campaign_id == number).order_by(_BRANCHES.c.number)
        return head, connection.execute(branches).all()

    def _same(self, connection: Connection, head: Any) -> int | None:
        alike = (_CAMPAIGNS.c.created == head.created) & (_CAMPAIGNS.c.title == head.title)
        return connection.execute(select(_CAMPAIGNS.c.id).where(alike)).scalar()

    def _bring(
        self, connection: Connection, here: int, there: int | None, head: Any, title: str, logs: Logs
    ) -> tuple[int, str, list[tuple[int, int]]]:
        values = {"title": title, "created": head.created, "updated": head.updated, "current": head.current}
        before: Mapping[int, Any] = {}
        if there is None:
            there = insert_row(connection, _CAMPAIGNS, values)
        else:
            connection.execute(update(_CAMPAIGNS).where(_CAMPAIGNS.c.id == there).values(**sealed(_CAMPAIGNS, values)))
            before = {row.number: row for row in self._rows(connection, there)[1]}
        kept = []
        for row, steps in logs:
            known = before.get(row.number)
            revision = 0 if known is None else known.revision + 1
            branch = {**log_values(row, _OF_BRANCH, steps, revision), "campaign_id": there}
            kept.append((put_log(connection, branch, steps, BRANCHES, 0 if known is None else known.id), revision))
        return there, title, kept
