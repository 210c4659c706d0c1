"""What the contract suite plays with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from companion.model.core.contract import Json, Over
from companion.model.games.chronicles import SYSTEM
from tests.chronicles.tables import AT_A_TABLE, CONTENT, begun, dealt, played, setup

SETUPS: tuple[Json, ...] = (
    setup(1, dice_entry="typed"),
    setup(2, tracked=True),
    setup(
        2,
        tracked=True,
        hero_hands="own",
        wrong_counts="host",
        clues_shown="all",
        alert_by="side",
        corruption_move="must",
    ),
    {
        "heroes": ["house:noshin", "house:setsuka"],
        "hosts": ["house:poet", "house:lady-of-the-veils", "house:armourer"],
        "sheets": [{"sheet": "house:ashigaru", "figures": 4}, {"sheet": "house:yurei", "figures": 2}],
        "options": {"places": "none", "upgrades": "off", "dice_entry": "typed"},
    },
)
ON_A_BOARD: tuple[Json, ...] = (
    setup(2, places="spaces"),
    setup(3, tracked=True, places="zones"),
    setup(2, tracked=True, places="spaces", dice_entry="ask"),
)
ALONE: Json = {**setup(1), "heroes": ["house:noburo"]}
"""A hero whom nobody follows yet (SET-12)."""
OWN_MISSION: Json = {**SETUPS[-1], "missions": ["The broken bridge"]}
"""A game without a scenario whose mission only the table can decide."""


DIALS = (
    "alert", "accusation", "revelation", "wounds", "taking_back", "weakness", "statuses", "kami", "missions", "draw",
    "follower", "track", "stealth",
)  # fmt: skip
LATER = 10
"""Games of each kind to start from; each is played that far once."""


def later(most: int, *args: Any, **options: Any) -> Callable[[Random], Any]:
    """A game some steps on, before its end."""

    @cache
    def reached(number: int) -> Any:
        rng = Random(number)
        while True:
            state = played(begun(*args, seed=rng.randrange(99), **options), rng, most * number // LATER)
            if not isinstance(SYSTEM.pending(state), Over):
                return state

    return lambda rng: reached(rng.randrange(LATER))


def one_plan(rng: Random) -> Any:
    """Only the truth and one hero's plan are secret: the techniques of the first turn are asked for."""
    said = setup(1, keepers={**AT_A_TABLE, "guilty": "app", "plans": "app"})
    state = dealt({**said, "hosts": ["house:poet", "house:armourer"]}, rng.randrange(99))
    while state.stage != "techniques":
        state = played(state, rng, 1)
    return state


STARTS: dict[str, Callable[[Random], Any]] = {
    "one plan": one_plan,
    "setting up": lambda rng: SYSTEM.new(rng.choice((*SETUPS, *ON_A_BOARD, ALONE)), CONTENT),
    "alone": lambda rng: SYSTEM.new(ALONE, CONTENT),
    "own mission": lambda rng: played(dealt(OWN_MISSION, rng.randrange(99)), rng, rng.randrange(300)),
    **{f"later {n}": later(700, n) for n in (1, 2, 3, 4)},
    **{f"tracked {n}": later(400, n, True) for n in (1, 2, 4)},
    "tracked 3": later(500, 3, True, dice_entry="ask", hero_hands="own"),
    "followers": later(300, 3, follower_missions="on", hand_item="activation"),
    "reminded": later(400, 2, True, dials=dict.fromkeys(DIALS, "remind")),
    "set-up": lambda rng: SYSTEM.new(rng.choice((*SETUPS, *ON_A_BOARD)), CONTENT),
    **{f"spaces {n}": later(500, n, places="spaces") for n in (1, 2, 3, 4)},
    "spaces told": later(300, 3, True, places="spaces"),
    "zones told": later(300, 2, True, places="zones", alert_by="side"),
    "zones told of four": later(300, 4, True, places="zones", reinforcement_colours="any", follower_missions="on"),
    "own hands": later(500, 2, hero_hands="own", clues_shown="all"),
}


