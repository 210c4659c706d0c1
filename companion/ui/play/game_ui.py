"""What a game brings to the window, and what its screens may ask of the window.

A game's package offers one `GameUI` as ``GAME_UI``, cheap to import: everything in it is called later, and imports what
it needs then. `GameUI.screens` makes the game's `GameScreens`, one for each window, when somebody first opens the game;
they hold its screens and bring its stored games to the table. All they know of the window is the `Shell`.

The shell finds games in ``companion.ui.games.GAMES``; other packages add theirs by an entry point
(`companion.model.games`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, say

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QRect, QRectF
    from PySide6.QtGui import QAction, QPainter, QPixmap

    from companion.model.core.contract import Json
    from companion.model.core.record import Record
    from companion.model.core.session import Session
    from companion.model.phones import Face
    from companion.ui.kit.keys import ActionSpec
    from companion.ui.kit.settings import SettingsService
    from companion.ui.kit.settings_table import Setting, SettingsPage
    from companion.ui.kit.theme.palette import Theme
    from companion.ui.play.controller import Controller
    from companion.ui.play.phones import Phones
    from companion.ui.play.storage import GameSettings, GameStorage, Help, Mode, Opened

R = TypeVar("R")
PLAYERS = (
    ("person", say("Human player"), "person"),
    ("greedy", say("Computer (normal)"), "bot"),
    ("random", say("Computer (easy)"), "dice"),
)
"""Who may play a seat: as settings write it, in words, its icon."""
HELP: tuple[tuple[Help, Message, str], ...] = (
    ("none", say("No help"), "eye-off"),
    ("odds", say("Odds"), "chart"),
    ("all", say("All help"), "eye"),
)
"""What players may agree to ask the program about, likewise; a game offers those that mean something in it."""


class Shell(Protocol):
    """The window, as a game's screens know it."""

    @property
    def storage(self) -> GameStorage:
        """Games, and whatever else is kept."""

    @property
    def keeper(self) -> SettingsService:
        """The person's settings: `keeper.settings`, `keeper.change`."""

    @property
    def table(self) -> GameTable | None:
        """The game on the table, whichever game it is."""

    @property
    def front(self) -> QWidget:
        """The screen in front."""

    def screens(self, id: str) -> GameScreens:
        """The screens of a game in this window; always the same ones."""

    # screens

    def show_screen(self, screen: QWidget) -> None:
        """Bring a screen to the front; the game on the table is put away, it is in storage."""

    def show_over(self, screen: QWidget) -> None:
        """Bring a screen to the front for a while; the table stays, and `return_to` leads back."""

    def return_to(self, screen: QWidget | None) -> None:
        """Back to a screen that another was shown over; None: home."""

    def throw_away(self, screen: QWidget) -> None:
        """Let go of a screen that will not be shown again."""

    def go_home(self) -> None:
        """To the first screen."""

    def show_library(self, id: int | None = None) -> None:
        """To all stored games; at one of them, if it is named."""

    def show_keys(self) -> None:
        """Slide in the list of keys and commands."""

    def show_learn(self) -> None:
        """To the lessons of all games."""

    def start_lesson(self, id: str) -> bool:
        """Go to a lesson, where it was left; False, and the person is told why, when it cannot be played."""

    def show_help(self, page: str = "") -> None:
        """Open the help over the screen in front: at a page (``asagiri/fighting``), else at the one that fits."""

    # games

    def open_game(self, id: int) -> None:
        """Take a game off storage, whichever game it is, and go to its table."""

    def open_from_library(self, id: int) -> None:
        """The same; the way back from the table leads to the library."""

    def open_table(self, fetch: Callable[[], Opened], rescue: Callable[[], object] | None = None) -> bool:
        """Fetch a game (`storage.begin`, `storage.open`) while the window waits, and go to its table.

        False when it cannot be had: the person has been told why; `rescue` is offered when it can be had in part.
        """

    def keep_settings(self, id: int, settings: GameSettings) -> None:
        """Keep who plays a stored game, and how."""

    # a word to the person

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing, with at most one thing to do."""

    def waited(self, what: Message, do: Callable[[], R]) -> R:
        """Do something that may take long, beside the screen in front (`ui.kit.screen`); may raise Cancelled."""


class GameTable(QObject):
    """A game on the table, made by `GameScreens.table`. `left`: the person wants to leave it."""

    left = Signal()
    screen: QWidget
    """Shown by the window, and thrown away by it."""
    game: Controller[Any]
    """Undo and redo of the menus go to it."""
    phones: Phones | None = None
    """Made when somebody first asks for them; the window lets them go with the table."""

    def __init__(self, opened: Opened, shell: Shell) -> None:
        """A subclass makes `game` and `screen`."""
        super().__init__()
        self.opened, self.shell = opened, shell

    def name(self, seat: str) -> str:
        """What the player of a seat is called."""
        names, n = self.opened.settings.names, list(self.opened.session.system.seats(self.game.state)).index(seat)
        return (names[n] if n < len(names) else "") or seat

    def start(self) -> None:
        """It is shown now: automatic players may begin to act."""

    def shut(self) -> None:
        """Stop everything that runs; nothing is asked of it afterwards."""

    def retranslate(self) -> None:
        """The window speaks another language now; widgets hear of that by themselves."""

    def board_actions(self) -> Sequence[QAction]:
        """What stands in the menu *Board*; without any there is no such menu."""
        return ()

    def show_step(self, step: int) -> None:
        """Look at the game after `step` steps, if it can show that."""

    def spots(self, target: str) -> Sequence[tuple[QWidget, QRect]]:
        """Where something that a lesson points at is seen now: widgets, and places in them.

        Any game has ``control:ID``, the button of an action (`companion.ui.kit.key_table`); a game adds its own.
        """
        from .pointing import control_spots

        kind, _, id = target.partition(":")
        return control_spots(self.screen, id) if kind == "control" else ()

    def spot_name(self, target: str) -> str:
        """What something that a lesson points at is called for somebody who does not see it; nothing: not at all."""
        return ""

    def keep(self, settings: GameSettings) -> None:
        """Somebody else plays, or otherwise: kept with the game, unless it is only watched."""
        if settings != self.opened.settings:
            from msgspec.structs import replace

            self.opened = replace(self.opened, settings=settings)
            if self.opened.kept:
                self.shell.keep_settings(self.opened.entry.id, settings)


class GameScreens:
    """The screens of one game in one window. A game overrides what it has."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    @abstractmethod
    def table(self, opened: Opened) -> GameTable:
        """Put a game on the table: controller, players and screen."""

    @abstractmethod
    def new_game(self, mode: Mode | None = None) -> None:
        """Show the way to a new game, as it was left; `mode`: how it is to be played."""

    def quick_start(self, mode: Mode = "enforce") -> None:
        """Begin a game without any question."""
        self.new_game(mode)

    def leave_table(self, table: GameTable) -> bool:
        """The table is left: lead somewhere else than home (a campaign) and return True, or leave it to the window."""
        return False

    def claims(self, path: Path) -> bool:
        """Whether a file is this game's alone: then it is offered to no other before (`take_in`)."""
        return False

    def take_in(self, path: Path) -> bool:
        """Take a file that holds no stored game (a pack, a campaign); False: it is not for this game."""
        return False

    def keep_now(self) -> None:
        """The person goes elsewhere: keep what was being written."""

    def close(self) -> None:
        """The window closes."""


