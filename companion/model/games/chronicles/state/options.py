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
    """A nature that is in the game (SET-1)."""

    nature: Card


class AddFollower(SeatOption, frozen=True, tag="add_follower"):
    """A follower joins a hero, where there are fewer heroes than the scenario recommends (SET-12)."""

    hero: Seat
    card: Card


class Enough(SeatOption, frozen=True, tag="enough"):
    """Ends a series that may stop (DEC-1)."""


class Put(SeatOption, frozen=True, tag="put"):
    """Put an object into a slot (SET-3, OBJ-5)."""

    item: Card
    slot: Slot


class Arranged(SeatOption, frozen=True, tag="arranged"):
    """Nothing more to put."""


class TakeMission(SeatOption, frozen=True, tag="mission"):
    """At a table: which of the card's missions the die gave (SET-4); `-1`: nobody tells."""

    card: Card
    n: int


class Version(SeatOption, frozen=True, tag="version"):
    """Which of a follower's versions (FOL-2)."""

    n: int


class TakeKami(SeatOption, frozen=True, tag="kami"):
    """The Kami card taken along (SET-3), or the one that is summoned (KAM-2)."""

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
    """Put the corruption token of this turn on a tile (COR-2)."""

    tile: str


class Shift(SeatOption, frozen=True, tag="shift"):
    """Move a corruption token to an adjacent tile (COR-3)."""

    from_: str
    to: str


class NoShift(SeatOption, frozen=True, tag="no_shift"):
    """Leave the corruption tokens where they lie (COR-3)."""


class TakeUpgrade(SeatOption, frozen=True, tag="upgrade"):
    """Take an upgrade of the track (TRK-3)."""

    upgrade: str


class CallSheet(SeatOption, frozen=True, tag="call"):
    """Call reinforcements of a sheet (REI-1)."""

    sheet: Card


class Pay(SeatOption, frozen=True, tag="pay"):
    """One card of the price of a call (DEC-1)."""

    card: Card


class CallsDone(SeatOption, frozen=True, tag="calls_done"):
    """No further call."""


class PlayCard(SeatOption, frozen=True, tag="play"):
    """Lay a card on a side of the plan (STR-4); at a table whose plans lie in cardboard: what was laid, told at the
    reveal.
    """

    card: Card
    side: HandSlot


class Unplay(SeatOption, frozen=True, tag="unplay"):
    """Take a card of the plan back into the hand (STR-4)."""

    card: Card


class Mark(SeatOption, frozen=True, tag="mark"):
    """Which of two hands is used (OBJ-4)."""

    slot: HandSlot


class Ready(SeatOption, frozen=True, tag="ready"):
    """The plan stands, until the captain reopens all (STR-4)."""


class Order(SeatOption, frozen=True, tag="order"):
    """The next initiative card from the top (STR-5); at a table: the one just turned."""

    hero: Seat


class Reopen(SeatOption, frozen=True, tag="reopen"):
    """Back to the plans (STR-5)."""


class LayTechnique(SeatOption, frozen=True, tag="technique"):
    """Lay an event card at a sheet (STR-6); at a table `?`, and after the reveal which it was."""

    card: Card
    sheet: Card


class TakeTechnique(SeatOption, frozen=True, tag="take_technique"):
    """Take the card at a sheet back into the hand (STR-6)."""

    sheet: Card


class TechniquesDone(SeatOption, frozen=True, tag="techniques_done"):
    """No more techniques (STR-6)."""


# activation of a hero -------------------------------------------------------------------------------------------------


class PlayHost(SeatOption, frozen=True, tag="host_card"):
    """Play a grey host card (INV-8)."""

    card: Card


class Pass(SeatOption, frozen=True, tag="pass"):
    """Nothing of what is offered."""


class Go(SeatOption, frozen=True, tag="go"):
    """Go into a neighbouring zone (MOV-1)."""

    zone: str


class Stand(SeatOption, frozen=True, tag="stand"):
    """Stand on a space (MOV-1); where there are no places, a move and no more."""

    at: At


class Attack(SeatOption, frozen=True, tag="attack"):
    """A melee attack (ATK-1)."""

    target: str


class Shoot(SeatOption, frozen=True, tag="shoot"):
    """A ranged attack (ATK-1)."""

    target: str


class Burst(SeatOption, frozen=True, tag="burst"):
    """One attack on everybody in a zone (ATK-7)."""

    zone: str


class TakeTest(SeatOption, frozen=True, tag="test"):
    """Test a token or a place (TST-5); where the app knows no tokens `host`, `scroll` or `clue`."""

    place: str


class UseTalent(SeatOption, frozen=True, tag="talent"):
    """Use the talent laid, or a power of the figure, for an action (CRD-4); `effect` counts from 0."""

    card: Card
    effect: int


class UseObject(SeatOption, frozen=True, tag="object"):
    """Use an object for an action; `effect` counts from 0."""

    item: Card
    effect: int


class Rearrange(SeatOption, frozen=True, tag="rearrange"):
    """Rearrange the equipment for an action (OBJ-5)."""


class Give(SeatOption, frozen=True, tag="give"):
    """Give an object of the reserve to an adjacent hero (OBJ-6)."""

    item: Card
    hero: Seat


class OpenChest(SeatOption, frozen=True, tag="chest"):
    """Search a chest (OBJ-8)."""

    token: str


class Recruit(SeatOption, frozen=True, tag="recruit"):
    """Turn a follower face up (FOL-2); where it was not drawn by the app, `card` is told next."""

    token: str


