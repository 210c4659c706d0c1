"""The workshop: the owner's packs, what is in them, and one record being edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from companion.model.content.check import Finding
from companion.model.content.files import placed
from companion.model.content.kinds import Manifest
from companion.model.content.pack_folder import AlreadyThere, Faulty, WorkshopError
from companion.model.content.source import ENDINGS
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.progress import Cancelled
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import LANGUAGES, Message, Name, say
from companion.ui.kit.file_dialogs import ask_for_file, ask_where_to_save
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup, Screen, waited
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import discard
from companion.ui.workshop import Editor, PackContext, name_of
from companion.ui.workshop.record_lists import PackList, Pages, listed_packs

from .record_editor import PackCard, RecordEditor

FILTER = " ".join(f"*{ending}" for ending in ENDINGS)
OPEN, AGAIN, AWAY, PLAY, NEW = "open", "again", "away", "play", ""


class WorkshopScreen(Screen):
    """`left`: back home; `tried` carries set-up and `GameSettings` of a game to be played at once."""

    tried = Signal(object, object)

    def __init__(self, workshop: Workshop, editors: Sequence[Editor], parent: QWidget | None = None) -> None:
        """`editors`: of every kind of record that a game has, in the order in which they are shown."""
        super().__init__(parent)
        self.workshop, self.editors = workshop, tuple(editors)
        self.bench = PackContext(workshop, parent=self)
        self.desk: RecordEditor | None = None
        self._thrown: list[tuple[str, str, Json]] = []
        """Pack, kind and record of what was thrown away, the last one last."""
        self.stack = OnePage(self)
        self.storage = QWidget(self.stack)
        self.list = PackList(workshop, self.editors, self.storage)
        self.pages = Pages(self.editors, self.bench, self.storage)
        self.card = PackCard(self.bench, self.storage)
        self.stack.addWidget(self.storage)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        own = [listed.namespace for listed in listed_packs(workshop, self.editors) if listed.own]
        self.show_pack(own[0] if own else "")
        self.setAccessibleName(tr(say("Workshop")))

    def _lay_out(self) -> None:
        vbox(self.stack, on=self)
        fold((self.list, 26), (self.pages, 62), (self.card, 28), on=self.storage, margins=(26, 16, 18, 12), spacing=18,
             most=520)  # fmt: skip

    def _connect(self) -> None:
        self.list.chosen.connect(self.show_pack)
        self.list.new.clicked.connect(lambda: self.make_pack())
        self.list.take_in.clicked.connect(lambda: self.take_in())
        self.list.back.clicked.connect(self.left)
        self.pages.opened.connect(self._opened)
        self.pages.made.connect(self.make)
        self.pages.asked.connect(self.ask)
        self.pages.thrown.connect(self.throw_away)
        self.pages.again.connect(self.duplicate)
        self.card.renamed.connect(self._rename_pack)
        self.card.export.clicked.connect(lambda: self.export())
        self.card.switch.clicked.connect(
            lambda: self._do(lambda: self.workshop.switch(self.bench.pack, not self.card.on))
        )
        self.card.remove.clicked.connect(self.remove_pack)
        self.card.adopt.clicked.connect(lambda: self._do(lambda: self.workshop.adopt(self.bench.pack)))
        self.card.findings.wanted.connect(self._go_to)
        self.bench.wanted.connect(self.open)
        self.bench.more.connect(self.make)
        self.bench.said.connect(self._say)
        self.bench.tried.connect(self.tried)

    def editor_of(self, kind: str) -> Editor | None:
        """The editor of a kind of record, if there is one."""
        return next((editor for editor in self.editors if editor.kind == kind), None)

    @property
    def own(self) -> bool:
        """Whether the pack shown may be changed; one that is not made yet may."""
        return not self.bench.pack or (self.bench.shipped is None and self.workshop.find(self.bench.pack).own)

    def show_pack(self, namespace: str) -> None:
        """Show a pack; nothing: the one that will be made with the first record."""
        self.bench.pack = namespace
        self.bench.stamp += 1
        self.list.refresh()
        self.list.choose(namespace)
        shipped, line = self.bench.shipped is not None, None
        if shipped:
            line = say("Click anything you want to copy into your own pack, then change it as you like.")
        elif not namespace:
            line = say(
                "Type in what your own boxes hold, or invent it. Start from scratch, or from a copy of something "
                "built-in."
            )

        found = self.workshop.check(namespace) if namespace and not shipped else []
        files = [finding.file for finding in found if finding.broken]
        self.pages.show_records(
            self.bench.records, lambda kind, id: files.count(self.bench.file(kind, id)), own=self.own, line=line
        )
        self.card.show_pack()

    def _pack(self) -> str:
        if self.bench.pack and self.own:
            return self.bench.pack
        own = [listed.namespace for listed in listed_packs(self.workshop, self.editors) if listed.own]
        return own[-1] if own else self.workshop.create(tr(say("My pack")), LANGUAGES)

    def make_pack(self) -> None:
        made: list[str] = []
        name = tr(say("New pack"))
        if self._do(lambda: made.append(self.workshop.create(name, LANGUAGES))):
            self.show_pack(made[0])
            self.card.name.edit.setFocus()
            self.card.name.edit.selectAll()

    def _rename_pack(self, names: dict[str, str]) -> None:
        if names:
            self._do(lambda: self.workshop.describe(self.bench.pack, name=names), quiet=True)
            self.list.refresh()

    def remove_pack(self) -> None:
        """Throw a pack away; it can be brought back as long as the note is seen."""
        pack = self.bench.pack
        manifest = self.bench.manifest
        name = tr(Name.of(manifest.name)) if manifest is not None else pack
        if not self._do(lambda: self.workshop.remove(pack)):
            return

        def bring_back() -> None:
            if self._do(lambda: self.workshop.restore(pack)):
                self.show_pack(pack)

        self._say(say("“{name}” deleted.", name=name), say("Restore"), bring_back)

    def _opened(self, kind: str, id: str) -> None:
        if self.own:
            self.open(kind, id)
        else:
            self._ask_where(kind, id)

    def open(self, kind: str, id: str, pointer: str = "", *, new: bool = False) -> None:
        """Put a record on the desk, at a field; a new one begins with its name."""
        editor = self.editor_of(kind)
        if editor is None or id not in self.bench.records(kind):
            return
        self._clear_desk()
        self.desk = RecordEditor(editor, id, self.bench, self.stack)
        self.desk.left.connect(self.close_desk)
        self.stack.addWidget(self.desk)
        self.stack.setCurrentWidget(self.desk)
        if new:
            self.desk.name.edit.setFocus()
            self.desk.name.edit.selectAll()
        elif pointer:
            self.desk.show_field(pointer)
        else:
            self.desk.setFocus()

    def close_desk(self) -> None:
        if self.desk is None:
            return
        kind, id = self.desk.editor.kind, self.desk.draft.id
        self._clear_desk()
        self.stack.setCurrentWidget(self.storage)
        self.show_pack(self.bench.pack)
        sheet = self.pages.sheet(kind, id)
        if sheet is not None:
            sheet.setFocus(Qt.FocusReason.TabFocusReason)
            # Sheets have their places only once the screen is laid out.
            QTimer.singleShot(0, self, lambda: self.pages.bring_into_view(kind, id))

    def keep_now(self) -> None:
        if self.desk is not None:
            self.desk.keep_now()

    def _clear_desk(self) -> None:
        if self.desk is not None:
            desk, self.desk = self.desk, None
            desk.keep_now()
            self.stack.removeWidget(desk)
            discard(desk)

    def make(self, kind: str) -> None:
        editor = self.editor_of(kind)
        if editor is None:
            return
        word = tr(editor.one)

        made: list[str] = []

        def do() -> None:
            self.bench.pack = self._pack()
            names = dict.fromkeys(self.bench.languages, word)
            id = self.workshop.new_id(self.bench.pack, kind, names)
            self.workshop.save(self.bench.pack, kind, editor.blank(id, names, self.bench))
            made.append(id)

        if self._do(do, quiet=True):
            self.open(kind, made[0], new=True)

    def duplicate(self, kind: str, id: str) -> None:
        record = self.bench.find(kind, id)
        if record is None or not self.own:
            return
        made: list[str] = []
        if self._do(lambda: made.append(self.bench.write_copy(kind, record, self.bench.pack, fresh=True))):
            sheet = self.pages.sheet(kind, made[0])
            if sheet is not None:
                sheet.setFocus(Qt.FocusReason.TabFocusReason)

    def ask(self, kind: str, id: str) -> None:
        if not self.own:
            self._ask_where(kind, id)
            return
        lines = [
            Line(OPEN, tr(say("Change")), sign="edit"),
            Line(AGAIN, tr(say("Duplicate")), sign="copy"),
            Line(AWAY, tr(say("Delete")), sign="trash"),
        ]
        doings: dict[str, Callable[[], object]] = {
            OPEN: lambda: self.open(kind, id),
            AGAIN: lambda: self.duplicate(kind, id),
            AWAY: lambda: self.throw_away(kind, id),
        }
        self._popup(kind, id, [*self._playing(kind, id, doings), *lines], doings)

    def _playing(self, kind: str, id: str, doings: dict[str, Callable[[], object]]) -> list[Line]:
        editor, record, sheet = self.editor_of(kind), self.bench.find(kind, id), self.pages.sheet(kind, id)
        sound = self.bench.content.find(kind, id) is not None
        play = editor.play if editor is not None else None
        if play is None or record is None or sheet is None or not sound:
            return []
        doings[PLAY] = lambda: play(record, self.bench, sheet)
        return [Line(PLAY, tr(say("Play it now")), sign="play")]

    def _ask_where(self, kind: str, id: str) -> None:
        """Into which pack of one's own is it to be copied?"""
        doings: dict[str, Callable[[], object]] = {}
        lines = self._playing(kind, id, doings)
        for listed in listed_packs(self.workshop, self.editors):
            if listed.own and listed.manifest is not None:
                words = say("Copy into “{name}”", name=Name.of(listed.manifest.name))
                lines.append(Line(listed.namespace, tr(words), sign="copy"))
                doings[listed.namespace] = partial(self.copy, kind, id, listed.namespace)
        lines.append(Line(NEW, tr(say("Copy into a new pack")), sign="plus"))
        doings[NEW] = partial(self.copy, kind, id)
        self._popup(kind, id, lines, doings)

    def copy(self, kind: str, id: str, pack: str = "") -> None:
        """A record as a new one in a pack of one's own (without `pack` a new one), on the desk at once."""
        record = self.bench.find(kind, id)
        if record is None:
            return
        made: list[tuple[str, str]] = []

        def do() -> None:
            target = pack or self.workshop.create(tr(say("My pack")), LANGUAGES)
            made.append((target, self.bench.write_copy(kind, record, target)))

        if self._do(do, quiet=True):
            self.bench.pack = made[0][0]
            self.open(kind, made[0][1])

    def _popup(self, kind: str, id: str, lines: list[Line], doings: dict[str, Callable[[], object]]) -> None:
        sheet = self.pages.sheet(kind, id)
        if sheet is None:
            return
        popup = ChoicePopup(lines, sheet, name=sheet.text(), width=280)
        popup.chosen.connect(lambda what: doings[what]())
        popup.popup(sheet)

    def throw_away(self, kind: str, id: str) -> None:
        """Throw a record away; undo brings it back."""
        record = self.bench.find(kind, id)
        if record is None or not self.own:
            return
        if not self._do(lambda: self.workshop.delete(self.bench.pack, kind, id)):
            return
        self._thrown.append((self.bench.pack, kind, record))
        self.pages.focus_first()
        words = say("“{name}” deleted.", name=tr(Name.of(name_of(record) or id)))
        self._say(words, say("Restore"), self.undo)

    def undo(self) -> None:
        """Take back: on the desk the last change, else what was thrown away last."""
        if self.desk is not None:
            self.desk.draft.undo()
        elif self._thrown:
            pack, kind, record = self._thrown.pop()
            if self._do(lambda: self.workshop.save(pack, kind, record)):
                self.show_pack(pack)

    def redo(self) -> None:
        """On the desk: change it again."""
        if self.desk is not None:
            self.desk.draft.redo()

    def _go_to(self, finding: Finding) -> None:
        found = placed(finding.file)
        if found is not None and self.own:
            self.open(found[0], f"{self.bench.pack}:{found[1]}", finding.pointer)

    def export(self, path: Path | None = None) -> None:
        manifest = self.bench.manifest
        if manifest is None:
            return
        if path is None:
            path = ask_where_to_save(self, say("Export this pack"), tr(Name.of(manifest.name)), ENDINGS[0])
        if path is None:
            return
        found = path
        if self._do(lambda: self.workshop.export(self.bench.pack, found)):
            self._say(say("The pack is saved in {path}.", path=str(path)))

    def take_in(self, path: Path | None = None) -> None:
        if path is None:
            path = ask_for_file(self, say("Import a pack"), FILTER)
        if path is not None:
            self._install(path, replace=False)

    def _install(self, path: Path, *, replace: bool) -> None:
        def install() -> Manifest:
            made = self.workshop.install(path, replace=replace)
            with suppress(Cancelled):  # it is installed by now
                self.workshop.library()
            return made

        try:
            made = waited(self, say("Importing {file}…", file=path.name), install)
        except Cancelled:
            pass
        except AlreadyThere as there:
            older = say(
                "{why} This file contains version {version}.", why=there.why, version=there.offer.manifest.version
            )
            self._say(older, say("Replace it"), lambda: self._install(path, replace=True))
        except Faulty as wrong:
            more = len([found for found in wrong.findings if found.broken])
            words = say("{file}: {why}", file=wrong.path, why=wrong.why)
            self._say(words if more < 2 else say("{first} ({count} problems in total)", first=words, count=more))
        except (InvalidInput, WorkshopError) as wrong:
            self._say(wrong.why)
        else:
            self.show_pack(made.namespace)
            self._say(say("“{name}” is installed; new games can use it.", name=tr(Name.of(made.name))))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if self.desk is None and any(url.toLocalFile().endswith(tuple(ENDINGS)) for url in urls):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.toLocalFile().endswith(tuple(ENDINGS)):
                self.take_in(Path(url.toLocalFile()))

    def _do(self, do: Callable[[], object], *, quiet: bool = False) -> bool:
        """Do something with the workshop and look at it again (not when `quiet`); say why, when it cannot be done."""
        try:
            do()
        except (InvalidInput, WorkshopError) as wrong:
            self._say(wrong.why)
            return False
        if not quiet and self.desk is None:
            known = {listed.namespace for listed in self.workshop.manifests()}
            pack = self.bench.pack
            self.show_pack(pack if self.bench.shipped is not None or pack in known else next(iter(known), ""))
        return True

    def _say(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        toast = Toast(self, tr(why), action=tr(action) if action else "", milliseconds=8000)
        if do is not None:
            toast.acted.connect(do)
        toast.popup()

    def retranslate(self) -> None:
        self.setAccessibleName(tr(say("Workshop")))
        if self.desk is None:
            self.show_pack(self.bench.pack)

    def keys(self) -> list[tuple[str, list[str]]]:
        if self.desk is not None:
            own = self.desk.body.keys()
            return [*((words, list(keys)) for words, keys in own), (tr(say("Back")), ["Esc"])]
        return [
            (tr(say("Edit it")), ["Enter"]),
            (tr(say("Delete")), [tr(say("Del"))]),
            (tr(say("Home")), ["Esc"]),
        ]

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("workshop",) if self.desk is None else self.desk.body.contexts

    def setFocus(self, *args: Any) -> None:
        if self.desk is not None:
            self.desk.setFocus()
        else:
            self.pages.focus_first()
