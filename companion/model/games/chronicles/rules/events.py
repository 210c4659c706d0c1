"""What happened, in the past tense; names are for ever. Cards that not everybody may see are `Hidden` (`Conceals`)."""

from __future__ import annotations

from typing import Literal

from companion.model.core.contract import Event
from companion.model.games.chronicles.box.effects import Status, TestKind
from companion.model.games.chronicles.state.options import At, Card, Seat


class TurnBegan(Event, frozen=True, tag="TurnBegan"):
    """TRN-1, TRK-5."""

    turn: int


class StageBegan(Event, frozen=True, tag="StageBegan"):
    """A stage of the turn, as positions name it."""

    stage: str


class CardsDealt(Event, frozen=True, tag="CardsDealt"):
    """SET-6, SET-9: what was dealt at set-up; `card` is for those who may know it."""

    what: Literal["host", "guilty", "nature", "surprise", "event"]
    card: Card
    seat: Seat


class TrialTurned(Event, frozen=True, tag="TrialTurned"):
    """AUT-1."""

    card: Card


class TileCorrupted(Event, frozen=True, tag="TileCorrupted"):
    """COR-2; `tile` is ``?`` where the app does not know tiles: a duty told."""

    tile: str
    red: bool


class CorruptionMoved(Event, frozen=True, tag="CorruptionMoved"):
    """COR-3."""

    from_: str
    to: str


class CorruptionMayMove(Event, frozen=True, tag="CorruptionMayMove"):
    """COR-3 where the app does not know tiles: a duty told."""

    must: bool


class UpgradeTaken(Event, frozen=True, tag="UpgradeTaken"):
    """TRK-3."""

    upgrade: str


class CallMade(Event, frozen=True, tag="CallMade"):
    """REI-1."""

    sheet: Card


class CardPaid(Event, frozen=True, tag="CardPaid"):
    """REI-1: an event card discarded, open."""

    card: Card


class FigurePlaced(Event, frozen=True, tag="FigurePlaced"):
    """A figure came into play, or was put somewhere (MOV-10)."""

    figure: str
    card: Card
    at: At


class NatureChosen(Event, frozen=True, tag="NatureChosen"):
    """SET-1: a nature that the Oni may have."""

    card: Card


class TokenPlaced(Event, frozen=True, tag="TokenPlaced"):
    """SET-6, SET-7: a token came onto the board; `card` ``?``: nobody told what is on it."""

    token: str
    card: Card
    at: At


class FigureMoved(Event, frozen=True, tag="FigureMoved"):
    """MOV-1."""

    figure: str
    at: At


class PlanChanged(Event, frozen=True, tag="PlanChanged"):
    """STR-4: a hero plans; what lies there, its camp sees in the plan."""

    seat: Seat


class HeroReady(Event, frozen=True, tag="HeroReady"):
    """STR-4."""

    seat: Seat


class ObjectMarked(Event, frozen=True, tag="ObjectMarked"):
    """OBJ-4."""

    seat: Seat
    slot: str


class OrderSet(Event, frozen=True, tag="OrderSet"):
    """STR-5: a card was put on the initiative pile."""

    seat: Seat


class PlansReopened(Event, frozen=True, tag="PlansReopened"):
    """STR-5."""


class TechniqueLaid(Event, frozen=True, tag="TechniqueLaid"):
    """STR-6."""

    sheet: Card
    card: Card


class TechniqueTaken(Event, frozen=True, tag="TechniqueTaken"):
    """STR-6."""

    sheet: Card


class PlanShown(Event, frozen=True, tag="PlanShown"):
    """STR-7."""

    seat: Seat
    right: Card | None
    left: Card | None


class TechniqueShown(Event, frozen=True, tag="TechniqueShown"):
    """STR-7."""

    sheet: Card
    card: Card


class ActivationBegan(Event, frozen=True, tag="ActivationBegan"):
    """ACT-1, ONI-1: of a hero, or of the Oni."""

    seat: Seat


class SheetActivated(Event, frozen=True, tag="SheetActivated"):
    """ONI-1."""

    sheet: Card


class FigureActed(Event, frozen=True, tag="FigureActed"):
    """ONI-5, FOL-3: the turn of a figure within an activation began."""

    figure: str


class ActivationEnded(Event, frozen=True, tag="ActivationEnded"):
    """ACT-5, ONI-7."""

    seat: Seat


class AttackDeclared(Event, frozen=True, tag="AttackDeclared"):
    """ATK-2, with the dice to take and the number to reach."""

    attacker: str
    target: str
    how: Literal["attack", "shoot", "burst"]
    combat: int
    action: int
    defense: int


class DiceRolled(Event, frozen=True, tag="DiceRolled"):
    """Faces of one roll, `what` as `Roll.kind`."""

    figure: str
    what: str
    faces: tuple[int | str, ...]


class Reacted(Event, frozen=True, tag="Reacted"):
    """ATK-11: a card announced for an attack before its dice."""

    seat: Seat
    card: Card


class AttackResolved(Event, frozen=True, tag="AttackResolved"):
    """ATK-5."""

    attacker: str
    target: str
    total: int
    hit: bool


