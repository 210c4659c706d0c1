"""The log in words: what happened, turn by turn. A click or Space shows a moment, Enter or a double click goes back to
it; undo and redo by name, and any step can be put right.

Marks beside a line: against a rule, seen at the table, put right afterwards, a bookmark, a note.
"""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QKeyEvent, QPainter, QPolygon, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from companion.model.core.journal import LOG
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.theme import fonts, icons, palette

from .log_lines import lines, told, told_steps

_CURSOR = Qt.ItemDataRole.UserRole
_MARK = Qt.ItemDataRole.UserRole + 1
_FUTURE = Qt.ItemDataRole.UserRole + 2
_HEADING = Qt.ItemDataRole.UserRole + 3
_SIGNS = Qt.ItemDataRole.UserRole + 4
_HERE = Qt.ItemDataRole.UserRole + 5
_INSET = 16
_SIGN = 14


class _Line(QStyledItemDelegate):
    """One step: its words; a vermilion tick when it went against a rule, a thin one when it was seen at the table."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, pen: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme = palette.current()
        pen.save()
        rect: QRect = option.rect
        if index.data(_HEADING):
            pen.setFont(fonts.font("strong"))
            pen.setPen(theme.color("vermilion"))
            pen.drawText(rect.adjusted(2, 6, -4, 0), int(Qt.AlignmentFlag.AlignVCenter), str(index.data()))
            pen.restore()
            return
        if option.state & QStyle.StateFlag.State_MouseOver:
            pen.fillRect(rect, theme.color("sunken"))
        mark = index.data(_MARK)
        if mark == "overridden":
            pen.fillRect(QRect(rect.left(), rect.top() + 4, 3, rect.height() - 8), theme.color("vermilion"))
        elif mark == "observed":
            pen.fillRect(QRect(rect.left(), rect.top() + 8, 2, rect.height() - 16), theme.color("faded"))
        if index.data(_HERE):
            middle = rect.center().y()
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            half, left = fonts.px(5), rect.left()
            prow = [QPoint(left, middle - half), QPoint(left + half + 2, middle), QPoint(left, middle + half)]
            pen.drawPolygon(QPolygon(prow))
        if option.state & QStyle.StateFlag.State_Selected and option.state & QStyle.StateFlag.State_HasFocus:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(theme.color("ink"))
            pen.drawRect(rect.adjusted(0, 0, -1, -1))
        font = fonts.font("small")
        font.setItalic(bool(index.data(_FUTURE)))
        pen.setFont(font)
        signs = index.data(_SIGNS) or ()
        right = 0
        for sign in signs:
            right += fonts.px(_SIGN) + 2
            place = QRectF(rect.right() - right, rect.top() + 4, fonts.px(_SIGN), fonts.px(_SIGN))
            icons.paint(pen, sign, theme.color("vermilion" if sign == "flag" else "faded"), place)
        pen.setPen(theme.color("faded" if index.data(_FUTURE) else "ink"))
        flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)
        pen.drawText(rect.adjusted(10, 3, 10 - _INSET - right, -3), flags, str(index.data()))
        pen.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = max(120, self._view.viewport().width())
        if index.data(_HEADING):
            return QSize(width, QFontMetrics(fonts.font("strong")).height() + 14)
        metrics = QFontMetrics(fonts.font("small"))
        signs = len(index.data(_SIGNS) or ()) * (fonts.px(_SIGN) + 2)
        room = QRect(0, 0, width - _INSET - signs, 10_000)
        return QSize(width, metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(index.data())).height() + 8)


class _Lines(QListWidget):
    """The lines of the log; Space is a click on the one that the keys are on."""

    space_presses = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make lines as high as their words need at the new width, and keep the present one in sight."""
        super().resizeEvent(event)
        self.doItemsLayout()
        self.scrollToItem(self.currentItem())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentItem() is not None:
            self.itemClicked.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class LogSlip(PaperPanel):
    """Shows the steps of the game and takes the reader back to any of them."""

    accessible_role = QAccessible.Role.Dialog

    change_wanted = Signal(int)
    """The step with this index shall be put right."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent, margin=10, seed=7)
        self._game = game
        self._heading = Heading("", self, level=3)
        self._hint = Label(self, font="small")
        self.undo = InkButton("", "quiet", self, sign="undo")
        self.redo = InkButton("", "quiet", self, sign="redo")
        self.list = _Lines(self)
        self.list.setItemDelegate(_Line(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._go)
        column = QVBoxLayout(self)
        column.setSpacing(4)
        column.addWidget(self._heading)
        column.addWidget(self._hint)
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addStretch(1)
        column.addLayout(row)
        self.change = InkButton("", "quiet", self, sign="edit", deed="table.change")
        self.older = InkButton("", "quiet", self, sign="rotate")
        column.addWidget(self.change)
        column.addWidget(self.older)
        self.change.clicked.connect(self._change)
        self.older.clicked.connect(game.restore)
        self.undo.clicked.connect(game.undo)
        self.redo.clicked.connect(game.redo)
        self._language = ""
        self._shown: list[tuple[int, ...]] = []
        self._ends: list[int] = []
        """How many steps are told up to the end of each line."""
        self._starts: list[int] = []
        """The row with which each line begins."""
        self._cursor = 0
        self._here: int | None = None
        self.hide()
        renew = game.keep_current(self, self.rewrite, LOG)
        game.noted.connect(renew)
        renew()

    def rewrite(self, *_: object) -> None:
        """Show the steps as they are now; only lines that changed are made anew."""
        game, session = self._game, self._game.session
        if self._language != game.words.language:
            self._language = game.words.language
            self.list.clear()
            self._shown, self._starts, self._ends = [], [], []
        self._heading.setText(game.say(say("Log")))
        self._hint.setText(game.say(self._about()))
        self.list.setAccessibleName(self._heading.text())
        self.setAccessibleName(self._heading.text())
        shown = lines(session)
        keys = [tuple(id(session.steps[n]) for n in line) for line in shown]
        same = 0
        while same < min(len(keys), len(self._shown)) and keys[same] == self._shown[same]:
            same += 1
        first = self._starts[same] if same < len(self._starts) else self.list.count()
        while self.list.count() > first:
            self.list.takeItem(self.list.count() - 1)
        del self._starts[same:], self._ends[same:]
        for line in shown[same:]:
            self._starts.append(self.list.count())
            self._ends.append(line.stop)
            self._add(line)
        self._shown = keys
        self._mark_future(same)
        if session.cursor:
            here = self.list.item(self._row(session.cursor))
            here.setData(_HERE, True)
            self.list.setCurrentItem(here)
            self.list.scrollToItem(here)
        self._name_buttons()

    def _about(self) -> Message:
        if len(told_steps(self._game.session)) < len(self._game.session.steps):
            return say("These are the steps around this moment; the timeline has all of them.")
        return say("Click a line to see that moment, double-click it to go back there.")

    def _row(self, cursor: int) -> int:
        """The row of the line that tells the step before a place."""
        return self._starts[bisect_left(self._ends, cursor)]

    def _mark_future(self, same: int) -> None:
        """What can be redone stands in italics: of the lines made before only those between two cursors change."""
        cursor, before = self._game.session.cursor, self._cursor
        self._cursor = cursor
        if self._here is not None and self._here < self.list.count():
            self.list.item(self._here).setData(_HERE, False)
        self._here = self._row(cursor) if cursor else None
        first = min(bisect_left(self._ends, min(before, cursor)), same)
        for row in range(self._starts[first] if first < len(self._starts) else self.list.count(), self.list.count()):
            line = self.list.item(row)
            ahead = int(line.data(_CURSOR)) > cursor
            if bool(line.data(_FUTURE)) != ahead:
                line.setData(_FUTURE, ahead)

    def _add(self, steps: range) -> None:
        game, session, index = self._game, self._game.session, steps[-1]
        step, after = session.steps[index], session.state_at(index + 1)
        events = session.events_of(index)
        words = " · ".join(game.say(session.system.tell(after, event)) for event in told(session, steps))
        words = words or game.say(session.describe_step(index))
        line = QListWidgetItem(f"{words}\n“{step.note}”" if step.note else words)
        line.setData(_CURSOR, index + 1)
        line.setData(_MARK, step.mark)
        corrected = step.revised or "corrected" in (step.result.sources or ())
        signs = (("flag", step.bookmark), ("pen-corrected", corrected))
        line.setData(_SIGNS, tuple(sign for sign, shown in signs if shown))
        known = [say("Bookmark")] if step.bookmark else []
        known += [say("corrected later")] if corrected else []
        known += [say("Breaks rule {rule}", rule=step.rule)] if step.rule is not None else []
        known += [say("Seen at the table")] if step.mark == "observed" else []
        tip = " · ".join(game.say(word) for word in known)
        line.setToolTip(tip)
        line.setData(Qt.ItemDataRole.AccessibleTextRole, f"{line.text()} · {tip}" if tip else line.text())
        self.list.addItem(line)
        for event in events:
            if event.kind == "PhaseBegan":
                heading = QListWidgetItem(game.say(session.system.tell(after, event)))
                heading.setData(_CURSOR, index + 1)
                heading.setData(_HEADING, True)
                self.list.addItem(heading)

    def _name_buttons(self) -> None:
        game, session = self._game, self._game.session
        self.undo.setEnabled(session.undo_name() is not None and not session.looking)
        self.redo.setEnabled(session.redo_name() is not None and not session.looking)
        self.undo.setText(game.say(say("Undo")))
        self.redo.setText(game.say(say("Redo")))
        self.change.setText(game.say(say("Change this step")))
        self.change.setEnabled(self.step >= 0)
        self.older.setText(game.say(say("Undo this correction (restore the old log)")))
        self.older.setVisible(bool(session.replaced))
        nothing = say("Nothing to do")
        self.undo.setToolTip(game.say(session.undo_name() or nothing))
        self.redo.setToolTip(game.say(session.redo_name() or nothing))

    @property
    def step(self) -> int:
        """The index of the step whose line is chosen; -1: none."""
        line = self.list.currentItem()
        return int(line.data(_CURSOR)) - 1 if line is not None else -1

    def _change(self) -> None:
        if self.step >= 0:
            self.change_wanted.emit(self.step)

    def _look(self, item: QListWidgetItem) -> None:
        self._game.look(int(item.data(_CURSOR)))

    def _go(self, item: QListWidgetItem) -> None:
        self._game.look(None)
        self._game.jump(int(item.data(_CURSOR)))
