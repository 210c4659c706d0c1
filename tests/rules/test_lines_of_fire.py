"""Lines of fire that say why (SHT-2 to SHT-5, VIS-1, GEO-1, GEO-2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.words import Words
from companion.model.games.asagiri.rules import fights
from companion.model.games.asagiri.rules.fight_numbers import cover_words, line_of_fire, obstacle_words
from companion.model.games.asagiri.rules.fights import aimed, lines_from
from tests.budget import examples

from .table import Table, open_floor, skill

BOW = {"id": "test:bow", "name": {"en": "Bow"}, "element": None, "when": ["shot"],
       "effects": [{"type": "shot", "range": 5, "value": 4}]}  # fmt: skip
ARCHER = {"stats": {"skills": [BOW]}}
SAY = Words()


def what(table: Table, target: int = -1) -> str:
    seen = aimed(table.state, 0, target % len(table.state.figures))
    assert seen is not None
    assert seen.sight.blocked_by is not None
    return SAY(obstacle_words(table.state, seen.sight.blocked_by))


@pytest.mark.parametrize(
    ("rows", "people", "more", "words"),
    [
        (open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"}, {"walls": "2,3S"}, "the wall between C5 and C4"),
        (open_floor(5, 6), {"a1": "2,5N", "b1": "2,1S"}, {"doors": "2,3S"}, "the closed door between C5 and C4"),
        (["....."] * 3 + ["..b.."] + ["....."] * 2, {"a1": "2,5N", "b1": "2,1S"}, {}, "the blocking terrain on C4"),
        (open_floor(5, 6), {"a1": "2,5N", "a2": "2,3N", "b1": "2,1S"}, {}, "a2 on C4"),
        (["..", ".."], {"a1": "0,1N", "b1": "1,0S"}, {"walls": "0,0E 0,1E"},
         "the corner between A2 and B1, closed on both sides"),
        (["...", ". .", "..."], {"a1": "1,2N", "b1": "1,0S"}, {}, "the edge of the board at B3"),
    ],
)  # fmt: skip
def test_sht_4_says_what_blocks_and_the_rule_says_the_same(
    rows: list[str], people: dict[str, str], more: dict[str, str], words: str
) -> None:
    table = Table(rows, people, a1=ARCHER, **more)
    assert what(table) == words
    refused = fights.shot_refused(table.state, 0, len(table.state.figures) - 1, 9)
    assert refused is not None
    assert refused.rule == "SHT-4"
    assert words in SAY(refused.why)


def test_sht_5_each_covering_square_is_named_and_they_add_up() -> None:
    table = Table(["..h..", ".....", "..h..", ".....", "....."], {"a1": "2,4N", "b1": "2,0S"}, a1=ARCHER)
    seen = aimed(table.state, 0, 1)
    assert seen is not None
    assert [SAY(cover_words(table.state, c)) for c in seen.sight.covering] == ["+1 from C3", "+1 from C1"]
    assert seen.sight.cover == 2
    assert seen.refusal is None
    corner = Table(["hh.", "hh.", "..."], {"a1": "0,0S", "b1": "1,1N"}, a1=ARCHER)
    seen = aimed(corner.state, 0, 1)
    assert seen is not None
    told = [SAY(cover_words(corner.state, c)) for c in seen.sight.covering]
    assert told == ["+1 at the corner of A1, between two hindering squares", "+1 from B2"]


def test_sht_2_vis_1_sht_3_lines_to_all_enemies_at_once_carry_their_refusals() -> None:
    people = {"a1": "2,6N", "b1": "2,4S", "b2": "0,7N", "b3": "4,0S", "b4": "2,2S"}
    table = Table(open_floor(5, 8), people, a1=ARCHER)
    found = {table.state.table.characters[s.target].id: s for s in lines_from(table.state, 0)}
    assert {name: s.refusal.rule if s.refusal else None for name, s in found.items()} == {
        "b1": None, "b2": "VIS-1", "b3": "SHT-3", "b4": "SHT-4",
    }  # fmt: skip
    assert (found["b3"].distance, found["b3"].reach) == (6, 5)


def test_sht_2_one_that_does_not_shoot_has_lines_but_no_range() -> None:
    table = Table(open_floor(5, 9), {"a1": "2,8N", "b1": "2,0S"})
    (seen,) = lines_from(table.state, 0)
    assert (seen.reach, seen.distance, seen.refusal) == (0, 8, None)


def test_sht_4_a_shooter_past_figures_has_the_cover_behind_them() -> None:
    free = skill(None, ["shot"], effects=[{"type": "ignore", "what": ["figures"]}])
    rows = ["....."] * 2 + ["..h.."] + ["....."] * 3
    table = Table(rows, {"a1": "2,5N", "a2": "2,3N", "b1": "2,1S"}, a1={"stats": {"skills": [BOW, free]}})
    seen = line_of_fire(table.state, 0, table.state.figures[2].at)
    assert seen.blocked_by is None
    assert seen.cover == 1


@given(
    st.lists(st.text(".hab", min_size=5, max_size=5), min_size=5, max_size=5),
    st.permutations([(c, r) for c in range(5) for r in range(5)]),
)
@settings(max_examples=examples(60), deadline=None)
def test_sht_4_sht_5_a_line_is_what_the_rule_says_and_always_has_its_reason(
    rows: list[str], places: list[tuple[int, int]]
) -> None:
    names = ("a1", "a2", "b1", "b2", "b3")
    people = {name: f"{c},{r}N" for name, (c, r) in zip(names, places, strict=False)}
    for c, r in places[:5]:
        rows[r] = rows[r][:c] + "." + rows[r][c + 1 :]
    table = Table(rows, people, a1=ARCHER)
    for seen in lines_from(table.state, 0):
        assert seen.refusal == fights.shot_refused(table.state, 0, seen.target, 5)
        assert len(seen.sight.covering) == seen.sight.cover
        if seen.sight.blocked_by is not None:
            assert SAY(obstacle_words(table.state, seen.sight.blocked_by))
            assert not seen.sight.covering
            blocked = seen.sight.blocked_by
            back = line_of_fire(table.state, 0, table.state.figures[seen.target].at)
            assert back.blocked_by == blocked
