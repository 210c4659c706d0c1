"""KAR-5: door tokens. A closed one is a wall until it is opened; an open one makes an opening between two tiles."""

from __future__ import annotations

import gc
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state import record_kinds
from companion.model.games.asagiri.state.board import Edge, FloorPlan, board_of
from companion.model.games.asagiri.state.cards import ReadyBoard
from companion.model.games.asagiri.state.table import Character
from companion.model.games.asagiri.state.tiles import token_fault, with_tokens

from .table import CONTENT, Table, open_floor

ROOM = {"id": "test:room", "name": {"en": "Room"}, "rows": ["....", "....", "....", "...."],
        "walls": [[[3, 0], "E"], [[3, 1], "E"], [[3, 2], "E"], [[3, 3], "E"], [[0, 1], "E"]]}  # fmt: skip


class Rooms:
    """The house box, and a room whose eastern side is walled."""

    def find(self, kind: str, id: str) -> Json | None:
        return ROOM if id == "test:room" else CONTENT.find(kind, id)

    def every(self, kind: str) -> Any:
        return CONTENT.every(kind)


def setup(**tokens: Json) -> dict[str, Json]:
    band = [{"card": "house:okko"}]
    tiles = [{"tile": "test:room"}] * 4
    return {"bands": {"A": band, "B": band}, "tiles": tiles, **tokens}


def on(table: Table) -> list[Edge]:
    return sorted(table.state.table.board.floors[0].doors)


# closed doors --------------------------------------------------------------------------------------------------------


def test_kar_5_a_closed_door_is_a_wall() -> None:
    """To a step, a control zone, a line of fire and a retreat."""
    table = Table(open_floor(4, 3), {"a1": "1,1E", "b1": "2,1W"}, doors="1,0E 1,1E 1,2E")
    assert table.ask("control_zone", id="a1") == []
    assert table.ask("line_of_fire", start=[0, 1], to=[3, 1])["blocked"]
    table.do("activate", character="a1")
    assert all(option["at"][0] < 2 for option in table.can("step"))
    back = Table(open_floor(4, 3), {"a1": "1,1W", "b1": "0,1E"}, doors="1,0E 1,1E 1,2E")
    assert back.ask("retreat", id="a1") == []


def test_a_door_that_opens_asks_no_card_again_and_nobody_keeps_the_cards_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    table = Table(open_floor(4, 3), {"a1": "1,1E", "b1": "3,1W"}, doors="1,1E")
    before = table.state.table
    printed = Character.printed
    monkeypatch.setattr(Character, "printed", property(lambda card: asked.append(card.id) or printed.fget(card)))
    table.do("activate", character="a1").do("open_door")
    assert table.state.table is not before
    assert asked == []

    def kept() -> int:
        gc.collect()
        return sum(type(thing) is Character for thing in gc.get_objects())

    SYSTEM.new({"quick": True}, CONTENT)
    known = kept()
    for _ in range(3):
        SYSTEM.new({"quick": True}, CONTENT)
    assert kept() == known


@pytest.mark.parametrize("facing", "NESW")
def test_kar_5_only_whose_front_edge_it_is_when_activated(facing: str) -> None:
    table = Table(open_floor(3, 3), {"a1": f"1,1{facing}", "b1": "0,2S"}, doors="1,1E").do("activate", character="a1")
    assert bool(table.can("open_door")) == (facing == "E")
    if facing != "E":
        assert table.refusal("open_door:1-1,E") == "KAR-5"


def test_kar_5_from_either_side() -> None:
    table = Table(open_floor(3, 3), {"a1": "2,1W", "b1": "0,2S"}, doors="1,1E").do("activate", character="a1")
    table.do("open_door", at=[2, 1], facing="W")
    assert on(table) == []


