"""Accusations, the demon's coming, and the end of the game (ACC, FIN, END, MEM-4)."""

from __future__ import annotations

from typing import Literal

from companion.model.core.chance import HIDDEN, Die, DieKind
from companion.model.core.contract import Option, Outcome, Over, Pending, Roll
from companion.model.core.words import Message, say
from companion.model.games.chronicles.rules import dials, missions, track
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.damage import place_chapter
from companion.model.games.chronicles.rules.part import Part, asks, asks_captain
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    LAST_COLUMN,
    ONI,
    WRONG_MOST,
    Accusation,
    CardId,
    Figure,
    State,
    cards,
    replace,
)

ACCUSE = say("Accuse a nature, a host, both, or nobody")
ANSWER_NATURE = say("Is the Oni of this nature?")
ANSWER_HOST = say("Is this host the Oni?")
WHICH_HOST = say("Behind which host did the Oni hide?")
WHICH_NATURE = say("Of which nature is the Oni?")
WRONG_ROLE: tuple[Literal["first"], Literal["second"], Literal["last"]] = ("first", "second", "last")
CAMPS = 2
UNDER_WAY = (f.AttackFrame, f.BurstFrame, f.TestFrame, f.EffectFrame)
"""END-1: after it nothing happens any more."""
LAST_STEP = 10
"""Of the end of turn: END is looked at (EOT-10)."""
COIN = DieKind("coin", ("blue", "red"), (1, 1))


def may_accuse(state: State) -> bool:
    """ACC-1, ACC-6, ACC-8, SET-13."""
    over = state.oni.demon_since > 0 or state.wrong >= WRONG_MOST
    return state.table.investigation and not over and state.turn < LAST_COLUMN and bool(state.in_play)


def must_accuse(state: State) -> bool:
    """ACC-7."""
    top = state.frames[-1] if state.frames else None
    if dials.stop_of(state, "accusation") != "do" and not (isinstance(top, f.AccuseFrame) and top.due):
        return False
    return red_came(state)


def red_came(state: State) -> bool:
    """Whether the red corruption token came onto the board in this turn."""
    columns = state.table.box.tracks[state.table.track].columns
    red = next((n for n, one in enumerate(columns, 1) if one.corruption == "red"), 0)
    return state.turn == red and any(one.red for one in state.oni.corruption)


def _goes_on(t: Transition, frame: f.AccuseFrame) -> bool:
    if not frame.closed:
        answered = frame.nature is not None or t.now.oni.nature_found
        if not may_accuse(t.now) or (answered and frame.host is not None):
            t.become(replace(frame, closed=True))
            return True
        return False
    for kind, named, truth in (("nature", frame.nature, t.now.oni.nature), ("host", frame.host, t.now.oni.guilty)):
        if named is None:
            continue
        if t.now.oni.demon_since:  # ACC-6: the third wrong one came first
            t.become(replace(frame, nature=None, host=None))
            return True
        if truth == HIDDEN:
            return False
        _answered(t, frame, kind, named == truth)
        return True
    t.pop()
    return True


def _ask(state: State, frame: f.AccuseFrame) -> Pending:
    if frame.closed:
        of_nature = frame.nature is not None
        answers: list[Option] = [o.Answer(ONI, "right"), o.Answer(ONI, "wrong")]
        return asks(ONI, ANSWER_NATURE if of_nature else ANSWER_HOST, answers)
    captain = state.captain
    found: list[Option] = []
    if frame.nature is None and not state.oni.nature_found:
        found += [o.AccuseNature(captain, id) for id in state.natures]
    if frame.host is None:
        found += [o.AccuseHost(captain, id) for id in state.suspects]
    if frame.nature is not None or frame.host is not None or not must_accuse(state):
        found.append(o.NoAccusation(captain))
    return asks_captain(state, ACCUSE, found)


def _chosen(t: Transition, frame: f.AccuseFrame, option: Option) -> None:
    match option:
        case o.AccuseNature(_, card):
            t.become(replace(frame, nature=card))
            t.tell(se.Accused("nature", card))
        case o.AccuseHost(_, card):
            t.become(replace(frame, host=card))
            t.tell(se.Accused("host", card))
        case o.NoAccusation():
            t.become(replace(frame, closed=True))
        case o.Answer(_, says):
            _answered(t, frame, "nature" if frame.nature is not None else "host", says == "right")


def _answered(t: Transition, frame: f.AccuseFrame, kind: str, right: bool) -> None:
    named = frame.nature if kind == "nature" else frame.host
    assert named is not None
    t.become(replace(frame, **{kind: None}))
    counts = not right and (kind == "host" or t.now.table.options.wrong_counts == "any")
    wrong = min(WRONG_MOST, t.now.wrong + counts)  # the third may have been told by hand before the demon came
    made = Accusation(t.now.turn, "nature" if kind == "nature" else "host", named, right)
    t.set(wrong=wrong, made=(*t.now.made, made))
    t.tell(se.AccusationAnswered(made.kind, named, right, wrong))
    if right and kind == "nature":
        t.oni(nature=named, nature_found=True)
    elif right:
        t.oni(guilty=named, closed=True)
        place_chapter(t, "unmasked", "blue")
        t.tell(se.TrackClosed())
        come(t)
    elif counts:
        place_chapter(t, WRONG_ROLE[wrong - 1], "red")
        if wrong == WRONG_MOST:
            come(t)


# the final combat -----------------------------------------------------------------------------------------------------


def come(t: Transition) -> None:
    """FIN-1: the demon replaces the guilty host's token; what only the table knows of it is asked first."""
    t.oni(demon_since=t.now.turn)
    t.push(f.DemonFrame())


