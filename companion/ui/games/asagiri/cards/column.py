"""The cards of one band at the side of the table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Choice, Roll
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, BandId, FigureId, by_figure
from companion.ui.games.asagiri.next_step import player_words
from companion.ui.kit.art.figures import paint_stone
from companion.ui.kit.art.marks import ZeniMeter
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget, Label, discard

from . import portrait, strip
from .card import Density
from .large import LargeCard, menu_for
from .parts import draw_line
from .profile import ProfileCard

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller import AsagiriController

WIDE, HIGH, TALL = 1880, 940, 560
"""From this size of the window and this height of the column on (at text scale 1), cards show all their words."""


class _Header(InkWidget):
    """The stone of the band (a seal 勝 when it has won, 敗 when it has lost), the player's name, and a word of news."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told = "", "", "", False, False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def tell(self, seal: str, name: str, news: str, *, lost: bool, loud: bool) -> None:
        told = seal, name, news, lost, loud
        if told != self._told:
            self._told = told
            self.setAccessibleName(f"{name}, {news}" if news else name)
            self.setToolTip(name)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(80), fonts.px(30))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        (seal, name, news, lost, loud) = self._told
        side = fonts.px(26)
        middle = (self.height() - side) / 2
        place = QRectF(fonts.px(5), middle, side, side)
        if len(seal) == 1 and seal in SEATS:
            paint_stone(pen, place, SEATS.index(seal), theme, seal)
        else:
            paint_seal(pen, place, seal, theme, "faded" if lost else "vermilion")
        left, right = fonts.px(5) + side + fonts.px(8), float(self.width() - fonts.px(6))
        if news:
            font = fonts.font("strong" if loud else "small")
            wide = QFontMetricsF(font).horizontalAdvance(news) + 2
            right -= wide
            draw_line(pen, QRectF(right, 0, wide, self.height()), news, font, theme.color("vermilion"))
            right -= fonts.px(8)
        font = fonts.fitted("name", name, right - left, 1.0, 0.8)
        draw_line(pen, QRectF(left, 0, right - left, self.height()), name, font, theme.color("ink"))


