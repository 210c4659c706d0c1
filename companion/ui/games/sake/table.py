"""The table of Saké & Samouraï: ring, own hand, what is asked, log; covered between two players."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.bots import BOTS
from companion.model.core.contract import SPECTATOR, Choice, Option, Over, Pending, Roll
from companion.model.core.refusal import Refusal
from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.sake.state import LETTERS, SAMURAI, State
from companion.ui.kit.accessibility import announce, offer_keys, spare_space
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import Gap, OnePage, hbox, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, PaperPanel, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label
from companion.ui.play.game_controller import GameController
from companion.ui.play.game_ui import GameTable, Shell
from companion.ui.play.handover import HandoverPage
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.storage import Opened
from companion.ui.play.timeline import TimelineBar, TimelineSection

from .composer import Composer, Part
from .fatal_bar import FatalBar
from .hand import HandView
from .log import STYLE
from .question import Question, asked, dots, named_seat, phase_words
from .round_table import RoundTable, seat_colour
from .seen import SeenTable, seen
from .standings import StandingsPanel
from .vocabulary import player_name, standing

ZONES = {
    "attack": ("attack", "iaido"), "move": ("move",), "drink": ("drink",), "defence": ("defence",),
    "text": ("text", "interrupt", "sacrifice"),
}  # fmt: skip
"""What a place on a card is played for."""


class SakeController(GameController[State]):
    """A game of it on the screen: the app deals, and nobody is asked to shuffle."""

    def _automatic(self, pending: Pending) -> bool:
        if isinstance(pending, Roll) and self.dice_entry == "virtual":
            return True
        return super()._automatic(pending)

    def until_next(self) -> int | None:
        return 0 if isinstance(self.pending, Roll) else super().until_next()

    def undo(self) -> bool:
        """Take back the last decision, and the shuffles that it led to."""
        done = super().undo()
        while done and isinstance(self.pending, Roll) and self.session.cursor > 0:
            done = super().undo()
        return done


class SakeTable(GameTable):
    """A game of it on the table."""

    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game: SakeController = SakeController(opened.session, tr.words, content=shell.storage.content)
        for seat, player in zip(self.game.seats, opened.settings.players, strict=False):
            if player in BOTS:
                self.game.give_to(seat, BOTS[player]())
        self.screen: SakeScreen = SakeScreen(self)
        self.screen.left.connect(self.left)

    def name(self, seat: str) -> str:
        """What the player of a seat is called."""
        return tr(player_name(self.opened.settings, seat))

    def start(self) -> None:
        self.game.start()

    def shut(self) -> None:
        self.game.close()
        self.screen.second.close()

    def retranslate(self) -> None:
        self.game.set_words(tr.words)

    def show_step(self, step: int) -> None:
        self.screen.timeline.open(step)


class AnswerDots(InkWidget):
    """A row of dots: who is asked, full when they have answered."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.dots: dict[int, bool] = {}

    def show_dots(self, dots: dict[int, bool], words: str) -> None:
        self.dots = dots
        self.setVisible(bool(dots))
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(200), fonts.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(60), fonts.px(30))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        x, radius = float(fonts.px(12)), fonts.px(10)
        for n, done in self.dots.items():
            disc = ink.rough_disc(QPointF(x, self.height() / 2), radius, f"dot{n}")
            colour = seat_colour(n, theme)
            if done:
                ink.fill(pen, disc, colour)
            ink.outline(pen, disc, colour, 1.8)
            room = QRectF(x - radius, self.height() / 2 - radius, 2 * radius, 2 * radius)
            words = theme.color("on_element") if done else colour
            ink.write(pen, room, LETTERS[n], fonts.font("name", 0.7), words, Qt.AlignmentFlag.AlignCenter)
            x += 2 * radius + fonts.px(9)


