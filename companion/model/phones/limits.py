"""Who may knock, and how often: private addresses, few connections, secrets that cannot be guessed or seen."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

PRIVATE = tuple(
    ip_network(text)
    for text in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
    )
)
"""Loopback and the ranges of local networks (RFC 1918, 3927, 4193); the library's own `is_private` holds more."""

MOST_OPEN = 192
"""Connections altogether: eight seats with four phones each, onlookers, and pages that are loading."""
MOST_UNKNOWN = 128
"""Of them those that have not said their secret: loading a page takes up to six, for seconds at most."""
MOST_UNKNOWN_THERE = 64
"""Of these from one address: whoever fills them up leaves room for the others."""
MOST_PHONES = 4
"""On one seat; one more takes the place of the oldest, which is often the same phone before it slept."""
MOST_ONLOOKERS = 16
KNOCKS, KNOCKS_A_SECOND = 160, 20
"""Connections of one address: at once, and in the long run. A page is a dozen."""
MOST_MESSAGE = 4096
"""Bytes of one: the longest real one, forty typed dice, has a tenth of that."""
MESSAGES, MESSAGES_A_SECOND = 20, 5
"""Of one phone."""
STRIKES = 20
"""Messages too many after which a phone is let go."""
MOST_ADDRESSES = 4096
"""That are remembered."""


def parsed(host: str) -> IPv4Address | IPv6Address | None:
    """An address; None: this is none."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def is_private(host: str) -> bool:
    """Whether an address is this computer's own or lies in a local network."""
    address = parsed(host)
    return address is not None and any(address in network for network in PRIVATE)


def host_port(host: str, port: int) -> str:
    """As addresses of pages and the header *Host* write it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Bucket:
    """So many at once, so many a second in the long run."""

    __slots__ = ("_clock", "_last", "_left", "_most", "_rate")

    def __init__(self, most: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._clock = most, rate, clock
        self._left, self._last = float(most), clock()

    def take(self) -> bool:
        """Take one; False: there is none."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nobody has taken any for long."""
        return self._left + (self._clock() - self._last) * self._rate >= self._most


class Gate:
    """Counts who comes in, before anything is read of them."""

    def __init__(self) -> None:
        self._open = 0
        self._unknown: Counter[str] = Counter()
        """Connections by address whose secret has not been heard."""
        self._knocks: dict[str, Bucket] = {}

    def enter(self, host: str) -> bool:
        """Let a connection in, if it comes from a private address, not too often, and there is room for it."""
        if not is_private(host) or not self._knock(host):
            return False
        full = self._open >= MOST_OPEN or self._unknown.total() >= MOST_UNKNOWN
        if full or self._unknown[host] >= MOST_UNKNOWN_THERE:
            return False
        self._open += 1
        self._unknown[host] += 1
        return True

    def known(self, host: str) -> None:
        """A connection has said its secret."""
        self._unknown[host] -= 1
        if not self._unknown[host]:
            del self._unknown[host]

    def leave(self, host: str, *, known: bool) -> None:
        """A connection is gone."""
        self._open -= 1
        if not known:
            self.known(host)

    def _knock(self, host: str) -> bool:
        if host not in self._knocks:
            if len(self._knocks) >= MOST_ADDRESSES:
                self._knocks = {known: bucket for known, bucket in self._knocks.items() if not bucket.full}
            if len(self._knocks) >= MOST_ADDRESSES:
                return False
            self._knocks[host] = Bucket(KNOCKS, KNOCKS_A_SECOND)
        return self._knocks[host].take()


class Secrets:
    """One a seat, 128 bits, for this game only; a new one makes the old one worthless."""

    def __init__(self, viewers: Iterable[str]) -> None:
        self._of = {viewer: secrets.token_urlsafe(16) for viewer in viewers}
        self._ages: Counter[str] = Counter()

    def __getitem__(self, viewer: str) -> str:
        return self._of[viewer]

    def renew(self, viewer: str) -> None:
        """Another one."""
        self._of[viewer] = secrets.token_urlsafe(16)
        self._ages[viewer] += 1

    def age(self, viewer: str) -> int:
        """How often it has been renewed."""
        return self._ages[viewer]

    def renewals(self) -> int:
        """How often any has been renewed."""
        return self._ages.total()

    def viewer(self, secret: str) -> str | None:
        """Whose it is; all are compared, in the same time whichever it is."""
        said = secret.encode("utf-8", "surrogatepass")
        found = [viewer for viewer, known in self._of.items() if hmac.compare_digest(known.encode(), said)]
        return found[0] if found else None