def correction(position: Json, rng: Random) -> Json:
    """Any field of the table, fitting or not; or who has won a mission."""
    if rng.random() < 0.1:
        missions = [one["id"] for one in position.get("places", ())] + ["house:okko-mission", "house:noshin-mission"]
        return {"kind": "decide", "mission": rng.choice(missions), "colour": rng.choice(["blue", "red", None])}
    if rng.random() < 0.1:
        item, slot = (
            rng.choice(["house:katana", "house:naginata", "house:inro"]),
            rng.choice(["reserve", "right", None]),
        )
        return {"kind": "put", "seat": rng.choice(["h1", "h2"]), "item": item, "slot": slot}
    figure = rng.choice(position["figures"])["id"]
    seat = rng.choice(list(position["heroes"]))
    at, value = rng.choice(
        [
            (f"figures.{figure}.damage", rng.randint(0, 5)),
            (f"figures.{figure}", None),
            (f"figures.{figure}.statuses.stunned", rng.choice([None, {"turned": True}])),
            ("figures.ashigaru-9", {"card": "house:ashigaru", "group": "guard"}),
            (f"heroes.{seat}.actions", rng.randint(0, 4)),
            (f"heroes.{seat}.activated", rng.random() < 0.5),
            ("oni.alert", rng.random() < 0.5),
            ("oni.hand", ["?"] * rng.randint(0, 3)),
            ("memoirs.house:unmasked", rng.choice([None, {"colour": "blue"}])),
            ("accusations.wrong", rng.randint(0, 3)),
            ("options.dice_entry", rng.choice(["typed", "virtual", "ask"])),
            (f"options.dials.{rng.choice(DIALS)}", rng.choice(["off", "remind", "do"])),
            ("oni.upgrades", rng.choice([[], ["t1-middle"], ["nothing"]])),
            ("turn", rng.randint(1, 9)),
            ("heroes.h1.plan.right", "house:okko-8"),
            (f"figures.{figure}.at", rng.choice([[rng.randrange(18), rng.randrange(12)], "T5.c", "?"])),
            ("options.places", rng.choice(["spaces", "zones", "none"])),
            ("tokens.chest-1", rng.choice([None, {"type": "chest", "at": [2, 11]}])),
        ]
    )
    return {"kind": "set", "at": at, "value": value}


WEIGHTS = {
    "play": 0.5, "unplay": 0.1, "reopen": 0.1, "take_technique": 0.2, "call": 0.5, "mark": 0.2, "attack": 2, "ready": 3,
    "no_accusation": 0.3, "put": 0.7, "arranged": 2, "drop": 0.5, "chest": 2, "rearrange": 0.5, "recruit": 3,
    "enough": 0.3,
}  # fmt: skip
REACHED = frozenset(
    {"play", "ready", "order", "upgrade", "corrupt", "call", "pay", "calls_done", "technique", "techniques_done"}
    | {
        "attack",
        "test",
        "stand",
        "end_activation",
        "activate",
        "figure",
        "end_figure",
        "event",
        "total",
        "tell",
        "answer",
    }
    | {"deploy", "go", "site", "FigurePlaced", "TokenPlaced", "ZoneEntered"}
    | {"mission", "MissionDealt", "MissionCounted", "MissionDecided"}
    | {"accuse_host", "accuse_nature", "no_accusation", "host_card", "talent", "add_follower", "alert"}
    | {"AttackResolved", "TestResolved", "ClueDrawn", "WoundDrawn", "CardsTakenBack", "DemonCame", "ChapterPlaced"}
    | {"rearrange", "put", "arranged", "give", "drop", "chest", "keep", "discard", "enough", "mark"}
    | {"recruit", "version", "hand_over", "ObjectMoved", "ObjectDrawn", "FollowerJoined"}
    | {"AlertRaised", "FigureRemoved", "StepDone", "UpgradeTaken", "AccusationAnswered"}
)
