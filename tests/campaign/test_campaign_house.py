"""The house campaign of ten adventures, from first to last, by automatic players and the assistant's own code."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Over
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign import CAMPAIGN, chapter_page, options
from companion.model.games.asagiri.campaign.chronicle import Chronicle, compare
from companion.model.games.asagiri.campaign.position import box_of, house
from companion.model.games.asagiri.state.vocabulary import EDITION

from .brawlers import fought, play_chapter
from .kit import CONTENT


@pytest.fixture(scope="module")
def whole() -> tuple[Chronicle, list[Session]]:
    """A campaign in which some die, honours help and equipment is used up; and its ten games."""
    for seed in range(20):
        rng, chronicle, games = Random(seed), Chronicle.new({}, CONTENT, seed), []
        while not isinstance(chronicle.session.pending, Over):
            game = play_chapter(chronicle.session, rng)
            assert game is not None
            games.append(game)
        history = chronicle.state.now.history
        fates = [fate for account in history for fate in account.fates]
        dead = [who for account in history for who in account.dead]
        if len(dead) > 1 and any(fate.used for fate in fates) and any(fate.spent for fate in fates):
            return chronicle, games
    pytest.fail("no campaign has all that this file is about")


def test_cam_the_house_campaign_is_played_from_first_to_last(whole: tuple[Chronicle, list[Session]]) -> None:
    chronicle, games = whole
    state = chronicle.state
    history = state.now.history
    assert len(games) == 10 and [account.chapter for account in history] == list(house(box_of(CONTENT)))
    assert all(isinstance(game.pending, Over) for game in games)
    dead = [who for account in history for who in account.dead]
    everybody = [m for roster in state.now.rosters for m in (*roster.members, *roster.fallen)]
    assert {member.instead for member in everybody} & set(dead), "the dead were replaced"
    assert sum(len(account.honours) for account in history) >= 5


def test_cam_3_honours_gained_in_the_campaign_were_used_in_its_games(whole: tuple[Chronicle, list[Session]]) -> None:
    chronicle, games = whole
    for game, account in zip(games, chronicle.state.now.history, strict=True):
        used = {fate.who for fate in account.fates if fate.used}
        told = {
            game.state.table.characters[event.who].member
            for n in range(len(game.steps))
            for event in game.events_of(n)
            if event.kind == "HonourUsed"
        }
        assert used <= told
        disabled = {fate.who for fate in account.fates if fate.state == "disabled"}
        assert told <= used | disabled


def test_cam_2_the_shaken_began_shaken_and_the_set_ups_are_played_again(whole: tuple[Chronicle, list[Session]]) -> None:
    """Every game follows from the campaign at its place: its set-up is worked out again and is the same."""
    chronicle, games = whole
    session = chronicle.session
    seen = 0
    for n in range(len(session.steps)):
        state = session.state_at(n)
        if state.now.stage == "battle":
            setup = chapter_page.game_setup(state, CONTENT)
            assert games[seen].header.setup == {"edition": EDITION, **setup}
            state_of_game = SYSTEM.new(setup, CONTENT)
            shaken = {c.member for c, f in zip(state_of_game.table.characters, state_of_game.figures, strict=True)
                      if f.state == "shaken" and c.member}  # fmt: skip
            wounded = {m.id for roster in state.now.rosters for m in roster.members if m.state == "shaken"}
            assert shaken >= wounded & set(state.fighters())
            seen += 1
    assert seen == 10


def test_cam_what_if_we_had_lost(whole: tuple[Chronicle, list[Session]]) -> None:
    """A branch from before the result of the third adventure: the other side wins, and it is played on to the end."""
    chronicle, _ = whole
    place = next(place for place in chronicle.places() if place.chapter == 2)
    before = chronicle.session_of(0)
    chosen = before.steps[place.cursor - 1].intent.option
    assert chosen.startswith("won:")
    chronicle.fork("What if we had lost", place.cursor - 1)
    chronicle.choose("won:A" if chosen != "won:A" else "won:B")
    rng = Random(5)
    while chronicle.state.now.chapter == 2:
        asked = chronicle.session.pending
        chronicle.choose(rng.choice(asked.options)) if hasattr(asked, "options") else chronicle.roll()
    while not isinstance(chronicle.session.pending, Over):
        play_chapter(chronicle.session, rng)
    shown = compare(chronicle.session_of(0), chronicle.session)
    assert shown.shared == place.cursor - 1
    assert len(shown.chapters) == 10
    assert shown.chapters[1].left == shown.chapters[1].right
    assert shown.chapters[2].left != shown.chapters[2].right
    again = Chronicle.load(chronicle.save(), CONTENT)
    assert again.state == chronicle.state and again.session_of(0).state == before.state
    chronicle.switch(0)


def test_cam_every_step_of_the_house_campaign_is_undone_and_told(whole: tuple[Chronicle, list[Session]]) -> None:
    session = Session.replay(CAMPAIGN, whole[0].session_of(0).save(), CONTENT)
    states = [session.state_at(n) for n in range(len(session.steps) + 1)]
    say = Words()
    while session.cursor:
        name = session.undo_name()
        assert name is not None and "{" not in say(name)
        session.undo_group()
        assert session.state == states[session.cursor]
    while session.cursor < len(session.steps):
        session.redo_group()
    assert session.state == states[-1]


def test_cam_1_a_game_that_is_not_over_or_another_one_says_nothing(whole: tuple[Chronicle, list[Session]]) -> None:
    session = whole[0].session_of(0)
    at = next(n for n in range(len(session.steps)) if session.state_at(n).now.stage == "battle")
    state = session.state_at(at)
    setup = chapter_page.game_setup(state, CONTENT)
    begun = Session.new(SYSTEM, setup, CONTENT, 1)
    with pytest.raises(UnknownOption):
        options.answers(state, begun.state)
    other = fought({"adventure": "house:first-lanterns"}, Random(1))
    with pytest.raises(UnknownOption):
        options.answers(state, other.state)
    done = fought(setup, Random(1))
    with pytest.raises(UnknownOption):
        options.answers(session.state_at(at + 1), done.state)
    assert options.answers(state, done.state)[0].kind == "won"
