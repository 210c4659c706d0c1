"""Two figures of the same card are told apart wherever they are named; a card alone keeps its name."""

from __future__ import annotations

from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.formatting import spoken
from companion.model.games.asagiri.state.vocabulary import Ref

from .table import Table

FOUR = [{"card": "house:temple-guard"}, {"card": "house:temple-guard"}, {"card": "house:okko"}]
SETUP = {
    "budget": 16,
    "bands": {"A": FOUR, "B": [{"card": "house:okko"}, {"card": "house:temple-guard"}]},
    "tiles": [{"tile": "house:inn-hall"}, {"tile": "house:moon-garden"}] * 2,
}
CALLED = ["Temple guard 1", "Temple guard 2", "Okko 1", "Okko 2", "Temple guard 3"]


def named(table: Table) -> list[str]:
    return [Words()(name) for name in table.state.table.called]


def test_figures_of_one_card_are_numbered_in_the_order_of_the_bands() -> None:
    table = Table.new(SETUP)
    assert named(table) == CALLED
    assert Words()(spoken(table.state, Ref.FIGURE, 4)) == "Temple guard 3"
    table.roll(6, 1)
    table.do("side", facing="S")
    labels = {Words()(SYSTEM.label(table.state, option)) for option in SYSTEM.pending(table.state).options}
    assert {label.partition(":")[0] for label in labels} == {"Temple guard 1", "Temple guard 2", "Okko 1"}


def test_one_alone_has_no_number_and_a_position_keeps_the_names_of_the_cards() -> None:
    table = Table.new()
    assert not any(name[-1].isdigit() for name in named(table))
    written = SYSTEM.encode(Table.new(SETUP).state)
    assert written["bands"]["A"]["characters"][1]["name"]["en"] == "Temple guard"
