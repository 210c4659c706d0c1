"""The heart: what a state waits for, and what an answer makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from companion.model.core.chance import D6, Die
from companion.model.core.chance import Face as DieFace
from companion.model.core.contract import Applied, Choice, Option, Over, Pending, Roll
from companion.model.core.refusal import Refusal
from companion.model.core.words import N_, Message, say
from companion.model.effects.tree import Element

from . import dice, doing, drafting, fights, movement, reactions, retreat, turn, using, willpower
from . import options as o
from .adventure import arrivals, objects, specials
from .adventure.goals import play_of
from .events import CharacterTurned, DieGivenUp
from .flow import Flow, before_action, end_of
from .moment import Moment
from .overrides import prevented
from .state import (
    INSPIRATION,
    SEATS,
    Active,
    Arriving,
    Disabling,
    Doing,
    Fight,
    GivingUp,
    Paying,
    Reacting,
    Retreating,
    Searching,
    Shaking,
    State,
    Test,
    Turning,
    replace,
)

PASS = o.Pass()
END_MOVEMENT = o.EndMovement()
END_ACTIVATION = o.EndActivation()
END_ACTIVATIONS = o.EndActivations()
END_PHASE = o.EndPhase()
TEST_WILLPOWER = o.TestWillpower()

PROMPTS: Mapping[str, Message] = {
    key: Message(text)
    for key, text in {
        "side": N_("Choose a side of the board"),
        "deploy": N_("Put a figure in your first row"),
        "deploy_zone": N_("Put a figure in your starting zone"),
        "enter": N_("Bring a reinforcement onto the board"),
        "take_back": N_("Take back dice in reserve, or roll"),
        "activate": N_("Activate a figure"),
        "active": N_("Move and act"),
        "reserve": N_("Keep unused dice in reserve, or end the phase"),
        "attacker": N_("Announce dice and skills for the attack"),
        "shooter": N_("Announce dice and skills for the shot"),
        "defender": N_("Announce dice and skills for the defence"),
        "test": N_("Announce dice and skills for the willpower test"),
        "stat_test": N_("Announce dice and skills for the test"),
        "rolled": N_("The dice have fallen: use skills, or go on"),
        "result": N_("Use skills on the result, or go on"),
        "reacting": N_("Use a skill, or go on"),
        "paying": N_("Choose the die that pays"),
        "figure": N_("Choose a figure"),
        "square": N_("Choose a square, or go on"),
        "die": N_("Choose a die"),
        "way": N_("Choose what the skill does"),
        "turning": N_("Choose where to turn"),
        "retreating": N_("Choose where to retreat"),
        "giving_up": N_("Choose a die to give up for good"),
        "recruit": N_("Recruit a character, buy equipment, or stop"),
        "equip": N_("Give one of yours a free equipment card"),
        "tiles": N_("Place a floor tile"),
        "arriving": N_("Bring back one of yours, or go on"),
    }.items()
}
_ENDED: Mapping[str, Message] = {
    "END-1": Message(N_("The zeni limit is reached.")),
    "END-2": Message(N_("A band has nobody left on the board.")),
    "KAR-6": Message(N_("The zeni earned are counted.")),
    "ADV-11": Message(N_("Both sides have reached their goals.")),
    "ADV-12": Message(N_("The last turn is over.")),
}


# what is asked -----------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the game waits for; every legal option and no other."""
    if state.over:
        winner, rule = end_of(state) or (-1, "END-2")
        return Over(None if winner < 0 else SEATS[winner], _ended(state, winner, rule))
    if state.frames:
        return _pending_frame(state)
    return _STAGES[state.stage](state)


def _ended(state: State, winner: int, rule: str) -> Message:
    if rule == "ADV-10":
        return say("{side}: the goal is reached.", side=play_of(state)[0].side_name(state.table.roles[winner]))
    return _ENDED[rule]


def _choice(band: int, prompt: str, options: list[Any]) -> Choice:
    return Choice(SEATS[band], PROMPTS[prompt], tuple(options))


