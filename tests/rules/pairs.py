"""Every window with every operation in it: a skill of each that the checker passes, and scenes in which it speaks.

Whoever adds an operation or a window adds it here: `test_skills_pairs` asks that whatever is accepted does something.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, get_args

import msgspec

from companion.model.core.contract import Choice, Json, Option, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import NUMBERS, STATS, WINDOWS, Lasts, Window
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.operations.figures import Token
from companion.model.games.asagiri.skills.operations.obligations import Deed, Duty
from companion.model.games.asagiri.skills.operations.rules import Harm, Obstacle, Shield
from companion.model.games.asagiri.skills.operations.zones import ZonePart
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.model.games.asagiri.state.state import State, replace

from .table import Table, skill

CARD = "house:tikku"
SELF, FOE = {"of": "self"}, {"of": "opponent"}
FOES, FRIENDS = {"of": "enemies", "within": 9}, {"of": "friends", "within": 9}
WHOM = (SELF, FOE, FOES, FRIENDS, {**FOES, "choose": 1}, {**FRIENDS, "choose": 1})


# skills --------------------------------------------------------------------------------------------------------------


def operations() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Each operation with each of its values: its name, and ways to write it, of which one must do for a window."""
    for to in NUMBERS:
        yield f"bonus {to}", _about("bonus", to=to, amount=2)
        yield f"set {to}", _about("set", to=to, amount=6)
        if to not in ("die", "support"):  # support is 1
            yield f"bonus {to}, not below a number", _about("bonus", to=to, amount=-3, least=1)
    for rule in get_args(Obstacle):
        yield f"ignore {rule}", _about("ignore", what=[rule])
    for deed in get_args(Deed):
        yield f"forbid {deed}", _about("forbid", what=[deed])
    for duty in get_args(Duty):
        yield f"oblige {duty}", _about("oblige", what=[duty])
    yield "forbid air dice", _about("forbid", what=["dice"], element="air")
    yield "support for a while", _about("support", lasts="turn")
    yield "support", _about("support", who=FOES)
    yield (
        "either or none",
        [
            {"type": "either", "or_none": True, "ways": [[_plain("push", who=FOES)]]},
            {"type": "either", "or_none": True, "ways": [[{"type": "shift", "by": 2}]]},
            {"type": "either", "or_none": True, "ways": [[{"type": "reroll"}]]},
        ],
    )
    yield "door", [{"type": "door", "what": "open"}]
    yield "borrow for a while", _about("borrow", lasts="turn")
    yield "forbid for a while", _about("forbid", what=["attack", "movement"], lasts="turn")
    yield "oblige for a while", _about("oblige", what=["attack"], lasts="turn")
    for harm in get_args(Harm):
        yield f"prevent {harm}", _about("prevent", what=[harm])
    for shield in get_args(Shield):
        yield f"immune {shield}", _about("immune", to=[shield])
    for lasts in get_args(Lasts):
        yield f"bonus {lasts}", _about("bonus", to="attack", amount=2, lasts=lasts)
        yield f"bonus to movement {lasts}", _about("bonus", to="movement", amount=2, lasts=lasts)
        yield f"set {lasts}", _about("set", to="defense", amount=6, lasts=lasts)
        yield f"ignore {lasts}", _about("ignore", what=["zones"], lasts=lasts)
        yield f"prevent {lasts}", _about("prevent", what=["shaken"], lasts=lasts)
        yield f"immune {lasts}", _about("immune", to=["shots"], lasts=lasts)
        yield f"taunt {lasts}", _about("taunt", lasts=lasts)
        yield f"taunt in its own phases {lasts}", _about("taunt", lasts=lasts, own_phase=True)
        yield f"silence {lasts}", _about("silence", lasts=lasts)
        yield f"defect {lasts}", _about("defect", lasts=lasts)
    yield "bonus of a count", _about("bonus", to="attack", amount={"type": "count", "of": FOES})
    yield "set only higher", _about("set", to="defense", amount=6, only="higher")
    yield "set only lower", _about("set", to="attack", amount=1, only="lower")
    yield "shot", [{"type": "shot", "range": 5, "value": 4}]
    yield "shot that hits", [{"type": "shot", "range": 5, "value": 4, "hit": [{"type": "become", "state": "disabled"}]}]
    yield "shot and after", [{"type": "shot", "range": 5, "value": 4, "after": [_plain("push", who=FRIENDS)]}]
    for whose in ("own", "enemy"):
        for keep in ("second", "best", "worst"):
            yield f"reroll {whose} {keep}", [{"type": "reroll", "whose": whose, "keep": keep}]
        yield f"count_die {whose}", [{"type": "count_die", "whose": whose, "most": 5, "counts_as": 6}]
    for then in ({"type": "reroll"}, {"type": "shift", "by": 2}, _plain("push", who=FOES), _plain("go", who=SELF)):
        yield f"roll, then {then['type']}", [{"type": "roll", "least": 2, "then": [then]},
                                             {"type": "roll", "most": 1, "otherwise": [then]}]  # fmt: skip
    for price in ("die", "zeni", "shaken"):
        for what in ({"type": "reroll"}, {"type": "shift", "by": 2}, _plain("push", who=FOES), _plain("go", who=SELF)):
            yield f"{what['type']} unless {price}", [{"type": "unless", "price": price, "then": [what]}]
            yield (f"{what['type']} unless its player pays {price}",
                   [{"type": "unless", "price": price, "by": "own", "then": [what]}])  # fmt: skip
    for what in ({"type": "reroll"}, {"type": "shift", "by": 2}, _plain("push", who=FOES), _plain("go", who=SELF)):
        yield f"{what['type']} or zeni", [{"type": "unless", "then": [what], "instead": [{"type": "lose_zeni"}]}]
    yield "pay", [{"type": "pay", "price": [price]} for price in (_plain("turn"), {"type": "lose_zeni"})]
    for whose in ("own", "enemy"):
        yield f"lose_zeni {whose}", [{"type": "lose_zeni", "whose": whose}]
    for what in ("action", "movement", "activation", "points"):
        yield f"lose {what}", _about("lose", what=what)
    yield "shift up", [{"type": "shift", "by": 2}]
    yield "shift down", [{"type": "shift", "by": -2}]
    yield "shift to a number", [{"type": "shift", "to": 0}]
    for result in ("nothing", "retreat", "shaken", "disabled"):
        yield f"outcome {result}", [{"type": "outcome", "counts_as": result}]
    yield "retreat far", [{"type": "retreat", "squares": 2}]
    yield "no retreat", [{"type": "retreat", "squares": 0}]
    yield (
        "retreat anywhere",
        [{"type": "retreat", "anywhere": True, "winner_chooses": chosen} for chosen in (False, True)],
    )
    yield "retreat chosen", [{"type": "retreat", "winner_chooses": True}]
    yield "fall_back chosen", _about("fall_back", bearer_chooses=True)
    yield "fall_back", _about("fall_back")
    yield "vigilant anywhere", _about("become", state="vigilant", anywhere=True)
    for name in ("push", "swap", "turn", "go", "leap", "disarm", "dismiss", "strike", "shoot_at", "give_die"):
        yield name, _about(name)
    yield "shoot_at with a shot of its own", _about("shoot_at", range=6, value=5)
    yield "give_die of the reserve", _about("give_die", where="reserve")
    yield "pull", _about("push", towards=True)
    yield "steal", _about("disarm", steal=True)
    yield "turn a quarter", _about("turn", by="quarter", must=True)
    yield "turn towards", _about("turn", towards=True, must=True)
    yield "turn must", _about("turn", must=True)
    yield "leap far", _about("leap", squares=40, away=1)
    yield "leap must", _about("leap", must=True)
    yield "leap safe", _about("leap", safe=True)
    yield "leap over", _about("leap", squares=2, over=True)
    yield "leap in a line", _about("leap", straight=True, ground=["clear"])
    yield "go in a line", _about("go", squares=2, straight=True)
    yield "lengthen ahead", [{"type": "lengthen", "squares": 4, "straight": True}]
    yield "follow", [{"type": "follow"}]
    yield "must follow", [{"type": "follow", "must": True}]
    yield "strike in a row", _about("strike", turning=True, until="lost")
    yield "lengthen", [{"type": "lengthen", "squares": 4}]
    for what in ("attack", "shot", "action", "movement"):
        yield f"again {what}", [{"type": "again", "what": what}]
    yield "borrow", _about("borrow")
    for lasts in get_args(Lasts):
        yield f"zone {lasts}", _about("zone", lasts=lasts)
    for how in ("adds", "loses", "is"):
        for part in get_args(ZonePart):
            yield f"zone {how} {part}", _about("zone", how=how, covers=[part])
    yield "ready", _about("ready")
    yield "ready at once", _about("ready", at_once=True)
    yield "take_die", _about("take_die")
    yield "take_die pool", _about("take_die", where="pool")
    yield "take_die kept", _about("take_die", keep=True)
    yield "take_die to the card", _about("take_die", keep=True, to="card")
    yield "take_die anywhere", _about("take_die", where="any", owner_chooses=True)
    yield "convert", [{"type": "convert", "to": "earth"}]
    yield "roll_again", [{"type": "roll_again"}]
    yield "regain", [{"type": "regain"}]
    yield "reserves", _about("reserves")
    yield "reserves for a while", _about("reserves", lasts="game")
    yield "stands_for", _about("stands_for", of="earth", to="air")
    yield "stands_for for a while", _about("stands_for", of="earth", to="air", lasts="turn")
    yield "exchange_dice", [{"type": "exchange_dice"}]
    yield "activate", _about("activate")
    yield "activate without an action", _about("activate", without="action", points=2)
    yield "revive", [{"type": "revive", "zeni": 6}]
    for stat in STATS:
        yield f"test {stat}", _about("test", stat=stat, failed=[_plain("go", who=SELF), _plain("push", who=FOES)])
    yield "test passed", _about("test", passed=[_plain("go", who=SELF), _plain("push", who=FOES)])
    yield "test to recover", _about("test", to_recover=True)
    for state in ("vigilant", "shaken", "disabled"):
        yield f"become {state}", _about("become", state=state)
    yield "return", [{"type": "return", "card": CARD, "state": "shaken"}]
    yield "take_place", [{"type": "take_place"}]
    yield "cancel attack", [{"type": "cancel"}]
    yield "cancel skills", [{"type": "cancel", "what": "skills"}]
    yield "summon", [{"type": "summon", "card": CARD, "within": 3}]
    yield "summon_kami", [{"type": "summon_kami"}]
    yield "token", _about("token", name="oath")
    yield "token of turns", _about("token", name="oath", turns=1)
    yield "token off", _about("token", name="poison", remove=True)
    trap = [_plain("become", state="shaken", who=FOE)]
    yield "lay", [_plain("lay", name="trap", within=2, entered=trap)]
    yield "lay for all", [_plain("lay", name="trap", within=2, by="all", uses=0, stops=True)]
    yield "lay in the way", [_plain("lay", name="trap", within=2, blocks="all")]
    yield "lay smoke", [_plain("lay", name="trap", within=0, smoke=2)]
    fog = _plain("zone", who={"of": "all", "within": 3, "centre": "token"})
    yield "lay what holds", [_plain("lay", name="trap", within=0, holds=[fog])]
    for ground in ("clear", "hindering", "aquatic"):
        yield f"terrain {ground}", [_plain("terrain", to=ground, within=4)]
    yield "lay here", [_plain("lay", name="trap", within=0, entered=trap)]
    here = [{"type": "there", "of": {"of": "self", "state": "vigilant"}}]
    for name, then in (("bonus", _about("bonus", to="attack", amount=2)), ("push", _about("push")),
                       ("shift", [{"type": "shift", "by": 2}]), ("turn", [{"type": "turn"}])):  # fmt: skip
        yield f"if {name}", [{"type": "if", "conditions": here, "then": [one]} for one in then]
    out = [{"type": "outcome", "counts_as": "disabled"}]
    for when, lasts in (("winning", "use"), ("losing", "activation"), ("drawing", "phase"), ("winning", "turn")):
        yield f"gain {when} {lasts}", _about("gain", when=[when], effects=out, lasts=lasts)
    for when in ("attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "tested"):
        yield f"gain {when}", _about("gain", when=[when], effects=[{"type": "count_die", "most": 5, "counts_as": 6}])
    for when in ("won", "lost", "drawn"):
        yield f"gain {when}", _about("gain", when=[when], effects=[_plain("push", who=FOES), _plain("turn")])
    yield "either", [{"type": "either", "ways": [[_plain("push", who=FOES)], [_plain("turn")]]}]


def _plain(type_: str, **fields: Any) -> dict[str, Any]:
    return {"type": type_, **fields}


def _about(type_: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"type": type_, **fields, "who": who} for who in WHOM]


