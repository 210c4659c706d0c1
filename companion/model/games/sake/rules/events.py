"""What happened, in the past tense; names are for ever. Field types as in `options`."""

from __future__ import annotations

from typing import Annotated, Literal

from companion.model.core.contract import Event, Unknown
from companion.model.games.sake.state.options import Card, CardSet, Hands, Held, SeatAt, Side, Spot, Target


class SheetsDealt(Event, frozen=True, tag="SheetsDealt"):
    """C0: the sheets, from the first player on."""

    sheets: tuple[str, ...]


class PileShuffled(Event, frozen=True, tag="PileShuffled"):
    """C1: the cards of the new pile, top first."""

    order: Annotated[tuple[str, ...] | Unknown, "hidden"]
    count: int


class HandDealt(Event, frozen=True, tag="HandDealt"):
    """DEA-4."""

    seat: SeatAt
    hand: int
    life: int


class TurnBegan(Event, frozen=True, tag="TurnBegan"):
    seat: SeatAt
    turn: int


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    seat: SeatAt
    phase: str


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    by: SeatAt
    card: Hands
    """NO_CARD: the Attack that was kept, or one more of the same card."""
    target: Target
    weapon: Hands
    value: int
    ranged: bool


class MoveDeclared(Event, frozen=True, tag="MoveDeclared"):
    seat: SeatAt
    card: Card
    side: Side
    steps: int


class IaidoDeclared(Event, frozen=True, tag="IaidoDeclared"):
    seat: SeatAt
    card: Card
    side: Side
    steps: int
    target: Target
    weapon: Hands


class Moved(Event, frozen=True, tag="Moved"):
    seat: SeatAt
    side: Side
    steps: int


class Drunk(Event, frozen=True, tag="Drunk"):
    seat: SeatAt
    card: Hands
    """NO_CARD: the location gave it."""
    count: int


class SakePlaced(Event, frozen=True, tag="SakePlaced"):
    seat: SeatAt
    spot: Spot


class SakeLost(Event, frozen=True, tag="SakeLost"):
    """A counter has left the game."""

    seat: SeatAt
    spot: Spot
    how: Literal["burnt", "paid", "lost"]


class JarLost(Event, frozen=True, tag="JarLost"):
    """Counters of a Spirit have left the game."""

    seat: SeatAt
    count: int


class SakeStolen(Event, frozen=True, tag="SakeStolen"):
    """A tormented Samurai has given up a counter."""

    seat: SeatAt
    spot: Spot


class SakeGiven(Event, frozen=True, tag="SakeGiven"):
    """A Spirit has got counters."""

    spirit: SeatAt
    count: int


class SakeShifted(Event, frozen=True, tag="SakeShifted"):
    samurai: SeatAt
    from_: Spot
    to: Spot


class MasuStolen(Event, frozen=True, tag="MasuStolen"):
    spirit: SeatAt


class EventPlayed(Event, frozen=True, tag="EventPlayed"):
    seat: SeatAt
    card: Card
    target: Target


class PutInPlay(Event, frozen=True, tag="PutInPlay"):
    seat: SeatAt
    card: Card


class DisciplePlaced(Event, frozen=True, tag="DisciplePlaced"):
    seat: SeatAt
    card: Card
    side: Side


class ItemUsed(Event, frozen=True, tag="ItemUsed"):
    seat: SeatAt
    item: Card


class PlayGained(Event, frozen=True, tag="PlayGained"):
    seat: SeatAt


class SoulDrawn(Event, frozen=True, tag="SoulDrawn"):
    seat: SeatAt
    cards: Annotated[CardSet | Unknown, "hidden"]
    count: int


class CardDrawn(Event, frozen=True, tag="CardDrawn"):
    seat: SeatAt
    card: Annotated[Card | Unknown, "hidden"]


class CardsDiscarded(Event, frozen=True, tag="CardsDiscarded"):
    cards: CardSet


class HandDiscarded(Event, frozen=True, tag="HandDiscarded"):
    """A seat has discarded a card of its hand."""

    seat: SeatAt
    card: Card


class GearDiscarded(Event, frozen=True, tag="GearDiscarded"):
    seat: SeatAt
    card: Card


