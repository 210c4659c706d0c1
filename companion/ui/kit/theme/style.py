"""Dressing the application: the palette and style sheet that give the standard widgets the look."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QProxyStyle,
    QWidget,
)

from companion.ui.kit.inside import inside
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.theme.palette import Role, Theme


def qpalette(theme: Theme) -> QPalette:
    """The Qt palette of a theme, all groups filled in."""
    made = QPalette()
    groups = QPalette.ColorRole
    colours: dict[QPalette.ColorRole, Role] = {
        groups.Window: "ground",
        groups.WindowText: "ink",
        groups.Base: "surface",
        groups.AlternateBase: "ground",
        groups.Text: "ink",
        groups.Button: "surface",
        groups.ButtonText: "ink",
        groups.BrightText: "vermilion",
        groups.ToolTipBase: "ink",
        groups.ToolTipText: "surface",
        groups.PlaceholderText: "faded",
        groups.Highlight: "vermilion",
        groups.HighlightedText: "on_vermilion",
        groups.Accent: "vermilion",
        groups.Link: "vigilant",
        groups.LinkVisited: "vigilant",
        groups.Light: "surface",
        groups.Midlight: "sunken",
        groups.Mid: "hairline",
        groups.Dark: "faded",
        groups.Shadow: "shadow",
    }
    for role, name in colours.items():
        made.setColor(role, theme.color(name))
    washed = theme.mix("faded", "ground", 0.4)
    for role in (groups.WindowText, groups.Text, groups.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, washed)
    made.setColor(QPalette.ColorGroup.Disabled, groups.Highlight, theme.color("hairline"))
    return made


@cache
def _sign_folder() -> tempfile.TemporaryDirectory[str]:
    """Where coloured signs lie for the style sheet, which reads images from files only; removed at exit."""
    return tempfile.TemporaryDirectory(prefix="okko-signs-")


def _sign(name: str, colour: str) -> str:
    """A coloured sign as a file the style sheet can name (forward slashes on every platform)."""
    path = Path(_sign_folder().name) / f"{name}-{colour.removeprefix('#')}.svg"
    if not path.exists():
        path.write_bytes(icons.coloured(name, colour).data())
    return path.as_posix()


def style_sheet(theme: Theme) -> str:
    """The style sheet of a theme at the present text scale."""
    t, px = theme, fonts.px
    faint = theme.mix("hairline", "surface", 0.45).name()
    wash = theme.mix("surface", "ink", 0.06).name()
    pressed = theme.mix("surface", "ink", 0.12).name()
    off = theme.mix("faded", "ground", 0.4).name()
    roomy = max(0, fonts.least_target() - px(18)) // 2  # above and below the words of a row
    bar = 26 if roomy else 12
    return f"""
* {{ outline: none; }}
QMainWindow, QDialog, QMessageBox, QWizard {{ background: {t.ground}; }}
QWidget {{ color: {t.ink}; }}
QWidget:disabled {{ color: {off}; }}
QToolTip {{ background: {t.ink}; color: {t.surface}; border: none; padding: {px(6)}px {px(10)}px; }}

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit {{
  background: {t.surface}; color: {t.ink}; border: none; border-bottom: 2px solid {t.hairline};
  padding: {px(5)}px {px(8)}px; selection-background-color: {t.vermilion}; selection-color: {t.on_vermilion}; }}
