"""One specimen of every widget of `companion.ui.kit`, each in a window of its own, and every state it can be in.

A specimen is made on a `stage`, an empty window: what lies over a window (a slip, a veil, a toast) lies over it.
Classes that only others are made of (`InkWidget`, `Screen`) are shown by these.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFont, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget

import companion.ui.kit
from companion.model.core.words import say
from companion.ui.kit.accessibility import LastAnnouncement
from companion.ui.kit.art.marks import ElementMark, StatBadge, ZeniMeter
from companion.ui.kit.buttons import InkButton, KeyHint
from companion.ui.kit.charts.chart import Chart, Point, Series
from companion.ui.kit.charts.chart_view import ChartView
from companion.ui.kit.charts.screen import ChartsScreen, Subject
from companion.ui.kit.choices import BigDial, Choices, ChoiceWord, Legend, Menu, Signs, SmallDial
from companion.ui.kit.fields import (
    InlineRename,
    NameEdit,
    RowTools,
    RuledPaper,
    Spin,
    Tick,
    Tool,
    ToolDelegate,
    WordButton,
    WrittenLine,
)
from companion.ui.kit.layouts import CenteredColumn, FlowRow, OnePage, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.notes import Caption, PointerNote
from companion.ui.kit.panels import Heading, KeyedPanel, Notice, PaperPanel, Rule, SealLabel, Toast
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.picture_grid import PictureButton, PictureGrid, Thumbnail
from companion.ui.kit.rich_text import PageText
from companion.ui.kit.screen import Busy, ChoicePopup
from companion.ui.kit.scroll import ScrollColumn, ScrollScreen, ScrollStrip
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme, current
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import OFF, CachedInkWidget, Label, SteppingButton

ROWS = (
    Line("figures", "Figures", heading=True),
    Line("okko", "Kagehiro", "of the Ash Road", "4", sign="bow", chosen=True),
    Line("noshin", "Otsuru", "monk of the ford", "2"),
    Line("tikku", "Little Stone", "apprentice", refusal="An enemy controls this square."),
    Line("road", "A name so long that it does not fit into one row beside what stands at its end", value="12"),
)
WORDS = "The line of fire stops at the lantern; the target behind the shrub adds one to its die."


class _Figure(PictureButton):
    """A sheet with a name below it."""

    opacity_off = OFF

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(96), fonts.px(118))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        sheet = QRectF(8, 8, self.width() - 16, self.height() - fonts.px(34))
        path = QPainterPath()
        path.addRect(sheet)
        self.paint_sheet(pen, path, 5, 1, 3)
        self.paint_rim(pen, path)
        self.paint_name(pen, QRectF(0, sheet.bottom() + 6, self.width(), fonts.px(26)))


class _Stone(SteppingButton):
    """One of several stones in a row."""

    opacity_off = OFF

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(40), fonts.px(40))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.setPen(theme.color("vermilion" if self.hasFocus() or self.underMouse() else "hairline"))
        pen.setBrush(theme.color("ink" if self.isChecked() else "surface"))
        pen.drawEllipse(QRectF(self.rect()).adjusted(4, 4, -4, -4))


class _Sky(CachedInkWidget):
    """Painted once, kept until it is told to."""

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(180), fonts.px(60))

    def draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        for k, role in enumerate(("fire", "water", "air", "earth")):
            pen.fillRect(k * size.width() // 4, 0, size.width() // 4, size.height(), theme.color(role))


class _RowDelegate(ToolDelegate):
    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        return row.adjusted(fonts.px(12), 0, -fonts.px(120), 0), fonts.font("strong")


class _Keyed(KeyedPanel):
    """Paper that has keys of its own."""


def chart() -> Chart:
    """Two series, one of them typed by hand."""
    rising = tuple(Point(n, (n * 3) % 7, f"Turn {n}: {(n * 3) % 7}", step=n) for n in range(9))
    falling = tuple(Point(n, 6 - n / 2, f"Turn {n}: {6 - n / 2}", hollow=n == 4) for n in range(9))
    both = (Series("Kagehiro", "a", rising), Series("Otsuru", "b", falling))
    return Chart(
        id="zeni", title="Zeni", about=WORDS, kind="steps", x_name="Turn", y_name="Zeni lost", series=both, sums=WORDS
    )


def _put(stage: QWidget, widget: QWidget, wide: int = 0, high: int = 0) -> QWidget:
    """Lay a widget on the stage, as large as it wants to be unless told otherwise."""
    widget.setParent(stage)
    widget.ensurePolished()
    wanted = widget.sizeHint().expandedTo(widget.minimumSizeHint())
    size = QSize(fonts.px(wide) if wide else wanted.width(), fonts.px(high) if high else wanted.height())
    if wide and not high and widget.hasHeightForWidth():
        size.setHeight(widget.heightForWidth(size.width()))
    widget.resize(size)
    stage.resize(size)
    return widget


def _choices(stage: QWidget) -> QWidget:
    options = [("paper", "Paper", "sun"), ("night", "Night", "moon"), ("system", "As the system", "")]
    made = Choices(say("Look"), options)
    made.show_choice("night")
    return _put(stage, made, 420)


def _word(stage: QWidget) -> QWidget:
    made = ChoiceWord("moon")
    made.say("Night")
    return _put(stage, made)


def _dial(stage: QWidget) -> QWidget:
    made = SmallDial()
    made.tell(1, "Reminders", ("Off", "Ask", "Do it"))
    return _put(stage, made)


def _big_dial(stage: QWidget) -> QWidget:
    made = BigDial(("track", "assist", "enforce"))
    for stop, name in zip(made.stops.values(), ("Track", "Assist", "Enforce"), strict=True):
        stop.say(name, WORDS)
    made.show_stop("assist")
    return _put(stage, made, 520, 90)


def _legend(stage: QWidget) -> QWidget:
    made = Legend()
    made.say(("Off", "Ask", "Do it"))
    return _put(stage, made)


def _menu(stage: QWidget) -> QWidget:
    made = Menu(tr, say("Clock"), stage)
    made.add(say("Undo"), lambda: None, "undo")
    made.add(say("Full screen"), lambda: None, on=True)
    made.add(say("Close"), lambda: None).setEnabled(False)
    made.setActiveAction(made.actions()[0])
    return _put(stage, made)


def _word_button(stage: QWidget) -> QWidget:
    made = WordButton()
    made.say("one neighbour")
    return _put(stage, made)


def _tick(stage: QWidget) -> QWidget:
    made = Tick()
    made.say("Keep a copy before each change")
    return _put(stage, made, 300)


def _text(made: QLineEdit, text: str, wide: int = 240) -> Callable[[QWidget], QWidget]:
    def make(stage: QWidget) -> QWidget:
        made.setText(text)
        made.setPlaceholderText("Name")
        return _put(stage, made, wide)

    return make


def _ruled(stage: QWidget) -> QWidget:
    made = RuledPaper()
    made.setPlainText(WORDS)
    return _put(stage, made, 320, 110)


def _spin(stage: QWidget) -> QWidget:
    made = Spin()
    made.setValue(16)
    return _put(stage, made)


def _list(stage: QWidget) -> QWidget:
    made = ListView()
    made.show_lines(ROWS)
    made.hold("noshin")
    return _put(stage, made, 380, 230)


def _tools(stage: QWidget) -> QWidget:
    made = ListView()
    delegate = _RowDelegate(made)
    RowTools(made, delegate, (Tool("copy", "copy", say("Duplicate")), Tool("delete", "trash", say("Delete"))),
             "campaigns", say("Rename"))  # fmt: skip
    made.show_lines([replace(line, value="") for line in ROWS])
    made.hold("noshin")
    return _put(stage, made, 380, 230)


def _renamed(stage: QWidget) -> QWidget:
    ground = _put(stage, QWidget(), 300, 40)
    InlineRename("Three Doors", fonts.font("strong"), QRect(4, 4, fonts.px(280), fonts.px(30)), ground).show()
    return ground


def _sheet(sheet: PaperPanel) -> Callable[[QWidget], QWidget]:
    def make(stage: QWidget) -> QWidget:
        vbox(Heading("Prologue", level=3, kanji="序"), Label(text=say("Table")), Rule(), on=sheet, margins=None)
        return _put(stage, sheet, 320, 150)

    return make


def _notice(stage: QWidget) -> QWidget:
    made = Notice()
    made.tell(say("There are no dice to roll now."))
    return _put(stage, made, 460, 64)


def _over(make: Callable[[QWidget], object], wide: int = 460, high: int = 200) -> Callable[[QWidget], QWidget]:
    """What lies over a window: the window is shown."""

    def made(stage: QWidget) -> QWidget:
        stage.resize(fonts.px(wide), fonts.px(high))
        stage.show()
        make(stage)
        return stage

    return made


def _popup(stage: QWidget) -> None:
    at = QWidget(stage)
    at.setGeometry(10, 10, 10, 10)
    popup = ChoicePopup([*ROWS, *(Line(f"more{n}", f"Lantern {n}") for n in range(6))], at, name="Who?", find="Search")
    popup.popup(at)


def _busy(stage: QWidget) -> None:
    Busy(stage, say("Import")).show_share(0.4)


def _announced(stage: QWidget) -> QWidget:
    stage.resize(80, 40)
    LastAnnouncement(stage).add("Kagehiro moves to C4", None)
    return stage


def _pictures(stage: QWidget) -> QWidget:
    figures = [_Figure() for _ in range(5)]
    for n, figure in enumerate(figures):
        figure.say(f"Bearer {n + 1}", WORDS)
    return _put(stage, PictureGrid(figures, columns=5), 520)


def _figure(stage: QWidget) -> QWidget:
    made = _Figure()
    made.say("Bearer", WORDS)
    return _put(stage, made)


def _stone(stage: QWidget) -> QWidget:
    made = _Stone()
    made.setCheckable(True)
    return _put(stage, made)


def _thumbnail(stage: QWidget) -> QWidget:
    def draw(side: int, ratio: float) -> QPixmap:
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(current().color("earth"))
        return picture

    made = Thumbnail()
    made.show_picture(draw)
    return _put(stage, made)


def _column(stage: QWidget) -> QWidget:
    made = ScrollColumn(fade="ground", spacing=6)
    for row in range(12):
        made.column.addWidget(Heading(f"Lantern {row}", level=3))
    return _put(stage, made, 260, 130)


def _strip(stage: QWidget) -> QWidget:
    held = Heading("A title that is much wider than the sheet that it lies on", level=2)
    return _put(stage, ScrollStrip(held), 260, 64)


def _room(stage: QWidget) -> QWidget:
    return _put(stage, ScrollScreen(_charts_screen()), 620, 380)


def _charts_screen() -> ChartsScreen:
    made = ChartsScreen()
    made.show_subject(Subject(lambda: "Three Doors", lambda: WORDS, lambda: (chart(),)))
    return made


def _flow(stage: QWidget) -> QWidget:
    row = FlowRow(words=[Label(text=say("Undo")) for _ in range(12)])
    return _put(stage, row, 260, 70)


def _centred(stage: QWidget) -> QWidget:
    ground = QWidget()
    vbox(Heading("No wider than this", level=3), Rule(), on=CenteredColumn(ground, 260))
    return _put(stage, ground, 460, 70)


def _pages(stage: QWidget) -> QWidget:
    made = OnePage()
    made.addWidget(Heading("The first page", level=3))
    made.addWidget(Heading("The second page", level=3))
    return _put(stage, made, 260, 40)


def _chart(stage: QWidget) -> QWidget:
    made = ChartView()
    made.show_chart(chart())
    return _put(stage, made, 560, 260)


def _page_text(stage: QWidget) -> QWidget:
    ground = QWidget()  # not the text itself but its links have the keys
    vbox(PageText("<p>Two <a href='term:step'>steps</a>, then a turn.</p>"), on=ground)
    return _put(stage, ground, 300, 40)


def _button(kind: str, **more: str) -> Callable[[QWidget], QWidget]:
    return lambda stage: _put(stage, InkButton("End the phase", kind, **more))  # type: ignore[arg-type]


SPECIMENS: dict[str, Callable[[QWidget], QWidget]] = {
    "InkButton, primary": _button("primary", key="Space"),
    "InkButton, secondary": _button("secondary", key="E"),
    "InkButton, quiet": _button("quiet", sign="undo", key="Ctrl+Z"),
    "KeyHint": lambda stage: _put(stage, KeyHint("Space")),
    "ChoiceWord": _word,
    "Choices": _choices,
    "SmallDial": _dial,
    "Legend": _legend,
    "Signs": lambda stage: _put(stage, Signs(("close", "dice", "person"))),
    "BigDial, BigStop": _big_dial,
    "Menu": _menu,
    "Tick": _tick,
    "WordButton": _word_button,
    "WrittenLine": lambda stage: _text(WrittenLine(), "Kagehiro")(stage),
    "WrittenLine, empty": lambda stage: _text(WrittenLine(), "")(stage),
    "NameEdit": lambda stage: _text(NameEdit(), "The lantern bearers")(stage),
    "InlineRename": _renamed,
    "RuledPaper": _ruled,
    "Spin": _spin,
    "ListView": _list,
    "RowTools": _tools,
    "PictureButton": _figure,
    "PictureGrid": _pictures,
    "SteppingButton": _stone,
    "Thumbnail": _thumbnail,
    "Heading 1": lambda stage: _put(stage, Heading("Three Doors", level=1, kanji="門")),
    "Heading 2": lambda stage: _put(stage, Heading("Three Doors", level=2, kanji="門")),
    "Heading 3": lambda stage: _put(stage, Heading("Three Doors", level=3)),
    "Label": lambda stage: _put(stage, Label(text=say("There are no dice to roll now."), role="ink"), 260),
    "Rule": lambda stage: _put(stage, Rule(), 260),
    "SealLabel": lambda stage: _put(stage, SealLabel("勝", "Victory", size=60)),
    "PaperPanel": lambda stage: _sheet(PaperPanel(margin=24))(stage),
    "KeyedPanel": lambda stage: _sheet(_Keyed(margin=24, seed=9))(stage),
    "CachedInkWidget": lambda stage: _put(stage, _Sky()),
    "Notice": _notice,
    "Caption": _over(lambda stage: Caption(stage).say(WORDS, 0), 660, 120),
    "PointerNote": _over(lambda stage: PointerNote(stage).say("Costs 2", QPoint(20, 20)), 320, 90),
    "PointerNote, warning": _over(
        lambda stage: PointerNote(stage).say("Leaves a control zone", QPoint(20, 20), warning=True), 320, 90
    ),
    "Toast": _over(lambda stage: Toast(stage, "Okko Companion has kept the game.", action="Open").popup(), 620, 110),
    "ChoicePopup": _over(_popup, 380, 460),
    "Busy": _over(_busy),
    "LastAnnouncement": _announced,
    "ScrollColumn, ScrollFade": _column,
    "ScrollStrip": _strip,
    "ScrollScreen, ChartsScreen": _room,
    "FlowRow": _flow,
    "CenteredColumn": _centred,
    "OnePage": _pages,
    "ChartView": _chart,
    "PaperScreen, PagePreview": lambda stage: _put(stage, _paper(), 620, 380),
    "PageText": _page_text,
    "ElementMark": lambda stage: _put(stage, ElementMark("fire", "Fire", size=40)),
    "ElementMark, solid": lambda stage: _put(stage, ElementMark("water", "Water", size=40, solid=True)),
    "StatBadge": lambda stage: _put(stage, StatBadge("attack", 4, "Attack", size=64)),
    "ZeniMeter": lambda stage: _put(stage, ZeniMeter(5, 12, "Zeni lost")),
}


def _paper() -> PaperScreen:
    made = PaperScreen((PrintSubject("cards", say("Cards"), of_cards=True),))
    made.begin([Label(text=say("Cards"))])
    return made


@dataclass(frozen=True, slots=True)
class State:
    """A state of a widget in a picture."""

    name: str
    picture: QPixmap


def _enter(widget: QWidget, *, come: bool) -> None:
    at = QPointF(widget.rect().center())
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, come)
    event = QEnterEvent(at, at, at) if come else QEvent(QEvent.Type.Leave)
    QApplication.sendEvent(widget, event)


def _shot(name: str, widget: QWidget) -> State:
    QApplication.processEvents()
    return State(name, widget.grab())


def states(make: Callable[[QWidget], QWidget]) -> tuple[list[State], set[type[QWidget]]]:
    """A specimen in every state it can be in, and the classes that are seen with it."""
    stage = QWidget()
    widget = make(stage)
    stage.move(200, 200)  # the mouse is elsewhere
    stage.show()
    widget.show()
    stage.activateWindow()
    QApplication.processEvents()
    if (held := QApplication.focusWidget()) is not None and widget is not stage:
        held.clearFocus()
    shots = [_shot("at rest", widget)]
    if isinstance(widget, QAbstractButton):
        _enter(widget, come=True)
        shots.append(_shot("pointed at", widget))
        _enter(widget, come=False)
        widget.setDown(True)
        shots.append(_shot("pressed", widget))
        widget.setDown(False)
        if widget.isCheckable():
            widget.setChecked(True)
            shots.append(_shot("chosen", widget))
            widget.setChecked(False)
    if widget is not stage and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        shots.append(_shot("with the keys", widget))
        widget.clearFocus()
    if isinstance(widget, (QAbstractButton, QLineEdit, QPlainTextEdit, Choices, BigDial, Spin)):
        widget.setEnabled(False)
        shots.append(_shot("off", widget))
    seen = {base for one in [stage, *stage.findChildren(QWidget)] for base in type(one).__mro__ if _of_kit(base)}
    stage.close()
    stage.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return shots, seen


def _of_kit(one: type) -> bool:
    return one.__module__.startswith(companion.ui.kit.__name__) and issubclass(one, QWidget)


def kit_widgets() -> Iterator[type[QWidget]]:
    """Every widget class of the kit that others may use."""
    for module in pkgutil.walk_packages(companion.ui.kit.__path__, companion.ui.kit.__name__ + "."):
        for name, one in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(one) and one.__module__ == module.name and _of_kit(one) and not name.startswith("_"):
                yield one


TOLD_APART = ("with the keys", "off", "chosen")
"""States that have to be seen at a glance (WCAG 2.4.7, 1.4.11)."""


def problems() -> Iterator[str]:
    """Widgets of the kit without a specimen, and states that look as at rest."""
    shown = set[type[QWidget]]()
    for name, make in SPECIMENS.items():
        shots, seen = states(make)
        shown |= seen
        for shot in shots[1:]:
            if shot.name in TOLD_APART and shot.picture.toImage() == shots[0].picture.toImage():
                yield f"{name}: looks the same at rest and {shot.name}"
    yield from (f"{one.__module__}.{one.__name__} has no specimen" for one in kit_widgets() if one not in shown)
