"""Positions: a whole state as JSON, and back. The page is `PROTOCOL.md`, "The Asagiri position"."""

from __future__ import annotations

from typing import get_args

import msgspec

from companion.model.core.contract import Choice, Content, Json, Roll
from companion.model.core.reading import Reader
from companion.model.core.words import Name
from companion.model.effects.tree import ELEMENTS, Effect, Node, Skill

from . import asking, cards, casting, contest_codec, drafting, frames
from .adventure import text as adventure_text
from .board import BLOCKING, FACINGS, MOST_SQUARES, Board, Coordinates, Edge, Plan, Stair, board_of
from .brought import brought
from .dials import DIALS, STOPS, Stops, is_known, turned
from .flow import end_of
from .limits import default_limit
from .offers import Draft
from .stack import Active, Began
from .state import (
    ALIGNMENTS,
    SEATS,
    Band,
    Character,
    Equipment,
    Figure,
    Lasting,
    Options,
    Profile,
    State,
    Table,
    replace,
)
from .terms import BEFORE, DRAFTING, Away, Condition, Stage
from .text import name_json, name_of, square_json


class Carried(Node, frozen=True):
    """An effect that goes on, as it is written."""

    effect: Effect


FORMAT = "okko-position/1"
STAGES: tuple[Stage, ...] = get_args(Stage)
CONDITIONS: tuple[Condition, ...] = get_args(Condition)
KAMI_ELEMENTS = tuple(element for element in ELEMENTS if element != "tori")
MOST_DICE = 24
"""Of one band; more than any rule gives, few enough to count."""
MOST_SIDE = 64
MOST_FLOORS = 8
MOST_STAIRS = 200
MOST_CHARACTERS = 64


# writing -----------------------------------------------------------------------------------------------------------


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    table = state.table
    floors = [_floor_json(plan) for plan in table.board.floors]
    written: dict[str, Json] = {
        "format": FORMAT,
        "system": "asagiri",
        "options": _options_json(table.options),
        **({"floors": floors} if table.several_floors else {"board": floors[0]}),
        "bands": {seat: _band_json(state, n) for n, seat in enumerate(SEATS)},
        "turn": state.turn,
        "phase": SEATS[state.phase],
        "active": _active_json(state),
        "stage": state.stage,
    }
    order = [character.id for character in table.characters]
    if order != [c["id"] for seat in SEATS for c in written["bands"][seat]["characters"]]:
        written["order"] = order
    if table.cards:
        written["cards"] = [_card_json(card) for card in table.cards]
    if table.contest is not None:
        written["contest"] = contest_codec.contest_json(table.contest)
    if state.draft is not None:
        written["draft"] = contest_codec.draft_json(state.draft)
    if state.side >= 0:
        written["side"] = FACINGS[state.side]
    if table.board.stairs:
        written["stairs"] = [[list(start), list(end)] for start, end in sorted(table.board.stairs)]
    if state.quest is not None:
        written |= adventure_text.encode(state)
    if table.dials:
        written["dials"] = dict(table.dials)
    if state.over and "victory" in table.off | table.asked:
        written["over"] = True
    if state.frames:
        written["frames"] = [frames.encode(state, frame) for frame in state.frames]
    return written


def _floor_json(plan: Plan) -> Json:
    def edges(found: frozenset[Edge]) -> Json:
        return [[[edge.column, edge.row], edge.side] for edge in sorted(found)]

    return {"rows": list(plan.rows), "walls": edges(plan.walls), "doors": edges(plan.doors)}


def _options_json(options: Options) -> Json:
    return {name: value for name, value in msgspec.structs.asdict(options).items() if value is not None}


def _band_json(state: State, which: int) -> Json:
    band, table = state.bands[which], state.table
    return {
        "budget": table.budgets[which],
        "limit": table.limits[which],
        "pool": list(band.pool),
        "aside": band.aside,
        "gone": band.gone,
        "lost": band.lost,
        **({"earned": band.earned} if band.earned else {}),
        "characters": [
            _character_json(state, n) for n, character in enumerate(table.characters) if character.band == which
        ],
    }


