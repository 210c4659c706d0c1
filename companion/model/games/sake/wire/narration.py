"""Options and events in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.model.core.contract import Event, Option, Unknown
from companion.model.core.words import N_, Arg, Message, Name, plural, say
from companion.model.games.sake.box.deck import BACKS, NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.model.games.sake.state.state import LETTERS, LIFE, SHEET, Line, State
from companion.model.games.sake.wire.codec import fields

_SIDES: Mapping[str, Message] = {
    "left": say("to the left"),
    "right": say("to the right"),
    "toward": say("forward"),
    "away": say("back"),
    "line": say("on the line"),
}
_BACKS = (say("push"), say("brawl"), say("doze"))
WHY: Mapping[str, Message] = {
    "most sake": say("The most sake at the end of the Fatal Round."),
    "spirits": say("The Spirits hold more sake than anybody alive."),
    "shared": say("They hold the same, and share the victory."),
    "nobody has sake": say("Nobody holds any sake."),
    "left": say("The others have left the table."),
    "stopped": say("The table has stopped the game."),
}
"""Why a game ended, by `fatal.Why`."""


def seat_name(state: State, seat: int) -> str:
    """What the player at a seat is called."""
    return state.table.names[seat] or LETTERS[seat]


def card_name(state: State, card: int) -> Arg:
    """A card by its type; an unknown one by its back."""
    deck = state.table.deck
    kind = deck.type[card]
    if kind < len(deck.types):
        return Name.of(deck.types[kind].names)
    back = deck.back[card]
    return say("a card ({back})", back=_BACKS[back - 1]) if back else say("a card")


def target_name(state: State, target: int) -> Arg:
    """Somebody or a Disciple."""
    if is_seat(target):
        return seat_name(state, target - SEAT_AS_TARGET)
    for line in state.lines:
        for owner, row in ((line.start, line.ours), (line.end, line.theirs)):
            if target in [one.card for one in row]:
                return say("a Disciple of {seat}", seat=seat_name(state, owner))
    return say("a Disciple")


def spot_name(state: State, spot: int) -> Arg:
    """Where a sake lies."""
    if spot == LIFE:
        return say("the life cards")
    return say("the sheet") if spot == SHEET else card_name(state, spot)


def _said(state: State, meaning: str, name: str, value: Any) -> Arg:
    """A field in words."""
    if isinstance(value, Unknown):
        return say("a card")
    if meaning == "seat":
        return seat_name(state, value)
    if meaning in ("hands", "held") and value == NO_CARD:
        return say("bare hands") if meaning == "hands" else say("nothing")
    if meaning in ("card", "hands", "held"):
        return card_name(state, value)
    if meaning == "spot":
        return spot_name(state, value)
    if meaning == "target":
        return target_name(state, value)
    if meaning == "cards":
        return tuple([card_name(state, card) for card in value])
    if meaning == "seats":
        return tuple([seat_name(state, one) for one in value])
    if name == "side":
        return _SIDES[value]
    if name == "card":  # drawn as a die is: by its id
        return card_name(state, state.table.deck.index[value])
    return value if isinstance(value, int | str) else tuple([str(one) for one in value])


def _args(state: State, value: Any) -> dict[str, Arg]:
    found: dict[str, Arg] = {}
    for name, wire, meaning in fields(value):
        told = getattr(value, name)
        if told == NO_CARD and meaning in ("spot", "target"):
            continue
        found[wire] = _said(state, meaning, wire, told)
    return found


def _filled(key: str, args: Mapping[str, Arg], count: int | None = None, many: str = "") -> Message:
    return Message(key, tuple(args.items())) if count is None else Message(key, tuple(args.items()), many, count)


# options --------------------------------------------------------------------------------------------------------------

_LABELS: Mapping[type, str] = {
    o.Attack: N_("Attack {target} with {weapon} and the {box} of {card}"),
    o.Drink: N_("Drink with {card}"),
    o.Put: N_("Put {card} in play"),
    o.PutDisciple: N_("Put a Disciple {side}"),
    o.Use: N_("Use {item}, paying the sake on {pay}"),
    o.BurnDraw: N_("Burn the sake on {from} to draw a card"),
    o.BurnPlay: N_("Burn the sake on {from} for another play"),
    o.EndPhase: N_("End the phase"),
    o.Activate: N_("Let this Disciple act"),
    o.Strike: N_("Attack {target} with the Disciple"),
    o.Hold: N_("Hold {weapon}"),
    o.Place: N_("Place the sake on {spot}"),
    o.Discard: N_("Discard {card}"),
    o.Pass: N_("Pass"),
    o.Interrupt: N_("Interrupt with {card}"),
    o.Defend: N_("Defend with {card} ({box})"),
    o.Sacrifice: N_("Sacrifice a Disciple"),
    o.Dematerialise: N_("Dematerialise with {card}"),
    o.Keep: N_("Attack from here with {weapon}"),
    o.GiveUp: N_("Give the attack up"),
    o.NextTarget: N_("Attack {target} as well"),
    o.Decline: N_("Decline"),
    o.PickCard: N_("Discard {card}"),
    o.PickSpot: N_("Remove the sake on {spot}"),
    o.KeepLine: N_("Keep line {line}"),
    o.Brawl: N_("Move a sake of {samurai}"),
    o.Doze: N_("Let a card of {giver} go to {receiver}"),
    o.Shift: N_("Move the sake from {from} to {to}"),
    o.Steal: N_("Steal a sake from the Masu"),
    o.Torment: N_("Torment {samurai} with {cards}"),
    o.DoNothing: N_("Do nothing"),
    o.Surrender: N_("Give up the sake on {spot}"),
    o.Show: N_("It is {card}"),
    o.GiveTo: N_("Give the sake to {spirit}"),
}


def label(state: State, option: Option) -> Message:
    """An option in words."""
    args, deck = _args(state, option), state.table.deck
    match option:
        case o.Attack(_, card) if deck.is_of_box(card):
            return say("Attack {target} with {weapon}, box {box}", **args, box=deck.attack[card])
        case o.Defend(_, card) if deck.is_of_box(card):
            return say("Defend with box {box}", box=deck.defence[card])
        case o.Drink(_, card) if deck.is_of_box(card):
            return plural("Drink {count} sake", "Drink {count} sake", deck.drink[card])
        case o.Move(_, card, _, steps) if card < 0:
            return plural("Move {count} step {side}", "Move {count} steps {side}", steps, **args)
        case o.Iaido(_, card, _, steps) if deck.is_of_box(card):
            return plural(
                "Iaido: {count} step {side}, then attack {target} with {weapon}, box {box}",
                "Iaido: {count} steps {side}, then attack {target} with {weapon}, box {box}",
                steps,
                **args,
                box=deck.attack[card],
            )
        case o.Show(_, card) if deck.is_of_box(card):
            return say("The box says {box}", box=deck.attack[card])
        case o.Attack(_, card):
            return _filled(_LABELS[o.Attack], {**args, "box": deck.attack[card]})
        case o.Defend(_, card):
            return _filled(_LABELS[o.Defend], {**args, "box": deck.defence[card]})
        case o.Move(_, _, _, steps):
            return plural(
                "Move {count} step {side} with {card}", "Move {count} steps {side} with {card}", steps, **args
            )
        case o.Iaido(_, _, _, steps):
            return plural(
                "Iaido: {count} step {side}, then attack {target} with {weapon} and {card}",
                "Iaido: {count} steps {side}, then attack {target} with {weapon} and {card}",
                steps,
                **args,
            )
        case o.Soul(_, count):
            return plural("Draw {count} card from your life", "Draw {count} cards from your life", count)
        case o.PlayEvent(_, _, target, pay):
            if target == NO_CARD:
                return say("Play {card}", **args)
            if pay == NO_CARD:
                return say("Play {card} on {target}", **args)
            return say("Play {card} on {target}, paying the sake on {pay}", **args)
        case o.PushStep(_, change):
            if change == "add":
                return say("Add a step between {place}", place=_stretch(state, option.line, option.stretch))
            return say("Remove a step between {place}", place=_stretch(state, option.line, option.stretch))
        case o.AddOrRemoveStep(_, line, stretch):
            return say("Change the steps between {place}", place=_stretch(state, line, stretch))
        case o.KeepLine(_, line) if line < len(state.lines):
            return say("Keep the line between {near} and {far}", **_ends(state.lines[line], state))
        case o.TellBack(_, back):
            return say("The back on the pile is {back}", back=_BACKS[BACKS.index(back)])
        case o.Help(_, cards):
            return say("Help with {cards}", **args) if cards else say("Do not help")
    return _filled(_LABELS[type(option)], args)


# events ---------------------------------------------------------------------------------------------------------------

_TOLD: Mapping[type, str] = {
    e.TurnBegan: N_("{seat}'s turn begins."),
    e.MoveDeclared: N_("{seat} wants to move {side} ({steps}) with {card}."),
    e.IaidoDeclared: N_("{seat} draws: {steps} {side}, then at {target} with {weapon}."),
    e.Moved: N_("{seat} moves {side} ({steps})."),
    e.SakePlaced: N_("{seat} puts a sake on {spot}."),
    e.SakeStolen: N_("{seat} gives up the sake on {spot}."),
    e.SakeShifted: N_("A sake of {samurai} moves from {from} to {to}."),
    e.MasuStolen: N_("{spirit} steals a sake from the Masu."),
    e.PutInPlay: N_("{seat} puts {card} in play."),
    e.DisciplePlaced: N_("{seat} puts a Disciple {side}."),
    e.ItemUsed: N_("{seat} uses {item}."),
    e.PlayGained: N_("{seat} may play another card."),
    e.CardDrawn: N_("{seat} draws {card}."),
    e.CardsDiscarded: N_("Discarded: {cards}."),
    e.HandDiscarded: N_("{seat} discards {card}."),
    e.GearDiscarded: N_("{seat} loses {card}."),
    e.WeaponHeld: N_("{seat} holds {weapon}."),
    e.AnswerGiven: N_("{seat} has answered."),
    e.Interrupted: N_("{seat} interrupts with {card}."),
    e.Defended: N_("{seat} defends with {card}: {defence}."),
    e.DiscipleSacrificed: N_("{seat} sacrifices a Disciple: no damage."),
    e.Dematerialised: N_("{spirit} plays {card}: the attack goes through thin air."),
    e.CardTurnedUp: N_("Turned up: {card}."),
    e.Struck: N_("{target} is attacked for {value}, defends with {defence}: damage {damage}."),
    e.DiscipleKilled: N_("The Disciple dies."),
    e.AttackGivenUp: N_("{seat} gives the attack up."),
    e.SamuraiDied: N_("{seat} dies."),
    e.SeppukuCommitted: N_("{seat} commits seppuku."),
    e.LinesGone: N_("The last line goes with {seat}."),
    e.DiscipleWentHome: N_("A Disciple returns to {seat}'s hand."),
    e.BecameSpirit: N_("{seat} rises as a Spirit of Enma."),
    e.CardGiven: N_("{receiver} gets {card} from the hand of {giver}."),
    e.TormentDeclared: N_("{spirit} torments {samurai} with {cards}."),
    e.CardShown: N_("{seat} shows {card}."),
    e.SeatLeft: N_("{seat} leaves the table."),
}

_PHASES: Mapping[str, Message] = {
    "disciples": say("{seat}'s Disciples act."),
    "draw": say("{seat} draws."),
    "hold": say("{seat} takes a weapon in hand."),
    "third": say("{seat} may steal or torment."),
    "power": say("{seat} uses a power."),
    "play": say("{seat} plays."),
}


def tell(state: State, event: Event) -> Message:
    """An event in words."""
    if isinstance(event, e.TableCorrected):
        return _corrected(event, state)
    key = _TOLD.get(type(event))
    args = _args(state, event)
    if isinstance(event, e.CardGiven) and not isinstance(event.card, Unknown):
        args["card"] = card_name(state, state.table.deck.index[event.card])
    if isinstance(event, e.LineKept):
        return _closed(state, event, args)
    if isinstance(event, e.StepsChanged):
        args = {"seat": args["seat"], "place": _stretch(state, event.line, event.stretch)}
    if key is not None:
        return _filled(key, args)
    return _COUNTED[type(event)](event, args)


def tell_all(told: Iterable[tuple[State, Event]]) -> Iterator[Message]:
    """Events, each with the state after it, in words; cards that a seat draws one after the other in one sentence."""
    drawn: list[Arg] = []
    seat: Arg = ""
    for state, event in told:
        draws = isinstance(event, e.CardDrawn)
        args = _args(state, event) if draws else {}
        if drawn and (not draws or args["seat"] != seat):
            yield _drawn(seat, drawn)
            drawn = []
        if draws:
            seat = args["seat"]
            drawn.append(args["card"])
        else:
            yield tell(state, event)
    if drawn:
        yield _drawn(seat, drawn)


def _drawn(seat: Arg, cards: Sequence[Arg]) -> Message:
    """Somebody draws cards; of cards that nobody knows only how many."""
    if len(cards) > 1 and all(card == say("a card") for card in cards):
        return plural("{seat} draws {count} card.", "{seat} draws {count} cards.", len(cards), seat=seat)
    return say("{seat} draws {card}.", seat=seat, card=cards[0] if len(cards) == 1 else tuple(cards))


def _phase(event: Any, args: dict[str, Arg]) -> Message:
    return _filled(_PHASES[event.phase].key, args)


def _attack(event: e.AttackDeclared, args: dict[str, Arg]) -> Message:
    if event.card == NO_CARD:
        return say("{by} attacks {target}: {value}.", **args)
    return say("{by} attacks {target} with {weapon}: {value}.", **args)


def _drunk(event: e.Drunk, args: dict[str, Arg]) -> Message:
    return plural("{seat} takes {count} sake from the Masu.", "{seat} takes {count} sake from the Masu.", event.count,
                  seat=args["seat"])  # fmt: skip


def _lost(event: e.SakeLost, args: dict[str, Arg]) -> Message:
    if event.how == "burnt":
        return say("{seat} burns the sake on {spot}.", **args)
    if event.how == "paid":
        return say("{seat} pays the sake on {spot}.", **args)
    return say("{seat} loses the sake on {spot}.", **args)


def _played(event: e.EventPlayed, args: dict[str, Arg]) -> Message:
    if event.target == NO_CARD:
        return say("{seat} plays {card}.", **args)
    return say("{seat} plays {card} on {target}.", **args)


def _used(event: e.PowerUsed, args: dict[str, Arg]) -> Message:
    if event.power == "brawl":
        return say("{spirit} reaches for the sake of {samurai}.", **args)
    return say("{spirit} reaches for the cards of {samurai}.", **args)


def _fatal(event: e.FatalRoundBegan, args: dict[str, Arg]) -> Message:
    if event.extra:
        return say("Another Fatal Round begins with {first}.", **args)
    return say("The Masu is empty: the Fatal Round begins with {first}.", **args)


def _ended(event: e.GameEnded, args: dict[str, Arg]) -> Message:
    count = len(event.winners)
    if not count:
        return say("The game ends without a winner.")
    return plural("{winners} wins.", "{winners} win.", count, winners=args["winners"])


def _added(event: e.CardsAdded, args: dict[str, Arg]) -> Message:
    if event.cards:
        return say("{spirit} helps with {cards}.", **args)
    return say("{spirit} does not help.", **args)


def _ends(line: Line, state: State) -> dict[str, Arg]:
    return {"near": seat_name(state, line.start), "far": seat_name(state, line.end)}


def _stretch(state: State, number: int, stretch: int) -> Arg:
    """Where steps come or go: the line by its ends, and which of its stretches if Disciples make several."""
    if number >= len(state.lines):  # it has gone since
        return say("two Samurai")
    line = state.lines[number]
    if not line.ours and not line.theirs:
        return say("{near} and {far}", **_ends(line, state))
    return say("{near} and {far} (stretch {number})", **_ends(line, state), number=stretch + 1)


def _closed(state: State, event: e.LineKept, args: dict[str, Arg]) -> Message:
    for line in state.lines:
        if (event.seat - line.start) % state.count < (line.end - line.start) % state.count or len(state.lines) == 1:
            return plural(
                "The ring closes over {seat}: {count} step between {near} and {far}.",
                "The ring closes over {seat}: {count} steps between {near} and {far}.",
                line.steps, seat=args["seat"], **_ends(line, state),
            )  # fmt: skip
    return say("The ring closes over {seat}.", seat=args["seat"])


def _step(event: e.StepsChanged, args: dict[str, Arg]) -> Message:
    if event.change == "add":
        return say("{seat} adds a step between {place}.", **args)
    return say("{seat} removes a step between {place}.", **args)


_FIELDS: Mapping[str, Message] = {
    "lines": say("steps"), "pile": say("pile"), "discard": say("discards"), "masu": say("sake in the Masu"),
    "gone": say("sake out of the game"), "active": say("whose turn it is"), "phase": say("phase of the turn"),
    "plays": say("plays"), "soul": say("souls"), "fatal": say("Fatal Round"), "turn": say("turn"),
    "fill": say("the cards that nobody has seen"),
}  # fmt: skip


def _corrected(event: e.TableCorrected, state: State) -> Message:
    seats = [seat_name(state, LETTERS.index(one[6:])) for one in event.what if one.startswith("seats.")]
    fields = [_FIELDS[one] for one in event.what if one in _FIELDS]
    return say("Corrected by hand: {what}.", what=(*seats, *fields))


_COUNTED: Mapping[type, Callable[[Any, dict[str, Arg]], Message]] = {
    e.PhaseBegan: _phase,
    e.AttackDeclared: _attack,
    e.Drunk: _drunk,
    e.SakeLost: _lost,
    e.EventPlayed: _played,
    e.PowerUsed: _used,
    e.FatalRoundBegan: _fatal,
    e.GameEnded: _ended,
    e.CardsAdded: _added,
    e.StepsChanged: _step,
    e.BackTold: lambda one, args: say("The back on the pile is {back}.", back=_BACKS[BACKS.index(one.back)]),
    e.SheetsDealt: lambda one, args: say("The sheets are dealt."),
    e.PileShuffled: lambda one, args: plural("{count} card is shuffled.", "{count} cards are shuffled.", one.count),
    e.HandDealt: lambda one, args: say("{seat} is dealt {hand} cards and {life} life cards.", **args),
    e.JarLost: lambda one, args: plural("{seat} loses {count} sake.", "{seat} loses {count} sake.", one.count,
                                     seat=args["seat"]),
    e.SakeGiven: lambda one, args: plural("{spirit} gets {count} sake.", "{spirit} gets {count} sake.", one.count,
 spirit=args["spirit"]),
    e.SoulDrawn: lambda one, args: plural(
        "{seat} draws {count} card from life.", "{seat} draws {count} cards from life.", one.count, seat=args["seat"]
    ),
    e.Wounded: lambda one, args: plural("{seat} takes {count} wound.", "{seat} takes {count} wounds.", one.cards,
                                        seat=args["seat"]),
    e.Healed: lambda one, args: plural("{seat} regains {count} life.", "{seat} regains {count} life.", one.count,
 seat=args["seat"]),
    e.DiscipleAdvanced: lambda one, args: plural("A Disciple advances {count} step.",
                                                 "A Disciple advances {count} steps.", one.steps),
}  # fmt: skip