KINDS: dict[str, dict[str, Any]] = {"automatic": {}, "optional": {"optional": True}, "action": {"action": True}}


def written(window: Window, effect: AnyEffect, kind: str) -> SkillRecord:
    """A skill that does this."""
    return SkillRecord("x:it", {"en": "It"}, (window,), (effect,), **KINDS[kind])


class Pair(msgspec.Struct, frozen=True):
    """An operation in a window, in a skill used in some way; `skills` are ways to write it, the first `sound`."""

    window: Window
    operation: str
    kind: str
    skills: tuple[SkillRecord, ...]


def accepted() -> Iterator[Pair]:
    """Every pair of which the checker has nothing to say."""
    every = [(name, [msgspec.convert(one, _Holder).it for one in ({"it": one} for one in effects)])
             for name, effects in operations()]  # fmt: skip
    for window in WINDOWS:
        for name, effects in every:
            for kind in KINDS:
                made = [written(window, effect, kind) for effect in effects]
                for n, one in enumerate(made):
                    if sound(one):
                        yield Pair(window, name, kind, tuple(made[n:]))
                        break


def sound(tried: SkillRecord) -> bool:
    """Whether the checker has nothing to say."""
    return next(problems(tried), None) is None


class _Holder(msgspec.Struct):
    it: AnyEffect