def _character_json(state: State, who: int) -> Json:
    character, figure = state.table.characters[who], state.figures[who]
    written: dict[str, Json] = {
        "id": character.id,
        **_card_json(character),
        "at": square_json(state, figure.at) if figure.at >= 0 else None,
        "facing": FACINGS[figure.facing],
        "state": figure.state,
        "reserve": figure.reserve,
        "activated": figure.activated,
    }
    if character.summoner is not None:
        written["summoner"] = character.summoner
    if figure.more:
        written["more"] = list(figure.more)
    if figure.lasting:
        written["lasting"] = [_lasting_json(state, found) for found in figure.lasting]
    if figure.used:
        written["used"] = list(figure.used)
    if character.equipment is not None:
        equipment = character.equipment
        written["equipment"] = equipment.id or {
            "name": name_json(equipment.name),
            "zeni": equipment.zeni,
            "single": equipment.single,
            "skills": [skill_json(skill) for skill in equipment.skills],
        }
    if figure.spent:
        written["spent"] = True
    if figure.away:
        written["away"] = figure.away
    if character.part:
        written["part"] = character.part
    if character.honour is not None:
        written["honour"] = character.honour
    if figure.honour_lost:
        written["honour_lost"] = True
    if character.member:
        written["member"] = character.member
    return written


def _card_json(character: Character) -> dict[str, Json]:
    written: dict[str, Json] = {
        "name": name_json(character.name),
        "zeni": character.zeni,
        "traits": sorted(character.traits),
        "profile": {"vigilant": _profile_json(character.vigilant), "shaken": _profile_json(character.shaken)},
        "alignment": character.alignment,
        "silhouette": character.silhouette,
    }
    if character.card is not None:
        written["card"] = character.card
    if character.kami is not None:
        written["kami"] = character.kami
    return written


def _lasting_json(state: State, lasting: Lasting) -> Json:
    return {
        "effect": msgspec.json.decode(msgspec.json.encode(lasting.effect)),
        "skill": lasting.skill,
        "source": state.table.characters[lasting.source].id,
        "left": lasting.left,
    }


def _profile_json(profile: Profile) -> Json:
    return {**msgspec.structs.asdict(profile), "skills": [skill_json(skill) for skill in profile.skills]}


def skill_json(skill: Skill) -> Json:
    """A skill as a tree: a saved position needs no pack to be read again."""
    return msgspec.json.decode(msgspec.json.encode(skill))


def _active_json(state: State) -> Json:
    active = state.active
    if active is None:
        return None
    written: dict[str, Json] = {
        "id": state.table.characters[active.who].id,
        "trail": [square_json(state, at) for at in active.trail],
        "points": active.points,
        "acted": active.acted,
        "moved": active.moved,
        "over": active.over,
    }
    if active.began is not None:
        written["began"] = {"in_zone": active.began.in_zone, "state": active.began.state}
        written["stepped"] = active.stepped
    if active.extra:
        written["extra"] = list(active.extra)
    return written


# reading -----------------------------------------------------------------------------------------------------------


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
        ),
    )
    root["format"].one_of((FORMAT,))
    root["system"].one_of(("asagiri",))
    options = options_of(root["options"])
    stage: Stage = root["stage"].one_of(STAGES) if "stage" in root else "activations"
    draft = contest_codec.draft_of(root["draft"], content) if "draft" in root else None
    if (stage in DRAFTING) != (draft is not None) and (draft is None or stage != "first"):
        raise root["stage"].fail("A game is put together in the stages {stages}.", stages=tuple(sorted(DRAFTING)))
    contest = contest_codec.contest_of(root["contest"], content) if "contest" in root else None
    board = _board(root) if draft is None else _laid_board(root, draft)
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
                raise item["at"].fail("Two figures stand on the same square.")
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
        known = tuple(_card(item.object(), -1, content, "card") for item in root["cards"].items(MOST_CHARACTERS))
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
        raise root["adventure"].fail("A game for zeni is no adventure.")
    adventure_text.check(root, state)
    if draft is not None:
        return _drafting(root, replace(state, draft=draft))
    state = replace(state, over=_over(root, state))
    if state.over:
        return state
    if "active" in root:
        if stage != "activations":
            raise root["active"].fail("A figure is active only among the activations.")
        state = _active(root["active"], state, several)
    if "frames" in root:
        stack = tuple(frames.decode(item, state, content) for item in root["frames"].items(100))
        state = replace(state, frames=stack)
        if stack and not frames.top_asks(state):
            raise root["frames"].fail("This position waits for no answer.")
    return state


