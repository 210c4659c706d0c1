"""Why an option is not offered: the rule that forbids it, in a sentence. Asked only of options that are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Option, Pending, choices_of
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import N_
from companion.model.games.sake.box.deck import DISCIPLE, EVENT, INTERRUPTION, ITEM, NO_CARD, WEAPON
from companion.model.games.sake.rules.legal import MOST_AT_ONCE, cancelled_by, matching, twin
from companion.model.games.sake.rules.reach import Reach, bonus_steps
from companion.model.games.sake.rules.tracking import by_type
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.ring import most_steps
from companion.model.games.sake.state.state import LETTERS, LIFE, PLAY, SAMURAI, Seat, State, box, free_spots

PLAYED = (o.Attack, o.Move, o.Iaido, o.Drink, o.PlayEvent, o.Put, o.PutDisciple)
"""What costs a play."""


def refusal(state: State, asked: Pending, option: Option) -> Refusal:
    """The rule against an option that is not offered."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.OverFrame):
        return refuse("FAT-8", "The game is over.")
    choices = choices_of(asked)
    if not choices:
        return refuse("CHN-1", "Chance is asked first.")
    if not isinstance(option, o.SeatOption) or option.seat not in range(state.count):
        return refuse("DEC-0", "This game has no such choice.")
    letter = LETTERS[option.seat]
    if isinstance(option, o.Interrupt) and option.seat == state.active:
        return refuse("ITR-1", "An interruption is only played in another player's turn.")
    if letter not in [choice.seat for choice in choices]:
        window = isinstance(top, f.WindowFrame | f.HelpFrame)
        return refuse("ASK-1" if window else "TUR-1", "{seat} has nothing to decide now.", seat=letter)
    kinds = {type(one) for choice in choices if choice.seat == letter for one in choice.options}
    if top is None and state.phase == PLAY and isinstance(option, PLAYED):
        return _play(state, state.seats[option.seat], option)
    if type(option) not in kinds and type(option) not in _EVEN_SO:
        return refuse(*_ELSEWHERE.get(type(option), ("DEC-0", N_("This is not the choice to be made now."))))
    return _WHY[type(option)](state, state.seats[option.seat], option)


# phase 1 --------------------------------------------------------------------------------------------------------------


def _play(state: State, of: Seat, option: Any) -> Refusal:
    if state.plays < 1:
        return refuse("TUR-3", "No plays are left in this turn: end the phase, or burn sake for another play.")
    if option.card not in of.hand and not (of.hand and of.hand[0] < 0):
        return refuse("TUR-3", "This card is not in the hand.")
    if option.card not in of.hand and option.card >= 0 and option.card not in by_type(state, option.seat):
        return refuse("TRK-1", "This card cannot be the one that is told.")
    return _PLAYS[type(option)](state, of, option)


def _attack(state: State, of: Seat, option: o.Attack) -> Refusal:
    return attack_refusal(state, of, option.seat, option.target, option.weapon)


def attack_refusal(state: State, of: Seat, seat: int, target: int, weapon: int) -> Refusal:
    """ATK-2 … ATK-5."""
    reach = Reach(state, seat)
    if target not in reach.ghosts and target not in [one for one, _ in reach.places]:
        return refuse("ATK-4", "Only other Samurai, opposing Disciples and Spirits with sake can be attacked.")
    if weapon == NO_CARD:
        if reach.weapons:
            return refuse("ATK-3", "With a usable weapon in play nobody strikes with bare hands.")
        return refuse("ATK-3", "Bare hands reach exactly 1 step.")
    if weapon not in of.gear or state.table.deck.text[weapon] != WEAPON:
        return refuse("ATK-2", "An attack needs a weapon that is in play.")
    if weapon in of.sake:
        return refuse("ATK-2", "This weapon has sake on it: it cannot be used. Burn the sake first.")
    return refuse("ATK-2", "The target is out of this weapon's range.")


def _move(state: State, of: Seat, option: o.Move) -> Refusal:
    most = state.table.deck.move[option.card] + bonus_steps(state.table, option.seat, of)
    return move_refusal(state, option.seat, option.side, option.steps, most, "WLK-1")


def move_refusal(state: State, seat: int, side: o.Side, steps: int, most: int, rule: str) -> Refusal:
    """WLK-1 … WLK-6; `rule`: which one says how many steps there are."""
    if not state.lines:
        return refuse("WLK-6", "The last Samurai alive does not move.")
    ways = most_steps(state.lines, seat, most, box(state))
    if side not in ways:
        return refuse("WLK-5" if len(state.lines) == 1 else "WLK-1", "There is no such side to move to.")
    if not 1 <= steps <= most:
        return refuse(rule, "The move is 1 to {most} steps.", most=most)
    if side == "away":
        return refuse("WLK-5", "The box holds only {count} cubes.", count=box(state))
    return refuse("WLK-3", "Nobody passes an opponent: at least 1 step must remain between them.")


