"""Table check: what the app believes lies on the table, seat by seat; whatever lies otherwise is set, and put right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.model.games.sake.state.state import CUBES, State
from companion.model.games.sake.table.table_check import Check, Zone, differences
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.drawing.emblems import paint_emblem
from companion.ui.games.sake.drawing.pieces import drawing_of, paint_cup
from companion.ui.games.sake.vocabulary import type_name
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import Spin, Tick, WordButton
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, PaintedButton, discard
from companion.ui.play.correction_panel import DifferenceList

HEADS = (say("Player"), say("Life"), say("Wounds"), say("Hand"), say("Sake on"), say("Holds"), say("Seated"),
         say("Steps"))  # fmt: skip
MOST_SHOWN = 8


class SpotButton(PaintedButton):
    """A place for a sake: what it is, and the cup if one stands there."""

    enter_clicks = True

    def __init__(self, drawing: str, name: str, parent: QWidget, *, on: bool) -> None:
        super().__init__(parent)
        self._drawing = drawing
        self.setCheckable(True)
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setToolTip(name)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(40), fonts.px(36))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.underMouse() or self.hasFocus()
        side = fonts.px(22)
        paint_emblem(pen, QRectF(fonts.px(3), fonts.px(8), side, side), self._drawing,
                     theme.color("ink" if lit else "faded"))  # fmt: skip
        at = QRectF(self.rect()).topRight()
        at.setX(at.x() - fonts.px(11))
        at.setY(at.y() + fonts.px(12))
        paint_cup(pen, at, fonts.px(8), theme, hollow=not self.isChecked())


class CheckPage(PaperPanel):
    """`closed`: the table is as it lies, or nobody wants to know any more."""

    closed = Signal()

    def __init__(self, game: SakeController, name: Callable[[int], str], parent: QWidget) -> None:
        super().__init__(parent, margin=16, seed=31)
        self._game, self._name = game, name
        self.check: Check | None = None
        self.spins: dict[tuple[int, str], Spin] = {}
        """By seat and what is counted; seat -1: the table."""
        self.spots: dict[tuple[int, str], SpotButton] = {}
        self.rest, self.wrong = Label(self, font="small"), Label(self, role="vermilion")
        self.found = DifferenceList(self)
        self.same = Label(self, font="small", text=say("Set what lies otherwise; the app keeps the rest."))
        self.mend = InkButton(say("Put the app right"), "primary", self, clicked=self.put_right)
        self.cancel = InkButton(say("Back to the table"), "quiet", self, key="Esc", clicked=self.closed.emit)
        self._rows = ScrollColumn(parent=self, fade="surface")
        self._held: QWidget | None = None
        side = vbox(self.same, self.found, self.wrong, 1, self.rest)
        holder = QWidget(self)
        holder.setMinimumWidth(fonts.px(290))
        vbox(side, on=holder)
        head = Heading(say("Table check"), self, level=2)
        body = QWidget(self)
        fold((self._rows, 3), (holder, 1), on=body, spacing=18, most=420)
        vbox(head, (body, 1), hbox(self.cancel, 1, self.mend), on=self, spacing=6,
             margins=None)  # fmt: skip

    def start(self) -> None:
        """Begin with what the app believes."""
        self.check = Check(self._game.state)
        self._write_rows()
        self.compare()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    # the rows ------------------------------------------------------------------------------------------------------

    def _write_rows(self) -> None:
        check = self.check
        assert check is not None
        self.spins, self.spots = {}, {}
        held = QWidget(self)
        grid = QGridLayout(held)
        grid.setContentsMargins(0, 0, fonts.px(8), 0)
        grid.setHorizontalSpacing(fonts.px(10))
        grid.setVerticalSpacing(fonts.px(9))
        for column, words in enumerate(HEADS):
            grid.addWidget(Label(held, font="small", text=words, wrap=False), 0, column)
        seats = [n for n in range(check.state.count) if check.seat(n)["is"] != "out"]
        for row, n in enumerate(seats, 1):
            self._write_seat(grid, row, n, held)
        row = len(seats) + 2
        grid.setRowMinimumHeight(row - 1, fonts.px(10))
        for column, (field, words) in enumerate((("masu", say("In the Masu")), ("discard", say("Discards")))):
            table = check.table
            count = table["masu"] if field == "masu" else len(table["discard"])
            spin = self._spin(held, -1, field, count, tr(words))
            grid.addLayout(hbox(Label(held, text=words, wrap=False), spin, 1), row, 4 * column, 1, 4)
        grid.setColumnStretch(len(HEADS), 1)
        grid.setRowStretch(row + 1, 1)
        if self._held is not None:
            discard(self._held)
        self._held = held
        self._rows.column.addWidget(held, 1)
        held.show()

    def _write_seat(self, grid: QGridLayout, row: int, n: int, held: QWidget) -> None:
        check = self.check
        assert check is not None
        of, name = check.seat(n), self._name(n)
        label = Label(held, font="name", role="ink", wrap=False)
        label.setText(name)
        grid.addWidget(label, row, 0)
        samurai = of["is"] == "samurai"
        for column, zone in enumerate(("life", "wounds", "hand"), 1):
            if samurai or zone == "hand":
                grid.addWidget(self._spin(held, n, zone, len(of[zone]), f"{name}: {tr(HEADS[column])}"), row, column)
        if not samurai:
            jar = self._spin(held, n, "jar", of["jar"], f"{name}: {tr(HEADS[4])}")
            grid.addLayout(
                hbox(jar, Label(held, font="small", text=say("Spirit of Enma"), wrap=False), 1), row, 4, 1, 3
            )
            return
        deck, spots = check.state.table.deck, list[SpotButton]()
        for spot in ("life", "sheet", *sorted(of["gear"], key=lambda card: card != of["held"])):
            card = deck.index.get(spot)
            words = {"life": say("the life cards"), "sheet": say("the sheet")}.get(spot) if card is None else None
            said = tr(words) if words is not None else tr(type_name(deck.types[deck.type[card or 0]]))
            drawing = {"life": "defence", "sheet": "doze"}[spot] if card is None else drawing_of(deck, card)
            button = SpotButton(drawing, f"{name}: {said}", held, on=spot in of["sake"])
            button.clicked.connect(partial(self._toggle_sake, n, spot))
            self.spots[n, spot] = button
            spots.append(button)
        add = WordButton(held)
        add.say(tr(say("Cards")))
        add.clicked.connect(partial(self._offer_gear, n, add))
        grid.addLayout(hbox(*spots, add, 1, spacing=2), row, 4)
        hold = WordButton(held)
        weapon = of["held"]
        hold.say(tr(type_name(deck.types[deck.type[deck.index[weapon]]])) if weapon else tr(say("nothing")))
        hold.clicked.connect(partial(self._offer_weapons, n, hold))
        grid.addWidget(hold, row, 5)
        seated = Tick(held)
        seated.say("")
        seated.setAccessibleName(f"{name}: {tr(HEADS[6])}")
        seated.setFixedWidth(fonts.px(40))
        seated.setChecked(of["seated"])
        seated.clicked.connect(partial(self._set_seated, n))
        grid.addWidget(seated, row, 6)
        line = next((k for k, one in enumerate(check.table["lines"]) if one["from"] == of["seat"]), None)
        if line is not None:
            steps = check.table["lines"][line]["steps"]
            grid.addWidget(self._spin(held, n, "steps", steps, f"{name}: {tr(HEADS[7])}"), row, 7)

    def _spin(self, held: QWidget, n: int, field: str, value: int, name: str) -> Spin:
        spin = Spin(held)
        spin.setRange(1 if field == "steps" else 0, 98)
        spin.setValue(value)
        spin.setAccessibleName(name)
        spin.setFixedWidth(fonts.px(50))
        spin.setFont(fonts.font("text"))
        spin.valueChanged.connect(partial(self._count, n, field))
        self.spins[n, field] = spin
        return spin

    # what lies otherwise -------------------------------------------------------------------------------------------

    def _count(self, n: int, field: str, value: int) -> None:
        check = self.check
        assert check is not None
        zones: dict[str, Zone] = {"life": "life", "wounds": "wounds", "hand": "hand"}
        if field in zones:
            check.set_cards(n, zones[field], value)
        elif field == "jar":
            check.seat(n)["jar"] = value
        elif field == "masu":
            check.table["masu"] = value
        elif field == "discard":
            cards = check.table["discard"]
            check.table["discard"] = [*cards[: min(value, len(cards))], *["?"] * (value - len(cards))]
        else:
            letter = check.seat(n)["seat"]
            check.set_steps([one["from"] for one in check.table["lines"]].index(letter), value)
        self.compare()

    def _toggle_sake(self, n: int, spot: str, *_: object) -> None:
        assert self.check is not None
        self.check.toggle_sake(n, spot)
        self.compare()

    def _set_seated(self, n: int, on: bool) -> None:
        assert self.check is not None
        self.check.seat(n)["seated"] = on
        self.compare()

    def _offer_gear(self, n: int, beside: QWidget) -> None:
        check = self.check
        assert check is not None
        deck = check.state.table.deck
        mine = {deck.type[deck.index[card]] for card in check.seat(n)["gear"]}
        kinds = [k for k, kind in enumerate(deck.types) if kind.text in ("weapon", "item")]
        lines = [Line(str(k), tr(type_name(deck.types[k])), chosen=k in mine) for k in kinds]
        self._popup(lines, beside, lambda id: check.toggle_type(n, int(id)))

    def _offer_weapons(self, n: int, beside: QWidget) -> None:
        check = self.check
        assert check is not None
        deck, of = check.state.table.deck, check.seat(n)
        weapons = [card for card in of["gear"] if deck.weapon[deck.index[card]] is not None]
        lines = [Line(card, tr(type_name(deck.types[deck.type[deck.index[card]]])), chosen=card == of["held"])
                 for card in weapons]  # fmt: skip

        def hold(id: str) -> None:
            of["held"] = id

        self._popup(lines, beside, hold)

    def _popup(self, lines: list[Line], beside: QWidget, do: Callable[[str], None]) -> None:
        popup = ChoicePopup(lines, self, name=tr(say("Table check")))

        def chosen(id: str) -> None:
            do(id)
            self._write_rows()
            self.compare()

        popup.chosen.connect(chosen)
        popup.popup(beside, beside=True)

    # putting right -------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Show how the two tables differ, and what follows from the counts."""
        check = self.check
        assert check is not None
        after, why = self._after(check)
        found = differences(check.state, after) if after is not None else []
        self.found.compare(found[:MOST_SHOWN], max(0, len(found) - MOST_SHOWN))
        self.same.setVisible(not found and why is None)
        self.wrong.setText(tr(why) if why is not None else "")
        self.wrong.setVisible(why is not None)
        self.mend.setEnabled(bool(found))
        box = CUBES - sum(line["steps"] for line in check.table["lines"])
        rest = say("So there are {cards} cards in the pile, {cubes} steps in the box, and {sake} sake out of the game.",
                   cards=check.cards_left, cubes=box, sake=check.sake_left)  # fmt: skip
        self.rest.setText(tr(rest))
        self.rest.setVisible(why is None)

    def _after(self, check: Check) -> tuple[State | None, Message | None]:
        """The table as it would be, or why it cannot be so."""
        try:
            correction = check.correction()
            if correction is None:
                return None, None
            return self._game.session.system.edit(check.state, correction).state, None
        except InvalidInput as wrong:
            return None, wrong.why

    def put_right(self) -> None:
        """Take the table as it lies, as one thing to undo."""
        correction = self.check.correction() if self.check is not None else None
        if correction is not None and self._game.correct(correction):
            self.closed.emit()
