"""The closed lists that every node of the skill language is made of, and their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

from companion.model.core.schema import Id
from companion.model.core.words import N_, Message, Name, say

Element: TypeAlias = Literal["fire", "water", "air", "earth", "tori"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""The faces of an inspiration die (CMP-4)."""

Window: TypeAlias = Literal[
    "always", "activation", "movement",
    "targeted", "friend_targeted", "attack", "defense", "shot", "shot_at", "willpower", "test",
    "attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "tested",
    "winning", "losing", "drawing", "won", "lost", "drawn",
    "shaken", "disabled", "friend_shaken", "friend_disabled", "approached", "left", "sighted",
    "phase_start", "phase_end", "enemy_phase_start", "enemy_phase_end",
    "deployed", "activated", "activation_end", "friend_activated", "friend_activation_end", "enemy_activated",
    "enemy_activation_end", "stopped", "friend_attacking", "friend_rolled", "friend_used", "enemy_used", "vigilant",
    "friend_vigilant", "friend_shaking", "friend_falling", "enemy_shaken", "enemy_disabled",
]  # fmt: skip
"""When a skill speaks. Its bearer: … as long as the face shows; is activated; moves; is about to be attacked or shot
at, or a friend is; attacks; is attacked; shoots; is shot at; tests its willpower; tests another stat; the dice of one
of these lie on the table; a combat or shot is about to be won, lost or drawn (what befalls the loser may still change);
has been; it is about to become shaken, to be disabled; a friend has been; an enemy has stepped into its control zone,
out of it, within its sight; a phase of its band or of the enemy begins, ends; both bands stand; its activation begins,
ends, a friend's or an enemy's begins or ends; an enemy ends its movement in its sight; a friend has declared an attack
or shot, the dice of its fight lie on the table; a friend or an enemy has announced a die or a skill; it or a friend has
become vigilant; a friend is about to become shaken, to fall; an enemy has become shaken, has fallen.
"""
WINDOWS: tuple[Window, ...] = get_args(Window)

Number: TypeAlias = Literal["attack", "defense", "movement", "willpower", "die", "shot", "range", "support"]
"""What a bonus is added to: a stat, the combat die, the value or the range of a shot, what a supporter adds (CBT-4)."""
NUMBERS: tuple[Number, ...] = get_args(Number)

StatName: TypeAlias = Literal["attack", "defense", "movement", "willpower"]
"""CMP-3."""
STATS: tuple[StatName, ...] = get_args(StatName)

Trait: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=40)]
"""A word that rules and skills may look at: ``unique``, ``samurai``, ``oni``; also the name of a token."""

Alignment: TypeAlias = Literal["demon_hunter", "evil_creature", "mercenary"]
"""CMP-3."""

Face: TypeAlias = Literal["vigilant", "shaken"]
"""The face of a profile card that shows (CMP-3)."""

Ground: TypeAlias = Literal["clear", "hindering", "aquatic", "stairs"]
"""What a figure can stand on (section 8 of the rules)."""

Lasts: TypeAlias = Literal[
    "use", "activation", "phase", "turn", "whole_turn", "next_phase", "own_phase", "next_activation", "together",
    "unshaken", "game",
]  # fmt: skip
"""How long an effect holds: for what the window is about; till the end of the activation, of the phase, of the next
phase of either player (a turn), of the turn going on; until the bearer's next own phase begins, or ends, or its next
activation begins; as long as whoever is touched stands next to the bearer, or both are vigilant; for the rest of the
game.
"""

Matter: TypeAlias = Literal["movement", "attacks", "support", "shots", "willpower", "retreats"]
"""What a control zone matters for: it ends movements and shakes who leaves it (MOV-6 to MOV-8); who can be attacked
(CBT-1, CBT-2); supports (CBT-4); keeps from shooting (SHT-2), from becoming vigilant (STA-4); shakes on a retreat
(RET-3).
"""

Little: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=40)]
"""A small number: squares, figures, dice, turns."""

Pip: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
"""What a d6 shows."""


Did: TypeAlias = Literal["attacked", "shot", "moved", "been_attacked", "been_shot"]
"""What a figure has done, or what has been done to it, in the phase going on."""


def did_mark(did: Did) -> str:
    """How that is noted on the figure."""
    return f"did:{did}"


