"""Numbers: what is added to them, and what they count as instead."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.amounts import Amount, Count, StatOf, amount
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    BESIDE,
    HEARD,
    EffectPlace,
    Lasts,
    Number,
    Phrase,
    Window,
)
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.operation import Holding, attach, fighting, lasting_words, left
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import State


class OfNumber(Holding, frozen=True):
    """Changes a number. One reckoned now stays what it is."""

    blamed = "/to"

    @property
    @abstractmethod
    def to(self) -> Number:
        """Which one."""

    @property
    @abstractmethod
    def amount(self) -> Amount:
        """By how much, or what it is instead."""

    @property
    def key(self) -> str:
        return f"{self.tag}:{self.to}"

    @property
    def fighter(self) -> Who:
        """A supporter's is the fight of its friend."""
        group = self.who if self.who is not None else SELF
        return Who(of="friends") if self.to == "support" and group.of == "self" else group

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        if self.to == "range" and place.window in BESIDE:
            return say("Range is checked before the shot is declared.")
        return None if seen in HEARD[self.to] else say("This number is not used at any moment of this skill.")

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if not isinstance(self.amount, int):
            yield from self.amount.problems(f"{at}/amount", context.places)
        if self.to == "range" and self.lasts == "use" and not context.automatic:
            yield Problem(f"{at}/to", say("Range is checked before dice are paid: it cannot cost an element."))

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        found = max(-9, min(9, amount(flow.state, self.amount, fighting(flow.state, frame))))
        attach(flow, frame, msgspec.structs.replace(self, amount=found, who=SELF), left(flow, frame, self.lasts))


FOUGHT: dict[str, tuple[Window, ...]] = {"combat": ("attack", "defense"), "shot": ("shot", "shot_at")}
"""The windows of a combat, of a shot."""


class Bonus(OfNumber, frozen=True, tag="bonus"):
    """Adds `amount` (may be negative) to a number; for another than the bearer it is an aura or a penalty."""

    phrase = Phrase(
        N_("Bonus or penalty"),
        N_("{amount} to {to}"),
        parts={"who": N_("for {who}"), "by": N_("in a {by}"), "least": N_("never below {least}")},
        offers={"by": N_("combat or shot"), "least": N_("a number below which it does not go")},
        flags={"alone": (N_("not added up with another one"), N_("added up with others"))},
        values={"by": {"combat": N_("combat"), "shot": N_("shot")}},
    )

    to: Number
    amount: Amount
    who: Who = SELF
    by: Literal["combat", "shot"] | None = None
    """In a combat, or a shot, alone."""
    alone: bool = False
    """Counts once, however many figures bring the same."""
    least: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    """A penalty that takes the number no lower, reckoned after every other bonus."""
    lasts: Lasts = "use"

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.amount == 0:
            yield Problem(f"{at}/amount", say("A bonus of 0 does nothing."))
        if self.least is not None and (self.to == "die" or (isinstance(self.amount, int) and self.amount > 0)):
            yield Problem(f"{at}/least", say("Only a penalty to another number than a die can stop at a least one."))
        if self.by is not None and set(FOUGHT[self.by]).isdisjoint(HEARD[self.to]):
            yield Problem(f"{at}/by", say("This number is not used at any moment of this skill."))
        yield from OfNumber.problems(self, at, context)

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        if self.by is not None and seen not in FOUGHT[self.by]:
            return say("This number is not used at any moment of this skill.")
        return OfNumber.unused(self, place, seen)

    def words(self, voice: Voice) -> Message:
        amount = self.amount
        if isinstance(amount, int):
            said = self._added(signed(amount), voice)
        elif amount.value:
            said = say(
                "{bonus}, X being {value}", bonus=self._added("+X", voice), value=amount.each(tested=voice.tested)
            )
        else:
            times = amount.times if isinstance(amount, Count) else 1
            said = say("{bonus} {each}", bonus=self._added(signed(times), voice), each=amount.each(tested=voice.tested))
            if isinstance(amount, Count) and amount.most is not None:
                most = signed(amount.most if times >= 0 else -amount.most)
                said = say("{bonus} ({most} at most)", bonus=said, most=most)
        if self.who != SELF:
            said = say("{who} has {bonus}", who=voice.each(self.who), bonus=said)
        if self.by is not None:
            said = say("{said} in combat", said=said) if self.by == "combat" else say("{said} in a shot", said=said)
        if self.least is not None:
            said = say("{said} (never below {least})", said=said, least=self.least)
        if self.alone:
            said = say("{said} (not added up)", said=said)
        return lasting_words(said, self.lasts)

    def _added(self, amount: str, voice: Voice) -> Message:
        if self.to == "die" and voice.testing:  # the lower its die, the better for whoever is tested
            return say("{amount} to the test", amount=amount)
        if self.to == "support" and self.who == SELF:
            return say("{amount} to the support this character gives", amount=amount)
        return Message(ADDED[self.to], (("amount", amount),))

    def kept(self, amount: int, before: int) -> int:
        """What of a penalty counts where a number before it is left its least."""
        return amount if self.least is None else max(amount, min(0, self.least - before))

    def payable(self, state: State, moment: TriggerContext) -> bool:
        """Movement points are no price for whoever has too few left."""
        active, cost = state.active, -self.amount if isinstance(self.amount, int) and self.to == "movement" else 0
        return active is None or active.who != moment.who or active.points >= cost

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """Movement points come to a movement going on at once."""
        active = flow.state.active
        if self.to == "movement" and active is not None and active.who == frame.target and not active.over:
            brief = self.lasts in ("use", "activation")
            if brief or active.moved:  # else the points follow from what goes on
                more = max(-9, min(9, amount(flow.state, self.amount, fighting(flow.state, frame))))
                movement.lengthen(flow, self.kept(more, active.points))
            if brief:
                return
        OfNumber.do(self, flow, frame, option)


