"""Whether what a position says is being resolved can be: frames that fit each other and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.model.core.contract import Option
from companion.model.core.refusal import InvalidInput
from companion.model.games.sake.box.deck import DISCIPLE, EVENT, NO_CARD
from companion.model.games.sake.rules.legal import answers, is_asked
from companion.model.games.sake.rules.play import helps
from companion.model.games.sake.rules.reach import Reach
from companion.model.games.sake.rules.setup import PREPARED
from companion.model.games.sake.rules.tracking import fillable
from companion.model.games.sake.rules.windows import ALONE, listed
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.ring import before, disciples_of, line_of, most_steps
from companion.model.games.sake.state.state import (
    DISCIPLES,
    DRAW,
    HAND,
    HOLD,
    NO_PHASE,
    NOBODY,
    OUT,
    PLAY,
    POWER,
    SAMURAI,
    SHEET,
    SPIRIT,
    SPIRIT_DRAW,
    THIRD,
    State,
    box,
    free_spots,
)

Fits = Callable[[State, Any, int], bool]
"""State, frame, its place on the stack."""


def refuse_unfit(state: State) -> None:
    """Raise InvalidInput at the first frame that cannot lie where it lies."""
    for n, frame in enumerate(state.frames):
        below = type(state.frames[n - 1]) if n else None
        stopped = isinstance(frame, f.FillFrame) or (isinstance(frame, f.OverFrame) and frame.why == "stopped")
        if (
            (below not in _BELOW[type(frame)] and not stopped)
            or not _seats_fit(state, frame)
            or not _FITS[type(frame)](state, frame, n)
        ):
            raise InvalidInput(f"frames[{n}]", "This cannot be what is being resolved here.")
    claimed = sorted(card for frame in state.frames for card in _claimed(frame) if card != NO_CARD)
    if claimed != sorted(state.air):
        raise InvalidInput("air", "P11: cards are in the air only while something is being resolved.")
    if state.frames and type(state.frames[-1]) in _NEVER_LAST:
        raise InvalidInput("frames", "This position does not wait for an answer.")


def _claimed(frame: Any) -> tuple[int, ...]:
    """The cards in the air of which a frame takes care."""
    if isinstance(frame, f.AttackFrame | f.TormentFrame):
        return frame.cards
    if isinstance(frame, f.KeepFrame):
        return frame.card, frame.stagger
    if isinstance(frame, f.FinishFrame | f.TakenFrame | f.MoveFrame | f.IaidoFrame):
        return (frame.card,)
    return ()


def _seats_fit(state: State, frame: Any) -> bool:
    """Whoever is asked or named is still there; and it is the active seat's where it has to be."""
    for name, kind in _KINDS.items():
        if hasattr(frame, name):
            seat = getattr(frame, name)
            if not 0 <= seat < state.count or (state.seats[seat].kind == OUT and type(frame) not in _LEAVING):
                return False
            if kind is not None and state.seats[seat].kind != kind:
                return False
    return type(frame) not in _ACTIVE or frame.seat == state.active


_KINDS = {"seat": None, "by": SAMURAI, "samurai": SAMURAI, "giver": SAMURAI, "receiver": SAMURAI, "first": None}
_LEAVING = (f.LeaveFrame, f.DeathFrame)
_ACTIVE = (
    f.MoveFrame, f.IaidoFrame, f.KeepFrame, f.NextTargetFrame, f.StepsFrame, f.PickFrame, f.DisciplesFrame,
    f.StrikeFrame, f.BrawlFrame, f.ThirdFrame, f.GiveFrame,
)  # fmt: skip
_NEVER_LAST = (f.MoveFrame, f.IaidoFrame, f.TormentFrame)
"""There is always a question above them."""


# where frames lie -----------------------------------------------------------------------------------------------------

