"""What is meant by a verb and its values in a state: an intent, or the rule against it.

Every deed takes the state and its values by place; None where a value was left out. `Refusal` is the answer of the
rules; where the table's hand may do it all the same, the deed says how (`Byhand`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model.core.contract import Option, Roll, options_of
from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.rules import answers, legal_options, refusals, turn
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.refusals import die_may_be_let
from companion.model.games.asagiri.skills.availability import price_by_hand, skill_by_hand, skill_refused
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.skills.modifiers import skill_named
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import (
    BEFORE,
    NO_FIGURE,
    BandId,
    Facing,
    FigureId,
    Origin,
    SquareId,
    ThingId,
    figure_range,
)
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.model.games.asagiri.table.commands import (
    Answer,
    Byhand,
    ChooseIntent,
    Correcting,
    PressIntent,
    Typing,
    roll_due,
)


def offered(state: State) -> tuple[Option, ...]:
    """Every option now."""
    return options_of(legal_options.pending(state))


def one_of(state: State, found: Sequence[Option], otherwise: Option | Refusal, first: Sequence[Option] = ()) -> Answer:
    """The first of what is offered, after what goes before; else why `otherwise` is refused."""
    if found:
        return ChooseIntent((*first, found[0]))
    if isinstance(otherwise, Refusal):
        return otherwise
    return refusals.check(state, otherwise) or ChooseIntent((*first, otherwise))


def begun(state: State, who: FigureId | None) -> tuple[State, tuple[Option, ...]] | Refusal:
    """The state in which a figure is active (None: whichever is), and what makes it so; or why it cannot be."""
    active = state.active
    if who is None or (active is not None and active.who == who):
        return state, ()
    refused = refusals.check(state, o.Activate(who))
    if refused is not None:
        return refused
    return answers.apply(state, o.Activate(who)).state, (o.Activate(who),)


# moving ------------------------------------------------------------------------------------------------------------


def go(state: State, who: FigureId | None, at: SquareId | None, facing: Facing | None) -> Answer:
    """A figure to a square, a facing, or both: deployed, entering, or in one movement, activated when it is not."""
    if who is None:
        who = state.active.who if state.active is not None else NO_FIGURE
    if who < 0:
        return refuse("TRN-3", "No figure is active.")
    figure = state.figures[who]
    if state.stage == "enter" and at is not None:
        return one_of(state, [], o.Enter(who, at, turn.inward(state, who, at) if facing is None else facing))
    if state.stage == "deploy" and at is not None and facing is None:
        facing = turn.inward(state, who, at)
    square = figure.at if at is None else at
    if square < 0:
        return refuse("STA-2", "{who} is not on the board.", who=state.table.called[who])
    if at is None and facing == figure.facing:
        return ChooseIntent(())
    if figure.at < 0 and state.stage not in ("deploy", "enter"):
        refused = refuse("STA-2", "{who} is not on the board.", who=state.table.called[who])
        return Byhand(
            refused, Correcting((corrections.PlaceFigure(who, square, figure.facing if facing is None else facing),))
        )
    route = corrections.route(state, who, square, facing)
    if not isinstance(route, Refusal):
        return ChooseIntent(tuple(route))
    looking = figure.facing if facing is None else facing
    return Byhand(route, Correcting((corrections.by_hand(state, who, square, looking),), route))


def put(state: State, who: FigureId, at: SquareId, facing: Facing | None) -> Answer:
    """By hand, whatever the rules say."""
    return Correcting((corrections.PlaceFigure(who, at, state.figures[who].facing if facing is None else facing),))


def face(state: State, facing: Facing) -> Answer:
    """A facing: the one that a figure in a fight must choose, the side of the board, or a turn on the spot."""
    for option in (o.Face(facing), o.Side(facing)):
        if option in offered(state):
            return ChooseIntent((option,))
    return go(state, None, None, facing)


def square(state: State, at: SquareId, facing: Facing | None) -> Answer:
    """A bare square: where to retreat, where a skill puts somebody, else where the active figure goes."""
    if facing is None and o.Retreat(at) in offered(state):
        return ChooseIntent((o.Retreat(at),))
    places = [one for one in offered(state) if isinstance(one, o.Place) and one.at == at]
    if places:
        return one_of(state, [one for one in places if facing in (None, one.facing)], places[0])
    return go(state, None, at, facing)


def retreat(state: State, at: SquareId) -> Answer:
    """RET-1."""
    return one_of(state, [], o.Retreat(at))


def activate(state: State, who: FigureId) -> Answer:
    """A bare figure: chosen for a skill, else activated."""
    if o.Pick(who) in offered(state):
        return ChooseIntent((o.Pick(who),))
    return one_of(state, [], o.Activate(who))


# acting ------------------------------------------------------------------------------------------------------------


def attack(state: State, who: FigureId | None, target: FigureId) -> Answer:
    """CBT-1; by hand, whosever phase it is."""
    ready = begun(state, who)
    found = ready if isinstance(ready, Refusal) else one_of(ready[0], [], o.Attack(target), ready[1])
    return _clash(state, who, target, None, found)


def shoot(state: State, who: FigureId | None, target: FigureId, skill: str | None, origin: Origin | None) -> Answer:
    """SHT-1; by hand, whosever phase it is."""
    ready = begun(state, who)
    found: Answer = ready if isinstance(ready, Refusal) else _shot(*ready, target, skill, origin)
    return _clash(state, who, target, skill or "", found)


def _shot(now: State, first: tuple[Option, ...], target: FigureId, skill: str | None, origin: Origin | None) -> Answer:
    found = [
        one for one in offered(now)
        if isinstance(one, o.Shoot) and one.target == target and skill in (None, one.skill)
        and origin in (None, one.origin)
    ]  # fmt: skip
    known = () if now.active is None else shots_of(now, now.active.who)
    return one_of(now, found, o.Shoot(target, skill or (known[0] if known else ""), origin), first)


def shots_of(state: State, who: FigureId) -> tuple[str, ...]:
    """The skills marked Shot that a figure has."""
    return tuple(own.id for own in state.skills(who) if own.shot is not None)


def _clash(state: State, who: FigureId | None, target: FigureId, skill: str | None, found: Answer) -> Answer:
    """A fight that the rules refuse, as the table's hand has it; `skill`: a shot, with any where it is empty."""
    if who is None and state.active is not None:
        who = state.active.who
    if not isinstance(found, Refusal) or who is None:
        return found
    if skill == "":
        known = shots_of(state, who)
        if not known:
            return found
        skill = known[0]
    return Byhand(found, Correcting((corrections.Clash(who, target, skill),), found))