def _first(state: State) -> Pending:
    return Roll("A", (Die(D6, "A"), Die(D6, "B")))


def _recruit(state: State) -> Pending:
    assert state.draft is not None
    return _choice(state.draft.seat, "recruit", drafting.picks(state, state.draft.seat))


def _equip(state: State) -> Pending:
    assert state.draft is not None
    return _choice(state.draft.seat, "equip", drafting.gifts(state, state.draft.seat))


def _tiles(state: State) -> Pending:
    assert state.draft is not None
    return _choice(state.draft.seat, "tiles", drafting.tile_options(state))


def _scenario(state: State) -> Pending:
    assert state.draft is not None
    return Roll("A", (Die(drafting.deck(state.draft), "A"),))


def _side(state: State) -> Pending:
    return _choice(0, "side", [o.Side(facing) for facing in range(4)])


def _deploy(state: State) -> Pending:
    band = turn.deploying(state)
    squares = turn.deployment_squares(state, band)
    figures = turn.undeployed(state, band)
    zone = state.quest is not None and play_of(state)[0].record.sides[state.table.roles[band]].deploy
    found = [o.Deploy(who, at, facing) for who in figures for at in squares for facing in range(4)]
    return _choice(band, "deploy_zone" if zone else "deploy", found)


def _enter(state: State) -> Pending:
    squares: dict[str, list[int]] = {}
    found: list[Option] = []
    for who, zone in arrivals.due(state):
        if zone not in squares:
            squares[zone] = arrivals.entry_squares(state, zone)
        found += [o.Enter(who, at, facing) for at in squares[zone] for facing in range(4)]
    return _choice(state.phase, "enter", found)


def _take_back(state: State) -> Pending:
    return _choice(state.phase, "take_back", [*map(o.TakeBack, turn.reserved(state, state.phase)), PASS])


def _roll(state: State) -> Pending:
    seat = SEATS[state.phase]
    return Roll(seat, (Die(INSPIRATION, seat),) * turn.dice_to_roll(state))


def _reserve(state: State) -> Pending:
    elements = tuple(dict.fromkeys(state.bands[state.phase].pool))
    figures = turn.reservable(state)
    found: list[Option] = [o.Reserve(who, element) for who in figures for element in elements]
    return _choice(state.phase, "reserve", [*found, END_PHASE])


def _activations(state: State) -> Pending:
    found: list[Option] = [] if state.active is None else activation_options(state, state.active)
    characters, phase = state.table.characters, state.phase
    for n, figure in enumerate(state.figures):
        if not figure.activated and figure.at >= 0 and characters[n].band == phase:
            found.append(o.Activate(n))
    if state.active is not None:
        found.append(END_ACTIVATION)
    found.append(END_ACTIVATIONS)
    return _choice(phase, "activate" if state.active is None else "active", found)


def activation_options(state: State, active: Active) -> list[Option]:
    """What the active figure may do: move, act, use dice (TRN-4, TRN-5)."""
    who = active.who
    found: list[Option] = []
    if not active.moved and not active.acted:
        found += door_options(state, who)
    if state.quest is not None:
        found += objects.freely(state, active)
    if not active.over:
        found += movement.moves(state, active)
        found += dice.announcements(state, Moment("movement", who), "air")
        if active.moved:
            found.append(END_MOVEMENT)
    if "activation" in state.table.speaks:
        found += [use for use in using.activation_skills(state, who, acting=False) if use not in found]
    if not active.acted or active.extra:
        found += _actions(state, active)
    return found


