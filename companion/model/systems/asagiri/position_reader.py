"""A position of PROTOCOL.md read: every fault is told with its place (`Reader`).

The board is read in `position_board`, cards in `position_cards`.
"""

from __future__ import annotations

from typing import get_args

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.nodes import Node
from companion.model.core.reading import Reader

from . import asking, cards, casting, contest_codec, drafting, frames
from .adventure import text as adventure_text
from .board import BLOCKING, FACINGS, Board, board_of
from .brought import brought
from .characters import Character
from .dials import DIALS, STOPS, Stops, is_known, turned
from .flow import Flow, end_of
from .language.vocabulary import ELEMENTS
from .limits import EDITION, default_limit
from .offers import Draft
from .position import FORMAT
from .position_board import character_at, read_board, read_plan, square_at
from .position_cards import read_card
from .settling import settle
from .skills.operations import AnyEffect
from .stack import Active, Began
from .state import SEATS, Band, Figure, Lasting, Options, State, Table, replace
from .terms import BEFORE, DRAFTING, Away, Condition, Stage
from .touching import movement_points


class Carried(Node, frozen=True):
    """An effect that goes on, as it is written."""

    effect: AnyEffect


STAGES: tuple[Stage, ...] = get_args(Stage)


CONDITIONS: tuple[Condition, ...] = get_args(Condition)


MOST_DICE = 24
"""Of one band; more than any rule gives, few enough to count."""


MOST_CHARACTERS = 64


def decode(position: Json, content: Content) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    root = Reader(position).object(
        ("format", "system", "bands", "turn", "phase"),
        (
            "options",
            "board",
            "floors",
            "active",
            "stage",
            "side",
            "frames",
            "order",
            "cards",
            "contest",
            "draft",
            "stairs",
            "adventure",
            "quest",
            "dials",
            "over",
            "edition",
        ),
    )
    root["format"].one_of((FORMAT,))
    root["system"].one_of(("asagiri",))
    options = options_of(root["options"])
    stage: Stage = root["stage"].one_of(STAGES) if "stage" in root else "activations"
    draft = contest_codec.draft_of(root["draft"], content) if "draft" in root else None
    if (stage in DRAFTING) != (draft is not None) and (draft is None or stage != "first"):
        raise root["stage"].fail("A game is set up in the stages {stages}.", stages=tuple(sorted(DRAFTING)))
    contest = contest_codec.contest_of(root["contest"], content) if "contest" in root else None
    board = read_board(root) if draft is None else _laid_board(root, draft)
    several = "floors" in root
    bands, limits, budgets = [], [], []
    characters: list[Character] = []
    figures: list[Figure] = []
    lasting: list[Reader] = []
    whose: list[Reader] = []
    root["bands"].object(SEATS, ())
    for which, seat in enumerate(SEATS):
        reader = root["bands"][seat].object(("characters",), _BAND)
        budget = reader["budget"].whole() if "budget" in reader else 16
        budgets.append(budget)
        losing = options.losing_limit if options.losing_limit is not None else default_limit(budget)
        limits.append(reader["limit"].whole(1) if "limit" in reader else max(1, losing))
        for item in reader["characters"].items(MOST_CHARACTERS):
            character, figure = _character(item, which, board, several, stage, content)
            if any(character.id == known.id for known in characters):
                raise item["id"].fail("Two characters have the id “{id}”.", id=character.id)
            if figure.at >= 0 and any(figure.at == known.at for known in figures):
                raise item["at"].fail("Two figures are on the same square.")
            characters.append(character)
            figures.append(figure)
            lasting.append(item["lasting"])
            whose.append(item["summoner"])
        bands.append(_band(reader, sum(len(f.kept) for f, c in zip(figures, characters, strict=True)
                                       if c.band == which)))  # fmt: skip
    for n, character in enumerate(characters):
        if character.summoner is not None and all(character.summoner != known.id for known in characters):
            raise whose[n].fail("There is no character “{id}” in this game.", id=character.summoner)
    if "order" in root:
        places = _order(root["order"], characters)
        characters, figures = [characters[n] for n in places], [figures[n] for n in places]
        lasting = [lasting[n] for n in places]
    if draft is not None:
        known: tuple[Character, ...] = ()
    elif "cards" in root:
        known = tuple(read_card(item.object(), -1, content, "card") for item in root["cards"].items(MOST_CHARACTERS))
    else:
        known = casting.cards_named("bands", content, characters)
    table = Table(
        board,
        tuple(characters),
        (budgets[0], budgets[1]),
        (limits[0], limits[1]),
        options,
        several_floors=several,
        cards=known,
        contest=contest,
        dials=turned((), dict(stops_of(root["dials"]))) if "dials" in root else (),
        edition=edition_of(root),
    )
    quest = None
    if "adventure" in root:
        table, quest = adventure_text.decode(root, table, tuple(figures))
    phase = SEATS.index(root["phase"].one_of(SEATS))
    side = FACINGS.index(root["side"].one_of(FACINGS)) if "side" in root else -1
    if stage == "deploy" and side < 0 and table.adventure is None:
        raise root["side"].fail("This field is missing.")
    state = State(table, tuple(figures), (bands[0], bands[1]), root["turn"].whole(1), phase, stage, side)
    state = replace(state, quest=quest)
    if stage == "deploy":
        _room(root, state)
    for who, item in enumerate(lasting):
        if item.value is not None:
            found = tuple(_lasting(each, state) for each in item.items(64))
            state = state.with_figure(who, replace(state.figures[who], lasting=found))
    if quest is not None and (draft is not None or contest is not None):
        raise root["adventure"].fail("A game for zeni cannot be an adventure.")
    adventure_text.check(root, state)
    if draft is not None:
        return _drafting(root, replace(state, draft=draft))
    state = replace(state, over=_over(root, state))
    if state.over:
        return state
    if "active" in root:
        if stage != "activations":
            raise root["active"].fail("A figure can only be active during the activations.")
        state = _active(root["active"], state, several)
    if "frames" in root:
        stack = tuple(frames.decode(item, state, content) for item in root["frames"].items(100))
        state = replace(state, frames=stack)
        if stack and not frames.top_asks(state):
            raise root["frames"].fail("This position does not wait for an answer.")
    if stage != "roll":
        return state
    flow = Flow(state)
    settle(flow)  # every die may lie in reserve: then nothing is rolled
    return flow.state


