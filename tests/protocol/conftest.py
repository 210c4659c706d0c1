"""Clients with and without a game."""

from __future__ import annotations

import pytest

from .client import Client


@pytest.fixture
def client() -> Client:
    """A server without a game."""
    return Client()


@pytest.fixture
def table() -> Client:
    """A server with a game of Asagiri before the roll for player A."""
    client = Client()
    client.new()
    return client
