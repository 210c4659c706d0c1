"""A walk through every screen there is, for the tests that hold of all of them: names, widths, sizes of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal, cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from companion.app.storage import StoredGames
from companion.model.bots import Greedy
from companion.model.content.library import Library
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Choice, Over, Roll, Together
from companion.model.games import record_kinds
from companion.model.games.asagiri import SYSTEM
from companion.model.store.repository import Repository
from companion.ui.games.asagiri.board.ground import GroundPainter
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.editors.screen import EDITORS
from companion.ui.games.asagiri.print.subjects import Subject
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import FoldLayout
from companion.ui.kit.list_view import ListView
from companion.ui.kit.settings import Settings
from companion.ui.play.storage import GameSettings, Player
from companion.ui.shell.window import MainWindow
from tests.chronicles import tables as chronicles_tables

from . import chronicles_kit, sake_kit
from .rows import rows
from .test_window_kit import FAST, begun, window

Stop = tuple[str, Callable[[MainWindow], QWidget]]
"""A screen: what it is called, and how to get there; what comes back is what is looked at."""
PRINTED: tuple[Subject, ...] = ("roster", "report")
"""Of what is printed, those that look different on the screen."""
TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"


@contextmanager
def touring(folder: Path, settings: Settings = FAST, *, paints: bool = False) -> Iterator[MainWindow]:
    """A window at 1280 × 800 with a workshop, a game and a pack of one's own.

    What is said and where it lies is known without painting it, which takes most of the time.
    """
    house = Library.shipped()
    storage = StoredGames(Repository("sqlite://"), house, Workshop(folder / "packs", record_kinds(), house))
    begun(storage, "Another evening", steps=4)
    begun(storage, steps=60)
    with window(storage, settings, TRANSLATIONS) as made, pytest.MonkeyPatch.context() as patch:
        made.setUpdatesEnabled(paints)
        if not paints:
            patch.setattr(GroundPainter, "wake", lambda ground, on: None)  # boards paint their floors behind everything
        yield made
    storage.close()


def settle() -> None:
    """Let layouts come to rest: a page within a page within a room takes a round each, and one more to fold."""
    for _ in range(7):
        QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # a test has no loop of events that would


def _navigator(w: MainWindow) -> Any:
    assert w.navigator is not None
    return w.navigator


def _screens(w: MainWindow) -> Any:
    return _navigator(w).screens("asagiri")


def home(w: MainWindow) -> QWidget:
    """The first screen."""
    _navigator(w).go_home()
    return w.home


def new_game(step: int) -> Callable[[MainWindow], QWidget]:
    """A step of a new game."""

    def go(w: MainWindow) -> QWidget:
        navigator = _navigator(w)
        navigator.new_game("track")
        draft = _screens(w).draft
        if step > 0:
            for column in draft.bands.columns:
                if not column.roster.members:
                    column.offered.chosen.emit(next(iter(column.offered.by_id)))
        if step > 2:
            draft.go(2)
            next(iter(draft.board.boards.values())).click()
        draft.go(step)
        assert draft.at == step, "nothing is lacking"
        return draft

    return go


def bands(w: MainWindow) -> QWidget:
    """The bands on the shelf."""
    _screens(w).show_bands()
    screen = _screens(w).bands
    rows(screen.lines)[0].click()
    return screen


def table(w: MainWindow) -> Any:
    """A game some way in, all slips put away."""
    navigator = _navigator(w)
    if navigator.table is None or w.stack.currentWidget() is not navigator.table.screen:
        navigator.open_game(w.home.below.last().id)
    screen = navigator.table.screen
    for name in ("log", "settings", "skills", "scenario"):
        getattr(screen, name).hide()
    if not screen.text.isHidden():
        screen.toggle_text()
    return screen


def words(w: MainWindow) -> QWidget:
    """The board in words."""
    screen = table(w)
    screen.toggle_text()
    return screen


def slip(name: str) -> Callable[[MainWindow], QWidget]:
    """The table with one of its slips."""

    def go(w: MainWindow) -> QWidget:
        screen = table(w)
        getattr(screen, f"toggle_{name}")()
        return screen

    return go


def guide(face: Literal["hint", "list"]) -> Callable[[MainWindow], QWidget]:
    """The table with a hint, or with the list of what can be done."""

    def go(w: MainWindow) -> QWidget:
        screen = table(w)
        screen.guide.toggle(face)
        while screen.guide.hints.thinking:
            QApplication.processEvents()
        return screen

    return go


def mine(w: MainWindow) -> QWidget:
    """What somebody has played and won."""
    _navigator(w).show_my_games()
    return _navigator(w).mine


def fight(w: MainWindow) -> QWidget:
    """The table in the middle of a fight."""
    screen = table(w)
    game = screen.game
    mind, rng = Greedy(), Random(1)
    while not game.state.frames:
        pending = game.pending
        assert not isinstance(pending, Over), "the game ended without a fight"
        if isinstance(pending, Roll):
            game.roll()
        else:
            game.choose(mind.think(SYSTEM, game.state, pending, rng).option)
    return screen


def card(w: MainWindow) -> QWidget:
    """A card, seen large."""
    screen = table(w)
    screen.bands[0]._cards[0].opened.emit()
    return w


def sheet(name: str) -> Callable[[MainWindow], QWidget]:
    """A sheet over home."""

    def go(w: MainWindow) -> QWidget:
        home(w)
        assert w.sheets is not None
        if name not in w.sheets.made or not w.sheets.made[name].isVisible():
            w.sheets.toggle(name)
        return w

    return go


def workshop(w: MainWindow) -> QWidget:
    """The records of the shipped pack."""
    _screens(w).show_workshop()
    screen = _screens(w).workshop
    if screen.desk is not None:
        screen.close_desk()
    screen.show_pack("house")
    return screen


def editor(kind: str) -> Callable[[MainWindow], QWidget]:
    """The desk with a new record of a kind."""

    def go(w: MainWindow) -> QWidget:
        workshop(w)
        screen = _screens(w).workshop
        screen.make(kind)
        return screen

    return go


def library(w: MainWindow) -> QWidget:
    """All games, one of them chosen."""
    _navigator(w).show_library()
    _navigator(w).library.page.look()
    return _navigator(w).library


def help_at(page: str, words: str = "") -> Callable[[MainWindow], QWidget]:
    """A page of the help; with `words`, what is found for them."""

    def go(w: MainWindow) -> QWidget:
        _navigator(w).show_help(page)
        screen = _navigator(w).help_desk.screen
        screen.search.setText(words)
        return cast(QWidget, screen)

    return go


def several(w: MainWindow) -> QWidget:
    """Some games chosen, of those not ended."""
    screen: Any = library(w)
    screen.chips.look_for("open")
    screen.rows.selectAll()
    assert len(screen.chosen()) > 1
    return screen


def files(w: MainWindow) -> QWidget:
    """What came of files that were taken in."""
    screen: Any = library(w)
    screen.chips.clear()
    screen.take([Path(__file__).with_suffix(".json"), Path(__file__).parent])
    while screen.taking.busy:
        QApplication.processEvents()
    return screen


def press_(w: MainWindow) -> QWidget:
    """The printing press."""
    _screens(w).show_print()
    return _screens(w).press


def tables(w: MainWindow) -> QWidget:
    """The tables of Heal and Pray, some rolls old."""
    _screens(w).show_tables()
    page = _screens(w).tables
    for id, face in (("disabled", 1), ("pray", "fire"), ("shaken", 6)):
        page.choose(id)
        page.put(face)
    return page


def printed(what: Subject) -> Callable[[MainWindow], QWidget]:
    """The press with a game's pages."""

    def go(w: MainWindow) -> QWidget:
        if _navigator(w).table is None:
            table(w)
        _screens(w).show_print(what, _navigator(w).table.screen)
        return _screens(w).press

    return go


