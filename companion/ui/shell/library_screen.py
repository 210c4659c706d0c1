"""The library: all games as a list to look through, and beside it a page about the one chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.file_names import GAMES_READ, patterns
from companion.model.core.words import Message, say
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.file_dialogs import ask_for_files
from companion.ui.kit.layouts import LEFT, OnePage, fold, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.scroll import ScrollFade
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage import GameStorage, LibraryEntry, LibrarySearch, Source, StorageError
from companion.ui.shell import library_filters as words

from .library_filters import Chips
from .library_game import GamePage
from .library_import import Giving, ImportReport, ReportPage, Taking
from .library_list import GameList, GameRows
from .library_pages import NAMED, BlankPage, EmptyPage, SeveralPage

LOOK_MS = 2000
"""How often it is asked whether another window has changed something."""
TYPING_MS = 140
"""After the last letter typed, before the list is looked through."""


class LibraryScreen(Screen):
    """See the module. Signals that carry a number are about that game; `left`: back home; `new`: a first game,
    `learn`: the lessons.
    """

    new = Signal()
    learn = Signal()
    opened = Signal(int)
    replayed = Signal(int)
    rescued = Signal(int)
    report_wanted = Signal(int, str)
    figures_wanted = Signal(int, str)
    """With the id of what is played; so is `report_wanted`."""
    charts_wanted = Signal()
    """Those of all games."""
    pack = Signal(object)
    """A file (its path) that is a pack and no game."""

    contexts: tuple[keys.Context, ...] = ("library",)

    def __init__(self, storage: GameStorage, games: Mapping[str, GameUI], parent: QWidget | None = None) -> None:
        super().__init__(parent, title=say("All games"))
        self._storage = storage
        self._thrown: list[list[int]] = []
        """What was thrown away, the last last: undo brings it back."""
        self._stamp = ""
        self._reading = self._looking = False
        """The page is about files that are, or were, taken in."""
        self.games = GameList(storage.library, self)
        self.games.failed.connect(self._say)
        self.heading = Heading(say("All games"), self, level=2, kanji="墨")
        self._count = Label(self, font="small", wrap=False)
        self.take_in = InkButton(
            say("Import…"),
            "quiet",
            self,
            sign="folder",
            deed="library.take",
            key_in_tip=True,
            tip=say("Import games from files; you can also drop them here"),
        )
        self.take_in.clicked.connect(self.ask_for_files)
        self.charts = InkButton(say("Charts"), "quiet", self, sign="chart", deed="figures", key_in_tip=True)
        self.charts.clicked.connect(self.charts_wanted)
        self.charts.setVisible(any(action.id == "figures" for game in games.values() for action in game.actions))
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        self.back.clicked.connect(self.left)
        self.chips = Chips(storage.library, games, self)
        self.chips.changed.connect(self._narrowed)
        self.chips.failed.connect(self._say)
        self.rows = says(GameRows(self.games, self), name=say("Games"))
        self.empty = EmptyPage(self)
        self.empty.wanted.connect(self._from_nothing)
        self.page = GamePage(storage, games)
        self.several = SeveralPage()
        self.taking = Taking(storage.library, self)
        self.giving = Giving(storage, self)
        self.giving.said.connect(self._say)
        self.report = ReportPage()
        self.nothing = BlankPage()
        self.sheet = PaperPanel(self, margin=16, seed=41)
        self._lay_out()
        self._connect()
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(lambda: self._look())
        self._watch = QTimer(self, interval=LOOK_MS)
        self._watch.timeout.connect(self.look_again)
        self.setAcceptDrops(True)
        self.retranslate()

    def _lay_out(self) -> None:
        self._list = OnePage(self)
        self._list.addWidget(self.rows)
        self._list.addWidget(self.empty)
        ScrollFade(self.rows)
        left = vbox(
            fold(self.heading, self._count, 1, self.charts, self.take_in, spacing=12),
            self.chips,
            (self._list, 1),
            (self.back, LEFT),
            spacing=6,
        )
        self.pages = OnePage(self.sheet)
        for page in (self.nothing, self.page, self.several, self.report):
            self.pages.addWidget(page)
        hbox(self.pages, on=self.sheet)
        fold((left, 60), (self.sheet, 46), on=self, spacing=18, margins=(26, 18, 14, 10), most=560)

    def _connect(self) -> None:
        do = self._do_with_chosen
        self.rows.moved.connect(self._chosen)
        self.rows.opened.connect(partial(do, "open"))
        self.rows.deleted.connect(partial(do, "delete"))
        self.page.renamed.connect(self._rename)
        self.page.rename_over.connect(self.rows.setFocus)
        for page in (self.page, self.several):
            page.wanted.connect(do)
            page.tagged.connect(partial(self._tag, on=True))
            page.untagged.connect(partial(self._tag, on=False))
        self.taking.went_on.connect(self.report.go_on)
        self.taking.ended.connect(self._taken)
        self.report.stopped.connect(self.taking.stop)
        self.report.closed.connect(self._close_report)
        self.report.again.connect(self._take_again)
        self.bind({f"library.{what}": partial(do, what) for what in ("replay", "rename", "copy", "export")})
        self.bind({"library.tag": self._to_tags, "library.find": self._to_line, "library.take": self.ask_for_files})

    def enter(self, id: int | None = None) -> None:
        """Look at storage; choose a game, else the one that was chosen, else the first."""
        self._look(choose=id)

    def _narrowed(self, search: LibrarySearch) -> None:
        if search.text and search.text != self.games.search.text:
            self._typing.start()
        else:
            self._look()

    def _look(self, choose: int | None = None) -> None:
        """Look through storage for what the chips say."""
        self._typing.stop()
        self._looking = True
        try:
            self._look_through(choose)
        finally:
            self._looking = False

    def _look_through(self, choose: int | None) -> None:
        before = self.rows.chosen() if choose is None else [choose]
        row = self.rows.currentIndex().row()
        try:
            self.games.look_for(self.chips.search)
            self._stamp = self._storage.library.stamp()
        except StorageError as wrong:
            self._say(wrong.why)
            return
        left = [id for id in before if self.games.row_of(id) >= 0]
        if not left and self.games.ids:
            left = [self.games.ids[max(0, min(row, len(self.games.ids) - 1))]]
        self.rows.choose(left)
        self._chosen()
        self._tell_count()

    def look_again(self) -> None:
        """Look at storage again, when anybody has changed something."""
        try:
            stamp = self._storage.library.stamp()
        except StorageError as wrong:
            self._watch.stop()  # said once; coming back to the window asks again
            self._say(wrong.why)
            return
        if stamp != self._stamp:
            self._look()

    def _tell_count(self) -> None:
        count = len(self.games.ids)
        self._count.setText(tr(words.games(count)) if count else "")
        self._list.setCurrentWidget(self.rows if count else self.empty)
        searching = bool(self.chips.search.narrow)
        self.chips.setVisible(bool(count) or searching)  # there is nothing to narrow yet
        if not count:
            self.empty.tell(searching=searching)

    def _from_nothing(self, what: str) -> None:
        do = {"clear": self.chips.clear, "take": self.ask_for_files, "new": self.new.emit, "learn": self.learn.emit}
        do[what]()

    def chosen(self) -> list[int]:
        """The numbers of the games chosen."""
        return self.rows.chosen()

    def _chosen(self) -> None:
        """Another choice; whoever makes one has read what came of the files."""
        if not (self._reading and (self._looking or self.taking.busy)):
            self._reading = False
            self._turn_page()

    def _turn_page(self) -> None:
        ids = self.chosen()
        entries = self._entries(ids[:NAMED])
        if len(ids) > 1:
            known = self._known_tags()
            self.several.show_entries(entries, len(ids), self._common_tags(ids), [tag for tag, _ in known])
            self.page.show_entry(None, [])
            self.pages.setCurrentWidget(self.several)
        elif entries:
            self.page.show_entry(entries[0], [tag for tag, _ in self._known_tags()])
            self.pages.setCurrentWidget(self.page)
        else:
            self.page.show_entry(None, [])
            self.pages.setCurrentWidget(self.nothing)

    def _entries(self, ids: Sequence[int]) -> list[LibraryEntry]:
        found = (self.games.entry(self.games.row_of(id)) for id in ids)
        return [entry for entry in found if entry is not None]

    def _known_tags(self) -> Sequence[tuple[str, int]]:
        try:
            return self._storage.library.tags()
        except StorageError as wrong:
            self._say(wrong.why)
            return []

    def _common_tags(self, ids: list[int]) -> list[str]:
        """The tags that all of these games have: few tags are on so many games, and only those are looked through."""
        wanted, library = set(ids), self._storage.library
        often = [tag for tag, many in self._known_tags() if many >= len(ids)]
        return sorted(tag for tag in often if wanted <= set(library.found(LibrarySearch(tag=tag))))

    def _do_with_chosen(self, what: str) -> None:
        ids = self.chosen()
        if not ids:
            return
        if what == "delete":
            self._delete(ids)
        elif what == "folder":
            self.giving.into_folder(ids)
        elif what == "export" and len(ids) > 1:
            self.giving.archive(ids)
        elif what == "export":
            self.giving.file(ids[0])
        elif len(ids) == 1:
            self._do_with(what, ids[0])

    def _do_with(self, what: str, id: int) -> None:
        doings: dict[str, Callable[[], object]] = {
            "open": lambda: self.opened.emit(id),
            "rescue": lambda: self.rescued.emit(id),
            "replay": lambda: self.replayed.emit(id),
            "report": lambda: self.report_wanted.emit(id, self._system(id)),
            "figures": lambda: self.figures_wanted.emit(id, self._system(id)),
            "rename": self.page.rename,
            "copy": lambda: self._copy(id),
        }
        if what != "replay" or self.page.fault is None:
            doings[what]()

    def _system(self, id: int) -> str:
        entry = self.games.entry(self.games.row_of(id))
        return entry.game.system if entry is not None else ""

    def _rename(self, name: str) -> None:
        id = self.chosen()[0]
        self._do(lambda: self._storage.rename(id, name))
        self.rows.setFocus()

    def _copy(self, id: int) -> None:
        made: list[int] = []
        name = tr(say("{name} (copy)", name=self._entries([id])[0].game.name))
        if self._do(lambda: made.append(self._storage.library.copy(id, name))):
            self._look(choose=made[0])

    def _delete(self, ids: list[int]) -> None:
        names = [entry.game.name for entry in self._entries(ids)]
        if not self._do(lambda: _each(self._storage.delete, ids)):
            return
        self._thrown.append(ids)
        why = say("“{name}” deleted.", name=names[0]) if len(ids) == 1 else say(
            "{games} deleted.", games=words.games(len(ids)))  # fmt: skip
        self._say(why, say("Restore"), self.undo)

    def undo(self) -> None:
        """Bring back what was thrown away last."""
        if self._thrown:
            ids = self._thrown.pop()
            self._put_notes_away()
            self._do(lambda: _each(self._storage.restore, ids))
            self.rows.choose(ids)

    def _tag(self, tag: str, *, on: bool) -> None:
        ids = self.chosen()
        self._do(lambda: self._storage.library.tag(ids, tag, on=on))

    def _to_tags(self) -> None:
        page = self.pages.currentWidget()
        if page in (self.page, self.several):
            (self.page if page is self.page else self.several).tags.line.setFocus()

    def _to_line(self) -> None:
        self.chips.line.setFocus()
        self.chips.line.selectAll()

    def ask_for_files(self) -> None:
        """Which files are to be taken in?"""
        self.take(ask_for_files(self, say("Import games…"), patterns((*GAMES_READ, ".zip"))))

    def take(self, paths: Sequence[Path | Source], *, again: bool = False) -> None:
        """Take in the games of files, folders and archives; a pack is for somebody else."""
        from companion.model.content.source import ENDING

        packs = [path for path in paths if isinstance(path, Path) and path.suffix.lower() == ENDING]
        for path in packs:
            self.pack.emit(path)
        games = [path for path in paths if path not in packs]
        if games:
            self._reading = True
            self.report.go_on(0, len(games))
            self.pages.setCurrentWidget(self.report)
            self.report.close_.setFocus()
            self.taking.take(games, again=again)

    def _taken(self, report: ImportReport) -> None:
        self.report.show_report(report)
        self._look(choose=report.new[-1].game.id if report.new else None)

    def _take_again(self) -> None:
        self.take([source for source, _ in self.taking.report.known], again=True)

    def _close_report(self) -> None:
        self._reading = False
        self._turn_page()
        self.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.take(paths)

    def _do(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except StorageError as wrong:
            self._say(wrong.why)
            self._look()
            return False
        self._look()
        return True

    def _say(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        self._put_notes_away()
        toast = Toast(self, tr(why), action=tr(action) if action else "", milliseconds=8000)
        if do is not None:
            toast.acted.connect(do)
        toast.popup()

    def _put_notes_away(self) -> None:
        """What an older note offers to restore is no longer what comes back next."""
        for note in self.findChildren(Toast):
            note.close()

    def retranslate(self) -> None:
        self.games.renew()
        if self.pages.currentWidget() in (self.page, self.several):
            self._turn_page()
        self._tell_count()

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Choose a game")), ["↑", "↓"]),
            (tr(say("Select several")), ["⇧↓", "Ctrl+A"]),
            (tr(say("Delete")), [tr(say("Del"))]),
            (tr(say("Home")), ["Esc"]),
        ]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.stop()
        self._typing.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.isVisible():
            self._watch.start()
            self.look_again()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self._reading:
                self.report.close_.click()
            elif self.chips.search.narrow:
                self.chips.clear()
                self.rows.setFocus()
            else:
                self.left.emit()
            return
        if keys.meant("library", event) == "library.open":
            self._do_with_chosen("open")
            return
        if event.key() == Qt.Key.Key_Down and self.chips.line.hasFocus():
            self.rows.setFocus()
            return
        super().keyPressEvent(event)

    def setFocus(self, *args: Any) -> None:
        if self.games.ids:
            self.rows.setFocus()
        else:
            self.empty.setFocus()


def _each(do: Callable[[int], object], ids: list[int]) -> None:
    for id in ids:
        do(id)