class Phrase(msgspec.Struct, frozen=True):
    """What a node is called while a skill is written: a sentence with a gap for each field that it names.

    A field without a gap is a part that comes after the sentence once it says something.
    """

    title: str
    """What it is called, to choose it."""
    sentence: str
    parts: Mapping[str, str] = {}
    flags: Mapping[str, tuple[str, str]] = {}
    """What is said for yes, and for no."""
    offers: Mapping[str, str] = {}
    """By field: what it would say, to add it; for fields that several nodes have the editor knows words."""
    nested: Mapping[str, str] = {}
    """What stands before a list inside it."""
    values: Mapping[str, Mapping[Any, str]] = {}
    """By field: the words of its values."""
    start: Mapping[str, Any] = {}
    """What a new one says, where the least it could say would mean little."""


# in words ----------------------------------------------------------------------------------------------------------

ELEMENT_WORDS: dict[Element, str] = {
    "fire": N_("fire"), "water": N_("water"), "air": N_("air"), "earth": N_("earth"), "tori": N_("tori"),
}  # fmt: skip

NUMBER_WORDS: dict[Number, str] = {
    "attack": N_("Attack"),
    "defense": N_("Defense"),
    "movement": N_("Movement"),
    "willpower": N_("Willpower"),
    "die": N_("the combat die"),
    "shot": N_("the value of the shot"),
    "range": N_("the range"),
    "support": N_("the support it gives"),
}

WINDOW_WORDS: dict[Window, str] = {
    "always": N_("always"),
    "activation": N_("in its activation"),
    "movement": N_("when moving"),
    "targeted": N_("when about to be attacked or shot at"),
    "friend_targeted": N_("when a friend is about to be attacked or shot at"),
    "attack": N_("when attacking"),
    "defense": N_("when attacked"),
    "shot": N_("when shooting"),
    "shot_at": N_("when shot at"),
    "willpower": N_("when testing willpower"),
    "test": N_("when testing another stat"),
    "attack_rolled": N_("after the roll of its attack"),
    "defense_rolled": N_("after the roll of its defence"),
    "shot_rolled": N_("after the roll of its shot"),
    "shot_at_rolled": N_("after the roll of a shot at it"),
    "tested": N_("after the roll of its test"),
    "winning": N_("when winning"),
    "losing": N_("when losing"),
    "drawing": N_("on a draw"),
    "won": N_("after winning"),
    "lost": N_("after losing"),
    "drawn": N_("after a draw"),
    "shaken": N_("when about to become shaken"),
    "disabled": N_("when about to be disabled"),
    "friend_shaken": N_("after a friend has become shaken"),
    "friend_disabled": N_("after a friend has been disabled"),
    "approached": N_("when an enemy steps into its control zone"),
    "left": N_("when an enemy leaves its control zone"),
    "sighted": N_("when an enemy moves in its sight"),
    "phase_start": N_("at the start of its phase"),
    "phase_end": N_("at the end of its phase"),
    "enemy_phase_start": N_("at the start of the enemy phase"),
    "enemy_phase_end": N_("at the end of the enemy phase"),
    "deployed": N_("once both bands are deployed"),
    "activated": N_("at the start of its activation"),
    "activation_end": N_("at the end of its activation"),
    "friend_activated": N_("when a friend is activated"),
    "friend_activation_end": N_("at the end of a friend’s activation"),
    "enemy_activated": N_("when an enemy is activated"),
    "enemy_activation_end": N_("at the end of an enemy’s activation"),
    "stopped": N_("when an enemy ends its movement in its sight"),
    "friend_attacking": N_("when a friend attacks or shoots"),
    "friend_rolled": N_("after the roll in a fight of a friend"),
    "friend_used": N_("when a friend announces a die or a skill"),
    "enemy_used": N_("when an enemy announces a die or a skill"),
    "vigilant": N_("after becoming vigilant"),
    "friend_vigilant": N_("after a friend has become vigilant"),
    "friend_shaking": N_("when a friend is about to become shaken"),
    "friend_falling": N_("when a friend is about to be disabled"),
    "enemy_shaken": N_("after an enemy has become shaken"),
    "enemy_disabled": N_("after an enemy has been disabled"),
}

