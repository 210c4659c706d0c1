"""Quick players: they walk up to each other and strike. Ten adventures are over in seconds, and somebody gets hurt."""

from __future__ import annotations

from random import Random

from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Option, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.options import answers
from companion.model.games.asagiri.campaign.state import State as Campaign
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State

from .kit import CONTENT

MOST = 6_000
"""Decisions of one game."""


def fought(setup: Json, rng: Random) -> Session[State]:
    """A game of this set-up, to its end."""
    session: Session[State] = Session.new(SYSTEM, setup, CONTENT, rng.randrange(2**32))
    for _ in range(MOST):
        asked = session.pending
        if isinstance(asked, Over):
            return session
        if isinstance(asked, Roll):
            session.roll(drawn(asked.dice, rng))
        else:
            assert isinstance(asked, Choice)
            session.choose(brawl(session.state, asked.options, rng))
    raise AssertionError("the game does not end")


def brawl(state: State, options: tuple[Option, ...], rng: Random) -> Option:
    """Strike, else use what helps, else go nearer, else act at random; a figure that stands near stays there."""
    for kinds in ((o.Attack, o.Shoot), (o.UseDie, o.UseSkill), (o.OpenDoor, o.PickUp, o.Search, o.Free)):
        found = [option for option in options if isinstance(option, kinds)]
        if found and (kinds[0] is o.Attack or rng.random() < 0.6):
            return rng.choice(found)
    active = state.active
    steps = [option for option in options if isinstance(option, o.Step | o.Turn)]
    if active is not None and steps:
        nearer = [option for option in steps if _away(state, option) < _away(state, None)]
        if nearer:
            return rng.choice(nearer)
    begins = [option for option in options if isinstance(option, o.Activate)]
    if active is None and begins:
        return rng.choice(begins)
    rest = [option for option in options if not isinstance(option, o.Step | o.Turn | o.EndActivations)] or list(options)
    return rng.choice(rest)


def _away(state: State, option: Option | None) -> float:
    """How far the active figure would be from the nearest enemy; looking at it counts a little."""
    assert state.active is not None
    who, board = state.active.who, state.table.board
    figure = state.figures[who]
    at = option.at if isinstance(option, o.Step) else figure.at
    facing = option.facing if isinstance(option, o.Turn) else figure.facing
    enemies = [state.figures[n].at for n in state.on_board(1 - state.band_of(who))]
    if not enemies:
        return 0.0
    nearest = min(enemies, key=lambda square: board.distance(at, square, "taxicab"))
    return board.distance(at, nearest, "taxicab") + 0.4 * (board.forward(at, facing, nearest) < 1)


def play_chapter(campaign: Session[Campaign], rng: Random) -> Session[State] | None:
    """The present adventure from its muster to its approval, by the assistant's own code; the game that was played."""
    game, chapter = None, campaign.state.now.chapter
    while not isinstance(campaign.pending, Over) and campaign.state.now.chapter == chapter:
        asked = campaign.pending
        if campaign.state.now.stage == "battle":
            game = fought(chapter_page.game_setup(campaign.state, CONTENT), rng)
            campaign.choose_all(answers(campaign.state, game.state))
        elif isinstance(asked, Roll):
            campaign.roll()
        else:
            assert isinstance(asked, Choice)
            options = [option for option in asked.options if option.kind != "hire"] or list(asked.options)
            campaign.choose(rng.choice(options))
    return game
