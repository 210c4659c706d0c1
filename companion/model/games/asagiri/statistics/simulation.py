"""What games of automatic players by the thousand need to know of Asagiri (`contract.Simulates`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from companion.model.core.contract import Content, Json, Outcome, Pairing
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.state import SEATS, State

from .game_statistics import score, settled


def matchup(content: Content, sides: Sequence[str], board: str) -> Json:
    """The set-up of two ready bands on a ready board; raises InvalidInput for an id that no pack holds."""
    ready = [cards.band(content, id) for id in sides]
    members = [[{"card": m.card, "equipment": m.equipment} for m in band.members] for band in ready]
    return {
        "budget": max(band.budget for band in ready),
        "bands": dict(zip(SEATS, members, strict=True)),
        "tiles": [{"tile": placed.tile, "turns": placed.turns} for placed in cards.board(content, board).tiles],
    }


def boards(content: Content) -> list[str]:
    """The ready boards."""
    return [id for id, _ in content.every("board")]


def pairings(content: Content) -> list[Pairing]:
    """Every two ready bands of equal budget, the small budgets first."""
    ready = sorted((cards.band(content, id) for id, _ in content.every("band")), key=lambda band: band.budget)
    return [
        Pairing(one.budget, (one.id, other.id), (one.name["en"], other.name["en"]))
        for one, other in combinations(ready, 2)
        if one.budget == other.budget
    ]


def opening(number: int) -> tuple[Outcome, tuple[str, ...]]:
    """The dice for player A are chosen, not rolled (SET-1): every second game the second band begins."""
    return ((1, 6), SEATS[::-1]) if number % 2 else ((6, 1), SEATS)


def samples(content: Content, games: int) -> Mapping[str, Sequence[Json]]:
    """All pairs of ready bands on all boards in turns, and all adventures in turns."""
    places, pairs = boards(content), [pair.ids for pair in pairings(content)]
    adventures = [id for id, _ in content.every("adventure")]
    return {
        "bands": [matchup(content, pairs[n % len(pairs)], places[n // len(pairs) % len(places)]) for n in range(games)],
        "adventures": [{"adventure": adventures[n % len(adventures)]} for n in range(games if adventures else 0)],
    }


def judged(state: State) -> float | None:
    """How much better player A stands than B, where that can be judged."""
    return score(state) if settled(state) else None
