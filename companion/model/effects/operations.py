"""What skills do. A node says one thing; a skill does its nodes in the order they are written."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from .alphabet import Element, Face, Id, Lasts, Little, Node, Number, StatName, Trait
from .selectors import Amount, Who

SELF = Who()
OPPONENT = Who(of="opponent")

Obstacle: TypeAlias = Literal[
    "support", "behind", "cover", "terrain", "zones", "figures", "walls", "corners", "fearsome", "facing", "bonuses",
]  # fmt: skip
"""What can be ignored: the enemy's support (CBT-4), an attack from behind (CBT-5) or cover (SHT-5) counted against the
bearer; what terrain costs to enter and shakes on retreat (MOV-4, RET-3); enemy control zones (MOV-6 to MOV-8, SHT-2,
STA-4, RET-3); figures to pass, not to stop on (MOV-5), also in the line of fire; walls and blocking terrain to pass;
closed diagonals (GEO-2); fearsome foes; the cost of steps not to the front (MOV-2); what the enemy's skills add.
"""

Harm: TypeAlias = Literal["shaken", "disabled", "retreat", "turn", "push"]
"""What can befall a figure and be prevented."""

Shield: TypeAlias = Literal["skills", "shots", "tests", "dice", "equipment", "summons", "penalties", "kami"]
"""What a figure can be immune to: enemy skills altogether; being shot at; tests that skills force on it; loss of its
dice; loss of its equipment; being moved off the board or to the other side; what lowers its numbers; the Kami's skills.
"""


# numbers -----------------------------------------------------------------------------------------------------------


class Bonus(Node, frozen=True, tag="bonus"):
    """Adds `amount` (may be negative) to a number; for another than the bearer it is an aura or a penalty."""

    to: Number
    amount: Amount
    who: Who = SELF
    lasts: Lasts = "use"


class Set(Node, frozen=True, tag="set"):
    """The number is `amount` instead, before any bonus: a friend's stat, a die that counts as 6."""

    to: Number
    amount: Amount
    who: Who = SELF
    only: Literal["always", "higher", "lower"] = "always"
    """Only when that is higher, or lower, than what it replaces."""
    lasts: Lasts = "use"


class Shot(Node, frozen=True, tag="shot"):
    """Makes the skill a Shot (SHT-1): `range` in squares, `value` in place of the attack stat. An action by itself."""

    range: Annotated[int, msgspec.Meta(ge=1, le=40)]
    value: Annotated[int, msgspec.Meta(ge=0, le=12)]
    hit: tuple[Effect, ...] = ()
    """Also done when the shooter is ahead."""
    after: tuple[Effect, ...] = ()
    """Done after every shot."""


# dice that lie on the table, and results ----------------------------------------------------------------------------


class Reroll(Node, frozen=True, tag="reroll"):
    """The combat or test die of one side is rolled again."""

    whose: Literal["own", "enemy"] = "own"
    keep: Literal["second", "best", "worst"] = "second"
    """For the one who rolls it: the second roll, or the higher or lower of both (a test: the better or worse)."""


class Shift(Node, frozen=True, tag="shift"):
    """The margin grows by `by` for the winner (negative: shrinks, at least to 0: a draw)."""

    by: Annotated[int, msgspec.Meta(ge=-9, le=9)]


class Outcome(Node, frozen=True, tag="outcome"):
    """The result counts as another one, whatever the margin: for the loser, or of a draw for the opponent."""

    counts_as: Literal["nothing", "retreat", "shaken", "disabled"]


class Retreat(Node, frozen=True, tag="retreat"):
    """The loser's retreat is `squares` long (0: none), or its winner chooses where to."""

    squares: Annotated[int, msgspec.Meta(ge=0, le=6)] = 1
    winner_chooses: bool = False


# places ------------------------------------------------------------------------------------------------------------


class Push(Node, frozen=True, tag="push"):
    """Moved straight away from the bearer (or towards it), up to so many squares, as far as there is room."""

    squares: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    who: Who = OPPONENT
    towards: bool = False


class Follow(Node, frozen=True, tag="follow"):
    """The bearer may step into the square that the loser has left."""


class Swap(Node, frozen=True, tag="swap"):
    """The bearer and the figure exchange places."""

    who: Who = OPPONENT


class Turn(Node, frozen=True, tag="turn"):
    """The bearer's player turns the figure as wanted, for nothing."""

    who: Who = SELF


class Go(Node, frozen=True, tag="go"):
    """A free movement of up to `squares` steps into free squares, whatever they cost; zones do not end it."""

    squares: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    who: Who = SELF


class Leap(Node, frozen=True, tag="leap"):
    """Put on a free square within `squares`, over whatever lies between."""

    squares: Annotated[int, msgspec.Meta(ge=1, le=12)] = 3
    who: Who = SELF


# what an activation allows -----------------------------------------------------------------------------------------


class Lengthen(Node, frozen=True, tag="lengthen"):
    """Attacks reach squares in front up to `squares` away in line of fire, not just the control zone."""

    squares: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2


class Strike(Node, frozen=True, tag="strike"):
    """The bearer attacks each of these at once, one after the other; no further action is spent."""

    who: Who = Who(of="enemies", controlled=True)


class Again(Node, frozen=True, tag="again"):
    """The activation has one more action, or movement goes on after it."""

    what: Literal["attack", "shot", "action", "movement"]


class Ignore(Node, frozen=True, tag="ignore"):
    """Rules that do not hold for the figure."""

    what: tuple[Obstacle, ...]
    who: Who = SELF
    lasts: Lasts = "use"


