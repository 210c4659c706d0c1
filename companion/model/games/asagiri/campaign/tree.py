"""A campaign with all its branches: go back to any point, try another way, compare what came of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Protocol

import msgspec

from companion.model.content.carried import refuse_unsound
from companion.model.core.chance import Face
from companion.model.core.contract import Content, Correction, Json, Option
from companion.model.core.journal import Change, Journal
from companion.model.core.names import amiss, one_line
from companion.model.core.record import MOST_STEPS, Chosen, Dice, Record, Source, Step, plain
from companion.model.core.record_reader import read_record, refuse_deep
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.schema import unfit
from companion.model.core.session import Session
from companion.model.core.timeline import common
from companion.model.core.words import Message, say

from .state import State
from .system import CAMPAIGN

FORMAT = "okko-campaign/1"
MOST_BRANCHES = 60
MOST_NAME = 80
_APPROVED = "approve"


class Branch(msgspec.Struct, frozen=True):
    """One way that the campaign has gone."""

    name: str
    origin: int | None
    """The branch it came from; None: the first one."""
    at: int
    """So many steps are those of its origin."""


class Place(msgspec.Struct, frozen=True):
    """A point of a branch that a person may want to go back to."""

    cursor: int
    chapter: int
    """Counted from 0."""
    words: Message


class CampaignJournal(Protocol):
    """Where branches are kept. All or nothing: an exception means that nothing was kept."""

    def forked(self, branch: Branch, session: Session[State]) -> Journal:
        """A branch has been added; returns the journal of its session."""

    def switched(self, current: int) -> None:
        """Another branch is shown."""

    def renamed(self, branch: int, name: str) -> None:
        """A branch has another name."""


class Chronicle:
    """The branches of one campaign; of each a session, made when it is wanted. To be used from one thread."""

    def __init__(self, first: Session[State], content: Content, keeper: CampaignJournal | None = None) -> None:
        """A campaign with one branch, the session `first`."""
        self._content, self._keeper = content, keeper
        self._branches = [Branch("", None, 0)]
        self._sessions: list[Session[State] | Callable[[], Session[State]]] = [first]
        self._current = 0

    @staticmethod
    def new(
        setup: Json,
        content: Content,
        seed: int | None = None,
        *,
        packs: dict[str, str] | None = None,
        dice: Dice = "virtual",
    ) -> Chronicle:
        """A campaign set up; raises InvalidInput naming the field at fault, or RuleBroken."""
        return Chronicle(Session.new(CAMPAIGN, setup, content, seed, packs=packs, dice=dice), content)

    @staticmethod
    def of(
        branches: Sequence[tuple[Branch, Session[State] | Callable[[], Session[State]]]],
        current: int,
        content: Content,
        keeper: CampaignJournal | None = None,
    ) -> Chronicle:
        """A campaign out of branches that were kept, the first of them first; a session may be opened when wanted."""
        made = Chronicle.__new__(Chronicle)
        made._content, made._keeper, made._current = content, keeper, current
        made._branches = [branch for branch, _ in branches]
        made._sessions = [session for _, session in branches]
        return made

    def keep(self, keeper: CampaignJournal | None) -> None:
        """Keep every later change of the branches."""
        self._keeper = keeper

    # what there is

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, the first one first."""
        return tuple(self._branches)

    @property
    def current(self) -> int:
        """The branch shown."""
        return self._current

    @property
    def session(self) -> Session[State]:
        """The session of the branch shown: read it, subscribe to it, undo and redo in it."""
        return self.session_of(self._current)

    @property
    def state(self) -> State:
        """The campaign as the branch shown has it."""
        return self.session.state

    def session_of(self, branch: int) -> Session[State]:
        """The session of any branch; raises UnknownOption when there is no such branch."""
        self._refuse_unknown(branch)
        found = self._sessions[branch]
        if not isinstance(found, Session):
            found = self._sessions[branch] = found()
        return found

    def places(self, branch: int | None = None) -> tuple[Place, ...]:
        """Where each chapter of a branch began, was fought, and was approved: the stops of the time machine."""
        session = self.session_of(self._current if branch is None else branch)
        found = [Place(0, session.state_at(0).now.chapter, say("Start of the campaign"))]
        for n, step in enumerate(session.steps):
            if isinstance(step.intent, Chosen) and step.intent.option.partition(":")[0] in ("won", _APPROVED):
                before = session.state_at(n)
                found.append(Place(n + 1, before.now.chapter, session.describe_step(n)))
        return tuple(found)

    # going on: what would forget an approved chapter begins a branch of its own instead

    def choose(self, option: Option | str, *, join: bool = False) -> Change:
        """Choose, as `Session.choose`."""
        return self._room().choose(option, join=join)

    def choose_all(self, options: Sequence[Option | str], *, join: bool = False) -> Change:
        """Choose one after the other, as `Session.choose_all`."""
        return self._room().choose_all(options, join=join)

    def roll(
        self,
        faces: Sequence[Face | None] | None = None,
        sources: Sequence[Source] | None = None,
        *,
        join: bool = False,
    ) -> Change:
        """Answer the roll asked for, as `Session.roll`."""
        return self._room().roll(faces, sources, join=join)

    def edit(self, correction: Correction | Json) -> Change:
        """Correct by hand, as `Session.edit`: the table knows better than the rules."""
        return self._room().edit(correction, override=True)

    def _room(self) -> Session[State]:
        """The session to go on in."""
        ahead = self.session.steps[self.session.cursor :]
        if any(isinstance(step.intent, Chosen) and step.intent.option == _APPROVED for step in ahead):
            self.fork("")
        return self.session

    # branches

    def fork(self, name: str, at: int | None = None) -> int:
        """Begin a branch at a point (the present one) of the branch shown, and show it; returns its number.

        Raises UnknownOption when there is no such point, or there are too many branches.
        """
        origin, place = self.session, self.session.cursor if at is None else at
        origin.state_at(place)
        if len(self._branches) >= MOST_BRANCHES:
            raise UnknownOption(say("A campaign can have at most {most} branches.", most=MOST_BRANCHES))
        branch = Branch(_named(name), self._current, place)
        record = msgspec.structs.replace(origin.header, steps=origin.steps[:place], replaced=msgspec.UNSET)
        session = Session.replay(CAMPAIGN, record, self._content, onto=origin)
        if self._keeper is not None:
            session.attach(self._keeper.forked(branch, session))
        self._branches.append(branch)
        self._sessions.append(session)
        self._current = len(self._branches) - 1
        return self._current

    def switch(self, branch: int) -> None:
        """Show another branch; raises UnknownOption when there is no such branch."""
        self._refuse_unknown(branch)
        if branch != self._current and self._keeper is not None:
            self._keeper.switched(branch)
        self._current = branch

    def rename(self, branch: int, name: str) -> None:
        """Give a branch another name; raises UnknownOption when there is no such branch."""
        self._refuse_unknown(branch)
        named = _named(name)
        if self._keeper is not None:
            self._keeper.renamed(branch, named)
        self._branches[branch] = msgspec.structs.replace(self._branches[branch], name=named)

    def _refuse_unknown(self, branch: int) -> None:
        if not 0 <= branch < len(self._branches):
            raise UnknownOption(say("This branch does not exist."))

    # files

    def save(self) -> Json:
        """The whole campaign as plain JSON, for one readable file: a branch without the steps of its origin."""
        written = []
        for n, branch in enumerate(self._branches):
            session = self.session_of(n)
            shared = 0 if branch.origin is None else common(session.steps, self.session_of(branch.origin).steps)
            written.append(
                {
                    "name": branch.name,
                    "origin": branch.origin,
                    "at": shared,
                    "cursor": session.cursor,
                    "steps": plain(session.steps[shared:]),
                }
            )
        header = plain(msgspec.structs.replace(self.session_of(0).header, steps=(), replaced=msgspec.UNSET))
        return {"format": FORMAT, "record": header, "branches": written, "current": self._current}


