"""What is counted in games of Okko Chronicles, what reports tell of them, and what is kept of them in short."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from companion.model.core.contract import SPECTATOR, Over, Roll, choices_of
from companion.model.core.luck import Luck
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import accusation
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.statistics import game_statistics
from companion.model.games.chronicles.statistics.many_games import SUMMARIES, many, short
from companion.model.games.chronicles.statistics.report import markdown, report

from .tables import CONTENT, setup

EN = Words("en")
SEEDS = (2, 5, 8)
BACK = ("unplay", "reopen", "take_technique")


@lru_cache(maxsize=8)
def game(seed: int, turns: int = 0, places: str = "none") -> Session[State]:
    """A game of random answers, to its end or up to a turn."""
    session = Session.new(SYSTEM, setup(2, places=places), CONTENT, seed)
    rng = Random(seed)
    while not isinstance(session.pending, Over) and not (turns and session.state.turn > turns):
        if isinstance(session.pending, Roll):
            session.roll()
        else:
            choice = rng.choice(choices_of(session.pending))
            session.choose(rng.choice([one for one in choice.options if one.kind not in BACK]))
    return session


def events(session: Session[State]) -> list[tuple[State, object]]:
    """Everything that happened, with the state before it."""
    return [(session.state_at(n), event) for n in range(session.present) for event in session.events_of(n)]


def camp_of(state: State, figure: str) -> str:
    """Written again, without the code that counts."""
    found = state.figure(figure)
    if found is not None:
        return found.camp
    stems = {card.rpartition(":")[2] for card in state.table.box.sheets}
    return "oni" if figure.rpartition("-")[0] in stems else "heroes"


@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_tests_damage_and_draws_are_counted(seed: int) -> None:
    """ATK-5, TST-1, DMG-1, DMG-2, INV-3: against the log, event by event."""
    session = game(seed)
    found = game_statistics(session)
    told = events(session)
    oni, heroes = found.seats[0], found.seats[1:]

    def count(kind: type, camp: str, *, good: str = "") -> int:
        by = "attacker" if kind is e.AttackResolved else "figure"
        return sum(
            isinstance(event, kind)
            and camp_of(state, getattr(event, by)) == camp
            and (not good or getattr(event, good))
            for state, event in told
        )

    assert (oni.attacks, oni.hits) == (count(e.AttackResolved, "oni"), count(e.AttackResolved, "oni", good="hit"))
    assert sum(one.attacks for one in heroes) == count(e.AttackResolved, "heroes") > 0
    assert sum(one.hits for one in heroes) == count(e.AttackResolved, "heroes", good="hit")
    assert sum(one.tests for one in heroes) == count(e.TestResolved, "heroes") > 0
    assert sum(one.passed for one in heroes) == count(e.TestResolved, "heroes", good="passed")
    taken = [(camp_of(state, event.figure), event.n) for state, event in told if isinstance(event, e.DamageTaken)]
    assert oni.taken == sum(n for camp, n in taken if camp == "oni")
    assert sum(one.taken for one in heroes) == sum(n for camp, n in taken if camp == "heroes")
    for one in heroes:
        assert one.wounds == sum(isinstance(x, e.WoundDrawn) and x.seat == one.seat for _, x in told)
        assert one.clues == sum(isinstance(x, se.ClueDrawn) and x.seat == one.seat for _, x in told)
    assert sum(one.dealt for one in heroes) <= oni.taken


@pytest.mark.parametrize("seed", SEEDS)
def test_the_turns_of_the_truth(seed: int) -> None:
    """ACC, FIN, MEM-4: who was accused when, when the demon came, and what became of it."""
    session = game(seed)
    found, last = game_statistics(session), session.state
    assert [(one.turn, one.of, one.named, one.right) for one in found.accusations] == [
        (one.turn, one.kind, one.named, one.right) for one in last.made
    ]
    assert found.came == last.oni.demon_since
    why = "unmasked" if any(one.right and one.kind == "host" for one in last.made) else (
        "wrong" if last.wrong == 3 else "revealed"
    )  # fmt: skip
    assert found.why == (why if found.came else "")
    assert found.demon == last.oni.demon
    assert found.points == (accusation.points(last)["blue"][0], accusation.points(last)["red"][0])
    over = session.pending
    assert isinstance(over, Over)
    assert [one.seat for one in found.seats if one.won] == list(over.winners)
    assert [one.turn for one in found.standings][: found.turns] == list(range(found.turns))
    assert found.standings[-1].points == found.points


def test_hits_and_tests_are_held_against_their_exact_chances() -> None:
    """Over many rolls, what happened is near what was to be expected, and never without spread."""
    seats = [one for n in SEEDS for one in game_statistics(game(n, 40, "spaces")).seats]
    assert sum(one.tests for one in seats) == sum(one.test_luck.draws for one in seats)
    for luck, least in (
        (sum((one.hit_luck for one in seats), Luck()), 15),
        (sum((one.test_luck for one in seats), Luck()), 20),
        (sum((one.dice for one in seats), Luck()), 200),
    ):
        assert luck.draws > least
        assert abs(luck.surplus) < 4 * luck.variance**0.5
        assert 0 < luck.share < 1


def test_what_was_undone_is_not_counted() -> None:
    session = Session.new(SYSTEM, setup(2), CONTENT, 3)
    rng = Random(3)
    while session.state.turn < 3:
        if isinstance(session.pending, Roll):
            session.roll()
        else:
            session.choose(rng.choice(choices_of(session.pending)[0].options))
    steps = session.present
    session.undo()
    assert game_statistics(session).steps < steps


def test_a_report_tells_the_end_the_memoirs_and_who_played_whom() -> None:
    session = game(5)
    names = {ONI: "Olga", "h1": "Anna", "h2": "Marco"}
    text = markdown(report(session), EN, "The well", lambda seat: names[seat], "28 November")
    won = "The heroes have won." if game_statistics(session).winner == "heroes" else "The Oni has won."
    assert f"**{won}**" in text
    for name in names.values():
        assert f"({name}" in text
    for placed in session.state.memoirs:
        record = session.state.table.box.chapters.get(placed.chapter)
        assert record is None or record.names["en"] in text
    for one in session.state.made:
        assert f"Turn {one.turn}: is " in text
    assert "### Turn 1" in text
    assert "Seal the well: " in text


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_of_a_game_that_goes_on_tells_what_everybody_saw_alone(seed: int) -> None:
    """§30: wounds, clues, event cards and whom the Oni hides behind stay untold."""
    session = game(seed, 6)
    assert not isinstance(session.pending, Over)
    heard = {
        EN(SYSTEM.tell(session.state_at(n + 1), event))
        for n in range(session.present)
        for event in session.events_of(n, SPECTATOR)
    }
    told = report(session)
    said = {EN(words) for turn in told.turns for one in turn.moments for words in one.words}
    assert said
    assert said <= heard
    secret = {
        EN(SYSTEM.tell(session.state_at(n + 1), event))
        for n in range(session.present)
        for event in session.events_of(n)
        if isinstance(event, e.WoundDrawn | se.ClueDrawn)
    } - heard
    text = markdown(told, EN, "A game", lambda _: "")
    assert not any(one in text for one in secret)


def test_hosts_that_the_heroes_know_to_be_innocent_are_counted_at_the_end_alone() -> None:
    """INV-5: before, the Oni would read there what the heroes have drawn."""
    going_on = game(8, 6)
    assert len({one.hosts for one in game_statistics(going_on).standings} - {0}) <= 1 + len(going_on.state.made)
    over = game_statistics(game(8))
    assert over.standings[-1].hosts >= 1


def test_a_game_is_kept_in_short_and_summed_up() -> None:
    rows = []
    for seed in SEEDS:
        text = SUMMARIES.text(game(seed))
        assert text is not None and len(text) < 1000
        kept = SUMMARIES.row(seed, "", '{"names": ["Olga", "Anna", ""]}', text)
        assert kept is not None and kept.names == ("Olga", "Anna", "")
        assert kept.short == short(game(seed))
        rows.append(kept)
    found = many(rows)
    assert found.games == len(SEEDS)
    assert dict(found.heroes)["house:okko"].games == len(SEEDS)
    assert {name for name, _ in found.players} == {"Olga", "Anna"}
    wins = sum(one.short.heroes_won for one in rows)
    assert dict(found.players)["Anna"].won == wins == len(SEEDS) - dict(found.players)["Olga"].won
    assert sum(won + lost for _, (won, lost) in found.scenarios) == len(SEEDS)


def test_players_remember_their_games() -> None:
    text = SUMMARIES.text(game(5))
    assert text is not None
    heroes_won = game_statistics(game(5)).winner == "heroes"
    for player, won in ((0, not heroes_won), (1, heroes_won), (2, heroes_won)):
        found = SUMMARIES.remembered(text, player)
        assert found is not None and found.won is won
        assert all(feat.value > 0 for feat in found.feats)
    assert SUMMARIES.remembered(text, 7) is None