_NOTHING = (None,)
_DEATH_ABOVE = (f.NextTargetFrame, f.DisciplesFrame, f.SeppukuFrame, f.LeaveFrame)
_TEXT = (f.FinishFrame,)
_BELOW: Mapping[type, tuple[type | None, ...]] = {
    f.SetupFrame: _NOTHING,
    f.FirstTurnFrame: _NOTHING,
    f.PhaseEndFrame: _NOTHING,
    f.DrawFrame: (None, f.PhaseEndFrame, f.FinishFrame, f.WindowFrame),
    f.LimitFrame: (
        None, f.FirstTurnFrame, f.PhaseEndFrame, f.FinishFrame, f.WindowFrame, f.DeathFrame, f.LimitFrame,
    ),
    f.FinishFrame: _NOTHING,
    f.TakenFrame: _NOTHING,
    f.PlaceFrame: (f.TakenFrame,),
    f.WindowFrame: (
        None, f.MoveFrame, f.IaidoFrame, f.AttackFrame, f.PickFrame, f.DiscardFrame, f.BrawlFrame, f.DozeFrame,
        f.ThirdFrame, f.TormentFrame,
    ),
    f.MoveFrame: _NOTHING,
    f.IaidoFrame: _NOTHING,
    f.KeepFrame: _NOTHING,
    f.AttackFrame: (None, f.NextTargetFrame, f.FinishFrame, f.DisciplesFrame),
    f.NextTargetFrame: _TEXT,
    f.StepsFrame: _TEXT,
    f.PickFrame: _TEXT,
    f.DiscardFrame: _TEXT,
    f.DisciplesFrame: (f.PhaseEndFrame,),
    f.StrikeFrame: (f.DisciplesFrame,),
    f.HoldFrame: _TEXT,
    f.DeathFrame: (None, f.FinishFrame, *_DEATH_ABOVE),
    f.SeppukuFrame: _NOTHING,
    f.BrawlFrame: (f.PhaseEndFrame,),
    f.DozeFrame: (f.PhaseEndFrame,),
    f.ThirdFrame: (f.PhaseEndFrame,),
    f.HelpFrame: (f.TormentFrame,),
    f.TormentFrame: (f.PhaseEndFrame,),
    f.SurrenderFrame: (f.PhaseEndFrame,),
    f.GiveFrame: (f.PhaseEndFrame,),
    f.FillFrame: _NOTHING,
    f.LeaveFrame: (None, f.ThirdFrame),
    f.OverFrame: _NOTHING,
}  # fmt: skip


# what they say --------------------------------------------------------------------------------------------------------


def _target_fits(state: State, seat: int, target: int, owner: int | None = None) -> bool:
    """A target that somebody can attack, of this owner."""
    if o.is_seat(target):
        there = target - o.SEAT_AS_TARGET
        if there >= state.count or there == seat or state.seats[there].kind == OUT or owner not in (None, there):
            return False
        return state.seats[there].kind == SPIRIT or bool(state.lines)
    try:
        number, _, ours = line_of(state.lines, target)
    except KeyError:
        return False
    master = state.lines[number].start if ours else state.lines[number].end
    return master != seat and owner in (None, master)


def _move_fits(state: State, frame: f.MoveFrame | f.IaidoFrame) -> bool:
    ways = most_steps(state.lines, frame.seat, 99, box(state))
    return state.phase == PLAY and 1 <= frame.steps <= ways.get(frame.side, 0)


def _iaido(state: State, frame: f.IaidoFrame, n: int) -> bool:
    shift = frame.steps if frame.side in ("left", "toward") else -frame.steps
    pairs = Reach(state, frame.seat).pairs(shift) if _move_fits(state, frame) else []
    return (frame.target, frame.weapon) in pairs


def _attack(state: State, frame: f.AttackFrame, n: int) -> bool:
    disciple = type(state.frames[n - 1]) is f.DisciplesFrame if n else False
    ours = frame.by == state.active and state.phase == (DISCIPLES if disciple else PLAY)
    values = 0 <= frame.value <= 99 and -1 <= frame.defence <= 99 and not (frame.stage == "turn_up" and not disciple)
    against = not o.is_seat(frame.target) or frame.stage != "turn_up_defence"
    return ours and values and against and _target_fits(state, frame.by, frame.target, frame.owner)


def _window(state: State, frame: f.WindowFrame, n: int) -> bool:
    below = state.frames[n - 1] if n else None
    if (
        frame.kind not in _WINDOW_ON
        or (below and type(below)) not in _WINDOW_ON[frame.kind]
        or not 0 <= frame.cancels <= 3
    ):
        return False
    if frame.kind == "pipe" and state.phase not in (PLAY, HOLD):
        return False
    named: dict[Any, str] = {
        f.PickFrame: "samurai", f.DiscardFrame: "seat", f.BrawlFrame: "samurai", f.DozeFrame: "giver",
        f.TormentFrame: "samurai",
    }  # fmt: skip
    if type(below) in named:
        if frame.target != getattr(below, named[type(below)]):
            return False
    elif isinstance(below, f.AttackFrame | f.IaidoFrame):
        against = below.target - o.SEAT_AS_TARGET if o.is_seat(below.target) else -1
        if frame.target != against or (isinstance(below, f.AttackFrame) and below.stage != "asked"):
            return False
    elif frame.target != -1:
        return False
    if frame.cancels != _cancels(state, below):
        return False
    return _round_fits(state, frame)


