"""Random games, decision by decision, against the oracle: who is asked, every option, chance, the table, the end."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR, Choice, Over, Roll, Together, find_option
from companion.model.games.sake import SYSTEM

from .oracle import OPTIONS, SHEETS, Game

CONTENT = Library.shipped()
GAMES = int(os.environ.get("OKKO_SAKE_GAMES", "10"))
"""Of each number of seats; more where nobody waits for them."""
CHOICES: dict[str, tuple[Any, ...]] = {
    "location": (None, "distillery", "house:alley", "house:spring", "house:market"),
    "sheets": ("chosen", "dealt"),
    "spare_katanas": ("shuffled", "boxed"),
    "cubes": ("box", "endless"),
    "plus_range": ("shortest", "either"),
    "bare_hands": ("unarmed", "out_of_reach"),
    "iaido_bonus": (True, False),
    "defence_without_card": (False, True),
    "interrupt_disciples": ("attacks", "none"),
    "race": ("secret", "first"),
    "spirit_hand_limit": (True, False),
    "fatal_turn": ("at_once", "finish"),
    "equal_to_spirits": ("again", "draw"),
    "fatal_limit": (3, 0, 1, None),
}
"""The table options that are rules."""
assert set(CHOICES) == set(OPTIONS)


def setup_of(rng: Random, players: int) -> dict[str, Any]:
    """Half of the games by the default options, the others by any."""
    options = {name: rng.choice(ways) for name, ways in CHOICES.items()} if rng.random() < 0.5 else {}
    sheets = rng.sample([f"house:{sheet}" for sheet in SHEETS], players)
    dealt = options.get("sheets") == "dealt"
    seats = [{"seat": seat, "name": f"Player {seat}", "sheet": None if dealt else sheet}
             for seat, sheet in zip("ABCDEFGH", sheets, strict=False)]  # fmt: skip
    return {"seats": seats, "first": rng.choice("ABCDEFGH"[:players]), "options": options}


def plain(position: dict[str, Any], air: list[str]) -> dict[str, Any]:
    """A position of the program as the oracle writes it."""
    seats = [{field: sorted(seat[field]) if field in ("hand", "gear", "sake") else seat[field]
              for field in ("seat", "sheet", "is", "seated", "hand", "life", "wounds", "gear", "held", "sake", "jar")}
             for seat in position["seats"]]  # fmt: skip
    lines = [{"from": line["from"], "to": line["to"], "steps": line["steps"],
              "disciples": sorted([one["card"], one["owner"], one["at"]] for one in line["disciples"])}
             for line in position["lines"]]  # fmt: skip
    same = {name: position[name] for name in ("pile", "masu", "gone", "active", "phase", "turn", "fatal")}
    return {"seats": seats, "lines": lines, **same, "discard": sorted(position["discard"]),
            "plays": position["plays"] if position["phase"] == "play" else None,
            "soul": sorted(position["soul"]), "air": sorted(air)}  # fmt: skip


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
