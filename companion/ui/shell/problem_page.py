"""Report a problem: what would be written is shown part by part, each can be left out, and nothing is sent anywhere."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from PySide6.QtCore import Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from companion import __version__
from companion.model.core.masking import impersonal
from companion.model.core.problem_report import ReportFile, faults_file, game_file, settings_file, write_report
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import RuledPaper
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.layouts import LEFT, Gap, OnePage, Part, hbox, vbox
from companion.ui.kit.panels import Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameTable
from companion.ui.play.storage import GameStorage, StorageError
from companion.ui.shell.about import TextPage
from companion.ui.shell.setting_row import SwitchLine

VERSIONS, FAULT_LIST, SETTINGS, GAME = "versions", "faults", "settings", "game"
PARTS: Mapping[str, Message] = {
    VERSIONS: say("Program and system"),
    FAULT_LIST: say("Faults that were noted"),
    SETTINGS: say("Settings, without names and addresses"),
    GAME: say("The game on the table, without names and notes"),
}
NONE: Mapping[str, Message] = {
    FAULT_LIST: say("No fault has been noted."),
    GAME: say("No game is on the table."),
}


def versions() -> str:
    """Which program runs on what."""
    from PySide6 import __version__ as pyside

    return "\n".join((
        f"Okko Companion {__version__}",
        f"Python {platform.python_version()}, PySide6 {pyside}, Qt {qVersion()} ({QGuiApplication.platformName()})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ))  # fmt: skip


def screens() -> str:
    """The screens there are, and how large text is on them."""
    sizes = [
        f"{screen.size().width()} × {screen.size().height()}, {screen.devicePixelRatio():g} pixels to one"
        for screen in QGuiApplication.screens()
    ]
    return "\n".join((*(f"Screen: {size}" for size in sizes), f"Text: {fonts.text_scale():.0%}, {tr.language}"))


def exported(storage: GameStorage, table: GameTable | None) -> ReportFile | None:
    """The game on the table, without names and notes; None: there is none. May raise StorageError."""
    if table is None:
        return None
    with TemporaryDirectory(prefix="okko-report-") as folder:
        path = Path(folder) / "game.json"
        storage.export(table.opened.entry.id, path)
        return game_file(path.read_text("utf-8"))


class ProblemSheet(Translated, OnePage):
    """`told` carries a `Message`."""

    scrolls = True
    told = Signal(object)

    def __init__(
        self,
        keeper: SettingsService,
        faults: Callable[[], Sequence[Path]],
        game: Callable[[], ReportFile | None],
        parent: QWidget | None = None,
    ) -> None:
        """`faults`: where some may be written down; `game`: the one on the table, and may raise StorageError."""
        super().__init__(parent)
        self._keeper, self._faults, self._game = keeper, faults, game
        self.files: dict[str, ReportFile] = {}
        self._looked = VERSIONS
        first = QWidget()
        lead = say("This writes a file on your computer. Nothing is sent: give the file to whoever helps you.")
        what = say("What happened, and what did you expect?")
        self.words = says(RuledPaper(first), name=what)
        self.ticks = {id: says(SwitchLine(first), words) for id, words in PARTS.items()}
        self.looks = {
            id: InkButton(say("Show"), "quiet", first, name=say("Show: {part}", part=words))
            for id, words in PARTS.items()
        }
        self._missing = {id: Label(first, font="small", text=words) for id, words in NONE.items()}
        rows: list[Part] = []
        for id, tick in self.ticks.items():
            tick.setChecked(True)
            tick.toggled.connect(lambda _: self._show_button())
            self.looks[id].clicked.connect(lambda _=False, id=id: self._read(id))
            rows.append(hbox((tick, 1), self.looks[id]))
            rows += [self._missing[id]] if id in self._missing else []
        self.save = InkButton(say("Save the report…"), "primary", first, sign="save", clicked=self._save)
        vbox(
            Label(first, text=lead), Gap(8), Label(first, role="ink", font="strong", text=what), self.words,
            Gap(8), Rule(first, weight=1.6), Label(first, role="ink", font="strong", text=say("What goes into it")),
            *rows, Gap(10), (self.save, LEFT), 1,
            on=first, spacing=4, margins=(0, 0, 6, 0),
        )  # fmt: skip
        self.reader = TextPage(self)
        self.reader.left.connect(self._back)
        self.addWidget(ScrollColumn(first, self))
        self.addWidget(self.reader)

    def gather(self) -> None:
        """Look again at what there is to report."""
        self.files = {VERSIONS: ReportFile("versions.txt", f"{versions()}\n{screens()}\n")}
        self.files[SETTINGS] = settings_file(msgspec.structs.asdict(self._keeper.settings))
        faults = faults_file(self._faults())
        if faults is not None:
            self.files[FAULT_LIST] = faults
        try:
            game = self._game()
        except (StorageError, ValueError, OSError) as wrong:
            why = wrong.why if isinstance(wrong, StorageError) else str(wrong)
            self.told.emit(say("The game cannot be added to the report: {why}", why=why))
            game = None
        if game is not None:
            self.files[GAME] = game
        for id, tick in self.ticks.items():
            tick.setVisible(id in self.files or id not in NONE)
            self.looks[id].setVisible(id in self.files)
            if id in self._missing:
                self._missing[id].setVisible(id not in self.files)
        self.setCurrentIndex(0)
        self._show_button()

    def _chosen(self) -> list[ReportFile]:
        written = self.words.toPlainText().strip()
        found = [ReportFile("words.txt", impersonal(written) + "\n")] if written else []
        return found + [self.files[id] for id, tick in self.ticks.items() if tick.isChecked() and id in self.files]

    def _show_button(self) -> None:
        self.save.setEnabled(any(tick.isChecked() and id in self.files for id, tick in self.ticks.items()))

    def _read(self, id: str) -> None:
        self.setCurrentWidget(self.reader)
        self.reader.show_text(tr(PARTS[id]), self.files[id].text, self.files[id].name)
        self._looked = id

    def _back(self) -> None:
        self.setCurrentIndex(0)
        self.looks[self._looked].setFocus()

    def _save(self) -> None:
        name = f"okko-report-{date.today():%Y-%m-%d}"
        path = ask_where_to_save(self, say("Save the report…"), name, ".zip")
        if path is None:
            return
        try:
            write_report(path, self._chosen())
        except OSError as wrong:
            why = say("The report cannot be written: {why}", why=wrong.strerror or str(wrong))
            self.told.emit(why)
            return
        self.told.emit(say("The report is saved in {path}. Nothing was sent.", path=str(path)))