def campaign_text(data: Json) -> str:
    """What `Chronicle.save` gives as indented JSON, a step a line, so that campaigns can be read and compared."""
    branches = []
    for branch in data["branches"]:
        head = ", ".join(f"{_line(key)}: {_line(value)}" for key, value in branch.items() if key != "steps")
        steps = ",\n".join(f"      {_line(step)}" for step in branch["steps"])
        branches.append(f'    {{{head}, "steps": [' + (f"\n{steps}\n    ]}}" if steps else "]}"))
    record = msgspec.json.format(msgspec.json.encode(data["record"]), indent=2).decode().replace("\n", "\n  ")
    lines = ",\n".join(branches)
    return (
        f'{{\n  "format": {_line(data["format"])},\n  "current": {data["current"]},\n'
        f'  "branches": [\n{lines}\n  ],\n  "record": {record}\n}}\n'
    )


def _line(value: Json) -> str:
    return msgspec.json.encode(value).decode()


def _named(name: str) -> str:
    return one_line(name)[:MOST_NAME]


def load(data: Json, content: Content, path: str = "campaign") -> Chronicle:
    """A campaign out of JSON nobody has checked, every branch played from its first step to its last.

    Raises InvalidInput naming the field or the step at fault.
    """
    refuse_deep(data, path)
    if not isinstance(data, dict):
        raise InvalidInput(path, say("An object is expected here."))
    for key in ("format", "record", "branches", "current"):
        if key not in data:
            raise InvalidInput(f"{path}.{key}", say("This field is missing."))
    if extra := set(data) - {"format", "record", "branches", "current"}:
        raise InvalidInput(f"{path}.{str(min(map(str, extra)))[:80]}", say("This field is unknown."))
    if data["format"] != FORMAT:
        raise InvalidInput(f"{path}.format", say("Only format {format} can be read.", format=FORMAT))
    header = read_record(data["record"], f"{path}.record")
    if header.steps or header.replaced is not msgspec.UNSET:
        raise InvalidInput(f"{path}.record.steps", say("The steps belong in the branches."))
    if header.system != CAMPAIGN.facts.id:
        raise InvalidInput(f"{path}.record.system", say("This record belongs to another game system."))
    refuse_unsound(header, CAMPAIGN, content, f"{path}.record")
    _complete(header, content, f"{path}.record.cards")
    branches = data["branches"]
    if not isinstance(branches, list) or not 1 <= len(branches) <= MOST_BRANCHES:
        raise InvalidInput(f"{path}.branches", say("A campaign needs at least one branch."))
    made: list[tuple[Branch, Session[State]]] = []
    for n, item in enumerate(branches):
        made.append(_branch(item, n, made, header, content, f"{path}.branches[{n}]"))
    current = data["current"]
    if type(current) is not int or not 0 <= current < len(made):
        raise InvalidInput(f"{path}.current", say("This branch does not exist."))
    return Chronicle.of(made, current, content)


