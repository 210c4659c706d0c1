"""Below the doors of home: the last game with its board, the games before it, and the small things in the corner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import GAME
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import RowTools, Tool, ToolDelegate
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.layouts import LEFT, Gap, fold, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.picture_grid import Thumbnail
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr, when
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage import GameEntry, GameStorage, LibraryEntry, StorageError
from companion.ui.shell.library_filters import result

TOOLS = (
    Tool("rename", "edit", say("Rename")),
    Tool("export", "export", say("Export")),
    Tool("delete", "trash", say("Delete")),
)

NAME = 180
"""So much of a name is shown before the rest of the line, at text scale 1."""


def recent_line(entry: GameEntry, state: Message) -> Line:
    """Say how a game stands, for a list with `RecentDelegate`."""
    sign = "shield" if entry.mode == "enforce" else "people"
    return Line(str(entry.id), entry.name, f"{tr(state)} · {when(entry.changed, tr.language)}", sign=sign)


class RecentDelegate(ToolDelegate):
    """Paints name and mode; the rest where there is room and no tool."""

    least, wide = 160, 260

    def height(self, line: Line, width: int) -> int:
        return fonts.px(34)

    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        place = QRect(row.left() + fonts.px(30), row.top() + 1, row.width() - fonts.px(40), row.height() - 2)
        return place, fonts.font("name", 16 / 18)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        side, tools = fonts.px(16), self.tools_width(line.id)
        sign = QRectF(box.left() + fonts.px(10), box.center().y() - side / 2, side, side)
        icons.paint(pen, line.sign, theme.color("faded"), sign)
        room = box.adjusted(fonts.px(36), 0, -fonts.px(6), 0)
        font, small = fonts.font("name", 16 / 18), fonts.font("small")
        wide = QFontMetrics(small).horizontalAdvance(line.words) + 2
        name = min(QFontMetrics(font).horizontalAdvance(line.title), fonts.px(NAME))
        if tools:
            room.setRight(room.right() - tools)
        elif room.width() - wide - fonts.px(12) >= name:
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            pen.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), line.words)
            room.setRight(room.right() - wide - fonts.px(12))
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(font).elidedText(line.title, Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setPen(QPen(theme.color("hairline", 0.7), 1))
        y = round(box.bottom()) - 1
        pen.drawLine(round(box.left()) + fonts.px(8), y, round(box.right()) - fonts.px(4), y)


MOST = 12
"""So many earlier games are listed here; all of them are in the library."""
PICTURED = 760
"""The width from which the last game's board is shown, at text scale 1."""
CORNER = (
    ("workshop", "brush", say("Workshop")),
    ("settings", "settings", say("Settings")),
    ("help", "book", say("Help")),
    ("keys", "help", say("Keys")),
    ("about", "info", say("About")),
)
MODE_WORDS = {"track": say("at the table"), "assist": say("at the table, with advice"), "enforce": say("on screen")}


