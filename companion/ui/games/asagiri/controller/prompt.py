"""What the game waits for, in a sentence: written in the turn bar, and said to those who listen."""

from __future__ import annotations

from collections.abc import Callable

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.rules.movement import will_shake
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.asagiri.state.state import INSPIRATION

from .game import Game

Player = Callable[[str], str]
"""What the player of a seat is called."""


def asked(game: Game, player: Player) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if game.stand_in is not None:
        return say("Checking the table") if game.stand_in.by_hand else say("Correcting the past")
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if game.waits and isinstance(pending, Choice | Roll):
        return game.idle_words(player(pending.seat))
    if game.pace.holding:
        return say("Continue when you have seen the fight.")
    if isinstance(pending, Choice):
        return _choice(game, pending, player)
    if isinstance(pending, Roll):
        return _roll(game, pending, player(pending.seat))
    return pending.why if isinstance(pending, Over) else say("The game is over")


def _choice(game: Game, pending: Choice, player: Player) -> Message:
    if pending.seat in game.bots:
        return game.idle_words(player(pending.seat))
    if game.ending.asked:
        return game.ending.question
    active = game.state.active
    if active is not None and not game.state.frames and will_shake(game.state):
        who = game.state.table.called[active.who]
        return say("Leaving this control zone will shake {who} (MOV-8)", who=who)
    return say("{seat}: {prompt}", seat=player(pending.seat), prompt=pending.prompt)


def _roll(game: Game, roll: Roll, player: str) -> Message:
    """Who rolls what."""
    state = game.state
    if state.stage == "first":
        if game.session.done > 0:
            return say("Equal dice: roll again")
        if state.draft is not None:  # the page below says what it decides
            return say("Each player rolls a die: who is player A?")
        return say("The higher die starts and chooses a side")
    if state.stage == "scenario":
        return say("{seat}: draw a scenario card", seat=player)
    if all(die.kind == INSPIRATION for die in roll.dice):
        return plural(
            "{seat}: roll {count} inspiration die", "{seat}: roll {count} inspiration dice", len(roll.dice), seat=player
        )
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Fight):
        called = state.table.called
        return say("Roll a die for {attacker} and one for {target}",
                   attacker=called[top.attacker], target=called[top.defender])  # fmt: skip
    return say("{seat}: roll the dice", seat=player)
