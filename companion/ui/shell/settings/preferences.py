"""Preferences: how the window looks and speaks, and what a new game begins with."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from companion.model.core.words import Message, one_line, say
from companion.ui.kit import platform_preferences, sound
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.label import Label
from companion.ui.kit.settings_service import TEXT_SCALES, SettingsService
from companion.ui.kit.theme import fonts
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
    """Every change counts at once; there is nothing to confirm."""

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
        self._labels: list[tuple[Label, Message]] = []
        spoken = tuple(LANGUAGE_NAMES.items())
        self.language = Choices(say("Language"), [(id, name, "") for id, name in LANGUAGE_NAMES.items()], self)
        self.language.chosen.connect(lambda id: keeper.change(language=id))
        self.second = Choices(
            say("Cards in a second language"),
            [("", say("None"), ""), *[(i, n, "") for i, n in spoken]],
            self,
        )
        self.second.chosen.connect(lambda id: keeper.change(second_language=id))
        self.theme = Choices(say("Theme"), THEMES, self)
        self.theme.chosen.connect(lambda id: keeper.change(theme=id))
        self.smaller = InkButton("", "quiet", self, sign="minus", name=say("Smaller text"), tip=say("Smaller text"))
        self.larger = InkButton("", "quiet", self, sign="plus", name=say("Larger text"), tip=say("Larger text"))
        self.smaller.clicked.connect(lambda: keeper.step_text(-1))
        self.larger.clicked.connect(lambda: keeper.step_text(1))
        self._size = Label(self, role="ink", font="digits", wrap=False)
        self.still = says(QCheckBox(self), say("Reduce motion: nothing slides or tumbles"))
        self.still.toggled.connect(lambda on: keeper.change(reduced_motion=on))
        self.sounds = says(QCheckBox(self), say("Play sounds (dice, bell, drum)"))
        self.sounds.toggled.connect(lambda on: keeper.change(sounds=on))
        self.speed = Choices(say("The computer's turn"), SPEEDS, self)
        self.speed.chosen.connect(lambda id: keeper.change(enemy_speed=id))
        self._grows = Label(self, font="small", text=say("100 % fits this screen. Text and icons change together."))
        self._speed = Label(
            self, font="small", text=say("“Wait for me”: a fight stays until you press Space, Enter or Continue.")
        )
        self.careful = says(QCheckBox(self), say("Ask while figures could still act"))
        self.careful.toggled.connect(lambda on: keeper.change(ask_unacted=on))
        self._wish = Label(
            self, font="small", text=say("The system asks for reduced motion: nothing moves, whatever you choose here.")
        )
        self._mute = Label(self, font="small", text=say("No sound player was found (pw-play, paplay or aplay)."))
        self.dice = Choices(say("Dice"), DICE, self)
        self.dice.chosen.connect(lambda id: keeper.change(dice=id))
        self.names = (QLineEdit(self), QLineEdit(self))
        self.names[0].textEdited.connect(lambda text: keeper.change(first_name=one_line(text)))
        self.names[1].textEdited.connect(lambda text: keeper.change(second_name=one_line(text)))
        self.keeping: BackupsPage | None = None
        if storage_location is not None:
            self.keeping = BackupsPage(keeper, storage_location, self)
            self.keeping.told.connect(self.told)
        self._lay_out()
        keeper.changed.connect(self.show_settings)
        self.retranslate()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, fonts.px(6), 0)
        column.setSpacing(fonts.px(4))
        self._section(column, say("Language"), self.language)
        self._section(column, say("Show large cards in a second language"), self.second)
        self._section(column, say("Theme"), self.theme)
        size = QWidget(self)
        row = QHBoxLayout(size)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.smaller)
        row.addWidget(self._size)
        row.addWidget(self.larger)
        row.addStretch(1)
        self._section(column, say("Text size"), size)
        column.addWidget(self._grows)
        self._section(column, say("The computer's turn"), self.speed)
        column.addWidget(self._speed)
        self._section(column, say("End of a phase"), self.careful)
        self._section(column, say("Motion"), self.still)
        column.addWidget(self._wish)
        self._section(column, say("Sounds"), self.sounds)
        column.addWidget(self._mute)
        self._section(column, say("Dice in a new game on the screen"), self.dice)
        both = QWidget(self)
        pair = QVBoxLayout(both)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(fonts.px(6))
        for edit in self.names:
            edit.setMaxLength(40)
            pair.addWidget(edit)
        self._section(column, say("Who plays"), both)
        if self.keeping is not None:
            self._section(column, say("Saved games"), self.keeping)
        column.addStretch(1)

    def _section(self, column: QVBoxLayout, title: Message, content: QWidget) -> None:
        label = Label(self, font="small")
        self._labels.append((label, title))
        if len(self._labels) > 1:
            column.addSpacing(fonts.px(14))
        column.addWidget(label)
        column.addWidget(content)

    def retranslate(self) -> None:
        for label, title in self._labels:
            label.setText(tr(title))
        for edit, words in zip(self.names, (say("First player"), say("Second player")), strict=True):
            edit.setPlaceholderText(tr(words))
            edit.setAccessibleName(tr(words))
        self.show_settings()

    def show_settings(self) -> None:
        """Show what holds now."""
        settings = self._keeper.settings
        self.language.show_choice(tr.language)
        self.theme.show_choice(settings.theme)
        self.second.show_choice(settings.second_language)
        self.dice.show_choice(settings.dice)
        self.speed.show_choice(settings.enemy_speed)
        self._size.setText(f"{round(settings.text_scale * 100)} %")
        self.smaller.setEnabled(settings.text_scale > TEXT_SCALES[0])
        self.larger.setEnabled(settings.text_scale < TEXT_SCALES[-1])
        boxes = ((self.still, settings.reduced_motion), (self.sounds, settings.sounds),
                 (self.careful, settings.ask_unacted))  # fmt: skip
        for box, on in boxes:
            if box.isChecked() != on:
                box.setChecked(on)
        self._wish.setVisible(platform_preferences.less_motion())
        mute = sound.player() is None
        self.sounds.setEnabled(not mute)
        self._mute.setVisible(mute)
        for edit, name in zip(self.names, settings.names, strict=True):
            if edit.text().strip() != name:
                edit.setText(name)
