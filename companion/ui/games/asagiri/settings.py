"""What this game adds to the settings: dice, what a new game begins with, and what is always so at this table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.core.words import Message, say
from companion.model.games.asagiri.table.automation import DIALS
from companion.ui.games.asagiri.dice.tray import SIGNS
from companion.ui.kit.settings import MOST_ZENI
from companion.ui.kit.settings_table import Count, OneOf, Setting, SettingsPage, Switch
from companion.ui.play.this_game import DICE_WORDS

ID = "asagiri"
PAGE = SettingsPage(
    ID, "shield", say("Okko: Era of the Asagiri"), say("What a new game begins with, and the habits of your table.")
)
_DICE = OneOf(tuple((mode, words, SIGNS[mode]) for mode, words in DICE_WORDS.items()))
_MODES = OneOf((("track", say("Record only"), ""), ("assist", say("Advise"), "")))
_STOPS = OneOf((
    ("", say("As the mode has it"), ""),
    ("off", say("By hand"), ""), ("remind", say("Remind me"), ""), ("do", say("By itself"), ""),
))  # fmt: skip


def settings() -> tuple[SettingsPage, Sequence[Setting]]:
    """The page of this game, and what is on it."""
    return PAGE, (
        Setting(
            "dice", ID, say("Dice in a new game on the screen"), say("The app rolls, or you type what real dice show."),
            say("roll virtual real typed random"), _DICE,
        ),
        Setting(
            "table_dice", ID, say("Dice in a new game at the table"),
            say("At the table most people roll real dice and type them in."),
            say("roll virtual real typed random"), _DICE,
        ),
        Setting(
            "table_mode", ID, say("At the table, the app…"),
            say("“Record only” notes what you enter without comment; “Advise” names a rule that was broken."),
            say("mode referee rules track assist enforce reminder"), _MODES,
        ),
        Setting(
            "budget", ID, say("Zeni of a band"), say("How much each band of a new game may cost."),
            say("points cost size army money"), Count(1, MOST_ZENI),
        ),
        Setting(
            "ask_unacted", ID, say("Ask while figures could still act"),
            say("Before a phase ends, the app asks whether the figures that have not acted are meant to rest."),
            say("end phase forgotten confirm activation warn"), Switch(),
        ),
        *(
            Setting(
                f"house.{dial.id}", ID, Message(dial.name),
                say("House rule at the table. Its reminder: “{question}”",
                    question=Message(dial.asks, (("who", "Okko"),) if "{who}" in dial.asks else ())),
                say("house rule automatic reminder {rule}", rule=dial.rule), _STOPS,
                section=say("House rules") if n == 0 else None,
            )
            for n, dial in enumerate(DIALS.values())
        ),
    )  # fmt: skip
