"""What the window says of a game of Okko Chronicles, beside what the model says of options and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.contract import Choice, Option, Over, Roll, Together, choices_of
from companion.model.core.words import Capital, Message, Name, say
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.frames import AttackFrame, BurstFrame, TestFrame
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI, Stage, State
from companion.model.games.chronicles.wire.narration import named
from companion.ui.play.game_controller import GameController
from companion.ui.play.storage import GameSettings

STAGES: Mapping[Stage, Message] = {
    "setup": say("Setting up"),
    "corruption": say("The Oni's strategy"),
    "upgrade": say("The Oni's strategy"),
    "calls": say("Reinforcements"),
    "plans": say("The heroes plan"),
    "order": say("Order of initiative"),
    "techniques": say("The Oni's techniques"),
    "reveal": say("Cards are revealed"),
    "hero": say("Activations"),
    "oni": say("Activations"),
    "accusation": say("End of turn"),
    "equipment": say("End of turn"),
    "over": say("The game is over"),
}
TO_ROLL: Mapping[str, Message] = {
    "attack": say("Roll the dice of the attack"),
    "ki": say("Each KI counts 1 and is rolled again"),
    "test": say("Roll the test dice"),
    "mission": say("Roll for the personal mission"),
    "setup": say("Deal the cards of the investigation"),
    "draw": say("Draw a card"),
    "tie": say("Equal in everything: a coin decides"),
}


def standing(state: State) -> Message:
    """Where a game stands."""
    if state.stage in ("setup", "over"):
        return STAGES[state.stage]
    return say("Turn {turn} · {stage}", turn=state.turn, stage=STAGES[state.stage])


def seat_name(state: State, settings: GameSettings, seat: str) -> Message:
    """A seat by its hero, or the Oni, and by its player's name."""
    at = 0 if seat == ONI else 1 + HERO_SEATS.index(seat)
    player = settings.names[at] if at < len(settings.names) else ""
    who = say("the Oni") if seat == ONI else named(state, seat)
    return say("{who} ({player})", who=who, player=player) if player else say("{who}", who=who)


def called(settings: GameSettings, scenario: Name | None) -> Message:
    """What a new game is called."""
    players = tuple(name for name in settings.names if name)
    title = scenario if scenario is not None else say("Okko Chronicles")
    return say("{title}: {players}", title=title, players=players) if players else say("{title}", title=title)


def asked(game: GameController[State], name: Callable[[str], str]) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if isinstance(pending, Over):
        return pending.why
    if game.automatic and not game.choices:
        first = choices_of(pending)
        seat = name(first[0].seat if first else pending.seat)  # type: ignore[union-attr]
        return game.idle_words(Capital(say("{who}", who=seat)))
    if isinstance(pending, Roll):
        return TO_ROLL.get(pending.kind, say("Roll the dice"))
    if isinstance(pending, Together):
        stands = [one for one in game.choices if any(isinstance(option, o.Deploy) for option in one.options)]
        one = next(iter([*stands, *game.choices]), None)
        return one.prompt if one is not None else say("The heroes plan in secret")
    return say("{seat}: {prompt}", seat=Capital(say("{who}", who=name(pending.seat))), prompt=pending.prompt)


def is_fight(state: State) -> bool:
    """Whether an attack or a test is being resolved."""
    top = state.frames[-1] if state.frames else None
    return isinstance(top, AttackFrame | TestFrame) or (isinstance(top, BurstFrame) and top.step != "targets")


SECRETS: Mapping[str, tuple[type[Option], ...]] = {
    "plans": (o.PlayCard, o.Unplay, o.Mark, o.Ready),
    "order": (o.Order, o.Reopen),
    "clues": (o.IntoHand, o.Follow, o.PlayHost),
    "events": (o.PlayEvent, o.Pay, o.LayTechnique, o.TakeTechnique),
}
"""Options that name cards which only their seat knows, by whose keeping makes it so (TAB-2)."""


def secret(state: State, choice: Choice) -> bool:
    """Whether the options of a choice tell what its seat keeps to itself: cards that the app holds for it."""
    keepers = state.table.options.keepers
    told = tuple(kind for name, kinds in SECRETS.items() if getattr(keepers, name) == "app" for kind in kinds)
    return any(isinstance(option, told) for option in choice.options)