def _demon_goes_on(t: Transition, frame: f.DemonFrame) -> bool:
    oni = t.now.oni
    if HIDDEN in (oni.guilty, oni.nature):
        return False
    t.pop()
    assert oni.nature is not None
    assert oni.guilty is not None
    demon = t.box.natures[oni.nature].demon
    token = next((one for one in t.now.tokens if one.type == "host" and one.card == oni.guilty), None)
    figure = Figure(f"{demon.rpartition(':')[2]}-1", demon, "creature", token.at if token is not None else HIDDEN)
    t.set(figures=(*t.now.figures, figure), tokens=tuple([one for one in t.now.tokens if one is not token]))
    t.oni(demon="here")
    t.tell(se.DemonCame(oni.nature, oni.guilty))
    if figure.at == HIDDEN and t.now.table.options.places != "none":  # its host’s token was not on the board
        t.push(f.WhereFrame((figure.id,)))
    else:
        t.tell(e.FigurePlaced(figure.id, figure.card, figure.at))
    return True


def _ask_demon(state: State, frame: f.DemonFrame) -> Pending:
    if state.oni.guilty == HIDDEN:
        return asks(ONI, WHICH_HOST, [o.Tell(ONI, id) for id in state.suspects])
    return asks(ONI, WHICH_NATURE, [o.Tell(ONI, id) for id in state.natures])


def _demon_told(t: Transition, frame: f.DemonFrame, option: Option) -> None:
    assert isinstance(option, o.Tell)
    if t.now.oni.guilty == HIDDEN:
        t.oni(guilty=option.card)
    else:
        t.oni(nature=option.card)


def escape(t: Transition) -> None:
    """FIN-5."""
    t.set(figures=tuple([one for one in t.now.figures if one.card != _demon_sheet(t.now)]))
    t.oni(demon="escaped")
    t.tell(se.DemonEscaped())
    place_chapter(t, "escaped", "red")


def _demon_sheet(state: State) -> CardId:
    nature = state.oni.nature
    return state.table.box.natures[nature].demon if nature in state.table.box.natures else HIDDEN


# the end --------------------------------------------------------------------------------------------------------------


def ends(state: State) -> bool:
    """END-1 to END-5, looked at whenever something of it happens; what is under way is carried out."""
    if not state.in_play:
        return True
    if any(isinstance(frame, UNDER_WAY) for frame in state.frames):
        return False
    if any(one.done is not None and missions.is_end(state, one) for one in state.scores):
        return True
    open_ = any(one.done is None for one in state.scores if one.mission)
    if state.table.investigation:
        return state.oni.demon in ("slain", "escaped") and not open_
    if decided := [one.done is not None for one in state.scores if not missions.is_end(state, one)]:
        return all(decided)
    top = state.frames[-1] if state.frames else None
    last = state.turn >= LAST_COLUMN and isinstance(top, f.EndFrame) and top.step == LAST_STEP
    return last or state.turn > LAST_COLUMN or len({one.camp for one in state.figures}) < CAMPS


def finish(t: Transition) -> None:
    """END-2, MEM-4: what is open is decided, and the points are counted."""
    if not t.now.in_play and t.now.table.investigation and t.now.oni.demon not in ("slain", "escaped"):
        escape(t)
    missions.settle(t)
    t.piles(used_events=cards((*t.now.piles.used_events, *track.played_events(t.now))))
    t.set(stage="over", next=None)
    count_points(t)


def count_points(t: Transition) -> None:
    """MEM-4."""
    won = winner(t.now)
    t.set(frames=(f.OverFrame(won),))
    if won is not None:
        t.tell(se.GameEnded(won))


def points(state: State) -> dict[str, tuple[int, int, int]]:
    """MEM-4: points, chapters, large chapters of either colour."""
    found = {}
    for colour in ("blue", "red"):
        ours = [state.table.box.chapters.get(one.chapter) for one in state.memoirs if one.colour == colour]
        worth = sum(1 if one is None else one.points for one in ours)
        found[colour] = (worth, len(ours), sum(1 for one in ours if one is not None and one.large))
    return found


def winner(state: State) -> Literal["heroes", "oni"] | None:
    """MEM-4; None: equal in everything, so chance decides."""
    told = points(state)
    if told["blue"] == told["red"]:
        return None
    return "heroes" if told["blue"] > told["red"] else "oni"


def decided_by(state: State) -> Literal["points", "chapters", "large", "coin"]:
    """MEM-4: the first thing in which the colours differ."""
    told = points(state)
    names: tuple[Literal["points", "chapters", "large"], ...] = ("points", "chapters", "large")
    for name, ours, theirs in zip(names, told["blue"], told["red"], strict=True):
        if ours != theirs:
            return name
    return "coin"


def _over(state: State, frame: f.OverFrame) -> Pending:
    if frame.winner is None:
        return Roll(ONI, (Die(COIN, ONI),), "tie")
    seats = state.seats if frame.winner == "heroes" else (ONI,)
    return Over(seats, WHY[frame.winner])


def _tossed(t: Transition, frame: f.OverFrame, outcome: Outcome) -> None:
    won: Literal["heroes", "oni"] = "heroes" if outcome[0] == "blue" else "oni"
    t.become(f.OverFrame(won))
    t.tell(se.GameEnded(won))


WHY: dict[str, Message] = {
    "heroes": say("The heroes write the memoirs: blue wins."),
    "oni": say("The Oni writes the memoirs: red wins."),
}
ACCUSING = Part(_ask, _chosen, resume=_goes_on)
DEMON = Part(_ask_demon, _demon_told, resume=_demon_goes_on)
OVER = Part(_over, rolled=_tossed)
