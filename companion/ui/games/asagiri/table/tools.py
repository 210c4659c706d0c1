"""The small buttons below the cards of either band: signs, with words only where a sign would not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.draft import ScenarioSlip
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.theme import fonts

from .adventure_panel import AdventurePanel
from .settings_panel import MODE_NAMES

ROOM_FOR_CAPS = 1700
"""From this width on (at text scale 1) the small buttons show their keys; below it the board has the room."""
TIGHT = 30
"""Width of a sign without its key, at text scale 1."""
SIDES = (
    ("home", "undo", "redo", "log", "timeline", "figures"),
    ("command", "scenario", "advice", "skills", "check", "settings"),
)
"""Which lie below the left band, which below the right."""
SIGNS: Mapping[str, tuple[str, str]] = {
    "home": ("home", "home"),
    "undo": ("undo", "undo"),
    "redo": ("redo", "redo"),
    "log": ("scroll", "table.log"),
    "command": ("pen", "table.command"),
    "timeline": ("hourglass", "table.timeline"),
    "figures": ("chart", "figures"),
    "check": ("check", "table.check"),
    "skills": ("star", "table.skills"),
    "advice": ("dice-five", "table.advice"),
    "scenario": ("cards", "table.scenario"),
    "settings": ("settings", "table.settings"),
}
"""By name: the sign, and the action whose key is shown."""


class Tools:
    """`bars`: the left ones and the right ones; `buttons` by their names."""

    def __init__(
        self,
        game: Game,
        doings: Mapping[str, Callable[[], object]],
        scenario: AdventurePanel | ScenarioSlip,
        parent: QWidget,
    ) -> None:
        """`doings`: what each button does, by its name; `scenario` is there or not, and tells what it is called."""
        self._game, self._scenario = game, scenario
        self.buttons: dict[str, InkButton] = {}
        self.bars = tuple(self._bar(names, doings, parent) for names in SIDES)

    def _bar(self, names: tuple[str, ...], doings: Mapping[str, Callable[[], object]], parent: QWidget) -> QWidget:
        bar = QWidget(parent)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        if names is SIDES[1]:
            row.addStretch(1)
        for name in names:
            sign, deed = SIGNS[name]
            button = InkButton("", "quiet", bar, deed=deed, sign=sign, key_in_tip=name not in ("log", "settings"))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=doings[name]: do())
            self.buttons[name] = button
            row.addWidget(button)
        if names is SIDES[0]:
            row.addStretch(1)
        return bar

    def fit(self, width: int) -> None:
        """The screen is so wide: show keys on the buttons, or in their tips alone."""
        tight = width < fonts.px(ROOM_FOR_CAPS)
        for name, button in self.buttons.items():
            button.put_key_in_tip(tight or name in ("home", "undo", "redo"))
            button.setMinimumWidth(0)
            button.setMaximumWidth(fonts.px(TIGHT) if tight and name != "settings" else 16_777_215)
        mode, bar = self.buttons["settings"], self.bars[1]
        mode.shorten(tight and mode.width_when(key_in_tip=tight) + fonts.px(TIGHT) * (len(SIDES[1]) - 1) > bar.width())

    def retitle(self) -> None:
        """Speak the language, and name the mode."""
        game = self._game
        words: dict[str, Message] = {
            "home": say("Home"),
            "undo": say("Undo"),
            "redo": say("Redo"),
            "log": say("Log"),
            "command": say("Command line"),
            "timeline": say("Timeline"),
            "figures": say("Charts"),
            "check": say("Table check"),
            "settings": MODE_NAMES[game.session.mode],
            "skills": say("Skills"),
            "advice": say("What can these dice do?"),
            "scenario": self._scenario.called,
        }
        for name, button in self.buttons.items():
            button.setText(game.say(words[name]) if name == "settings" else "")
            button.setAccessibleName(game.say(words[name]))
            button.setToolTip(game.say(words[name]))
        self.refresh()

    def refresh(self) -> None:
        """What can be undone or done again, and which buttons there is a use for."""
        game, session = self._game, self._game.session
        for name, words in (("undo", session.undo_name()), ("redo", session.redo_name())):
            self.buttons[name].setEnabled(words is not None)
            if words is not None:
                self.buttons[name].setToolTip(game.say(words))
        self.buttons["scenario"].setVisible(self._scenario.there)
