"""The screens of the toy game in one window: new game, table, report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from companion.model.core.contract import SPECTATOR
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.blank.state import State
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.panels import Heading
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameScreens
from companion.ui.play.storage import GameSettings, Mode, Opened, StorageError

from .new_game import NewGameScreen
from .table import BlankTable
from .words import called


class BlankScreens(GameScreens):
    """Made when somebody first opens the game."""

    draft: NewGameScreen | None = None

    def table(self, opened: Opened) -> BlankTable:
        return BlankTable(opened, self.shell)

    def new_game(self, mode: Mode | None = None) -> None:
        if self.draft is None:
            self.draft = NewGameScreen(self.shell.keeper.settings.names)
            self.draft.left.connect(self.shell.go_home)
            self.draft.ready.connect(self.begin)
        if mode is not None:
            self.draft.set_mode(mode)
        self.shell.show_screen(self.draft)

    def begin(self, setup: dict[str, Any], settings: GameSettings) -> None:
        """Set a game up and go to its table."""
        storage = self.shell.storage
        self.shell.open_table(lambda: storage.begin(setup, settings, tr(called(settings)), "blank"))

    def show_report(self, id: int) -> None:
        """What everybody could hear of a stored game, to be read or kept as Markdown."""
        try:
            name, session = self.shell.storage.open(id).entry.name, self.shell.storage.look(id)
        except StorageError as wrong:
            self.shell.tell(wrong.why)
            return
        before, screen = self.shell.front, ReportScreen(name, report(name, session))
        screen.left.connect(lambda: self.shell.return_to(before))
        self.shell.show_over(screen)


def report(name: str, session: Session[State]) -> str:
    """A game in Markdown, a line each step, as a spectator may hear it."""
    lines = [f"# {name}", ""]
    for n in range(session.present):
        told = session.events_of(n, SPECTATOR)
        words = [tr(session.system.tell(session.state_at(n + 1), event)) for event in told]
        lines.append(f"{n + 1}. {' · '.join(words) or tr(session.describe_step(n, SPECTATOR))}")
    return "\n".join([*lines, ""])


class ReportScreen(Screen):
    """The report of one game."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(title=say("Report"))
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.save = InkButton(say("Save as Markdown…"), "secondary", self, sign="save")
        self.save.clicked.connect(lambda: self._save(name))
        back = InkButton(say("Back"), "quiet", self, sign="arrow-left")
        back.clicked.connect(self.leave)
        page, foot = QVBoxLayout(self), QHBoxLayout()
        page.setContentsMargins(fonts.px(70), fonts.px(26), fonts.px(70), fonts.px(22))
        page.addWidget(Heading(say("Report"), self, level=1))
        page.addWidget(self.text, 1)
        foot.addWidget(back)
        foot.addStretch(1)
        foot.addWidget(self.save)
        page.addLayout(foot)

    def _save(self, name: str) -> None:
        path, _ = QFileDialog.getSaveFileName(self, tr(say("Save as Markdown…")), f"{name}.md", "*.md")
        if path:
            self.write(Path(path))

    def write(self, path: Path) -> None:
        """Keep it in a file; Qt says it was not, the person does."""
        path.write_text(self.text.toPlainText(), encoding="utf-8")
