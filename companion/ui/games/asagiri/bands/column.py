"""One band being composed: its name, its zeni on the rod, its members and their equipment, and the rule it breaks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, one_line, say
from companion.ui.games.asagiri.bands import BandOffer, BandRoster, Offers, RosterMember, fitting
from companion.ui.kit.art.marks import ZeniMeter
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import NameEdit
from companion.ui.kit.layouts import Gap, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import paint_rule
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, discard, follow
from companion.ui.play.storage import StorageError

from .gallery import CardArt

SLIP = 20


class MemberBar(Translated, QWidget):
    """Delete or the cross removes; Enter or a click on the slip chooses equipment, left and right go through it."""

    removed = Signal()
    equipment_wanted = Signal()
    equipment_stepped = Signal(int)
    stepped = Signal(int)

    def __init__(self, member: RosterMember, art: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.member = member
        self._art = art
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.retranslate()

    def show_member(self, member: RosterMember) -> None:
        """Show another one in its place."""
        if member != self.member:
            self.member = member
            self.retranslate()

    def retranslate(self) -> None:
        face = self._art.face(self.member.card, self.member.equipment)
        bears = face.slip.name if face.slip is not None else tr(say("no equipment"))
        self.setAccessibleName(f"{face.name}, {bears}")
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(250), self._strip_height() + fonts.px(SLIP - 5))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def _strip_height(self) -> int:
        return self._art.strip_height(self.member.card)

    def cross(self) -> QRect:
        """Where a click removes the member."""
        side = fonts.px(22)
        return QRect(self.width() - side - fonts.px(12), self._strip_height() - side - fonts.px(14), side, side)

    def slip(self) -> QRect:
        """Where a click chooses equipment."""
        left = round(self.width() * 0.16)
        return QRect(left, self._strip_height() - fonts.px(11), round(self.width() * 0.78), fonts.px(SLIP + 5))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        over = self.cross().contains(at) or self.slip().contains(at)
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        self.setToolTip(self._tip(at))
        self.update()

    def _tip(self, at: QPoint) -> str:
        if self.cross().contains(at):
            return tr(say("Remove"))
        if self.slip().contains(at):
            return tr(say("Give equipment"))
        return ""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.cross().contains(at):
            self.removed.emit()
        elif self.slip().contains(at):
            self.equipment_wanted.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.slip().contains(event.position().toPoint()):
            self.removed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Minus):
            self.removed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_E):
            self.equipment_wanted.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.equipment_stepped.emit(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        high, dpr = self._strip_height(), self.devicePixelRatioF()
        self._paint_slip(pen)
        pen.drawPixmap(0, 0, self._art.strip(self.member.card, None, QSize(self.width(), high), dpr))
        if self.hasFocus():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.2))
            pen.drawPath(ink.rough_rect(QRectF(2, 1, self.width() - 4, high - 6), "member", 0.6, 40))
        if self.hasFocus() or self.underMouse():
            box = self.cross()
            over = box.contains(self.mapFromGlobal(self.cursor().pos()))
            colour = theme.color("vermilion" if over else "faded")
            side = fonts.px(15)
            pen.drawPixmap(
                box.center().x() - side // 2, box.center().y() - side // 2, icons.pixmap("close", colour, side, dpr)
            )
        pen.end()

    def _paint_slip(self, pen: QPainter) -> None:
        theme, box = palette.current(), QRectF(self.slip())
        face = self._art.face(self.member.card, self.member.equipment)
        lit = self.hasFocus() or self.underMouse()
        words = QRectF(box.left() + fonts.px(9), box.bottom() - fonts.px(18), box.width() - fonts.px(18), fonts.px(16))
        pen.setFont(fonts.font("small", 11.5 / 12))
        if face.slip is None:
            if not lit:
                return
            pen.setPen(QPen(theme.color("faded", 0.7), 1, Qt.PenStyle.DashLine))
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.drawRect(box.adjusted(0, 0, 0, -1))
            pen.setPen(theme.color("faded"))
            pen.drawText(words, Qt.AlignmentFlag.AlignVCenter, tr(say("Give equipment")))
            return
        sheet = ink.rough_rect(box.adjusted(0, 0, 0, -1), face.slip.name, 0.6, 26)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.22), 3, 0.4, 1.2)
        pen.setPen(QPen(theme.color("vermilion" if lit else "gold", 0.7), 0.9))
        pen.setBrush(theme.mix("surface", "gold", 0.16))
        pen.drawPath(sheet)
        pen.setPen(theme.color("ink"))
        pen.drawText(words, Qt.AlignmentFlag.AlignVCenter, face.slip.name)
        pen.setPen(theme.color("faded"))
        pen.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"+{face.slip.zeni}")


NOTHING, EMPTY = "nothing", "empty"


class RosterColumn(Translated, QWidget):
    """`changed` carries the new `BandRoster`; `activated`: cards go here from now on."""

    changed = Signal(object)
    activated = Signal()
    said = Signal(object)
    """A `Message` for a passing note."""

    def __init__(
        self, art: CardArt, offers: Offers, title: Message, parent: QWidget | None = None, *, offering: bool = True
    ) -> None:
        """An empty band; `title` stands small above its name. `offering`: ready bands can be taken."""
        super().__init__(parent)
        self._offering = offering
        self._art, self._offers = art, offers
        self._title = title
        self._player = ""
        self.roster = BandRoster()
        self.budget = 16
        self.kept: int | None = None
        """Its number in storage, once it lies there."""
        self._active = False
        self._label = Label(self, font="small", wrap=False)
        self.name = says(NameEdit(self, share=20 / 24), name=say("Name of the band"), hint=say("Name of the band"))
        self.name.textEdited.connect(self._rename)
        self.name.focused.connect(self.activated)
        self.meter = ZeniMeter(0, 16, "", self)
        self.problem = Label(self, role="shaken", font="small")
        self._invitation = Label(self)
        self.members: list[MemberBar] = []
        self._offered: dict[str, BandOffer] = {}
        self.offered = ListView(grows=True)
        self.offered.chosen.connect(lambda id: self.take(self._offered[id]))
        self.area = ScrollColumn(None, self, spacing=2)
        self.ready = InkButton(say("Ready-made bands"), "quiet", self, sign="people", clicked=self.choose_ready)
        self.keep = InkButton(say("Save"), "quiet", self, sign="save", tip=say("Save this band"))
        self.keep.clicked.connect(self.keep_band)
        self._lay_out()
        self.retranslate()

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(262), 0))

    def _lay_out(self) -> None:
        self.area.column.addWidget(self.offered)
        self.area.column.addStretch(1)
        self.area.viewport().installEventFilter(self)
        vbox(
            self._label,
            self.name,
            self.meter,
            Gap(4),
            self._invitation,
            (self.area, 1),
            self.problem,
            hbox(self.ready, 1, self.keep, spacing=0),
            on=self,
            spacing=4,
            margins=(10, 10, 10, 0),
        )

    def show_roster(self, roster: BandRoster, budget: int, kept: int | None = None) -> None:
        self.kept = kept if roster.members or kept else None
        self.budget = budget
        self.roster = roster
        if self.name.text() != roster.name:
            self.name.setText(roster.name)
            self.name.setCursorPosition(0)  # a long name is seen from its beginning
        self._show_members()
        self._show_cost()

    def set_title(self, title: Message, player: str = "") -> None:
        """What stands above the name: which band, and who plays it."""
        self._title, self._player = title, player
        self._show_title()

    def set_active(self, on: bool) -> None:
        """Mark it as the band that cards go to."""
        self._active = on
        self._show_title()
        self.update()

    def _show_title(self) -> None:
        words = tr(self._title)
        self._label.setText(f"{words} · {self._player}" if self._player else words)

    def retranslate(self) -> None:
        self._show_title()
        invitation = say("Pick cards, or a ready-made band:")
        self._invitation.setText(tr(invitation if self._offering else say("Pick cards to build a band.")))
        self.ready.setVisible(self._offering)
        for strip in self.members:
            strip.retranslate()
        self._show_members()
        self._show_cost()

    def _show_members(self) -> None:
        """Reuse the strips there are, so that the keys stay where they were."""
        wanted = self.roster.members
        while len(self.members) > len(wanted):
            strip = self.members.pop()
            self.area.column.removeWidget(strip)
            discard(strip)
        for n, member in enumerate(wanted):
            if n < len(self.members):
                self.members[n].show_member(member)
            else:
                self._add_strip(n)
        self._show_offers()

    def _add_strip(self, n: int) -> None:
        strip = MemberBar(self.roster.members[n], self._art, self.area)
        strip.removed.connect(lambda: self.remove(self.members.index(strip)))
        strip.equipment_wanted.connect(lambda: self.choose_equipment(self.members.index(strip)))
        strip.equipment_stepped.connect(lambda way: self.step_equipment(self.members.index(strip), way))
        strip.stepped.connect(lambda way: self._step(self.members.index(strip) + way))
        self.members.append(strip)
        self.area.column.insertWidget(n, strip)
        strip.show()

    def _show_offers(self) -> None:
        """In an empty band: what is ready, one click away."""
        empty = not self.roster.members
        self._invitation.setVisible(empty)
        found = fitting([*self._offers.ready(), *self._kept()], self.budget)[:5] if empty and self._offering else []
        self._offered = {offer.id: offer for offer in found}
        self.offered.setAccessibleName(tr(say("Ready-made bands")))
        self.offered.show_lines([self._offers.line(offer, self.budget) for offer in found])
        self.offered.setVisible(bool(found))
        self.keep.setEnabled(not empty)

    def _kept(self) -> list[BandOffer]:
        try:
            return self._offers.kept()
        except StorageError as wrong:
            self.said.emit(wrong.why)
            return []

    def _show_cost(self) -> None:
        spent = self._art.box.cost(self.roster)
        self.meter.set_value(spent, self.budget)
        words = tr(say("{spent} of {budget} zeni spent", spent=spent, budget=self.budget))
        self.meter.setAccessibleName(words)
        self.meter.setToolTip(words)
        wrong = self._art.box.refusals(self.roster, self.budget) if self.roster.members else []
        self.problem.setText("\n".join(tr(refusal.why) for refusal in wrong))
        self.problem.setVisible(bool(wrong))

    def _change(self, roster: BandRoster) -> None:
        self.show_roster(roster, self.budget, self.kept)
        self.changed.emit(roster)

    def _rename(self, name: str) -> None:
        self._change(self.roster.named(name))

    def add(self, card: str) -> bool:
        if self._art.box.objection(self.roster, card, self.budget) is not None:
            return False
        self._change(self.roster.with_card(card))
        self.area.ensureWidgetVisible(self.members[-1])
        return True

    def remove(self, n: int) -> None:
        """Send a member away; the keys go to the one in its place."""
        held = self.members[n].hasFocus()
        self._change(self.roster.without(n))
        if held:
            self._step(min(n, len(self.members) - 1))

    def _step(self, n: int) -> None:
        if 0 <= n < len(self.members):
            self.members[n].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(self.members[n])
        elif not self.members:
            self.ready.setFocus(Qt.FocusReason.TabFocusReason)

    def take(self, offer: BandOffer) -> None:
        held = self.offered.hasFocus()
        self.kept = offer.kept
        self._change(offer.roster)
        if held:  # the list is gone: the keys go on in the band, not to whatever Qt finds next
            self._step(0)
        self.activated.emit()

    def choose_ready(self) -> None:
        """Offer all ready and kept bands, and an empty one."""
        offers = {offer.id: offer for offer in fitting([*self._offers.ready(), *self._kept()], self.budget)}
        lines = [self._offers.line(offer, self.budget) for offer in offers.values()]
        lines.append(Line(EMPTY, tr(say("Start over")), sign="trash"))
        popup = ChoicePopup(lines, self, name=tr(say("Ready-made bands")))
        popup.chosen.connect(lambda id: self.take(offers[id]) if id in offers else self._change(BandRoster()))
        popup.popup(self.ready)

    def choose_equipment(self, n: int) -> None:
        """Offer every equipment card; what a rule forbids says so."""
        box, now = self._art.box, self.roster.members[n].equipment
        lines = [Line(NOTHING, tr(say("No equipment")), chosen=now is None)]
        for card in box.equipment:
            refusal = box.equipment_objection(self.roster, n, card.id, self.budget) if card.id != now else None
            slip = self._art.face(self.roster.members[n].card, card.id).slip
            words = " ".join(line.words for line in slip.skills) if slip else ""
            if card.use == "single":
                once = tr(say("Single use."))
                words = f"{once} {words}"
            why = tr(refusal.why) if refusal else ""
            lines.append(Line(card.id, tr(Name.of(card.name)), words, f"+{card.zeni}", "tray", why, card.id == now))
        popup = ChoicePopup(lines, self, name=tr(say("Give equipment")))
        popup.chosen.connect(lambda id: self.give(n, None if id == NOTHING else id))
        popup.popup(self.members[n], beside=True)

    def give(self, n: int, equipment: str | None) -> None:
        """Give a member this, or nothing."""
        self._change(self.roster.bearing(n, equipment))

    def step_equipment(self, n: int, way: int) -> None:
        """The next thing that this member may be given."""
        choices = self._art.box.choices(self.roster, n, self.budget)
        now = self.roster.members[n].equipment
        at = choices.index(now) if now in choices else 0
        self.give(n, choices[(at + way) % len(choices)])

    def keep_band(self) -> None:
        """Store the band, in the place of the one it came from when it kept its name."""
        storage = self._offers.storage
        name = one_line(self.roster.name) or self._offers.words(self.roster)[:40]
        try:
            known = {entry.id: entry.name for entry in storage.bands()}
            place = self.kept if self.kept is not None and known.get(self.kept) == name else None
            entry = storage.keep_band(name, self.budget, self.roster.json(), place)
        except StorageError as wrong:
            self.said.emit(wrong.why)
            return
        self.kept = entry.id
        if self.roster.name != name:
            self._change(self.roster.named(name))
        self.said.emit(say("“{name}” is saved.", name=tr(name)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self.activated.emit()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.activated.emit()
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._active:
            pen.fillRect(self.rect(), theme.color("surface", 0.75))
            paint_rule(pen, QPointF(6, 3), self.width() - 12, 4.0, theme, "vermilion", 3)
        pen.end()
