"""The board in words, for ears and for those who read: a square, a row, a zone, threats, what a figure sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.model.core.words import N_, Arg, Message, Name, say
from companion.model.games.asagiri.adventure.conditions import SIDES, walk
from companion.model.games.asagiri.adventure.play import Play
from companion.model.games.asagiri.adventure.record import Zone
from companion.model.games.asagiri.insight.threats import Threats
from companion.model.games.asagiri.rules.fight_numbers import cover_words, line_of_fire, obstacle_words
from companion.model.games.asagiri.rules.fights import Aimed, lines_from
from companion.model.games.asagiri.rules.fights import aimed as sight_of
from companion.model.games.asagiri.rules.movement import Reached
from companion.model.games.asagiri.rules.turn import deploying, deployment_squares
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.board import members
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, FACING_WORDS, STATE_WORDS, square_words
from companion.model.games.asagiri.state.scenarios import CrossingZeni, HoldZeni
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    BEFORE,
    ENEMY_OF,
    EVERY_FACING,
    NO_SQUARE,
    FigureId,
    SquareId,
    by_figure,
    by_square,
    figure_range,
)
from companion.ui.games.asagiri.controller import AsagiriController

from . import queries

TERRAIN_WORDS: Mapping[str, str] = {
    ".": N_("clear"),
    "h": N_("hindering"),
    "a": N_("aquatic"),
    "b": N_("blocking"),
    "s": N_("stairs"),
}


def describe_square(game: AsagiriController, at: SquareId, ways: Mapping[SquareId, Reached] | None = None) -> str:
    """A square as a person would tell it: its name, terrain, who stands there and how, what surrounds it.

    `ways`: where the selected figure can go, for who describes many squares at once.
    """
    state = game.state
    board = state.table.board
    terrain = Message(TERRAIN_WORDS[board.terrain[at]])
    parts = [game.say(say("{square}, {terrain}", square=square_words(state, at), terrain=terrain))]
    who = queries.standing(state, at)
    if who >= 0:
        parts.append(describe_figure(game, who))
    parts += [game.say(words) for words in adventure_words(state, at)]
    band = queries.acting_band(game)
    if band >= 0 and state.zone_against(band) >> at & 1:
        parts.append(game.say(say("in an enemy control zone")))
    selected = game.selection
    if selected >= 0 and who >= 0 and state.band_of(who) != state.band_of(selected):
        parts += [line for line in describe_line(game, selected, who).split("\n") if line]
    if selected >= 0 and who < 0:
        found = (queries.cheapest(queries.reach(game, selected)) if ways is None else ways).get(at)
        if found is not None:
            name = state.table.called[selected]
            parts.append(game.say(say("{who} can move there for {cost}", who=name, cost=found.cost)))
    for there in board.climbs(at):
        parts.append(game.say(say("stairs to {square}", square=square_words(state, there))))
    closed = [facing for facing in EVERY_FACING if board.door(at, facing) is not None]
    for facing in closed:
        parts.append(game.say(say("closed door {facing}", facing=Message(FACING_WORDS[facing]))))
    walled = tuple(Message(FACING_WORDS[facing]) for facing in walls(game, at) if facing not in closed)
    if walled:
        parts.append(game.say(say("wall {facings}", facings=walled)))
    return ". ".join(parts)


def adventure_words(state: State, at: SquareId) -> list[Message | Name]:
    """What is special about a square: zones with what they are for, where bands start, the things that lie about."""
    play, quest, token = state.table.adventure, state.quest, state.token_at(at)
    named: list[Message | Name] = []
    if token is not None:
        owner = state.table.called[token.source]
        named.append(say("token of {who}: {token}", who=owner, token=skill_use.token_words(token.name)))
    if state.smoke() >> at & 1:
        named.append(say("smoke"))
    if play is None or quest is None:
        return [*named, *_starts(state, at), *_earns(state, at)]
    for zone in play.record.zones:
        if play.zones[zone.id] >> at & 1:
            uses = tuple(_uses(state, play, zone))
            name = play.zone_names[zone.id]
            named += [say("{zone}: {uses}", zone=name, uses=uses)] if uses else []
    for piece, thing in zip(play.things, quest.things, strict=True):
        if thing.bearer >= 0 and state.figures[thing.bearer].at == at:
            named.append(say("carries {thing}", thing=piece.name))
        elif thing.at == at and not thing.gone:
            named.append(piece.name)
    return named


def _starts(state: State, at: SquareId) -> Iterator[Message]:
    """Who may put its figures here now (SET-1)."""
    if state.stage == "deploy" and at in deployment_squares(state, deploying(state)):
        yield say("starting squares of band {band}", band=SEATS[deploying(state)])


def _earns(state: State, at: SquareId) -> Iterator[Message]:
    """What the scenario card pays for here (KAR-6): a place to hold, the enemy's first row."""
    for held in scenario_game.effects(state.table, HoldZeni):
        if at in scenario_game.place(state.table.board, held.where):
            yield say("goal of both bands")
    for _ in scenario_game.effects(state.table, CrossingZeni):
        yield from (say("goal of band {band}", band=SEATS[band]) for band in BANDS
                    if at in scenario_game.first_row(state, ENEMY_OF[band]))  # fmt: skip


