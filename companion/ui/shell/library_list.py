"""The list of games: a model that fetches no more than is seen, and rows of which several can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from companion.model.core.words import say
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr, when
from companion.ui.kit.widget import follow
from companion.ui.play.storage import LibraryEntry, LibrarySearch, LibraryStorage, StorageError
from companion.ui.shell.library_filters import against, players, result

PAGE = 64
"""So many games are fetched at once."""
MOST_KNOWN = 40 * PAGE
"""So many fetched games are remembered."""
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class GameList(QAbstractListModel):
    """A row a game. `look_for` may raise StorageError, and then shows what it showed before."""

    failed = Signal(object)
    """A `Message`: games that were to be seen cannot be fetched."""

    def __init__(self, storage: LibraryStorage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._storage = storage
        self.search = LibrarySearch()
        self.ids: Sequence[int] = ()
        self._rows: dict[int, int] = {}
        self._known: dict[int, LibraryEntry | None] = {}

    def look_for(self, search: LibrarySearch) -> None:
        """Show the games looked for."""
        ids = self._storage.found(search)
        self.beginResetModel()
        self.search, self.ids = search, ids
        self._rows = {id: row for row, id in enumerate(ids)}
        self._known = {}
        self.endResetModel()

    def renew(self) -> None:
        """Fetch anew what is seen: games are called otherwise in another language."""
        self._known = {}
        self.dataChanged.emit(self.index(0), self.index(len(self.ids) - 1))

    def row_of(self, id: int) -> int:
        """Where a game stands; -1: not here."""
        return self._rows.get(id, -1)

    def entry(self, row: int) -> LibraryEntry | None:
        """The game in a row; None: it has gone in the meantime, or cannot be fetched now (said by `failed`)."""
        if not 0 <= row < len(self.ids):
            return None
        if self.ids[row] not in self._known:
            self._fetch(row // PAGE * PAGE)
        return self._known[self.ids[row]]

    def _fetch(self, first: int) -> None:
        if len(self._known) > MOST_KNOWN:
            self._known = {}
        wanted = self.ids[first : first + PAGE]
        self._known.update(dict.fromkeys(wanted))
        try:
            self._known.update((entry.game.id, entry) for entry in self._storage.entries(wanted))
        except StorageError as wrong:
            self.failed.emit(wrong.why)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.UserRole):
            return None
        entry = self.entry(index.row())
        if entry is None or role == Qt.ItemDataRole.UserRole:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.game.name
        return f"{entry.game.name}, {tr(result(entry))}"


HIGH = 60
"""Of a row, at text scale 1."""
MOST_TAGS = 3
"""So many tags of a game are shown in its row."""


class GameRow(QStyledItemDelegate):
    """Seal of the result, name, who played; at the right when, and how it ended."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(fonts.px(240), fonts.px(HIGH))

    def paint(self, pen: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        entry = index.data(Qt.ItemDataRole.UserRole)
        theme = palette.current()
        rect = QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        pen.save()
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            pen.fillRect(rect, theme.color("ink", 0.07))
            pen.fillRect(QRectF(rect.left(), rect.top() + 6, fonts.px(3), rect.height() - 12), theme.color("vermilion"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            pen.fillRect(rect, theme.color("ink", 0.035))
        if option.state & QStyle.StateFlag.State_HasFocus:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.2, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 3, 3)
        pen.setPen(QPen(theme.color("hairline", 0.6), 1))
        pen.drawLine(rect.left() + fonts.px(12), rect.bottom(), rect.right() - fonts.px(8), rect.bottom())
        if isinstance(entry, LibraryEntry):
            self._paint_entry(pen, theme, rect.adjusted(fonts.px(14), 0, -fonts.px(12), 0), entry)
        else:
            pen.setPen(theme.color("faded"))
            pen.setFont(fonts.font("text"))
            words = tr(say("This game no longer exists."))
            pen.drawText(rect.adjusted(fonts.px(64), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
        pen.restore()

    def _paint_entry(self, pen: QPainter, theme: Theme, rect: QRect, entry: LibraryEntry) -> None:
        side = fonts.px(32)
        _paint_end(pen, theme, QRectF(rect.left(), rect.center().y() - side / 2, side, side), entry)
        small, name = fonts.font("small"), fonts.font("name", 16 / 18)
        left, middle = rect.left() + side + fonts.px(13), rect.center().y()
        upper = QRectF(left, rect.top() + fonts.px(7), rect.right() - left, middle - rect.top() - fonts.px(5))
        lower = QRectF(left, middle + fonts.px(1), rect.right() - left, rect.bottom() - middle - fonts.px(8))
        metrics = QFontMetrics(small)
        for line, words in ((upper, when(entry.game.changed, tr.language)), (lower, tr(result(entry)))):
            wide = metrics.horizontalAdvance(words) + 2
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            pen.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
            line.setRight(line.right() - wide - fonts.px(14))
        pen.setFont(name)
        pen.setPen(theme.color("ink"))
        words = QFontMetrics(name).elidedText(entry.game.name, Qt.TextElideMode.ElideRight, int(upper.width()))
        pen.drawText(upper, Qt.AlignmentFlag.AlignVCenter, words)
        pen.setFont(small)
        pair = players(entry.settings)
        if pair is not None:
            words = tr(against(pair))
            words = "" if words == entry.game.name else words
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(lower.width()))
            pen.setPen(theme.color("faded"))
            pen.drawText(lower, Qt.AlignmentFlag.AlignVCenter, words)
            lower.setLeft(lower.left() + metrics.horizontalAdvance(words) + fonts.px(12))
        _paint_tags(pen, theme, lower, entry.tags)


def _paint_end(pen: QPainter, theme: Theme, box: QRectF, entry: LibraryEntry) -> None:
    """A seal when somebody has won, a pale one for a draw, an open ring as long as it goes on."""
    if not entry.game.finished:
        ring = box.adjusted(4, 4, -4, -4)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(QPen(theme.color("faded", 0.7), fonts.px(2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        pen.drawArc(ring, 70 * 16, -300 * 16)
        sign = "shield" if entry.game.mode == "enforce" else "people"
        inner = box.adjusted(*(round(box.width() * share) for share in (0.28, 0.28, -0.28, -0.28)))
        icons.paint(pen, sign, theme.color("faded"), inner)
        return
    paint_seal(pen, box, "勝" if entry.game.winner else "終", theme, "vermilion" if entry.game.winner else "faded")


def _paint_tags(pen: QPainter, theme: Theme, room: QRectF, tags: tuple[str, ...]) -> None:
    metrics = pen.fontMetrics()
    shown = list(tags[:MOST_TAGS]) + ([f"+{len(tags) - MOST_TAGS}"] if len(tags) > MOST_TAGS else [])
    x = room.left()
    for tag in shown:
        wide = metrics.horizontalAdvance(tag) + fonts.px(14)
        if x + wide > room.right():
            return
        slip = QRectF(x, room.center().y() - metrics.height() / 2 - 1, wide, metrics.height() + 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion", 0.13))
        pen.drawPath(ink.rough_rect(slip, tag, 0.5, 22))
        pen.setPen(theme.color("ink"))
        pen.drawText(slip, Qt.AlignmentFlag.AlignCenter, tag)
        x += wide + fonts.px(5)


class GameRows(QListView):
    """Arrows choose, Enter opens, Delete throws away; with Shift and Ctrl, several are chosen."""

    opened = Signal()
    deleted = Signal()
    moved = Signal()
    """What is chosen has changed, once for each time it does."""

    def __init__(self, games: GameList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.games = games
        self.setModel(games)
        self.setItemDelegate(GameRow(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; }")
        self.viewport().setAutoFillBackground(False)
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(lambda _: self.opened.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.moved.emit())
        follow(self)

    def refresh(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def chosen(self) -> list[int]:
        """The numbers of the games chosen, from the top down."""
        selection = self.selectionModel().selection()
        spans = [selection.at(n) for n in range(selection.count())]
        rows = {row for span in spans for row in range(span.top(), span.bottom() + 1)}
        return [self.games.ids[row] for row in sorted(rows)]

    def choose(self, ids: list[int]) -> None:
        """Choose these games, as far as they are here, and bring the first into sight."""
        rows = sorted(row for row in map(self.games.row_of, ids) if row >= 0)
        selection = QItemSelection()
        for row in rows:
            selection.select(self.games.index(row), self.games.index(row))
        flags = QItemSelectionModel.SelectionFlag
        if rows:
            first = self.games.index(rows[0])
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)
        if rows:
            self.scrollTo(self.games.index(rows[0]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif key == Qt.Key.Key_Delete:
            self.deleted.emit()
        elif key == Qt.Key.Key_Escape or (event.text().isprintable() and event.text() and not _held(event)):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _held(event: QKeyEvent) -> bool:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.modifiers() & held)
