"""The chapters of a campaign: the road that leads through them, what is told of each, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.corrections import SetChapters
from companion.model.games.asagiri.campaign.legal_options import leader
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import MOST_CHAPTERS, SEATS, Account, State
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.state.table import HONOUR_NAMES
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CENTER, Gap, fold, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Heading, Rule, SealLabel
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn, ScrollStrip
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, SteppingButton, discard, follow

STOP = 116
SEAL = 17
"""Radius of a stop."""
WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Milestone:
    """One chapter on the road."""

    number: int
    name: str
    stands: Literal["done", "now", "ahead"]
    winner: int | None = None
    words: str = ""
    """How it stands, in a sentence."""


def milestones(state: State) -> list[Milestone]:
    """Every chapter of a campaign, in its order."""
    now, found = state.now, []
    for n, id in enumerate(now.settings.chapters):
        name = tr(chapter_words(state, id))
        if n < len(now.history):
            winner = now.history[n].winner
            words = say("No winner") if winner is None else say("Won by roster {seat}", seat=SEATS[winner])
            found.append(Milestone(n + 1, name, "done", winner, tr(words)))
        elif n == now.chapter:
            found.append(Milestone(n + 1, name, "now", None, tr(say("Current chapter"))))
        else:
            found.append(Milestone(n + 1, name, "ahead", None, tr(say("Still to come"))))
    return found


def octagon(centre: QPointF, radius: float) -> QPainterPath:
    """The shape of roster B."""
    short = radius * 0.414
    points = [(short, -radius), (radius, -short), (radius, short), (short, radius),
              (-short, radius), (-radius, short), (-radius, -short), (-short, -radius)]  # fmt: skip
    path = QPainterPath()
    path.addPolygon([centre + QPointF(x, y) for x, y in points])
    path.closeSubpath()
    return path


def paint_stop(pen: QPainter, centre: QPointF, radius: float, stop: Milestone, theme: Theme) -> None:
    """The seal of a chapter: filled in the shape of the roster that has won it, vermilion where one stands now."""
    shape = octagon(centre, radius * 0.94) if stop.winner == 1 else ink.rough_disc(centre, radius, stop.number, 0.03)
    if stop.stands == "now":
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
    elif stop.stands == "done" and stop.winner is not None:
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("ink"))
    else:
        dash = Qt.PenStyle.DashLine if stop.stands == "done" else Qt.PenStyle.SolidLine
        pen.setPen(QPen(theme.color("ink" if stop.stands == "done" else "faded"), 1.4, dash))
        pen.setBrush(theme.color("ground"))
    pen.drawPath(shape)
    filled = stop.stands == "now" or stop.winner is not None
    font = fonts.font("name")
    font.setPixelSize(max(7, round(radius * 0.98)))
    pen.setFont(font)
    light = theme.color("surface") if stop.stands == "now" and not theme.dark else theme.color("ground")
    pen.setPen(light if filled else theme.color("faded"))
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    pen.drawText(box, Qt.AlignmentFlag.AlignCenter, str(stop.number))


class StopButton(SteppingButton):
    """A stop to click on."""

    def __init__(self, stop: Milestone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = stop
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.refresh()
        self.show_stop(stop)

    def show_stop(self, stop: Milestone) -> None:
        self.stop = stop
        self.setAccessibleName(f"{stop.number}. {stop.name}")
        self.setAccessibleDescription(stop.words)
        self.setToolTip(f"{stop.number}. {stop.name} · {stop.words}")
        self.update()

    def refresh(self) -> None:
        self.setMaximumWidth(fonts.px(STOP * 2))
        super().refresh()

    def sizeHint(self) -> QSize:
        low = QFontMetricsF(fonts.font("small")).lineSpacing()
        return QSize(fonts.px(STOP), round(fonts.px(2 * SEAL + 22) + 2 * low))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(92), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        stop = self.stop
        radius = fonts.px(SEAL) * (1.12 if stop.stands == "now" else 0.94)
        centre = QPointF(self.width() / 2, fonts.px(SEAL + 5))
        paint_stop(pen, centre, radius, stop, theme)
        if self.hasFocus() or self.isChecked():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if self.hasFocus() else Qt.PenStyle.DotLine
            pen.setPen(QPen(theme.color("vermilion"), 1.6, style))
            pen.drawEllipse(centre, radius + fonts.px(4), radius + fonts.px(4))
        small = fonts.font("small")
        pen.setFont(small)
        lit = stop.stands != "ahead" or self.underMouse()
        pen.setPen(theme.color("ink" if lit else "faded"))
        room = QRectF(fonts.px(3), fonts.px(2 * SEAL + 12), self.width() - fonts.px(6),
                      2 * QFontMetricsF(small).lineSpacing() + 2)  # fmt: skip
        pen.drawText(room, WRAP, stop.name)


class Road(ScrollStrip):
    """All stops side by side; where they do not fit, the road scrolls. `looked` carries a chapter, counted from 0."""

    looked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        strip = _Strip()
        super().__init__(strip, parent)
        self.stops: list[StopButton] = []
        self._strip = strip
        self._box = hbox(on=strip, spacing=0)
        self._box.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    def refresh(self) -> None:
        high = self.stops[0].sizeHint().height() if self.stops else fonts.px(80)
        if len(self.stops) * fonts.px(92) > max(self.width(), 300):
            high += self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(high + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def show_state(self, state: State, looked: int | None = None) -> None:
        wanted: Sequence[Milestone] = milestones(state)
        while len(self.stops) > len(wanted):
            button = self.stops.pop()
            self._box.removeWidget(button)
            discard(button)
        for n, stop in enumerate(wanted):
            if n < len(self.stops):
                self.stops[n].show_stop(stop)
            else:
                button = StopButton(stop, self._strip)
                button.clicked.connect(lambda _=False, n=n: self.looked.emit(n))
                button.stepped.connect(lambda way, _, n=n: self._step(n + way))
                self.stops.append(button)
                self._box.addWidget(button)
                button.show()
        for n, button in enumerate(self.stops):
            button.setChecked(n == looked)
        self._strip.reach(sum(stop.stands == "done" for stop in wanted))
        self.setAccessibleName(tr(say("Chapters of the campaign")))
        self.refresh()
        if self.stops:
            self.ensureWidgetVisible(self.stops[min(state.now.chapter, len(self.stops) - 1)])

    def _step(self, n: int) -> None:
        if 0 <= n < len(self.stops):
            self.stops[n].setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(self.stops[n])


class _Strip(QWidget):
    """The stroke that the stops lie on: strong as far as one has come."""

    def __init__(self) -> None:
        super().__init__()
        self._done = 0

    def reach(self, done: int) -> None:
        self._done = done
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, stops = palette.current(), [child for child in self.children() if isinstance(child, StopButton)]
        stops = [stop for stop in stops if not stop.isHidden()]
        if len(stops) < 2:
            return
        with ink.painting(self) as pen:
            y = fonts.px(SEAL + 5)
            xs = [stop.x() + stop.width() / 2 for stop in stops]
            pen.setPen(QPen(theme.color("hairline"), 1.6))
            pen.drawLine(QPointF(xs[0], y), QPointF(xs[-1], y))
            if self._done:
                end = xs[min(self._done, len(xs) - 1)]
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("ink"))
                stroke = ink.line((xs[0], y), ((xs[0] + end) / 2, y + 1), (end, y))
                pen.drawPath(ink.brush_stroke(stroke, 4.0, 9, rough=0.1))


BATTLE = "battle"
MOST_LINES = 16
"""That fit on a slip."""


def chapter_facts(state: State, id: str) -> list[Message | Name]:
    """What is remembered of an adventure."""
    told = {fact.fact: Name.of(fact.words) for fact in state.box.adventure(id).facts} if id else {}
    found: list[Message | Name] = []
    for known in state.now.facts:
        if known.adventure == id and known.fact in told:
            fact = told[known.fact]
            found.append(say("True: {fact}", fact=fact) if known.holds else say("Not true: {fact}", fact=fact))
    return found


def account_lines(state: State, account: Account) -> list[Message]:
    """A chapter that is over, in sentences: how it ended for everybody, who died, who came, what was gained."""
    lines = []
    for fate in account.fates:
        how = [Message(STATE_WORDS[fate.state])]
        if fate.spent:
            how.append(say("equipment lost"))
        if fate.used:
            how.append(say("honour used"))
        lines.append(say("{who}: {how}", who=member_words(state, fate.who), how=tuple(how)))
    for who in account.dead:
        lines.append(say("{who} has died.", who=member_words(state, who)))
    for who in account.joined:
        lines.append(say("{who} has joined.", who=member_words(state, who)))
    for who, honour in account.honours:
        lines.append(
            say("{who} has gained an honour: {honour}.", who=member_words(state, who), honour=HONOUR_NAMES[honour])
        )
    for seat, zeni in enumerate(account.lost):
        if zeni:
            lines.append(say("Zeni lost by roster {seat}: {zeni}", seat=SEATS[seat], zeni=zeni))
    return lines


class AccountPage(QWidget):
    """`left`: back to the present chapter."""

    left = Signal()
    listed = Signal(object)
    """What is to be played after the present chapter: the adventures in their order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ahead: tuple[list[str], int] = ([], 0)
        """The chapters to come, and which of them is looked at."""
        self._choice: list[Line] = []
        self.out = InkButton(say("Remove it"), "quiet", self, sign="trash", clicked=self._leave_out)
        self.after = InkButton(say("Add one after it…"), "quiet", self, sign="plus", clicked=self._ask)
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading("", self, level=2)
        self.story = Label(self)
        self.lines = Label(self, role="ink")
        self.facts = Label(self, role="vigilant")
        self.back = InkButton(say("Current chapter"), "secondary", self, deed="campaign.step", clicked=self.left)
        inner = QWidget()
        vbox(self.story, self.lines, self.facts, 1, on=inner, spacing=10, margins=(0, 0, 6, 0))
        area = ScrollColumn(inner, self)
        vbox(
            self._label,
            self.title,
            Rule(self, weight=2.2, seed=41),
            (area, 1),
            fold(self.out, self.after, 1, self.back, spacing=8),
            on=self,
            spacing=6,
        )

    def show_chapter(self, state: State, n: int) -> None:
        now = state.now
        id = now.settings.chapters[n]
        self.title.setText(tr(chapter_words(state, id)))
        record = state.box.adventure(id) if id else None
        account = now.history[n] if n < len(now.history) else None
        if account is None:
            self._label.setText(tr(say("Chapter {number}: still to come", number=n + 1)))
            self.story.setText(tr(Name.of(record.intro)) if record is not None else "")
            linked = {link.origin for link in record.links} if record is not None else set()
            origins = tuple(chapter_words(state, origin) for origin in now.settings.chapters if origin in linked)
            self.lines.setText(tr(say("Earlier events matter here: {adventures}", adventures=origins))
                               if origins else "")  # fmt: skip
        else:
            won = (say("No winner") if account.winner is None
                   else say("Won by roster {seat}", seat=SEATS[account.winner]))  # fmt: skip
            self._label.setText(tr(say("Chapter {number}: {won}", number=n + 1, won=won)))
            ending = record.draw if record is not None else None
            if record is not None and account.winner is not None:
                ending = record.sides[account.winner].ending
            self.story.setText(tr(Name.of(ending)) if ending is not None else "")
            self.lines.setText("\n".join(map(tr, account_lines(state, account))))
        facts = chapter_facts(state, id)
        self.facts.setText("\n".join(map(tr, facts)))
        for widget in (self.story, self.lines, self.facts):
            widget.setVisible(bool(widget.text()))
        self.setAccessibleName(self.title.text())
        ahead = n > now.chapter
        self._ahead = (list(now.settings.chapters[now.chapter + 1 :]), n - now.chapter - 1)
        self._choice = chapter_choice(state)
        self.out.setVisible(ahead)
        self.after.setVisible(ahead and len(now.settings.chapters) < MOST_CHAPTERS)

    def _leave_out(self) -> None:
        chapters, at = self._ahead
        self.listed.emit((*chapters[:at], *chapters[at + 1 :]))

    def _ask(self) -> None:
        popup = ChoicePopup(self._choice, self, name=tr(say("Which adventure?")))
        popup.chosen.connect(self._put)
        popup.popup(self.after)

    def _put(self, id: str) -> None:
        chapters, at = self._ahead
        self.listed.emit((*chapters[: at + 1], "" if id == BATTLE else id, *chapters[at + 1 :]))


