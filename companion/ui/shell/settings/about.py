"""About the program."""

from __future__ import annotations

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion import __version__
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.assets import resource_root
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

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
    (say("msgspec, SQLModel, SQLAlchemy, Alembic, platformdirs"), say("Data and storage. BSD and MIT licences.")),
)  # fmt: skip
LICENCES = ("OFL-ShipporiMincho.txt", "OFL-Inter.txt")


class About(Translated, QWidget):
    """What this is, whose things are in it, and under which licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Words only; a font's licence unfolds below it."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, fonts.px(6), 0)
        column.setSpacing(fonts.px(3))
        self._version = Label(self, role="ink", font="name")
        self._what = Label(self)
        column.addWidget(self._version)
        column.addWidget(self._what)
        column.addWidget(Rule(self, weight=2.2))
        self._entries: list[tuple[Label, Label]] = []
        for _ in CREDITS:
            title, line = Label(self, role="ink", font="strong"), Label(self)
            column.addSpacing(fonts.px(8))
            column.addWidget(title)
            column.addWidget(line)
            self._entries.append((title, line))
        column.addSpacing(fonts.px(10))
        self.unfold = InkButton(say("Font licences"), "quiet", self, sign="chevron-down")
        self.unfold.clicked.connect(self._unfold)
        column.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeft)
        self._licence = Label(self, font="small")
        self._licence.hide()
        column.addWidget(self._licence)
        column.addStretch(1)
        self.retranslate()

    def _unfold(self) -> None:
        if not self._licence.text():
            texts = [(resource_root() / "fonts" / name).read_text("utf-8") for name in LICENCES]
            self._licence.setText("\n\n".join(texts))
        self._licence.setVisible(not self._licence.isVisible())
        self.unfold.set_sign("chevron-up" if self._licence.isVisible() else "chevron-down")

    def retranslate(self) -> None:
        self._version.setText(f"Okko Companion {__version__}")
        self._what.setText(tr(say("For the table, the screen, or both. Qt {version}.", version=qVersion())))
        for (title, line), (name, words) in zip(self._entries, CREDITS, strict=True):
            title.setText(tr(name))
            line.setText(tr(words))
