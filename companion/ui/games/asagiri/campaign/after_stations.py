"""The way through the assistant: its stations, going back to one of them, and the approval at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.record import Step
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign import events as e
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.assistant import Proposal, ProposalEntry, again, station, stations, turn_of
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_panel import AssistantPanel, paint_portrait, sentences
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.buttons import step_among
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.scroll import ScrollStrip
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Label, SteppingButton, follow

Progress = Literal["done", "present", "ahead"]


SIDE = 46


WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Stop:
    """One station of the way; `words` tell its progress and how it stands."""

    id: str
    title: str
    words: str
    progress: Progress
    sign: str = ""
    face: CardFace | None = None
    state: str = "vigilant"
    gap: bool = False
    """The other roster begins here."""


class StationButton(SteppingButton):
    """A stop that can be gone back to."""

    def __init__(self, stop: Stop, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = stop
        self.tell(stop)

    def tell(self, stop: Stop) -> None:
        self.stop = stop
        self.setText(stop.title)
        self.setAccessibleName(f"{stop.title}: {stop.words}")
        self.setToolTip(f"{stop.title}: {stop.words}")
        self.setEnabled(stop.progress != "ahead")
        here = Qt.CursorShape.PointingHandCursor if stop.progress == "done" else Qt.CursorShape.ArrowCursor
        self.setCursor(here)
        self.refresh()

    def sizeHint(self) -> QSize:
        lines = 2 * QFontMetricsF(fonts.font("small", 11 / 12)).height()
        return QSize(fonts.px(76), round(fonts.px(SIDE + 16) + lines))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        stop, side = self.stop, float(fonts.px(SIDE))
        box = QRectF((self.width() - side) / 2, fonts.px(8), side, side)
        present, ahead = stop.progress == "present", stop.progress == "ahead"
        pen.setOpacity(0.4 if ahead else 1.0)
        if stop.face is not None:
            state = "vigilant" if ahead else stop.state
            paint_portrait(pen, box, stop.face, state, theme, self.devicePixelRatioF())
        else:
            pen.setPen(QPen(theme.color("faded"), 1.4))
            pen.setBrush(theme.color("surface"))
            pen.drawPath(ink.rough_disc(box.center(), side / 2 - 1, stop.id, 0.02))
            inset = side * 0.27
            icons.paint(pen, stop.sign, theme.color("ink"), box.adjusted(inset, inset, -inset, -inset))
        pen.setOpacity(1.0)
        if present:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 3))
            pen.drawEllipse(box.adjusted(-4, -4, 4, 4))
        elif stop.progress == "done":
            tick = side * 0.36
            at = QRectF(box.left() - tick * 0.15, box.top() - tick * 0.1, tick, tick)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("surface"))
            pen.drawEllipse(at)
            icons.paint(pen, "check", theme.color("vermilion"), at.adjusted(2, 2, -2, -2))
        font = fonts.font("strong" if present else "small", (11 / 14) if present else (11 / 12))
        pen.setFont(font)
        pen.setPen(theme.color("ink" if present else "faded"))
        room = QRectF(1, box.bottom() + fonts.px(6), self.width() - 2, self.height() - box.bottom() - fonts.px(6))
        pen.drawText(room, WRAP, stop.title)
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 1.4, Qt.PenStyle.DotLine))
            pen.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)


class StationBar(ScrollStrip):
    """All stations at a glance. `chosen` carries the station to go back to."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QWidget(), parent)
        self.beads: dict[str, StationButton] = {}
        self._row = hbox(on=self.widget(), spacing=2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()

    def tell(self, stops: Sequence[Stop]) -> None:
        if [stop.id for stop in stops] != list(self.beads):
            self._make(stops)
        for stop in stops:
            bead = self.beads[stop.id]
            bead.tell(stop)
            if stop.progress == "present":
                self.reveal(bead, 120)

    def _make(self, stops: Sequence[Stop]) -> None:
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.beads = {}
        for stop in stops:
            if stop.gap:
                self._row.addSpacing(fonts.px(22))
            bead = StationButton(stop, self.widget())
            bead.clicked.connect(lambda _=False, id=stop.id: self.chosen.emit(id))
            bead.stepped.connect(lambda way, _, bead=bead: step_among(self._open(), bead, way))
            self._row.addWidget(bead)
            bead.show()
            self.beads[stop.id] = bead
        self._row.addStretch(1)
        self.updateGeometry()

    def _open(self) -> list[StationButton]:
        return [bead for bead in self.beads.values() if bead.isEnabled()]

    def sizeHint(self) -> QSize:
        high = max((bead.sizeHint().height() for bead in self.beads.values()), default=fonts.px(SIDE + 26))
        return QSize(fonts.px(600), high + self.horizontalScrollBar().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())


class Reconsidering:
    """What lies ahead of where the person has gone back to. One at a time."""

    def __init__(self, controller: CampaignController) -> None:
        self._controller = controller
        self._at = self._end = 0
        self._station = ""
        self._rest: tuple[Step, ...] = ()

    @property
    def station(self) -> str:
        """Where the person has gone back to; an empty text: nowhere."""
        return self._station

    def forget(self) -> None:
        """The way goes on from where it is."""
        self._station, self._rest = "", ()

    def go(self, to: str) -> bool:
        """Go back to a station; False when one is there already, or has not come there yet."""
        controller, session = self._controller, self._controller.session
        rest = self._rest if self._station else ()
        if self._station and session.cursor == self._at:  # nothing was decided otherwise: as if nobody had gone back
            rest = ()
            if not controller.jump(self._end):
                return False
        turn = turn_of(session, to)
        if turn is None or turn[0] == session.cursor:
            self.forget()
            return False
        begin, end = turn
        rest = (*session.steps[end : session.cursor], *rest)
        here = session.cursor
        if not controller.jump(begin):
            return False
        self._station, self._at, self._end, self._rest = to, begin, here, rest
        return True

    def follow(self) -> None:
        """The campaign has moved by other hands: whoever went further back is no longer there."""
        if self._station and self._controller.session.cursor < self._at:
            self.forget()

    def finish(self) -> int:
        """When it is decided there: everybody else as before; how many steps did not fit any more."""
        controller = self._controller
        session = controller.session
        if not self._station or session.cursor <= self._at or station(session.state) == self._station:
            return 0
        rest = self._rest
        self.forget()
        done = len(rest)

        def do() -> None:
            nonlocal done
            done = again(controller.chronicle, rest)

        return len(rest) - done if rest and controller.attempt(do) else 0


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
    """Both rosters as they would be. `approved`: this is how it was; `wanted`: back to this station."""

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
