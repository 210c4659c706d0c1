"""All campaigns, each as a strip of paper; from here one goes on with one, or begins another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import CAMPAIGN, CAMPAIGNS_READ, patterns
from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.campaign.chapter_page import chapter, chapter_words
from companion.model.games.asagiri.campaign.legal_options import leader
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.buttons import InkButton, fit_words
from companion.ui.kit.fields import RowTools, Tool, ToolDelegate
from companion.ui.kit.file_dialogs import ask_for_file, ask_where_to_save
from companion.ui.kit.layouts import CENTER, CenteredColumn, fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen, waited
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr, when
from companion.ui.kit.widget import Label
from companion.ui.play.storage import CampaignEntry, CampaignStorage, StorageError

from .chapters import octagon

HIGH = 118
FIGURE = 34
TOOLS = (
    Tool("rename", "edit", say("Rename")),
    Tool("copy", "copy", say("Duplicate")),
    Tool("export", "export", say("Export")),
    Tool("delete", "trash", say("Delete")),
)


def campaign_line(entry: CampaignEntry) -> Line:
    """Say how a campaign stands, for a list with `CampaignDelegate`."""
    facts = " · ".join(map(tr, _facts(entry)))
    return Line(str(entry.id), entry.title, facts, when(entry.changed, tr.language), data=entry)


def _facts(entry: CampaignEntry) -> list[Message]:
    state = entry.state
    if state is None:
        return [entry.why or say("This campaign can no longer be played.")]
    now = state.now
    if now.stage == "over":
        first = leader(state)
        facts = [say("Finished: a draw") if first is None
                 else say("Finished: roster {seat} wins", seat=SEATS[first])]  # fmt: skip
    else:
        name = chapter_words(state, chapter(state))
        facts = [say("Chapter {number} of {count}: {name}", number=now.chapter + 1,
                     count=len(now.settings.chapters), name=name)]  # fmt: skip
    if entry.branches > 1:
        facts.append(plural("{count} branch", "{count} branches", entry.branches))
    return facts


class CampaignDelegate(ToolDelegate):
    """Paints a paper strip with the title, the chapters as dots, and both rosters."""

    least, wide = 300, 760

    def height(self, line: Line, width: int) -> int:
        return fonts.px(HIGH + 6)

    def tools_place(self, row: QRect, size: QSize) -> QRect:
        return QRect(QPoint(row.right() + 1 - size.width() - fonts.px(18), row.top() + fonts.px(10)), size)

    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        place = QRect(row.left() + fonts.px(22), row.top() + fonts.px(9), row.width() - fonts.px(60), fonts.px(34))
        return place, fonts.font("title", 20 / 24)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        sheet = _sheet(box)
        path = ink.rough_rect(sheet, f"scroll{line.id}", 0.8, 60)
        ink.soft_shadow(pen, path, theme.color("shadow", 0.5 if theme.dark else 0.2), 5, 1, 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(path)
        if lit:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion" if held else "hairline"), 1.8))
            pen.drawPath(path)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if held else "ink"))
        pen.drawRect(QRectF(sheet.left(), sheet.top(), fonts.px(5), sheet.height()))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        sheet, entry = _sheet(box), line.data
        assert isinstance(entry, CampaignEntry)
        self._paint_words(pen, theme, sheet, line, entry)
        if entry.state is not None:
            self._paint_dots(pen, theme, entry.state, sheet)
            self._paint_rosters(pen, theme, entry.state, sheet)

    def _paint_words(self, pen: QPainter, theme: Theme, sheet: QRectF, line: Line, entry: CampaignEntry) -> None:
        left, right = sheet.left() + fonts.px(24), sheet.right() - fonts.px(18)
        name, small = fonts.font("title", 20 / 24), fonts.font("small")
        said = line.value
        pen.setFont(small)
        pen.setPen(theme.color("faded"))
        wide = QFontMetricsF(small).horizontalAdvance(said) + 2
        tools = self.tools_width(line.id)
        if tools:
            wide = tools
        else:
            pen.drawText(QRectF(right - wide, sheet.top() + fonts.px(12), wide, fonts.px(22)),
                         Qt.AlignmentFlag.AlignVCenter, said)  # fmt: skip
        room = QRectF(left, sheet.top() + fonts.px(8), right - wide - fonts.px(12) - left, fonts.px(30))
        pen.setFont(name)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(name).elidedText(line.title, Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setFont(small)
        pen.setPen(theme.color("faded" if entry.state is not None else "shaken"))
        below = QRectF(left, room.bottom(), right - left, fonts.px(20))
        facts = QFontMetrics(small).elidedText(line.words, Qt.TextElideMode.ElideRight, int(below.width()))
        pen.drawText(below, Qt.AlignmentFlag.AlignVCenter, facts)

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
        """Both rosters looking at each other at the end of the row, as far as there is room."""
        side, y = fonts.px(FIGURE), sheet.bottom() - fonts.px(FIGURE + 9)
        most = max(1, int((sheet.width() * 0.30 - fonts.px(14)) // (side * 0.78)) - 1)
        last = max(0, min(most, len(state.approved[1].members)) - 1)
        middle = sheet.right() - fonts.px(18 + 12) - side - last * side * 0.78
        dpr = self.view.devicePixelRatioF()
        for seat in (0, 1):
            members = state.approved[seat].members
            for n, member in enumerate(members[:most]):
                x = middle + fonts.px(12) + n * side * 0.78 if seat else middle - fonts.px(12) - side - n * side * 0.78
                picture = figure_pixmap(
                    state.box.character(member.card).silhouette, SHAPES[seat], member.state, False,
                    "W" if seat else "E", side, theme, dpr=dpr,
                )  # fmt: skip
                pen.drawPixmap(QPointF(x, y), picture)


def _sheet(box: QRectF) -> QRectF:
    return box.adjusted(5, 4, -5, -8 - fonts.px(6))


WIDEST = 1280


class CampaignsScreen(Screen):
    """`opened` carries a campaign; the other signals ask for a way."""

    help_page = "asagiri/campaigns"

    opened = Signal(int)
    house = Signal()
    """The house campaign is to begin at once."""
    new = Signal()
    bands = Signal()
    tables = Signal()

    def __init__(self, storage: CampaignStorage, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("Campaigns"))
        self._storage = storage
        self._entries: dict[str, CampaignEntry] = {}
        self.campaigns = says(ListView(self), name=say("Campaigns"))
        self.tools = RowTools(self.campaigns, CampaignDelegate(self.campaigns), TOOLS, "campaigns",
                              say("Campaign title"))  # fmt: skip
        self.campaigns.chosen.connect(lambda id: self.opened.emit(int(id)))
        self.tools.wanted.connect(self._use)
        self.tools.renamed.connect(lambda id, title: self._do(lambda: self._storage.rename(int(id), title)))
        self.title = Heading(say("Campaigns"), self, level=1, kanji="道")
        self._words = Label(
            self,
            text=say(
                "Linked adventures between two rosters: your characters heal, gain honours, find equipment and die."
            ),
        )
        self.empty = _Empty(self)
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        self.to_bands = InkButton(say("Bands"), "quiet", self, deed="bands", sign="people", key_in_tip=True,
                                  tip=say("Bands"))  # fmt: skip
        self.to_tables = InkButton(say("Tables"), "quiet", self, sign="dice",
                                   tip=say("Heal and honours: look them up, or just roll on them"))  # fmt: skip
        self.take = InkButton(say("Open a campaign file…"), "quiet", self, deed="campaigns.import", sign="folder",
                              key_in_tip=True, tip=say("Open a campaign file…"))  # fmt: skip
        self.begin = InkButton(say("New campaign…"), "secondary", self, deed="campaigns.new", sign="plus")
        self.main = InkButton("", "primary", self, deed="campaigns.open")
        self._lay_out()
        for button, do in (
            (self.back, self.left.emit), (self.to_bands, self.bands.emit), (self.to_tables, self.tables.emit),
            (self.take, self.take_in), (self.begin, self.new.emit), (self.main, self.step),
        ):  # fmt: skip
            button.clicked.connect(lambda _=False, do=do: do())
        self.bind({"campaigns.open": self.step, "campaigns.new": self.new.emit, "campaigns.import": self.take_in})
        self.retranslate()

    def _lay_out(self) -> None:
        self.campaigns.setMinimumHeight(fonts.px(130))
        vbox(
            self.title,
            self._words,
            (self.campaigns, 1),
            (self.empty, 1),
            fold(
                hbox(self.back, self.to_bands, self.to_tables, self.take, spacing=8),
                1,
                self.begin,
                self.main,
                spacing=8,
            ),
            on=CenteredColumn(self, WIDEST),
            spacing=8,
            margins=(44, 20, 44, 16),
        )

    def refresh(self) -> None:
        try:
            entries = list(waited(self, say("Loading the campaigns…"), self._storage.all))
        except StorageError as wrong:
            entries = []
            self.say(wrong.why)
        except Cancelled:
            entries = []
        self._entries = {str(entry.id): entry for entry in entries}
        self.campaigns.setVisible(bool(entries))
        self.empty.setVisible(not entries)
        self.retranslate()

    def _use(self, tool: str, id: str) -> None:
        do = {"copy": self._copy, "export": self.export, "delete": self._delete}[tool]
        do(self._entries[id])

    def retranslate(self) -> None:
        some = bool(self._entries)
        self.main.setText(tr(say("Continue")) if some else tr(say("Start the built-in campaign")))
        self._name_tools()
        self.main.set_breathing(not some)
        self.campaigns.show_lines([campaign_line(entry) for entry in self._entries.values()])

    def _name_tools(self) -> None:
        room = min(self.width(), fonts.px(WIDEST)) - 2 * fonts.px(44)
        tools = (self.to_bands, self.to_tables, self.take)
        fit_words(tools, self.back, self.begin, self.main, room=room, gap=fonts.px(8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_tools()

    def step(self) -> None:
        """Go on with the campaign that has the keys, else with the one played last; without any, begin the house's."""
        if not self._entries:
            self.house.emit()
            return
        line = self.campaigns.line if self.campaigns.hasFocus() else None
        self.opened.emit(int(line.id if line is not None else next(iter(self._entries))))

    def _copy(self, entry: CampaignEntry) -> None:
        title = tr(say("{name} (copy)", name=entry.title))[:80]
        self._do(lambda: waited(self, say("Copying the campaign…"), lambda: self._storage.copy(entry.id, title)))

    def _delete(self, entry: CampaignEntry) -> None:
        if not self._do(lambda: self._storage.delete(entry.id)):
            return
        toast = Toast(self, tr(say("“{name}” deleted.", name=entry.title)),
                      action=tr(say("Restore")))  # fmt: skip
        toast.acted.connect(lambda: self._do(lambda: self._storage.restore(entry.id)))
        toast.popup()

    def export(self, entry: CampaignEntry) -> None:
        path = ask_where_to_save(self, say("Export the campaign…"), entry.title, CAMPAIGN)
        if path is not None and self._do(
            lambda: waited(self, say("Exporting the campaign…"), lambda: self._storage.export(entry.id, path))
        ):
            self.say(say("The campaign is saved in {path}.", path=str(path)))

    def take_in(self, path: Path | None = None) -> None:
        if path is None:
            path = ask_for_file(self, say("Open a campaign file…"), patterns((*CAMPAIGNS_READ, ".json")))
        if path is None:
            return
        found = path
        self._do(lambda: waited(self, say("Importing the campaign…"), lambda: self._storage.take_in(found)))

    def _do(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except Cancelled:
            return False
        except StorageError as wrong:
            self.say(wrong.why)
            return False
        except InvalidInput as wrong:
            self.say(say("This campaign cannot be read: {why} ({path})", why=wrong.why, path=wrong.path)
                     if wrong.path else say("This campaign cannot be read: {why}", why=wrong.why))  # fmt: skip
            return False
        self.refresh()
        return True

    def say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()

    contexts = ("campaigns",)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Next or previous campaign")), ["↑", "↓"]),
            (tr(say("Delete the campaign")), [tr(say("Del"))]),
            (tr(say("Home")), ["Esc"]),
        ]

    def setFocus(self, *args: Any) -> None:
        (self.campaigns if self._entries else self.main).setFocus(Qt.FocusReason.OtherFocusReason)


class _Empty(QWidget):
    """Nothing yet: a large faint sign, and what could be here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = Heading(say("No campaigns yet"), self, level=2)
        about = say("The built-in campaign has ten adventures; each one builds on what happened before.")
        words = Label(self, align=Qt.AlignmentFlag.AlignHCenter, text=about)
        vbox(5, (title, CENTER), words, 2, on=self, margins=None)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        font = fonts.font("display")
        side = min(self.height() * 0.62, fonts.px(300))
        font.setPixelSize(max(8, round(side * 0.8)))
        pen.setFont(font)
        pen.setPen(theme.color("ink", 0.10 if not theme.dark else 0.14))
        pen.drawText(QRectF(0, 0, self.width(), side), Qt.AlignmentFlag.AlignCenter, "道")
        pen.end()
