"""What the window says of the toy game: who is who, where it stands, what is asked."""

from __future__ import annotations

from collections.abc import Callable

from companion.model.core.contract import Choice, Over, Roll, Together
from companion.model.core.words import Message, say
from companion.model.games.blank.state import State
from companion.ui.play.game_controller import GameController
from companion.ui.play.storage import GameSettings

CAMP_NAMES = {"red": say("Red"), "blue": say("Blue")}


def player_words(settings: GameSettings, seat: str) -> Message:
    """What the player of a seat is called: by name and letter, which is how the log calls them."""
    names = dict(zip("ABCD", settings.names, strict=False))
    name = names.get(seat, "")
    return say("{name} ({seat})", name=name, seat=seat) if name else say("Player {seat}", seat=seat)


def called(settings: GameSettings) -> Message:
    """What a new game is called."""
    return say(
        "Toy game: {players}", players=tuple(name or seat for seat, name in zip("ABCD", settings.names, strict=False))
    )


def standing(state: State) -> Message:
    """Where a game stands."""
    if state.over:
        return say("The game is over")
    return say("Round {round} of {rounds}", round=state.rounds - state.left, rounds=state.rounds)


def asked(game: GameController[State], name: Callable[[str], str]) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if isinstance(pending, Over):
        winners = tuple(name(seat) for seat in pending.winners)
        return say("{why} Victory for {winners}.", why=pending.why, winners=winners) if winners else pending.why
    if game.automatic and not game.choices:
        seat = pending.seat if isinstance(pending, Choice | Roll) else pending.choices[0].seat
        return game.idle_words(name(seat))
    if isinstance(pending, Together):
        return game.choices[0].prompt if game.choices else say("Everybody answers in secret")
    if isinstance(pending, Roll):
        who = name(pending.seat)
        if pending.seen_by is None:
            return say("The highest cards are tied: roll")
        return say("{seat}: roll the omen, which only your camp sees", seat=who)
    return say("{seat}: {prompt}", seat=name(pending.seat), prompt=pending.prompt)
