"""The characters of the box as cards to take, greyed with the rule against them; a band as strips and as sums."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import has_words, say
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.bands import BandRoster, Box
from companion.ui.games.asagiri.cards import portrait, strip
from companion.ui.games.asagiri.cards.face import STATS, CardFace, CardStatus, Stat, face_of_card
from companion.ui.kit import keys
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.list_view import WRAP
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget, Label, SteppingButton

MOST = 240
"""Pictures kept."""


class CardArt:
    """Faces and pictures of the cards of a box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._faces: dict[tuple[str, str | None, str], CardFace] = {}
        self._pictures: OrderedDict[object, QPixmap] = OrderedDict()

    def face(self, card: str, equipment: str | None = None) -> CardFace:
        """What is written on a card, in the language of the window."""
        key = (card, equipment, tr.language)
        if key not in self._faces:
            self._faces[key] = face_of_card(self.box.character(card), self.box.content, tr, equipment)
        return self._faces[key]

    def portrait(self, card: str, size: QSize, condition: Condition, dpr: float) -> QPixmap:
        return self._picture("portrait", card, None, size, condition, dpr)

    def strip(self, card: str, equipment: str | None, size: QSize, dpr: float) -> QPixmap:
        return self._picture("strip", card, equipment, size, "vigilant", dpr)

    def strip_height(self, card: str, equipment: str | None = None) -> int:
        return strip.height(self.face(card, equipment))

    def _picture(
        self, kind: str, card: str, equipment: str | None, size: QSize, condition: Condition, dpr: float
    ) -> QPixmap:
        theme = palette.current()
        key = (kind, card, equipment, size.toTuple(), condition, dpr, theme.name, fonts.text_scale(), tr.language)
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(size.width(), size.height(), dpr)
            pen = ink.painter(found)
            face, status = self.face(card, equipment), CardStatus(condition)
            paint = portrait.paint if kind == "portrait" else strip.paint
            paint(pen, size, face, status, theme, dpr, tray=False)
            pen.end()
            self._pictures[key] = found
            while len(self._pictures) > MOST:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return found


FILTERS = (
    ("", say("All"), ""),
    ("demon_hunter", say("Demon Hunters"), "mask-hunter"),
    ("evil_creature", say("Evil Creatures"), "mask-creature"),
    ("mercenary", say("Mercenaries"), "mask-mercenary"),
)
CARD_WIDTH = 196
GAP = 8


class GalleryCard(SteppingButton):
    """One card to take; `wanted` adds it to band 0 or 1."""

    wanted = Signal(int)
    focused = Signal()

    def __init__(self, card: str, art: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card
        self.refusal: Refusal | None = None
        self.count = 0
        self._art = art
        self._face: Condition = "vigilant"
        self.retranslate()

    def retranslate(self) -> None:
        face = self._art.face(self.card)
        self.setAccessibleName(f"{face.name}, {face.alignment_word}, {face.zeni} zeni")
        self._explain()
        self.update()

    def _explain(self) -> None:
        why = tr(self.refusal.why) if self.refusal is not None else ""
        self.setAccessibleDescription(why)
        face = self._art.face(self.card).side(self._face)
        skills = "\n".join(f"{line.name} · {line.words}" for line in face.skills)
        self.setToolTip("\n".join(part for part in (why, skills) if part))

    def judge(self, refusal: Refusal | None, count: int) -> None:
        """Whether it may join the band, and how often it is in it."""
        if (refusal, count) != (self.refusal, self.count):
            self.refusal, self.count = refusal, count
            self._explain()
            self.update()

    def turn_over(self) -> None:
        self._face = "shaken" if self._face == "vigilant" else "vigilant"
        self._explain()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (deed := keys.meant("bands", event)) in ("bands.first", "bands.second"):
            self.wanted.emit(0 if deed == "bands.first" else 1)
        elif deed == "bands.flip":
            self.turn_over()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            self.turn_over()
            return
        super().mousePressEvent(event)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lift = -2 if self.underMouse() and self.refusal is None else 0
        pen.setOpacity(1.0 if self.refusal is None else 0.38)
        pen.drawPixmap(0, lift, self._art.portrait(self.card, self.size(), self._face, self.devicePixelRatioF()))
        pen.setOpacity(1.0)
        if self.hasFocus() or (self.underMouse() and self.refusal is None):
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.4 if self.hasFocus() else 1.4))
            pen.drawPath(ink.rough_rect(QRectF(self.rect()).adjusted(3, 2 + lift, -3, -5 + lift), "mark", 0.7, 40))
        if self.refusal is not None:
            self._paint_refusal(pen)
        if self.count:
            self._paint_count(pen)

    def _paint_refusal(self, pen: QPainter) -> None:
        theme = palette.current()
        assert self.refusal is not None
        words = tr(self.refusal.why)
        font = fonts.font("small")
        inner = self.width() - fonts.px(48)
        room = QFontMetrics(font).boundingRect(QRect(0, 0, inner, 10_000), WRAP, words)
        slip = QRectF(fonts.px(13), 0, self.width() - fonts.px(26), room.height() + fonts.px(18))
        slip.moveBottom(self.height() - fonts.px(46))
        shape = ink.rough_rect(slip, words, 0.7, 30)
        ink.soft_shadow(pen, shape, theme.color("shadow", 0.3), 4, 0.5, 1.4)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(shape)
        pen.fillRect(QRectF(slip.left(), slip.top() + 2, fonts.px(3), slip.height() - 4), theme.color("shaken"))
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        pen.drawText(slip.adjusted(fonts.px(12), fonts.px(8), -fonts.px(8), 0), WRAP, words)

    def _paint_count(self, pen: QPainter) -> None:
        theme = palette.current()
        side = fonts.px(24)
        disc = QRectF(self.width() - side - fonts.px(12), self.height() - side - fonts.px(18), side, side)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_disc(disc.center(), side / 2, "count", 0.02))
        pen.setPen(theme.color("on_vermilion"))
        pen.setFont(fonts.font("strong", 13 / 14))
        pen.drawText(disc, Qt.AlignmentFlag.AlignCenter, f"×{self.count}")


