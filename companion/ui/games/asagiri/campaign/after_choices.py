"""Choices of a few cards (pray or seek, an honour, equipment), and the approval of what they did to both rosters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign import events as e
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.assistant import Proposal, ProposalEntry, stations
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_panel import AssistantPanel, paint_portrait, sentences
from companion.ui.games.asagiri.cards import profile as gearart
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.games.asagiri.cards.parts import paint_star
from companion.ui.games.asagiri.cards.portrait import RATIO
from companion.ui.games.asagiri.cards.profile import GearFace
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.layouts import FlowRow, fold, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.panels import Heading, Rule, paint_seal, paint_sheet
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label, SteppingButton

WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
WIDE = 226


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to choose: `gear` is painted as the card it is; no `option`: it lies there, not to be had."""

    option: str
    title: str
    words: str = ""
    sign: str = ""
    kanji: str = ""
    gear: GearFace | None = None
    mark: str = ""
    """A word in its corner: the own one, the one kept."""
    faded: bool = False
    hidden: bool = False
    """Not drawn yet: its back is seen."""


class BigChoice(SteppingButton):
    """A card to be chosen, with its key below; the lit one is what Space takes."""

    def __init__(self, card: Card, n: int, parent: QWidget | None = None) -> None:
        """Card number `n`, from 1 on; 0: it has no key."""
        super().__init__(parent)
        self.card, self._key = card, str(n) if n else ""
        self.lit = False
        self._beside: Sequence[BigChoice] = ()
        self.setText(card.title)
        self.setAccessibleName(", ".join(part for part in (card.title, card.mark) if part))
        self.setAccessibleDescription(card.words)
        self.setEnabled(bool(card.option))
        self.setCursor(Qt.CursorShape.PointingHandCursor if card.option else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if card.option else Qt.FocusPolicy.NoFocus)

    def set_lit(self, on: bool) -> None:
        if on != self.lit:
            self.lit = on
            self.update()

    def as_high_as(self, others: Sequence[BigChoice]) -> None:
        self._beside = list(others)
        self.updateGeometry()

    @property
    def _as_card(self) -> bool:
        return self.card.gear is not None or self.card.hidden

    def _body(self) -> QSize:
        if self._as_card:
            wide = fonts.px(196)
            return QSize(wide, round(wide * RATIO))
        return QSize(fonts.px(WIDE), max([self.own_height(), *(other.own_height() for other in self._beside)]))

    def own_height(self) -> int:
        """How high its words make it."""
        room = QRectF(0, 0, fonts.px(WIDE - 48), 10_000)
        title = QFontMetricsF(fonts.font("name")).boundingRect(room, WRAP, self.card.title).height()
        words = QFontMetricsF(fonts.font("text")).boundingRect(room, WRAP, self.card.words).height()
        return max(fonts.px(150), round(fonts.px(96) + title + words + fonts.px(44)))

    def sizeHint(self) -> QSize:
        body = self._body()
        return QSize(body.width() + fonts.px(18), body.height() + key_size("1").height() + fonts.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, body = palette.current(), self._body()
        top = fonts.px(20)
        with ink.painting(self) as pen:
            if self.card.mark:
                pen.setFont(fonts.font("strong", 13 / 14))
                pen.setPen(theme.color("vermilion"))
                pen.drawText(QRectF(0, 0, body.width(), top), Qt.AlignmentFlag.AlignCenter, self.card.mark)
            lift = -2.0 if self.underMouse() and self.isEnabled() and not self.isDown() else 0.0
            pen.save()
            pen.translate(0, top + lift)
            if self.card.faded:
                pen.setOpacity(0.45)
            if self.card.hidden:
                self._paint_back(pen, body, theme)
            elif self.card.gear is not None:
                gearart.paint(pen, body, self.card.gear, theme)
            else:
                self._paint_words(pen, body, theme)
            pen.setOpacity(1.0)
            if self.lit or self.hasFocus():
                box = QRectF(3, 2, body.width() - 6, body.height() - 7)
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 3.0 if self.lit else 1.6))
                pen.drawPath(ink.rough_rect(box, f"lit{self.text()}", 0.9, 34))
            pen.restore()
            if self._key and self.card.option:
                cap = key_size(self._key)
                at = QRectF(
                    (body.width() - cap.width()) / 2, top + body.height() + fonts.px(4), cap.width(), cap.height()
                )
                paint_key(pen, at, self._key, theme.color("faded"))

    def _paint_words(self, pen: QPainter, body: QSize, theme: Theme) -> None:
        paint_sheet(pen, QRectF(0, 0, body.width(), body.height()), theme, "surface", len(self.card.title), 7)
        side, card = fonts.px(52), self.card
        sign = QRectF((body.width() - side) / 2, fonts.px(26), side, side)
        if card.kanji:
            paint_seal(pen, sign, card.kanji, theme)
        elif card.sign:
            icons.paint(pen, card.sign, theme.color("ink"), sign.adjusted(5, 5, -5, -5))
        room = QRectF(fonts.px(24), sign.bottom() + fonts.px(10), body.width() - fonts.px(48), body.height())
        pen.setFont(fonts.font("name"))
        pen.setPen(theme.color("ink"))
        high = QFontMetricsF(pen.font()).boundingRect(room, WRAP, card.title).height()
        pen.drawText(QRectF(room.left(), room.top(), room.width(), high), WRAP, card.title)
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded"))
        pen.drawText(room.adjusted(0, high + fonts.px(4), 0, 0), WRAP, card.words)

    def _paint_back(self, pen: QPainter, body: QSize, theme: Theme) -> None:
        box = QRectF(6, 4, body.width() - 12, body.height() - 12)
        cloth = ink.rough_rect(box, "back", 0.8, 34)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(palette.blend(theme.color("figure_ink"), theme.color("gold"), 0.34))
        pen.drawPath(cloth)
        pen.save()
        pen.setClipPath(cloth)
        paint_star(pen, box, box.width() / 9, theme.color("figure_light", 0.22))
        pen.restore()
        side = body.width() * 0.32
        paint_seal(pen, QRectF((body.width() - side) / 2, (body.height() - side) / 2 - 4, side, side),
                   gearart.KANJI, theme)  # fmt: skip


