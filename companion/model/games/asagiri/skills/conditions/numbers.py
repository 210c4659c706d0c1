"""Conditions about numbers and dice: margins, dice rolled, dice at hand, turns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Literal

from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.skills.language.skill import Condition, Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    ENEMY_PHASE,
    MARGIN,
    RESULT,
    ROLLED,
    WINDOWS,
    Element,
    Little,
    Phrase,
    Pip,
    Window,
    element,
)
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.state import State

EMPTY = N_("This condition is empty.")
NO_NUMBER = N_("No number is both that large and that small.")


def differ(one: object, other: object) -> bool:
    """Whether both are asked, and not the same."""
    return one is not None and other is not None and one != other


class Between(Condition, frozen=True):
    """A number lies between `least` and `most`."""

    def within(self, number: int) -> bool:
        """Whether the number lies there."""
        least, most = self.bounds
        return least <= number and (most is None or number <= most)

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int | None]:
        """From where to where; None: no end."""

    def never(self) -> tuple[str, Message] | None:
        least, most = self.bounds
        return ("/most", Message(NO_NUMBER)) if most is not None and most < least else None

    def apart(self, other: Between) -> bool:
        """Whether no number lies in both."""
        (least, most), (other_least, other_most) = self.bounds, other.bounds
        return (most is not None and most < other_least) or (other_most is not None and other_most < least)


class By(Between, frozen=True, tag="by"):
    """The margin, or how far a test was missed or passed, lies between `least` and `most`."""

    windows = MARGIN
    phrase = Phrase(
        N_("The margin"),
        N_("the margin is {least} or more"),
        parts={"most": N_("and {most} at most")},
        start={"least": 1},
    )

    least: Little = 0
    most: Little | None = None

    @property
    def bounds(self) -> tuple[int, int | None]:
        return self.least, self.most

    def met(self, state: State, moment: TriggerContext) -> bool:
        return self.within(moment.margin)

    def words(self) -> Message:
        least, most = self.bounds
        if most is None:
            return say("by a margin of {least} or more", least=least)
        if least == most:
            return say("by a margin of {least}", least=least)
        if least <= 1:
            return say("by a margin of {most} or less", most=most)
        return say("by a margin of {least} to {most}", least=least, most=most)

    def nowhere(self, window: Window) -> Message | None:
        if self.most == 0 and window in ("winning", "losing", "won", "lost"):
            return say("A win or loss is always by at least 1.")
        return self.unfit(window)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, By) and self.apart(other)

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self.bounds == (0, None):
            yield Problem(at, Message(EMPTY))


class RolledBetween(Between, frozen=True, tag="rolled"):
    """The combat or test die of one side shows between `least` and `most`."""

    windows = (*ROLLED, *RESULT)
    phrase = Phrase(N_("What a die shows"), N_("{whose} die shows {least} to {most}"), start={"least": 6})

    whose: Literal["own", "enemy"] = "own"
    least: Pip = 1
    most: Pip = 6

    @property
    def bounds(self) -> tuple[int, int | None]:
        return self.least, self.most

    def met(self, state: State, moment: TriggerContext) -> bool:
        return moment.faces is not None and self.within(moment.faces[self.whose == "enemy"])

    def words(self) -> Message:
        least, most = self.least, self.most
        how = 0 if least == most else 1 if most == 6 else 2 if least == 1 else 3
        key = ON_ITS_DIE[how] if self.whose == "own" else ON_ENEMY_DIE[how]
        return Message(key, (("least", least), ("most", most)))

    def unfit(self, window: Window) -> Message | None:
        if window == "tested" and self.whose == "enemy":
            return say("A test has no enemy die.")
        return Condition.unfit(self, window)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, RolledBetween) and self.whose == other.whose and self.apart(other)

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self.bounds == (1, 6):
            yield Problem(at, Message(EMPTY))


class FromReserve(Condition, frozen=True, tag="from_reserve"):
    """The die that pays comes from the bearer's reserve (INS-6)."""

    windows = tuple(window for window in WINDOWS if window != "always")
    phrase = Phrase(N_("A die out of the reserve"), N_("the die comes out of the reserve"))

    def met(self, state: State, moment: TriggerContext) -> bool:
        return moment.origin == "reserve"

    def words(self) -> Message:
        return say("with a die out of the reserve")

    def unfit(self, window: Window) -> Message | None:
        return say("An automatic skill cannot cost a die.") if window not in self.windows else None

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if depth and not skill.cost:
            yield Problem(at, say("An automatic skill cannot cost a die."))
        if len(skill.cost) > 1:
            yield Problem(at, say("A card holds one die in reserve: it cannot pay for two."))


