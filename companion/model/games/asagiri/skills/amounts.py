"""Numbers that depend on the table: each with how it is reckoned, its words, and what can be wrong with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from companion.model.core.refusal import Problem
from companion.model.core.schema import Node
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.skills import trigger_context
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF

from .language import who as selector
from .language import who_words
from .language.vocabulary import ENEMY_PHASE, EffectPlace, Element, Little, Phrase, StatName, element
from .language.who import Who
from .trigger_context import TriggerContext


class Reckoned(Node, frozen=True):
    """A number that is reckoned when the effect is."""

    phrase: ClassVar[Phrase]
    value: ClassVar[bool] = False
    """Whether its words name a number, not what there is so much for."""

    @abstractmethod
    def reckon(self, state: State, moment: TriggerContext) -> int:
        """How large it is now."""

    @abstractmethod
    def each(self, *, tested: bool) -> Message:
        """What it is so much for, each; `tested`: the opponent is whoever was tested."""

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        """What is wrong with it in one of these places."""
        yield from ()


class Count(Reckoned, frozen=True, tag="count"):
    """As many as there are figures, `times` so many, no more than `most`."""

    phrase = Phrase(
        N_("an amount for each figure"),
        N_("{times} for {of}"),
        parts={"most": N_("{most} at most")},
        start={"of": {"of": "friends", "within": 1}},
    )

    of: Who
    times: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 1
    most: Little | None = None

    def reckon(self, state: State, moment: TriggerContext) -> int:
        found = self.times * len(trigger_context.figures(state, self.of, moment))
        return found if self.most is None else max(-self.most, min(self.most, found))

    def each(self, *, tested: bool) -> Message:
        return say("for {who}", who=who_words.each(self.of, tested=tested))

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        yield from selector.problems(self.of, f"{at}/of", choosing=False)
        if self.times == 0 or self.most == 0:
            yield Problem(f"{at}/{'times' if self.times == 0 else 'most'}", say("This is always 0."))
        elif self.of.single and not self.of.asks:
            yield Problem(f"{at}/of", say("This is always one figure: enter a number instead."))
        yield from _opponent(self.of, f"{at}/of", places)


class StatOf(Reckoned, frozen=True, tag="stat"):
    """The printed stat of a figure's face; of several figures the highest or lowest. None there: 0."""

    phrase = Phrase(
        N_("a stat of somebody"),
        N_("{stat} of {of}"),
        parts={"pick": N_("the {pick} of them")},
        offers={"pick": N_("the highest or the lowest of several")},
        values={"pick": {"highest": N_("highest"), "lowest": N_("lowest")}},
    )
    value = True

    stat: StatName
    of: Who = Who()
    pick: Literal["highest", "lowest"] = "highest"

    def reckon(self, state: State, moment: TriggerContext) -> int:
        known = [getattr(state.face(n), self.stat) for n in trigger_context.figures(state, self.of, moment)]
        return int((max if self.pick == "highest" else min)(known)) if known else 0

    def each(self, *, tested: bool) -> Message:
        """The stat itself."""
        if self.of.single:
            table = OWN if self.of.of == "self" else TESTED if tested else OPPONENTS
            said, facts = Message(table[self.stat]), who_words.predicate(self.of, tested=tested)
            return say("{who} (if it {facts})", who=said, facts=facts) if facts is not None else said
        table = HIGHEST if self.pick == "highest" else LOWEST
        return Message(table[self.stat], (("who", who_words.one(self.of, tested=tested)),))

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        yield from selector.problems(self.of, f"{at}/of", choosing=False)
        if self.of.single and self.pick == "lowest":
            yield Problem(f"{at}/pick", say("This is at most one figure: there is nothing to choose."))
        yield from _opponent(self.of, f"{at}/of", places)


class DiceAmount(Reckoned, frozen=True, tag="dice"):
    """As many as there are inspiration dice of the bearer's band: of an element or any, in the pool or in reserve."""

    phrase = Phrase(
        N_("an amount for each die"), N_("one for each die in {where}"), parts={"element": N_("of {element}")}
    )

    element: Element | None = None
    where: Literal["pool", "reserve", "aside"] = "pool"

    def reckon(self, state: State, moment: TriggerContext) -> int:
        which = state.band_of(moment.who)
        band = state.bands[which]
        if self.where == "aside":
            return band.aside
        held = band.pool
        if self.where == "reserve":
            held = tuple(die for n in state.on_board(which) for die in state.figures[n].kept)
        return sum(self.element in (None, die) for die in held)

    def each(self, *, tested: bool) -> Message:
        if self.where == "aside":
            return say("for each die set aside")
        if self.element is None:
            everywhere = say("for each die its band has in reserve")
            return say("for each die in the pool") if self.where == "pool" else everywhere
        face = element(self.element)
        if self.where == "pool":
            return say("for each {element} die in the pool", element=face)
        return say("for each {element} die its band has in reserve", element=face)

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        if self.where == "pool" and places and all(place.window in ENEMY_PHASE for place in places):
            yield Problem(f"{at}/where", say("Your own pool is empty at this moment."))
        elif self.where == "aside" and self.element is not None:
            yield Problem(f"{at}/element", say("The faces of set-aside dice do not count."))