def figures_of_game(w: MainWindow) -> QWidget:
    """The charts of a game some way in: the one with the most to say."""
    table(w)
    _screens(w).show_charts()
    found = _screens(w).charts.screen
    found.go(2)
    return found


def figures_of_all(w: MainWindow) -> QWidget:
    """The charts of all games."""
    home(w)
    _screens(w).show_charts()
    return _screens(w).charts.screen


def campaigns(w: MainWindow) -> QWidget:
    """All campaigns, one of them begun."""
    _screens(w).show_campaigns()
    if not _screens(w).campaigns.list.campaigns.by_id:
        _screens(w).campaigns.begin({}, "Ours")
        _screens(w).campaigns.show_list()
    return _screens(w).campaigns.list


def campaign(chapter: str) -> Callable[[MainWindow], QWidget]:
    """A campaign where somebody has to be chosen (`muster`), or before its battle."""

    def go(w: MainWindow) -> QWidget:
        campaigns(w)
        ways = _screens(w).campaigns
        ways.begin({"chapters": [chapter]}, "A short one")
        return ways.screen

    return go


def after(question: str) -> Callable[[MainWindow], QWidget]:
    """After a battle: its result, a die of `heal`, who takes the place of the dead, or the approval."""

    def go(w: MainWindow) -> QWidget:
        screen = campaign("house:first-lanterns")(w)
        controller = screen.controller
        page = screen.after
        while controller.state.now.stage == "muster":
            controller.choose(controller.options[0])
        controller.choose("won:A")
        if question != "result":
            page.result.rows[0].put(state="disabled")
            page.go()
            while controller.state.now.stage == "facts":
                page.go()
            controller.set_dice("typed")
        if question == "dead":
            page._typed(1)
            page.go()
        if question == "approval":
            page.rest_by_chance()
        return screen

    return go