def _uses(state: State, play: Play, zone: Zone) -> Iterator[Message]:
    """What a zone is for: leaving, a goal, starting (until everybody has), reinforcements."""
    for band, side in enumerate(state.table.roles):
        seat, party = SEATS[band], play.record.sides[side]
        if SIDES[side] in zone.exit:
            yield say("exit of band {band}", band=seat)
        asked = (part for goal in party.goals for _, part in walk(goal.when))
        if any(getattr(part, "zone", None) == zone.id for part in asked):
            yield say("goal of band {band}", band=seat)
        if party.deploy == zone.id and state.stage in BEFORE:
            yield say("starting squares of band {band}", band=seat)
        if any(one.zone == zone.id and one.side == SIDES[side] for one in play.record.reinforcements):
            yield say("band {band}'s reinforcements arrive here", band=seat)


def walls(game: AsagiriController, at: SquareId) -> list[int]:
    """The facings in which a wall or a closed door cuts a square off from the one beside it."""
    board = game.state.table.board
    floor = board.floors[board.squares[at][2]]
    return [facing for facing in EVERY_FACING if board.edge(at, facing) in floor.walls | floor.doors]


def describe_line(game: AsagiriController, who: FigureId, target: FigureId) -> str:
    """The line of fire from one figure to another: how far, what covers, or the rule that forbids a shot, and why."""
    state = game.state
    found = sight_of(state, who, target)
    if found is None:
        return ""
    name, other = state.table.called[who], state.table.called[target]
    if found.refusal is not None:
        return game.say(say("{why} ({rule})", why=found.refusal.why, rule=found.refusal.rule))
    if found.reach:
        far = say(
            "{who} can shoot at {target}: distance {distance}, range {reach}",
            who=name,
            target=other,
            distance=found.distance,
            reach=found.reach,
        )
    else:
        far = say("{who} sees {target}, distance {distance}", who=name, target=other, distance=found.distance)
    said = [game.say(far)]
    if found.sight.cover:
        covering = tuple(cover_words(state, crossing) for crossing in found.sight.covering)
        said.append(game.say(say("Cover {cover}: {what} (SHT-5)", cover=found.sight.cover, what=covering)))
    return "\n".join(said)


def describe_sight(game: AsagiriController, who: FigureId, at: SquareId) -> str:
    """The line of fire from a figure to whoever stands on a square, or to the bare square."""
    state = game.state
    target = queries.standing(state, at)
    if target >= 0 and state.band_of(target) != state.band_of(who):
        return describe_line(game, who, target)
    start = state.figures[who].at
    if start < 0 or start == at or state.table.board.squares[start][2] != state.table.board.squares[at][2]:
        return ""
    blocked = line_of_fire(state, who, at).blocked_by
    if blocked is None:
        return ""
    place, what = square_words(state, at), obstacle_words(state, blocked)
    return game.say(say("The line of fire to {at} is blocked: {what} (SHT-4)", at=place, what=what))


