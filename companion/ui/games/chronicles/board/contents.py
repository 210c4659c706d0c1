"""What lies and stands on the board, as it is seen: nothing here is drawn, and everything can be compared. No Qt."""

from __future__ import annotations

from typing import NamedTuple

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.rules import investigation, totals
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import Camp, Figure, Place, State, TokenOn


class FigureSeen(NamedTuple):
    """A figure on the board."""

    id: str
    at: Place
    camp: Camp
    sign: str
    """What is drawn on its base: a class of heroes, ``follower``, ``kami``, ``guard``, ``creature``, ``demon``."""
    number: str
    """Of figures of which a sheet has several."""
    lieutenant: bool
    damage: int
    health: int
    """0 while it has no damage: then nobody counts."""
    statuses: tuple[str, ...]
    active: bool
    spent: bool
    """It has acted in this turn."""


class TokenSeen(NamedTuple):
    """A token on the board; a number below 0 is not known."""

    id: str
    type: str
    at: Place
    card: str
    difficulty: int
    cards: int
    turned: bool
    minus: int


class Contents(NamedTuple):
    """Everything on the floor."""

    figures: tuple[FigureSeen, ...]
    tokens: tuple[TokenSeen, ...]
    doors: tuple[DoorOn, ...]
    corrupted: tuple[tuple[str, bool], ...]
    """Tiles, and whether the token on each is the red one."""

    @property
    def things(self) -> list[FigureSeen | TokenSeen]:
        """Figures, then tokens."""
        found: list[FigureSeen | TokenSeen] = [*self.figures]
        found += self.tokens
        return found


def contents(state: State) -> Contents:
    """What is on the board of a state as somebody may know it."""
    return Contents(
        tuple([_figure(state, one) for one in state.figures if one.at != HIDDEN]),
        tuple([_token(state, one) for one in state.tokens if one.at != HIDDEN]),
        state.layout.doors,
        tuple(sorted((one.piece, one.red) for one in state.oni.corruption if one.piece != HIDDEN)),
    )


def acting(state: State) -> str | None:
    """The figure that is active, or that whoever is asked acts with."""
    for frame in reversed(state.frames):
        if isinstance(frame, f.AttackFrame | f.BurstFrame):
            return frame.attacker
        if isinstance(frame, f.OniFrame | f.FollowerFrame | f.GuardsFrame | f.TestFrame) and frame.figure:
            return frame.figure
    return state.next if state.next in state.seats else None


def _figure(state: State, figure: Figure) -> FigureSeen:
    box, sign, number, lieutenant = state.table.box, str(figure.group), "", False
    if figure.group == "hero":
        record = box.heroes.get(figure.card)
        sign = "hero" if record is None else record.class_
    sheet = box.sheets.get(figure.card)
    if sheet is not None:
        sign = "demon" if sheet.rank == "demon" else sheet.group
        number = figure.id.rpartition("-")[2] if sheet.figures > 1 else ""
        lieutenant = sheet.rank == "lieutenant"
    return FigureSeen(
        figure.id, figure.at, figure.camp, sign, number, lieutenant, figure.damage, totals.health(state, figure),
        tuple([one.kind for one in figure.statuses]), figure.id == acting(state), _spent(state, figure),
    )  # fmt: skip


def _spent(state: State, figure: Figure) -> bool:
    if figure.id in state.seats:
        return state.hero(figure.id).activated and state.next != figure.id
    return figure.acted if figure.camp == "heroes" else figure.card in state.oni.activated


def _token(state: State, token: TokenOn) -> TokenSeen:
    difficulty, cards = -1, -1
    if token.type == "chest":
        record = state.table.box.tokens.get(token.card)
        if record is not None:
            difficulty, cards = record.front.difficulty, record.front.cards
    elif token.type in ("host", "clue", "scroll"):
        difficulty, cards = investigation.face(state, token)
    return TokenSeen(token.id, token.type, token.at, token.card, difficulty, cards, token.turned, token.minus)
