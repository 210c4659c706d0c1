"""The closed lists and plain parts that every node of the skill-effect language is made of."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

Element: TypeAlias = Literal["fire", "water", "air", "earth", "tori"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""The faces of an inspiration die (CMP-4)."""

Window: TypeAlias = Literal[
    "always", "activation", "movement",
    "targeted", "attack", "defense", "shot", "shot_at", "willpower", "test",
    "attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "tested",
    "winning", "losing", "drawing", "won", "lost", "drawn",
    "shaken", "disabled", "approached",
    "phase_start", "phase_end", "enemy_phase_start", "enemy_phase_end",
]  # fmt: skip
"""When a skill speaks. Its bearer: … as long as the face shows; is activated; moves; is about to be attacked or shot
at; attacks; is attacked; shoots; is shot at; tests its willpower; tests another stat; the dice of one of these lie on
the table; a combat or shot is about to be won, lost or drawn (what befalls the loser may still change); has been; it is
about to become shaken, to be disabled; an enemy has stepped into its control zone; a phase of its band or of the enemy
begins, ends.
"""
WINDOWS: tuple[Window, ...] = get_args(Window)

Number: TypeAlias = Literal["attack", "defense", "movement", "willpower", "die", "shot", "range"]
"""What a bonus is added to: a stat, the combat die, the value or the range of a shot."""
NUMBERS: tuple[Number, ...] = get_args(Number)

StatName: TypeAlias = Literal["attack", "defense", "movement", "willpower"]
"""CMP-3."""
STATS: tuple[StatName, ...] = get_args(StatName)

Source: TypeAlias = Literal["printed", "house", "owner"]
"""Where a field is from: a rulebook states it, we made it up, its owner typed it in from a box at home."""
SOURCES: tuple[Source, ...] = get_args(Source)

Provenance: TypeAlias = dict[str, Source]
"""Dotted field (``vigilant.attack``) to source; a field stands for all below it; unnamed fields are the pack's."""

Words: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=120)]],
                             msgspec.Meta(min_length=1)]  # fmt: skip
"""A name: language to word, English always among them."""

Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
"""``namespace:name``, lower case."""

Trait: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=40)]
"""A word that rules and skills may look at: ``unique``, ``samurai``, ``oni``; also the name of a token."""

Alignment: TypeAlias = Literal["demon_hunter", "evil_creature", "mercenary"]
"""CMP-3."""

Face: TypeAlias = Literal["vigilant", "shaken"]
"""The face of a profile card that shows (CMP-3)."""

Ground: TypeAlias = Literal["clear", "hindering", "aquatic", "stairs"]
"""What a figure can stand on (section 8 of the rules)."""

Lasts: TypeAlias = Literal["use", "activation", "phase", "turn", "game"]
"""How long an effect holds: for what the window is about; till the end of the activation, of the phase, of the next
phase of either player (a turn); for the rest of the game.
"""

Little: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=40)]
"""A small number: squares, figures, dice, turns."""


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a tree. An unknown field is an error, never ignored: a typing mistake must not change a card."""
