"""A developer's gallery: everything the theme offers on one long page, in both looks, written to a PNG.

python packaging/gallery OUT.png [paper|night]
python packaging/gallery --check

`specimens.py` has the widgets; a test sees to it that none of the kit is missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from math import ceil

from board import paint_board
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from specimens import SPECIMENS, problems, states
from specimens import State as Shown

from companion.ui.kit.art import dice, figures, terrain
from companion.ui.kit.art.figures import BandShape, FacingName, State
from companion.ui.kit.art.marks import Mask, paint_element, paint_mask
from companion.ui.kit.art.terrain import Floor
from companion.ui.kit.layouts import FlowRow
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.theme import fonts as lettering
from companion.ui.kit.theme import icons, ink, palette, style
from companion.ui.kit.theme.palette import ELEMENTS, Role, Theme, ThemeName, current

WIDTH = 1440
MARGIN = 64
INNER = WIDTH - 2 * MARGIN
_SAYING = "Calm, dark ink on warm paper, one loud colour kept for what matters now."


class _Picture(QWidget):
    """A piece of the page painted by a function."""

    def __init__(self, width: int, height: int, draw: Callable[[QPainter, Theme], None]) -> None:
        super().__init__()
        self._draw = draw
        self.setFixedSize(width, height)

    def sizeHint(self) -> QSize:
        """As large as it was made."""
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        with ink.painting(self) as pen:
            self._draw(pen, current())


def _caption(pen: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    pen.setFont(lettering.font("small"))
    pen.setPen(theme.color("faded"))
    pen.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)


def _hero(pen: QPainter, theme: Theme) -> None:
    pen.drawPixmap(0, 0, terrain.landscape(QSize(WIDTH, 760), theme))


def _palette(pen: QPainter, theme: Theme) -> None:
    shown: tuple[Role, ...] = (
        *("ground", "surface", "sunken", "ink", "faded", "vermilion", "vigilant", "shaken", "gold"),
        *("fire", "water", "air", "earth", "hunter", "creature", "mercenary", "hindering", "aquatic", "blocking"),
    )
    step = INNER / 10
    for k, role in enumerate(shown):
        x, y = k % 10 * step, k // 10 * 104
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color(role))
        swatch = QRectF(x + 4, y + 4, step - 16, 60)
        pen.drawPath(ink.rough_rect(swatch, role, 1.2, 30))
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(theme.color("hairline"))
        pen.drawPath(ink.rough_rect(swatch, role, 1.2, 30))
        _caption(pen, QRectF(x, y + 70, step - 8, 20), role, theme)


def _signs(pen: QPainter, theme: Theme) -> None:
    columns, step = 16, INNER / 16
    plain = [name for name in icons.icon_names() if not name.startswith(("mask-", "stat-"))]
    pen.setFont(lettering.font("small", 0.9))
    for k, name in enumerate(plain):
        x, y = k % columns * step, k // columns * 66
        pen.drawPixmap(round(x + step / 2 - 16), round(y), icons.pixmap(name, theme.ink, 32))
        _caption(pen, QRectF(x - 4, y + 36, step + 8, 20), name, theme)


def _elements(pen: QPainter, theme: Theme) -> None:
    for k, element in enumerate(ELEMENTS):
        paint_element(pen, QRectF(k * 132 + 6, 0, 92, 92), element, theme)
        paint_element(pen, QRectF(k * 132 + 74, 68, 34, 34), element, theme, solid=True)
    masks: tuple[Mask, ...] = ("hunter", "creature", "mercenary")
    for k, mask in enumerate(masks):
        paint_mask(pen, QRectF(INNER - 3 * 150 + k * 150, 0, 112, 112), mask, theme)


def _dice(pen: QPainter, theme: Theme) -> None:
    x, size = 0, 84
    for face in (*ELEMENTS, None):
        pen.drawPixmap(x, 0, dice.die_pixmap(face, size, theme))
        x += size + 10
    x += 30
    for number in range(1, 7):
        pen.drawPixmap(x, 12, dice.die_pixmap(number, 60, theme))
        x += 68
    x += 20
    entries: tuple[dice.Entry, ...] = ("typed", "corrected")
    for entry in entries:
        pen.drawPixmap(x, 12, dice.die_pixmap(4, 60, theme, entry=entry))
        x += 68
    pen.drawPixmap(x, 12, dice.die_pixmap("water", 60, theme, spent=True))


def _figures(pen: QPainter, theme: Theme) -> None:
    facings: tuple[FacingName, ...] = ("N", "E", "S", "W")
    size, columns = 128, 10
    for k, name in enumerate(figures.silhouettes()):
        shape: BandShape = "octagon" if k % 2 else "round"
        state: State = "shaken" if k % 5 == 3 else "vigilant"
        element = ELEMENTS[k % 5] if k % 4 == 2 else None
        facing = facings[k % 4]
        made = figures.figure_pixmap(name, shape, state, k % 7 == 5, facing, size, theme, element, k == 6)
        x, y = k % columns * INNER / columns, k // columns * 164
        pen.drawPixmap(round(x), y, made)
        _caption(pen, QRectF(x, y + size + 6, size, 20), name, theme)


def _grounds(pen: QPainter, theme: Theme) -> None:
    step = INNER / len(terrain.FLOORS)
    for k, name in enumerate(terrain.FLOORS):
        side = round(step - 10) // 2
        pen.drawPixmap(round(k * step), 0, terrain.surface(name, 2, 2, side, 3, theme))
        _caption(pen, QRectF(k * step, side * 2 + 8, side * 2, 20), name, theme)


_UNDER: dict[str, Floor] = {
    "table": "tatami",
    "screen": "tatami",
    "shrub": "garden",
    "barrels": "plank",
    "rubble": "stone",
    "chest": "plank",
    "bamboo": "moss",
    "pond": "garden",
    "brook": "moss",
    "lantern": "gravel",
    "statue": "moss",
    "boulder": "gravel",
    "pillar": "stone",
    "stairs": "plank",
    "trapdoor": "plank",
}


def _objects(pen: QPainter, theme: Theme) -> None:
    side, k = 124, 0
    for kind in terrain.VARIANTS:
        for variant in terrain.VARIANTS[kind]:
            x, y = k % 10 * round(INNER / 10), k // 10 * (side + 36)
            pen.drawPixmap(x, y, terrain.texture(_UNDER[variant], side, k, theme))
            pen.drawPixmap(x, y, terrain.object_pixmap(kind, side, variant, 1, theme))
            _caption(pen, QRectF(x, y + side + 6, side, 20), variant, theme)
            k += 1
    x = 5 * round(INNER / 10)
    for size in (64, 48, 32, 24):
        for m, kind in enumerate(terrain.VARIANTS):
            at = QRect(x, side + 36, size, size)
            pen.drawPixmap(at.topLeft(), terrain.texture("plank", size, m, theme))
            pen.drawPixmap(at.topLeft(), terrain.object_pixmap(kind, size, None, 0, theme))
            x += size + 4
        x += 20


def _widgets() -> QWidget:
    """Every widget of the kit in every state, as pictures: a state at a time can have the keys or the pointer."""
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(22)
    for row, (name, make) in enumerate(SPECIMENS.items()):
        title = QLabel(name)
        title.setWordWrap(True)
        title.setFixedWidth(170)
        shots, _ = states(make)
        high = max(shot.picture.deviceIndependentSize().height() for shot in shots)
        flow = FlowRow(words=[_picture_of(shot, round(high)) for shot in shots])
        grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(flow, row, 1)
    grid.setColumnStretch(1, 1)
    return page


def _picture_of(shot: Shown, high: int) -> QWidget:
    size = shot.picture.deviceIndependentSize().toSize()

    def draw(pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, shot.picture)
        _caption(pen, QRectF(0, high + 4, max(size.width(), 96), 18), shot.name, theme)

    return _Picture(max(size.width(), 96) + 18, high + 26, draw)


def _standard() -> QWidget:
    sheet = PaperPanel(seed=5, margin=28)
    column = QVBoxLayout(sheet)
    column.setSpacing(12)
    column.addWidget(Heading("Preparations", level=3))
    box, spin, sure, night, slider = (
        QComboBox(),
        QSpinBox(),
        QCheckBox("Reduced motion"),
        QRadioButton("Night"),
        QSlider(),
    )
    box.addItems(["English", "Français", "Italiano"])
    spin.setValue(16)
    sure.setChecked(True)
    night.setChecked(True)
    slider.setOrientation(Qt.Orientation.Horizontal)
    slider.setValue(40)
    rows = QListWidget()
    rows.addItems(["The Lantern at the Ford", "Ash Road", "Three Doors"])
    rows.setFixedHeight(104)
    rows.ensurePolished()
    rows.setCurrentRow(1)
    for widget in (QLineEdit("Kagehiro"), box, spin, sure, night, QCheckBox("Show the grid"), slider, rows):
        column.addWidget(widget)
    column.addStretch()
    return sheet


def _letters() -> QWidget:
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(6)
    samples: tuple[tuple[lettering.FontRole, str], ...] = (
        ("display", "Okko: l’ère d’Asagiri 鳥居"),
        ("title", "Éveillé, ébranlé, épuisé — più vigile che mai"),
        ("name", "Kagehiro · Ōtani · Daimyō · Cœur de fer"),
        ("text", "The line of fire stops at the lantern; the target behind the shrub adds one to its die."),
        ("strong", "End the phase → the dice not placed are lost until the next roll."),
        ("digits", "0123456789 · 12/16 · +1 · ≥ 4 · 3 × 2"),
        ("small", "Enforced · observed · overridden"),
        ("numeral", "0 1 2 3 4 5 6 7 8 9"),
    )
    for k, (role, text) in enumerate(samples):
        name, words = QLabel(role), QLabel(text)
        name.setProperty("role", "faded")
        name.setFont(lettering.font("small"))
        words.setFont(lettering.font(role))
        grid.addWidget(name, k, 0, Qt.AlignmentFlag.AlignBaseline)
        grid.addWidget(words, k, 1, Qt.AlignmentFlag.AlignBaseline)
    grid.setColumnMinimumWidth(0, 110)
    grid.setColumnStretch(1, 1)
    return page


def page() -> QWidget:
    """The whole page as a window, in the current theme."""
    window = QWidget()
    window.setFixedWidth(WIDTH)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, MARGIN)
    column.setSpacing(0)
    column.addWidget(_Picture(WIDTH, 760, _hero))
    body = QVBoxLayout()
    body.setContentsMargins(MARGIN, 48, MARGIN, 0)
    body.setSpacing(22)
    column.addLayout(body)
    body.addWidget(Heading("Okko Companion", level=1, kanji="鳥居"))
    saying = QLabel(_SAYING)
    saying.setProperty("role", "faded")
    body.addWidget(saying)
    sections: tuple[tuple[str, str, Callable[[], QWidget]], ...] = (
        ("Board", "", lambda: _Picture(1300, 600, paint_board)),
        ("Widgets", "", _widgets),
        ("Standard controls", "", _standard),
        ("Elements and masks", "火水風土", lambda: _Picture(INNER, 112, _elements)),
        ("Dice", "", lambda: _Picture(INNER, 88, _dice)),
        ("Figures", "武士", lambda: _Picture(INNER, 164 * ceil(len(figures.silhouettes()) / 10), _figures)),
        ("Things on squares", "", lambda: _Picture(INNER, 310, _objects)),
        ("Grounds", "", lambda: _Picture(INNER, 170, _grounds)),
        ("Letters", "", _letters),
        ("Colours", "", lambda: _Picture(INNER, 200, _palette)),
        ("Signs", "", lambda: _Picture(INNER, 6 * 66, _signs)),
    )
    for number, (title, kanji, make) in enumerate(sections):
        body.addSpacing(18)
        body.addWidget(Heading(title, level=2, kanji=kanji))
        body.addWidget(Rule(seed=number))
        body.addWidget(make())
    return window


def picture(name: ThemeName) -> QPixmap:
    """The page in one theme. Needs a dressed `QApplication`."""
    palette.set_theme(name)
    window = page()
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    QApplication.processEvents()
    grabbed = window.grab()
    window.close()
    window.deleteLater()
    return grabbed


def main(arguments: list[str]) -> int:
    """Write the picture, both looks side by side unless one is named; or say what is missing."""
    if not arguments:
        sys.stderr.write("usage: python packaging/gallery OUT.png [paper|night] | --check\n")
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    style.apply(app)
    if arguments == ["--check"]:
        found = list(problems())
        sys.stdout.writelines(f"{one}\n" for one in found)
        return 1 if found else 0
    names: list[ThemeName] = [n for n in palette.THEMES if len(arguments) < 2 or arguments[1] == n]
    pictures = [picture(name) for name in names]
    whole = QPixmap(sum(p.width() for p in pictures), max(p.height() for p in pictures))
    whole.fill(QColor("#000000"))
    with ink.painting(whole) as pen:
        for k, one in enumerate(pictures):
            pen.drawPixmap(k * WIDTH, 0, one)
    return 0 if whole.save(arguments[0]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
