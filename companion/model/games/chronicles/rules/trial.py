"""Trial cards of the automatic Oni: an effect for the turn, a step of the corruption, arrows (AUT-1 to AUT-3).

They stand for the hand of a player: what they leave open is chosen on the seat of the Oni like anything else.
"""

from __future__ import annotations

from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box.records import Trial, Upgrade
from companion.model.games.chronicles.rules import effects, places, track
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, CardId, Cards, Corruption, State, cards, replace, without

WHICH = say("Which trial card was turned over?")
ARROWS: Final = ("up", "middle", "down")


def _goes_on(t: Transition, frame: f.TrialFrame) -> bool:
    match frame.step:
        case "draw":
            if t.now.piles.trial:
                return False
            if not t.box.trials:
                t.pop()
            else:
                t.piles(trial=_whole(t.now), used_trials=())  # AUT-1: an empty pile is shuffled anew
        case "effect":
            t.become(replace(frame, step="corruption"))
            effects.whole(t, frame.card, ONI)
        case "corruption":
            if corruptions(t.now):
                return False
            t.become(replace(frame, step="upgrade"))
        case "upgrade":
            t.pop()
            if (taken := upgrade(t.now, t.box.trials.get(frame.card))) is not None:
                track.take_upgrade(t, taken.id)
    return True


def _whole(state: State) -> Cards:
    """Every trial card of the box, as far as the app knows where it lies."""
    whole = cards(id for id, card in state.table.box.trials.items() for _ in range(card.copies))
    return whole if state.table.options.keepers.events == "app" else (HIDDEN,) * len(whole)


def _ask(state: State, frame: f.TrialFrame) -> Pending:
    if frame.step == "corruption":
        return asks(ONI, track.SHIFT if state.turn % 2 else track.TILE, corruptions(state))
    if HIDDEN in state.piles.trial:
        return asks(ONI, WHICH, [o.Tell(ONI, card) for card in unseen(state)])
    return draws(ONI, state.piles.trial, None)


def unseen(state: State) -> list[CardId]:
    """At a table: trial cards of which a copy may still lie in the pile."""
    used = state.piles.used_trials
    return [id for id, card in state.table.box.trials.items() if used.count(id) < card.copies] or [HIDDEN]


def _rolled(t: Transition, frame: f.TrialFrame, outcome: Outcome) -> None:
    _turned(t, str(outcome[0]))


def _turned(t: Transition, card: CardId) -> None:
    """AUT-1: openly; it is discarded in the same turn, so it lies there already."""
    piles = t.now.piles
    t.piles(trial=without(piles.trial, card), used_trials=cards((*piles.used_trials, card)))
    t.become(f.TrialFrame(card, "effect"))
    t.tell(e.TrialTurned(card))


def _chosen(t: Transition, frame: f.TrialFrame, option: Option) -> None:
    if isinstance(option, o.Tell):
        _turned(t, option.card)
        return
    t.become(replace(frame, step="upgrade"))
    match option:
        case o.Corrupt(_, tile):
            corrupt(t, tile)
        case o.Shift(_, from_, to):
            track.shift(t, from_, to)


# corruption -----------------------------------------------------------------------------------------------------------


def corruptions(state: State) -> list[Option]:
    """AUT-2: on even turns where the next token comes, on odd ones which is taken off where no guards are, and where
    it is put. Where only the table knows who stands on which tile, it says so itself.
    """
    known = bool(track.pieces(state)) and all(places.piece(state, one.at) is not None for one in state.figures)
    to = [piece for piece in most_guarded(state) if piece != HIDDEN] if known else track.clean(state)
    found: list[Option] = []
    if state.turn % 2 == 0:
        found = [o.Corrupt(ONI, piece) for piece in to] if next_token(state) else []
    elif known:
        bare = [one.piece for one in state.oni.corruption if not guards(state, one.piece)]
        found = [o.Shift(ONI, piece, other) for piece in bare for other in to]
    else:
        listed = [one.piece for one in state.oni.corruption if one.piece != HIDDEN]
        found = [o.Shift(ONI, piece, other) for piece in listed for other in to if other != HIDDEN]
    return [*found, o.NoShift(ONI)] if found and not known else found


def most_guarded(state: State) -> list[str]:
    """The tiles without a token that hold a hero and, of those, most guards."""
    heroes = {places.piece(state, one.at) for one in state.figures if one.group == "hero"}
    held = {piece: guards(state, piece) for piece in track.clean(state) if piece in heroes}
    return [piece for piece, count in held.items() if count == max(held.values())]


def guards(state: State, piece: str) -> int:
    """How many guards stand on a tile."""
    return sum(one.group == "guard" and places.piece(state, one.at) == piece for one in state.figures)


def next_token(state: State) -> int | None:
    """The column whose token comes next: this turn's, else the first that still lies on the track."""
    left = state.oni.on_track
    if not left or state.oni.closed:
        return None
    return state.turn if state.turn in left else min(left)


def corrupt(t: Transition, tile: str) -> None:
    """AUT-2: like COR-2, with the token that comes next."""
    turn = next_token(t.now)
    assert turn is not None
    red = t.box.tracks[t.now.table.track].columns[turn - 1].corruption == "red"
    left = tuple([one for one in t.now.oni.on_track if one != turn])
    t.oni(corruption=(*t.now.oni.corruption, Corruption(tile, red)), on_track=left)
    t.tell(e.TileCorrupted(tile, red))


# upgrades -------------------------------------------------------------------------------------------------------------


def upgrade(state: State, card: Trial | None) -> Upgrade | None:
    """AUT-3: the open upgrade that lies nearest to the card's arrow; of two as near the upper one."""
    found = track.open_upgrades(state)
    if not found:
        return None
    column = track.column(state)
    guards_ = column is not None and found[0] in column.guards
    arrow = "middle" if card is None else card.guards if guards_ else card.creatures
    return min(found, key=lambda one: (abs(ARROWS.index(one.place) - ARROWS.index(arrow)), ARROWS.index(one.place)))


TRIAL = Part(_ask, _chosen, _rolled, _goes_on)
