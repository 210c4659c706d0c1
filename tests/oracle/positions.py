"""Nasty but valid ``okko-position/1`` positions: ``random_position(rng)`` and hypothesis strategies.

Everything a loader may reasonably check holds: nobody shares a square or stands on blocking terrain, ids are
unique, each band has its four dice, ``lost`` is the worth of the disabled, an active character belongs to the
phase and its trail is a walk it could really have made.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from . import flow, rules
from .rules import Position, Table

Board = dict[str, Any]
Character = dict[str, Any]

ELEMENTS = ("fire", "water", "air", "earth", "tori")
DICE = 4
THEMES = ("open", "walls", "maze", "melee", "forest", "holes", "corridor", "big", "floors", "tiny")


# --- boards ---------------------------------------------------------------------------------------------


def random_board(
    rng: random.Random, columns: int, rows: int, wall: float, door: float, weights: dict[str, float]
) -> Board:
    """A board with each edge a wall or door with the given chance and terrain by weight."""
    letters, chances = list(weights), list(weights.values())
    text = ["".join(rng.choices(letters, chances, k=columns)) for _ in range(rows)]
    if not any(letter not in " b" for letter in "".join(text)):
        text[0] = "." + text[0][1:]
    walls: list[list[Any]] = []
    doors: list[list[Any]] = []
    for row in range(rows):
        for column in range(columns):
            for side in ("E", "S"):
                throw = rng.random()
                if throw < wall:
                    walls.append([[column, row], side])
                    if rng.random() < 0.05:
                        walls.append([[column, row], side])  # given twice: harmless
                elif throw < wall + door and not at_edge(text, column, row, side):
                    doors.append([[column, row], side])
    if rng.random() < 0.3:  # long straight walls: through corners and ending at corners
        for _ in range(rng.randint(1, 4)):
            walls += straight_wall(rng, columns, rows)
    rng.shuffle(walls)
    board: Board = {"rows": text, "walls": walls}
    if doors or rng.random() < 0.5:
        board["doors"] = doors
    return board


def at_edge(text: list[str], column: int, row: int, side: str) -> bool:
    """Whether the edge has no square on one of its sides (a door needs two)."""
    dx, dy = rules.AHEAD[side]
    beyond, below = column + dx, row + dy
    if below >= len(text) or beyond >= len(text[0]):
        return True
    return text[row][column] == " " or text[below][beyond] == " "


def straight_wall(rng: random.Random, columns: int, rows: int) -> list[list[Any]]:
    """A straight wall of some length along a line of the grid."""
    if rng.random() < 0.5:
        column, first, last = rng.randrange(columns), rng.randrange(rows), rng.randrange(rows)
        return [[[column, row], "E"] for row in range(min(first, last), max(first, last) + 1)]
    row, first, last = rng.randrange(rows), rng.randrange(columns), rng.randrange(columns)
    return [[[column, row], "S"] for column in range(min(first, last), max(first, last) + 1)]


def boards_for(rng: random.Random, theme: str) -> list[Board]:
    """The floors of a position of this theme."""
    plain = {".": 1.0}
    mixed = {".": 6.0, "h": 1.5, "a": 1.0, "b": 1.2, "s": 0.3}
    if theme == "open":
        return [random_board(rng, rng.randint(3, 12), rng.randint(3, 12), 0.02, 0.01, mixed)]
    if theme == "walls":
        return [random_board(rng, rng.randint(2, 10), rng.randint(2, 10), rng.uniform(0.1, 0.3), 0.05, mixed)]
    if theme == "maze":
        terrain = rng.choice([plain, mixed])
        return [random_board(rng, rng.randint(2, 9), rng.randint(2, 9), rng.uniform(0.3, 0.6), 0.1, terrain)]
    if theme == "melee":
        terrain = rng.choice([plain, {".": 5.0, "h": 1.0, "a": 0.5, "b": 1.0}])
        return [random_board(rng, rng.randint(3, 6), rng.randint(3, 6), rng.choice([0, 0.1, 0.2]), 0.03, terrain)]
    if theme == "forest":
        terrain = {".": 2.0, "h": 4.0, "a": 1.0, "b": 0.5, "s": 0.1}
        return [random_board(rng, rng.randint(3, 12), rng.randint(3, 12), rng.choice([0, 0.08]), 0.02, terrain)]
    if theme == "holes":
        terrain = {**mixed, " ": rng.uniform(1.0, 6.0)}
        return [random_board(rng, rng.randint(2, 10), rng.randint(2, 10), rng.choice([0, 0.15]), 0.04, terrain)]
    if theme == "corridor":
        long, wide = rng.randint(2, 24), rng.choice([1, 1, 2])
        columns, rows = (long, wide) if rng.random() < 0.5 else (wide, long)
        return [random_board(rng, columns, rows, rng.choice([0, 0.1, 0.2]), 0.05, mixed)]
    if theme == "big":
        side = rng.choice([16, 18, 20, 24])
        return [random_board(rng, side, rng.choice([side, 24]), rng.choice([0.02, 0.1, 0.2]), 0.02, mixed)]
    if theme == "floors":
        same = (rng.randint(2, 8), rng.randint(2, 8))
        floors = []
        for _ in range(rng.randint(1, 3)):
            columns, rows = same if rng.random() < 0.7 else (rng.randint(1, 8), rng.randint(1, 8))
            terrain = rng.choice([mixed, {**mixed, " ": 2.0}])
            floors.append(random_board(rng, columns, rows, rng.choice([0.05, 0.2]), 0.05, terrain))
        return floors
    assert theme == "tiny"
    columns, rows = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
    return [random_board(rng, columns, rows, rng.choice([0, 0.2, 0.4]), 0.1, rng.choice([plain, mixed]))]


def standing_room(boards: list[Board], several: bool) -> list[list[int]]:
    """Every square a figure may stand on."""
    return [
        [column, row, floor] if several else [column, row]
        for floor, board in enumerate(boards)
        for row, text in enumerate(board["rows"])
        for column, letter in enumerate(text)
        if letter not in " b"
    ]


# --- characters -----------------------------------------------------------------------------------------


def random_face(rng: random.Random) -> dict[str, Any]:
    """Four stats from 0 to 8, no skills."""
    face: dict[str, Any] = {name: rng.randint(0, 8) for name in ("attack", "defense", "movement", "willpower")}
    return {**face, "skills": []}


def character(
    who: str,
    at: list[int] | None,
    facing: str,
    state: str,
    faces: tuple[dict[str, Any], dict[str, Any]],
    zeni: int,
) -> Character:
    """A character as a position writes it, its profile inline."""
    return {
        "id": who,
        "name": who.upper(),
        "at": at,
        "facing": facing,
        "state": state,
        "reserve": None,
        "activated": False,
        "zeni": zeni,
        "traits": [],
        "profile": {"vigilant": faces[0], "shaken": faces[1]},
    }


def pick_squares(rng: random.Random, room: list[list[int]], count: int, crowded: bool) -> list[list[int]]:
    """Different squares, near each other when crowded."""
    if not crowded:
        return rng.sample(room, count)
    heart = rng.choice(room)
    order = sorted(
        room,
        key=lambda at: (
            at[2:] != heart[2:],
            max(abs(at[0] - heart[0]), abs(at[1] - heart[1])) + rng.choice([0, 0, 1, 2]),
            rng.random(),
        ),
    )
    chosen = order[:count]
    rng.shuffle(chosen)
    return chosen


def pay_dice(rng: random.Random, pos: Position) -> None:
    """Deal each band's four dice among reserves, pool and aside; ``lost`` as the disabled are worth."""
    for seat in ("A", "B"):
        band = pos["bands"][seat]
        left = DICE
        for person in band["characters"]:
            if left and person["at"] is not None and rng.random() < 0.2:
                person["reserve"] = rng.choice(ELEMENTS)
                left -= 1
        pool = rng.randint(0, left) if pos["phase"] == seat else 0
        band["pool"] = [rng.choice(ELEMENTS) for _ in range(pool)]
        band["aside"] = left - pool
        band["lost"] = sum(person["zeni"] for person in band["characters"] if person["state"] == "disabled")


