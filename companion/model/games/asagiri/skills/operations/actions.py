"""What an activation allows: attacks from afar, attacks at once, one more action, another activation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import Problem
from companion.model.core.words import N_, Message, plural, say
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.rules import fights, movement
from companion.model.games.asagiri.rules.events import PointsSet
from companion.model.games.asagiri.rules.rule_modifiers import kept_idle
from companion.model.games.asagiri.rules.skill_events import ActionGained, ActionLost
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Context, Effect, Skill, Voice
from companion.model.games.asagiri.skills.language.vocabulary import AFTER, PHASES, EffectPlace, Phrase, Window
from companion.model.games.asagiri.skills.language.who import OPPONENT, SELF, Who
from companion.model.games.asagiri.skills.operation import Operation, attach, lasting_words
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import EffectFrame, Ending
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import FigureId

from .numbers import signed
from .places import TurnFigure


class Lengthen(Operation, frozen=True, tag="lengthen"):
    """Attacks reach squares in front up to `squares` away in line of fire, not just the control zone."""

    windows = ("always", "activation")
    phrase = Phrase(
        N_("Attack from afar"),
        N_("attacks reach {squares} squares"),
        flags={"straight": (N_("straight ahead"), N_("in the field of vision"))},
    )

    squares: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    straight: bool = False
    """Straight ahead alone."""

    @property
    def settles(self) -> object:
        return Lengthen

    def done_in(self, window: Window) -> bool:
        return window == "activation"

    def words(self, voice: Voice) -> Message:
        if self.straight:
            said = plural("attacks reach enemies in sight up to {count} square straight ahead",
                          "attacks reach enemies in sight up to {count} squares straight ahead",
                          self.squares)  # fmt: skip
            return lasting_words(said, "activation") if voice.windows == ("activation",) else said
        said = plural("attacks reach enemies in sight up to {count} square away",
                      "attacks reach enemies in sight up to {count} squares away", self.squares)  # fmt: skip
        return lasting_words(said, "activation") if voice.windows == ("activation",) else said

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        attach(flow, frame, self, 0)


class Strike(Operation, frozen=True, tag="strike"):
    """The bearer attacks each of these at once, one after the other; no further action is spent."""

    windows = ("activation", *AFTER, "approached", "left", "stopped", "activation_end", "enemy_activation_end")
    by_bearer = True
    phrase = Phrase(
        N_("Attack at once"),
        N_("attack {who} at once"),
        parts={"until": "{until}"},
        offers={"until": N_("when it stops")},
        flags={"turning": (N_("turning before each attack"), N_("without turning"))},
        values={"until": {"lost": N_("until it loses"), "not_won": N_("as long as it wins")}},
    )

    who: Who = Who(of="enemies", controlled=True)
    turning: bool = False
    """It may turn before each of the attacks."""
    until: Literal["lost", "not_won"] | None = None
    """The first attack that it loses, or does not win, is the last one."""

    def breaks_off(self, ahead: int) -> bool:
        return self.until is not None and (ahead < 0 or (ahead == 0 and self.until == "not_won"))

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("opponent", "enemies"):
            yield Problem(at, say("This can only affect enemies."))

    def words(self, voice: Voice) -> Message:
        said = say("this character attacks {who} at once", who=voice.each(self.who))
        if self.turning:
            said = say("{said}, and may turn before each attack", said=said)
        if self.until is not None:
            said = say("{said}, until it loses", said=said) if self.until == "lost" else \
                say("{said}, as long as it wins", said=said)  # fmt: skip
        return said

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        return n != moment.who

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """One of several attacks; a target that has got out of reach is left alone, but for whoever has just won.

        The loser's own retreat is no escape for the winner: it strikes back from where it stands now, if it could have
        from where it stood. Nor is a step out of the control zone, for whoever has just left it.
        """
        state = flow.state
        if state.figures[frame.who].at < 0 or state.figures[frame.target].at < 0:
            return
        if self.turning and frame.left < 0:
            turn = EffectFrame(frame.who, frame.opponent, frame.skill, frame.window, (TurnFigure(),), target=frame.who)
            flow.push(replace(frame, left=0), turn)
        elif fights.attack_refused(state, frame.who, frame.target) is None or _escaping(state, frame):
            fights.begin_attack(flow, frame.who, frame.target)


def _escaping(state: State, frame: EffectFrame) -> bool:
    """Whether the target, out of reach now, was in reach before the bearer's retreat or its own step."""
    if frame.window not in ("lost", "left") or frame.target != frame.opponent or frame.square < 0:
        return False
    here, there = state.figures[frame.who].at, state.figures[frame.target].at
    here, there = (frame.square, there) if frame.window == "lost" else (here, frame.square)
    zone = state.zone_from(frame.who, here, state.figures[frame.who].facing, "attacks", frame.target)
    peaceful = state.quest is not None and goals.attack_refused(state, frame.who) is not None
    enemies = state.band_of(frame.who) != state.band_of(frame.target)
    return enemies and not peaceful and bool(zone >> there & 1)


