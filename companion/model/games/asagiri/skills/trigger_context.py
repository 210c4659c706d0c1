"""The moment in which a skill speaks: who bears it, against whom, what lies on the table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.games.asagiri.state.stack import Fight, Reacting, Test
from companion.model.games.asagiri.state.vocabulary import Origin

from .language.skill import Skill
from .language.vocabulary import Window

Part: TypeAlias = Literal["attacker", "defender"]

_ANNOUNCED: dict[tuple[str, str], Window] = {
    ("combat", "attacker"): "attack",
    ("combat", "defender"): "defense",
    ("shot", "attacker"): "shot",
    ("shot", "defender"): "shot_at",
}
_ROLLED: dict[Window, Window] = {
    "attack": "attack_rolled", "defense": "defense_rolled", "shot": "shot_rolled", "shot_at": "shot_at_rolled",
}  # fmt: skip


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What skills and their conditions look at. `faces`: own die and the enemy's, once they have fallen."""

    window: Window
    who: int
    opponent: int = -1
    part: Part | None = None
    by: Literal["combat", "shot"] | None = None
    behind: bool = False
    faces: tuple[int, int] | None = None
    margin: int = 0
    origin: Origin | None = None
    """Where the die that pays comes from."""
    paid: tuple[tuple[int, Skill], ...] = ()
    """The skills announced by either side, each with its bearer."""
    square: int = -1
    stood: int = -1
    """Where its figure stood before it left the board in the middle of what it does."""
    fell: int = -1
    """Where the opponent stood before it left the board."""


def by_of(fight: Fight) -> Literal["combat", "shot"]:
    """Whether blades or arrows."""
    return "combat" if fight.shot is None else "shot"


def announced_window(fight: Fight, attacking: bool) -> Window:
    """The window in which one side announces."""
    return _ANNOUNCED[by_of(fight), "attacker" if attacking else "defender"]


def of_fight(fight: Fight, attacking: bool, window: Window, margin: int = 0,
             paid: tuple[tuple[int, Skill], ...] = ()) -> Moment:  # fmt: skip
    """A moment of a fight, seen from one side."""
    who, other = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    faces = fight.faces
    if faces is not None and not attacking:
        faces = faces[::-1]
    part: Part = "attacker" if attacking else "defender"
    return Moment(window, who, other, part, by_of(fight), fight.from_behind, faces, margin, paid=paid)


def window_of(fight: Fight, attacking: bool, ahead: int = 0) -> Window:
    """The window of this step for one side; `ahead`: how far that side is ahead, once the dice lie on the table."""
    announced = announced_window(fight, attacking)
    if fight.step.endswith("_rolled"):
        return _ROLLED[announced]
    if fight.step.endswith("_result"):
        return "winning" if ahead > 0 else "losing" if ahead < 0 else "drawing"
    return announced


def of_test(test: Test, paid: tuple[tuple[int, Skill], ...] = ()) -> Moment:
    """A moment of a test, seen from the tester; its opponent is whoever forces it."""
    window: Window = "willpower" if test.stat == "willpower" else "test"
    if test.step == "rolled":
        window = "tested"
    faces = (test.face, test.face) if test.face else None
    return Moment(window, test.who, test.source, faces=faces, paid=paid)


def of_reaction(frame: Reacting) -> Moment:
    """A moment of which skills may speak."""
    return Moment(frame.window, frame.who, frame.opponent, frame.part, frame.by, margin=frame.margin,
                  square=frame.square, fell=frame.fell)  # fmt: skip