def assemble(
    boards: list[Board], several: bool, options: dict[str, Any], bands: dict[str, list[Character]], phase: str
) -> Position:
    """A position with nobody active and no dice dealt."""
    pos: Position = {"format": "okko-position/1", "system": "asagiri", "options": options}
    if several:
        pos["floors"] = boards
    else:
        pos["board"] = boards[0]
    pos["bands"] = {
        seat: {
            "budget": 16,
            "limit": 12,
            "pool": [],
            "aside": DICE,
            "gone": 0,
            "lost": 0,
            "characters": people,
        }
        for seat, people in bands.items()
    }
    pos["turn"] = 1
    pos["phase"] = phase
    pos["active"] = None
    return pos


def random_options(rng: random.Random) -> dict[str, Any]:
    """Table options, left out now and then."""
    options: dict[str, Any] = {}
    if rng.random() < 0.6:
        options["range_metric"] = rng.choice(["chebyshev", "taxicab"])
    if rng.random() < 0.5:
        options["turning_in_zone_shakes"] = rng.random() < 0.5
    return options


def random_position(rng: random.Random, theme: str | None = None) -> Position:
    """A valid position drawn from ``rng`` alone; ``theme`` is one of ``THEMES``."""
    theme = theme or rng.choice(THEMES)
    boards = boards_for(rng, theme)
    several = theme == "floors"
    room = standing_room(boards, several)
    sizes = {seat: rng.randint(1, 6) for seat in ("A", "B")}
    standing = {seat: max(1, size - rng.choice([0, 0, 0, 1, 2])) for seat, size in sizes.items()}
    while sum(standing.values()) > len(room):
        fuller = max(standing, key=lambda seat: (standing[seat], seat))
        standing[fuller] -= 1
    crowded = theme == "melee" or rng.random() < 0.5
    squares = pick_squares(rng, room, sum(standing.values()), crowded)
    bands: dict[str, list[Character]] = {}
    for seat in ("A", "B"):
        people = []
        for number in range(1, sizes[seat] + 1):
            on_board = number <= standing[seat]
            state = rng.choice(["vigilant", "vigilant", "shaken"]) if on_board else "disabled"
            at = squares.pop() if on_board else None
            faces = (random_face(rng), random_face(rng))
            who = f"{seat.lower()}{number}"
            people.append(character(who, at, rng.choice(rules.FACINGS), state, faces, rng.randint(1, 2)))
        rng.shuffle(people)
        bands[seat] = people
    pos = assemble(boards, several, random_options(rng), bands, rng.choice("AB"))
    pos["turn"] = rng.randint(1, 9)
    for person in pos["bands"][pos["phase"]]["characters"]:
        person["activated"] = rng.random() < 0.3
    if rng.random() < 0.75 and not flow.finished(pos):
        activate(rng, pos)
    pay_dice(rng, pos)
    return pos


