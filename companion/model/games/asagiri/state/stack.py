"""What is being resolved: frozen frames on a stack, from which the pending question follows; and the activation."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from companion.model.core.schema import Printable
from companion.model.games.asagiri.skills.language.skill import Effect, Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element, Window
from companion.model.games.asagiri.state.vocabulary import (
    NO_FIGURE,
    NO_SQUARE,
    BandId,
    Condition,
    DialId,
    Extra,
    FigureId,
    FigureOrNone,
    Origin,
    SquareId,
    SquareOrNone,
    Stat,
    ThingId,
)


class Began(msgspec.Struct, frozen=True, gc=False):
    """How the movement began (MOV-7, MOV-8)."""

    in_zone: bool
    state: Condition


class Active(msgspec.Struct, frozen=True, gc=False):
    """The activation going on."""

    who: FigureId
    trail: tuple[SquareId, ...]
    """Every square stood on, the starting one first."""
    points: int
    acted: bool = False
    moved: bool = False
    over: bool = False
    """The movement has ended."""
    stepped: bool = False
    began: Began | None = None
    extra: tuple[Extra, ...] = ()
    """What skills have given it besides: ``attack``, ``shot``, ``action``; ``activation``: another one after this."""
    brought: bool = False
    """A skill has put or turned it where it is: a door there was not before it when it was activated (KAR-5)."""
    base: int = -1
    """Of its points, those that its Movement gives; -1 once the movement has begun, which keeps what it began with."""


class Announced(msgspec.Struct, frozen=True, gc=False):
    """An inspiration die or a skill announced; `what` is a stat or ``skill:ID``. A skill of no die or of several has no
    element and no origin here.
    """

    who: FigureId
    what: Printable
    element: Element | None
    origin: Origin | None


Step: TypeAlias = Literal[
    "declared",
    "attacker",
    "defender",
    "roll",
    "attacker_rolled",
    "defender_rolled",
    "attacker_result",
    "defender_result",
]


STEPS: tuple[Step, ...] = get_args(Step)


class Fight(msgspec.Struct, frozen=True, gc=False, tag="fight"):
    """A combat, or a shot when `shot` names the skill; `step` says who announces, or that dice are rolled; before that,
    in one that is just ``declared``, friends of the target may speak.
    """

    attacker: FigureId
    defender: FigureId
    shot: Skill | None = None
    step: Step = "attacker"
    from_behind: bool = False
    uses: tuple[Announced, ...] = ()
    faces: tuple[int, int] | None = None
    """The dice, once they lie on the table."""
    shift: int = 0
    """What skills add to the margin."""
    margin: int = -1
    """What it counts as before that; -1: what it is."""
    counts_as: Literal["nothing", "retreat", "shaken", "disabled"] | None = None
    """What skills make of the result."""
    against: FigureOrNone = NO_FIGURE
    """Of a draw: whom it befalls."""
    squares: int = 1
    """How long the loser's retreat is."""
    winner_chooses: bool = False
    """Where to."""
    anywhere: bool = False
    """The loser may retreat to any side."""
    declined: tuple[str, ...] = ()
    """The dials that were left alone in this fight: what they are about is not counted."""


class Test(msgspec.Struct, frozen=True, gc=False, tag="test"):
    """A test of a stat: to become vigilant (STA-4), or forced by a skill, with what follows for the tester."""

    who: FigureId
    step: Literal["announce", "roll", "rolled"] = "announce"
    uses: tuple[Announced, ...] = ()
    stat: Stat = "willpower"
    skill: Skill | None = None
    """The skill that forces it; None: a test to become vigilant."""
    source: FigureOrNone = NO_FIGURE
    """The figure whose skill it is."""
    passed: tuple[Effect, ...] = ()
    failed: tuple[Effect, ...] = ()
    face: int = 0
    """The die, once it lies on the table."""
    stood: SquareOrNone = NO_SQUARE
    """As in `EffectFrame`."""


class EffectFrame(msgspec.Struct, frozen=True, gc=False, tag="doing"):
    """What a skill does, operation by operation; the first of `effects` is being done."""

    who: FigureId
    """The skill's bearer."""
    opponent: FigureOrNone
    skill: Skill
    window: Window
    effects: tuple[Effect, ...]
    target: FigureOrNone = NO_FIGURE
    """The figure that the operation is about, once it is chosen."""
    chosen: tuple[FigureId, ...] = ()
    """Figures chosen so far."""
    dice: tuple[Element, ...] = ()
    """Dice chosen so far."""
    left: int = -1
    """How often the operation may still be repeated: squares to go, dice to choose; -1: it has not begun."""
    margin: int = 0
    square: SquareOrNone = NO_SQUARE
    """The square it is about: where the loser stood."""
    direction: int = -1
    """Of a movement going on: that of its last step."""
    rolling: bool = False
    stood: SquareOrNone = NO_SQUARE
    """Where the bearer stood, when what it does has taken it off the board; -1: it is there."""
    fell: SquareOrNone = NO_SQUARE
    """Where the opponent stood when it left the board; -1: it is there."""
    used: Printable = ""
    """What has been announced of which it speaks, as in `Announced`."""


class Paying(msgspec.Struct, frozen=True, gc=False, tag="paying"):
    """A skill that costs several dice, or one of several elements, is being paid for; `slots` are still owed."""

    who: FigureId
    skill: Skill
    slots: tuple[tuple[Element, ...], ...]