def new_campaign(page: str) -> Callable[[MainWindow], QWidget]:
    """A page of a new campaign; the road as one's own list."""

    def go(w: MainWindow) -> QWidget:
        campaigns(w)
        ways = _screens(w).campaigns
        ways.show_begin()
        ways.beginning.road.choose("own")
        ways.beginning.rules.mode.words["assist"].click()
        ways.beginning.go(page)
        return ways.beginning

    return go


def ways(w: MainWindow) -> QWidget:
    """The time machine, with two branches side by side."""
    screen = after("approval")(w)
    screen.after.go()
    screen.after.go()
    screen.travel()
    machine = screen.machine
    machine.look(0, machine.controller.chronicle.places()[1].cursor)
    return screen


def member(w: MainWindow) -> QWidget:
    """A member seen large, with what the table knows better."""
    campaigns(w)
    ways = _screens(w).campaigns
    ways.begin({"mode": "assist"}, "A short one")
    ways.screen.open_member("A1")
    return w


def house_rules(w: MainWindow) -> QWidget:
    """The house rules of a campaign that goes on."""
    campaigns(w)
    ways = _screens(w).campaigns
    ways.begin({"mode": "assist"}, "A short one")
    ways.screen.rule()
    return ways.screen


def beside(w: MainWindow) -> QWidget:
    """Both rosters of a campaign compared."""
    campaigns(w)
    ways = _screens(w).campaigns
    ways.begin_house()
    ways.screen.compare.click()
    return ways.beside


def sake_new(*, options: bool) -> Callable[[MainWindow], QWidget]:
    """A new game of Saké & Samouraï for eight, or the options of its table."""

    def go(w: MainWindow) -> QWidget:
        _navigator(w).screens("sake").new_game()
        draft = _navigator(w).screens("sake").draft
        draft.count.words["8"].click()
        if draft.table_rules.isHidden() == options:
            draft.toggle_options()
        return draft

    return go


def sake(there: Callable[[Any], bool], *, seat: int | None = 0, count: int = 5) -> Callable[[MainWindow], QWidget]:
    """A table of Saké & Samouraï when something holds; `seat`: of those asked the one who sits there (None: nobody)."""

    def go(w: MainWindow) -> QWidget:
        screen = sake_kit.on_table(w, count)
        sake_kit.later(screen, lambda state: there(screen.game.session))
        if seat is not None and screen.game.to_sit:
            screen.game.sit(screen.game.to_sit[seat])
        return screen

    return go


def sake_workshop(kind: str, *, table: bool = False) -> Callable[[MainWindow], QWidget]:
    """Saké's own workshop: a record of a kind just begun; `table`: what was pasted, with faults."""

    def go(w: MainWindow) -> QWidget:
        assert w.navigator is not None
        screens: Any = w.navigator.screens("sake")
        screens.show_workshop()
        screen = screens.workshop
        if kind == "sake_deck" and not table:
            screen.show_record(kind, "house:deck")
            screen.copy()
        else:
            screen.make(kind)
        if table:
            screen.exchange.paste("Card,Attack,Defence,Move,Drink,Back,More\nKatanna,1,x,1,1,push,\n")
        return cast(QWidget, screen)

    return go


def chronicles_new(*, cards: bool) -> Callable[[MainWindow], QWidget]:
    """A new game of Okko Chronicles; `cards`: they lie on the table, so hosts are asked for."""

    def go(w: MainWindow) -> QWidget:
        screens = _navigator(w).screens("chronicles")
        screens.new_game()
        screens.draft.keeping.words["box" if cards else "app"].click()
        return cast(QWidget, screens.draft)

    return go


