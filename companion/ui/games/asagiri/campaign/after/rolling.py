"""A die on the table of Heal or Pray: rolled here or typed, the line it lights, a wrong entry put right in place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.chance import Face
from companion.model.core.record import DiceMode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.tables import PRAY, Row, Table
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.games.asagiri.campaign.tables.bigdie import BigDie
from companion.ui.games.asagiri.campaign.tables.picks import FacePicks
from companion.ui.games.asagiri.campaign.tables.sheet import TableSheet
from companion.ui.kit.art.dice import Entry
from companion.ui.kit.fold_layout import fold, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.panels import PaperPanel

from .panel import Panel


class RollPanel(Panel):
    """See the module. `typed` carries a face; `wanted`: roll one here; `rested`: the die lies still."""

    typed = Signal(object)
    wanted = Signal()
    rested = Signal()

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        super().__init__(campaigning, faces, parent)
        self._mode: DiceMode = "virtual"
        self._face: Face | None = None
        self._entry: Entry = "rolled"
        self._table: Table | None = None
        paper = PaperPanel(self, margin=14, seed=3)
        self.sheet = TableSheet(PRAY, paper)  # any table will do until one is asked for
        vbox(self.sheet, on=paper)
        self.die = BigDie(self)
        self.came = Label(self, role="ink", font="name", align=Qt.AlignmentFlag.AlignHCenter)
        self.hint = Label(self, font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.picks = FacePicks(self)
        middle = Qt.AlignmentFlag.AlignHCenter
        fold(
            (vbox(paper, 1), 5),
            (vbox((self.die, middle), self.came, self.hint, (self.picks, middle), 1, spacing=10), 4),
            on=self,
            spacing=20,
            most=600,
        )
        self.die.clicked.connect(self._clicked)
        self.die.rested.connect(self._rested)
        self.picks.picked.connect(self.typed)

    def ask(self, table: Table, mode: DiceMode) -> None:
        """A die is asked for; `mode`: who rolls it."""
        self._table, self._mode, self._face = table, mode, None
        self.die.tell(table.die, None)
        self.picks.ask(table.die)
        self._tell()

    def show_fallen(self, table: Table, face: Face, entry: Entry, *, falling: bool) -> None:
        """A die has fallen; `falling`: it is seen to roll first. A typed one may be put right by typing again."""
        self._table, self._face, self._entry = table, face, entry
        self.picks.ask(table.die)
        self.die.tell(table.die, face, entry, falling=falling)
        self._tell()

    @property
    def fallen(self) -> Row | None:
        """The line that the die has lit, once it lies still."""
        still = self._face is not None and not self.die.tumbling
        return self._table.look_up(self._face) if still and self._table is not None and self._face is not None else None

    @property
    def typing(self) -> bool:
        """Whether a typed face means something now: the one asked for, or a better one than was typed."""
        return self._mode != "virtual" if self._face is None else self._entry != "rolled"

    def _tell(self) -> None:
        if self._table is None:
            return
        say_, row = self.campaigning.say, self.fallen
        self.sheet.tell(self._table, self._face if row is not None else None)
        self.came.setText(say_(row.words).split(". ")[0] if row is not None else "")
        self.picks.setVisible(self.typing)
        self.hint.setVisible(self.typing)
        if self._face is not None:
            self.hint.setText(say_(say("Mistyped? Just type it again.")))
        elif self._mode == "ask":
            self.hint.setText(say_(say("Roll here, or type what you rolled.")))
        else:
            self.hint.setText(say_(say("Roll your die and type what it shows.")))
        self.changed.emit()

    def _rested(self) -> None:
        self._tell()
        self.rested.emit()

    def _clicked(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()
        else:
            self.die.skip()

    def next_words(self) -> Message | None:
        if self._face is not None:
            return say("Next")
        return None if self._mode == "typed" else say("Roll")

    def go(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()

    def settle(self) -> bool:
        moved = self.die.tumbling
        self.die.skip()
        return moved

    def begin(self) -> None:
        self.die.setFocus()

    def press(self, event: QKeyEvent) -> bool:
        return self.typing and self.picks.press(event)

    def retranslate(self) -> None:
        self._tell()
