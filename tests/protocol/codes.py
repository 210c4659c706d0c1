"""The codes of the protocol's errors, and numbers that are no whole ones."""

from __future__ import annotations

from companion.model.core.contract import Json

BAD_PARAMS, REFUSED, INVALID = -32602, -32000, -32001
NOT_WHOLE: list[Json] = [3.0, True, "1", None, [1], {}, 1.5, 10**30, -(10**30)]
