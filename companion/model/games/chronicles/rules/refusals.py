"""Why an option that is not offered is refused: the rule against it (§31)."""

from __future__ import annotations

from companion.model.core.contract import Option, Pending, Roll, seats_to_act
from companion.model.core.refusal import Refusal, refuse
from companion.model.games.chronicles.rules import equipment, hands, investigation, place_refusals, stealth, targets
from companion.model.games.chronicles.rules.activation import may_begin
from companion.model.games.chronicles.rules.reinforcements import open_to
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.options import Slot
from companion.model.games.chronicles.state.state import ONI, State


def refusal(state: State, asked: Pending, option: Option) -> Refusal:
    """The rule against an option; called when it is none of those offered."""
    assert isinstance(option, o.SeatOption)
    if isinstance(asked, Roll):
        return refuse("CMP-3", "Dice or cards have to answer first.")
    if option.seat not in seats_to_act(asked):
        return refuse("TRN-2", "It is not for {seat} to decide now.", seat=option.seat)
    if (by_place := place_refusals.refusal(state, option)) is not None:
        return by_place
    match option:
        case o.PlayCard(seat, card, side):
            return _not_laid(state, seat, card, side)
        case o.Ready():
            return refuse("CRD-2", "A plan has one or two cards, and one of them is an action card.")
        case o.TakeNature():
            return refuse("SET-1", "The Oni takes each nature once, out of the packs of this game.")
        case o.AddFollower():
            return refuse("SET-12", "A free follower joins a hero without one.")
        case o.TakeUpgrade():
            return refuse("TRK-3", "This upgrade cannot follow the one taken last.")
        case o.Corrupt() | o.Shift() | o.NoShift() if state.table.options.oni == "automatic":
            return refuse("AUT-2", "The token comes onto the tile that holds a hero and, of those, most guards.")
        case o.Corrupt():
            return refuse("COR-2", "A corruption token comes onto a tile without one.")
        case o.Shift() | o.NoShift():
            return refuse("COR-3", "A corruption token moves to an adjacent tile without one.")
        case o.Pay():
            return refuse("REI-1", "A call is paid with event cards of the Oni's hand.")
        case o.Deploy() | o.Site():
            return _not_put_there(state)
        case o.NoSheet():
            return refuse("ONI-1", "A sheet can act, so one is activated.")
        case o.HostPower():
            return refuse("ONI-4", "One black host card, at the very start of an activation.")
        case o.TakeFigure(_, id) if (figure := state.figure(id)) is not None and may_begin(state, figure) is False:
            return refuse("ONI-3", "A guard acts on a corrupted tile, or once the alert is raised.")
        case o.TakeFigure():
            return refuse("ONI-5", "Each figure of the sheet acts once, one after the other.")
        case o.Activate(_, sheet):
            if sheet in state.oni.activated:
                return refuse("ONI-1", "This sheet has its activation token already.")
            return refuse("ONI-3", "No figure of this sheet can act.")
        case o.CallSheet(_, sheet) if sheet in state.table.sheets and not open_to(state, sheet):
            return refuse("REI-2", "No reinforcement space of its colour is free.")
        case o.CallSheet():
            return refuse("REI-1", "No figures are left of this sheet, or the Oni cannot pay.")
        case o.LayTechnique():
            return refuse("STR-6", "At most one technique a sheet, and as many as there are heroes in play.")
        case o.NoAccusation():
            return refuse("ACC-7", "This turn asks for an accusation.")
        case o.AccuseNature() | o.AccuseHost():
            return refuse("ACC-1", "One nature and one suspect at most can be accused.")
        case o.Escape():
            return refuse("FIN-5", "The demon escapes once a hero is out after the final combat began.")
        case o.PlayEvent():
            return refuse("ONI-6", "One event card of the Oni's hand, once in an activation.")
        case o.PlayHost():
            return refuse("ACT-2", "One host card, at the very start of an activation.")
        case o.Attack(seat, id) | o.Shoot(seat, id):
            return _not_attacked(state, seat, id, "attack" if isinstance(option, o.Attack) else "shoot")
        case o.Push() | o.Leave():
            return refuse("ATK-6", "After a hit, the target can be pushed to a free space adjacent to the attacker.")
        case o.TakeTest(_, place):
            if any(one.id == place and one.type == "host" and one.turned for one in state.tokens):
                return refuse("INV-4", "A host token that has been turned is not tested again.")
            if (
                option.seat != ONI
                and state.hero(option.seat).actions
                and not investigation.can_pay(state, option.seat, place)
            ):
                return refuse("INV-11", "This host asks for more objects than the hero has.")
            return refuse("TST-5", "There is nothing to test here.")
        case o.Burst():
            return refuse("ATK-7", "A volley needs a talent or an object for it, and an opponent in the zone.")
        case o.React():
            return refuse("ATK-11", "A reaction is announced by whom is attacked, before the dice.")
        case o.UseTalent():
            return refuse("CRD-4", "This talent cannot be used now.")
        case o.Put(seat, item, slot):
            return _not_put(state, seat, item, slot)
        case o.Arranged():
            return refuse("OBJ-5", "Something still has no place.")
        case o.Rearrange():
            return refuse("OBJ-5", "Nothing could lie elsewhere, or no action is left.")
        case o.Mark():
            return refuse("OBJ-4", "Only one of two one-handed objects is marked, and not now.")
        case o.Give():
            return refuse("OBJ-6", "An object of the reserve goes to another hero’s reserve that has room.")
        case o.Drop():
            return refuse("OBJ-7", "One object of one’s own, once in an activation, and not a cursed one.")
        case o.OpenChest() | o.Keep() | o.Discard():
            return refuse("OBJ-8", "A chest gives so many objects, as far as the reserve takes them.")
        case o.Recruit() | o.Version():
            return refuse("FOL-2", "There is no such follower to recruit, or this hero has one.")
        case o.TakeFollower():
            return refuse("FOL-7", "Only a follower that belongs to nobody comes along, to a hero who has none.")
        case o.HandOver():
            return refuse("FOL-6", "A follower, and no Kami, goes to a hero who has none.")
        case o.Go() | o.Stand():
            return refuse("MOV-1", "Nobody moves now, or no action is left.")
        case o.Strike() | o.Deploy() if stealth.heard(state):
            return refuse("MOV-11", "The guards of the tile are put on its free spaces, then those adjacent attack.")
        case o.TakeKami():
            return refuse("KAM-2", "This Kami cannot be summoned now.")
    return refuse("DEC-5", "This is not possible now.")