def describe_threats(game: AsagiriController, found: Threats, at: SquareId) -> str:
    """Who could hit a square next, how, and with which dice that have to fall: a line a way."""
    alike: dict[tuple[Message, tuple[str, ...]], list[Arg]] = {}
    for threat in found.at(at):
        what = say("Can attack here") if threat.skill is None else say(
            "Can shoot here ({skill})", skill=Name.of(threat.skill.name))  # fmt: skip
        alike.setdefault((what, threat.needs), []).append(game.state.table.called[threat.who])
    said = []
    for (what, needs), names in alike.items():
        who, dice = tuple(names), tuple(Message(ELEMENT_WORDS[element]) for element in needs)
        words = say("{what}, if it rolls {dice}: {who}", what=what, dice=dice, who=who)
        said.append(game.say(words if needs else say("{what}: {who}", what=what, who=who)))
    return "\n".join(said)


def describe_figure(game: AsagiriController, who: FigureId) -> str:
    """A figure in one line: name, band, state, facing, whether it has been activated, its die."""
    state = game.state
    figure, name = state.figures[who], state.table.called[who]
    condition = Message(STATE_WORDS[figure.state])
    text = game.say(say("{who}, band {band}, {state}", who=name, band=SEATS[state.band_of(who)], state=condition))
    parts = [text]
    if figure.at >= 0:
        parts.append(game.say(say("facing {facing}", facing=Message(FACING_WORDS[figure.facing]))))
    if state.active is not None and state.active.who == who:
        parts.append(game.say(say("active, points left: {points}", points=state.active.points)))
    elif figure.activated:
        parts.append(game.say(say("activated")))
    parts += [
        game.say(say("token: {token}", token=skill_use.token_words(token))) for token in skill_use.borne(state, who)
    ]
    parts += [game.say(words) for _, words in skill_use.effects(state, who)]
    if figure.reserve is not None:
        parts.append(game.say(say("{element} in reserve", element=Message(ELEMENT_WORDS[figure.reserve]))))
    return ", ".join(parts)


def everybody(game: AsagiriController) -> str:
    """Every figure with its square, facing and state: those on the board first, then the others."""
    state, lines, away = game.state, [], []
    for who, figure in by_figure(state.figures):
        if figure.at >= 0:
            lines.append(f"{game.say(square_words(state, figure.at))}: {describe_figure(game, who)}")
        else:
            words = say("off the board") if figure.state != "disabled" else Message(STATE_WORDS["disabled"])
            away.append(f"{game.name(who)}: {game.say(words)}")
    return "\n".join([*lines, *away])


def row(game: AsagiriController, at: SquareId) -> str:
    """The row of a square from west to east: what is not a clear, empty square."""
    board = game.state.table.board
    _, y, floor = board.squares[at]
    return _line(game, (n for n, (_, row, on) in by_square(board.squares) if (row, on) == (y, floor)))


def column(game: AsagiriController, at: SquareId) -> str:
    """The column of a square from north to south: what is not a clear, empty square."""
    board = game.state.table.board
    x, _, floor = board.squares[at]
    return _line(game, (n for n, (column, _, on) in by_square(board.squares) if (column, on) == (x, floor)))


def _line(game: AsagiriController, squares: Iterable[SquareId]) -> str:
    state = game.state
    line = sorted(squares, key=lambda at: state.table.board.squares[at])
    first, last = square_words(state, line[0]), square_words(state, line[-1])
    told = [game.say(say("{first} to {last}", first=first, last=last))]
    told += [words for at in line if (words := _brief(game, at))]
    told.append(game.say(say("All other squares are clear and empty")))
    return ". ".join(told)