def _over(root: Reader, state: State) -> bool:
    """Whether the game is over; where a table ends it by hand, or is asked, it says so."""
    won = end_of(state) is not None
    if "victory" not in state.table.off | state.table.asked:
        if "over" in root:
            raise root["over"].fail("This field is not known.")
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
            raise reader[id].fail("There is no automatic thing, and no rule, called “{id}”.", id=id[:40])
        found.append((id, reader[id].one_of(STOPS if id in DIALS else ("off", "remind"))))
    return tuple(sorted(found))


def _order(reader: Reader, characters: list[Character]) -> list[int]:
    """The order in which the figures of both bands came into play."""
    places = {character.id: n for n, character in enumerate(characters)}
    order = [item.text() for item in reader.items(2 * MOST_CHARACTERS)]
    if sorted(order) != sorted(places):
        raise reader.fail("Every character is named once here.")
    return [places[id] for id in order]


def _lasting(reader: Reader, state: State) -> Lasting:
    reader.object(("effect", "skill", "source", "left"), ())
    tree = reader["effect"].object().value
    effect = cards.converted({"effect": tree}, Carried, reader.path).effect
    return Lasting(effect, reader["skill"].text(), character_at(reader["source"], state), reader["left"].whole(-1, 99))


def _laid_board(root: Reader, draft: Draft) -> Board:
    """The board as far as tiles are laid; one that is written must be the same."""
    board = drafting.floor(draft)
    if "floors" in root:
        raise root["floors"].fail("This field is not known.")
    if "board" in root and board_of((_plan(root["board"]),)) != board:
        raise root["board"].fail("This is not the board of the tiles laid.")
    return board


def _drafting(root: Reader, state: State) -> State:
    """A game being put together must wait for an answer."""
    for name in ("active", "frames"):
        if name in root:
            raise root[name].fail("The game is still being put together.")
    asked = asking.pending(state)
    if not (asked.options if isinstance(asked, Choice) else isinstance(asked, Roll) and asked.dice[0].kind.faces):
        raise root["draft"].fail("This position waits for no answer.")
    return state


def _room(root: Reader, state: State) -> None:
    waiting = sum(figure.at < 0 and figure.state != "disabled" and not figure.away for figure in state.figures)
    board = state.table.board
    free = sum(letter != BLOCKING for n, letter in enumerate(board.terrain) if not state.occupied() >> n & 1)
    if not waiting:
        raise root["stage"].fail("Every figure stands on the board already.")
    if waiting > free:
        raise root["board"].fail("There are fewer free squares than figures.")


def _board(root: Reader) -> Board:
    if ("board" in root) == ("floors" in root):
        raise root["board"].fail("A position has either a board or floors.")
    readers = list(root["floors"].items(MOST_FLOORS)) if "floors" in root else [root["board"]]
    plans = tuple(_plan(reader) for reader in readers)
    if sum(len(row) for plan in plans for row in plan.rows) > MOST_SQUARES:
        raise root["floors"].fail("A board has {most} squares at most.", most=MOST_SQUARES)
    board = board_of(plans, _stairs(root["stairs"]))
    if not board.squares:
        raise (
            readers[0]["rows"].fail("There is no square on this board.")
            if readers
            else root["floors"].fail("There is no square on this board.")
        )
    return board


def _stairs(reader: Reader) -> frozenset[Stair]:
    """MOV-9: pairs of squares, from where to where."""
    found = set()
    for item in reader.items(MOST_STAIRS) if reader.value is not None else ():
        pair = [coordinates(end) for end in item.items(2)]
        if len(pair) != 2 or pair[0][2] == pair[1][2]:
            raise item.fail("Stairs join two squares of different floors.")
        found.add((pair[0], pair[1]))
    return frozenset(found)


def coordinates(reader: Reader) -> Coordinates:
    """``[column, row, floor]``."""
    parts = [part.whole(0, MOST_SIDE) for part in reader.items(3)]
    if len(parts) != 3:
        raise reader.fail("A square is written [column, row, floor] where there are floors, else [column, row].")
    return parts[0], parts[1], parts[2]


def _plan(reader: Reader) -> Plan:
    reader.object(("rows",), ("walls", "doors"))
    rows = []
    for item in reader["rows"].items(MOST_SIDE):
        row = item.text(MOST_SIDE)
        if set(row) - set(".habs "):
            raise item.fail("A row is written with the letters . h a b s and spaces.")
        rows.append(row)
    if rows and len({len(row) for row in rows}) > 1:
        raise reader["rows"].fail("The rows are not equally long.")
    return Plan(tuple(rows), edges_of(reader["walls"], rows), edges_of(reader["doors"], rows))


