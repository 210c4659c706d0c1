"""My games in the window: numbers and bests of one player, found from home, leading to the game or to the lessons."""

from __future__ import annotations

from random import Random

from PySide6.QtWidgets import QApplication

from companion.app.loader import figuring
from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.statistics.many_games import SUMMARIES
from companion.ui.play.storage import GameSettings
from companion.ui.shell.my_games import MyGamesScreen

from . import sake_kit
from .test_rematch import to_the_end
from .test_window_kit import new_shelf, until, window


def fought(session: Session[object]) -> None:
    """Two automatic players to the end."""
    bot, rng = Greedy(), Random(2)
    while not isinstance(pending := session.pending, Over):
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(bot.think(SYSTEM, session.state, pending, rng).option)


def shown(screen: MyGamesScreen, game: str) -> tuple[str, str, str]:
    sheet = screen.sheets[game]
    return sheet.played.number.text(), sheet.won.number.text(), sheet.streak.number.text()


def test_a_battle_is_counted_for_whoever_fought_it_and_its_bests_lead_to_it() -> None:
    storage = new_shelf()
    storage.repository._figuring = figuring()
    settings = GameSettings(("Anna", "Ben"), ("person", "person"), bands=("X", "Y"))
    opened = storage.begin({"quick": True}, settings, "Battle at dawn", "asagiri")
    with window(storage) as w:
        assert w.navigator is not None and w.book is not None
        w.book["mine"].trigger()
        screen = w.stack.currentWidget()
        assert isinstance(screen, MyGamesScreen)
        assert not screen.sheets["asagiri"].none.isHidden(), "nothing has ended"
        fought(opened.session)
        w.navigator.go_home()
        w.book["mine"].trigger()
        until(lambda: not screen._lacking)
        assert screen.who is not None and len(screen.who.words) == 2
        (one,) = storage.figures.summed("asagiri")
        short = SUMMARIES.read(one.summary)
        assert short is not None and short.winner is not None
        winner = short.winner if not short.exchanged else 1 - short.winner
        told = {}
        for word in screen.who.words.values():
            word.click()
            told[screen._player] = shown(screen, "asagiri")
            if screen._player == settings.names[winner]:
                lines = {line.title: line for line in screen.sheets["asagiri"].lines.rows.lines}
                assert lines["Quickest victory, in turns"].value == str(short.turns)
                assert lines["Clearest victory, in zeni"].value == str(
                    short.lost[1 - short.winner] - short.lost[short.winner]
                )
                assert lines["Quickest victory, in turns"].words == "Battle at dawn"
        assert told == {settings.names[winner]: ("1", "1", "1"), settings.names[1 - winner]: ("1", "0", "0")}
        best = next(line for line in screen.sheets["asagiri"].lines.rows.lines if line.id.startswith("game"))
        screen.sheets["asagiri"].lines.chosen.emit(best.id)
        assert w.stack.currentWidget() is w.navigator.library
    storage.close()


def test_an_evening_among_automatic_players_counts_for_the_person_alone() -> None:
    storage = sake_kit.house_games()
    storage.repository._figuring = figuring()
    seats = [{"seat": "ABC"[n], "name": sake_kit.NAMES[n], "sheet": f"house:{sake_kit.SHEETS[n]}"} for n in range(3)]
    settings = GameSettings(sake_kit.NAMES[:3], ("person", "greedy", "greedy"), bands=("",) * 3, spent=(0.0,) * 3)
    opened = storage.begin({"seats": seats}, settings, "Evening", "sake")
    to_the_end(opened.session)
    with window(storage) as w:
        assert w.book is not None
        w.book["mine"].trigger()
        screen = w.stack.currentWidget()
        assert isinstance(screen, MyGamesScreen)
        until(lambda: not screen._lacking)
        QApplication.processEvents()
        assert screen.who is None and screen._player == "Bruno"
        assert shown(screen, "sake")[0] == "1" and shown(screen, "asagiri")[0] == "0"
    storage.close()


def test_where_no_game_has_ended_one_begins() -> None:
    with window(sake_kit.house_games()) as w:
        assert w.navigator is not None and w.book is not None
        w.book["mine"].trigger()
        screen = w.stack.currentWidget()
        assert isinstance(screen, MyGamesScreen)
        for game in ("sake", "asagiri"):
            lines = screen.sheets[game].lines
            assert lines.usable(), "no sheet is a dead end"
            lines.hold(f"new {game}")
            lines.choose()
            assert w.stack.currentWidget() is w.navigator.screens(game).draft
            w.book["mine"].trigger()