def _brief(game: AsagiriController, at: SquareId) -> str:
    """A square in a few words; none for a clear, empty one."""
    state = game.state
    who, terrain = queries.standing(state, at), state.table.board.terrain[at]
    parts = [game.say(Message(TERRAIN_WORDS[terrain]))] if terrain != "." else []
    parts += [describe_figure(game, who)] if who >= 0 else []
    parts += [game.say(words) for words in adventure_words(state, at)]
    return f"{game.say(square_words(state, at))}: {', '.join(parts)}" if parts else ""


def zone(game: AsagiriController, at: SquareId) -> str:
    """Whose control zones a square lies in."""
    state = game.state
    found = [who for who in figure_range(len(state.figures)) if state.zone(who) >> at & 1]
    if not found:
        return game.say(say("{square}: in nobody's control zone", square=square_words(state, at)))
    names = tuple(
        say("{who} (band {band})", who=state.table.called[who], band=SEATS[state.band_of(who)]) for who in found
    )
    return game.say(say("{square}: in the control zone of {names}", square=square_words(state, at), names=names))


def threatened(game: AsagiriController, found: Threats, at: SquareId) -> str:
    """Who could hit a square next, and how."""
    words = describe_threats(game, found, at).splitlines()
    place = game.say(square_words(game.state, at))
    return ". ".join([place, *(words or [game.say(say("No enemy threatens this square"))])])


def sees(game: AsagiriController, who: FigureId) -> str:
    """Which enemies a figure sees (VIS-1), how far away, with what cover; what hides the others; what it controls."""
    state, name = game.state, game.state.table.called[who]
    lines = lines_from(state, who)
    told = [game.say(words) for found in lines for words in _seen(state, found)]
    told = told or [game.say(say("{who} has no enemies on this floor", who=name))]
    controlled = tuple(square_words(state, at) for at in members(state.zone(who)))
    told += [game.say(say("{who} controls {squares}", who=name, squares=controlled))] if controlled else []
    return "\n".join(told)


def _seen(state: State, found: Aimed) -> Iterator[Message]:
    figure, other = state.figures[found.shooter], state.table.called[found.target]
    at = state.figures[found.target].at
    where = say("{who} on {at}", who=other, at=square_words(state, at))
    if found.sight.blocked_by is not None:
        yield say("{who}: hidden by {what}", who=where, what=obstacle_words(state, found.sight.blocked_by))
    elif at not in state.table.board.vision(figure.at, figure.facing):
        yield say("{who}: behind, distance {distance}", who=where, distance=found.distance)
    elif found.sight.cover:
        yield say("{who}: seen, distance {distance}, cover {cover}", who=where, distance=found.distance,
                  cover=found.sight.cover)  # fmt: skip
    else:
        yield say("{who}: seen, distance {distance}", who=where, distance=found.distance)


def aimed(game: AsagiriController, who: FigureId, at: SquareId) -> str:
    """The line of fire from a figure to a square, or to the enemy there: free, covered or blocked, and by what."""
    state, target = game.state, queries.standing(game.state, at)
    told = [describe_sight(game, who, at)]
    found = sight_of(state, who, target) if target >= 0 and state.band_of(target) != state.band_of(who) else None
    if found is not None:
        seen = [game.say(words) for words in _seen(state, found)]
        told = seen if found.sight.blocked_by is not None else [*seen, *told[0].splitlines()]
    return ". ".join(filter(None, told)) or game.say(
        say("The line of fire to {at} is clear", at=square_words(state, at))
    )


def next_among(game: AsagiriController, figures: Sequence[FigureId], at: SquareId) -> SquareId:
    """The square of the next of some figures after who stands on `at`, the first one otherwise; -1 for none."""
    here = queries.standing(game.state, at)
    if not figures:
        return NO_SQUARE
    n = figures.index(here) + 1 if here in figures else 0
    return game.state.figures[figures[n % len(figures)]].at
