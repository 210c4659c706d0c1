"""Why something is not allowed: the same answers for a refused click, a greyed action and the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Choice, Option, options_of
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import N_, Message
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.skills.availability import skill_refused
from companion.model.games.asagiri.skills.language.vocabulary import Element, trait
from companion.model.games.asagiri.skills.modifiers import movement_points, skill_named
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, is_known, refs, square_words
from companion.model.games.asagiri.state.stack import (
    Active,
    Arriving,
    EffectFrame,
    Fight,
    Paying,
    Retreating,
    Test,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import DRAFTING, STAT_OF, Facing, FigureId, SquareId
from companion.model.games.asagiri.table.automation import DIALS

from . import drafting, fight_numbers, fights, legal_options, movement, turn, willpower
from . import options as o
from .movement import over_refused, rooted, step_cost
from .rule_modifiers import freedom, kept_idle
from .transition import before_action, if_turned


def check(state: State, option: Option) -> Refusal | None:
    """None when the option is offered now, else the rule that forbids it."""
    pending = legal_options.pending(state)
    if option in options_of(pending):
        return None
    if state.over:
        return refuse("END-1", "The game is over.")
    if not all(is_known(state, ref, getattr(option, name)) for name, ref in refs(type(option))):
        return refuse("SET-1", "This game has no such figure or square.")
    if state.stage in DRAFTING and type(option) not in drafting.REFUSED:
        return refuse("KAR-6", "The game is still being set up.")
    if not isinstance(pending, Choice):
        return refuse("TRN-2", "Roll the dice first.")
    return legal_options.bound(state, option) or _EXPLAIN[type(option)](state, option)


def _stage(rule: str, why: str) -> Callable[[State, Any], Refusal]:
    return lambda state, option: Refusal(rule, Message(why))


def _not_now(state: State) -> Refusal | None:
    """What stands in the way of anything an active figure does."""
    if state.frames:
        return refuse("CBT-2", "Finish what is in progress first.")
    if state.stage != "activations":
        return refuse("TRN-2", "This is possible only while figures are activated.")
    if state.active is None:
        return refuse("TRN-3", "No figure is active.")
    return None


def _step(state: State, option: o.Step) -> Refusal:
    refused = _not_now(state)
    if refused is None:
        assert state.active is not None
        refused = step_refused(state, state.active, option.at)
    return refused or refuse("MOV-2", "This step has a different cost.")


def step_refused(state: State, active: Active, at: SquareId) -> Refusal | None:
    """MOV-2 to MOV-7, SET-1: why the active figure cannot enter a square now."""
    figure, board = state.figures[active.who], state.table.board
    where = square_words(state, at)
    if active.over:
        return over_refused(state, active)
    if rooted(state, active.who, active.began):
        return refuse("MOV-7", "A shaken figure in an enemy control zone may turn but not step.")
    (c0, r0, f0), (c1, r1, f1) = board.squares[figure.at], board.squares[at]
    climbing = at in board.climbs(figure.at)
    if f0 != f1 and not climbing:
        return refuse("MOV-9", "No stairs lead from here to {square}.", square=where)
    if max(abs(c0 - c1), abs(r0 - r1)) != 1 and not climbing:
        return refuse("MOV-2", "A step leads to an adjacent square.")
    if board.terrain[at] == BLOCKING:
        return refuse("MOV-5", "{square} is blocking terrain.", square=where)
    occupied = state.in_the_way(active.who)
    if occupied >> at & 1:
        return _taken(state, at)
    way = next((way for way in board.ways[figure.at] if way.target == at), None)
    if way is None and c0 != c1 and r0 != r1 and not climbing:
        return refuse("GEO-2", "The way past the corner to {square} is closed on both sides.", square=where)
    if way is None:
        return refuse("MOV-5", "A wall blocks the way to {square}.", square=where)
    if not way.open(occupied):
        return refuse("GEO-2", "The way past the corner to {square} is closed on both sides.", square=where)
    cost = step_cost(way, figure.facing, freedom(state, active.who))
    if cost > active.points:
        return refuse("MOV-5", "This step costs {cost}; points left: {points}.", cost=cost, points=active.points)
    return None


def _taken(state: State, at: SquareId) -> Refusal:
    """MOV-5: why a square in the way cannot be entered."""
    token = state.token_at(at)
    if token is not None and not state.occupied() >> at & 1:
        return refuse("MOV-5", "The token {token} bars {square}.", token=trait(token.name),
                      square=square_words(state, at))  # fmt: skip
    return refuse("MOV-5", "{square} is occupied.", square=square_words(state, at))


def _turn(state: State, option: o.Turn) -> Refusal:
    refused = _not_now(state)
    if refused is not None:
        return refused
    active = state.active
    assert active is not None
    if active.over:
        return over_refused(state, active)
    if abs(option.facing - state.figures[active.who].facing) != 1 and {
        option.facing,
        state.figures[active.who].facing,
    } != {0, 3}:
        return refuse("MOV-3", "You can only turn by a quarter-turn at a time.")
    return refuse("MOV-5", "No movement points are left.")


def _action(state: State) -> Refusal | None:
    refused = _not_now(state)
    if refused is None and state.active is not None and state.active.acted:
        return refuse("TRN-4", "This activation has already had its action.")
    return refused


def _attack(state: State, option: o.Attack) -> Refusal:
    refused = _action(state)
    if refused is None:
        assert state.active is not None
        refused = fights.attack_refused(state, state.active.who, option.target)
    return refused or refuse("CBT-1", "This attack is not possible.")


def _shoot(state: State, option: o.Shoot) -> Refusal:
    refused = _action(state)
    if refused is not None:
        return refused
    state = if_turned(before_action(state))
    assert state.active is not None
    who = state.active.who
    skill = next((skill for skill in state.skills(who) if skill.id == option.skill and skill.shot is not None), None)
    if skill is None:
        return refuse("SHT-1", "A shot needs a skill marked Shot.")
    if f"skill:{skill.id}" in state.figures[who].used:
        return refuse("SKL-1", "Each skill can be used only once per phase.")
    reach = fights.shot_range(state, who, skill, option.target)
    return fights.shot_refused(state, who, option.target, reach) or refuse("INS-4", "You have no die to pay for it.")


def _test(state: State, option: Option) -> Refusal:
    refused = _action(state)
    if refused is None:
        assert state.active is not None
        refused = willpower.refused(state, state.active.who)
    return refused or refuse("STA-4", "There can be no willpower test now.")


def _activate(state: State, option: o.Activate) -> Refusal:
    figure = state.figures[option.who]
    name = state.table.called[option.who]
    if state.frames:
        return refuse("CBT-2", "Finish what is in progress first.")
    if state.band_of(option.who) != state.phase:
        return refuse("TRN-6", "{who} can neither move nor act in the enemy phase.", who=name)
    if figure.at < 0:
        return refuse("STA-2", "{who} is not on the board.", who=name)
    if figure.activated:
        return refuse("TRN-3", "{who} has already been activated this phase.", who=name)
    if kept_idle(state, option.who):
        return refuse("SKL-3", "{who} cannot be activated.", who=name)
    return refuse("TRN-2", "Figures can be activated after the roll.")


def _use_die(state: State, option: o.UseDie) -> Refusal:
    stat = STAT_OF.get(option.element)
    figure = state.figures[option.who]
    if stat is None:
        return refuse("INS-2", "A tori cannot raise a stat.")
    if state.table.characters[option.who].kami is not None:
        return refuse("KAR-3", "A Kami cannot use dice on its stats.")
    if stat in figure.used:
        return refuse("INS-3", "Only one die per stat, figure and phase.")
    if option.origin == "pool" and state.band_of(option.who) != state.phase:
        return refuse("TRN-6", "In the enemy phase you can only use a die in reserve.")
    if option.element == "earth" and option.origin == "pool":
        return refuse("INS-2", "Earth only helps from the reserve, in the enemy phase.")
    if option.origin == "reserve" and figure.reserve != option.element:
        return refuse("INS-6", "This card does not have that die in reserve.")
    if option.origin == "pool" and option.element not in state.bands[state.phase].pool:
        return refuse("INS-8", "The pool does not have that die.")
    if isinstance(state.frames[-1] if state.frames else None, Fight | Test) or state.active is not None:
        return refuse("INS-2", "This die does not help now.")
    return refuse("TRN-2", "Nobody can use a die now.")


def die_may_be_let(state: State, option: o.UseDie) -> Refusal | None:
    """The rule that a table may set aside to let this die raise the stat at stake now: INS-2, INS-3, KAR-3, TRN-6.

    None where there is none: the option is offered anyway, there is no such die, or nothing it raises is at stake.
    """
    figure, band = state.figures[option.who], state.band_of(option.who)
    held = option.element in {"pool": state.bands[band].pool, "reserve": figure.kept}.get(option.origin, ())
    if not held or state.over or at_stake(state, option.who) != option.element:
        return None
    return None if option in options_of(legal_options.pending(state)) else _use_die(state, option)


def at_stake(state: State, who: FigureId) -> Element | None:
    """The element that raises what this figure is about, until the dice fall (INS-2)."""
    top, active = state.frames[-1] if state.frames else None, state.active
    match top:
        case Fight(faces=None) if top.step == "roll" or who == fight_numbers.announcer(top):
            return "earth" if who == top.defender else "fire" if who == top.attacker and not top.shot else None
        case Test() if top.step != "rolled" and who == top.who:
            return willpower.ELEMENT_OF[top.stat]
        case None if active is not None and active.who == who and not active.over and state.stage == "activations":
            return "air"
    return None


def _use_skill(state: State, option: o.UseSkill) -> Refusal:
    figure = state.figures[option.who]
    skill = skill_named(state, option.who, option.skill)
    if skill is None:
        return refuse("SKL-1", "The visible face of the card does not have this skill.")
    if skill.is_automatic:
        return refuse("SKL-1", "This skill is automatic.")
    refused = skill_refused(state, option.who, skill)
    if refused is not None:
        return refused
    if option.origin == "pool" and state.band_of(option.who) != state.phase:
        return refuse("TRN-6", "In the enemy phase you can only use a die in reserve.")
    if option.origin is not None and skill.element is not None:
        held = figure.kept if option.origin == "reserve" else state.bands[state.band_of(option.who)].pool
        if skill.element not in held:
            words = Message(ELEMENT_WORDS[skill.element])
            return refuse("INS-4", "You have no {element} die to pay for it.", element=words)
    return refuse("SKL-1", "This skill would have no effect now.")


def _answer(state: State, option: Option) -> Refusal:
    if state.frames and isinstance(state.frames[-1], EffectFrame | Paying):
        return refuse("SKL-3", "The skill does not offer this choice.")
    return refuse("SKL-3", "No skill asks for this now.")


def _face(state: State, option: o.Face) -> Refusal:
    top = state.frames[-1] if state.frames else None
    if isinstance(top, TurningToFace):
        rule = "CBT-2" if top.into == "zone" else "SHT-6"
        return refuse(
            rule, "Facing {facing}, the figure would not see the enemy.", facing=Message(FACING_WORDS[option.facing])
        )
    return refuse("CBT-2", "Nobody has to turn now.")


def _retreat(state: State, option: o.Retreat) -> Refusal:
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Retreating):
        return refuse("RET-2", "You cannot retreat to {square}.", square=square_words(state, option.at))
    return refuse("RET-1", "Nobody has to retreat now.")


def _reserve(state: State, option: o.Reserve) -> Refusal:
    forbidden = scenario_game.reserve_refused(state.table)
    if forbidden is not None:
        return forbidden
    if state.stage != "reserve":
        return refuse("INS-6", "Dice can be placed in reserve at the end of the phase.")
    if state.table.characters[option.who].kami is not None:
        return refuse("KAR-3", "A Kami cannot keep a die in reserve.")
    if state.figures[option.who].reserve is not None:
        return refuse("INS-6", "This card already has a die in reserve.")
    if state.band_of(option.who) != state.phase or state.figures[option.who].at < 0:
        return refuse(
            "INS-6", "Only a figure of the player whose phase it is, on the board, can keep a die in reserve."
        )
    return refuse("INS-6", "That die is not among the unused ones.")


def _deploy(state: State, option: o.Deploy) -> Refusal:
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Arriving):
        if option.who not in scenario_game.may_return(state, top):
            return refuse("KAR-6", "Only a disabled character of at most {value} zeni can come back.", value=top.value)
        where = square_words(state, option.at)
        return refuse("SET-1", "{square} is not a free square of the deployment row.", square=where)
    if state.stage != "deploy":
        return refuse("SET-1", "The bands are not deploying now.")
    if state.figures[option.who].at >= 0:
        return refuse("SET-1", "This figure is already on the board.")
    if turn.deploying(state) != state.band_of(option.who):
        return refuse("SET-1", "It is the other player's turn to deploy.")
    return refuse(
        "SET-1", "{square} is not a free square of the deployment row.", square=square_words(state, option.at)
    )


def _handle(state: State, option: o.PickUp | o.Search | o.Free) -> Refusal:
    refused = _action(state)
    if refused is not None:
        return refused
    play_, active = state.table.adventure, state.active
    assert play_ is not None
    assert active is not None
    kinds = {"pick_up": ("object", "ADV-6"), "search": ("cache", "ADV-7"), "free": ("captive", "ADV-8")}
    kind, rule = kinds[option.kind]
    if play_.things[option.thing].kind != kind:
        return refuse(rule, "This cannot be picked up, searched or freed.")
    return objects.handle_refused(state, active.who, option.thing) or refuse(rule, "This is not possible now.")


def _put_down(state: State, option: o.PutDown) -> Refusal:
    return _not_now(state) or refuse("ADV-6", "The active figure does not carry this.")


def _leave(state: State, option: o.LeaveBoard) -> Refusal:
    refused = _not_now(state)
    if refused is None:
        assert state.active is not None
        refused = objects.leave_refused(state, state.active, option.zone)
    return refused or refuse("ADV-5", "You cannot leave the board now.")


def _enter(state: State, option: o.Enter) -> Refusal:
    if state.stage != "enter" or state.frames:
        return refuse("ADV-9", "Nobody enters the board now.")
    return refuse("ADV-9", "{square} is not a free square for this reinforcement.",
                  square=square_words(state, option.at))  # fmt: skip


def _end_movement(state: State, option: Option) -> Refusal:
    return _not_now(state) or refuse("TRN-4", "No movement is in progress.")


def _end_activation(state: State, option: Option) -> Refusal:
    return _not_now(state) or refuse("TRN-3", "No figure is active.")


def _door(state: State, option: o.OpenDoor) -> Refusal:
    refused = _not_now(state)
    if refused is None and state.active is not None:
        refused = legal_options.locked(state, state.active.who)
    return refused or refuse(
        "KAR-5", "A figure can only open a door in front of it, before anything else in its activation."
    )


_EXPLAIN: Mapping[type[Option], Callable[[State, Any], Refusal]] = {
    **drafting.REFUSED,
    o.Side: _stage("SET-1", N_("Player A chooses a side once, before deployment.")),
    o.Deploy: _deploy,
    o.TakeBack: _stage("TRN-2", N_("There is no die to take back now.")),
    o.Activate: _activate,
    o.Step: _step,
    o.Turn: _turn,
    o.EndMovement: _end_movement,
    o.Attack: _attack,
    o.Shoot: _shoot,
    o.TestWillpower: _test,
    o.OpenDoor: _door,
    o.UseDie: _use_die,
    o.UseSkill: _use_skill,
    o.Pick: _answer,
    o.PickDie: _answer,
    o.Place: _answer,
    o.Way: _answer,
    o.Pass: _stage("CBT-2", N_("Nothing is being announced.")),
    o.Face: _face,
    o.Retreat: _retreat,
    o.GiveUpDie: _stage("BND-6", N_("This die cannot be given up.")),
    o.EndActivation: _end_activation,
    o.EndActivations: _stage("TRN-2", N_("Figures are not being activated now.")),
    o.Reserve: _reserve,
    o.EndPhase: _stage("TRN-2", N_("The phase cannot end now.")),
    o.PickUp: _handle,
    o.PutDown: _put_down,
    o.Search: _handle,
    o.Free: _handle,
    o.LeaveBoard: _leave,
    o.Enter: _enter,
    o.DoIt: lambda state, option: refuse(DIALS[option.dial].rule, "This is not needed now."),
    o.LeaveIt: lambda state, option: refuse(DIALS[option.dial].rule, "This is not needed now."),
}


def move_refused(state: State, who: FigureId, at: SquareId, facing: Facing) -> Refusal | None:
    """Whether a figure could be moved to a square in one movement by the rules: None, or the rule against it.

    For a table that drags its figures: the figure is activated first when it is not active yet.
    """
    active = state.active
    if state.frames:
        return refuse("CBT-2", "Finish what is in progress first.")
    if state.stage != "activations":
        return refuse("TRN-2", "This is possible only while figures are activated.")
    if active is None or active.who != who:
        refused = (
            _activate(state, o.Activate(who))
            if o.Activate(who) not in options_of(legal_options.pending(state))
            else None
        )
        if refused is not None:
            return refused
        points, began, fresh = movement_points(state, who), None, True
    else:
        if active.over:
            return over_refused(state, active)
        points, began, fresh = active.points, active.began, not active.moved
    reached = movement.reach(state, who, points, began, fresh=fresh)
    if any(found.at == at and found.facing == facing for found in reached):
        return None
    if rooted(state, who, began):
        return refuse("MOV-7", "A shaken figure in an enemy control zone may turn but not step.")
    if state.table.board.terrain[at] == BLOCKING:
        return refuse("MOV-5", "{square} is blocking terrain.", square=square_words(state, at))
    if state.in_the_way(who) >> at & 1:
        return _taken(state, at)
    if any(found.at == at for found in reached):
        return refuse("MOV-3", "Not enough points are left to turn there.")
    return refuse(
        "MOV-5", "{square} is out of reach; points left: {points}.", square=square_words(state, at), points=points
    )
