"""The table of the toy game as one viewer may know it: drawn, and said, from that view and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from companion.model.core.contract import SPECTATOR, Choice, Json, Option, Over, Roll, Together
from companion.model.core.record import Record
from companion.model.core.words import Message, plural, say
from companion.model.games.blank.state import CAMPS, State
from companion.ui.kit.panels import PaperPanel, paint_seal
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow
from companion.ui.play.game_controller import GameController
from companion.ui.play.storage import GameSettings

Face = int | str | None
"""A number, ``?`` for what the app does not know, None for the back."""


@lru_cache(maxsize=32)
def _back(width: float, height: float) -> QPainterPath:
    area = QPainterPath()
    area.addRect(QRectF(0, 0, width, height))
    return ink.hatch(area, max(4.0, height / 9), 0.8, random.Random(7), max(0.8, height / 60))


def paint_card(pen: QPainter, rect: QRectF, face: Face, theme: Theme, *, lit: bool = False, loud: bool = False) -> None:
    """Paint a card: bone with its number, dark and hatched from behind, broken-edged where it is not known.

    `loud`: it matters now.
    """
    sheet = ink.rough_rect(rect, f"card{round(rect.width())}", 0.6, 18)
    ink.soft_shadow(pen, sheet, theme.color("shadow", 0.45), rect.height() / 30, 1, rect.height() / 50)
    edge = theme.color("vermilion") if loud else theme.color("bone_shade" if isinstance(face, int) else "hairline")
    pen.setPen(QPen(edge, 2 if loud else 1, Qt.PenStyle.DashLine if face == "?" else Qt.PenStyle.SolidLine))
    pen.setBrush(theme.color("sunken" if face == "?" else "bone"))
    pen.drawPath(sheet)
    if face is None:
        rim = rect.width() * 0.1
        inner = rect.adjusted(rim, rim, -rim, -rim)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("vigilant", "ground", 0.45))
        pen.drawRect(inner)
        pen.setBrush(theme.color("bone", 0.5))
        pen.drawPath(_back(round(inner.width()), round(inner.height())).translated(inner.topLeft()))
        return
    pen.setPen(theme.color("bone_ink") if isinstance(face, int) else theme.color("faded"))
    if lit:
        pen.setPen(theme.color("vermilion_deep"))
    font = fonts.font("numeral")
    font.setPixelSize(max(8, round(rect.height() * 0.46)))
    pen.setFont(font)
    pen.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(face))
    if isinstance(face, int) and rect.height() > fonts.px(60):
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("bone_ink", 0.7))
        radius, gap = rect.width() * 0.028, rect.width() * 0.11
        for n in range(face):
            x = rect.center().x() + (n - (face - 1) / 2) * gap
            pen.drawEllipse(QPointF(x, rect.bottom() - rect.height() * 0.12), radius, radius)


class CardButton(QAbstractButton):
    """A card of the own hand; Enter or its number plays it where it may be played."""

    space_presses = True

    def __init__(self, face: Face, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = face
        self.option: Option | None = None
        """What it is to play the card now; None: it cannot be played."""
        self.advised = False
        """A hint is about it."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr(say("Card {number}", number=face) if isinstance(face, int) else say("Unknown card")))
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(84), fonts.px(122))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setCursor(Qt.CursorShape.PointingHandCursor if self.isEnabled() else Qt.CursorShape.ArrowCursor)
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        lit = self.isEnabled() and (self.underMouse() or self.hasFocus())
        rise = fonts.px(8) if lit else 0
        edge = fonts.px(5)
        rect = QRectF(edge, edge + fonts.px(8) - rise, self.width() - 2 * edge, self.height() - 3 * edge - fonts.px(4))
        with ink.painting(self) as pen:
            pen.setOpacity(1.0 if self.isEnabled() else 0.78)
            paint_card(pen, rect, self.face, palette.current(), lit=lit or self.advised, loud=lit or self.advised)


CAMP_NAMES = {"red": say("Red"), "blue": say("Blue")}


def player_words(settings: GameSettings, seat: str) -> Message:
    """What the player of a seat is called: by name and letter, which is how the log calls them."""
    names = dict(zip("ABCD", settings.names, strict=False))
    name = names.get(seat, "")
    return say("{name} ({seat})", name=name, seat=seat) if name else say("Player {seat}", seat=seat)


