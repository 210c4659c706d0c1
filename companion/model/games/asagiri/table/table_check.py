"""Table check: the app and the table have drifted apart. Short questions walk the board and the cards; what a person
answers is gathered as the table that is seen, against the state that is believed; how the two differ, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.model.core.contract import Correction
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Arg, Message, Name, say
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.board import BLOCKING, facing_named
from companion.model.games.asagiri.state.formatting import (
    ELEMENT_WORDS,
    FACING_WORDS,
    STATE_WORDS,
    column_words,
    square_words,
)
from companion.model.games.asagiri.state.state import SEATS, Band, Figure, State, replace
from companion.model.games.asagiri.state.vocabulary import (
    BANDS,
    BEFORE,
    NO_BAND,
    NO_FIGURE,
    NO_SQUARE,
    BandId,
    Condition,
    Facing,
    FigureId,
    SquareId,
    by_band,
    by_figure,
    by_square,
    by_thing,
    figure_range,
)
from companion.model.games.asagiri.table import corrections, manual_actions
from companion.model.games.asagiri.table import edit as hand


def corrections_between(state: State, wanted: State) -> tuple[Correction, ...]:
    """The corrections that make the table of `state` look like `wanted`; raises InvalidInput when none do."""
    return mend(state, state, wanted)


def mend(state: State, before: State, after: State) -> tuple[Correction, ...]:
    """The corrections that do to `state` what was done from `before` to `after`, and leave all else alone.

    What lies on the table is meant: figures, cards, dice, zeni, doors, things, the phase; not a fight going on. Raises
    InvalidInput when it cannot be (something else stands there now).
    """
    return _Mending(state, before, after).made()


class _Mending:
    def __init__(self, state: State, before: State, after: State) -> None:
        self.state, self.before, self.after = state, before, after
        self.found: list[Correction] = []

    def made(self) -> tuple[Correction, ...]:
        if len(self.before.figures) > len(self.state.figures) or self.state.draft is not None:
            raise InvalidInput("", "This table has other figures.")
        if (self.before.turn, self.before.phase) != (self.after.turn, self.after.phase):
            self._do(corrections.SetPhase(self.after.turn, self.after.phase))
        lost = tuple(self.state.bands[n].lost + self.after.bands[n].lost - self.before.bands[n].lost for n in BANDS)
        self._places()
        for who in self._figures():
            self._card(who)
        self._doors()
        self._tokens()
        self._things()
        self._bands(lost)
        return tuple(self.found)

    def _do(self, correction: Correction) -> None:
        self.state = hand.edit(self.state, correction).state
        self.found.append(correction)

    def _figures(self) -> Iterator[FigureId]:
        for who in figure_range(min(len(self.before.figures), len(self.after.figures), len(self.state.figures))):
            if self.before.figures[who] is not self.after.figures[who]:
                yield who

    def _places(self) -> None:
        """Where figures stand; one that stands in another's way is set aside for a moment."""
        waiting = [who for who in self._figures() if self._moved(who) and self.after.figures[who].at >= 0]
        for who in self._figures():
            now, then = self.state.figures[who], self.after.figures[who]
            if then.at < 0 <= self.before.figures[who].at and now.at >= 0:
                self._gone(who)
        while waiting:
            free = [who for who in waiting if not self._taken(who)]
            if free:
                who = free[0]
                waiting.remove(who)
                figure = self.after.figures[who]
                if (self.state.figures[who].at, self.state.figures[who].facing) != (figure.at, figure.facing):
                    self._do(corrections.PlaceFigure(who, figure.at, figure.facing))
            else:
                self._set_aside(waiting)

    def _moved(self, who: FigureId) -> bool:
        before, after = self.before.figures[who], self.after.figures[who]
        return (before.at, before.facing) != (after.at, after.facing)

    def _gone(self, who: FigureId) -> None:
        state, figure = self.state, self.after.figures[who]
        exits = dict(self.after.quest.exits) if self.after.quest is not None else {}
        if who in exits:
            self._do(corrections.SetLeft(who, exits[who]))
        elif figure.state == "disabled" and state.stage not in BEFORE:
            self._do(corrections.SetState(who, "disabled"))
        else:
            self._do(corrections.PlaceFigure(who, NO_SQUARE, figure.facing))

    def _taken(self, who: FigureId) -> bool:
        at = self.after.figures[who].at
        return any(other.at == at for n, other in by_figure(self.state.figures) if n != who)

    def _set_aside(self, waiting: list[FigureId]) -> None:
        """Figures that change places: one of them goes where nobody is for the time being."""
        board, occupied = self.state.table.board, self.state.occupied()
        standing = {self.state.figures[who].at for who in waiting}
        if not any(self.after.figures[who].at in standing for who in waiting):
            raise InvalidInput("at", "Two figures are on the same square.")
        in_the_way = next(
            (
                who
                for who in waiting
                if any(self.after.figures[n].at == self.state.figures[who].at for n in waiting if n != who)
            ),
            NO_FIGURE,
        )
        empty = (at for at, kind in by_square(board.terrain) if kind != BLOCKING and not occupied >> at & 1)
        at = next(empty, NO_SQUARE)
        if in_the_way < 0 or at < 0:
            raise InvalidInput("at", "Two figures are on the same square.")
        self._do(corrections.PlaceFigure(in_the_way, at, self.state.figures[in_the_way].facing))

    def _card(self, who: FigureId) -> None:
        before, after = self.before.figures[who], self.after.figures[who]
        if self.state.figures[who].at < 0:
            return
        if before.state != after.state and after.state != "disabled" and self.state.figures[who].state != after.state:
            self._do(corrections.SetState(who, after.state))
            if self.state.figures[who].at < 0:
                return
        told = before.kept != after.kept or before.state != after.state  # a card that is turned loses its die (INS-7)
        if told and self.state.figures[who].reserve != after.reserve:
            self._do(corrections.SetReserve(who, after.reserve))
        if before.activated != after.activated and self.state.figures[who].activated != after.activated:
            self._do(corrections.SetActivated(who, after.activated))
        if before.spent != after.spent and self.state.figures[who].spent != after.spent:
            self._do(corrections.SetEquipment(who, after.spent))

    def _doors(self) -> None:
        before, after = self.before.table.board, self.after.table.board
        if before is after:
            return
        for floor, (old, new) in enumerate(zip(before.floors, after.floors, strict=False)):
            for edge in sorted(old.doors ^ new.doors):
                at = self.state.table.board.index.get((edge.column, edge.row, floor), NO_SQUARE)
                if at >= 0:
                    self._do(corrections.SetDoor(at, facing_named(edge.side), edge in new.doors))

    def _tokens(self) -> None:
        before, after = ([(token.at, token.name) for token in state.tokens] for state in (self.before, self.after))
        for at, name in before:
            if (at, name) not in after:
                self._do(corrections.SetSquareToken(at, name, False))
        for at, name in after:
            if (at, name) not in before:
                self._do(corrections.SetSquareToken(at, name, True))

    def _things(self) -> None:
        before, after = self.before.quest, self.after.quest
        if before is None or after is None:
            return
        play = self.state.table.adventure
        assert play is not None
        for n, (old, new) in by_thing(zip(before.things, after.things, strict=True)):
            if (old.at, old.bearer, old.gone) != (new.at, new.bearer, new.gone) and play.things[n].kind != "captive":
                self._do(corrections.SetThing(n, new.at, new.bearer))

    def _bands(self, lost: tuple[int, ...]) -> None:
        for n in BANDS:
            before, after, now = self.before.bands[n], self.after.bands[n], self.state.bands[n]
            changed = (before.pool, before.aside) != (after.pool, after.aside)
            if changed and (now.pool, now.aside) != (after.pool, after.aside):
                self._do(corrections.SetDice(n, after.pool, after.aside))
            if self.state.bands[n].lost != lost[n]:
                self._do(corrections.SetLosses(n, max(0, lost[n])))


