"""Text of help pages: the only HTML in the window. It is made by `companion.model.help` from our own blocks, in which
nothing out of a file is markup; no address in it is opened or fetched here.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from companion.model.help.page import Link
from companion.ui.kit.explain import explainer
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import follow

LEADING = 148
"""The height of a line of text, in hundredths of the font's."""


class PageText(QTextBrowser):
    """A part of a help page, as high as its words; `followed` carries the `Link` that somebody takes."""

    followed = Signal(object)
    moved = Signal(object)
    """The keys have come to a link; where it stands."""

    def __init__(self, html: str, parent: QWidget | None = None, *, width: int = 0) -> None:
        """`width`: as wide as it will be, where that is known: then it is laid out only once."""
        super().__init__(parent)
        self._html = html
        self._set: QTextDocument | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setReadOnly(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)  # else it is laid out for each size on the way
        self.setLineWrapColumnOrWidth(width or fonts.px(600))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._point)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        """Set it anew in the present colours and size."""
        document = QTextDocument(self)  # nobody looks at it yet, so it is laid out once
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setDefaultFont(fonts.font("text", 15 / 14))
        document.setDefaultStyleSheet(_sheet())
        document.setHtml(self._html)
        _space_lines(document)
        self.setDocument(document)
        if self._set is not None:
            self._set.deleteLater()
        self._set = document
        if self.isVisible():
            self._rest()

    def _rest(self) -> None:
        self.setLineWrapColumnOrWidth(self.width())
        self.setFixedHeight(max(1, round(self.document().size().height()) + 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._rest()

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Nothing is fetched because a page names it."""
        return None

    def top_of(self, anchor: str) -> int | None:
        """Where an anchor stands, in pixels below the upper edge."""
        block = self.document().begin()
        while block.isValid():
            part = block.begin()
            while not part.atEnd():
                if anchor in part.fragment().charFormat().anchorNames():
                    return round(self.document().documentLayout().blockBoundingRect(block).top())
                part += 1
            block = block.next()
        return None

    def _follow(self, url: QUrl) -> None:
        link = Link.of(url.toString())
        if link is not None:
            self.followed.emit(link)

    def _point(self, url: QUrl) -> None:
        link = Link.of(url.toString())
        words = explainer.tip(link) if link is not None else ""
        if self.underMouse():
            QToolTip.showText(self.cursor().pos() + QPoint(12, 16), words, self)
        self.setAccessibleDescription(words)

    def focusNextPrevChild(self, next: bool) -> bool:
        went = bool(super().focusNextPrevChild(next))
        if self.hasFocus():
            self._point(QUrl(self.textCursor().charFormat().anchorHref()))  # Qt tells only of the mouse
            self.moved.emit(self.cursorRect())
        return went

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab) or (
            event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_C, Qt.Key.Key_A)
        ):
            super().keyPressEvent(event)
        else:
            event.ignore()  # the page around it scrolls

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.ignore()
            return False
        return bool(super().event(event))


def _space_lines(document: QTextDocument) -> None:
    """Room between lines, which style sheets do not give, and quiet lines in tables."""
    cursor, block = QTextCursor(document), document.begin()
    cursor.beginEditBlock()  # laid out once
    while block.isValid():
        cursor.setPosition(block.position())
        shape = QTextBlockFormat()
        high = block.blockFormat().headingLevel()
        close = high or cursor.currentTable() is not None
        shape.setLineHeight(118 if close else LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if block.blockFormat().alignment() & Qt.AlignmentFlag.AlignHCenter:  # heads of tables, as Qt has them
            shape.setAlignment(Qt.AlignmentFlag.AlignLeft)
        cursor.mergeBlockFormat(shape)
        block = block.next()
    line = palette.current().mix("faded", "ground", 0.55)
    for table in document.rootFrame().childFrames():
        shape_ = table.frameFormat()
        if shape_.isTableFormat():
            made = shape_.toTableFormat()
            made.setBorder(0.6)
            made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            made.setBorderBrush(line)
            made.setBorderCollapse(True)
            made.setCellPadding(fonts.px(6))
            made.setCellSpacing(0)
            made.setTopMargin(fonts.px(6))
            made.setBottomMargin(fonts.px(10))
            table.setFrameFormat(made)
    cursor.endEditBlock()


def _sheet() -> str:
    """The style of pages, in pixels at the present text size."""
    theme, px = palette.current(), fonts.px
    ink, faded, red = (theme.color(role).name() for role in ("ink", "faded", "vermilion"))
    return f"""
    body {{ color: {ink}; }}
    h2 {{ font-family: "{fonts.MINCHO}"; font-size: {px(22)}px; font-weight: 700; margin: {px(26)}px 0 {px(8)}px 0; }}
    h3 {{ font-family: "{fonts.MINCHO}"; font-size: {px(18)}px; font-weight: 700; margin: {px(22)}px 0 {px(6)}px 0; }}
    h4 {{ font-size: {px(15)}px; font-weight: 600; margin: {px(16)}px 0 {px(4)}px 0; }}
    p {{ margin: 0 0 {px(10)}px 0; }}
    li {{ margin: 0 0 {px(5)}px 0; }}
    ul, ol {{ margin: 0 0 {px(10)}px 0; }}
    strong {{ font-weight: 600; }}
    th {{ color: {faded}; font-weight: 500; }}
    code {{ font-family: "{fonts.SANS}"; color: {faded}; }}
    a {{ color: {red}; text-decoration: none; }}
    .mark {{ font-family: "{fonts.SANS}"; color: {faded}; font-size: {px(12)}px; font-weight: 400; }}
    """
