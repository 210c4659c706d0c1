"""Second and third step: both bands, or what is drafted at the table (KAR-6); and four tiles that make the board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules.drafting import FIRST
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.state import BUDGET, TURNS
from companion.ui.games.asagiri.bands import BandRoster, Box, Offers
from companion.ui.games.asagiri.bands.column import RosterColumn
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.new_game.draft import ChosenTile, NewGameDraft, bare_plan, with_token
from companion.ui.games.asagiri.new_game.preview import TILE, BoardPreview, TilePicture
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import Gap, fold, hbox, vbox
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.station_path import NUMERALS
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow

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


WIDE = 720
STAGES: tuple[tuple[Message, Message], ...] = (
    (say("Roll"), FIRST),
    (
        say("Draft characters"),
        say("Card by card, up to {zeni} zeni per band; stop whenever you like. Then each player adds one free "
            "equipment card."),
    ),
    (say("Place the tiles in turns"), say("Two tiles each: choose which one, where, and how it is turned.")),
    (say("Draw a scenario card"), say("It applies to both bands.")),
    (
        say("Deploy and fight"),
        say("{turns} turns. You earn the zeni of enemies you disable; the most zeni win.", turns=TURNS),
    ),
)  # fmt: skip


class Stages(Translated, QWidget):
    """The stages under one another, each with its numeral in a seal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = BUDGET
        """Zeni of each band."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(self)
        self.refresh()

    def show_budget(self, budget: int) -> None:
        self.budget = budget
        self.refresh()

    def retranslate(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        said = self._said()
        self.setAccessibleName("; ".join(name for name, _ in said))
        self.setAccessibleDescription(" ".join(words for _, words in said))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def _said(self) -> list[tuple[str, str]]:
        return [(tr(name), tr(Message(words.key, (*words.args, ("zeni", self.budget))))) for name, words in STAGES]

    def _rows(self, width: int) -> list[tuple[QRectF, QRectF]]:
        left, gap = fonts.px(56), fonts.px(14)
        title, words = QFontMetrics(fonts.font("name")), QFontMetrics(fonts.font("text"))
        y, found = 0.0, []
        for _, said in self._said():
            room = words.boundingRect(0, 0, max(80, width - left), 10_000, int(Qt.TextFlag.TextWordWrap), said).height()
            found.append((QRectF(left, y, width - left, title.height()),
                          QRectF(left, y + title.height(), width - left, room + 2)))  # fmt: skip
            y += title.height() + room + gap
        return found

    def heightForWidth(self, width: int) -> int:
        return round(self._rows(width)[-1][1].bottom()) + fonts.px(4)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(WIDE), self.heightForWidth(fonts.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            side = fonts.px(36)
            for n, ((title, words), (name, said)) in enumerate(
                zip(self._rows(self.width()), self._said(), strict=True)
            ):
                seal = QRectF(0, title.top() + fonts.px(2), side, side)
                pen.setPen(Qt.PenStyle.NoPen)
                pen.setBrush(theme.color("vermilion"))
                pen.drawPath(ink.rough_disc(seal.center(), side / 2, f"stage{n}", 0.02))
                pen.setPen(theme.color("on_vermilion"))
                pen.setFont(fonts.font("name"))
                pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
                pen.setPen(theme.color("ink"))
                pen.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
                pen.setFont(fonts.font("text"))
                pen.setPen(theme.color("faded"))
                pen.drawText(words, int(Qt.TextFlag.TextWordWrap), said)


class FirstPage(QWidget):
    """The middle of the table before the roll for player A: what comes."""

    def __init__(self, budget: int, parent: QWidget | None = None) -> None:
        """`budget`: zeni of each band."""
        super().__init__(parent)
        self.stages = Stages(self)
        self.stages.show_budget(budget)
        self.stages.setMaximumWidth(fonts.px(WIDE))
        hbox(1, (vbox(1, self.stages, 1), 100), 1, on=self, margins=(28, 0, 28, 0))

    def sync(self) -> None:
        self.stages.refresh()

    def focus_first(self) -> None:
        """The dice are what there is to do; they have their key."""
        self.setFocus()


class RecruitsStep(QWidget):
    """`changed` carries the new `NewGameDraft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = NewGameDraft()
        self.stages = Stages(self)
        self.one_box = self._option("one_box", say("One box: each card exists once"))
        self.tie_break = self._option(
            "tie_break", say("At equal zeni, the band with more valuable vigilant characters wins")
        )
        two = say("With two boxes each card exists twice, and both bands may recruit the same unique character.")
        holder = QWidget(self)
        holder.setMaximumWidth(fonts.px(WIDE))
        vbox(
            1,
            Heading(say("Draft bands"), self, level=1),
            Rule(self, weight=2.4, seed=9, role="vermilion"),
            self.stages,
            Gap(8),
            self.one_box,
            Label(font="small", text=two),
            self.tie_break,
            2,
            on=holder,
            margins=None,
            spacing=12,
        )
        hbox(1, (holder, 100), 1, on=self, margins=None)

    def _option(self, field: str, words: Message) -> QCheckBox:
        box = says(QCheckBox(self), words)
        box.toggled.connect(lambda on: self.changed.emit(replace(self.draft, **{field: on})))
        return box

    def show_draft(self, draft: NewGameDraft) -> None:
        self.draft = draft
        self.stages.show_budget(draft.draft_budget)
        for box, on in ((self.one_box, draft.one_box), (self.tie_break, draft.tie_break)):
            with QSignalBlocker(box):
                box.setChecked(on)


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