def _actions(state: State, active: Active) -> list[Option]:
    """What the active figure may do with its action, or with one that a skill gave it (TRN-5)."""
    who, found = active.who, list[Option]()
    free = not active.acted or "action" in active.extra
    if free or "attack" in active.extra:
        found += [o.Attack(target) for target in fights.targets(state, who)]
    if free or "shot" in active.extra:
        acting = before_action(state)
        found += [o.Shoot(target, skill.id, origin) for target, skill, origin in fights.shots(acting, who)]
    if free and willpower.refused(state, who) is None:
        found.append(TEST_WILLPOWER)
    if free and state.quest is not None:
        found += objects.actions(state, who)
    if free and "activation" in state.table.speaks:
        found += using.activation_skills(before_action(state), who, acting=True)
    return found


def pending_steps(state: State, who: int) -> list[o.Step]:
    """The steps the active figure may take now."""
    active = state.active
    if active is None or active.who != who:
        return []
    return [found for found in movement.moves(state, active) if isinstance(found, o.Step)]


def door_options(state: State, who: int) -> list[Option]:
    """KAR-5: the closed door on the figure's front edge."""
    figure = state.figures[who]
    if state.table.board.door(figure.at, figure.facing) is None or locked(state, who) is not None:
        return []
    return [o.OpenDoor(figure.at, figure.facing)]


def locked(state: State, who: int) -> Refusal | None:
    """ADV-13: doors that only one side, or whoever carries an object, may open."""
    return None if state.quest is None else specials.locked(state, who)


def _pending_frame(state: State) -> Pending:
    top = state.frames[-1]
    if isinstance(top, Fight):
        return _pending_fight(state, top)
    if isinstance(top, Test):
        if top.step == "roll":
            return Roll(SEATS[state.band_of(top.who)], (Die(D6, state.table.characters[top.who].id),))
        prompt = "rolled" if top.step == "rolled" else "test" if top.skill is None else "stat_test"
        return _choice(state.band_of(top.who), prompt, [*willpower.announcements(state, top), PASS])
    if isinstance(top, Turning):
        return _choice(state.band_of(top.who), "turning", [o.Face(facing) for facing in facings(state, top)])
    if isinstance(top, Retreating):
        squares = retreat.retreats(state, top.who)
        chooser = top.who if top.chooser < 0 else top.chooser
        return _choice(state.band_of(chooser), "retreating", [o.Retreat(at) for at, _ in squares])
    if isinstance(top, Searching):
        return Roll(SEATS[state.band_of(top.who)], (Die(D6, state.table.characters[top.who].id),))
    if isinstance(top, GivingUp):
        return _choice(top.band, "giving_up", dice_to_give_up(state, top.band))
    if isinstance(top, Reacting):
        return _choice(state.band_of(top.who), "reacting", [*reactions.announcements(state, top), PASS])
    if isinstance(top, Paying):
        return _choice(state.band_of(top.who), "paying", using.payment_options(state, top))
    if isinstance(top, Doing):
        return _pending_deed(state, top)
    if isinstance(top, Arriving):
        return _choice(top.band, "arriving", [*turn.arrivals(state, top), PASS])
    raise AssertionError(f"{top} is resolved without a question")


def _pending_deed(state: State, frame: Doing) -> Pending:
    band = state.band_of(frame.who)
    if frame.rolling:
        return Roll(SEATS[band], doing.dice(state, frame))
    options = doing.choices(state, frame)
    return _choice(band, _DEED_PROMPTS.get(type(options[0]), "reacting"), options)


_DEED_PROMPTS: Mapping[type[Option], str] = {
    o.Pick: "figure",
    o.PickDie: "die",
    o.Place: "square",
    o.Way: "way",
    o.Face: "turning",
}


def _pending_fight(state: State, fight: Fight) -> Pending:
    if fight.step == "roll":
        names = (state.table.characters[who].id for who in (fight.attacker, fight.defender))
        return Roll(SEATS[state.band_of(fight.attacker)], tuple(Die(D6, name) for name in names))
    if fight.faces is not None:
        prompt = "rolled" if fight.step.endswith("_rolled") else "result"
    else:
        prompt = "defender" if fight.step == "defender" else "attacker" if fight.shot is None else "shooter"
    return _choice(state.band_of(fights.announcer(fight)), prompt, [*fights.announcements(state, fight), PASS])


