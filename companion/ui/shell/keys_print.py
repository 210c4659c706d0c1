"""The screen that prints keys, as they are bound, and what can be typed at the tables of the games."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Words, say
from companion.ui.kit import keys
from companion.ui.kit.layouts import vbox
from companion.ui.kit.paper.blocks import ParagraphBlock
from companion.ui.kit.paper.document import MM, Block, PrintDocument, fitting
from companion.ui.kit.paper.key_sheet import FRAME, LETTER_SIZES, all_keys, typed_section
from companion.ui.kit.paper.pdf_writer import Printable
from companion.ui.kit.paper.screen import PaperScreen, PrintSubject
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_ui import GameUI

KEYS = "keys"
HINT = say("Every action that has a key, as it is bound now.")


class KeysPrintScreen(PaperScreen):
    """See the module. `left`: back to where it was asked for."""

    def __init__(self, games: Sequence[GameUI], parent: QWidget | None = None) -> None:
        self._typed = {game.id: game for game in games if game.commands is not None}
        subjects = [PrintSubject(game.id, say("Commands: {game}", game=game.title)) for game in self._typed.values()]
        super().__init__([PrintSubject(KEYS, say("All keys")), *subjects], parent)
        self._asked = QWidget(self)
        self._hint = Label(self._asked)
        vbox(self._hint, 1, on=self._asked)
        self.begin((self._asked,))
        self.enter_subject()

    def page_of(self, subject: str) -> QWidget:
        return self._asked

    def key_of(self, subject: str) -> tuple[object, ...] | None:
        return (repr(sorted(keys.own().items())),)

    def retell(self) -> None:
        words: Message = HINT if self.what == KEYS else say("What can be typed on the command line of its table.")
        self._hint.setText(tr(words))

    def make_pages(self, subject: str, paper: Paper, words: Words) -> Printable | None:
        return all_keys(words, paper) if subject == KEYS else commands(self._typed[subject], words, paper)


def commands(game: GameUI, words: Words, paper: Paper) -> PrintDocument:
    """What can be typed at a game's table, with an example each."""
    parts = game.commands() if game.commands is not None else ()

    def made(share: float) -> PrintDocument:
        blocks: list[Block] = []
        for part in parts:
            if part.hint is not None:
                blocks.append(ParagraphBlock(words(part.hint), share=share))
            blocks += typed_section(
                words(part.title), [(words(what), words(typed)) for what, typed in part.lines], share
            )
        title = words(say("Commands"))
        return PrintDocument(title, words(game.title), "筆", paper, blocks, columns=2, gap=6.5 * MM, frame=FRAME)

    return fitting(LETTER_SIZES, made)