# --- an activation in progress --------------------------------------------------------------------------


def activate(rng: random.Random, pos: Position, who: str | None = None) -> None:
    """Make a character of the phase active and walk it about by the rules, in place."""
    table = Table(pos)
    able = [other for other in table.stands if table.band[other] == pos["phase"]]
    who = who or rng.choice(able)
    person = table.people[who]
    person["activated"] = True
    active: dict[str, Any] = {
        "id": who,
        "trail": [person["at"]],
        "points": rules.stat(person, "movement"),
        "acted": False,
        "moved": False,
    }
    pos["active"] = active
    if rng.random() < 0.2:  # it has acted first, and perhaps been forced back
        active["acted"] = True
        if rng.random() < 0.5:
            force_back(rng, pos)
        active["points"] = rules.stat(person, "movement")
    wander(rng, pos)


def force_back(rng: random.Random, pos: Position) -> None:
    """The active character, just beaten in its own attack, retreats if that does not disable it."""
    active = pos["active"]
    person = flow.person_of(pos, active["id"])
    squares = [
        square for square in rules.retreat(pos, active["id"]) if not (square["shaken"] and person["state"] == "shaken")
    ]
    if squares:
        square = rng.choice(squares)
        person["at"] = square["at"]
        person["state"] = "shaken" if square["shaken"] else person["state"]
        active["trail"].append(square["at"])


def wander(rng: random.Random, pos: Position) -> None:
    """Some random steps and turns of the active character, then perhaps an end of the movement."""
    active = pos["active"]
    person = flow.person_of(pos, active["id"])
    start = flow.began(pos)
    first = len(active["trail"])
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 5])):
        moves = flow.legal_movement_options(pos)
        if not moves:
            break
        steps = [move for move in moves if move["kind"] == "step"]
        move = rng.choice(steps if steps and rng.random() < 0.7 else moves)
        active["moved"] = True
        active["began"] = start
        if move["kind"] == "turn":
            active["points"] -= 1
            person["facing"] = move["facing"]
        else:
            active["points"] -= move["cost"]
            person["at"] = move["at"]
            active["trail"].append(move["at"])
            if Table(pos).square(move["at"]) in rules.enemy_zones(Table(pos), active["id"]):
                end_movement(pos, first)
                break
    if active["moved"] and not active.get("over") and rng.random() < 0.15:
        end_movement(pos, first)
    if active["moved"] and not active["acted"] and active.get("over") and rng.random() < 0.3:
        active["acted"] = True
    tell_less(rng, pos)


