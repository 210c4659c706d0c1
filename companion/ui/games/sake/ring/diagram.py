"""A position as a small round table that can be touched, for help and lessons: nothing can be done in it."""

from __future__ import annotations

from PySide6.QtCore import QSize

from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.options import seat_target
from companion.model.games.sake.state.state import LETTERS
from companion.ui.games.sake.question.prompt import told_table
from companion.ui.games.sake.ring.round_table import RoundTable
from companion.ui.games.sake.seen import seen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr


class Diagram(RoundTable):
    """Pointing at somebody shows the distances from whoever's turn it is."""

    def __init__(self, position: Json) -> None:
        """Raises InvalidInput for a position that cannot be read."""
        super().__init__(lambda n: LETTERS[n])
        state = SYSTEM.decode(position, Library.shipped())
        seat, index = LETTERS[max(0, state.active)], state.table.deck.index
        told = SYSTEM.queries["distances"](state, {"seat": seat})
        self.distances = {
            seat_target(LETTERS.index(target)) if len(target) == 1 else index[target]: ways
            for target, ways in told.items()
        }
        self.show_table(seen(SYSTEM, state, seat))
        self.retranslate()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(190))

    def retranslate(self) -> None:
        assert self.table is not None
        self.setAccessibleName(". ".join(map(tr, told_table(self.table, lambda n: LETTERS[n]))))