def _over(root: Reader, state: State) -> bool:
    """Whether the game is over; where a table ends it by hand, or is asked, it says so."""
    won = end_of(state) is not None
    if "victory" not in state.table.off | state.table.asked:
        if "over" in root:
            raise root["over"].fail("This field is unknown.")
        return won
    over = root["over"].flag() if "over" in root else False
    if over and not won:
        raise root["over"].fail("Nobody has won yet.")
    return over


def stops_of(reader: Reader) -> Stops:
    """Dials and rules with how they are set; raises InvalidInput for one that is not known."""
    found = []
    for id in reader.object((), None).value:
        if not is_known(id):
            raise reader[id].fail("There is no automatic step or rule “{id}”.", id=id[:40])
        found.append((id, reader[id].one_of(STOPS if id in DIALS else ("off", "remind"))))
    return tuple(sorted(found))


def _order(reader: Reader, characters: list[Character]) -> list[int]:
    """The order in which the figures of both bands came into play."""
    places = {character.id: n for n, character in enumerate(characters)}
    order = [item.text() for item in reader.items(2 * MOST_CHARACTERS)]
    if sorted(order) != sorted(places):
        raise reader.fail("Each character must appear once here.")
    return [places[id] for id in order]


def _lasting(reader: Reader, state: State) -> Lasting:
    reader.object(("effect", "skill", "source", "left"), ())
    tree = reader["effect"].object().value
    effect = cards.converted({"effect": tree}, Carried, reader.path).effect
    return Lasting(
        effect, reader["skill"].text(), character_at(reader["source"], state), reader["left"].whole(-102, 99)
    )