def test_kar_5_neither_action_nor_movement_then_the_activation_goes_on() -> None:
    table = Table(open_floor(4, 3), {"a1": "0,1E", "b1": "2,1W"}, doors="0,1E").do("activate", character="a1")
    table.do("open_door", at=[0, 1], facing="E").walk([1, 1])
    assert table.state.active is not None and table.state.active.points == 5 - 1
    assert table.can("attack", target="b1")


def test_kar_5_not_after_an_action() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1E!", "b1": "0,2S"}, doors="1,1E").do("activate", character="a1")
    assert table.can("open_door")
    table.do("test_willpower").roll(6)
    assert table.refusal("open_door:1-1,E") == "KAR-5"


@pytest.mark.parametrize("effect", [{"type": "turn", "who": {"of": "self"}}, {"type": "go", "squares": 1}])
def test_kar_5_not_where_a_skill_has_brought_it(effect: Json) -> None:
    """Before a door at the moment of activation; whom a skill turns or puts before one does not open it."""
    rush = {"id": "test:rush", "name": {"en": "Rush"}, "when": ["activation"], "dice": [["air"]],
            "effects": [{"who": {"of": "self"}, **effect}]}  # fmt: skip
    start = "1,1S" if effect["type"] == "turn" else "0,1E"
    table = Table(open_floor(3, 3), {"a1": start, "b1": "0,2S"}, doors="1,1E", pool=("air",),
                  a1={"stats": {"skills": [rush]}}).do("activate", character="a1")  # fmt: skip
    table.do("use_skill", skill="test:rush")
    table.do("face", facing="E") if effect["type"] == "turn" else table.do("place", at=[1, 1])
    assert table.refusal("open_door:1-1,E") == "KAR-5"
    assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state


def door_skill(what: str) -> Json:
    return {"stats": {"skills": [{"id": "test:bar", "name": {"en": "Bar"}, "when": ["activation"], "action": True,
                                  "element": None, "effects": [{"type": "door", "what": what}]}]}}  # fmt: skip


@pytest.mark.parametrize(("enemy", "friend", "closed"), [
    ("0,2S", None, True), ("2,0S", None, True), ("2,1W", None, False), ("0,2S", "2,1W", True),
])  # fmt: skip
def test_kar_5_a_skill_closes_a_door_that_was_removed_unless_an_enemy_stands_behind_it(
    enemy: str, friend: str | None, closed: bool
) -> None:
    people = {"a1": "1,1E", "b1": enemy, **({"a2": friend} if friend else {})}
    table = Table(open_floor(3, 3), people, doors="1,1E", a1=door_skill("close")).do("activate", character="a1")
    assert not table.can("use_skill"), "there is a door"
    table.do("open_door", at=[1, 1], facing="E")
    table.state = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    assert bool(table.can("use_skill")) == closed
    if closed:
        table.do("use_skill", skill="test:bar")
        assert table.kinds[-1] == "DoorClosed" and not table.can("step", at=[2, 1])
        assert SYSTEM.decode(SYSTEM.encode(table.state), CONTENT) == table.state


def test_kar_5_no_door_is_put_where_none_was() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1E", "b1": "0,2S"}, a1=door_skill("close"))
    assert not table.do("activate", character="a1").can("use_skill")


def test_kar_5_a_skill_opens_the_door_straight_ahead() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,2E", "b1": "0,0S"}, doors="1,1E", a1=door_skill("open"))
    table.do("activate", character="a1").walk([1, 1]).do("use_skill", skill="test:bar")
    assert table.kinds[-1] == "DoorOpened"
    assert on(table) == []


def test_kar_5_a_door_once_opened_stays_open() -> None:
    table = Table(open_floor(3, 3), {"a1": "1,1E", "b1": "0,2S"}, doors="1,1E").do("activate", character="a1")
    table.do("open_door", at=[1, 1], facing="E")
    assert table.kinds == ["DoorOpened"] and on(table) == [] and not table.can("open_door")
    again = SYSTEM.decode(SYSTEM.encode(table.state), CONTENT)
    assert again.table.board == table.state.table.board


