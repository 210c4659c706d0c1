"""Two bands side by side: what is added up, and what can be compared."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from companion.ui.games.asagiri.bands import BandRoster, Box, RosterMember
from companion.ui.games.asagiri.bands.gallery import Measure
from companion.ui.games.asagiri.cards.face import STATS, face_of_card
from tests.budget import examples

from .campaign_window_kit import begun, ways_of
from .rows import row
from .test_window_kit import LIBRARY, click, new_shelf, window

BOX = Box(LIBRARY)
CARDS = [card.id for card in BOX.characters]
GEAR = [None, *(gear.id for gear in BOX.equipment)]


def faces(roster: BandRoster) -> list[object]:
    """The cards of a band."""
    return [face_of_card(BOX.character(one.card), LIBRARY, str, one.equipment) for one in roster.members]


@given(st.lists(st.tuples(st.sampled_from(CARDS), st.sampled_from(GEAR)), max_size=7), st.integers(0, 7))
@settings(max_examples=examples(60), deadline=None)
def test_what_a_band_adds_up_to_is_the_sum_of_its_parts(members: list[tuple[str, str | None]], cut: int) -> None:
    whole = BandRoster("", tuple(RosterMember(*one) for one in members))
    parts = [
        Measure.of(faces(BandRoster("", whole.members[:cut]))),
        Measure.of(faces(BandRoster("", whole.members[cut:]))),
    ]
    found = Measure.of(faces(whole))
    assert found.zeni == sum(part.zeni for part in parts) == BOX.cost(whole)
    assert found.members == len(members)
    assert found.gear == sum(gear is not None for _, gear in members)
    for n, stat in enumerate(STATS):
        vigilant = sum(getattr(BOX.character(card).vigilant, stat) for card, _ in members)
        assert found.stats[n] == (stat, vigilant)
        assert found.shaken[n][1] == sum(part.shaken[n][1] for part in parts)
    for n, (_, count) in enumerate(found.elements):
        assert count == sum(part.elements[n][1] for part in parts)


def test_rosters_of_a_campaign_and_bands_of_the_shelf_are_compared(qtbot: QtBot) -> None:
    storage = new_shelf()
    kept = storage.keep_band("Lone", 16, [{"card": "house:okko", "equipment": None}])
    with window(storage) as w:
        screen = begun(w)
        click(screen.compare)
        assert w.navigator is not None
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        beside = ways.beside
        assert beside is not None
        assert w.stack.currentWidget() is beside
        rows = {words: (a, b) for words, a, b in beside.scales.rows}
        assert rows["Members"] == (2, 2)
        assert rows["Zeni"] == (8, 6)
        click(beside.columns[1].another)
        click(row(beside.columns[1].lines, f"kept:{kept.id}"))
        rows = {words: (a, b) for words, a, b in beside.scales.rows}
        assert rows["Members"] == (2, 1)
        assert rows["Zeni"] == (8, 5)
        click(beside.back)
        assert w.stack.currentWidget() is ways.screen
    storage.close()


def test_a_band_thrown_away_meanwhile_does_not_lie_there_any_more(qtbot: QtBot) -> None:
    storage = new_shelf()
    kept = storage.keep_band("Lone", 16, [{"card": "house:okko", "equipment": None}])
    with window(storage) as w:
        ways = ways_of(w)
        ways.compare()
        assert ways.beside is not None
        ways.beside.columns[0].take(ways.beside.columns[0].offer)
        click(row(ways.beside.columns[0].lines, f"kept:{kept.id}"))
        storage.delete_band(kept.id)
        ways.beside.refresh()
        assert ways.beside.columns[0].offer is None
        click(ways.beside.back)
        assert w.navigator is not None
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").bands
    storage.close()
