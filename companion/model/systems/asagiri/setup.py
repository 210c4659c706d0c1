"""A new game: two bands, four tiles, the limits (SET-1, BND-1, END-1)."""

from __future__ import annotations

from typing import TypeAlias

from companion.model.core.contract import Content, Json
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput, RuleBroken

from . import bands, cards, casting, contest_codec, drafting, tiles
from .adventure import build
from .bands import unfinished
from .board import BLOCKING, Board, board_of
from .brought import FIELDS, begins, brought
from .characters import Character
from .dials import turned
from .drafting import INSPIRATION_DICE
from .limits import EDITION, default_limit
from .offers import BUDGET, MOST_MEMBERS
from .position_board import edges_of
from .position_reader import edition_of, options_of, stops_of
from .state import SEATS, Band, Figure, Options, State, Table, replace

Member: TypeAlias = dict[str, str | None]


def new(setup: Json, content: Content) -> State:
    """The state before the roll for player A; raises InvalidInput naming the field of `setup` at fault,
    RuleBroken for a band against the rules.
    """
    root = Reader(setup)
    if isinstance(setup, dict) and "dials" in setup:
        stops = stops_of(root["dials"])
        state = new({name: value for name, value in setup.items() if name != "dials"}, content)
        return replace(state, table=replace(state.table, dials=turned((), dict(stops))))
    edition = EDITION
    if isinstance(setup, dict) and "edition" in setup:
        edition = edition_of(root)
        setup = {name: value for name, value in setup.items() if name != "edition"}
    state = _new(setup, content, edition)
    return state if edition == EDITION else replace(state, table=replace(state.table, edition=edition))


def _new(setup: Json, content: Content, edition: int) -> State:
    root = Reader(setup)
    root.object(
        (),
        (
            "quick",
            "draft",
            "budget",
            "bands",
            "tiles",
            "openings",
            "doors",
            "limit",
            "options",
            "adventure",
            "before",
            "cast",
        ),
    )
    if "adventure" in root:
        return build.new(root, options_of(root["options"]), content)
    if "quick" in root:
        root.object(("quick",), ("options",))
        if not root["quick"].flag():
            raise root["quick"].fail("Only true is allowed here.")
        return _new(
            {**quick(content), **({"options": setup["options"]} if "options" in root else {})}, content, edition
        )
    if "draft" in root:
        root.object(("draft",), ("options",))
        return _draft(root["draft"], options_of(root["options"]), content, edition)
    root.object(("bands", "tiles"), ("budget", "limit", "options", "openings", "doors"))
    options = options_of(root["options"])
    budget = root["budget"].whole(1, 10_000) if "budget" in root else 16
    limit = root["limit"].whole(1) if "limit" in root else options.losing_limit or max(1, default_limit(budget))
    root["bands"].object(SEATS, ())
    characters: list[Character] = []
    figures: list[Figure] = []
    both: list[list[bands.Member]] = []
    for which, seat in enumerate(SEATS):
        made, members = _band(root["bands"][seat], which, budget, content)
        characters += made
        both.append(members)
        figures += [Figure(state=begins(item)) for item in root["bands"][seat].items(MOST_MEMBERS)]
    wrong = bands.shared(both, options.boxes or 2)
    if wrong is not None:
        raise RuleBroken(wrong)
    board = _board(root, content)
    free = sum(letter != BLOCKING for letter in board.terrain)
    if free < len(characters):
        raise root["tiles"].fail("There are fewer free squares than figures.")
    further = casting.cards_named("bands", content, characters)
    table = Table(board, tuple(characters), (budget, budget), (limit, limit), options, cards=further)
    return _state(table, tuple(figures))


def _state(table: Table, figures: tuple[Figure, ...]) -> State:
    characters = table.characters
    civilians = [any(c.band == n and "civilian" in c.traits for c in characters) for n in (0, 1)]
    dice = [Band(aside=INSPIRATION_DICE + civilian) for civilian in civilians]
    return State(table, figures, (dice[0], dice[1]), stage="first")


def _draft(reader: Reader, options: Options, content: Content, edition: int) -> State:
    """A game without an adventure, before the roll for player A (KAR-6)."""
    reader.object((), ("budget", "one_box", "characters", "equipment", "tiles", "scenarios"))
    budget = reader["budget"].whole(1, 10_000) if "budget" in reader else BUDGET
    if "one_box" in reader and options.boxes is not None and reader["one_box"].flag() != (options.boxes == 1):
        raise reader["one_box"].fail("This contradicts the option “boxes”.")
    draft = contest_codec.offered(reader, content, one_box=edition > 1 and options.boxes != 2)
    payable = [
        card
        for card in (candidate.card for candidate in draft.characters)
        if card.zeni <= budget and unfinished(card) is None
    ]
    enough = 2 if draft.one_box and (edition > 1 or all("unique" in card.traits for card in payable)) else 1
    if len(payable) < enough:
        raise reader["characters"].fail("There is no character here that both bands could recruit.")
    limit = options.losing_limit or max(1, default_limit(budget))
    table = Table(drafting.floor(draft), (), (budget, budget), (limit, limit), options)
    return State(table, (), (Band(aside=INSPIRATION_DICE), Band(aside=INSPIRATION_DICE)), stage="first", draft=draft)


def _band(reader: Reader, which: int, budget: int, content: Content) -> tuple[list[Character], list[bands.Member]]:
    members: list[bands.Member] = []
    made: list[Character] = []
    for n, item in enumerate(reader.items(MOST_MEMBERS)):
        item.object(("card",), ("equipment", *FIELDS))
        id = item["card"].text(100)
        character = casting.character(item["card"].path, content, id, which, f"{'ab'[which]}{n + 1}")
        equipment = None
        if "equipment" in item:
            wanted = item["equipment"].text(100)
            character = replace(character, equipment=casting.equipment(item["equipment"].path, content, wanted))
            equipment = cards.equipment(content, wanted)
        character = brought(item, character)
        members.append((cards.character(content, id), equipment))
        made.append(character)
    wrong = bands.refusals(members, budget)
    if wrong:
        raise RuleBroken(wrong[0])
    return made, members


def _board(root: Reader, content: Content) -> Board:
    reader, placed = root["tiles"], []
    for item in reader.items(4):
        item.object(("tile",), ("turns",))
        turns = item["turns"].whole(0, 3) if "turns" in item else 0
        try:
            tile = cards.tile(content, item["tile"].text(100))
        except InvalidInput as wrong:
            raise InvalidInput(item["tile"].path, wrong.why) from None
        placed.append((tile, turns))
    if len(placed) != 4:
        raise reader.fail("A board needs four tiles: NW, NE, SW, SE.")
    if len({len(tile.rows) for tile, _ in placed}) > 1:
        raise reader.fail("The four tiles do not have the same size.")
    plan = tiles.join([tiles.turned(tiles.plan(tile), turns) for tile, turns in placed])
    tokens = []
    for name in ("openings", "doors"):
        edges = edges_of(root[name], list(plan.rows))
        for edge in sorted(edges):
            fault = tiles.token_fault(plan, edge, closed=name == "doors")
            if fault is not None:
                raise InvalidInput(root[name].path, fault)
        tokens.append(edges)
    return board_of((tiles.with_tokens(plan, tokens[0], tokens[1]),))


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