def strike(state: State, who: FigureId, target: FigureId) -> tuple[Answer, ...]:
    """What may come of setting a figure on an enemy: the attack, each shot that is possible; else why there is none."""
    first = attack(state, who, target)
    hits = (first,) if isinstance(first, ChooseIntent) else ()
    ready = begun(state, who)
    if isinstance(ready, Refusal):
        return (first,)
    shots = [one for one in offered(ready[0]) if isinstance(one, o.Shoot) and one.target == target]
    return (*hits, *[ChooseIntent((*ready[1], one)) for one in shots]) or (first,)


def test(state: State, who: FigureId | None) -> Answer:
    """STA-4."""
    ready = begun(state, who)
    return ready if isinstance(ready, Refusal) else one_of(ready[0], [], o.TestWillpower(), ready[1])


def use_die(state: State, who: FigureId | None, element: Element, origin: Origin | None) -> Answer:
    """INS-2; a die that a skill asks for comes first."""
    asked = [
        one for one in offered(state)
        if isinstance(one, o.PickDie | o.GiveUpDie) and one.element == element and origin in (None, one.origin)
    ]  # fmt: skip
    if asked:
        return ChooseIntent((asked[0],))
    ready = begun(state, who) if who is not None and not state.frames else (state, ())
    if isinstance(ready, Refusal):
        return ready
    now, first = ready
    found = [
        one for one in offered(now)
        if isinstance(one, o.UseDie) and one.element == element and origin in (None, one.origin)
        and who in (None, one.who)
    ]  # fmt: skip
    if not found and who is None:
        if now.active is None:
            return refuse("TRN-2", "Nobody can use a die now.")
        who = now.active.who
    wish = o.UseDie(element, origin or "pool", NO_FIGURE if who is None else who)
    against = die_may_be_let(state, wish) if wish.who >= 0 and not found and not first else None
    if against is not None:
        return Byhand(against, Correcting((corrections.Spend(wish.who, element, wish.origin),), against))
    return one_of(now, found, wish, first)


