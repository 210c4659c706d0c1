"""A new game of an adventure: its floors, its bands, what lies where, and what earlier adventures change (ADV-1 to
ADV-3, ADV-14).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Problem, RuleBroken
from companion.model.core.schema import Document
from companion.model.core.words import say
from companion.model.games.asagiri.rules import turn
from companion.model.games.asagiri.rules.drafting import INSPIRATION_DICE
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.state import card_factory, cards
from companion.model.games.asagiri.state.board import BLOCKING, Board, facing_named
from companion.model.games.asagiri.state.carry_over import MemberForm, brought
from companion.model.games.asagiri.state.state import Band, Figure, Quest, State, Thing, replace
from companion.model.games.asagiri.state.table import Character, Options, Table
from companion.model.games.asagiri.state.vocabulary import BANDS, NO_SQUARE, SquareId, default_limit
from companion.model.games.asagiri.wire import Text100
from companion.model.games.asagiri.wire.position import SetupForm

from . import record as r
from .check import cross_problems, pointer_of, refused_picks, sound
from .conditions import SIDES
from .goals import part_of, reached
from .objects import solid_of
from .play import Play, board_of_record, play_of
from .record import changed

MOST_PICKS = 24
Members: TypeAlias = Annotated[tuple[MemberForm, ...], msgspec.Meta(max_length=MOST_PICKS)]
Played: TypeAlias = Annotated[tuple[Members | None, ...], msgspec.Meta(max_length=MOST_PICKS)]


class PicksForm(Document):
    """Who is recruited for each side; None: whoever is suggested."""

    A: Members | None = None
    B: Members | None = None


class CastForm(Document):
    """For each fixed figure of either side the members of a campaign who play it; none: as written (CAM-2)."""

    A: Played | None = None
    B: Played | None = None


class AdventureForm(SetupForm, kw_only=True):
    """The set-up of an adventure."""

    adventure: Text100
    bands: PicksForm | None = None
    before: dict[str, bool | None] | None = None
    cast: CastForm | None = None


def adventure(content: Content, id: str) -> r.Adventure:
    """Find an adventure by its id; raises InvalidInput."""
    return cards.record(content, "adventure", r.Adventure, id)


def new(form: AdventureForm, options: Options, content: Content) -> State:
    """The state in which an adventure begins; raises InvalidInput naming the field of the set-up at fault, RuleBroken
    for a band against the rules.
    """
    path = "adventure"
    try:
        record = adventure(content, form.adventure)
        before = _before(form.before, record)
        record = changed(record, before)
        board = board_of_record(record, content)
        sound(record, board, "")
    except InvalidInput as wrong:
        if wrong.path.startswith("before"):
            raise
        raise InvalidInput(path, say("{field}: {problem}", field=wrong.path, problem=wrong.why)) from None
    picks, cast = form.bands or PicksForm(), form.cast or CastForm()
    for seat, side in zip("AB", record.sides, strict=True):
        if len(getattr(cast, seat) or ()) > len(side.band.fixed):
            raise InvalidInput(f"cast.{seat}", "This side has only {count} fixed figures.", count=len(side.band.fixed))
    seated = Seated((picks.A, picks.B), (cast.A or (), cast.B or ()))
    return begin(record, board, seated, tuple(before), options, content, path)


def _before(known: dict[str, bool | None] | None, record: r.Adventure) -> list[tuple[str, bool]]:
    facts = dict.fromkeys(link.fact for link in record.links)
    for fact in known or ():
        if fact not in facts:
            raise InvalidInput(f"before.{fact[:80]}", "This field is unknown.")
    return [(fact, holds) for fact in facts if (holds := (known or {}).get(fact)) is not None]


class Seated(NamedTuple):
    """Who plays beside, or in place of, the figures of the page; by side."""

    picks: tuple[Members | None, Members | None] = (None, None)
    """Who is recruited; None: whoever is suggested."""
    played: tuple[Played, Played] = ((), ())
    """For each fixed figure those who play it; none: as written."""


AS_WRITTEN = Seated()


class _Cast:
    """The characters and figures of one side, numbered as they come."""

    def __init__(self, side: int, content: Content, board: Board, path: str) -> None:
        self.side, self.content, self.board, self.path = side, content, board, path
        self.characters: list[Character] = []
        self.figures: list[Figure] = []

    def add(self, path: str, card: str, equipment: str | None, part: str, figure: Figure) -> None:
        """A further figure; `path`: what names its card."""
        name = f"{'ab'[self.side]}{len(self.characters) + 1}"
        made = card_factory.character(path, self.content, card, BANDS[self.side], name)
        if equipment is not None:
            made = replace(made, equipment=card_factory.equipment(path, self.content, equipment))
        self.characters.append(replace(made, part=part))
        self.figures.append(figure)

    def hire(self, hired: r.Hired, part: str, waiting: bool) -> None:
        """A figure that the adventure brings: on its square, still to be deployed, or still to come."""
        self.add(self.path, hired.card, hired.equipment, part, self._place(hired, waiting))

    def _place(self, hired: r.Hired, waiting: bool) -> Figure:
        at = NO_SQUARE if hired.at is None or waiting else self.board.index[hired.at]
        return Figure(at, facing_named(hired.facing), hired.state, away="waiting" if waiting else "")

    def play(self, hired: r.Hired, members: Members, path: str) -> None:
        """A fixed figure, played by members of a campaign: the first stands in its place, others come with it."""
        for n, one in enumerate(members):
            part, figure = ("", Figure()) if n else (hired.part or "", self._place(hired, waiting=False))
            self.member(one, f"{path}[{n}]", part, figure)

    def member(self, form: MemberForm, path: str, part: str, figure: Figure) -> cards.Member:
        """A figure that a set-up names, with what it brings along; its cards."""
        wanted = form.equipment
        if wanted is not None:
            card_factory.equipment(f"{path}.equipment", self.content, wanted)
        figure = replace(figure, state=form.state or figure.state)
        self.add(f"{path}.card", form.card, wanted, part, figure)
        self.characters[-1] = brought(self.characters[-1], form.honour, form.member, path)
        gear = cards.equipment(self.content, wanted) if wanted else None
        return cards.character(self.content, form.card), gear


def begin(
    record: r.Adventure,
    board: Board,
    seated: Seated,
    before: tuple[tuple[str, bool], ...],
    options: Options,
    content: Content,
    path: str,
) -> State:
    """The first state of a checked record on its board."""
    casts = [_Cast(side, content, board, path) for side in (0, 1)]
    for side, cast in enumerate(casts):
        band = record.sides[side].band
        played = seated.played[side]
        for n, hired in enumerate(band.fixed):
            if n < len(played) and (members := played[n]):
                cast.play(hired, members, f"cast.{'AB'[side]}[{n}]")
            else:
                cast.hire(hired, hired.part or "", waiting=False)
        _recruit(cast, band, seated.picks[side])
        for n, arrival in enumerate(record.reinforcements):
            if SIDES.index(arrival.side) == side:
                for m, hired in enumerate(arrival.members):
                    cast.hire(hired, part_of(n, m, hired), waiting=True)
        for captive in record.captives:
            if SIDES.index(captive.side) == side:
                cast.add(path, captive.card, None, captive.part, Figure(state=captive.state, away="captive"))
    play = play_of(record, board)
    characters = (*casts[0].characters, *casts[1].characters)
    figures = tuple(_shaken(record, c, f) for cast in casts for c, f in zip(cast.characters, cast.figures, strict=True))
    budgets, limits = _limits(record, content)
    further = card_factory.cards_named(path, content, characters)
    table = Table(board, characters, budgets, limits, options, len(board.floors) > 1, cards=further, adventure=play)
    state = State(table, figures, _dice(record, casts), stage="first", quest=_quest(play, before))
    free = len(board.terrain) - board.terrain.count(BLOCKING) - state.occupied().bit_count()
    if free < sum(len(turn.undeployed(state, band)) for band in BANDS):
        raise InvalidInput(path, say("There are fewer free squares than figures."))
    return _started(state, record)


def _recruit(cast: _Cast, band: r.SideBand, picks: Members | None) -> None:
    """ADV-3: the figures that the players add, or those suggested."""
    content = cast.content
    fixed = [_cards_of(content, known) for known in cast.characters]
    if picks is None:
        for pick in band.suggested:
            cast.add(cast.path, pick.card, pick.equipment, "", Figure())
        return
    chosen = [cast.member(one, f"bands.{'AB'[cast.side]}[{n}]", "", Figure()) for n, one in enumerate(picks)]
    for refusal in refused_picks(band, fixed, chosen):
        raise RuleBroken(refusal)


def _cards_of(content: Content, character: Character) -> cards.Member:
    assert character.card is not None
    gear = character.equipment
    return (
        cards.character(content, character.card),
        cards.equipment(content, gear.id) if gear is not None and gear.id is not None else None,
    )


def _shaken(record: r.Adventure, character: Character, figure: Figure) -> Figure:
    """STA-1: the scenario may say otherwise."""
    for rule in record.rules:
        if isinstance(rule, r.BeginsShaken):
            side = None if rule.side is None else SIDES.index(rule.side)
            if character.band == side or (rule.figure is not None and character.part == rule.figure):
                return replace(figure, state="shaken")
    return figure


def _limits(record: r.Adventure, content: Content) -> tuple[tuple[int, int], tuple[int, int]]:
    """BND-1, END-1: what each side's figures are worth at the beginning, and what it may lose of it."""
    budgets, limits = [], []
    for party in record.sides:
        worth = party.band.budget
        for hired in party.band.fixed:
            worth += cards.character(content, hired.card).zeni
            worth += cards.equipment(content, hired.equipment).zeni if hired.equipment else 0
        budgets.append(worth)
        limits.append(party.limit or max(1, default_limit(worth)))
    return (budgets[0], budgets[1]), (limits[0], limits[1])


