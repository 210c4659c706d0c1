"""Set-up: seats, sheets, Katanas, the deal (DEA), and shuffling (PIL-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.model.core.chance import Die, DieKind
from companion.model.core.contract import Roll
from companion.model.games.sake.box.deck import Deck, Sheet
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.tracking import fill, hidden_cards
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state.frames import FirstTurnFrame, LimitFrame, SetupFrame
from companion.model.games.sake.state.state import (
    HAND,
    LETTERS,
    NO_PHASE,
    NOBODY,
    SAMURAI,
    Line,
    Seat,
    State,
    Table,
    clockwise,
    counters,
    in_game,
    replace,
)

PREPARED = 6


def beginning(table: Table, first: int) -> State:
    """The table before anything is dealt."""
    deck, count = table.deck, len(table.sheets)
    katanas = deck.katanas[:count]
    seats = tuple([Seat(SAMURAI, True, gear=(katana,), held=katana) for katana in katanas])
    between = 2 if table.rule == "alley" else 3
    lines = tuple([Line(n, (n + 1) % count, between) for n in range(count)])
    pile = (deck.unknown(0),) * len(to_deal(table))
    stage = SetupFrame(first, "sheets" if table.options.sheets == "dealt" else "pile")
    return State(table, seats, lines, pile, (), (), counters(count), 0, NOBODY, NO_PHASE, 0, 0, None, 0, (stage,))


def to_deal(table: Table) -> list[int]:
    """The cards that are shuffled first."""
    taken = set(table.deck.katanas[: len(table.sheets)])
    return [card for card in in_game(table) if card not in taken]


def dealt_to(sheet: Sheet | None) -> tuple[int, int]:
    """DEA-4: cards for the hand and for the life of a sheet."""
    prepared = sheet is not None and sheet.ability == "prepared"
    return PREPARED if prepared else HAND, NEUTRAL if sheet is None else sheet.life


NEUTRAL = 5
"""The life of a sheet that nobody has named."""


def needed(sheets: Sequence[Sheet | None]) -> int:
    """So many cards are dealt."""
    return sum(sum(dealt_to(sheet)) for sheet in sheets)


@lru_cache(maxsize=16)
def _kind(ids: tuple[str, ...]) -> DieKind:
    return DieKind("card", ids, (1,) * len(ids))


def _ids(deck: Deck, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted([deck.ids[card] for card in cards]))


def shuffle_roll(state: State) -> Roll:
    """C1 in play: the discards become the pile."""
    kind = _kind(_ids(state.table.deck, state.discard))
    seat = LETTERS[max(state.active, 0)]
    return Roll(seat, (Die(kind, "pile"),) * len(state.discard), "shuffle", seen_by=(), distinct=True)


def shuffled(t: Transition, ids: tuple[str, ...]) -> None:
    """C1 answered in play."""
    t.tell(e.PileShuffled(ids, len(ids)))
    t.pile, t.discard = tuple([t.deck.index[id] for id in ids]), ()


def fill_roll(state: State) -> Roll:
    """TRK-8: the cards that nobody has seen, in the order in which they fill what is not known."""
    kind = _kind(_ids(state.table.deck, hidden_cards(state)))
    return Roll(
        LETTERS[max(state.active, 0)], (Die(kind, "pile"),) * len(kind.faces), "shuffle", seen_by=(), distinct=True
    )


def filled(t: Transition, ids: tuple[str, ...]) -> None:
    """TRK-8 answered."""
    t.tell(e.PileShuffled(ids, len(ids)))
    t.frames.pop()
    fill(t, [t.deck.index[id] for id in ids])


def roll(state: State, frame: SetupFrame) -> Roll:
    """C0 or C1 at set-up."""
    table, first = state.table, LETTERS[frame.first]
    order = clockwise(frame.first, state.count)
    if frame.stage == "sheets":
        kind = DieKind("sheet", tuple(sorted(table.dealable)), (1,) * len(table.dealable))
        return Roll(first, tuple([Die(kind, LETTERS[n]) for n in order]), "sheets", distinct=True)
    kind = _kind(_ids(table.deck, to_deal(table)))
    dice = []
    for n in order:
        dice += [Die(kind, LETTERS[n])] * sum(dealt_to(table.sheets[n]))
    dice += [Die(kind, "pile")] * (len(kind.faces) - len(dice))
    return Roll(first, tuple(dice), "shuffle", seen_by=(), distinct=True)


def rolled(t: Transition, frame: SetupFrame, ids: tuple[str, ...]) -> None:
    """C0 or C1 at set-up, answered."""
    order = clockwise(frame.first, len(t.seats))
    if frame.stage == "sheets":
        t.tell(e.SheetsDealt(ids))
        sheets = dict(zip(order, ids, strict=True))
        dealt = tuple([t.table.dealable[sheets[n]] for n in range(len(order))])
        t.table = replace(t.table, sheets=dealt, dealable={})
        t.become(SetupFrame(frame.first, "pile"))
        return
    t.tell(e.PileShuffled(ids, len(ids)))
    deal(t, frame, [t.deck.index[id] for id in ids])


def unseen(t: Transition, frame: SetupFrame) -> bool:
    """TRK: nobody tells the app what is dealt; False: chance is asked."""
    if frame.stage == "sheets" or t.table.options.enforcement != "track":
        return False
    deal(t, frame, list(t.pile))
    return True


def deal(t: Transition, frame: SetupFrame, cards: list[int]) -> None:
    """DEA-4."""
    order = clockwise(frame.first, len(t.seats))
    t.become(FirstTurnFrame(frame.first))
    surplus = []
    for n in order:
        hand, life = dealt_to(t.table.sheets[n])
        t.seat(n, hand=tuple(sorted(cards[:hand])), life=tuple(cards[hand : hand + life]))
        t.tell(e.HandDealt(n, hand, life))
        del cards[: hand + life]
        if hand > HAND:
            surplus.append(LimitFrame(n, HAND))
    t.pile = tuple(cards)
    t.push(*reversed(surplus))