ALIGNMENT_WORDS: dict[Alignment, str] = {
    "demon_hunter": N_("Demon Hunter"),
    "evil_creature": N_("Evil Creature"),
    "mercenary": N_("Mercenary"),
}

GROUND_WORDS: dict[Ground, str] = {
    "clear": N_("on clear ground"),
    "hindering": N_("on hindering terrain"),
    "aquatic": N_("on aquatic terrain"),
    "stairs": N_("on stairs"),
}

TRAIT_WORDS = {
    "unique": N_("unique"), "civilian": N_("civilian"), "sorcerer": N_("sorcerer"), "human": N_("human"),
    "samurai": N_("samurai"), "ronin": N_("ronin"), "monk": N_("monk"), "ninja": N_("ninja"), "oni": N_("oni"),
    "undead": N_("undead"), "beast": N_("beast"), "child": N_("child"), "kami": N_("kami"),
}  # fmt: skip
"""The descriptive words of our own cards; a word that is not here is said as it is written."""


def trait(word: str) -> Message:
    """A trait in words."""
    return Message(TRAIT_WORDS.get(word, word))


def element(found: Element) -> Message:
    """A face of an inspiration die in words."""
    return Message(ELEMENT_WORDS[found])


def listed(parts: Iterable[Message]) -> Message:
    """``a, b, c``."""
    first, *rest = parts
    for part in rest:
        first = say("{said}, {condition}", said=first, condition=part)
    return first


def all_of(parts: Sequence[Message]) -> Message:
    """``a, b and c``."""
    *most, last = parts
    return say("{one} and {other}", one=listed(most), other=last) if most else last


def any_of(parts: Sequence[Message]) -> Message:
    """``a, b or c``."""
    *most, last = parts
    return say("{one} or {other}", one=listed(most), other=last) if most else last


def none_of(parts: Sequence[Message]) -> Message:
    """``a, b nor c``, after “cannot”."""
    *most, last = parts
    return say("{one} nor {other}", one=listed(most), other=last) if most else last