# the table -----------------------------------------------------------------------------------------------------------

FLOOR = [".......", ".......", ".h...a.", ".......", ".......", "b.....h", "......."]
GEAR = {"name": "Blade", "zeni": 1, "single": False, "skills": []}
BOW = skill(None, ["shot"], name="bow", effects=[{"type": "shot", "range": 4, "value": 3}])


def _does(name: str, when: str, *effects: dict[str, Any], **more: Json) -> Json:
    return skill(None, [when], name=name, effects=list(effects), **more)


BOAST = [
    _does("boast", "attack", _plain("bonus", to="die", amount=1), optional=True),
    _does("aim", "shot", _plain("bonus", to="die", amount=1), optional=True),
    _does("guard", "defense", _plain("bonus", to="die", amount=1), optional=True),
    _does("duck", "shot_at", _plain("bonus", to="die", amount=1), optional=True),
]
"""What everybody's enemies do."""
ASK = [_does(f"ask-{stat}", "activation", _plain("test", stat=stat, who=FOES, failed=[_plain("push", who=FOES)]),
             optional=True) for stat in STATS]  # fmt: skip
STARE = [_does("stare", "targeted", _plain("test", stat="movement", failed=[{"type": "cancel"}]))]
GLARE = [_does("glare", "targeted", _plain("test", failed=[{"type": "cancel"}]))]
SPELLS = [
    _does("weaken", "activation", _plain("bonus", to="defense", amount=-1, who=FOES, lasts="phase"), optional=True),
    _does("take", "activation", _plain("take_die", who=FOES), optional=True),
    _does("break", "activation", _plain("disarm", who=FOES), optional=True),
    _does("shove", "activation", _plain("push", who=FOES), optional=True),
]  # fmt: skip
WEAKEN = [SPELLS.pop(0)]
DRIVE = [
    _does("drive", "won", _plain("push", squares=2)),
    _does("press", "drawing", {"type": "outcome", "counts_as": "retreat"}),
]
BANISH = [_does("banish", "activation", _plain("dismiss", who=FOES), optional=True)]
LEAD = _does("lead", "shot", _plain("bonus", to="die", amount=1))
"""For who borrows it: its bearer never shoots."""
LURE = [_does("call", "activation", _plain("summon", card=CARD), _plain("summon_kami"), action=True,
              conditions=[{"type": "turns", "least": 40}])]  # fmt: skip
"""Brings the cards to the table that the skills name."""
STRONG = {"attack": 4, "defense": 4, "movement": 4, "willpower": 4}
WEAK = {"attack": 3, "defense": 3, "movement": 3, "willpower": 3}


def _person(*skills: Json, **more: Json) -> dict[str, Json]:
    return {"vigilant": {**STRONG, "skills": [*skills]}, "shaken": {**WEAK, "skills": [*skills]}, **more}


POISON: dict[str, Json] = {"lasting": [{"effect": {"type": "token", "name": "poison"}, "skill": "x:bow",
                                        "source": "b1", "left": -1}]}  # fmt: skip


