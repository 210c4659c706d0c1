"""What is proposed, before and after, for both rosters: what has changed is marked, all of it can be decided again."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from companion.model.campaign import events as e
from companion.model.campaign import options as o
from companion.model.campaign.proposal import Entry, Proposal
from companion.model.campaign.state import Member, State
from companion.model.campaign.walk import stations
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.text import STATE_WORDS, zeni
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.fold_layout import FoldLayout
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.popup import step_among
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import follow

from .panel import Panel, sentences
from .portraits import paint_portrait

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
BEFORE, AFTER = 32, 50


@dataclass(frozen=True, slots=True)
class Change:
    """One thing about a member: what it is called, how it was and how it would be."""

    before: str
    after: str

    @property
    def real(self) -> bool:
        """Whether it would be otherwise."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Line:
    """A member as the page shows it."""

    face: CardFace
    before: str
    """Its state before; empty: it was not there."""
    after: str
    changes: tuple[Change, ...]
    told: str
    open: bool
    """Whether one can go back to it and decide otherwise."""

    @property
    def changed(self) -> bool:
        """Whether anything about it would be otherwise."""
        return any(change.real for change in self.changes)


class EntryRow(QAbstractButton):
    """A member before and after; a click goes back to it."""

    stepped = Signal(int)

    def __init__(self, line: Line, said: str, parent: QWidget) -> None:
        """`said`: all of it for screen readers."""
        super().__init__(parent)
        self.line = line
        self.setText(line.face.name)
        self.setAccessibleName(line.face.name)
        self.setAccessibleDescription(said)
        self.setEnabled(line.open)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if line.open else Qt.FocusPolicy.NoFocus)
        if line.open:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.setFixedHeight(self._high(self.width()))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What was told wraps."""
        super().resizeEvent(event)
        self.setFixedHeight(self._high(self.width()))

    def _left(self) -> int:
        return fonts.px(14 + BEFORE + 22 + AFTER + 12)

    def _blocks(self, width: int) -> list[tuple[str, QFont, bool, float]]:
        """What is written: words, font, whether it is a change, height."""
        room = QRectF(0, 0, max(60, width - self._left() - fonts.px(10)), 10_000)
        found = [(self.line.face.name, fonts.font("name", 16 / 18), self.line.changed)]
        for change in self.line.changes:
            if change.real:
                found.append((f"{change.before} → {change.after}", fonts.font("strong", 13 / 14), True))
        same = " · ".join(change.after for change in self.line.changes if not change.real)
        if same:
            found.append((same, fonts.font("text", 13 / 14), False))
        if self.line.told:
            found.append((self.line.told, fonts.font("small"), False))
        return [(words, font, real, QFontMetricsF(font).boundingRect(room, WRAP, words).height())
                for words, font, real in found]  # fmt: skip

    def _high(self, width: int) -> int:
        """All that is written, and the portraits."""
        words = sum(high + fonts.px(1) for *_, high in self._blocks(width))
        return round(max(words, fonts.px(AFTER + 2))) + fonts.px(14)

    def sizeHint(self) -> QSize:
        """As wide as half a page."""
        return QSize(fonts.px(420), self._high(fonts.px(420)))

    def minimumSizeHint(self) -> QSize:
        """Narrower."""
        return QSize(fonts.px(280), fonts.px(AFTER))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both portraits and the words."""
        theme, line = palette.current(), self.line
        with ink.painting(self) as pen:
            lit = self.isEnabled() and (self.underMouse() or self.hasFocus())
            if lit:
                pen.fillRect(self.rect(), theme.color("ink", 0.05))
            if line.changed:
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                stroke = ink.line((3, 8), (4, self.height() / 2), (3, self.height() - 8))
                pen.drawPath(ink.brush_stroke(stroke, fonts.px(4.5), None, rough=0.1))
            self._paint_faces(pen, theme)
            y = float(fonts.px(6))
            for words, font, real, high in self._blocks(self.width()):
                pen.setFont(font)
                pen.setPen(theme.color("ink" if real else "faded"))
                pen.drawText(QRectF(self._left(), y, self.width() - self._left() - fonts.px(10), high + 2), WRAP, words)
                y += high + fonts.px(1)
            if self.hasFocus():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
                pen.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
            elif lit:
                side = fonts.px(14)
                at = QPointF(self.width() - side - fonts.px(8), fonts.px(8))
                pen.drawPixmap(at, icons.pixmap("edit", theme.color("faded"), side, self.devicePixelRatioF()))

    def _paint_faces(self, pen: QPainter, theme: Theme) -> None:
        line, dpr, small, large = self.line, self.devicePixelRatioF(), fonts.px(BEFORE), fonts.px(AFTER)
        x, middle = float(fonts.px(14)), fonts.px(7) + large / 2
        pen.setOpacity(0.75)
        if line.before:
            paint_portrait(pen, QRectF(x, middle - small / 2, small, small), line.face, line.before, theme, dpr)
        pen.setOpacity(1.0)
        x += small + fonts.px(5)
        sign = "plus" if not line.before else "arrow-right"
        side = fonts.px(14)
        colour = theme.color("vermilion" if line.changed else "hairline")
        pen.drawPixmap(QPointF(x, middle - side / 2), icons.pixmap(sign, colour, side, dpr))
        x += fonts.px(17)
        paint_portrait(pen, QRectF(x, middle - large / 2, large, large), line.face, line.after, theme, dpr)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes back to it; up and down go along."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the focus no more."""
        super().focusOutEvent(event)
        self.update()