def end_movement(pos: Position, first: int) -> None:
    """The movement ends: MOV-8 is paid by whoever began vigilant in an enemy zone."""
    active = pos["active"]
    active["over"] = True
    start = active["began"]
    turning = pos["options"].get("turning_in_zone_shakes", False)
    if start["in_zone"] and start["state"] == "vigilant" and (turning or len(active["trail"]) > first):
        flow.person_of(pos, active["id"])["state"] = "shaken"


def tell_less(rng: random.Random, pos: Position) -> None:
    """Leave out ``over`` and ``began`` where they follow from the rest, sometimes; else say both."""
    active = pos["active"]
    said = (flow.over(pos), flow.began(pos))
    plain = not (active["acted"] and active["moved"])  # which came first is told by ``over`` alone
    less = {key: value for key, value in active.items() if key not in ("over", "began")}
    if plain and rng.random() < 0.4:
        pos["active"] = less
        if flow.over(pos) == said[0] and (said[0] or flow.began(pos) == said[1]):
            return
    pos["active"] = {**less, "over": said[0]}
    if active["moved"]:
        pos["active"]["began"] = said[1]


def random_combat(rng: random.Random) -> Position:
    """A position whose active character can attack somebody now."""
    while True:
        pos = random_position(rng, rng.choice(["melee", "melee", "walls", "forest", "holes", "floors"]))
        if flow.attack_targets(pos):
            return pos


# --- hypothesis -----------------------------------------------------------------------------------------


def seeded_positions() -> st.SearchStrategy[Position]:
    """The plain generator under hypothesis; shrinks to small seeds only."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_position(random.Random(seed)))


@st.composite
def small_boards(draw: st.DrawFn, side: int = 5) -> Board:
    """Boards that shrink square by square and wall by wall; the first square can always be stood on."""
    columns, rows = draw(st.integers(1, side)), draw(st.integers(1, side))
    letters = draw(st.lists(st.sampled_from(".hasb "), min_size=columns * rows, max_size=columns * rows))
    letters[0] = "." if letters[0] in " b" else letters[0]
    text = ["".join(letters[row * columns : (row + 1) * columns]) for row in range(rows)]
    edges = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1), st.sampled_from("ES"))
    walls = draw(st.lists(edges, max_size=2 * columns * rows))
    doors = draw(st.lists(edges, max_size=2, unique=True))
    return {
        "rows": text,
        "walls": [[[column, row], way] for column, row, way in walls],
        "doors": [
            [[column, row], way]
            for column, row, way in doors
            if not at_edge(text, column, row, way) and (column, row, way) not in walls
        ],
    }


@st.composite
def faces(draw: st.DrawFn) -> dict[str, Any]:
    """One side of a profile card without skills."""
    numbers = draw(st.tuples(*[st.integers(0, 8)] * 4))
    return {**dict(zip(("attack", "defense", "movement", "willpower"), numbers, strict=True)), "skills": []}


@st.composite
def small_positions(draw: st.DrawFn, side: int = 5) -> Position:
    """Small positions that shrink well; at least ``a1`` is on the board, nobody is active."""
    several = draw(st.booleans())
    boards = draw(st.lists(small_boards(side), min_size=1, max_size=2 if several else 1))
    room = standing_room(boards, several)
    squares = draw(st.permutations(room))
    sizes = {seat: draw(st.integers(1, 4)) for seat in ("A", "B")}
    bands: dict[str, list[Character]] = {}
    place = iter(squares)
    for seat in ("A", "B"):
        people = []
        for number in range(1, sizes[seat] + 1):
            at = next(place, None) if number == 1 or draw(st.booleans()) else None
            state = draw(st.sampled_from(["vigilant", "shaken"])) if at is not None else "disabled"
            both = (draw(faces()), draw(faces()))
            facing = draw(st.sampled_from(rules.FACINGS))
            people.append(character(f"{seat.lower()}{number}", at, facing, state, both, 1))
        bands[seat] = people
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "range_metric": st.sampled_from(["chebyshev", "taxicab"]),
                "turning_in_zone_shakes": st.booleans(),
            },
        )
    )
    pos = assemble(boards, several, options, bands, draw(st.sampled_from("AB")))
    pay_dice(random.Random(0), pos)
    return pos


@st.composite
def active_positions(draw: st.DrawFn, side: int = 5) -> Position:
    """A small position with an activation in progress, where both bands stand on the board."""
    pos = draw(small_positions(side).filter(lambda one: not flow.finished(one)))
    activate(draw(st.randoms(use_true_random=False)), pos)
    return pos
