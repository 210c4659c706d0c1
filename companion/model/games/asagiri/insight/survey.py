"""All that can be done now, sorted by what it is, and beside it what is likely to be tried and not possible, with why.

The options are those of the question, nothing is listed twice; the refusals are the rules' own answers to options that
are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.model.core.advice import Topic
from companion.model.core.contract import Choice, Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import refusals
from companion.model.games.asagiri.rules.options import label
from companion.model.games.asagiri.state.state import State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF

MOST = 6
"""Refusals below one topic."""


class _Kind(NamedTuple):
    title: Message
    about: Message
    options: tuple[type[Option], ...]


_KINDS = (
    _Kind(say("Fight and act"), say("One action per activation; it ends the movement."),
          (o.Attack, o.Shoot, o.TestWillpower)),
    _Kind(say("Move"), say("Steps and quarter-turns cost movement points; a number in brackets is the cost."),
          (o.Step, o.Turn, o.EndMovement)),
    _Kind(say("Dice and skills"), say("Inspiration dice raise a number or pay for a skill."),
          (o.UseDie, o.UseSkill)),
    _Kind(say("Doors and things"), say("What stands beside the figure, or is carried."),
          (o.OpenDoor, o.PickUp, o.PutDown, o.Search, o.Free, o.LeaveBoard)),
    _Kind(say("Activate a figure"), say("Each figure moves and acts once in its phase, one after the other."),
          (o.Activate,)),
    _Kind(say("Reserve"), say("A die on a card helps in the enemy's phase too; others are lost when the phase ends."),
          (o.Reserve, o.TakeBack, o.GiveUpDie)),
    _Kind(say("Place figures"), say("Each square can be taken looking in four directions."), (o.Deploy, o.Enter)),
    _Kind(say("Put the game together"), say("Characters and equipment are paid for in zeni."),
          (o.Recruit, o.Equip, o.PlaceTile, o.Side, o.StopRecruiting)),
    _Kind(say("Answer"), say("Something is being resolved and waits for this."),
          (o.Face, o.Retreat, o.Pick, o.PickDie, o.Place, o.Way, o.DoIt, o.LeaveIt)),
    _Kind(say("Go on"), say("What is not used now may be lost."),
          (o.Pass, o.EndActivation, o.EndActivations, o.EndPhase)),
)  # fmt: skip


def survey(state: State, choice: Choice) -> Sequence[Topic]:
    """Every option of a choice in one topic; see the module."""
    why = list(_refused(state, choice))
    found = []
    for kind in _KINDS:
        offered = tuple(option for option in choice.options if isinstance(option, kind.options))
        refused = tuple((label(state, option), refusal) for option, refusal in why if isinstance(option, kind.options))
        found.append(Topic(kind.title, kind.about, offered, refused[:MOST]))
    return found


def _refused(state: State, choice: Choice) -> Iterator[tuple[Option, Refusal]]:
    """What people try while figures act, and why it cannot be done."""
    if state.frames or state.stage != "activations":
        return
    for option in _tried(state, choice):
        if option not in choice.options and (refusal := refusals.check(state, option)) is not None:
            yield option, refusal


def _tried(state: State, choice: Choice) -> Iterator[Option]:
    active = state.active
    if active is not None:
        enemies = state.on_board(ENEMY_OF[band_of_seat(choice.seat)])
        here = state.figures[active.who].at
        near = sorted(enemies, key=lambda who: _away(state, here, state.figures[who].at))
        yield from map(o.Attack, near[:3])
        shot = {option.target for option in choice.options if isinstance(option, o.Shoot)}
        for skill in state.skills(active.who):
            if skill.shot is not None:
                yield from (o.Shoot(target, skill.id, "pool") for target in near[:2] if target not in shot)
        yield o.TestWillpower()
    for who in state.on_board(band_of_seat(choice.seat)):
        if active is None or who != active.who:
            yield o.Activate(who)


def _away(state: State, here: int, there: int) -> int:
    squares = state.table.board.squares
    (c0, r0, f0), (c1, r1, f1) = squares[here], squares[there]
    return max(abs(c0 - c1), abs(r0 - r1)) + 100 * (f0 != f1)
