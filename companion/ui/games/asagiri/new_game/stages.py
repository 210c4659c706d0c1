"""What is done in a game without an adventure, one after the other (KAR-6): to be read before it begins."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.drafting import FIRST
from companion.model.games.asagiri.state.draft_state import BUDGET, TURNS
from companion.ui.kit.station_path import NUMERALS
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow

WIDE = 720
STAGES: tuple[tuple[Message, Message], ...] = (
    (say("Roll"), FIRST),
    (
        say("Draft characters"),
        say("Card by card, up to {zeni} zeni per band; stop whenever you like. Then each player adds one free "
            "equipment card."),
    ),
    (say("Place the tiles in turns"), say("Two tiles each: choose which one, where, and how it is turned.")),
    (say("Draw a scenario card"), say("It applies to both bands.")),
    (
        say("Deploy and fight"),
        say("{turns} turns. You earn the zeni of enemies you disable; the most zeni win.", turns=TURNS),
    ),
)  # fmt: skip


class Stages(QWidget):
    """The stages under one another, each with its numeral in a seal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """In the language of `translator`."""
        super().__init__(parent)
        self.budget = BUDGET
        """Zeni of each band."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(self)

    def refresh(self) -> None:
        said = self._said()
        self.setAccessibleName("; ".join(name for name, _ in said))
        self.setAccessibleDescription(" ".join(words for _, words in said))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def _said(self) -> list[tuple[str, str]]:
        return [(tr(name), tr(Message(words.key, (*words.args, ("zeni", self.budget))))) for name, words in STAGES]

    def _rows(self, width: int) -> list[tuple[QRectF, QRectF]]:
        left, gap = fonts.px(56), fonts.px(14)
        title, words = QFontMetrics(fonts.font("name")), QFontMetrics(fonts.font("text"))
        y, found = 0.0, []
        for _, said in self._said():
            room = words.boundingRect(0, 0, max(80, width - left), 10_000, int(Qt.TextFlag.TextWordWrap), said).height()
            found.append((QRectF(left, y, width - left, title.height()),
                          QRectF(left, y + title.height(), width - left, room + 2)))  # fmt: skip
            y += title.height() + room + gap
        return found

    def heightForWidth(self, width: int) -> int:
        return round(self._rows(width)[-1][1].bottom()) + fonts.px(4)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = fonts.px(36)
        for n, ((title, words), (name, said)) in enumerate(zip(self._rows(self.width()), self._said(), strict=True)):
            seal = QRectF(0, title.top() + fonts.px(2), side, side)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(seal.center(), side / 2, f"stage{n}", 0.02))
            pen.setPen(theme.color("on_vermilion"))
            pen.setFont(fonts.font("name"))
            pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
            pen.setPen(theme.color("ink"))
            pen.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
            pen.setFont(fonts.font("text"))
            pen.setPen(theme.color("faded"))
            pen.drawText(words, int(Qt.TextFlag.TextWordWrap), said)
        pen.end()


class FirstPage(QWidget):
    """The middle of the table before the roll for player A: what comes."""

    def __init__(self, budget: int, parent: QWidget | None = None) -> None:
        """`budget`: zeni of each band."""
        super().__init__(parent)
        self.stages = Stages(self)
        self.stages.budget = budget
        self.stages.refresh()
        self.stages.setMaximumWidth(fonts.px(WIDE))
        inner = QVBoxLayout()
        inner.addStretch(1)
        inner.addWidget(self.stages)
        inner.addStretch(1)
        page = QHBoxLayout(self)
        page.setContentsMargins(fonts.px(28), 0, fonts.px(28), 0)
        page.addStretch(1)
        page.addLayout(inner, 100)
        page.addStretch(1)

    def sync(self) -> None:
        self.stages.refresh()

    def focus_first(self) -> None:
        """The dice are what there is to do; they have their key."""
        self.setFocus()
