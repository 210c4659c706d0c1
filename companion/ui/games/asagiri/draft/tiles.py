"""Laying the floor in turns: a tile is chosen, turned, tried on a quarter of the board, and placed (KAR-6, CMP-1)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Name, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.draft_state import QUARTERS
from companion.model.games.asagiri.table.corrections import SetDoor, SetOpening
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.new_game.draft import ChosenTile, NewGameDraft, bare_plan, side_of, token_on, with_token
from companion.ui.games.asagiri.new_game.preview import TILE, BoardPreview, TilePicture
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

from .recruits import OfferBox, acting


class TilesPage(QWidget):
    """Shows the stage `tiles`. What is tried lies on the board already; `place` makes it a step of the game."""

    def __init__(self, game: AsagiriController, box: OfferBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._box = game, box
        self.tried: ChosenTile | None = None
        """The tile that is being tried."""
        self.preview = BoardPreview(box, self)
        self.preview.moved.connect(self._move)
        self.preview.turned.connect(self._turn)
        self.preview.emptied.connect(lambda: self._try(None))
        self.left_turn = InkButton("", "quiet", self, sign="turn-left", deed="laying.turn_left")
        self.right_turn = InkButton("", "quiet", self, sign="turn-right", deed="laying.turn_right")
        self.left_turn.clicked.connect(lambda: self._turn(3))
        self.right_turn.clicked.connect(lambda: self._turn(1))
        self.doors = InkButton("", "secondary", self, sign="door")
        self.doors.setCheckable(True)
        self.doors.toggled.connect(self._lay_tokens)
        self.preview.token.connect(self._lay_token)
        self.button = InkButton(say("Place the tile here"), "primary", self, key="Enter")
        self.button.clicked.connect(self.place)
        for button in (self.left_turn, self.right_turn, self.doors, self.button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._label = Label(self, font="small", text=say("Choose a tile, turn it, and place it on a free quarter"))
        self.prints: dict[str, TilePicture] = {}
        for tile in box.tiles:
            made = TilePicture([ChosenTile(tile.id)], Name.of(tile.name), box)
            made.clicked.connect(lambda _=False, id=tile.id: self._try(ChosenTile(id)))
            self.prints[tile.id] = made
        self._lay_out()

    def _lay_out(self) -> None:
        sheet = QWidget()
        self._prints = PictureGrid(list(self.prints.values()), gap=6, below=6)
        vbox(self._label, self._prints, 1, on=sheet)
        area = ScrollColumn(sheet, self)
        area.setMinimumWidth(fonts.px(2 * (TILE + 20) + 20))
        vbox(
            (hbox((self.preview, 58), (area, 42), spacing=14), 1),
            hbox(1, self.left_turn, self.right_turn, self.doors, self.button, 1, spacing=10),
            on=self,
            margins=(8, 0, 8, 0),
        )

    def sync(self) -> None:
        game = self._game
        draft = game.state.draft
        if draft is None or game.state.stage != "tiles":
            return
        laid = [None if found is None else ChosenTile(found.tile, found.turns) for found in draft.laid]
        if self.tried is not None and any(found is not None and found.tile == self.tried.tile for found in laid):
            self.tried = None
        if laid[self.preview.place] is not None:
            self.preview.choose_place(laid.index(None))
        mine = acting(game) >= 0
        lying_there = sum(found is not None for found in draft.laid)
        self.doors.setEnabled(mine and lying_there > 0)
        if not self.doors.isEnabled():
            self.doors.setChecked(False)
        if not mine or self.doors.isChecked():
            self.tried = None
        if self.tried is not None:
            laid[self.preview.place] = self.tried
        nw, ne, sw, se = laid
        openings, doors = (tuple(map(side_of, sorted(found))) for found in (draft.openings, draft.doors))
        self.preview.show_draft(NewGameDraft(tiles=(nw, ne, sw, se), openings=openings, doors=doors))
        self.doors.setText(tr(say("Back to the tiles") if self.doors.isChecked() else say("Door tokens")))
        offered = {found.tile for found in game.options if isinstance(found, o.PlaceTile)}
        lying = {found.tile for found in draft.laid if found is not None}
        for id, one in self.prints.items():
            one.setEnabled(id in offered)
        self._prints.show_only([one for id, one in self.prints.items() if id not in lying])
        for button, words in (
            (self.left_turn, say("Turn the tile left")),
            (self.right_turn, say("Turn the tile right")),
        ):
            button.setToolTip(tr(words))
            button.setAccessibleName(tr(words))
            button.setEnabled(self.tried is not None)
        self.button.setEnabled(self.tried is not None)
        self.button.set_breathing(self.tried is not None and game.animated)

    def focus_first(self) -> None:
        shown = [one for one in self.prints.values() if not one.isHidden() and one.isEnabled()]
        (shown[0] if shown else self).setFocus(Qt.FocusReason.TabFocusReason)

    def _try(self, laid: ChosenTile | None) -> None:
        if acting(self._game) >= 0:
            self.tried = laid
            self.sync()

    def _turn(self, by: int) -> None:
        if self.tried is not None:
            self._try(self.tried.turned(by))

    def _move(self, place: int) -> None:
        draft = self._game.state.draft
        if draft is not None and draft.laid[place] is None:
            self.preview.choose_place(place)
            self.sync()

    def _lay_tokens(self, on: bool) -> None:
        """Point at sides of squares, or try tiles again."""
        self.sync()
        self.preview.lay_tokens(on)
        self.preview.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_token(self, edge: Edge) -> None:
        """The token that fits there lies, or the one that lies there is taken away: done by hand, as at a table."""
        shown, state = self.preview.draft, self._game.state
        plan = bare_plan(self._box, shown)
        if plan is None or acting(self._game) < 0:
            return
        before, after = token_on(shown, edge), token_on(with_token(shown, plan, edge), edge)
        at, facing = state.table.board.index[edge.column, edge.row, 0], 1 if edge.side == "E" else 2
        if "doors" in (before, after):
            self._game.correct(SetDoor(at, facing, after == "doors"))
        elif before != after:
            self._game.correct(SetOpening(at, facing, after == "openings"))

    def place(self) -> None:
        if self.tried is None or acting(self._game) < 0:
            return
        self._game.choose(o.PlaceTile(self.tried.tile, self.tried.turns, QUARTERS[self.preview.place]))
        self.focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, turn = event.key(), keys.meant("laying", event)
        if turn is not None:
            self._turn(1 if turn == "laying.turn_right" else 3)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.place()
        else:
            super().keyPressEvent(event)
