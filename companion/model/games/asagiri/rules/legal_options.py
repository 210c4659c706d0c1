"""What the game waits for: whose choice, every legal option of it, a roll, or the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.model.core.chance import D6, Die
from companion.model.core.contract import Choice, Option, Over, Pending, Roll
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import N_, Message, say
from companion.model.games.asagiri.adventure import goals, objects
from companion.model.games.asagiri.adventure.goals import play_of
from companion.model.games.asagiri.skills import operation, skill_use, triggers
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import (
    Active,
    Arriving,
    EffectFrame,
    Fight,
    GivingUp,
    Paying,
    Reacting,
    Reminding,
    Retreating,
    Searching,
    Test,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import INSPIRATION, SEATS, State
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    EVERY_FACING,
    NO_BAND,
    BandId,
    FigureId,
    SquareId,
    by_figure,
)
from companion.model.games.asagiri.table import reminders

from . import dice, drafting, fight_numbers, fights, kami, movement, turn, willpower
from . import options as o
from .resolution import dice_to_give_up, facings
from .rule_modifiers import has_room, kept_idle, obliged
from .transition import before_action, end_of, if_turned

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
        "deploy": N_("Place a figure in your first row"),
        "deploy_zone": N_("Place a figure in your starting zone"),
        "enter": N_("Bring a reinforcement onto the board"),
        "take_back": N_("Take back reserve dice, or roll"),
        "keep_all": N_("Every die is in reserve: take back some, or keep them all"),
        "activate": N_("Activate a figure"),
        "active": N_("Move and act"),
        "reserve": N_("Place unused dice in reserve, or end the phase"),
        "attacker": N_("Announce dice and skills for the attack"),
        "shooter": N_("Announce dice and skills for the shot"),
        "defender": N_("Announce dice and skills for the defence"),
        "test": N_("Announce dice and skills for the willpower test"),
        "stat_test": N_("Announce dice and skills for the test"),
        "rolled": N_("The dice are rolled: use skills or continue"),
        "result": N_("Use skills on the result, or continue"),
        "reacting": N_("Use a skill or continue"),
        "paying": N_("Choose the die to pay with"),
        "figure": N_("Choose a figure"),
        "square": N_("Choose a square or continue"),
        "die": N_("Choose a die"),
        "price": N_("Pay a die, or let the skill do what it does"),
        "way": N_("Choose the effect of the skill"),
        "turning": N_("Choose the facing"),
        "retreating": N_("Choose where to retreat"),
        "giving_up": N_("Choose a die to give up for good"),
        "recruit": N_("Recruit a character, buy equipment, or stop"),
        "equip": N_("Give a free equipment card to one of your characters"),
        "tiles": N_("Place a floor tile"),
        "arriving": N_("Bring back one of your characters, or continue"),
    }.items()
}


_ENDED: Mapping[str, Message] = {
    "END-1": Message(N_("The zeni limit is reached.")),
    "END-2": Message(N_("A band has nobody left on the board.")),
    "KAR-6": Message(N_("The zeni earned decide the game.")),
    "ADV-11": Message(N_("Both sides have reached their goals.")),
    "ADV-12": Message(N_("The last turn is over.")),
}


def pending(state: State) -> Pending:
    """What the game waits for; every legal option and no other."""
    if state.over:
        winner, rule = end_of(state) or (NO_BAND, "END-2")
        return Over(() if winner < 0 else (SEATS[winner],), _ended(state, winner, rule))
    if state.frames:
        return _pending_frame(state)
    return _STAGES[state.stage](state)


def _ended(state: State, winner: BandId, rule: str) -> Message:
    if rule == "ADV-10":
        return say("{side}: goal reached.", side=play_of(state)[0].side_name(state.table.roles[winner]))
    return _ENDED[rule]


def _choice(band: BandId, prompt: str, options: list[Any]) -> Choice:
    return Choice(SEATS[band], PROMPTS[prompt], tuple(options))


def _first(state: State) -> Pending:
    return Roll("A", (Die(D6, "A"), Die(D6, "B")), "order", SEATS)


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
    return Roll("A", (Die(drafting.deck(state.draft), "A"),), "other")


def _side(state: State) -> Pending:
    return _choice(BANDS[0], "side", [o.Side(facing) for facing in EVERY_FACING])


def _deploy(state: State) -> Pending:
    band = turn.deploying(state)
    squares = turn.deployment_squares(state, band)
    figures = turn.undeployed(state, band)
    zone = state.quest is not None and play_of(state)[0].record.sides[state.table.roles[band]].deploy
    found = [o.Deploy(who, at, facing) for who in figures for at in squares for facing in EVERY_FACING]
    return _choice(band, "deploy_zone" if zone else "deploy", found)


def _enter(state: State) -> Pending:
    squares: dict[str, list[SquareId]] = {}
    found: list[Option] = []
    for who, zone in goals.due(state):
        if zone not in squares:
            squares[zone] = goals.entry_squares(state, zone)
        found += [o.Enter(who, at, facing) for at in squares[zone] for facing in EVERY_FACING]
    return _choice(state.phase, "enter", found)


def _take_back(state: State) -> Pending:
    prompt = "take_back" if turn.dice_to_roll(state) else "keep_all"
    return _choice(state.phase, prompt, [*map(o.TakeBack, turn.reserved(state, state.phase)), PASS])


def _roll(state: State) -> Pending:
    seat = SEATS[state.phase]
    return Roll(seat, (Die(INSPIRATION, seat),) * turn.dice_to_roll(state), "inspiration")


def _reserve(state: State) -> Pending:
    elements = tuple(dict.fromkeys(state.bands[state.phase].pool))
    figures = turn.reservable(state)
    found: list[Option] = [o.Reserve(who, element) for who in figures for element in elements
                           if has_room(state, who, element)]  # fmt: skip
    return _choice(state.phase, "reserve", [*found, END_PHASE])


def _activations(state: State) -> Pending:
    found: list[Option] = [] if state.active is None else activation_options(state, state.active)
    if state.active is not None and _due(state, state.active.who, found):
        return _choice(state.phase, "active", found)
    characters, phase = state.table.characters, state.phase
    for n, figure in by_figure(state.figures):
        ready = not figure.activated and figure.at >= 0 and characters[n].band == phase
        if ready and not kept_idle(state, n):
            found.append(o.Activate(n))
    if state.active is not None:
        found.append(END_ACTIVATION)
    found.append(END_ACTIVATIONS)
    return _choice(phase, "activate" if state.active is None else "active", found)


def activation_options(state: State, active: Active) -> list[Option]:
    """What the active figure may do: move, act, use dice (TRN-4, TRN-5)."""
    who = active.who
    found: list[Option] = []
    if not active.moved and not active.acted and not (active.brought and state.table.edition > 1):
        found += door_options(state, who)
    if state.quest is not None:
        found += objects.freely(state, active)
    if not active.over:
        found += movement.moves(state, active)
        found += dice.announcements(state, TriggerContext("movement", who), "air")
        if active.moved:
            found.append(END_MOVEMENT)
    if "activation" in state.table.speaks:
        found += [use for use in skill_use.activation_skills(state, who, acting=False) if use not in found]
    if not active.acted or active.extra:
        found += actions(state, active)
    return found


def actions(state: State, active: Active) -> list[Option]:
    """What the active figure may do with its action, or with one that a skill gave it (TRN-5)."""
    who, found = active.who, list[Option]()
    free = not active.acted or "action" in active.extra
    if free or "attack" in active.extra:
        found += [o.Attack(target) for target in fights.targets(state, who)]
    if free or "shot" in active.extra:
        found += _whatever_comes(
            state, lambda seen: [o.Shoot(target, skill.id, origin) for target, skill, origin in fights.shots(seen, who)]
        )
    if free and willpower.refused(state, who) is None:
        found.append(TEST_WILLPOWER)
    if free and state.quest is not None:
        found += objects.actions(state, who)
    if free and "activation" in state.table.speaks:
        found += _whatever_comes(state, lambda seen: skill_use.activation_skills(seen, who, acting=True))
    return _due(state, who, found) or found


_DUTIES: Mapping[str, type[Option]] = {"attack": o.Attack, "shot": o.Shoot}


def _due(state: State, who: FigureId, found: Sequence[Option]) -> list[Option]:
    """Those of its options of which a figure has to choose one before it ends (SKL-3)."""
    kinds = tuple(_DUTIES[duty] for duty in obliged(state, who))
    return [option for option in found if isinstance(option, kinds)]


def bound(state: State, option: Option) -> Refusal | None:
    """SKL-3: what the active figure may not do, or not before it has done what it must."""
    active = state.active
    if active is None or state.frames or state.stage != "activations":
        return None
    who = state.table.called[active.who]
    if isinstance(option, o.Step | o.Turn) and movement.bound(state, active.who):
        return refuse("SKL-3", "A skill forbids {who} to move.", who=who)
    if isinstance(option, o.Turn) and movement.turns_bound(state, active.who):
        return refuse("SKL-3", "A skill forbids {who} to turn on the spot.", who=who)
    return refuse("SKL-3", "{who} must attack or shoot first.", who=who) if _owes(state, active) else None


def _owes(state: State, active: Active) -> bool:
    return bool(_due(state, active.who, activation_options(state, active)))


def _whatever_comes(state: State, possible: Callable[[State], Sequence[Option]]) -> list[Option]:
    """What is possible once the movement has ended, whether or not a skill then keeps the card from turning (MOV-8)."""
    acting = before_action(state)
    found, turned = list(possible(acting)), if_turned(acting)
    if turned is acting:
        return found
    left = possible(turned)
    return [option for option in found if option in left]


def door_options(state: State, who: FigureId) -> list[Option]:
    """KAR-5: the closed door on the figure's front edge."""
    figure = state.figures[who]
    if state.table.board.door(figure.at, figure.facing) is None or locked(state, who) is not None:
        return []
    return [o.OpenDoor(figure.at, figure.facing)]


