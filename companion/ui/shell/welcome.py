"""The first start: which language, and whether one knows the board game. Shown once, over an empty data folder."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import LANGUAGE_NAMES, say
from companion.ui.kit.art.terrain import landscape
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import Screen
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.shell.start_tiles import StartTile

WIDE = 700
"""Of the sheet, at text scale 1."""
LATER = say("You can change everything later, in the settings (Ctrl+,).")


class WelcomeScreen(Screen):
    """`chosen` says whether the person is new; `left`: they would rather look around. `painted`: it has been seen."""

    chosen = Signal(bool)
    painted = Signal()

    def __init__(self, keeper: SettingsService, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("Welcome"))
        self._land, self._told = QPixmap(), False
        self.sheet = PaperPanel(self, margin=30, seed=43)
        spoken = [(id, name, "") for id, name in LANGUAGE_NAMES.items()]
        self.language = Choices(say("Language"), spoken, self.sheet, large=True)
        self.language.chosen.connect(lambda id: keeper.change(language=id))
        self.new, self.knows = StartTile("始", parent=self.sheet), StartTile("刀", parent=self.sheet)
        self.new.clicked.connect(lambda: self.chosen.emit(True))
        self.knows.clicked.connect(lambda: self.chosen.emit(False))
        for one, other in ((self.new, self.knows), (self.knows, self.new)):
            one.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            one.moved.connect(lambda _, other=other: other.setFocus(Qt.FocusReason.TabFocusReason))
        self.skip = InkButton(say("Skip"), "quiet", self.sheet, key="Esc", clicked=self.leave)
        vbox(
            Heading(say("Welcome"), self.sheet, level=1, kanji="朝"),
            Label(self.sheet, text=say("This is a companion for the table, and a table where there is none.")),
            Gap(14),
            Label(self.sheet, text=say("Language"), font="small"),
            self.language,
            Gap(14),
            Label(self.sheet, text=say("Do you know the board game?"), font="small"),
            fold(self.new, self.knows, spacing=12, most=110),
            Gap(8),
            hbox((Label(self.sheet, text=LATER, font="small"), 1), self.skip),
            on=self.sheet,
            spacing=4,
            margins=None,
        )
        column = hbox(1, (self.sheet, 10_000), 1)
        vbox(1, column, 1, on=self, margins=16)
        self.setFocusProxy(self.new)
        fonts.text_scale_changed.connect(self._fit)
        palette.theme_changed.connect(self._repaint_land)
        self._fit()
        self.retranslate()

    def retranslate(self) -> None:
        self.language.show_choice(tr.language)
        self.new.say(
            tr(say("I am new to it")), tr(say("Lessons of a few minutes, played on the board, one step at a time."))
        )
        self.knows.say(
            tr(say("I know it")), tr(say("Go straight to the home page: at the table, on screen, campaigns."))
        )

    def _fit(self) -> None:
        self.sheet.setMaximumWidth(fonts.px(WIDE))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        inside = self.layout()
        least = super().minimumSizeHint()
        return least if inside is None else QSize(least.width(), inside.minimumHeightForWidth(self.width()))

    # the landscape -------------------------------------------------------------------------------------------------

    def _repaint_land(self) -> None:
        self._land = QPixmap()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._repaint_land()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        if self._told and self._land.isNull():
            self._land = landscape(self.size(), theme, dpr=self.devicePixelRatioF())
        pen = QPainter(self)
        pen.fillRect(self.rect(), theme.color("ground"))
        if not self._land.isNull():
            pen.drawPixmap(QRect(0, 0, self.width(), self.height()), self._land)
        pen.end()
        if not self._told:  # words first; the picture comes in the first quiet moment
            self._told = True
            QTimer.singleShot(0, self, self.painted.emit)
            QTimer.singleShot(20, self, self.update)
