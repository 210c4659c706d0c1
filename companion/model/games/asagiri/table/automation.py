"""The automatic things: what the rules make happen by itself, each of which a table may rather do by hand.

A dial says of one of them: `do` (as in a game under the rules), `remind` (its player is asked), `off` (the table sees
to it). The settings lie in the table of the state; where a thing happens, the rules ask `Flow.due`, or, for what is
counted in a fight, `counts`. A house rule is a setting, too: of a dial, or of a rule the table need not hear of again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from companion.model.core.words import N_, Arg, Message
from companion.model.games.asagiri.state.vocabulary import Ref

Stop: TypeAlias = Literal["off", "remind", "do"]
STOPS: tuple[Stop, ...] = get_args(Stop)
Stops: TypeAlias = Annotated[tuple[tuple[str, Stop], ...], Ref.STOPS]
"""Dials, or rules, and how they are set; sorted, what is as usual left out."""

RULE = re.compile(r"[A-Z]{3}-[0-9]{1,2}")


class Dial(msgspec.Struct, frozen=True):
    """One automatic thing. `name` and `asks` are sentences to be translated, `asks` with the gap ``{who}``."""

    id: str
    rule: str
    name: str
    asks: str


DIALS: Mapping[str, Dial] = {
    dial.id: dial
    for dial in (
        Dial("cards", "CBT-3", N_("Turning a card over"), N_("{who}: turn the card over?")),
        Dial("disabling", "STA-2", N_("Removing disabled figures"), N_("{who} is disabled: remove from the board?")),
        Dial("reserve", "INS-7", N_("Losing dice in reserve"), N_("{who}: set the die in reserve aside?")),
        Dial("turning", "CBT-2", N_("Turning to the attacker"), N_("{who}: turn to the enemy?")),
        Dial("retreats", "RET-1", N_("Retreats"), N_("{who} lost the fight: retreat?")),
        Dial("difficult", "RET-3", N_("Shaken by a difficult retreat"), N_("{who}: shaken by the retreat?")),
        Dial("zones", "MOV-6", N_("Control zones end a movement"), N_("{who} is in a control zone: end the movement?")),
        Dial("leaving", "MOV-8", N_("Shaken by moving in a control zone"),
             N_("{who} started in a control zone: shaken now?")),
        Dial("support", "CBT-4", N_("Support"), N_("{who}: count the support?")),
        Dial("behind", "CBT-5", N_("Attack from behind"), N_("{who}: count the attack from behind?")),
        Dial("cover", "SHT-5", N_("Cover"), N_("{who}: count the cover?")),
        Dial("skills", "SKL-1", N_("Effects of automatic skills"), N_("{who}: apply the skill?")),
        Dial("civilian", "BND-6", N_("A civilian's die"), N_("{who} is disabled: give up a die for good?")),
        Dial("kami", "KAR-3", N_("Kami leaving the board"), N_("{who}: leave the board?")),
        Dial("scenario", "KAR-6", N_("Effects of the scenario card"), N_("Apply the scenario card?")),
        Dial("victory", "END-1", N_("End of the game"), N_("The game is decided: end it?")),
    )
}  # fmt: skip
"""All of them, in the order in which they are shown."""

PRESETS: Mapping[str, Stops] = {
    "track": tuple(sorted((id, "off") for id in DIALS if id not in ("support", "behind", "cover"))),
    "assist": tuple(sorted((id, "remind") for id in ("difficult", "leaving", "reserve", "victory"))),
    "enforce": (),
}
"""By mode: how the dials stand when nobody has turned them. Sums are always made; in assist mode the rest is done, too,
except what tables forget and like to talk about first.
"""


def is_known(id: str) -> bool:
    """Whether this is a dial or could be a rule."""
    return id in DIALS or RULE.fullmatch(id) is not None


def usual(id: str) -> Stop:
    """How a dial, or a reminder of a rule, stands when nothing is said of it."""
    return "do" if id in DIALS else "remind"


def turned(stops: Stops, changes: Mapping[str, Stop]) -> Stops:
    """The settings after some changes."""
    found = {**dict(stops), **changes}
    return tuple(sorted((id, stop) for id, stop in found.items() if stop != usual(id)))


def between(before: Stops, after: Stops) -> dict[str, Stop]:
    """The changes that lead from some settings to others."""
    old, new = dict(before), dict(after)
    ids = sorted({*old, *new})
    return {id: new.get(id, usual(id)) for id in ids if old.get(id, usual(id)) != new.get(id, usual(id))}


def stop_of(stops: Stops, id: str) -> Stop:
    """How a dial, or a reminder of a rule, stands."""
    return dict(stops).get(id, usual(id))


def question(dial: str, who: Arg) -> Message:
    """What is asked when a dial reminds."""
    return Message(DIALS[dial].asks, (("who", who),))


def name(id: str) -> Arg:
    """What a dial is called; a rule by its id."""
    return Message(DIALS[id].name) if id in DIALS else id


STOP_WORDS: Mapping[str, str] = {"off": N_("off"), "remind": N_("remind"), "do": N_("apply")}
