"""A fight nobody has declared yet: who would be ahead, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Name, say
from companion.model.games.asagiri.rules import fights
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.fight.choice import FightNote
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.theme import fonts

from . import words
from .numbers import FightNumbers, aim_of, read_after, supposed
from .odds_bar import OddsBar
from .panel import WIDTH
from .versus import Versus

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import AsagiriController


class FightPreview(PaperPanel):
    """The same numbers as the slip's, before anything is declared.

    It shows itself for an enemy that is selected (or that `hover` names) while a figure is active, as an attack where
    one is possible or near, else as the shot that is offered; it lets all clicks through.
    """

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=8, seed=5)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._game = game
        self._hovered = -1
        self._area = QRect()
        self.reading: FightNumbers | None = None
        self._title = Heading("", self, level=3)
        self.versus = Versus(self)
        self.odds = OddsBar(self)
        self._note = FightNote(self)
        self._page = vbox(self._title, self.versus, self._note, self.odds, 1, on=self, spacing=4)
        self.hide()
        game.selected.connect(game.keep_current(self, self._refresh, unseen=True))

    def sizeHint(self) -> QSize:
        wide = max(fonts.px(WIDTH), self.width() if self.isVisible() else 0)
        return QSize(wide, self._page.totalHeightForWidth(wide))

    def hover(self, who: int) -> None:
        """The mouse rests on a figure of the board or the columns (-1: on none)."""
        if who != self._hovered:
            self._hovered = who
            self._refresh()

    def hover_square(self, at: int) -> None:
        """The mouse rests on a square of the board (-1: on none)."""
        figures = self._game.state.figures
        self.hover(next((who for who, figure in enumerate(figures) if 0 <= at == figure.at), -1))

    def set_area(self, area: QRect) -> None:
        """Where it may lie: it takes the whole width of this rectangle and, from below, as much height as it needs."""
        self._area = area
        self._place()

    def _place(self) -> None:
        if not self._area.isNull():
            self.resize(self._area.width(), self.height())
            high = min(self._area.height(), self.sizeHint().height())
            self.setGeometry(self._area.left(), self._area.bottom() - high, self._area.width(), high)

    def look(self, attacker: int, defender: int) -> None:
        """Show what a fight between these two would be, whoever is active."""
        self._show(attacker, defender)

    def _refresh(self, *_: object) -> None:
        game, state = self._game, self._game.state
        active = state.active
        for target in (self._hovered, game.selection):
            if active is None or state.frames or active.acted or state.over or not game.allows("odds"):
                break
            there = 0 <= target < len(state.figures) and state.figures[target].at >= 0
            if there and state.band_of(target) != state.phase:
                self._show(active.who, target)
                return
        self.reading = None
        self.odds.wait()
        self.hide()

    def _show(self, attacker: int, defender: int) -> None:
        game, state = self._game, self._game.state
        option = self._option(attacker, defender)
        declared = read_after(state, option) if option is not None else None
        self.reading = declared or supposed(state, attacker, defender)
        fight = self.reading.fight
        self._title.setText(game.say(say("Odds if you shoot") if fight.shot else say("Odds if you attack")))
        self.versus.tell(*words.sides(game, self.reading), words.kanji_of(fight))
        words.show_odds(game, self.reading, self.odds)
        self._note.say(self._words(attacker, defender, option))
        self.show()
        self.raise_()
        self._place()

    def _option(self, attacker: int, defender: int) -> Option | None:
        """The attack on offer, else the shot on offer, between these two."""
        active = self._game.state.active
        if active is None or active.who != attacker:
            return None
        offered = self._game.options
        if o.Attack(defender) in offered:
            return o.Attack(defender)
        return next((found for found in offered if isinstance(found, o.Shoot) and found.target == defender), None)

    def _words(self, attacker: int, defender: int, option: Option | None) -> str:
        game, state = self._game, self._game.state
        assert self.reading is not None
        if isinstance(option, o.Shoot):
            skill, aim = self.reading.fight.shot, aim_of(self.reading.state, self.reading.fight)
            if skill is None or aim is None:
                return ""
            said = say("{skill}: distance {distance}, range {reach}; cover {cover}", skill=Name.of(skill.name),
                       distance=aim.distance, reach=aim.reach, cover=aim.cover)  # fmt: skip
            return game.say(said)
        refused: Refusal | None = fights.attack_refused(state, attacker, defender)
        return game.say(refused.why) if refused is not None and option is None else ""