def facings(state: State, turning: Turning) -> list[int]:
    """The facings that a figure which must turn may end with (CBT-2, SHT-6)."""
    if turning.into == "zone":
        return fights.facings_into_zone(state, turning.who, turning.square)
    return fights.facings_into_vision(state, turning.who, turning.square)


def dice_to_give_up(state: State, which: int) -> list[o.GiveUpDie]:
    """BND-6: the different dice of a band: of the pool, set aside, in reserve."""
    band = state.bands[which]
    found = [o.GiveUpDie("pool", element) for element in dict.fromkeys(band.pool)]
    found += [o.GiveUpDie("aside")] if band.aside else []
    found += [o.GiveUpDie("reserve", state.figures[n].reserve, n) for n in turn.reserved(state, which)]
    return found


_STAGES: Mapping[str, Callable[[State], Pending]] = {
    "first": _first,
    "recruit": _recruit,
    "equip": _equip,
    "tiles": _tiles,
    "scenario": _scenario,
    "side": _side,
    "deploy": _deploy,
    "enter": _enter,
    "take_back": _take_back,
    "roll": _roll,
    "activations": _activations,
    "reserve": _reserve,
}


# what an answer does -----------------------------------------------------------------------------------------------


def apply(state: State, option: Option) -> Applied[State]:
    """Do what was chosen; the caller has checked that it is offered."""
    flow = Flow(state)
    _DO[type(option)](flow, option)
    settle(flow)
    if state.quest is not None:
        flow.end_if_won()
    return Applied(flow.state, tuple(flow.events))


def rolled(state: State, faces: tuple[DieFace, ...]) -> Applied[State]:
    """Take the faces asked for; the caller has checked that they fit."""
    flow = Flow(state)
    if not state.frames:
        if state.stage == "first":
            turn.first_player(flow, cast(tuple[int, int], faces))
        elif state.stage == "scenario":
            assert state.draft is not None
            drafting.draw(flow, next(card for card in state.draft.scenarios if card.id == faces[0]))
        else:
            turn.inspiration(flow, cast(tuple[Element, ...], faces))
    else:
        top = state.frames[-1]
        if isinstance(top, Fight):
            fights.rolled(flow, top, cast(tuple[int, int], faces))
        elif isinstance(top, Test):
            willpower.rolled(flow, top, cast(int, faces[0]))
        elif isinstance(top, Searching):
            objects.searched(flow, top, cast(int, faces[0]))
        else:
            assert isinstance(top, Doing)
            doing.fallen(flow, top, faces)
    settle(flow)
    if state.quest is not None:
        flow.end_if_won()
    return Applied(flow.state, tuple(flow.events))


def settle(flow: Flow) -> None:
    """Resolve frames until one asks a question that has more than one answer; then go on with the turn."""
    while not flow.state.over:
        if not flow.state.frames:
            if not turn.goes_on(flow):
                return
        elif _SETTLE[type(flow.state.frames[-1])](flow, flow.state.frames[-1]):
            return


def _settle_shaking(flow: Flow, top: Shaking) -> bool:
    flow.state = flow.state.pop()
    flow.shake(top.who, top.rule, top.asked)
    return False


def _settle_disabling(flow: Flow, top: Disabling) -> bool:
    flow.state = flow.state.pop()
    flow.disable(top.who, top.rule, asked=True)
    return False


def _settle_turning(flow: Flow, top: Turning) -> bool:
    possible = [] if prevented(flow.state, top.who, "turn") else facings(flow.state, top)
    if len(possible) > 1:
        return True
    flow.state = flow.state.pop()
    if possible:
        face(flow, top.who, possible[0])
    return False


def _settle_giving_up(flow: Flow, top: GivingUp) -> bool:
    owed = dice_to_give_up(flow.state, top.band)
    if len(owed) > 1:
        return True
    flow.state = flow.state.pop()
    if owed:
        give_up(flow, top.band, owed[0])
    return False


