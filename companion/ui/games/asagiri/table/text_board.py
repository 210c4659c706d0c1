"""The board in words: a button a square, walked with the arrows, spoken by a screen reader, large enough to be read.

It stands where the drawn board stands and does the same: Enter is a click on the square, the keys of the board turn
figures and go from one to the next. What is on a square is `describe_square`; no rule is known here.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import EVERY_FACING, NO_SQUARE, FigureId, SquareId
from companion.ui.games.asagiri.board import BoardView, queries
from companion.ui.games.asagiri.board.controller import (
    Confirm,
    Do,
    GoThere,
    Meaning,
    PickWay,
    Select,
    forbidden,
    meaning,
)
from companion.ui.games.asagiri.board.descriptions import describe_square, walls
from companion.ui.games.asagiri.board.view import steps_figure
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.actions import words as option_words
from companion.ui.kit import keys
from companion.ui.kit.accessibility import MEMORY
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Label, discard, follow

SIDE = 34
"""Of a square, in pixels at text scale 1."""
SIGNS = {".": "", "h": "+", "a": "~", "b": "#", "s": "="}
FACINGS = "↑→↓←"
_WAYS = {"board.up": (0, -1), "board.right": (1, 0), "board.down": (0, 1), "board.left": (-1, 0)}
_STEPS = {"board.next": 1, "board.previous": -1}
_TURNS = {"board.turn_left": -1, "board.turn_right": 1}
_FLOORS = {"board.upstairs": 1, "board.downstairs": -1}


class Square(QAbstractButton):
    """One square: what stands there in two letters and an arrow, in words for those who listen."""

    space_presses = False
    """Enter is the press, as on the drawn board; Space the next step."""

    def __init__(self, board: TextBoard, at: SquareId) -> None:
        super().__init__(board.sheet)
        self._board, self.at = board, at
        self.offered = False
        """Whether something can be done here now."""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.clicked.connect(lambda _=False: board.press(at))
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE * 0.8))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if asked and isinstance(event, QKeyEvent) and self._board.wants(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._board.key(self, event):
            event.ignore()

    def focusNextPrevChild(self, next: bool) -> bool:
        stays = steps_figure(next=next) and self._board.step_figure(1 if next else -1, round=False)
        return stays or self.leave(forward=next)

    def leave(self, *, forward: bool) -> bool:
        """Give the keys to the next widget (or the one before)."""
        return bool(super().focusNextPrevChild(forward))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._board.stop_at(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        rect = self.rect().adjusted(1, 1, -1, -1)
        terrain = self._board.terrain(self.at)
        if terrain == BLOCKING:
            pen.fillRect(rect, theme.color("hairline"))
        pen.setPen(QPen(theme.color("hairline"), 1))
        pen.drawRect(rect)
        pen.setPen(QPen(theme.color("ink"), fonts.px(3)))
        corners = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
        for facing in self._board.walls(self.at):
            pen.drawLine(corners[facing], corners[(facing + 1) % 4])
        pen.setPen(theme.color("ink"))
        pen.setFont(fonts.font("strong" if self._board.figure(self.at) >= 0 else "text"))
        pen.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.offered:
            pen.fillRect(
                rect.left() + 4, rect.bottom() - fonts.px(3), rect.width() - 8, fonts.px(2), theme.color("ink")
            )
        if self.hasFocus():
            pen.setPen(QPen(theme.color("vermilion"), 3))
            pen.drawRect(rect.adjusted(1, 1, -1, -1))
        pen.end()


class RecentLines(QPlainTextEdit):
    """The last events as lines that a screen reader goes through; the cursor waits at the newest, the last one."""

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unwritten: deque[str] = deque(maxlen=most)
        """What was added while nobody saw it."""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setMaximumBlockCount(most)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )

    def add(self, words: str) -> None:
        self._unwritten.append(words)
        if self.isVisible():
            self._write()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()

    def _write(self) -> None:
        while self._unwritten:
            self.appendPlainText(self._unwritten.popleft())
        if not self.hasFocus():
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.moveCursor(QTextCursor.MoveOperation.StartOfBlock)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(280), self.fontMetrics().lineSpacing() * 3 + fonts.px(14))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class TextBoard(QWidget):
    """All squares of the floor shown, the square in the keys' hand in full words below."""

    def __init__(self, game: AsagiriController, board: BoardView, parent: QWidget | None = None) -> None:
        """In the stead of `board`, which does what is pressed here."""
        super().__init__(parent)
        says(self, name=say("Board as text"))
        self._game, self._view = game, board
        self.squares: dict[SquareId, Square] = {}
        self._built: object = None
        self.at = NO_SQUARE
        """The square that the keys are on or were on last."""
        self._title = Heading(say("Board as text"), self, level=3)
        self.sheet = says(QWidget(), name=say("Squares, row by row from the north"))
        self._grid = QGridLayout(self.sheet)
        self._grid.setContentsMargins(2, 2, 2, 2)
        self._grid.setSpacing(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.sheet)
        self.line = Label(self, role="ink")
        """The square that the keys are on, in words."""
        self._legend = Label(self, font="small")
        self.record = says(RecentLines(MEMORY, self), name=say("Last events"))
        parts = self._title, (self._area, 1), self.line, self._legend, self.record
        vbox(*parts, on=self, spacing=4, margins=(8, 0, 8, 0))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.hide()
        game.selected.connect(game.keep_current(self, self.rewrite))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(280), fonts.px(250)))

    @property
    def state(self) -> State:
        return self._game.state

    def terrain(self, at: SquareId) -> str:
        return self.state.table.board.terrain[at]

    def walls(self, at: SquareId) -> list[int]:
        return walls(self._game, at)

    def figure(self, at: SquareId) -> FigureId:
        """Who stands on a square, or -1."""
        return queries.standing(self.state, at)

    def open(self) -> None:
        """Show it; the keys are where the drawn board's cursor was."""
        self.show()
        self.rewrite()
        self.go(self._start())

    def _start(self) -> SquareId:
        game, cursor = self._game, self._view.keys.square
        if cursor in self.squares:
            return cursor
        if game.selection >= 0 and game.state.figures[game.selection].at in self.squares:
            return game.state.figures[game.selection].at
        first = next((square for square in queries.deployment(game) if square in self.squares), NO_SQUARE)
        return first if first >= 0 else next(iter(self.squares))

    def _build(self) -> None:
        """Make the squares of the floor shown, the first time and when it is another one."""
        geometry = self._view.canvas.geometry
        board = self.state.table.board
        if self._built == (geometry.floor, len(board.squares)):
            return
        self._built = (geometry.floor, len(board.squares))
        for square in self.squares.values():
            self._grid.removeWidget(square)
            discard(square)
        self.squares = {}
        for at in sorted(geometry.squares, key=lambda one: (board.squares[one][1], board.squares[one][0])):
            column, row, _ = board.squares[at]
            square = self.squares[at] = Square(self, at)
            self._grid.addWidget(square, row, column)
            square.show()
        self.at = NO_SQUARE

    def rewrite(self, *_: object) -> None:
        if self.isHidden():
            return
        game, state = self._game, self.state
        self._build()
        legend = (
            say(
                "CAPITALS: band A, lower case: band B; + hindering, ~ aquatic, # blocking, = stairs; a bar: "
                "something can be done there"
            ),
            say("Ctrl+Tab leaves the board"),
            say("{cap}: next step", cap=keys.shown("table.step") or "–"),
        )
        self._legend.setText(". ".join(map(game.say, legend)))
        ways = queries.cheapest(queries.reach(game, game.selection)) if game.selection >= 0 else {}
        for at, square in self.squares.items():
            who = self.figure(at)
            square.setText(self._short(who) if who >= 0 else SIGNS[self.terrain(at)])
            square.setAccessibleName(describe_square(game, at, ways))
            square.offered = at in ways or (who >= 0 and queries.can_begin(game, who))
            square.update()
        if state.figures and self.at >= 0:
            self._tell(self.at)

    def _short(self, who: FigureId) -> str:
        """Two letters and where it looks; capitals for band A, small letters for band B."""
        character, figure = self.state.table.characters[who], self.state.figures[who]
        letters = "".join(part[0] for part in self._game.name(who).split()[:2])
        name = letters if len(letters) > 1 else self._game.name(who)[:2]
        return (name.lower() if character.band else name.upper()) + FACINGS[figure.facing]

    def wants(self, event: QKeyEvent) -> bool:
        deed = keys.meant("board", event)
        return deed in {*_WAYS, *_STEPS, *_TURNS, *_FLOORS, "board.click"}

    def key(self, square: Square, event: QKeyEvent) -> bool:
        """A key went down on a square; whether it was for the board."""
        deed = keys.meant("board", event)
        if deed is None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            forward = event.key() == Qt.Key.Key_Tab
            return (forward or event.key() == Qt.Key.Key_Backtab) and square.leave(forward=forward)
        if deed is not None and deed in _WAYS:
            self._walk(square.at, *_WAYS[deed])
        elif deed is not None and deed in _STEPS:
            self.step_figure(_STEPS[deed])
        elif deed is not None and deed in _TURNS:
            self._view.controller.turn(_TURNS[deed])
        elif deed is not None and deed in _FLOORS:
            self.show_floor(self._view.canvas.geometry.floor + _FLOORS[deed])
        elif deed == "board.click":
            square.click()
        elif event.text() in list("123456789"):
            return self._view.keys.pick(int(event.text())) and self._to_figure()
        else:
            return event.key() == Qt.Key.Key_Escape and self._view.keys.escape()
        return True

    def _walk(self, at: SquareId, dx: int, dy: int) -> None:
        """To the next square that way; a figure that is to turn turns instead."""
        if queries.turning(self._game) >= 0:
            facing = EVERY_FACING[[(0, -1), (1, 0), (0, 1), (-1, 0)].index((dx, dy))]
            self._view.controller.choose(o.Face(facing), aimed=at)
            return
        board = self.state.table.board
        column, row, floor = board.squares[at]
        there = {board.squares[one]: one for one in self.squares}
        for n in range(1, 64):
            found = there.get((column + n * dx, row + n * dy, floor))
            if found is not None:
                self.go(found)
                return

    def step_figure(self, by: int, *, round: bool = True) -> bool:
        """To the next (or previous) figure that the person leads; False when there is none, or none further on."""
        return self._view.keys.step_figure(by, round=round) and self._to_figure()

    def _to_figure(self) -> bool:
        at = self.state.figures[self._game.selection].at
        if at >= 0:
            self._view.keys.square = NO_SQUARE
            self._build()
            self.go(at)
        return True

    def show_floor(self, floor: int) -> None:
        """Another floor, if the board has it; the keys go to the square above or below, or to its first one."""
        board = self.state.table.board
        if not 0 <= floor < len(board.floors):
            return
        column, row, _ = board.squares[self.at]
        self._view.show_floor(floor)
        self.rewrite()
        self.go(board.index.get((column, row, floor), next(iter(self.squares))))

    def go(self, at: SquareId) -> None:
        """Bring the keys to a square of the floor shown."""
        self._build()
        if at in self.squares:
            self.squares[at].setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_at(self, square: Square) -> None:
        """Of all squares the Tab key stops at this one; say what it is."""
        before = self.squares.get(self.at)
        if before is not None and before is not square:
            before.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        square.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.at = square.at
        self.setFocusProxy(square)
        self._area.ensureWidgetVisible(square)
        self._tell(square.at)

    def _tell(self, at: SquareId) -> None:
        square = self.squares[at]
        square.setAccessibleDescription(self.offer(at))
        self.line.setText(" — ".join(part for part in (square.accessibleName(), self.offer(at)) if part))

    def offer(self, at: SquareId) -> str:
        """What a press on a square would do, in words; nothing where it does nothing, or a rule forbids it."""
        game = self._game
        wanted = meaning(game, at, self._view.tray.facing)
        if forbidden(game, wanted) is not None:
            return ""  # a press says why; nothing is promised
        return game.say(words) if (words := self._promise(wanted)) is not None else ""

    def _promise(self, wanted: Meaning) -> Message | None:
        game = self._game
        match wanted:
            case Select(who) if who >= 0:
                return say("Enter selects {who}", who=game.name(who))
            case GoThere(who, _):
                return say("Enter moves {who} here", who=game.name(who))
            case Do(options):
                return say("Enter: {what}", what=option_words(game, options[-1]))
            case PickWay():
                return say("Enter: several choices")
            case Confirm(then=then):
                return say("Press twice. {what}", what=self._promise(then) or "")
        return None

    def press(self, at: SquareId) -> None:
        """A press is a click on the square of the drawn board."""
        self._view.click_square(at)

    def hear(self, words: str) -> None:
        """Write down what was announced last."""
        self.record.add(words)
