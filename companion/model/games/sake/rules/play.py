"""What the game waits for, and what an answer makes of it: the frames on the stack, one handler a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Applied, Choice, Option, Outcome, Over, Pending, Together
from companion.model.games.sake.rules import (
    attack,
    death,
    effects,
    fatal,
    legal,
    moves,
    setup,
    spirits,
    tracking,
    turns,
    windows,
)
from companion.model.games.sake.rules.prompts import PROMPTS, WHY
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import (
    DISCIPLES,
    DRAW,
    HOLD,
    LETTERS,
    PHASES,
    PLAY,
    POWER,
    SPIRIT,
    SPIRIT_DRAW,
    THIRD,
    State,
    free_spots,
)

Resume = Callable[[Transition, Any], bool]


# going on -------------------------------------------------------------------------------------------------------------


def go_on(t: Transition) -> None:
    """Do all that follows by itself, until somebody is asked."""
    while True:
        top = t.frames[-1] if t.frames else None
        if type(top) in (f.OverFrame, f.FillFrame):
            return
        if not t.pile and t.discard:
            if tracking.shuffled_unseen(t):
                continue
            return
        if not (turns.idle(t) if top is None else _RESUME[type(top)](t, top)):
            return


def _window(t: Transition, frame: f.WindowFrame) -> bool:
    reply = windows.resume(t, frame)
    if isinstance(reply, bool):
        return reply
    if frame.kind == "pipe":
        effects.pipe_answered(t, reply)
    elif frame.kind == "torment":
        spirits.torment_answered(t, reply)
    elif frame.kind == "action":
        _ACTION[type(t.frames[-1])](t, reply)
    return True


_ACTION: Mapping[type, Callable[[Transition, windows.Reply], None]] = {
    f.MoveFrame: moves.move_answered,
    f.IaidoFrame: moves.iaido_answered,
    f.AttackFrame: attack.answered,
}


def _phase_end(t: Transition, frame: f.PhaseEndFrame) -> bool:
    t.frames.pop()
    if t.phase == THIRD:
        fatal.end_turn(t)
    else:
        turns.begin_phase(t, _NEXT[t.phase])
    return True


_NEXT = {DISCIPLES: DRAW, DRAW: HOLD, POWER: SPIRIT_DRAW, SPIRIT_DRAW: THIRD}


def _waits(t: Transition, frame: Any) -> bool:
    return False


_RESUME: Mapping[type, Resume] = {
    f.SetupFrame: setup.unseen,
    f.FirstTurnFrame: turns.first_turn,
    f.PhaseEndFrame: _phase_end,
    f.DrawFrame: turns.draw,
    f.LimitFrame: turns.limit,
    f.FinishFrame: effects.finish,
    f.TakenFrame: fatal.taken,
    f.PlaceFrame: _waits,
    f.WindowFrame: _window,
    f.KeepFrame: moves.keep,
    f.AttackFrame: attack.resume,
    f.NextTargetFrame: effects.next_target,
    f.StepsFrame: effects.steps,
    f.PickFrame: effects.pick,
    f.DiscardFrame: effects.discards,
    f.DisciplesFrame: attack.disciples,
    f.StrikeFrame: _waits,
    f.HoldFrame: effects.holding,
    f.DeathFrame: death.resume,
    f.SeppukuFrame: fatal.seppuku,
    f.BrawlFrame: spirits.brawling,
    f.DozeFrame: _waits,
    f.ThirdFrame: spirits.third,
    f.HelpFrame: _waits,
    f.SurrenderFrame: _waits,
    f.GiveFrame: spirits.give,
    f.LeaveFrame: fatal.left,
}


# what is asked --------------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the game waits for."""
    top = state.frames[-1] if state.frames else None
    if type(top) is f.OverFrame:
        return Over(tuple([LETTERS[n] for n in top.winners]), WHY[top.why])
    if type(top) is f.FillFrame:
        return setup.fill_roll(state)
    if not state.pile and state.discard:
        return setup.shuffle_roll(state)
    if top is None:
        if state.phase == PLAY:
            return _choice(state.active, "play", legal.menu(state))
        if state.phase == HOLD:
            return _choice(state.active, "hold", legal.hold_menu(state))
        assert state.phase == POWER, PHASES[state.phase]
        return _choice(state.active, "power", legal.power(state))
    if type(top) is f.WindowFrame:
        return _asked(state, top)
    if type(top) is f.SetupFrame:
        return setup.roll(state, top)
    if type(top) is f.DozeFrame:
        return spirits.doze_roll(state, top)
    if type(top) is f.HelpFrame:
        return _helpers(state, top)
    seat, prompt, options = _ASK[type(top)](state, top)
    return _choice(seat, prompt, options)