def _settle_fight(flow: Flow, top: Fight) -> bool:
    if top.step == "roll" or fights.announcements(flow.state, top):
        return True
    fights.next_step(flow, top)
    return False


def _settle_test(flow: Flow, top: Test) -> bool:
    if top.step == "roll" or willpower.announcements(flow.state, top):
        return True
    _pass_test(flow, top)
    return False


def _pass_test(flow: Flow, top: Test) -> None:
    if top.step == "rolled":
        willpower.resolve(flow, top)
    else:
        flow.state = flow.state.swap_top(replace(top, step="roll"))


def _settle_paying(flow: Flow, top: Paying) -> bool:
    found = using.payment_options(flow.state, top)
    if len(found) > 1:
        return True
    using.pay(flow, top, found[0])
    return False


def _settle_arriving(flow: Flow, top: Arriving) -> bool:
    if turn.arrivals(flow.state, top):
        return True
    flow.state = flow.state.pop()
    return False


def _settle_retreat(flow: Flow, top: Retreating) -> bool:
    squares = retreat.retreats(flow.state, top.who)
    if len(squares) > 1:
        return True
    flow.state = flow.state.pop()
    if squares:
        retreat.retreat(flow, top, squares[0][0])
    else:
        retreat.stay(flow, top.who)
    return False


_SETTLE: Mapping[type[Any], Callable[[Flow, Any], bool]] = {
    Shaking: _settle_shaking,
    Disabling: _settle_disabling,
    Retreating: _settle_retreat,
    Turning: _settle_turning,
    GivingUp: _settle_giving_up,
    Arriving: _settle_arriving,
    Fight: _settle_fight,
    Test: _settle_test,
    Reacting: reactions.settle,
    Paying: _settle_paying,
    Doing: doing.settle,
    Searching: lambda flow, top: True,
}


def face(flow: Flow, who: int, facing: int) -> None:
    """Turn a figure on the spot, for free."""
    before = flow.state.figures[who].facing
    if before != facing:
        flow.figure(who, facing=facing)
        flow.tell(CharacterTurned(who, before, facing))


def give_up(flow: Flow, which: int, option: o.GiveUpDie) -> None:
    """BND-6: the die is gone for the rest of the game."""
    band = flow.state.bands[which]
    if option.origin == "pool":
        pool = list(band.pool)
        assert option.element is not None
        pool.remove(option.element)
        flow.band(which, pool=tuple(pool))
    elif option.origin == "aside":
        flow.band(which, aside=band.aside - 1)
    else:
        flow.figure(option.who, reserve=None)
    flow.band(which, gone=band.gone + 1)
    flow.tell(DieGivenUp(which, option.origin, option.element, option.who))


def _use_die(flow: Flow, option: o.UseDie) -> None:
    use = dice.use_die(flow, option)
    top = flow.state.frames[-1] if flow.state.frames else None
    if isinstance(top, Fight | Test):
        flow.state = flow.state.swap_top(fights.with_use(top, use))
    else:
        movement.lengthen(flow, 1)


def _use_skill(flow: Flow, option: o.UseSkill) -> None:
    """A skill that is an action ends the movement going on before it (SKL-4, MOV-8)."""
    skill = dice.skill_of(flow.state, option)
    if skill.is_action and not flow.state.frames:
        _acting(flow, lambda who: using.use(flow, option))
    else:
        using.use(flow, option)


def _pass(flow: Flow, option: o.Pass) -> None:
    top = flow.state.frames[-1] if flow.state.frames else None
    if isinstance(top, Fight):
        fights.next_step(flow, top)
    elif isinstance(top, Test):
        _pass_test(flow, top)
    elif isinstance(top, Reacting | Arriving):
        flow.state = flow.state.pop()
    elif isinstance(top, Doing):
        doing.answer(flow, top, option)
    else:
        turn.to_roll(flow)


