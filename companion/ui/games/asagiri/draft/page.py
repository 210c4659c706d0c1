"""The middle of the table while a game is being put together: one page a stage (KAR-6)."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.games.asagiri.state.vocabulary import DRAFTING
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.new_game.bandsstep import FirstPage
from companion.ui.kit.layouts import OnePage, vbox
from companion.ui.kit.theme import fonts

from .recruits import OfferBox, RecruitsPage
from .scenario import DrawPage
from .tiles import TilesPage


class DraftPage(QWidget):
    """Made for a game that begins with a draft; hidden while the board is what counts."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.first: FirstPage | None = None
        self.recruits: RecruitsPage | None = None
        self.tiles: TilesPage | None = None
        self.scenario: DrawPage | None = None
        self._shown = ""
        self.stack = OnePage(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        vbox(self.stack, on=self)
        game.changed.connect(self.sync)
        game.settings_changed.connect(self.sync)
        game.thinking.connect(self.sync)
        self.sync()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(460), fonts.px(300))

    @property
    def wanted(self) -> bool:
        """Whether the game is being put together, or about to be."""
        return self._game.state.draft is not None

    @property
    def rolling(self) -> bool:
        """Whether player A is still to be rolled for: the dice lie below the page."""
        return self.wanted and self._game.state.stage not in DRAFTING

    def sync(self, *_: object) -> None:
        state = self._game.state
        if not self.wanted or state.draft is None:
            self._shown = ""
            return
        if self.recruits is None:
            self._make()
        assert self.first is not None
        assert self.recruits is not None
        assert self.tiles is not None
        assert self.scenario is not None
        pages: dict[str, FirstPage | RecruitsPage | TilesPage | DrawPage] = {
            "recruit": self.recruits, "equip": self.recruits, "tiles": self.tiles, "scenario": self.scenario,
        }  # fmt: skip
        page = pages.get(state.stage, self.first)
        self.stack.setCurrentWidget(page)
        page.sync()
        if state.stage != self._shown and self.isVisible():
            page.focus_first()
        self._shown = state.stage

    def _make(self) -> None:
        draft = self._game.state.draft
        assert draft is not None
        box = OfferBox(self._game, draft)
        self.first = FirstPage(self._game.state.table.budgets[0])
        self.recruits = RecruitsPage(self._game, box)
        self.tiles = TilesPage(self._game, box)
        self.scenario = DrawPage(self._game)
        for page in (self.first, self.recruits, self.tiles, self.scenario):
            self.stack.addWidget(page)

    def focus_first(self) -> None:
        page = self.stack.currentWidget()
        if isinstance(page, FirstPage | RecruitsPage | TilesPage | DrawPage):
            page.focus_first()