def _laid_board(root: Reader, draft: Draft) -> Board:
    """The board as far as tiles are laid; one that is written must be the same."""
    board = drafting.floor(draft)
    if "floors" in root:
        raise root["floors"].fail("This field is unknown.")
    if "board" in root and board_of((read_plan(root["board"]),)) != board:
        raise root["board"].fail("This board does not match the tiles.")
    return board


def _drafting(root: Reader, state: State) -> State:
    """A game being put together must wait for an answer."""
    for name in ("active", "frames"):
        if name in root:
            raise root[name].fail("The game is still being set up.")
    asked = asking.pending(state)
    if not (asked.options if isinstance(asked, Choice) else isinstance(asked, Roll) and asked.dice[0].kind.faces):
        raise root["draft"].fail("This position does not wait for an answer.")
    return state


def _room(root: Reader, state: State) -> None:
    waiting = sum(figure.at < 0 and figure.state != "disabled" and not figure.away for figure in state.figures)
    board = state.table.board
    free = sum(letter != BLOCKING for n, letter in enumerate(board.terrain) if not state.occupied() >> n & 1)
    if not waiting:
        raise root["stage"].fail("All figures are already on the board.")
    if waiting > free:
        raise root["board"].fail("There are fewer free squares than figures.")


def options_of(reader: Reader) -> Options:
    """Table options; all of them may be left out."""
    if reader.value is None:
        return Options()
    reader.object((), Options.__struct_fields__)
    found = Options()
    if "range_metric" in reader:
        found = replace(found, range_metric=reader["range_metric"].one_of(("chebyshev", "taxicab")))
    if "turning_in_zone_shakes" in reader:
        found = replace(found, turning_in_zone_shakes=reader["turning_in_zone_shakes"].flag())
    if "losing_limit" in reader:
        found = replace(found, losing_limit=reader["losing_limit"].whole(1))
    if "dice_entry" in reader:
        found = replace(found, dice_entry=reader["dice_entry"].one_of(("virtual", "typed", "ask")))
    if "boxes" in reader:
        found = replace(found, boxes=1 if reader["boxes"].whole(1, 2) == 1 else 2)
    if "tie_break" in reader:
        found = replace(found, tie_break=reader["tie_break"].flag() or None)
    if "disabled_lose_equipment" in reader:
        found = replace(found, disabled_lose_equipment=reader["disabled_lose_equipment"].flag() or None)
    if "enforcement" in reader:
        found = replace(found, enforcement=reader["enforcement"].one_of(("track", "assist", "enforce")))
    return found


def edition_of(root: Reader) -> int:
    """The rules that a set-up or a position is played by; nothing said: today's."""
    return root["edition"].whole(1, EDITION) if "edition" in root else EDITION


_BAND = ("budget", "limit", "pool", "aside", "gone", "lost", "earned")


def _band(reader: Reader, in_reserve: int) -> Band:
    pool = tuple(item.one_of(ELEMENTS) for item in reader["pool"].items(MOST_DICE)) if "pool" in reader else ()
    aside = reader["aside"].whole(0, MOST_DICE) if "aside" in reader else 0
    if len(pool) + aside + in_reserve > MOST_DICE:
        raise reader["aside"].fail("A band can have at most {most} dice.", most=MOST_DICE)
    gone = reader["gone"].whole(0, MOST_DICE) if "gone" in reader else 0
    lost, earned = (reader[name].whole() if name in reader else 0 for name in ("lost", "earned"))
    return Band(pool, aside, gone, lost, earned)


_CHARACTER = ("name", "at", "facing", "state", "reserve", "activated", "zeni", "traits", "profile", "used",
              "equipment", "spent", "card", "alignment", "silhouette", "honour", "kami", "summoner", "more",
              "lasting", "away", "part", "honour_lost", "member")  # fmt: skip


