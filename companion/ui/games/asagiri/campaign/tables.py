"""The tables of Heal and Pray alone: to be read, and rolled on with a die of the app's or one's own (CAM-2, CAM-3)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import Face
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.events import HEAL, PRAY, DiceTable, OutcomeRow
from companion.ui.kit import keys, sound
from companion.ui.kit.accessibility import announce
from companion.ui.kit.art.dice import Entry, die_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CENTER, LEFT, Gap, fold, hbox, vbox
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

from .table_sheet import BigDie, DiceTableSheet, FacePicks, letter

MOST = 6
"""Rolls shown."""
DIE = 26


@dataclass(frozen=True, slots=True)
class TableRoll:
    """One roll: on which table, how it fell, where the face is from."""

    table: DiceTable
    face: Face
    entry: Entry

    @property
    def row(self) -> OutcomeRow:
        """What came of it."""
        return self.table.look_up(self.face)


class ThrowDelegate(LineDelegate):
    """Paints a roll after its die."""

    least, wide = 180, 250

    def _left(self, line: Line) -> int:
        return fonts.px(DIE + 10)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        assert isinstance(line.data, TableRoll)
        side = fonts.px(DIE)
        picture = die_pixmap(line.data.face, side, theme, entry=line.data.entry, dpr=self.view.devicePixelRatioF())
        pen.drawPixmap(QPointF(box.left(), box.center().y() - side / 2), picture)
        super().paint_line(pen, box, line, theme, lit=lit)


class History(ListView):
    """What has been rolled in this sitting, the last roll first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, grows=True)
        says(self, name=say("Rolls of this session"))
        self.takes_keys = False
        self.set_delegate(ThrowDelegate(self))
        self.throws: list[TableRoll] = []
        self.retranslate()

    def add(self, throw: TableRoll) -> None:
        self.throws.insert(0, throw)
        self.retranslate()

    def forget(self) -> None:
        """Take the last one back."""
        del self.throws[:1]
        self.retranslate()

    def words(self, throw: TableRoll) -> tuple[str, str]:
        """A roll in words: the table, and what came of it without its explanation."""
        return tr(throw.table.name), tr(throw.row.words).split(". ")[0]

    def retranslate(self) -> None:
        lines = [Line("", tr(say("No rolls yet.")), heading=True)] if not self.throws else []
        for n, throw in enumerate(self.throws[:MOST]):
            table, came = self.words(throw)
            lines.append(Line(str(n), came, table, on=n == 0, tip=table, data=throw))
        self.show_lines(lines)


TABLES: dict[str, DiceTable] = {"disabled": HEAL["disabled"], "shaken": HEAL["shaken"], "pray": PRAY}
WHEN = {
    "disabled": say("For a character disabled in the adventure."),
    "shaken": say("For a character shaken at the end of the adventure."),
    "pray": say("For a vigilant character that prays instead of seeking equipment."),
}


class _Paper(PaperPanel):
    """A table on its sheet; a click chooses it."""

    chosen = Signal()

    def __init__(self, id: str, parent: QWidget) -> None:
        super().__init__(parent, margin=14, seed=len(id))
        self._on = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sheet = DiceTableSheet(TABLES[id], self)
        self.when = Label(self, font="small")
        vbox(self.sheet, self.when, 1, on=self, spacing=6)

    def set_on(self, on: bool) -> None:
        """Whether the next roll is on this one."""
        if on != self._on:
            self._on = on
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._on:
            return
        with ink.painting(self) as pen:
            box = self.rect().adjusted(self.SHADOW, round(self.SHADOW * 0.7), -self.SHADOW, -round(self.SHADOW * 1.3))
            pen.setPen(QPen(palette.current().color("vermilion"), 2.2))
            pen.drawPath(ink.rough_rect(box.toRectF(), "chosen table", 0.9, 30))


