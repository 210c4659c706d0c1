"""Every operation of the language, a file a family; those that hold others stand here, where all are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, cast, get_args

import msgspec

from companion.model.core.chance import D6, Die, Face
from companion.model.core.contract import Option
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import willpower
from companion.model.games.asagiri.rules.rule_modifiers import freedom
from companion.model.games.asagiri.rules.skill_events import SkillDieRolled
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Voice
from companion.model.games.asagiri.skills.language.vocabulary import (
    DEEDS,
    RESULT,
    ROLLED,
    EffectPlace,
    Phrase,
    Pip,
    StatName,
    Window,
)
from companion.model.games.asagiri.skills.language.who import OPPONENT, Who
from companion.model.games.asagiri.skills.operation import Operation, doable, fighting
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.stack import Test as Testing
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId

from . import actions, conditional, prices, squares
from .actions import Actions
from .conditional import Conditional
from .dice import Inspiration
from .figures import Figures
from .numbers import Numbers
from .obligations import Obligations, Retreats
from .places import Places
from .prices import LoseZeni, Pay, Unless
from .results import Results
from .rules import Rules
from .squares import Squares
from .zones import Zones


class Shot(Operation, frozen=True, tag="shot"):
    """Makes the skill a Shot (SHT-1): `range` in squares, `value` in place of the attack stat. An action by itself."""

    windows = ("shot",)
    nests = False
    phrase = Phrase(
        N_("Shot"),
        N_("shot: range {range}, value {value}"),
        nested={"hit": N_("when it hits"), "after": N_("after every shot")},
        offers={"hit": N_("something more when it hits"), "after": N_("something more after every shot")},
        start={"range": 4, "value": 3},
    )

    range: Annotated[int, msgspec.Meta(ge=1, le=40)]
    value: Annotated[int, msgspec.Meta(ge=0, le=12)]
    hit: tuple[AnyEffect, ...] = ()
    """Also done when the shooter is ahead."""
    after: tuple[AnyEffect, ...] = ()
    """Done after every shot."""

    def done_in(self, window: Window) -> bool:
        return False

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        yield from context.deeper(places=(EffectPlace("won"),)).problems(self.hit, f"{at}/hit")
        places = (EffectPlace("won"), EffectPlace("lost"), EffectPlace("drawn"))
        yield from context.deeper(places=places, every=True).problems(self.after, f"{at}/after")

    def words(self, voice: Voice) -> Message:
        if voice.when is None:
            said = say("Shot: range {range}, value {value}", range=self.range, value=self.value)
        else:
            said = say("Shot {when}: range {range}, value {value}", when=voice.when, range=self.range,
                       value=self.value)  # fmt: skip
        if self.hit:
            said = say("{said}. If the shot hits: {effects}", said=said, effects=voice.sequence(self.hit))
        if self.after:
            said = say("{said}. After the shot: {effects}", said=said, effects=voice.sequence(self.after))
        return voice.enclosed(said)


class StatTest(Operation, frozen=True, tag="test"):
    """The figure tests a stat: d6 ≤ stat, a die or skills help; then one or the other follows, for it as opponent."""

    shields = ("tests",)
    phrase = Phrase(
        N_("Test a stat"),
        N_("{who} tests {stat}"),
        nested={"passed": N_("passed"), "failed": N_("failed")},
        flags={"to_recover": (N_("to become vigilant"), N_("because of this skill"))},
        offers={"passed": N_("effect of a passed test"), "failed": N_("effect of a failed test")},
        start={"failed": [{"type": "become", "state": "shaken"}]},
    )

    stat: StatName = "willpower"
    who: Who = OPPONENT
    passed: tuple[AnyEffect, ...] = ()
    failed: tuple[AnyEffect, ...] = ()
    to_recover: bool = False
    """It is a test to become vigilant (STA-4), which takes no action; who may not make one is left out."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.to_recover and (self.passed or self.failed or self.stat != "willpower"):
            yield Problem(
                f"{at}/to_recover", say("A test to become vigilant is one of Willpower, and nothing else follows.")
            )
        if not self.passed and not self.failed and not self.to_recover:
            yield Problem(at, say("This test has no consequence."))
        tested: Literal["bearer", "other"] = "bearer" if self.who.of == "self" else "other"
        inner = context.deeper(places=tuple(replace(place, tested=tested) for place in context.places))
        yield from inner.problems(self.passed, f"{at}/passed")
        yield from inner.problems(self.failed, f"{at}/failed")

    def words(self, voice: Voice) -> Message:
        if self.to_recover:
            return say("{who} tests its Willpower to become vigilant", who=voice.each(self.who))
        said = Message(TESTS[self.stat], (("who", voice.each(self.who)),))
        inner = replace(voice, tested=voice.tested or self.who.of != "opponent")
        if self.failed:
            said = say("{said}. If it fails: {effects}", said=said, effects=inner.sequence(self.failed))
        if self.passed:
            said = say("{said}. If it passes: {effects}", said=said, effects=inner.sequence(self.passed))
        return voice.enclosed(said)

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return not self.to_recover or willpower.refused(state, n) is None

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """Whoever ignores fearsome foes passes it by."""
        if self.to_recover:
            willpower.attempt(flow, frame.target)
            return
        if frame.window == "targeted" and "fearsome" in freedom(flow.state, frame.target, "attack"):
            return
        willpower.force(flow, Testing(frame.target, stat=self.stat, skill=frame.skill, source=frame.who,
                                      passed=self.passed, failed=self.failed, stood=frame.stood))  # fmt: skip


