"""What seats choose (§31). Fields stand in the order of the option's id (DEC-7), after the seat whose it is.

Cells, zones and cards are plain text and pairs; `?` stands where the app follows a table and was not told.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from companion.model.core.contract import Option

Seat: TypeAlias = Annotated[str, "seat"]
Card: TypeAlias = Annotated[str, "card"]
At: TypeAlias = Annotated["tuple[int, int] | str", "place"]
"""A cell; ``?`` where figures have no places, or a zone where they have only zones."""
HandSlot: TypeAlias = Literal["right", "left"]
Slot: TypeAlias = Literal["right", "left", "both", "clothing", "reserve"]


class SeatOption(Option, frozen=True):
    """An option of one seat."""

    seat: Seat


# set-up ---------------------------------------------------------------------------------------------------------------


class TakeNature(SeatOption, frozen=True, tag="nature"):
    """SET-1."""

    nature: Card


class AddFollower(SeatOption, frozen=True, tag="add_follower"):
    """SET-12."""

    hero: Seat
    card: Card


class Enough(SeatOption, frozen=True, tag="enough"):
    """Ends a series that may stop (DEC-1)."""


class Put(SeatOption, frozen=True, tag="put"):
    """SET-3, OBJ-5."""

    item: Card
    slot: Slot


class Arranged(SeatOption, frozen=True, tag="arranged"):
    """Nothing more to put."""


class TakeMission(SeatOption, frozen=True, tag="mission"):
    """SET-4, at a table: which of the card's missions the die gave; `-1`: nobody tells."""

    card: Card
    n: int


class Version(SeatOption, frozen=True, tag="version"):
    """FOL-2: which of a follower's versions."""

    n: int


class TakeKami(SeatOption, frozen=True, tag="kami"):
    """SET-3, KAM-2."""

    card: Card


class Deploy(SeatOption, frozen=True, tag="deploy"):
    """Put a figure somewhere."""

    figure: str
    at: At


class Site(SeatOption, frozen=True, tag="site"):
    """Put a token somewhere."""

    token: str
    at: At


# strategy -------------------------------------------------------------------------------------------------------------


class Corrupt(SeatOption, frozen=True, tag="corrupt"):
    """COR-2."""

    tile: str


class Shift(SeatOption, frozen=True, tag="shift"):
    """COR-3."""

    from_: str
    to: str


class NoShift(SeatOption, frozen=True, tag="no_shift"):
    """COR-3: it stays."""


class TakeUpgrade(SeatOption, frozen=True, tag="upgrade"):
    """TRK-3."""

    upgrade: str


class CallSheet(SeatOption, frozen=True, tag="call"):
    """REI-1."""

    sheet: Card


class Pay(SeatOption, frozen=True, tag="pay"):
    """DEC-1: one card of the price."""

    card: Card


class CallsDone(SeatOption, frozen=True, tag="calls_done"):
    """No further call."""


class PlayCard(SeatOption, frozen=True, tag="play"):
    """STR-4; at a table whose plans lie in cardboard: what was laid, told at the reveal."""

    card: Card
    side: HandSlot


class Unplay(SeatOption, frozen=True, tag="unplay"):
    """STR-4: the card comes back to the hand."""

    card: Card


class Mark(SeatOption, frozen=True, tag="mark"):
    """OBJ-4."""

    slot: HandSlot


class Ready(SeatOption, frozen=True, tag="ready"):
    """STR-4: the plan stands, until the captain reopens all."""


class Order(SeatOption, frozen=True, tag="order"):
    """STR-5: the next initiative card from the top; at a table: the one just turned."""

    hero: Seat


class Reopen(SeatOption, frozen=True, tag="reopen"):
    """STR-5: back to the plans."""


class LayTechnique(SeatOption, frozen=True, tag="technique"):
    """STR-6; at a table ``?``, and after the reveal which it was."""

    card: Card
    sheet: Card


class TakeTechnique(SeatOption, frozen=True, tag="take_technique"):
    """STR-6: the card comes back to the hand."""

    sheet: Card


class TechniquesDone(SeatOption, frozen=True, tag="techniques_done"):
    """STR-6: all lie."""


# activation of a hero -------------------------------------------------------------------------------------------------


class PlayHost(SeatOption, frozen=True, tag="host_card"):
    """INV-8."""

    card: Card


class Pass(SeatOption, frozen=True, tag="pass"):
    """Nothing of what is offered."""


class Go(SeatOption, frozen=True, tag="go"):
    """MOV-1: into a neighbouring zone."""

    zone: str


class Stand(SeatOption, frozen=True, tag="stand"):
    """MOV-1: on a space; where there are no places, a move and no more."""

    at: At


class Attack(SeatOption, frozen=True, tag="attack"):
    """ATK-1, melee."""

    target: str


class Shoot(SeatOption, frozen=True, tag="shoot"):
    """ATK-1, ranged."""

    target: str


class Burst(SeatOption, frozen=True, tag="burst"):
    """ATK-7."""

    zone: str


class TakeTest(SeatOption, frozen=True, tag="test"):
    """TST-5: the token or place tested; where there are no tokens ``interrogation``, ``clue`` and the like."""

    place: str


class UseTalent(SeatOption, frozen=True, tag="talent"):
    """CRD-4."""

    card: Card
    effect: int


class UseObject(SeatOption, frozen=True, tag="object"):
    """OBJ: use of an object for an action."""

    item: Card
    effect: int