def _cancels(state: State, below: Any) -> int:
    if isinstance(below, f.MoveFrame):
        return f.CANCEL_MOVE
    if isinstance(below, f.IaidoFrame):
        sheet = state.table.sheets[below.seat]
        sure = sheet is not None and sheet.ability == "surefoot"
        return f.CANCEL_ATTACK | (0 if sure and SHEET not in state.seats[below.seat].sake else f.CANCEL_MOVE)
    return f.CANCEL_ATTACK if isinstance(below, f.AttackFrame) and below.open else 0


def _round_fits(state: State, frame: f.WindowFrame) -> bool:
    order = listed(state, frame)
    if len(frame.seats) != len(frame.answers) or not {*frame.seats, *frame.passed} <= set(order):
        return False
    if list(frame.seats) != [n for n in order if n in frame.seats] or set(frame.seats) & set(frame.passed):
        return False
    if tuple(sorted(set(frame.passed))) != frame.passed:
        return False
    if frame.seats and [n for n in order if n not in frame.passed and is_asked(state, frame, n)] != list(frame.seats):
        return False
    given = zip(frame.seats, frame.answers, strict=True)
    if any(one is not None and one not in _offered(state, frame, seat) for seat, one in given):
        return False
    if frame.seats and (None not in frame.answers or frame.instants):
        return False
    seats = [one.seat if isinstance(one, o.BurnDraw | o.Soul) else NOBODY for one in frame.instants]
    return (
        seats == [n for n in order if n in seats]
        and not set(seats) & set(frame.passed)
        and all(
            one in answers(state, frame, seat) or _spent(state, one)
            for seat, one in zip(seats, frame.instants, strict=True)
        )
        and not (frame.kind in ALONE and len(seats) > 1)
    )


def _spent(state: State, option: Any) -> bool:
    """A burn is carried out also when no card is left (ASK-2)."""
    return isinstance(option, o.BurnDraw) and option.from_ in state.seats[option.seat].sake


def _offered(state: State, frame: f.WindowFrame, seat: int) -> list[Option]:
    found = answers(state, frame, seat)
    if state.table.options.race == "first":
        return [one for one in found if not isinstance(one, o.Interrupt)]
    return found


_WINDOW_ON: Mapping[str, tuple[type | None, ...]] = {
    "action": (f.MoveFrame, f.IaidoFrame, f.AttackFrame),
    "named": (f.PickFrame, f.DiscardFrame, f.BrawlFrame, f.DozeFrame),
    "pipe": _NOTHING,
    "third": (f.ThirdFrame,),
    "torment": (f.TormentFrame,),
}


def _text_of(state: State, n: int) -> Any:
    """What the card of the frame below does."""
    below = state.frames[n - 1]
    return state.table.deck.effect[below.card] if isinstance(below, f.FinishFrame) else None


def _next_target(state: State, frame: f.NextTargetFrame, n: int) -> bool:
    effect, below = _text_of(state, n), state.frames[n - 1]
    return isinstance(below, f.FinishFrame) and frame.card == below.card and effect.attack is not None


def _steps(state: State, frame: f.StepsFrame, n: int) -> bool:
    effect = _text_of(state, n)
    most = effect and (effect.add_steps if frame.add else effect.remove_steps)
    return most is not None and 0 <= frame.left <= most


def _pick(state: State, frame: f.PickFrame, n: int) -> bool:
    effect = _text_of(state, n)
    return effect is not None and effect.removes == frame.what


def _discard(state: State, frame: f.DiscardFrame, n: int) -> bool:
    effect = _text_of(state, n)
    known = effect is not None and effect.discards is not None and 0 <= frame.left <= effect.discards.count
    return known and state.seats[frame.seat].kind == SAMURAI and frame.seat != state.active


def _disciples(state: State, frame: f.DisciplesFrame, n: int) -> bool:
    there = disciples_of(state.lines, frame.seat)
    return state.phase == DISCIPLES and len(set(frame.left)) == len(frame.left) and (
        n + 1 < len(state.frames) or set(frame.left) <= set(there)
    ) and all(card >= 0 and state.table.deck.text[card] == DISCIPLE for card in frame.left)  # fmt: skip


def _strike(state: State, frame: f.StrikeFrame, n: int) -> bool:
    return frame.disciple in disciples_of(state.lines, frame.seat) and len(before(state.lines, frame.disciple)) > 1


