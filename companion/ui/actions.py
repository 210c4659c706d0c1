"""Everything the window can be told to do, as data: id, title, key, icon, menu. The menus and the overview of keys
are made of this table, so that nothing can be done that is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenuBar

from companion.model.core.words import Message, say
from companion.ui.settings.tongue import LANGUAGE_NAMES, Tongue
from companion.ui.theme import icons, palette


@dataclass(frozen=True, slots=True)
class Spec:
    """One action. `keys` are portable key sequences, the first one is shown; `group` makes a choice of several."""

    id: str
    title: Message
    menu: str
    keys: tuple[str, ...] = ()
    sign: str = ""
    checkable: bool = False
    group: str = ""
    gap: bool = False
    """A line before it in its menu."""


MENUS: Mapping[str, Message] = {
    "game": say("&Game"),
    "edit": say("&Edit"),
    "view": say("&View"),
    "language": say("&Language"),
    "help": say("&Help"),
}

SPECS: tuple[Spec, ...] = (
    Spec("new", say("New game…"), "game", ("Ctrl+N",), "plus"),
    Spec("quick", say("Quick start"), "game", ("Q",), "play"),
    Spec("continue", say("Go on with the last game"), "game", ("C",), "step-forward"),
    Spec("open", say("Open a game file…"), "game", ("Ctrl+O",), "folder"),
    Spec("export", say("Save this game as a file…"), "game", ("Ctrl+S",), "export"),
    Spec("print", say("Print cards…"), "game", ("Ctrl+P",), "print"),
    Spec("bands", say("Bands"), "game", ("Ctrl+B",), "people", gap=True),
    Spec("workshop", say("Workshop"), "game", ("Ctrl+E",), "brush"),
    Spec("home", say("Home"), "game", ("Alt+Home",), "home"),
    Spec("quit", say("Quit"), "game", ("Ctrl+Q",), "close", gap=True),
    Spec("undo", say("Undo"), "edit", ("Ctrl+Z",), "undo"),
    Spec("redo", say("Redo"), "edit", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Spec("night", say("Night"), "view", ("Ctrl+D",), "moon", checkable=True),
    Spec("larger", say("Larger text"), "view", ("Ctrl++", "Ctrl+="), "zoom-in", gap=True),
    Spec("smaller", say("Smaller text"), "view", ("Ctrl+-",), "zoom-out"),
    Spec("normal", say("Normal text"), "view", ("Ctrl+0",)),
    Spec("still", say("Reduced motion"), "view", (), "pause", checkable=True, gap=True),
    Spec("full", say("Full screen"), "view", ("F11",), "fit", checkable=True),
    Spec("menu", say("Menu bar"), "view", ("F10",), "menu", checkable=True),
    Spec("settings", say("Preferences"), "view", ("Ctrl+,",), "settings", gap=True),
    *(
        Spec(f"language.{code}", Message(name), "language", checkable=True, group="language")
        for code, name in LANGUAGE_NAMES.items()
    ),
    Spec("keys", say("Keys"), "help", ("?", "F1"), "help"),
    Spec("about", say("About"), "help", (), "info"),
)


class ActionBook(QObject):
    """The actions of a window, made of `SPECS`; retitled when the language changes."""

    def __init__(self, tongue: Tongue, do: Mapping[str, Callable[[], object]], parent: QObject) -> None:
        """`do` says what each id does; KeyError when one of them has nothing to do."""
        super().__init__(parent)
        self._tongue = tongue
        self.actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in SPECS:
            action = QAction(self)
            action.setCheckable(spec.checkable)
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            action.triggered.connect(_without_arguments(do[spec.id]))
            if spec.group:
                if spec.group not in groups:
                    groups[spec.group] = QActionGroup(self)
                groups[spec.group].addAction(action)
            self.actions[spec.id] = action
        self._menus: dict[str, QAction] = {}
        tongue.changed.connect(self.retitle)
        palette.theme_changed.connect(self.redraw)
        self.redraw()
        self.retitle()

    def __getitem__(self, id: str) -> QAction:
        return self.actions[id]

    def bind(self, id: str, on: bool) -> None:
        """Let an action listen to its keys, or leave them to somebody else."""
        keys = next(spec.keys for spec in SPECS if spec.id == id) if on else ()
        self.actions[id].setShortcuts([QKeySequence(key) for key in keys])

    def fill(self, bar: QMenuBar) -> None:
        """Put all actions into the menus of a bar."""
        for name in MENUS:
            menu = bar.addMenu("")
            self._menus[name] = menu.menuAction()
            for spec in SPECS:
                if spec.menu == name:
                    if spec.gap:
                        menu.addSeparator()
                    menu.addAction(self.actions[spec.id])
        self.retitle()

    def retitle(self) -> None:
        """Say every title in the language of the window."""
        for spec in SPECS:
            text = self._tongue(spec.title)
            self.actions[spec.id].setText(text)
            self.actions[spec.id].setIconText(text)
        for name, action in self._menus.items():
            action.setText(self._tongue(MENUS[name]))

    def redraw(self) -> None:
        """Draw every sign in the colours of the theme."""
        for spec in SPECS:
            if spec.sign:
                self.actions[spec.id].setIcon(icons.icon(spec.sign))


def _without_arguments(do: Callable[[], object]) -> Callable[[bool], None]:
    def triggered(_checked: bool = False) -> None:
        do()

    return triggered


def key_text(keys: str) -> str:
    """A key sequence as this platform writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
