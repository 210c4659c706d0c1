"""A headless door to the rules: JSON-RPC 2.0, one message a line. The page is `PROTOCOL.md`.

`Server` answers lines; `run` does it on standard input and output.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from random import Random
from typing import Annotated, Any, BinaryIO, TextIO, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion import __version__
from companion.model.bots import BOTS, ask_bot
from companion.model.content.library import Library
from companion.model.content.record_checks import refuse_unsound
from companion.model.core.contract import SPECTATOR, Content, Event, Json, Queries, System, choices_of, part
from companion.model.core.record import SEED_LEAST, SEED_MOST, Step, read_record, record_json
from companion.model.core.refusal import InvalidInput, RuleBroken, UnknownOption
from companion.model.core.schema import WHOLE_MAX, Document, Shown, one_of, read
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Message, Words, say
from companion.model.games import SYSTEMS
from companion.model.hints import advise, hint_json
from companion.model.protocol import jsonrpc
from companion.model.protocol.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_INPUT,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MOST_BYTES,
    REFUSED,
    RpcError,
    error,
)
from companion.model.protocol.views import events, view
from companion.resources import resources_dir


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The catalog of a language."""
    return Words(language, resources_dir() / "translations")


def run(stdin: BinaryIO, stdout: BinaryIO, stderr: TextIO, content: Content | None = None) -> int:
    """Answer every line until the input ends or `shutdown`; returns 0. `content`: the shipped packs without."""
    server = Server(SYSTEMS, content or Library.shipped(), words, lambda text: print(text, file=stderr, flush=True))
    while not server.ended:
        line = stdin.readline(MOST_BYTES + 2)
        if not line:
            break
        if len(line.rstrip(b"\r\n")) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = stdin.readline(MOST_BYTES)
            wrong = RpcError(INVALID_REQUEST, "A message is at most 16 MiB long.")
            answer: bytes | None = msgspec.json.encode(error(None, wrong))
        elif not line.strip():
            continue
        else:
            answer = server.handle(line.strip())
        if answer is not None:
            stdout.write(answer + b"\n")
            stdout.flush()
    return 0


MOST_DICE = 1000
MOST_SECONDS = 3600
PATIENT_SECONDS = 5.0
"""To think, when the client does not say: a hundred times what the players of today need."""
VALUE_DIGITS = 6
"""Of a chance of winning: more would differ from one machine to the next."""


Seed: TypeAlias = Annotated[int, Meta(ge=SEED_LEAST, le=SEED_MOST)]


class _NoParams(Document):
    pass


class _Initialize(Document):
    language: str | UnsetType = UNSET


class _New(Document):
    system: str
    setup: Json
    seed: Seed | UnsetType = UNSET


class _Load(Document):
    position: Json
    seed: Seed | UnsetType = UNSET


class _ViewParams(Document):
    viewer: str | UnsetType = UNSET


class _Choose(_ViewParams, kw_only=True):
    option: Annotated[Shown, Meta(max_length=300)]
    seat: str | UnsetType = UNSET


class _Roll(_ViewParams):
    outcome: Annotated[list[Json], Meta(max_length=MOST_DICE)] | UnsetType = UNSET


class _Correct(_ViewParams, kw_only=True):
    correction: Json


class _Steps(Document):
    steps: Annotated[int, Meta(ge=1, le=WHOLE_MAX)] = 1


class _Replay(Document):
    record: Json


class _Suggest(Document):
    seconds: Json | UnsetType = UNSET
    level: str | UnsetType = UNSET


