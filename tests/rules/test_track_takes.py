"""At a table that is tracked, the table is right: whatever it did is taken, marked, and the game goes on from there."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Choice, Correction, Option, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.formatting import square_json
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.model.games.asagiri.table.automation import PRESETS
from companion.model.games.asagiri.table.commands import Correcting, Typing
from companion.model.games.asagiri.table.commands.understand import understand
from companion.model.games.asagiri.table.corrections import (
    Clash,
    Move,
    SetDoor,
    SetOpening,
    SetPoints,
    SetState,
    Spend,
    Throw,
    Use,
)

from .table import CONTENT, SHAKEN, VIGILANT, Table, open_floor


def at_a_table(people: dict[str, str], mode: str = "track", **more: Any) -> Session[State]:
    """A game tracked from a drawn position."""
    table = Table(open_floor(9, 9), people, root={"dials": dict(PRESETS[mode])} | more.pop("root", {}), **more)
    return Session.load(SYSTEM, SYSTEM.encode(table.state), CONTENT, 7, mode=mode, dice="typed")  # type: ignore[arg-type]


def enter(session: Session[State], way: manual_actions.DiceExplanation) -> None:
    """As the window does it."""
    for correction in way.corrections:
        session.edit(correction, way.rule)
    for option in way.options:
        session.choose(option)
    if way.faces:
        session.roll(way.faces)


def marks(session: Session[State]) -> list[tuple[str, str | None]]:
    return [(step.mark, step.rule) for step in session.steps]


def goes_on(session: Session[State]) -> None:
    """The record can be read again, and somebody can do something."""
    asked = session.pending
    assert isinstance(asked, Choice | Roll)
    assert Session.replay(SYSTEM, session.save(), CONTENT).state == session.state
    assert SYSTEM.decode(SYSTEM.encode(session.state), CONTENT) == session.state


def kept_by_two() -> Session[State]:
    return at_a_table(
        {"a1": "1,1N", "a2": "3,1N", "b1": "7,7N"},
        stage="take_back",
        bands={"A": {"aside": 2}},
        a1={"reserve": "earth"},
        a2={"reserve": "fire"},
    )


def test_trn_2_dice_rolled_before_anybody_said_what_is_kept() -> None:
    """How many were rolled tells whether the dice in reserve were among them; only where it does not it is asked."""
    two, four = kept_by_two(), kept_by_two()
    (only,) = manual_actions.ways(two.state, ("air", "tori"))
    enter(two, only)
    assert (two.state.stage, two.state.bands[0].pool, two.state.figures[0].reserve) == (
        "activations", ("air", "tori"), "earth",
    )  # fmt: skip
    (only,) = manual_actions.ways(four.state, ("air", "tori", "fire", "fire"))
    enter(four, only)
    assert [figure.reserve for figure in four.state.figures[:2]] == [None, None]
    assert len(four.state.bands[0].pool) == 4
    three = kept_by_two()
    ways = manual_actions.ways(three.state, ("air", "tori", "fire"))
    assert [way.options[0] for way in ways] == [o.TakeBack(0), o.TakeBack(1)]
    enter(three, ways[1])
    assert [figure.reserve for figure in three.state.figures[:2]] == ["earth", None]
    assert manual_actions.ways(three.state, ("air",) * 5) == ()
    for session in (two, four, three):
        assert {mark for mark, _ in marks(session)} == {"observed"}
        goes_on(session)
    assert understand(kept_by_two().state, "at", free=True) == Typing(("air", "tori"), (o.Pass(),))


def test_trn_2_more_or_fewer_dice_than_reckoned() -> None:
    fewer = kept_by_two()
    fewer.choose(o.Pass())
    asked = manual_actions.ways(fewer.state, ("air",))
    assert [way.corrections for way in asked] == [(Throw(0, ("air",)),)]
    enter(fewer, asked[0])
    assert (fewer.state.bands[0].pool, fewer.state.bands[0].aside) == (("air",), 1)
    assert marks(fewer)[-1] == ("overridden", "TRN-2")
    goes_on(fewer)
    more = kept_by_two()
    more.choose(o.Pass())
    ways = manual_actions.ways(more.state, ("air", "fire", "fire"))
    enter(more, ways[0])
    assert (more.state.figures[0].reserve, more.state.figures[1].reserve) == (None, "fire")
    assert more.state.bands[0].pool == ("air", "fire", "fire")
    assert marks(more)[1:] == [("overridden", "TRN-2"), ("observed", None)]
    goes_on(more)
    lost = at_a_table({"a1": "1,1N", "b1": "7,7N"}, stage="roll", bands={"A": {"aside": 4}})
    ways = manual_actions.ways(lost.state, ("air",) * 3, lately=((0, "earth"),))
    enter(lost, ways[1])
    assert (lost.state.figures[0].reserve, lost.state.bands[0].pool) == ("earth", ("air",) * 3)
    said = understand(more.state, "dice a", free=True)
    assert isinstance(said, Correcting)


SPEAKS = {
    "won": {"id": "house:taunt", "name": {"en": "Taunt"}, "when": ["won"], "element": "tori"},
    "lost": {"id": "house:spite", "name": {"en": "Spite"}, "when": ["lost"], "element": "tori"},
    "disabled": {"id": "house:last-word", "name": {"en": "Last word"}, "when": ["disabled"]},
}


def skill(window: str) -> dict[str, Any]:
    push = {"type": "become", "who": {"of": "opponent"}, "state": "shaken"}
    return {**SPEAKS[window], "effects": [push]}


def fighters() -> Session[State]:
    """a1 before b1; both faces of a1 speak of what was won and lost, b1 of being disabled."""
    faces = {"vigilant": {**VIGILANT, "skills": [skill("won"), skill("lost")]}, "shaken": SHAKEN}
    last = {**VIGILANT, "skills": [skill("disabled")]}
    return at_a_table(
        {"a1": "4,4N", "a2": "6,6N", "b1": "4,3S", "b2": "1,1S"},
        pool=("fire", "fire", "tori"),
        a1={"profile": faces},
        b1={"profile": {"vigilant": last, "shaken": {**SHAKEN, "skills": [skill("disabled")]}}},
    )


def fight(session: Session[State], faces: tuple[int, int], first: Option | None = None) -> None:
    if first is not None:
        session.choose(first)
    while isinstance(asked := session.pending, Choice):
        assert o.Pass() in asked.options
        session.choose(o.Pass())
    session.roll(faces)


def test_skl_1_skills_that_speak_of_what_was_won_lost_or_disabled_are_taken_when_they_are_told() -> None:
    """Also when their moment is over, and for a figure that is out: noted, and what they say the table does itself."""
    session = fighters()
    session.choose(o.Activate(0))
    fight(session, (6, 1), o.Attack(2))
    while session.state.frames:
        session.choose(o.Pass())
    corrections: list[Correction] = [
        SetState(2, "disabled"),
        Use(2, "house:last-word"),
        Use(0, "house:taunt", ("tori",)),
    ]
    for correction in corrections:
        session.edit(correction, "SKL-1")
        goes_on(session)
    assert "skill:house:taunt" in session.state.figures[0].used
    assert (session.state.bands[0].pool, session.state.bands[0].aside) == (("fire", "fire"), 2)
    session.edit(SetState(0, "shaken"))
    session.edit(Use(0, "house:spite"), "SKL-1")  # of the face that no longer shows
    said = understand(session.state, "use spite", free=True)
    assert isinstance(said, Correcting)
    assert said.against is not None
    goes_on(session)


def test_a_second_attack_and_its_dice_are_taken() -> None:
    """TRN-4, INS-3: whatever the first one still offers is passed by; the same die is spent twice."""
    session = fighters()
    session.choose(o.Activate(0))
    session.choose(o.Attack(2))
    session.choose(o.UseDie("fire", "pool", 0))
    fight(session, (6, 2))
    assert session.state.frames, "what was won may still be made something of"
    session.edit(Clash(0, 2), "TRN-4")
    session.edit(Spend(0, "fire", "pool"), "INS-3")
    fight(session, (3, 3))
    told = [event for event in session.events_of(session.cursor - 1) if event.kind == "CombatRolled"]
    assert told
    assert session.state.bands[0].pool == ("tori",)
    assert [mark for mark in marks(session) if mark[0] == "overridden"] == [
        ("overridden", "TRN-4"), ("overridden", "INS-3"),
    ]  # fmt: skip
    while session.state.frames:
        session.choose(o.Pass())
    goes_on(session)


def test_a_move_by_hand_spends_what_its_way_costs_or_what_the_table_says() -> None:
    session = at_a_table({"a1": "4,8N", "b1": "0,0S"}, "assist")
    session.choose(o.Activate(0))
    board = session.state.table.board
    far, near = board.index[(4, 1, 0)], board.index[(4, 6, 0)]
    assert corrections.by_hand(session.state, 0, far, 0) == Move(0, far, 0, 7)
    session.edit(Move(0, near, 0, 2))
    active = session.state.active
    assert active is not None
    assert (active.points, active.moved, active.stepped, active.trail[-1]) == (3, True, True, near)
    session.edit(SetPoints(0, 1))
    assert [option.at for option in SYSTEM.pending(session.state).options if isinstance(option, o.Step)]  # type: ignore[union-attr]
    goes_on(session)
    session.choose(o.EndActivation())
    assert session.state.figures[0].activated


def test_kar_5_a_wall_is_opened_a_door_laid_opened_and_closed_by_hand() -> None:
    session = at_a_table({"a1": "1,1S", "b1": "7,7N"}, walls="1,1S")
    at = session.state.table.board.index[(1, 1, 0)]

    def way() -> bool:
        return session.state.table.board.orthogonal[at][2] >= 0

    assert not way()
    session.edit(SetOpening(at, 2, opened=True))
    assert way()
    session.edit(SetDoor(at, 2, closed=True))
    assert not way()
    assert session.state.table.board.door(at, 2) is not None
    goes_on(session)
    session.edit(SetDoor(at, 2, closed=False))
    assert way()
    session.edit(SetOpening(at, 2, opened=False))
    assert session.state.table.board.wall(at, 2) is not None
    assert {mark for mark, _ in marks(session)} == {"observed"}
    assert square_json(session.state, at) == [1, 1]
    goes_on(session)


def test_kar_5_walls_and_doors_by_the_command_line() -> None:
    session = at_a_table({"a1": "1,1S", "b1": "7,7N"}, walls="1,1S")
    for line, wall, door in (("close b2 s", False, True), ("open b2 s", False, False), ("close b2 s", False, True)):
        said = understand(session.state, line, free=True)
        assert isinstance(said, Correcting), said
        for correction in said.corrections:
            session.edit(correction)
        board, at = session.state.table.board, session.state.figures[0].at
        assert (board.wall(at, 2) is not None, board.door(at, 2) is not None) == (wall, door)
