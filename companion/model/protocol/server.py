"""The engine behind the protocol: one game at a time, every method of `PROTOCOL.md`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from companion import __version__
from companion.model.bots import BOTS
from companion.model.core import chance
from companion.model.core.contract import Choice, Content, Event, Json, Option, Over, Pending, Roll, System, Together
from companion.model.core.reading import Reader
from companion.model.core.record import read_record
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Message, Words

from . import jsonrpc
from .jsonrpc import INTERNAL_ERROR, INVALID_INPUT, INVALID_PARAMS, METHOD_NOT_FOUND, REFUSED, RpcError

MOST_SEED = 2**63
"""Seeds are whole numbers below this, so that every JSON reader keeps them exact."""


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
            "game.undo": self._undo,
            "game.redo": self._redo,
            "game.save": self._save,
            "game.replay": self._replay,
            "bot.suggest": self._suggest,
            "shutdown": self._shutdown,
        }

    def handle(self, line: bytes) -> bytes | None:
        """Answer one line; None for notifications."""
        return jsonrpc.handle(line, self.call)

    def call(self, method: str, params: Mapping[str, Json]) -> Json:
        """One method; raises RpcError."""
        try:
            ask = self._methods.get(method)
            if ask is not None:
                return ask(Reader(dict(params)))
            return self._query(method, params)
        except RpcError:
            raise
        except RuleBroken as broken:
            raise RpcError(REFUSED, self._words(broken.refusal.why), self._refusal(broken)) from None
        except UnknownOption as wrong:
            raise RpcError(INVALID_PARAMS, self._words(wrong.why)) from None
        except InvalidInput as wrong:
            raise RpcError(INVALID_PARAMS, self._words(wrong.why), {"path": wrong.path}) from None
        except Exception:
            self._complain(traceback.format_exc())
            raise RpcError(INTERNAL_ERROR, "This is an error of the engine; the game is unchanged.") from None

    # the page's methods --------------------------------------------------------------------------------------------

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
        session = self._game
        viewer = None
        if "viewer" in params.value:
            viewer = params["viewer"].one_of(session.system.seats(session.state))
        return self._view(viewer)

    def _choose(self, params: Reader) -> Json:
        params.object(("option",), ())
        session = self._game
        option = params["option"].text(300)
        try:
            change = session.choose(option)
        except RuleBroken as broken:
            # an option that is not offered does not fit the game; the rule against it is told all the same
            why = self._words(broken.refusal.why)
            raise RpcError(INVALID_PARAMS, why, self._refusal(broken)) from None
        return self._view(None, change.events)

    def _roll(self, params: Reader) -> Json:
        params.object((), ("outcome",))
        session = self._game
        faces = None
        if "outcome" in params.value:
            faces = tuple(item.value for item in params["outcome"].items(1000))
            pending = session.pending
            if not isinstance(pending, Roll):
                raise UnknownOption("No dice have to be rolled now.")
            if not chance.fits(pending.dice, faces):
                raise UnknownOption("These are not faces of the dice that have to be rolled.")
        return self._view(None, session.roll(faces).events)

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
        return {"position": session.system.encode(session.state), "record": record_json(session)}

    def _replay(self, params: Reader) -> Json:
        params.object(("record",), ())
        with self._invalid():
            record = read_record(params["record"].value)
            system = self._systems.get(record.system)
            if system is None:
                raise InvalidInput("record.system", "This program does not know this game system.")
            self._session = Session.replay(system, record, self._content)
        return self._view()

    def _suggest(self, params: Reader) -> Json:
        params.object((), ("seconds", "level"))
        session = self._game
        if "seconds" in params.value and (type(params["seconds"].value) not in (int, float)
                                          or not 0 < params["seconds"].value <= 3600):  # fmt: skip
            raise params["seconds"].fail("Seconds are a number above 0.")
        level = params["level"].one_of(tuple(BOTS)) if "level" in params.value else "greedy"
        pending = session.pending
        choice = pending.choices[0] if isinstance(pending, Together) else pending
        if not isinstance(choice, Choice):
            raise UnknownOption("Nobody has to choose now.")
        thought = BOTS[level]().think(session.system, session.state, choice, self._rng)
        name = session.system.option_id
        ranked = thought.ranked or ((thought.option, thought.value),)
        return {
            "option": name(session.state, thought.option),
            "value": thought.value,
            "ranked": [{"option": name(session.state, option), "value": value} for option, value in ranked],
        }

    def _shutdown(self, params: Reader) -> Json:
        params.object((), ())
        self.ended = True
        return None

    def _query(self, method: str, params: Mapping[str, Json]) -> Json:
        prefix, _, name = method.partition(".")
        system = self._systems.get(prefix)
        queries = getattr(system, "queries", {})
        if name not in queries:
            raise RpcError(METHOD_NOT_FOUND, f"There is no method “{method[:80]}”.")
        session = self._game
        if session.system is not system:
            raise RpcError(INVALID_INPUT, self._words("The game loaded is of another system."), {"path": ""})
        return queries[name](session.state, params)

    # what is shown -------------------------------------------------------------------------------------------------

    @property
    def _game(self) -> Session[Any]:
        if self._session is None:
            raise RpcError(INVALID_INPUT, self._words("No game is loaded."), {"path": ""})
        return self._session

    @contextmanager
    def _invalid(self, prefix: str = "") -> Iterator[None]:
        """What is wrong inside is a position's or a record's fault, told with its path from the parameters on."""
        try:
            yield
        except InvalidInput as wrong:
            path = ".".join(part for part in (prefix, wrong.path) if part)
            raise RpcError(INVALID_INPUT, self._words(wrong.why), {"path": path}) from None

    def _refusal(self, broken: RuleBroken) -> Json:
        return {"rule": broken.refusal.rule, "why": self._words(broken.refusal.why)}

    def _seed(self, params: Reader) -> int | None:
        return params["seed"].whole(-MOST_SEED, MOST_SEED) if "seed" in params.value else None

    def _view(self, viewer: str | None = None, events: tuple[Event, ...] | None = None) -> Json:
        session = self._game
        system, state = session.system, session.state
        shown: dict[str, Json] = {
            "state": system.view(state, viewer),
            "pending": self._pending(session.pending, viewer),
        }
        if events is not None:
            shown["events"] = [
                {**system.event_json(state, event), "words": self._words(system.tell(state, event))} for event in events
            ]
        return shown

    def _pending(self, pending: Pending, viewer: str | None) -> Json:
        if isinstance(pending, Roll):
            dice = [{"die": die.kind.id, "for": die.owner} for die in pending.dice]
            return {"kind": "roll", "seat": pending.seat, "dice": dice, "outcomes": chance.count(pending.dice)}
        if isinstance(pending, Over):
            return {"kind": "over", "winner": pending.winner, "why": self._words(pending.why)}
        if isinstance(pending, Choice):
            return self._choice(pending)
        mine = [choice for choice in pending.choices if viewer in (None, choice.seat)]
        shown = self._choice(mine[0]) if mine else {"kind": "choice", "seat": viewer, "prompt": "", "options": []}
        return {**shown, "seats": [choice.seat for choice in pending.choices]}

    def _choice(self, choice: Choice) -> Json:
        return {
            "kind": "choice",
            "seat": choice.seat,
            "prompt": self._words(choice.prompt),
            "options": [self._option(option) for option in choice.options],
        }

    def _option(self, option: Option) -> Json:
        session = self._game
        system, state = session.system, session.state
        label: Message = system.label(state, option)
        return {
            "id": system.option_id(state, option),
            "kind": option.kind,
            "label": self._words(label),
            **system.fields(state, option),
        }


def record_json(session: Session[Any]) -> Json:
    """The record as JSON."""
    return msgspec.to_builtins(session.save())
