"""Campaigns of a server, gone on with here while it does not answer, and brought to it when it does again.

A stand-in is a campaign of the file here, with a note among the settings that says which one there it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from companion.model.core.journal import Standing
from companion.model.core.record import Record, Step
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session

from .campaigns import CampaignInfo, CampaignKeeper, Fork, KeptFork
from .journal import BRANCHES, DamagedStep, GameJournal, read_steps, step_rows
from .repository import Repository, utc_now
from .seals import sealed
from .tables import BranchRow, BranchStep, CampaignRow

_CAMPAIGNS = CampaignRow.__table__
_BRANCHES = BranchRow.__table__
_STEPS = BranchStep.__table__
_NOTE = "away.campaign."
_TOLD = ("number", "name", "origin", "at", "updated", "cursor", "mode", "finished", "winner", "header")

Stamp = tuple[int, tuple[tuple[int, str], ...]]
"""How a campaign here stands: the branch shown; of each branch its revision and name."""


class Note(msgspec.Struct, frozen=True):
    """What makes a campaign here a stand-in."""

    server: str
    there: int | None
    """The number of the campaign there; None: it was begun here."""
    known: tuple[int, ...] = ()
    """The revisions of its branches there, when they were known last."""
    sent: Stamp | None = None
    """How the one here stood when it was sent last."""


class SentCampaign(msgspec.Struct, frozen=True):
    """A stand-in that has reached the server."""

    how: Literal["same", "new", "copy"]
    here: int
    there: int
    title: str
    stamp: Stamp
    journals: tuple[GameJournal, ...]
    """Of its branches there."""


class Leg:
    """The journal of one branch: what cannot reach the server is kept here, with all other branches."""

    def __init__(self, detour: CampaignDetour, journal: GameJournal) -> None:
        """`journal`: where it is kept now."""
        self._detour, self.journal = detour, journal

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Keep a change there, or here. Raises StorageError as `GameJournal.commit`, but never ``away``."""
        self._detour.do(lambda: self.journal.commit(cut_at, new_steps, cursor, standing))

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        """The same with another header."""
        self._detour.do(lambda: self.journal.replace(cut_at, new_steps, cursor, standing, header))

    def annotate(self, index: int, step: Step) -> None:
        """The same for what is written beside a step."""
        self._detour.do(lambda: self.journal.annotate(index, step))


class CampaignDetour:
    """Keeps what happens to the branches of one campaign, as `CampaignKeeper` does: there, or here."""

    def __init__(
        self, away: AwayCampaigns, id: int, title: str, branches: Sequence[tuple[Fork, Session[Any]]], current: int
    ) -> None:
        """`id`: under which the window knows it. Kept by nobody before `keep`."""
        self._away, self._id, self._title, self._current = away, id, title, current
        self._branches: list[tuple[Fork, Session[Any]]] = list(branches)
        self._legs: list[Leg] = []
        self.keeper: CampaignKeeper
        """Of the campaign where it is now."""
        self.here = False

    def keep(self, keeper: CampaignKeeper, *, here: bool) -> None:
        """Have `keeper`, whose journals the sessions have, keep it from now on."""
        journals = [session.journal for _, session in self._branches]
        self.join(keeper, [journal for journal in journals if isinstance(journal, GameJournal)], here=here)

    def join(self, keeper: CampaignKeeper, journals: Sequence[GameJournal], *, here: bool) -> None:
        """The same with journals of their own."""
        self.keeper, self.here = keeper, here
        while len(self._legs) < len(self._branches):
            self._legs.append(Leg(self, journals[len(self._legs)]))
        for leg, journal, (_, session) in zip(self._legs, journals, self._branches, strict=True):
            leg.journal = journal
            session.attach(leg)

    @property
    def campaign_id(self) -> int:
        """The campaign, as the window knows it."""
        return self._id

    @property
    def stamp(self) -> Stamp:
        """How it stands."""
        legs = zip(self._legs, self._branches, strict=True)
        return self._current, tuple((leg.journal.revision, branch.name) for leg, (branch, _) in legs)

    def do(self, act: Callable[[], Any]) -> Any:
        """Do something to the campaign where it is kept; on a server that does not answer, do it here instead."""
        try:
            return act()
        except StorageError as wrong:
            if wrong.kind != "away" or self.here:
                raise
        self.leave()
        return act()

    def leave(self) -> None:
        """Go on here from now on."""
        if not self.here:
            known = tuple(leg.journal.revision for leg in self._legs)
            keeper = self._away.stand_in(self._id, self._title, self._branches, self._current, known)
            self.keep(keeper, here=True)

    def forked(self, branch: Fork, session: Session[Any]) -> Leg:
        """Keep a further branch, which is shown from now on; returns the journal of its session."""
        leg = Leg(self, self.do(lambda: self.keeper.forked(branch, session)))
        self._legs.append(leg)
        self._branches.append((branch, session))
        self._current = len(self._branches) - 1
        return leg

    def switched(self, current: int) -> None:
        """Another branch is shown."""
        self.do(lambda: self.keeper.switched(current))
        self._current = current

    def renamed(self, branch: int, name: str) -> None:
        """A branch has another name."""
        self.do(lambda: self.keeper.renamed(branch, name))
        fork, session = self._branches[branch]
        self._branches[branch] = KeptFork(name, fork.origin, fork.at), session


