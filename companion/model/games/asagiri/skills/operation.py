"""What an operation does in play. One class in a family's file is one operation, with all that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.fight_numbers import FightMoment, of_fight, paid
from companion.model.games.asagiri.rules.rule_modifiers import prevented
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.skill import Effect, Skill
from companion.model.games.asagiri.skills.language.vocabulary import (
    BESIDE,
    DEEDS,
    ENDED,
    MIRRORED,
    MOMENTS,
    OF_A_ROLL,
    OVER,
    EffectPlace,
    Lasts,
    Window,
)
from companion.model.games.asagiri.skills.language.who import SELF
from companion.model.games.asagiri.skills.modifiers import shielded
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, figures
from companion.model.games.asagiri.state.stack import Closing, EffectFrame, Fight, Reacting, Test
from companion.model.games.asagiri.state.state import Lasting, State, replace
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import BandId, FigureId


class Operation(Effect, frozen=True):
    """An operation of the language. The frame is off the stack when `do` and `fallen` are called; they may put it back.

    An operation is done once for each of its `targets`; one that just holds while a skill lasts does nothing.
    """

    shields: ClassVar[tuple[str, ...]] = ()
    """Immunities against it, beside that against enemy skills."""
    harm: ClassVar[str] = ""
    """What may be prevented and keeps it off."""
    needed: ClassVar[bool] = False
    """Whether what it stands beside is only done when it can be."""

    def could(self, state: State, moment: TriggerContext) -> bool:
        """Whether it could do anything now: a skill that would do nothing is not offered."""
        return bool(self.targets(state, moment))

    def payable(self, state: State, moment: TriggerContext) -> bool:
        """Whether it could be done as a price."""
        return self.could(state, moment)

    def targets(self, state: State, moment: TriggerContext) -> list[FigureId]:
        """The figures that it may be about: those its selector means, without those that are immune to it."""
        if self.who is None:
            return [moment.who]
        return [
            n
            for n in figures(state, self.who, moment)
            if state.figures[n].at >= 0
            and (n == moment.who or not shielded(state, n, moment.who, *self.shields))
            and not (self.harm and prevented(state, n, self.harm))
            and self.concerns(state, n, moment)
        ]

    def concerns(self, state: State, n: FigureId, moment: TriggerContext) -> bool:
        """Whether it could do anything to a figure."""
        return True

    def ask(self, state: State, frame: EffectFrame) -> Sequence[Option]:
        """What the bearer's player chooses among; one answer alone is not asked for."""
        return ()

    def band(self, state: State, frame: EffectFrame) -> BandId:
        """The band whose player answers."""
        return state.band_of(frame.who)

    def holder(self, frame: EffectFrame) -> FigureId:
        """The figure on whose card the dice in reserve lie that are chosen among."""
        return frame.who

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        """Do it to the frame's target, with the answer when one was asked for."""

    def dice(self, state: State, frame: EffectFrame) -> tuple[Die, ...]:
        """The dice to be rolled once the frame is `rolling`."""
        return ()

    def fallen(self, flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
        """What the dice bring."""


HOLDING: tuple[Window, ...] = ("always", *DEEDS)


class Holding(Operation, frozen=True):
    """Something that holds for a while: a number, a rule ignored, harm prevented."""

    windows = HOLDING
    passive = True

    @property
    def chooses(self) -> bool:
        return self.lasts != "use"

    def done_in(self, window: Window) -> bool:
        return self.lasts != "use" or window in MOMENTS

    def unheard(self, place: EffectPlace) -> Message | None:
        """Why it would not be heard: it is over before, or nobody asks."""
        window, who = place.window, self.who or SELF
        if window == "always":
            return None if self.lasts == "use" else say("A permanent effect needs no duration.")
        if self.lasts == "together" and who.of == "self":
            return say("The bearer makes no sense here.")
        if self.lasts != "use":
            if window in OVER and self.lasts in ("activation", "phase"):
                return say("The phase is over: this would end before anything happens.")
            if window in ENDED and self.lasts == "activation":
                return say("The activation is over: this would end before anything happens.")
            return None if window in DEEDS else say("No lasting effect can begin at this moment.")
        if window in BESIDE and who.of in ("friends", "opponent"):
            found = [self.unused(place, seen) for seen in BESIDE[window][who.of == "opponent"]]
            return found[0] if all(found) else None
        if not who.single:
            return say("For anyone but the bearer and its opponent this must be permanent or last longer than the use.")
        return self.unused(place, window if who.of == "self" else MIRRORED.get(window))

    def unused(self, place: EffectPlace, seen: Window | None) -> Message | None:
        """Why nobody asks for it while it holds for the use; `seen`: the window of whoever it is about."""
        return say("This ends at once: it must last longer than the use.")

    def do(self, flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        attach(flow, frame, msgspec.structs.replace(self, who=SELF), left(flow, frame, self.lasts))


def useful(state: State, skill: Skill, moment: TriggerContext) -> bool:
    """Whether at least one of its operations could do something; an honour always could, in its moment."""
    if skill.id in HONOUR_OF_SKILL:
        return True
    return doable(skill.effects, state, moment)


def doable(effects: Sequence[Effect], state: State, moment: TriggerContext) -> bool:
    """Whether one of these could do something, and what is needed for it can be done."""
    found = [effect for effect in effects if isinstance(effect, Operation)]
    about = [effect for effect in found if not effect.needed] or found
    return payable(found, state, moment) and any(effect.could(state, moment) for effect in about)


def payable(effects: Sequence[Effect], state: State, moment: TriggerContext) -> bool:
    """Whether all that is needed for the others can be done."""
    needed = (effect for effect in effects if isinstance(effect, Operation) and effect.needed)
    return all(effect.could(state, moment) for effect in needed)


def moment(frame: EffectFrame) -> TriggerContext:
    """The moment as selectors and numbers of the skill see it."""
    return TriggerContext(frame.window, frame.who, frame.opponent, margin=frame.margin, square=frame.square,
                  stood=frame.stood, fell=frame.fell, used=frame.used)  # fmt: skip


def fighting(state: State, frame: EffectFrame) -> TriggerContext:
    """The moment of an operation with all that the fight it is about tells of it."""
    seen = moment(frame)
    for below in reversed(state.frames):
        if isinstance(below, Fight) and {below.attacker, below.defender} == {seen.who, seen.opponent}:
            known = of_fight(below, seen.who == below.attacker, seen.window, seen.margin, paid(state, below))
            return replace(known, square=seen.square, stood=seen.stood, fell=seen.fell)
        if isinstance(below, Reacting) and (below.who, below.window) == (seen.who, seen.window):
            kind = FightMoment if below.opponent == seen.opponent else TriggerContext
            return kind(seen.window, seen.who, seen.opponent, below.part, below.by, margin=seen.margin,
                        square=seen.square, stood=seen.stood, fell=seen.fell, used=seen.used,
                        start=below.start)  # fmt: skip
    return seen


PHASES_LEFT: dict[Lasts, int] = {
    "use": 0, "activation": 0, "phase": 1, "turn": 2, "whole_turn": 2, "next_phase": 1, "own_phase": 2,
    "next_activation": -1, "together": -1, "unshaken": -1, "game": -1,
}  # fmt: skip
"""How many ends of phases each of them survives (`Lasting.left`), two of them one more in the bearer's own phase."""


def left(flow: Transition, frame: EffectFrame, lasts: Lasts) -> int:
    """How long: for the use is the fight or the test that the window is about; elsewhere till the activation ends."""
    if lasts == "whole_turn" and frame.window != "deployed":
        return PHASES_LEFT[lasts] - flow.state.phase
    if lasts in ("next_phase", "own_phase"):
        return PHASES_LEFT[lasts] + (flow.state.band_of(frame.who) == flow.state.phase)
    if lasts != "use" or frame.window not in OF_A_ROLL:
        return PHASES_LEFT[lasts]
    frames = list(flow.state.frames)
    at = max((n for n, below in enumerate(frames) if isinstance(below, Fight | Test)), default=-1)
    if at < 0:
        return 0
    if at and isinstance(frames[at - 1], Closing):
        at -= 1
    else:
        frames.insert(at, Closing())
        flow.set(frames=tuple(frames))
    return -2 - at


def attach(flow: Transition, frame: EffectFrame, effect: Effect, left: int) -> None:
    """The effect goes on for the target."""
    figure = flow.state.figures[frame.target]
    flow.figure(frame.target, lasting=(*figure.lasting, Lasting(effect, frame.skill.id, frame.who, left)))


def change_fight(flow: Transition, change: Callable[[Fight], Fight]) -> None:
    """Change the fight that is being resolved below."""
    frames = list(flow.state.frames)
    for n in range(len(frames) - 1, -1, -1):
        below = frames[n]
        if isinstance(below, Fight):
            frames[n] = change(below)
            flow.set(frames=tuple(frames))
            return


def lasting_words(said: Message, lasts: Lasts) -> Message:
    """What holds, and how long."""
    match lasts:
        case "use":
            return said
        case "activation":
            return say("{said} until the end of the activation", said=said)
        case "phase":
            return say("{said} until the end of the phase", said=said)
        case "turn":
            return say("{said} until the end of the next phase", said=said)
        case "whole_turn":
            return say("{said} until the end of the turn", said=said)
        case "next_phase":
            return say("{said} until the start of this character’s next phase", said=said)
        case "own_phase":
            return say("{said} until the end of this character’s next phase", said=said)
        case "next_activation":
            return say("{said} until this character’s next activation", said=said)
        case "together":
            return say("{said} as long as they stand next to each other", said=said)
        case "unshaken":
            return say("{said} as long as both are vigilant", said=said)
        case "game":
            return say("{said} for the rest of the game", said=said)


def choices(state: State, frame: EffectFrame) -> list[Option]:
    """What the bearer's player chooses among now; empty when nothing has to be asked."""
    if not frame.effects or frame.rolling:
        return []
    operation = _first(frame)
    if frame.target < 0:
        wanted = _wanted(operation)
        found = [n for n in operation.targets(state, fighting(state, frame)) if n not in frame.chosen]
        if wanted is None or len(frame.chosen) >= wanted or len(found) + len(frame.chosen) <= wanted:
            return []
        return [o.Pick(n) for n in found]
    return list(operation.ask(state, frame))


def _first(frame: EffectFrame) -> Operation:
    """The operation that is being done."""
    first = frame.effects[0]
    assert isinstance(first, Operation)
    return first


def _wanted(operation: Operation) -> int | None:
    """How many figures are chosen for it; None: all that it means."""
    return None if operation.who is None else operation.who.choose


def band(state: State, frame: EffectFrame) -> BandId:
    """The band whose player chooses among the `choices`."""
    return state.band_of(frame.who) if frame.target < 0 else _first(frame).band(state, frame)


def dice(state: State, frame: EffectFrame) -> tuple[Die, ...]:
    """The dice to be rolled."""
    return _first(frame).dice(state, frame)


def settle(flow: Transition, frame: EffectFrame) -> bool:
    """Do what needs no answer; True when the frame asks."""
    if frame.rolling:
        return True
    if not frame.effects:
        flow.state = flow.state.pop()
        return False
    found = choices(flow.state, frame)
    if len(found) > 1:
        return True
    if frame.target < 0:
        _aim(flow, frame)
    else:
        flow.state = flow.state.pop()
        _do(flow, frame, found[0] if found else None)
    return False


def _aim(flow: Transition, frame: EffectFrame) -> None:
    """Whom the operation is about is known: once for each of them, then the next operation."""
    operation = _first(frame)
    about, wanted = operation.targets(flow.state, fighting(flow.state, frame)), _wanted(operation)
    if wanted is not None and len(frame.chosen) >= wanted:
        about = list(frame.chosen)
    flow.state = flow.state.pop()
    flow.push(replace(frame, effects=frame.effects[1:], chosen=()))
    once = replace(frame, effects=(operation,), chosen=())
    flow.push(*(replace(once, target=n) for n in reversed(about)))


def _do(flow: Transition, frame: EffectFrame, option: Option | None) -> None:
    _first(frame).do(flow, frame, option)


def answer(flow: Transition, frame: EffectFrame, option: Option) -> None:
    """The bearer's player has chosen."""
    if isinstance(option, o.Pick):
        flow.state = flow.state.swap_top(replace(frame, chosen=(*frame.chosen, option.who)))
        return
    flow.state = flow.state.pop()
    _do(flow, frame, option)


def fallen(flow: Transition, frame: EffectFrame, faces: tuple[Face, ...]) -> None:
    """The dice of an operation lie on the table."""
    flow.state = flow.state.pop()
    _first(frame).fallen(flow, replace(frame, rolling=False), faces)