class TestResolved(Event, frozen=True, tag="TestResolved"):
    """TST-1; `total` is `-1` where only the result was told."""

    figure: str
    place: str
    total: int
    passed: bool
    test: TestKind | None = None


class TestEased(Event, frozen=True, tag="TestEased"):
    """TST-4: a `−1` token."""

    place: str
    minus: int


class FigurePushed(Event, frozen=True, tag="FigurePushed"):
    """ATK-6."""

    figure: str
    at: At


class DamageTaken(Event, frozen=True, tag="DamageTaken"):
    """DMG-1; `damage` lies on the sheet now."""

    figure: str
    n: int
    damage: int


class Healed(Event, frozen=True, tag="Healed"):
    """DMG-3; `by`: whose card or talent did it."""

    figure: str
    n: int
    damage: int
    by: str | None = None


class FigureRemoved(Event, frozen=True, tag="FigureRemoved"):
    """DMG-1, FOL-4, KAM-1; `by`: whose deed it was, and whether an attack of its own."""

    figure: str
    card: Card
    by: str | None = None
    attack: bool = False


class StatusGiven(Event, frozen=True, tag="StatusGiven"):
    """STA-1."""

    figure: str
    status: Status


class StatusTurned(Event, frozen=True, tag="StatusTurned"):
    """STA-2."""

    figure: str
    status: Status


class StatusEnded(Event, frozen=True, tag="StatusEnded"):
    """STA-2."""

    figure: str
    status: Status


class AlertRaised(Event, frozen=True, tag="AlertRaised"):
    """ALR-1."""


class CardsTakenBack(Event, frozen=True, tag="CardsTakenBack"):
    """CRD-6."""

    seat: Seat


class PlanDiscarded(Event, frozen=True, tag="PlanDiscarded"):
    """CRD-5."""

    seat: Seat


class WoundDrawn(Event, frozen=True, tag="WoundDrawn"):
    """DMG-2; the card is the heroes'."""

    seat: Seat
    card: Card


class DamageIgnored(Event, frozen=True, tag="DamageIgnored"):
    """Effect `shield`."""

    figure: str
    card: Card


class EffectBegan(Event, frozen=True, tag="EffectBegan"):
    """FX-3: effect `index` of a card holds on these figures from now on."""

    card: Card
    index: int
    figures: tuple[str, ...]
    bearer: str


class ToBeDone(Event, frozen=True, tag="ToBeDone"):
    """TAB-5: the table does on the board what effect `index` of a card says."""

    card: Card
    index: int
    bearer: str


class CardTurned(Event, frozen=True, tag="CardTurned"):
    """The initiative card turned after a shuffle."""

    seat: Seat


class OrderShuffled(Event, frozen=True, tag="OrderShuffled"):
    """EVT-5: initiative cards not yet turned."""


class HeroOut(Event, frozen=True, tag="HeroOut"):
    """WND-2."""

    seat: Seat


class WeaknessHealed(Event, frozen=True, tag="WeaknessHealed"):
    """CRD-7."""

    seat: Seat


class TokenTurned(Event, frozen=True, tag="TokenTurned"):
    """INV-3."""

    token: str


class TokenRemoved(Event, frozen=True, tag="TokenRemoved"):
    """INV-3, OBJ-8."""

    token: str


class EventDrawn(Event, frozen=True, tag="EventDrawn"):
    """EOT-5, ONI-2; the card is the Oni's."""

    card: Card


class EventPlayed(Event, frozen=True, tag="EventPlayed"):
    """ONI-6."""

    card: Card


class TalentUsed(Event, frozen=True, tag="TalentUsed"):
    """CRD-4."""

    seat: Seat
    card: Card


class ObjectUsed(Event, frozen=True, tag="ObjectUsed"):
    """ACT-3."""

    seat: Seat
    item: Card


class ObjectDrawn(Event, frozen=True, tag="ObjectDrawn"):
    """OBJ-8: an object drawn from the pile, open to all; what is kept of it moves next."""

    seat: Seat
    item: Card


class ObjectMoved(Event, frozen=True, tag="ObjectMoved"):
    """OBJ-1, OBJ-6 to OBJ-9: an object lies elsewhere; `slot` None: it was discarded."""

    seat: Seat
    item: Card
    slot: str | None


class FollowerMet(Event, frozen=True, tag="FollowerMet"):
    """FOL-2: a token turned, or told: who it is."""

    seat: Seat
    card: Card


class FollowerJoined(Event, frozen=True, tag="FollowerJoined"):
    """FOL-2, FOL-6, FOL-7, KAM-2."""

    figure: str
    card: Card
    seat: Seat


class FollowerLeft(Event, frozen=True, tag="FollowerLeft"):
    """FOL-7: ownerless."""

    figure: str


class KamiTurned(Event, frozen=True, tag="KamiTurned"):
    """KAM-1."""

    figure: str


class SetByHand(Event, frozen=True, tag="SetByHand"):
    """The table's free hand: `what` was set, about whom or what, to which value, in the words of the correction."""

    what: str
    about: str
    value: str
