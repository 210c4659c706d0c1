"""A play-through with all its branches: go back to any point, try another way, keep both."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from .chance import Face
from .contract import Content, Correction, Json, Option, System
from .record import MOST_STEPS, Dice, Mode, Record, Source, Step, plain, read_record, refuse_deep
from .refusal import InvalidInput, UnknownOption
from .schema import Document, read
from .session import Session
from .timeline import Change, Journal, common
from .words import amiss, one_line, say

S = TypeVar("S")

FORMAT: Literal["okko-campaign/1"] = "okko-campaign/1"
MOST_BRANCHES = 60
MOST_NAME = 80


class Branch(msgspec.Struct, frozen=True):
    """One way that it has gone."""

    name: str
    origin: int | None
    """The branch it came from; None: the first one."""
    at: int
    """So many steps are those of its origin."""


class BranchJournal(Protocol):
    """Where branches are kept. All or nothing: an exception means that nothing was kept."""

    def forked(self, branch: Branch, session: Session[Any]) -> Journal:
        """A branch has been added; returns the journal of its session."""

    def switched(self, current: int) -> None:
        """Another branch is shown."""

    def renamed(self, branch: int, name: str) -> None:
        """A branch has another name."""


class BranchFile(Document):
    """A branch without the steps of its origin."""

    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
    origin: Annotated[int, msgspec.Meta(ge=0, lt=MOST_BRANCHES)] | None
    at: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    cursor: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    steps: list[Json]


class BranchesFile(Document):
    """All branches in one readable file; `record` is that of each, without its steps."""

    format: Literal["okko-campaign/1"]
    record: Json
    branches: Annotated[list[BranchFile], msgspec.Meta(min_length=1, max_length=MOST_BRANCHES)]
    current: Annotated[int, msgspec.Meta(ge=0, lt=MOST_BRANCHES)]


class Branches(Generic[S]):
    """The branches of one play-through; of each a session, made when it is wanted. To be used from one thread."""

    system: ClassVar[System[Any]]

    def __init__(
        self,
        branches: Sequence[tuple[Branch, Session[S] | Callable[[], Session[S]]]],
        current: int,
        content: Content,
        keeper: BranchJournal | None = None,
    ) -> None:
        """The first branch first; a session may be opened when it is wanted."""
        self._content, self._keeper, self._current = content, keeper, current
        self._branches = [branch for branch, _ in branches]
        self._sessions = [session for _, session in branches]

    @classmethod
    def new(
        cls,
        setup: Json,
        content: Content,
        seed: int | None = None,
        *,
        packs: dict[str, str] | None = None,
        dice: Dice = "virtual",
    ) -> Self:
        """Set up, with one branch; raises InvalidInput naming the field at fault, or RuleBroken."""
        session: Session[S] = Session.new(cls.system, setup, content, seed, packs=packs, dice=dice)
        return cls([(Branch("", None, 0), session)], 0, content)

    def keep(self, keeper: BranchJournal | None) -> None:
        """Keep every later change of the branches."""
        self._keeper = keeper

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, the first one first."""
        return tuple(self._branches)

    @property
    def current(self) -> int:
        """The branch shown."""
        return self._current

    @property
    def session(self) -> Session[S]:
        """The session of the branch shown: read it, subscribe to it, undo and redo in it."""
        return self.session_of(self._current)

    @property
    def state(self) -> S:
        """The state as the branch shown has it."""
        return self.session.state

    def session_of(self, branch: int) -> Session[S]:
        """The session of any branch; raises UnknownOption when there is no such branch."""
        self._refuse_unknown(branch)
        found = self._sessions[branch]
        if not isinstance(found, Session):
            found = self._sessions[branch] = found()
        return found

    # going on: what would forget a step that counts begins a branch of its own instead

    def counts(self, step: Step) -> bool:
        """Whether a step may not be forgotten by going another way after it was undone."""
        return False

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

    def _room(self) -> Session[S]:
        """The session to go on in."""
        if any(map(self.counts, self.session.steps[self.session.cursor :])):
            self.fork("")
        return self.session

    def fork(self, name: str, at: int | None = None) -> int:
        """Begin a branch at a point (the present one) of the branch shown, and show it; returns its number.

        Raises UnknownOption when there is no such point, or there are too many branches.
        """
        origin, place = self.session, self.session.cursor if at is None else at
        origin.state_at(place)
        if len(self._branches) >= MOST_BRANCHES:
            raise UnknownOption(say("A campaign can have at most {most} branches.", most=MOST_BRANCHES))
        branch = Branch(one_line(name)[:MOST_NAME], self._current, place)
        record = msgspec.structs.replace(origin.header, steps=origin.steps[:place], replaced=msgspec.UNSET)
        session: Session[S] = Session.replay(self.system, record, self._content, onto=origin)
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
        named = one_line(name)[:MOST_NAME]
        if self._keeper is not None:
            self._keeper.renamed(branch, named)
        self._branches[branch] = msgspec.structs.replace(self._branches[branch], name=named)

    def _refuse_unknown(self, branch: int) -> None:
        if not 0 <= branch < len(self._branches):
            raise UnknownOption("This branch does not exist.")

    # files

    def save(self) -> Json:
        """All branches as plain JSON, for one readable file: a branch without the steps of its origin."""
        written = []
        for n, branch in enumerate(self._branches):
            session = self.session_of(n)
            shared = 0 if branch.origin is None else common(session.steps, self.session_of(branch.origin).steps)
            steps = plain(session.steps[shared:])
            written.append(BranchFile(branch.name, branch.origin, shared, session.cursor, steps))
        header = msgspec.structs.replace(self.session_of(0).header, steps=(), replaced=msgspec.UNSET)
        return plain(BranchesFile(FORMAT, plain(header), written, self._current))

    @classmethod
    def load(cls, data: Json, content: Content, path: str = "campaign") -> Self:
        """All branches out of JSON nobody has checked, each played from its first step to its last.

        Raises InvalidInput naming the field or the step at fault.
        """
        refuse_deep(data, path)
        form = read(data, BranchesFile, path)
        header = read_record(form.record, f"{path}.record")
        if header.steps or header.replaced is not msgspec.UNSET:
            raise InvalidInput(f"{path}.record.steps", "The steps belong in the branches.")
        if header.system != cls.system.facts.id:
            raise InvalidInput(f"{path}.record.system", "This record belongs to another game system.")
        cls.check_cards(header, content, f"{path}.record")
        _complete(header, content, f"{path}.record.cards")
        made: list[tuple[Branch, Session[S]]] = []
        for n, one in enumerate(form.branches):
            made.append(cls._branch(one, n, made, header, content, f"{path}.branches[{n}]"))
        if form.current >= len(made):
            raise InvalidInput(f"{path}.current", "This branch does not exist.")
        return cls(made, form.current, content)

    @classmethod
    def check_cards(cls, header: Record, content: Content, path: str) -> None:
        """Look at the cards in a record that nobody has checked; raises InvalidInput."""

    @classmethod
    def _branch(
        cls,
        form: BranchFile,
        n: int,
        made: Sequence[tuple[Branch, Session[S]]],
        header: Record,
        content: Content,
        path: str,
    ) -> tuple[Branch, Session[S]]:
        if form.name and (why := amiss(form.name)) is not None:
            raise InvalidInput(f"{path}.name", why)
        if (form.origin is None) != (n == 0) or (form.origin is not None and form.origin >= n):
            raise InvalidInput(f"{path}.origin", "Each branch must start from an earlier one, the first from none.")
        origin = None if form.origin is None else made[form.origin][1]
        shared: Sequence[Step] = () if origin is None else origin.steps
        if form.at > len(shared):
            raise InvalidInput(f"{path}.at", "The game has only {count} steps.", count=len(shared))
        record = read_record({**plain(header), "steps": form.steps}, path)
        whole = msgspec.structs.replace(record, steps=(*shared[: form.at], *record.steps))
        # steps that branches share are in the file once, played once, and counted once
        count = len(record.steps) + sum(len(session.steps) - branch.at for branch, session in made)
        if count > MOST_STEPS:
            raise InvalidInput(
                f"{path}.steps", "This list is too long: {count} entries, at most {most} are allowed.", count=count,
                most=MOST_STEPS,
            )  # fmt: skip
        if form.cursor > len(whole.steps):
            raise InvalidInput(f"{path}.cursor", "The game has only {count} steps.", count=len(whole.steps))
        try:
            session: Session[S] = Session.replay(cls.system, whole, content, cursor=form.cursor, onto=origin)
        except InvalidInput as wrong:
            raise InvalidInput(_moved(wrong.path, path, form.at), wrong.why) from None
        return Branch(form.name, form.origin, form.at), session


