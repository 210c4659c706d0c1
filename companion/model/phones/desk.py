"""The game's side of the phones: each viewer's frame as finished bytes, and answers taken as a seat's.

To be used from the game's thread alone. A frame is written for one viewer out of what the protocol would show it
(`protocol.views`), the game's face (`Face`) and words in the phone's language; nothing else of the game crosses.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from companion.model.core.chance import Face as DieFace
from companion.model.core.contract import (
    SPECTATOR,
    Choice,
    Json,
    Over,
    Pending,
    Roll,
    Together,
    choices_of,
    may_answer,
)
from companion.model.core.refusal import Failure, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Arg, Message, Words, say
from companion.model.phones.face import Box, Card, Face, Node, Row
from companion.model.phones.requests import MOVED_ON, Ask, Choose, Flip, fault, notice, result
from companion.model.phones.requests import Roll as RollForm
from companion.model.protocol import views
from companion.model.protocol.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, REFUSED

TOLD = 12
"""Lines of the log on a phone."""
_STEPS_BACK = 60
"""Looked through for them."""


class Seated(Protocol):
    """The game as phones act on it."""

    @property
    def session(self) -> Session[Any]:
        """What is played."""

    def closed(self, seat: str) -> Message | None:
        """Why nobody may answer for a seat now: the past is looked at, a computer plays it. None: it may answer."""

    def answer(self, seat: str, option: str) -> None:
        """Choose for a seat; raises RuleBroken or a Failure."""

    def roll(self, faces: Sequence[DieFace | None] | None) -> None:
        """Answer the roll asked for; raises a Failure."""


class Desk:
    """See the module. `moved` has to be called after every change of the game."""

    def __init__(
        self,
        game: Seated,
        face: Face,
        catalog: Callable[[str], Words],
        complain: Callable[[str], None] = lambda trace: None,
    ) -> None:
        self.game, self.face = game, face
        self._catalog, self._complain = catalog, complain
        self._numbers: dict[str, int] = {}
        self._asked: dict[str, Choice | None] = {}
        self._pending: Pending | None = None
        self.moved()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the table."""
        session = self.game.session
        return session.system.seats(session.state)

    def moved(self) -> None:
        """The game has changed: whoever is asked something else now has another question.

        Of a question put to several at once, an answer of one leaves the others theirs.
        """
        before, self._pending = self._pending, self.game.session.pending
        goes_on = (
            isinstance(before, Together)
            and isinstance(self._pending, Together)
            and {one.seat for one in self._pending.choices} < {one.seat for one in before.choices}
        )
        for seat in self.seats:
            choice = next(iter(self._choices(seat)), None)
            if not goes_on or choice is None or choice != self._asked.get(seat):
                self._numbers[seat] = self._numbers.get(seat, 0) + 1
            self._asked[seat] = choice

    def _choices(self, seat: str) -> list[Choice]:
        session = self.game.session
        system, state = session.system, session.state
        return [choice for choice in choices_of(session.pending) if may_answer(system, state, choice, seat)]

    # frames --------------------------------------------------------------------------------------------------------

    def frames(self, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """The frame of each viewer in each language."""
        return {(viewer, language): self.frame(viewer, self._catalog(language)) for viewer, language in wanted}

    def frame(self, viewer: str, words: Words) -> bytes:
        """The game as a viewer may see it, as a message."""
        session, face = self.game.session, self.face
        seen = views.view(session, words, viewer)
        view = session.system.view(session.state, viewer)
        shown: dict[str, Json] = {
            "number": self._numbers.get(viewer, 0),
            "seat": viewer,
            "name": "" if viewer == SPECTATOR else _said(words, face.name(viewer)),
            "game": words(session.system.facts.name),
            "title": _said(words, face.title(viewer)),
            "hand": [_card(words, card) for card in face.hand(viewer, view)],
            "own": [_said(words, line) for line in face.own(viewer, view)],
            "table": [_row(words, row) for row in face.table(viewer, view)],
            "story": [_said(words, line) for line in face.story(viewer, view)],
            "log": self._log(viewer, words),
            "switches": self._switches(viewer, words),
            **self._question(viewer, words, seen["pending"]),
        }
        return notice("game.view", shown)

    def _switches(self, viewer: str, words: Words) -> list[Json]:
        found = () if viewer == SPECTATOR else self.face.switches(viewer)
        return [{"id": one.id, "title": _said(words, one.title), "on": one.on} for one in found]

    def _question(self, viewer: str, words: Words, seen: Json) -> dict[str, Json]:
        """What the viewer is asked, or whom the game waits for."""
        session, name = self.game.session, self.face.name
        pending = session.pending
        if isinstance(pending, Over):
            winners = tuple(name(seat) for seat in pending.winners)
            over: dict[str, Json] = {"why": seen["why"], "won": viewer in pending.winners, "winners": ""}
            if winners:
                who = Message("{winners} wins.", (("winners", winners),), "{winners} win.", len(winners))
                over["winners"] = words(who)
            return {"over": over}
        closed = None if viewer == SPECTATOR else self.game.closed(viewer)
        if closed is not None:
            return {"wait": words(closed)}
        if isinstance(pending, Roll):
            if may_roll(pending, viewer):
                return {"asked": words(say("Roll the dice")), "roll": self._dice(pending, words, seen)}
            return {"wait": words(say("{name} rolls", name=name(pending.seat)))}
        waiting = [choice.seat for choice in choices_of(pending)]
        found: dict[str, Json] = {"answered": self._answered(pending, words)}
        mine = [] if viewer == SPECTATOR else self._choices(viewer)
        if mine:
            nodes = [self._node(words, node) for node in self.face.nodes(viewer, mine)]
            return {**found, "asked": words(mine[0].prompt), "nodes": nodes}
        return {**found, "wait": words(say("Waiting for {names}", names=tuple(name(seat) for seat in waiting)))}

    def _answered(self, pending: Pending, words: Words) -> str:
        if not isinstance(pending, Together):
            return ""
        waiting = {choice.seat for choice in pending.choices}
        asked = set(self.seats) if pending.answers is None else {seat for seat, _ in pending.answers}
        done = tuple(self.face.name(seat) for seat in self.seats if seat in asked - waiting)
        left = tuple(self.face.name(seat) for seat in self.seats if seat in waiting)
        if not done:
            return words(say("Still to answer: {left}", left=left))
        return words(say("Have answered: {done} · still to answer: {left}", done=done, left=left))

    def _dice(self, roll: Roll, words: Words, seen: Json) -> Json:
        """The dice as the protocol shows them, each with its owner in words, and its faces if it may be typed."""
        modes = self.game.session.dice_modes(roll)
        dice = []
        for n, (die, mode) in enumerate(zip(roll.dice, modes, strict=True)):
            typed = mode != "virtual" and not roll.distinct
            faces = list(die.kind.faces) if typed else []
            dice.append({"die": die.kind.id, "for": _said(words, self.face.die(roll, n)), "faces": faces})
        return {
            "dice": [] if roll.distinct else dice,
            "may_roll": all(mode != "typed" for mode in modes),
            "may_type": any(one["faces"] for one in dice),
        }

    def _node(self, words: Words, node: Node) -> Json:
        session = self.game.session
        written: dict[str, Json] = {"title": _said(words, node.title), "kind": node.kind}
        if about := _said(words, node.about):
            written["about"] = about
        if node.card:
            written["card"] = node.card
        if node.quiet:
            written["quiet"] = True
        if node.option is not None:
            written["option"] = session.system.option_id(session.state, node.option)
        elif node.pick is not None:
            written["pick"] = node.pick
        else:
            written["next"] = [self._node(words, one) for one in node.next]
        return written

    def _log(self, viewer: str, words: Words) -> list[str]:
        """The last things that happened, as the viewer may hear them, the newest first."""
        session, found = self.game.session, list[str]()
        for n in range(session.cursor - 1, max(-1, session.cursor - 1 - _STEPS_BACK), -1):
            told = self.face.told(session.events_of(n, viewer))
            if told:
                state = session.state_at(n + 1)
                told_words = [words(session.system.tell(state, event)) for event in told]
                found.append(" ".join(one if one[-1:] in ".!?…" else f"{one}." for one in told_words))
            if len(found) == TOLD:
                break
        return found

    # answers -------------------------------------------------------------------------------------------------------

    def answer(self, ask: Ask) -> bytes:
        """Do what a phone asks, as a click of its seat, and say what came of it."""
        words = self._catalog(ask.language)
        try:
            self._do(ask)
        except RuleBroken as broken:
            return fault(ask.id, REFUSED, words(broken.refusal.why), broken.refusal.rule)
        except Failure as failed:
            return fault(ask.id, INVALID_PARAMS, words(failed.why))
        except Exception as wrong:
            self._complain("".join(traceback.format_exception(wrong)))
            return fault(ask.id, INTERNAL_ERROR, words(say("This is a fault of the program. The game is unchanged.")))
        return result(ask.id)

    def _do(self, ask: Ask) -> None:
        seat, session = ask.viewer, self.game.session
        if seat not in self.seats:
            raise UnknownOption(say("Who looks on decides nothing."))
        closed = self.game.closed(seat)
        if closed is not None:
            raise UnknownOption(closed)
        if isinstance(ask.params, Flip):
            if ask.params.id not in [one.id for one in self.face.switches(seat)]:
                raise UnknownOption(MOVED_ON)
            self.face.flip(seat, ask.params.id, ask.params.on)
            return
        if ask.params.number != self._numbers[seat]:
            raise UnknownOption(MOVED_ON)
        if isinstance(ask.params, Choose):
            self.game.answer(seat, ask.params.option)
        elif isinstance(ask.params, RollForm):
            pending = session.pending
            if not isinstance(pending, Roll) or not may_roll(pending, seat):
                raise UnknownOption(say("There are no dice to roll now."))
            outcome = ask.params.outcome
            self.game.roll(None if outcome is UNSET else self._typed(pending, outcome))
        else:
            raise UnknownOption(MOVED_ON)

    def _typed(self, roll: Roll, outcome: Sequence[DieFace | None]) -> Sequence[DieFace | None]:
        """Typed faces; only where dice are typed at this table."""
        modes = self.game.session.dice_modes(roll)
        if roll.distinct or len(outcome) != len(modes):
            raise UnknownOption(say("These faces do not match the dice to be rolled."))
        for mode, face in zip(modes, outcome, strict=True):
            if (mode == "virtual" and face is not None) or (mode == "typed" and face is None):
                raise UnknownOption(say("These faces do not match the dice to be rolled."))
        return outcome


def may_roll(roll: Roll, viewer: str) -> bool:
    """Whether a seat sees to a roll: one whose dice they are, or of a secret one a seat that may see it."""
    if roll.seen_by is not None:
        return viewer in roll.seen_by
    return viewer == roll.seat or viewer in roll.owners()


def _said(words: Words, arg: Arg) -> str:
    return words(Message("{said}", (("said", arg),))) if arg != "" else ""


def _box(words: Words, box: Box) -> Json:
    return {"name": _said(words, box.name), "number": _said(words, box.number), "sign": box.sign, "kind": box.kind}


def _card(words: Words, card: Card) -> Json:
    written: dict[str, Json] = msgspec.structs.asdict(card)
    written |= {name: _said(words, written[name]) for name in ("title", "line", "text", "note")}
    return {**written, "boxes": [_box(words, box) for box in card.boxes]}


def _row(words: Words, row: Row) -> Json:
    written: dict[str, Json] = msgspec.structs.asdict(row)
    written |= {name: _said(words, written[name]) for name in ("name", "state_words")}
    lines, marks = [_said(words, line) for line in row.lines], [_box(words, mark) for mark in row.marks]
    return {**written, "lines": lines, "marks": marks}
