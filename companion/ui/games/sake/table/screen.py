"""The screen of a game: ring, own hand, what is asked, log; covered between two players."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import SPECTATOR, Choice, Option, Over, choices_of
from companion.model.core.words import Message, say
from companion.model.games.sake.state.options import SeatOption
from companion.model.games.sake.state.state import LETTERS
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.hand import HandView
from companion.ui.games.sake.log import STYLE
from companion.ui.games.sake.question.composer import END, PAUSE, ZONES, Composer, Part, steps_of, ways_of
from companion.ui.games.sake.question.free_hand import offer_changes
from companion.ui.games.sake.question.lines import digits_of, lines_of, refused
from companion.ui.games.sake.question.prompt import (
    asked,
    dots,
    named_seat,
    obvious,
    page_of,
    place_words,
    prompt_words,
    step_words,
    told_table,
    turn_words,
)
from companion.ui.games.sake.question.question import Question
from companion.ui.games.sake.ring.round_table import RoundTable
from companion.ui.games.sake.ring.since import since_last_turn
from companion.ui.games.sake.seen import seen
from companion.ui.games.sake.table.fatal_bar import FatalBar
from companion.ui.games.sake.table.note import TableNote
from companion.ui.games.sake.table.slip import WIDE, DecisionSlip
from companion.ui.games.sake.table.voice import TableVoice
from companion.ui.games.sake.tracked import told
from companion.ui.games.sake.tracked.at_table import AtTable
from companion.ui.games.sake.tracked.palette import CardPalette
from companion.ui.games.sake.vocabulary import standing
from companion.ui.kit.accessibility import announce, offer_keys, spare_space
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import OnePage, fold, vbox
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.play.controller import TableSounds
from companion.ui.play.guide_panel import GuidePanel
from companion.ui.play.handover import HandoverPage
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.timeline import TimelineBar, turn_sections
from companion.ui.play.title_bar import TitleBar


class SakeScreen(Screen):
    """See the module."""

    contexts = ("table",)

    @property
    def help_page(self) -> str:
        return page_of(self.game.state)

    def __init__(self, game: SakeController, name: Callable[[str], str]) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(title=say("Table"))
        self.game, self._name = game, name
        game.setParent(self)
        self.voice = TableVoice(game, self)
        TableSounds(game, "TurnBegan", (), lambda: False, self)
        self.composer = Composer()
        self.parts: list[Part] = []
        """The next steps as they are shown."""
        self.digits: dict[Part, str] = {}
        """The key that takes each; numbers on cards are their own."""
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        past = InkButton(say("Timeline"), "quiet", self, sign="hourglass", deed="table.timeline", key_in_tip=True,
                         clicked=self.toggle_timeline)  # fmt: skip
        second = InkButton(say("Second window"), "quiet", self, sign="external", deed="table.second", key_in_tip=True,
                           clicked=self.toggle_second)  # fmt: skip
        self.ring = RoundTable(self.seat_name)
        self.note = TableNote(self)
        self.fatal = FatalBar(self.seat_name)
        self.hand, self.types = HandView(self), CardPalette(self)
        self.log = LogPanel(game, STYLE, self)
        self.log.show()
        self.log.hint.hide()
        self.log.list.setMinimumHeight(fonts.px(60))
        self.timeline = TimelineBar(game, turn_sections, self)
        self.at_table = AtTable(game, self.log, self.timeline, self._name, self)
        self.guide = GuidePanel(game, name, self._show_guide, self)
        self.bar = TitleBar(home, (self.guide.button(self), past, *self.at_table.buttons, second), self.take_step, self)
        self.title, self.prompt, self.step = self.bar.title, self.bar.prompt, self.bar.step
        self.cover = HandoverPage(game, self._name, self, self._asked_of_next)
        self.second = QWidget(self, Qt.WindowType.Window)
        self._second_ring = RoundTable(self.seat_name)
        self._lay_out()
        self.bind({
            "table.step": self.take_step, "undo": game.undo, "redo": game.redo, "table.timeline": self.toggle_timeline,
            "timeline.back": self.timeline.back, "timeline.forward": self.timeline.forward,
            "table.second": self.toggle_second, "table.change": self.at_table.change_step,
            "table.mode": self.at_table.switch_mode,
            "table.check": self.at_table.check_table, **self.guide.doings(),
        })  # fmt: skip
        spare_space(self)
        fonts.text_scale_changed.connect(self.rewrite)
        self.ring.picked.connect(self.take)
        self.types.picked.connect(self.take)
        self.ring.pointed.connect(
            lambda part: self.note.point(self.asking, None if self.covered else part, self.ring.since, self.ring)
        )
        self.ring.by_hand.connect(self.change_by_hand)
        self.hand.used.connect(self._use)
        self.hand.looked_at.connect(lambda card, zone: self.note.look(self.asking, -1 if self.covered else card, zone))
        self.options.chosen.connect(lambda id: self.take(self.parts[int(id)]))
        game.refused.connect(lambda why: self._say(refused(why)))
        game.failed.connect(self._say)
        self.guide.hints.drawn.connect(self._advise)
        self.at_table.past.changed.connect(self.rewrite)
        self.at_table.shown.connect(self.rewrite)
        game.keep_current(self, self.rewrite, unseen=True)
        game.thinking.connect(self.rewrite)
        self.rewrite()

    def _lay_out(self) -> None:
        self.slip = DecisionSlip(self.game, self.seat_name, self)
        self.options, self.standings = self.slip.options, self.slip.standings
        self.slip.back.clicked.connect(self.step_back)
        self.slip.let_pass.clicked.connect(lambda on: self.game.let_pass(self.game.at_screen, on))
        self._open, self.pages = QWidget(self), OnePage(self)
        board = vbox(self.fatal, (self.ring, 1), self.note, self.types, self.hand, self.timeline, spacing=2)
        side = vbox((self.guide, 100), self.slip, (self.at_table.change, 100), (self.log, 100), 1, spacing=2)
        fold((board, 1), side, on=self._open, spacing=4, most=700)
        for page in (self._open, self.cover, *self.at_table.pages):
            self.pages.addWidget(page)
        vbox(self.bar, (self.pages, 1), on=self, spacing=4, margins=(16, 6, 12, 8))
        vbox(self._second_ring, on=self.second)
        self.second.setWindowTitle("Okko Companion")
        self.second.resize(fonts.px(1000), fonts.px(680))

    def seat_name(self, n: int) -> str:
        """What the player at a seat is called; the one who plays first with *-san*."""
        return self._name(LETTERS[n])

    # showing -------------------------------------------------------------------------------------------------------

    @property
    def covered(self) -> bool:
        """Whether somebody else has to take the screen before anything of a hand is shown."""
        return bool(self.game.to_sit)

    @property
    def decisions(self) -> tuple[Choice, ...]:
        """What whoever sits here decides now; at a real table what anybody does."""
        mine = self.game.viewer
        return tuple(one for one in self.game.choices if self.game.unseen or one.seat == mine)

    @property
    def choice(self) -> Choice | None:
        """The first of these."""
        return next(iter(self.decisions), None)

    def rewrite(self, *_: object) -> None:
        """Show the table as whoever sits here may know it."""
        game, reading = self.game, self.log.list.hasFocus() or not self.guide.isHidden()
        system, state = game.session.system, game.state
        self.table = seen(system, state, game.viewer)._replace(fixed=game.unseen)
        offered = [] if self.covered else [one for choice in self.decisions for one in choice.options]
        options, named = cast("list[SeatOption]", offered), named_seat(state)
        ways = told.ways_of(options, state, named) if game.unseen else ways_of(options, named, self.table.deck.type)
        self.composer.offer(ways)
        self.asking = Question(game, self.table, self.composer, self.seat_name)
        self.ring.since = since_last_turn(game.session, None if self.covered else self.table.viewer)
        self._show_ring(self.ring, self.asking)
        self.public = Question(game, seen(system, state, SPECTATOR), Composer(), self.seat_name)
        self._show_ring(self._second_ring, self.public)
        self.fatal.show_game(self.table, state, system, over=isinstance(game.pending, Over))
        mine = self.table.mine
        cards = () if self.covered or mine is None else mine.hand
        if game.unseen:
            cards = tuple(card for card in cards if card >= 0)  # the others lie in people's hands
        self.hand.show_cards(self.table.deck, cards)
        self.hand.setVisible(bool(self.hand.cards) or (not game.unseen and len(game.bots) < len(self.table.seats)))
        over = isinstance(game.pending, Over) and not game.session.looking
        self.slip.show_end(over)
        if over:
            self.standings.show_game(game)
        self._compose()
        self.cover.refresh()
        before = self.pages.currentWidget()
        self.pages.setCurrentWidget(self.cover if self.covered else self.at_table.page or self._open)
        if self.covered and before is not self.cover:
            self.cover.take_keys()
        self.at_table.rewrite()
        self.log.rewrite()  # also while it is covered: it must not remember what the player before has heard
        if self.isVisible() and not self.covered and not reading and self.at_table.page is None:
            self._give_keys()

    def _show_ring(self, ring: RoundTable, question: Question) -> None:
        table = question.table
        ring.distances, ring.reached = question.distances(), question.reached()
        hit = question.blow
        ring.aimed = None if hit is None or isinstance(self.game.pending, Over) else (hit.by, hit.target)
        ring.answers = dots(self.game.state, table)
        ring.show_table(table)
        ring.setAccessibleName(tr(say("Round table")))
        place = place_words(self.game.state)
        told_ = [*([] if place is None else [place]), *told_table(table, self.seat_name)]
        ring.setAccessibleDescription(". ".join(map(tr, told_)))

    def _compose(self) -> None:
        """Show the next steps, on the table, on the cards and as lines."""
        composer, asking, over = self.composer, self.asking, isinstance(self.game.pending, Over)
        offered = composer.next() if composer.ways else []
        on_cards = [part for part in offered if part.kind == "card"]
        self.parts = [*sorted(on_cards, key=self._place_in_hand), *(part for part in offered if part.kind != "card")]
        if self.game.unseen and END in self.parts:
            self.parts.insert(self.parts.index(END) + 1, PAUSE)
        self.digits = digits_of(self.parts)
        aims = [*self.parts, *composer.hinted()]
        lit = frozenset(part for part in aims if self.ring.place_of(part) is not None)
        chosen = frozenset(part for part in composer.taken if self.ring.place_of(part) is not None)
        self.ring.light(lit, chosen)
        self._show_cards(on_cards)
        story = [tr(one) for one in asking.story()]
        own = "" if self.covered else tr(asked(self.game, self.seat_name))
        way = [asking.said(part) for part in composer.taken]
        answers = not composer.ways or self._answers  # then the story is what is asked about; else what led to it
        self.slip.tell((story or [own]) if answers else [own, *story], way, lines_of(asking, self.parts, self.digits))
        turn = () if over else turn_words(self.table, self.game.state, self.seat_name)
        second = [*map(tr, turn), own if (answers and story) or not composer.ways else ""]
        step, prompt = self._step(), "" if self.covered else " · ".join(word for word in second if word)
        place = place_words(self.game.state)
        tip = "" if place is None else tr(place)
        self.bar.say(tr(standing(self.game.state)), prompt, "" if step is None else tr(step), tip)
        found = dots(self.game.state, self.table)
        self.slip.dots.show_dots(
            found, "" if not found else tr(self.cover.who_has_answered() or say("All have answered"))
        )
        self.options.setAccessibleName(own)
        self.voice.ask("" if self.covered else " ".join(dict.fromkeys((*(story if answers else ()), own))))
        self.slip.show_passing(self.game)
        self.types.setVisible(self.game.unseen and not over)
        self.types.show_types(self.table.deck, [*self.parts, *self.at_table.late(self.parts)])
        self.note.hint(self.parts, self.composer, at_table=self.game.unseen)
        self._fit_slip()

    @property
    def _answers(self) -> bool:
        """Whether what is asked is an answer to what somebody else does."""
        return isinstance(self.game.pending, Over) or (
            bool(self.table.frames) and self.table.frames[-1]["frame"] in ("window", "help")
        )

    def _asked_of_next(self) -> str:
        """What whoever sits down next will be asked, in words that everybody at the table may read."""
        story = self.public.story()
        if story:
            return tr(story[0])
        choice = next(iter(choices_of(self.game.pending)), None)
        return "" if choice is None else tr(prompt_words(self.game.state, choice))

    def _show_guide(self, guide: QWidget) -> None:
        """In place of what can be chosen, which is on it too; or away with it."""
        guide.setVisible(guide.isHidden())
        self._fit_slip()
        if guide.isHidden() and self.isVisible() and not self.covered:
            self._give_keys()

    def _advise(self, plan: tuple[Option, ...]) -> None:
        steps = steps_of(plan, named_seat(self.game.state), self.table.deck.type)
        self.ring.advise(steps)
        self.hand.advise({step.value for step in steps if step.kind == "card"})

    def _fit_slip(self) -> None:
        """The log gives way to what can be chosen."""
        guided = not self.guide.isHidden()
        self.slip.setHidden(guided)
        self.guide.setFixedWidth(fonts.px(WIDE))
        self.log.setFixedWidth(fonts.px(WIDE))
        room = self.pages.height()
        self.hand.setFixedHeight(max(fonts.px(140), min(fonts.px(240), round(room * 0.26))))
        self.note.fit()
        self.standings.fit(0)
        busy = self.at_table.fit(WIDE)
        most = room - self.at_table.change.minimumSizeHint().height() if busy else room
        least, used = self.log.minimumSizeHint().height() + fonts.px(8), self.slip.fit(most)
        if not self.standings.isHidden() and room - used < least:
            self.standings.fit(max(1, self.standings.height() + room - used - least))
            used = self.slip.fit(most)
        self.log.setVisible(not busy and not guided and room - used >= least)

    def _place_in_hand(self, part: Part) -> int:
        return next((n for n, one in enumerate(self.hand.cards) if one.card == part.value), 99)

    def _show_cards(self, on_cards: list[Part]) -> None:
        numbers = {part.value: self.digits.get(part, "") for part in on_cards}
        for one in self.hand.cards:
            taken = one.card == self.composer.card
            playable = self._uses(one.card)
            number = numbers.get(one.card, "")
            one.show_state(playable, number, taken=taken, box=self.composer.box or "" if taken else "")

    def _uses(self, card: int) -> frozenset[str]:
        sets = any(part.kind == "cards" and card in part.value for part in self.parts)
        return frozenset(("spirit",)) if sets else frozenset(self.composer.boxes(card))

    def _give_keys(self) -> None:
        """To the first thing to be decided."""
        playable = next((one for one in self.hand.cards if any(p == Part("card", one.card) for p in self.parts)), None)
        if any(part.kind == "card" for part in self.parts) and playable is not None:
            if not any(one.hasFocus() for one in self.hand.cards):
                offer_keys(playable)
        else:
            offer_keys(self.options if self.options.rows.lines else self)

    # doing ---------------------------------------------------------------------------------------------------------

    def take(self, part: Part) -> None:
        """Take a step of the decision; a whole option is chosen at once."""
        if part == PAUSE:
            self.game.end_with_weapon(self.composer.after(END)[0])
            return
        if part in self.at_table.late(self.parts) and not self.game.reopen():
            return
        first = self.composer.led_to(part)
        if first is not None:
            self.composer.take(first)
        option = self.composer.take(part)
        if option is not None:
            self.game.choose(option)
            return
        self._compose()
        if self.isVisible():
            announce(self, "", self.asking.said(part))
            self._give_keys()

    def step_back(self) -> None:
        """Take back the last step of what is being put together."""
        if self.composer.back():
            self._compose()
            self._give_keys()

    def _use(self, card: int, zone: str) -> None:
        """A card, or a box or text of it, was clicked."""
        composer = self.composer
        if self.covered or not composer.ways:
            return
        if composer.card == card and not zone:
            self.step_back()
            return
        if Part("cards", (card,)) in self.parts:
            self.take(Part("cards", (card,)))
            return
        uses = composer.boxes(card)
        meant = [use for use in ZONES.get(zone, ()) if use in uses] or (list(uses) if len(uses) == 1 else [])
        if not uses or (zone and not meant and not any(use in uses for use in ("discard", "dodge"))):
            self.note.look(self.asking, card, zone or "text")
            return
        composer.taken = ()
        option = composer.take(Part("card", card))
        if option is None and len(meant) == 1 and composer.box is None:
            option = composer.take(Part("box", meant[0]))
        if option is not None:
            self.game.choose(option)
            return
        self._compose()
        self._give_keys()

    def change_by_hand(self, part: Part | None) -> None:
        """Offer what the table may do with a seat, a line, or as a whole."""
        if not self.covered:
            offer_changes(self.game, part, self.seat_name, self.ring, self.slip)

    def _obvious(self) -> tuple[Option, ...]:
        return () if self.composer.taken or self.at_table.past.done else obvious(self.decisions)

    def _step(self) -> Message | None:
        options = self._obvious()
        if self.covered or self.at_table.page is not None:
            return None
        return self.at_table.step_words(options) if self.at_table.busy else step_words(self.game, options)

    def take_step(self) -> None:
        """Do the obvious next thing; it never uncovers a hand."""
        game = self.game
        if self.covered or self.at_table.page is not None:
            return
        options = self._obvious()
        if self.at_table.busy:
            if self._step() is not None:
                game.choose(*options)
        elif game.session.looking:
            self.timeline.close_bar()
        elif game.waits:
            game.resume()
        elif isinstance(game.pending, Over):
            self.leave()
        elif options:
            game.choose(*options)

    def toggle_timeline(self) -> None:
        """Open the timeline, or close it and come back to the present."""
        self.timeline.open() if self.timeline.isHidden() else self.timeline.close_bar()

    def toggle_second(self) -> None:
        """Show or hide the window for those who look on: it knows what everybody knows, and no more."""
        self.second.setVisible(not self.second.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_slip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() or (self.covered and self.cover.type(event)):
            return
        meant = next((part for part, digit in self.digits.items() if digit == event.text()), None)
        if event.key() == Qt.Key.Key_Escape and self.composer.taken:
            self.step_back()
        elif not self.covered and meant is not None:
            self.take(meant)
        elif not self.at_table.takes_key(event):
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        self.rewrite()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.game.see(True)
        if self.covered:
            self.cover.take_keys()
        else:
            self._give_keys()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.game.see(False)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [
            (tr(say("Choose a card or a line")), ["1", "…", "9"]),
            (tr(say("One step back")), ["Esc"]),
            (tr(say("Sit down at the covered screen")), ["A", "…", "H"]),
        ]

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()
