"""What may be decided at the table, as lines to choose from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Option
from companion.model.core.words import say
from companion.model.games.chronicles.rules.play import STOPS
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.table.aims import listed
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.translator import tr

ENDS = (*STOPS, o.Done, o.Leave, o.KeepDice, o.Enough, o.Pass, o.NoAccusation)
"""What stands last in a list, and is the next step where it is offered."""
PLANNED = (o.PlayCard, o.Unplay, o.Mark, o.Ready)
"""What a hand is planned with."""
HELP = {
    "setup": "setting-up", "corruption": "track", "upgrade": "track", "calls": "strategy", "plans": "cards",
    "order": "strategy", "techniques": "strategy", "reveal": "cards", "hero": "activations", "oni": "activations",
    "accusation": "accusation", "equipment": "objects", "over": "final-combat",
}  # fmt: skip
"""By stage the page on which F1 opens the help."""


class OptionList(ListView):
    """What may be decided. Enter takes a line; Space is the next step also while the keys are here."""

    space_presses = False

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.delegate.air = 1  # eight lines have room below a board


def option_lines(
    game: ChroniclesController, name: Callable[[str], str], seen: State, *,
    elsewhere: tuple[type[Option], ...], with_board: bool,
) -> list[Line]:  # fmt: skip
    """What may be decided; what ends something stands last. The first nine have a digit.

    `elsewhere`: kinds that a part of the table of its own offers, `with_board`: places are chosen on the board;
    neither are lines then.
    """
    system, state, choices = game.session.system, game.state, game.choices
    found: list[tuple[Option, str]] = []
    for choice in choices:
        shown = [one for one in choice.options if not isinstance(one, elsewhere)]
        if with_board:
            shown = [one for one in shown if listed(state, one)]
        labels = [system.label(state, option) for option in shown]
        if len(choices) > 1:
            who = name(choice.seat)
            labels = [say("{seat}: {prompt}", seat=who, prompt=label) for label in labels]
        found += zip(shown, map(tr, labels), strict=True)
    found.sort(key=lambda one: (isinstance(one[0], ENDS), *_figure_first(one[0])))
    return [
        Line(
            f"{n} {system.option_id(state, option)}", words, value=str(n + 1) if n < 9 else "", data=option
        )
        for n, (option, words) in enumerate(found)
    ]  # fmt: skip


def _figure_first(option: Option) -> tuple[bool, int]:
    """Figures of a sheet by their numbers, however long each has been on the table (FIG-7)."""
    if not isinstance(option, o.TakeFigure):
        return True, 0
    number = option.figure.rpartition("-")[2]
    return False, int(number) if number.isdecimal() else 0
