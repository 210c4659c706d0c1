"""What the table may do by itself: somebody leaves, the game is stopped, and without strict rules anything is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Correction, Json, Option, Over
from companion.model.core.words import Message, say
from companion.model.games.sake.state.options import SEAT_AS_TARGET, BurnDraw, Soul, is_seat
from companion.model.games.sake.state.state import LETTERS, OUT, SAMURAI, SPIRIT, State, free_spots
from companion.model.games.sake.table.corrections import Edit, Instant, Leave, Stop, instants_of
from companion.model.games.sake.wire import narration
from companion.model.games.sake.wire.codec import option_id, spot_text
from companion.model.games.sake.wire.position import encode
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.question.prompt import table_tells
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.game_controller import GameController


class Change(NamedTuple):
    """One thing that may be set by hand."""

    words: Message
    correction: Correction


def changes(state: State, part: Part | None, name: str, *, free: bool) -> list[Change]:
    """What may be done with a seat, a line, or the table as a whole (None); `free`: rules are not asked.

    `name`: what the player of the seat is called.
    """
    if part is None:
        found = list(_masu(state)) if free else []
        return [*found, Change(say("Stop the game: no winner"), Stop())]
    if part.kind == "line":
        return list(_line(state, part.value)) if free else []
    if part.kind != "target" or not is_seat(part.value):
        return []
    seat = part.value - SEAT_AS_TARGET
    if state.seats[seat].kind == OUT:
        return []
    found = [*_instants(state, seat), *_seat(state, seat, name)] if free else []
    return [*found, Change(say("{name} leaves the table", name=name), Leave(seat))]


def offer_changes(
    game: GameController[State], part: Part | None, name: Callable[[int], str], owner: QWidget, beside: QWidget
) -> None:
    """Offer them on a slip `beside` something; the keys go back to `owner`."""
    if not game.live or isinstance(game.pending, Over):
        return
    who = name(part.value - SEAT_AS_TARGET) if part is not None and part.kind == "target" else ""
    asked = _asked(game, part)
    found = changes(game.state, part, who, free=game.tracking)
    lines = [Line(f"do {n}", tr(game.session.system.label(game.state, one))) for n, one in enumerate(asked)]
    lines += [Line(str(n), tr(one.words)) for n, one in enumerate(found)]

    def chosen(id: str) -> None:
        if id.startswith("do "):
            game.choose(asked[int(id[3:])])
        else:
            game.correct(found[int(id)].correction)

    if lines:
        popup = ChoicePopup(lines, owner, name=tr(say("By hand")))
        popup.chosen.connect(chosen)
        popup.popup(beside, beside=True)
        popup.give_back_to(owner)


def _asked(game: GameController[State], part: Part | None) -> list[Option]:
    """What a seat may do in the window that is open; at a followed table nobody is asked for it there."""
    if part is None or part.kind != "target" or not is_seat(part.value) or not table_tells(game):
        return []
    letter = LETTERS[part.value - SEAT_AS_TARGET]
    options = (option for choice in game.choices if choice.seat == letter for option in choice.options)
    return [option for option in options if isinstance(option, BurnDraw | Soul)]


def _edit(**fields: Json) -> Edit:
    return Edit(msgspec.json.encode(fields, order="deterministic"))


def _instants(state: State, seat: int) -> Iterator[Change]:
    """NOW-1: at any time, whoever's turn it is; in one's own they stand beside the table."""
    if seat != state.active:
        for option in instants_of(state, seat):
            yield Change(narration.label(state, option), Instant(seat, option_id(state.table.deck, option)))


def _seat(state: State, seat: int, name: str) -> Iterator[Change]:
    letter, of, deck = LETTERS[seat], state.seats[seat], state.table.deck
    written = encode(state)["seats"][seat]
    life, wounds, sake = written["life"], written["wounds"], written["sake"]

    def mine(**fields: Json) -> Json:
        return {letter: fields}

    if of.kind == SAMURAI:
        if len(life) > 1:
            yield Change(say("One wound more"), _edit(seats=mine(life=life[1:], wounds=[life[0], *wounds])))
        if wounds:
            yield Change(say("One wound less"), _edit(seats=mine(life=[wounds[0], *life], wounds=wounds[1:])))
        for spot in of.sake:
            rest = [one for one in sake if one != spot_text(deck, spot)]
            yield Change(say("The sake on {spot} is gone", spot=narration.spot_name(state, spot)),
                         _edit(gone=state.gone + 1, seats=mine(sake=rest)))  # fmt: skip
        for spot in free_spots(of) if state.masu > 1 else ():
            more = [*sake, spot_text(deck, spot)]
            yield Change(say("A sake from the Masu on {spot}", spot=narration.spot_name(state, spot)),
                         _edit(masu=state.masu - 1, seats=mine(sake=more)))  # fmt: skip
        if of.seated:
            yield Change(say("{name} stands", name=name), _edit(seats=mine(seated=False)))
    elif of.kind == SPIRIT and of.jar:
        yield Change(say("A sake is gone"), _edit(gone=state.gone + 1, seats=mine(jar=of.jar - 1)))
    if state.active != seat:
        phase = "play" if of.kind == SAMURAI else "power"
        yield Change(say("It is the turn of {name}", name=name), _edit(active=letter, phase=phase, plays=2))


def _line(state: State, number: int) -> Iterator[Change]:
    lines = encode(state)["lines"]
    line = state.lines[number]
    more = [{**one, "steps": one["steps"] + (n == number)} for n, one in enumerate(lines)]
    yield Change(say("One step more"), _edit(lines=_shifted(more, number, line.end, 1)))
    if line.steps > 1:
        less = [{**one, "steps": one["steps"] - (n == number)} for n, one in enumerate(lines)]
        yield Change(say("One step less"), _edit(lines=_shifted(less, number, line.end, -1)))


def _shifted(lines: list[Json], number: int, end: int, by: int) -> list[Json]:
    """The Disciples of the *to* end keep their distance from their master."""
    there = lines[number]["disciples"]
    moved = [{**one, "at": one["at"] + by * (one["owner"] == LETTERS[end])} for one in there]
    return [{**one, "disciples": moved} if n == number else one for n, one in enumerate(lines)]


def _masu(state: State) -> Iterator[Change]:
    if state.masu > 1:
        yield Change(say("A sake of the Masu is gone"), _edit(masu=state.masu - 1, gone=state.gone + 1))
    if state.gone:
        yield Change(say("A sake comes back into the Masu"), _edit(masu=state.masu + 1, gone=state.gone - 1))