class TableDifference(msgspec.Struct, frozen=True):
    """One thing that lies otherwise: a figure (or -1), what it is called, how it is on either table."""

    who: FigureId
    what: Name | Message
    then: Message
    now: Message


def differences(then: State, now: State) -> tuple[TableDifference, ...]:
    """What differs between two tables of one game, figures first; the end of the game last."""
    found = []
    for who in figure_range(max(len(then.figures), len(now.figures))):
        one, two = (stands(state, who) for state in (then, now))
        if one != two:
            table = (then if who < len(then.figures) else now).table
            found.append(TableDifference(who, table.called[who], one, two))
    for n, seat in by_band(SEATS):
        for what, words in (
            (say("Dice of {seat}", seat=seat), _dice),
            (say("Zeni of {seat}", seat=seat), _zeni),
        ):
            one, two = words(then, n), words(now, n)
            if one != two:
                found.append(TableDifference(NO_FIGURE, what, one, two))
    if (then.turn, then.phase) != (now.turn, now.phase):
        found.append(TableDifference(NO_FIGURE, say("Phase"), _phase(then), _phase(now)))
    if then.over != now.over:
        found.append(TableDifference(NO_FIGURE, say("Game"), _over(then), _over(now)))
    return tuple(found)


def stands(state: State, who: FigureId) -> Message:
    """Where a figure is and how."""
    if who >= len(state.figures):
        return say("not in the game")
    figure = state.figures[who]
    if figure.at < 0:
        return say("disabled") if figure.state == "disabled" else say("not on the board")
    words: dict[str, Arg] = {
        "at": square_words(state, figure.at),
        "facing": Message(FACING_WORDS[figure.facing]),
        "state": Message(STATE_WORDS[figure.state]),
    }
    if figure.kept:
        return say("{at}, facing {facing}, {state}, {dice} in reserve", dice=_elements(figure), **words)
    return say("{at}, facing {facing}, {state}", **words)


