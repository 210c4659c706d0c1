"""The log in words: what happened, turn by turn; a click goes back there, undo and redo by name."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
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
from companion.ui.theme import palette, type
from companion.ui.theme.widgets import Heading, InkButton, PaperPanel

from .game import Game

_CURSOR = Qt.ItemDataRole.UserRole
_MARK = Qt.ItemDataRole.UserRole + 1
_FUTURE = Qt.ItemDataRole.UserRole + 2


_QUIET = frozenset({"ActivationEnded", "MovementEnded", "PhaseEnded"})
"""Events that go without saying beside the others of their step."""


class _Line(QStyledItemDelegate):
    """One step: its words, a vermilion tick when it went against a rule, a pen mark when seen at the table."""

    def paint(self, pen: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        theme = palette.current()
        pen.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_MouseOver:
            pen.fillRect(rect, theme.color("sunken"))
        mark = index.data(_MARK)
        if mark == "overridden":
            pen.fillRect(QRect(rect.left(), rect.top() + 4, 3, rect.height() - 8), theme.color("vermilion"))
        elif mark == "observed":
            pen.fillRect(QRect(rect.left(), rect.top() + 8, 2, rect.height() - 16), theme.color("faded"))
        colour = theme.color("hairline" if index.data(_FUTURE) else "ink")
        pen.setPen(colour)
        pen.setFont(type.font("small"))
        box = rect.adjusted(10, 3, -6, -3)
        pen.drawText(box, int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter), str(index.data()))
        pen.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        width = max(120, option.rect.width() - 16)
        metrics = QFontMetrics(type.font("small"))
        flags = int(Qt.TextFlag.TextWordWrap)
        bounds = metrics.boundingRect(QRect(0, 0, width, 10_000), flags, str(index.data()))
        return QSize(width, bounds.height() + 8)


class LogSlip(PaperPanel):
    """Shows the steps of the game and takes the reader back to any of them."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent, margin=10, seed=7)
        self._game = game
        self._heading = Heading("", self, level=3)
        self.undo = InkButton("", "quiet", self, key="Ctrl+Z", sign="undo")
        self.redo = InkButton("", "quiet", self, key="Ctrl+Y", sign="redo")
        self.list = QListWidget(self)
        self.list.setItemDelegate(_Line(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.itemActivated.connect(self._go)
        self.list.itemDoubleClicked.connect(self._go)
        column = QVBoxLayout(self)
        column.setSpacing(4)
        column.addWidget(self._heading)
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
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Show the steps as they are now; only lines that changed are made anew."""
        game, session = self._game, self._game.session
        if self._language != game.words.language:
            self._language = game.words.language
            self.list.clear()
            self._shown = []
        self._heading.setText(game.say(say("What happened")))
        self.list.setAccessibleName(game.say(say("What happened")))
        steps = session.steps
        keys = [id(step) for step in steps]
        same = 0
        while same < min(len(keys), len(self._shown)) and keys[same] == self._shown[same]:
            same += 1
        while self.list.count() > same:
            self.list.takeItem(self.list.count() - 1)
        for n in range(same, len(steps)):
            item = QListWidgetItem(self._words(n))
            item.setData(_CURSOR, n + 1)
            item.setData(_MARK, steps[n].mark)
            if (rule := steps[n].rule) is not None:
                item.setToolTip(game.say(say("Against rule {rule}", rule=rule)))
            self.list.addItem(item)
        self._shown = keys
        for n in range(self.list.count()):
            line = self.list.item(n)
            line.setData(_FUTURE, n >= session.cursor)
        if session.cursor:
            self.list.scrollToItem(self.list.item(session.cursor - 1))
        self._name_buttons()

    def _words(self, index: int) -> str:
        """What came of a step, in words; what was decided when nothing came of it."""
        game, session = self._game, self._game.session
        after = session.state_at(index + 1)
        told = [event for event in session.events_of(index) if event.kind not in _QUIET]
        if not told:
            return game.say(session.describe_step(index))
        return " · ".join(game.say(session.system.tell(after, event)) for event in told)

    def _name_buttons(self) -> None:
        game, session = self._game, self._game.session
        self.undo.setEnabled(session.cursor > 0)
        self.redo.setEnabled(session.cursor < len(session.steps))
        self.undo.setText(game.say(say("Undo")))
        self.redo.setText(game.say(say("Redo")))
        nothing = say("Nothing to do")
        self.undo.setToolTip(game.say(session.undo_name() or nothing))
        self.redo.setToolTip(game.say(session.redo_name() or nothing))

    def _go(self, item: QListWidgetItem) -> None:
        self._game.jump(int(item.data(_CURSOR)))
