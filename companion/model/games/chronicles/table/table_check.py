"""The table compared with what the app believes: part by part of it, what the app believes there, in words."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.chronicles.box.effect_words import STATUSES
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.state.state import Figure, Score, State
from companion.model.games.chronicles.wire.narration import named, place

WON: dict[str, Message] = {"blue": say("the heroes have won it"), "red": say("the Oni has won it")}


def parts(state: State) -> tuple[str, ...]:
    """What is asked about: figures, those of the heroes first; the Oni's alert and hand; missions."""
    figures = sorted(state.figures, key=lambda one: (one.camp != "heroes", one.group != "hero"))
    return (
        *[f"figure:{one.id}" for one in figures],
        "oni",
        *[f"mission:{one.id}" for one in state.scores],
    )


def believed(state: State, part: str) -> Message:
    """What the app believes of a part."""
    kind, _, id = part.partition(":")
    figure = state.figure(id)
    if kind == "figure":
        told = (say("off the board"),) if figure is None else _figure(state, figure)
        return say("{who}: {what}. Is that so?", who=named(state, id), what=told)
    if kind == "mission":
        return say("{who}: {what}. Is that so?", who=named(state, id), what=_won(state.scores, id))
    cards = plural("{count} event card in hand", "{count} event cards in hand", len(state.oni.hand))
    alert = say("the alert is raised") if state.oni.alert else say("no alert")
    tiles = plural("{count} tile corrupted", "{count} tiles corrupted", len(state.oni.corruption))
    counts = [(id, sum(one.card == id for one in state.figures)) for id in state.table.sheets]
    figures = [say("{count} × {figure}", count=n, figure=named(state, id)) for id, n in counts]
    return say("{who}: {what}. Is that so?", who=named(state, "oni"), what=(cards, alert, tiles, *figures))


def _figure(state: State, figure: Figure) -> tuple[Arg, ...]:
    damage = say("damage {damage} of {health}", damage=figure.damage, health=totals.health(state, figure))
    stands = () if figure.at == HIDDEN else (place(figure.at),)
    return (damage, *[STATUSES[one.kind] for one in figure.statuses], *stands)


def _won(scores: tuple[Score, ...], id: str) -> Message:
    done = next((one.done for one in scores if one.id == id), None)
    return say("nobody has won it yet") if done is None else WON[done]