class Scene(msgspec.Struct, frozen=True):
    """Where they stand, what is done step by step, and how the dice fall."""

    people: dict[str, str]
    steps: tuple[str, ...]
    dice: tuple[int, int] = (3, 3)
    test: int = 6
    phase: str = "A"
    stage: str = "activations"
    bearer: dict[str, Json] = {}
    walls: str = ""
    doors: str = ""

    def state(self) -> State:
        """The table before the first step."""
        cards = {
            "a1": _person(BOW, **{"reserve": "air", **self.bearer}),
            "a2": _person(BOW, LEAD, *LURE, equipment=GEAR, **POISON),
            "a3": _person(*BOAST),
            "a4": _person(),
            "b1": _person(*BOAST, BOW, equipment=GEAR, reserve="fire"),
            "b2": _person(*BOAST, BOW, reserve="water"),
            "b3": _person(*SPELLS, traits=["kami"]),
            "b4": _person(*BANISH),
            "b5": _person(*GLARE),
            "b6": _person(*WEAKEN),
            "b7": _person(*DRIVE),
            **{f"b{n}": _person(ask, traits=["kami"], equipment=GEAR, reserve="fire") for n, ask in enumerate(ASK, 10)},
            "b9": _person(*STARE),
        }
        pool = ("fire", "earth") if self.stage == "activations" else ("fire", "earth", "tori")
        pool = () if self.stage in ("roll", "deploy") else pool
        root: dict[str, Json] = {}
        if self.stage == "deploy":  # one of the enemies is still to come
            root, cards["b2"] = {"side": "S"}, {**cards["b2"], "at": None, "state": "vigilant", "reserve": None}
        aside = {"A": 3, "B": 2}
        aside[self.phase] -= len(pool)
        seats: dict[str, dict[str, Json]] = {seat: {"aside": aside[seat], "limit": 90} for seat in "AB"}
        people = {**self.people, "a4": "-"}  # somebody has fallen before
        return Table(FLOOR, people, walls=self.walls, doors=self.doors, pool=pool, phase=self.phase, stage=self.stage,
                     bands=seats, root=root, **{who: cards[who] for who in people}).state  # fmt: skip


