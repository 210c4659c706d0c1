"""Phones as private hands: a second door to a game beside the protocol, over the local network. No Qt, no game.

`PhoneServer` serves the page and speaks with phones in a thread of its own; `Desk` is its side of the game: it writes
each seat's frame and takes answers as that seat's. What crosses between the two is finished bytes and small requests.
"""

from __future__ import annotations

from companion.model.phones.desk import Desk
from companion.model.phones.face import Card, Face, Node, Row
from companion.model.phones.requests import Ask
from companion.model.phones.server import PhoneServer, Presence

__all__ = ["Ask", "Card", "Desk", "Face", "Node", "PhoneServer", "Presence", "Row"]