# tokens between tiles ------------------------------------------------------------------------------------------------


def test_kar_5_an_open_door_on_a_wall_between_two_tiles_makes_an_opening() -> None:
    walled = SYSTEM.new(setup(), Rooms()).table.board
    opened = SYSTEM.new(setup(openings=[[[3, 1], "E"]]), Rooms()).table.board
    here, there = walled.index[3, 1, 0], walled.index[4, 1, 0]
    assert walled.orthogonal[here][1] == -1 and opened.orthogonal[here][1] == there
    assert opened.orthogonal[walled.index[3, 0, 0]][1] == -1, "no other wall is touched"
    assert opened.floors[0].walls == walled.floors[0].walls - {Edge(3, 1, "E")}


def test_kar_5_a_closed_door_fills_an_opening_between_two_tiles() -> None:
    board = SYSTEM.new(setup(doors=[[[1, 3], "S"]]), Rooms()).table.board
    assert board.floors[0].doors == {Edge(1, 3, "S")}
    assert board.orthogonal[board.index[1, 3, 0]][2] == -1


@pytest.mark.parametrize(
    ("tokens", "why"),
    [
        ({"openings": [[[0, 1], "E"]]}, "An open door lies on a wall between two tiles."),
        ({"openings": [[[3, 3], "S"]]}, "An open door lies on a wall between two tiles."),
        ({"openings": [[[7, 1], "E"]]}, "There is no such square on the board."),
        ({"doors": [[[3, 1], "E"]]}, "A wall and a door are in the same place."),
    ],
)
def test_kar_5_tokens_that_cannot_lie_there_are_refused(tokens: Json, why: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.new(setup(**tokens), Rooms())
    assert (wrong.value.path, Words()(wrong.value.why)) == (next(iter(tokens)), why)


def test_kar_5_a_ready_board_holds_tokens_and_is_checked() -> None:
    record = {"id": "test:board", "name": {"en": "Board"}, "tiles": setup()["tiles"]}
    rules = next(kind for kind in record_kinds.KINDS if kind.id == "board").rules

    def faults(**tokens: Json) -> list[str]:
        return [found.pointer for found in rules(msgspec.convert({**record, **tokens}, ReadyBoard), Rooms())]

    assert faults(openings=[[[3, 1], "E"]], doors=[[[1, 3], "S"]]) == []
    assert faults(openings=[[[3, 1], "E"], [[0, 1], "E"]], doors=[[[3, 2], "E"]]) == ["/openings/1", "/doors/0"]
    board = msgspec.convert({**record, "openings": [[[3, 1], "E"]]}, ReadyBoard)
    assert Edge(3, 1, "E") not in record_kinds.board_plan(board, Rooms()).walls


@given(
    walls=st.frozensets(st.builds(Edge, st.integers(0, 7), st.integers(0, 7), st.sampled_from("ES")), max_size=20),
    edge=st.builds(Edge, st.integers(0, 7), st.integers(0, 7), st.sampled_from("ES")),
)
def test_kar_5_an_opening_joins_what_it_lies_between_and_nothing_else(walls: frozenset[Edge], edge: Edge) -> None:
    plan = FloorPlan(("........",) * 8, walls)
    if token_fault(plan, edge, closed=False) is not None:
        assert edge not in walls or (edge.column != 3 if edge.side == "E" else edge.row != 3) or edge.column == 8
        return
    before, after = board_of((plan,)), board_of((with_tokens(plan, frozenset({edge}), frozenset()),))
    sides = [(n, facing) for n in range(64) for facing in range(4)]
    changed = {(n, facing) for n, facing in sides if before.orthogonal[n][facing] != after.orthogonal[n][facing]}
    here = before.index[edge.column, edge.row, 0]
    there = before.index[edge.column + (edge.side == "E"), edge.row + (edge.side == "S"), 0]
    way = 1 if edge.side == "E" else 2
    assert changed == {(here, way), (there, (way + 2) % 4)}