DUEL = {"a1": "3,4N", "a2": "4,6S", "b1": "3,3S", "b2": "2,3S"}
ALONE = {"a1": "3,5N", "a2": "1,6S", "b1": "3,1S", "b2": "5,0S"}
SHAKEN = {**DUEL, "a1": "3,4N!", "a2": "4,6S!"}
ATTACK = ("activate a1", "attack b1", "look")
DEFENCE = ("activate b1", "attack a1", "look", "end", "activate a1")
SHOT = ("activate a1", "shoot b1", "look")
TEST = ("activate a1", "test", "look")
AFTERWARDS = ("end", "reserve", "activate a1", "attack b1")
SCENES: dict[str, Scene] = {
    "attack won": Scene(DUEL, ATTACK, (6, 3)),
    "attack far won": Scene({**DUEL, "a2": "2,4N"}, ATTACK, (4, 4)),
    "attack well won": Scene({**DUEL, "b2": "5,0S"}, ATTACK, (6, 1)),
    "attack from behind": Scene({**DUEL, "b1": "3,3N", "b2": "5,0S"}, ATTACK, (3, 3)),
    "attack drawn": Scene(DUEL, ATTACK, (5, 3)),
    "attack of the shaken drawn": Scene(SHAKEN, ATTACK, (4, 1), bearer={"equipment": GEAR, **POISON}),
    "attack of the shaken lost": Scene(SHAKEN, ATTACK, (4, 2), bearer={"equipment": GEAR, **POISON}),
    "attack lost": Scene(DUEL, ATTACK, (2, 3)),
    "attack badly lost": Scene(DUEL, ATTACK, (1, 5)),
    "attack of the shaken": Scene(SHAKEN, ATTACK, (6, 1), bearer={"equipment": GEAR, **POISON}),
    "attack on the fearsome": Scene({**DUEL, "b1": "0,0N", "b5": "3,3S"}, ("activate a1", "attack b5", "look"), (4, 4)),
    "shot in a zone": Scene(DUEL, ("activate a1", "shoot b2", "look"), (4, 4)),
    "attack on the armed": Scene(DUEL, ATTACK, (6, 1), test=1),
    "defence": Scene(DUEL, DEFENCE, (4, 4), phase="B"),
    "defence beside another": Scene({**DUEL, "a2": "4,4N"}, DEFENCE, (5, 4), phase="B"),
    "defence by three": Scene(DUEL, DEFENCE, (5, 4), phase="B"),
    "defence by more": Scene(DUEL, DEFENCE, (6, 2), phase="B"),
    "defence before rough ground": Scene({"a1": "6,4N", "b1": "6,3S", "a2": "0,6N"}, DEFENCE, (4, 3), phase="B"),
    "defence before water": Scene({"a1": "5,1N", "b1": "5,0S", "a2": "6,2N"}, DEFENCE, (4, 3), phase="B"),
    "defence before a zone": Scene({**DUEL, "b2": "2,6E", "a2": "6,6N"}, DEFENCE, (4, 3), phase="B"),
    "defence won": Scene(DUEL, DEFENCE, (2, 6), phase="B"),
    "defence well won": Scene(DUEL, DEFENCE, (1, 6), phase="B"),
    "defence beside the shaken": Scene({**DUEL, "a2": "4,6N!"}, DEFENCE, (5, 4), phase="B"),
    "defence beside the shaken by more": Scene({**DUEL, "a2": "4,6N!"}, DEFENCE, (6, 2), phase="B"),
    "defence against one who drives": Scene({**DUEL, "b1": "0,0N", "b7": "3,3S"}, ("activate b7", "attack a1", "look"),
                                            (5, 3), phase="B"),
    "defence against one who presses": Scene({**DUEL, "b1": "0,0N", "b2": "5,0S", "b7": "3,3S"},
                                             ("activate b7", "attack a1", "look"), (3, 3), phase="B"),
    "defence drawn": Scene(DUEL, DEFENCE, (2, 4), phase="B"),
    "defence from behind": Scene({**DUEL, "a1": "3,4S"}, DEFENCE, (3, 4), phase="B"),
    "defence of the shaken": Scene(SHAKEN, DEFENCE, (4, 4), phase="B", bearer={"equipment": GEAR, **POISON}),
    "shot": Scene(ALONE, SHOT, (6, 3)),
    "shot well": Scene(ALONE, SHOT, (6, 1)),
    "shot in the back": Scene({**ALONE, "b1": "3,1N"}, SHOT, (6, 3)),
    "shot missed": Scene(ALONE, SHOT, (2, 5)),
    "shot drawn": Scene(ALONE, SHOT, (5, 3)),
    "shot from cover": Scene({"a1": "1,5N", "a2": "2,6N", "b1": "1,1S", "b2": "5,0S"}, SHOT, (5, 4)),
    "shot past one": Scene({"a1": "3,5N", "a2": "3,4N", "b1": "3,1S", "b2": "5,0S"}, SHOT, (5, 4)),
    "shot too far": Scene({"a1": "3,5N", "a2": "4,6S", "b1": "3,0S", "b2": "5,0S"}, SHOT, (5, 4)),
    "shot of the shaken": Scene({**ALONE, "a1": "3,5N!"}, SHOT, (6, 3), bearer={"equipment": GEAR, **POISON}),
    "shot at": Scene({**ALONE, "b1": "3,2S"}, ("activate b1", "shoot a1", "look"), (5, 3), phase="B"),
    "shot at from afar": Scene({**ALONE, "b1": "3,0S"}, ("activate b1", "shoot a1", "look"), (5, 3), phase="B"),
    "shot at drawn": Scene({**ALONE, "b1": "3,2S"}, ("activate b1", "shoot a1", "look"), (4, 4), phase="B"),
    "shot at in cover": Scene({"a1": "1,5N", "a2": "2,6N", "b1": "1,1S", "b2": "5,0S"},
                              ("activate b1", "shoot a1", "look"), (5, 3), phase="B"),
    "shot at in the back": Scene({**ALONE, "b1": "3,2S", "a1": "3,5S"}, ("activate b1", "shoot a1", "look"), (5, 3),
                                 phase="B"),
    "shot at badly": Scene({**ALONE, "b1": "3,2S"}, ("activate b1", "shoot a1", "look"), (6, 1), phase="B"),
    "shot at in vain": Scene({**ALONE, "b1": "3,2S"}, ("activate b1", "shoot a1", "look"), (2, 3), phase="B"),
    "shot at the shaken": Scene({**ALONE, "b1": "3,2S", "a1": "3,5N!"}, ("activate b1", "shoot a1", "look"), (5, 3),
                                phase="B", bearer={"equipment": GEAR, **POISON}),
    "will": Scene({**ALONE, "a1": "3,5N!"}, TEST, test=4, bearer=POISON),
    "will missed": Scene({**ALONE, "a1": "3,5N!"}, TEST, test=6, bearer={"equipment": GEAR}),
    "will passed": Scene({**ALONE, "a1": "3,5N!"}, TEST, test=2),
    "will in a zone": Scene(SHAKEN, TEST, test=2),
    "spells": Scene({**DUEL, "b3": "6,0S"}, ("activate b3", "activate b1", "attack a1"), (4, 4), test=4, phase="B",
                    bearer={"equipment": GEAR}),
    "spells on the shaken": Scene({**SHAKEN, "b3": "6,0S"}, ("activate b3", "activate b1", "attack a1"), (4, 4), 4, "B",
                                  bearer={"equipment": GEAR, **POISON}),
    **{f"asked {n}": Scene({**DUEL, f"b{n}": "6,0S"}, (f"activate b{n}", "look"), test=6, phase="B")
       for n in range(10, 14)},
    **{f"asked {n} in vain": Scene({**DUEL, f"b{n}": "6,0S"}, (f"activate b{n}", "look"), test=4, phase="B")
       for n in range(10, 14)},
    "asked when shaken": Scene({**SHAKEN, "b10": "6,0S"}, ("activate b10", "look"), test=5, phase="B",
                               bearer={"equipment": GEAR, **POISON}),
    "asked when shaken for willpower": Scene({**SHAKEN, "b13": "6,0S"}, ("activate b13", "look"), test=5, phase="B",
                                             bearer={"equipment": GEAR, **POISON}),
    "stared at": Scene({**DUEL, "b1": "0,0N", "b9": "3,3S"}, ("activate a1", "attack b9", "look"), (4, 4)),
    "weakened": Scene({**DUEL, "b6": "6,0S"}, ("activate b6", "activate b1", "attack a1"), (4, 4), phase="B"),
    "banished": Scene({**DUEL, "b4": "6,0S"}, ("activate b4",), phase="B"),
    "walk": Scene({"a1": "1,3S", "a2": "4,6S", "b1": "5,5N", "b2": "6,0S"},
                  ("activate a1", "step 1,2", "look"), walls="1,3S 1,3E"),
    "walk before a door": Scene({"a1": "3,5N", "a2": "4,6S", "b1": "5,0S", "b2": "6,0S"},
                                ("activate a1", "look"), doors="3,4S"),
    "walk by the water": Scene({"a1": "5,3N", "a2": "4,6S", "b1": "1,6N", "b2": "0,0S"},
                               ("activate a1", "step 5,2", "look")),
    "walk beside one": Scene({"a1": "3,4N", "a2": "3,5S", "b1": "3,2S", "b2": "6,0S"},
                             ("activate a1", "step 3,3", "look")),
    "walk away": Scene(DUEL, ("activate a1", "step 4,5", "look")),
    "dice": Scene(DUEL, ("reserve a1",), stage="reserve"),
    "phase": Scene(DUEL, ("activate a1", "attack b1", "look"), (4, 4), stage="roll"),
    "phase of the shaken": Scene(SHAKEN, ("activate a1", "attack b1", "look"), (4, 4), stage="roll",
                                 bearer={"equipment": GEAR, **POISON}),
    "phase apart": Scene(ALONE, ("activate a1", "look"), stage="roll"),
    "phase ends": Scene(DUEL, ("end", "reserve", "activate b1", "attack a1", "look", "end", "activate a1",
                               "attack b1"), (4, 4)),
    "phase of the shaken ends": Scene(SHAKEN, ("end", "reserve", "activate b1", "attack a1"), (4, 4),
                                      bearer={"equipment": GEAR, **POISON}),
    "enemy phase": Scene(DUEL, ("activate b1", "attack a1", "look", "end", "activate a1"), (4, 4), phase="B",
                         stage="roll"),
    "enemy phase of the shaken": Scene(SHAKEN, ("activate b1", "attack a1", "look", "end", "activate a1"), (4, 4),
                                       phase="B", stage="roll", bearer={"equipment": GEAR, **POISON}),
    "enemy phase ends": Scene(DUEL, ("end", "activate a1", "attack b1", "look"), (4, 4), phase="B"),
    "enemy phase ends for the shaken": Scene(SHAKEN, ("end", "activate a1", "attack b1"), (4, 4), phase="B",
                                             bearer={"equipment": GEAR, **POISON}),
    "left in sight": Scene({"a1": "3,5N", "a2": "5,6S", "b1": "3,4N", "b2": "6,1S"},
                           ("activate b1", "step 3,3", "look", "step 3,2"), (4, 4), phase="B"),
    "sighted": Scene({"a1": "3,5N", "a2": "5,6S", "b1": "3,1S", "b2": "6,1S"},
                     ("activate b1", "step 3,2", "look", "shoot a1"), (5, 3), phase="B"),
    "sighted when shaken": Scene({"a1": "3,5N!", "a2": "5,6S!", "b1": "3,1S", "b2": "6,1S"},
                                 ("activate b1", "step 3,2", "look", "shoot a1"), (5, 3), phase="B",
                                 bearer={"equipment": GEAR, **POISON}),
    "left": Scene({"a1": "3,5N", "a2": "5,6S", "b1": "2,4E", "b2": "6,1S"},
                  ("activate b1", "step 2,5", "look", "attack a1"), (4, 4), phase="B"),
    "left when shaken": Scene({"a1": "3,5N!", "a2": "5,6S!", "b1": "2,4E", "b2": "6,1S"},
                              ("activate b1", "step 2,5", "look", "attack a1"), (4, 4), phase="B",
                              bearer={"equipment": GEAR, **POISON}),
    "friend attacked": Scene({**DUEL, "a2": "2,4N"}, ("activate b1", "attack a2", "look", "end", "activate a1"), (5, 3),
                             phase="B"),
    "shaken friend attacked": Scene({**DUEL, "a1": "3,4N!", "a2": "2,4N!"},
                                    ("activate b1", "attack a2", "look", "end", "activate a1"), (5, 3), phase="B",
                                    bearer={"equipment": GEAR, **POISON}),
    "shaken friend shot at": Scene({**ALONE, "b1": "3,2S", "a1": "3,5N!"}, ("activate b1", "shoot a2", "look"), (5, 3),
                                   phase="B", bearer={"equipment": GEAR, **POISON}),
    "friend shot at": Scene({**ALONE, "b1": "3,2S"}, ("activate b1", "shoot a2", "look"), (5, 3), phase="B"),
    "friend badly attacked": Scene({**DUEL, "a2": "2,4N", "a3": "0,6S"},
                                   ("activate b1", "attack a2", "look", "end", "activate a1", "attack b1"), (6, 2),
                                   phase="B"),
    "friend shaken beside the shaken": Scene({**DUEL, "a1": "3,4N!", "a2": "2,4N"},
                                             ("activate b1", "attack a2", "look", "end", "activate a1"), (5, 3),
                                             phase="B", bearer={"equipment": GEAR, **POISON}),
    "friend shot": Scene({**ALONE, "b1": "3,2S", "a1": "3,5N!"}, ("activate b1", "shoot a2", "look"), (6, 3),
                         phase="B", bearer={"equipment": GEAR, **POISON}),
    "friend shot well": Scene({**ALONE, "b1": "3,2S", "a1": "3,5N!"}, ("activate b1", "shoot a2", "look"), (6, 1),
                              phase="B", bearer={"equipment": GEAR, **POISON}),
    "friend loses": Scene({**DUEL, "a2": "2,4N"}, ("activate a2", "attack b2", "look", "activate a1", "attack b1"),
                          (1, 3)),
    "friend loses badly": Scene({**DUEL, "a2": "2,4N", "a3": "0,6S"},
                                ("activate a2", "attack b2", "look", "activate a1", "attack b1"), (1, 5)),
    "turn about": Scene(ALONE, ("activate a1", "turn E", "turn S", "turn W", "turn N", "look")),
    "approached": Scene({"a1": "3,5N", "a2": "5,6S", "b1": "3,3S", "b2": "6,1S"},
                        ("activate b1", "step 3,4", "look", "attack a1"), (4, 4), phase="B"),
    "approached when shaken": Scene({"a1": "3,5N!", "a2": "5,6S!", "b1": "3,3S", "b2": "6,1S"},
                                    ("activate b1", "step 3,4", "look", "attack a1"), (4, 4), phase="B",
                                    bearer={"equipment": GEAR, **POISON}),
    "deployed": Scene({**DUEL, "b2": "-"}, ("deploy b2", "activate a1", "attack b1", "look", "end", "reserve",
                                           "activate b1", "attack a1"), (4, 4), stage="deploy"),
    "deployed in sight": Scene({**ALONE, "b2": "-"}, ("deploy b2", "activate a1", "shoot b1", "look"), (4, 4),
                               stage="deploy"),
    "deployed shaken": Scene({**SHAKEN, "b2": "-"}, ("deploy b2", "activate a1", "attack b1"), (4, 4), stage="deploy",
                             bearer={"equipment": GEAR, **POISON}),
    "own activation ends": Scene({**DUEL, "a3": "0,6S"},
                                 ("activate a1", "activate a3", "end", "reserve", "activate b1", "attack a1", "look",
                                  "end", "activate a1", "attack b1"), (4, 4)),
    "own activation ends for the shaken": Scene(SHAKEN, ("activate a1", "activate a2", "end", "reserve", "activate b1",
                                                         "attack a1"), (4, 4), bearer={"equipment": GEAR, **POISON}),
    "friend activated": Scene({**DUEL, "a2": "2,4N"}, ("activate a2", "attack b2", "look", "activate a1", "attack b1"),
                              (4, 4)),
    "friend activated beside the shaken": Scene({**SHAKEN, "a2": "2,4N!"}, ("activate a2", "look", "activate a1",
                                                "attack b1", "end"), (4, 4), bearer={"equipment": GEAR, **POISON}),
    "friend shoots": Scene({**ALONE, "a2": "3,4N"}, ("activate a2", "shoot b1", "look"), (5, 4)),
    "enemy activated before": Scene(DUEL, ("activate b2", "activate b1", "attack a1", "look", "end", "activate a1"),
                                    (4, 4), phase="B"),
    "enemy activated beside the shaken": Scene(SHAKEN, ("activate b2", "activate b1", "attack a1", "look"), (4, 4),
                                               phase="B", bearer={"equipment": GEAR, **POISON}),
    "stopped afar": Scene({"a1": "3,5N", "a2": "5,6S", "b1": "3,1S", "b2": "6,1S"},
                          ("activate b1", "step 3,2", "halt", "look", "shoot a1"), (5, 3), phase="B"),
    "friend boasts": Scene({**DUEL, "a3": "2,4N"}, ("activate a3", "attack b2", "look", "activate a1", "attack b1"),
                           (4, 4)),
    "friend boasts beside the shaken": Scene({**SHAKEN, "a3": "2,4N"}, ("activate a3", "attack b2", "look",
                                             "activate a1", "attack b1"), (4, 4), bearer={"equipment": GEAR, **POISON}),
    "friend recovers": Scene({**DUEL, "a2": "4,6N!"}, ("activate a2", "test", "look", "activate a1", "attack b1"),
                             (4, 4), test=2),
    "friend recovers beside the shaken": Scene(SHAKEN, ("activate a2", "test", "look", "activate a1", "attack b1"),
                                               (4, 4), test=2, bearer={"equipment": GEAR, **POISON}),
    "friend recovers apart": Scene({**ALONE, "a1": "3,5N!", "a2": "1,6N!"}, ("activate a2", "test", "look",
                                   "activate a1"), test=2, bearer={"equipment": GEAR, **POISON}),
    "friend attacked from behind": Scene({**DUEL, "a2": "2,4S"}, ("activate b1", "attack a2", "look"), (5, 3),
                                         phase="B"),
    "friend shot at in cover": Scene({"a1": "3,6N", "a2": "1,5N", "b1": "1,1S", "b2": "5,0S"},
                                     ("activate b1", "shoot a2", "look"), (5, 3), phase="B"),
    "friend attacks from behind": Scene({**DUEL, "a2": "2,4N", "b2": "2,3N"}, ("activate a2", "attack b2", "look"),
                                        (3, 3)),
    "friend shoots from cover": Scene({"a1": "3,6N", "a2": "1,5N", "b1": "1,1S", "b2": "5,0S"},
                                      ("activate a2", "shoot b1", "look"), (5, 3)),
    "friend attacks apart": Scene({"a1": "5,6N", "a2": "3,4N", "b1": "3,3S", "b2": "0,0S"},
                                  ("activate a2", "attack b1", "look"), (4, 4)),
    "attack well won beside others": Scene({**DUEL, "a2": "2,4N", "a3": "0,6N!"}, ATTACK, (6, 1)),
    "recovers": Scene({**ALONE, "a1": "3,5N!", "a2": "1,6N!", "b1": "3,3S"},
                      ("activate a1", "test", "look", "end", "reserve", "activate b1", "step 3,4", "attack a1"),
                      test=2, bearer={"equipment": GEAR, **POISON}),
}  # fmt: skip
"""By what happens in them to a1, whose skill is asked about."""