def locked(state: State, who: FigureId) -> Refusal | None:
    """ADV-13: doors that only one side, or whoever carries an object, may open."""
    return None if state.quest is None else goals.locked(state, who)


def _pending_frame(state: State) -> Pending:
    top = state.frames[-1]
    if isinstance(top, Fight):
        return _pending_fight(state, top)
    if isinstance(top, Test):
        if top.step == "roll":
            return Roll(SEATS[state.band_of(top.who)], (Die(D6, state.table.characters[top.who].id),), "test")
        prompt = "rolled" if top.step == "rolled" else "test" if top.skill is None else "stat_test"
        return _choice(state.band_of(top.who), prompt, [*willpower.announcements(state, top), PASS])
    if isinstance(top, TurningToFace):
        return _choice(state.band_of(top.who), "turning", [o.Face(facing) for facing in facings(state, top)])
    if isinstance(top, Retreating):
        squares = movement.retreats(state, top.who, anywhere=top.anywhere)
        chooser = top.who if top.chooser < 0 else top.chooser
        return _choice(state.band_of(chooser), "retreating", [o.Retreat(at) for at, _ in squares])
    if isinstance(top, Searching):
        return Roll(SEATS[state.band_of(top.who)], (Die(D6, state.table.characters[top.who].id),), "other")
    if isinstance(top, GivingUp):
        return _choice(top.band, "giving_up", dice_to_give_up(state, top.band))
    if isinstance(top, Reacting):
        return _choice(state.band_of(top.who), "reacting", [*triggers.announcements(state, top), PASS])
    if isinstance(top, Paying):
        return _choice(state.band_of(top.who), "paying", skill_use.payment_options(state, top))
    if isinstance(top, EffectFrame):
        return _pending_deed(state, top)
    if isinstance(top, Reminding):
        answers = (o.DoIt(top.dial), o.LeaveIt(top.dial))
        return Choice(SEATS[reminders.seat_of(state, top)], reminders.prompt(state, top), answers)
    if isinstance(top, Arriving):
        return _choice(top.band, "arriving", [*turn.arrivals(state, top), PASS])
    raise AssertionError(f"{top} is resolved without a question")