class ChoosePanel(AssistantPanel):
    """Cards side by side. `chosen` carries the text of an option; Space takes the lit one."""

    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.cards: list[BigChoice] = []
        self._at = 0
        self._done = False
        self.came = Label(self, role="ink", font="name")
        self._row = FlowRow(self)
        self._column = vbox(self._row, self.came, 1, on=self, spacing=12)

    def tell(self, cards: Sequence[Card], lit: int = 0, came: str = "", *, done: bool = False) -> None:
        """Lay these cards; `lit`: which of those to be had Space takes; `done`: it is over, Space goes on."""
        if [one.card for one in self.cards] != list(cards):
            for old in self.cards:
                self._row.drop(old)
            self.cards, n = [], 0
            for card in cards:
                n += bool(card.option)
                made = BigChoice(card, n if card.option else 0, self._row)
                made.clicked.connect(lambda _=False, option=card.option: self.chosen.emit(option))
                made.stepped.connect(lambda along, across, made=made: self._step(made, along + across))
                self._row.add(made)
                made.show()
                self.cards.append(made)
            for made in self.cards:
                made.as_high_as(self.cards)
            self._row.refresh()
        self._done = done
        self.came.setText(came)
        self.came.setVisible(bool(came))
        self._light(lit)
        self.changed.emit()

    @property
    def ready(self) -> list[BigChoice]:
        return [card for card in self.cards if card.card.option]

    def _light(self, n: int) -> None:
        self._at = max(0, min(n, len(self.ready) - 1))
        for k, card in enumerate(self.ready):
            card.set_lit(k == self._at)

    def _step(self, card: BigChoice, way: int) -> None:
        ready = self.ready
        self._light((ready.index(card) + way) % len(ready))
        ready[self._at].setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def choose(self, n: int) -> bool:
        """Take card number `n`, from 1 on; False: there is none."""
        if not 1 <= n <= len(self.ready):
            return False
        self.ready[n - 1].click()
        return True

    def next_words(self) -> Message | None:
        if self._done:
            return say("Next")
        return say("{choice}", choice=self.ready[self._at].card.title) if self.ready else None

    def go(self) -> None:
        if not self._done and self.ready:
            self.ready[self._at].click()

    def begin(self) -> None:
        (self.ready[self._at] if self.ready else self).setFocus()


