"""The table while a game is put together (KAR-6), one page a stage: tiles laid in turns, the scenario card drawn."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import facing_named
from companion.model.games.asagiri.state.scenarios import Scenario, explain
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.table import QUARTERS
from companion.model.games.asagiri.state.vocabulary import BANDS, DRAFTING
from companion.model.games.asagiri.table.corrections import SetDoor, SetOpening
from companion.model.grid import Edge
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.new_game import ChosenTile, NewGameDraft, bare_plan, side_of, token_on, with_token
from companion.ui.games.asagiri.new_game.preview import TILE, BoardPreview, TilePicture
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import CENTER, OnePage, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.picture_grid import PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, PaintedButton

from .draft_recruits import FirstPage, OfferBox, RecruitsPage, acting

LIST = 520
"""How wide the names of the cards are, at text scale 1."""


class Deck(PaintedButton):
    """Cards face down; a click draws one."""

    enter_clicks = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 1

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(230), fonts.px(310))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        for n in range(min(4, self.count) - 1, -1, -1):
            sheet = QRectF(fonts.px(16), fonts.px(22), fonts.px(190), fonts.px(266)).translated(n * 5.0, -n * 4.0)
            shape = ink.rough_rect(sheet, f"deck{n}", 0.8, 34)
            ink.soft_shadow(pen, shape, theme.color("shadow", 0.5 if theme.dark else 0.26), 5, 0.8, 2)
            marked = n == 0 and self.isEnabled() and (self.hasFocus() or self.underMouse())
            pen.setPen(QPen(theme.color("vermilion"), 2.4) if marked else QPen(theme.color("hairline"), 1))
            pen.setBrush(theme.color("surface"))
            pen.drawPath(shape)
        inner = sheet.adjusted(fonts.px(10), fonts.px(10), -fonts.px(10), -fonts.px(10))
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("figure_ink"))
        pen.drawPath(ink.rough_rect(inner, "back", 0.8, 30))
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_disc(inner.center(), inner.width() * 0.33, "sun", 0.015))
        pen.setPen(theme.color("on_vermilion"))
        pen.setFont(fonts.font("title", 2.0))
        pen.drawText(inner, Qt.AlignmentFlag.AlignCenter, "夢")


class DrawPage(QWidget):
    """Shows the stage `scenario`: the deck, and the way to draw; who draws a real card says which it was."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.deck = Deck(self)
        self.deck.clicked.connect(lambda: self.draw())
        self._words = Label(self, role="ink", font="name", align=Qt.AlignmentFlag.AlignHCenter)
        self._which = Label(
            self, font="small", align=Qt.AlignmentFlag.AlignHCenter, text=say("Which card was drawn at your table?")
        )
        self.lines = ListView(self)
        self.lines.setFixedWidth(fonts.px(LIST))
        self.lines.chosen.connect(lambda id: game.roll((id,)))
        vbox(
            1,
            (self.deck, CENTER),
            self._words,
            self._which,
            (self.lines, 30, CENTER),
            1,
            on=self,
            spacing=10,
            margins=None,
        )
        game.settings_changed.connect(self.sync)

    def sync(self) -> None:
        game = self._game
        draft = game.state.draft
        if draft is None or game.state.stage != "scenario":
            return
        mine = game.to_roll() is not None
        typed = mine and game.dice_entry != "virtual"
        self.deck.count = len(draft.scenarios)
        self.deck.setVisible(not mine or game.dice_entry != "typed")
        self.deck.setEnabled(mine)
        self.deck.setAccessibleName(game.say(say("Draw a scenario card")))
        self._words.setText(game.say(say("One of {count} scenario cards applies to both bands.",
                                         count=len(draft.scenarios))))  # fmt: skip
        self._which.setVisible(typed)
        self.lines.setVisible(typed)
        self.lines.setAccessibleName(self._which.text())
        self.lines.show_lines(
            [
                Line(scenario.id, game.say(Name.of(scenario.name)), " ".join(map(game.say, explain(scenario))))
                for scenario in (draft.scenarios if typed else ())
            ]
        )

    def draw(self) -> bool:
        return self._game.to_roll() is not None and self._game.roll()

    def focus_first(self) -> None:
        (self.lines if self.lines.usable() else self.deck).setFocus(Qt.FocusReason.TabFocusReason)


