"""What a phone may say: JSON-RPC as the protocol has it, in few and small messages, each of one typed form."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.model.core.contract import Json
from companion.model.core.schema import WHOLE_MAX, Document, Shown, read
from companion.model.core.words import LANGUAGES, Message, say
from companion.model.phones.limits import MOST_MESSAGE
from companion.model.protocol import jsonrpc
from companion.model.protocol.jsonrpc import INVALID_REQUEST, METHOD_NOT_FOUND, RpcError

MOST_DICE = 60

Number = Annotated[int, Meta(ge=0, le=WHOLE_MAX)]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class Request(Document):
    """Any message."""

    jsonrpc: Literal["2.0"]
    id: Number
    method: Annotated[str, Meta(max_length=40)]
    params: Json = msgspec.field(default_factory=dict)


class Take(Document):
    """``seat.take``: the first message. The secret says which seat; `language`: the app's without."""

    secret: Annotated[str, Meta(max_length=80)]
    language: Language | UnsetType = UNSET


class Speak(Document):
    """``seat.language``: from now on in another language."""

    language: Language


class Choose(Document):
    """``game.choose``: an option of the question with that number."""

    option: Annotated[Shown, Meta(max_length=300)]
    number: Number


class Roll(Document):
    """``game.roll``: the dice asked for by the question; `outcome`: real dice, typed."""

    number: Number
    outcome: Annotated[list[int | str | None], Meta(max_length=MOST_DICE)] | UnsetType = UNSET


class Flip(Document):
    """``seat.switch``: one of the switches of the frame."""

    id: Annotated[str, Meta(max_length=40)]
    on: bool


FORMS: dict[str, type[Document]] = {
    "seat.take": Take,
    "seat.language": Speak,
    "seat.switch": Flip,
    "game.choose": Choose,
    "game.roll": Roll,
}


class Ask(msgspec.Struct, frozen=True):
    """A request of a phone that the game has to answer; made by the server, handed back to it with the answer."""

    phone: int
    id: int
    viewer: str
    language: str
    params: Any
    """`Choose`, `Roll` or `Flip`."""
    age: int = 0
    """How often the secret of the seat had been renewed when the phone said it (`Secrets.age`)."""


def parse(line: str | bytes) -> tuple[int, Document]:
    """The id and the parameters of a message; raises RpcError or InvalidInput, both with a sentence."""
    if isinstance(line, bytes):
        raise RpcError(INVALID_REQUEST, "A message is a text.")
    raw = line.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_MESSAGE:
        raise RpcError(INVALID_REQUEST, f"A message is at most {MOST_MESSAGE} bytes long.")
    message = jsonrpc.read(raw)
    if not isinstance(message, dict):
        raise RpcError(INVALID_REQUEST, "A message is an object.")
    request = read(message, Request)
    form = FORMS.get(request.method)
    if form is None:
        raise RpcError(METHOD_NOT_FOUND, f"There is no method “{request.method[:80]}”.")
    return request.id, read(request.params, form, "params")


def result(id: int, value: Json = True) -> bytes:
    """The answer to a request that was done."""
    return msgspec.json.encode({"jsonrpc": "2.0", "id": id, "result": value})


def fault(id: int | None, code: int, why: str, rule: str = "") -> bytes:
    """The answer to one that was not, in words."""
    return msgspec.json.encode(jsonrpc.error(id, RpcError(code, why, {"rule": rule} if rule else None)))


def notice(method: str, params: Json) -> bytes:
    """A message that nobody asked for."""
    return msgspec.json.encode({"jsonrpc": "2.0", "method": method, "params": params})


MOVED_ON: Message = say("The game has moved on in the meantime.")