_ATTACKS = tuple(name for name in SCENES if name.startswith("attack"))
_DEFENCES = tuple(name for name in SCENES if name.startswith("defence"))
_SHOTS = tuple(name for name in SCENES if name.startswith(("shot", "shot of")) and not name.startswith("shot at"))
_SHOTS_AT = tuple(name for name in SCENES if name.startswith("shot at"))
_WILLS = tuple(name for name in SCENES if name.startswith("will"))
_ASKED = (*(name for name in SCENES if name.startswith("asked")), "stared at")
_FRIENDS = ("friend activated", "friend activated beside the shaken", "friend shoots", "friend loses", "friend boasts",
            "friend boasts beside the shaken", "friend attacks from behind", "friend shoots from cover")  # fmt: skip
_ENEMIES = ("enemy activated before", "enemy activated beside the shaken", *_DEFENCES, "spells", "weakened")
_WALKS = ("walk", "walk before a door", "walk by the water", "walk beside one", "walk away", "turn about")
_FIGHTS = (*_ATTACKS, *_DEFENCES, *_SHOTS, *_SHOTS_AT)
WHERE: dict[str, tuple[str, ...]] = {
    "always": tuple(SCENES),
    "activation": (*_ATTACKS, *_SHOTS, *_WILLS, *_WALKS),
    "movement": (*_ATTACKS, *_SHOTS, *_WILLS, *_WALKS),
    "targeted": (*_DEFENCES, *_SHOTS_AT),
    "attack": _ATTACKS, "defense": _DEFENCES, "shot": _SHOTS, "shot_at": _SHOTS_AT,
    "willpower": (*_WILLS, *_ASKED), "test": _ASKED,
    "attack_rolled": _ATTACKS, "defense_rolled": _DEFENCES, "shot_rolled": _SHOTS, "shot_at_rolled": _SHOTS_AT,
    "tested": (*_WILLS, *_ASKED),
    "winning": _FIGHTS, "losing": _FIGHTS, "drawing": _FIGHTS, "won": _FIGHTS, "lost": _FIGHTS, "drawn": _FIGHTS,
    "shaken": _FIGHTS, "disabled": _FIGHTS,
    "friend_targeted": ("friend attacked from behind", "friend shot at in cover", "friend attacked",
                        "shaken friend attacked", "friend shot at", "shaken friend shot at"),
    "friend_shaken": ("friend attacked", "friend shaken beside the shaken", "friend shot", "friend loses"),
    "friend_disabled": ("friend badly attacked", "shaken friend attacked", "friend shot well", "friend loses badly"),
    "approached": ("approached", "approached when shaken"),
    "left": ("left", "left when shaken", "left in sight"),
    "sighted": ("sighted", "sighted when shaken", "approached"),
    "phase_start": ("phase", "phase of the shaken", "phase apart"),
    "phase_end": ("phase ends", "phase of the shaken ends", "dice"),
    "enemy_phase_start": ("enemy phase", "enemy phase of the shaken"),
    "enemy_phase_end": ("enemy phase ends", "enemy phase ends for the shaken"),
    "deployed": ("deployed", "deployed in sight", "deployed shaken"),
    "activated": (*_ATTACKS, *_SHOTS, *_WILLS, *_WALKS),
    "activation_end": ("own activation ends", "own activation ends for the shaken"),
    "friend_activated": _FRIENDS, "friend_activation_end": _FRIENDS, "friend_attacking": _FRIENDS,
    "friend_rolled": (*_FRIENDS, "friend attacked"),
    "friend_used": ("friend boasts", "friend boasts beside the shaken"),
    "enemy_activated": _ENEMIES, "enemy_activation_end": _ENEMIES, "enemy_used": (*_DEFENCES, *_ATTACKS, *_SHOTS_AT),
    "stopped": ("stopped afar", "approached", "approached when shaken"),
    "vigilant": ("recovers", *_WILLS),
    "friend_vigilant": ("friend recovers apart", "friend recovers", "friend recovers beside the shaken"),
    "friend_shaking": ("friend attacked", "friend shaken beside the shaken", "friend shot", "friend loses"),
    "friend_falling": ("friend badly attacked", "shaken friend attacked", "friend shot well", "friend loses badly"),
    "enemy_shaken": _FIGHTS, "enemy_disabled": _FIGHTS,
}  # fmt: skip


