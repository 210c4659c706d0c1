"""The sheets of a window (preferences, keys, about), made when they are first wanted, one open at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, Qt, Signal, qVersion
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget
from shiboken6 import isValid

from companion import __version__
from companion.model.core.words import Message, one_line, say
from companion.ui.kit import sound
from companion.ui.kit.accessibility import go_round
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, Gap, Item, Part, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.settings import TEXT_SCALES, SettingsService
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.theme.fonts import resource_root
from companion.ui.kit.translator import LANGUAGE_NAMES, percentage, says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage_location import StorageLocation
from companion.ui.shell.backups_page import BackupsPage
from companion.ui.shell.keys_page import KeysOverview, Look

if TYPE_CHECKING:
    from companion.ui.play.phones import Phones


class SideSheet(PaperPanel):
    """Title, content, a way to close. Not modal: the screen behind can be used."""

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, title: Message, kanji: str, content: QWidget, parent: QWidget, *, wide: int = 420) -> None:
        """`content` is shown below the title and scrolls when there is no room."""
        super().__init__(parent, margin=26, seed=31)
        self._title, self._wide = title, wide
        self.content = content
        self._heading = Heading("", self, level=2, kanji=kanji)
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), tip=say("Close"))
        self._close.clicked.connect(self.close_sheet)
        scroll = ScrollColumn(content, self)
        vbox(hbox((self._heading, 1), self._close), (scroll, 1), on=self, spacing=10)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._slid)
        self._leaving = False
        self._back: QWidget | None = None
        """Who had the keys before."""
        self.hide()
        parent.installEventFilter(self)
        self.retranslate()

    def retranslate(self) -> None:
        self._heading.setText(tr(self._title))
        self.setAccessibleName(tr(self._title))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self._slide.stop()
            self.setGeometry(self._place())
        return super().eventFilter(watched, event)

    def _place(self) -> QRect:
        parent = self.parentWidget()
        assert parent is not None
        wide = min(fonts.px(self._wide), parent.width())
        return QRect(parent.width() - wide + self.SHADOW, 0, wide, parent.height())

    def refresh(self) -> None:
        super().refresh()
        if self.isVisible():
            self.setGeometry(self._place())

    def open_sheet(self) -> None:
        place = self._place()
        self._leaving = False
        self._slide.stop()
        if not self.isVisible():
            self._back = self.window().focusWidget()
            self.setGeometry(place.translated(place.width(), 0))
        self.show()
        self.raise_()
        self._move_to(place.topLeft())
        self._close.setFocus()
        self.focusNextChild()

    def close_sheet(self) -> None:
        if not self.isVisible() or self._leaving:
            return
        self._leaving = True
        back = self._back
        if back is not None and isValid(back) and back.isVisible():
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        self._move_to(self._place().translated(self._place().width(), 0).topLeft())
        self.closed.emit()

    def toggle(self) -> None:
        if self.isVisible() and not self._leaving:
            self.close_sheet()
        else:
            self.open_sheet()

    def _move_to(self, target: QPoint) -> None:
        if motion.reduced():
            self.move(target)
            self._slid()
            return
        self._slide.stop()
        self._slide.setDuration(motion.NORMAL)
        self._slide.setStartValue(self.pos())
        self._slide.setEndValue(target)
        self._slide.start()

    def _slid(self) -> None:
        if self._leaving:
            self.hide()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Space
            and not event.modifiers()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
            return
        super().keyPressEvent(event)


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
        none = ("", say("No"), "")
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
        fits = self._small(say("100% fits this screen. Text and icons change together."))
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
        self._size.setText(percentage(round(settings.text_scale * 100)))
        self.smaller.setEnabled(settings.text_scale > TEXT_SCALES[0])
        self.larger.setEnabled(settings.text_scale < TEXT_SCALES[-1])
        self.still.setChecked(settings.reduced_motion)
        self.sounds.setChecked(settings.sounds)
        self.careful.setChecked(settings.ask_unacted)
        self._wish.setVisible(motion.less_motion())
        self.sounds.setEnabled(not mute)
        self._mute.setVisible(mute)
        for edit, name in zip(self.names, settings.names, strict=True):
            if edit.text().strip() != name:
                edit.setText(name)


CREDITS: tuple[tuple[Message, Message], ...] = (
    (
        say("The game"),
        say("Okko and Era of the Asagiri belong to their authors and publishers. This is an unofficial companion: "
            "it contains none of their pictures or texts, and it does not replace the box."),
    ),
    (say("Pictures"), say("Icons, figures, tiles and the landscape are drawn for this program.")),
    (say("Shippori Mincho"), say("Font of titles and numerals. SIL Open Font License 1.1.")),
    (say("Inter"), say("Font of the text. SIL Open Font License 1.1.")),
    (say("Qt for Python"), say("User interface. GNU Lesser General Public License 3.")),
    (
        say("msgspec, SQLModel, SQLAlchemy, Alembic, platformdirs, websockets, segno"),
        say("Data, storage and phones. BSD and MIT licences."),
    ),
)  # fmt: skip
LICENCES = ("OFL-ShipporiMincho.txt", "OFL-Inter.txt")


class AboutSheet(QWidget):
    """What this is, whose things are in it, and under which licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        version = Label(self, role="ink", font="name")
        version.setText(f"Okko Companion {__version__}")
        lead = Label(self, text=say("For the table, the screen, or both. Qt {version}.", version=qVersion()))
        credits: list[Part] = []
        for name, words in CREDITS:
            credits += Gap(8), Label(self, role="ink", font="strong", text=name), Label(self, text=words)
        self.unfold = InkButton(say("Font licences"), "quiet", self, sign="chevron-down", clicked=self._unfold)
        self._licence = Label(self, font="small")
        self._licence.hide()
        vbox(
            version,
            lead,
            Rule(self, weight=2.2),
            *credits,
            Gap(10),
            (self.unfold, LEFT),
            self._licence,
            1,
            on=self,
            spacing=3,
            margins=(0, 0, 6, 0),
        )

    def _unfold(self) -> None:
        if not self._licence.text():
            texts = [(resource_root() / "fonts" / name).read_text("utf-8") for name in LICENCES]
            self._licence.setText("\n\n".join(texts))
        self._licence.setVisible(not self._licence.isVisible())
        self.unfold.set_sign("chevron-up" if self._licence.isVisible() else "chevron-down")