class Reacting(msgspec.Struct, frozen=True, gc=False, tag="reacting"):
    """Something happens of which skills of a figure may speak; `done` names those that have."""

    who: FigureId
    window: Window
    opponent: FigureOrNone = NO_FIGURE
    part: Literal["attacker", "defender"] | None = None
    by: Literal["combat", "shot"] | None = None
    margin: int = 0
    square: SquareOrNone = NO_SQUARE
    """The square it is about: where the loser stood."""
    done: tuple[str, ...] = ()
    fell: SquareOrNone = NO_SQUARE
    """Where the opponent stood when it left the board; -1: it is there."""
    used: Printable = ""
    """The die or the skill that has been announced, as in `Announced`."""
    element: Element | None = None
    start: SquareOrNone = NO_SQUARE
    """Where the figure stood before anything came of the fight."""


StruckAs: TypeAlias = Literal["attacker", "defender", "target"]
"""The part of a figure in the combat, or the shot, that brought something about."""


class Disabling(msgspec.Struct, frozen=True, gc=False, tag="disabling"):
    """A figure is about to be disabled, after its skills have spoken; `rule` says why, `source` who did it."""

    who: FigureId
    rule: str
    source: FigureOrNone = NO_FIGURE
    struck_as: StruckAs | None = None


class TurningToFace(msgspec.Struct, frozen=True, gc=False, tag="turning"):
    """A figure must turn so that `square` comes into its control zone or its field of vision."""

    who: FigureId
    square: SquareOrNone
    into: Literal["zone", "vision"]


class Shaking(msgspec.Struct, frozen=True, gc=False, tag="shaking"):
    """A figure is about to become shaken; `rule` says why, `source` who did it."""

    who: FigureId
    rule: str = "CBT-3"
    asked: bool = False
    """Its skills have spoken of it."""
    source: FigureOrNone = NO_FIGURE
    struck_as: StruckAs | None = None


class Retreating(msgspec.Struct, frozen=True, gc=False, tag="retreating"):
    """A figure must retreat, so many squares (RET-1)."""

    who: FigureId
    squares: int = 1
    chooser: FigureOrNone = NO_FIGURE
    """The figure whose player chooses the squares; -1: its own."""
    source: FigureOrNone = NO_FIGURE
    """Who has made it retreat."""
    struck_as: StruckAs | None = None
    anywhere: bool = False
    """To any adjacent square, not just one of the three behind it."""


class GivingUp(msgspec.Struct, frozen=True, gc=False, tag="giving_up"):
    """A band must give up a die for good (BND-6)."""

    band: BandId


class Arriving(msgspec.Struct, frozen=True, gc=False, tag="arriving"):
    """A band may bring back one of its disabled characters of at most `value` zeni (KAR-6, scenario cards)."""

    band: BandId
    value: int


class Searching(msgspec.Struct, frozen=True, gc=False, tag="searching"):
    """A figure searches a cache: a die is to be rolled (ADV-7)."""

    who: FigureId
    thing: ThingId


class Reminding(msgspec.Struct, frozen=True, gc=False, tag="reminding"):
    """Something is due of which a table wants to be reminded (`dial`): done by its players, or left alone.

    The other fields are what it takes to do it.
    """

    dial: DialId
    about: FigureOrNone
    """The figure it befalls; -1: the whole game."""
    rule: str = ""
    to: Literal["", "vigilant", "shaken", "disabled"] = ""
    opponent: FigureOrNone = NO_FIGURE
    square: SquareOrNone = NO_SQUARE
    into: Literal["zone", "vision"] = "zone"
    squares: int = 1
    chooser: FigureOrNone = NO_FIGURE
    skill: Skill | None = None
    window: Window = "always"
    margin: int = 0
    fell: SquareOrNone = NO_SQUARE
    struck_as: StruckAs | None = None
    anywhere: bool = False


class Ending(msgspec.Struct, frozen=True, gc=False, tag="ending"):
    """Lies below what skills do as an activation ends; then that is over, and what its player chose comes."""

    next: FigureOrNone = NO_FIGURE
    """Who is activated then."""
    phase: bool = False
    """Nobody else is activated in this phase."""
    without: Literal["", "action", "movement"] = ""
    """What whoever comes next does without."""
    points: int = 0
    """How many movement points it has more."""
    spoken: bool = False
    """Skills have spoken of this end."""


class Closing(msgspec.Struct, frozen=True, gc=False, tag="closing"):
    """Lies below a fight or a test: once that is over with all it brings, what was given for its length is over."""


Frame: TypeAlias = (
    Fight
    | Test
    | TurningToFace
    | Shaking
    | Retreating
    | GivingUp
    | EffectFrame
    | Paying
    | Reacting
    | Disabling
    | Arriving
    | Searching
    | Reminding
    | Closing
    | Ending
)


def without(frame: Frame, who: FigureId, at: SquareId) -> Frame | None:
    """What becomes of a frame when a figure leaves the board; None: it is over."""
    if isinstance(frame, EffectFrame) and at >= 0 and frame.target != who and frame.who == who:
        begun = frame.target >= 0 or frame.chosen or frame.effects != frame.skill.done_in(frame.window)
        return msgspec.structs.replace(frame, stood=at) if begun else None
    if _about(frame, who):
        return None
    if isinstance(frame, EffectFrame | Reacting) and frame.opponent == who and at >= 0:
        return msgspec.structs.replace(frame, fell=at)
    return frame


def _about(frame: Frame, who: FigureId) -> bool:
    if isinstance(frame, Reminding):
        return who == frame.about or (who == frame.opponent and (frame.to == "disabled" or frame.dial == "skills"))
    if isinstance(frame, Fight):
        return who in (frame.attacker, frame.defender)
    return getattr(frame, "who", -1) == who or (isinstance(frame, EffectFrame) and frame.target == who)
