"""A new game: who sits where behind which mask, where it is played, and by which of the table's rules."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from companion.model.content.library import called
from companion.model.core.contract import Content
from companion.model.core.words import Message, Name, one_line, plural, say
from companion.model.games.sake.box import records
from companion.model.games.sake.box.deck import Location, Sheet
from companion.model.games.sake.box.deck_draft import most_players
from companion.model.games.sake.state.state import LETTERS
from companion.ui.games.sake.drawing.pieces import paint_mask
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import WrittenLine
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, SteppingButton, follow
from companion.ui.play.game_ui import HELP, PLAYERS
from companion.ui.play.storage import GameSettings, Help, Mode, Player

from .vocabulary import ABILITIES, LOCATIONS, TABLE_OPTIONS

QUICK = 4
"""So many play when a game begins at once."""
COUNTS = [(str(n), str(n), "") for n in range(3, 9)]
SHEETS = (("chosen", say("Chosen"), "person"), ("dealt", say("Dealt"), "cards"))
MODES = (("enforce", say("On screen"), "shield"), ("track", say("At the table"), "pen"))
MODE_WORDS = {
    "enforce": say("The app deals the cards and sees to the rules. Players at this screen hand it to each other."),
    "track": say("You play with real cards and tell the app what is played. A right click changes anything."),
}

HELPS = [one for one in HELP if one[0] != "odds"]
"""Odds are part of a hint here, and of nothing else."""
HELP_WORDS = {
    "none": say("All players decide without hints."),
    "all": say("Anybody may ask for a hint. Each use is noted in the log."),
}


class MaskButton(SteppingButton):
    """The mask that a player wears; a click offers the others."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sheet: Sheet | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_sheet(self, sheet: Sheet | None) -> None:
        self.sheet = sheet
        self.retranslate()
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        if self.sheet is None:
            self.setAccessibleName(tr(say("A mask dealt by chance")))
        else:
            self.setAccessibleName(tr(say("Mask: {name}", name=self.sheet.name)))
            self.setAccessibleDescription(tr(sheet_words(self.sheet)))
        self.setToolTip("" if self.sheet is None else self.accessibleDescription())

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(330), fonts.px(46))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(190), fonts.px(46))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = self.height() - fonts.px(10)
        face = QRectF(fonts.px(4), fonts.px(7), side, side)
        sheet = self.sheet
        paint_mask(pen, face, "" if sheet is None else sheet.id, theme, faint=sheet is None)
        left = face.right() + fonts.px(10)
        lit = self.underMouse() or self.hasFocus()
        if lit and sheet is not None:
            pen.fillRect(QRectF(self.rect()), theme.color("ink", 0.05))
        room = QRectF(left, fonts.px(3), self.width() - left, self.height() / 2)
        name = tr(say("by chance")) if sheet is None else sheet.name
        ink.write(pen, room, name, fonts.font("name", 0.9), theme.color("faded" if sheet is None else "ink"))
        if sheet is not None:
            words = tr(sheet_words(sheet))
            below = room.translated(0, self.height() / 2 - fonts.px(5))
            small = fonts.fitted("small", words, below.width(), 0.95, 0.8)
            said = QFontMetrics(small).elidedText(words, Qt.TextElideMode.ElideRight, round(below.width()))
            ink.write(pen, below, said, small, theme.color("faded"))


def sheet_words(sheet: Sheet) -> Message:
    """The life and the ability of a sheet."""
    return say("Life {life} · {ability}", life=sheet.life, ability=ABILITIES[sheet.ability])


