"""Random games, decision by decision, against the oracle: who is asked, every option, chance, the table, the end."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR, Choice, Over, Roll, Together, find_option
from companion.model.games.sake import SYSTEM
from tests.budget import examples

from .drivers import Program, Reference, plain
from .oracle import DECK, OPTIONS, SHEETS, Game
from .tables import CHOICES

CONTENT = Library.shipped()
POSITIONS = Path(__file__).resolve().parents[1] / "perft" / "positions"
GAMES = max(10, examples(40))
"""Of each number of seats; more where nobody waits for them."""
assert set(CHOICES) == set(OPTIONS)


def setup_of(rng: Random, players: int) -> dict[str, Any]:
    """Half of the games by the default options, the others by any."""
    options = {name: rng.choice(ways) for name, ways in CHOICES.items()} if rng.random() < 0.5 else {}
    sheets = rng.sample([f"house:{sheet}" for sheet in SHEETS], players)
    dealt = options.get("sheets") == "dealt"
    seats = [{"seat": seat, "name": f"Player {seat}", "sheet": None if dealt else sheet}
             for seat, sheet in zip("ABCDEFGH", sheets, strict=False)]  # fmt: skip
    return {"seats": seats, "first": rng.choice("ABCDEFGH"[:players]), "options": options}


def weighed(rng: Random, ids: list[str]) -> str:
    """Rather something than nothing, so that games get somewhere; cards rather than instants."""

    def weight(id: str) -> float:
        kind = id.split(":")[0]
        return {"end_phase": 0.4, "pass": 1.0, "burn_draw": 0.3, "burn_play": 0.3, "soul": 0.3, "interrupt": 3.0}.get(
            kind, 1.0
        )

    return rng.choices(ids, [weight(id) for id in ids])[0]


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("players", range(3, 9))
def test_each_decision_is_the_one_of_the_rules_page(players: int, game: int) -> None:
    rng = Random(f"sake:{players}:{game}")
    setup = setup_of(rng, players)
    oracle, state = Game.of_setup(setup), SYSTEM.new(setup, CONTENT)
    asking, told = oracle.play(), list[str]()
    question = next(asking)
    while True:
        pending = SYSTEM.pending(state)
        where = f"{setup}\n{told[-12:]}\n{question}"
        if oracle.active is not None:
            found = plain(SYSTEM.encode(state), SYSTEM.view(state, SPECTATOR).get("air", []))
            assert found == oracle.position(), where
        match question:
            case "over", winners, _:
                assert isinstance(pending, Over), where
                assert sorted(pending.winners) == sorted(winners), where
                return
            case "roll", cards, count:
                assert isinstance(pending, Roll), where
                assert len(pending.dice) == count, where
                assert sorted(map(str, pending.dice[0].kind.faces)) == sorted(cards), where
                answer: Any = rng.sample(cards, count)
                state = SYSTEM.rolled(state, tuple(answer)).state
            case "one", seat, ids:
                assert isinstance(pending, Choice), where
                offered = [SYSTEM.option_id(state, option) for option in pending.options]
                assert (pending.seat, sorted(offered)) == (seat, sorted(ids)), where
                answer = weighed(rng, sorted(ids))
                told.append(f"{seat} {answer}")
                state = SYSTEM.apply(state, find_option(SYSTEM, state, answer, seat)).state
            case "all", asked, secret:
                assert isinstance(pending, Together), where
                assert pending.secret == secret, where
                offers = {c.seat: sorted(SYSTEM.option_id(state, o) for o in c.options) for c in pending.choices}
                assert offers == {seat: sorted(ids) for seat, ids in asked.items()}, where
                answer = {}
                for seat in rng.sample(sorted(asked), len(asked)):
                    answer[seat] = weighed(rng, sorted(asked[seat]))
                    told.append(f"{seat} {answer[seat]}")
                    state = SYSTEM.apply(state, find_option(SYSTEM, state, answer[seat], seat)).state
                    if oracle.options["race"] == "first" and answer[seat].startswith("interrupt"):
                        break
        question = asking.send(answer)


# tables that play seldom or never comes to ----------------------------------------------------------------------------


def any_table(rng: Random) -> dict[str, Any]:
    """A position that keeps the properties, at the beginning of any phase: short piles, many Spirits, sake anywhere."""
    players = rng.randint(3, 8)
    letters = "ABCDEFGH"[:players]
    kinds = rng.choices(("samurai", "spirit", "out"), (6, 3, 1), k=players)
    kinds[:2] = "samurai", rng.choice(("samurai", "spirit"))
    rng.shuffle(kinds)
    options = {name: rng.choice(ways) for name, ways in CHOICES.items() if rng.random() < 0.4}
    options |= {"sheets": "chosen", "spare_katanas": "shuffled"}
    limit = 5 if options.get("location") == "house:market" else 4
    cards = rng.sample(list(DECK), len(DECK))

    def some(most: int, least: int = 0) -> list[str]:
        return [cards.pop() for _ in range(rng.randint(least, most))]

    def in_play() -> list[str]:
        fitting = {DECK[card].type: card for card in cards if DECK[card].text in ("weapon", "item")}
        chosen = rng.sample(sorted(fitting.values()), rng.randint(0, 4))
        for card in chosen:
            cards.remove(card)
        return chosen

    sheets: list[str | None] = [f"house:{sheet}" for sheet in rng.sample(list(SHEETS), players)]
    left, seats = (5 * players + 1) // 2, []
    for letter, kind, sheet in zip(letters, kinds, sheets, strict=True):
        gear = in_play() if kind == "samurai" else []
        weapons = [card for card in gear if DECK[card].text == "weapon"]
        spots = [*(("life", "sheet", *gear) if kind == "samurai" else ())]
        sake = rng.sample(spots, min(left, rng.choice([0, 1, 2, len(spots)]), len(spots)))
        jar = rng.randint(0, min(left, 3)) if kind == "spirit" else 0
        left -= len(sake) + jar
        seats.append({
            "seat": letter, "sheet": rng.choice([sheet, None]), "is": kind,
            "seated": kind == "samurai" and rng.random() < 0.5, "hand": [] if kind == "out" else some(limit),
            "life": some(4, 1) if kind == "samurai" else [], "wounds": some(3) if kind == "samurai" else [],
            "gear": gear, "held": rng.choice(weapons) if weapons else None, "sake": sake, "jar": jar,
        })  # fmt: skip
    living = [letter for letter, kind in zip(letters, kinds, strict=True) if kind == "samurai"]
    ring = list(zip(living, [*living[1:], living[0]], strict=True))[
        : len(living) if len(living) > 2 else len(living) - 1
    ]
    lines: list[dict[str, Any]] = []
    for start, end in ring:
        steps = rng.randint(1, max(1, 28 // len(ring)))
        front, back, pupils = 0, steps, list[dict[str, Any]]()
        for owner in rng.choices((start, end), k=rng.choice([0, 0, 1, 2, 3])):
            at = rng.randint(0, back - 1) if owner == start else rng.randint(front + 1, steps)
            front, back = (max(front, at), back) if owner == start else (front, min(back, at))
            found = next((card for card in cards if DECK[card].text == "disciple"), None)
            if found is not None:
                cards.remove(found)
                pupils.append({"card": found, "owner": owner, "at": at})
        lines.append({"from": start, "to": end, "steps": steps, "disciples": pupils})
    active = rng.choice([seat for seat in seats if seat["is"] != "out"])
    order = letters[letters.index(active["seat"]) + 1 :] + letters[: letters.index(active["seat"])]
    masu = rng.choice([0, 1, left])
    masu = max(masu, 1) if left else 0
    fatal = None
    if not masu or rng.random() < 0.3:
        masu = 0
        rest = [name for name in order if seats[letters.index(name)]["is"] != "out"]
        fatal = {"first": rng.choice([active["seat"], *rest]), "left": rest[len(rest) - rng.randint(0, len(rest)) :],
                 "extra": rng.randint(0, 3)}  # fmt: skip
        if options.get("fatal_turn") == "finish" and active["is"] == "samurai" and rng.random() < 0.5:
            fatal = None
    thin = rng.choice([0, 1, 3, len(cards), len(cards)])
    return {
        "format": "okko-position/1", "system": "sake", "options": options, "seats": seats, "lines": lines,
        "pile": cards[:thin], "discard": cards[thin:], "masu": masu, "gone": left - masu, "deck": "house:deck",
        "active": active["seat"],
        "phase": rng.choice(["play", "play", "disciples", "draw", "hold"] if active["is"] == "samurai"
                            else ["power", "power", "draw", "third"]),
        "plays": rng.randint(0, 3), "soul": [name for name in living if rng.random() < 0.2], "fatal": fatal,
        "turn": rng.randint(1, 30),
    }  # fmt: skip


@pytest.mark.parametrize("game", range(6 * GAMES))
def test_any_table_goes_on_as_by_the_rules_page(game: int) -> None:
    rng = Random(f"table:{game}")
    start = any_table(rng)
    ours, theirs, told = Program(start), Reference(start), list[str]()
    for _ in range(40):
        where = f"{start}\n{told}"
        question = theirs.question
        assert ours.question == question, where
        assert ours.position() == theirs.position(), where
        if question[0] == "over":
            return
        if question[0] == "roll":
            cards = rng.sample(question[1], question[2])
            ours.roll(cards)
            theirs.roll(cards)
            continue
        seat = question[1] if question[0] == "one" else rng.choice(sorted(question[1]))
        id = weighed(rng, sorted(question[2] if question[0] == "one" else question[1][seat]))
        told.append(f"{seat} {id}")
        ours.choose(seat, id)
        theirs.choose(seat, id)


@pytest.mark.parametrize("game", range(4 * GAMES))
def test_queries_answer_as_by_the_rules_page(game: int) -> None:
    rng = Random(f"query:{game}")
    start = {**any_table(rng), "phase": "hold", "fatal": None}
    start["options"]["fatal_turn"] = "finish"
    start["active"] = next(seat["seat"] for seat in start["seats"] if seat["is"] == "samurai")
    state, page, ask = SYSTEM.decode(start, CONTENT), Game.of_position(start), SYSTEM.queries
    pieces = [*page.seats, *[one.card for line in page.lines for one in line.pupils]]
    hidden = [card for one in page.seats.values() for card in (*one.hand, *one.life, *one.wounds)] + page.pile
    for name, seat in page.seats.items():
        here = {piece: page.distances(name, piece) for piece in pieces} if seat.alive else {}
        assert ask["distances"](state, {"seat": name}) == {piece: found for piece, found in here.items() if found}
        reached = {weapon: set[str]() for weapon in (*seat.weapons(), "hands")}
        for target, weapon in page.attacks(seat) if seat.alive else ():
            reached[weapon].add(target)
        assert {weapon: set(found) for weapon, found in ask["reach"](state, {"seat": name}).items()} == reached
        steps = rng.randint(0, 40)
        furthest = {side: page.furthest(name, side, steps) for side in page.sides()} if seat.alive else {}
        assert ask["moves"](state, {"seat": name, "steps": steps}) == furthest
        if seat.alive:
            value, ranged = rng.randint(0, 8), rng.random() < 0.5
            damage = Counter(max(value - page.defence(seat, card, ranged), 0) for card in hidden)
            asked = {"value": value, "ranged": ranged, "target": name}
            assert ask["odds"](state, asked) == {"of": len(hidden), "damage": [damage[n] for n in range(value + 1)]}
    page.fatal, page.options["fatal_limit"] = {"first": "A", "left": [], "extra": 0}, 0
    list(page.judge())
    assert page.over is not None
    sake = {name: len(seat.sake) + seat.jar for name, seat in page.seats.items() if seat.is_ != "out"}
    spirits = sum(seat.jar for seat in page.seats.values())
    told = {"sake": sake, "spirits": spirits, "winners": sorted(page.over[0]), "why": page.over[1]}
    found = ask["standing"](state, {})
    assert {**found, "winners": sorted(found["winners"])} == told


def leaves(start: dict[str, Any], told: list[tuple[str, Any]], depth: int) -> int:
    """As `perft` counts, played anew by the oracle along every way."""
    page = Reference(start)
    for seat, answer in told:
        page.roll(answer) if seat == "" else page.choose(seat, answer)
    kind, *asked = page.question
    if depth == 0 or kind == "over":
        return 1
    if kind == "roll":
        assert asked[1] == 1, "a shuffle has too many outcomes"
        return sum(leaves(start, [*told, ("", [card])], depth - 1) for card in asked[0])
    options = asked[0].items() if kind == "all" else [(asked[0], asked[1])]
    if depth == 1:
        return sum(len(ids) for _, ids in options)
    return sum(leaves(start, [*told, (seat, id)], depth - 1) for seat, ids in options for id in ids)


@pytest.mark.parametrize("position", sorted(POSITIONS.glob("sake-*.json")), ids=lambda path: path.stem)
def test_perft_counts_are_those_of_the_oracle(position: Path) -> None:
    start = json.loads(position.read_text("utf-8"))
    counts = json.loads((POSITIONS.parent / "counts.json").read_text("utf-8"))[position.stem]["counts"]
    for depth in (1, 2, 3):
        assert leaves(start, [], depth) == counts[depth - 1]
