"""What players are called in sentences: by their names, and the only person, who typed none, as “you”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.model.core.words import N_, Arg, Message, say
from companion.model.games.asagiri.state.state import SEATS

YOU = say("You")
_SEATED = frozenset({"band", "seat", "winner"})
"""The gaps in which the model writes the letter of a seat: it knows no names."""
_YOURS: Mapping[str, str] = {
    "Turn {turn} · {band}'s phase": N_("Turn {turn} · your phase"),
    "{turn} · {band}'s phase": N_("{turn} · your phase"),
    "Turn {turn}, {band}'s phase": N_("Turn {turn}, your phase"),
    "By hand: turn {turn}, {band}'s phase": N_("By hand: turn {turn}, your phase"),
    "End of {band}'s phase": N_("End of your phase"),
    "{player}'s band": N_("Your band"),
    "{band} rolled {faces}": N_("You rolled {faces}"),
    "{band} rerolled {dice}: {faces}": N_("You rerolled {dice}: {faces}"),
    "{band} regained dice: {faces}": N_("You regained dice: {faces}"),
    "{band} lost a die for good": N_("You lost a die for good"),
    "{band} turned a die from {element} to {to}": N_("You turned a die from {element} to {to}"),
    "{band} loses {zeni} zeni: {skill}": N_("You lose {zeni} zeni: {skill}"),
    "{band} earns {zeni} zeni: {reason}": N_("You earn {zeni} zeni: {reason}"),
    "{band} recruits {who}": N_("You recruit {who}"),
    "{band} stops recruiting": N_("You stop recruiting"),
    "{band} places {tile}": N_("You place {tile}"),
    "{who} now fights for {band}": N_("{who} now fights for you"),
    "{player} lost. {why}": N_("You lost. {why}"),
    "Victory for {name}": N_("You have won"),
    "{name} has lost {lost} zeni: whoever reaches the zeni limit of {limit} loses.": N_(
        "You have lost {lost} zeni: whoever reaches the zeni limit of {limit} loses."
    ),
    "{name}'s chance of winning: {before}% → {after}%": N_("Your chance of winning: {before}% → {after}%"),
}
"""Sentences about a player, each with the one about “you”, who cannot stand in every gap for a name."""


def addressed(message: Message, names: Sequence[str], you: str) -> Message:
    """The same with the players' names, by seat, and said to the person at the screen where it is about `you`."""
    lettered = "band {" in message.key or "layer {" in message.key  # “squares of band A” are so by the rules
    args = message.args if lettered else tuple((gap, _name(gap, value, names)) for gap, value in message.args)
    key = _YOURS.get(message.key, "") if any(value == you for _, value in args) else ""
    return msgspec.structs.replace(message, key=key or message.key, args=args)


def _name(gap: str, value: Arg, names: Sequence[str]) -> Arg:
    return names[SEATS.index(value)] or value if gap in _SEATED and value in SEATS else value