class Rearrange(SeatOption, frozen=True, tag="rearrange"):
    """OBJ-5."""


class Give(SeatOption, frozen=True, tag="give"):
    """OBJ-6."""

    item: Card
    hero: Seat


class OpenChest(SeatOption, frozen=True, tag="chest"):
    """OBJ-8."""

    token: str


class Recruit(SeatOption, frozen=True, tag="recruit"):
    """FOL-2; where it was not drawn by the app, `card` is told next."""

    token: str


class TakeFollower(SeatOption, frozen=True, tag="take_follower"):
    """FOL-7."""

    figure: str


class HandOver(SeatOption, frozen=True, tag="hand_over"):
    """FOL-6."""

    hero: Seat


class OpenDoor(SeatOption, frozen=True, tag="open_door"):
    """BRD-5."""

    at: At
    side: Literal["N", "E", "S", "W"]


class Special(SeatOption, frozen=True, tag="special"):
    """DEC-4: what a scenario or an extension names."""

    what: Annotated[str, "word"]
    about: Annotated[str, "about"] = ""


class Drop(SeatOption, frozen=True, tag="drop"):
    """OBJ-7."""

    item: Card


class Discard(SeatOption, frozen=True, tag="discard"):
    """INV-11, OBJ-8: an object given up."""

    item: Card


class Keep(SeatOption, frozen=True, tag="keep"):
    """OBJ-8: an object kept."""

    item: Card


class EndActivation(SeatOption, frozen=True, tag="end_activation"):
    """Done."""


# what is resolved -----------------------------------------------------------------------------------------------------


class Push(SeatOption, frozen=True, tag="push"):
    """ATK-6."""

    at: At


class Leave(SeatOption, frozen=True, tag="leave"):
    """ATK-6: not pushed."""


class RerollDice(SeatOption, frozen=True, tag="reroll"):
    """ATK-4: which dice, in the order rolled, from 0, joined by ``+``."""

    dice: Annotated[tuple[int, ...], "numbers"]


class KeepDice(SeatOption, frozen=True, tag="keep"):
    """ATK-4: no re-roll. Shares its name with `Keep`, which has a field more."""


class React(SeatOption, frozen=True, tag="react"):
    """ATK-11."""

    card: Card


class Pick(SeatOption, frozen=True, tag="choose"):
    """An effect's choice (FX-2): a figure, zone, tile, token or card."""

    what: str


class Done(SeatOption, frozen=True, tag="done"):
    """No further choice."""


class IntoHand(SeatOption, frozen=True, tag="into_hand"):
    """INV-7."""


class Follow(SeatOption, frozen=True, tag="follow"):
    """INV-7: the host follows."""

    hero: Seat


class CoverPower(SeatOption, frozen=True, tag="cover"):
    """STA-3, maimed."""

    power: int


# activation of the Oni ------------------------------------------------------------------------------------------------


class Activate(SeatOption, frozen=True, tag="activate"):
    """ONI-1."""

    sheet: Card


class NoSheet(SeatOption, frozen=True, tag="no_sheet"):
    """ONI-2, where the app cannot see by itself that no guard may act."""


class HostPower(SeatOption, frozen=True, tag="host_power"):
    """ONI-4."""

    card: Card


class PlayEvent(SeatOption, frozen=True, tag="event"):
    """ONI-6."""

    card: Card


class TakeFigure(SeatOption, frozen=True, tag="figure"):
    """ONI-5: the next figure."""

    figure: str


class EndFigure(SeatOption, frozen=True, tag="end_figure"):
    """ONI-5: it is done."""


class Escape(SeatOption, frozen=True, tag="escape"):
    """FIN-5."""


class Strike(SeatOption, frozen=True, tag="strike"):
    """MOV-11."""

    figure: str


# end of turn ----------------------------------------------------------------------------------------------------------


class AccuseNature(SeatOption, frozen=True, tag="accuse_nature"):
    """ACC-1."""

    card: Card


class AccuseHost(SeatOption, frozen=True, tag="accuse_host"):
    """ACC-1."""

    card: Card


class NoAccusation(SeatOption, frozen=True, tag="no_accusation"):
    """ACC-1: none, or no further one."""


# at a real table (§33) ------------------------------------------------------------------------------------------------


class Tell(SeatOption, frozen=True, tag="tell"):
    """TAB-1: which card was drawn, turned or shown; ``?`` or its kind (``?grey``) where only that is told."""

    card: Card


class Answer(SeatOption, frozen=True, tag="answer"):
    """TAB-5: what the table says: ``right`` or ``wrong``, ``passed`` or ``failed``."""

    says: Literal["right", "wrong", "passed", "failed"]


class Total(SeatOption, frozen=True, tag="total"):
    """TAB-5: the successes of a roll of real dice, KI included; of a test the sum."""

    n: int


class RollHere(SeatOption, frozen=True, tag="roll_here"):
    """`dice_entry` ``ask``: the app rolls this once."""


class DoIt(SeatOption, frozen=True, tag="do_it"):
    """TAB-7: what the table was reminded of is done."""


class LeaveIt(SeatOption, frozen=True, tag="leave_it"):
    """TAB-7: it is left alone."""


class RaiseAlert(SeatOption, frozen=True, tag="alert"):
    """ALR-1, where the app cannot see which tile a guard stands on."""
