"""Addresses of servers without the passwords in them: what is shown, logged or written into a report."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, quote_plus, unquote, unquote_plus

MASK = "•••"
SECRETS = ("password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key")
"""Settings of an address (``?sslpassword=…``) that nobody else may know; all that libpq has."""
_ADDRESS = re.compile(r"(?<![\w+.-])[A-Za-z][\w+.-]*://([^\s:/?@\"'<>]{0,300}:(?:(?!://)[^\n]){0,2000}@)?[^\s\"'<>]*")
_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_SAID = re.compile(rf"(?i)\b({'|'.join(SECRETS)})(['\"]?\s*[=:]\s*)({_QUOTED}|[^\s&'\",)]+)")
_SETTING = re.compile(r"[\w%]+=")
_PLACE = re.compile(r"[^:/]*(:\d*)?(/.*)?")
"""A server with its port, or without one, and no name with the beginning of a password."""


def masked(text: str) -> str:
    """A text without the secrets of the addresses, and of the settings of a server, that are in it."""
    return _SAID.sub(rf"\1\2{MASK}", _ADDRESS.sub(lambda found: parted(found[0])[0], text))


def impersonal(text: str) -> str:
    """A text without secrets of servers (`masked`), and with ~ for the home folder and the name of the machine."""
    text = masked(text)
    for private in (str(Path.home()), platform.node()):
        if len(private) > 2:
            text = text.replace(private, "~")
    return text


def parted(address: str) -> tuple[str, str, dict[str, str]]:
    """An address as it may be shown, the password before its ``@``, and its other secrets by name.

    Signs that should have been written ``%40`` and the like are taken for a part of the password.
    """
    scheme, slashes, rest = address.partition("://")
    if not slashes:
        return address, "", {}
    before, mark, query = rest.partition("?")
    if "@" in query and not (_SETTING.match(query) and ("@" in before or _PLACE.fullmatch(before))):
        info, at, place = rest.rpartition("@")  # the question mark is a part of the password
        place, mark, query = place.partition("?")
    else:
        info, at, place = before.rpartition("@")
    name, _, password = info.partition(":")
    if password:
        name = name.replace("@", "%40").replace("?", "%3F")  # else the password would end elsewhere, put together again
    secrets: dict[str, str] = {}
    settings = []
    for setting in query.split("&"):
        key, sign, value = setting.partition("=")
        if _named(key) in SECRETS and value:
            if value != MASK:
                secrets[_named(key)] = unquote_plus(value)
            bare = value != MASK and not value.strip(MASK)  # the mask was partly deleted
            setting = f"{key}{sign}{'' if bare else MASK}"
        settings.append(setting)
    shown = f"{scheme}://{name}{at}{place}{mark}{'&'.join(settings)}"
    return shown, unquote(password), secrets


def joined(shown: str, password: str, secrets: Mapping[str, str]) -> str:
    """The whole address again; a password without a name before an ``@`` becomes a setting."""
    address, mark, query = shown.partition("?")
    settings = []
    for setting in query.split("&"):
        key, _, value = setting.partition("=")
        secret = secrets.get(_named(key)) if value == MASK else None
        settings.append(setting if secret is None else f"{key}={quote_plus(secret)}")
    scheme, slashes, rest = address.partition("://")
    if password and "@" in rest:
        info, _, place = rest.rpartition("@")
        rest = f"{info}:{quote(password, safe='')}@{place}"
    elif password and slashes:
        settings = [setting for setting in [*settings, f"password={quote_plus(password)}"] if setting]
        mark = "?"
    return f"{scheme}{slashes}{rest}{mark}{'&'.join(settings)}"


def _named(key: str) -> str:
    return unquote_plus(key).strip().lower()
