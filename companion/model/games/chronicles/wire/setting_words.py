"""What a table may settle for itself, in words: duties (TAB-7), keepers of secrets (TAB-2), table options (§37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.model.core.words import Message, say

Choice = tuple[Message, Mapping[str, Message]]
"""What is asked, and what each value means."""

TABLE_OPTIONS: Final[Mapping[str, Choice]] = {
    "hero_hands": (
        say("The heroes' hands"), {"shared": say("open among the heroes"), "own": say("each keeps its own")},
    ),
    "hand_item": (
        say("The hand to use is chosen"),
        {"strategy": say("when planning"), "activation": say("when the hero is activated")},
    ),
    "wrong_counts": (
        say("Wrong accusations that count"), {"any": say("of hosts and natures"), "host": say("of hosts alone")},
    ),
    "alert_by": (say("Who raises the alert"), {"hero": say("a hero"), "side": say("a hero or an ally")}),
    "corruption_move": (say("In odd turns corruption"), {"may": say("may move"), "must": say("must move")}),
    "clues_shown": (say("Clue cards are seen by"), {"heroes": say("the heroes"), "all": say("everybody")}),
    "upgrades": (say("Upgrades of the Oni"), {"on": say("those of the track"), "off": say("none (easier)")}),
    "follower_missions": (say("Missions of followers"), {"off": say("no missions"), "on": say("one each")}),
    "reinforcement_colours": (
        say("Reinforcements come"),
        {"matched": say("on spaces of their colour"), "any": say("on spaces of any colour")},
    ),
    "push_on": (
        say("An attack pushes its target"), {"hit": say("if it hits"), "any": say("even if it misses")},
    ),
    "wall_ends": (
        say("A line past the end of a wall"), {"block": say("is blocked"), "graze": say("is open")},
    ),
}  # fmt: skip
"""By name; the first value is the rulebook's or the page's ruling, as of everything below."""

DUTIES: Final[Mapping[str, Message]] = {
    "alert": say("The alert"), "accusation": say("The accusation of turn 4"),
    "revelation": say("The Oni's revelation after turn 8"), "wounds": say("Wounds for damage"),
    "taking_back": say("Discarded cards taken back"), "weakness": say("Healing by a weakness"),
    "statuses": say("Statuses turned and removed"), "kami": say("Kami turned and removed"),
    "missions": say("Missions that are met"), "draw": say("An event card when no sheet can act"),
    "follower": say("The follower's activation"), "track": say("The track of the Oni"),
    "stealth": say("Stealth tests on forbidden tiles"),
}  # fmt: skip
"""What the app does by itself beside a table, asks about, or leaves to it."""
STOPS: Final[Mapping[str, Message]] = {
    "do": say("the app does it"), "remind": say("the app asks"), "off": say("you do it"),
}  # fmt: skip

SECRETS: Final[Mapping[str, Message]] = {
    "guilty": say("Guilty host and nature"), "clues": say("Clue pile"), "events": say("Event cards"),
    "plans": say("The heroes' plans"), "order": say("Order of initiative"), "backs": say("Faces of tokens"),
    "wounds": say("Wound cards"), "objects": say("Object cards"),
}  # fmt: skip
KEEPERS: Final[Mapping[str, Message]] = {
    "app": say("in the app"), "box": say("on the table"), "notes": say("on the table, told in private"),
}  # fmt: skip

PLACES: Final[Mapping[str, Message]] = {"spaces": say("Every space"), "zones": say("Zones"), "none": say("No board")}
"""TAB-4: how well the app follows the board."""


_DUTIES: Final = say("Duties of the turn")
_SETTINGS: Final[Mapping[tuple[str, str], Choice]] = {
    ("", "options"): (_DUTIES, {"…": STOPS["do"]}),  # only the rules set all of them at once
    ("options", "dials"): (_DUTIES, {"–": STOPS["do"], "…": say("as set at this table")}),
    ("options", "enforcement"): (
        say("Rearranging equipment"),
        {"enforce": STOPS["remind"], "assist": STOPS["remind"], "track": STOPS["off"]},
    ),
    ("options", "places"): (say("Board"), PLACES),
    **{("options", id): asked for id, asked in TABLE_OPTIONS.items()},
    **{("dials", id): (words, STOPS) for id, words in DUTIES.items()},
    **{("keepers", id): (words, KEEPERS) for id, words in SECRETS.items()},
}
"""By what it is about and its name."""


def setting_set(about: str, what: str, value: str) -> tuple[Message, Message] | None:
    """A setting and what it is now, in words; what is not said is as usual. None: this is no setting."""
    asked, values = _SETTINGS.get((about, what), (None, {}))
    return None if asked is None else (asked, values.get(value, next(iter(values.values()))))