def _choice(seat: int, prompt: str, options: list[Option]) -> Choice:
    return Choice(LETTERS[seat], PROMPTS[prompt], tuple(options))


def _asked(state: State, window: f.WindowFrame) -> Pending:
    if window.kind in windows.ALONE:
        return _choice(window.target, window.kind, legal.answers(state, window, window.target))
    waiting = [seat for seat, answer in zip(window.seats, window.answers, strict=True) if answer is None]
    prompt = "window" if window.kind == "action" else window.kind
    choices = tuple([_choice(seat, prompt, legal.answers(state, window, seat)) for seat in waiting])
    secret = state.table.options.enforcement != "track"  # at a real table cards are told as they are played
    return Together(choices, secret=secret, answers=_given(window.seats, window.answers))


def _helpers(state: State, frame: f.HelpFrame) -> Pending:
    waiting = [seat for seat, answer in zip(frame.seats, frame.answers, strict=True) if answer is None]
    choices = tuple([_choice(seat, "help", helps(state, seat)) for seat in waiting])
    return Together(choices, secret=False, answers=_given(frame.seats, frame.answers))


def _given(seats: tuple[int, ...], answers: tuple[Option | None, ...]) -> tuple[tuple[str, Option], ...]:
    return tuple([(LETTERS[seat], one) for seat, one in zip(seats, answers, strict=True) if one is not None])


def helps(state: State, seat: int) -> list[Option]:
    """D21: any set of matching cards, also none."""
    return [o.Help(seat, cards) for cards in legal.sets_of(legal.matching(state, state.seats[seat]))]


Asked = tuple[int, str, list[Option]]


def _limit(state: State, frame: f.LimitFrame | f.DiscardFrame) -> Asked:
    hand = dict.fromkeys(state.seats[frame.seat].hand)
    return frame.seat, "discard", [o.Discard(frame.seat, card) for card in hand]


def _place(state: State, frame: f.PlaceFrame) -> Asked:
    of = state.seats[frame.seat]
    return frame.seat, "place", [o.Place(frame.seat, spot) for spot in free_spots(of)]


def _keep(state: State, frame: f.KeepFrame) -> Asked:
    options: list[Option] = [o.Keep(frame.seat, weapon) for weapon in moves.keeps(state, frame)]
    return frame.seat, "keep", [*options, o.GiveUp(frame.seat)]


def _next_target(state: State, frame: f.NextTargetFrame) -> Asked:
    options: list[Option] = [o.NextTarget(frame.seat, target) for target in effects.next_targets(state, frame)]
    return frame.seat, "next_target", [*options, o.Decline(frame.seat)]


def _pick(state: State, frame: f.PickFrame) -> Asked:
    of = state.seats[frame.samurai]
    if frame.what == "gear":
        return frame.seat, "pick_card", [o.PickCard(frame.seat, card) for card in of.gear]
    return frame.seat, "pick_spot", [o.PickSpot(frame.seat, spot) for spot in of.sake]


def _turned_up(state: State, frame: f.AttackFrame) -> Asked:
    attacks = frame.stage == "turn_up"
    seat = frame.by if attacks else frame.owner
    return seat, "turned_up", tracking.top_shows(state, seat, "attack" if attacks else "defence")


def _give(state: State, frame: f.GiveFrame) -> Asked:
    spirits_ = [n for n, one in enumerate(state.seats) if one.kind == SPIRIT]
    return frame.seat, "give", [o.GiveTo(frame.seat, n) for n in spirits_]


