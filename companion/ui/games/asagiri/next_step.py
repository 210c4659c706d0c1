"""The one obvious next step: what Space does now, and what the turn bar offers."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.model.core.contract import Choice, Option, Over, Roll
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.movement import will_shake
from companion.model.games.asagiri.rules.turn import dice_to_roll, inward
from companion.model.games.asagiri.state.formatting import spoken
from companion.model.games.asagiri.state.stack import (
    Arriving,
    Disabling,
    EffectFrame,
    Fight,
    Retreating,
    Searching,
    Shaking,
    Test,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import INSPIRATION, SEATS, State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, SOUTH, FigureId, Ref
from companion.ui.games.asagiri.controller import AsagiriController


class NextStep(msgspec.Struct, frozen=True):
    """A sentence for the button, and what it does; `options` empty: nothing to choose (a roll, a look, waiting)."""

    words: Message
    options: tuple[Option, ...] = ()
    rolls: bool = False
    passes: bool = False
    then_rolls: bool = False
    selects: FigureId = NO_FIGURE
    leaves: bool = False
    """Back from a look at the past."""
    resumes: bool = False
    """Lets automatic players go on, which wait since the person went back."""
    reads: bool = False
    """The fight that is shown has been read: go on."""


def next_step(game: AsagiriController) -> NextStep | None:
    """What Space does now; None while somebody else acts, or when only a person's own mind can tell."""
    if not game.live:
        return NextStep(say("Back to the present"), leaves=True) if game.stand_in is None else None
    if game.pace.holding:
        return NextStep(say("Continue"), reads=True)
    if game.waits:
        return NextStep(say("Let the computer continue"), resumes=True)
    pending, state = game.pending, game.state
    if isinstance(pending, Roll):
        return None if game.to_roll() is None else NextStep(_roll_words(state), rolls=True)
    if not isinstance(pending, Choice) or pending.seat in game.bots:
        return None
    if game.ending.asked:
        return NextStep(say("End the phase anyway"), (o.EndActivations(),))
    kinds = {type(option): option for option in reversed(pending.options)}
    for kind, make in _STEPS.items():
        if kind in kinds:
            found = make(game, kinds[kind])
            if found is not None:
                return found
    return None


def _roll_words(state: State) -> Message:
    if not state.frames:
        if state.stage == "scenario":
            return say("Draw a scenario card")
        return say("Roll: who begins?") if state.stage == "first" else say("Roll the inspiration dice")
    top = state.frames[-1]
    if isinstance(top, Fight):
        return say("Roll both dice")
    return say("Roll for willpower") if isinstance(top, Test) and top.skill is None else say("Roll")


def _pass(game: AsagiriController, option: Option) -> NextStep:
    frames = game.state.frames
    if not frames and not dice_to_roll(game.state):
        return NextStep(say("Keep them all"), (option,))
    if not frames:
        return NextStep(
            say("Keep reserve dice and roll"),
            (option,),
            then_rolls=game.session.dice_mode(SEATS[game.state.phase], "inspiration") == "virtual",
        )
    top = frames[-1]
    if isinstance(top, Fight) and top.step == "attacker":
        return NextStep(say("Defender announces"), (option,), passes=True)
    if isinstance(top, Fight | Test) and (top.faces is not None if isinstance(top, Fight) else top.face):
        return NextStep(say("Keep the result"), (option,), passes=True)
    if isinstance(top, Arriving):
        return NextStep(say("Continue"), (option,))  # no slip shows this question: the bar has its button
    if not isinstance(top, Fight | Test):
        return NextStep(say("Continue"), (option,), passes=True)
    return NextStep(say("Roll the dice"), (option,), passes=True)


def _side(game: AsagiriController, option: Option) -> NextStep:
    chosen = o.Side(SOUTH)
    return NextStep(say("Take the {side} side", side=spoken(game.state, Ref.FACING, chosen.facing)), (chosen,))


def _deploy(game: AsagiriController, option: Option) -> NextStep | None:
    state = game.state
    offered = [found for found in game.options if isinstance(found, o.Deploy | o.Enter)]
    if not offered:
        return None
    who = game.selection if any(found.who == game.selection for found in offered) else offered[0].who
    size = state.table.board.size
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    squares = state.table.board.squares
    best = min(
        (found for found in offered if found.who == who and found.facing == inward(state, who, found.at)),
        key=lambda found: abs(squares[found.at][0] - middle[0]) + abs(squares[found.at][1] - middle[1]),
    )
    return NextStep(
        say("Place {who} on {at}", who=spoken(state, Ref.FIGURE, who), at=spoken(state, Ref.SQUARE, best.at)), (best,)
    )


def _activate(game: AsagiriController, option: Option) -> NextStep:
    offered = [found.who for found in game.options if isinstance(found, o.Activate)]
    who = game.selection if game.selection in offered else offered[0]
    return NextStep(say("Activate {who}", who=spoken(game.state, Ref.FIGURE, who)), (o.Activate(who),), selects=who)