def called(settings: GameSettings) -> Message:
    """What a new game is called."""
    return say(
        "Toy game: {players}", players=tuple(name or seat for seat, name in zip("ABCD", settings.names, strict=False))
    )


def standing(state: State) -> Message:
    """Where a game stands."""
    if state.over:
        return say("The game is over")
    return say("Round {round} of {rounds}", round=state.rounds - state.left, rounds=state.rounds)


class SheetDifference(NamedTuple):
    """What lies otherwise on two tables, as `companion.ui.play.correction_panel` lists it."""

    what: Message | str
    then: Message | str
    now: Message | str


def differences(name: Callable[[str], str], before: State, after: State) -> list[SheetDifference]:
    """What everybody sees of two tables where it is not the same: points, the pot, cards shown and cards held."""

    def seen(state: State) -> Iterator[tuple[str, Message | str, Message | str]]:
        yield "pot", say("Pot"), str(state.pot)
        for side, points in zip(state.sides, state.scores, strict=False):
            yield f"{side} points", name(side), _points(points)
        for n, seat in enumerate(state.seats):
            held = plural("{count} card", "{count} cards", len(state.hands[n]))
            yield f"{seat} hand", name(seat), held
            shown = " ".join(str(cards[n]) for cards in state.played)
            yield f"{seat} shown", say("{name}: cards shown", name=name(seat)), shown or "–"

    old = {key: words for key, _, words in seen(before)}
    return [SheetDifference(what, old[key], words) for key, what, words in seen(after) if words != old[key]]


def asked(game: GameController[State], name: Callable[[str], str]) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if isinstance(pending, Over):
        winners = tuple(name(seat) for seat in pending.winners)
        return say("{why} Victory for {winners}.", why=pending.why, winners=winners) if winners else pending.why
    if game.automatic and not game.choices:
        seat = pending.seat if isinstance(pending, Choice | Roll) else pending.choices[0].seat
        return game.idle_words(name(seat))
    if isinstance(pending, Together):
        return game.choices[0].prompt if game.choices else say("Everybody answers in secret")
    if isinstance(pending, Roll):
        who = name(pending.seat)
        if pending.seen_by is None:
            return say("The highest cards are tied: roll")
        return say("{seat}: roll the omen, which only your camp sees", seat=who)
    return say("{seat}: {prompt}", seat=name(pending.seat), prompt=pending.prompt)


PLACES = {"gate": say("gate"), "garden": say("garden"), "well": say("well")}
"""From left to right."""
STONES: tuple[Role, ...] = ("vermilion", "vigilant", "earth")
CARD = (38, 53)


