"""The log in words: what happened, turn by turn; a click goes back there, undo and redo by name."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
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

from companion.model.core.words import say
from companion.ui.settings.whisper import Whisper
from companion.ui.theme import palette, type
from companion.ui.theme.widgets import Heading, InkButton, PaperPanel

from .game import Game

_CURSOR = Qt.ItemDataRole.UserRole
_MARK = Qt.ItemDataRole.UserRole + 1
_FUTURE = Qt.ItemDataRole.UserRole + 2
_HEADING = Qt.ItemDataRole.UserRole + 3
_QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded"})
"""Events that go without saying beside the others of their step."""
_INSET = 16


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
            pen.setFont(type.font("strong"))
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
        font = type.font("small")
        font.setItalic(bool(index.data(_FUTURE)))
        pen.setFont(font)
        pen.setPen(theme.color("faded" if index.data(_FUTURE) else "ink"))
        flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)
        pen.drawText(rect.adjusted(10, 3, 10 - _INSET, -3), flags, str(index.data()))
        pen.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = max(120, self._view.viewport().width())
        if index.data(_HEADING):
            return QSize(width, QFontMetrics(type.font("strong")).height() + 14)
        metrics = QFontMetrics(type.font("small"))
        room = QRect(0, 0, width - _INSET, 10_000)
        return QSize(width, metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(index.data())).height() + 8)


class LogSlip(PaperPanel):
    """Shows the steps of the game and takes the reader back to any of them."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent, margin=10, seed=7)
        self._game = game
        self._heading = Heading("", self, level=3)
        self._hint = Whisper(self, font="small")
        self.undo = InkButton("", "quiet", self, sign="undo")
        self.redo = InkButton("", "quiet", self, sign="redo")
        self.list = QListWidget(self)
        self.list.setItemDelegate(_Line(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.itemClicked.connect(self._go)
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
        self.undo.clicked.connect(game.undo)
        self.redo.clicked.connect(game.redo)
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self._language = ""
        self._shown: list[int] = []
        self._starts: list[int] = []
        """The row with which each step begins."""
        self.rewrite()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines are as high as their words need at the new width."""
        super().resizeEvent(event)
        self.list.doItemsLayout()

    def rewrite(self, *_: object) -> None:
        """Show the steps as they are now; only lines that changed are made anew."""
        game, session = self._game, self._game.session
        if self._language != game.words.language:
            self._language = game.words.language
            self.list.clear()
            self._shown, self._starts = [], []
        self._heading.setText(game.say(say("What happened")))
        self._hint.setText(game.say(say("Click a line to go back to that moment.")))
        self.list.setAccessibleName(game.say(say("What happened")))
        steps = session.steps
        keys = [id(step) for step in steps]
        same = 0
        while same < min(len(keys), len(self._shown)) and keys[same] == self._shown[same]:
            same += 1
        first = self._starts[same] if same < len(self._starts) else self.list.count()
        while self.list.count() > first:
            self.list.takeItem(self.list.count() - 1)
        del self._starts[same:]
        for n in range(same, len(steps)):
            self._starts.append(self.list.count())
            self._add(n)
        self._shown = keys
        for row in range(self.list.count()):
            line = self.list.item(row)
            line.setData(_FUTURE, int(line.data(_CURSOR)) > session.cursor)
        if session.cursor:
            self.list.scrollToItem(self.list.item(self._starts[session.cursor - 1]))
        self._name_buttons()

    def _add(self, index: int) -> None:
        game, session = self._game, self._game.session
        step, after = session.steps[index], session.state_at(index + 1)
        events = session.events_of(index)
        told = [event for event in events if event.kind not in _QUIET and event.kind != "PhaseBegan"]
        words = " · ".join(game.say(session.system.tell(after, event)) for event in told)
        line = QListWidgetItem(words or game.say(session.describe_step(index)))
        line.setData(_CURSOR, index + 1)
        line.setData(_MARK, step.mark)
        if (rule := step.rule) is not None:
            line.setToolTip(game.say(say("Against rule {rule}", rule=rule)))
        self.list.addItem(line)
        for event in events:
            if event.kind == "PhaseBegan":
                heading = QListWidgetItem(game.say(session.system.tell(after, event)))
                heading.setData(_CURSOR, index + 1)
                heading.setData(_HEADING, True)
                self.list.addItem(heading)

    def _name_buttons(self) -> None:
        game, session = self._game, self._game.session
        self.undo.setEnabled(session.undo_name() is not None)
        self.redo.setEnabled(session.redo_name() is not None)
        self.undo.setText(game.say(say("Undo")))
        self.redo.setText(game.say(say("Redo")))
        nothing = say("Nothing to do")
        self.undo.setToolTip(game.say(session.undo_name() or nothing))
        self.redo.setToolTip(game.say(session.redo_name() or nothing))

    def _go(self, item: QListWidgetItem) -> None:
        self._game.jump(int(item.data(_CURSOR)))
