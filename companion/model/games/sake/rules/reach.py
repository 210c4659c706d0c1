"""Who can be attacked, with what, from where (ATK-2 … ATK-5), and how far somebody moves."""

from __future__ import annotations

from companion.model.games.sake.box.deck import NO_CARD, Weapon
from companion.model.games.sake.state.options import seat_target
from companion.model.games.sake.state.ring import Places, in_range
from companion.model.games.sake.state.state import SPIRIT, Options, Seat, State, Table, ability

Pair = tuple[int, int]
"""A target, and the weapon that reaches it."""


class Reach:
    """The opponents of a Samurai as they stand, from which what he reaches after any move follows.

    With the ring nobody but the mover changes his place; so only the distances from him shift.
    """

    __slots__ = ("bare", "ghosts", "options", "places", "ring", "weapons")

    def __init__(self, state: State, seat: int) -> None:
        table, me = state.table, state.seats[seat]
        weapon = table.deck.weapon
        self.options: Options = table.options
        self.weapons: list[tuple[int, Weapon]] = [
            (card, spec) for card in me.gear if (spec := weapon[card]) is not None and card not in me.sake
        ]
        self.ghosts = [seat_target(n) for n, one in enumerate(state.seats) if one.kind == SPIRIT and one.jar]
        self.places: list[tuple[int, int]] = []
        """Each opponent on the lines: as a target, and how far clockwise (on the single line: simply how far)."""
        self.ring = 0
        """The circumference; 0 with the single line."""
        if state.lines:
            places = Places(state.lines)
            here, around = places.at[seat_target(seat)], places.around
            self.ring = around
            for target, owner in places.owner.items():
                if owner != seat:
                    between = places.at[target] - here
                    self.places.append((target, between % around if around else abs(between)))
        self.bare = [(NO_CARD, Weapon(0, 0, 1))]

    def pairs(self, shift: int = 0) -> list[Pair]:
        """Every target with every weapon (or bare hands) that reaches it, from `shift` steps clockwise (or nearer)."""
        found = []
        ring, either = self.ring, self.options.plus_range == "either"
        weapons = self.weapons or self.bare
        desperate = bool(self.weapons) and self.options.bare_hands == "out_of_reach"
        for target, clockwise in self.places:
            if ring:
                one = (clockwise - shift) % ring
                other = ring - one
            else:
                one = other = clockwise - shift
            reached = False
            for card, spec in weapons:
                if spec.plus:
                    fits = (max(one, other) if either else min(one, other)) >= spec.range
                else:
                    fits = spec.range in (one, other)
                if fits:
                    found.append((target, card))
                    reached = True
            if desperate and not reached and 1 in (one, other):
                found.append((target, NO_CARD))
        for ghost in self.ghosts:
            found += [(ghost, card) for card, _ in weapons]
        return found

    def within(self, steps: int, plus: bool) -> list[int]:
        """The targets on the lines in range of an event (EVT-2)."""
        ring, either = self.ring, self.options.plus_range == "either"
        return [
            target
            for target, one in self.places
            if in_range((one, ring - one) if ring else (one,), steps, plus, either)
        ]


def bonus_steps(table: Table, seat: int, of: Seat) -> int:
    """ITM-1, SAM: steps added to moves."""
    effect, found = table.deck.effect, 0
    for card in of.gear:
        if (steps := effect[card].moves) is not None and card not in of.sake:
            found += steps
    return found + (ability(table, seat, of) == "stride")


def defence_of(table: Table, seat: int, of: Seat, ranged: bool, card: int | None) -> int:
    """DFN-2: how much a Samurai defends with a card (None: without one)."""
    deck = table.deck
    if card is None and not table.options.defence_without_card:
        return 0
    found = 0 if card is None else deck.defence[card] + (ability(table, seat, of) == "iron")
    held = deck.weapon[of.held] if of.held != NO_CARD and of.held not in of.sake else None
    if held is not None and not ranged:
        found += held.defence
    for one in of.gear:
        if (more := deck.effect[one].defends) is not None and one not in of.sake:
            found += more
    return found


def attack_bonus(table: Table, seat: int, of: Seat, weapon: int) -> int:
    """ATK-1: what a weapon and `heavy` add."""
    spec = table.deck.weapon[weapon] if weapon != NO_CARD else None
    if spec is None:
        return 0
    return spec.attack + (not spec.ranged and ability(table, seat, of) == "heavy")
