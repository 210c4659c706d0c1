"""A test being made: what is asked, and what comes of it (TST, INV-3, ATK-9)."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import (
    attack,
    chests,
    doors,
    equipment,
    investigation,
    stealth,
    testing,
    totals,
)
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks, dice
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State, replace

SUM = say("What do the test dice add up to?")
PASSED = say("Was the test passed?")


def _ask(state: State, frame: f.TestFrame) -> Pending:
    seat = frame.figure if frame.figure in state.seats else "oni"
    difficulty = testing.eased(state, frame)
    if frame.again:
        return dice(state.table.box, seat, "test", test=len(frame.again))
    if frame.rerolls:
        return asks(seat, attack.REROLL, attack.rerolls(seat, frame))
    if difficulty != testing.NOT_TOLD and (state.table.options.dice_entry == "virtual" or frame.faces == (HIDDEN,)):
        return dice(state.table.box, seat, "test", test=difficulty)
    said: list[Option] = [o.Answer(seat, "passed"), o.Answer(seat, "failed")]
    if difficulty == testing.NOT_TOLD:
        return asks(seat, PASSED, said)
    rolls: list[Option] = [o.RollHere(seat)] if state.table.options.dice_entry == "ask" else []
    highest = max(int(face) for face in state.table.box.dice["test"].faces if face != "ki") * difficulty
    return asks(seat, SUM, [*[o.Total(seat, n) for n in range(highest + 1)], *said, *rolls])


def _chosen(t: Transition, frame: f.TestFrame, option: Option) -> None:
    match option:
        case o.RollHere():
            t.become(replace(frame, faces=(HIDDEN,)))
        case o.Total(_, n):
            t.become(replace(frame, total=n))
        case o.RerollDice(_, again):
            t.become(replace(frame, again=again))
        case o.KeepDice():
            _sum(t, frame, frame.faces)
        case o.Answer(_, says):
            finish(t, frame, says == "passed")


def _rolled(t: Transition, frame: f.TestFrame, outcome: Outcome) -> None:
    t.tell(e.DiceRolled(frame.figure, "test", outcome))
    figure = t.now.figure(frame.figure)
    assert figure is not None
    n = min(len(outcome), totals.rerolls(t.now, figure, "tests"))
    if frame.again:
        _sum(t, frame, attack.exchanged(frame, outcome))
    elif n and sum(int(face) for face in outcome):
        t.become(replace(frame, faces=outcome, rerolls=n))
    else:
        _sum(t, frame, outcome)


def _sum(t: Transition, frame: f.TestFrame, faces: Outcome) -> None:
    t.become(replace(frame, faces=(), again=(), rerolls=0, total=sum(int(face) for face in faces)))


def _goes_on(t: Transition, frame: f.TestFrame) -> bool:
    if t.now.figure(frame.figure) is None:
        t.pop()
        return True
    passed = testing.result(t.now, frame)
    if passed is None:
        return False
    finish(t, frame, passed)
    return True


def finish(t: Transition, frame: f.TestFrame, passed: bool) -> None:
    """TST-4, and what the place of the test makes of it."""
    t.pop()
    t.tell(e.TestResolved(frame.figure, frame.place, frame.total, passed, frame.kind))
    if not frame.direct:
        testing.ease(t, frame.place, passed=passed)
    if frame.place == attack.DREAD:
        if not passed:
            t.pop()  # ATK-9: the attack is lost
        return
    investigation.after_test(t, frame, passed)
    stealth.after_test(t, frame, passed)
    if passed:
        doors.after_test(t, frame)
        equipment.after_test(t, frame)
        chests.after_test(t, frame)


TEST = Part(_ask, _chosen, _rolled, _goes_on)