def chronicles(
    stage: str, frame: str = "", *, tracked: bool = True, covered: bool = False
) -> Callable[[MainWindow], QWidget]:
    """A table of Okko Chronicles at a moment of its turn; `covered`: before somebody sits down."""

    def go(w: MainWindow) -> QWidget:
        heroes = 3 if stage != "over" else 1
        people = cast("tuple[Player, ...]", ("person",) * (heroes + 1))
        names = ("Olga", "Anna", "Bruno", "Carla")[: heroes + 1]
        settings = GameSettings(names, people, "track", "virtual", ("",) * (heroes + 1))
        screens = _navigator(w).screens("chronicles")
        screens.begin(chronicles_tables.setup(heroes, tracked), settings)
        table = _navigator(w).table
        chronicles_kit.later(table.game, stage, frame)
        if not covered and table.game.to_sit:
            table.game.sit(table.game.to_sit[0])
        return cast(QWidget, table.screen)

    return go


def _asks(frame: str) -> Callable[[Any], bool]:
    def holds(session: Any) -> bool:
        pending, frames = session.pending, {type(one).__name__ for one in session.state.frames}
        return isinstance(pending, Together | Choice) and frames >= {frame}

    return holds


SAKE: tuple[Stop, ...] = (
    ("sake, new game", sake_new(options=False)),
    ("sake, options", sake_new(options=True)),
    ("sake, first turn", sake(lambda session: True, count=8)),
    ("sake, covered", sake(_asks("WindowFrame"), seat=None)),
    ("sake, window", sake(_asks("AttackFrame"))),
    ("sake, hand too large", sake(_asks("LimitFrame"))),
    ("sake, Spirit", sake(lambda session: session.state.phase > 4 and isinstance(session.pending, Choice))),
    ("sake, Fatal Round", sake(lambda session: session.state.fatal is not None, count=8)),
    ("sake, deck", sake_workshop("sake_deck")),
    ("sake, table of a deck", sake_workshop("sake_deck", table=True)),
    *((f"sake, {kind}", sake_workshop(kind)) for kind in ("sake_sheet", "sake_location", "sake_card_type")),
    ("sake, end", sake(lambda session: isinstance(session.pending, Over), count=8)),
)
"""The second game's own screens."""
CHRONICLES: tuple[Stop, ...] = (
    ("chronicles, new game", chronicles_new(cards=False)),
    ("chronicles, suspects", chronicles_new(cards=True)),
    ("chronicles, setting up", chronicles("setup")),
    ("chronicles, covered", chronicles("plans", tracked=False, covered=True)),
    ("chronicles, planning", chronicles("plans", tracked=False)),
    ("chronicles, revealed", chronicles("reveal")),
    ("chronicles, a hero", chronicles("hero")),
    ("chronicles, an attack", chronicles("hero", "AttackFrame")),
    ("chronicles, a test", chronicles("hero", "TestFrame")),
    ("chronicles, the Oni", chronicles("oni")),
    ("chronicles, accusing", chronicles("accusation", "AccuseFrame")),
    ("chronicles, end", chronicles("over")),
)
"""The third game's own screens."""
STOPS: tuple[Stop, ...] = (
    ("home", home),
    ("settings", sheet("settings")),
    ("keys", sheet("keys")),
    ("about", sheet("about")),
    ("new game", new_game(0)),
    ("new game, bands", new_game(1)),
    ("new game, board", new_game(2)),
    ("new game, summary", new_game(3)),
    ("bands", bands),
    ("table", table),
    ("table, log", slip("log")),
    ("table, this game", slip("settings")),
    ("table, skills", slip("skills")),
    ("table, in words", words),
    ("fight", fight),
    ("large card", card),
    # before the workshop, where cards get names that are words of the window too
    ("after a battle, result", after("result")),
    ("after a battle, a die", after("heal")),
    ("after a battle, a death", after("dead")),
    ("after a battle, approval", after("approval")),
    ("time machine", ways),
    ("workshop", workshop),
    *((f"editor, {one.kind}", editor(one.kind)) for one in EDITORS),
    ("print", press_),
    *((f"print, {what}", printed(what)) for what in PRINTED),
    ("tables", tables),
    ("figures", figures_of_game),
    ("figures, all games", figures_of_all),
    ("my games", mine),
    ("table, hint", guide("hint")),
    ("table, what can I do", guide("list")),
    ("help", help_at("asagiri/combat")),
    ("help, a search", help_at("sake/the-end", "masu")),
    ("library", library),
    ("library, several", several),
    ("library, files", files),
    ("campaigns", campaigns),
    *((f"new campaign, {page}", new_campaign(page)) for page in ("road", "rosters", "rules")),
    ("campaign, battle", campaign("house:first-lanterns")),
    ("campaign, muster", campaign("")),
    ("campaign, member", member),
    ("campaign, house rules", house_rules),
    ("bands side by side", beside),
    *SAKE,
    *CHRONICLES,
)


