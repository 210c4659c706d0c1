"""A game of Saké & Samouraï on the table: who plays, and its screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from companion.model.bots import BOTS
from companion.model.core.words import Message
from companion.model.games.sake.state.options import seat_target
from companion.model.games.sake.state.state import LETTERS
from companion.ui.games.sake.controller import SakeController
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.games.sake.vocabulary import player_name
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameTable, Shell
from companion.ui.play.pointing import Spot
from companion.ui.play.storage import Opened

AREAS: dict[str, Callable[[SakeScreen], QWidget]] = {
    "step": lambda screen: screen.step,
    "hand": lambda screen: screen.hand,
    "ring": lambda screen: screen.ring,
    "choices": lambda screen: screen.slip,
}
"""What a lesson can point at as a whole."""


class SakeTable(GameTable):
    """See the module."""

    def __init__(self, opened: Opened, shell: Shell) -> None:
        super().__init__(opened, shell)
        self.game: SakeController = SakeController(opened.session, tr.words, shell.storage.content)
        for seat, player in zip(self.game.seats, opened.settings.players, strict=False):
            if player in BOTS:
                self.game.give_to(seat, BOTS[player]())
        self.screen: SakeScreen = SakeScreen(self.game, self.name)
        self.screen.left.connect(self.left)

    def name(self, seat: str) -> str:
        """What the player of a seat is called; whoever plays first with *-san* (DEA-7), where that is known."""
        return tr(self.called(seat))

    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return [self.name(seat) for seat in self.game.seats]

    def called(self, seat: str) -> Message | str:
        """The same, to be said in whatever language."""
        setup = self.opened.session.header.setup
        first = LETTERS.index(setup.get("first", "A")) if isinstance(setup, dict) else -1
        return player_name(self.opened.settings, seat, first)

    def spot_name(self, target: str) -> str:
        kind, _, id = target.partition(":")
        if kind == "card":
            held = self.screen.hand.card(self.game.state.table.deck.index.get(id, -1))
            return held.accessibleName() if held is not None else ""
        return self.name(id) if kind == "seat" else ""

    def spots(self, target: str) -> Sequence[Spot]:
        """``seat:B``, ``line:0``, ``card:lanterns-1`` of the own hand, ``gear:katana-1``, ``area:`` of `AREAS`."""
        kind, _, id = target.partition(":")
        screen, ring = self.screen, self.screen.ring
        if kind == "area" and id in AREAS:
            area = AREAS[id](screen)
            return [(area, area.rect())]
        if kind in ("seat", "line", "gear"):
            part = self._part(kind, id)
            rect = None if part is None else ring.place_of(part)
            return [] if rect is None else [(ring, rect.toAlignedRect())]
        if kind == "card":
            held = screen.hand.card(self.game.state.table.deck.index.get(id, -1))
            return [] if held is None else [(held, held.rect())]
        return super().spots(target)

    def _part(self, kind: str, id: str) -> Part | None:
        """What of the ring a lesson means."""
        if kind == "line":
            return Part("line", int(id)) if id.isdigit() else None
        if kind == "seat":
            return Part("target", seat_target(LETTERS.index(id))) if id in LETTERS else None
        return Part("gear", self.game.state.table.deck.index.get(id, -1))

    def start(self) -> None:
        self.game.start()

    def shut(self) -> None:
        self.screen.guide.hints.stop()
        self.game.close()
        self.screen.second.close()

    def retranslate(self) -> None:
        self.game.set_words(tr.words)

    def show_step(self, step: int) -> None:
        self.screen.timeline.open(step)
