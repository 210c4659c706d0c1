"""The page as files in memory: everything comes at once, and nothing is asked of any other computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

from companion.model.core.words import LANGUAGES, Message, Words, say
from companion.resources import resources_dir

KINDS: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
FONTS = ("Inter-400", "Inter-600", "ShipporiMincho-700")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere, in no frame. Older phones do not count a WebSocket among `'self'`."""
HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Connection": "close",
}

LABELS: Mapping[str, Message] = {
    "connecting": say("Connecting…"),
    "away": say("No connection to the table. Trying again…"),
    "revoked": say("This code is no longer valid. Scan the new one at the table."),
    "replaced": say("Your seat is open on other phones. Too many at once."),
    "flooding": say("This phone sent too many messages."),
    "no_code": say("Scan the code of your seat at the table."),
    "again": say("Try again"),
    "roll": say("Roll"),
    "enter": say("Enter the dice"),
    "type_dice": say("Type real dice"),
    "back": say("Back"),
    "hand": say("Your hand"),
    "table": say("Table"),
    "log": say("Log"),
    "choices": say("What you can do"),
    "confirm": say("Play these"),
    "pick_cards": say("Touch the cards, then confirm."),
    "sent": say("Sent…"),
    "close": say("Close"),
    "onlooker": say("You are looking on"),
    "language": say("Language"),
    "won": say("You have won"),
    "over": say("The game is over"),
    "hide": say("Hide the hand"),
    "show": say("Show the hand"),
}
"""What the page says by itself; all else comes with each frame."""


def files(catalog: Callable[[str], Words], language: str) -> dict[str, tuple[str, bytes]]:
    """Path to kind and content of everything the page is made of; `language`: until the phone chooses another."""
    found: dict[str, tuple[str, bytes]] = {}
    folder = resources_dir() / "phones"
    for path in sorted(folder.iterdir()):
        if path.suffix in KINDS:
            found[f"/{path.name}"] = KINDS[path.suffix], path.read_bytes()
    for name in FONTS:
        found[f"/{name}.ttf"] = KINDS[".ttf"], _font(name).read_bytes()
    words = {code: {id: catalog(code)(label) for id, label in LABELS.items()} for code in LANGUAGES}
    said = b"export const LABELS = %b;\nexport const LANGUAGE = %b;\n" % (
        msgspec.json.encode(words),
        msgspec.json.encode(language),
    )
    found["/labels.js"] = KINDS[".js"], said
    found["/"] = found.pop("/index.html")
    return found


def _font(name: str) -> Path:
    return resources_dir() / "fonts" / f"{name}.ttf"


def page(kind: str, content: bytes, host: str) -> Response:
    """A file of the page as an answer; `host`: as the phone has called this computer."""
    headers = Headers(HEADERS)
    headers["Content-Type"] = kind
    headers["Content-Length"] = str(len(content))
    headers["Content-Security-Policy"] = POLICY.format(sockets=f"ws://{host}")
    headers["Cache-Control"] = "max-age=86400" if kind == KINDS[".ttf"] else "no-store"
    return Response(HTTPStatus.OK.value, "OK", headers, content)


def refusal(status: HTTPStatus) -> Response:
    """No page; why is none of a stranger's business."""
    body = f"{status.phrase}\n".encode()
    headers = Headers(HEADERS)
    headers["Content-Type"] = "text/plain; charset=utf-8"
    headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, body)