def _dice(record: r.Adventure, casts: list[_Cast]) -> tuple[Band, Band]:
    """INS-1, BND-6, ADV-13."""
    counts = [INSPIRATION_DICE, INSPIRATION_DICE]
    for rule in record.rules:
        if isinstance(rule, r.SideDice):
            counts[SIDES.index(rule.side)] = rule.count
    for cast in casts:
        counts[cast.side] += any("civilian" in character.traits for character in cast.characters)
    return Band(aside=counts[0]), Band(aside=counts[1])


def _quest(play: Play, before: tuple[tuple[str, bool], ...]) -> Quest:
    def first(piece_start: SquareId) -> Thing:
        return Thing(at=piece_start) if piece_start >= 0 else Thing(gone="hidden")

    things = tuple(first(piece.start) for piece in play.things)
    return Quest(things, (0,) * len(play.holds), before=before, solid=solid_of(play.things, things))


def _started(state: State, record: r.Adventure) -> State:
    """Who is player A is rolled for, or known (ADV-1); with nobody to deploy the first phase begins."""
    if record.begins == "roll":
        return state
    flow = Transition(state)
    if record.begins == "two":
        turn.exchange_bands(flow)
    flow.set(stage=turn.first_stage(state))
    turn.end_deployment(flow)
    return flow.state