class Margin(Reckoned, frozen=True, tag="margin"):
    """By how much the combat, shot or test was won or lost, never below 0."""

    phrase = Phrase(N_("the margin"), N_("the margin"))

    def reckon(self, state: State, moment: TriggerContext) -> int:
        return max(0, moment.margin)

    def each(self, *, tested: bool) -> Message:
        return say("for each point of the margin")

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        if not any(place.margin for place in places):
            yield Problem(at, say("There is no margin at this moment."))


class LossesAmount(Reckoned, frozen=True, tag="losses"):
    """The zeni that a band has lost."""

    phrase = Phrase(N_("zeni lost"), N_("the zeni that {whose} band has lost"))

    whose: Literal["own", "enemy"] = "own"

    def reckon(self, state: State, moment: TriggerContext) -> int:
        mine = state.band_of(moment.who)
        return state.bands[mine if self.whose == "own" else ENEMY_OF[mine]].lost

    def each(self, *, tested: bool) -> Message:
        own, enemys = say("for each zeni its band has lost"), say("for each zeni the enemy band has lost")
        return own if self.whose == "own" else enemys


class Difference(Reckoned, frozen=True, tag="difference"):
    """By how much one stat is above another, never below 0."""

    phrase = Phrase(
        N_("how far a stat is above another"),
        N_("how far one stat is above another"),
        nested={"of": N_("of"), "above": N_("above")},
        start={
            "of": {"type": "stat", "stat": "attack", "of": {"of": "opponent"}},
            "above": {"type": "stat", "stat": "attack"},
        },
    )
    value = True

    of: StatOf
    above: StatOf

    def reckon(self, state: State, moment: TriggerContext) -> int:
        return max(0, self.of.reckon(state, moment) - self.above.reckon(state, moment))

    def each(self, *, tested: bool) -> Message:
        one, other = self.of.each(tested=tested), self.above.each(tested=tested)
        return say("{one} less {other}", one=one, other=other)

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        if self.of == self.above:
            yield Problem(at, say("This is always 0."))
        yield from self.of.problems(f"{at}/of", places)
        yield from self.above.problems(f"{at}/above", places)


class Half(Reckoned, frozen=True, tag="half"):
    """Half of a stat, or of how far it is above another, rounded down or up."""

    phrase = Phrase(
        N_("half of a stat"),
        N_("half, rounded {up}"),
        nested={"of": N_("of")},
        flags={"up": (N_("up"), N_("down"))},
        start={"of": {"type": "stat", "stat": "movement"}},
    )
    value = True

    of: StatOf | Difference
    up: bool = False

    def reckon(self, state: State, moment: TriggerContext) -> int:
        return (self.of.reckon(state, moment) + self.up) // 2

    def each(self, *, tested: bool) -> Message:
        whole = self.of.each(tested=tested)
        return say("{value} (half of it, rounded up)", value=whole) if self.up \
            else say("{value} (half of it, rounded down)", value=whole)  # fmt: skip

    def problems(self, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
        yield from self.of.problems(f"{at}/of", places)


Amount: TypeAlias = (
    Annotated[int, msgspec.Meta(ge=-9, le=9)] | Count | StatOf | Half | Difference | DiceAmount | Margin | LossesAmount
)
"""A number: written out, or reckoned when the effect is."""


def amount(state: State, wanted: Amount, moment: TriggerContext) -> int:
    """How large a number is now."""
    return wanted if isinstance(wanted, int) else wanted.reckon(state, moment)


def _opponent(who: Who, at: str, places: Sequence[EffectPlace]) -> Iterator[Problem]:
    opponent, placed = any(place.opponent for place in places), any(place.placed for place in places)
    laid = any(place.laid for place in places)
    if (why := who.lost(opponent=opponent, placed=placed, laid=laid)) is not None:
        yield Problem(at, why)


OWN: dict[StatName, str] = {
    "attack": N_("this character’s Attack"),
    "defense": N_("this character’s Defense"),
    "movement": N_("this character’s Movement"),
    "willpower": N_("this character’s Willpower"),
}
OPPONENTS: dict[StatName, str] = {
    "attack": N_("the opponent’s Attack"),
    "defense": N_("the opponent’s Defense"),
    "movement": N_("the opponent’s Movement"),
    "willpower": N_("the opponent’s Willpower"),
}
TESTED: dict[StatName, str] = {
    "attack": N_("the tested character’s Attack"),
    "defense": N_("the tested character’s Defense"),
    "movement": N_("the tested character’s Movement"),
    "willpower": N_("the tested character’s Willpower"),
}
HIGHEST: dict[StatName, str] = {
    "attack": N_("the highest Attack of {who}"),
    "defense": N_("the highest Defense of {who}"),
    "movement": N_("the highest Movement of {who}"),
    "willpower": N_("the highest Willpower of {who}"),
}
LOWEST: dict[StatName, str] = {
    "attack": N_("the lowest Attack of {who}"),
    "defense": N_("the lowest Defense of {who}"),
    "movement": N_("the lowest Movement of {who}"),
    "willpower": N_("the lowest Willpower of {who}"),
}
