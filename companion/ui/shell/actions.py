"""What the window can be told to do from its menus, as data; words, keys and icons are those of the table of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar
from shiboken6 import isValid

from companion.model.core.words import LANGUAGE_NAMES, Message, say
from companion.ui.kit import keys
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameUI


@dataclass(frozen=True, slots=True)
class Spec:
    """Where an action of the table of keys stands in the menus; `group` makes a choice of several."""

    id: str
    menu: str
    checkable: bool = False
    group: str = ""
    gap: bool = False
    """A line before it in its menu."""


MENUS: Mapping[str, Message] = {
    "game": say("&Game"),
    "edit": say("&Edit"),
    "view": say("&View"),
    "board": say("&Board"),
    "language": say("&Language"),
    "help": say("&Help"),
}

SPECS: tuple[Spec, ...] = (
    Spec("new", "game"),
    Spec("quick", "game"),
    Spec("continue", "game"),
    Spec("open", "game"),
    Spec("export", "game"),
    Spec("phones", "game"),
    Spec("library", "game"),
    Spec("mine", "game"),
    Spec("home", "game"),
    Spec("quit", "game", gap=True),
    Spec("undo", "edit"),
    Spec("redo", "edit"),
    Spec("night", "view", checkable=True),
    Spec("larger", "view", gap=True),
    Spec("smaller", "view"),
    Spec("normal", "view"),
    Spec("still", "view", checkable=True, gap=True),
    Spec("full", "view", checkable=True),
    Spec("menu", "view", checkable=True),
    Spec("settings", "view", gap=True),
    *(Spec(f"language.{code}", "language", checkable=True, group="language") for code in LANGUAGE_NAMES),
    Spec("learn", "help"),
    Spec("help", "help"),
    Spec("keys", "help"),
    Spec("print_keys", "help"),
    Spec("folder", "help"),
    Spec("news", "help", gap=True),
    Spec("problem", "help"),
    Spec("about", "help"),
)


def specs(games: Iterable[GameUI]) -> list[Spec]:
    """The program's own, and what games bring where they want it; what several bring stands there once."""
    found = list(SPECS)
    for action in (action for game in games for action in game.actions):
        ids = [spec.id for spec in found]
        if action.id not in ids:
            found.insert(ids.index(action.before), Spec(action.id, action.menu, gap=action.gap))
    return found


class ActionBook(QObject):
    """The actions of a window; retitled when the language changes."""

    def __init__(self, specs: Sequence[Spec], do: Mapping[str, Callable[[], object]], parent: QObject) -> None:
        """`do` says what each id does; KeyError when one of them has nothing to do."""
        super().__init__(parent)
        self._specs = specs
        self.actions: dict[str, keys.KeyedAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in self._specs:
            action = keys.KeyedAction(spec.id, self, do[spec.id])
            action.setCheckable(spec.checkable)
            if spec.group:
                if spec.group not in groups:
                    groups[spec.group] = QActionGroup(self)
                groups[spec.group].addAction(action)
            self.actions[spec.id] = action
        self._menus: dict[str, QAction] = {}
        self._board: QMenu | None = None
        palette.theme_changed.connect(self.redraw)
        fonts.text_scale_changed.connect(self.redraw)
        self.redraw()
        self.retitle()

    def __getitem__(self, id: str) -> keys.KeyedAction:
        return self.actions[id]

    def bind(self, id: str, on: bool) -> None:
        """Let an action listen to its keys, or leave them to somebody else."""
        self.actions[id].listen(on)

    def fill(self, bar: QMenuBar) -> None:
        """Put all actions into the menus of a bar."""
        for name in MENUS:
            menu = bar.addMenu("")
            self._menus[name] = menu.menuAction()
            if name == "board":
                self._board = menu
            for spec in self._specs:
                if spec.menu == name:
                    if spec.gap:
                        menu.addSeparator()
                    menu.addAction(self.actions[spec.id])
        self.retitle()

    def show_board(self, actions: Sequence[QAction]) -> None:
        """What can be asked about the board of the table shown; without a table there is no such menu."""
        if self._board is not None and isValid(self._board):  # a window that goes changes its state once more
            self._board.clear()
            self._board.addActions(actions)
            self._board.menuAction().setVisible(bool(actions))

    def retitle(self) -> None:
        """Say every title in the language of the window."""
        for spec in self._specs:
            text = tr(keys.BY_ID[spec.id].title)
            self.actions[spec.id].setText(text)
            self.actions[spec.id].setIconText(text)
        for name, action in self._menus.items():
            action.setText(tr(MENUS[name]))

    def redraw(self) -> None:
        """Draw every sign in the colours of the theme."""
        for spec in self._specs:
            sign = keys.BY_ID[spec.id].sign
            if sign:
                self.actions[spec.id].setIcon(icons.icon(sign))