class AwayCampaigns:
    """The stand-ins for campaigns of one server. To be used from the window's thread, but for `send`."""

    def __init__(self, server: Repository, here: Repository, called: Callable[[str], str]) -> None:
        """As for `Away`."""
        self.server, self.here, self._called = server, here, called
        self._open: dict[int, CampaignDetour] = {}
        self._moved: dict[int, int] = {}

    # the window ----------------------------------------------------------------------------------------------------

    def at(self, campaign: int) -> tuple[Repository, int]:
        """Where a campaign is now, by the number under which the window knows it; negative: it was begun here."""
        there = self._moved.get(campaign, campaign)
        here = next((here for here, note in self._notes().items() if _known(here, note) == there), None)
        return (self.server, there) if here is None else (self.here, here)

    def follow(
        self, id: int, title: str, branches: Sequence[tuple[Fork, Session[Any]]], current: int, keeper: CampaignKeeper
    ) -> CampaignDetour:
        """What keeps a campaign that was opened under a number from now on, wherever that can be."""
        place = self.at(id)
        self._open = {other: one for other, one in self._open.items() if self.at(other) != place}
        detour = self._open[id] = CampaignDetour(self, id, title, branches, current)
        detour.keep(keeper, here=place[0] is self.here)
        return detour

    def begin(self, title: str, branches: Sequence[tuple[Fork, Session[Any]]], current: int) -> CampaignDetour:
        """Begin a campaign here that goes to the server."""
        keeper = self.stand_in(None, title, branches, current, ())
        return self.follow(-keeper.campaign_id, title, branches, current, keeper)

    def stand_in(
        self, id: int | None, title: str, branches: Sequence[tuple[Fork, Session[Any]]], current: int,
        known: tuple[int, ...],
    ) -> CampaignKeeper:  # fmt: skip
        """Make a stand-in for a campaign as it is in its sessions, which it keeps from now on."""
        keeper = self.here.campaigns.create(title, branches, current)
        there = None if id is None else self._moved.get(id, id)
        self._write(keeper.campaign_id, Note(self.server.database.name, there, known))
        return keeper

    def leave(self, id: int) -> None:
        """Go on here with a campaign that is open."""
        if id in self._open:
            self._open[id].leave()

    def known(self, here: int) -> int | None:
        """The number under which the window knows a campaign here; None: it stands for none there."""
        note = self._notes().get(here)
        return None if note is None else _known(here, note)

    def listed(self) -> tuple[CampaignInfo, ...]:
        """The stand-ins there are, under the numbers by which the window knows them."""
        notes = self._notes()
        return tuple(
            msgspec.structs.replace(info, id=_known(info.id, notes[info.id]))
            for info in self.here.campaigns.all()
            if info.id in notes
        )

    def settle(self, sent: SentCampaign) -> None:
        """A stand-in has reached the server: whoever plays it goes on there, and it is not needed any more."""
        for id, detour in self._open.items():
            if detour.here and detour.keeper.campaign_id == sent.here:
                if detour.stamp != sent.stamp:
                    return
                self._moved[id] = sent.there
                keeper = CampaignKeeper(self.server.database, sent.there, len(sent.journals), utc_now)
                detour.join(keeper, sent.journals, here=False)
        self.here.campaigns.delete(sent.here)
        self._write(sent.here, None)

    # any thread ----------------------------------------------------------------------------------------------------

    def _notes(self) -> dict[int, Note]:
        """The stand-ins for this server, by their numbers here."""
        found = {}
        for key, value in self.here.settings().items():
            if key.startswith(_NOTE) and value is not None:
                note = msgspec.convert(value, Note)
                if note.server == self.server.database.name:
                    found[int(key.removeprefix(_NOTE))] = note
        return found

    def _write(self, here: int, note: Note | None) -> None:
        self.here.set_setting(f"{_NOTE}{here}", None if note is None else msgspec.to_builtins(note))

    def send(self) -> tuple[SentCampaign, ...]:
        """Bring to the server what it does not have yet. Raises StorageError; what has got there has."""
        sent = (self._send(here, note) for here, note in self._notes().items())
        return tuple(one for one in sent if one is not None)

    def _send(self, here: int, note: Note) -> SentCampaign | None:
        with self.here.database.reading() as connection:
            head = connection.execute(select(_CAMPAIGNS).where(_CAMPAIGNS.c.id == here)).first()
            rows = _rows(connection, here)
            logs = [_steps(connection, row.id) for row in rows]
        if head is None:
            self._write(here, None)
            return None
        stamp: Stamp = head.current, tuple((row.revision, row.name) for row in rows)
        played = any(detour.here and detour.keeper.campaign_id == here for detour in tuple(self._open.values()))
        if note.sent == stamp and played:
            return None
        how: Literal["same", "new", "copy"] = "new" if note.there is None else "same"
        values = {name: head._mapping[name] for name in ("title", "created", "updated", "current")}
        with self.server.database.writing() as connection:
            there = _same(connection, head) if note.there is None else note.there
            if there is not None and not _goes_on(connection, there, note, rows, logs):
                how, there = "copy", None
                values["title"] = self._called(head.title)
            if there is None:
                made = connection.execute(insert(_CAMPAIGNS), sealed(_CAMPAIGNS, values)).inserted_primary_key
                assert made is not None
                there = int(made[0])
            else:
                changed = update(_CAMPAIGNS).where(_CAMPAIGNS.c.id == there)
                connection.execute(changed.values(**sealed(_CAMPAIGNS, values)))
            ids = _bring(connection, there, rows, logs)
        self._write(here, Note(note.server, there, tuple(revision for _, revision in ids), stamp))
        journals = tuple(
            GameJournal(self.server.database, id, revision, len(log), utc_now, BRANCHES)
            for (id, revision), log in zip(ids, logs, strict=True)
        )
        return SentCampaign(how, here, there, values["title"], stamp, journals)