class SakeScreen(Screen):
    """See the module."""

    contexts = ("table",)

    def __init__(self, table: SakeTable) -> None:
        super().__init__(title=say("Table"))
        self.game, self._name = table.game, table.name
        game = self.game
        game.setParent(self)
        self.composer = Composer()
        self.parts: list[Part] = []
        """The next steps in the order of their digits."""
        self.title, self.prompt = Heading("", self), Label(self, wrap=False)
        self.step = InkButton("", "primary", self, deed="table.step", clicked=self.take_step)
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        past = InkButton(say("Timeline"), "quiet", self, sign="hourglass", deed="table.timeline", key_in_tip=True,
                         clicked=self.toggle_timeline)  # fmt: skip
        second = InkButton(say("Second window"), "quiet", self, sign="external", deed="table.second", key_in_tip=True,
                           clicked=self.toggle_second)  # fmt: skip
        self.ring = RoundTable(self.seat_name)
        self.note = Label(self, font="small", wrap=False)
        self.fatal = FatalBar(self.seat_name)
        self.hand = HandView(self)
        self.log = LogPanel(game, STYLE, self)
        self.log.show()
        self.log.hint.hide()
        self.log.list.setMinimumHeight(fonts.px(60))
        self.timeline = TimelineBar(game, sections, self)
        self.cover = HandoverPage(game, self._name, self)
        self.second = QWidget(self, Qt.WindowType.Window)
        self._second_ring = RoundTable(self.seat_name)
        self._lay_out(home, past, second)
        self.bind({
            "table.step": self.take_step, "undo": game.undo, "redo": game.redo, "table.timeline": self.toggle_timeline,
            "timeline.back": self.timeline.back, "timeline.forward": self.timeline.forward,
            "table.second": self.toggle_second,
        })  # fmt: skip
        spare_space(self)
        self.ring.picked.connect(self.take)
        self.ring.pointed.connect(self._point)
        self.hand.used.connect(self._use)
        self.hand.looked_at.connect(self._look)
        self.options.chosen.connect(lambda id: self.take(self._part_of(id)))
        game.refused.connect(lambda why: self._say(_refusal(why)))
        game.failed.connect(self._say)
        game.keep_current(self, self.rewrite, unseen=True)
        game.thinking.connect(self.rewrite)
        self.rewrite()

    def _lay_out(self, home: InkButton, past: InkButton, second: InkButton) -> None:
        self.slip = PaperPanel(self, margin=12, seed=23)
        self.question = Heading("", self.slip, level=3)
        self.question.setWordWrap(True)
        self.story = Label(self.slip, role="ink")
        self.dots = AnswerDots(self.slip)
        self.way = Label(self.slip, font="small")
        self.options = ListView(self.slip)
        self.back = InkButton(say("Back"), "quiet", self.slip, key="Esc", clicked=self.step_back)
        self.standings = StandingsPanel(self.seat_name, self.slip)
        vbox(self.question, self.story, self.dots, self.way, self.standings, self.options, self.back,
             on=self.slip, spacing=5, margins=None)  # fmt: skip
        self.back.hide()
        self.slip.setFixedWidth(fonts.px(316))
        self.log.setFixedWidth(fonts.px(316))
        self.hand.setFixedHeight(fonts.px(188))
        self._open, self.pages = QWidget(self), OnePage(self)
        board = vbox(self.fatal, (self.ring, 1), self.note, self.hand, self.timeline, spacing=2)
        side = vbox(self.slip, (self.log, 1), spacing=2)
        hbox((board, 1), side, on=self._open, spacing=4)
        for page in (self._open, self.cover):
            self.pages.addWidget(page)
        words = vbox(self.title, self.prompt, spacing=0)
        bar = hbox(home, Gap(8), (words, 1), past, second, self.step, spacing=8)
        vbox(bar, (self.pages, 1), on=self, spacing=4, margins=(16, 8, 12, 8))
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
    def choice(self) -> Choice | None:
        """What whoever sits here decides now."""
        return next((one for one in self.game.choices if one.seat == self.game.at_screen), None)

    def rewrite(self, *_: object) -> None:
        """Show the table as whoever sits here may know it."""
        game, reading = self.game, self.log.list.hasFocus()
        system, state = game.session.system, game.state
        self.table = seen(system, state, game.viewer)
        choice = None if self.covered else self.choice
        self.composer.offer(() if choice is None else choice.options, named_seat(state))
        self.asking = Question(game, self.table, self.composer, self.seat_name)
        phase = None if isinstance(game.pending, Over) else phase_words(state)
        self.title.setText(" · ".join(tr(one) for one in (standing(state), phase) if one is not None))
        self.prompt.setText("" if self.covered else tr(asked(game, self.seat_name)))
        self._show_ring(self.ring, self.table)
        self._show_ring(self._second_ring, seen(system, state, SPECTATOR))
        self.fatal.show_game(self.table, state, system, over=isinstance(game.pending, Over))
        mine = self.table.mine
        cards = () if self.covered or mine is None else mine.hand
        self.hand.show_cards(self.table.deck, cards)
        self.hand.setVisible(bool(self.hand.cards))
        over = isinstance(game.pending, Over) and not game.session.looking
        self.standings.setVisible(over)
        if over:
            self.standings.show_game(game)
        self._compose()
        self.cover.refresh()
        before = self.pages.currentWidget()
        self.pages.setCurrentWidget(self.cover if self.covered else self._open)
        if self.covered and before is not self.cover:
            self.cover.take_keys()
        for change in (self.log.change, self.timeline.buttons["change"]):
            change.hide()
        self.log.rewrite()  # also while it is covered: it must not remember what the player before has heard
        if self.isVisible() and not self.covered and not reading:
            self._give_keys()

    def _show_ring(self, ring: RoundTable, table: SeenTable) -> None:
        question = self.asking if table is self.table else Question(self.game, table, Composer(), self.seat_name)
        ring.distances, ring.reached = question.distances(), question.reached()
        hit = question.blow
        ring.aimed = None if hit is None or isinstance(self.game.pending, Over) else (hit.by, hit.target)
        ring.answers = dots(self.game.state, table)
        ring.show_table(table)
        ring.setAccessibleName(tr(say("Round table")))
        ring.setAccessibleDescription(". ".join(tr(one) for one in self._told(table)))

    def _told(self, table: SeenTable) -> list[Message]:
        """The table for the ear."""
        found = [say("Masu: {count}", count=table.masu)]
        for seat in table.seats:
            name = self.seat_name(seat.n)
            if seat.kind == SAMURAI:
                found.append(say("{name}: life {life}, wounds {wounds}, sake {sake}, hand {hand}", name=name,
                                 life=len(seat.life), wounds=len(seat.wounds), sake=seat.cups, hand=len(seat.hand)))  # fmt: skip
            else:
                found.append(
                    say("{name}: Spirit, sake {sake}, hand {hand}", name=name, sake=seat.jar, hand=len(seat.hand))
                )
        for line in table.lines:
            found.append(say("{one} – {other}: {steps} steps", one=self.seat_name(line.start),
                             other=self.seat_name(line.end), steps=line.steps))  # fmt: skip
        return found

    def _compose(self) -> None:
        """Show the next steps, on the table, on the cards and as lines."""
        composer, asking = self.composer, self.asking
        offered = composer.next() if composer.ways else []
        on_cards = [part for part in offered if part.kind == "card"]
        self.parts = [*sorted(on_cards, key=self._place_in_hand), *(part for part in offered if part.kind != "card")]
        lit = frozenset(part for part in self.parts if self.ring.place_of(part) is not None)
        chosen = frozenset(part for part in composer.taken if self.ring.place_of(part) is not None)
        self.ring.light(lit, chosen)
        self._show_cards(on_cards)
        lines = self._lines()
        self.options.show_lines(lines)
        self.options.setVisible(bool(lines))
        self.back.setVisible(bool(composer.taken))
        self.way.setText(" › ".join(tr(asking.title(part)) for part in self.composer.taken))
        self.way.setVisible(bool(composer.taken))
        story = [tr(one) for one in asking.story()]
        asked_now = self.prompt.text()
        self.question.setText(story[0] if story else asked_now)
        self.prompt.setVisible(bool(story) or isinstance(self.game.pending, Over))
        self.story.setText("\n".join(story[1:]))
        self.story.setVisible(len(story) > 1)
        found = dots(self.game.state, self.table)
        self.dots.show_dots(found, "" if not found else tr(self.cover.who_has_answered() or say("All have answered")))
        self.options.setAccessibleName(self.prompt.text())
        self._fit_slip()
        step = self._step()
        self.step.setVisible(step is not None)
        self.step.setText(tr(step) if step is not None else "")
        self.note.setText(self._hint())

    def _fit_slip(self) -> None:
        """Every line that can be chosen is seen: the log gives way."""
        wide = fonts.px(316) - 2 * (self.slip.SHADOW + fonts.px(12))
        room, layout = self.pages.height(), self.slip.layout()
        self.options.setFixedHeight(0)
        layout.activate()
        rest = layout.totalHeightForWidth(fonts.px(316))
        self.options.setFixedHeight(min(self.options.heightForWidth(wide), max(fonts.px(120), room - rest)))
        layout.invalidate()
        high = layout.totalHeightForWidth(fonts.px(316))
        self.slip.setFixedHeight(high)
        self.log.setVisible(room - high > self.log.minimumSizeHint().height())

    def _place_in_hand(self, part: Part) -> int:
        return next((n for n, one in enumerate(self.hand.cards) if one.card == part.value), 99)

    def _show_cards(self, on_cards: list[Part]) -> None:
        first = {part.value: n for n, part in enumerate(on_cards)}
        for one in self.hand.cards:
            taken = one.card == self.composer.card
            playable = self._uses(one.card)
            n = self._place_in_hand(Part("card", one.card)) if one.card in first else -1
            one.show_state(playable, str(n + 1) if n >= 0 else "", taken=taken,
                           box=self.composer.box or "" if taken else "")  # fmt: skip

    def _uses(self, card: int) -> frozenset[str]:
        return frozenset(self.composer.boxes(card))

    def _lines(self) -> list[Line]:
        asking, lines = self.asking, list[Line]()
        number = 0
        for n, part in enumerate(self.parts):
            number = n + 1
            about = asking.about(part)
            if part.kind == "card" and (about is None and not self._listed(part)):
                continue
            lines.append(Line(f"{n}", tr(asking.title(part)), tr(about) if about is not None else "",
                              value=str(number) if number < 10 else "", data=part))  # fmt: skip
        card = self.composer.card
        if card is not None and self.composer.box is None:
            for box in ("attack", "iaido", "move", "drink", "text"):
                if not any(part.value == box for part in self.parts):
                    why = asking.why_not(card, box)
                    if why is not None:
                        lines.append(Line(f"not {box}", tr(asking.title(Part("box", box))), refusal=tr(_refusal(why))))
        return lines

    def _listed(self, part: Part) -> bool:
        """Whether a card of the hand is told as a line too: where it is asked for and nothing else can be done."""
        return all(one.kind == "card" for one in self.parts)

    def _part_of(self, id: str) -> Part:
        return self.parts[int(id)]

    def _hint(self) -> str:
        if self.composer.taken or not self.parts:
            return ""
        if Part("act", "end_phase") in self.parts:
            return tr(say("Click a box of a card, or press its number; point at somebody to see how far they are."))
        return ""

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
        option = self.composer.take(part)
        if option is not None:
            self.game.choose(option)
            return
        self._compose()
        if self.isVisible():
            announce(self, "", tr(self.asking.title(part)))
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
        uses = composer.boxes(card)
        meant = [use for use in ZONES.get(zone, ()) if use in uses] or (list(uses) if len(uses) == 1 else [])
        if not uses or (zone and not meant and not any(use in uses for use in ("discard", "dodge"))):
            self._look(card, zone or "text")
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

    def _look(self, card: int, zone: str) -> None:
        """The mouse rests on a place of a card: what stands against using it."""
        if card < 0 or self.covered:
            self.note.setText(self._hint())
            return
        uses = self.composer.boxes(card)
        means = ZONES.get(zone, ())
        if any(use in uses for use in means) or not zone:
            self.note.setText(self._hint())
            return
        why = self.asking.why_not(card, means[0]) if means else None
        self.note.setText(tr(_refusal(why)) if why is not None else "")

    def _point(self, part: Part | None) -> None:
        """Something on the table is pointed at."""
        told = [] if part is None or self.covered else self.asking.pointed(part)
        self.note.setText(" · ".join(tr(one) for one in told) if told else self._hint())

    def _obvious(self) -> Option | None:
        """The answer that changes nothing, or the only one."""
        choice = self.choice
        if choice is None or self.composer.taken:
            return None
        if len(choice.options) == 1:
            return choice.options[0]
        quiet = ("end_phase", "pass", "nothing", "decline")
        return next((one for one in choice.options if one.kind in quiet), None)

    def _step(self) -> Message | None:
        game = self.game
        if self.covered:
            return None
        if game.session.looking:
            return say("Back to the present")
        if game.waits:
            return say("Let the computer continue")
        if isinstance(game.pending, Over):
            return say("Home")
        option = self._obvious()
        return None if option is None else game.session.system.label(game.state, option)

    def take_step(self) -> None:
        """Do the obvious next thing; it never uncovers a hand."""
        game = self.game
        if self.covered:
            return
        option = self._obvious()
        if game.session.looking:
            self.timeline.close_bar()
        elif game.waits:
            game.resume()
        elif isinstance(game.pending, Over):
            self.leave()
        elif option is not None:
            game.choose(option)

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
        if event.key() == Qt.Key.Key_Escape and self.composer.taken:
            self.step_back()
            return
        digit = event.text()
        if not self.covered and digit.isdecimal() and 0 < int(digit) <= len(self.parts):
            self.take(self.parts[int(digit) - 1])
            return
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


def sections(session: Session[State]) -> list[TimelineSection]:
    """The turns of a game."""
    found, turn = list[TimelineSection](), 0
    for place in range(session.present + 1):
        state = session.state_at(place)
        if state.turn > turn:
            turn = state.turn
            found.append(TimelineSection(place, str(turn), turn))
    return found


def _refusal(why: Refusal) -> Message:
    return say("{why} ({rule})", why=why.why, rule=why.rule)