class _Hint(Document):
    seat: str | UnsetType = UNSET


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
        self._methods: Mapping[str, tuple[type[Document], Callable[[Any], Json]]] = {
            "initialize": (_Initialize, self._initialize),
            "game.new": (_New, self._new),
            "game.load": (_Load, self._load),
            "game.view": (_ViewParams, self._view_for),
            "game.choose": (_Choose, self._choose),
            "game.roll": (_Roll, self._roll),
            "game.correct": (_Correct, self._correct),
            "game.undo": (_Steps, self._undo),
            "game.redo": (_Steps, self._redo),
            "game.save": (_NoParams, self._save),
            "game.replay": (_Replay, self._replay),
            "bot.suggest": (_Suggest, self._suggest),
            "bot.hint": (_Hint, self._hint),
            "shutdown": (_NoParams, self._shutdown),
        }

    @property
    def methods(self) -> Mapping[str, type[Document]]:
        """Every method that needs no game of a certain system, with its parameters."""
        return {name: params for name, (params, _) in self._methods.items()}

    @property
    def session(self) -> Session[Any] | None:
        return self._session

    def handle(self, line: bytes) -> bytes | None:
        """Answer one line; None for notifications."""
        return jsonrpc.handle(line, self.call)

    def call(self, method: str, params: Mapping[str, Json]) -> msgspec.Raw:
        """The result of a method, written as JSON; raises RpcError, and then the game is what it was before."""
        known = self._methods.get(method)
        session = self._session
        cursor, steps = (session.cursor, session.steps) if session is not None and known is not None else (0, ())
        try:
            result = self._query(method, params) if known is None else known[1](read(dict(params), known[0]))
            return msgspec.Raw(msgspec.json.encode(result))
        except Exception as wrong:
            if known is not None:
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

    def _initialize(self, params: _Initialize) -> Json:
        if params.language is not UNSET:
            self._words = self._catalog(one_of(params.language, LANGUAGES, "language"))
        return {
            "name": "Okko Companion",
            "version": __version__,
            "protocol": 1,
            "systems": [
                {"id": system.facts.id, "name": self._words(system.facts.name), "players": list(system.facts.players)}
                for system in self._systems.values()
            ],
        }

    def _new(self, params: _New) -> Json:
        system = self._systems[one_of(params.system, tuple(self._systems), "system")]
        seed = None if params.seed is UNSET else params.seed
        exact = system.facts.tells_rules
        with self._invalid("" if exact else "setup", INVALID_INPUT if exact else INVALID_PARAMS):
            self._session = Session.new(system, params.setup, self._content, seed)
        return self._view()

    def _load(self, params: _Load) -> Json:
        seed = None if params.seed is UNSET else params.seed
        with self._invalid("position"):
            if not isinstance(params.position, dict):
                raise InvalidInput("", "An object is expected here.")
            if "system" not in params.position:
                raise InvalidInput("system", "This field is missing.")
            system = self._systems[one_of(params.position["system"], tuple(self._systems), "system")]
            self._session = Session.load(system, params.position, self._content, seed)
        return self._view()

    def _view_for(self, params: _ViewParams) -> Json:
        return self._view(self._viewer(params))

    def _choose(self, params: _Choose) -> Json:
        session, viewer = self._game, self._viewer(params)
        seats = session.system.seats(session.state)
        seat = None if params.seat is UNSET else one_of(params.seat, seats, "seat")
        try:
            change = session.choose(params.option, seat=seat)
        except RuleBroken as broken:
            # an option that is not offered does not fit the game; the rule against it is told all the same
            why = self._words(broken.refusal.why)
            code = REFUSED if session.system.facts.tells_rules else INVALID_PARAMS
            raise RpcError(code, why, self._refusal(broken)) from None
        return self._view(viewer, change.events)

    def _roll(self, params: _Roll) -> Json:
        session, viewer = self._game, self._viewer(params)
        faces = None if params.outcome is UNSET else tuple(params.outcome)
        if faces is not None and None in faces:
            raise InvalidInput("outcome", "Each die needs a face.")
        return self._view(viewer, session.roll(faces).events)

    def _correct(self, params: _Correct) -> Json:
        session, viewer = self._game, self._viewer(params)
        with self._invalid("correction", INVALID_PARAMS):
            change = session.edit(params.correction, override=session.mode == "enforce")
        return self._view(viewer, change.events)

    def _undo(self, params: _Steps) -> Json:
        self._game.undo(params.steps)
        return self._view()

    def _redo(self, params: _Steps) -> Json:
        self._game.redo(params.steps)
        return self._view()

    def _save(self, params: _NoParams) -> Json:
        session = self._game
        return {"position": session.system.encode(session.state), "record": record_json(session.save())}

    def _replay(self, params: _Replay) -> Json:
        with self._invalid():
            record = read_record(params.record)
            system = self._systems.get(record.system)
            if system is None:
                raise InvalidInput("record.system", say("This program does not know this game system."))
            refuse_unsound(record, system, self._content)
            self._session = Session.replay(system, record, self._content)
        return self._view()

    def _suggest(self, params: _Suggest) -> Json:
        session = self._game
        seconds = PATIENT_SECONDS if params.seconds is UNSET else _seconds(params.seconds)
        level = "greedy" if params.level is UNSET else one_of(params.level, tuple(BOTS), "level")
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

    def _hint(self, params: _Hint) -> Json:
        """What the best player would do for a seat and why, in words; `seat` where several are asked."""
        session = self._game
        choices = choices_of(session.pending)
        if not choices:
            raise UnknownOption(say("Nobody has a choice to make now."))
        seats = tuple(choice.seat for choice in choices)
        seat = seats[0] if params.seat is UNSET else one_of(params.seat, seats, "seat")
        found = advise(session.system, session.state, choices[seats.index(seat)], self._content)
        if isinstance(found, Message):
            raise UnknownOption(found)
        return hint_json(session.system, session.state, found, self._words)

    def _shutdown(self, params: _NoParams) -> Json:
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

    def _viewer(self, params: _ViewParams) -> str | None:
        """Who looks: a seat, the spectator, or whoever may see everything."""
        seats = self._game.system.seats(self._game.state)
        return None if params.viewer is UNSET else one_of(params.viewer, (*seats, SPECTATOR), "viewer")

    def _view(self, viewer: str | None = None, happened: tuple[Event, ...] | None = None) -> Json:
        session = self._game
        seen = view(session, self._words, viewer)
        return seen if happened is None else {**seen, "events": events(session, self._words, happened, viewer)}


def _seconds(given: Json) -> float:
    if type(given) not in (int, float) or not 0 < given <= MOST_SECONDS:
        raise InvalidInput("seconds", "Seconds must be a number above 0 and at most {most}.", most=MOST_SECONDS)
    return float(given)
