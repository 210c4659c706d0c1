"""The game systems of this program; they never import each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.model.core.contract import System

from .asagiri import SYSTEM as ASAGIRI
from .blank import SYSTEM as BLANK

SYSTEMS: Mapping[str, System[Any]] = {system.facts.id: system for system in (ASAGIRI, BLANK)}
"""By id. `blank` is a toy, for tests."""