TESTS: dict[StatName, str] = {
    "attack": N_("{who} tests its Attack"),
    "defense": N_("{who} tests its Defense"),
    "movement": N_("{who} tests its Movement"),
    "willpower": N_("{who} tests its Willpower"),
}


class Either(Operation, frozen=True, tag="either"):
    """One of these, as the bearer's player chooses."""

    windows = (*DEEDS, *ROLLED, *RESULT)
    phrase = Phrase(
        N_("One of several, as chosen"),
        N_("one of these, as chosen:"),
        nested={"ways": N_("either")},
        flags={"or_none": (N_("or nothing, if its player prefers"), N_("one of them in any case"))},
        start={"ways": [[{"type": "turn"}], [{"type": "go"}]]},
    )

    ways: tuple[tuple[AnyEffect, ...], ...]
    or_none: bool = False
    """Or none of them: then one alone is a choice, too."""

    def unfit(self, place: EffectPlace) -> Message | None:
        found = [next((why for effect in way if (why := effect.unfit(place)) is not None), None) for way in self.ways]
        return found[0] if found and None not in found else Operation.unfit(self, place)

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if len(self.ways) < 2 - self.or_none:
            yield Problem(f"{at}/ways", say("A choice needs at least two options."))
        yield from twice(f"{at}/ways", self.ways)
        for n, way in enumerate(self.ways):
            yield from empty(f"{at}/ways/{n}", way)
            yield from context.deeper().problems(way, f"{at}/ways/{n}")

    def words(self, voice: Voice) -> Message:
        said, *rest = [voice.sequence(way) for way in self.ways] or [say("nothing")]
        for way in rest:
            said = say("{said}; or {way}", said=said, way=way)
        if not self.or_none:
            return voice.enclosed(say("one of these: {ways}", ways=said))
        return voice.enclosed(say("one of these, if this character’s player wants: {ways}", ways=said) if rest
                              else say("if this character’s player wants, {effects}", effects=said))  # fmt: skip

    def way(self, way: int, voice: Voice) -> Message:
        return voice.sequence(self.ways[way])

    def _open(self, state: State, moment: TriggerContext) -> list[int]:
        """The ways that could do something."""
        return [n for n, way in enumerate(self.ways) if doable(way, state, moment)]

    def could(self, state: State, moment: TriggerContext) -> bool:
        return bool(self._open(state, moment))

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        ways: list[Option] = [o.Way(n) for n in self._open(state, fighting(state, frame))]
        return [*ways, o.Pass()] if ways and self.or_none else ways

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if isinstance(option, o.Way):
            flow.push(replace(frame, effects=self.ways[option.way], target=-1))


