"""A member of a band: its card as a strip, the slip of its equipment below, ways to change both."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import say
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

from .cardart import CardArt
from .roster import Recruit

SLIP = 20


class MemberStrip(Translated, QWidget):
    """Delete or the cross removes; Enter or a click on the slip chooses equipment, left and right go through it."""

    removed = Signal()
    equipment_wanted = Signal()
    equipment_stepped = Signal(int)
    stepped = Signal(int)

    def __init__(self, member: Recruit, art: CardArt, parent: QWidget | None = None) -> None:
        """Show `member`."""
        super().__init__(parent)
        self.member = member
        self._art = art
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        follow(self)
        self.retranslate()

    def show_member(self, member: Recruit) -> None:
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

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

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
