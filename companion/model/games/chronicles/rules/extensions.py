"""What packs beside the box bring into a game: natures to choose from, event cards in exchange for others (SET-1).

Their objects and surprises need no more than to lie among the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, CardId, Cards, State, cards, replace, without

FEWEST_NATURES: Final = 4
"""SET-1; more make it harder."""
EXCHANGED: Final = 5
"""SET-1: event cards that leave the pile, and as many of the extension that come."""
NATURE = say("Choose a nature that the Oni may have")


def check(box: Box, extensions: Iterable[str], natures: int) -> None:
    """Raise InvalidInput where these packs have not what is wanted of them."""
    for n, pack in enumerate(extensions):
        if all(id.partition(":")[0] != pack for id in box.names()):
            raise InvalidInput(f"extensions[{n}]", "No pack holds “{id}”.", id=pack[:80])
    if FEWEST_NATURES < natures > len(box.natures):
        raise InvalidInput("options.natures", say("These packs have only {count} natures.", count=len(box.natures)))


# natures --------------------------------------------------------------------------------------------------------------


def choose_natures(t: Transition) -> None:
    """Where there are more than the game takes, the Oni says openly which these are."""
    if t.now.table.investigation and not t.now.natures:
        t.push(f.NaturesFrame(t.now.table.options.natures))


def _natures_left(state: State, frame: f.NaturesFrame) -> list[Option]:
    left = [id for id in state.table.box.natures if id not in state.natures]
    return [o.TakeNature(ONI, id) for id in left] if frame.left else []


def _natures_go_on(t: Transition, frame: f.NaturesFrame) -> bool:
    if _natures_left(t.now, frame):
        return False
    t.pop()
    return True


def _nature_taken(t: Transition, frame: f.NaturesFrame, option: Option) -> None:
    assert isinstance(option, o.TakeNature)
    t.set(natures=cards((*t.now.natures, option.nature)))
    t.tell(e.NatureChosen(option.nature))
    t.become(f.NaturesFrame(frame.left - 1))


# event cards ----------------------------------------------------------------------------------------------------------


def events_of(box: Box, extensions: Iterable[str], *, own: bool) -> list[CardId]:
    """The event cards of these packs (`own`), or of the others."""
    named = set(extensions)
    return [id for id, card in box.events.items() for _ in range(card.copies) if (id.partition(":")[0] in named) is own]


def exchange_events(t: Transition, extensions: Iterable[str]) -> None:
    """Once for each extension used, all removals before all additions; it has fewer: as many as it has."""
    come = [(pack, min(EXCHANGED, len(events_of(t.box, (pack,), own=True)))) for pack in extensions]
    t.push(f.ExchangeFrame(min(sum(n for _, n in come), len(t.now.piles.event)), tuple(come)))


def _joining(state: State, pack: str) -> Cards:
    """Cards of an extension that are not in the pile yet."""
    return without(cards(events_of(state.table.box, (pack,), own=True)), *[
        id for id in state.piles.event if id.partition(":")[0] == pack
    ])  # fmt: skip


def _exchange_goes_on(t: Transition, frame: f.ExchangeFrame) -> bool:
    if frame.out:
        return False
    if not frame.packs:
        t.pop()
        return True
    (pack, left), *rest = frame.packs
    free = _joining(t.now, pack)
    if left and len(free) > left:
        return False
    t.piles(event=cards((*t.now.piles.event, *(free if left else ()))))
    t.become(replace(frame, packs=tuple(rest)))
    return True


def _ask_exchange(state: State, frame: f.ExchangeFrame) -> Pending:
    """Nobody looks at them."""
    return draws(ONI, state.piles.event if frame.out else _joining(state, frame.packs[0][0]), (), "setup")


def _exchanged(t: Transition, frame: f.ExchangeFrame, outcome: Outcome) -> None:
    card, pile = str(outcome[0]), t.now.piles.event
    if frame.out:
        t.piles(event=without(pile, card))
        t.become(replace(frame, out=frame.out - 1))
        return
    (pack, left), *rest = frame.packs
    t.piles(event=cards((*pile, card)))
    t.become(replace(frame, packs=((pack, left - 1), *rest)))


NATURES = Part(
    lambda state, frame: asks(ONI, NATURE, _natures_left(state, frame)), _nature_taken, resume=_natures_go_on
)
EXCHANGING = Part(_ask_exchange, rolled=_exchanged, resume=_exchange_goes_on)