class BandColumn(QWidget):
    """The cards of a band under a header with its player, seat and losses.

    As strips, or as whole cards where the window is wide enough. `announced` carries a sentence worth hearing (the
    band has lost). A click selects; double-click, Enter or `i` open a card; the menu key opens its menu.
    """

    announced = Signal(str)
    passed = Signal()
    """An arrow key led beyond the last card on its way."""

    def __init__(self, game: AsagiriController, band: BandId, name: str = "", parent: QWidget | None = None) -> None:
        """Show band 0 or 1 of `game`; `name`: of its player."""
        super().__init__(parent)
        self._game, self.band, self._name = game, band, name
        self._side = int(band)
        self._wanted: Density | None = None
        self.density: Density = "strip"
        """How the cards are shown now."""
        self._window: QWidget | None = None
        self._cards: list[ProfileCard] = []
        self._told = False
        self.large: LargeCard | None = None
        self._make()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        game.keep_current(self, self._changed)
        game.selected.connect(self.reveal)
        game.thinking.connect(self._refresh)
        game.pace.changed.connect(self._landed)
        palette.theme_changed.connect(self._refresh)
        fonts.text_scale_changed.connect(self._rescaled)
        self._fill()
        self._refresh()

    def _make(self) -> None:
        self._header = _Header(self)
        self._meter = ZeniMeter(0, 1, "", self)
        self._caption = Label(self, font="small", wrap=False)
        self._caption.setContentsMargins(fonts.px(8), 0, fonts.px(8), 0)
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._sheet = QWidget()
        self._area = ScrollColumn(self._sheet, self)
        self._area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # the header stays whole
        self._sheet.installEventFilter(self)
        page = vbox(self._header, self._meter, self._caption, (self._area, 1), on=self)
        page.setContentsMargins(0, 2, 0, 2)
        page.setSpacing(2)

    def cards(self) -> list[ProfileCard]:
        return list(self._cards)

    def card(self, who: FigureId) -> ProfileCard | None:
        return next((card for card in self._cards if card.who == who), None)

    def header_height(self) -> int:
        """How far down the first card begins: what lies over the cards leaves player and losses to be seen."""
        rows: tuple[QWidget, ...] = (self._header, self._meter, self._caption)
        return 2 + sum(row.sizeHint().height() + 2 for row in rows if not row.isHidden())

    def least_height(self) -> int:
        """The height in which all cards can be read, if only as lines."""
        return self.header_height() + fonts.px(4) + strip.least(len(self._cards))

    def set_side(self, side: int) -> None:
        """Stand at the left (0) or at the right of the table."""
        self._side = side
        self._meter.mirror(bool(side))
        across = Qt.AlignmentFlag.AlignRight if side else Qt.AlignmentFlag.AlignLeft
        self._caption.setAlignment(across | Qt.AlignmentFlag.AlignVCenter)

    def set_name(self, name: str) -> None:
        self._name = name
        self._refresh()

    def set_density(self, density: Density | None) -> None:
        """Show strips or cards whatever the room; None: as the window allows."""
        self._wanted = density
        self._choose_density()

    def _fill(self) -> None:
        characters = self._game.state.table.characters
        figures = self._game.state.figures
        # a Kami that has left lies beside the table until it is summoned again (KAR-3)
        wanted = [
            n
            for n, character in by_figure(characters)
            if character.band == self.band and (character.kami is None or figures[n].at >= 0)
        ]
        while len(self._cards) > len(wanted):
            card = self._cards.pop()
            discard(card)
        for n, who in enumerate(wanted):
            if n < len(self._cards):
                if self._cards[n].who != who:
                    self._cards[n].follow_figure(who)
                continue
            card = ProfileCard(self._game, who, self._sheet, density=self.density)
            card.clicked.connect(card.setFocus)
            card.opened.connect(lambda card=card: self.inspect(card.who))
            card.menu_asked.connect(lambda at, card=card: self._menu(card, at))
            card.arrowed.connect(lambda key, card=card: self._go(card, key))
            card.show()
            self._cards.append(card)
        self._lay_out()

    def _changed(self) -> None:
        if not self._game.pace.falling:
            self._landed()

    def _landed(self) -> None:
        """Show what happened; what dice led to, once they have come to rest."""
        self._fill()
        self._refresh()

    def _refresh(self, *_: object) -> None:
        game = self._game
        seat = SEATS[self.band]
        player = self._name or game.say(player_words(game.state, seat))
        counted, whole, sentence, caption = self._zeni(player)
        self._meter.set_value(counted, whole)
        self._caption.setText(game.say(caption))
        words = game.say(sentence)
        self._meter.setAccessibleName(words)
        self._meter.setToolTip(words)
        over, pending = game.over(), game.pending
        beaten = over is not None and over.winner is not None and over.winner != seat
        won = over is not None and over.winner == seat
        acting = isinstance(pending, Choice | Roll) and pending.seat == seat
        seal = "勝" if won else "敗" if beaten else seat
        self._header.tell(seal, player, self._news_words(won, beaten, acting), lost=beaten, loud=won or beaten)
        if beaten and over is not None and not self._told:
            self.announced.emit(game.say(say("{player} lost. {why}", player=player, why=over.why)))
        self._told = beaten
        self.setAccessibleName(game.say(say("{player}'s band", player=player)))

    def _zeni(self, player: str) -> tuple[int, int, Message, Message]:
        """What the abacus counts, out of what, in words, and in a word: zeni spent, earned or lost."""
        state = self._game.state
        values = [0, 0]
        for character in state.table.characters:
            values[character.band] += character.value
        if state.draft is not None and state.stage not in ("first", "recruit"):
            worth = values[self.band]
            words = say("{band}: worth {zeni} zeni", band=player, zeni=worth)
            return worth, max(1, worth), words, say("value of the band in zeni")
        if state.draft is not None:
            spent, budget = values[self.band], state.table.budgets[self.band]
            words = say("{band}: {spent} of {budget} zeni spent", band=player, spent=spent, budget=budget)
            return spent, budget, words, say("zeni spent")
        if state.table.contest is not None:
            earned = scenario_game.earned(state, self.band)
            words = say("{band}: {earned} zeni earned", band=player, earned=earned)
            return earned, max(1, earned, values[ENEMY_OF[self.band]]), words, say("zeni earned")
        lost, limit = state.bands[self.band].lost, state.table.limits[self.band]
        words = say("{band}: {lost} of {limit} zeni lost", band=player, lost=lost, limit=limit)
        return lost, limit, words, say("zeni lost")

    def _news_words(self, won: bool, beaten: bool, acting: bool) -> str:
        game = self._game
        if won or beaten:
            return game.say(say("victory")) if won else game.say(say("defeat"))
        if not acting or game.pace.holding or game.pace.falling:
            return ""
        if SEATS[self.band] not in game.bots:
            return game.say(say("to play"))
        return game.say(say("waiting") if game.waits else say("thinking…"))

    def _rescaled(self) -> None:
        self._choose_density()
        self.updateGeometry()
        self._lay_out()
        self._refresh()

    def _choose_density(self) -> None:
        window = self.window()
        roomy = window.width() >= fonts.px(WIDE) and window.height() >= fonts.px(HIGH)
        wide = roomy and self.height() >= fonts.px(TALL)
        density: Density = self._wanted or ("card" if wide else "strip")
        if density != self.density:
            self.density = density
            for card in self._cards:
                card.set_density(density)
            self.updateGeometry()
            self._lay_out()

    def sizeHint(self) -> QSize:
        if self.density == "strip":
            return QSize(fonts.px(238), fonts.px(560))
        columns = 2 if len(self._cards) > 1 else 1
        return QSize(fonts.px(250) * columns, fonts.px(760))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(196 if self.density == "strip" else 420), self.header_height() + fonts.px(8))

    def _lay_out(self) -> None:
        # while a scroll bar goes, the sheet has its new width before the viewport has; at the right, where a fight
        # brings the bar, cards leave it its room
        bar = self._area.verticalScrollBar().sizeHint().width()
        wide = min(self._sheet.width(), self._area.width() - bar * self._side)
        room = QSize(wide, self._area.viewport().height())
        if self.density == "strip":
            self._lay_strips(room)
        else:
            self._lay_cards(room)

    def _lay_strips(self, room: QSize) -> None:
        y = 0
        highs = strip.heights([card.face for card in self._cards], room.height())
        for card, high in zip(self._cards, highs, strict=True):
            card.setGeometry(0, y, room.width(), high)
            y += high + fonts.px(strip.GAP)
        self._sheet.setMinimumHeight(max(0, y - fonts.px(strip.GAP)))

    def reveal(self, who: FigureId) -> None:
        """Bring the card of a figure into sight, if it is of this band."""
        card = self.card(who)
        if card is not None:
            self._area.ensureWidgetVisible(card, 0, 0)

    def _lay_cards(self, room: QSize) -> None:
        columns = 2 if room.width() >= fonts.px(390) and len(self._cards) > 1 else 1
        rows = max(1, -(-len(self._cards) // columns))
        wide = min(room.width() // columns, fonts.px(272))
        least = round(wide * 1.12)
        most = max(round(wide * portrait.RATIO), *(portrait.whole(wide, card.face) for card in self._cards))
        high = max(least, min(most, room.height() // rows))
        left = (room.width() - wide * columns) // 2
        for n, card in enumerate(self._cards):
            card.setGeometry(left + wide * (n % columns), high * (n // columns), wide, high)
        self._sheet.setMinimumHeight(high * rows if high == least else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_density()
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._window is not self.window():
            self._window = self.window()
            self._window.installEventFilter(self)
        self._choose_density()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            if watched is self._sheet:
                self._lay_out()
            elif watched is self._window:
                self._choose_density()
        return super().eventFilter(watched, event)

    def inspect(self, who: FigureId, *, editing: bool = False) -> LargeCard:
        """Bring a card close; `editing`: to correct its values."""
        if self.large is not None:
            self.large.close()
        self._game.select(who)
        large = LargeCard(self._game, who, self, editing=editing)
        large.closed.connect(self._large_closed)
        self.large = large
        return large

    def _large_closed(self) -> None:
        self.large = None

    def _menu(self, card: ProfileCard, at: QPoint) -> None:
        self._game.select(card.who)

        def look(editing: bool) -> None:
            self.inspect(card.who, editing=editing)

        menu_for(self._game, card.who, self, look).ask(at, self._game.changed)

    def _go(self, card: ProfileCard, key: int) -> None:
        columns = 2 if self.density != "strip" and self._area.viewport().width() >= fonts.px(390) else 1
        steps = {Qt.Key.Key_Up: -columns, Qt.Key.Key_Down: columns, Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        at = self._cards.index(card) + steps[Qt.Key(key)]
        if 0 <= at < len(self._cards) and (columns > 1 or key in (Qt.Key.Key_Up, Qt.Key.Key_Down)):
            chosen = self._cards[at]
            chosen.setFocus(Qt.FocusReason.TabFocusReason)
            self._area.ensureWidgetVisible(chosen)
            self._game.select(chosen.who)
        else:
            self.passed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        x = 1.0 if self._side else self.width() - 1.0
        if not event.rect().adjusted(-2, 0, 2, 0).contains(round(x), event.rect().y()):
            return
        with ink.painting(self) as pen:
            ink.fill(pen, _hairline(x, self.height()), palette.current().color("hairline"))


@lru_cache(maxsize=4)
def _hairline(x: float, height: int) -> QPainterPath:
    return ink.brush_stroke(ink.line((x, 12), (x - 0.6, height / 2), (x, height - 12)), 1.6)
