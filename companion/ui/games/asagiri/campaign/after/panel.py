"""What all parts of the after-battle page share: what Space does next, and where the keys begin."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.widget import Translated


def sentences(said: Iterable[str]) -> str:
    """Several sentences one after the other, each with its full stop."""
    return " ".join(words if words.endswith((".", "!", "?", "…")) else f"{words}." for words in said if words)


class Panel(Translated, QWidget):
    """One question of the assistant. `changed`: what Space would do is another thing now."""

    changed = Signal()

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        super().__init__(parent)
        self.campaigning, self.faces = campaigning, faces

    def next_words(self) -> Message | None:
        """What Space does, in words; None: nothing."""
        return None

    def go(self) -> None:
        """Do what Space does."""

    def settle(self) -> bool:
        """Let what moves come to rest; False when nothing moved."""
        return False

    def begin(self) -> None:
        """The keys begin here."""
        self.setFocus()

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that nobody else wanted; False when it means nothing here."""
        return False

    def retranslate(self) -> None:
        """Say everything again: the language is another one."""
