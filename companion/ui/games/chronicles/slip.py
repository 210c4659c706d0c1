"""The slip of an attack or a test (ATK, TST): who at whom, the dice to take and why, the chance, faces, the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Event
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.state.frames import AttackFrame, BurstFrame, TestFrame
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire.codec import parse_option
from companion.model.games.chronicles.wire.narration import label
from companion.ui.games.chronicles.dice import DiceRow
from companion.ui.games.chronicles.roll import Fight, Roll, RollView, roll_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import discard

TOTAL, AGAIN = "total:", "reroll:"
DIE, RIGHT_PART = 28, 158
KI = 6
"""More by KI than this comes once in thousands of rolls."""
ROLLED = ("reroll", "ki", "hit", "push")
"""Steps of an attack in which its dice lie there."""
COLOURS = {
    "combat": (say("black die"), say("black dice")),
    "action": (say("red die"), say("red dice")),
    "test": (say("test die"), say("test dice")),
}


class DiceSlip(PaperPanel):
    """About 460 × 240. `wanted` carries one of the ids of options that `show_state` was given.

    Digits type a total, which is given with the last digit it can have, else with Enter; where dice may be rolled
    again, a digit or a click takes one of them.
    """

    help_page = "chronicles/attacks"

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=8, seed=34)
        self.view = RollView(self)
        self.view.toggled.connect(self._toggle)
        self.answers = FlowRow(self)
        vbox((self.view, 1), self.answers, on=self, spacing=2, margins=None)
        self._state: State | None = None
        self._options: tuple[str, ...] = ()
        self._events: tuple[Event, ...] = ()
        self._typed = ""
        self._again: frozenset[int] = frozenset()
        self._roll: Roll | None = None
        self._before: Roll | None = None
        """As it was before any die lay there: what a result is held against."""
        self._combat = 0
        self._rolled_again: tuple[int, ...] = ()
        self._buttons: dict[str, InkButton] = {}

    @property
    def has_roll(self) -> bool:
        """Whether there is anything to show: somebody who comes in after it has not seen what was rolled."""
        return self._roll is not None

    @property
    def takes_keys(self) -> bool:
        """Whether a total can be typed, or dice taken by their number."""
        return any(one.startswith((TOTAL, AGAIN)) for one in self._options)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(460), max(fonts.px(240), super().sizeHint().height()))

    def show_state(self, state: State, viewer: str | None, options: Sequence[str] = ()) -> None:
        """The attack or test on top of the stack; without one, the last one with its result stays."""
        before = self._state.frames[-1:] if self._state is not None else ()
        self._state = state
        if tuple(options) != self._options or before != state.frames[-1:]:
            self._options, self._typed, self._again = tuple(options), "", frozenset()
        top = state.frames[-1] if state.frames else None
        if isinstance(top, AttackFrame | BurstFrame | TestFrame):
            self._roll = roll_of(state, top)
            self._combat = _combat_dice(top)
            self._rolled_again = top.again or self._rolled_again
            if not top.faces and (isinstance(top, TestFrame) or top.step not in ROLLED):
                self._before = self._roll
        elif not any(_results(self._events)):
            self._roll = None
        self._say()

    def forget(self) -> None:
        """Another attack or test is looked at: what was seen of the one before says nothing of it."""
        self._roll = self._before = None
        self._combat, self._rolled_again = 0, ()

    def tell(self, events: Sequence[Event]) -> None:
        """What happened since it was declared: dice rolled, and what came of it; nothing: all is new."""
        self._events = tuple(events)
        self._say()

    def retranslate(self) -> None:
        if self._state is not None:
            self.show_state(self._state, None, self._options)

    def refresh(self) -> None:
        super().refresh()
        if hasattr(self, "view"):
            self.view.fit()

    # what it says -----------------------------------------------------------------------------------------------------

    def _say(self) -> None:
        if self._state is None:
            return
        top = self._state.frames[-1] if self._state.frames else None
        rows = self._rows(top if isinstance(top, AttackFrame | BurstFrame | TestFrame) else None)
        result = next(_results(self._events), None)
        types = any(one.startswith(TOTAL) for one in self._options)
        typed = self._typed or _told_total(self._events)
        said = (result[0], tr(result[1])) if result is not None else None
        if said is not None and self._before is not None:
            self._roll = self._before
        self.view.show_roll(self._roll, rows, typed, said, types=types)
        self._offer()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.takes_keys else Qt.FocusPolicy.NoFocus)
        self._describe(rows, typed, said)

    def _rows(self, frame: Fight | None) -> tuple[DiceRow, ...]:
        test = isinstance(frame, TestFrame) or any(isinstance(one, e.TestResolved) for one in self._events)
        found: list[DiceRow] = []
        for one in self._events:
            if isinstance(one, e.DiceRolled) and one.what in ("attack", "test", "ki"):
                found.append(self._row(one, found[-1] if found else None, "test" if test else ""))
        if not found and frame is not None and frame.faces and frame.faces != (HIDDEN,):
            found.append(DiceRow.of(frame.faces, "test" if test else "", self._combat))
        if found and self._again:
            found[-1] = found[-1].chosen(self._again)
        return tuple(found)

    def _row(self, rolled: e.DiceRolled, before: DiceRow | None, kind: str) -> DiceRow:
        """Dice rolled again take the places of those before; KI lies beside them."""
        if before is None or kind or rolled.what == "ki":
            combat = self._combat if before is None else before.ki("combat")
            row = DiceRow.of(rolled.faces, kind, combat)
            return row if before is None or rolled.what == "ki" else before.exchanged(self._rolled_again, row)
        return before.exchanged(self._rolled_again, DiceRow.of(rolled.faces, kind, -1))

    def _describe(self, rows: tuple[DiceRow, ...], typed: str, said: tuple[bool, str] | None) -> None:
        roll = self._roll
        if roll is None:
            self.setAccessibleName(tr(say("Nothing is being rolled.")))
            self.setAccessibleDescription("")
            return
        told = [f"{one.count} {tr(COLOURS[one.kind][one.count != 1])}: {one.why}" for one in roll.dice]
        told.append(f"{roll.target} {roll.number}: {roll.why}")
        told += [tr(say("Chance: {chance}", chance=f"{roll.chance} ({roll.exact})"))] if roll.chance else []
        told += [tr(say("Rolled: {faces}", faces=row.words())) for row in rows]
        told += [f"{tr(say('Total:'))} {typed}"] if typed else []
        told += [said[1]] if said is not None else []
        self.setAccessibleName(roll.title)
        self.setAccessibleDescription(". ".join(told))
        self.view.setAccessibleName(roll.title)
        self.view.setAccessibleDescription(self.accessibleDescription())

    # what can be answered ---------------------------------------------------------------------------------------------

    def _offer(self) -> None:
        """A button for each answer but the totals, which are typed, and the dice, which are clicked."""
        assert self._state is not None
        ids = [one for one in self._options if not one.startswith((TOTAL, AGAIN))]
        if any(one.startswith(AGAIN) for one in self._options):
            ids.insert(0, AGAIN)
        if any(one.startswith(TOTAL) for one in self._options):
            ids.insert(0, TOTAL)
        if list(self._buttons) != ids:
            discard(*self._buttons.values())
            self.answers.words.clear()
            self._buttons = {}
            for id in ids:
                button = InkButton("", "primary" if id in (TOTAL, AGAIN) else "secondary", self.answers,
                                   key="↵" if id == TOTAL else "")  # fmt: skip
                button.clicked.connect(lambda _=False, id=id: self._answer(id))
                self.answers.add(button)
                self._buttons[id] = button
                button.show()
        for id, button in self._buttons.items():
            meant = self._meant(id)
            button.setText(self._label(id))
            button.setEnabled(meant in self._options)
        self.answers.setVisible(bool(ids))
        self.answers.refresh()

    def _label(self, id: str) -> str:
        assert self._state is not None
        if id == TOTAL:
            return tr(say("This total"))
        if id == AGAIN:
            if not self._again:
                return tr(say("Click the dice to roll again"))
            return tr(plural("Roll {count} die again", "Roll {count} dice again", len(self._again)))
        return tr(label(self._state, parse_option(self._state.captain, id)))

    def _meant(self, id: str) -> str:
        if id == TOTAL:
            return f"{TOTAL}{int(self._typed)}" if self._typed else ""
        return AGAIN + "+".join(map(str, sorted(self._again))) if id == AGAIN else id

    def _answer(self, id: str) -> None:
        if (meant := self._meant(id)) in self._options:
            self.wanted.emit(meant)

    def _may_go_on(self) -> bool:
        """Whether another digit may follow what is typed: a die shows 2, or now and then more by its KI."""
        dice = sum(one.count for one in self._roll.dice) if self._roll is not None else 0
        return 0 < int(self._typed) * 10 <= 2 * dice + KI and f"{TOTAL}{self._typed}0" in self._options

    def _toggle(self, n: int) -> None:
        if any(one.startswith(AGAIN) for one in self._options):
            self._again = self._again ^ {n}
            self._say()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text, types = event.text(), any(one.startswith(TOTAL) for one in self._options)
        if types and text.isascii() and text.isdigit():
            longer = str(int(self._typed + text))
            self._typed = longer if f"{TOTAL}{longer}" in self._options else str(int(text))
            if not self._may_go_on():
                self._answer(TOTAL)
                return
        elif types and event.key() == Qt.Key.Key_Backspace:
            self._typed = self._typed[:-1]
        elif types and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._typed:
            self._answer(TOTAL)
            return
        elif text.isascii() and text.isdigit() and AGAIN in self._buttons and text != "0":
            self._toggle(int(text) - 1)
            return
        else:
            super().keyPressEvent(event)
            return
        self._say()


def _combat_dice(frame: Fight) -> int:
    if isinstance(frame, BurstFrame):
        return len(frame.combat)
    return frame.combat if isinstance(frame, AttackFrame) else 0


def _results(events: Sequence[Event]) -> Iterator[tuple[bool, Message]]:
    hits = [one.hit for one in events if isinstance(one, e.AttackResolved)]
    if len(hits) > 1:
        yield any(hits), plural("{count} of {all} is hit", "{count} of {all} are hit", sum(hits), all=len(hits))
    for one in reversed(events):
        if isinstance(one, e.AttackResolved):
            yield (
                one.hit,
                say("A hit with {total}", total=one.total) if one.hit else say("A miss with {total}", total=one.total),
            )
        if isinstance(one, e.TestResolved):
            yield one.passed, say("Passed") if one.passed else say("Failed")


def _told_total(events: Sequence[Event]) -> str:
    """The total of a test that was typed; of an attack the result says it."""
    found = next((one for one in reversed(events) if isinstance(one, e.TestResolved)), None)
    rolled = any(isinstance(one, e.DiceRolled) for one in events)
    return str(found.total) if found is not None and found.total >= 0 and not rolled else ""
