"""What seats choose. Fields stand in the order of the option's id, after the seat whose it is.

What kind of number a field holds is said by its type: the codec (`wire.codec`) reads it there.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import NO_CARD

SeatAt: TypeAlias = Annotated[int, "seat"]
Card: TypeAlias = Annotated[int, "card"]
Hands: TypeAlias = Annotated[int, "hands"]
"""A weapon, or NO_CARD: bare hands."""
Held: TypeAlias = Annotated[int, "held"]
"""A weapon, or NO_CARD: nothing."""
Spot: TypeAlias = Annotated[int, "spot"]
Target: TypeAlias = Annotated[int, "target"]
"""A Disciple's card, or `SEAT_AS_TARGET` and the seat."""
CardSet: TypeAlias = Annotated[tuple[int, ...], "cards"]
Side: TypeAlias = Literal["left", "right", "toward", "away", "line"]

SEAT_AS_TARGET: Final = 10_000


class SeatOption(Option, frozen=True):
    """An option of one seat."""

    seat: SeatAt


class Attack(SeatOption, frozen=True, tag="attack"):
    """Play a card for its attack box (ATK-1)."""

    card: Card
    target: Target
    weapon: Hands


class Move(SeatOption, frozen=True, tag="move"):
    """Play a card for its move box (WLK-1)."""

    card: Card
    side: Side
    steps: int


class Iaido(SeatOption, frozen=True, tag="iaido"):
    """Move and attack with one card (IAI-1)."""

    card: Card
    side: Side
    steps: int
    target: Target
    weapon: Hands


class Drink(SeatOption, frozen=True, tag="drink"):
    """Play a card for its drink box (DRK-1)."""

    card: Card


class PlayEvent(SeatOption, frozen=True, tag="event"):
    """Play an event (EVT-1)."""

    card: Card
    target: Target = NO_CARD
    pay: Spot = NO_CARD


class Put(SeatOption, frozen=True, tag="put"):
    """Put a weapon or an item in play (GEA-1)."""

    card: Card


class PutDisciple(SeatOption, frozen=True, tag="put_disciple"):
    """Put a Disciple beside oneself (DSC-2)."""

    card: Card
    side: Side


class Use(SeatOption, frozen=True, tag="use"):
    """Activate an item, paid with a sake (ITM-2)."""

    item: Card
    pay: Spot


class BurnDraw(SeatOption, frozen=True, tag="burn_draw"):
    """Burn a sake to draw a card (NOW-2)."""

    from_: Spot


class BurnPlay(SeatOption, frozen=True, tag="burn_play"):
    """Burn a sake for a further play (NOW-2)."""

    from_: Spot


class Soul(SeatOption, frozen=True, tag="soul"):
    """Draw from one's own life (NOW-3)."""

    count: int


class EndPhase(SeatOption, frozen=True, tag="end_phase"):
    """End phase 1 (TUR-3)."""


class Activate(SeatOption, frozen=True, tag="activate"):
    """Let a Disciple act next (DSC-3)."""

    disciple: Card


class Strike(SeatOption, frozen=True, tag="strike"):
    """Choose whom a Disciple attacks (DSC-5)."""

    target: Target


class Hold(SeatOption, frozen=True, tag="hold"):
    """Choose the held weapon (TUR-5, GEA-2)."""

    weapon: Held


class Place(SeatOption, frozen=True, tag="place"):
    """Place a counter (SAK-1)."""

    spot: Spot


class Discard(SeatOption, frozen=True, tag="discard"):
    """Discard a card of one's hand."""

    card: Card


class Pass(SeatOption, frozen=True, tag="pass"):
    """Answer nothing in a window."""


class Interrupt(SeatOption, frozen=True, tag="interrupt"):
    """Play an Interruption (ITR-1)."""

    card: Card


class Defend(SeatOption, frozen=True, tag="defend"):
    """Play a card for its defence box (DFN-1)."""

    card: Card


class Sacrifice(SeatOption, frozen=True, tag="sacrifice"):
    """Discard a Disciple card: no damage (DFN-3)."""

    card: Card


class Dematerialise(SeatOption, frozen=True, tag="dematerialise"):
    """A Spirit lets the attacked one dodge (SPI-9)."""

    card: Card


class Keep(SeatOption, frozen=True, tag="keep"):
    """Make the Attack of a cancelled iaido from where one stands (IAI-4)."""

    weapon: Hands


class GiveUp(SeatOption, frozen=True, tag="give_up"):
    """Give up the Attack of a cancelled iaido (IAI-4)."""


class AddOrRemoveStep(SeatOption, frozen=True, tag="step"):
    """Where an event adds or removes a step (RNG-5)."""

    line: int
    stretch: int


class NextTarget(SeatOption, frozen=True, tag="target"):
    """Whom the second chopstick is thrown at."""

    target: Target


class Decline(SeatOption, frozen=True, tag="decline"):
    """Leave undone what may be left undone."""


class PickCard(SeatOption, frozen=True, tag="pick"):
    """Pick a weapon or item of the named Samurai (EVT-3)."""

    card: Card


class PickSpot(SeatOption, frozen=True, tag="pick"):
    """Pick a sake of the named Samurai (EVT-3)."""

    spot: Spot


class KeepLine(SeatOption, frozen=True, tag="keep_line"):
    """Choose which of equal lines stays (DTH-5)."""

    line: int


class PushStep(SeatOption, frozen=True, tag="push"):
    """A Spirit adds or removes a step (SPI-3)."""

    change: Literal["add", "remove"]
    line: int
    stretch: int


class Brawl(SeatOption, frozen=True, tag="brawl"):
    """A Spirit names the Samurai whose sake it moves (SPI-4)."""

    samurai: SeatAt


class Doze(SeatOption, frozen=True, tag="doze"):
    """A Spirit lets a card wander from hand to hand (SPI-4)."""

    giver: SeatAt
    receiver: SeatAt


class Shift(SeatOption, frozen=True, tag="shift"):
    """Which sake moves, and where to (SPI-4)."""

    from_: Spot
    to: Spot


class Steal(SeatOption, frozen=True, tag="steal"):
    """A Spirit takes a sake from the Masu (SPI-5)."""


class Torment(SeatOption, frozen=True, tag="torment"):
    """A Spirit torments a Samurai (SPI-7)."""

    samurai: SeatAt
    cards: CardSet


class DoNothing(SeatOption, frozen=True, tag="nothing"):
    """A Spirit does nothing in its third step."""


class Help(SeatOption, frozen=True, tag="help"):
    """Another Spirit adds cards to a torment (SPI-7)."""

    cards: CardSet


class Surrender(SeatOption, frozen=True, tag="give_up"):
    """The tormented Samurai gives up a sake (SPI-8)."""

    spot: Spot


class GiveTo(SeatOption, frozen=True, tag="give_to"):
    """The tormentor gives a stolen sake away (SPI-8)."""

    spirit: SeatAt


class Show(SeatOption, frozen=True, tag="show"):
    """At a real table: tell which card it is that a seat holds, or that was turned up (TRK-1)."""

    card: Card


class TellBack(SeatOption, frozen=True, tag="back"):
    """At a real table: tell the back on top of the pile (TRK-5)."""

    back: Literal["push", "brawl", "doze"]


def seat_target(seat: int) -> int:
    """A seat as a target."""
    return SEAT_AS_TARGET + seat


def is_seat(target: int) -> bool:
    """Whether a target is a seat, not a Disciple."""
    return target >= SEAT_AS_TARGET