# inspiration dice ---------------------------------------------------------------------------------------------------


class TakeDie(Node, frozen=True, tag="take_die"):
    """A die of the enemy's, in reserve on the card or in the pool, is set aside, or comes to one's own pool."""

    who: Who = OPPONENT
    where: Literal["reserve", "pool"] = "reserve"
    element: Element | None = None
    keep: bool = False


class GiveDie(Node, frozen=True, tag="give_die"):
    """A die of the pool, of one element or any, is laid in reserve on the figure’s card."""

    who: Who
    element: Element | None = None


class Convert(Node, frozen=True, tag="convert"):
    """Up to `most` dice of the pool are turned to another face."""

    to: Element
    of: Element | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1


class RollAgain(Node, frozen=True, tag="roll_again"):
    """Up to `most` inspiration dice of the pool, chosen one by one, are rolled again; the new faces stand (KAR-1)."""

    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2


class Regain(Node, frozen=True, tag="regain"):
    """So many dice set aside are rolled at once and come to the pool."""

    count: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1


class Reserves(Node, frozen=True, tag="reserves"):
    """The card holds `most` dice in reserve instead of one (INS-6)."""

    most: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2


# tests and states ---------------------------------------------------------------------------------------------------


class Test(Node, frozen=True, tag="test"):
    """The figure tests a stat: d6 ≤ stat, a die or skills help; then one or the other follows, for it as opponent."""

    stat: StatName = "willpower"
    who: Who = OPPONENT
    passed: tuple[Effect, ...] = ()
    failed: tuple[Effect, ...] = ()


class Become(Node, frozen=True, tag="become"):
    """The figure becomes vigilant without a test, shaken (again: disabled), or is disabled."""

    state: Literal["vigilant", "shaken", "disabled"]
    who: Who = OPPONENT


class Prevent(Node, frozen=True, tag="prevent"):
    """Keeps such things from befalling the figure."""

    what: tuple[Harm, ...]
    who: Who = SELF
    lasts: Lasts = "use"


class Immune(Node, frozen=True, tag="immune"):
    """The figure is not touched by such things."""

    to: tuple[Shield, ...]
    who: Who = SELF
    lasts: Lasts = "use"


class Return(Node, frozen=True, tag="return"):
    """Instead of being disabled the bearer stays, as this profile card."""

    card: Id
    state: Face = "vigilant"


# skills, equipment, figures ----------------------------------------------------------------------------------------


class Cancel(Node, frozen=True, tag="cancel"):
    """The attack or shot announced does not take place; or the skills the opponent has announced do nothing."""

    what: Literal["attack", "skills"] = "attack"


class Silence(Node, frozen=True, tag="silence"):
    """The figure's skills do not speak."""

    who: Who = OPPONENT
    lasts: Lasts = "turn"


class Disarm(Node, frozen=True, tag="disarm"):
    """The figure's equipment is destroyed; or stolen by the bearer, when it has none."""

    who: Who = OPPONENT
    steal: bool = False


class Summon(Node, frozen=True, tag="summon"):
    """A figure of this card comes into play on the bearer's side, within so many squares of it, already activated."""

    card: Id
    within: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    most: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    """No more of them at once."""


class SummonKami(Node, frozen=True, tag="summon_kami"):
    """A tori is rolled and summons the Kami of its element (KAR-2)."""


class Dismiss(Node, frozen=True, tag="dismiss"):
    """The figure leaves the board, for no zeni."""

    who: Who = OPPONENT


class Defect(Node, frozen=True, tag="defect"):
    """The figure fights for the bearer's band."""

    who: Who = OPPONENT
    lasts: Lasts = "game"


class Token(Node, frozen=True, tag="token"):
    """The figure bears a token, for so many turns or for good; or loses it."""

    name: Trait
    who: Who = SELF
    turns: Little | None = None
    remove: bool = False


class Either(Node, frozen=True, tag="either"):
    """One of these, as the bearer's player chooses."""

    ways: tuple[tuple[Effect, ...], ...]


Effect: TypeAlias = (
    Bonus | Set | Shot | Reroll | Shift | Outcome | Retreat | Push | Follow | Swap | Turn | Go | Leap | Lengthen
    | Strike | Again | Ignore | TakeDie | GiveDie | Convert | RollAgain | Regain | Reserves | Test | Become | Prevent
    | Immune | Return | Cancel | Silence | Disarm | Summon | SummonKami | Dismiss | Defect | Token | Either
)  # fmt: skip
"""Every operation of the language; a union of nodes told apart by their ``type``."""


def key(effect: Effect) -> str:
    """What an effect is about, in a word: its ``type``, and of a number which one (``bonus:attack``)."""
    tag = str(effect.__struct_config__.tag)
    return f"{tag}:{effect.to}" if isinstance(effect, Bonus | Set) else tag


__all__ = [
    "Again", "Become", "Bonus", "Cancel", "Convert", "Defect", "Disarm", "Dismiss", "Effect", "Either", "Follow",
    "GiveDie", "Go", "Harm", "Ignore", "Immune", "Leap", "Lengthen", "Obstacle", "Outcome", "Prevent", "Push",
    "Regain", "Reroll", "Reserves", "Retreat", "Return", "RollAgain", "Set", "Shield", "Shift", "Shot", "Silence",
    "Strike", "Summon", "SummonKami", "Swap", "TakeDie", "Test", "Token", "Turn", "key",
]  # fmt: skip
