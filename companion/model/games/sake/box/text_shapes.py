"""What the text of a card can do, as the rules know it: a few shapes for each kind of card, each with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from companion.model.core.words import Message, say
from companion.model.games.sake.box.deck import CardType, Discards, Effect, EventAttack, Text, Weapon

_replace = msgspec.structs.replace

SHAPES: Mapping[Text, Mapping[str, Effect]] = {
    "event": {
        "attack": Effect(attack=EventAttack(2, 3, plus=True)),
        "two_attacks": Effect(attack=EventAttack(1, 2, plus=True, times=2)),
        "paid_attack": Effect(attack=EventAttack(4, 2, pay=1)),
        "discards": Effect(discards=Discards(2, 4, plus=True)),
        "draw": Effect(draw=2),
        "regain": Effect(regain=2),
        "add_steps": Effect(add_steps=2),
        "remove_steps": Effect(remove_steps=2),
        "gear": Effect(removes="gear"),
        "sake": Effect(removes="sake"),
    },
    "weapon": {"weapon": Effect()},
    "item": {
        "moves": Effect(moves=1),
        "defends": Effect(defends=1),
        "everybody_discards": Effect(everybody_discards=True),
        "draw": Effect(draw=2),
        "regain": Effect(regain=2),
    },
    "disciple": {"disciple": Effect()},
    "interruption": {"move": Effect(cancels="move"), "attack": Effect(cancels="attack")},
}
"""By kind of card, each as it begins."""
FIRST_WEAPON = Weapon(2, 1, 1)

LABELS: Mapping[str, Message] = {
    "attack": say("Attack"),
    "defence": say("Defence"),
    "value": say("Strength"),
    "range": say("Steps away"),
    "plus": say("or more"),
    "ranged": say("ranged"),
    "count": say("Cards"),
    "number": say("Number"),
}


class Number(msgspec.Struct, frozen=True):
    """A number of a text that can be changed, or with `most` 1 and `yes` a yes or no; `path`: where it lies."""

    path: tuple[str, ...]
    label: str
    """As `LABELS` has it."""
    value: int
    least: int
    most: int
    yes: bool = False


def shape_of(kind: CardType) -> str:
    """The shape that a text has."""
    if kind.text in ("weapon", "disciple"):
        return kind.text
    effect = kind.effect
    if effect.attack is not None:
        return "two_attacks" if effect.attack.times > 1 else "paid_attack" if effect.attack.pay else "attack"
    if effect.removes or effect.cancels:
        return effect.removes or effect.cancels or ""
    return next((name for name in effect.__struct_fields__ if getattr(effect, name)), "")


def shaped(kind: CardType, text: Text, shape: str = "") -> CardType:
    """The card with another text, as it begins; without a `shape`, with the first of its kind."""
    weapon = FIRST_WEAPON if text == "weapon" else None
    shapes = SHAPES[text]
    return _replace(kind, text=text, effect=shapes[shape or next(iter(shapes))], weapon=weapon)


def numbers_of(kind: CardType) -> list[Number]:
    """The numbers of a text, in the order in which its sentence says them."""
    if kind.weapon is not None:
        return [
            Number(("weapon", "attack"), "attack", kind.weapon.attack, 0, 9),
            Number(("weapon", "defence"), "defence", kind.weapon.defence, 0, 9),
            *_reach(("weapon",), kind.weapon),
            Number(("weapon", "ranged"), "ranged", kind.weapon.ranged, 0, 1, yes=True),
        ]
    effect = kind.effect
    if (attack := effect.attack) is not None:
        at = ("effect", "attack")
        return [
            Number((*at, "value"), "value", attack.value, 0, 9), *_reach(at, attack),
            Number((*at, "ranged"), "ranged", attack.ranged, 0, 1, yes=True),
        ]  # fmt: skip
    if (discards := effect.discards) is not None:
        at = ("effect", "discards")
        return [Number((*at, "count"), "count", discards.count, 1, 4), *_reach(at, discards)]
    return [
        Number(("effect", name), "number", value, 1, 4)
        for name in ("draw", "regain", "add_steps", "remove_steps", "moves", "defends")
        if (value := getattr(effect, name)) is not None
    ]


def _reach(at: tuple[str, ...], of: Weapon | EventAttack | Discards) -> list[Number]:
    return [Number((*at, "range"), "range", of.range, 1, 9), Number((*at, "plus"), "plus", of.plus, 0, 1, yes=True)]


def with_number(kind: CardType, number: Number, value: int) -> CardType:
    """The card with another number in its text."""
    fitting = bool(value) if number.yes else min(max(value, number.least), number.most)
    return cast(CardType, _put(kind, number.path, fitting))


def _put(struct: Any, path: tuple[str, ...], value: object) -> Any:
    first, *rest = path
    return _replace(struct, **{first: _put(getattr(struct, first), tuple(rest), value) if rest else value})