class Campaign(Branches[S]):
    """Branches of a play-through that is made of games."""

    @property
    @abstractmethod
    def chapter(self) -> int:
        """Which game comes now, counted from 0."""

    @abstractmethod
    def begin_game(self, system: System[Any], content: Content, packs: Mapping[str, str], mode: Mode) -> Session[Any]:
        """Set that game of `system` up; raises UnknownOption when none is waited for, InvalidInput, RuleBroken."""


@runtime_checkable
class HasCampaigns(Protocol):
    """A game system whose games can follow each other in a campaign."""

    @property
    def campaigns(self) -> type[Campaign[Any]]:
        """What its campaigns are."""


def _complete(header: Record, content: Content, path: str) -> None:
    """Whether every card that it began with can be had: without one it would quietly be another game."""
    for kind, ids in ({} if header.every is msgspec.UNSET else header.every).items():
        for id in ids:
            if id not in header.cards.get(kind, {}) and content.find(kind, id) is None:
                raise InvalidInput(
                    f"{path}.{kind}", "The card {id} is missing here, and no content pack has it.", id=id
                )


def _moved(fault: str, path: str, at: int) -> str:
    """Where a fault of a replay lies in the file: ``record.steps[12]`` of a branch that shares 10 is its third step."""
    inside, _, rest = fault.removeprefix("record.steps[").partition("]")
    if fault.startswith("record.steps[") and inside.isdigit():
        return f"{path}.steps[{max(0, int(inside) - at)}]{rest}"
    return fault.replace("record", path.partition(".")[0] + ".record", 1)


def branches_text(data: Json) -> str:
    """What `Branches.save` gives as indented JSON, a step a line, so that files can be read and compared."""
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