class WeaponHeld(Event, frozen=True, tag="WeaponHeld"):
    seat: SeatAt
    weapon: Held


class AnswerGiven(Event, frozen=True, tag="AnswerGiven"):
    """Somebody has answered in a window; never what."""

    seat: SeatAt


class CardsAdded(Event, frozen=True, tag="CardsAdded"):
    """A Spirit has helped in a torment."""

    spirit: SeatAt
    cards: CardSet


class Interrupted(Event, frozen=True, tag="Interrupted"):
    seat: SeatAt
    card: Card


class Defended(Event, frozen=True, tag="Defended"):
    seat: SeatAt
    card: Card
    defence: int


class DiscipleSacrificed(Event, frozen=True, tag="DiscipleSacrificed"):
    seat: SeatAt
    card: Card


class Dematerialised(Event, frozen=True, tag="Dematerialised"):
    spirit: SeatAt
    card: Card


class CardTurnedUp(Event, frozen=True, tag="CardTurnedUp"):
    """DSC-6, DSC-7."""

    card: Card


class Struck(Event, frozen=True, tag="Struck"):
    """An Attack has come to its end: what it did to its target."""

    target: Target
    value: int
    defence: int
    damage: int


class Wounded(Event, frozen=True, tag="Wounded"):
    """So many cards have gone from life to wounds."""

    seat: SeatAt
    cards: int


class Healed(Event, frozen=True, tag="Healed"):
    seat: SeatAt
    count: int


class DiscipleKilled(Event, frozen=True, tag="DiscipleKilled"):
    card: Card


class DiscipleAdvanced(Event, frozen=True, tag="DiscipleAdvanced"):
    card: Card
    steps: int


class AttackGivenUp(Event, frozen=True, tag="AttackGivenUp"):
    seat: SeatAt


class StepsChanged(Event, frozen=True, tag="StepsChanged"):
    seat: SeatAt
    change: Literal["add", "remove"]
    line: int
    stretch: int


class SamuraiDied(Event, frozen=True, tag="SamuraiDied"):
    seat: SeatAt


class SeppukuCommitted(Event, frozen=True, tag="SeppukuCommitted"):
    seat: SeatAt


class LineKept(Event, frozen=True, tag="LineKept"):
    """The ring has closed over a seat; of its lines this one stayed (RNG-1, as before)."""

    seat: SeatAt
    line: int


class LinesGone(Event, frozen=True, tag="LinesGone"):
    """The last line has gone."""

    seat: SeatAt


class DiscipleWentHome(Event, frozen=True, tag="DiscipleWentHome"):
    seat: SeatAt
    card: Card


class BecameSpirit(Event, frozen=True, tag="BecameSpirit"):
    seat: SeatAt


class PowerUsed(Event, frozen=True, tag="PowerUsed"):
    """A Spirit has named whom its power is about."""

    spirit: SeatAt
    power: Literal["brawl", "doze"]
    samurai: SeatAt


class CardGiven(Event, frozen=True, tag="CardGiven"):
    """C2: a card has wandered from hand to hand."""

    card: Annotated[str | Unknown, "hidden"]
    giver: SeatAt
    receiver: SeatAt


class TormentDeclared(Event, frozen=True, tag="TormentDeclared"):
    spirit: SeatAt
    samurai: SeatAt
    cards: CardSet


class FatalRoundBegan(Event, frozen=True, tag="FatalRoundBegan"):
    first: SeatAt
    extra: int


class GameEnded(Event, frozen=True, tag="GameEnded"):
    winners: Annotated[tuple[int, ...], "seats"]
    why: str


class SeatLeft(Event, frozen=True, tag="SeatLeft"):
    seat: SeatAt


class CardShown(Event, frozen=True, tag="CardShown"):
    """TRK-1: the app has been told a card; a Spirit's or turned up."""

    seat: SeatAt
    card: Card


class BackTold(Event, frozen=True, tag="BackTold"):
    """TRK-5."""

    back: str


class TableCorrected(Event, frozen=True, tag="TableCorrected"):
    """By hand; `what` names the fields."""

    what: tuple[str, ...]