WRAP_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
BEFORE, AFTER = 32, 50


@dataclass(frozen=True, slots=True)
class ApprovedChange:
    """One thing about a member: what it is called, how it was and how it would be."""

    before: str
    after: str

    @property
    def real(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class MemberChange:
    """A member as the page shows it."""

    face: CardFace
    before: str
    """Its state before; empty: it was not there."""
    after: str
    changes: tuple[ApprovedChange, ...]
    told: str

    @property
    def changed(self) -> bool:
        return any(change.real for change in self.changes)


def held_in(line: Line) -> MemberChange:
    """Return what a member's line holds."""
    assert isinstance(line.data, MemberChange)
    return line.data


class ChangeDelegate(LineDelegate):
    """Paints a member before and after, and what happened to it."""

    least, wide = 280, 420

    def _left(self, line: Line) -> int:
        return fonts.px(14 + BEFORE + 22 + AFTER + 12)

    def _blocks(self, line: Line, width: float) -> list[tuple[str, QFont, bool, float]]:
        """What is written: words, font, whether it is a change, height."""
        room, change = QRectF(0, 0, max(60, width - self._left(line) - fonts.px(10)), 10_000), held_in(line)
        found = [(line.title, fonts.font("name", 16 / 18), change.changed)]
        for one in change.changes:
            if one.real:
                found.append((f"{one.before} → {one.after}", fonts.font("strong", 13 / 14), True))
        same = " · ".join(one.after for one in change.changes if not one.real)
        if same:
            found.append((same, fonts.font("text", 13 / 14), False))
        if change.told:
            found.append((change.told, fonts.font("small"), False))
        return [(words, font, real, QFontMetricsF(font).boundingRect(room, WRAP_LEFT, words).height())
                for words, font, real in found]  # fmt: skip

    def height(self, line: Line, width: int) -> int:
        words = sum(high + fonts.px(1) for *_, high in self._blocks(line, width))
        return round(max(words, fonts.px(AFTER + 2))) + fonts.px(14)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        if lit:
            pen.fillRect(box, theme.color("ink", 0.05))
        if held:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRect(box.adjusted(1, 1, -1, -1))
        elif lit:
            side = fonts.px(14)
            at = QRectF(box.right() - side - fonts.px(8), box.top() + fonts.px(8), side, side)
            icons.paint(pen, "edit", theme.color("faded"), at)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.translate(box.topLeft())
        if held_in(line).changed:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line((3, 8), (4, box.height() / 2), (3, box.height() - 8))
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(4.5), None, rough=0.1))
        self._paint_faces(pen, theme, held_in(line))
        y = float(fonts.px(6))
        for words, font, real, high in self._blocks(line, box.width()):
            pen.setFont(font)
            pen.setPen(theme.color("ink" if real else "faded"))
            room = QRectF(self._left(line), y, box.width() - self._left(line) - fonts.px(10), high + 2)
            pen.drawText(room, WRAP_LEFT, words)
            y += high + fonts.px(1)

    def _paint_faces(self, pen: QPainter, theme: Theme, line: MemberChange) -> None:
        dpr, small, large = self.view.devicePixelRatioF(), fonts.px(BEFORE), fonts.px(AFTER)
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