class TableSheet(PaperPanel):
    """Everybody's cards from behind, what lies open, and the yard between two camps."""

    def __init__(
        self, game: GameController[State], name: Callable[[str], str], viewer: str | None = None, seed: int = 11
    ) -> None:
        """`viewer`: whose view it always is; None: that of whoever sits at the screen."""
        super().__init__(margin=14, seed=seed)
        self._game, self._name, self._viewer = game, name, viewer
        self.view: dict[str, Json] = {}
        """What is drawn."""
        game.keep_current(self, self.rewrite, unseen=True)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Take over what may be known now."""
        game = self._game
        self.view = game.session.system.view(game.state, self._viewer or game.viewer or SPECTATOR)
        self.setAccessibleName(game.say(say("Table")))
        self.setAccessibleDescription(". ".join(game.say(words) for words in self._told()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(620), fonts.px(430))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(420), fonts.px(90 + 56 * len(self.view["counts"])))

    # what lies where -----------------------------------------------------------------------------------------------

    @property
    def _top(self) -> dict[str, Json]:
        return self.view["frames"][-1] if self.view["frames"] else {"kind": "over"}

    def _pick(self, n: int, seat: str) -> tuple[Face, ...]:
        """The card that a seat has put forward this round, as far as it may be seen; nothing when it has not."""
        top = self._top
        if top["kind"] == "showing":
            return (top["picks"][n],)
        if top["kind"] != "picking" or seat not in top["picked"]:
            return ()
        if seat == self.view["viewer"]:
            return (top["mine"],)
        return (top.get("partner") if self._partner(seat) else None,)

    def _partner(self, seat: str) -> bool:
        seats, me = list(self.view["counts"]), self.view["viewer"]
        return "yard" in self.view and me in seats and (seats.index(seat) - seats.index(me)) % 4 == 2

    def _side(self, n: int) -> int:
        return n % 2 if "yard" in self.view else n

    def _told(self) -> list[Message]:
        view, told = self.view, [say("In the pot: {points}", points=self.view["pot"])]
        for n, (seat, count) in enumerate(view["counts"].items()):
            told.append(plural("{name}: {count} card", "{name}: {count} cards", count, name=self._name(seat)))
            for face in self._pick(n, seat):
                picked = say("{seat} has picked a card", seat=self._name(seat))
                told.append(picked if face is None else say("{what}: {card}", what=picked, card=str(face)))
        for side, points in enumerate(view["scores"]):
            told.append(say("{side}: {points}", side=self._side_name(side), points=_points(points)))
        if "yard" in view:
            yard = view["yard"]
            told.append(say("Lantern: {place}", place=PLACES[yard["lantern"]]))
            told.append(say("Path: {place}", place=PLACES[yard["path"]]))
            told += [say("Omen: {face}", face=str(yard["omen"]))] if yard["omen"] is not None else []
        return told

    def _side_name(self, side: int) -> Message | str:
        return CAMP_NAMES[CAMPS[side]] if "yard" in self.view else self._name(list(self.view["counts"])[side])

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, room = palette.current(), QRectF(self.contentsRect())
        with ink.painting(self) as pen:
            middle = min(room.height() * 0.3, fonts.px(118))
            self._paint_middle(pen, QRectF(room.left(), room.top(), room.width(), middle), theme)
            count = len(self.view["counts"])
            high = min((room.height() - middle) / count, fonts.px(96))
            for n, seat in enumerate(self.view["counts"]):
                row = QRectF(room.left(), room.top() + middle + n * high, room.width(), high)
                self._paint_seat(pen, row, n, seat, theme)

    def _paint_middle(self, pen: QPainter, room: QRectF, theme: Theme) -> None:
        """The pot, the yard with its lantern, and the omen."""
        view = self.view
        pot = QRectF(room.left(), room.top(), fonts.px(150), room.height() - fonts.px(10))
        self._paint_number(pen, pot, str(view["pot"]), self._game.say(say("in the pot")), theme)
        if "yard" not in view:
            return
        yard, right = view["yard"], fonts.px(120)
        if yard["omen"] is not None:
            card = QRectF(room.right() - fonts.px(58), room.top() + fonts.px(2), fonts.px(46), fonts.px(64))
            paint_card(pen, card, yard["omen"], theme)
            pen.setFont(fonts.font("small"))
            pen.setPen(theme.color("faded"))
            pen.drawText(card.translated(0, card.height() - fonts.px(20)), Qt.AlignmentFlag.AlignCenter,
                         self._game.say(say("Omen")))  # fmt: skip
        area = room.adjusted(pot.width() + fonts.px(20), 0, -right, -fonts.px(24))
        spots = {place: QPointF(area.left() + area.width() * (n + 0.5) / 3, area.center().y())
                 for n, place in enumerate(PLACES)}  # fmt: skip
        one, other = spots["garden"], spots[yard["path"]]
        way = ink.line((one.x(), one.y()), ((one.x() + other.x()) / 2, one.y() + 3), (other.x(), other.y()))
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("ink", 0.6))
        pen.drawPath(ink.brush_stroke(way, fonts.px(6), "path", rough=0.12))
        for place, at in spots.items():
            self._paint_place(pen, place, at, theme, lantern=place == yard["lantern"])

    def _paint_place(self, pen: QPainter, place: str, at: QPointF, theme: Theme, *, lantern: bool) -> None:
        radius = fonts.px(25)
        home: Role = {"gate": "vermilion", "well": "vigilant"}.get(place, "hairline")  # type: ignore[assignment]
        pen.setPen(QPen(theme.color(home), 2))
        pen.setBrush(theme.color("surface"))
        pen.drawPath(ink.rough_disc(at, radius, place))
        if lantern:
            side = fonts.px(30)
            paint_seal(pen, QRectF(at.x() - side / 2, at.y() - side / 2, side, side), "火", theme)
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        words = QRectF(at.x() - fonts.px(60), at.y() + radius + fonts.px(1), fonts.px(120), fonts.px(20))
        pen.drawText(words, Qt.AlignmentFlag.AlignCenter, self._game.say(PLACES[place]))

    def _paint_number(self, pen: QPainter, room: QRectF, number: str, words: str, theme: Theme) -> None:
        pen.setFont(fonts.font("display"))
        pen.setPen(theme.color("ink"))
        wide = pen.fontMetrics().horizontalAdvance(number)
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, number)
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded"))
        pen.drawText(room.adjusted(wide + fonts.px(10), fonts.px(6), 0, 0), Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_seat(self, pen: QPainter, row: QRectF, n: int, seat: str, theme: Theme) -> None:
        view, side = self.view, self._side(n)
        pen.setPen(QPen(theme.color("hairline"), 1))
        pen.drawLine(row.topLeft(), row.topRight())
        mine = seat == view["viewer"]
        if mine:
            bar = QRectF(row.left(), row.top() + fonts.px(8), fonts.px(3), row.height() - fonts.px(16))
            pen.fillRect(bar, theme.color("vermilion"))
        radius, left = fonts.px(17), row.left() + fonts.px(14)
        middle = row.center().y()
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color(STONES[side]))
        disc = QRectF(left, middle - radius, 2 * radius, 2 * radius)
        pen.drawPath(ink.rough_disc(disc.center(), radius, seat))
        pen.setFont(fonts.font("name"))
        pen.setPen(theme.color("on_element"))
        pen.drawText(disc, Qt.AlignmentFlag.AlignCenter, seat)
        words = QRectF(disc.right() + fonts.px(12), row.top(), fonts.px(170), row.height())
        half = words.height() / 2
        pen.setPen(theme.color("ink"))
        name = pen.fontMetrics().elidedText(self._name(seat), Qt.TextElideMode.ElideRight, round(words.width()))
        pen.drawText(words.adjusted(0, 0, 0, -half), Qt.AlignmentFlag.AlignBottom, name)
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("faded"))
        points = _points(view["scores"][side])
        line = say("{camp} · {points}", camp=CAMP_NAMES[CAMPS[side]], points=points) if "yard" in view else points
        pen.drawText(words.adjusted(0, half + fonts.px(3), 0, 0), Qt.AlignmentFlag.AlignTop, self._game.say(line))
        self._paint_cards(pen, row, words.right() + fonts.px(10), n, seat, theme)

    def _paint_cards(self, pen: QPainter, row: QRectF, left: float, n: int, seat: str, theme: Theme) -> None:
        """What is still in the hand, from behind; what is put forward; what was played, oldest first, at the right."""
        wide, high = (fonts.px(side) for side in CARD)
        top, pick = row.center().y() - high / 2, self._pick(n, seat)
        open_ = self._top["kind"] == "showing"
        for k in range(self.view["counts"][seat] - len(pick)):
            paint_card(pen, QRectF(left + k * wide * 0.6, top, wide, high), None, theme)
        at = left + fonts.px(4 * CARD[0] * 0.6 + 52)
        for face in pick:
            paint_card(pen, QRectF(at, top - fonts.px(3), wide, high), face, theme, loud=not open_ or face == "?")
        right = row.right() - fonts.px(8)
        played = [cards[n] for cards in self.view["played"]]
        for k, card in enumerate(reversed(played)):
            pen.setOpacity(1.0 if k == 0 else 0.62)
            paint_card(pen, QRectF(right - wide - k * (wide + fonts.px(7)), top, wide, high), card, theme)
        pen.setOpacity(1.0)


def picture(record: Record, state: State, side: int, ratio: float) -> QPixmap:
    """A game small: everybody's stone, and the card that they showed last."""
    pixmap, theme, high = ink.blank(side, side, ratio), palette.current(), side / len(state.seats)
    with ink.painting(pixmap) as pen:
        for n in range(len(state.seats)):
            top, size = n * high, min(high, side / 3)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color(STONES[state.side(n)]))
            pen.drawPath(ink.rough_disc(QPointF(side * 0.28, top + high / 2), size * 0.3, n))
            card = QRectF(side * 0.58, top + (high - size * 0.84) / 2, size * 0.6, size * 0.84)
            paint_card(pen, card, state.played[-1][n] if state.played else None, theme)
    return pixmap


def _points(count: int) -> Message:
    return plural("{count} point", "{count} points", count)