def _known(here: int, note: Note) -> int:
    """The number under which the window knows a stand-in."""
    return -here if note.there is None else note.there


def _rows(connection: Connection, campaign: int) -> Sequence[Any]:
    return connection.execute(
        select(_BRANCHES).where(_BRANCHES.c.campaign_id == campaign).order_by(_BRANCHES.c.number)
    ).all()


def _steps(connection: Connection, branch: int) -> tuple[Step, ...]:
    try:
        return read_steps(connection, branch, BRANCHES)
    except DamagedStep as wrong:
        return wrong.before


def _same(connection: Connection, head: Any) -> int | None:
    """A campaign that was sent already, before this could be noted."""
    alike = (_CAMPAIGNS.c.created == head.created) & (_CAMPAIGNS.c.title == head.title)
    return connection.execute(select(_CAMPAIGNS.c.id).where(alike)).scalar()


def _goes_on(
    connection: Connection, there: int, note: Note, rows: Sequence[Any], logs: Sequence[tuple[Step, ...]]
) -> bool:
    """Whether what is here goes on from what is there: nobody else has gone on, or only our answer got lost."""
    found = connection.execute(select(_CAMPAIGNS.c.id).where(_CAMPAIGNS.c.id == there).with_for_update()).first()
    branches = _rows(connection, there)
    if found is None or len(branches) > len(rows):
        return False
    if tuple(branch.revision for branch in branches) == note.known:
        return True
    known = [_steps(connection, branch.id) for branch in branches]
    return all(
        branch.header == row.header and before == log[: len(before)]
        for branch, row, before, log in zip(branches, rows, known, logs, strict=False)
    )


def _bring(
    connection: Connection, there: int, rows: Sequence[Any], logs: Sequence[tuple[Step, ...]]
) -> list[tuple[int, int]]:
    """Write branches in the place of those of a campaign there; their numbers and revisions."""
    known = {branch.number: branch for branch in _rows(connection, there)}
    found = []
    for row, log in zip(rows, logs, strict=True):
        before = known.get(row.number)
        revision = 0 if before is None else before.revision + 1
        values = {name: row._mapping[name] for name in _TOLD}
        values |= {"campaign_id": there, "revision": revision, "cursor": min(row.cursor, len(log))}
        if before is None:
            made = connection.execute(insert(_BRANCHES), sealed(_BRANCHES, values)).inserted_primary_key
            assert made is not None
            id = int(made[0])
        else:
            id = before.id
            connection.execute(update(_BRANCHES).where(_BRANCHES.c.id == id).values(**sealed(_BRANCHES, values)))
            connection.execute(delete(_STEPS).where(_STEPS.c.branch_id == id))
        steps = step_rows(id, 0, log, BRANCHES)
        if steps:
            connection.execute(BRANCHES.add, steps)
        found.append((id, revision))
    return found