class Set(OfNumber, frozen=True, tag="set"):
    """The number is `amount` instead, before any bonus: a friend's stat, a die that counts as 6."""

    phrase = Phrase(N_("A number counts as another one"), N_("{to} counts as {amount}"), parts={"who": N_("for {who}")})

    to: Number
    amount: Amount
    who: Who = SELF
    only: Literal["always", "higher", "lower"] = "always"
    """Only when that is higher, or lower, than what it replaces."""
    lasts: Lasts = "use"

    @property
    def settles(self) -> object:
        return ("set", self.to, self.who, self.lasts) if self.only == "always" else None

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if isinstance(self.amount, int) and self.amount < 0:
            yield Problem(f"{at}/amount", say("The number cannot be below 0."))
        if isinstance(self.amount, StatOf) and (self.amount.stat, self.amount.of) == (self.to, self.who):
            yield Problem(f"{at}/amount", say("The number already has this value."))
        yield from OfNumber.problems(self, at, context)

    def words(self, voice: Voice) -> Message:
        said = Message(SET[self.to], (("value", self._value(voice)),))
        if self.to == "die" and voice.testing:
            said = say("the die of the test counts as {value}", value=self._value(voice))
        elif self.to == "support" and self.who == SELF:
            said = say("the support this character gives counts as {value}", value=self._value(voice))
        if self.only == "higher":
            said = say("{said} if that is more", said=said)
        elif self.only == "lower":
            said = say("{said} if that is less", said=said)
        if self.who != SELF:
            said = say("for {who}, {said}", who=voice.each(self.who), said=said)
        return lasting_words(said, self.lasts)

    def _value(self, voice: Voice) -> Message | str:
        amount = self.amount
        if isinstance(amount, int):
            return _plain(amount)
        if amount.value:
            return amount.each(tested=voice.tested)
        times = amount.times if isinstance(amount, Count) else 1
        said = say("{number} {each}", number=_plain(times), each=amount.each(tested=voice.tested))
        if isinstance(amount, Count) and amount.most is not None:
            return say("{value} ({most} at most)", value=said, most=amount.most)
        return said


def signed(amount: int) -> str:
    """``+2``, ``−1``."""
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def _plain(amount: int) -> str:
    return str(amount) if amount >= 0 else signed(amount)


ADDED: dict[Number, str] = {
    "attack": N_("{amount} to Attack"),
    "defense": N_("{amount} to Defense"),
    "movement": N_("{amount} to Movement"),
    "willpower": N_("{amount} to Willpower"),
    "die": N_("{amount} to the combat die"),
    "shot": N_("{amount} to the value of the shot"),
    "range": N_("{amount} to the range"),
    "support": N_("{amount} to the support it gives"),
}

SET: dict[Number, str] = {
    "attack": N_("Attack counts as {value}"),
    "defense": N_("Defense counts as {value}"),
    "movement": N_("Movement counts as {value}"),
    "willpower": N_("Willpower counts as {value}"),
    "die": N_("the combat die counts as {value}"),
    "shot": N_("the value of the shot counts as {value}"),
    "range": N_("the range counts as {value}"),
    "support": N_("the support it gives counts as {value}"),
}


Numbers: TypeAlias = Bonus | Set
