"""Choices of a few cards: pray or seek, an honour, equipment that is sought, who replaces the dead (CAM-3, CAM-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.record import DiceMode
from companion.model.core.words import Message, folded, say
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.legal_options import DRAWN, check, deck, replacements
from companion.model.games.asagiri.campaign.state import Replacing, Seeking, State
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_panel import AssistantPanel
from companion.ui.games.asagiri.cards import profile as gearart
from companion.ui.games.asagiri.cards.parts import paint_star
from companion.ui.games.asagiri.cards.portrait import RATIO
from companion.ui.games.asagiri.cards.profile import GearFace
from companion.ui.kit.buttons import key_size, paint_key
from companion.ui.kit.layouts import FlowRow, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, paint_seal, paint_sheet
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

    def paint(self, pen: QPainter, theme: Theme) -> None:
        body = self._body()
        top = fonts.px(20)
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
            at = QRectF((body.width() - cap.width()) / 2, top + body.height() + fonts.px(4), cap.width(), cap.height())
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


class SeekPanel(AssistantPanel):
    """Equipment that is sought. `wanted`: draw all that are wanted here; `typed`: this card was drawn at the table."""

    wanted = Signal()
    typed = Signal(str)
    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self._mode: DiceMode = "virtual"
        self._drawing = False
        self.table = ChoosePanel(controller, faces, self)
        self.table.chosen.connect(self.chosen)
        self.table.changed.connect(self.changed)
        self._which = Label(self, role="ink")
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self._sift())
        self.field.returnPressed.connect(self._enter)
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(130))
        self.lines.chosen.connect(self.typed)
        vbox(self.table, self._which, self.field, (self.lines, 1), on=self, spacing=6)
        self._entry = (self._which, self.field, self.lines)

    def draw(self, state: State, task: Seeking, mode: DiceMode) -> None:
        self._mode, self._drawing = mode, True
        self.table.tell(self._cards(state, task, task.drawn, ()))
        self._offer(deck(state, task) if mode != "virtual" else ())
        self.changed.emit()

    def choose(self, state: State, task: Seeking, options: Sequence[tuple[str, str]]) -> None:
        """One of the cards is kept: `options` are texts of options and the equipment each is about."""
        self._drawing = False
        cards = self._cards(state, task, task.drawn, options)
        best = max(range(len(options)), key=lambda n: state.box.gear(options[n][1]).zeni, default=0)
        lit = [card.option for card in cards if card.option].index(options[best][0]) if options else 0
        self.table.tell(cards, lit)
        self._offer(())
        self.changed.emit()

    def show_found(self, state: State, task: Seeking, kept: str, came: str) -> None:
        """Three cards, and no choice among them: what came of it in words; `kept` is the one, or nothing."""
        self._drawing = False
        self.table.tell(self._cards(state, task, task.drawn, (), kept), came=came, done=True)
        self._offer(())
        self.changed.emit()

    def _cards(
        self, state: State, task: Seeking, drawn: Sequence[str], options: Sequence[tuple[str, str]], kept: str = ""
    ) -> list[Card]:
        t, member = self.controller.say, state.anybody(task.who)
        card, takes = state.box.character(member.card), {gear: option for option, gear in options}
        found = []
        own = member.equipment
        if own is not None:
            mark = t(say("its own"))
            face = self.faces.gear(own)
            found.append(Card(takes.get(own, ""), face.name, face.use, gear=face, mark=mark))
        for id in drawn:
            face = self.faces.gear(id)
            useless = not cards.may_bear(card, state.box.gear(id))
            mark = t(say("unusable")) if useless else t(say("kept")) if id == kept else ""
            option = takes.get(id, "") if id != own else ""
            found.append(Card(option, face.name, face.use, gear=face, mark=mark, faded=useless))
        hidden = t(say("Not drawn yet"))
        found += [Card("", hidden, hidden=True)] * max(0, DRAWN - len(drawn))
        return found

    def _offer(self, cards: Sequence[str]) -> None:
        shown = [Line(id, face.name, value=f"{face.zeni}") for id in cards for face in [self.faces.gear(id)]]
        self.lines.show_lines(sorted(shown, key=lambda line: folded(line.title)))
        for widget in self._entry:
            widget.setVisible(bool(cards))
        self.field.clear()
        self._name_field()

    def _name_field(self) -> None:
        t = self.controller.say
        which = t(say("Which card was drawn?"))
        self._which.setText(which)
        self.field.setAccessibleName(which)
        self.lines.setAccessibleName(which)
        self.field.setPlaceholderText(t(say("First letters of its name")))

    def _sift(self) -> None:
        wanted = folded(self.field.text())
        self.lines.sift(lambda line: wanted in folded(line.title))
        self.lines.led = bool(wanted) and bool(self.lines.usable())
        if self.lines.led:
            self.lines.setCurrentIndex(self.lines.rows.index(self.lines.usable()[0]))

    def _enter(self) -> None:
        if self.lines.led:
            self.lines.choose()

    def next_words(self) -> Message | None:
        if self._drawing:
            return None if self._mode == "typed" else say("Draw cards")
        return self.table.next_words()

    def go(self) -> None:
        if self._drawing and self._mode != "typed":
            self.wanted.emit()
        elif not self._drawing:
            self.table.go()

    def begin(self) -> None:
        if self._drawing and self._mode == "typed":
            self.field.setFocus()
        else:
            self.table.begin()

    def press(self, event: QKeyEvent) -> bool:
        if not self.lines.by_id or not event.text().isalpha():
            return False
        self.field.setFocus()
        self.field.setText(event.text())
        return True

    def retranslate(self) -> None:
        self._name_field()


class ReplacePanel(AssistantPanel):
    """Who replaces the dead. `chosen` carries the text of an option."""

    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.left = Heading("", self, level=3)
        self.come = Label(self, role="ink")
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(220))
        self.lines.chosen.connect(self.chosen)
        self.lines.held.connect(lambda _: self.changed.emit())
        self._done = ""
        vbox(self.left, self.come, (self.lines, 1), on=self, spacing=6)

    def ask(self, state: State, task: Replacing) -> None:
        t, system = self.controller.say, self.controller.session.system
        options = replacements(state, task)
        self._done = system.option_id(state, o.Replaced()) if o.Replaced() in options else ""
        self.left.setText(t(say("{zeni} left", zeni=zeni(task.left))))
        names = [self.faces.name(state, who) for who in task.by]
        self.come.setText(t(say("Replaced by: {names}", names=tuple(names))) if names else "")
        self.come.setVisible(bool(names))
        lines: list[Line] = []
        mine = sorted((one.card for one in options if isinstance(one, o.Replace)),
                      key=lambda id: (-state.box.character(id).zeni, self.faces.card(id).name))  # fmt: skip
        if self._done:
            rest = (
                say("Nobody else: {zeni} go into the purse", zeni=zeni(task.left)) if task.left else say("Nobody else")
            )
            lines.append(Line(self._done, t(rest), sign="check"))
        gear = [one for one in options if isinstance(one, o.Outfit)]
        if mine:
            lines.append(Line("", t(say("Available")), heading=True))
            lines += [self._of_card(system.option_id(state, o.Replace(id)), id) for id in mine]
        if gear:
            lines.append(Line("", t(say("Equipment for the newcomers")), heading=True))
            for one in gear:
                title = f"{self.faces.gear(one.gear).name} · {self.faces.name(state, one.who)}"
                value = str(state.box.gear(one.gear).zeni)
                lines.append(Line(system.option_id(state, one), title, value=value, sign="plus"))
        others = [card.id for card in state.box.characters if card.id not in mine]
        if others:
            lines.append(Line("", t(say("Not available")), heading=True))
            for id in others:
                refusal = check(state, o.Replace(id))
                why = t(refusal.why) if refusal is not None else ""
                lines.append(self._of_card(f"refused:{id}", id, why or " "))
        self.lines.setAccessibleName(self.left.text())
        self.lines.show_lines(lines)
        self.lines.scrollToTop()
        self.changed.emit()

    def _of_card(self, option: str, card: str, refusal: str = "") -> Line:
        face = self.faces.card(card)
        words = " · ".join([face.alignment_word, *face.traits])
        return Line(option, face.name, words, value=str(face.zeni), refusal=refusal)

    def next_words(self) -> Message | None:
        expected = self._expected
        return say("{choice}", choice=self.lines.by_id[expected].title) if expected else None

    def go(self) -> None:
        if self._expected:
            self.chosen.emit(self._expected)

    @property
    def _expected(self) -> str:
        """The line that has the keys; else the first but the one that ends it: what is left is to be spent."""
        held = self.lines.line if self.lines.hasFocus() else None
        ready = [line.id for line in self.lines.by_id.values() if line.usable]
        return held.id if held is not None else next((one for one in ready if one != self._done), self._done)

    def begin(self) -> None:
        if self._expected:
            self.lines.hold(self._expected)
        (self.lines if self._expected else self).setFocus()