def _answer(flow: Flow, option: Option) -> None:
    """An answer to what a skill asks, or a die that pays for one."""
    top = flow.state.frames[-1]
    if isinstance(top, Paying):
        using.pay(flow, top, cast(o.PickDie, option))
    else:
        doing.answer(flow, cast(Doing, top), option)


def _put(flow: Flow, option: o.Deploy) -> None:
    if flow.state.frames:
        flow.state = flow.state.pop()
        turn.arrive(flow, option)
    else:
        turn.deploy(flow, option)


def _attack(flow: Flow, option: o.Attack) -> None:
    _acting(flow, lambda who: fights.declare_attack(flow, who, option.target))


def _shoot(flow: Flow, option: o.Shoot) -> None:
    def shoot(who: int) -> None:
        skill = next(found for found in flow.state.skills(who) if found.id == option.skill)
        fights.declare_shot(flow, who, option.target, skill, option.origin)

    _acting(flow, shoot)


def _handle(flow: Flow, option: o.PickUp | o.Search | o.Free) -> None:
    _acting(flow, lambda who: objects.handle(flow, who, option))


def _test(flow: Flow, option: o.TestWillpower) -> None:
    _acting(flow, lambda who: willpower.declare(flow, who))


def _acting(flow: Flow, act: Callable[[int], None]) -> None:
    """An action ends the movement going on before it (MOV-8); what that brings is resolved before the action."""
    below = len(flow.state.frames)
    flow.end_movement(resumed=True)
    if flow.state.active is None:
        return
    first = flow.state.frames[below:]
    flow.set(frames=flow.state.frames[:below])
    act(flow.state.active.who)
    flow.push(*first)


def _face(flow: Flow, option: o.Face) -> None:
    top = flow.state.frames[-1]
    if isinstance(top, Doing):
        doing.answer(flow, top, option)
        return
    flow.state = flow.state.pop()
    face(flow, cast(Turning, top).who, option.facing)


def _retreat(flow: Flow, option: o.Retreat) -> None:
    top = cast(Retreating, flow.state.frames[-1])
    flow.state = flow.state.pop()
    retreat.retreat(flow, top, option.at)


def _give_up(flow: Flow, option: o.GiveUpDie) -> None:
    top = cast(GivingUp, flow.state.frames[-1])
    flow.state = flow.state.pop()
    give_up(flow, top.band, option)


_DO: Mapping[type[Option], Callable[[Flow, Any], None]] = {
    o.Side: lambda flow, option: turn.take_side(flow, option.facing),
    o.Recruit: drafting.recruit,
    o.Equip: drafting.equip,
    o.StopRecruiting: drafting.stop,
    o.PlaceTile: drafting.place_tile,
    o.Deploy: _put,
    o.TakeBack: lambda flow, option: turn.take_back(flow, option.who),
    o.Activate: lambda flow, option: turn.activate(flow, option.who),
    o.Step: movement.step,
    o.Turn: movement.turn,
    o.EndMovement: lambda flow, option: flow.end_movement(),
    o.Attack: _attack,
    o.Shoot: _shoot,
    o.TestWillpower: _test,
    o.OpenDoor: movement.open_door,
    o.UseDie: _use_die,
    o.UseSkill: _use_skill,
    o.Pick: _answer,
    o.PickDie: _answer,
    o.Place: _answer,
    o.Way: _answer,
    o.Pass: _pass,
    o.Face: _face,
    o.Retreat: _retreat,
    o.GiveUpDie: _give_up,
    o.EndActivation: lambda flow, option: turn.end_activation(flow),
    o.EndActivations: lambda flow, option: turn.end_activations(flow),
    o.Reserve: lambda flow, option: turn.put_in_reserve(flow, option.who, option.element),
    o.EndPhase: lambda flow, option: turn.end_phase(flow),
    o.PickUp: _handle,
    o.PutDown: objects.put_down,
    o.Search: _handle,
    o.Free: _handle,
    o.LeaveBoard: objects.leave,
    o.Enter: turn.enter,
}
