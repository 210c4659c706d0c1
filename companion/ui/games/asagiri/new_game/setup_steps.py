"""Steps of a new game: both bands, four tiles that make the board, and last both bands facing each other across it."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.grid import Edge
from companion.ui.games.asagiri.bands import BandRoster, Box, Offers
from companion.ui.games.asagiri.bands.column import RosterColumn
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.new_game import ChosenTile, NewGameDraft, bare_plan, with_token
from companion.ui.games.asagiri.new_game.players import DICE, MODES
from companion.ui.games.asagiri.new_game.preview import TILE, BoardPreview, TilePicture
from companion.ui.games.asagiri.next_step import SITTING
from companion.ui.kit import keys
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CENTER, Gap, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label, Sized, Translated
from companion.ui.play.game_ui import PLAYERS

TITLES = (say("First band"), say("Second band"))


class BandsStep(QWidget):
    """`changed` carries the new `NewGameDraft`; `said` a `Message` for a passing note."""

    changed = Signal(object)
    said = Signal(object)

    def __init__(self, art: CardArt, offers: Offers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = art.box
        self.draft = NewGameDraft()
        self.active = 0
        self.gallery = Gallery(art, self)
        self.columns = tuple(RosterColumn(art, offers, TITLES[n], self) for n in (0, 1))
        parts = (self.columns[0], 27), (self.gallery, 64), (self.columns[1], 27)
        fold(*parts, on=self, margins=(18, 0, 18, 0), spacing=12, most=520)
        for n, column in enumerate(self.columns):
            column.changed.connect(lambda roster, n=n: self._take(n, roster))
            column.activated.connect(lambda n=n: self.activate(n))
            column.said.connect(self.said)
        self.gallery.added.connect(lambda card: self.add(card, self.active))
        self.gallery.added_to.connect(self.add)
        self.gallery.judge_by(self._judge)
        self.setTabOrder(self.gallery, self.columns[0])
        self.activate(0)

    def show_draft(self, draft: NewGameDraft) -> None:
        """Show both bands; the rules are asked again."""
        self.draft = draft
        for n, column in enumerate(self.columns):
            column.set_title(TITLES[n], draft.names[n])
            if column.roster != draft.rosters[n] or column.budget != draft.budget:
                column.show_roster(draft.rosters[n], draft.budget, column.kept)
        self.gallery.rejudge()

    def activate(self, which: int) -> None:
        self.active = which
        for n, column in enumerate(self.columns):
            column.set_active(n == which)
        self.gallery.rejudge()

    def focus_first(self) -> None:
        """The keys begin at the first card; a band that is empty yet takes them."""
        empty = [n for n in (0, 1) if not self.draft.rosters[n].members]
        if empty:
            self.activate(empty[0])
        self.gallery.focus_cards()

    def add(self, card: str, which: int) -> None:
        """Add a character to a band; a refusal is said."""
        refusal = self._objection(which, card)
        if refusal is not None:
            self.said.emit(Message("{why} ({rule})", (("why", refusal.why), ("rule", refusal.rule))))
            return
        self.columns[which].add(card)

    def _take(self, which: int, roster: BandRoster) -> None:
        self.draft = self.draft.with_roster(which, roster)
        self.gallery.rejudge()
        self.changed.emit(self.draft)

    def _judge(self, card: str) -> tuple[Refusal | None, int]:
        roster = self.draft.rosters[self.active]
        count = sum(member.card == card for member in roster.members)
        return self._objection(self.active, card), count

    def _objection(self, which: int, card: str) -> Refusal | None:
        """Why a card may not join a band; out of one box also because the other band has it (BND-3)."""
        found = self._box.objection(self.draft.rosters[which], card, self.draft.budget)
        if found is not None or not self.draft.shared_box:
            return found
        joined = self.draft.rosters[which].with_card(card)
        return cards.shared([self._box.members(joined), self._box.members(self.draft.rosters[1 - which])], 1)

    contexts = ("bands",)
    """Whose keys hold here."""

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Add the card to the band")), ["Enter"]),
            (tr(say("Equipment of a member")), ["←", "→"]),
            (tr(say("Remove a member")), [tr(say("Del"))]),
        ]

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        self.focus_first()


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


FIGURE = 84


def name_lines(name: str, metrics: QFontMetrics, wide: int) -> list[str]:
    """A name on one line, or on two where it is too wide; cut off only if even half of it is."""

    def fits(line: str) -> str:
        return metrics.elidedText(line, Qt.TextElideMode.ElideRight, wide)

    words = name.split()
    parted = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(len(words), 0, -1))
    first, second = next((halves for halves in parted if fits(halves[0]) == halves[0]), (name, ""))
    return [fits(half) for half in (first, second) if half]


class BandRow(InkWidget):
    """The figures of a band in rows, looking at the enemy, each with its name."""

    def __init__(self, which: int, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._which, self._box = which, box
        self._draft = NewGameDraft()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_draft(self, draft: NewGameDraft) -> None:
        self._draft = draft
        names = [tr(Name.of(card.name)) for card, _ in self._box.members(draft.rosters[self._which])]
        self.setAccessibleName(", ".join(names))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(310), fonts.px(230))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        dpr = self.devicePixelRatioF()
        side, wide, high = fonts.px(FIGURE), fonts.px(118), fonts.px(FIGURE + 46)
        columns = max(1, self.width() // wide)
        font, small = fonts.font("strong", 13 / 14), fonts.font("small", 11 / 12)
        for n, (card, equipment) in enumerate(self._box.members(self._draft.rosters[self._which])):
            row, column = divmod(n, columns)
            x = column * wide if self._which == 0 else self.width() - (column + 1) * wide
            cell = QRectF(x, row * high, wide, high)
            if self._which == 0:
                picture = figure_pixmap(card.silhouette, "round", "vigilant", False, "E", side, theme, dpr=dpr)
            else:
                picture = figure_pixmap(card.silhouette, "octagon", "vigilant", False, "W", side, theme, dpr=dpr)
            pen.drawPixmap(QPointF(cell.center().x() - side / 2, cell.top()), picture)
            pen.setFont(font)
            pen.setPen(theme.color("ink"))
            lines = name_lines(tr(Name.of(card.name)), QFontMetrics(font), wide - 6)
            for at, line in enumerate(lines):
                place = QRectF(x, cell.top() + side + at * fonts.px(17), wide, fonts.px(18))
                pen.drawText(place, Qt.AlignmentFlag.AlignCenter, line)
            if equipment is not None:
                words = tr(Name.of(equipment.name))
                words = QFontMetrics(small).elidedText(words, Qt.TextElideMode.ElideRight, wide - 6)
                pen.setFont(small)
                pen.setPen(theme.color("faded"))
                pen.drawText(
                    QRectF(x, cell.top() + side + len(lines) * fonts.px(17), wide, fonts.px(16)),
                    Qt.AlignmentFlag.AlignCenter,
                    words,
                )


class _Board(Sized, InkWidget):
    """The four tiles as a print."""

    preferred, least = (330, 330), (200, 200)

    def __init__(self, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self._draft = NewGameDraft()

    def show_draft(self, draft: NewGameDraft) -> None:
        self._draft = draft
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = min(self.width(), self.height()) - fonts.px(22)
        area = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        rim = fonts.px(7)
        frame = ink.rough_rect(area.adjusted(-rim, -rim, rim, rim), "summary", 0.9, 40)
        ink.soft_shadow(pen, frame, theme.color("shadow", 0.5 if theme.dark else 0.28), 7, 1.5, 4)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("figure_ink", "earth", 0.12))
        pen.drawPath(frame)
        half = side / 2
        for n, laid in enumerate(self._draft.tiles):
            target = QRectF(area.left() + n % 2 * half, area.top() + n // 2 * half, half, half)
            if laid is None:
                pen.fillRect(target.adjusted(1, 1, -1, -1), theme.color("sunken"))
                continue
            tile = cards.tile(self._box.content, laid.tile)
            picture = tile_picture(tile, laid.turns, half, dpr=self.devicePixelRatioF())
            pen.drawPixmap(target, picture, QRectF(picture.rect()))


class SummaryStep(Translated, QWidget):
    """Everything decided, in one look."""

    def __init__(self, box: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = box
        self.draft = NewGameDraft()
        align = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        self._who = tuple(Label(self, font="small", wrap=False, align=align[n]) for n in (0, 1))
        self._names = tuple(Heading("", self, level=2) for _ in (0, 1))
        self._bands = tuple(Label(self, align=align[n]) for n in (0, 1))
        self.lines = tuple(BandRow(n, box, self) for n in (0, 1))
        self._board = _Board(box, self)
        self._facts = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        words = say("Next, each player rolls a die: the higher one is player A, chooses a side and starts.")
        sides = []
        for n in (0, 1):
            self._names[n].setAlignment(align[n])
            rule = Rule(self, weight=2.4, seed=7 + n, role="ink")
            parts = (self._who[n], self._names[n], self._bands[n], rule, Gap(10), (self.lines[n], 6))
            sides.append(vbox(1, *parts, 1, spacing=2))
        vbox(
            (fold((sides[0], 36), (self._board, 34), (sides[1], 36), spacing=28), 1),
            self._facts,
            Label(role="ink", font="name", align=CENTER, text=words),
            Gap(10),
            on=self,
            margins=(56, 6, 56, 4),
            spacing=6,
        )
        self.retranslate()

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        for line in self.lines:
            line.show_draft(draft)
        self._board.show_draft(draft)
        self.retranslate()

    def retranslate(self) -> None:
        draft = self.draft
        titles = (say("First band"), say("Second band"))
        for n in (0, 1):
            roster, player = draft.rosters[n], {id: words for id, words, _ in PLAYERS}[draft.players[n]]
            self._who[n].setText(tr(say("{band} · {player}", band=titles[n], player=player)))
            self._names[n].setText(draft.names[n] or tr(SITTING[n]))
            cost = zeni(self._box.cost(roster))
            self._bands[n].setText(f"{roster.name} · {tr(cost)}" if roster.name else tr(cost))
        self._facts.setText(tr(self.facts()))

    def facts(self) -> Message:
        draft = self.draft
        return say(
            "{budget} zeni per band, {limit} lost ends the game · {mode} · dice: {dice}",
            budget=draft.budget,
            limit=draft.losing_limit,
            mode={id: words for id, words, _ in MODES}[draft.mode],
            dice={id: words for id, words, _ in DICE}[draft.dice],
        )
