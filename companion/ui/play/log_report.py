"""A report that any game has: its log in Markdown, a line each step, as a spectator may hear it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QPlainTextEdit

from companion.model.core.contract import SPECTATOR
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen, ask_where_to_save
from companion.ui.kit.translator import tr

from .game_ui import Shell
from .storage import StorageError


def log_report(name: str, session: Session[Any]) -> str:
    """The game up to the present."""
    lines = [f"# {name}", ""]
    for n in range(session.present):
        told = session.events_of(n, SPECTATOR)
        words = [tr(session.system.tell(session.state_at(n + 1), event)) for event in told]
        lines.append(f"{n + 1}. {' · '.join(words) or tr(session.describe_step(n, SPECTATOR))}")
    return "\n".join([*lines, ""])


def show_log_report(shell: Shell, id: int) -> None:
    """The report of a stored game, over the screen in front."""
    try:
        name, session = shell.storage.watch(id).entry.name, shell.storage.look(id)
    except StorageError as wrong:
        shell.tell(wrong.why)
        return
    before, screen = shell.front, ReportScreen(name, log_report(name, session))

    def back() -> None:
        shell.return_to(before)
        shell.throw_away(screen)

    screen.left.connect(back)
    shell.show_over(screen)


class ReportScreen(Screen):
    """The report of one game, to be read and kept."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(title=say("Report"))
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.save = InkButton(say("Save as Markdown…"), "secondary", self, sign="save")
        self.save.clicked.connect(lambda: self._save(name))
        back = InkButton(say("Back"), "quiet", self, sign="arrow-left")
        back.clicked.connect(self.leave)
        foot = hbox(back, 1, self.save)
        vbox(Heading(say("Report"), self, level=1), (self.text, 1), foot, on=self, spacing=8, margins=(70, 26, 70, 22))

    def _save(self, name: str) -> None:
        path = ask_where_to_save(self, say("Save as Markdown…"), name, ".md")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        try:
            path.write_text(self.text.toPlainText(), encoding="utf-8")
        except OSError as wrong:
            Toast(self, tr(say("The file cannot be written: {why}", why=wrong.strerror or str(wrong)))).popup()