def edges_of(reader: Reader, rows: list[str]) -> frozenset[Edge]:
    """Walls or doors: ``[[column, row], "E" | "S"]``, those on the board's edge included."""
    found = set()
    if reader.value is not None:
        for item in reader.items(4 * MOST_SIDE * MOST_SIDE):
            pair = list(item.items(2))
            if len(pair) != 2:
                raise item.fail('A wall is written [[column, row], "E" or "S"].')
            where = list(pair[0].items(2))
            if len(where) != 2:
                raise pair[0].fail("A square is written [column, row].")
            column, row = (part.whole(0) for part in where)
            if row >= len(rows) or column >= len(rows[row]):
                raise pair[0].fail("There is no square here.")
            found.add(Edge(column, row, pair[1].one_of(("E", "S"))))
    return frozenset(found)


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
    if "enforcement" in reader:
        found = replace(found, enforcement=reader["enforcement"].one_of(("track", "assist", "enforce")))
    return found


def square_at(reader: Reader, board: Board, several: bool) -> int:
    """A square of the board, ``[column, row]`` or ``[column, row, floor]``."""
    parts = [item.whole(0) for item in reader.items(3)]
    if len(parts) != (3 if several else 2):
        raise reader.fail("A square is written [column, row, floor] where there are floors, else [column, row].")
    found = board.index.get((parts[0], parts[1], parts[2] if several else 0))
    if found is None:
        raise reader.fail("There is no square {square} on this board.", square=str(parts))
    return found


_BAND = ("budget", "limit", "pool", "aside", "gone", "lost", "earned")


def _band(reader: Reader, in_reserve: int) -> Band:
    pool = tuple(item.one_of(ELEMENTS) for item in reader["pool"].items(MOST_DICE)) if "pool" in reader else ()
    aside = reader["aside"].whole(0, MOST_DICE) if "aside" in reader else 0
    if len(pool) + aside + in_reserve > MOST_DICE:
        raise reader["aside"].fail("A band has at most {most} dice.", most=MOST_DICE)
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
    character = _card(reader, band, content, reader["id"].text(40))
    if "summoner" in reader:
        if character.kami is None:
            raise reader["summoner"].fail("Only a Kami has a summoner.")
        character = replace(character, summoner=reader["summoner"].text(40))
    character = brought(reader, character)
    state: Condition = reader["state"].one_of(CONDITIONS) if "state" in reader else "vigilant"
    at = square_at(reader["at"], board, several) if "at" in reader else -1
    if at >= 0 and board.terrain[at] == BLOCKING:
        raise reader["at"].fail("No figure can stand on a blocking square.")
    if state == "disabled" and at >= 0:
        raise reader["at"].fail("A disabled character stands on no square.")
    away: Away = reader["away"].one_of(get_args(Away)) if "away" in reader else ""
    if away and (at >= 0 or state == "disabled"):
        raise reader["away"].fail("A figure is on the board, or disabled, or away.")
    if at < 0 and state != "disabled" and not away and stage not in BEFORE:
        raise reader["at"].fail("Only a disabled character stands on no square.")
    facing = FACINGS.index(reader["facing"].one_of(FACINGS)) if "facing" in reader else -1
    if facing < 0 and at >= 0:
        raise reader["facing"].fail("This field is missing.")
    reserve = reader["reserve"].one_of(ELEMENTS) if "reserve" in reader else None
    if reserve is not None and (state == "disabled" or away):
        raise reader["reserve"].fail("A disabled character keeps no die in reserve.")
    if character.kami is not None and (state == "shaken" or reserve is not None):
        wrong = reader["reserve"] if reserve is not None else reader["state"]
        raise wrong.fail("A Kami has no shaken side and keeps no die in reserve.")
    activated = reader["activated"].flag() if "activated" in reader else False
    lost = reader["honour_lost"].flag() if "honour_lost" in reader else False
    if lost and character.honour is None:
        raise reader["honour_lost"].fail("It has no honour that could be lost.")
    used = tuple(item.text() for item in reader["used"].items(64)) if "used" in reader else ()
    spent = reader["spent"].flag() if "spent" in reader else False
    more = tuple(item.one_of(ELEMENTS) for item in reader["more"].items(10)) if "more" in reader else ()
    if more and reserve is None:
        raise reader["more"].fail("There is no first die in reserve.")
    return character, Figure(at, max(facing, 0), state, reserve, activated, used, spent, more, away=away,
                             honour_lost=lost)  # fmt: skip


