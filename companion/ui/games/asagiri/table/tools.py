"""The small buttons below the cards of either band: signs, with words only where a sign would not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.draft import ScenarioPanel
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says

from .adventure_panel import AdventurePanel
from .settings_panel import MODE_NAMES

ROOM_FOR_CAPS = 1700
"""From this width on (at text scale 1) the small buttons show their keys; below it the board has the room."""
TIGHT = 30
"""Width of a sign without its key, at text scale 1."""
LEFT, RIGHT = ("home", "undo", "redo", "log", "timeline", "figures"), (
    "command", "scenario", "advice", "skills", "check", "settings",
)  # fmt: skip
"""Which lie below the left band, which below the right."""
BUTTONS: Mapping[str, tuple[str, str, Message]] = {
    "home": ("home", "home", say("Home")),
    "undo": ("undo", "undo", say("Undo")),
    "redo": ("redo", "redo", say("Redo")),
    "log": ("scroll", "table.log", say("Log")),
    "command": ("pen", "table.command", say("Command line")),
    "timeline": ("hourglass", "table.timeline", say("Timeline")),
    "figures": ("chart", "figures", say("Charts")),
    "check": ("check", "table.check", say("Table check")),
    "skills": ("star", "table.skills", say("Skills")),
    "advice": ("dice-five", "table.advice", say("What can these dice do?")),
    "scenario": ("cards", "table.scenario", say("The adventure")),
    "settings": ("settings", "table.settings", say("This game")),
}
"""By name: the sign, the action that is done and whose key is shown, the words."""


class Tools:
    """`bars`: the left ones and the right ones; `buttons` by their names."""

    def __init__(
        self,
        game: AsagiriController,
        doings: Mapping[str, Callable[[], object]],
        scenario: AdventurePanel | ScenarioPanel,
        parent: QWidget,
    ) -> None:
        """`doings`: what each action does; `scenario` is there or not, and tells what it is called."""
        self._game, self._scenario = game, scenario
        self.buttons: dict[str, InkButton] = {}
        self.bars = QWidget(parent), QWidget(parent)
        for name, (sign, deed, words) in BUTTONS.items():
            words = scenario.called if name == "scenario" else words
            bar, in_tip = self.bars[name in RIGHT], name not in ("log", "settings")
            button = InkButton("", "quiet", bar, deed=deed, sign=sign, key_in_tip=in_tip, tip=words, name=words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=doings[deed]: do())
            self.buttons[name] = button
        hbox(*(self.buttons[name] for name in LEFT), 1, on=self.bars[0], spacing=0)
        hbox(1, *(self.buttons[name] for name in RIGHT), on=self.bars[1], spacing=0)

    def fit(self, width: int) -> None:
        """The screen is so wide: show keys on the buttons, or in their tips alone."""
        tight = width < fonts.px(ROOM_FOR_CAPS)
        for name, button in self.buttons.items():
            button.put_key_in_tip(tight or name in ("home", "undo", "redo"))
            button.setMinimumWidth(0)
            button.setMaximumWidth(fonts.px(TIGHT) if tight and name != "settings" else 16_777_215)
        mode, bar = self.buttons["settings"], self.bars[1]
        mode.shorten(tight and mode.width_when(key_in_tip=tight) + fonts.px(TIGHT) * (len(RIGHT) - 1) > bar.width())

    def refresh(self) -> None:
        """The mode by its name, what can be undone or done again, and which buttons there is a use for."""
        game, session = self._game, self._game.session
        mode = MODE_NAMES[session.mode]
        says(self.buttons["settings"], mode, name=mode, tip=mode)
        for name, words in (("undo", session.undo_name()), ("redo", session.redo_name())):
            self.buttons[name].setEnabled(words is not None)
            self.buttons[name].setToolTip(game.say(words or BUTTONS[name][2]))
        self.buttons["scenario"].setVisible(self._scenario.there)
