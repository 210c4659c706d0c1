"""The screen of figures: the list of charts, the one looked at as large as it can be, its words, and its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.charts import chart_view
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import TOP, fold, hbox, vbox
from companion.ui.kit.list_view import Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

from .chart import Chart, Point
from .chart_view import ChartView, stamp

COLUMNS: tuple[Message, ...] = (say("Series"), say("What"), say("Value"))


@dataclass(frozen=True, slots=True)
class Subject:
    """What the figures are about, said anew when the language changes."""

    title: Callable[[], str]
    lead: Callable[[], str]
    """One sentence that sums it up."""
    charts: Callable[[], tuple[Chart, ...]]
    told: Callable[[Point], str] = lambda point: ""
    """What else there is to say about a point: the step in words."""
    hint: Message | None = None
    """What a click on a point does."""
    remedy: tuple[Message, Callable[[], None]] | None = None
    """What fills charts that are empty, as a button says it, and how."""


class ChartDelegate(LineDelegate):
    """Paints a chart as small as a stamp, and its title; a stamp is painted once."""

    loud = False

    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self._stamps: dict[object, tuple[Chart, QPixmap]] = {}

    def _small(self) -> QSize:
        return QSize(fonts.px(74), fonts.px(44))

    def height(self, line: Line, width: int) -> int:
        return self._small().height() + fonts.px(14)

    def width(self, line: Line) -> int:
        """How wide a row is with its whole title."""
        return self._small().width() + QFontMetrics(fonts.font("strong")).horizontalAdvance(line.title) + fonts.px(34)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        small, chart = self._small(), line.data
        if isinstance(chart, Chart):
            key = (chart.id, theme.name, fonts.text_scale(), self.view.devicePixelRatioF())
            if key not in self._stamps or self._stamps[key][0] is not chart:
                self._stamps[key] = chart, stamp(chart, small, self.view)
            at = QPointF(box.left() + fonts.px(12), box.center().y() - small.height() / 2)
            pen.drawPixmap(at, self._stamps[key][1])
        pen.setFont(fonts.font("strong" if line.chosen else "text"))
        pen.setPen(theme.color("ink" if lit or line.chosen else "faded"))
        pen.drawText(box.adjusted(small.width() + fonts.px(22), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, line.title)


class ChartsScreen(Screen):
    """See the module. `step_wanted`: somebody wants to see this place in the timeline; `game_wanted`: this game."""

    step_wanted = Signal(int)
    game_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject: Subject | None = None
        self.charts: tuple[Chart, ...] = ()
        self.at = 0
        """The number of the chart looked at."""
        self.lines = ListView(self)
        self._stamps = ChartDelegate(self.lines)
        self.lines.set_delegate(self._stamps)
        self.lines.chosen.connect(lambda n: self.go(int(n)))
        self.lines.held.connect(lambda n: self.go(int(n)))
        self._filled = False
        """The table has the values of the chart looked at."""
        self._toast: Toast | None = None
        self.back = InkButton(say("Back"), "quiet", self, deed="home", sign="arrow-left", key_in_tip=True)
        self.heading = Heading("", self, level=2)
        self.lead = Label(self)
        self.sheet = PaperPanel(self, margin=18, seed=41)
        self.title = Heading("", self.sheet, level=2)
        self.about = Label(self.sheet)
        self.view = ChartView(self.sheet)
        self.sums = Label(self.sheet, role="ink")
        self.blank = QWidget(self.sheet)
        """What stands where there is nothing to draw: why, and what would change that."""
        self.empty = Label(self.blank, align=Qt.AlignmentFlag.AlignHCenter)
        self.remedy = InkButton("", "secondary", self.blank, clicked=self._fill_it)
        vbox(1, self.empty, hbox(1, self.remedy, 1), 1, on=self.blank, spacing=14)
        self.table = QTableWidget(self.sheet)
        self.progress = Label(self, font="small")
        self.values = InkButton("", "quiet", self.sheet, deed="figures.values", sign="menu")
        self.copy = InkButton(say("Copy"), "quiet", self.sheet, deed="figures.copy", sign="copy", key_in_tip=True)
        self.savers = {
            form: InkButton("", "quiet", self.sheet, deed=f"figures.{form}", sign="save", key_in_tip=True)
            for form in FORMS
        }
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)
        self.retranslate()

    def _lay_out(self) -> None:
        self.table.setColumnCount(len(COLUMNS))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.stack = QStackedWidget(self.sheet)
        for shown in (self.view, self.table, self.blank):
            self.stack.addWidget(shown)
        self.stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        vbox(
            self.title,
            self.about,
            (self.stack, 1),
            self.sums,
            fold(self.values, self.copy, *self.savers.values(), 1, spacing=4, most=60),
            on=self.sheet,
            spacing=6,
            margins=None,
        )
        body = fold((vbox((self.lines, 1), self.progress), 0), (self.sheet, 1), spacing=10, most=900)
        vbox(
            hbox((self.back, TOP), (vbox(self.heading, self.lead, spacing=0), 1), spacing=14),
            (body, 1),
            on=self,
            spacing=8,
            margins=(28, 18, 28, 18),
        )
        self.progress.hide()

    def _connect(self) -> None:
        self.back.clicked.connect(self.left)
        self.values.clicked.connect(self.toggle_values)
        self.copy.clicked.connect(self.copy_picture)
        self.view.opened.connect(self._opened)
        self.table.cellActivated.connect(self._activated)
        actions: dict[str, Callable[[], object]] = {
            "figures.next": lambda: self.go((self.at + 1) % max(1, len(self.charts))),
            "figures.before": lambda: self.go((self.at - 1) % max(1, len(self.charts))),
            "figures.values": self.toggle_values,
            "figures.copy": self.copy_picture,
        }
        for form, button in self.savers.items():
            button.clicked.connect(lambda _=False, form=form: self.save(form))
            actions[f"figures.{form}"] = partial(self.save, form)
        self.bind(actions)

    contexts: tuple[Context, ...] = ("figures",)

    def show_subject(self, subject: Subject) -> None:
        """Show other statistics, from the first chart on."""
        self._subject, self.at = subject, 0
        self.refresh_subject()

    def refresh_subject(self) -> None:
        """Make all charts again, in the language of the window; the same one stays in front."""
        subject = self._subject
        if subject is None:
            return
        self.charts = subject.charts()
        self.at = min(self.at, max(0, len(self.charts) - 1))
        self.heading.setText(subject.title())
        self.setAccessibleName(tr(say("Charts: {what}", what=subject.title())))
        self.lead.setText(subject.lead())
        self.lead.setVisible(bool(self.lead.text()))
        self._show()

    def go(self, n: int) -> None:
        if self.at == n or not 0 <= n < len(self.charts):
            return
        self.at = n
        self._show()

    @property
    def chart(self) -> Chart | None:
        return self.charts[self.at] if self.charts else None

    def _show(self) -> None:
        chart, subject = self.chart, self._subject
        if chart is None or subject is None:
            return
        self.lines.setAccessibleName(subject.title())
        self.lines.show_lines(
            [Line(str(n), one.title, tip=one.about, chosen=n == self.at, data=one) for n, one in enumerate(self.charts)]
        )
        self.lines.hold(str(self.at))
        bar = self.lines.verticalScrollBar().sizeHint().width()
        self.lines.setMinimumWidth(bar + max(self._stamps.width(line) for line in self.lines.rows.lines))
        self.title.setText(chart.title)
        for label, words in ((self.about, chart.about), (self.sums, "" if chart.is_empty else chart.sums)):
            label.setText(words)
            label.setVisible(bool(words))
        self.empty.setText(chart.empty)
        self.remedy.setVisible(subject.remedy is not None)
        if subject.remedy is not None:
            self.remedy.setText(tr(subject.remedy[0]))
        self.view.show_chart(chart, tr(subject.hint) if subject.hint is not None else "", subject.told)
        self._filled = False
        self._turn(self.stack.currentWidget() is self.table)
        for button in (self.values, self.copy, *self.savers.values()):
            button.setEnabled(not chart.is_empty)

    def _fill_it(self) -> None:
        if self._subject is not None and self._subject.remedy is not None:
            self._subject.remedy[1]()

    def _turn(self, values: bool) -> None:
        chart = self.chart
        if chart is not None and chart.is_empty:
            self.stack.setCurrentWidget(self.blank)
        else:
            self.stack.setCurrentIndex(1 if values else 0)
        showing = self.stack.currentWidget() is self.table
        empty = self.stack.currentWidget() is self.blank
        least = self.back if self.remedy.isHidden() else self.remedy
        self.setFocusProxy(self.table if showing else least if empty else self.view)
        if showing and chart is not None and not self._filled:
            self._fill(chart)
        self.values.setText(tr(say("Chart") if showing else say("Values")))

    def _fill(self, chart: Chart) -> None:
        """The table of values: what a chart says without being seen."""
        self._filled = True
        found = list(chart.points())[:MOST_VALUES]
        self.table.setRowCount(len(found))
        for row, (n, _, point) in enumerate(found):
            for column, text in enumerate((chart.series[n].name, point.words, _number(point, chart))):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.table.resizeColumnToContents(0)
        self.table.resizeColumnToContents(2)
        fits = QHeaderView.ResizeMode.ResizeToContents if len(found) <= MOST_WRAPPED else QHeaderView.ResizeMode.Fixed
        self.table.verticalHeader().setSectionResizeMode(fits)
        self.table.setAccessibleName(tr(say("Values of: {what}", what=chart.title)))
        self.table.setAccessibleDescription(chart.sums)

    def retranslate(self) -> None:
        for form, button in self.savers.items():
            button.setText(form.upper())
            button.setAccessibleName(tr(SAVE_WORDS[form]))
            button.setToolTip(tr(SAVE_WORDS[form]))
        self.table.setHorizontalHeaderLabels([tr(words) for words in COLUMNS])
        self._turn(self.stack.currentWidget() is self.table)
        self.refresh_subject()

    def tell_progress(self, done: int, of: int) -> None:
        """Games are being worked out: how far that is; nothing when it is done."""
        self.progress.setVisible(done < of)
        self.progress.setText(tr(say("Reading older games: {done} of {of}", done=done, of=of)))

    def toggle_values(self) -> None:
        """The values instead of the chart, or back."""
        if self.chart is None or self.chart.is_empty:
            return
        self._turn(self.stack.currentWidget() is not self.table)
        self.setFocus()

    def _opened(self, point: Point) -> None:
        if point.step >= 0:
            self.step_wanted.emit(point.step)
        elif point.game >= 0:
            self.game_wanted.emit(point.game)

    def _activated(self, row: int, _: int) -> None:
        if self.chart is not None:
            self._opened([point for _, _, point in self.chart.points()][row])

    def save(self, form: chart_view.Form, path: Path | None = None) -> None:
        """Write the chart looked at into a file; without `path` ask where."""
        chart = self.chart
        if chart is None or chart.is_empty:
            return
        if path is None:
            path = ask_where_to_save(self, SAVE_WORDS[form], f"{self.heading.text()} – {chart.title}", f".{form}")
        if path is None:
            return
        try:
            chart_view.save(path, form, self.view, chart, self.heading.text())
        except OSError as wrong:
            self._say(say("This could not be saved: {why}", why=wrong.strerror or str(wrong)))
        else:
            self._say(say("Saved: {file}", file=path.name))

    def copy_picture(self) -> None:
        chart, clipboard = self.chart, QGuiApplication.clipboard()
        if chart is None or chart.is_empty:
            return
        if self.stack.currentWidget() is self.table:
            clipboard.setText("\n".join("\t".join(row) for row in [chart_view.COLUMNS, *chart_view.rows(chart)]))
        else:
            clipboard.setImage(chart_view.picture(self.view, chart, self.heading.text()))
        self._say(say("Copied to the clipboard."))

    def _say(self, words: Message) -> None:
        if self._toast is not None:
            self._toast.close()
        self._toast = Toast(self, tr(words))
        self._toast.destroyed.connect(self._toast_gone)
        self._toast.popup()

    def _toast_gone(self, *_: object) -> None:
        self._toast = None


FORMS: Sequence[chart_view.Form] = ("png", "svg", "csv")
SAVE_WORDS: dict[chart_view.Form, Message] = {
    "png": say("Save as a picture (PNG)"),
    "svg": say("Save as a drawing (SVG)"),
    "csv": say("Save the values (CSV)"),
}
MOST_WRAPPED = 300
"""Rows of the table of values of which no word is cut."""
MOST_VALUES = 2_000
"""Rows of the table of values; the file has all."""


def _number(point: Point, chart: Chart) -> str:
    # of stacked marks the height says nothing
    value = point.y - point.low if chart.filled else point.x if chart.kind == "dots" and chart.x_ticks else point.y
    return f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.1f}"