def _iaido(state: State, of: Seat, option: o.Iaido) -> Refusal:
    if not state.lines:
        return refuse("IAI-1", "The last Samurai alive has nobody to draw against.")
    if not of.seated:
        return refuse("IAI-1", "Only a seated Samurai can draw in one motion with his move.")
    bonus = bonus_steps(state.table, option.seat, of) if state.table.options.iaido_bonus else 0
    ways = most_steps(state.lines, option.seat, 2 + bonus, box(state))
    if not 1 <= option.steps <= ways.get(option.side, 0):
        return move_refusal(state, option.seat, option.side, option.steps, 2 + bonus, "IAI-1")
    why = attack_refusal(state, of, option.seat, option.target, option.weapon)
    return Refusal("IAI-2", why.why)


def _drink(state: State, of: Seat, option: o.Drink) -> Refusal:
    if state.fatal is not None:
        return refuse("FAT-1", "In the Fatal Round the Masu is empty: nothing can be drunk.")
    if not state.masu:
        return refuse("DRK-1", "The Masu is empty.")
    if not free_spots(of):
        return refuse("DRK-1", "There is no free place for sake.")
    return refuse("DRK-1", "This card has no drink on it.")


def _event(state: State, of: Seat, option: o.PlayEvent) -> Refusal:
    deck = state.table.deck
    text, effect = deck.text[option.card], deck.effect[option.card]
    if text == INTERRUPTION:
        return refuse("ITR-1", "An interruption is only played in another player's turn.")
    if text != EVENT:
        return refuse("EVT-1", "This card is no event.")
    if effect.attack is not None:
        if effect.attack.pay and option.pay not in of.sake:
            return refuse("EVT-1", "This event is paid with one of your own sake.")
        return refuse("EVT-2", "The event attacks a Samurai or an opposing Disciple in its range.")
    return refuse("EVT-1", "The event would do nothing, or not to this target.")


def _put(state: State, of: Seat, option: o.Put) -> Refusal:
    if state.table.deck.text[option.card] not in (WEAPON, ITEM):
        return refuse("GEA-1", "Only weapons and items are put in play.")
    assert twin(state, of, option.card)
    return refuse("GEA-1", "An identical card is in play already.")


def _put_disciple(state: State, of: Seat, option: o.PutDisciple) -> Refusal:
    if state.table.deck.text[option.card] != DISCIPLE:
        return refuse("DSC-2", "This card is no Disciple.")
    if not state.lines:
        return refuse("DSC-2", "The last Samurai alive has no line for a Disciple.")
    return refuse("DSC-2", "A Disciple is put on the left or right line; with two Samurai alive, on the only line.")


_PLAYS: Mapping[type, Callable[[State, Seat, Any], Refusal]] = {
    o.Attack: _attack,
    o.Move: _move,
    o.Iaido: _iaido,
    o.Drink: _drink,
    o.PlayEvent: _event,
    o.Put: _put,
    o.PutDisciple: _put_disciple,
}


# everything else ------------------------------------------------------------------------------------------------------


def _use(state: State, of: Seat, option: o.Use) -> Refusal:
    deck = state.table.deck
    effect = deck.effect[option.item]
    activable = effect.draw is not None or effect.regain is not None or effect.everybody_discards
    if option.item not in of.gear or deck.text[option.item] != ITEM or not activable:
        return refuse("ITM-2", "Only an item in play that can be activated is used.")
    if option.item in of.sake:
        return refuse("ITM-2", "This item has sake on it: it cannot be used.")
    if option.pay not in of.sake:
        return refuse("ITM-2", "The item is paid with one of your own sake.")
    return refuse("ITM-3", "The item would do nothing now.")


def _burn_draw(state: State, of: Seat, option: o.BurnDraw) -> Refusal:
    if option.from_ not in of.sake:
        return refuse("NOW-2", "There is no sake to burn there.")
    return refuse("NOW-2", "No card is left to draw.")


def _burn_play(state: State, of: Seat, option: o.BurnPlay) -> Refusal:
    return refuse("NOW-2", "There is no sake to burn there.")


def _soul(state: State, of: Seat, option: o.Soul) -> Refusal:
    if state.soul >> option.seat & 1:
        return refuse("NOW-3", "The soul is drawn on only once a turn.")
    if LIFE in of.sake:
        return refuse("NOW-3", "With sake on your life cards you cannot draw on your soul.")
    return refuse("NOW-3", "At least one life card has to stay.")


def _discard(state: State, of: Seat, option: o.Discard) -> Refusal:
    top = state.frames[-1]
    rule = "EVT-3" if isinstance(top, f.DiscardFrame) else "ITM-4" if isinstance(top, f.WindowFrame) else "PIL-4"
    return refuse(rule, "This card is not in the hand.")


