"""Effects with conditions of their own: some that are asked at once, and skills that wait for what is to come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.rules import willpower
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import conditions
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.conditions.numbers import FromReserve
from companion.model.games.asagiri.skills.language.explain import before
from companion.model.games.asagiri.skills.language.skill import (
    MOST,
    Context,
    Effect,
    Guards,
    Often,
    Skill,
    Voice,
    open_to,
)
from companion.model.games.asagiri.skills.language.vocabulary import (
    DEEDS,
    ENDED,
    OVER,
    WINDOWS,
    EffectPlace,
    Lasts,
    Phrase,
    Window,
    granted_id,
    listed,
    only_in,
)
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.operation import Operation, attach, doable, fighting, lasting_words, left
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame, Test
from companion.model.games.asagiri.state.state import State, replace

if TYPE_CHECKING:
    AnyEffect: TypeAlias = Operation  # the package, where all are known, gives it its whole meaning

Asked: TypeAlias = Annotated[tuple[AnyCondition, ...], msgspec.Meta(min_length=1, max_length=MOST)]


def circumstances(state: State, frame: EffectFrame) -> TriggerContext:
    """The moment of an operation with all that the fight, the test or what happens below it tells conditions."""
    seen = fighting(state, frame)
    for below in reversed(state.frames) if seen.window in ("willpower", "test", "tested") else ():
        if isinstance(below, Test) and below.who == seen.who:
            known = willpower.moment(state, below)
            return replace(seen, faces=known.faces, test=below, passed=known.passed, uses=below.uses)
    return seen


class If(Operation, frozen=True, tag="if"):
    """Some effects happen, or hold, only while all of these conditions are met; others otherwise."""

    windows = WINDOWS
    phrase = Phrase(
        N_("Only if …"),
        N_("only under conditions of its own"),
        nested={"conditions": N_("if"), "then": N_("then"), "otherwise": N_("otherwise")},
        offers={"otherwise": N_("what happens otherwise")},
        start={
            "conditions": [{"type": "own", "state": "vigilant"}],
            "then": [{"type": "bonus", "to": "attack", "amount": 1}],
        },
    )

    conditions: Asked
    then: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()

    @property
    def parts(self) -> tuple[tuple[Guards, Effect], ...]:
        return tuple(
            (((self.conditions, wanted), *guards), part)
            for effects, wanted in ((self.then, True), (self.otherwise, False))
            for effect in effects
            for guards, part in effect.parts
        )

    @property
    def holding(self) -> bool:
        return any(part.holding for _, part in self.parts)

    def done_in(self, window: Window) -> bool:
        return any(part.done_in(window) for _, part in self.parts)

    def unfit(self, place: EffectPlace) -> Message | None:
        found = [effect.unfit(place) for effect in (*self.then, *self.otherwise)]
        if found and None not in found:
            return found[0]
        return self._unasked(place)

    def _unasked(self, place: EffectPlace) -> Message | None:
        """Why the conditions are never met there; what follows a test is like what has been won."""
        window: Window = "won" if place.tested else place.window
        missing = conditions.impossible(self.conditions, (window,))
        return None if missing is None else missing[2]

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from empty(f"{at}/then", self.then)
        yield from twice(f"{at}/conditions", self.conditions)
        when = tuple(dict.fromkeys(place.window for place in context.places))
        asking = Skill("x:x", {}, when, ())
        for n, condition in enumerate(self.conditions):
            if isinstance(condition, FromReserve):
                yield Problem(f"{at}/conditions/{n}", say("This can only be asked before the skill is used."))
            yield from conditions.problems(condition, f"{at}/conditions/{n}", asking, context.depth)
        for name, effects in (("then", self.then), ("otherwise", self.otherwise)):
            for n, effect in enumerate(effects):
                if any(type(part).lends is not Effect.lends for _, part in effect.parts):
                    why = say("This cannot have conditions of its own: make it a skill of its own.")
                    yield Problem(f"{at}/{name}/{n}", why)
            yield from context.deeper().problems(effects, f"{at}/{name}")

    def words(self, voice: Voice) -> Message:
        about = self.fighter if voice.windows == ("always",) else SELF
        conditions = [one.of_fighter(about) for one in self.conditions]
        asked = listed([one.words() if n else one.alone() for n, one in enumerate(conditions)])
        said = say("{when}: {said}", when=asked, said=voice.sequence(self.then))
        if self.otherwise:
            said = say("{said}. Otherwise: {effects}", said=said, effects=voice.sequence(self.otherwise))
        return voice.enclosed(said)

    def _following(self, state: State, seen: TriggerContext) -> tuple[AnyEffect, ...]:
        return self.then if open_to(((self.conditions, True),), state, seen) else self.otherwise

    def could(self, state: State, moment: TriggerContext) -> bool:
        return doable(self._following(state, moment), state, moment)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        following = self._following(flow.state, circumstances(flow.state, frame))
        if self in frame.skill.effects:  # what just holds is asked for where it holds
            following = tuple(effect for effect in following if effect.done_in(frame.window))
        if following:
            flow.push(replace(frame, effects=following, target=-1))


LATER: dict[Window, tuple[Window, ...]] = {
    "attack": ("attack_rolled", "winning", "losing", "drawing", "won", "lost", "drawn", "shaken", "disabled"),
    "defense": ("defense_rolled", "winning", "losing", "drawing", "won", "lost", "drawn", "shaken", "disabled"),
    "shot": ("shot_rolled", "winning", "losing", "drawing", "won", "lost", "drawn"),
    "shot_at": ("shot_at_rolled", "winning", "losing", "drawing", "won", "lost", "drawn", "shaken", "disabled"),
    "willpower": ("tested",),
    "test": ("tested",),
    "targeted": ("defense", "shot_at", "defense_rolled", "shot_at_rolled", "winning", "losing", "drawing", "won",
                 "lost", "drawn", "shaken", "disabled"),
}  # fmt: skip
"""What may still come in the fight or the test that is announced."""


class Gain(Operation, frozen=True, tag="gain"):
    """The figure has a skill for a while: for the use it waits for what comes of it, a roll, a result."""

    windows = DEEDS
    blamed = "/when"
    phrase = Phrase(
        N_("A skill for a while"),
        N_("{who} does this {when}"),
        parts={"once": "{once}"},
        flags={"optional": (N_("if its player wants"), N_("by itself"))},
        nested={"conditions": N_("if"), "effects": N_("does")},
        offers={"conditions": N_("conditions of its own"), "once": N_("how often")},
        start={"when": ["winning"], "effects": [{"type": "shift", "by": 1}]},
    )

    when: tuple[Window, ...]
    effects: tuple[AnyEffect, ...]
    conditions: Annotated[tuple[AnyCondition, ...], msgspec.Meta(max_length=MOST)] = ()
    optional: bool = False
    once: Often | None = None
    who: Who = SELF
    lasts: Lasts = "use"

    @property
    def grants(self) -> tuple[Window, ...]:
        return self.when

    def granted(self, named: Skill) -> Skill:
        return _granted(self, named.id, tuple(named.name.items()))

    def as_skill(self, id: str, name: dict[str, str]) -> Skill:
        """What it gives, as a skill of its own."""
        return Skill(id, name, self.when, self.effects, optional=self.optional, once=self.once,
                     conditions=self.conditions)  # fmt: skip

    def unheard(self, place: EffectPlace) -> Message | None:
        if place.window in OVER and self.lasts in ("activation", "phase"):
            return say("The phase is over: this would end before anything happens.")
        if place.window in ENDED and self.lasts == "activation":
            return say("The activation is over: this would end before anything happens.")
        if self.lasts != "use":
            return None
        if place.window not in LATER:
            return say("This ends at once: it must last longer than the use.")
        if not self.who.single:
            return say("For anyone but the bearer and its opponent this must be permanent or last longer than the use.")
        later = LATER[place.window]
        return None if not self.when or any(window in later for window in self.when) else only_in(later)

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from empty(f"{at}/when", self.when)
        yield from twice(f"{at}/when", self.when)
        yield from empty(f"{at}/effects", self.effects)
        if "always" in self.when or "movement" in self.when:
            yield Problem(f"{at}/when", say("This skill waits for a moment: name it."))
            return
        skill = self.as_skill("x:x", {})
        places = tuple(EffectPlace(window, skill.is_automatic) for window in self.when)
        yield from context.deeper(places=places, every=False, automatic=skill.is_automatic).problems(
            self.effects, f"{at}/effects"
        )
        for n, window in enumerate(self.when):
            if self.effects and not any(skill.fits(effect, window) for effect in self.effects):
                yield Problem(f"{at}/when/{n}", say("Nothing in this skill has an effect at this moment."))
        yield from twice(f"{at}/conditions", self.conditions)
        for n, condition in enumerate(self.conditions):
            if isinstance(condition, FromReserve):
                yield Problem(f"{at}/conditions/{n}", say("This can only be asked before the skill is used."))
            yield from conditions.problems(condition, f"{at}/conditions/{n}", skill, context.depth)
        found = conditions.impossible(self.conditions, self.when)
        if found is not None:
            yield Problem(f"{at}/conditions/{found[0]}{found[1]}", found[2])

    def words(self, voice: Voice) -> Message:
        when = before(self.as_skill("x:x", {}), self.when, first=True)
        if self.optional and when is not None:
            when = say("{said}, {condition}", said=when, condition=say("if its player wants"))
        inner = replace(voice, windows=self.when, tested=False)
        said = inner.sequence(self.effects)
        if when is not None:
            said = say("{when}: {said}", when=when, said=said)
        if self.lasts == "use" and self.who == SELF:
            return voice.enclosed(say("this time, {said}", said=said))
        return voice.enclosed(lasting_words(say("{who} has the skill “{said}”", who=voice.each(self.who), said=said),
                                            self.lasts))  # fmt: skip

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        attach(flow, frame, replace(self, who=SELF), left(flow, frame, self.lasts))


@lru_cache(maxsize=1024)
def _granted(gain: Gain, id: str, name: tuple[tuple[str, str], ...]) -> Skill:
    return gain.as_skill(granted_id(id), dict(name))


Conditional: TypeAlias = If | Gain