Shot: Callable[..., Effect] = Effect  # the package, where all are known, puts its own here
OWN_SHOT = Skill("x:x", {}, ("shot",), ())


class ShootAt(Operation, frozen=True, tag="shoot_at"):
    """The bearer shoots at once, with the first Shot of its card that it may use and pay for, or with one that is given
    here; no action is spent.
    """

    windows = (*AFTER, "left", "sighted", "stopped", "enemy_activation_end")
    by_bearer = True
    phrase = Phrase(
        N_("Shoot at once"),
        N_("shoot at {who} at once"),
        parts={"range": N_("range {range}"), "value": N_("value {value}")},
        offers={"range": N_("a range of its own"), "value": N_("a value of its own")},
    )

    who: Who = OPPONENT
    range: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    value: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    """Of a shot of its own, which the skill itself pays for."""

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if (self.range is None) != (self.value is None):
            yield Problem(at, say("A shot of its own has a range and a value."))

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("opponent", "enemies"):
            yield Problem(at, say("This can only affect enemies."))

    def words(self, voice: Voice) -> Message:
        if self.range is not None and self.value is not None:
            return say("this character shoots at {who} at once: range {range}, value {value}",
                       who=voice.each(self.who), range=self.range, value=self.value)  # fmt: skip
        return say("this character shoots at {who} at once with a Shot of its own", who=voice.each(self.who))

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        if self.range is None:
            return any(target == n for target, _, _ in fights.shots(state, moment.who))
        reach = fights.shot_range(state, moment.who, self._shot(OWN_SHOT), n)
        return fights.shot_refused(state, moment.who, n, reach) is None

    def _shot(self, named: Skill) -> Skill:
        """The shot that is given here, under the name of its skill."""
        effect = Shot(range=self.range or 0, value=self.value or 0)
        return Skill(named.id, named.name, ("shot",), (effect,), once="always")

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        if self.range is not None:
            fights.shoot(flow, frame.who, frame.target, self._shot(frame.skill), None)
            return
        for target, skill, origin in fights.shots(flow.state, frame.who):
            if target == frame.target:
                fights.shoot(flow, frame.who, target, skill, origin)
                return


class Again(Operation, frozen=True, tag="again"):
    """The activation has one more action, or movement goes on after it."""

    windows = ("activation", *AFTER)
    by_bearer = True
    phrase = Phrase(
        N_("One more action"),
        N_("one more {what}"),
        values={
            "what": {"attack": N_("attack"), "shot": N_("shot"), "action": N_("action"), "movement": N_("movement")}
        },
    )

    what: Literal["attack", "shot", "action", "movement"]

    def words(self, voice: Voice) -> Message:
        match self.what:
            case "attack":
                return say("one more attack in this activation")
            case "shot":
                return say("one more shot in this activation")
            case "action":
                return say("one more action in this activation")
            case "movement":
                return say("the movement may go on after the action")

    def could(self, state: State, moment: TriggerContext) -> bool:
        return state.active is not None and state.active.who == moment.who

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        active = flow.state.active
        if active is None or active.who != frame.who:
            return
        if self.what == "movement" and active.over:
            flow.activation(over=False)
        else:
            flow.activation(extra=(*active.extra, self.what))
        flow.tell(ActionGained(frame.who, self.what))


