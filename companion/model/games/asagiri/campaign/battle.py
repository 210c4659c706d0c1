"""From a campaign to the game it waits for, and back with the answers that it gives (CAM-1, ADV-14)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.contract import Content, Option, System
from companion.model.core.record import Dice, Mode
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.adventure.goals import facts as facts_left
from companion.model.games.asagiri.rules.transition import end_of
from companion.model.games.asagiri.state.state import State as Game
from companion.model.games.asagiri.table.automation import PRESETS
from companion.model.games.asagiri.table.corrections import SetDials

from . import chapter_page
from . import options as o
from .chapter_page import game_setup
from .state import SEATS, State


def begin_game(
    system: System[Game],
    state: State,
    content: Content,
    seed: int | None = None,
    *,
    packs: Mapping[str, str] | None = None,
    dice: Dice = "virtual",
    mode: Mode | None = None,
) -> Session[Game]:
    """The present chapter as a game to be played, with the campaign's settings and house rules.

    In another `mode` than the campaign's, automatic things stand as is usual there.
    Raises UnknownOption when no game is waited for now, InvalidInput or RuleBroken when its set-up cannot be played.
    """
    if state.now.stage != "battle":
        raise UnknownOption(say("The campaign is not waiting for a game now."))
    settings = state.now.settings
    setup = game_setup(state, content)
    mode = settings.mode if mode is None else mode
    dials = tuple(sorted(settings.dials.items())) if mode == settings.mode else PRESETS[mode]
    session = Session.new(system, setup, content, seed, packs=packs, dice=dice, mode=mode)
    if dials and mode != "enforce":  # under the rules everything happens by itself
        session.edit(SetDials(dials))
    return session


def answers(state: State, game: Game) -> tuple[Option, ...]:
    """The winner, how it ended for everybody, and what is to be remembered, as options to be chosen one after another.

    `game` is the present chapter's, over. Raises UnknownOption when it is not over, or is another game.
    """
    if state.now.stage != "battle":
        raise UnknownOption(say("The campaign is not waiting for a game now."))
    if not game.over:
        raise UnknownOption(say("This game is not finished yet."))
    figures = {c.member: n for n, c in enumerate(game.table.characters) if c.member}
    fighters = state.fighters()
    if set(figures) != set(fighters):
        raise UnknownOption(say("This game was played with other characters than those of this campaign."))
    play = game.table.adventure
    if (play.record.id if play is not None else "") != chapter_page.chapter(state):
        raise UnknownOption(say("This game was another adventure."))
    found: list[Option] = [o.Won(_winner(game, fighters, figures))]
    for who in fighters:
        found.append(_fate(state, game, who, figures[who]))
    known = facts_left(game) if play is not None else {}
    for fact in chapter_page.facts_of(state):
        found.append(o.Recall(fact, "unknown" if fact not in known else "yes" if known[fact] else "no"))
    return tuple(found)


def _winner(game: Game, fighters: tuple[str, ...], figures: dict[str, int]) -> str:
    """The campaign's seat that has won: a side of the adventure, or the roster whose band it was."""
    won, _ = end_of(game) or (-1, "")
    if won < 0:
        return o.NOBODY
    if game.table.adventure is not None:
        return SEATS[game.table.roles[won]]
    mine = next((who for who in fighters if game.table.characters[figures[who]].id.startswith("ab"[won])), None)
    return mine[0] if mine is not None else o.NOBODY


def _fate(state: State, game: Game, who: str, figure: int) -> o.Ended:
    seen, member = game.figures[figure], state.member(who)
    card = game.table.characters[figure]
    gone = member.equipment is not None and (
        card.equipment is None or card.equipment.id != member.equipment or (seen.spent and card.equipment.single)
    )
    return o.Ended(who, seen.state, gone, member.honour is not None and seen.honour_lost and seen.state != "disabled")
