"""Preferences: how the window looks and speaks, and what a new game begins with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from companion.model.core.words import Message, one_line, say
from companion.ui.kit import platform_preferences, sound
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import Gap, Item, Part, hbox, vbox
from companion.ui.kit.settings_service import TEXT_SCALES, SettingsService
from companion.ui.kit.translator import LANGUAGE_NAMES, says, tr
from companion.ui.kit.widget import Translated
from companion.ui.play.storage_location import StorageLocation

from .backups_page import BackupsPage

THEMES = (("paper", say("Light"), "sun"), ("night", say("Dark"), "moon"), ("system", say("System"), ""))
DICE = (("virtual", say("Rolled here"), "dice"), ("typed", say("Typed in"), "pen"), ("ask", say("Ask me"), ""))
SPEEDS = (
    ("wait", say("Wait for me"), ""),
    ("slow", say("Slow"), ""),
    ("fast", say("Fast"), ""),
    ("at_once", say("At once"), ""),
)
"""How the fights of automatic players are shown."""


class Preferences(Translated, QWidget):
    """How the window looks and speaks, and what a new game begins with. Every change counts at once."""

    told = Signal(object)
    """A `Message` to be said in passing."""

    def __init__(
        self,
        keeper: SettingsService,
        parent: QWidget | None = None,
        storage_location: StorageLocation | None = None,
    ) -> None:
        """Follow `keeper`; `storage_location`: where games are kept, as far as there is anything to choose."""
        super().__init__(parent)
        self._keeper = keeper
        spoken = [(id, name, "") for id, name in LANGUAGE_NAMES.items()]
        self.language = self._choices("language", say("Language"), spoken)
        none = ("", say("None"), "")
        self.second = self._choices("second_language", say("Cards in a second language"), [none, *spoken])
        self.theme = self._choices("theme", say("Theme"), THEMES)
        self.speed = self._choices("enemy_speed", say("The computer's turn"), SPEEDS)
        self.dice = self._choices("dice", say("Dice"), DICE)
        self.careful = self._box("ask_unacted", say("Ask while figures could still act"))
        self.still = self._box("reduced_motion", say("Reduce motion: nothing slides or tumbles"))
        self.sounds = self._box("sounds", say("Play sounds (dice, bell, drum)"))
        self.smaller = InkButton("", "quiet", self, sign="minus", name=say("Smaller text"), tip=say("Smaller text"))
        self.larger = InkButton("", "quiet", self, sign="plus", name=say("Larger text"), tip=say("Larger text"))
        self.smaller.clicked.connect(lambda: keeper.step_text(-1))
        self.larger.clicked.connect(lambda: keeper.step_text(1))
        self._size = Label(self, role="ink", font="digits", wrap=False)
        self.names = tuple(
            says(QLineEdit(self), name=words, hint=words) for words in (say("First player"), say("Second player"))
        )
        for edit, field in zip(self.names, ("first_name", "second_name"), strict=True):
            edit.setMaxLength(40)
            edit.textEdited.connect(lambda text, field=field: keeper.change(**{field: one_line(text)}))
        self._wish = self._small(say("The system asks for reduced motion: nothing moves, whatever you choose here."))
        self._mute = self._small(say("No sound player was found (pw-play, paplay or aplay)."))
        self.keeping: BackupsPage | None = None
        if storage_location is not None:
            self.keeping = BackupsPage(keeper, storage_location, self)
            self.keeping.told.connect(self.told)
        self._lay_out()
        keeper.changed.connect(self.show_settings)
        self.show_settings()

    def _choices(self, field: str, title: Message, options: Sequence[tuple[str, Message | str, str]]) -> Choices:
        made = Choices(title, options, self)
        made.chosen.connect(lambda id: self._keeper.change(**{field: id}))
        return made

    def _box(self, field: str, words: Message) -> QCheckBox:
        made = says(QCheckBox(self), words)
        made.toggled.connect(lambda on: self._keeper.change(**{field: on}))
        return made

    def _small(self, words: Message) -> Label:
        return Label(self, font="small", text=words)

    def _lay_out(self) -> None:
        size = hbox(self.smaller, self._size, self.larger, 1)
        fits = self._small(say("100 % fits this screen. Text and icons change together."))
        waits = self._small(say("“Wait for me”: a fight stays until you press Space, Enter or Continue."))
        sections: list[tuple[Message, tuple[Item, ...]]] = [
            (say("Language"), (self.language,)),
            (say("Show large cards in a second language"), (self.second,)),
            (say("Theme"), (self.theme,)),
            (say("Text size"), (size, fits)),
            (say("The computer's turn"), (self.speed, waits)),
            (say("End of a phase"), (self.careful,)),
            (say("Motion"), (self.still, self._wish)),
            (say("Sounds"), (self.sounds, self._mute)),
            (say("Dice in a new game on the screen"), (self.dice,)),
            (say("Who plays"), self.names),
        ]
        if self.keeping is not None:
            sections.append((say("Saved games"), (self.keeping,)))
        parts: list[Part] = []
        for n, (title, contents) in enumerate(sections):
            parts += Gap(14 if n else 0), self._small(title), *contents
        vbox(*parts, 1, on=self, spacing=4, margins=(0, 0, 6, 0))

    def retranslate(self) -> None:
        self.show_settings()

    def show_settings(self) -> None:
        """Show what holds now."""
        settings, mute = self._keeper.settings, sound.player() is None
        for choices, id in (
            (self.language, tr.language), (self.theme, settings.theme), (self.second, settings.second_language),
            (self.dice, settings.dice), (self.speed, settings.enemy_speed),
        ):  # fmt: skip
            choices.show_choice(id)
        self._size.setText(f"{round(settings.text_scale * 100)} %")
        self.smaller.setEnabled(settings.text_scale > TEXT_SCALES[0])
        self.larger.setEnabled(settings.text_scale < TEXT_SCALES[-1])
        self.still.setChecked(settings.reduced_motion)
        self.sounds.setChecked(settings.sounds)
        self.careful.setChecked(settings.ask_unacted)
        self._wish.setVisible(platform_preferences.less_motion())
        self.sounds.setEnabled(not mute)
        self._mute.setVisible(mute)
        for edit, name in zip(self.names, settings.names, strict=True):
            if edit.text().strip() != name:
                edit.setText(name)