def _death(state: State, frame: f.DeathFrame, n: int) -> bool:
    of = state.seats[frame.seat]
    if frame.stage == "over":
        return True
    laid = not (of.hand or of.gear or of.sake or of.life or disciples_of(state.lines, frame.seat))
    below = type(state.frames[n - 1]) if n else None
    if frame.seppuku != (below in (f.SeppukuFrame, f.LeaveFrame)) or of.kind != SAMURAI:
        return False
    return laid if frame.stage == "lines" else frame.seppuku or not of.life


def _limit(state: State, frame: f.LimitFrame, n: int) -> bool:
    if n and isinstance(state.frames[0], f.FirstTurnFrame):
        return frame.keep == HAND and len(state.seats[frame.seat].hand) <= PREPARED
    return frame.keep == state.table.limit


def _third(state: State, frame: f.ThirdFrame, n: int) -> bool:
    return state.phase == THIRD


def _help(state: State, frame: f.HelpFrame, n: int) -> bool:
    if len(frame.seats) != len(frame.answers) or None not in frame.answers or state.active in frame.seats:
        return False
    below = state.frames[n - 1]
    if not isinstance(below, f.TormentFrame) or (below.samurai, below.cards) != (frame.samurai, frame.cards):
        return False
    if any(state.seats[seat].kind != SPIRIT for seat in frame.seats) or len(set(frame.seats)) != len(frame.seats):
        return False
    given = zip(frame.seats, frame.answers, strict=True)
    return all(len(helps(state, seat)) > 1 and (one is None or one in helps(state, seat)) for seat, one in given)


def _over(state: State, frame: f.OverFrame, n: int) -> bool:
    return all(state.seats[seat].kind != OUT for seat in frame.winners)


def _always(state: State, frame: Any, n: int) -> bool:
    return True


_FITS: Mapping[type, Fits] = {
    f.SetupFrame: lambda state, one, n: state.phase == NO_PHASE and not state.discard,
    f.FirstTurnFrame: lambda state, one, n: state.phase == NO_PHASE and len(state.frames) > 1,
    f.PhaseEndFrame: lambda state, one, n: (
        state.phase in (DISCIPLES, DRAW, POWER, SPIRIT_DRAW, THIRD) and len(state.frames) > 1
    ),
    f.DrawFrame: lambda state, one, n: 0 <= one.left <= 4,
    f.LimitFrame: _limit,
    f.FinishFrame: lambda state, one, n: state.phase == PLAY and state.table.deck.text[one.card] == EVENT,
    f.TakenFrame: lambda state, one, n: state.phase == PLAY,
    f.PlaceFrame: lambda state, one, n: (
        state.seats[one.seat].kind == SAMURAI and 1 <= one.left <= len(free_spots(state.seats[one.seat]))
    ),
    f.WindowFrame: _window,
    f.MoveFrame: lambda state, one, n: _move_fits(state, one),
    f.IaidoFrame: _iaido,
    f.KeepFrame: lambda state, one, n: state.phase == PLAY and _target_fits(state, one.seat, one.target),
    f.AttackFrame: _attack,
    f.NextTargetFrame: _next_target,
    f.StepsFrame: _steps,
    f.PickFrame: _pick,
    f.DiscardFrame: _discard,
    f.DisciplesFrame: _disciples,
    f.StrikeFrame: _strike,
    f.HoldFrame: lambda state, one, n: state.seats[one.seat].kind == SAMURAI and state.seats[one.seat].held == NO_CARD,
    f.DeathFrame: _death,
    f.SeppukuFrame: lambda state, one, n: state.fatal is not None and len(set(one.left)) == len(one.left) and all(
        state.seats[seat].kind == SAMURAI for seat in one.left
    ),
    f.BrawlFrame: lambda state, one, n: state.phase == POWER,
    f.DozeFrame: lambda state, one, n: (
        state.phase == POWER and one.giver != one.receiver and bool(state.seats[one.giver].hand)
    ),
    f.ThirdFrame: _third,
    f.HelpFrame: _help,
    f.TormentFrame: lambda state, one, n: state.phase == THIRD and bool(one.cards),
    f.SurrenderFrame: lambda state, one, n: (
        state.phase == THIRD and 1 <= one.left <= len(state.seats[one.seat].sake) and 0 <= one.taken <= 20
    ),
    f.GiveFrame: lambda state, one, n: state.phase == THIRD and one.left >= 1,
    f.FillFrame: lambda state, one, n: n == len(state.frames) - 1 and fillable(
        msgspec.structs.replace(state, frames=state.frames[:-1])
    ),
    f.LeaveFrame: _always,
    f.OverFrame: _over,
}  # fmt: skip
