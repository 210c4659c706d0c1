"""What is worth a thought, and what follows of itself, for players that look ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Choice, Option, Outcome, Roll
from companion.model.games.chronicles.insight import footing
from companion.model.games.chronicles.insight.errands import BOLD
from companion.model.games.chronicles.insight.judgement import possible
from companion.model.games.chronicles.insight.odds import chance_now
from companion.model.games.chronicles.rules import play, totals
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Seat, State, replace

IDLE: Final = (o.Unplay, o.Reopen, o.TakeTechnique, o.Rearrange, o.Give, o.Drop, o.Mark, o.Put)
"""They bring nobody further; taken when there is nothing else."""
HALF_DONE: Final = (
    f.AttackFrame, f.TestFrame, f.DrawFrame, f.EffectFrame, f.CallFrame, f.ChestFrame, f.CoverFrame, f.RecruitFrame,
    f.SummonFrame, f.ClueFrame,
)  # fmt: skip
SEVERAL: Final = 3
"""Answers weighed while something is half done."""
MEAN: Final = {"combat": 1.0, "action": 1.4, "test": 0.875}
"""Of a house die, where real dice are typed in."""
ABOUT: Final = 2.5


TOLD: Final = (o.Total, o.Tell, o.Answer, o.TakeMission)
"""Answers that only a real table knows."""


def outlook(state: State, choice: Choice) -> Iterator[tuple[tuple[Option, ...], State]]:
    """Every option worth a thought, and the table after it.

    Whom it is best to accuse, the truth does not tell; of what falls at a real table nothing is better than another.
    """
    options, move = footing.of_moves(state, candidates(state, choice.options))
    if move is not None:
        yield (move.option,), move.after
    top = state.frames[-1] if state.frames else None
    if state.oni.out_since:
        yield from _flight(state, options)
    for option in footing.few(state, options):
        if isinstance(option, TOLD):
            yield (option,), state
        elif isinstance(top, f.AccuseFrame) and isinstance(option, o.AccuseHost | o.AccuseNature):
            said = {"host" if isinstance(option, o.AccuseHost) else "nature": option.card}
            yield (option,), replace(state, frames=(*state.frames[:-1], replace(top, **said)))
        elif isinstance(option, o.EndActivation):
            yield (option,), _stopped(state, option.seat)
        else:
            yield (option,), play.apply(state, option).state


def _flight(state: State, options: Sequence[Option]) -> Iterator[tuple[tuple[Option, ...], State]]:
    """The way by which a demon that may flee does so at once (FIN-5), and the table after it."""
    demon = next((one for one in state.figures if totals.is_demon(state, one)), None)
    steps = () if demon is None else (o.Activate(ONI, demon.card), o.TakeFigure(ONI, demon.id), o.Escape(ONI))
    begun = next((n for n, step in enumerate(steps) if step in options), len(steps))
    for step in steps[begun:]:
        asked = play.pending(state)
        if not isinstance(asked, Choice) or step not in asked.options:
            return
        state = play.apply(state, step).state
    if steps[begun:]:
        yield steps[begun:], state


def _stopped(state: State, seat: Seat) -> State:
    """The table when an activation ends, without what follows: that comes to whoever goes on as well."""
    if state.frames:
        return replace(state, frames=state.frames[:-1])
    heroes = [replace(one, actions=0) if id == seat else one for id, one in zip(state.seats, state.heroes, strict=True)]
    return replace(state, heroes=tuple(heroes))


def candidates(state: State, options: Sequence[Option]) -> Sequence[Option]:
    """Options that may bring a player further; of what only a real table knows, what is likely."""
    if isinstance(options[0], TOLD):
        return _told(state, options)
    if done := [one for one in options if isinstance(one, o.Arranged)]:
        return done
    if state.turn >= BOLD[1] and (goes := [one for one in options if _is_demons(state, one)]):
        return goes
    return [one for one in options if not _is_idle(one)] or options


def _is_demons(state: State, option: Option) -> bool:
    """Whether it activates the demon, who ends a game that stands still by going to the heroes itself."""
    return isinstance(option, o.Activate) and any(
        one.card == option.sheet and totals.is_demon(state, one) for one in state.figures
    )


def _is_idle(option: Option) -> bool:
    return isinstance(option, IDLE) or (isinstance(option, o.Stand) and option.at == HIDDEN)


def _told(state: State, options: Sequence[Option]) -> Sequence[Option]:
    """Dice fall about the mean; an accusation is right when nobody else is left."""
    top = state.frames[-1] if state.frames else None
    if rolled := [one for one in options if isinstance(one, o.RollHere)]:
        return rolled
    if isinstance(top, f.AccuseFrame):
        right = possible(state, ONI)[top.nature is not None] == 1
        return [one for one in options if isinstance(one, o.Answer) and (one.says == "right") is right]
    if not isinstance(options[0], o.Total) or not isinstance(top, f.AttackFrame | f.TestFrame):
        return options
    dice = {"test": top.difficulty} if isinstance(top, f.TestFrame) else {"combat": top.combat, "action": top.action}
    mean = sum(MEAN[die] * max(0, n) for die, n in dice.items())
    return [one for one in options if isinstance(one, o.Total) and abs(one.n - mean) <= ABOUT]


# what follows ---------------------------------------------------------------------------------------------------------


def resolving(state: State) -> bool:
    """Whether something is half done."""
    return bool(state.frames) and isinstance(state.frames[-1], HALF_DONE)


def likely(state: State, choice: Choice) -> Sequence[Option]:
    """Of dice that could be rolled again, those that show are kept: their chance was counted before."""
    for one in choice.options:
        if isinstance(one, o.KeepDice | o.RollHere):
            return (one,)
    found = footing.few(state, candidates(state, choice.options))
    return (found[len(found) // 2],) if isinstance(found[0], TOLD) else found[:SEVERAL]


def alike(state: State) -> Sequence[tuple[Outcome, float]] | None:
    """An attack that hits and one that misses, a test passed and one failed; of cards any one, of clues one a kind."""
    asked = play.pending(state)
    top = state.frames[-1] if state.frames else None
    if not isinstance(asked, Roll):
        return None
    if isinstance(top, f.AttackFrame | f.TestFrame):
        return _better_or_worse(state, asked, top)
    kind = asked.dice[0].kind
    if isinstance(top, f.DrawFrame) and top.pile == "clue":
        box = state.table.box
        groups: dict[str, tuple[Outcome, float]] = {}
        for face, weight in zip(kind.faces, kind.weights, strict=True):
            group = "surprise" if face in box.surprises else "nature" if face in box.natures else "host"
            known = groups.get(group, ((face,), 0.0))
            groups[group] = known[0], known[1] + weight / sum(kind.weights)
        return list(groups.values())
    if isinstance(top, f.DrawFrame):
        return [((kind.faces[0],), 1.0)]
    return None


def _better_or_worse(state: State, asked: Roll, top: f.AttackFrame | f.TestFrame) -> list[tuple[Outcome, float]]:
    """The highest and the lowest faces that are no KI; where both come to the same, or nobody knows, one of them."""
    plain = [[face for face in die.kind.faces if face != "ki"] for die in asked.dice]
    low = tuple([min(faces, key=int) for faces in plain])
    high = tuple([max(faces, key=int) for faces in plain])
    chance = chance_now(state)
    if chance is None or chance in (0, 1):
        return [(low if (chance == 0) is isinstance(top, f.AttackFrame) else high, 1.0)]
    if isinstance(top, f.TestFrame):
        return [(low, float(chance)), (high, float(1 - chance))]
    kept = [face for n, face in enumerate(top.faces) if n not in top.again] if top.again else []
    shown = top.total + sum(1 if face == "ki" else int(face) for face in (*high, *kept))
    if shown < top.defense:  # nothing but KI would do
        return [(low, 1.0)]
    return [(high, float(chance)), (low, float(1 - chance))]
