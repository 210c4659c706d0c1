"""The next battle: which members go along and who is recruited; what it is about, who plays it and where."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Content, Option
from companion.model.core.refusal import InvalidInput, Refusal, RuleBroken, UnknownOption
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure import explain
from companion.model.games.asagiri.adventure.explain import Cast
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.answers import suggested
from companion.model.games.asagiri.campaign.legal_options import check
from companion.model.games.asagiri.campaign.options import member_words, side_words
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.model.games.asagiri.state.cards import CharacterCard, EquipmentCard
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.board.pictures import thumbnail
from companion.ui.games.asagiri.campaign import CampaignController
from companion.ui.games.asagiri.cards.face import ALIGNMENT_WORDS, MASKS
from companion.ui.games.asagiri.new_game.players import DICE, MODES
from companion.ui.kit.art.marks import ZeniMeter
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import TOP, fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.picture_grid import Thumbnail
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_ui import PLAYERS
from companion.ui.play.storage import CampaignGame, GameSettings, Mode, Player, with_bands


class BattleBoard(Thumbnail):
    """The board of the battle, only to look at."""

    SIDE = 176


class BattleSide(QWidget):
    """One side of the battle: its name, what it is after, who goes, who plays it."""

    chosen = Signal(str)

    def __init__(self, seat: int, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat, self._controller = seat, controller
        self.name = Label(self, role="ink", font="name")
        self.briefing = Label(self)
        self.goals = Label(self, role="ink")
        self.players = Choices(say("Who plays"), PLAYERS, self, flowing=True)
        self.players.chosen.connect(self.chosen)
        self.players.show_choice("person")
        vbox(self.name, self.players, self.goals, self.briefing, 1, on=self, spacing=4)

    def show_state(self, state: State, content: Content) -> None:
        found = chapter_page.page(state)
        side = side_words(state, self._seat)
        self.name.setText(tr(side))
        if found is None:
            going = [who for who in state.fighters() if who.startswith(SEATS[self._seat])]
            names = tuple(member_words(state, who) for who in going)
            self.briefing.setText(tr(say("{names}", names=names)))
            self.goals.setText("")
        else:
            self.briefing.setText(tr(Name.of(found.sides[self._seat].briefing)))
            self.goals.setText("\n".join(explain.goal_lines(found, self._seat, Cast(found, content), tr.words)))
        self.goals.setVisible(bool(self.goals.text()))


class BattlePage(QWidget):
    """`begun` carries `GameSettings`, `went_on` and `taken` the number of a game."""

    begun = Signal(object)
    went_on = Signal(int)
    taken = Signal(int)

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.names = ("", "")
        """What the persons are called who play."""
        self.game: CampaignGame | None = None
        """The last game begun for this battle, if it is of this band and this adventure."""
        self._players: list[Player] = ["person", "person"]
        self._shown: object = None
        self.title = Heading("", self, level=2)
        self._intro = Label(self)
        self.sides = (BattleSide(0, controller, self), BattleSide(1, controller, self))
        for seat, side in enumerate(self.sides):
            side.chosen.connect(lambda id, seat=seat: self._seat(seat, id))
        self.board = BattleBoard(self)
        self.board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.dice = Choices(say("Dice"), DICE, self)
        self.dice.chosen.connect(lambda id: controller.set_dice(id))
        self._dice_label = Label(self, font="small", wrap=False, text=say("Dice"))
        self._chosen_mode: Mode | None = None
        """Who has the last word in this battle, when it is not as usual in the campaign."""
        self.mode = Choices(say("How strict is the app?"), MODES, self)
        self.mode.chosen.connect(lambda mode: setattr(self, "_chosen_mode", mode))
        self._mode_label = Label(self, font="small", wrap=False, text=say("How strict is the app?"))
        self._stands = Label(self, font="small")
        self.typed = InkButton(
            say("Enter the result…"),
            "secondary",
            self,
            deed="campaign.typed",
            sign="pen",
            tip=say("If you played without the app"),
        )
        self.again = InkButton(say("Replay it"), "quiet", self, deed="campaign.again", sign="play", clicked=self.begin)
        self.main = InkButton("", "primary", self, deed="campaign.step", clicked=self.step)
        self.typed.clicked.connect(self.ask_result)
        self._lay_out()

    def _lay_out(self) -> None:
        inner = QWidget()
        fold((vbox(*self.sides, 1, spacing=16), 1), (self.board, TOP), on=inner, spacing=22, margins=None, most=620)
        vbox(
            self.title,
            self._intro,
            Rule(self, weight=2.2, seed=33, role="vermilion"),
            (ScrollColumn(inner, self, least=170), 1),
            fold(self._mode_label, self.mode, 1),
            fold(self._dice_label, self.dice, 1),
            self._stands,
            fold(self.again, 1, self.typed, self.main, spacing=8),
            on=self,
            spacing=6,
        )

    def show_state(self, content: Content, game: CampaignGame | None) -> None:
        """Show the present battle; `game`: the one begun for it, if it is still there."""
        controller, state = self._controller, self._controller.state
        if state.now.stage != "battle":
            return
        self.game = game
        id = chapter_page.chapter(state)
        self.title.setText(tr(chapter_page.chapter_words(state, id)))
        record = chapter_page.page(state)
        self.board.setAccessibleName(tr(say("Board for this battle")))
        self.board.setToolTip(self.board.accessibleName())
        self._intro.setText(tr(Name.of(record.intro)) if record is not None else tr(say(
            "A band that loses too many zeni loses the battle.")))  # fmt: skip
        for side in self.sides:
            side.show_state(state, content)
        self._show_board(state, content)
        self.mode.show_choice(self._mode())
        dice = controller.session.dice
        self.dice.show_choice(dice if isinstance(dice, str) else "")
        self._show_game()

    def _show_game(self) -> None:
        game = self.game
        going = game is not None and not game.entry.finished
        self.again.setVisible(game is not None)
        self.main.setText(tr(say("Play the battle") if game is None else say("Continue the battle") if going
                            else say("Use this result")))  # fmt: skip
        self.main.set_breathing(True)
        self._stands.setVisible(game is not None)
        if game is not None:
            steps = game.entry.steps
            self._stands.setText(tr(say("A game of this battle is in progress (steps: {count}).", count=steps) if going
                                   else say("The game of this battle is finished.")))  # fmt: skip

    def _show_board(self, state: State, content: Content) -> None:
        """The board as the game would begin."""
        from companion.model.core.session import Session
        from companion.model.games.asagiri import SYSTEM

        setup = chapter_page.game_setup(state, content)
        if setup == self._shown:
            return
        self._shown = setup
        try:
            game = Session.new(SYSTEM, setup, content)
            self.board.show_picture(partial(thumbnail, game.header, game.state))
        except (InvalidInput, RuleBroken, UnknownOption):
            self.board.show_picture(None)

    def _seat(self, seat: int, player: Player) -> None:
        self._players[seat] = player

    def _mode(self) -> Mode:
        return self._chosen_mode or self._controller.state.now.settings.mode

    def settings(self) -> GameSettings:
        state = self._controller.state
        names = [name if player == "person" else "" for name, player in zip(self.names, self._players, strict=True)]
        settings = GameSettings((names[0], names[1]), (self._players[0], self._players[1]), self._mode())
        return with_bands(settings, side_words(state, 0), side_words(state, 1))

    def begin(self) -> None:
        self.begun.emit(self.settings())

    def step(self) -> None:
        """Play, go on playing, or take over what has been played."""
        if self.game is None:
            self.begin()
        elif self.game.entry.finished:
            self.taken.emit(self.game.entry.id)
        else:
            self.went_on.emit(self.game.entry.id)

    def ask_result(self) -> None:
        """Who has won a battle that was played without the app; the assistant asks for the rest."""
        controller = self._controller
        state = controller.state
        if state.now.stage != "battle":
            return
        lines = [Line(winner, tr(o.label(state, o.Won(winner))), sign="seal" if winner in SEATS else "")
                 for winner in (*SEATS, o.NOBODY)]  # fmt: skip
        popup = ChoicePopup(lines, self, name=tr(say("Who won?")))
        popup.chosen.connect(lambda winner: controller.choose(o.Won(winner)))
        popup.popup(self.typed)

    def focus_first(self) -> None:
        self.main.setFocus(Qt.FocusReason.OtherFocusReason)


_ORDER = ("demon_hunter", "evil_creature", "mercenary")


class MusterPage(QWidget):
    """Lines to take people along with; Space says that the band is complete."""

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._all = False
        """Whether those are shown, too, who may not come."""
        self._whose = (-1, -1)
        """Of which chapter and seat the band is that is shown."""
        self._offered: dict[str, Option] = {}
        self.lines = ListView(self)
        self.lines.chosen.connect(lambda id: controller.choose(self._offered[id]))
        self._label = Label(self, font="small", wrap=False)
        self.title = Heading(say("Who takes part?"), self, level=2)
        self._going = Label(self, role="ink")
        self.meter = ZeniMeter(0, 1, "", self)
        self.others = InkButton("", "quiet", self, sign="eye", clicked=self._show_others)
        self.suggest = InkButton(
            say("As suggested"),
            "secondary",
            self,
            deed="campaign.suggested",
            sign="check",
            tip=say("Choose the band that the adventure suggests"),
        )
        self.back = InkButton("", "quiet", self, sign="undo", name=say("Undo"), tip=say("Undo the last decision"))
        self.ready = InkButton(say("The band is complete"), "primary", self, deed="campaign.step", clicked=self.step)
        self.suggest.clicked.connect(self.take_suggested)
        self.back.clicked.connect(controller.undo)
        self._lay_out()

    def _lay_out(self) -> None:
        self.lines.setMinimumHeight(fonts.px(150))
        vbox(
            self._label,
            self.title,
            self._going,
            self.meter,
            Rule(self, weight=2.2, seed=31, role="vermilion"),
            (self.lines, 1),
            fold(hbox(self.others, self.back, spacing=4), 1, self.suggest, self.ready, spacing=8),
            on=self,
            spacing=4,
        )

    def show_state(self) -> None:
        state = self._controller.state
        if state.now.stage != "muster":
            return
        seat = state.now.seat
        if self._whose != (state.now.chapter, seat):
            self._whose = (state.now.chapter, seat)
            self.lines.verticalScrollBar().setValue(0)
        self._label.setText(tr(say("Band of roster {seat}", seat=SEATS[seat])))
        self._going.setText(self._gone(state, seat))
        band = chapter_page.band(state, seat)
        spare = chapter_page.Muster(state, seat).spare
        self.meter.setVisible(bool(band.budget))
        self.meter.set_value(max(0, band.budget - spare), max(1, band.budget))
        words = tr(say("{spent} of {budget} zeni spent", spent=band.budget - spare, budget=band.budget))
        self.meter.setAccessibleName(words)
        self.meter.setToolTip(words)
        self._show_lines(state, seat)
        self.others.set_sign("eye-off" if self._all else "eye")
        self.others.setAccessibleName(tr(say("Available characters only") if self._all else say("Not available")))
        about = say("All characters, and the rule that excludes them")
        self.others.setToolTip(tr(say("Available characters only") if self._all else about))
        self.suggest.setVisible(bool(suggested(state)))
        self.back.setVisible(bool(state.now.sent[seat]))
        self.ready.setToolTip(tr(why.why) if (why := check(state, o.CompleteBand())) is not None else "")
        self.ready.setEnabled(why is None)
        self.ready.set_breathing(why is None and bool(state.now.sent[seat]))

    def _gone(self, state: State, seat: int) -> str:
        """Who goes along already, in a line."""
        fixed = [who for played in state.now.cast[seat] for who in played]
        names = [member_words(state, who) for who in (*fixed, *state.now.sent[seat])]
        if not names:
            return tr(say("{side}: nobody yet", side=side_words(state, seat)))
        return tr(say("{side}: {names}", side=side_words(state, seat), names=tuple(names)))

    def _show_lines(self, state: State, seat: int) -> None:
        shown: list[Line] = []
        self._offered = {}
        for title, lines in self._sections(state, seat):
            if lines:
                shown.append(Line("", self._controller.say(title), heading=True))
            for option, line in lines:
                self._offered[line.id] = option
                shown.append(line)
        self.lines.setAccessibleName(self.title.text())
        self.lines.show_lines(shown)

    def _sections(self, state: State, seat: int) -> list[tuple[Message, list[tuple[Option, Line]]]]:
        """What can be chosen, under its titles."""
        options = set(self._controller.options)
        muster = chapter_page.Muster(state, seat)
        own: list[tuple[Option, Line]] = []
        for member in chapter_page.idle(state, seat):
            why = muster.refused(chapter_page.cards_of(state, member))
            gear = chapter_page.cards_of(state, member)[1]
            if why is None or self._all:
                words = self._member(state, member.id, gear)
                worth, name = state.value(member), member_words(state, member.id)
                own.append((o.Take(member.id), self._line(member.id, name, words, worth, "person", why)))
        gear_lines: list[tuple[Option, Line]] = []
        for option in self._controller.options:
            if isinstance(option, o.Outfit):
                card_ = state.box.gear(option.gear)
                title = say("{who}: {gear}", who=member_words(state, option.who), gear=Name.of(card_.name))
                gear_lines.append((option, self._line(f"{option.who}:{option.gear}", title, "", card_.zeni, "tray")))
        strangers: list[tuple[Option, Line]] = []
        for character in sorted(state.box.characters, key=lambda card: (_ORDER.index(card.alignment), -card.zeni)):
            hire = o.Hire(character.id)
            if hire in options:
                strangers.append((hire, self._recruit(character)))
            elif self._all:
                strangers.append((hire, self._recruit(character, check(state, hire))))
        return [
            (say("In the roster"), own),
            (say("Equipment for new members"), gear_lines),
            (say("To recruit: they join the roster for good"), strangers),
        ]

    def _member(self, state: State, who: str, gear: EquipmentCard | None) -> str:
        member = state.member(who)
        words = [tr(say("shaken") if member.state == "shaken" else say("vigilant"))]
        if gear is not None:
            words.append(tr(Name.of(gear.name)))
        return " · ".join(words)

    def _recruit(self, card: CharacterCard, why: Refusal | None = None) -> Line:
        stats = card.vigilant
        numbers = tr(say("attack {attack}, movement {movement}, defense {defense}, willpower {willpower}",
                        attack=stats.attack, movement=stats.movement, defense=stats.defense,
                        willpower=stats.willpower))  # fmt: skip
        words = f"{tr(Message(ALIGNMENT_WORDS[card.alignment]))} · {numbers}"
        return self._line(f"hire:{card.id}", Name.of(card.name), words, card.zeni, MASKS[card.alignment], why)

    def _line(
        self, id: str, title: Message | Name | str, words: str, cost: int, sign: str, why: Refusal | None = None
    ) -> Line:
        refusal = tr(say("{why} ({rule})", why=why.why, rule=why.rule)) if why is not None else ""
        return Line(id, tr(title), words, tr(zeni(cost)), sign, refusal)

    def _show_others(self) -> None:
        self._all = not self._all
        self.show_state()

    def take_suggested(self) -> None:
        found = suggested(self._controller.state)
        if found:
            self._controller.choose(*found)

    def step(self) -> None:
        """The band is complete, or the rule says what it lacks."""
        self._controller.choose(o.CompleteBand())

    def focus_first(self) -> None:
        (self.lines if self.lines.usable() else self.ready).setFocus()