QLineEdit:hover, QPlainTextEdit:hover, QTextEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover {{
  border-bottom-color: {t.faded}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{
  border-bottom: 2px solid {t.vermilion}; }}
QTextBrowser, QTextBrowser:hover, QTextBrowser:focus {{ background: transparent; border: none; padding: 0; }}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled {{ background: {t.ground}; color: {off}; }}
QComboBox::drop-down, QDateEdit::drop-down {{ border: none; background: transparent; width: {px(26)}px; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{
  image: url("{_sign("chevron-down", t.ink)}"); width: {px(12)}px; height: {px(12)}px; }}
QComboBox QAbstractItemView {{ background: {t.surface}; border: 1px solid {t.hairline}; padding: {px(4)}px; }}
QSpinBox, QDoubleSpinBox {{ padding: {px(5)}px {px(24)}px {px(5)}px {px(8)}px; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{
  background: transparent; border: none; padding: 0 0 0 {px(6)}px; margin: 0; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
  background: transparent; border: none; width: {px(22)}px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{
  image: url("{_sign("chevron-up", t.ink)}"); width: {px(10)}px; height: {px(10)}px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
  image: url("{_sign("chevron-down", t.ink)}"); width: {px(10)}px; height: {px(10)}px; }}
QSpinBox::up-arrow:off, QSpinBox::down-arrow:off, QDoubleSpinBox::up-arrow:off, QDoubleSpinBox::down-arrow:off {{
  image: none; }}

QAbstractItemView {{ background: {t.surface}; alternate-background-color: {t.ground}; border: none;
  color: {t.ink}; gridline-color: {faint}; }}
QListView::item, QTreeView::item, QTableView::item {{ padding: {max(px(6), roomy)}px {px(8)}px; border: none; }}
QListView::item:hover, QTreeView::item:hover, QTableView::item:hover {{ background: {wash}; }}
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected,
QComboBox QAbstractItemView::item:selected {{ background: {t.vermilion}; color: {t.on_vermilion}; }}
QHeaderView, QHeaderView::section {{ background: {t.ground}; color: {t.faded}; border: none; }}
QHeaderView::section {{ font-weight: 500; border-bottom: 1px solid {t.hairline}; padding: {px(6)}px {px(8)}px; }}
QTableCornerButton::section {{ background: {t.ground}; border: none; }}

QPushButton, QToolButton {{ background: transparent; color: {t.ink}; border: 1px solid {t.faded};
  border-radius: 2px; padding: {px(6)}px {px(14)}px; }}
QToolButton {{ border-color: transparent; padding: {px(5)}px; }}
QPushButton:hover, QToolButton:hover {{ background: {wash}; }}
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {{ background: {pressed}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {t.vermilion}; }}
QPushButton:default {{ background: {t.vermilion}; color: {t.on_vermilion}; border-color: {t.vermilion}; }}
QPushButton:default:focus {{ border: 2px solid {t.ink}; }}
QPushButton:disabled {{ color: {off}; border-color: {t.hairline}; }}
QToolButton::menu-indicator {{ image: none; }}

QCheckBox, QRadioButton {{ background: transparent; spacing: {px(10)}px; padding: {px(3)}px; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: {px(16)}px; height: {px(16)}px;
  border: 2px solid {t.faded}; background: {t.surface}; }}
QRadioButton::indicator {{ border-radius: {px(10)}px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {t.ink}; }}
QCheckBox::indicator:checked {{ background: {t.vermilion}; border-color: {t.vermilion};
  image: url("{_sign("check", t.on_vermilion)}"); }}
QRadioButton::indicator:checked {{ border: {px(5)}px solid {t.vermilion}; width: {px(10)}px; height: {px(10)}px;
  background: {t.surface}; }}
QCheckBox::indicator:indeterminate {{ image: url("{_sign("minus", t.ink)}"); }}
QCheckBox:focus, QRadioButton:focus {{ border-bottom: 2px solid {t.vermilion}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.hairline}; }}

QGroupBox {{ border: none; border-top: 1px solid {t.hairline}; margin-top: {px(22)}px; padding-top: {px(10)}px; }}
QGroupBox::title {{ subcontrol-origin: margin; subcontrol-position: top left; color: {t.faded}; padding: 0; }}

QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: {px(bar)}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(bar)}px; margin: 0; }}
QScrollBar::handle {{ background: {t.hairline}; border-radius: {px(3)}px; }}
QScrollBar::handle:vertical {{ margin: 0 {px(3)}px; min-height: {px(36)}px; }}
QScrollBar::handle:horizontal {{ margin: {px(3)}px 0; min-width: {px(36)}px; }}
QScrollBar::handle:hover {{ background: {t.faded}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: none; border: none; width: 0; height: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}

QMenuBar {{ background: {t.ground}; color: {t.ink}; border: none; }}
QMenuBar::item {{ background: transparent; padding: {max(px(6), roomy)}px {px(10)}px; }}
QMenuBar::item:selected {{ background: {wash}; }}
QMenu {{ icon-size: {px(16)}px; }}
QMenu {{ background: {t.surface}; color: {t.ink}; border: 1px solid {t.hairline}; padding: {px(6)}px 0; }}
QMenu::item {{ padding: {max(px(7), roomy)}px {px(28)}px {max(px(7), roomy)}px {px(14)}px; background: transparent; }}
QMenu::item:selected {{ background: {t.vermilion}; color: {t.on_vermilion}; }}
QMenu::item:disabled {{ color: {off}; background: transparent; }}
QMenu::icon {{ padding-left: {px(10)}px; }}
QMenu::separator {{ height: 1px; background: {t.hairline}; margin: {px(6)}px {px(12)}px; }}
QMenu::indicator {{ width: {px(14)}px; height: {px(14)}px; left: {px(6)}px; }}
QMenu::indicator:checked {{ image: url("{_sign("check", t.vermilion)}"); }}
QMenu::indicator:checked:selected {{ image: url("{_sign("check", t.on_vermilion)}"); }}
QMenu::right-arrow {{ image: url("{_sign("chevron-right", t.ink)}"); width: {px(11)}px; height: {px(11)}px; }}

QTabWidget::pane {{ border: none; border-top: 1px solid {t.hairline}; }}
QTabBar {{ background: transparent; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {t.faded}; border: none; border-bottom: 3px solid transparent;
  padding: {max(px(8), roomy)}px {px(16)}px; }}
QTabBar::tab:hover {{ color: {t.ink}; }}
QTabBar::tab:selected {{ color: {t.ink}; border-bottom-color: {t.vermilion}; }}
QTabBar::tab:focus {{ background: {wash}; }}

QSlider:horizontal {{ min-height: {px(20)}px; }}
QSlider:vertical {{ min-width: {px(20)}px; }}
QSlider::groove:horizontal {{ height: 2px; background: {t.hairline}; }}
QSlider::groove:vertical {{ width: 2px; background: {t.hairline}; }}
QSlider::sub-page:horizontal, QSlider::add-page:vertical {{ background: {t.ink}; }}
QSlider::handle {{ background: {t.ink}; width: {px(14)}px; height: {px(14)}px; border-radius: {px(7)}px; }}
QSlider::handle:horizontal {{ margin: -{px(6)}px 0; }}
QSlider::handle:vertical {{ margin: 0 -{px(6)}px; }}
QSlider::handle:hover, QSlider::handle:focus {{ background: {t.vermilion}; }}

QProgressBar {{ background: {t.sunken}; border: none; color: {t.ink}; text-align: center; height: {px(8)}px; }}
QProgressBar::chunk {{ background: {t.vermilion}; }}
QStatusBar, QToolBar {{ background: {t.ground}; color: {t.faded}; border: none; }}
QStatusBar::item {{ border: none; }}
QSizeGrip {{ image: none; width: 0; height: 0; }}
QMessageBox {{ messagebox-question-icon: url("{_sign("help", t.vermilion)}");
  messagebox-information-icon: url("{_sign("info", t.vigilant)}");
  messagebox-warning-icon: url("{_sign("warning", t.vermilion)}");
  messagebox-critical-icon: url("{_sign("warning", t.shaken)}"); }}
QSplitter::handle {{ background: transparent; }}
QDockWidget {{ color: {t.ink}; }}
QFrame[frameShape="4"], QFrame[frameShape="5"] {{ color: {t.hairline}; }}
QLabel {{ background: transparent; }}
QLabel[role="faded"] {{ color: {t.faded}; }}
QCalendarWidget QWidget {{ alternate-background-color: {t.sunken}; }}
{_large_steps() if roomy else ""}"""


def _large_steps() -> str:
    """The two steps of a number at its ends, where one above the other would be too small for a finger."""
    side, sign = fonts.least_target(), fonts.px(14)
    return f"""
QSpinBox, QDoubleSpinBox {{ padding-left: {side}px; padding-right: {side}px; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ subcontrol-origin: border; subcontrol-position: center right;
  width: {side}px; height: {side}px; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{ subcontrol-origin: border; subcontrol-position: center left;
  width: {side}px; height: {side}px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
  width: {sign}px; height: {sign}px; }}
"""


_PLAIN = "okko_plain_space"
_LEAST = "okko_least_size"


class _Dresser(QObject):
    """Keeps one application dressed: applies the look again when theme or text size change."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app, self._scale = app, fonts.text_scale()
        palette.theme_changed.connect(self.dress)
        fonts.text_scale_changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        """Set font, palette and style sheet from the current theme and text scale."""
        theme = palette.current()
        self._app.setPalette(qpalette(theme))
        self._app.setFont(fonts.font("text"))
        self._app.setStyleSheet("")  # over an older sheet, Qt polishes each widget once for every widget around it
        self._app.setStyleSheet(style_sheet(theme))
        before, self._scale = self._scale, fonts.text_scale()
        for widget in self._app.topLevelWidgets():
            if before != self._scale:
                for layout in inside(widget, QLayout):
                    _rescale(layout, before, self._scale)
            if _Reach.large or fonts.least_target():
                for child in inside(widget, QWidget):
                    _Reach.fit(child)
            _repaint(widget)
        _Reach.large = fonts.least_target() > 0


def _rescale(layout: QLayout, before: float, now: float) -> None:
    """Let the space around and between things grow as their text does; it was set when they were made."""
    edges = layout.contentsMargins()
    seen = [edges.left(), edges.top(), edges.right(), edges.bottom(), layout.spacing()]
    plain = layout.property(_PLAIN)  # at text scale 1, unrounded: after many changes nothing has crept
    if plain is None or [round(each * before) for each in plain] != seen:
        plain = [each / before for each in seen]
        layout.setProperty(_PLAIN, plain)
    left, top, right, bottom, between = (round(each * now) for each in plain)
    layout.setContentsMargins(left, top, right, bottom)
    if seen[-1] >= 0:
        layout.setSpacing(between)


def _repaint(widget: QWidget) -> None:
    """Paint a window and all in it again, and let sizes follow the text."""
    widget.update()
    for child in inside(widget, QWidget):
        child.updateGeometry()
        child.update()


class _Reach:
    """What can be clicked is at least as large as a finger, where the person wants it so (`fonts.set_large_targets`).

    Buttons and fields are given a least size of their own, whatever their class; it is taken back later. Rows ask
    `fonts.target` for their height.
    """

    large = False
    """Whether widgets have been enlarged."""

    @staticmethod
    def fit(widget: QWidget) -> None:
        if not isinstance(widget, QAbstractButton | QLineEdit | QComboBox | QAbstractSpinBox):
            return
        if isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox):
            return
        before, side = widget.property(_LEAST), fonts.least_target()
        if before is None and side:
            before = widget.minimumSize()
            widget.setProperty(_LEAST, before)
        if before is not None:
            least = before.expandedTo(QSize(side, side))
            if widget.minimumSize() != least:
                widget.setMinimumSize(least)
                widget.setMaximumSize(widget.maximumSize().expandedTo(least))
        if not side:
            widget.setProperty(_LEAST, None)


class _PlainFusion(QProxyStyle):
    """Fusion in which text is text: no label, message box or tooltip makes HTML of what it is given.

    Names come out of other people's files. Qt guesses whether a text is HTML, and would open the pictures it names.
    Every label is polished before it is laid out, that of the tooltips before it has its text; so this one place
    covers them all.
    """

    def polish(self, what: Any, /) -> None:
        super().polish(what)
        if isinstance(what, QLabel):
            what.setTextFormat(Qt.TextFormat.PlainText)
        elif _Reach.large and isinstance(what, QWidget):
            _Reach.fit(what)


def apply(app: QApplication) -> None:
    """Dress the application: Fusion underneath, our fonts, palette and style sheet; follows theme and text scale.

    Call once, before the first window; a second call only dresses again. Qt measures the rows of a list that is
    given a current row before it is ever shown without the style: call `ensurePolished()` on the list first.
    """
    fonts.load_fonts()
    dresser = app.findChild(_Dresser)
    if dresser is not None:
        dresser.dress()
        return
    app.setStyle(_PlainFusion("Fusion"))
    _Dresser(app)