def _not_attacked(state: State, seat: str, id: str, kind: targets.Kind) -> Refusal:
    attacker, target = targets.acting(state, seat), state.figure(id)
    if attacker is None or target is None:
        return refuse("ATK-1", "This figure cannot attack that target now.")
    found = targets.refusal(state, attacker, target, kind)
    return found or refuse("ATK-1", "This figure cannot attack that target now.")


def _not_put_there(state: State) -> Refusal:
    """SET-3, REI-2, KAM-2, BRD-11: why nobody is put on that place."""
    match state.frames[-1] if state.frames else None:
        case f.OutfitFrame():
            return refuse("SET-3", "Heroes and their followers begin on free spaces of the start zone.")
        case f.CallFrame():
            return refuse("REI-2", "Reinforcements come on free spaces of their colour that work with so many heroes.")
        case f.SummonFrame():
            return refuse("KAM-2", "A Kami appears on a free space adjacent to its summoner.")
        case f.WhereFrame() | f.SitesFrame():
            return refuse("BRD-11", "This space is not free.")
    return refuse("DEC-5", "This is not possible now.")


def _not_put(state: State, seat: str, item: str, slot: Slot) -> Refusal:
    hero, box = state.hero(seat) if seat != ONI else None, state.table.box
    if hero is None or item not in equipment.objects_of(hero.gear):
        return refuse("OBJ-5", "This hero does not have that object.")
    if equipment.cursed(box, item):
        return refuse("OBJ-11", "A cursed object stays where it lies.")
    if not equipment.may_lie(box, hero.card, item, slot):
        return refuse("OBJ-2", "This object is not for that place, or not for this hero’s class.")
    return refuse("OBJ-5", "It lies there already, or there is no room.")


def _not_laid(state: State, seat: str, card: str, side: str) -> Refusal:
    hero = state.hero(seat) if seat != ONI else None
    if hero is None or (card not in hands.may_hold(hero) and card not in hero.wounds):
        return refuse("CRD-2", "This card is not in the hand.")
    if side not in hands.sides_of(state.table.box, card):
        return refuse("CRD-1", "This card has nothing on that side.")
    return refuse("CRD-2", "At most one card lies on each side.")