class Ready(Operation, frozen=True, tag="ready"):
    """The figure may be activated again in this phase; the active one when its activation has ended (TRN-3)."""

    windows = ("activation", *AFTER, "activation_end")
    counted = True
    phrase = Phrase(
        N_("Activate again"),
        N_("{who} may be activated again this phase"),
        flags={"at_once": (N_("at once"), N_("whenever its player wants"))},
    )

    who: Who = SELF
    at_once: bool = False
    """The bearer, before anybody else: its next activation begins as this one ends."""

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of not in ("self", "friends"):
            yield Problem(at, say("This can only affect your own side."))
        elif self.at_once and who.of != "self":
            yield Problem(at, say("This can only affect the bearer."))

    def words(self, voice: Voice) -> Message:
        if self.at_once:
            return say("{who} is activated again at once", who=voice.each(self.who))
        return say("{who} may be activated again this phase", who=voice.each(self.who))

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        active = state.active
        if not state.figures[n].activated or state.band_of(n) != state.phase or state.stage != "activations":
            return False
        return active is None or active.who != n or (n == moment.who and "activation" not in active.extra)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        active = flow.state.active
        if active is not None and active.who == frame.target:
            flow.activation(extra=(*active.extra, "activation"))
            if self.at_once:
                _next(flow, Ending(frame.target))
        else:
            flow.figure(frame.target, activated=False)
        flow.tell(ActionGained(frame.target, "activation"))


class ActivateAtOnce(Operation, frozen=True, tag="activate"):
    """The figure is activated at once, before anybody else; the activation going on, if there is one, ends (TRN-3)."""

    windows = ("activation", *AFTER, "activation_end", "friend_activation_end", "phase_start")
    phrase = Phrase(
        N_("Activate at once"),
        N_("{who} is activated at once"),
        parts={"without": N_("without its {without}"), "points": N_("{points} to its Movement")},
        offers={"without": N_("without its action or its movement"), "points": N_("more or less Movement")},
        values={"without": {"action": N_("action"), "movement": N_("movement")}},
        start={"who": {"of": "friends", "within": 4, "choose": 1}},
    )

    who: Who
    without: Literal["action", "movement"] | None = None
    points: Annotated[int, msgspec.Meta(ge=-9, le=9)] = 0

    def whom_problems(self, who: Who, at: str) -> Iterator[Problem]:
        if who.of == "self" or (who.of == "all" and who.within == 0 and who.centre == "self"):
            yield Problem(at, say("The bearer makes no sense here."))
        elif not who.single and who.choose != 1 and not who.meant:
            yield Problem(at, say("Exactly one figure must be chosen here."))

    def words(self, voice: Voice) -> Message:
        said = say("{who} is activated at once", who=voice.each(self.who))
        if self.without is not None:
            said = say("{said}, without an action", said=said) if self.without == "action" \
                else say("{said}, without a movement", said=said)  # fmt: skip
        return say("{said}, with {points} to its Movement", said=said, points=signed(self.points)) if self.points \
            else said  # fmt: skip

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        """Only in the phase of its band; whoever has just changed sides, too."""
        ours = state.band_of(n) == state.phase and state.stage == "activations"
        return ours and not state.figures[n].activated and not kept_idle(state, n)

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        _next(flow, Ending(frame.target, without=self.without or "", points=self.points))


def _next(flow: Transition, ending: Ending) -> None:
    """The activation going on ends with this; whoever else was to be activated next can be so afterwards."""
    frames = list(flow.state.frames)
    at = next((n for n, below in enumerate(frames) if isinstance(below, Ending)), -1)
    if at < 0:
        frames.insert(0, ending)
    else:
        frames[at] = replace(ending, spoken=True)
    flow.set(frames=tuple(frames))


