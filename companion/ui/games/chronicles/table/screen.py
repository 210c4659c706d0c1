"""The screen of a game: track above, heroes and Oni at the sides, between them what is asked and what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import SPECTATOR, Event, Option, Over, Together, choices_of
from companion.model.core.refusal import Refusal
from companion.model.core.timeline import Change
from companion.model.core.words import Message, say
from companion.model.games.chronicles.insight.consistency import contradictions, first_steps
from companion.model.games.chronicles.wire.narration import going_on
from companion.model.games.chronicles.wire.position import as_seen
from companion.ui.games.chronicles.book.end_of_turn import EndOfTurnPage
from companion.ui.games.chronicles.book.memoirs import MemoirsPage
from companion.ui.games.chronicles.book.missions import MissionsPage
from companion.ui.games.chronicles.book.notebook import NotebookPage
from companion.ui.games.chronicles.by_hand import changes, differences
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.heroes import HeroColumn
from companion.ui.games.chronicles.log import STYLE, ending
from companion.ui.games.chronicles.oni.column import OniColumn
from companion.ui.games.chronicles.oni.strip import ActivationStrip
from companion.ui.games.chronicles.oni.track_bar import TrackBar
from companion.ui.games.chronicles.table.aims import by_part, interchangeable
from companion.ui.games.chronicles.table.board_area import BoardArea, has_board
from companion.ui.games.chronicles.table.check_page import CheckPage
from companion.ui.games.chronicles.table.decision_parts import ACCUSED, DecisionParts
from companion.ui.games.chronicles.table.option_list import ENDS, HELP, OptionList, option_lines
from companion.ui.games.chronicles.table.table_layout import Parts, TableLayout
from companion.ui.games.chronicles.this_game import ThisGamePage
from companion.ui.games.chronicles.vocabulary import asked, standing
from companion.ui.kit.accessibility import offer_keys, spare_space
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import FlowRow, OnePage, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.correction_panel import CorrectionPanel, DiceEntry, FaceChoices
from companion.ui.play.guide_panel import GuidePanel
from companion.ui.play.handover import HandoverPage
from companion.ui.play.log_panel import LogPanel
from companion.ui.play.past_correction import PastCorrection
from companion.ui.play.rematch import RematchRow
from companion.ui.play.timeline import TimelineBar, turn_sections
from companion.ui.play.title_bar import TitleBar

LEAVES = (
    ("log", say("Log"), ""), ("board", say("Board"), ""), ("text", say("Board as text"), ""),
    ("notebook", say("Notebook"), ""), ("missions", say("Missions"), ""), ("memoirs", say("Memoirs"), ""),
    ("ending", say("End of turn"), ""), ("settings", say("This game"), ""),
)  # fmt: skip
"""The pages in the middle of the table."""
BOARD_LEAVES = ("log", "board", "text")
"""With a board the log lies beside it; without one it is the first page."""
FORWARD = ("choose", "roll", "edit")
"""Causes of changes that are shown as motion."""


class ChroniclesScreen(Screen):
    """See the module."""

    contexts = ("table", "pages")

    def __init__(self, game: ChroniclesController, name: Callable[[str], str]) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(title=say("Table"))
        self.game, self._name = game, name
        game.setParent(self)
        self.options = OptionList(self)
        self.dice = DiceEntry(game, name, self)
        self.log = LogPanel(game, STYLE, self)
        self.log.show()
        self.correction = PastCorrection(game)
        faces = FaceChoices(name, lambda: True, self)
        self.change = CorrectionPanel(game, self.correction, faces, partial(differences, name), self)
        self.timeline = TimelineBar(game, turn_sections, self)
        self.guide = GuidePanel(game, name, self._show_guide, self)
        home = InkButton(say("Home"), "quiet", self, sign="home", clicked=self.leave)
        past = InkButton(say("Timeline"), "quiet", self, sign="hourglass", deed="table.timeline", key_in_tip=True,
                         clicked=self.toggle_timeline)  # fmt: skip
        self.check = CheckPage(game, name, self)
        self.check_button = InkButton(say("Table check"), "quiet", self, sign="check", deed="table.check",
                                      key_in_tip=True, clicked=self.toggle_check)  # fmt: skip
        self.bar = TitleBar(home, (self.check_button, self.guide.button(self), past), self.take_step, self)
        self.title, self.prompt, self.step = self.bar.title, self.bar.prompt, self.bar.step
        self.cover = HandoverPage(game, name, self, self._asked_of_next)
        self.rematch = RematchRow(game, self)
        self.charts = InkButton(say("Charts"), "quiet", self, sign="chart")
        self.report = InkButton(say("Game report"), "quiet", self, sign="scroll")
        self.after = FlowRow(self, (self.charts, self.report))
        self.track, self.strip = TrackBar(self), ActivationStrip(self)
        self.heroes, self.oni = HeroColumn(self._player, self), OniColumn(self)
        self.notebook, self.missions = NotebookPage(self), MissionsPage(self)
        self.memoirs, self.ending = MemoirsPage(self), EndOfTurnPage(self)
        self.settings = ThisGamePage(game, name, self)
        self.decision = DecisionParts(game, self.strip, self)
        self.slip, self.plan = self.decision.slip, self.decision.plan
        self.board = BoardArea(self)
        self._happened: tuple[Event, ...] = ()
        """What the board has not shown yet."""
        self.leaf = Choices(say("Pages"), LEAVES, self)
        self.lasting = Label(self, role="vermilion", font="small")
        self.lasting.setIndent(7)  # below the words of the pages
        """What cards have put in force: a trial card of the automatic Oni before anybody plans against it."""
        self.leaf.chosen.connect(self._turn_to)
        self._aims: dict[str, list[Option]] = {}
        self._leaf_of: tuple[str, bool | None] | None = None
        """The stage for which a page was turned up last."""
        self._lay_out()
        self.missions.picked.connect(self._decide_told)
        self.missions.by_hand.connect(partial(self.change_by_hand, beside=self.missions))
        self.ending.picked.connect(partial(self._pick, self.ending))
        for part in (self.heroes, self.oni, self.track, self.strip, self.board):
            part.picked.connect(partial(self._pick, part))
            part.by_hand.connect(partial(self.change_by_hand, beside=part))
        self.oni.dropped.connect(self._lay)
        self.bind({
            "table.step": self.take_step, "undo": game.undo, "redo": game.redo, "table.timeline": self.toggle_timeline,
            "timeline.back": self.timeline.back, "timeline.forward": self.timeline.forward,
            "table.change": self.change_step, "table.text": self.toggle_text,
            "table.settings": self.toggle_settings, "table.check": self.toggle_check,
            "table.next_page": lambda: self.turn_pages(1), "table.page_before": lambda: self.turn_pages(-1),
            **self.guide.doings(),
        })  # fmt: skip
        self.log.change_wanted.connect(self.correction.start)
        self.timeline.change_wanted.connect(self.correction.start)
        self.correction.changed.connect(self.rewrite)
        self.check.table.changed.connect(self.rewrite)
        self.options.chosen.connect(self._choose)
        game.refused.connect(lambda why: self._say(_refusal(why)))
        game.failed.connect(self._say)
        spare_space(self)
        game.changed.connect(self._hear)
        game.keep_current(self, self.rewrite, unseen=True)
        self.rewrite()

    def _lay_out(self) -> None:
        self._open, self.pages = QWidget(self), OnePage(self)
        parts = Parts(
            self.track, self.heroes, self.oni, self.decision.turns, self.board, self.slip, self.plan, self.dice,
            self.options, self.lasting, self.leaf, self.log,
            (self.board.text, self.notebook, self.missions, self.memoirs, self.ending, self.settings, self.guide,
             self.change, self.check),
            (self.after, self.rematch, self.timeline),
        )  # fmt: skip
        self.table = TableLayout(parts, self._open)
        self.book = self.table.book
        self.table.arrange(board=has_board(self.game.state))
        for page in (self._open, self.cover):
            self.pages.addWidget(page)
        vbox(self.bar, (self.pages, 1), on=self, spacing=6, margins=(16, 8, 16, 10))

    # showing --------------------------------------------------------------------------------------------------------

    @property
    def help_page(self) -> str:
        """The rules of what is going on."""
        return f"chronicles/{HELP.get(self.game.state.stage, 'a-turn')}"

    @property
    def covered(self) -> bool:
        """Whether somebody else has to take the screen before anything of a hand is shown."""
        return bool(self.game.to_sit)

    @property
    def over(self) -> bool:
        """Whether the game has ended, and the end is looked at."""
        return isinstance(self.game.pending, Over) and not self.game.session.looking

    def rewrite(self, *_: object) -> None:
        """Show the table as whoever sits here may know it."""
        game, reading = self.game, self.log.list.hasFocus() or not self.guide.isHidden()
        self.seen = as_seen(game.state, SPECTATOR if self.covered else game.viewer or SPECTATOR)
        viewer = SPECTATOR if self.covered else game.viewer or SPECTATOR
        pages = (self.notebook, self.missions, self.memoirs, self.ending)
        for part in (self.track, self.strip, self.heroes, self.oni, *pages):
            part.show_state(self.seen, None if viewer == SPECTATOR else viewer)
        self._aims = {} if self.covered else by_part(game.state, [one for each in game.choices for one in each.options])
        for part in (self.track, self.strip, self.heroes, self.oni, self.ending):
            part.light(frozenset(self._aims))
        self.table.arrange(board=has_board(self.seen))
        happened, self._happened = self._happened, ()
        self.board.show_table(self.seen, game.state, viewer, self._aims, happened)
        self._tell_pages(viewer)
        with_board = bool(self.table.with_board)
        decision = self.decision
        decision.show_state(self.seen, viewer, covered=self.covered, with_board=with_board)
        planner, checking = decision.planner, self.check.going_on
        chosen = self.check.part if checking else None if planner is None else f"figure:{planner}"
        self.heroes.chosen(frozenset() if chosen is None else frozenset((chosen,)))
        ask = self.check.prompt if checking else decision.prompt or asked(game, self._name)
        prompt = "" if self.covered else tr(ask)
        self._turn_up()
        lasting = [] if self.covered else going_on(self.seen)
        self.lasting.setText("  ".join(map(tr, lasting)))
        self.lasting.setVisible(bool(lasting))
        lines: list[Line] = self.check.lines()
        self.check.rewrite()
        if not (self.covered or decision.in_slip or checking):
            elsewhere = (*decision.elsewhere, *(ACCUSED if self._accuses else ()))
            lines = option_lines(game, self._name, self.seen, elsewhere=elsewhere, with_board=with_board)
        self.options.show_lines(lines)
        self.options.setVisible(bool(lines))
        columns = 1 if len(lines) < 7 and not self.table.with_board else 2 if len(lines) < 15 else 3
        self.options.set_columns(columns)
        self.table.fit_options(len(lines), columns)
        self.options.setAccessibleName(prompt)
        self.after.setVisible(self.over)
        self.rematch.setVisible(self.over)
        self.dice.refresh()
        self.cover.refresh()
        before = self.pages.currentWidget()
        self.pages.setCurrentWidget(self.cover if self.covered else self._open)
        if self.covered and before is not self.cover:
            self.cover.take_keys()
        self.log.rewrite()  # also while it is covered: it must not remember what the player before has heard
        correcting = self.correction.going_on
        self._show_leaf()
        step = self._step()
        self.bar.say(tr(standing(game.state)), prompt, "" if step is None else tr(step))
        typing = decision.fights and self.slip.takes_keys
        if self.isVisible() and not self.covered and not reading and (typing or not correcting):
            rest = self.board if self.table.with_board else self
            suspect = self.ending.first_lit if self._accuses else None
            first = decision.order.first if decision.orders else self.options if lines else rest
            offer_keys(self.slip if typing else suspect or first)

    def _hear(self, change: Change) -> None:
        """What was done now is shown on the board as motion; what is undone or looked at is not."""
        self._happened = change.events if change.cause in FORWARD else ()

    def _front(self) -> str:
        """The first page: the board, or the log where there is none."""
        return "board" if self.table.with_board else "log"

    def _player(self, seat: str) -> str:
        """The player's name alone, where one was given."""
        return self._name(seat).partition(" (")[2].removesuffix(")")

    def _tell_pages(self, viewer: str) -> None:
        session = self.game.session
        if self.seen.stage == "accusation" or self.leaf.choice() == "ending":
            self.ending.tell(ending(session, viewer))
        if self.seen.table.tracked and contradictions(self.seen):
            states = [session.state_at(n) for n in range(session.cursor + 1)]
            self.notebook.tell_steps(first_steps(states))

    @property
    def _accuses(self) -> bool:
        """Whether somebody is accused by a click on the page that lies open."""
        return self.decision.accuses and self.leaf.choice() == "ending"

    def _turn_up(self) -> None:
        """The page that fits the stage is turned up when it begins; then the person's choice stands."""
        stage = "over" if self.over else "ending" if self.seen.stage == "accusation" else ""
        if (stage, self.table.with_board) != self._leaf_of:
            self._leaf_of = stage, self.table.with_board
            self.leaf.show_choice({"over": "memoirs", "ending": "ending"}.get(stage, self._front()))

    def _show_leaf(self) -> None:
        pages: dict[str, QWidget] = {"log": self.log, "board": self.board, "text": self.board.text,
                                     "notebook": self.notebook, "missions": self.missions,
                                     "memoirs": self.memoirs, "ending": self.ending,
                                     "settings": self.settings}  # fmt: skip
        chosen = pages[self.leaf.choice()]
        guided = not self.guide.isHidden() and self.book.currentWidget() is self.guide
        checking = self.check.going_on
        compared = self.board if checking and self.table.with_board and self.check.part is not None else self.check
        asks = self.change if self.correction.going_on else compared if checking else None
        self.book.setCurrentWidget(asks or (self.guide if guided else chosen))
        self.check_button.setVisible(self.game.tracking and not self.covered)
        self.table.make_room(plans=self.decision.plans, fights=self.decision.fights)
        if asks is not None:
            self.leaf.hide()
        for id in BOARD_LEAVES:
            self.leaf.words[id].setVisible((id == "log") != bool(self.table.with_board))

    def _turn_to(self, leaf: str) -> None:
        self.book.setCurrentWidget(self.board if self.table.with_board else self.log)  # whatever lay above goes
        if leaf == "ending":
            self.ending.tell(ending(self.game.session, self.game.viewer or SPECTATOR))
        self.rewrite() if self.decision.accuses else self._show_leaf()

    def _show_guide(self, guide: QWidget) -> None:
        """In place of the pages; or away with it."""
        if self.book.currentWidget() is guide:
            self.book.setCurrentWidget(self.board if self.table.with_board else self.log)
            self._show_leaf()
        else:
            self.book.setCurrentWidget(guide)

    def _asked_of_next(self) -> str:
        """What whoever sits down next will be asked, in words that everybody at the table may read."""
        first = next(iter(choices_of(self.game.pending)), None)
        return "" if first is None else tr(first.prompt)

    # doing ----------------------------------------------------------------------------------------------------------

    def _ending(self) -> Option | None:
        """What ends the present decision, where one person is asked."""
        choices = self.game.choices
        if isinstance(self.game.pending, Together) or len(choices) != 1:
            return None
        ends = [option for option in choices[0].options if isinstance(option, ENDS)]
        return ends[-1] if ends else choices[0].options[0] if len(choices[0].options) == 1 else None

    def _step(self) -> Message | None:
        game = self.game
        if self.correction.going_on or self.covered:
            return None
        if game.session.looking:
            return say("Back to the present")
        if game.waits:
            return say("Let the computer continue")
        if isinstance(game.pending, Over):
            return say("Home")
        if self.dice.isVisible():
            return say("Roll")
        if self.decision.orders:
            return say("Lay the cards in this order")
        if self.decision.ready is not None:
            return say("Plan ready")
        end = self._ending()
        return None if end is None else game.session.system.label(game.state, end)

    def take_step(self) -> None:
        """Do the obvious next thing; it never uncovers a hand."""
        game = self.game
        if self.covered or self.correction.going_on:
            return
        end = self._ending()
        if game.session.looking:
            self.timeline.close_bar()
        elif game.waits:
            game.resume()
        elif isinstance(game.pending, Over):
            self.leave()
        elif self.dice.isVisible():
            self.dice.roll_here()
        elif self.decision.orders:
            self.decision.lay_order()
        elif self.decision.ready is not None:
            game.choose(self.decision.ready)
        elif end is not None:
            game.choose(end)

    def _choose(self, id: str) -> None:
        option = self.options.by_id[id].data
        if self.check.going_on:
            self.check.answer(id)
        elif isinstance(option, Option):
            self.game.choose(option)

    def _pick(self, beside: QWidget, part: str) -> None:
        """A part of the table was clicked: what it stands for is done; of several ways one is asked for."""
        found = self._aims.get(part, [])
        kind, _, id = part.partition(":")
        if kind == "figure" and self.decision.plan_for(id):
            self.rewrite()
        elif len(found) == 1 or interchangeable(self.game.state, found):
            self.game.choose(found[0])
        elif not found and (decisions := self.board.decisions(part)):
            self.game.choose(*decisions)
        elif found:
            system, state = self.game.session.system, self.game.state
            lines = [Line(str(n), tr(system.label(state, one))) for n, one in enumerate(found)]
            popup = ChoicePopup(lines, self, name=tr(say("Ways to choose it")))
            popup.chosen.connect(lambda id: self.game.choose(found[int(id)]))
            self._popup(popup, beside)

    def _lay(self, card: str, onto: str) -> None:
        """A card of the Oni's was dragged onto a sheet: what both stand for is done."""
        both = [one for one in self._aims.get(card, ()) if one in self._aims.get(onto, ())]
        if both:
            self.game.choose(both[0])

    def _popup(self, popup: ChoicePopup, beside: QWidget) -> None:
        """Beside what was clicked or has the keys: a place of the board, or a part of a sheet."""
        held, part = self.focusWidget(), self.board.picked_room() if beside is self.board else None
        if beside is self.board and self.board.view is not None:
            held = self.board.view
        elif held is None or not beside.isAncestorOf(held):
            held = beside
        popup.popup(held, beside=True, part=part)

    def _decide_told(self, part: str) -> None:
        """At a real table a mission is clicked to say whose it is."""
        if self.game.tracking:
            self.change_by_hand(part, self.missions)

    def change_by_hand(self, part: str, beside: QWidget) -> None:
        """Offer what the table may set on a part of it."""
        game = self.game
        if self.covered or not (game.live or self.check.going_on) or isinstance(game.pending, Over):
            return
        if self.check.put(part):
            return
        found = changes(game.state, part)
        if found:
            lines = [Line(str(n), tr(one.words)) for n, one in enumerate(found)]
            popup = ChoicePopup(lines, self, name=tr(say("By hand")))
            popup.chosen.connect(lambda id: game.correct(found[int(id)].correction))
            self._popup(popup, beside)

    def pages_offered(self) -> list[str]:
        """The pages that the table has now, in their order."""
        return [id for id, _, _ in LEAVES if (id not in BOARD_LEAVES) or (id == "log") != bool(self.table.with_board)]

    def turn_pages(self, by: int) -> None:
        """Turn to the next page, or to one before; behind the last the first one comes."""
        offered = self.pages_offered()
        at = offered.index(self.leaf.choice()) if self.leaf.choice() in offered else 0
        self.open_page(offered[(at + by) % len(offered)])

    def open_page(self, leaf: str) -> None:
        """Turn a page up, and give it the keys."""
        if self.covered or self.correction.going_on or self.check.going_on:
            return
        self.leaf.show_choice(leaf)
        self._turn_to(leaf)
        page = self.book.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_text(self) -> None:
        """The board in words, or as a picture again."""
        if self.table.with_board:
            self.open_page("board" if self.leaf.choice() == "text" else "text")

    def toggle_settings(self) -> None:
        """How this game is played, or the first page again."""
        self.open_page("settings" if self.leaf.choice() != "settings" else self._front())

    def toggle_check(self) -> None:
        """Compare what the app believes with what lies on the table, or leave it."""
        if self.game.tracking and not (self.covered or self.correction.going_on):
            self.check.toggle()

    def toggle_timeline(self) -> None:
        """Open the timeline, or close it and come back to the present."""
        self.timeline.open() if self.timeline.isHidden() else self.timeline.close_bar()

    def change_step(self) -> None:
        """Put right the step that the log or the timeline points at, else the last one."""
        if self.game.tracking and not self.correction.going_on:
            self.correction.start(self.log.step if self.log.list.hasFocus() else self.game.session.cursor - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() or (self.cover if self.covered else self.dice).type(event):
            return
        digit = event.text()
        line = next((one for one in self.options.rows.lines if digit and one.value == digit), None)
        if line is not None and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._choose(line.id)
        else:
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        self.rewrite()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.game.see(True)
        if self.covered:
            self.cover.take_keys()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.game.see(False)

    def keys(self) -> list[tuple[str, list[str]]]:
        return [(tr(say("Choose a line")), ["1", "…", "9"])]

    def _say(self, why: Message) -> None:
        Toast(self, tr(why)).popup()


def _refusal(why: Refusal) -> Message:
    return say("{why} ({rule})", why=why.why, rule=why.rule)
