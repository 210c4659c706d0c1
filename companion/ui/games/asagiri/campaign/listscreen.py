"""All campaigns, each as a strip; from here one goes on with one, begins another, or looks at bands and tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.busy import waited
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import FoldLayout, side_by_side
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.popup import step_among
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.play.storage import ENDING, CampaignEntry, CampaignStorage, StorageError

from .scroll import CampaignScroll

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
        self.scrolls: list[CampaignScroll] = []
        self.title = Heading("", self, level=1, kanji="道")
        self._words = Label(self)
        self._inner = QWidget()
        self._box = QVBoxLayout(self._inner)
        self._area = QScrollArea(self)
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
        page = QHBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addStretch(1)
        page.addWidget(holder, 100)
        page.addStretch(1)
        column = QVBoxLayout(holder)
        column.setContentsMargins(fonts.px(44), fonts.px(20), fonts.px(44), fonts.px(16))
        column.setSpacing(fonts.px(8))
        column.addWidget(self.title)
        column.addWidget(self._words)
        self._box.setContentsMargins(0, fonts.px(4), fonts.px(8), fonts.px(4))
        self._box.setSpacing(fonts.px(6))
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)
        self._area.setWidget(self._inner)
        self._area.setMinimumHeight(fonts.px(130))
        self._narrow()
        column.addWidget(self._area, 1)
        column.addWidget(self.empty, 1)
        row = FoldLayout()
        row.setSpacing(fonts.px(8))
        tools = QHBoxLayout()
        tools.setSpacing(fonts.px(8))
        for button in (self.back, self.to_bands, self.to_tables, self.take):
            tools.addWidget(button)
        row.addLayout(tools)
        row.addStretch(1)
        row.addWidget(self.begin)
        row.addWidget(self.main)
        column.addLayout(row)

    def _narrow(self) -> None:
        """On a wide screen everything stays together."""
        self._holder.setMaximumWidth(fonts.px(WIDEST))

    # storage -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look at storage again."""
        held = next((scroll.entry.id for scroll in self.scrolls if scroll.hasFocus()), None)
        for scroll in self.scrolls:
            self._box.removeWidget(scroll)
            scroll.hide()
            scroll.deleteLater()
        while self._box.count():
            self._box.takeAt(0)
        self.scrolls = []
        try:
            entries = list(self._waited(say("Loading the campaigns…"), self._storage.all))
        except StorageError as wrong:
            entries = []
            self.say(wrong.why)
        except Cancelled:
            entries = []
        for entry in entries:
            self._add(entry)
        self._box.addStretch(1)
        self._area.setVisible(bool(entries))
        self.empty.setVisible(not entries)
        self.retranslate()
        kept = next((scroll for scroll in self.scrolls if scroll.entry.id == held), None)
        if kept is not None:
            kept.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, entry: CampaignEntry) -> None:
        scroll = CampaignScroll(entry, self._inner)
        scroll.clicked.connect(lambda: self.opened.emit(entry.id))
        scroll.stepped.connect(lambda way: step_among(self.scrolls, scroll, way))
        scroll.renamed.connect(lambda title: self._do(lambda: self._storage.rename(entry.id, title)))
        scroll.copied.connect(lambda: self._copy(entry))
        scroll.exported.connect(lambda: self.export(entry))
        scroll.deleted.connect(lambda: self._delete(entry))
        self._box.addWidget(scroll)
        scroll.show()
        self.scrolls.append(scroll)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        some = bool(self.scrolls)
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
        """More or less room for words."""
        super().resizeEvent(event)
        self._name_tools()

    # doing ---------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Go on with the campaign that has the keys, else with the one played last; without any, begin the house's."""
        chosen = next((scroll for scroll in self.scrolls if scroll.hasFocus()), None)
        if chosen is None and self.scrolls:
            chosen = self.scrolls[0]
        if chosen is None:
            self.house.emit()
        else:
            self.opened.emit(chosen.entry.id)

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

    # keys ----------------------------------------------------------------------------------------------------------

    contexts = ("campaigns",)

    def keys(self) -> list[tuple[str, list[str]]]:
        """What the keys do here, for the overview."""
        return [
            (tr(say("Next or previous campaign")), ["↑", "↓"]),
            (tr(say("Delete the campaign")), [tr(say("Del"))]),
            (tr(say("Home")), ["Esc"]),
        ]

    def setFocus(self, *args: Any) -> None:
        """The keys begin at the campaign played last."""
        (self.scrolls[0] if self.scrolls else self.main).setFocus(Qt.FocusReason.OtherFocusReason)


class _Empty(QWidget):
    """Nothing yet: a large faint sign, and what could be here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Heading("", self, level=2)
        self._words = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(self)
        column.addStretch(5)
        column.addWidget(self.title, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._words)
        column.addStretch(2)

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
