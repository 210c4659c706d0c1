"""A table of Heal or Pray to be read, the die rolled on it or typed, and the panel that asks for it (CAM-2, CAM-3)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.chance import Die, DieKind, Face
from companion.model.core.record import DiceMode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.events import PRAY, DiceTable, OutcomeRow
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_panel import AssistantPanel
from companion.ui.games.asagiri.dice.entry import KEYS, LETTERS, FacePick, face_of_key
from companion.ui.kit.art.dice import DURATION, Entry, Tumble, die_pixmap
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.theme import fonts, icons, ink, motion
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, PaintedButton, Translated

WRAP_MIDDLE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
DIE, GAP = 30, 5
WIDE = 330


def face_words(face: Face) -> Message:
    """A face of either die in words."""
    return Message(ELEMENT_WORDS[face]) if isinstance(face, str) else say("{face}", face=face)


def chance_words(table: DiceTable, row: OutcomeRow) -> Message:
    """How often a line comes: "1 in 6"."""
    all_ = sum(table.die.weights)
    return say("{count} in {all}", count=int(row.chance * all_), all=all_)


class DiceTableSheet(InkWidget):
    """A table to be read. Screen readers hear every line, and the lit one first."""

    def __init__(self, table: DiceTable, parent: QWidget | None = None, *, title: bool = True) -> None:
        """`title`: the name of the table above it."""
        super().__init__(parent)
        self._titled = title
        self.table = table
        self.lit: Face | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.retranslate()

    def tell(self, table: DiceTable, lit: Face | None = None) -> None:
        if (table, lit) != (self.table, self.lit):
            self.table, self.lit = table, lit
            self.retranslate()

    @property
    def lit_row(self) -> OutcomeRow | None:
        return self.table.look_up(self.lit) if self.lit is not None else None

    def retranslate(self) -> None:
        lines = [
            f"{self._faces(row)}: {tr(row.words)} ({tr(chance_words(self.table, row))})" for row in self.table.rows
        ]
        lit = self.lit_row
        first = [tr(say("Result: {what}", what=tr(lit.words)))] if lit is not None else []
        self.setAccessibleName(tr(self.table.name))
        self.setAccessibleDescription(". ".join([*first, *lines]))
        self.refresh()

    def _faces(self, row: OutcomeRow) -> str:
        return ", ".join(tr(face_words(face)) for face in row.faces)

    def _left(self) -> float:
        """Where the words begin: after the longest row of dice."""
        most = max(len(row.faces) for row in self.table.rows)
        return fonts.px(16) + most * fonts.px(DIE + 2) + fonts.px(GAP + 4)

    def _right(self) -> float:
        metrics = QFontMetricsF(fonts.font("small"))
        words = [tr(chance_words(self.table, row)) for row in self.table.rows]
        return max(metrics.horizontalAdvance(word) for word in words) + fonts.px(14)

    def _heights(self, width: float) -> list[float]:
        room = QRectF(0, 0, max(60.0, width - self._left() - self._right() - fonts.px(14)), 10_000)
        metrics = QFontMetricsF(fonts.font("text"))
        words = [metrics.boundingRect(room, WRAP_MIDDLE, tr(row.words)).height() for row in self.table.rows]
        return [max(fonts.px(DIE), high) + fonts.px(10) for high in words]

    def _head(self) -> float:
        return QFontMetricsF(fonts.font("name")).height() + fonts.px(10) if self._titled else 0.0

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._head() + sum(self._heights(width))) + 2

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def minimumSizeHint(self) -> QSize:
        words = QFontMetricsF(fonts.font("text"))
        longest = max(words.horizontalAdvance(word) for row in self.table.rows for word in tr(row.words).split())
        return QSize(round(self._left() + self._right() + longest + fonts.px(18)), fonts.px(DIE))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        y = self._head()
        if self._titled:
            pen.setFont(fonts.font("name"))
            pen.setPen(theme.color("ink"))
            pen.drawText(QRectF(0, 0, self.width(), y - fonts.px(8)), WRAP_MIDDLE, tr(self.table.name))
        for n, (row, high) in enumerate(zip(self.table.rows, self._heights(self.width()), strict=True)):
            self._paint_row(pen, QRectF(0, y, self.width(), high), row, theme)
            y += high
            if n + 1 < len(self.table.rows):
                pen.setPen(theme.color("hairline"))
                pen.drawLine(QPointF(fonts.px(12), y), QPointF(self.width() - fonts.px(4), y))

    def _paint_row(self, pen: QPainter, box: QRectF, row: OutcomeRow, theme: Theme) -> None:
        lit = self.lit is not None and self.lit in row.faces
        if lit:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion", 0.13))
            pen.drawPath(ink.rough_rect(box.adjusted(fonts.px(2), 2, -2, -2), f"lit{self.table.name.key}", 0.8, 30))
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (fonts.px(4), box.top() + 4), (fonts.px(5), box.center().y()), (fonts.px(4), box.bottom() - 4)
            )
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(5), "lit", rough=0.1))
        side, x = fonts.px(DIE), float(fonts.px(16))
        for face in row.faces:
            fell = lit and face == self.lit
            faint = self.lit is not None and not fell
            pen.setOpacity(0.42 if faint else 1.0)
            picture = die_pixmap(face, side, theme, chosen=fell, dpr=self.devicePixelRatioF())
            pen.drawPixmap(QPointF(x, box.center().y() - side / 2), picture)
            x += side + fonts.px(2)
        pen.setOpacity(1.0)
        left, right = self._left(), self._right()
        pen.setFont(fonts.font("strong" if lit else "text"))
        pen.setPen(theme.color("ink" if lit or self.lit is None else "faded"))
        words = QRectF(left, box.top(), box.width() - left - right - fonts.px(6), box.height())
        pen.drawText(words, WRAP_MIDDLE, tr(row.words))
        chance = QRectF(box.right() - right, box.top(), right - fonts.px(8), box.height())
        if lit:
            tick = fonts.px(16)
            icons.paint(pen, "check", theme.color("vermilion"),
                        QRectF(chance.right() - tick, box.center().y() - tick / 2, tick, tick))  # fmt: skip
            return
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        pen.drawText(chance, flags, tr(chance_words(self.table, row)))


PICK = 40


class FacePicks(Translated, QWidget):
    """A picture a face, each with its key. `picked` carries the face."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: DieKind | None = None
        self.buttons: dict[Face, FacePick] = {}
        self._row = hbox(on=self, spacing=4)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def ask(self, kind: DieKind) -> None:
        if kind == self.kind:
            return
        for old in self.buttons.values():
            old.hide()
            old.deleteLater()
        self.kind, self.buttons = kind, {}
        for face in kind.faces:
            pick = FacePick(face, LETTERS.get(face, str(face)), "", PICK, self)
            pick.clicked.connect(lambda _=False, face=face: self.picked.emit(face))
            self.buttons[face] = pick
            self._row.addWidget(pick)
            pick.show()
        self.retranslate()

    def retranslate(self) -> None:
        for face, pick in self.buttons.items():
            name = tr(face_words(face))
            pick.setText(name)
            pick.setToolTip(name)
            pick.setAccessibleName(name)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that means a face; False when it is none."""
        if self.kind is None or not event.text() or len(event.text()) != 1:
            return False
        face = face_of_key(Die(self.kind, ""), event.text())
        if face is None:
            return False
        self.picked.emit(face)
        return True


def letter(event: QKeyEvent) -> bool:
    """Whether a key is one of the letters of the inspiration die."""
    return event.text().lower() in KEYS


BIG = 104


class BigDie(Translated, PaintedButton):
    """A die to be rolled. A click rolls it (`clicked`); `rested` comes when it lies still."""

    rested = Signal()
    space_presses = False
    """The next step of the screen rolls it, and goes on from it once it lies."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face: Face | None = None
        self.entry: Entry = "rolled"
        self._sides: Sequence[Face] = ()
        self._tumble: Tumble | None = None
        self._motion: QVariantAnimation | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.retranslate()

    def tell(self, kind: DieKind, face: Face | None, entry: Entry = "rolled", *, falling: bool = False) -> None:
        """Show a face (None: not rolled yet) and how it came about; `falling`: it is seen to roll."""
        self._stop()
        self.face, self.entry, self._sides = face, entry, kind.faces
        self.retranslate()
        if falling and face is not None and not motion.reduced() and self.isVisible():
            self._tumble = Tumble([face], kind.faces)
            rolling = QVariantAnimation(self)
            rolling.setDuration(DURATION)
            rolling.setStartValue(0.0)
            rolling.setEndValue(1.0)
            rolling.valueChanged.connect(self.update)
            rolling.finished.connect(self._stop)
            self._motion = rolling
            rolling.start()
        self.update()

    @property
    def tumbling(self) -> bool:
        return self._motion is not None

    def skip(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._motion is not None:
            self._motion.stop()
            self._motion.deleteLater()
            self._motion = self._tumble = None
            self.update()
            self.rested.emit()

    def retranslate(self) -> None:
        fell = tr(say("no roll yet")) if self.face is None else tr(face_words(self.face))
        self.setAccessibleName(tr(say("Die: {face}", face=fell)))
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(BIG * 2.2), fonts.px(BIG * 1.25))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        die = float(fonts.px(BIG))
        self._paint_felt(pen, theme)
        at = QPointF((self.width() - die) / 2, (self.height() - die) / 2)
        face, angle, scale = self.face, 0.0, 1.0
        if self._tumble is not None and self._motion is not None:
            pose = self._tumble.pose(0, float(self._motion.currentValue() or 0.0))
            room = (self.width() - die) / 2
            at += QPointF(min(room, pose.dx * die / 4), pose.dy * die / 4)
            face, angle, scale = pose.face, pose.angle, pose.scale
        picture = die_pixmap(face, round(die), theme, entry=self.entry, spent=face is None,
                             dpr=self.devicePixelRatioF())  # fmt: skip
        pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        pen.translate(at + QPointF(die / 2, die / 2))
        pen.rotate(angle)
        pen.scale(scale, scale)
        pen.drawPixmap(QPointF(-die / 2, -die / 2), picture)

    def _paint_felt(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("sunken", "earth", 0.10) if not theme.dark else theme.color("sunken"))
        pen.drawPath(ink.rough_rect(box, "felt", 1.0, 30))
        if self.hasFocus() or self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "hairline"), 2))
            pen.drawPath(ink.rough_rect(box.adjusted(1, 1, -1, -1), "felt", 1.0, 30))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the page knows what each key means