NAMES = ("settings", "keys", "about", "phones")


class Sheets(QObject):
    """`toggle` opens or closes one by its name."""

    def __init__(
        self,
        page: QWidget,
        keeper: SettingsService,
        keys: Callable[[], Look],
        storage_location: StorageLocation | None = None,
        tell: Callable[[Message], object] | None = None,
        games: Sequence[GameUI] = (),
        phones: Callable[[], Phones | None] = lambda: None,
    ) -> None:
        """Sheets slide over `page`; `keys` says which keys hold now, `tell` says something in passing.

        `phones`: those of the table in front.
        """
        super().__init__(page)
        self._phones = phones
        self._commands = [game.commands for game in games if game.commands is not None]
        self._storage_location, self._tell = storage_location, tell
        self._page, self._keeper, self._keys = page, keeper, keys
        self.made: dict[str, SideSheet] = {}

    def toggle(self, name: str) -> None:
        """Slide a sheet in or out; KeyError for a name that is not of `NAMES`."""
        sheet = self.made.get(name)
        if sheet is None:
            sheet = self.made[name] = self._make(name)
        for other, shown in self.made.items():
            if other != name:
                shown.close_sheet()
        content = sheet.content
        if isinstance(content, KeysOverview):
            content.retranslate()
        if name == "phones":
            content.show_phones(self._phones())  # type: ignore[attr-defined]
        sheet.toggle()

    def close_all(self) -> bool:
        """Slide out whatever is in; whether there was anything."""
        shown = [sheet for sheet in self.made.values() if sheet.isVisible()]
        for sheet in shown:
            sheet.close_sheet()
        return bool(shown)

    def _make(self, name: str) -> SideSheet:
        if name == "settings":
            preferences = Preferences(self._keeper, storage_location=self._storage_location)
            if self._tell is not None:
                preferences.told.connect(self._tell)
            return SideSheet(say("Preferences"), "心", preferences, self._page)
        if name == "keys":
            content = KeysOverview(self._keeper, self._keys, self._commands)
            return SideSheet(say("Keys"), "手", content, self._page)
        if name == "about":
            return SideSheet(say("About"), "道", AboutSheet(), self._page, wide=480)
        if name == "phones":
            from companion.ui.play.phones_page import PhonesPage

            return SideSheet(say("Hands on phones"), "手", PhonesPage(), self._page, wide=480)
        raise KeyError(name)
