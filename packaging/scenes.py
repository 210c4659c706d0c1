"""What is worth showing of the program: moments of games, lessons and screens, each reached as a person would.

Every scene leads the window to its moments and has a picture taken of each (`pictures.py`). Asagiri is played by the
greedy player, Saké & Samouraï by people who would rather drink and strike than wait; both from fixed seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec.structs import replace as with_
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.app.program import Program
from companion.model.bots import Automaton, Greedy, ask_bot, automatic_seats
from companion.model.content.library import called as named
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.refusals import move_refused
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.sake.state import frames as sake_frames
from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.model.games.sake.state.state import LETTERS, PLAY, SAMURAI
from companion.ui.games.asagiri.bands import BandRoster, Box
from companion.ui.games.asagiri.new_game import ChosenTile, quick_bands, quick_setup
from companion.ui.games.asagiri.new_game.screen import NewGameScreen
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.chronicles.new_game import quick_game as quick_heroes
from companion.ui.games.chronicles.table.screen import ChroniclesScreen
from companion.ui.games.chronicles.vocabulary import called as called_evening
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.kit.paper.pdf_writer import PagePreview
from companion.ui.kit.translator import tr
from companion.ui.play import phones as play_phones
from companion.ui.play.lesson_panel import LessonPanel
from companion.ui.play.storage import GameSettings, Mode, called, with_bands
from companion.ui.shell.navigator import Navigator
from companion.ui.shell.window import MainWindow

HERE_ALONE = "127.0.0.1"
"""What the codes of phones lead to in a picture: no address of the computer that took it."""
NAMES = ("Hana", "Kenji")
EVENING = ("Bruno", "Camille", "David", "Ewa", "Alain")
EVENING_TITLE = {"en": "An evening at the inn", "fr": "Un soir à l’auberge", "it": "Una sera alla locanda"}
SHEETS = ("goro", "sayuri", "hayate", "shizuka", "daigo")
LIKED = {"drink": 5.0, "attack": 4.0, "iaido": 9.0, "put": 5.0, "put_disciple": 6.0, "defend": 3.0, "burn_draw": 0.1,
         "burn_play": 0.1, "soul": 0.05, "end_phase": 0.3, "interrupt": 0.4}  # fmt: skip
SEED = 4


class Take(Protocol):
    """Take a picture of the window, or of one `part` of it; `by`: somebody else writes it to a file."""

    def __call__(
        self, name: str, *, night: bool = False, part: QWidget | None = None, by: Callable[[Path], object] | None = None
    ) -> None: ...


@dataclass(frozen=True)
class Stage:
    """The program on an empty folder, and what takes its pictures."""

    program: Program
    take: Take
    settle: Callable[[float], None]

    @property
    def window(self) -> MainWindow:
        return self.program.window

    @property
    def navigator(self) -> Navigator:
        assert self.window.navigator is not None
        return self.window.navigator

    @property
    def table(self) -> TableScreen:
        screen = self.window.stack.currentWidget()
        assert isinstance(screen, TableScreen)
        return screen

    def press(self, *keys: Qt.Key | str) -> None:
        """Keys, one after the other, to whoever has them."""
        for key in keys:
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClick(focus, key)
            self.settle(0.2)

    def sheet(self, name: str) -> QWidget:
        """A sheet at the side, opened or closed; what it holds."""
        assert self.window.sheets is not None
        self.window.sheets.toggle(name)
        self.settle(0.3)
        return self.window.sheets.made[name].content

    def begin(self, mode: Mode = "enforce") -> int:
        """Two ready-made bands between Hana and Kenji, kept; the number of the game."""
        first, second = quick_bands(Box(self.navigator.storage.content))
        settings = with_bands(GameSettings(NAMES, ("person", "person"), mode), first, second)
        begun = self.navigator.storage.begin(quick_setup(settings), settings, tr(called(settings)), "asagiri")
        return begun.entry.id

    def later(self, game: int, until: Callable[[Session[Any]], bool]) -> TableScreen:
        """The game on its table, both seats played on by the greedy player."""
        self.navigator.open_game(game)
        session = self.table.game.session
        session.header = with_(session.header, seed=SEED)
        play(session, until)
        self.navigator.go_home()
        self.navigator.open_game(game)
        self.settle(0.5)
        return self.table


def play(session: Session[Any], until: Callable[[Session[Any]], bool]) -> None:
    """Both seats by the greedy player."""
    bot, rng = Greedy(), Random(2)
    while not until(session) and not isinstance(session.pending, Over):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(bot.think(SYSTEM, session.state, pending, rng).option)


def in_fight(session: Session[Any]) -> bool:
    """In the middle of a fight, both dice still to fall, some turns in."""
    state = session.state
    return state.turn >= 3 and bool(state.frames) and isinstance(state.frames[-1], Fight)


def in_turn(session: Session[Any]) -> bool:
    """Somebody is activated after the first turn, and has most of the way before him."""
    active = session.state.active
    return session.state.turn >= 2 and active is not None and active.points > 3 and not session.state.frames


def inspired(session: Session[Any]) -> bool:
    """The inspiration dice of a turn are about to fall."""
    return session.state.stage == "roll" and isinstance(session.pending, Roll) and len(session.pending.dice) > 2


# the window, and Asagiri -------------------------------------------------------------------------------------------


def doors(stage: Stage) -> None:
    """Home, by day and by night; the lessons, some of them done, and one of them."""
    stage.take("home")
    stage.take("home-night", night=True)
    done = {f"house:{lesson}": {"done": True} for lesson in ("your-first-turn", "facing-and-control-zones")}
    stage.program.keeper.change(lessons={**done, "house:dice-and-reserve": {"step": 3}})
    stage.navigator.show_learn()
    stage.take("learn")
    assert stage.navigator.start_lesson("house:fighting")
    stage.settle(0.5)
    panel = stage.table.findChild(LessonPanel)
    assert panel is not None
    panel.guide.read_on()
    stage.settle(0.5)
    stage.take("lesson")
    stage.navigator.go_home()


def preparing(stage: Stage) -> None:
    """A new game: its bands and its board."""
    stage.navigator.new_game("enforce")
    stage.settle(0.5)
    screen = stage.window.stack.currentWidget()
    assert isinstance(screen, NewGameScreen)
    hunters = BandRoster("Okko's companions").with_card("house:okko").with_card("house:noburo", "house:gourd-of-sake")
    oni = BandRoster("The laughing horde").with_card("house:oni-warau").with_card("house:oni-bushi")
    names = ("moon-garden", "tatami-house", "inn-hall", "temple-court")
    tiles = tuple(ChosenTile(f"house:{name}", n) for n, name in enumerate(names))
    screen._set(replace(screen.draft, rosters=(hunters, oni), tiles=tiles))
    for at, name in ((1, "bands"), (2, "tiles")):
        screen.go(at)
        stage.take(name)
    stage.navigator.go_home()


def battle(stage: Stage) -> None:
    """A game on the screen: a move, a hint, a fight, a step put right, the end and its charts."""
    game = stage.begin()
    table = stage.later(game, in_turn)
    table.game.select(table.game.state.active.who)
    stage.take("board")
    stage.take("board-night", night=True)
    table.guide.toggle("hint")
    while table.guide.hints.thinking:
        stage.settle(0.05)
    stage.take("hint")
    stage.later(game, in_fight)
    stage.take("combat")
    wrong_step(stage)
    table = stage.later(game, lambda session: False)
    table.end.announce()
    stage.take("end")
    screens: Any = stage.navigator.screens("asagiri")
    screens.show_charts()
    stage.settle(1.0)
    stage.take("charts")
    stage.navigator.go_home()


def wrong_step(stage: Stage) -> None:
    """Some steps ago something did not happen: what no longer fits is asked for."""
    correction = stage.table.correction
    for index in range(len(stage.table.game.session.steps) - 6, 0, -1):
        correction.start(index)
        correction.drop()
        if correction.misfit is not None:
            break
        correction.cancel()
    stage.take("correcting")
    correction.cancel()


def beside(stage: Stage) -> None:
    """At a real table: dice are typed, a line says what happened, a rule that was broken is named."""
    kept = stage.begin("assist")
    table = stage.later(kept, inspired)
    table.game.set_dice("typed")
    table.step()
    stage.settle(0.3)
    stage.press("f", "w")
    stage.take("typed-dice")
    table = stage.later(kept, in_turn)
    game, state = table.game, table.game.state
    who = state.active.who
    game.select(who)
    table.toggle_command()
    at = max(option.at for option in game.options if isinstance(option, o.Step))
    QTest.keyClicks(table.command.edit, f"{game.name(who).lower()} {square_words(state, at).lower()}")
    stage.take("command-line")
    table.command.close_line()
    figure, free = state.figures[who], ~state.in_the_way(who)
    refused = [at for at in range(figure.at + 3, figure.at + 90)
               if free >> at & 1 and move_refused(state, who, at, figure.facing)]  # fmt: skip
    game.move_by_hand(who, refused[0], figure.facing)
    stage.take("broken-rule")
    stage.navigator.go_home()


def campaign(stage: Stage) -> None:
    """The house campaign: its road, its first battle, and what comes after it."""
    stage.navigator.enter("campaigns")
    stage.settle(0.5)
    stage.press(Qt.Key.Key_Space)
    stage.take("campaign")
    stage.press(Qt.Key.Key_Space)
    table = stage.table
    table.game.paused = True
    play(table.game.session, lambda session: False)
    table.end.announce()
    stage.press(*[Qt.Key.Key_Space] * 4)
    stage.take("after")
    stage.navigator.go_home()


def workshop(stage: Stage) -> None:
    """A card of the box, written on; what to take out of it for a game."""
    screens: Any = stage.navigator.screens("asagiri")
    screens.show_workshop()
    screens.workshop.show_pack("house")
    screens.workshop.copy("character", "house:okko")
    stage.settle(0.5)
    stage.take("character")
    stage.navigator.go_home()
    table = stage.later(stage.begin(), in_turn)
    screens.show_print("packing", table)
    stage.settle(1.0)
    paper = screens.press.findChild(PagePreview)
    while not paper.painted:  # piece by piece, whenever there is nothing else to do
        stage.settle(0.05)
    stage.take("printing")
    stage.navigator.go_home()


REPORT = {
    "en": "Noburo could not enter the temple court, though its door was open.",
    "fr": "Noburo ne pouvait pas entrer dans la cour du temple, alors que la porte était ouverte.",
    "it": "Noburo non poteva entrare nel cortile del tempio, anche se la porta era aperta.",
}


def sheets(stage: Stage) -> None:
    """What slides in at the side: settings, keys, a report."""
    stage.navigator.go_home()
    stage.sheet("settings")
    stage.take("settings")
    stage.sheet("settings")
    table = stage.later(stage.begin(), in_turn)
    table.game.select(table.game.state.active.who)
    stage.sheet("keys")
    stage.take("keys")
    stage.sheet("keys")
    report: Any = stage.sheet("problem")
    report.words.setPlainText(REPORT[tr.language])
    stage.take("report")
    stage.sheet("problem")
    stage.navigator.go_home()


def games(stage: Stage) -> None:
    """All games that the other scenes have left."""
    stage.navigator.show_library()
    stage.take("library")


# Saké & Samouraï ---------------------------------------------------------------------------------------------------


def evening(session: Session[Any], until: Callable[[Any], bool], rng: Random) -> bool:
    """Play Saké & Samouraï on; whether it came to what was wanted."""
    while not isinstance(session.pending, Over):
        if until(session.state):
            return True
        if isinstance(session.pending, Roll):
            session.roll(drawn(session.pending.dice, rng, session.pending.distinct))
            continue
        choice = choices_of(session.pending)[0]
        weights = [LIKED.get(option.kind, 1.0) for option in choice.options]
        session.choose(rng.choices(choice.options, weights)[0], seat=choice.seat)
    return until(session.state)


def crowded(state: Any) -> bool:
    """Somebody with cards and weapons is to play, a Disciple stands on a line, a Spirit haunts."""
    if state.phase != PLAY or state.frames or state.plays != 2 or state.masu < 2:
        return False
    active = state.seats[state.active]
    pieces = sum(len(line.ours) + len(line.theirs) for line in state.lines)
    ghosts = sum(seat.kind != SAMURAI for seat in state.seats)
    return bool(ghosts == 1 and pieces and len(active.hand) > 2 and len(active.gear) > 1 and active.sake)


def drawn_sword(state: Any) -> bool:
    """An iaido has been declared, and the one at whom it goes can answer with a card."""
    kinds = state.frames[-2:]
    if len(kinds) < 2 or not isinstance(kinds[0], sake_frames.IaidoFrame) or not is_seat(kinds[0].target):
        return False
    window, at = kinds[1], kinds[0].target - SEAT_AS_TARGET
    return isinstance(window, sake_frames.WindowFrame) and at in window.seats and len(state.seats[at].hand) > 2


def last_round(state: Any) -> bool:
    """It is over, and one alone has won."""
    frame = state.frames[-1] if state.frames else None
    return isinstance(frame, sake_frames.OverFrame) and len(frame.winners) == 1


def sake(stage: Stage) -> None:
    """An evening of five: the ring, an iaido, the same on a phone, the end and its charts."""
    navigator, take = stage.navigator, stage.take
    stage.window.home.choose("sake")
    stage.settle(1.0)
    take("home-sake")
    navigator.enter("sake-screen")
    stage.settle(0.5)
    take("sake-new")
    seats = [{"seat": LETTERS[n], "name": EVENING[n], "sheet": f"house:{SHEETS[n]}"} for n in range(len(EVENING))]
    settings = GameSettings(EVENING, ("person",) * 5, bands=("",) * 5, spent=(0.0,) * 5)

    def opened(until: Callable[[Any], bool]) -> SakeScreen:
        for seed in range(1, 200):
            trial = navigator.storage.begin({"seats": seats}, settings, EVENING_TITLE[tr.language], "sake")
            if evening(trial.session, until, Random(seed)):
                navigator.open_game(trial.entry.id)
                stage.settle(0.5)
                screen = stage.window.stack.currentWidget()
                assert isinstance(screen, SakeScreen)
                return screen
            navigator.storage.delete(trial.entry.id)
        raise AssertionError("this never came")

    screen = opened(crowded)
    screen.game.sit(LETTERS[screen.game.state.active])
    take("sake-ring")
    take("sake-ring-night", night=True)
    navigator.go_home()
    screen = opened(drawn_sword)
    target = LETTERS[screen.game.state.frames[-2].target - SEAT_AS_TARGET]
    screen.game.sit(target)
    take("sake-iaido")
    phone(stage, target)
    navigator.go_home()
    opened(last_round)
    take("sake-end")
    screens: Any = navigator.screens("sake")
    screens.show_charts()
    stage.settle(1.0)
    take("sake-charts")
    navigator.go_home()


def phone(stage: Stage, seat: str) -> None:
    """The codes, and the same decision on the phone of a seat."""
    from tests.phones.browser import CHROMIUM, Browser

    play_phones.Phones.__init__.__defaults__ = (None, lambda: [HERE_ALONE])
    phones = stage.navigator.phones()
    assert phones is not None
    assert phones.switch(True) is None
    if CHROMIUM is None:
        print("sake-phone: left as it is, there is no Chromium here")
    else:
        with Browser() as browser:
            page = browser.page(phones.address(seat))
            stage.settle(5.0)
            stage.take("sake-phone", by=page.picture)
            stage.sheet("phones")
            stage.take("phones")
            stage.sheet("phones")
    phones.switch(False)


# Okko Chronicles ---------------------------------------------------------------------------------------------------


def evening_of_heroes(session: Session[Any], until: Callable[[Any], bool], rng: Random) -> bool:
    """Heroes by the greedy player, the Oni by trial cards, for some turns at most; whether the moment came."""
    bots = {seat: Greedy() for seat in session.system.seats(session.state)}
    bots |= dict.fromkeys(automatic_seats(session.system, session.state), Automaton())
    while not until(session.state) and not isinstance(session.pending, Over) and session.state.turn < 7:
        if isinstance(session.pending, Roll):
            session.roll()
            continue
        choice = choices_of(session.pending)[0]
        option = ask_bot(bots[choice.seat], session.system, session.state, choice, rng).option
        session.choose(option, seat=choice.seat)
    return until(session.state)


def in_hall(state: Any) -> bool:
    """A hero is to act, and the heroes have cleared a host."""
    hosts = [one for one in state.clues_drawn if one.card in state.table.box.hosts]
    return bool(state.stage == "hero" and not state.frames and hosts)


def told(state: Any) -> bool:
    """Some chapters are placed, and the heroes plan."""
    return bool(state.stage == "plans" and len(state.memoirs) > 1)


def chronicles(stage: Stage) -> None:
    """Two heroes against an Oni that the app plays: board, notebook, plan, memoirs."""
    navigator, take = stage.navigator, stage.take
    stage.window.home.choose("chronicles")
    stage.settle(1.0)
    take("home-chronicles")
    found = quick_heroes(navigator.storage.content)
    assert found is not None

    def opened(until: Callable[[Any], bool]) -> ChroniclesScreen:
        setup, settings = found
        scenario = str(setup["scenario"])
        record = navigator.storage.content.find("chronicles_scenario", scenario)
        title = tr(called_evening(settings, named(record, scenario)))
        for seed in range(1, 60):
            trial = navigator.storage.begin(setup, settings, title, "chronicles")
            trial.session.header = with_(trial.session.header, seed=seed)
            if evening_of_heroes(trial.session, until, Random(seed)):
                navigator.open_game(trial.entry.id)
                stage.settle(0.5)
                screen = stage.window.stack.currentWidget()
                assert isinstance(screen, ChroniclesScreen)
                for seat in screen.game.to_sit[:1]:
                    screen.game.sit(seat)
                return screen
            navigator.storage.delete(trial.entry.id)
        raise AssertionError("this never came")

    screen = opened(in_hall)
    take("chronicles-board")
    take("chronicles-board-night", night=True)
    for leaf in ("notebook", "text"):
        screen.leaf.show_choice(leaf)
        screen.leaf.chosen.emit(leaf)
        take(f"chronicles-{leaf}")
    navigator.go_home()
    screen = opened(told)
    take("chronicles-plan")
    screen.leaf.show_choice("memoirs")
    screen.leaf.chosen.emit("memoirs")
    take("chronicles-memoirs")
    navigator.go_home()


SCENES: tuple[Callable[[Stage], None], ...] = (
    doors, preparing, battle, beside, sake, chronicles, campaign, workshop, sheets, games,
)  # fmt: skip
"""In this order: the last shows the games of all others."""
