"""All campaigns, each as a strip; from here one goes on with one, begins another, or looks at bands and tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.busy import waited
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import CENTER, fold, hbox, side_by_side, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.row_tools import RowTools
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.play.storage import ENDING, CampaignEntry, CampaignStorage, StorageError

from .scroll import TOOLS, CampaignDelegate, campaign_line

R = TypeVar("R")

WIDEST = 1280


class CampaignsScreen(Screen):
    """`opened` carries a campaign; the other signals ask for a way."""

    opened = Signal(int)
    house = Signal()
    """The house campaign is to begin at once."""
    new = Signal()
    bands = Signal()
    tables = Signal()

    def __init__(self, storage: CampaignStorage, parent: QWidget | None = None) -> None:
        """Empty until `refresh`."""
        super().__init__(parent, title=say("Campaigns"))
        self._storage = storage
        self._entries: dict[str, CampaignEntry] = {}
        self.campaigns = ListView(self)
        self.tools = RowTools(self.campaigns, CampaignDelegate(self.campaigns), TOOLS, "campaigns",
                              say("Campaign title"))  # fmt: skip
        self.campaigns.chosen.connect(lambda id: self.opened.emit(int(id)))
        self.tools.wanted.connect(self._use)
        self.tools.renamed.connect(lambda id, title: self._do(lambda: self._storage.rename(int(id), title)))
        self.title = Heading("", self, level=1, kanji="道")
        self._words = Label(self)
        self.empty = _Empty(self)
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        self.to_bands = InkButton("", "quiet", self, deed="bands", sign="people", key_in_tip=True)
        self.to_tables = InkButton("", "quiet", self, sign="dice")
        self.take = InkButton("", "quiet", self, deed="campaigns.import", sign="folder", key_in_tip=True)
        self.begin = InkButton(say("New campaign…"), "secondary", self, deed="campaigns.new", sign="plus")
        self.main = InkButton("", "primary", self, deed="campaigns.open")
        self._lay_out()
        for button, do in (
            (self.back, self.left.emit), (self.to_bands, self.bands.emit), (self.to_tables, self.tables.emit),
            (self.take, self.take_in), (self.begin, self.new.emit), (self.main, self.step),
        ):  # fmt: skip
            button.clicked.connect(lambda _=False, do=do: do())
        self.bind({"campaigns.open": self.step, "campaigns.new": self.new.emit, "campaigns.import": self.take_in})
        fonts.text_scale_changed.connect(self._narrow)
        self.retranslate()

    def _lay_out(self) -> None:
        holder = QWidget(self)
        self._holder = holder
        hbox(1, (holder, 100), 1, on=self)
        self.campaigns.setMinimumHeight(fonts.px(130))
        self._narrow()
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
            on=holder,
            spacing=8,
            margins=(44, 20, 44, 16),
        )

    def _narrow(self) -> None:
        """On a wide screen everything stays together."""
        self._holder.setMaximumWidth(fonts.px(WIDEST))

    def refresh(self) -> None:
        try:
            entries = list(self._waited(say("Loading the campaigns…"), self._storage.all))
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
        self.title.setText(tr(say("Campaigns")))
        self._words.setText(
            tr(
                say(
                    "Linked adventures between two rosters: your characters heal, gain honours, find equipment and die."
                )
            )
        )
        self.main.setText(tr(say("Continue")) if some else tr(say("Start the built-in campaign")))
        self._name_tools()
        self.main.set_breathing(not some)
        self.empty.say(
            tr(say("No campaigns yet")),
            tr(say("The built-in campaign has ten adventures; each one builds on what happened before.")),
        )
        self.campaigns.show_lines([campaign_line(entry) for entry in self._entries.values()])
        self.campaigns.setAccessibleName(tr(say("Campaigns")))
        self.setAccessibleName(tr(say("Campaigns")))

    def _name_tools(self) -> None:
        """Where there is room, tools say what they are; else their signs and tips do."""
        tools = (
            (self.to_bands, say("Bands"), say("Bands")),
            (self.to_tables, say("Tables"), say("Heal and honours: look them up, or just roll on them")),
            (self.take, say("Open a campaign file…"), say("Open a campaign file…")),
        )
        for button, words, tip in tools:
            button.setText(tr(words))
            button.setAccessibleName(tr(words))
            button.setToolTip(tr(tip))
        row = self.back, self.to_bands, self.to_tables, self.take, self.begin, self.main
        if side_by_side(*row, gap=fonts.px(8)) > min(self.width(), fonts.px(WIDEST)) - 2 * fonts.px(44):
            for button, _, _ in tools:
                button.setText("")

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
        self._do(lambda: self._waited(say("Copying the campaign…"), lambda: self._storage.copy(entry.id, title)))

    def _delete(self, entry: CampaignEntry) -> None:
        if not self._do(lambda: self._storage.delete(entry.id)):
            return
        toast = Toast(self, tr(say("“{name}” deleted.", name=entry.title)),
                      action=tr(say("Restore")))  # fmt: skip
        toast.acted.connect(lambda: self._do(lambda: self._storage.restore(entry.id)))
        toast.popup()

    def export(self, entry: CampaignEntry) -> None:
        """Ask where, and write the campaign there."""
        path, _ = QFileDialog.getSaveFileName(
            self.window(), tr(say("Export the campaign…")), f"{entry.title}{ENDING}", f"*{ENDING}"
        )
        if path and self._do(
            lambda: self._waited(say("Exporting the campaign…"), lambda: self._storage.export(entry.id, Path(path)))
        ):
            self.say(say("The campaign is saved in {path}.", path=path))

    def take_in(self, path: Path | None = None) -> None:
        """Read a campaign out of a file, and keep it."""
        if path is None:
            title = tr(say("Open a campaign file…"))
            chosen, _ = QFileDialog.getOpenFileName(self.window(), title, "", f"*{ENDING} *.json")
            if not chosen:
                return
            path = Path(chosen)
        found = path
        self._do(lambda: self._waited(say("Importing the campaign…"), lambda: self._storage.take_in(found)))

    def _waited(self, what: Message, do: Callable[[], R]) -> R:
        return waited(self, what, do)

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
        """A passing note."""
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
        self.title = Heading("", self, level=2)
        self._words = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        vbox(5, (self.title, CENTER), self._words, 2, on=self, margins=None)

    def say(self, title: str, words: str) -> None:
        self.title.setText(title)
        self._words.setText(words)

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