def _character(
    reader: Reader, band: int, board: Board, several: bool, stage: str, content: Content
) -> tuple[Character, Figure]:
    reader.object(("id", "profile"), _CHARACTER)
    character = read_card(reader, band, content, reader["id"].text(40))
    if "summoner" in reader:
        if character.kami is None:
            raise reader["summoner"].fail("Only a Kami can have a summoner.")
        character = replace(character, summoner=reader["summoner"].text(40))
    character = brought(reader, character)
    state: Condition = reader["state"].one_of(CONDITIONS) if "state" in reader else "vigilant"
    at = square_at(reader["at"], board, several) if "at" in reader else -1
    if at >= 0 and board.terrain[at] == BLOCKING:
        raise reader["at"].fail("A figure cannot be on a blocking square.")
    if state == "disabled" and at >= 0:
        raise reader["at"].fail("A disabled character cannot be on a square.")
    away: Away = reader["away"].one_of(get_args(Away)) if "away" in reader else ""
    if away and (at >= 0 or state == "disabled"):
        raise reader["away"].fail("A figure is on the board, disabled or away.")
    if at < 0 and state != "disabled" and not away and stage not in BEFORE:
        raise reader["at"].fail("Only a disabled character can be off the board.")
    facing = FACINGS.index(reader["facing"].one_of(FACINGS)) if "facing" in reader else -1
    if facing < 0 and at >= 0:
        raise reader["facing"].fail("This field is missing.")
    reserve = reader["reserve"].one_of(ELEMENTS) if "reserve" in reader else None
    if reserve is not None and (state == "disabled" or away):
        raise reader["reserve"].fail("A disabled character cannot keep a die in reserve.")
    if character.kami is not None and (state == "shaken" or reserve is not None):
        wrong = reader["reserve"] if reserve is not None else reader["state"]
        raise wrong.fail("A Kami has no shaken side and keeps no die in reserve.")
    activated = reader["activated"].flag() if "activated" in reader else False
    lost = reader["honour_lost"].flag() if "honour_lost" in reader else False
    if lost and character.honour is None:
        raise reader["honour_lost"].fail("This character has no honour to lose.")
    used = tuple(item.text() for item in reader["used"].items(64)) if "used" in reader else ()
    spent = reader["spent"].flag() if "spent" in reader else False
    more = tuple(item.one_of(ELEMENTS) for item in reader["more"].items(10)) if "more" in reader else ()
    if more and reserve is None:
        raise reader["more"].fail("There is no other die in reserve.")
    return character, Figure(at, max(facing, 0), state, reserve, activated, used, spent, more, away=away,
                             honour_lost=lost)  # fmt: skip


def _active(reader: Reader, state: State, several: bool) -> State:
    reader.object(("id",), ("trail", "points", "acted", "moved", "over", "began", "stepped", "extra", "brought"))
    who = character_at(reader["id"], state)
    figure = state.figures[who]
    if state.band_of(who) != state.phase or figure.at < 0:
        raise reader["id"].fail("Only a figure of the player whose phase it is, on the board, can be active.")
    board = state.table.board
    trail = (
        tuple(square_at(item, board, several) for item in reader["trail"].items(10_000))
        if "trail" in reader
        else (figure.at,)
    )
    if not trail:
        raise reader["trail"].fail("The trail must contain at least the square where the activation began.")
    points = reader["points"].whole(0, 10_000) if "points" in reader else state.face(who).movement
    acted, moved, over = (reader[key].flag() if key in reader else False for key in ("acted", "moved", "over"))
    stepped = reader["stepped"].flag() if "stepped" in reader else moved and len(trail) > 1
    began = None
    if moved:
        began = Began(bool(state.zone_against(state.phase) >> trail[0] & 1), figure.state)
    if "began" in reader:
        given = reader["began"].object(("in_zone", "state"), ())
        began = Began(given["in_zone"].flag(), given["state"].one_of(("vigilant", "shaken")))
    if "over" not in reader:
        over = moved and stepped and state.in_enemy_zone(who)
    state = state.with_figure(who, replace(figure, activated=True))
    extra: tuple[str, ...] = ()
    if "extra" in reader:
        extra = tuple(item.one_of(("attack", "shot", "action", "movement")) for item in reader["extra"].items(20))
    brought = reader["brought"].flag() if "brought" in reader else False
    base = -1 if moved else movement_points(state, who)
    return replace(state, active=Active(who, trail, points, acted, moved, over, stepped, began, extra, brought, base))