class ApprovalPanel(Panel):
    """See the module. `approved`: this is how it was; `wanted`: back to this station."""

    approved = Signal()
    wanted = Signal(str)

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        """Nothing is proposed yet."""
        super().__init__(campaigning, faces, parent)
        self.rows: dict[str, EntryRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(fonts.px(8))
        self._page = QWidget(self)
        self._column.addWidget(self._page, 1)

    def ask(self, state: State, proposed: Proposal) -> None:
        """Show the proposal."""
        old = self._page
        self._column.removeWidget(old)
        old.hide()
        old.deleteLater()
        self.rows = {}
        self._page = QWidget(self)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(fonts.px(10))
        sides = FoldLayout(most=8000)
        sides.setSpacing(fonts.px(30))
        for seat in (0, 1):
            sides.addLayout(self._side(state, proposed, seat), 1)
        page.addLayout(sides)
        if proposed.general:
            page.addWidget(Rule(self._page))
            general = Label(self._page, role="ink")
            general.setText(sentences(self.campaigning.say(words) for words in proposed.general))
            page.addWidget(general)
        page.addStretch(1)
        self._column.addWidget(self._page, 1)
        self._page.show()
        self.changed.emit()

    def _side(self, state: State, proposed: Proposal, seat: int) -> QVBoxLayout:
        t, column = self.campaigning.say, QVBoxLayout()
        column.setSpacing(0)
        title = t(say("{side}", side=o.side_words(state, seat)))
        column.addWidget(Heading(title, self._page, level=3))
        before, after = proposed.purses[seat]
        if before or after:
            purse = Label(self._page, role="ink" if before != after else "faded", font="small")
            changed = say("Purse: {before} → {after}", before=zeni(before), after=zeni(after))
            purse.setText(t(changed if before != after else say("Purse: {zeni}", zeni=zeni(after))))
            column.addWidget(purse)
        there = stations(state)
        entries = [entry for entry in proposed.entries if state.seat_of(entry.who) == seat]
        # who has changed is what one looks for
        for entry in sorted(entries, key=lambda entry: entry.before == entry.after):
            line = self._line(state, entry, entry.who in there or self._stands_for(state, entry) in there)
            said = ", ".join([*(f"{c.before} → {c.after}" if c.real else c.after for c in line.changes), line.told])
            row = EntryRow(line, said, self._page)
            row.clicked.connect(lambda _=False, entry=entry: self._back(state, entry))
            row.stepped.connect(lambda way, row=row: self._step(row, way))
            column.addWidget(row)
            self.rows[entry.who] = row
        column.addStretch(1)
        return column

    @staticmethod
    def _stands_for(state: State, entry: Entry) -> str:
        """The dead in whose place a newcomer stands: its station is theirs."""
        return (entry.after.instead or "") if entry.after is not None and entry.before is None else ""

    def _back(self, state: State, entry: Entry) -> None:
        there = stations(state)
        self.wanted.emit(entry.who if entry.who in there else self._stands_for(state, entry))

    def _line(self, state: State, entry: Entry, open_: bool) -> Line:
        t, member = self.campaigning.say, entry.after or entry.before
        assert member is not None
        was, now = entry.before, entry.after

        def condition(of: Member | None, gone: Message) -> str:
            return t(Message(STATE_WORDS[of.state])) if of is not None else t(gone)

        changes = [Change(condition(was, say("not there")), condition(now, say("dead")))]
        gear = [self.faces.gear(of.equipment).name if of is not None and of.equipment is not None else ""
                for of in (was, now)]  # fmt: skip
        honour = [t(self.faces.honour(of.honour)[0]) if of is not None and of.honour is not None else ""
                  for of in (was, now)]  # fmt: skip
        for (had, has), none in ((gear, say("no equipment")), (honour, say("no honour"))):
            if (had or has) and now is not None:
                changes.append(Change(had or t(none), has or t(none)))
        told = self._told(entry)
        face = self.faces.member(state, member)
        return Line(face, was.state if was is not None else "", now.state if now is not None else "dead",
                    tuple(changes), told, open_)  # fmt: skip

    def _told(self, entry: Entry) -> str:
        """What happened to it, the cards it drew in one breath; how the battle left it is known already."""
        session, said, drawn = self.campaigning.session, [], list[str]()
        found = [(n, event) for n in entry.steps for event in session.events_of(n)]
        for n, event in found:
            if getattr(event, "who", "") != entry.who or isinstance(event, e.FateTold):
                continue
            if isinstance(event, e.EquipmentDrawn):
                drawn.append(self.faces.gear(event.gear).name)
                continue
            if drawn:
                said.append(self.campaigning.say(say("Drawn: {cards}", cards=tuple(drawn))))
                drawn = []
            said.append(self.campaigning.say(session.system.tell(session.state_at(n + 1), event)))
        return sentences(said)

    def _step(self, row: EntryRow, way: int) -> None:
        step_among([one for one in self.rows.values() if one.isEnabled()], row, way)

    def next_words(self) -> Message | None:
        """Approve it."""
        return say("Approve")

    def go(self) -> None:
        """Approve it."""
        self.approved.emit()
