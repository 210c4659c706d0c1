"""Odds and choices of a fight for those who listen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, ORIGIN_WORDS
from companion.ui.games.asagiri.dice.actions import InspirationDie

from .numbers import LOSSES, WINS, Ways, percent

if TYPE_CHECKING:
    from companion.ui.games.asagiri.controller.game import Game

_FATES = (say("disabled {chance} %"), say("shaken {chance} %"), say("retreats {chance} %"))
"""In the order of `WINS`."""


def odds_words(game: Game, ways: Mapping[str, Ways], fighters: tuple[Name, Name], *, shot: bool) -> str:
    """Who wins how often, and what befalls whom: “Okko wins 62 %, draw 10 %, Ninja wins 28 %. Ninja: shaken 8 %, …”."""
    won, lost = (sum(ways.get(name, 0) for name in names) for names in (WINS, LOSSES))
    draw = ways.get("draw", 0)
    if shot:
        heads = [say("{who} hits {chance} %", who=fighters[0], chance=percent(won)),
                 say("no effect {chance} %", chance=percent(lost + draw))]  # fmt: skip
    else:
        heads = [say("{who} wins {chance} %", who=fighters[0], chance=percent(won)),
                 say("draw {chance} %", chance=percent(draw)),
                 say("{who} wins {chance} %", who=fighters[1], chance=percent(lost))]  # fmt: skip
    told = [", ".join(game.say(head) for head in heads)]
    for who, names in ((fighters[1], WINS), (fighters[0], LOSSES)):
        fates = [game.say(Message(words.key, (("chance", percent(ways.get(name, 0))),)))
                 for words, name in zip(_FATES, names, strict=True) if ways.get(name, 0)]  # fmt: skip
        if fates and not (shot and names is LOSSES):
            told.append(game.say(say("{who}: {what}", who=who, what=", ".join(fates))))
    return ". ".join(told)


def choice_words(game: Game, die: InspirationDie | None, chances: tuple[str, str] | None) -> str:
    """What a choice costs, and what it does to the odds."""
    told = []
    if die is not None:
        spent = say("{element} die {origin}", element=Message(ELEMENT_WORDS[die.element]),
                    origin=Message(ORIGIN_WORDS[die.origin]))  # fmt: skip
        told.append(game.say(say("costs: {what}", what=spent)))
    if chances is not None:
        told.append(game.say(say("chance {before}, then {after}", before=chances[0], after=chances[1])))
    return ", ".join(told)