def use_skill(state: State, skill: str, who: FigureId | None, origin: Origin | None) -> Answer:
    """SKL-1; a bearer that is not active yet is activated for it."""
    found = _skill_uses(state, skill, who, origin)
    if found:
        return ChooseIntent((found[0],))
    named = [n for n in figure_range(len(state.figures)) if who in (None, n)]
    bearers = [n for n in named if skill_named(state, n, skill) is not None]
    for bearer in bearers:
        if o.Activate(bearer) in offered(state):
            now, first = answers.apply(state, o.Activate(bearer)).state, (o.Activate(bearer),)
            found = _skill_uses(now, skill, bearer, origin)
            if found:
                return ChooseIntent((*first, found[0]))
    used = [n for n in bearers or named if skill_by_hand(state, n, skill) is not None]
    if not used:
        known = skill_named(state, bearers[0], skill) if bearers else None
        if known is None:
            return refuse("SKL-1", "The visible face of the card does not have this skill.")
        if known.is_automatic:
            return refuse("SKL-1", "This skill is automatic.")
        return skill_refused(state, bearers[0], known) or refuse("SHT-6", "Name the target.")
    known = skill_by_hand(state, used[0], skill)
    assert known is not None
    noted = corrections.Use(used[0], skill, price_by_hand(state, used[0], known))
    against = skill_refused(state, used[0], known)
    return Correcting((noted,)) if against is None else Byhand(against, Correcting((noted,), against))


def _skill_uses(state: State, skill: str, who: FigureId | None, origin: Origin | None) -> list[Option]:
    return [
        one for one in offered(state)
        if isinstance(one, o.UseSkill) and one.skill == skill and who in (None, one.who)
        and origin in (None, one.origin)
    ]  # fmt: skip


def way(state: State, number: int) -> Answer:
    """One of the ways of a skill, counted from 1."""
    return one_of(state, [], o.Way(number - 1))


def side(state: State, facing: Facing) -> Answer:
    """SET-1."""
    return one_of(state, [], o.Side(facing))


def open_door(state: State, who: FigureId | None) -> Answer:
    """KAR-5: the door before a figure."""
    if who is None:
        who = state.active.who if state.active is not None else NO_FIGURE
    ready = begun(state, who) if who >= 0 else refuse("TRN-3", "No figure is active.")
    if isinstance(ready, Refusal):
        return ready
    figure = ready[0].figures[who]
    return one_of(ready[0], [], o.OpenDoor(figure.at, figure.facing), ready[1])


def set_door(state: State, at: SquareId, facing: Facing, closed: bool) -> Answer:
    """By hand: a door is opened or closed, a wall opened, a door laid in a wall."""
    door = corrections.SetDoor(at, facing, closed)
    if state.table.board.wall(at, facing) is None:
        return Correcting((door,))
    opened = corrections.SetOpening(at, facing, opened=True)
    return Correcting((opened, door) if closed else (opened,))


# adventures --------------------------------------------------------------------------------------------------------


def handle(state: State, kind: type[o.PickUp | o.PutDown | o.Search | o.Free], who: FigureId | None,
           thing: ThingId | None) -> Answer:  # fmt: skip
    """ADV-6 to ADV-8; the only thing there is need not be named."""
    ready = begun(state, who)
    if isinstance(ready, Refusal):
        return ready
    found = [one for one in offered(ready[0]) if isinstance(one, kind) and thing in (None, one.thing)]
    nothing = refuse("ADV-6", "This cannot be picked up, searched or freed.")
    if state.table.adventure is None or (thing is None and not found):
        return ChooseIntent((*ready[1], found[0])) if found else nothing
    return one_of(ready[0], found, kind(ThingId(0) if thing is None else thing), ready[1])


def leave(state: State, who: FigureId | None, zone: str | None) -> Answer:
    """ADV-5."""
    ready = begun(state, who)
    if isinstance(ready, Refusal):
        return ready
    found = [one for one in offered(ready[0]) if isinstance(one, o.LeaveBoard) and zone in (None, one.zone)]
    return one_of(ready[0], found, refuse("ADV-5", "You cannot leave the board now."), ready[1])


# dice and phases ---------------------------------------------------------------------------------------------------


def type_faces(state: State, faces: tuple[Any, ...]) -> Answer:
    """The dice asked for, as many as there are."""
    if manual_actions.asked(state) and faces[0] in ELEMENTS:
        found = manual_actions.ways(state, faces)
        ruled = [way for way in found if not way.corrections]
        if len(ruled) == 1:
            return Typing(ruled[0].faces, ruled[0].options)
        if found:
            return refuse("TRN-2", "Dice expected: {count}. What happened? {ways}",
                          count=turn.dice_to_roll(state), ways=tuple(way.words for way in found))  # fmt: skip
    due = roll_due(state)
    if due is None:
        return refuse("TRN-2", "There are no dice to roll now.")
    if len(faces) != len(due.roll.dice):
        return refuse("TRN-2", "Dice to enter: {count}.", count=len(due.roll.dice))
    return Typing(faces, due.first)


