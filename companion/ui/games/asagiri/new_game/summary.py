"""Last step: both bands face each other across the board; from here it goes to the table."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.next_step import SITTING
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.layouts import CENTER, Gap, fold, vbox
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, Sized, Translated
from companion.ui.play.game_ui import PLAYERS

from .draft import NewGameDraft
from .players import DICE, MODES

FIGURE = 84


class BandRow(InkWidget):
    """The figures of a band in rows, looking at the enemy, each with its name."""

    def __init__(self, which: int, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which, self._box = which, box
        self._draft = NewGameDraft()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_draft(self, draft: NewGameDraft) -> None:
        self._draft = draft
        names = [tr(Name.of(card.name)) for card, _ in self._box.members(draft.rosters[self._which])]
        self.setAccessibleName(", ".join(names))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(310), fonts.px(230))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, dpr = palette.current(), self.devicePixelRatioF()
        with ink.painting(self) as pen:
            side, wide, high = fonts.px(FIGURE), fonts.px(118), fonts.px(FIGURE + 46)
            columns = max(1, self.width() // wide)
            font, small = fonts.font("strong", 13 / 14), fonts.font("small", 11 / 12)
            for n, (card, equipment) in enumerate(self._box.members(self._draft.rosters[self._which])):
                row, column = divmod(n, columns)
                x = column * wide if self._which == 0 else self.width() - (column + 1) * wide
                cell = QRectF(x, row * high, wide, high)
                if self._which == 0:
                    picture = figure_pixmap(card.silhouette, "round", "vigilant", False, "E", side, theme, dpr=dpr)
                else:
                    picture = figure_pixmap(card.silhouette, "octagon", "vigilant", False, "W", side, theme, dpr=dpr)
                pen.drawPixmap(QPointF(cell.center().x() - side / 2, cell.top()), picture)
                name = QFontMetrics(font).elidedText(tr(Name.of(card.name)), Qt.TextElideMode.ElideRight, wide - 6)
                pen.setFont(font)
                pen.setPen(theme.color("ink"))
                pen.drawText(QRectF(x, cell.top() + side, wide, fonts.px(18)), Qt.AlignmentFlag.AlignCenter, name)
                if equipment is not None:
                    words = tr(Name.of(equipment.name))
                    words = QFontMetrics(small).elidedText(words, Qt.TextElideMode.ElideRight, wide - 6)
                    pen.setFont(small)
                    pen.setPen(theme.color("faded"))
                    pen.drawText(
                        QRectF(x, cell.top() + side + fonts.px(17), wide, fonts.px(16)),
                        Qt.AlignmentFlag.AlignCenter,
                        words,
                    )


class _Board(Sized, InkWidget):
    """The four tiles as a print."""

    preferred, least = (330, 330), (200, 200)

    def __init__(self, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self._draft = NewGameDraft()

    def show_draft(self, draft: NewGameDraft) -> None:
        self._draft = draft
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            side = min(self.width(), self.height()) - fonts.px(22)
            area = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            rim = fonts.px(7)
            frame = ink.rough_rect(area.adjusted(-rim, -rim, rim, rim), "summary", 0.9, 40)
            ink.soft_shadow(pen, frame, theme.color("shadow", 0.5 if theme.dark else 0.28), 7, 1.5, 4)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.mix("figure_ink", "earth", 0.12))
            pen.drawPath(frame)
            half = side / 2
            for n, laid in enumerate(self._draft.tiles):
                target = QRectF(area.left() + n % 2 * half, area.top() + n // 2 * half, half, half)
                if laid is None:
                    pen.fillRect(target.adjusted(1, 1, -1, -1), theme.color("sunken"))
                    continue
                tile = cards.tile(self._box.content, laid.tile)
                picture = tile_picture(tile, laid.turns, half, dpr=self.devicePixelRatioF())
                pen.drawPixmap(target, picture, QRectF(picture.rect()))


class SummaryStep(Translated, QWidget):
    """Everything decided, in one look."""

    def __init__(self, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self.draft = NewGameDraft()
        align = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        self._who = tuple(Label(self, font="small", wrap=False, align=align[n]) for n in (0, 1))
        self._names = tuple(Heading("", self, level=2) for _ in (0, 1))
        self._bands = tuple(Label(self, align=align[n]) for n in (0, 1))
        self.lines = tuple(BandRow(n, box, self) for n in (0, 1))
        self._board = _Board(box, self)
        self._facts = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        words = say("Next, each player rolls a die: the higher one is player A, chooses a side and starts.")
        sides = []
        for n in (0, 1):
            self._names[n].setAlignment(align[n])
            rule = Rule(self, weight=2.4, seed=7 + n, role="ink")
            parts = (self._who[n], self._names[n], self._bands[n], rule, Gap(10), (self.lines[n], 6))
            sides.append(vbox(1, *parts, 1, spacing=2))
        vbox(
            (fold((sides[0], 36), (self._board, 34), (sides[1], 36), spacing=28), 1),
            self._facts,
            Label(role="ink", font="name", align=CENTER, text=words),
            Gap(10),
            on=self,
            margins=(56, 6, 56, 4),
            spacing=6,
        )
        self.retranslate()

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        for line in self.lines:
            line.show_draft(draft)
        self._board.show_draft(draft)
        self.retranslate()

    def retranslate(self) -> None:
        draft = self.draft
        titles = (say("First band"), say("Second band"))
        for n in (0, 1):
            roster, player = draft.rosters[n], {id: words for id, words, _ in PLAYERS}[draft.players[n]]
            self._who[n].setText(tr(say("{band} · {player}", band=titles[n], player=player)))
            self._names[n].setText(draft.names[n] or tr(SITTING[n]))
            cost = zeni(self._box.cost(roster))
            self._bands[n].setText(f"{roster.name} · {tr(cost)}" if roster.name else tr(cost))
        self._facts.setText(tr(self.facts()))

    def facts(self) -> Message:
        draft = self.draft
        return say(
            "{budget} zeni per band, {limit} lost ends the game · {mode} · dice: {dice}",
            budget=draft.budget,
            limit=draft.losing_limit,
            mode={id: words for id, words, _ in MODES}[draft.mode],
            dice={id: words for id, words, _ in DICE}[draft.dice],
        )
