"""The deduction notebook (INV-12): who can be the Oni, of which nature, what was drawn, what accusing would risk."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import SPECTATOR
from companion.model.core.words import plural, say
from companion.model.games.chronicles.insight import notebook
from companion.model.games.chronicles.insight.consistency import Contradiction, contradictions
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.wire.position import kind_of
from companion.ui.games.chronicles.book.entries import Entry, Title, Words, called
from companion.ui.games.chronicles.book.leaf import Page
from companion.ui.games.chronicles.book.suspects import Drawn, accusing, sort_of, suspect, wrongs
from companion.ui.kit.translator import tr


class NotebookPage(Page):
    """460 × 560 or 900 × 600; picks ``card:<host or nature>``, ``step:<n>`` of a contradiction."""

    help_page = "chronicles/investigation"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("Notebook"), "影", 31, parent)
        self._steps: dict[Contradiction, int] = {}

    def tell_steps(self, found: Sequence[tuple[Contradiction, int]]) -> None:
        """TAB-6: at which step of the log each contradiction came up (`consistency.first_steps`)."""
        self._steps = dict(found)
        self.say_again()

    def entries(self, state: State, viewer: str | None) -> tuple[Sequence[Entry], Sequence[Entry]]:
        if not state.table.investigation:
            return [Words(name=tr(say("This scenario has no investigation: the Oni hides behind nobody.")))], []
        found = notebook.notebook(state, viewer or SPECTATOR)
        left: list[Entry] = [*self._contradictions(state)]
        if viewer == ONI:
            left.append(Words(name=tr(say("What the heroes can know, as far as the Oni has seen it.")), font="small"))
        left.append(Title(name=tr(say("Hosts"))))
        left += [suspect(state, "host", one) for one in found.hosts]
        left += [Title(name=tr(say("Natures"))), *[suspect(state, "nature", one) for one in found.natures]]
        right: list[Entry] = [Title(name=tr(say("Accusing now"))), *self._accusing(state, found)]
        right += [Title(name=tr(say("Cards drawn"))), *self._drawn(state, viewer or SPECTATOR)]
        rest = plural("{count} card left in the clue pile.", "{count} cards left in the clue pile.", found.left)
        right.append(Words(name=tr(rest), font="small"))
        return left, right

    def _contradictions(self, state: State) -> list[Entry]:
        if not state.table.tracked:
            return []
        known = dict.fromkeys([*self._steps, *contradictions(state)])
        if not known:
            return []
        found: list[Entry] = [Words(name=tr(say("Not all that was told can be true:")), warns=True, font="strong")]
        for one in known:
            step = self._steps.get(one)
            where = "" if step is None else tr(say("First at step {step} of the log.", step=step))
            id = "" if step is None else f"step:{step}"
            found.append(Words(id=id, name=tr(one.why), description=where, warns=True, tight=True))
        return found

    def _accusing(self, state: State, found: notebook.Notebook) -> list[Entry]:
        if state.oni.demon_since:
            return [Words(name=tr(say("The demon has come: nobody is accused any more.")))]
        return [*[accusing(state, one) for one in found.risks], wrongs(state)]

    def _drawn(self, state: State, viewer: str) -> list[Entry]:
        if not state.clues_drawn:
            return [Words(name=tr(say("No card has been drawn yet.")), font="small")]
        turns: dict[int, list[tuple[str, str]]] = {}
        for clue in state.clues_drawn:
            card = clue.card if viewer in state.seats else kind_of(state, clue.card)
            turns.setdefault(clue.turn, []).append((sort_of(state, card), called(state, card)))
        return [
            Drawn(key=f"turn:{turn}", name=tr(say("Turn {turn}", turn=turn)), cards=tuple(cards),
                  description=", ".join(name for _, name in cards))
            for turn, cards in turns.items()
        ]  # fmt: skip