class TablesPage(Screen):
    """See the module. Left and right choose a table, Space rolls, a digit or a letter is a die rolled by hand."""

    help_page = "asagiri/campaigns"

    contexts = ("tables",)

    def __init__(self, parent: QWidget | None = None, *, rng: Random | None = None) -> None:
        """`rng`: other chance, for a test."""
        super().__init__(parent, title=say("Heal and Pray"))
        self._rng = rng if rng is not None else Random()
        self.chosen = "disabled"
        self._heading = Heading(say("Heal and Pray"), self, level=2, kanji="心")
        self.back = InkButton(say("Back"), "quiet", self, sign="chevron-left", key="Esc", clicked=self.left)
        self.print = InkButton(say("Print the tables"), "quiet", self, sign="print", deed="print", key_in_tip=True)
        self.papers = {id: _Paper(id, self) for id in TABLES}
        self.die = BigDie(self)
        self.roll_button = InkButton(say("Roll"), "primary", self, sign="dice", deed="tables.roll", clicked=self.roll)
        self._typing = Label(self, font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.picks = FacePicks(self)
        self._came = Label(self, role="ink", font="name", align=Qt.AlignmentFlag.AlignHCenter)
        self._past = Heading(say("Rolls of this session"), self, level=3)
        self.history = History(self)
        self.forget = InkButton(say("Undo the last roll"), "quiet", self, sign="undo", clicked=self.take_back)
        self._lay_out()
        for id, paper in self.papers.items():
            paper.chosen.connect(lambda id=id: self.choose(id))
        self.die.clicked.connect(self.roll)
        self.picks.picked.connect(self.put)
        keys.action("tables.roll", self, self.roll)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.choose("disabled")
        self.retranslate()

    def _lay_out(self) -> None:
        heal = vbox(self.papers["disabled"], self.papers["shaken"], 1, spacing=8)
        hand = vbox(
            Gap(36),
            (self.die, CENTER),
            self._came,
            (self.roll_button, CENTER),
            Gap(14),
            self._typing,
            (self.picks, CENTER),
            1,
            spacing=8,
        )
        pray = vbox(self.papers["pray"], self._past, self.history, (self.forget, LEFT), 1, spacing=8)
        # in a column the die first: one rolls more than one reads
        vbox(
            hbox(self.back, Gap(10), (self._heading, 1), self.print),
            1,
            (fold((heal, 5), (hand, 4), (pray, 5), spacing=26, most=900, first=1), 20),
            6,
            on=self,
            spacing=12,
            margins=(26, 16, 26, 16),
        )

    @property
    def table(self) -> DiceTable:
        return TABLES[self.chosen]

    def choose(self, id: str) -> None:
        self.chosen = id
        for name, paper in self.papers.items():
            paper.set_on(name == id)
        self.picks.ask(self.table.die)
        lit = self.papers[id].sheet.lit
        self.die.tell(self.table.die, lit, self._entry_of(lit))
        self._tell()

    def _entry_of(self, lit: Face | None) -> Entry:
        last = next((throw for throw in self.history.throws if throw.table == self.table), None)
        return last.entry if last is not None and lit is not None else "rolled"

    def step(self, way: int) -> None:
        """The next table, or the one before."""
        ids = list(TABLES)
        self.choose(ids[(ids.index(self.chosen) + way) % len(ids)])

    def roll(self) -> None:
        """Roll a die of the app's on the table chosen."""
        self._fell(self.table.roll(self._rng)[0], "rolled")

    def put(self, face: Face) -> None:
        self._fell(face, "typed")

    def _fell(self, face: Face, entry: Entry) -> None:
        self.history.add(TableRoll(self.table, face, entry))
        self.papers[self.chosen].sheet.tell(self.table, face)
        self.die.tell(self.table.die, face, entry, falling=entry == "rolled")
        self._tell()
        sound.play("dice")
        announce(self, ", ".join(self.history.words(self.history.throws[0])))

    def take_back(self) -> None:
        if not self.history.throws:
            return
        gone = self.history.throws[0]
        self.history.forget()
        id = next(id for id, table in TABLES.items() if table == gone.table)
        before = next((throw for throw in self.history.throws if throw.table == gone.table), None)
        self.papers[id].sheet.tell(gone.table, before.face if before is not None else None)
        self.choose(id)

    undo = take_back

    def _tell(self) -> None:
        row = self.papers[self.chosen].sheet.lit_row
        came = tr(row.words).split(". ")[0] if row is not None else tr(self.table.name)
        self._came.setText(came)
        self.forget.setEnabled(bool(self.history.throws))
        typed = say("Rolled by hand? Type f, w, a, e or t.") if self.chosen == "pray" else _DIGITS
        self._typing.setText(tr(typed))

    def retranslate(self) -> None:
        self.history.retranslate()
        for id, paper in self.papers.items():
            paper.when.setText(tr(WHEN[id]))
            paper.setAccessibleName(tr(TABLES[id].name))
        self._tell()

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Another table")), ["←", "→"]),
            (tr(say("Heal die rolled by hand")), ["1", "…", "6"]),
            (tr(say("Pray die rolled by hand")), ["F", "W", "A", "E", "T"]),
            (tr(say("Undo the last roll")), [tr(say("Backspace"))]),
            (tr(say("Back")), ["Esc"]),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and plain:
            self.step(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Backspace and plain:
            self.take_back()
        else:
            if letter(event) and plain and self.chosen != "pray":
                self.choose("pray")
            if not plain or not self.picks.press(event):
                super().keyPressEvent(event)


_DIGITS: Message = say("Rolled by hand? Type 1 to 6.")