def reserve(state: State, who: FigureId, element: Element) -> Answer:
    """INS-6: puts a die on a card; the activations are over with it. By hand, where the rules leave no such choice."""
    option = o.Reserve(who, element)
    if option in offered(state):
        return ChooseIntent((option,))
    refused = refusals.check(state, option)
    if o.EndActivations() in offered(state):
        after = answers.apply(state, o.EndActivations()).state
        if option in offered(after):
            return ChooseIntent((o.EndActivations(), option))
    assert refused is not None
    return Byhand(refused, Correcting((corrections.SetReserve(who, element),), refused))


def no_reserve(state: State, who: FigureId) -> Answer:
    """By hand: the card holds no die."""
    return Correcting((corrections.SetReserve(who, None),))


def take_back(state: State, who: FigureId) -> Answer:
    """TRN-2 a."""
    return one_of(state, [], o.TakeBack(who))


def go_on(state: State) -> Answer:
    """Nothing more is announced; a movement, or whatever is being offered, is passed by."""
    return one_of(state, [], o.Pass())


def end(state: State, part: str | None) -> Answer:
    """The smallest thing going on, or what is named; the phase with all that is left of it."""
    now, chosen = state, list[Option]()
    if part == "movement":
        return one_of(state, [], o.EndMovement())
    if part == "activation" or (part is None and state.active is not None and not state.frames):
        return one_of(state, [], o.EndActivation())
    wanted: list[Option] = [o.EndActivations()] if part == "activations" else [o.EndActivations(), o.EndPhase()]
    for option in wanted:
        if option in offered(now):
            chosen.append(option)
            now = answers.apply(now, option).state
            if part is None:
                break
    if not chosen and o.StopRecruiting() in offered(state):
        return ChooseIntent((o.StopRecruiting(),))
    return ChooseIntent(tuple(chosen)) if chosen else one_of(state, [], wanted[-1])


def press(state: State, what: Any) -> Answer:
    """A button of the window."""
    if what == "roll" and not isinstance(legal_options.pending(state), Roll):
        return refuse("TRN-2", "There are no dice to roll now.")
    return PressIntent(what)


# putting a game together -------------------------------------------------------------------------------------------


def recruit(state: State, card: str) -> Answer:
    """KAR-6."""
    found = [one for one in offered(state) if isinstance(one, o.Recruit) and one.card == card]
    return one_of(state, found, o.Recruit(card))


def equip(state: State, card: str, who: FigureId) -> Answer:
    """KAR-6, BND-5."""
    return one_of(state, [], o.Equip(card, who))


def lay(state: State, tile: str, turns: int | None) -> Answer:
    """KAR-6: a tile on the next free quarter."""
    found = [
        one for one in offered(state)
        if isinstance(one, o.PlaceTile) and one.tile == tile and one.turns == (turns or 0) % 4
    ]  # fmt: skip
    return one_of(state, found, refuse("KAR-6", "Tiles are placed after recruiting."))


# the table's free hand ---------------------------------------------------------------------------------------------


def dice(state: State, band: BandId | None, faces: tuple[Element, ...]) -> Answer:
    """The pool of a band; the rest of its dice are set aside. Before inspiration dice are rolled: so they fell."""
    if band in (None, state.phase) and manual_actions.asked(state):
        told = type_faces(state, faces)
        if not isinstance(told, Refusal) or not manual_actions.ways(state, faces):
            return told
        return Byhand(told, Correcting((corrections.Throw(state.phase, faces),), told))
    which = state.phase if band is None else band
    held = state.bands[which]
    return Correcting((corrections.SetDice(which, faces, max(0, len(held.pool) + held.aside - len(faces))),))


def lost(state: State, band: BandId, zeni: int) -> Answer:
    """The zeni that a band has lost."""
    return Correcting((corrections.SetLosses(band, zeni),))


def phase(state: State, number: int, band: BandId) -> Answer:
    """A phase begins, of this turn and player."""
    if number < 1 or state.stage in BEFORE:
        return refuse("TRN-1", "The game has not started yet.")
    return Correcting((corrections.SetPhase(number, band),))