class Lose(Operation, frozen=True, tag="lose"):
    """The figure loses its action, its movement or all of its activation: of the one going on, or else of its next one.

    Its next activation is lost in its next phase in which it could have been activated.
    """

    phrase = Phrase(
        N_("Lose an action"),
        N_("{who} loses its {what}"),
        parts={"points": N_("{points} of them")},
        values={
            "what": {
                "action": N_("action"),
                "movement": N_("movement"),
                "activation": N_("whole activation"),
                "points": N_("movement points"),
            }
        },
    )

    what: Literal["action", "movement", "activation", "points"]
    who: Who = SELF
    points: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    """Of movement, in the activation going on; a price for whoever has so many left."""

    @property
    def key(self) -> str:
        return f"{self.tag}:{self.what}"

    @property
    def settles(self) -> object:
        return (self.key, self.who)

    def words(self, voice: Voice) -> Message:
        if self.what == "points":
            return plural("{who} loses {count} movement point", "{who} loses {count} movement points", self.points,
                          who=voice.each(self.who))  # fmt: skip
        return Message(LOST[self.what], (("who", voice.each(self.who)),))

    def problems(self, at: str, context: Context) -> Iterator[Problem]:
        if self.points != 1 and self.what != "points":
            yield Problem(f"{at}/points", say("These are no movement points."))

    def unheard(self, place: EffectPlace) -> Message | None:
        if self.what == "points" and place.window in (*PHASES, "deployed", "approached", "stopped"):
            return say("Nobody has movement points at this moment.")
        return None

    def payable(self, state: State, moment: TriggerContext) -> bool:
        """What is half done, or owed already, cannot be given up."""
        return any(self._whole(state, n) for n in self.targets(state, moment))

    def _whole(self, state: State, n: FigureId) -> bool:
        active = state.active
        if self.what == "points":
            return active is not None and active.points >= self.points
        if active is None or active.who != n:
            owed = (found.effect for found in state.figures[n].lasting)
            return not any(isinstance(effect, Lose) and effect.what == self.what for effect in owed)
        return not ((active.acted and self.what != "movement") or (active.moved and self.what != "action"))

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        active = state.active
        if self.what == "points":
            return active is not None and active.who == n and not active.over and active.points > 0
        if active is None or active.who != n:
            return True
        return (self.what != "movement" and not (active.acted and not active.extra)) or (
            self.what != "action" and not active.over
        )

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        n, active = frame.target, flow.state.active
        own = flow.state.band_of(n) == flow.state.phase
        if self.what == "points":
            movement.lengthen(flow, -self.points)
            flow.tell(PointsSet(n, flow.activation().points))
            return
        if active is not None and active.who == n:
            less(flow, self.what)
        elif self.what == "activation" and own and not flow.state.figures[n].activated:
            flow.figure(n, activated=True)
        else:
            left = -1 if self.what != "activation" else 3 if own else 2
            attach(flow, frame, replace(self, who=SELF), left)
        flow.tell(ActionLost(n, self.what))


LOST = {
    "action": N_("{who} loses its action"),
    "movement": N_("{who} loses its movement"),
    "activation": N_("{who} loses its activation"),
}


def less(flow: Transition, what: str) -> None:
    """The activation going on loses its action, its movement, or both."""
    if what != "movement":
        flow.activation(acted=True, extra=tuple(word for word in flow.activation().extra if word == "movement"))
    if what != "action":
        flow.end_movement()
        flow.activation(over=True, points=0)


def owed(flow: Transition, who: FigureId) -> None:
    """An activation has begun: what it was to lose it loses."""
    lasting = flow.state.figures[who].lasting
    lost = [found for found in lasting if isinstance(found.effect, Lose)]
    if lost:
        flow.figure(who, lasting=tuple(found for found in lasting if found not in lost))
        for found in lost:
            less(flow, cast(Lose, found.effect).what)


Actions: TypeAlias = Lengthen | Strike | ShootAt | Again | Ready | ActivateAtOnce | Lose