# playing -------------------------------------------------------------------------------------------------------------

FACES = ("fire", "water", "air", "earth", "tori", "tori")
NOTHING = written("activation", Token("nothing"), "action")
"""Takes the place of the action, as the skill that is compared with it does."""


def seen(name: str, tried: SkillRecord | None) -> Iterator[object]:
    """Everything that is noticed when a1 bears the skill in a scene: what happens, what lies on the table, what is
    offered; but not that the skill is used.
    """
    scene, state = SCENES[name], _bare(name)
    if tried is not None:
        state = _bearing(state, tried)
    for step in scene.steps:
        state = yield from _through(scene, state)
        asked = SYSTEM.pending(state)
        if not isinstance(asked, Choice):
            return
        yield step, _figures(state), state.bands, _offered(asked)
        option = _meant(state, asked, step.split())
        if option is not None:
            applied = SYSTEM.apply(state, option)
            yield from _told(applied.events)
            state = applied.state
    state = yield from _through(scene, state)
    yield _figures(state), state.bands


@cache
def _bare(name: str) -> State:
    return SCENES[name].state()


def _bearing(state: State, tried: SkillRecord) -> State:
    table, bearer = state.table, state.table.characters[0]
    faces = {face: replace(getattr(bearer, face), skills=(*getattr(bearer, face).skills, tried))
             for face in ("vigilant", "shaken")}  # fmt: skip
    return replace(state, table=replace(table, characters=(replace(bearer, **faces), *table.characters[1:])))


