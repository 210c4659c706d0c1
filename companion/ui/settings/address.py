"""The address of a server with its password apart, so that no screen shows it."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit, urlunsplit


def parted(address: str) -> tuple[str, str]:
    """An address without its password, and the password."""
    try:
        parts = urlsplit(address)
        password = parts.password
    except ValueError:
        return address, ""
    if password is None:
        return address, ""
    user, _, place = parts.netloc.rpartition("@")
    name = user.partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{name}@{place}")), unquote(password)


def joined(address: str, password: str) -> str:
    """The whole address; the password goes with the name of whoever is let in."""
    if not password or "@" not in address:
        return address
    before, _, after = address.partition("://")
    authority, slash, path = after.partition("/")
    user, _, place = authority.rpartition("@")
    return f"{before}://{user.partition(':')[0]}:{quote(password, safe='')}@{place}{slash}{path}"
