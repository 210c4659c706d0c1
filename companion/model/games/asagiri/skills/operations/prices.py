"""What is paid other than dice: by the bearer, or by somebody so that something does not happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.rule_modifiers import barred, prevented
from companion.model.games.asagiri.rules.skill_events import PricePaid, ZeniLost
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    DEEDS,
    RESULT,
    ROLLED,
    EffectPlace,
    Element,
    Phrase,
    element,
)
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF
from companion.model.games.asagiri.skills.operation import Operation, fighting
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_FIGURE, BandId, FigureId

from .dice import dice_of_band, set_aside

if TYPE_CHECKING:
    AnyEffect: TypeAlias = Operation  # the package, where all are known, gives it its whole meaning

ANYWHERE = (*DEEDS, *ROLLED, *RESULT)


class Pay(Operation, frozen=True, tag="pay"):
    """What using the skill costs besides its dice: it cannot be used unless all of this can be done."""

    windows = ANYWHERE
    needed = True
    phrase = Phrase(
        N_("Pay a price other than dice"),
        N_("as a price"),
        nested={"price": N_("the price")},
        start={"price": [{"type": "become", "state": "shaken", "who": {"of": "self"}}]},
    )

    price: tuple[AnyEffect, ...]

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from empty(f"{at}/price", self.price)
        if not context.depth and any(place.automatic for place in context.places):
            yield Problem(at, say("Nobody chooses to pay for an automatic skill: make it optional."))
        yield from context.deeper().problems(self.price, f"{at}/price")

    def words(self, voice: Voice) -> Message:
        return voice.enclosed(say("as a price, {effects}", effects=voice.sequence(self.price)))

    def could(self, state: State, moment: TriggerContext) -> bool:
        return all(effect.payable(state, moment) for effect in self.price)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        flow.push(replace(frame, effects=self.price, target=-1))


class Unless(Operation, frozen=True, tag="unless"):
    """Happens unless a player would rather pay: a die, zeni, the opponent becoming shaken, or anything `instead`."""

    windows = ANYWHERE
    phrase = Phrase(
        N_("Unless somebody pays"),
        N_("unless {by} player pays {price}"),
        parts={"element": N_("of {element}"), "zeni": N_("how many zeni: {zeni}")},
        nested={"then": N_("happens"), "instead": N_("or instead")},
        offers={"instead": N_("another price: what happens instead")},
        values={
            "price": {"die": N_("a die"), "zeni": N_("zeni"), "shaken": N_("by a figure becoming shaken")},
            "by": {"enemy": N_("the enemy"), "own": N_("this character’s")},
        },
        start={"then": [{"type": "become", "state": "shaken"}]},
    )

    then: tuple[AnyEffect, ...]
    price: Literal["die", "zeni", "shaken"] = "die"
    element: Element | None = None
    """Of the die; None: any."""
    zeni: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    instead: tuple[AnyEffect, ...] = ()
    """What happens instead, if the player prefers it and all of it can be done; then there is no other price."""
    by: Literal["enemy", "own"] = "enemy"
    """Whose player may pay."""

    def unheard(self, place: EffectPlace) -> Message | None:
        if self.price == "shaken" and self.by == "enemy" and not place.opponent:
            return say("There is no opponent at this moment.")
        return None

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from empty(f"{at}/then", self.then)
        if self.instead and (self.price, self.element, self.zeni) != ("die", None, 1):
            yield Problem(f"{at}/instead", say("There is one price, not two."))
        if self.element is not None and self.price != "die":
            yield Problem(f"{at}/element", say("Only a die has an element."))
        if self.zeni != 1 and self.price != "zeni":
            yield Problem(f"{at}/zeni", say("The price is not zeni."))
        yield from context.deeper().problems(self.then, f"{at}/then")
        yield from context.deeper().problems(self.instead, f"{at}/instead")

    def words(self, voice: Voice) -> Message:
        effects, own = voice.sequence(self.then), self.by == "own"
        if self.instead:
            instead = voice.sequence(self.instead)
            said = say("{effects}; or, if its player prefers: {instead}", effects=effects, instead=instead) if own \
                else say("{effects}; or, if the enemy player prefers: {instead}", effects=effects,
                         instead=instead)  # fmt: skip
        elif self.price == "shaken":
            who = voice.each(SELF if own else OPPONENT)
            said = say("{effects}, unless {who} becomes shaken instead", effects=effects, who=who)
        elif self.price == "zeni":
            said = plural("{effects}, unless its band loses {count} zeni instead",
                          "{effects}, unless its band loses {count} zeni instead", self.zeni, effects=effects) if own \
                else plural("{effects}, unless the enemy band loses {count} zeni instead",
                            "{effects}, unless the enemy band loses {count} zeni instead", self.zeni,
                            effects=effects)  # fmt: skip
        elif self.element is None:
            said = say("{effects}, unless its player sets a die aside", effects=effects) if own \
                else say("{effects}, unless the enemy player sets a die aside", effects=effects)  # fmt: skip
        else:
            die = element(self.element)
            said = say("{effects}, unless its player sets one {element} die aside", effects=effects, element=die) \
                if own else say("{effects}, unless the enemy player sets one {element} die aside", effects=effects,
                                element=die)  # fmt: skip
        return voice.enclosed(said)

    def could(self, state: State, moment: TriggerContext) -> bool:
        return any(effect.could(state, moment) for effect in self.then)

    def band(self, state: State, frame: EffectFrame) -> BandId:
        own = state.band_of(frame.who)
        return own if self.by == "own" else ENEMY_OF[own]

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        return (*self._payments(state, frame), o.Pass())

    def _payments(self, state: State, frame: EffectFrame) -> list[Option]:
        if self.instead:
            seen = fighting(state, frame)
            return [o.Way(0)] if all(effect.payable(state, seen) for effect in self.instead) else []
        if self.price == "zeni":
            return [o.Way(0)]
        if self.price == "shaken":
            payer = self._payer(frame)
            able = payer >= 0 and state.figures[payer].at >= 0 and state.figures[payer].state == "vigilant"
            return [o.Way(0)] if able and not prevented(state, payer, "shaken") else []
        held = [die for die in dice_of_band(state, self.band(state, frame)) if self.element in (None, die.element)]
        payer = self._payer(frame)
        users = [die.who if die.origin == "reserve" else payer for die in held]
        return [die for die, who in zip(held, users, strict=True) if who < 0 or die.element not in barred(state, who)]

    def _payer(self, frame: EffectFrame) -> FigureId:
        return frame.who if self.by == "own" else frame.opponent

    def way(self, way: int, voice: Voice) -> Message:
        if self.instead:
            return voice.sequence(self.instead)
        if self.price == "shaken":
            return say("{who} becomes shaken", who=voice.each(SELF if self.by == "own" else OPPONENT))
        return plural("lose {count} zeni", "lose {count} zeni", self.zeni)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        payer = self.band(flow.state, frame)
        if isinstance(option, o.GiveUpDie) and option.element is not None:
            set_aside(flow, payer, option)
            flow.tell(PricePaid(payer, frame.skill.id, option.element, 0))
        elif not isinstance(option, o.Way):
            flow.push(replace(frame, effects=self.then, target=-1))
        elif self.instead:
            flow.push(replace(frame, effects=self.instead, target=-1))
        elif self.price == "shaken":
            flow.shake(self._payer(frame), "SKL-3", by=NO_FIGURE if self.by == "own" else frame.who)
        else:
            flow.band(payer, lost=flow.state.bands[payer].lost + self.zeni)
            flow.tell(PricePaid(payer, frame.skill.id, None, self.zeni))
            flow.end_if_won()


class LoseZeni(Operation, frozen=True, tag="lose_zeni"):
    """A band loses zeni, as if somebody worth as much were disabled."""

    windows = ANYWHERE
    phrase = Phrase(N_("Lose zeni"), N_("{whose} band loses {zeni} zeni"))

    zeni: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    whose: Literal["own", "enemy"] = "own"

    def words(self, voice: Voice) -> Message:
        if self.whose == "own":
            return plural("this character’s band loses {count} zeni", "this character’s band loses {count} zeni",
                          self.zeni)  # fmt: skip
        return plural("the enemy band loses {count} zeni", "the enemy band loses {count} zeni", self.zeni)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        own = flow.state.band_of(frame.who)
        band = own if self.whose == "own" else ENEMY_OF[own]
        flow.band(band, lost=flow.state.bands[band].lost + self.zeni)
        flow.tell(ZeniLost(band, frame.skill.id, self.zeni))
        flow.end_if_won()
