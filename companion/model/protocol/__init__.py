"""A headless door to the rules: JSON-RPC 2.0, one message a line. The page is `PROTOCOL.md`."""

from .server import Server

__all__ = ["Server"]
