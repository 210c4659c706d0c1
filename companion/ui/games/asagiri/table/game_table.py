"""Who keeps a game on the table: brings the table screen up and down, seats the players, keeps who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec.structs import replace
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from companion.model.bots import BOTS
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.rules.events import BandsExchanged, FirstPlayerRolled
from companion.model.games.asagiri.state.formatting import square_words
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, FigureId, SquareId, by_figure
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.naming import YOU
from companion.ui.games.asagiri.next_step import SITTING
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.translator import tr
from companion.ui.play.clock import Times
from companion.ui.play.game_ui import PLAYERS, GameTable, Shell
from companion.ui.play.pointing import CURSOR, Spot
from companion.ui.play.storage import GameSettings, Opened, Player, translated

AREAS: dict[str, Callable[[TableScreen], QWidget]] = {
    "step": lambda screen: screen.bar.button,
    "dice": lambda screen: screen.dice,
    "fight": lambda screen: screen.fight,
    "board": lambda screen: screen.board,
    "mine": lambda screen: screen.columns[0],
    "theirs": lambda screen: screen.columns[1],
    "skills": lambda screen: screen.bar.deeds,
}
"""What a lesson can point at as a whole."""


def exchanged(session: Session[Any]) -> bool:
    """Whether the seats are those of the other bands: after the roll for player A (SET-1), or because the adventure
    says that its second side begins.
    """
    if session.state.table.adventure is not None:
        return bool(session.state.table.roles[0])
    for n in range(session.cursor):
        events = session.events_of(n)
        if any(isinstance(event, BandsExchanged) for event in events):
            return True
        if not all(isinstance(event, FirstPlayerRolled) for event in events):
            return False
    return False


def names_of(settings: GameSettings, turned: bool, *, rolled: bool = True) -> tuple[str, str]:
    """What the players of A and B are called: as they were named, an automatic one by what it is.

    `turned`: the bands as they were set up have exchanged seats; `rolled`: it is known who is A.
    """
    way = slice(None, None, -1) if turned else slice(None)
    players, found = settings.players[way], []
    for seat, player, name in zip(SEATS, players, settings.names[way], strict=True):
        if player != "person" and not name:
            words = {id: words for id, words, _ in PLAYERS}[player]
            both = players[0] == players[1]
            letter = seat if rolled else str(1 + SEATS.index(seat))
            name = tr(say("{player} {seat}", player=words, seat=letter) if both else words)
        elif not name and not rolled:
            name = tr(SITTING[SEATS.index(seat)])
        found.append(name)
    return found[0], found[1]


def seat_names(opened: Opened) -> tuple[str, str]:
    """What the players of A and B of a game are called where it is spoken of: never nothing."""
    turned = exchanged(opened.session)
    names = names_of(opened.settings, turned)
    bands = translated(opened.settings).bands[:: -1 if turned else 1]
    a, b = (
        name or band or tr(say("Player {seat}", seat=seat))
        for seat, name, band in zip(SEATS, names, bands, strict=True)
    )
    return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")


class AsagiriTable(GameTable):
    """One game on the table. Settings name players by the bands as they were set up; the table knows seats."""

    screen: TableScreen
    game: AsagiriController

    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game = AsagiriController(opened.session, tr.words, content=shell.storage.content)
        self._turned, self._rolled = exchanged(opened.session), self._is_rolled()
        for seat, player in zip(SEATS, self._by_seat(opened.settings.players), strict=True):
            if player in BOTS:
                self.game.give_to(seat, BOTS[player]())
        self.game.sit(self._near())
        self.screen = TableScreen(self.game, self.spoken())
        clock = self.screen.seeing.clock
        clock.set_times(Times.of(opened.settings.clock, opened.settings.spent))
        clock.kept.connect(lambda clock, spent: self.keep(replace(self.opened.settings, clock=clock, spent=spent)))
        self.screen.left.connect(self.left)
        self.game.changed.connect(self._changed)
        self.game.settings_changed.connect(self._settled)

    def _is_rolled(self) -> bool:
        """Whether it is known who is A (SET-1)."""
        return bool(self.game.state.stage != "first")

    def _by_seat(self, pair: tuple[Any, ...]) -> tuple[Any, Any]:
        a, b = pair
        return (b, a) if self._turned else (a, b)

    def _near(self) -> str:
        """The seat of the only person, else of who was named first: they stay where they sit after the roll for A."""
        persons = [seat for seat in SEATS if seat not in self.game.bots]
        return persons[0] if len(persons) == 1 else SEATS[self._turned]

    def names(self) -> tuple[str, str]:
        """What the players of A and B are called: as they were named, an automatic one by what it is."""
        players = self._by_seat((self._player("A"), self._player("B")))
        settings = replace(self.opened.settings, players=players)
        return names_of(settings, self._turned, rolled=self._rolled)

    def spoken(self) -> tuple[str, str]:
        """The same at the table, where the only person needs no name to be meant."""
        typed = self._by_seat(self.opened.settings.names)
        alone = len(self.game.bots) == 1
        a, b = (
            tr(YOU) if alone and seat not in self.game.bots and not own else name
            for seat, name, own in zip(SEATS, self.names(), typed, strict=True)
        )
        return a, b

    def bands(self) -> tuple[str, str]:
        """What the bands of A and B are called."""
        return self._by_seat(translated(self.opened.settings).bands)

    def called(self) -> tuple[str, str]:
        """The same where neither may be nameless, nor both be called the same."""
        return seat_names(self.opened)

    def _meant(self, target: str) -> tuple[SquareId, FigureId]:
        """The square or the figure that a lesson names."""
        kind, _, id = target.partition(":")
        state = self.game.state
        if kind == "square":
            column, row, floor = [*(int(part) for part in id.split("-") if part.isdigit()), -1, -1, 0][:3]
            return state.table.board.index.get((column, row, max(0, floor)), NO_SQUARE), NO_FIGURE
        return NO_SQUARE, next((n for n, one in by_figure(state.table.characters) if one.id == id), NO_FIGURE)

    def spot_name(self, target: str) -> str:
        at, who = self._meant(target)
        if at != NO_SQUARE:
            return square_words(self.game.state, at)
        return self.game.say(self.game.name(who)) if who != NO_FIGURE and target.startswith("figure:") else ""

    def spots(self, target: str) -> Sequence[Spot]:
        """``square:3-4`` (a floor may follow), ``figure:a1``, ``card:a1``, ``area:``, ``cursor``, ``control:``."""
        kind, _, id = target.partition(":")
        state, screen = self.game.state, self.screen
        at, who = self._meant(target)
        if kind == "square":
            return screen.board.spots(at)
        if target == CURSOR:
            return screen.board.spots(screen.board.keys.square)
        if kind == "figure" and who != NO_FIGURE:
            return screen.board.spots(state.figures[who].at)
        if kind == "card" and who != NO_FIGURE:
            cards = [card for band in screen.bands if (card := band.card(who)) is not None]
            return [(card, card.rect()) for card in cards]
        if kind == "area" and id in AREAS:
            part = AREAS[id](screen)
            return [(part, part.rect())]
        found = super().spots(target)
        if not found and target == "control:table.end_activations" and not (next := screen.bar.button).isHidden():
            return [(next, next.rect())]  # it is the next step now, or it is asked whether it is meant
        return found

    def start(self) -> None:
        self.game.start()

    def shut(self) -> None:
        self.game.settings_changed.disconnect(self._settled)
        self.game.changed.disconnect(self._changed)
        self.screen.shut()

    def _changed(self, _: object) -> None:
        """When the bands have changed seats, their players go with them."""
        now, rolled = exchanged(self.game.session), self._is_rolled()
        if rolled != self._rolled:
            self._rolled = rolled
            self.screen.set_names(self.spoken())
        if now == self._turned:
            return
        self._turned = now
        bots = {SEATS[1 - SEATS.index(seat)]: bot for seat, bot in self.game.bots.items()}
        self.game.bots = bots
        self.game.sit(self._near())
        self.game.settings_changed.emit()

    def _settled(self) -> None:
        """Who plays, and how, may be changed at the table: it is kept."""
        game = self.game
        game.sit(self._near())
        players = cast("tuple[Player, Player]", self._by_seat((self._player("A"), self._player("B"))))
        self.keep(replace(self.opened.settings, players=players, mode=game.session.mode))
        self.screen.set_names(self.spoken())

    def _player(self, seat: str) -> str:
        bot = self.game.bots.get(seat)
        return "person" if bot is None else next((id for id, make in BOTS.items() if type(bot) is make), "greedy")

    def retranslate(self) -> None:
        self.game.set_words(tr.words)
        self.screen.set_names(self.spoken())

    def board_actions(self) -> Sequence[QAction]:
        return [*self.screen.questions.actions_, *self.screen.seeing.actions_]

    def show_step(self, step: int) -> None:
        self.screen.end.hide()
        self.screen.show_timeline(step)