def at_table(shell: Shell) -> bool:
    """Whether the game on the table is seen."""
    return shell.table is not None and shell.front is shell.table.screen


@dataclass(frozen=True, slots=True)
class HomeTile:
    """A way out of the home screen."""

    id: str
    sign: str
    """One kanji, as an ornament."""
    title: Message
    line: Message
    """Where it leads, in one sentence."""
    open: Callable[[Any], object]
    """Given the game's own `GameScreens`."""


@dataclass(frozen=True, slots=True)
class GameAction:
    """Something that the menus offer because of a game. Words, keys and icon are those of `GameUI.keys`, or stand in
    `companion.ui.kit.key_table`, where games that bring the same share them.
    """

    id: str
    do: Callable[[Any], object]
    """Given the game's own `GameScreens`."""
    menu: str = "game"
    before: str = "home"
    """The id of the action before which it stands."""
    gap: bool = False
    """A line before it."""
    enabled: Callable[[Shell], bool] = lambda shell: True
    asks: bool = False
    """Where other games bring it too, the person is asked at home which one is meant; else it is the game looked at
    last."""


@dataclass(frozen=True, slots=True)
class Meter:
    """A number that tells how a game stands, out of the most it can be."""

    words: Message
    value: int
    most: int


@dataclass(frozen=True, slots=True)
class CommandList:
    """What can be typed at the table: what it does and an example each, for the list of keys and commands."""

    title: Message
    lines: Sequence[tuple[Message, Message | Name]]
    hint: Message | None = None


