"""The notebook (INV-12): what clues say of hosts and natures, with exact chances, and what accusing would risk.

A world is a guilty host and a nature. All worlds were equally likely when the Oni drew its cards (SET-9); each is as
likely now as the cards drawn since would have been in it: the cards seen fit it in so many orders, and those of which
only the kind is known could be so many others.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import perm
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.rules.damage import chapter_of
from companion.model.games.chronicles.state.state import ONI, WRONG_MOST, CardId, Seat, State
from companion.model.games.chronicles.wire.position import kind_of

Standing: TypeAlias = Literal["possible", "proved", "accused", "found"]


class Entry(msgspec.Struct, frozen=True):
    """A host or a nature: what is known of it, since which turn, and how likely it is to be the one."""

    card: CardId
    standing: Standing
    turn: int
    """In which it was proved, accused or found; 0: it was not."""
    chance: Fraction


class Risk(msgspec.Struct, frozen=True):
    """ACC-4 to ACC-6: what an accusation would do."""

    kind: Literal["host", "nature"]
    card: CardId
    right: Fraction
    gains: int
    """Points of the chapter placed blue when it is right."""
    costs: int
    """Points of the chapter placed red when it is wrong."""
    wrong: int
    """Wrong accusations after a wrong answer."""
    brings_demon: bool
    """Whether a wrong answer would be the last one."""


class Notebook(msgspec.Struct, frozen=True):
    """What a camp may know; empty without an investigation."""

    hosts: tuple[Entry, ...]
    natures: tuple[Entry, ...]
    left: int
    """Cards in the clue pile."""
    risks: tuple[Risk, ...]


def notebook(state: State, seat: Seat) -> Notebook:
    """INV-12: of the heroes; for the Oni's seat and for an onlooker what INV-5 lets them see of the draws."""
    heroes = seat in state.seats
    drawn = [clue.card if heroes else kind_of(state, clue.card) for clue in state.clues_drawn]
    weights = worlds(state, drawn)
    whole = sum(weights.values())

    def entries(kind: Literal["host", "nature"], cards: Iterable[CardId], place: int) -> tuple[Entry, ...]:
        found = []
        for card in cards:
            standing, turn = _standing(state, kind, card, drawn)
            weight = sum(n for world, n in weights.items() if world[place] == card)
            found.append(Entry(card, standing, turn, Fraction(weight, whole) if whole else Fraction(0)))
        return tuple(found)

    hosts, natures = entries("host", state.suspects, 0), entries("nature", state.natures, 1)
    return Notebook(hosts, natures, len(state.piles.clue), tuple(_risks(state, hosts, natures)))


def worlds(state: State, drawn: list[CardId]) -> dict[tuple[CardId, CardId], int]:
    """Every guilty host and nature that may be, with a weight in proportion to its chance."""
    box = state.table.box
    found = {}
    for host in _candidates(state, "host", state.suspects):
        for nature in _candidates(state, "nature", state.natures):
            innocent = [card for card in state.suspects if card != host]
            others = [card for card in state.natures if card != nature]
            weight = 0 if host in drawn or nature in drawn else 1
            for kind, cards in (
                ("?grey", [card for card in innocent if box.hosts[card].background == "grey"]),
                ("?black", [card for card in innocent if box.hosts[card].background == "black"]),
                ("?nature", others),
            ):
                free = len(cards) - sum(1 for card in cards if card in drawn)
                weight *= perm(free, drawn.count(kind)) if free >= drawn.count(kind) else 0
            if weight:
                found[host, nature] = weight
    return found


def _candidates(state: State, kind: Literal["host", "nature"], cards: Iterable[CardId]) -> list[CardId]:
    """Those not wrongly accused; the one found, if it is."""
    right = [one.named for one in state.made if one.kind == kind and one.right]
    if right:
        return right
    if state.oni.demon_since:
        truth = state.oni.guilty if kind == "host" else state.oni.nature
        if truth not in (None, HIDDEN):
            return [str(truth)]
    wrong = {one.named for one in state.made if one.kind == kind and not one.right}
    return [card for card in cards if card not in wrong]


def _standing(state: State, kind: Literal["host", "nature"], card: CardId, drawn: list[CardId]) -> tuple[Standing, int]:
    for one in state.made:
        if one.kind == kind and one.named == card:
            return ("found" if one.right else "accused"), one.turn
    if state.oni.demon_since and card == (state.oni.guilty if kind == "host" else state.oni.nature):
        return "found", state.oni.demon_since
    for clue, seen in zip(state.clues_drawn, drawn, strict=True):
        if seen == card:
            return "proved", clue.turn
    return "possible", 0


def _risks(state: State, hosts: tuple[Entry, ...], natures: tuple[Entry, ...]) -> Iterable[Risk]:
    if state.oni.demon_since:
        return
    kinds: tuple[tuple[Literal["host", "nature"], tuple[Entry, ...]], ...] = (("nature", natures), ("host", hosts))
    for kind, entries in kinds:
        open_ = [one for one in entries if one.standing == "possible"]
        if not open_ or (kind == "nature" and state.oni.nature_found):
            continue
        yield risk(state, kind, max(open_, key=lambda one: one.chance))


def risk(state: State, kind: Literal["host", "nature"], entry: Entry) -> Risk:
    """What accusing this one would do, before the demon has come."""
    counts = kind == "host" or state.table.options.wrong_counts == "any"
    wrong = state.wrong + counts
    role = (None, "first", "second", "last")[wrong] if counts else None
    return Risk(
        kind,
        entry.card,
        entry.chance,
        _points(state, "unmasked") if kind == "host" else 0,
        _points(state, role) if role is not None else 0,
        wrong,
        counts and wrong == WRONG_MOST,
    )


def _points(state: State, role: Literal["unmasked", "first", "second", "last"] | str) -> int:
    chapter = state.table.box.chapters.get(chapter_of(state, role))  # type: ignore[arg-type]
    return 1 if chapter is None else chapter.points


def for_heroes(state: State) -> Notebook:
    """The heroes' own."""
    return notebook(state, state.seats[0] if state.seats else ONI)
