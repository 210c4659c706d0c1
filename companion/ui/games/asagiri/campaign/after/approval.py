"""What is proposed, before and after, for both rosters: what has changed is marked, all of it can be decided again."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign import events as e
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.assistant import Proposal, ProposalEntry, stations
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.ui.games.asagiri.campaign.controller import CampaignController, CampaignFaces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label

from .panel import AssistantPanel, paint_portrait, sentences

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
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
        return [(words, font, real, QFontMetricsF(font).boundingRect(room, WRAP, words).height())
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
            pen.drawText(room, WRAP, words)
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