class TakeFollower(SeatOption, frozen=True, tag="take_follower"):
    """Take an ownerless follower along (FOL-7)."""

    figure: str


class HandOver(SeatOption, frozen=True, tag="hand_over"):
    """Hand the follower over to a hero beside it (FOL-6)."""

    hero: Seat


class OpenDoor(SeatOption, frozen=True, tag="open_door"):
    """Open a door (BRD-5)."""

    at: At
    side: Literal["N", "E", "S", "W"]


class Special(SeatOption, frozen=True, tag="special"):
    """What a scenario or an extension names (DEC-4): `lift_curse` with the object (OBJ-11)."""

    what: Annotated[str, "word"]
    about: Annotated[str, "about"] = ""


class Drop(SeatOption, frozen=True, tag="drop"):
    """Discard an object, free (OBJ-7)."""

    item: Card


class Discard(SeatOption, frozen=True, tag="discard"):
    """Give an object up (INV-11, OBJ-8)."""

    item: Card


class Keep(SeatOption, frozen=True, tag="keep"):
    """Keep an object that was drawn (OBJ-8)."""

    item: Card


class EndActivation(SeatOption, frozen=True, tag="end_activation"):
    """End the activation."""


# what is resolved -----------------------------------------------------------------------------------------------------


class Push(SeatOption, frozen=True, tag="push"):
    """Push the target to a space (ATK-6)."""

    at: At


class Leave(SeatOption, frozen=True, tag="leave"):
    """Push nobody (ATK-6)."""


class RerollDice(SeatOption, frozen=True, tag="reroll"):
    """Roll dice again (ATK-4), by their numbers in the order rolled, from 0, joined by `+`."""

    dice: Annotated[tuple[int, ...], "numbers"]


class KeepDice(SeatOption, frozen=True, tag="keep"):
    """Keep the dice as they lie (ATK-4). Shares its name with the `keep` that has an item."""


class React(SeatOption, frozen=True, tag="react"):
    """A card that is announced for an attack (ATK-11)."""

    card: Card


class Pick(SeatOption, frozen=True, tag="choose"):
    """What an effect asks for (FX-2): a figure, zone, tile, token, door or card."""

    what: str


class Done(SeatOption, frozen=True, tag="done"):
    """No further choice."""


class IntoHand(SeatOption, frozen=True, tag="into_hand"):
    """The host card goes into the common hand (INV-7)."""


class Follow(SeatOption, frozen=True, tag="follow"):
    """The host follows a hero (INV-7)."""

    hero: Seat


class CoverPower(SeatOption, frozen=True, tag="cover"):
    """Which power is covered, of a figure that is maimed (STA-3)."""

    power: int


# activation of the Oni ------------------------------------------------------------------------------------------------


class Activate(SeatOption, frozen=True, tag="activate"):
    """Activate a sheet (ONI-1)."""

    sheet: Card


class NoSheet(SeatOption, frozen=True, tag="no_sheet"):
    """No sheet can act (ONI-2), where the app cannot see by itself that no guard may."""


class HostPower(SeatOption, frozen=True, tag="host_power"):
    """Play a black host card (ONI-4)."""

    card: Card


class PlayEvent(SeatOption, frozen=True, tag="event"):
    """Play an event card for its effect (ONI-6)."""

    card: Card


class TakeFigure(SeatOption, frozen=True, tag="figure"):
    """The figure of the sheet that acts next (ONI-5)."""

    figure: str


class EndFigure(SeatOption, frozen=True, tag="end_figure"):
    """The figure is done (ONI-5)."""


class Escape(SeatOption, frozen=True, tag="escape"):
    """The demon escapes (FIN-5)."""


class Strike(SeatOption, frozen=True, tag="strike"):
    """The guard that attacks next (MOV-11)."""

    figure: str


# end of turn ----------------------------------------------------------------------------------------------------------


class AccuseNature(SeatOption, frozen=True, tag="accuse_nature"):
    """Accuse a nature (ACC-1)."""

    card: Card


class AccuseHost(SeatOption, frozen=True, tag="accuse_host"):
    """Accuse a suspect (ACC-1)."""

    card: Card


class NoAccusation(SeatOption, frozen=True, tag="no_accusation"):
    """No accusation, or no further one (ACC-1)."""


# at a real table (§33) ------------------------------------------------------------------------------------------------


class Tell(SeatOption, frozen=True, tag="tell"):
    """Which card was drawn, turned or shown (TAB-1); `?` or its kind (`?grey`) where only that is told."""

    card: Card


class Answer(SeatOption, frozen=True, tag="answer"):
    """What the table says (TAB-5): `right` or `wrong`, `passed` or `failed`."""

    says: Literal["right", "wrong", "passed", "failed"]


class Total(SeatOption, frozen=True, tag="total"):
    """The successes of a roll of real dice, KI included (TAB-5); of a test the sum."""

    n: int


class RollHere(SeatOption, frozen=True, tag="roll_here"):
    """The app rolls this once (`dice_entry` `ask`)."""


class DoIt(SeatOption, frozen=True, tag="do_it"):
    """TAB-7: what the table was reminded of is done."""


class LeaveIt(SeatOption, frozen=True, tag="leave_it"):
    """TAB-7: it is left alone."""


class RaiseAlert(SeatOption, frozen=True, tag="alert"):
    """ALR-1, where the app cannot see which tile a guard stands on."""