class ApprovalPanel(AssistantPanel):
    """See the module. `approved`: this is how it was; `wanted`: back to this station."""

    approved = Signal()
    wanted = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self._stations: dict[str, str] = {}
        """Of each member that of its own, or of the dead in whose place it stands."""
        self._titles = [Heading("", self, level=3) for _ in (0, 1)]
        self._purses = [Label(self, font="small") for _ in (0, 1)]
        self.lists = [ListView(self, grows=True) for _ in (0, 1)]
        for view in self.lists:
            view.set_delegate(ChangeDelegate(view))
            view.chosen.connect(lambda who: self.wanted.emit(self._stations[who]))
        self._general = Label(self, role="ink")
        self._rule = Rule(self)
        sides = [vbox(*parts, 1, spacing=0) for parts in zip(self._titles, self._purses, self.lists, strict=True)]
        sheet = fold(*((side, 1) for side in sides), spacing=30, most=8000)
        vbox(sheet, self._rule, self._general, 1, on=self, spacing=10)

    def ask(self, state: State, proposed: Proposal) -> None:
        t, there = self.controller.say, stations(state)
        for seat, view in enumerate(self.lists):
            title = t(o.side_words(state, seat))
            self._titles[seat].setText(title)
            view.setAccessibleName(title)
            before, after = proposed.purses[seat]
            changed = say("Purse: {before} → {after}", before=zeni(before), after=zeni(after))
            self._purses[seat].setText(t(changed if before != after else say("Purse: {zeni}", zeni=zeni(after))))
            self._purses[seat].set_role("ink" if before != after else "faded")
            self._purses[seat].setVisible(bool(before or after))
            entries = [entry for entry in proposed.entries if state.seat_of(entry.who) == seat]
            entries.sort(key=lambda entry: entry.before == entry.after)  # who has changed is what one looks for
            for entry in entries:
                replaced = entry.after.instead if entry.after is not None and entry.before is None else None
                self._stations[entry.who] = entry.who if entry.who in there else replaced or ""
            view.show_lines([self._line(state, entry, self._stations[entry.who] in there) for entry in entries])
        self._general.setText(sentences(map(t, proposed.general)))
        for widget in (self._rule, self._general):
            widget.setVisible(bool(proposed.general))
        self.changed.emit()

    def _line(self, state: State, entry: ProposalEntry, open_: bool) -> Line:
        t, member = self.controller.say, entry.after or entry.before
        assert member is not None
        was, now = entry.before, entry.after

        def condition(of: Member | None, gone: Message) -> str:
            return t(Message(STATE_WORDS[of.state])) if of is not None else t(gone)

        changes = [ApprovedChange(condition(was, say("not there")), condition(now, say("dead")))]
        gear = [self.faces.gear(of.equipment).name if of is not None and of.equipment is not None else ""
                for of in (was, now)]  # fmt: skip
        honour = [t(self.faces.honour(of.honour)[0]) if of is not None and of.honour is not None else ""
                  for of in (was, now)]  # fmt: skip
        for (had, has), none in ((gear, say("no equipment")), (honour, say("no honour"))):
            if (had or has) and now is not None:
                changes.append(ApprovedChange(had or t(none), has or t(none)))
        told = self._told(entry)
        face = self.faces.member(state, member)
        change = MemberChange(face, was.state if was is not None else "", now.state if now is not None else "dead",
                              tuple(changes), told)  # fmt: skip
        said = ", ".join([*(f"{c.before} → {c.after}" if c.real else c.after for c in changes), told])
        return Line(entry.who, face.name, said, on=open_, data=change)

    def _told(self, entry: ProposalEntry) -> str:
        """What happened to it, the cards it drew in one breath; how the battle left it is known already."""
        session, said, drawn = self.controller.session, [], list[str]()
        found = [(n, event) for n in entry.steps for event in session.events_of(n)]
        for n, event in found:
            if getattr(event, "who", "") != entry.who or isinstance(event, e.FateTold):
                continue
            if isinstance(event, e.EquipmentDrawn):
                drawn.append(self.faces.gear(event.gear).name)
                continue
            if drawn:
                said.append(self.controller.say(say("Drawn: {cards}", cards=tuple(drawn))))
                drawn = []
            said.append(self.controller.say(session.system.tell(session.state_at(n + 1), event)))
        return sentences(said)

    def next_words(self) -> Message | None:
        return say("Approve")

    def go(self) -> None:
        self.approved.emit()