def _complete(header: Record, content: Content, path: str) -> None:
    """Whether every card that the campaign began with can be had: without one it would quietly be another campaign."""
    if header.every is msgspec.UNSET:
        return
    for kind, ids in header.every.items():
        for id in ids:
            if id not in header.cards.get(kind, {}) and content.find(kind, id) is None:
                raise InvalidInput(
                    f"{path}.{kind}", say("The card {id} is missing here, and no content pack has it.", id=id)
                )


def _branch(
    data: Json, n: int, made: list[tuple[Branch, Session[State]]], header: Record, content: Content, path: str
) -> tuple[Branch, Session[State]]:
    try:
        form = msgspec.convert(data, _Loose)
    except msgspec.ValidationError as wrong:
        raise unfit(data, _Loose, path, wrong) from None
    if form.name and (why := amiss(form.name)) is not None:
        raise InvalidInput(f"{path}.name", why)
    if (form.origin is None) != (n == 0) or (form.origin is not None and form.origin >= n):
        raise InvalidInput(f"{path}.origin", say("Each branch must start from an earlier one, the first from none."))
    origin = None if form.origin is None else made[form.origin][1]
    shared: Sequence[Step] = () if origin is None else origin.steps
    if form.at > len(shared):
        raise InvalidInput(f"{path}.at", say("The game has only {count} steps.", count=len(shared)))
    record = read_record({**plain(header), "steps": form.steps}, path)
    whole = msgspec.structs.replace(record, steps=(*shared[: form.at], *record.steps))
    # steps that branches share are in the file once, played once, and counted once
    count = len(record.steps) + sum(len(session.steps) - branch.at for branch, session in made)
    if count > MOST_STEPS:
        words = say("This list is too long: {count} entries, at most {most} are allowed.", count=count, most=MOST_STEPS)
        raise InvalidInput(f"{path}.steps", words)
    if not 0 <= form.cursor <= len(whole.steps):
        raise InvalidInput(f"{path}.cursor", say("The game has only {count} steps.", count=len(whole.steps)))
    try:
        session = Session.replay(CAMPAIGN, whole, content, cursor=form.cursor, onto=origin)
    except InvalidInput as wrong:
        raise InvalidInput(_moved(wrong.path, path, form.at), wrong.why) from None
    return Branch(form.name, form.origin, form.at), session


class _Loose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
    origin: Annotated[int, msgspec.Meta(ge=0, lt=MOST_BRANCHES)] | None
    at: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    cursor: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    steps: list[Json]


def _moved(fault: str, path: str, at: int) -> str:
    """Where a fault of a replay lies in the file: ``record.steps[12]`` of a branch that shares 10 is its third step."""
    inside, _, rest = fault.removeprefix("record.steps[").partition("]")
    if fault.startswith("record.steps[") and inside.isdigit():
        return f"{path}.steps[{max(0, int(inside) - at)}]{rest}"
    return fault.replace("record", path.partition(".")[0] + ".record", 1)