def adventures(content: Content) -> list[r.Adventure]:
    """Every adventure of the packs, in the order of their books."""
    found = [adventure(content, id) for id, _ in content.every("adventure")]
    return sorted(found, key=lambda record: record.number)


def opening_problems(record: r.Adventure, content: Content) -> Iterator[Problem]:
    """What is wrong with an adventure among its tiles and cards, and with the game that it makes."""
    try:
        board = board_of_record(record, content)  # no link changes the floors
    except InvalidInput as unfit:
        yield Problem(pointer_of(unfit.path), unfit.why)
        return
    wrong = list(cross_problems(record, board, content))
    yield from wrong
    if wrong:
        return
    yield from _begun(changed(record, ()), board, content)
    for n, link in enumerate(record.links):
        for problem in _begun(changed(record, {(link.fact, link.holds)}), board, content):
            yield Problem(f"/links/{n}", say("With these facts: {problem}", problem=problem.what))


def _begun(record: r.Adventure, board: Board, content: Content) -> Iterator[Problem]:
    try:
        state = begin(record, board, AS_WRITTEN, (), Options(), content, "")
    except InvalidInput as unfit:
        yield Problem("", unfit.why)
        return
    for side in (0, 1):
        if reached(state, side):
            yield Problem(f"/sides/{side}/goals", say("This side would win before the game starts."))