def _card(reader: Reader, band: int, content: Content, id: str) -> Character:
    if not id or not all(letter.isalnum() or letter in "_.-" for letter in id):
        raise reader["id"].fail("An id is made of letters, digits and _ . -")
    profile = reader["profile"]
    if isinstance(profile.value, str):
        made = _from_pack(profile, content, band, id)
    else:
        profile.object(("vigilant", "shaken"), ())
        made = Character(
            id, band, Name.of(id), _profile(profile["vigilant"], content), _profile(profile["shaken"], content), 0
        )
        if "zeni" not in reader and "kami" not in reader:
            raise reader["zeni"].fail("This field is missing.")
    if "name" in reader:
        made = replace(made, name=name_of(reader["name"]))
    if "zeni" in reader:
        made = replace(made, zeni=reader["zeni"].whole(0, 1000))
    if "traits" in reader:
        made = replace(made, traits=frozenset(item.text(40) for item in reader["traits"].items(20)))
    if "alignment" in reader:
        made = replace(made, alignment=reader["alignment"].one_of(ALIGNMENTS))
    if "silhouette" in reader:
        made = replace(made, silhouette=reader["silhouette"].text(40))
    if "card" in reader:
        made = replace(made, card=reader["card"].text(100))
    if "part" in reader:
        made = replace(made, part=reader["part"].text(60))
    if "equipment" in reader:
        made = replace(made, equipment=_equipment(reader["equipment"], content))
    if "kami" in reader:
        element = reader["kami"].one_of(KAMI_ELEMENTS)
        made = replace(made, kami=element, traits=made.traits | {casting.KAMI})
    return made


def _from_pack(profile: Reader, content: Content, band: int, id: str) -> Character:
    """The character or the Kami whose card is named."""
    name = profile.text(100)
    if content.find("kami", name) is not None:
        return replace(casting.kami(profile.path, content, name), band=band, id=id)
    return casting.character(profile.path, content, name, band, id)


def _equipment(reader: Reader, content: Content) -> Equipment:
    if isinstance(reader.value, str):
        return casting.equipment(reader.path, content, reader.text(100))
    reader.object(("name", "zeni"), ("single", "skills"))
    single = reader["single"].flag() if "single" in reader else False
    return Equipment(None, name_of(reader["name"]), reader["zeni"].whole(0, 1000), single, _skills(reader, content))


def _profile(reader: Reader, content: Content) -> Profile:
    reader.object(("attack", "defense", "movement", "willpower"), ("skills",))
    attack, defense, movement, willpower = (
        reader[stat].whole(0, 99) for stat in ("attack", "defense", "movement", "willpower")
    )
    return Profile(attack, defense, movement, willpower, _skills(reader, content))


def _skills(reader: Reader, content: Content) -> tuple[Skill, ...]:
    if "skills" not in reader:
        return ()
    return tuple(skill_of(item, content) for item in reader["skills"].items(20))


def skill_of(reader: Reader, content: Content) -> Skill:
    """A skill: the id of a pack's, or a tree of the effect language."""
    if isinstance(reader.value, str):
        return casting.skill(reader.path, content, reader.text(100))
    return casting.skill_tree(reader.path, reader.object().value)


def _active(reader: Reader, state: State, several: bool) -> State:
    reader.object(("id",), ("trail", "points", "acted", "moved", "over", "began", "stepped", "extra"))
    who = character_at(reader["id"], state)
    figure = state.figures[who]
    if state.band_of(who) != state.phase or figure.at < 0:
        raise reader["id"].fail("Only a figure on the board of the phase's player is active.")
    board = state.table.board
    trail = (
        tuple(square_at(item, board, several) for item in reader["trail"].items(10_000))
        if "trail" in reader
        else (figure.at,)
    )
    if not trail:
        raise reader["trail"].fail("The trail holds at least the square where the activation began.")
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
    return replace(state, active=Active(who, trail, points, acted, moved, over, stepped, began, extra))


def character_at(reader: Reader, state: State) -> int:
    """The figure with the id written here."""
    id = reader.text()
    for n, character in enumerate(state.table.characters):
        if character.id == id:
            return n
    raise reader.fail("There is no character “{id}” in this game.", id=id)
