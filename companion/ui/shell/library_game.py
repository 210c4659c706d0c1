"""A page about the game chosen: a picture of how it stands, who played, how it ended, what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDate, QLocale, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QSizePolicy,
    QWidget,
)

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, say
from companion.ui.kit.art.marks import ZeniMeter
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import InlineRename
from companion.ui.kit.layouts import TOP, FlowRow, Gap, hbox, vbox
from companion.ui.kit.panels import Rule, SealLabel
from companion.ui.kit.picture_grid import Thumbnail
from companion.ui.kit.scroll import ScrollColumn, ScrollFade
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr, when
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage import MOST_PICTURED, GameStorage, LibraryEntry, StorageError
from companion.ui.shell import library_filters as words

from .library_pages import TagLine

if TYPE_CHECKING:
    from datetime import datetime

    from companion.model.core.session import Session

PAUSE_MS = 120
"""Going through the list with the arrows, no game is opened before one stays on it for so long."""
DEEDS = (
    ("replay", "play", "library.replay", say("Replay")),
    ("report", "scroll", "", say("Game report")),
    ("figures", "chart", "", say("Charts")),
    ("rename", "edit", "library.rename", say("Rename")),
    ("copy", "copy", "library.copy", say("Duplicate")),
    ("export", "export", "library.export", say("Export…")),
    ("delete", "trash", "", say("Delete")),
)
"""What can be done beside going on: name, sign, action of the table of keys, words."""
PICTURE = 150, 420
"""The least and the largest side of the picture, at text scale 1."""
FACTS = {
    "game": say("Board game"),
    "adventure": say("Adventure"),
    "result": say("Result"),
    "length": say("Length"),
    "begun": say("Started"),
    "changed": say("Last played"),
    "mode": say("Played"),
}


class GamePicture(Thumbnail):
    """The board of a game, as large as the page has room for."""

    def give(self, side: int) -> None:
        """Be so large, in pixels at text scale 1."""
        if side != self.SIDE:
            self.SIDE = side
            self.updateGeometry()


class GamePage(Translated, QWidget):
    """`wanted` carries what is to be done with the game shown: `open`, `rescue`, or a name of `DEEDS`."""

    wanted = Signal(str)
    renamed = Signal(str)
    rename_over = Signal()
    tagged = Signal(str)
    untagged = Signal(str)

    def __init__(self, storage: GameStorage, games: Mapping[str, GameUI], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._storage, self._games = storage, games
        self.entry: LibraryEntry | None = None
        self.fault: Message | None = None
        """Why the game cannot be opened, once that is known."""
        self.session: Session[Any] | None = None
        """The game, once it has been opened to be looked at."""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.look)
        self.picture = GamePicture(self)
        self.picture.clicked.connect(lambda: self.wanted.emit("open"))
        self.name = Label(self, role="ink", font="title")
        self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._edit: InlineRename | None = None
        self.who = Label(self, role="ink", font="text")
        self.seal = SealLabel("勝", "", self, size=40)
        self.trouble = Label(self, role="shaken")
        self.meters: list[ZeniMeter] = []
        self._owners: list[Label] = []
        self._meter_rows = QGridLayout()
        self.facts = {name: Label(self, role="ink") for name in FACTS}
        self._tag_label = Label(self, font="small", wrap=False, text=say("Tags"))
        self.tags = TagLine(self)
        self.tags.added.connect(self.tagged)
        self.tags.removed.connect(self.untagged)
        self.go_on = InkButton("", "primary", self, deed="library.open", sign="")
        self.go_on.clicked.connect(lambda: self.wanted.emit("rescue" if self.fault is not None else "open"))
        self.deeds = {
            name: InkButton(title, "quiet", self, sign=sign, deed=deed, key_in_tip=True, tip=title)
            for name, sign, deed, title in DEEDS
        }
        for name, button in self.deeds.items():
            button.clicked.connect(lambda _=False, name=name: self.wanted.emit(name))
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        inside = QWidget()
        beside = vbox(self.name, self.who, self.seal, 1, spacing=6)
        self._meter_rows.setHorizontalSpacing(fonts.px(12))
        self._meter_rows.setVerticalSpacing(0)
        self._meter_rows.setColumnStretch(1, 1)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(fonts.px(16))
        self._form.setVerticalSpacing(fonts.px(3))
        for name, words_ in FACTS.items():
            self._form.addRow(Label(self, font="small", wrap=False, text=words_), self.facts[name])
        vbox(
            hbox((self.picture, TOP), (beside, 1), spacing=16),
            self.trouble,
            self._meter_rows,
            Gap(4),
            self._form,
            Gap(6),
            self._tag_label,
            self.tags,
            1,
            on=inside,
            spacing=6,
            margins=(0, 0, 8, 0),
        )
        self._area = ScrollColumn(inside, self)
        ScrollFade(self._area, "surface")
        self._doing = FlowRow(self, (self.go_on, *self.deeds.values()))
        vbox((self._area, 1), Rule(self, weight=1.8), self._doing, on=self, spacing=8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = round(min(self.width() * 0.42, self.height() * 0.42) / fonts.px(100) * 100)
        self.picture.give(max(PICTURE[0], min(PICTURE[1], room)))

    def show_entry(self, entry: LibraryEntry | None, known_tags: list[str]) -> None:
        """Show a game: what storage knows of it at once, its picture when one stays on it."""
        same = entry is not None and self.entry is not None and entry.game == self.entry.game
        self.entry = entry
        if not same and self._edit is not None:
            self._edit.give_up()
        if entry is None:
            self._pause.stop()
            return
        self.tags.show_tags(entry.tags, known_tags)
        if not same:
            self.session = self.fault = None
            self.picture.show_picture(None)
            self._pause.start()
        self.retranslate()

    def look(self) -> None:
        """Open the game only to look at it: its picture, its losses, whether it can be played at all."""
        self._pause.stop()
        if self.entry is None or self.entry.game.steps > MOST_PICTURED:
            return
        try:
            self.session = self._storage.look(self.entry.game.id)
        except (StorageError, InvalidInput) as wrong:
            self.session, self.fault = None, wrong.why
            self.picture.show_picture(None)
        else:
            draw = self.game.picture if self.game is not None else None
            found = partial(draw, self.session.header, self.session.state) if draw is not None else None
            self.picture.show_picture(found)
        self.retranslate()

    @property
    def game(self) -> GameUI | None:
        """What is played; None: the program cannot show it."""
        return self._games.get(self.entry.game.system) if self.entry is not None else None

    def _seated(self, entry: LibraryEntry) -> Sequence[int] | None:
        """Who of the players listed has which seat, as far as anybody knows."""
        if self.session is None:
            return entry.seated
        seated = self.game.seated if self.game is not None else None
        return seated(self.session) if seated is not None else range(len(entry.settings.names))

    def _names(self, entry: LibraryEntry) -> list[str]:
        """The players by seat: as they are called, else by their letters."""
        players, seated = words.players(entry.settings), self._seated(entry)
        if players is None or seated is None:
            return [words.seat(n) for n in range(len(entry.settings.names))]
        return [players[who].strip("–") or words.seat(n) for n, who in enumerate(seated)]

    def retranslate(self) -> None:
        if self.entry is not None:
            self._tell(self.entry)
        self._doing.refresh()

    def _tell(self, entry: LibraryEntry) -> None:
        game = entry.game
        self.name.setText(game.name)
        self.picture.setAccessibleName(tr(say("Continue {game}", game=game.name)))
        self.picture.setToolTip(self.picture.accessibleName())
        who = self._who(entry)
        self.who.setText(who)
        self.who.setVisible(who not in ("", game.name))  # nobody has renamed it
        broken = self.fault is not None
        self.trouble.setText(
            tr(say("This game can only be played in part: {why}", why=self.fault)) if self.fault is not None else ""
        )
        self.trouble.setVisible(broken)
        self.seal.setVisible(game.finished and game.winner is not None)
        facts = {
            "game": self._game_title(),
            "adventure": self._adventure(entry.adventure),
            "result": self._result(entry),
            "length": tr(words.steps(game.steps)),
            "begun": _moment(entry.begun, tr.language),
            "changed": _moment(game.changed, tr.language),
            "mode": tr(words.MODES[game.mode]),
        }
        for name, fact in facts.items():
            self.facts[name].setText(fact)
            self._form.setRowVisible(self.facts[name], bool(fact))
        self._tell_meters(entry)
        self.go_on.setText(
            tr(say("Keep the playable part")) if broken else tr(say("Open")) if game.finished else tr(say("Continue"))
        )
        played = self.game
        self.deeds["replay"].setEnabled(not broken)
        self.deeds["report"].setEnabled(not broken and played is not None and played.report is not None)
        self.deeds["figures"].setEnabled(not broken and played is not None and played.charts is not None)

    def _who(self, entry: LibraryEntry) -> str:
        settings = entry.settings
        lines = []
        for name, band in zip(settings.names, settings.bands, strict=True):
            both = say("{name} with {band}", name=name, band=band)
            lines.append(tr(both) if name and band else name or band)
        if not any(lines):
            return ""
        return tr(words.against([line or "–" for line in lines]))

    def _game_title(self) -> str:
        offered = [game for game in self._games.values() if game.offered]
        return "" if self.game is None or offered == [self.game] else tr(self.game.title)

    def _adventure(self, id: str) -> str:
        name = self._storage.library.adventure(id) if id else None
        return tr(name) if name is not None else id

    def _result(self, entry: LibraryEntry) -> str:
        if entry.game.finished:
            if entry.game.winner is None:
                return tr(say("A draw"))
            return tr(say("Victory for {name}", name=words.winner(entry, self._seated(entry))))
        if self.session is None or self.game is None or self.game.standing is None:
            return tr(say("In progress"))
        return tr(self.game.standing(self.session.state))

    def _tell_meters(self, entry: LibraryEntry) -> None:
        meters = self.game.meters if self.game is not None else None
        found = meters(self.session.state, self._names(entry)) if self.session is not None and meters else ()
        while len(self.meters) < len(found):
            row = len(self.meters)
            self.meters.append(ZeniMeter(0, 1, "", self))
            self._owners.append(Label(self, font="small", wrap=False))
            self._meter_rows.addWidget(self._owners[row], row, 0)
            self._meter_rows.addWidget(self.meters[row], row, 1)
        for n, (owner, meter) in enumerate(zip(self._owners, self.meters, strict=True)):
            owner.setVisible(n < len(found))
            meter.setVisible(n < len(found))
            if n < len(found):
                text = tr(found[n].words)
                owner.setText(text)
                meter.set_value(found[n].value, found[n].most)
                meter.setAccessibleName(f"{text}: {found[n].value}/{found[n].most}")

    def rename(self) -> None:
        """Write another name in its place; Enter keeps it, Escape does not."""
        if self.entry is None or self._edit is not None:
            return
        place = self.name.geometry().adjusted(0, 0, 0, max(0, fonts.px(34) - self.name.height()))
        self._edit = says(
            InlineRename(self.entry.game.name, self.name.font(), place, self.name.parentWidget() or self),
            name=say("Name of the game"),
        )
        self._edit.over.connect(self._rename_over)
        self._edit.renamed.connect(self.renamed)

    def _rename_over(self) -> None:
        self._edit = None
        self.rename_over.emit()


def _moment(moment: datetime, language: str) -> str:
    day = QLocale(language).toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.LongFormat)
    time = when(moment, language, moment)
    return f"{day}, {time}"