class ScenarioPanel(PaperPanel):
    """The card of this game: its story, what it changes, and the zeni each has earned."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=14, seed=31)
        self._game = game
        self.title = Heading("", self, level=2)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.title.setWordWrap(True)
        self.story = Label(self)
        self.effects = Label(self, role="ink")
        self.turns = Label(self, font="small")
        self.earned = Label(self, role="ink")
        vbox(
            self.title,
            self.story,
            Rule(self, role="vermilion"),
            self.effects,
            1,
            self.turns,
            self.earned,
            on=self,
            spacing=8,
            margins=None,
        )
        renew = game.keep_current(self, self.rewrite, "table", "figures", "bands", "turn", "over")
        game.named.connect(renew)
        renew()

    called: Message = say("Scenario card")
    """What the slip is called on its button."""

    @property
    def there(self) -> bool:
        return self._game.state.table.contest is not None

    @property
    def scenario(self) -> Scenario | None:
        """The card, once it is drawn."""
        found = self._game.state.table.contest
        return found.scenario if found is not None else None

    def rewrite(self, *_: object) -> None:
        """Show the card and the count as they are now."""
        game = self._game
        held = game.state.table.contest
        if held is None:
            self.hide()
            return
        scenario = held.scenario
        self.title.setText(game.say(Name.of(scenario.name)) if scenario else game.say(say("No scenario card")))
        self.story.setText(game.say(Name.of(scenario.story)) if scenario and scenario.story else "")
        self.story.setVisible(bool(self.story.text()))
        sentences = explain(scenario) if scenario is not None else ()
        self.effects.setText("\n".join(f"· {game.say(sentence)}" for sentence in sentences))
        turn = min(game.state.turn, held.turns)
        self.turns.setText(
            game.say(say("Turn {turn} of {turns}. The most zeni earned win.", turn=turn, turns=held.turns))
        )
        counts = (f"{game.player(SEATS[n])} {scenario_game.earned(game.state, n)}" for n in BANDS)
        self.earned.setText(game.say(say("Zeni earned: {counts}", counts="\u00a0· ".join(counts))))
        self.setAccessibleName(self.title.text())


class DraftPage(QWidget):
    """Made for a game that begins with a draft; hidden while the board is what counts."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.first: FirstPage | None = None
        self.recruits: RecruitsPage | None = None
        self.tiles: TilesPage | None = None
        self.scenario: DrawPage | None = None
        self._shown = ""
        self.stack = OnePage(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        vbox(self.stack, on=self)
        game.changed.connect(self.sync)
        game.settings_changed.connect(self.sync)
        game.thinking.connect(self.sync)
        self.sync()

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(460), fonts.px(300))

    @property
    def wanted(self) -> bool:
        """Whether the game is being put together, or about to be."""
        return self._game.state.draft is not None

    @property
    def rolling(self) -> bool:
        """Whether player A is still to be rolled for: the dice lie below the page."""
        return self.wanted and self._game.state.stage not in DRAFTING

    def sync(self, *_: object) -> None:
        state = self._game.state
        if not self.wanted or state.draft is None:
            self._shown = ""
            return
        if self.recruits is None:
            self._make()
        assert self.first is not None
        assert self.recruits is not None
        assert self.tiles is not None
        assert self.scenario is not None
        pages: dict[str, FirstPage | RecruitsPage | TilesPage | DrawPage] = {
            "recruit": self.recruits, "equip": self.recruits, "tiles": self.tiles, "scenario": self.scenario,
        }  # fmt: skip
        page = pages.get(state.stage, self.first)
        self.stack.setCurrentWidget(page)
        page.sync()
        if state.stage != self._shown and self.isVisible():
            page.focus_first()
        self._shown = state.stage

    def _make(self) -> None:
        draft = self._game.state.draft
        assert draft is not None
        box = OfferBox(self._game, draft)
        self.first = FirstPage(self._game.state.table.budgets[0])
        self.recruits = RecruitsPage(self._game, box)
        self.tiles = TilesPage(self._game, box)
        self.scenario = DrawPage(self._game)
        for page in (self.first, self.recruits, self.tiles, self.scenario):
            self.stack.addWidget(page)

    def focus_first(self) -> None:
        page = self.stack.currentWidget()
        if isinstance(page, FirstPage | RecruitsPage | TilesPage | DrawPage):
            page.focus_first()


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
        self.button = InkButton(say("Place the tile here"), "primary", self, key="Enter", clicked=self.place)
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
        at, facing = state.table.board.index[edge.column, edge.row, 0], facing_named(edge.side)
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
