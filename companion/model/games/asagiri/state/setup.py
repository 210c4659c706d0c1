"""A new game: two bands, four tiles, the limits (SET-1, BND-1, END-1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.schema import Document, read
from companion.model.games.asagiri.adventure import build
from companion.model.games.asagiri.rules import drafting
from companion.model.games.asagiri.rules.drafting import INSPIRATION_DICE
from companion.model.games.asagiri.state.cards import unfinished
from companion.model.games.asagiri.state.table import Character
from companion.model.games.asagiri.state.vocabulary import BANDS, EDITION, BandId, by_band, default_limit
from companion.model.games.asagiri.table.automation import turned
from companion.model.games.asagiri.wire import SEATS, Edges, Text100, Whole, scenario_codec, stops_of
from companion.model.games.asagiri.wire.position import SetupForm
from companion.model.games.asagiri.wire.position_reader import options_of
from companion.model.games.asagiri.wire.scenario_codec import OfferForm

from . import card_factory, cards, tiles
from .board import BLOCKING, Board, board_of
from .carry_over import MemberForm, brought
from .state import Band, Figure, State, replace
from .table import BUDGET, MOST_MEMBERS, Options, Table

Members = Annotated[tuple[MemberForm, ...], msgspec.Meta(max_length=MOST_MEMBERS)]
Budget = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class QuickForm(SetupForm, kw_only=True):
    """Two ready bands on ready tiles."""

    quick: bool


class DraftSetup(OfferForm):
    """The cards of a game without an adventure."""

    budget: Budget | None = None


class DraftedForm(SetupForm, kw_only=True):
    """A game without an adventure (KAR-6)."""

    draft: DraftSetup


class BandsForm(Document):
    """Who is of which band."""

    A: Members
    B: Members


class PlacedForm(Document):
    """A tile of the board."""

    tile: Text100
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class ComposedForm(SetupForm, kw_only=True):
    """Two bands on four tiles."""

    bands: BandsForm
    tiles: tuple[PlacedForm, ...]
    budget: Budget | None = None
    limit: Whole | None = None
    openings: Edges | None = None
    doors: Edges | None = None


_FORMS: dict[str, type[SetupForm]] = {"adventure": build.AdventureForm, "quick": QuickForm, "draft": DraftedForm}


def new(setup: Json, content: Content) -> State:
    """The state before the roll for player A; raises InvalidInput naming the field of `setup` at fault,
    RuleBroken for a band against the rules.
    """
    named = setup if isinstance(setup, dict) else {}
    form = read(setup, next((_FORMS[name] for name in _FORMS if named.get(name) is not None), ComposedForm))
    if isinstance(form, QuickForm):
        if not form.quick:
            raise InvalidInput("quick", "Only true is allowed here.")
        common = {name: value for name, value in named.items() if name != "quick"}
        return new({**quick(content), **common}, content)
    stops = stops_of(form.dials, "dials")
    edition, options = form.edition or EDITION, options_of(form.options)
    if isinstance(form, build.AdventureForm):
        state = build.new(form, options, content)
    elif isinstance(form, DraftedForm):
        state = _draft(form.draft, options, content, edition)
    else:
        assert isinstance(form, ComposedForm)
        state = _composed(form, options, content)
    return replace(state, table=replace(state.table, edition=edition, dials=turned((), dict(stops))))


def _composed(form: ComposedForm, options: Options, content: Content) -> State:
    budget = form.budget or 16
    limit = form.limit or options.losing_limit or max(1, default_limit(budget))
    characters: list[Character] = []
    figures: list[Figure] = []
    both: list[list[cards.Member]] = []
    for which, (seat, band) in by_band((("A", form.bands.A), ("B", form.bands.B))):
        made, members = _band(band, f"bands.{seat}", which, budget, content)
        characters += made
        both.append(members)
        figures += [Figure(state=one.state or "vigilant") for one in band]
    wrong = cards.shared(both, options.boxes or 2)
    if wrong is not None:
        raise RuleBroken(wrong)
    board = _board(form, content)
    free = sum(letter != BLOCKING for letter in board.terrain)
    if free < len(characters):
        raise InvalidInput("tiles", "There are fewer free squares than figures.")
    further = card_factory.cards_named("bands", content, characters)
    table = Table(board, tuple(characters), (budget, budget), (limit, limit), options, cards=further)
    return _state(table, tuple(figures))


def _state(table: Table, figures: tuple[Figure, ...]) -> State:
    characters = table.characters
    civilians = [any(c.band == n and "civilian" in c.traits for c in characters) for n in BANDS]
    dice = [Band(aside=INSPIRATION_DICE + civilian) for civilian in civilians]
    return State(table, figures, (dice[0], dice[1]), stage="first")


def _draft(form: DraftSetup, options: Options, content: Content, edition: int) -> State:
    """A game without an adventure, before the roll for player A (KAR-6)."""
    budget = form.budget or BUDGET
    if form.one_box is not None and options.boxes is not None and form.one_box != (options.boxes == 1):
        raise InvalidInput("draft.one_box", "This contradicts the option “boxes”.")
    draft = scenario_codec.offered(form, "draft", content, one_box=edition > 1 and options.boxes != 2)
    payable = [
        card
        for card in (candidate.card for candidate in draft.characters)
        if card.zeni <= budget and unfinished(card) is None
    ]
    enough = 2 if draft.one_box and (edition > 1 or all("unique" in card.traits for card in payable)) else 1
    if len(payable) < enough:
        raise InvalidInput("draft.characters", "There is no character here that both bands could recruit.")
    limit = options.losing_limit or max(1, default_limit(budget))
    table = Table(drafting.floor(draft), (), (budget, budget), (limit, limit), options)
    return State(table, (), (Band(aside=INSPIRATION_DICE), Band(aside=INSPIRATION_DICE)), stage="first", draft=draft)


def _band(
    forms: Sequence[MemberForm], path: str, which: BandId, budget: int, content: Content
) -> tuple[list[Character], list[cards.Member]]:
    members: list[cards.Member] = []
    made: list[Character] = []
    for n, one in enumerate(forms):
        at = f"{path}[{n}]"
        character = card_factory.character(f"{at}.card", content, one.card, which, f"{'ab'[which]}{n + 1}")
        equipment = None
        if one.equipment is not None:
            character = replace(character, equipment=card_factory.equipment(f"{at}.equipment", content, one.equipment))
            equipment = cards.equipment(content, one.equipment)
        members.append((cards.character(content, one.card), equipment))
        made.append(brought(character, one.honour, one.member, at))
    wrong = cards.band_refusals(members, budget)
    if wrong:
        raise RuleBroken(wrong[0])
    return made, members


def _board(form: ComposedForm, content: Content) -> Board:
    placed = []
    for n, one in enumerate(form.tiles[:4]):
        tile = card_factory.named(f"tiles[{n}].tile", partial(cards.tile, content, one.tile))
        placed.append((tile, one.turns or 0))
    if len(form.tiles) != 4:
        raise InvalidInput("tiles", "A board needs four tiles: NW, NE, SW, SE.")
    if len({len(tile.rows) for tile, _ in placed}) > 1:
        raise InvalidInput("tiles", "The four tiles do not have the same size.")
    plan = tiles.join([tiles.turned(tiles.plan(tile), turns) for tile, turns in placed])
    openings, doors = (scenario_codec.tokens_of(getattr(form, name), plan, name) for name in ("openings", "doors"))
    return board_of((tiles.with_tokens(plan, openings, doors),))


def quick(content: Content) -> Json:
    """Two ready bands on ready tiles: the first ready board, and its first two bands of budget 16."""
    ready = [record for _, record in content.every("band") if record["budget"] == 16][:2]
    board = next((record for _, record in content.every("board")), None)
    if len(ready) < 2 or board is None:
        raise InvalidInput("quick", "No pack contains two ready-made bands and a ready-made board.")
    return {
        "budget": 16,
        "bands": {seat: record["members"] for seat, record in zip(SEATS, ready, strict=True)},
        **{name: board[name] for name in ("tiles", "openings", "doors") if name in board},
    }