class Used(Condition, frozen=True, tag="used"):
    """What has been announced is a die that raises a stat, or a skill; paid with this element."""

    windows = ("friend_used", "enemy_used")
    phrase = Phrase(
        N_("What has been announced"),
        N_("what is announced is"),
        parts={"what": "{what}", "element": N_("paid with {element}")},
        offers={"what": N_("a die or a skill")},
        values={"what": {"die": N_("a die that raises a stat"), "skill": N_("a skill")}},
        start={"what": "skill"},
    )

    what: Literal["die", "skill"] | None = None
    element: Element | None = None

    def met(self, state: State, moment: TriggerContext) -> bool:
        skill = moment.used.startswith("skill:")
        return self.what in (None, "skill" if skill else "die") and self.element in (None, moment.element)

    def words(self) -> Message:
        said = say("a die or a skill") if self.what is None else \
            say("a skill") if self.what == "skill" else say("a die that raises a stat")  # fmt: skip
        if self.element is None:
            return say("if it is {what}", what=said)
        return say("if it is {what} paid with {element}", what=said, element=element(self.element))

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self == Used():
            yield Problem(at, Message(EMPTY))


class Holds(Condition, frozen=True, tag="holds"):
    """The bearer's band has so many dice of an element, or of any, at hand in its pool or in reserve on the card."""

    phrase = Phrase(N_("Dice at hand"), N_("{least} or more dice in {where}"), parts={"element": N_("of {element}")})

    element: Element | None = None
    where: Literal["pool", "reserve"] = "pool"
    least: Little = 1

    def met(self, state: State, moment: TriggerContext) -> bool:
        held = state.figures[moment.who].kept
        if self.where == "pool":
            held = state.bands[state.band_of(moment.who)].pool
        return sum(self.element in (None, die) for die in held) >= self.least

    def words(self) -> Message:
        count = self.least
        if self.where == "pool":
            if self.element is None:
                return plural("with at least {count} die in the pool", "with at least {count} dice in the pool", count)
            return plural("with at least {count} {element} die in the pool",
                          "with at least {count} {element} dice in the pool", count,
                          element=element(self.element))  # fmt: skip
        if self.element is None:
            return plural("with at least {count} die in reserve", "with at least {count} dice in reserve", count)
        return plural("with at least {count} {element} die in reserve",
                      "with at least {count} {element} dice in reserve", count,
                      element=element(self.element))  # fmt: skip

    def unfit(self, window: Window) -> Message | None:
        if self.where == "pool" and window in ENEMY_PHASE:
            return say("Your own pool is empty at this moment.")
        return None

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self.least == 0:
            yield Problem(at, Message(EMPTY))


class InTurns(Between, frozen=True, tag="turns"):
    """The game is in a turn from `least` to `most`."""

    phrase = Phrase(
        N_("Turn of the game"),
        N_("from turn {least} on"),
        parts={"most": N_("until turn {most}")},
        start={"least": 2},
    )

    least: Little = 1
    most: Little | None = None

    @property
    def bounds(self) -> tuple[int, int | None]:
        return self.least, self.most

    def met(self, state: State, moment: TriggerContext) -> bool:
        return self.within(state.turn)

    def words(self) -> Message:
        least, most = self.bounds
        if most is None:
            return say("from turn {turn} on", turn=least)
        if least == most:
            return say("in turn {turn}", turn=least)
        if least <= 1:
            return say("until turn {turn}", turn=most)
        return say("in turns {first} to {last}", first=least, last=most)

    def never(self) -> tuple[str, Message] | None:
        return ("/most", Message(NO_NUMBER)) if self.most == 0 else Between.never(self)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, InTurns) and self.apart(other)

    def problems(self, at: str, skill: Skill, depth: int) -> Iterator[Problem]:
        if self.least <= 1 and self.most is None:
            yield Problem(at, Message(EMPTY))


SURELY: dict[str, tuple[Window, ...]] = {
    "own": ("activation", "movement", "activation_end", "friend_activated", "phase_start", "phase_end"),
    "enemy": ("enemy_phase_start", "enemy_phase_end", "enemy_activated", "enemy_activation_end", "stopped"),
}
"""The windows that come in nobody else's phase."""


class InPhase(Condition, frozen=True, tag="phase"):
    """It is the phase of the bearer's own band, or of the enemy; before the first phase it is nobody's."""

    windows = tuple(window for window in WINDOWS if window != "deployed")
    phrase = Phrase(
        N_("Whose phase it is"),
        N_("in {whose}"),
        values={"whose": {"own": N_("its own phase"), "enemy": N_("the enemy phase")}},
    )

    whose: Literal["own", "enemy"] = "own"

    def met(self, state: State, moment: TriggerContext) -> bool:
        return (state.band_of(moment.who) == state.phase) == (self.whose == "own")

    def words(self) -> Message:
        return say("in its own phase") if self.whose == "own" else say("in the enemy phase")

    def nowhere(self, window: Window) -> Message | None:
        if window in SURELY["enemy" if self.whose == "own" else "own"]:
            return say("This moment comes in the other phase.")
        return self.unfit(window)

    def excludes(self, other: Condition) -> bool:
        return isinstance(other, InPhase) and self.whose != other.whose


ON_ITS_DIE = (
    N_("with {least} on its die"),
    N_("with {least} or more on its die"),
    N_("with {most} or less on its die"),
    N_("with {least} to {most} on its die"),
)
ON_ENEMY_DIE = (
    N_("with {least} on the enemy die"),
    N_("with {least} or more on the enemy die"),
    N_("with {most} or less on the enemy die"),
    N_("with {least} to {most} on the enemy die"),
)
