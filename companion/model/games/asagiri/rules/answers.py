"""What an answer does: options and faces that were handed in, applied to the state; `asking` says what is asked.

And what the dice of a fight mean by the rules, whether or not this table carries it out (CBT-3, CBT-6, SHT-6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias, cast

import msgspec

from companion.model.core.chance import Face as DieFace
from companion.model.core.contract import Applied, Event, Option
from companion.model.core.refusal import RuleBroken
from companion.model.core.words import Message, say
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.rules import (
    activations,
    dice,
    drafting,
    fight_results,
    fights,
    movement,
    turn,
    willpower,
)
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import (
    CharacterDisabled,
    CharacterRetreated,
    CharacterShaken,
    CombatRolled,
    DoorOpened,
    RetreatBlocked,
    ShotRolled,
)
from companion.model.games.asagiri.rules.refusals import at_stake
from companion.model.games.asagiri.rules.resolution import face, give_up, pass_test, settle
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.rules.turn import by_the_rules
from companion.model.games.asagiri.skills import operation, skill_use, triggers
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.stack import (
    Arriving,
    Disabling,
    EffectFrame,
    Fight,
    GivingUp,
    Paying,
    Reacting,
    Reminding,
    Retreating,
    Searching,
    Shaking,
    Test,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, FigureId
from companion.model.games.asagiri.table import reminders


def apply(state: State, option: Option, *, strict: bool = False) -> Applied[State]:
    """Do what was chosen; the caller has checked that it is offered.

    `strict`: raises RuleBroken when skills would set each other off without end; looking ahead, that is cut short.
    """
    flow = Transition(state)
    _DO[type(option)](flow, option)
    settle(flow)
    _refuse_endless(flow, strict)
    if state.quest is not None:
        flow.end_if_won()
    return Applied(flow.state, tuple(flow.events))


def _refuse_endless(flow: Transition, strict: bool) -> None:
    if strict and flow.endless is not None:
        raise RuleBroken(flow.endless)


def rolled(state: State, faces: tuple[DieFace, ...], *, strict: bool = False) -> Applied[State]:
    """Take the faces asked for; the caller has checked that they fit. `strict`: as in `apply`."""
    flow = Transition(state)
    if not state.frames:
        if state.stage == "first":
            turn.first_player(flow, cast(tuple[int, int], faces))
        elif state.stage == "scenario":
            assert state.draft is not None
            drafting.draw(flow, next(card for card in state.draft.scenarios if card.id == faces[0]))
        else:
            turn.inspiration(flow, cast(tuple[Element, ...], faces))
    else:
        top = state.frames[-1]
        if isinstance(top, Fight):
            fight_results.rolled(flow, top, cast(tuple[int, int], faces))
        elif isinstance(top, Test):
            willpower.rolled(flow, top, cast(int, faces[0]))
        elif isinstance(top, Searching):
            objects.searched(flow, top, cast(int, faces[0]))
        else:
            assert isinstance(top, EffectFrame)
            operation.fallen(flow, top, faces)
    settle(flow)
    _refuse_endless(flow, strict)
    if state.quest is not None:
        flow.end_if_won()
    return Applied(flow.state, tuple(flow.events))


def use_die(flow: Transition, option: o.UseDie) -> None:
    """A die raises the stat at stake: of a fight, of a test, or the movement going on (INS-2)."""
    use = dice.use_die(flow, option, at_stake(flow.state, option.who) or option.element)
    top = flow.state.frames[-1] if flow.state.frames else None
    if isinstance(top, Fight | Test):
        flow.state = flow.state.swap_top(fights.with_use(top, use))
    else:
        movement.lengthen(flow, 1)
    triggers.used(flow, use)


def _use_skill(flow: Transition, option: o.UseSkill) -> None:
    """A skill that is an action ends the movement going on before it (SKL-4, MOV-8)."""
    skill = dice.skill_of(flow.state, option)
    if skill.is_action and not flow.state.frames:
        acting(flow, lambda who: skill_use.use(flow, option))
    else:
        skill_use.use(flow, option)


def pass_by(flow: Transition) -> None:
    """Nothing more is announced, or nothing is made of what is offered."""
    top = flow.state.frames[-1] if flow.state.frames else None
    if isinstance(top, Fight):
        fight_results.next_step(flow, top)
    elif isinstance(top, Test):
        pass_test(flow, top)
    elif isinstance(top, Reacting | Arriving):
        flow.state = flow.state.pop()
    elif isinstance(top, EffectFrame):
        operation.answer(flow, top, o.Pass())
    else:
        turn.to_roll(flow)


def _answer(flow: Transition, option: Option) -> None:
    """An answer to what a skill asks, or a die that pays for one."""
    top = flow.state.frames[-1]
    if isinstance(top, Paying):
        skill_use.pay(flow, top, cast(o.PickDie, option))
    else:
        operation.answer(flow, cast(EffectFrame, top), option)


def _put(flow: Transition, option: o.Deploy) -> None:
    if flow.state.frames:
        flow.state = flow.state.pop()
        turn.arrive(flow, option)
    else:
        turn.deploy(flow, option)


def _attack(flow: Transition, option: o.Attack) -> None:
    acting(flow, lambda who: fights.declare_attack(flow, who, option.target))


def _shoot(flow: Transition, option: o.Shoot) -> None:
    def shoot(who: FigureId) -> None:
        skill = next(found for found in flow.state.skills(who) if found.id == option.skill)
        fights.declare_shot(flow, who, option.target, skill, option.origin)

    acting(flow, shoot)


def _handle(flow: Transition, option: o.PickUp | o.Search | o.Free) -> None:
    acting(flow, lambda who: objects.handle(flow, who, option))


def _test(flow: Transition, option: o.TestWillpower) -> None:
    acting(flow, lambda who: willpower.declare(flow, who))


def acting(flow: Transition, act: Callable[[FigureId], None]) -> None:
    """An action ends the movement going on before it (MOV-8); what that brings is resolved before the action."""
    below = len(flow.state.frames)
    flow.end_movement(resumed=True)
    if flow.state.active is None:
        return
    first = flow.state.frames[below:]
    flow.set(frames=flow.state.frames[:below])
    act(flow.state.active.who)
    flow.push(*first)


def _face(flow: Transition, option: o.Face) -> None:
    top = flow.state.frames[-1]
    if isinstance(top, EffectFrame):
        operation.answer(flow, top, option)
        return
    flow.state = flow.state.pop()
    face(flow, cast(TurningToFace, top).who, option.facing)


def open_door(flow: Transition, option: o.OpenDoor) -> None:
    """KAR-5: the door is removed, neither as action nor as movement."""
    active = flow.state.active
    assert active is not None
    board = flow.table.board
    edge = board.door(option.at, option.facing)
    assert edge is not None
    changed = board.with_door(board.squares[option.at][2], edge, closed=False)
    flow.set(table=replace(flow.table, board=changed))
    flow.tell(DoorOpened(active.who, option.at, option.facing))


def _retreat(flow: Transition, option: o.Retreat) -> None:
    top = cast(Retreating, flow.state.frames[-1])
    flow.state = flow.state.pop()
    movement.retreat(flow, top, option.at)


def _give_up(flow: Transition, option: o.GiveUpDie) -> None:
    top = flow.state.frames[-1]
    if isinstance(top, EffectFrame):
        operation.answer(flow, top, option)
        return
    flow.state = flow.state.pop()
    give_up(flow, cast(GivingUp, top).band, option)


def _remind(flow: Transition, option: o.DoIt | o.LeaveIt) -> None:
    answer = reminders.do if isinstance(option, o.DoIt) else reminders.leave
    answer(flow, cast(Reminding, flow.state.frames[-1]))


_DO: Mapping[type[Option], Callable[[Transition, Any], None]] = {
    o.Side: lambda flow, option: turn.take_side(flow, option.facing),
    o.Recruit: drafting.recruit,
    o.Equip: drafting.equip,
    o.StopRecruiting: drafting.stop,
    o.PlaceTile: drafting.place_tile,
    o.Deploy: _put,
    o.TakeBack: lambda flow, option: turn.take_back(flow, option.who),
    o.Activate: lambda flow, option: activations.activate(flow, option.who),
    o.Step: movement.step,
    o.Turn: movement.turn,
    o.EndMovement: lambda flow, option: flow.end_movement(),
    o.Attack: _attack,
    o.Shoot: _shoot,
    o.TestWillpower: _test,
    o.OpenDoor: open_door,
    o.UseDie: use_die,
    o.UseSkill: _use_skill,
    o.Pick: _answer,
    o.PickDie: _answer,
    o.Place: _answer,
    o.Way: _answer,
    o.Pass: lambda flow, option: pass_by(flow),
    o.Face: _face,
    o.Retreat: _retreat,
    o.GiveUpDie: _give_up,
    o.EndActivation: lambda flow, option: activations.end_activation(flow),
    o.EndActivations: lambda flow, option: activations.end_activations(flow),
    o.Reserve: lambda flow, option: turn.put_in_reserve(flow, option.who, option.element),
    o.EndPhase: lambda flow, option: turn.end_phase(flow),
    o.PickUp: _handle,
    o.PutDown: objects.put_down,
    o.Search: _handle,
    o.Free: _handle,
    o.LeaveBoard: objects.leave,
    o.Enter: turn.enter,
    o.DoIt: _remind,
    o.LeaveIt: _remind,
}


Fate: TypeAlias = Literal["nothing", "retreats", "shaken", "shaken_retreats", "disabled"]


class Verdict(msgspec.Struct, frozen=True):
    """Who is beaten (-1: nobody), by how much, and what that means."""

    loser: FigureId
    margin: int
    fate: Fate


def verdict(before: State, fallen: CombatRolled | ShotRolled) -> Verdict:
    """The result of the fight whose dice fall in the state `before`, tried out under the rules."""
    ahead = fallen.totals[0] - fallen.totals[1]
    loser = fallen.target if ahead > 0 else fallen.attacker
    if ahead == 0 or (isinstance(fallen, ShotRolled) and ahead < 0):
        return Verdict(NO_FIGURE, abs(ahead), "nothing")
    top = before.frames[-1] if before.frames else None
    if isinstance(top, Fight) and top.step == "roll":
        applied = rolled(by_the_rules(before), fallen.dice)
        decided = not any(isinstance(frame, Fight) for frame in applied.state.frames)
        if decided and fallen in applied.events:
            return Verdict(loser, abs(ahead), _fate(applied.state, applied.events, loser))
    return Verdict(loser, abs(ahead), _plain(before, loser, abs(ahead)))  # skills may still speak


def _plain(state: State, loser: FigureId, margin: int) -> Fate:
    if margin >= 4 or (margin == 3 and state.figures[loser].state == "shaken"):
        return "disabled"
    return "shaken_retreats" if margin == 3 else "retreats"


def _fate(state: State, events: tuple[Event, ...], loser: FigureId) -> Fate:
    befell = {type(event) for event in events if getattr(event, "who", -1) == loser}
    coming = {type(frame) for frame in state.frames if getattr(frame, "who", -1) == loser}
    if CharacterDisabled in befell or Disabling in coming or state.figures[loser].at < 0:
        return "disabled"
    retreats = Retreating in coming or not befell.isdisjoint((CharacterRetreated, RetreatBlocked))
    if CharacterShaken in befell or Shaking in coming:
        return "shaken_retreats" if retreats else "shaken"
    return "retreats" if retreats else "nothing"


FATE_WORDS: Mapping[Fate, Message] = {
    "nothing": say("No effect"),
    "retreats": say("{who} retreats"),
    "shaken": say("{who} becomes shaken"),
    "shaken_retreats": say("{who} becomes shaken and retreats"),
    "disabled": say("{who} is disabled"),
}


TELLING: Mapping[Fate, frozenset[type[Event]]] = {
    "nothing": frozenset(),
    "retreats": frozenset({CharacterRetreated}),
    "shaken": frozenset({CharacterShaken}),
    "shaken_retreats": frozenset({CharacterShaken, CharacterRetreated}),
    "disabled": frozenset({CharacterDisabled}),
}
"""The events that say the same."""


def verdict_words(state: State, found: Verdict, since: Iterable[Event] = ()) -> Message | None:
    """The result as a sentence: “Okko is disabled”; None when nobody is beaten, or the events `since` say it."""
    befell = {type(event) for event in since if getattr(event, "who", -1) == found.loser}
    if found.loser < 0 or (TELLING[found.fate] and TELLING[found.fate] <= befell):
        return None
    who, fate = state.table.called[found.loser], FATE_WORDS[found.fate]
    return fate if found.fate == "nothing" else Message(fate.key, (("who", who),))
