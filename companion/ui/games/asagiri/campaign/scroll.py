"""One campaign in the list: a paper strip with its title, its road as dots, both rosters as small figures."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from companion.model.campaign.asked import leader
from companion.model.campaign.page import chapter, chapter_words
from companion.model.campaign.state import SEATS, State
from companion.model.core.words import Message, plural, say
from companion.ui.kit import keys
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.inline_rename import InlineRename
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr, when
from companion.ui.kit.widget import Translated, follow
from companion.ui.play.storage import CampaignEntry

from .road import octagon

HIGH = 118
FIGURE = 34
TOOLS = (
    ("rename", "edit", say("Rename")),
    ("copy", "copy", say("Duplicate")),
    ("export", "export", say("Export")),
    ("delete", "trash", say("Delete")),
)


class CampaignScroll(Translated, QAbstractButton):
    """Click or Enter goes on with the campaign; F2 renames, C copies, S saves as a file, Delete throws away."""

    renamed = Signal(str)
    copied = Signal()
    exported = Signal()
    deleted = Signal()
    stepped = Signal(int)

    def __init__(self, entry: CampaignEntry, parent: QWidget | None = None) -> None:
        """Show `entry`."""
        super().__init__(parent)
        self.entry = entry
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tools = QWidget(self)
        row = QHBoxLayout(self._tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.tools: dict[str, InkButton] = {}
        for name, sign, _ in TOOLS:
            button = InkButton("", "quiet", self._tools, sign=sign)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.tools[name] = button
            row.addWidget(button)
        self.tools["rename"].clicked.connect(self.rename)
        self.tools["copy"].clicked.connect(self.copied)
        self.tools["export"].clicked.connect(self.exported)
        self.tools["delete"].clicked.connect(self.deleted)
        self._tools.hide()
        self._edit: InlineRename | None = None
        follow(self)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setText(self.entry.title)
        self.setAccessibleName(self.entry.title)
        self.setAccessibleDescription(" · ".join(map(tr, self._facts())))
        for name, _, words in TOOLS:
            self.tools[name].setToolTip(tr(words))
            self.tools[name].setAccessibleName(tr(words))
        self.update()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.updateGeometry()
        self.update()

    def _facts(self) -> list[Message]:
        state = self.entry.state
        if state is None:
            return [self.entry.why or say("This campaign can no longer be played.")]
        now = state.now
        if now.stage == "over":
            first = leader(state)
            facts = [say("Finished: a draw") if first is None
                     else say("Finished: roster {seat} wins", seat=SEATS[first])]  # fmt: skip
        else:
            name = chapter_words(state, chapter(state))
            facts = [say("Chapter {number} of {count}: {name}", number=now.chapter + 1,
                         count=len(now.settings.chapters), name=name)]  # fmt: skip
        if self.entry.branches > 1:
            facts.append(plural("{count} branch", "{count} branches", self.entry.branches))
        return facts

    def sizeHint(self) -> QSize:
        """A strip of a page."""
        return QSize(fonts.px(760), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Narrower, if need be."""
        return QSize(fonts.px(300), fonts.px(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tools at the right end."""
        super().resizeEvent(event)
        size = self._tools.sizeHint()
        self._tools.setGeometry(self.width() - size.width() - fonts.px(18), fonts.px(10), size.width(), size.height())

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint sheet, words, dots and figures."""
        theme = palette.current()
        with ink.painting(self) as pen:
            pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            sheet = QRectF(self.rect()).adjusted(5, 4, -5, -8)
            path = ink.rough_rect(sheet, f"scroll{self.entry.id}", 0.8, 60)
            ink.soft_shadow(pen, path, theme.color("shadow", 0.5 if theme.dark else 0.2), 5, 1, 2)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("surface"))
            pen.drawPath(path)
            lit = self.hasFocus() or self.underMouse()
            if lit:
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "hairline"), 1.8))
                pen.drawPath(path)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion" if self.hasFocus() else "ink"))
            pen.drawRect(QRectF(sheet.left(), sheet.top(), fonts.px(5), sheet.height()))
            self._paint_words(pen, theme, sheet)
            if self.entry.state is not None:
                self._paint_dots(pen, theme, self.entry.state, sheet)
                self._paint_rosters(pen, theme, self.entry.state, sheet)

    def _paint_words(self, pen: QPainter, theme: Theme, sheet: QRectF) -> None:
        left, right = sheet.left() + fonts.px(24), sheet.right() - fonts.px(18)
        name, small = fonts.font("title", 20 / 24), fonts.font("small")
        said = when(self.entry.changed, tr.language)
        pen.setFont(small)
        pen.setPen(theme.color("faded"))
        wide = QFontMetricsF(small).horizontalAdvance(said) + 2
        if self._tools.isVisible():
            wide = self._tools.width()
        else:
            pen.drawText(QRectF(right - wide, sheet.top() + fonts.px(12), wide, fonts.px(22)),
                         Qt.AlignmentFlag.AlignVCenter, said)  # fmt: skip
        room = QRectF(left, sheet.top() + fonts.px(8), right - wide - fonts.px(12) - left, fonts.px(30))
        pen.setFont(name)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(name).elidedText(self.entry.title, Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setFont(small)
        pen.setPen(theme.color("faded" if self.entry.state is not None else "shaken"))
        facts = " · ".join(map(tr, self._facts()))
        line = QRectF(left, room.bottom(), right - left, fonts.px(20))
        pen.drawText(line, Qt.AlignmentFlag.AlignVCenter,
                     QFontMetrics(small).elidedText(facts, Qt.TextElideMode.ElideRight, int(line.width())))  # fmt: skip

    def _paint_dots(self, pen: QPainter, theme: Theme, state: State, sheet: QRectF) -> None:
        """A dot for every chapter: in the shape of who has won it, vermilion where one stands."""
        now, left = state.now, sheet.left() + fonts.px(24)
        many = len(now.settings.chapters)
        room = min(sheet.width() * 0.36, fonts.px(26) * many)
        gap, y = room / max(1, many), sheet.bottom() - fonts.px(25)
        radius = min(fonts.px(6.5), gap * 0.36)
        pen.setPen(QPen(theme.color("hairline"), 1.2))
        pen.drawLine(QPointF(left + radius, y), QPointF(left + gap * (many - 1) + radius, y))
        for n in range(many):
            centre = QPointF(left + gap * n + radius, y)
            done = n < len(now.history)
            winner = now.history[n].winner if done else None
            here = n == now.chapter and not done
            filled = here or winner is not None
            pen.setPen(Qt.PenStyle.NoPen if filled else QPen(theme.color("ink" if done else "faded"), 1.2))
            pen.setBrush(theme.color("vermilion" if here else "ink" if filled else "surface"))
            if winner == 1:
                pen.drawPath(octagon(centre, radius))
            else:
                pen.drawEllipse(centre, radius, radius)

    def _paint_rosters(self, pen: QPainter, theme: Theme, state: State, sheet: QRectF) -> None:
        """Both rosters looking at each other, as far as there is room."""
        side, y = fonts.px(FIGURE), sheet.bottom() - fonts.px(FIGURE + 9)
        middle = sheet.left() + sheet.width() * 0.70
        most = max(1, int((sheet.right() - fonts.px(14) - middle) // (side * 0.78)) - 1)
        dpr = self.devicePixelRatioF()
        for seat in (0, 1):
            members = state.approved[seat].members
            for n, member in enumerate(members[:most]):
                x = middle + fonts.px(12) + n * side * 0.78 if seat else middle - fonts.px(12) - side - n * side * 0.78
                picture = figure_pixmap(
                    state.box.character(member.card).silhouette, SHAPES[seat], member.state, False,
                    "W" if seat else "E", side, theme, dpr=dpr,
                )  # fmt: skip
                pen.drawPixmap(QPointF(x, y), picture)

    # tools ---------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._tools.setVisible((self.underMouse() or self.hasFocus()) and self._edit is None)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer the tools."""
        super().enterEvent(event)
        self._look()

    def leaveEvent(self, event: QEvent) -> None:
        """Put the tools away."""
        super().leaveEvent(event)
        self._look()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Offer the tools."""
        super().focusInEvent(event)
        self._look()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put the tools away."""
        super().focusOutEvent(event)
        self._look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class; up and down go through the list."""
        key = event.key()
        does = {"campaigns.rename": self.rename, "campaigns.copy": self.copied.emit,
                "campaigns.export": self.exported.emit}  # fmt: skip
        do = does.get(keys.meant("campaigns", event) or "")
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key == Qt.Key.Key_Delete:
            self.deleted.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif do is not None:
            do()
        else:
            super().keyPressEvent(event)

    def rename(self) -> None:
        """Write another title in its place; Enter keeps it, Escape does not."""
        if self._edit is not None:
            return
        place = QRect(fonts.px(22), fonts.px(9), self.width() - fonts.px(60), fonts.px(34))
        self._edit = InlineRename(self.entry.title, fonts.font("title", 20 / 24), place, self)
        self._edit.setAccessibleName(tr(say("Campaign title")))
        self._edit.renamed.connect(self.renamed)
        self._edit.over.connect(self._rename_over)
        self._look()

    def _rename_over(self) -> None:
        self._edit = None
        self.setFocus()
        self._look()