def _interrupt(state: State, of: Seat, option: o.Interrupt) -> Refusal:
    window = state.frames[-1]
    assert isinstance(window, f.WindowFrame)
    if of.kind != SAMURAI:
        return refuse("SPI-1", "Spirits play no interruptions.")
    if option.card not in of.hand or not cancelled_by(state.table.deck.effect[option.card]):
        return refuse("ITR-1", "This is no interruption in your hand.")
    if window.kind == "torment":
        return refuse("SPI-8", "A torment cannot be interrupted.")
    if window.kind != "action":
        return refuse("ITR-3", "This cannot be interrupted.")
    below = state.frames[-2] if len(state.frames) > 1 else None
    if isinstance(below, f.AttackFrame) and not below.open:
        if len(below.cards) > 1:
            return refuse("ITR-3", "One interruption at most is carried out for one action.")
        return refuse("ITR-2", "At this table nobody interrupts Disciples.")
    if isinstance(below, f.IaidoFrame):
        return refuse("SAM-1", "This Samurai cannot be made to stagger.")
    return refuse("ITR-1", "Stagger cancels a move, double vision an attack.")


def _defend(state: State, of: Seat, option: o.Defend) -> Refusal:
    if option.card not in of.hand:
        return refuse("DFN-1", "This card is not in the hand.")
    return refuse("DFN-1", "Only the Samurai who is attacked defends.")


def _sacrifice(state: State, of: Seat, option: o.Sacrifice) -> Refusal:
    window = state.frames[-1]
    if isinstance(window, f.WindowFrame) and window.kind == "torment":
        return refuse("SPI-8", "A Disciple does not help against a torment.")
    if isinstance(window, f.WindowFrame) and window.target != option.seat:
        return refuse("DFN-1", "Only the Samurai who is attacked defends.")
    return refuse("DFN-3", "This is no Disciple card in your hand.")


def _spirit_card(state: State, of: Seat, option: Any) -> Refusal:
    return refuse("SPI-1", "A Spirit plays only cards with the back that lies on top of the pile.")


def _help(state: State, of: Seat, option: o.Help | o.Torment) -> Refusal:
    if option.cards and set(option.cards) <= set(matching(state, of)):
        most = MOST_AT_ONCE
        return refuse("SPI-7", "Of more than {most} matching cards only the first are played together.", most=most)
    return _spirit_card(state, of, option)


def _torment(state: State, of: Seat, option: o.Torment) -> Refusal:
    target = state.seats[option.samurai]
    if target.kind != SAMURAI or not target.sake:
        return refuse("SPI-7", "Only a Samurai with sake can be tormented.")
    if len(option.cards) > MOST_AT_ONCE:
        return _help(state, of, option)
    return refuse("SPI-7", "A torment takes one or more own cards with the back that lies on top of the pile.")


def _keep(state: State, of: Seat, option: o.Keep) -> Refusal:
    frame = state.frames[-1]
    assert isinstance(frame, f.KeepFrame)
    return Refusal("IAI-4", attack_refusal(state, of, option.seat, frame.target, option.weapon).why)


_ELSEWHERE: Mapping[type, tuple[str, str]] = {
    **{
        kind: ("TUR-3", N_("Cards are played for their boxes and texts in phase 1 of your own turn."))
        for kind in PLAYED
    },
    o.BurnPlay: ("NOW-2", N_("Sake is burnt for a further play only in phase 1 of your own turn.")),
    o.BurnDraw: ("NOW-2", N_("No sake can be burnt for a card now.")),
    o.Soul: ("NOW-3", N_("The soul cannot be drawn on now.")),
    o.Use: ("ITM-3", N_("Items are used at the menus of phases 1 and 4 of your own turn.")),
    o.EndPhase: ("TUR-3", N_("Only phase 1 is ended like this.")),
    o.Hold: ("TUR-6", N_("The held weapon is chosen at the end of the turn, or when it is lost.")),
    o.Interrupt: ("ITR-1", N_("There is nothing to interrupt.")),
    o.Defend: ("DFN-1", N_("Nobody attacks you.")),
    o.Sacrifice: ("DFN-1", N_("Nobody attacks you.")),
    o.Dematerialise: ("SPI-9", N_("No Spirit is attacked.")),
    o.Steal: ("SPI-5", N_("Sake is stolen from the Masu in a Spirit's third step, while there is any.")),
    o.Torment: ("SPI-7", N_("A Spirit torments in its third step.")),
    o.Help: ("SPI-7", N_("Nobody is tormented.")),
    o.PushStep: ("SPI-3", N_("The power follows from the back on top of the pile.")),
    o.Brawl: ("SPI-3", N_("The power follows from the back on top of the pile.")),
    o.Doze: ("SPI-3", N_("The power follows from the back on top of the pile.")),
    o.Pass: ("ASK-1", N_("There is nothing to pass on.")),
    o.Keep: ("IAI-4", N_("No iaido was cancelled.")),
    o.GiveUp: ("IAI-4", N_("No iaido was cancelled.")),
    o.Discard: ("PIL-4", N_("No card has to be discarded now.")),
    o.Place: ("SAK-1", N_("Sake never moves by its owner's will.")),
    o.Activate: ("DSC-3", N_("The Disciples act in phase 2.")),
    o.Strike: ("DSC-5", N_("A Disciple attacks only who stands right before it.")),
    o.Show: ("TRK-1", N_("The app knows every card here.")),
    o.TellBack: ("TRK-5", N_("The back on the pile is known, or of no account.")),
    o.KeepLine: ("DTH-5", N_("Nobody has to choose a line.")),
}
"""Of a kind that is not asked for at all."""