class SeatRow(QWidget):
    """One seat: letter, name, who plays, the mask."""

    changed = Signal()
    mask_wanted = Signal(int)

    def __init__(self, n: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.n = n
        self.letter = Label(self, role="vermilion", font="name", wrap=False)
        self.letter.setText(LETTERS[n])
        self.name = says(WrittenLine(self), hint=say("Name"), name=say("Player {seat}", seat=LETTERS[n]))
        self.name.textEdited.connect(self.changed)
        self.player = Choices(say("Who plays"), PLAYERS, self)
        self.player.show_choice("person")
        self.player.chosen.connect(self.changed)
        self.worn = MaskButton(self)
        self.worn.clicked.connect(lambda: self.mask_wanted.emit(n))
        who = QWidget(self)
        hbox(self.letter, self.name, (self.worn, 1), on=who, spacing=14)
        fold((who, 1), (self.player, 1), on=self, spacing=14, margins=0)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.letter.setFixedWidth(fonts.px(22))
        self.name.setFixedWidth(fonts.px(136))


class NewGameScreen(Screen):
    """`ready` carries the set-up and who plays."""

    help_page = "sake/setting-up"

    ready = Signal(object, object)
    contexts = ("newgame",)

    def __init__(self, names: tuple[str, str], content: Content, rng: Random | None = None) -> None:
        """`names`: of the two who usually play here."""
        super().__init__(title=say("New game"))
        self.sheets = list(records.sheets(content).values())
        self.locations = [
            records.found(content, "sake_location", id, Location, "location")
            for id, _ in content.every("sake_location")
        ]
        order = list(self.sheets)
        (rng or Random()).shuffle(order)
        self.count = Choices(say("Players"), COUNTS, self, large=True)
        self.mode = Choices(say("Mode"), MODES, self)
        self.masks = Choices(say("Masks"), SHEETS, self)
        places = [("", say("Nowhere special"), "")]
        places += [(one.code or one.id, _named(one), "") for one in self.locations]
        self.location = Choices(say("Location"), places, self, flowing=True)
        decks = [(id, tr(called(data, id)), "") for id, data in content.every("sake_deck")]
        self.deck = Choices(say("Deck"), decks, self, flowing=True)
        self._deck_words = Label(self, font="small")
        self._seats_for = {id: most_players(records.lines(content, id)) for id, _, _ in decks}
        self._place_words, self._mode_words = Label(self, font="small"), Label(self, font="small")
        self.lacks = Label(self, role="shaken")
        """What no pack holds, and what to do about it."""
        self.rows = [SeatRow(n, self) for n in range(8)]
        for row, sheet in zip(self.rows, order, strict=False):
            row.worn.show_sheet(sheet)
            row.mask_wanted.connect(self.offer_masks)
            row.changed.connect(self.retranslate)
        self._worn: list[Sheet | None] = [row.worn.sheet for row in self.rows]
        for row, name in zip(self.rows, names, strict=False):
            row.name.setText(name)
        for row in self.rows[1:]:
            row.player.show_choice("greedy")
        self.help = Choices(say("Help"), HELPS, self)
        self._help_words = Label(self, font="small")
        self.options = {id: self._option(id) for id in TABLE_OPTIONS}
        self.option_words = {id: Label(self, font="small") for id in TABLE_OPTIONS}
        self.fold = InkButton(say("Table options"), "quiet", self, sign="chevron-down", clicked=self.toggle_options)
        self.begin = InkButton(say("Start the game"), "primary", self, clicked=self.start)
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        self.workshop = InkButton(say("Workshop"), "quiet", self, sign="brush",
                                  tip=say("Type in the cards of your own box"))  # fmt: skip
        begins = {
            self.count: "4",
            self.mode: "enforce",
            self.masks: "chosen",
            self.location: "",
            self.help: "all",
            self.deck: next((id for id, _, _ in decks if id == records.HOUSE_DECK), decks[0][0] if decks else ""),
        }
        for choices, first in begins.items():
            choices.show_choice(first)
            choices.chosen.connect(self.retranslate)
        self._lay_out(home)
        self.retranslate()

    def _option(self, id: str) -> Choices:
        title, values = TABLE_OPTIONS[id]
        made = Choices(title, [(str(n), word, "") for n, (_, word, _) in enumerate(values)], self)
        made.show_choice("0")
        made.chosen.connect(self.retranslate)
        return made

    def _lay_out(self, home: InkButton) -> None:
        self.page = PaperPanel(self, margin=18, seed=3)
        top = QGridLayout()
        top.setHorizontalSpacing(fonts.px(22))
        top.setVerticalSpacing(fonts.px(2))
        parts: tuple[tuple[Message, Choices, Label | None], ...]
        parts = ((say("Players"), self.count, None), (say("Mode"), self.mode, self._mode_words),
                 (say("Masks"), self.masks, None), (say("Location"), self.location, self._place_words))  # fmt: skip
        if len(self.deck.words) > 1:
            parts = (*parts, (say("Deck"), self.deck, self._deck_words))
        else:  # nothing to choose from
            self.deck.hide()
            self._deck_words.hide()
        for n, (title, choices, words) in enumerate(parts):
            top.addWidget(Label(self.page, text=title, wrap=False), n, 0, Qt.AlignmentFlag.AlignVCenter)
            row = hbox(choices, Gap(18), (words, 1)) if words is not None else hbox(choices, 1)
            top.addLayout(row, n, 1)
        top.setColumnStretch(1, 1)
        self.seats = QWidget(self.page)
        vbox(*self.rows, 1, on=self.seats, spacing=0)
        self.table_rules = QWidget(self.page)
        grid = QGridLayout(self.table_rules)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(fonts.px(18))
        grid.setVerticalSpacing(fonts.px(1))
        rows = [(title, self.options[id], self.option_words[id]) for id, (title, _) in TABLE_OPTIONS.items()]
        rows.append((say("Help"), self.help, self._help_words))
        for n, (title, option, told) in enumerate(rows):
            grid.addWidget(Label(self.table_rules, text=title, role="ink", wrap=False), n, 0)
            grid.addWidget(option, n, 1)
            grid.addWidget(told, n, 2)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(len(rows), 1)
        self.table_rules.hide()
        vbox(
            top,
            Gap(6),
            (self.seats, 1),
            (self.table_rules, 1),
            self.lacks,
            hbox(self.fold, 1),
            on=self.page,
            spacing=4,
            margins=None,
        )
        self.page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        head = Heading(say("Saké & Samouraï"), self, level=1, kanji="花")
        vbox(
            head, (self.page, 1), hbox(home, self.workshop, 1, self.begin), on=self, spacing=4, margins=(44, 18, 44, 16)
        )

    # what is wanted ------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[SeatRow]:
        return self.rows[: int(self.count.choice())]

    def set_mode(self, mode: Mode) -> None:
        """How it is to be played."""
        self.mode.show_choice("enforce" if mode == "enforce" else "track")
        self.retranslate()

    def toggle_options(self) -> None:
        """Fold the table options out, or away again."""
        shown = self.table_rules.isHidden()
        self.table_rules.setVisible(shown)
        self.seats.setVisible(not shown)
        self.retranslate()

    def offer_masks(self, n: int) -> None:
        """The masks for a seat; one that somebody wears is exchanged."""
        if self.masks.choice() == "dealt":
            return
        worn = self._worn[n]
        lines = [Line(sheet.id, sheet.name, tr(sheet_words(sheet)), chosen=sheet is worn) for sheet in self.sheets]
        popup = ChoicePopup(lines, self.rows[n].worn, name=tr(say("Masks")))
        popup.chosen.connect(lambda id: self.wear(n, id))
        popup.popup(self.rows[n].worn)

    def wear(self, n: int, id: str) -> None:
        """Put a mask on; whoever wore it gets the other one."""
        sheet = next(one for one in self.sheets if one.id == id)
        if sheet in self._worn:
            self._worn[self._worn.index(sheet)] = self._worn[n]
        self._worn[n] = sheet
        self.retranslate()

    def table_options(self) -> dict[str, Any]:
        """What was chosen, where it is not as the rules have it."""
        found: dict[str, Any] = {}
        for id, (_, values) in TABLE_OPTIONS.items():
            if (chosen := int(self.options[id].choice())) != 0:
                found[id] = values[chosen][0]
        if self.location.choice():
            found["location"] = self.location.choice()
        if self.masks.choice() == "dealt":
            found["sheets"] = "dealt"
        if self.mode.choice() == "track":
            found["enforcement"] = "track"
        return found

    def wanted(self) -> tuple[dict[str, Any], GameSettings]:
        """The set-up and who plays."""
        rows, dealt = self.playing, self.masks.choice() == "dealt"
        names = tuple(one_line(row.name.text()) for row in rows)
        seats = []
        for row, name in zip(rows, names, strict=True):
            worn = self._worn[row.n]
            seats.append({"seat": LETTERS[row.n], "name": name, "sheet": None if dealt or worn is None else worn.id})
        setup: dict[str, Any] = {"seats": seats, "options": self.table_options()}
        if self.deck.choice() != records.HOUSE_DECK:
            setup["deck"] = self.deck.choice()
        settings = GameSettings(
            names,
            tuple(cast(Player, row.player.choice()) for row in rows),
            cast(Mode, self.mode.choice()),
            "virtual",
            ("",) * len(rows),
            cast(Help, self.help.choice()),
            spent=(0.0,) * len(rows),
        )
        return setup, settings

    def _lacking(self) -> Message | None:
        """What a game cannot begin without."""
        if not self._seats_for:
            return say(
                "No pack here holds a deck of cards. Type in your own in the workshop, or import a pack that has one."
            )
        if len(self.sheets) < len(self.playing):
            return plural(
                "The packs here hold {count} Samurai. Choose fewer players, or add Samurai in the workshop.",
                "The packs here hold {count} Samurai. Choose fewer players, or add Samurai in the workshop.",
                len(self.sheets),
            )
        return None

    def start(self) -> None:
        """Begin, if everything is there."""
        if self._lacking() is None:
            self.ready.emit(*self.wanted())

    def retranslate(self, *_: object) -> None:
        """Show what fits what was chosen."""
        dealt, track = self.masks.choice() == "dealt", self.mode.choice() == "track"
        for row in self.rows:
            row.setVisible(row in self.playing)
            row.worn.show_sheet(None if dealt else self._worn[row.n])
            row.worn.setEnabled(not dealt)
            if track:
                row.player.show_choice("person")  # at a real table only people play
            for id, word in row.player.words.items():
                word.setEnabled(not track or id == "person")
        lacks = self._lacking()
        self.lacks.setVisible(lacks is not None)
        self.lacks.setText(tr(lacks) if lacks is not None else "")
        self.begin.setEnabled(lacks is None)
        most = self._seats_for.get(self.deck.choice(), 0)
        few = 0 < most < len(self.playing)
        self._deck_words.set_role("shaken" if few else "faded")
        self._deck_words.setText(tr(say("Enough for {count} players at most.", count=most)) if few else "")
        place = self.location.choice()
        rule = next((one.rule for one in self.locations if (one.code or one.id) == place), None)
        self._place_words.setText(tr(LOCATIONS[rule]) if rule is not None else "")
        self._mode_words.setText(tr(MODE_WORDS[self.mode.choice()]))
        self._help_words.setText(tr(HELP_WORDS[self.help.choice()]))
        for id, words in self.option_words.items():
            words.setText(tr(TABLE_OPTIONS[id][1][int(self.options[id].choice())][2]))
        folded = self.table_rules.isHidden()
        self.fold.setText(tr(say("Table options") if folded else say("Back to the players")))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.start()
        elif event.key() == Qt.Key.Key_Escape and not self.table_rules.isHidden():
            self.toggle_options()
        else:
            super().keyPressEvent(event)


def quick_game(content: Content, name: str, rng: Random) -> tuple[dict[str, Any], GameSettings] | None:
    """Four Samurai by chance, a person against three automatic players called as they are; None: no pack holds so
    many, or a deck.
    """
    sheets = list(records.sheets(content).values())
    decks = [id for id, _ in content.every("sake_deck")]
    if len(sheets) < QUICK or not decks:
        return None
    worn = rng.sample(sheets, QUICK)
    names = (name, *(sheet.name for sheet in worn[1:]))
    seats = [{"seat": LETTERS[n], "name": names[n], "sheet": sheet.id} for n, sheet in enumerate(worn)]
    setup: dict[str, Any] = {"seats": seats}
    if records.HOUSE_DECK not in decks:
        setup["deck"] = decks[0]
    others: tuple[Player, ...] = ("greedy", "greedy", "greedy")
    return setup, GameSettings(names, ("person", *others), "enforce", "virtual", ("",) * QUICK, spent=(0.0,) * QUICK)


def _named(location: Location) -> Message:
    return say("{name}", name=Name.of(location.names))
