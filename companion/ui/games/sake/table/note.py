"""The words between table and hand: how to begin, what a card says in full, how far somebody is, and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from companion.model.core.words import say
from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.ui.games.sake.question.composer import END, ZONES, Composer, Part
from companion.ui.games.sake.question.lines import refused
from companion.ui.games.sake.question.prompt import told_seat
from companion.ui.games.sake.question.question import Question
from companion.ui.games.sake.ring.since import Changed, changed_words
from companion.ui.kit.accessibility import announce
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr


class TableNote(TermLabel):
    """Two lines, so that nothing moves when it says more."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, font="small")
        self._hint = ""

    def fit(self) -> None:
        self.setFixedHeight(2 * self.fontMetrics().lineSpacing() + fonts.px(2))

    def hint(self, parts: Sequence[Part], composer: Composer, *, at_table: bool) -> None:
        """How a turn is played, as long as nothing has been begun."""
        self._hint = ""
        if END in parts and not composer.taken:
            self._hint = tr(
                say("Click on the table whom he attacks or where he goes, or the card that he lays down.") if at_table
                else say("Click a box of a card, or press its number; point at somebody to see how far they are.")
            )  # fmt: skip
        self.setText(self._hint)

    def look(self, asking: Question, card: int, zone: str) -> None:
        """The mouse rests on a place of a card (below 0: on none): its text in full, what stands against using it."""
        uses, means = asking.composer.boxes(card), ZONES.get(zone, ())
        usable = any(use in uses for use in means)
        if card < 0 or (usable and zone != "text"):
            self.setText(self._hint)
            return
        why = None if usable or not means else asking.why_not(card, means[0])
        found = [tr(asking.card_text(card))] if zone == "text" else []
        self.setText(" · ".join([*found, *([tr(refused(why))] if why is not None else [])]))

    def point(self, asking: Question, part: Part | None, since: Mapping[int, Changed], ring: QWidget) -> None:
        """Something on the table is pointed at; None: nothing is. Said aloud where keys do it."""
        words = [] if part is None else asking.pointed(part)
        if part is not None and part.kind == "target" and is_seat(part.value):
            n = part.value - SEAT_AS_TARGET
            changed = [changed_words(since[n])] if n in since else []
            words = [told_seat(asking.table.seats[n], asking.name(n)), *changed, *words]
        self.setText(" · ".join(tr(one) for one in words) if words else self._hint)
        if words and ring.hasFocus():
            announce(ring, self.text())