FIGHT: tuple[Window, ...] = ("attack", "defense", "shot", "shot_at")
"""One side of a combat or shot announces its dice and skills."""
ANNOUNCED: tuple[Window, ...] = ("movement", *FIGHT, "willpower", "test")
"""Numbers are asked for, and dice and skills announced that change them."""
ROLLED: tuple[Window, ...] = ("attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "tested")
"""Dice lie on the table."""
RESULT: tuple[Window, ...] = ("winning", "losing", "drawing")
"""What befalls the loser may still change."""
AFTER: tuple[Window, ...] = ("won", "lost", "drawn")
MET: tuple[Window, ...] = (
    "friend_targeted", "approached", "left", "sighted", "enemy_activated", "enemy_activation_end", "stopped",
)  # fmt: skip
"""An enemy, the opponent, does something in its phase."""
SEEN: tuple[Window, ...] = ("friend_attacking", "friend_rolled", "enemy_used", "enemy_shaken", "enemy_disabled")
"""An enemy, the opponent, does something or something befalls it, in either phase."""
PLACED: tuple[Window, ...] = (
    *MET, *SEEN, "friend_shaken", "friend_disabled", "friend_activated", "friend_activation_end", "friend_used",
    "friend_vigilant", "friend_shaking", "friend_falling",
)  # fmt: skip
"""It happens to another figure than the bearer, on some square."""
PHASES: tuple[Window, ...] = ("phase_start", "phase_end", "enemy_phase_start", "enemy_phase_end")
DEEDS: tuple[Window, ...] = (
    "activation", *ANNOUNCED, "targeted", *AFTER, "shaken", "disabled", *PLACED, *PHASES, "deployed",
    "activated", "activation_end", "vigilant",
)  # fmt: skip
"""Something can be done there and then."""

OPPOSED: tuple[Window, ...] = (
    "targeted", *FIGHT, "willpower", "test", *ROLLED, *RESULT, *AFTER, "shaken", "disabled", *MET, *SEEN,
    "friend_falling", "friend_shaken", "friend_disabled",
)  # fmt: skip
"""There is an opponent: in the combat or shot, whoever forces the test or has come near."""
MARGIN: tuple[Window, ...] = ("winning", "losing", "won", "lost", "tested")
"""Something has been won or lost by a margin."""
ENEMY_PHASE: tuple[Window, ...] = (
    "targeted", "defense", "shot_at", "defense_rolled", "shot_at_rolled", *MET,
    "enemy_phase_start", "enemy_phase_end", "deployed",
)  # fmt: skip
"""The enemy's phase, so that one's own pool is empty."""
OWN_PHASE: tuple[Window, ...] = (
    "activation", "movement", "attack", "shot", "attack_rolled", "shot_rolled", "phase_start", "phase_end",
    "deployed", "activated", "activation_end", "friend_activated", "friend_activation_end", "friend_attacking",
)  # fmt: skip
"""One's own phase, so that the enemy's pool is empty."""

HEARD: dict[Number, tuple[Window, ...]] = {
    "attack": ("attack", "test"),
    "defense": ("defense", "shot_at", "test"),
    "movement": ("movement", "test"),
    "willpower": ("willpower",),
    "die": (*FIGHT, "willpower", "test"),
    "shot": ("shot",),
    "range": ("shot",),
    "support": (),
}
"""The windows in which a number is asked for, so that a bonus to it can be heard."""

MIRRORED: dict[Window, Window] = {
    "attack": "defense", "defense": "attack", "shot": "shot_at", "shot_at": "shot",
    "attack_rolled": "defense_rolled", "defense_rolled": "attack_rolled",
    "shot_rolled": "shot_at_rolled", "shot_at_rolled": "shot_rolled",
    "winning": "losing", "losing": "winning", "drawing": "drawing",
}  # fmt: skip
"""The opponent's window meanwhile, in which a penalty to its numbers is heard."""

MOMENTS: frozenset[Window] = (frozenset(DEEDS) - frozenset(ANNOUNCED)) | {"movement", *RESULT}
"""They pass in a moment: what holds for the use alone goes on till the activation ends."""
PASSIVE: frozenset[Window] = frozenset({"always", "movement"})
"""Nothing ever happens in them: automatic skills just hold."""
OF_A_ROLL: frozenset[Window] = frozenset(
    {"targeted", "friend_targeted", "friend_attacking", "friend_rolled", *FIGHT, *ROLLED, *RESULT, "willpower", "test"}
)
"""A fight or a test goes on: what holds for the use ends with it."""


BESIDE: dict[Window, tuple[tuple[Window, ...], tuple[Window, ...]]] = {
    "friend_targeted": (("defense", "shot_at"), ("attack", "shot")),
    "friend_attacking": (("attack", "shot"), ("defense", "shot_at")),
}
"""A fight of a friend goes on: the friend's windows in it, and the opponent's."""
OVER: tuple[Window, ...] = ("phase_end", "enemy_phase_end", "deployed")
"""The phase, and what is going on in it, is over."""
ENDED: tuple[Window, ...] = (*OVER, "activation_end", "friend_activation_end", "enemy_activation_end")
"""The activation is over."""


class EffectPlace(msgspec.Struct, frozen=True):
    """Where an effect is written: in a window, perhaps as what follows a test."""

    window: Window
    automatic: bool = False
    """In a skill that speaks by itself."""
    laid: bool = False
    """Holds while a token lies on a square."""
    tested: Literal["", "bearer", "other"] = ""
    """Follows a test that was passed or failed by a margin; another figure than the bearer, tested, is the opponent."""

    @property
    def opponent(self) -> bool:
        return self.tested == "other" or (not self.tested and self.window in OPPOSED)

    @property
    def placed(self) -> bool:
        """Whether it happens on some square."""
        return not self.tested and self.window in PLACED

    @property
    def margin(self) -> bool:
        """Whether something has been won or lost by a margin."""
        return bool(self.tested) or self.window in MARGIN


Called: TypeAlias = Callable[[Id], "Name | str"]
"""The name of a profile card."""


def granted_id(id: Id) -> Id:
    """The id of the skill that a skill gives for a while."""
    return f"{id}-given"


def only_in(windows: Iterable[Window]) -> Message:
    """That something makes sense in these windows alone."""
    return say("This only makes sense: {windows}.", windows=tuple(Message(WINDOW_WORDS[one]) for one in windows))


def by_id(card: Id) -> str:
    """A profile card's name when nobody knows it: its id in plain letters."""
    return card.partition(":")[2].replace("-", " ")