_ASK: Mapping[type, Callable[[State, Any], Asked]] = {
    f.AttackFrame: lambda state, one: _turned_up(state, one),
    f.LimitFrame: _limit,
    f.DiscardFrame: _limit,
    f.PlaceFrame: _place,
    f.KeepFrame: _keep,
    f.NextTargetFrame: _next_target,
    f.PickFrame: _pick,
    f.GiveFrame: _give,
    f.StepsFrame: lambda state, one: (one.seat, "steps", legal.steps(state, one.seat, one.add)),
    f.DisciplesFrame: lambda state, one: (one.seat, "activate", [o.Activate(one.seat, card) for card in one.left]),
    f.StrikeFrame: lambda state, one: (one.seat, "strike", legal.strikes(state, one.seat, one.disciple)),
    f.HoldFrame: lambda state, one: (one.seat, "held_lost", legal.holds(state, one.seat, state.seats[one.seat])),
    f.DeathFrame: lambda state, one: (
        one.seat, "keep_line", [o.KeepLine(one.seat, n) for n in legal.equal_lines(state, one.seat)],
    ),
    f.BrawlFrame: lambda state, one: (one.seat, "shift", legal.shifts(state, one.seat, one.samurai)),
    f.ThirdFrame: lambda state, one: (one.seat, "steal_or_torment", legal.third(state)),
    f.SurrenderFrame: lambda state, one: (
        one.seat, "surrender", [o.Surrender(one.seat, spot) for spot in state.seats[one.seat].sake],
    ),
}  # fmt: skip


# answers --------------------------------------------------------------------------------------------------------------


def apply(state: State, option: Option) -> Applied[State]:
    """Do what a legal option says, and all that follows by itself."""
    t = Transition(state)
    top = t.frames[-1] if t.frames else None
    if type(option) is o.Show:
        tracking.show(t, option, type(top) is f.AttackFrame)
    elif type(option) is o.TellBack:
        tracking.tell_back(t, option)
    elif type(top) is f.WindowFrame:
        windows.answer(t, top, option)
    elif type(top) is f.DiscardFrame:
        effects.discarded(t, option)  # type: ignore[arg-type]
    else:
        _DO[type(option)](t, option)
    go_on(t)
    return Applied(t.state(), tuple(t.events))


def _hold(t: Transition, option: o.Hold) -> None:
    turns.hold(t, option)
    if t.frames:
        t.frames.pop()
    else:
        fatal.end_turn(t)


_DO: Mapping[type, Callable[[Transition, Any], None]] = {
    o.Attack: attack.attack,
    o.Move: moves.move,
    o.Iaido: moves.iaido,
    o.Drink: turns.drink,
    o.PlayEvent: effects.event,
    o.Put: effects.put,
    o.PutDisciple: effects.put_disciple,
    o.Use: effects.use,
    o.BurnDraw: lambda t, one: turns.burn_draw(t, one.seat, one.from_),
    o.BurnPlay: lambda t, one: turns.burn_play(t, one.seat, one.from_),
    o.Soul: lambda t, one: turns.soul(t, one.seat, one.count),
    o.EndPhase: lambda t, one: turns.end_phase(t),
    o.Activate: lambda t, one: attack.act(t, one.disciple),
    o.Strike: attack.chosen,
    o.Hold: _hold,
    o.Place: turns.place,
    o.Discard: turns.discard,
    o.Keep: moves.kept,
    o.GiveUp: moves.give_up,
    o.AddOrRemoveStep: effects.step,
    o.NextTarget: effects.next_chosen,
    o.Decline: spirits.decline,
    o.PickCard: effects.pick_card,
    o.PickSpot: effects.pick_spot,
    o.KeepLine: death.chosen,
    o.PushStep: spirits.push_step,
    o.Brawl: spirits.brawl,
    o.Doze: spirits.doze,
    o.Shift: spirits.shift,
    o.Steal: spirits.steal,
    o.Torment: spirits.torment,
    o.DoNothing: spirits.nothing,
    o.Help: spirits.help_,
    o.Surrender: spirits.surrender,
    o.GiveTo: spirits.give_to,
}


def rolled(state: State, outcome: Outcome) -> Applied[State]:
    """Take what chance answers."""
    t = Transition(state)
    top = t.frames[-1] if t.frames else None
    ids = tuple([str(one) for one in outcome])
    if type(top) is f.FillFrame:
        setup.filled(t, ids)
    elif not t.pile and t.discard:
        setup.shuffled(t, ids)
    elif isinstance(top, f.SetupFrame):
        setup.rolled(t, top, ids)
    else:
        assert isinstance(top, f.DozeFrame)
        spirits.given(t, top, ids[0])
    go_on(t)
    return Applied(t.state(), tuple(t.events))