class RollDie(Operation, frozen=True, tag="roll"):
    """The bearer rolls a d6: one thing follows from `least` to `most`, another otherwise."""

    windows = (*DEEDS, *ROLLED, *RESULT)
    phrase = Phrase(
        N_("Roll a die"),
        N_("roll a die; on {least} to {most}"),
        nested={"then": N_("then"), "otherwise": N_("otherwise")},
        offers={"then": N_("what happens on these faces"), "otherwise": N_("what happens otherwise")},
        start={"least": 4, "then": [{"type": "become", "state": "shaken"}]},
    )

    least: Pip = 1
    most: Pip = 6
    then: tuple[AnyEffect, ...] = ()
    otherwise: tuple[AnyEffect, ...] = ()

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if not self.then and not self.otherwise:
            yield Problem(at, say("This roll has no consequence."))
        if self.most < self.least:
            yield Problem(f"{at}/most", say("No number is both that large and that small."))
        elif (self.least, self.most) == (1, 6):
            yield Problem(f"{at}/least", say("A die always shows one of these faces."))
        yield from context.deeper().problems(self.then, f"{at}/then")
        yield from context.deeper().problems(self.otherwise, f"{at}/otherwise")

    def words(self, voice: Voice) -> Message:
        said, least, most = say("a die is rolled"), self.least, self.most
        how = 0 if least == most else 1 if most == 6 else 2 if least == 1 else 3
        if self.then:
            effects = voice.sequence(self.then)
            said = Message(ON_THESE[how], (("said", said), ("least", least), ("most", most), ("effects", effects)))
            if self.otherwise:
                said = say("{said}. Otherwise: {effects}", said=said, effects=voice.sequence(self.otherwise))
        else:
            effects = voice.sequence(self.otherwise)
            said = Message(UNLESS_THESE[how], (("said", said), ("least", least), ("most", most), ("effects", effects)))
        return voice.enclosed(said)

    def could(self, state: State, moment: TriggerContext) -> bool:
        return any(effect.could(state, moment) for effect in (*self.then, *self.otherwise))

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        flow.push(replace(frame, rolling=True))

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        return (Die(D6, state.table.characters[frame.who].id),)

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        die = cast(int, faces[0])
        flow.tell(SkillDieRolled(frame.who, frame.skill.id, die))
        following = self.then if self.least <= die <= self.most else self.otherwise
        if following:
            flow.push(replace(frame, effects=following, target=-1))


ON_THESE = (
    N_("{said}. On {least}: {effects}"),
    N_("{said}. On {least} or more: {effects}"),
    N_("{said}. On {most} or less: {effects}"),
    N_("{said}. On {least} to {most}: {effects}"),
)
UNLESS_THESE = (
    N_("{said}. On anything but {least}: {effects}"),
    N_("{said}. On less than {least}: {effects}"),
    N_("{said}. On more than {most}: {effects}"),
    N_("{said}. On anything but {least} to {most}: {effects}"),
)


AnyEffect: TypeAlias = (
    Numbers
    | Shot
    | Results
    | Retreats
    | Places
    | Actions
    | Rules
    | Obligations
    | Zones
    | Inspiration
    | StatTest
    | Figures
    | Conditional
    | Either
    | RollDie
    | Squares
    | Unless
    | Pay
    | LoseZeni
)
"""Every operation of the language; a union of nodes told apart by their ``type``."""
OPERATIONS: tuple[type[Operation], ...] = get_args(AnyEffect)
"""In the order in which an editor offers them."""
vars(actions)["Shot"] = Shot
for _holder in (conditional, prices, squares):
    vars(_holder)["AnyEffect"] = AnyEffect  # known here alone
