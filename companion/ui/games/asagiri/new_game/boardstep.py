"""Third step: four tiles make the board. A ready one, one drawn at random, or tile by tile."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Name, say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import Edge
from companion.ui.games.asagiri.bands.roster import Box
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, Translated

from .draft import ChosenTile, NewGameDraft, bare_plan, with_token
from .preview import TILE, BoardPreview, TilePicture


class BoardStep(Translated, QWidget):
    """`changed` carries the new `NewGameDraft`."""

    changed = Signal(object)

    def __init__(self, box: Box, parent: QWidget | None = None, *, rng: Random | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self._rng = rng or Random()
        self.draft = NewGameDraft()
        self.preview = BoardPreview(box, self)
        self.preview.moved.connect(self._choose_place)
        self.preview.turned.connect(self._turn)
        self.preview.emptied.connect(lambda: self._lay(None, step=False))
        self.left_turn, self.right_turn = (
            InkButton("", "quiet", self, sign=f"turn-{way}", deed=f"laying.turn_{way}", name=words, tip=words)
            for way, words in (("left", say("Turn the tile left")), ("right", say("Turn the tile right")))
        )
        self.random = InkButton(say("At random"), "secondary", self, sign="dice", deed="newgame.random")
        self.left_turn.clicked.connect(lambda: self._turn(3))
        self.right_turn.clicked.connect(lambda: self._turn(1))
        self.random.clicked.connect(self.shuffle)
        self.preview.token.connect(self._lay_token)
        self.doors = InkButton(
            "",
            "secondary",
            self,
            sign="door",
            tip=say("An open token on a wall between two tiles, a closed one in an opening"),
        )
        self.doors.setCheckable(True)
        self.doors.toggled.connect(self._lay_tokens)
        for button in (self.left_turn, self.right_turn, self.random, self.doors):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.boards = {board.id: self._board_print(board) for board in box.ready_boards}
        self.tiles = {tile.id: self._tile_print(tile) for tile in box.tiles}
        self._lay_out()
        self.retranslate()

    def _board_print(self, board: cards.ReadyBoard) -> TilePicture:
        laid = [ChosenTile(placed.tile, placed.turns) for placed in board.tiles]
        made = TilePicture(laid, Name.of(board.name), self._box)
        made.clicked.connect(lambda: self._change(self.draft.with_board(board)))
        return made

    def _tile_print(self, tile: cards.Tile) -> TilePicture:
        made = TilePicture([ChosenTile(tile.id)], Name.of(tile.name), self._box)
        made.clicked.connect(lambda: self._lay(ChosenTile(tile.id)))
        return made

    def _lay_out(self) -> None:
        self.setContentsMargins(fonts.px(28), 0, fonts.px(28), 0)
        tools = hbox(1, self.left_turn, self.right_turn, self.random, self.doors, 1, spacing=10)
        page = QWidget()
        vbox(
            Label(font="small", text=say("Ready-made boards")),
            PictureGrid(list(self.boards.values()), gap=6, below=6),
            Gap(8),
            Label(font="small", text=say("Click a tile to put it in the marked place")),
            PictureGrid(list(self.tiles.values()), gap=6, below=6),
            1,
            on=page,
            margins=(0, 0, 6, 0),
            spacing=2,
        )
        self._area = ScrollColumn(page, self)
        fold((vbox((self.preview, 1), tools, spacing=2), 55), (self._area, 45), on=self, spacing=20, most=460)
        fonts.text_scale_changed.connect(self._rescale)
        self._rescale()

    def _rescale(self) -> None:
        self._area.setMinimumWidth(fonts.px(4 * (TILE + 20) + 20))

    def retranslate(self) -> None:
        laying = self.doors.isChecked()
        self.doors.setText(tr(say("Back to the tiles") if laying else say("Door tokens")))

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        self.preview.show_draft(draft)
        laid = draft.tiles[self.preview.place] is not None
        whole = None not in draft.tiles and bare_plan(self._box, draft) is not None
        self.doors.setEnabled(whole)
        if not whole:
            self.doors.setChecked(False)
        laid = laid and not self.doors.isChecked()
        self.left_turn.setEnabled(laid)
        self.right_turn.setEnabled(laid)

    def focus_first(self) -> None:
        self.preview.setFocus(Qt.FocusReason.TabFocusReason)

    def _choose_place(self, place: int) -> None:
        self.preview.choose_place(place)
        self.show_draft(self.draft)

    def _turn(self, by: int) -> None:
        laid = self.draft.tiles[self.preview.place]
        if laid is not None:
            self._change(self.draft.with_tile(self.preview.place, laid.turned(by)))

    def _lay(self, laid: ChosenTile | None, *, step: bool = True) -> None:
        """Put a tile on the marked place, and mark the next empty one."""
        self._change(self.draft.with_tile(self.preview.place, laid))
        empty = [place for place, found in enumerate(self.draft.tiles) if found is None]
        if step and empty:
            self._choose_place(empty[0])

    def _lay_tokens(self, on: bool) -> None:
        self.preview.lay_tokens(on)
        self.retranslate()
        self.show_draft(self.draft)
        self.preview.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_token(self, edge: Edge) -> None:
        plan = bare_plan(self._box, self.draft)
        if plan is not None:
            self._change(with_token(self.draft, plan, edge))

    def shuffle(self) -> None:
        self._change(self.draft.shuffled(self._box, self._rng))

    def _change(self, draft: NewGameDraft) -> None:
        if draft != self.draft:
            self.show_draft(draft)
            self.changed.emit(draft)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        turn = keys.meant("laying", event)
        if keys.meant("newgame", event) == "newgame.random":
            self.shuffle()
        elif turn is not None:
            self._turn(1 if turn == "laying.turn_right" else 3)
        else:
            super().keyPressEvent(event)

    contexts = ("laying",)
    """Whose keys hold here."""

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Choose a place")), ["←", "↑", "→", "↓"]),
            (tr(say("Remove the tile")), [tr(say("Del"))]),
            (tr(say("Lay a door token, or take it away")), ["Enter"]),
        ]