class _Grid(QWidget):
    """Cards in rows as many as fit; the columns are a little wider where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[GalleryCard] = []
        self.columns = 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        gap, least = fonts.px(GAP), fonts.px(CARD_WIDTH)
        self.columns = max(1, (self.width() + gap) // (least + gap))
        wide = min((self.width() - gap * (self.columns - 1)) // self.columns, round(least * 1.3))
        high = round(wide * portrait.RATIO)
        for n, card in enumerate(self.cards):
            row, column = divmod(n, self.columns)
            card.setGeometry(column * (wide + gap), row * (high + gap), wide, high)
        rows = -(-len(self.cards) // self.columns)
        self.setMinimumHeight(max(0, rows * (high + gap) - gap))


class Gallery(QWidget):
    """See the module. `added` carries a card for the active band, `added_to` a card and which band."""

    added = Signal(str)
    added_to = Signal(str, int)

    def __init__(self, art: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says(self, name=say("Characters"))
        self._art = art
        self._judge: Callable[[str], tuple[Refusal | None, int]] = lambda card: (None, 0)
        self.search = says(QLineEdit(self), name=say("Search by name, trait or skill"), hint=say("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._first)
        self.filters = Choices(say("Alignment"), FILTERS, self, flowing=True)
        self.filters.show_choice("")
        self.filters.chosen.connect(lambda _: self._filter())
        self._nothing = Label(self, align=Qt.AlignmentFlag.AlignHCenter, text=say("No card matches."))
        self._grid = _Grid()
        self.area = ScrollColumn(self._grid, self)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.cards: dict[str, GalleryCard] = {}
        for card in art.box.characters:
            widget = GalleryCard(card.id, art, self._grid)
            widget.clicked.connect(lambda _=False, id=card.id: self.added.emit(id))
            widget.wanted.connect(lambda which, id=card.id: self.added_to.emit(id, which))
            widget.focused.connect(lambda id=card.id: self._stop_at(id))
            widget.stepped.connect(lambda dx, dy, id=card.id: self._step(id, dx, dy))
            self.cards[card.id] = widget
        self._lay_out()
        find = keys.action("bands.find", self, lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))
        find.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        fonts.text_scale_changed.connect(self._relay)
        self._filter()

    def _lay_out(self) -> None:
        self.search.setMinimumWidth(fonts.px(120))
        vbox(fold((self.filters, 3), (self.search, 1), spacing=10), self._nothing, (self.area, 1), on=self, spacing=6)

    def judge_by(self, judge: Callable[[str], tuple[Refusal | None, int]]) -> None:
        """Ask `judge` about every card: why it may not join, and how often it is in the band."""
        self._judge = judge
        self.rejudge()

    def rejudge(self) -> None:
        """Ask again: the band has changed."""
        for id, card in self.cards.items():
            card.judge(*self._judge(id))

    def _filter(self, *_: object) -> None:
        wanted, typed = self.filters.choice(), self.search.text()
        shown = []
        for card in self._art.box.characters:
            widget = self.cards[card.id]
            fits = wanted in ("", card.alignment) and has_words(self._text(card.id), typed)
            widget.setVisible(fits)
            if fits:
                shown.append(widget)
        self._grid.cards = shown
        self._grid.lay_out()
        if shown and not any(card.focusPolicy() == Qt.FocusPolicy.StrongFocus for card in shown):
            self._stop_at(shown[0].card)
        self._nothing.setVisible(not shown)
        self.area.setVisible(bool(shown))

    def _text(self, id: str) -> str:
        face = self._art.face(id)
        lines = (*face.vigilant.skills, *face.shaken.skills)
        return " ".join((face.name, face.alignment_word, *face.traits, *(line.name for line in lines)))

    def _stop_at(self, id: str) -> None:
        """Of all cards, let the Tab key stop at this one."""
        for key, card in self.cards.items():
            policy = Qt.FocusPolicy.StrongFocus if key == id else Qt.FocusPolicy.ClickFocus
            if card.focusPolicy() != policy:
                card.setFocusPolicy(policy)

    def _first(self) -> None:
        if self._grid.cards:
            self._grid.cards[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _relay(self) -> None:
        QTimer.singleShot(0, self._grid, self._grid.lay_out)

    def focus_cards(self) -> None:
        self._first()

    def _step(self, id: str, dx: int, dy: int) -> None:
        shown = self._grid.cards
        at = next(n for n, card in enumerate(shown) if card.card == id) + dx + dy * self._grid.columns
        if 0 <= at < len(shown):
            shown[at].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(shown[at], 0, fonts.px(16))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(3 * CARD_WIDTH + 2 * GAP + 14), fonts.px(420))


class Strips(InkWidget):
    """The cards of a band as strips, only to look at."""

    def __init__(self, art: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._art = art
        self._roster = BandRoster()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_roster(self, roster: BandRoster) -> None:
        self._roster = roster
        self.setAccessibleName(", ".join(self._art.face(one.card, one.equipment).name for one in roster.members))
        self.refresh()

    def sizeHint(self) -> QSize:
        high = sum(self._art.strip_height(one.card, one.equipment) + fonts.px(2) for one in self._roster.members)
        return QSize(fonts.px(260), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        y = 0
        for one in self._roster.members:
            high = self._art.strip_height(one.card, one.equipment)
            pen.drawPixmap(
                0, y, self._art.strip(one.card, one.equipment, QSize(self.width(), high), self.devicePixelRatioF())
            )
            y += high + fonts.px(2)


ELEMENTS = ("fire", "water", "air", "earth", "tori")


@dataclass(frozen=True, slots=True)
class Measure:
    """Sums over a band. Stats are those of the vigilant faces."""

    zeni: int
    members: int
    stats: tuple[tuple[Stat, int], ...]
    """Sums, in the order of cards."""
    shaken: tuple[tuple[Stat, int], ...]
    """The same with everybody shaken."""
    elements: tuple[tuple[str, int], ...]
    """How many skills ask for a die of each element; equipment's skills are among them."""
    gear: int
    """Members that bear equipment."""

    @staticmethod
    def of(faces: Sequence[CardFace]) -> Measure:
        """Of the members' cards, with the slips of what they bear."""
        asked: Counter[str] = Counter()
        for face in faces:
            lines = (*face.vigilant.skills, *(face.slip.skills if face.slip is not None else ()))
            asked.update(str(line.element) for line in lines if line.element is not None)
        return Measure(
            sum(face.zeni + (face.slip.zeni if face.slip is not None else 0) for face in faces),
            len(faces),
            tuple((stat, sum(face.vigilant.stat(stat) for face in faces)) for stat in STATS),
            tuple((stat, sum(face.shaken.stat(stat) for face in faces)) for stat in STATS),
            tuple((element, asked[element]) for element in ELEMENTS),
            sum(face.slip is not None for face in faces),
        )