class RecentGames(Translated, QWidget):
    """What was played last. `opened` carries a game's id; `quick` and `wanted` (an action's id) ask the window."""

    opened = Signal(int)
    quick = Signal()
    wanted = Signal(str)

    def __init__(self, storage: GameStorage, games: Mapping[str, GameUI], parent: QWidget | None = None) -> None:
        """Look at storage at once; `games` can show what is stored."""
        super().__init__(parent)
        self._storage, self._games = storage, games
        self._quick: Message | None = None
        offered = [game for game in games.values() if game.offered]
        brought = {action.id for game in offered for action in game.actions}
        self._entries: dict[str, GameEntry] = {}
        self._results: dict[int, Message] = {}
        self.games = says(ListView(self), name=say("Recent games"))
        self.tools = RowTools(self.games, RecentDelegate(self.games), TOOLS, "home", say("Rename"))
        self.games.chosen.connect(lambda id: self.opened.emit(int(id)))
        self.tools.wanted.connect(self._use)
        self.tools.renamed.connect(lambda id, name: self._do(lambda: self._storage.rename(int(id), name)))
        self._last: GameEntry | None = None
        self._facts: Message | None = None
        self.thumbnail = Thumbnail(self)
        self.thumbnail.clicked.connect(self._go_on)
        self._label = Label(self, font="small")
        self.title = Heading("", self, level=2)
        self._line = Label(self)
        self.go_on = InkButton(say("Continue"), "primary", self, deed="continue", clicked=self._go_on)
        self.quick_start = InkButton(say("Quick start"), "secondary", self, deed="quick", sign="play")
        self.quick_start.clicked.connect(self.quick)
        self._heading = Label(self, font="small", text=say("Recent games"))
        self.all = InkButton(say("All games"), "quiet", self, sign="book", deed="library", key_in_tip=True)
        self.all.clicked.connect(lambda: self.wanted.emit("library"))
        self.mine = InkButton(say("My games"), "quiet", self, sign="seal", deed="mine", key_in_tip=True)
        self.mine.clicked.connect(lambda: self.wanted.emit("mine"))
        self._lay_out()
        self.corner["workshop"].setVisible("workshop" in brought)
        self.refresh()

    def _lay_out(self) -> None:
        middle = vbox(
            1,
            self._label,
            self.title,
            self._line,
            Gap(8),
            fold(self.go_on, self.quick_start, 1, spacing=12),
            1,
            spacing=3,
        )
        right = vbox(fold((self._heading, 1), self.mine, self.all), (self.games, 1), spacing=2)
        self.corner = {name: InkButton(words, "quiet", self, sign=sign) for name, sign, words in CORNER}
        for name, button in self.corner.items():
            button.clicked.connect(lambda _=False, name=name: self.wanted.emit(name))
        corner = vbox(1, *((button, LEFT) for button in self.corner.values()), 1, spacing=0)
        fold(self.thumbnail, (middle, 5), (right, 5), corner, on=self, spacing=24, most=220)

    def offer(self, game: GameUI | None) -> None:
        """What begins at once is a game of this kind."""
        self._quick = game.quick if game is not None else None
        self.quick_start.setVisible(self._quick is not None)
        self._tell()

    def refresh(self) -> None:
        try:
            games = list(self._storage.games(MOST + 1))
            self._last = self._storage.last_unfinished()
        except StorageError as wrong:
            games, self._last = [], None
            self._say(wrong.why)
        self._show_last()
        self._show_rows([entry for entry in games if self._last is None or entry.id != self._last.id][:MOST])
        self._tell()

    def _show_last(self) -> None:
        self._facts = None
        self._place_picture()
        self.go_on.setVisible(self._last is not None)
        self.quick_start.set_kind("secondary" if self._last is not None else "primary")
        if self._last is None:
            return
        try:
            header, state = self._storage.glance(self._last.id)
        except (StorageError, InvalidInput) as wrong:
            self._facts = wrong.why
            self.thumbnail.show_picture(None)
            return
        game = self._games.get(header.system)
        draw = game.picture if game is not None else None
        self.thumbnail.show_picture(partial(draw, header, state) if draw is not None else None)
        self._facts = game.standing(state) if game is not None and game.standing is not None else None

    def _place_picture(self) -> None:
        """Show the board of the last game where it leaves room for words."""
        self.thumbnail.setVisible(self._last is not None and self.width() >= fonts.px(PICTURED))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_picture()
        super().resizeEvent(event)

    def _show_rows(self, entries: list[GameEntry]) -> None:
        self._entries = {str(entry.id): entry for entry in entries}
        try:
            found = self._storage.library.entries([entry.id for entry in entries])
        except StorageError:
            found = ()  # the server is away, which is said elsewhere: seats are named by their letters
        self._results = {entry.game.id: result(entry) for entry in found}
        for widget in (self._heading, self.games):
            widget.setVisible(bool(entries))
        for button in (self.all, self.mine):
            button.setVisible(bool(entries) or self._last is not None)

    def _use(self, tool: str, id: str) -> None:
        (self.export if tool == "export" else self._delete)(self._entries[id])

    def retranslate(self) -> None:
        self.refresh()

    def _tell(self) -> None:
        last = self._last
        self.quick_start.setAccessibleDescription(tr(self._quick) if self._quick is not None else "")
        if last is not None:
            self.thumbnail.setAccessibleName(tr(say("Continue {game}", game=last.name)))
            self.thumbnail.setToolTip(self.thumbnail.accessibleName())
            self._label.setText(tr(say("The last game")))
            self.title.setText(last.name)
            where = MODE_WORDS[last.mode]
            facts = say("{where} · {when}", where=where, when=when(last.changed, tr.language))
            self._line.setText(tr(say("{facts} · {more}", facts=self._facts, more=facts)) if self._facts else tr(facts))
        else:
            self._label.setText(tr(say("No game in progress")))
            self.title.setText(tr(say("Play now")))
            self._line.setText(tr(self._quick) if self._quick is not None else "")
        self.games.show_lines([
            recent_line(entry, self._results.get(entry.id) or result(LibraryEntry(entry, entry.changed)))
            for entry in self._entries.values()
        ])  # fmt: skip

    def last(self) -> GameEntry | None:
        """The game to go on with."""
        return self._last

    def _go_on(self) -> None:
        if self._last is not None:
            self.opened.emit(self._last.id)

    def _delete(self, entry: GameEntry) -> None:
        self._do(lambda: self._storage.delete(entry.id))
        toast = Toast(
            self.window(),
            tr(say("“{name}” deleted.", name=entry.name)),
            action=tr(say("Restore")),
        )
        toast.acted.connect(lambda: self._do(lambda: self._storage.restore(entry.id)))
        toast.popup()

    def export(self, entry: GameEntry) -> None:
        """Ask where, and write the game there."""
        path = ask_where_to_save(self, say("Export this game…"), entry.name, GAME)
        if path is not None and self._do(lambda: self._storage.export(entry.id, path)):
            self._say(say("The game is saved in {path}.", path=str(path)))

    def _do(self, do: Callable[[], None]) -> bool:
        try:
            do()
        except StorageError as wrong:
            self._say(wrong.why)
            return False
        self.refresh()
        return True

    def _say(self, why: Message) -> None:
        Toast(self.window(), tr(why)).popup()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(900), fonts.px(180))
