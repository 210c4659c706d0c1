"""The skill-effect language: a skill is a tree of typed nodes, written as JSON.

Nodes are told apart by their ``type``. A skill says *when* it may speak (its windows), *who pays what* (an element, two
dice, an action, nothing), *how often*, under which *conditions*, and what it *does*. The language grows by adding nodes
to a union (`Effect`, `Condition`) or values to a closed list (`Window`, `Number`); a tree written for an earlier
language stays valid. Nothing here executes anything: what a node means in play is the game system's business, what it
says in words is `explain`'s, whether it can ever speak is `checker`'s.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from .alphabet import (
    ELEMENTS,
    NUMBERS,
    SOURCES,
    STATS,
    WINDOWS,
    Alignment,
    Element,
    Face,
    Id,
    Lasts,
    Node,
    Number,
    Provenance,
    Source,
    StatName,
    Trait,
    Window,
    Words,
)
from .conditions import MOST, Condition, FromReserve, Opponent, Own
from .operations import SELF, Bonus, Effect, Shot, key
from .selectors import Amount, Who
from .walk import marks

Slot: TypeAlias = Annotated[tuple[Element, ...], msgspec.Meta(min_length=1, max_length=5)]
"""One die that has to be paid, of any of these elements."""

Often: TypeAlias = Literal["phase", "turn", "game", "always"]
"""At most once a phase, a turn or a game; or whenever it can."""


class Skill(Node, frozen=True, dict=True):
    """A skill of a profile or an equipment card. What follows from its tree is found out once: it is asked a lot."""

    id: Id
    name: Words
    when: tuple[Window, ...]
    """The windows in which it may be used; a Shot is used in ``shot``."""
    effects: Annotated[tuple[Effect, ...], msgspec.Meta(max_length=MOST)]
    element: Element | None = None
    """What it costs: one die of this element; None and no `dice`: nothing (SKL-1)."""
    dice: Annotated[tuple[Slot, ...], msgspec.Meta(max_length=3)] = ()
    """What it costs, where that is more than one element says: for each die, the elements it may have."""
    action: bool = False
    """Takes the place of the action (SKL-4); implied by a Shot."""
    optional: bool = False
    """Costs nothing and is not obligatory all the same; implied by an action."""
    once: Often | None = None
    """How often; left out: once a phase (SKL-1), or whenever it can when it is automatic."""
    conditions: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=MOST)] = ()
    provenance: Provenance = msgspec.field(default_factory=dict)

    @cached_property
    def shot(self) -> Shot | None:
        """Its Shot effect, if it is a Shot (SHT-1)."""
        return next((effect for effect in self.effects if isinstance(effect, Shot)), None)

    @cached_property
    def is_action(self) -> bool:
        """Whether using it is the activation's action (SKL-4, SHT-1)."""
        return self.action or self.shot is not None

    @cached_property
    def cost(self) -> tuple[Slot, ...]:
        """The dice it costs, for each the elements it may have; empty: none."""
        return ((self.element,),) if self.element is not None else self.dice

    @cached_property
    def is_automatic(self) -> bool:
        """Whether it speaks by itself (SKL-1)."""
        return self.element is None and not self.dice and not self.optional and not self.is_action

    @cached_property
    def limit(self) -> Often:
        """How often it may be used."""
        return self.once or ("always" if self.is_automatic else "phase")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What each of its effects is about, in a word."""
        return tuple(map(key, self.effects))

    @cached_property
    def about(self) -> frozenset[str]:
        """What its effects are about, in a word each."""
        return frozenset(self.keys)

    @cached_property
    def reaching(self) -> frozenset[str]:
        """What those of its effects are about that always hold, and for others than its bearer."""
        if "always" not in self.when or not self.is_automatic:
            return frozenset()
        return frozenset(key(effect) for effect in self.effects if getattr(effect, "who", SELF) != SELF)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Its windows, and what all its nodes are about; ``aura`` when one means further figures."""
        return frozenset(self.when) | marks(self.conditions + self.effects)


__all__ = [
    "ELEMENTS", "NUMBERS", "SOURCES", "STATS", "WINDOWS", "Alignment", "Amount", "Bonus", "Condition", "Effect",
    "Element", "Face", "FromReserve", "Id", "Lasts", "Node", "Number", "Often", "Opponent", "Own", "Provenance",
    "Shot", "Skill", "Slot", "Source", "StatName", "Trait", "Who", "Window", "Words",
]  # fmt: skip