def _figures(state: State) -> tuple[object, ...]:
    return tuple(
        replace(figure, used=(), activated=False,
                lasting=tuple(found for found in figure.lasting if getattr(found.effect, "name", "") != "nothing"))
        for figure in state.figures
    )  # fmt: skip


def _offered(asked: Choice) -> frozenset[Option]:
    return frozenset(option for option in asked.options if not isinstance(option, o.UseSkill))


def _told(events: Any) -> list[object]:
    return [event for event in events
            if event.kind not in ("SkillUsed",) and getattr(event, "token", "") != "nothing"]  # fmt: skip


def _through(scene: Scene, state: State) -> Generator[object, None, State]:
    """Everybody uses what they can, until a figure that is active, or may be, decides for itself."""
    used: set[tuple[int, str]] = set()
    fights = 0
    for _n in range(80):
        asked = SYSTEM.pending(state)
        if isinstance(asked, Over):
            return state
        if isinstance(asked, Roll):
            applied = SYSTEM.rolled(state, _faces(scene, asked, fights))
            fights += asked.kind == "combat"
        else:
            assert isinstance(asked, Choice)
            option = _answer(state, asked, used)
            if option is None:
                return state
            if not isinstance(option, o.Pass | o.UseSkill):
                yield asked.seat
            applied = SYSTEM.apply(state, option)
        yield from _told(applied.events)
        state = applied.state
    raise AssertionError("This goes on and on.")


def _faces(scene: Scene, asked: Roll, fights: int) -> tuple[Any, ...]:
    if asked.kind == "combat":
        return (6, 2) if fights else scene.dice
    return tuple((scene.test if asked.kind == "test" else 2) if 6 in die.kind.faces else FACES[n]
                 for n, die in enumerate(asked.dice))  # fmt: skip


def _answer(state: State, asked: Choice, used: set[tuple[int, str]]) -> Option | None:
    for option in asked.options:
        if isinstance(option, o.UseSkill) and (option.who, option.skill) not in used:
            used.add((option.who, option.skill))
            return option
    if not state.frames:
        return next((option for option in asked.options if state.stage == "take_back" and option.kind == "pass"), None)
    wanted = [option for option in asked.options if not isinstance(option, o.Pass | o.UseDie | o.UseSkill)]
    return wanted[0] if wanted else next(option for option in asked.options if isinstance(option, o.Pass))


_STEPS: dict[str, type[Any]] = {"activate": o.Activate, "attack": o.Attack, "shoot": o.Shoot, "step": o.Step,
                                "test": o.TestWillpower, "end": o.EndActivations, "reserve": o.EndPhase,
                                "halt": o.EndMovement, "turn": o.Turn, "deploy": o.Deploy}  # fmt: skip


def _meant(state: State, asked: Choice, step: list[str]) -> Option | None:
    """The option that a step names; None: it is not offered, or only looks."""
    if step[0] not in _STEPS:
        return None
    for option in asked.options:
        if isinstance(option, _STEPS[step[0]]) and (len(step) == 1 or step[1] in _named(state, option)):
            return option
    return None


def _named(state: State, option: Option) -> list[str]:
    about = SYSTEM.fields(state, option)
    found = [str(about.get(name)) for name in ("character", "target", "facing")]
    at = about.get("at")
    return [*found, ",".join(map(str, at))] if at else found