def chapter_choice(state: State) -> list[Line]:
    """What a chapter may be: a battle without an adventure, or an adventure of the packs."""
    lines = [Line(BATTLE, tr(say("A battle without an adventure")), sign="sword")]
    lines += [Line(card.id, tr(Name.of(card.name)), value=str(card.number)) for card in state.box.adventures]
    return lines[:MOST_LINES]


class EndingPage(QWidget):
    """Shown when the last chapter is approved."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.seal = SealLabel("道", "", self, size=72)
        self.title = Heading("", self, level=1)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._count = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self.more = InkButton(
            say("Continue…"), "primary", self, deed="campaign.step", tip=say("Add another adventure to the campaign")
        )
        self.more.clicked.connect(self.step)
        vbox(
            1,
            (self.seal, CENTER),
            self.title,
            Rule(self, weight=2.4, seed=51, role="vermilion"),
            self._count,
            Gap(10),
            (self.more, CENTER),
            2,
            on=self,
            spacing=14,
            margins=None,
        )

    def show_state(self) -> None:
        state = self._controller.state
        won = [sum(account.winner == seat for account in state.now.history) for seat in (0, 1)]
        first = leader(state)
        self.title.setText(tr(say("The campaign is a draw") if first is None
                             else say("Roster {seat} wins the campaign", seat=SEATS[first])))  # fmt: skip
        self._count.setText(tr(say("Adventures won: A {first}, B {second}", first=won[0], second=won[1])))

    def step(self) -> None:
        popup = ChoicePopup(chapter_choice(self._controller.state), self, name=tr(say("Which adventure?")))
        popup.chosen.connect(lambda id: self._controller.edit(SetChapters(("" if id == BATTLE else id,))))
        popup.popup(self.more)

    def focus_first(self) -> None:
        self.more.setFocus(Qt.FocusReason.OtherFocusReason)