def _end_activation(game: AsagiriController, option: Option) -> NextStep | None:
    active = game.state.active
    if active is None:
        return None
    return NextStep(say("End activation"), (option,))


def _retreat(game: AsagiriController, option: Option) -> NextStep:
    offered = [found.at for found in game.options if isinstance(found, o.Retreat)]
    top = game.state.frames[-1]
    assert isinstance(top, Retreating)  # nothing else asks for it
    shaking = dict(movement.retreats(game.state, top.who, anywhere=top.anywhere))
    at = min(offered, key=lambda square: shaking[square])
    return NextStep(say("Retreat to {at}", at=spoken(game.state, Ref.SQUARE, at)), (o.Retreat(at),))


def _plain(words: Message) -> Callable[[AsagiriController, Option], NextStep | None]:
    return lambda game, option: NextStep(words, (option,))


def _face(game: AsagiriController, option: Option) -> NextStep:
    assert isinstance(option, o.Face)
    return NextStep(say("Turn {facing}", facing=spoken(game.state, Ref.FACING, option.facing)), (option,))


_STEPS: dict[type[Option], Callable[[AsagiriController, Option], NextStep | None]] = {
    o.DoIt: _plain(say("Do it")),
    o.Pass: _pass,
    o.Side: _side,
    o.Deploy: _deploy,
    o.Enter: _deploy,
    o.Retreat: _retreat,
    o.Face: _face,
    o.EndPhase: _plain(say("End phase")),
    o.EndActivation: _end_activation,
    o.Activate: _activate,
    o.EndActivations: _plain(say("All done: end activations")),
}
"""In the order in which they are obvious: the first kind on offer wins."""


Player = Callable[[str], str]
"""What the player of a seat is called."""


def asked(game: AsagiriController, player: Player) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if game.stand_in is not None:
        return say("Checking the table") if game.stand_in.by_hand else say("Correcting the past")
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if game.waits and isinstance(pending, Choice | Roll):
        return game.idle_words(player(pending.seat))
    if game.pace.holding:
        return say("Continue when you have seen the fight.")
    if isinstance(pending, Choice):
        return _choice(game, pending, player)
    if isinstance(pending, Roll):
        return _roll(game, pending, player(pending.seat))
    return pending.why if isinstance(pending, Over) else say("The game is over")


def _choice(game: AsagiriController, pending: Choice, player: Player) -> Message:
    if pending.seat in game.bots:
        return game.idle_words(player(pending.seat))
    if game.ending.asked:
        return game.ending.question
    active = game.state.active
    if active is not None and not game.state.frames and will_shake(game.state):
        who = game.state.table.called[active.who]
        return say("Leaving this control zone will shake {who} (MOV-8)", who=who)
    return say("{seat}: {prompt}", seat=player(pending.seat), prompt=pending.prompt)


def _roll(game: AsagiriController, roll: Roll, player: str) -> Message:
    state = game.state
    if state.stage == "first":
        if game.session.done > 0:
            return say("Equal dice: roll again")
        if state.draft is not None:  # the page below says what it decides
            return say("Each player rolls a die: who is player A?")
        return say("The higher die starts and chooses a side")
    if state.stage == "scenario":
        return say("{seat}: draw a scenario card", seat=player)
    if all(die.kind == INSPIRATION for die in roll.dice):
        return plural(
            "{seat}: roll {count} inspiration die", "{seat}: roll {count} inspiration dice", len(roll.dice), seat=player
        )
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        called = state.table.called
        return say("Roll a die for {attacker} and one for {target}",
                   attacker=called[top.attacker], target=called[top.defender])  # fmt: skip
    return say("{seat}: roll the dice", seat=player)


SITTING = (say("First player"), say("Second player"))


def player_words(state: State, seat: str) -> Message:
    """The player of a seat; who is A is not known before the roll (SET-1)."""
    return SITTING[SEATS.index(seat)] if state.stage == "first" else say("Player {seat}", seat=seat)


_PAGES: dict[type, str] = {
    Retreating: "retreat",
    TurningToFace: "facing",
    Shaking: "states",
    Disabling: "states",
    EffectFrame: "skills",
    Test: "skills",
    Searching: "adventures",
}


def page_of(game: AsagiriController) -> str:
    """The page of the help that fits what is going on."""
    state = game.state
    for frame in reversed(state.frames):
        if isinstance(frame, Fight):
            return "asagiri/shooting" if frame.shot is not None else "asagiri/combat"
        if type(frame) in _PAGES:
            return f"asagiri/{_PAGES[type(frame)]}"
    if isinstance(game.pending, Over):
        return "asagiri/winning"
    if isinstance(game.pending, Roll):
        return "asagiri/dice"
    return "asagiri/moving" if state.active is not None else "asagiri/a-turn"