PARTS = (0, 1, 2, 3)
"""Parts of the walk, the last one that of the third game, for tests that look long at every stop: a whole one would not
end in time on a busy machine."""


def walk(w: MainWindow, part: int | None = None) -> Iterator[tuple[str, QWidget]]:
    """Every screen, one after the other; or those of one part."""
    others = STOPS[: -len(CHRONICLES)]
    share = -(-len(others) // PARTS[-1])
    stops = STOPS if part is None else CHRONICLES if part == PARTS[-1] else others[part * share : (part + 1) * share]
    for name, go in stops:
        looked_at = go(w)
        settle()
        yield name, looked_at
        for shown in w.findChildren(LargeCard):
            shown.close()


CLICKED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)


def small(root: QWidget, side: int) -> list[str]:
    """What can be clicked and is less than so many pixels high or wide, of what is seen."""
    found = []
    for child in root.findChildren(QWidget):
        if not child.isVisible() or not child.isEnabled() or child.visibleRegion().isEmpty():
            continue
        if isinstance(child, CLICKED) and not isinstance(child.parentWidget(), QComboBox | QAbstractSpinBox):
            inside = isinstance(child, QAbstractButton) and isinstance(child.parentWidget(), QLineEdit)
            if not inside and (child.width() < side or child.height() < side):
                found.append(f"{type(child).__name__} “{child.accessibleName()}” {child.width()} × {child.height()}")
        if isinstance(child, ListView):
            rows = [child.visualRect(child.rows.index(n)).height() for n in child.usable()]
            found += (
                [f"{type(child).__name__} “{child.accessibleName()}”, rows of {min(rows)}"]
                if rows and min(rows) < side
                else []
            )
    return found


def cut(page: QWidget) -> list[str]:
    """Words on a page that are not all to be seen, and cannot be scrolled to."""
    found = []
    for widget in page.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QLabel | QAbstractButton) or not widget.text():
            continue
        if widget.hasHeightForWidth():
            need = QSize(0, widget.heightForWidth(widget.width()))
        else:
            need = widget.minimumSizeHint() if isinstance(widget, QAbstractButton) else widget.sizeHint()
        short = need.width() - widget.width(), need.height() - widget.height()
        if max(short) > 2 and not widget.toolTip():
            found.append(f"{type(widget).__name__} “{widget.text()[:40]}” lacks {short} of {need.toTuple()}")
            continue
        hidden = clipped(widget, page)
        if hidden:
            found.append(f"{type(widget).__name__} “{widget.text()[:40]}” is cut off by {hidden}")
    return found


def stacked(page: QWidget) -> list[str]:
    """Choices of which every word lies on a line of its own for want of room."""
    return [
        f"{choices.accessibleName()}: {', '.join(word.text() for word in words)}"
        for choices in page.findChildren(Choices)
        if choices.isVisible() and (choices._flow is not None or isinstance(choices.layout(), FoldLayout))
        if len(words := [word for word in choices.words.values() if word.isVisible()]) > 1
        and len({word.y() for word in words}) == len(words)
    ]


def clipped(widget: QWidget, page: QWidget) -> str:
    """What cuts a part of a widget off where nothing can be scrolled; nothing: it is whole."""
    rect, inner = widget.rect(), widget
    while inner is not page and (around := inner.parentWidget()) is not None:
        rect = rect.translated(inner.pos())
        scrolls = around.parentWidget()
        if isinstance(scrolls, QAbstractScrollArea) and scrolls.viewport() is around:
            never = scrolls.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            lost = max(-rect.left(), rect.right() - around.rect().right())
            return f"the edge of a list, by {lost}" if never and lost > 2 else ""
        if not around.rect().adjusted(-2, -2, 2, 2).contains(rect):
            return f"{type(around).__name__} {around.size().toTuple()}, where it lies at {rect.getRect()}"
        inner = around
    return ""
