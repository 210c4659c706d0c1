"""What is done in turns before a drafted game (KAR-6): recruiting from the cards face up, and laying the floor."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Choice
from companion.model.core.record import FrozenContent, NoContent
from companion.model.core.refusal import Refusal
from companion.model.core.words import Name, say
from companion.model.games.asagiri.rules import drafting, refusals
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.explain import cost
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.formatting import zeni
from companion.model.games.asagiri.state.state import QUARTERS, SEATS, DraftState, Gear, State
from companion.model.games.asagiri.table.corrections import SetDoor, SetOpening
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.bands.gallery import CardArt, Gallery
from companion.ui.games.asagiri.cards.face import skill_words
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.new_game.draft import ChosenTile, NewGameDraft, bare_plan, side_of, token_on, with_token
from companion.ui.games.asagiri.new_game.preview import TILE, BoardPreview, TilePicture
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn, ScrollFade
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label


class OfferBox(Box):
    """The cards and tiles that lie face up, in an order people like; their words are those the game keeps."""

    def __init__(self, game: AsagiriController, draft: DraftState) -> None:
        super().__init__(FrozenContent(game.session.header.cards, game.content or NoContent()))
        self._draft = draft

    @cached_property
    def characters(self) -> tuple[cards.CharacterCard, ...]:
        """Every profile card face up: by alignment, the dearest first."""
        lying = {candidate.card.id for candidate in self._draft.characters}
        return tuple(card for card in super().characters if card.id in lying)

    @cached_property
    def equipment(self) -> tuple[cards.EquipmentCard, ...]:
        """Every equipment card face up, by name."""
        lying = {gear.card.id for gear in self._draft.equipment}
        return tuple(card for card in super().equipment if card.id in lying)

    @cached_property
    def tiles(self) -> tuple[cards.Tile, ...]:
        """Every tile that may be placed."""
        return tuple(cards.tile(self.content, slab.id) for slab in self._draft.tiles)


def acting(game: AsagiriController) -> int:
    """The band (0 or 1) that a person is to choose for now; -1: somebody else acts."""
    pending = game.pending
    return SEATS.index(pending.seat) if isinstance(pending, Choice) and pending.seat not in game.bots else -1


COLUMNS = 3
LINE = 236
"""The narrowest line of equipment, at text scale 1."""


class RecruitsPage(QWidget):
    """Shows the stages `recruit` and `equip`; a click takes a card, the equipment asks who is to bear it."""

    def __init__(self, game: AsagiriController, box: OfferBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._box = game, box
        self.gallery = Gallery(CardArt(box), self)
        self.gallery.added.connect(self._take)
        self.gallery.judge_by(self._judge)
        self.purse = Label(self, role="ink", wrap=False)
        self.stop = InkButton(say("Stop recruiting"), "secondary", self)
        self.stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.clicked.connect(lambda: self._game.choose(o.StopRecruiting()))
        self._label = Label(self, font="small", text=say("Equipment: choose a card, then its bearer"))
        self.lines = ListView(self)
        self.lines.chosen.connect(self._give)
        ScrollFade(self.lines)
        vbox(
            (self.gallery, 5),
            self._label,
            (self.lines, 2),
            hbox((self.purse, 1), self.stop),
            on=self,
            spacing=6,
            margins=(8, 0, 8, 0),
        )

    @property
    def _state(self) -> State:
        return self._game.state

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.lines.set_columns(max(1, min(COLUMNS, self.width() // fonts.px(LINE))))
        super().resizeEvent(event)

    def sync(self) -> None:
        state = self._state
        draft = state.draft
        if draft is None or state.stage not in ("recruit", "equip"):
            return
        recruiting = state.stage == "recruit"
        self.gallery.setVisible(recruiting)
        self.gallery.rejudge()
        self._fill()
        held = drafting.members(state, draft.seat)
        left = state.table.budgets[draft.seat] - cards.band_cost(held)
        words = say("Left to spend: {zeni}", zeni=zeni(left)) if recruiting else say("One free equipment card")
        self.purse.setText(tr(words))
        self.stop.setVisible(recruiting)
        self.stop.setEnabled(acting(self._game) >= 0 and o.StopRecruiting() in self._game.options)

    def focus_first(self) -> None:
        if self.gallery.isVisible():
            self.gallery.focus_cards()
        else:
            (self.lines if self.lines.usable() else self).setFocus()

    def _judge(self, card: str) -> tuple[Refusal | None, int]:
        draft = self._state.draft
        if draft is None:
            return None, 0
        mine = [character.card for character in self._state.table.characters if character.band == draft.seat]
        return drafting.recruit_refused(self._state, draft.seat, card), mine.count(card)

    def _take(self, card: str) -> None:
        if acting(self._game) < 0:
            return
        option = o.Recruit(card)
        refused = refusals.check(self._state, option)
        if refused is not None:
            self._game.refused.emit(refused)
        else:
            self._game.choose(option)

    def _fill(self) -> None:
        draft = self._state.draft
        assert draft is not None
        found = [gear for card in self._box.equipment if (gear := draft.gear(card.id)) is not None]
        self.lines.setAccessibleName(self._label.text())
        self.lines.show_lines(list(map(self._line, found)))

    def _line(self, gear: Gear) -> Line:
        words = " ".join(self._told(skill, tr(gear.equipment.name)) for skill in gear.equipment.skills)
        once = tr(say("single use")) if gear.equipment.single else ""
        price = tr(zeni(gear.equipment.zeni)) if self._state.stage == "recruit" else ""
        words, why = "\u00a0· ".join(part for part in (once, words) if part), self._why_not(gear.card.id)
        on = not why and acting(self._game) >= 0
        return Line(gear.card.id, tr(gear.equipment.name), words, price, "zeni", on=on, tip=why)

    def _told(self, skill: Skill, card: str) -> str:
        """What a skill is called, unless as its card is, what using it takes, and what it does."""
        called = Name.of(skill.name)
        head = [] if tr(called) == card else [tr(called)]
        head += [] if skill.is_automatic else [tr(cost(skill))]
        does = skill_words(skill, tr, self._box.content)
        return tr(say("{skill}: {does}", skill="\u00a0· ".join(head), does=does)) if head else does

    def _why_not(self, card: str) -> str:
        """Why nobody of the band can be given this now; nothing, while somebody can, or somebody else chooses."""
        state, draft = self._state, self._state.draft
        if draft is None or acting(self._game) < 0 or self._bearers(card):
            return ""
        mine = [n for n, character in enumerate(state.table.characters) if character.band == draft.seat]
        if not mine:
            return tr(say("Recruit a character first: equipment needs a bearer."))
        bare = [n for n in mine if state.table.characters[n].equipment is None]
        whys = dict.fromkeys(
            refused.why for n in bare if (refused := refusals.check(state, o.Equip(card, n))) is not None
        )
        return " ".join(map(tr, whys)) if whys else tr(say("Everyone in this band already has equipment."))

    def _bearers(self, card: str) -> list[int]:
        return [found.who for found in self._game.options if isinstance(found, o.Equip) and found.card == card]

    def _give(self, card: str) -> None:
        bearers = self._bearers(card)
        if len(bearers) == 1:
            self._game.choose(o.Equip(card, bearers[0]))
        elif bearers:
            called = self._state.table.called
            lines = [Line(str(who), tr(called[who])) for who in bearers]
            popup = ChoicePopup(lines, self, name=tr(say("Who gets it?")))
            popup.chosen.connect(lambda who: self._game.choose(o.Equip(card, int(who))))
            popup.popup(self.lines)


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
