"""The engine behind the protocol: one game at a time, every method of `PROTOCOL.md`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from typing import Any

import msgspec

from companion import __version__
from companion.model.bots import BOTS, ask_bot
from companion.model.content.record_checks import refuse_unsound
from companion.model.core.contract import SPECTATOR, Content, Event, Json, Queries, System, choices_of, part
from companion.model.core.reading import Reader
from companion.model.core.record import SEED_LEAST, SEED_MOST, Step, read_record, record_json
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Words, say

from . import jsonrpc, shown
from .jsonrpc import INTERNAL_ERROR, INVALID_INPUT, INVALID_PARAMS, METHOD_NOT_FOUND, REFUSED, RpcError

MOST_DICE = 1000
MOST_SECONDS = 3600
PATIENT_SECONDS = 5.0
"""To think, when the client does not say: a hundred times what the players of today need."""
VALUE_DIGITS = 6
"""Of a chance of winning: more would differ from one machine to the next."""


class Server:
    """Bytes in, bytes out. A bad message never changes the game."""

    def __init__(
        self,
        systems: Mapping[str, System[Any]],
        content: Content,
        words: Callable[[str], Words],
        complain: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`words` gives the catalog of a language; `complain` gets the trace of an error that is ours."""
        self._systems = systems
        self._content = content
        self._catalog = words
        self._complain = complain
        self._words = words("en")
        self._session: Session[Any] | None = None
        self._rng = Random(0)
        self.ended = False
        self._methods: Mapping[str, Callable[[Reader], Json]] = {
            "initialize": self._initialize,
            "game.new": self._new,
            "game.load": self._load,
            "game.view": self._view_for,
            "game.choose": self._choose,
            "game.roll": self._roll,
            "game.correct": self._correct,
            "game.undo": self._undo,
            "game.redo": self._redo,
            "game.save": self._save,
            "game.replay": self._replay,
            "bot.suggest": self._suggest,
            "shutdown": self._shutdown,
        }

    @property
    def session(self) -> Session[Any] | None:
        return self._session

    def handle(self, line: bytes) -> bytes | None:
        """Answer one line; None for notifications."""
        return jsonrpc.handle(line, self.call)

    def call(self, method: str, params: Mapping[str, Json]) -> msgspec.Raw:
        """The result of a method, written as JSON; raises RpcError, and then the game is what it was before."""
        ask = self._methods.get(method)
        session = self._session
        cursor, steps = (session.cursor, session.steps) if session is not None and ask is not None else (0, ())
        try:
            result = self._query(method, params) if ask is None else ask(Reader(dict(params)))
            return msgspec.Raw(msgspec.json.encode(result))
        except Exception as wrong:
            if ask is not None:
                self._go_back(session, cursor, steps)
            raise self._told(wrong) from None

    def _go_back(self, session: Session[Any] | None, cursor: int, steps: Sequence[Step]) -> None:
        """Undo what a failed method did; only one with a fault of ours fails after it has done something."""
        self._session = session
        if session is None or session.cursor == cursor:
            return
        session.jump(cursor)
        if session.steps != steps:
            # What could be redone is played once more. Where that meets the fault again, the position must do.
            with suppress(Exception):
                whole = msgspec.structs.replace(session.save(), steps=tuple(steps))
                self._session = Session.replay(session.system, whole, self._content, cursor=cursor)

    def _told(self, wrong: Exception) -> RpcError:
        """An exception as the error to answer with."""
        if isinstance(wrong, RpcError):
            return wrong
        if isinstance(wrong, RuleBroken):
            return RpcError(REFUSED, self._words(wrong.refusal.why), self._refusal(wrong))
        if isinstance(wrong, UnknownOption):
            return RpcError(INVALID_PARAMS, self._words(wrong.why))
        if isinstance(wrong, InvalidInput):
            return RpcError(INVALID_PARAMS, self._words(wrong.why), {"path": wrong.path})
        self._complain("".join(traceback.format_exception(wrong)))
        return RpcError(INTERNAL_ERROR, "This is an error of the engine; the game is unchanged.")

    def _initialize(self, params: Reader) -> Json:
        params.object((), ("language",))
        if "language" in params.value:
            self._words = self._catalog(params["language"].one_of(LANGUAGES))
        return {
            "name": "Okko Companion",
            "version": __version__,
            "protocol": 1,
            "systems": [
                {"id": system.facts.id, "name": self._words(system.facts.name), "players": list(system.facts.players)}
                for system in self._systems.values()
            ],
        }

    def _new(self, params: Reader) -> Json:
        params.object(("system", "setup"), ("seed",))
        system = self._systems[params["system"].one_of(tuple(self._systems))]
        seed = self._seed(params)
        with self._invalid("setup", INVALID_PARAMS):
            self._session = Session.new(system, params["setup"].value, self._content, seed)
        return self._view()

    def _load(self, params: Reader) -> Json:
        params.object(("position",), ("seed",))
        seed = self._seed(params)
        with self._invalid("position"):
            named = Reader(params["position"].value).object(("system",))["system"]
            system = self._systems[named.one_of(tuple(self._systems))]
            self._session = Session.load(system, params["position"].value, self._content, seed)
        return self._view()

    def _view_for(self, params: Reader) -> Json:
        params.object((), ("viewer",))
        return self._view(self._viewer(params))

    def _choose(self, params: Reader) -> Json:
        params.object(("option",), ("seat", "viewer"))
        session, viewer = self._game, self._viewer(params)
        option = params["option"].text(300)
        seat = params["seat"].one_of(session.system.seats(session.state)) if "seat" in params.value else None
        try:
            change = session.choose(option, seat=seat)
        except RuleBroken as broken:
            # an option that is not offered does not fit the game; the rule against it is told all the same
            why = self._words(broken.refusal.why)
            raise RpcError(INVALID_PARAMS, why, self._refusal(broken)) from None
        return self._view(viewer, change.events)

    def _roll(self, params: Reader) -> Json:
        params.object((), ("outcome", "viewer"))
        session, viewer = self._game, self._viewer(params)
        faces = None
        if "outcome" in params.value:
            faces = tuple(item.value for item in params["outcome"].items(MOST_DICE))
            if None in faces:
                raise params["outcome"].fail("Each die needs a face.")
        return self._view(viewer, session.roll(faces).events)

    def _correct(self, params: Reader) -> Json:
        params.object(("correction",), ("viewer",))
        session, viewer = self._game, self._viewer(params)
        with self._invalid("correction", INVALID_PARAMS):
            change = session.edit(params["correction"].value, override=session.mode == "enforce")
        return self._view(viewer, change.events)

    def _undo(self, params: Reader) -> Json:
        self._game.undo(self._steps(params))
        return self._view()

    def _redo(self, params: Reader) -> Json:
        self._game.redo(self._steps(params))
        return self._view()

    def _steps(self, params: Reader) -> int:
        params.object((), ("steps",))
        return params["steps"].whole(1) if "steps" in params.value else 1

    def _save(self, params: Reader) -> Json:
        params.object((), ())
        session = self._game
        return {"position": session.system.encode(session.state), "record": record_json(session.save())}

    def _replay(self, params: Reader) -> Json:
        params.object(("record",), ())
        with self._invalid():
            record = read_record(params["record"].value)
            system = self._systems.get(record.system)
            if system is None:
                raise InvalidInput("record.system", say("This program does not know this game system."))
            refuse_unsound(record, system, self._content)
            self._session = Session.replay(system, record, self._content)
        return self._view()

    def _suggest(self, params: Reader) -> Json:
        params.object((), ("seconds", "level"))
        session = self._game
        seconds = _seconds(params["seconds"]) if "seconds" in params.value else PATIENT_SECONDS
        level = params["level"].one_of(tuple(BOTS)) if "level" in params.value else "greedy"
        choices = choices_of(session.pending)
        if not choices:
            raise UnknownOption(say("Nobody has a choice to make now."))
        thought = ask_bot(BOTS[level](), session.system, session.state, choices[0], self._rng, seconds, self._content)
        ranked = thought.ranked or ((thought.option, thought.value),)
        id_of = partial(session.system.option_id, session.state)
        return {
            "option": id_of(thought.option),
            "value": round(thought.value, VALUE_DIGITS),
            "ranked": [{"option": id_of(option), "value": round(value, VALUE_DIGITS)} for option, value in ranked],
        }

    def _shutdown(self, params: Reader) -> Json:
        params.object((), ())
        self.ended = True
        return None

    def _query(self, method: str, params: Mapping[str, Json]) -> Json:
        prefix, _, name = method.partition(".")
        system = self._systems.get(prefix)
        asked = None if system is None else part(system, Queries)
        if asked is None or name not in asked.queries:
            raise RpcError(METHOD_NOT_FOUND, f"There is no method “{method[:80]}”.")
        session = self._game
        if session.system is not system:
            raise RpcError(INVALID_INPUT, self._words(say("The loaded game belongs to another system.")), {"path": ""})
        return asked.queries[name](session.state, params)

    @property
    def _game(self) -> Session[Any]:
        if self._session is None:
            raise RpcError(INVALID_INPUT, self._words(say("No game is loaded.")), {"path": ""})
        return self._session

    @contextmanager
    def _invalid(self, prefix: str = "", code: int = INVALID_INPUT) -> Iterator[None]:
        """What is wrong inside is told with its path from the parameters on."""
        try:
            yield
        except InvalidInput as wrong:
            path = ".".join(part for part in (prefix, wrong.path) if part).replace(".[", "[")
            raise RpcError(code, self._words(wrong.why), {"path": path}) from None

    def _refusal(self, broken: RuleBroken) -> Json:
        return {"rule": broken.refusal.rule, "why": self._words(broken.refusal.why)}

    def _viewer(self, params: Reader) -> str | None:
        """Who looks: a seat, the spectator, or whoever may see everything."""
        seats = self._game.system.seats(self._game.state)
        return params["viewer"].one_of((*seats, SPECTATOR)) if "viewer" in params.value else None

    def _seed(self, params: Reader) -> int | None:
        return params["seed"].whole(SEED_LEAST, SEED_MOST) if "seed" in params.value else None

    def _view(self, viewer: str | None = None, happened: tuple[Event, ...] | None = None) -> Json:
        session = self._game
        seen = shown.view(session, self._words, viewer)
        return seen if happened is None else {**seen, "events": shown.events(session, self._words, happened, viewer)}


def _seconds(given: Reader) -> float:
    if type(given.value) not in (int, float) or not 0 < given.value <= MOST_SECONDS:
        raise given.fail("Seconds must be a number above 0 and at most {most}.", most=MOST_SECONDS)
    return float(given.value)