def _elements(figure: Figure) -> Arg:
    return tuple(Message(ELEMENT_WORDS[element]) for element in figure.kept)


def _dice(state: State, band: BandId) -> Message:
    pool, aside = state.bands[band].pool, state.bands[band].aside
    if not pool:
        return say("none, {aside} set aside", aside=aside)
    faces = tuple(Message(ELEMENT_WORDS[element]) for element in sorted(pool))
    return say("{faces}, {aside} set aside", faces=faces, aside=aside)


def _zeni(state: State, band: BandId) -> Message:
    return say("{zeni} lost", zeni=state.bands[band].lost)


def _phase(state: State) -> Message:
    return say("turn {turn}, {seat}", turn=state.turn, seat=SEATS[state.phase])


def _over(state: State) -> Message:
    return say("finished") if state.over else say("in progress")


class Question(msgspec.Struct, frozen=True):
    """One thing to look at: a figure (`who`), or the dice and zeni of a band."""

    kind: Literal["figure", "band"]
    who: FigureId = NO_FIGURE
    band: BandId = NO_BAND


class Check(msgspec.Struct, frozen=True):
    """What is believed (`state`), and what is seen of it: as many figures and bands, only what lies on the table."""

    state: State
    figures: tuple[Figure, ...]
    bands: tuple[Band, Band]
    quarters: int = 0
    """Quarter-turns clockwise of the board before whoever checks."""

    @staticmethod
    def begin(state: State, quarters: int = 0) -> Check:
        """Everything is as it is believed."""
        return Check(state, state.figures, state.bands, quarters % 4)

    def _place(self, at: SquareId) -> tuple[int, int, int]:
        """Floor, row and column of a square as the board is seen; those that are turned about count downwards."""
        column, row, floor = self.state.table.board.squares[at]
        return (floor, *((row, column), (column, -row), (-row, -column), (-column, row))[self.quarters])

    def questions(self) -> tuple[Question, ...]:
        """Row by row as seen, from the top and from the left; then who is off the board; then dice and zeni."""
        figures = self.state.figures
        on = [n for n, figure in by_figure(figures) if figure.at >= 0]
        on.sort(key=lambda n: self._place(figures[n].at))
        off = [n for n, figure in by_figure(figures) if figure.at < 0 and not figure.away]
        asked = [Question("figure", who=n) for n in (*on, *off)]
        return (*asked, *(Question("band", band=band) for band in BANDS))

    def words(self, question: Question) -> Message:
        """The question, as things are seen so far."""
        if question.kind == "band":
            band = self.bands[question.band]
            pool = tuple(Message(ELEMENT_WORDS[element]) for element in band.pool) or ("—",)
            return say("Player {seat}: dice {pool}, {aside} set aside, {zeni} zeni lost. Is that right?",
                       seat=SEATS[question.band], pool=pool, aside=band.aside, zeni=band.lost)  # fmt: skip
        who = self.state.table.called[question.who]
        how = stands(self.seen, question.who)
        at = self.figures[question.who].at
        if at < 0:
            return say("{who}: {how}. Is that right?", who=who, how=how)
        column, row, _ = self.state.table.board.squares[at]
        line: Arg = row + 1 if self.quarters % 2 == 0 else column_words(column)
        return say("Row {row}: {who} on {how}. Is that right?", row=line, who=who, how=how)

    # what is seen otherwise ----------------------------------------------------------------------------------------

    def put(self, who: FigureId, at: SquareId, facing: Facing) -> Check:
        """A figure stands there instead; one that was out is back."""
        if self.figures[who].state != "disabled":
            return self._figure(who, at=at, facing=facing)
        flow = Transition(self.seen)
        manual_actions.regain(flow, who)
        return self._moved(flow)._figure(who, at=at, facing=facing, state="vigilant")._lost(who, -1)

    def turned(self, who: FigureId, state: Condition) -> Check:
        """A card shows another face; `disabled`: the figure is out, and its zeni are lost."""
        figure = self.figures[who]
        if figure.state == state or (figure.at < 0 and state != "disabled"):
            return self
        bare = self.reserved(who, None)  # INS-7
        if state == "disabled":
            return bare._figure(who, at=-1, state=state)._lost(who, 1)
        return bare._figure(who, state=state)

    def reserved(self, who: FigureId, element: Element | None) -> Check:
        """Another die lies on a card, or none; raise InvalidInput when the band has no such die."""
        if self.figures[who].at < 0:
            return self
        flow = Transition(self.seen)
        manual_actions.to_card(flow, who, () if element is None else (element,))
        return self._moved(flow)

    def counted(self, band: BandId, *, pool: tuple[Element, ...] | None = None, lost: int = -1) -> Check:
        """Other dice in the pool, other zeni lost; raise InvalidInput when the band has not so many dice."""
        flow = Transition(self.seen)
        if pool is not None:
            manual_actions.to_pool(flow, band, pool, flow.state.bands[band].aside + len(flow.state.bands[band].pool))
        if lost >= 0:
            flow.band(band, lost=lost)
        return self._moved(flow)

    def _moved(self, flow: Transition) -> Check:
        """With the dice where they have been moved to."""
        figures = flow.state.figures[: len(self.figures)]
        return replace(self, figures=figures, bands=flow.state.bands)

    def _figure(self, who: FigureId, **changes: object) -> Check:
        figure = replace(self.figures[who], **changes)
        return replace(self, figures=(*self.figures[:who], figure, *self.figures[who + 1 :]))

    def _lost(self, who: FigureId, sign: int) -> Check:
        character = self.state.table.characters[who]
        band = self.bands[character.band]
        return self.counted(character.band, lost=max(0, band.lost + sign * character.value))

    # what comes of it ----------------------------------------------------------------------------------------------

    def onto(self, state: State) -> State:
        """Another state, with what is seen lying on its table."""
        figures = [
            replace(known, at=seen.at, facing=seen.facing, state=seen.state, reserve=seen.reserve, more=seen.more)
            for known, seen in zip(state.figures, self.figures, strict=False)
        ]
        a, b = (
            replace(known, pool=seen.pool, aside=seen.aside, gone=seen.gone, lost=seen.lost)
            for known, seen in zip(state.bands, self.bands, strict=True)
        )
        return replace(state, figures=(*figures, *state.figures[len(figures) :]), bands=(a, b))

    @property
    def seen(self) -> State:
        """The table as it is seen, to be shown; nothing is going on in it."""
        return replace(self.onto(self.state), frames=(), active=None)

    def crowded(self) -> tuple[int, ...]:
        """Figures that are said to stand where another one stands."""
        places = [figure.at for figure in self.figures]
        return tuple(n for n, at in enumerate(places) if at >= 0 and places.count(at) > 1)

    def differences(self) -> tuple[TableDifference, ...]:
        """What is seen otherwise than believed, in words."""
        return tuple(differences(self.state, self.onto(self.state)))

    def gap(self, state: State) -> float:
        """How far a state is from what is seen: 0 where nothing differs."""
        found = 0.0
        for known, seen in zip(state.figures, self.figures, strict=False):
            if known is not seen:
                found += (known.at != seen.at) + 0.5 * (seen.at >= 0 and known.facing != seen.facing)
                found += (known.state != seen.state) + (known.kept != seen.kept)
        for before, now in zip(state.bands, self.bands, strict=True):
            found += 0.5 * (sorted(before.pool) != sorted(now.pool)) + 0.5 * (before.aside != now.aside)
            found += before.lost != now.lost
        return found

    def corrections(self, state: State | None = None) -> tuple[Correction, ...]:
        """What makes a state (the believed one) look as seen; raises InvalidInput when nothing does."""
        base = self.state if state is None else state
        return mend(base, base, self.onto(base))