_EVEN_SO = (o.BurnDraw, o.Soul, o.Use, o.Interrupt, o.Defend, o.Sacrifice)
"""Kinds whose own reasons are told where others of their kind might be offered."""


def _simply(rule: str, why: str) -> Callable[[State, Seat, Any], Refusal]:
    made = refuse(rule, why)
    return lambda state, of, option: made


def _at_menu(state: State, seat: int) -> bool:
    return not state.frames and seat == state.active and state.seats[seat].kind == SAMURAI


def _instant(why: Callable[[State, Seat, Any], Refusal], kind: type) -> Callable[[State, Seat, Any], Refusal]:
    def reason(state: State, of: Seat, option: Any) -> Refusal:
        top = state.frames[-1] if state.frames else None
        open_ = _at_menu(state, option.seat) or (isinstance(top, f.WindowFrame) and of.kind == SAMURAI)
        return why(state, of, option) if open_ else refuse(*_ELSEWHERE[kind])

    return reason


def _answer(why: Callable[[State, Seat, Any], Refusal], kind: type) -> Callable[[State, Seat, Any], Refusal]:
    def reason(state: State, of: Seat, option: Any) -> Refusal:
        top = state.frames[-1] if state.frames else None
        return why(state, of, option) if isinstance(top, f.WindowFrame) else refuse(*_ELSEWHERE[kind])

    return reason


def _at_use(state: State, of: Seat, option: o.Use) -> Refusal:
    return _use(state, of, option) if _at_menu(state, option.seat) else refuse(*_ELSEWHERE[o.Use])


_WHY: Mapping[type, Callable[[State, Seat, Any], Refusal]] = {
    o.Use: _at_use,
    o.BurnDraw: _instant(_burn_draw, o.BurnDraw),
    o.BurnPlay: _burn_play,
    o.Soul: _instant(_soul, o.Soul),
    o.Discard: _discard,
    o.Interrupt: _answer(_interrupt, o.Interrupt),
    o.Defend: _answer(_defend, o.Defend),
    o.Sacrifice: _answer(_sacrifice, o.Sacrifice),
    o.Dematerialise: _spirit_card,
    o.Keep: _keep,
    o.Torment: _torment,
    o.Help: _help,
    o.Hold: _simply("TUR-6", N_("Only a weapon of your own in play can be held.")),
    o.Place: _simply("SAK-1", N_("At most one sake lies on each free place of your own.")),
    o.Activate: _simply("DSC-3", N_("This Disciple has acted, or is not yours.")),
    o.Strike: _simply("DSC-5", N_("A Disciple attacks only an opponent exactly 1 step ahead.")),
    o.AddOrRemoveStep: _simply("RNG-5", N_("No step can be added or removed there.")),
    o.NextTarget: _simply("EVT-2", N_("The event attacks a Samurai or an opposing Disciple in its range.")),
    o.PickCard: _simply("EVT-3", N_("Only a weapon or item of the named Samurai is picked.")),
    o.PickSpot: _simply("EVT-3", N_("Only a sake of the named Samurai is picked.")),
    o.KeepLine: _simply("DTH-5", N_("Only one of the equal shortest lines can stay.")),
    o.PushStep: _simply("RNG-5", N_("No step can be added or removed there.")),
    o.Brawl: _simply("SPI-3", N_("A sake moves only where a Samurai has one and another free place.")),
    o.Doze: _simply("SPI-4", N_("A card wanders from a Samurai with cards to another Samurai.")),
    o.Shift: _simply("SPI-4", N_("A sake moves from where one lies to a free place.")),
    o.Surrender: _simply("SPI-8", N_("There is no sake to give up.")),
    o.Show: _simply("TRK-1", N_("This card cannot be the one that is told.")),
    o.TellBack: _simply("TRK-5", N_("The back on the pile is known.")),
    o.GiveTo: _simply("SPI-8", N_("Stolen sake goes to a Spirit.")),
}