def _pending_deed(state: State, frame: EffectFrame) -> Pending:
    band = state.band_of(frame.who)
    if frame.rolling:
        return Roll(SEATS[band], operation.dice(state, frame), "other")
    options = operation.choices(state, frame)
    band = operation.band(state, frame) if options else band
    if not options:
        return _choice(band, "reacting", [])  # a position made by hand, which nobody can answer: it is not read
    coming = kami.form(state, frame.who, frame.dice[0]) if isinstance(options[0], o.Place) and frame.dice else None
    if coming is not None:
        return Choice(SEATS[band], say("Choose where {kami} appears", kami=coming.name), tuple(options))
    prompt = _DEED_PROMPTS.get(type(options[0]), "reacting")
    return _choice(band, "die" if prompt == "price" and PASS not in options else prompt, options)


_DEED_PROMPTS: Mapping[type[Option], str] = {
    o.Pick: "figure",
    o.PickDie: "die",
    o.Place: "square",
    o.Way: "way",
    o.GiveUpDie: "price",
    o.Face: "turning",
}


def _pending_fight(state: State, fight: Fight) -> Pending:
    if fight.step == "roll":
        both = (fight.attacker, fight.defender)
        dice = tuple(Die(D6, state.table.characters[who].id) for who in both)
        seats = tuple(SEATS[state.band_of(who)] for who in both)
        return Roll(seats[0], dice, "combat", seats)
    if fight.faces is not None:
        prompt = "rolled" if fight.step.endswith("_rolled") else "result"
    else:
        prompt = "defender" if fight.step == "defender" else "attacker" if fight.shot is None else "shooter"
    return _choice(state.band_of(fight_numbers.announcer(fight)), prompt, [*fights.announcements(state, fight), PASS])


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