class RollPanel(AssistantPanel):
    """The die that a table asks for. `typed` carries a face; `wanted`: roll one here; `rested`: the die lies still."""

    typed = Signal(object)
    wanted = Signal()
    rested = Signal()

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self._mode: DiceMode = "virtual"
        self._face: Face | None = None
        self._entry: Entry = "rolled"
        self._table: DiceTable | None = None
        paper = PaperPanel(self, margin=14, seed=3)
        self.sheet = DiceTableSheet(PRAY, paper)  # any table will do until one is asked for
        vbox(self.sheet, on=paper)
        self.die = BigDie(self)
        self.came = Label(self, role="ink", font="name", align=Qt.AlignmentFlag.AlignHCenter)
        self.hint = Label(self, font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.picks = FacePicks(self)
        middle = Qt.AlignmentFlag.AlignHCenter
        fold(
            (vbox(paper, 1), 5),
            (vbox((self.die, middle), self.came, self.hint, (self.picks, middle), 1, spacing=10), 4),
            on=self,
            spacing=20,
            most=600,
        )
        self.die.clicked.connect(self._clicked)
        self.die.rested.connect(self._rested)
        self.picks.picked.connect(self.typed)

    def ask(self, table: DiceTable, mode: DiceMode) -> None:
        """A die is asked for; `mode`: who rolls it."""
        self._table, self._mode, self._face = table, mode, None
        self.die.tell(table.die, None)
        self.picks.ask(table.die)
        self._tell()

    def show_fallen(self, table: DiceTable, face: Face, entry: Entry, *, falling: bool) -> None:
        """A die has fallen; `falling`: it is seen to roll first. A typed one may be put right by typing again."""
        self._table, self._face, self._entry = table, face, entry
        self.picks.ask(table.die)
        self.die.tell(table.die, face, entry, falling=falling)
        self._tell()

    @property
    def fallen(self) -> OutcomeRow | None:
        """The line that the die has lit, once it lies still."""
        still = self._face is not None and not self.die.tumbling
        return self._table.look_up(self._face) if still and self._table is not None and self._face is not None else None

    @property
    def typing(self) -> bool:
        """Whether a typed face means something now: the one asked for, or a better one than was typed."""
        return self._mode != "virtual" if self._face is None else self._entry != "rolled"

    def _tell(self) -> None:
        if self._table is None:
            return
        say_, row = self.controller.say, self.fallen
        self.sheet.tell(self._table, self._face if row is not None else None)
        self.came.setText(say_(row.words).split(". ")[0] if row is not None else "")
        self.picks.setVisible(self.typing)
        self.hint.setVisible(self.typing)
        if self._face is not None:
            self.hint.setText(say_(say("Mistyped? Just type it again.")))
        elif self._mode == "ask":
            self.hint.setText(say_(say("Roll here, or type what you rolled.")))
        else:
            self.hint.setText(say_(say("Roll your die and type what it shows.")))
        self.changed.emit()

    def _rested(self) -> None:
        self._tell()
        self.rested.emit()

    def _clicked(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()
        else:
            self.die.skip()

    def next_words(self) -> Message | None:
        if self._face is not None:
            return say("Next")
        return None if self._mode == "typed" else say("Roll")

    def go(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()

    def settle(self) -> bool:
        moved = self.die.tumbling
        self.die.skip()
        return moved

    def begin(self) -> None:
        self.die.setFocus()

    def press(self, event: QKeyEvent) -> bool:
        return self.typing and self.picks.press(event)

    def retranslate(self) -> None:
        self._tell()