@dataclass(frozen=True, slots=True)
class JourneyStop:
    """A game that one learns by playing it, on the way after the lessons."""

    id: str
    title: Message | Name
    teaches: Message | Name
    """What it teaches, in one sentence."""
    played: bool
    won: bool
    open: Callable[[], object]
    """Go to a new game of it."""


@dataclass(frozen=True, slots=True)
class GameUI:
    """A game's window; `id` is that of its ``SYSTEM``. States and settings handed in are always this game's."""

    id: str
    title: Message
    screens: Callable[[Shell], GameScreens]
    tiles: tuple[HomeTile, ...] = ()
    actions: tuple[GameAction, ...] = ()
    keys: Callable[[], tuple[Sequence[ActionSpec], Mapping[str, Message]]] | None = None
    """Its actions with their keys, and the contexts these hold in, beside those of `companion.ui.kit.key_table`."""
    offered: bool = True
    """New games are offered to everybody; else the game is shown only where it is stored already."""
    seats: int = 2
    """The most players."""
    picture: Callable[[Record, Any, int, float], QPixmap] | None = None
    """A game's header and state as a small picture: side in pixels, and pixels of the screen to one of them."""
    standing: Callable[[Any], Message] | None = None
    """Where a game stands, in a few words ("Turn 3")."""
    meters: Callable[[Any, Sequence[str]], Sequence[Meter]] | None = None
    """The numbers that tell how a game stands; given its state and the players' names by seat."""
    seated: Callable[[Session[Any]], Sequence[int]] | None = None
    """Who of `GameSettings.players` sits where, by seat; None: as they are listed."""
    phone: Callable[[Any], Face] | None = None
    """How it shows itself on a phone, given the game's own `GameTable`; None: as any game can."""
    commands: Callable[[], Sequence[CommandList]] | None = None
    """The command line of its table."""
    report: Callable[[Any, int], object] | None = None
    """Show the report of a stored game; given the game's own `GameScreens`."""
    charts: Callable[[Any, int], object] | None = None
    """Show the charts of a stored game."""
    settings: Callable[[], tuple[SettingsPage, Sequence[Setting]]] | None = None
    """Its own page of the settings, and what is on it."""
    journey: Callable[[Any], Sequence[JourneyStop]] | None = None
    """What to play after the lessons, in order; given the game's own `GameScreens`."""
    line: Message | None = None
    """What kind of game it is, in one sentence, where home asks which one."""
    banner: Callable[[QPainter, QRectF, Theme], object] | None = None
    """The game in a picture, painted there into a rectangle of any proportions, once the first screen has been seen."""
    diagram: Callable[[Json], QWidget] | None = None
    """An `okko-position/1` as a small picture that can be touched, for help and lessons; raises Failure for one that
    cannot be read."""
    help: Path | None = None
    """A folder of help pages (``docs/help-pages.md``), for games that are not among the program's own."""
    quick: Message | None = None
    """What `GameScreens.quick_start` begins, in one sentence for the home screen; None: it asks first."""


def game_id(game: object) -> str | None:
    """The id of a `GameUI`; None for something else."""
    return game.id if isinstance(game, GameUI) else None
