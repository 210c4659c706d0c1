"""What is counted in a game of Saké & Samouraï: each number in a game made by hand."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Json, Over, Roll, choices_of
from companion.model.core.luck import Luck
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame
from companion.model.core.words import Words
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.state import OUT, SPIRIT, State
from companion.model.games.sake.statistics import game_statistics
from companion.model.games.sake.statistics.counted import GameStatistics
from companion.model.games.sake.statistics.many_games import SUMMARIES, Short, Shown, many, short
from companion.model.games.sake.statistics.report import markdown, report

from .tables import CONTENT, katana, position


def played(start: Json, *ids: str) -> Session[State]:
    """A game from a position; ``C pass`` says who does, and whoever is asked in between passes."""
    session = Session.load(SYSTEM, start, CONTENT, 7)
    for text in (*ids, ""):
        while (
            (first := choices_of(session.pending)) and first[0].seat != session.state.active and _passes(session, text)
        ):
            session.choose("pass", seat=first[0].seat)
        if not text:
            break
        seat, _, id = text.rpartition(" ")
        session.choose(id, seat=seat or choices_of(session.pending)[0].seat)
    return session


def _passes(session: Session[State], text: str) -> bool:
    """Whether what is open is a window that `text` has nothing to do with."""
    asked = choices_of(session.pending)
    if not asked:
        return False
    open_ = "pass" in {SYSTEM.option_id(session.state, option) for option in asked[0].options}
    return open_ and text.partition(" ")[0] not in [choice.seat for choice in asked]


def counted(seats: dict[str, Json], lines: dict[str, Json] | None, *ids: str, **fields: Json) -> GameStatistics:
    return game_statistics(played(position(seats, lines, **fields), *ids))


BARE = {"A": katana(1, hand=["ramen-2", "ramen-4"]), "B": {"life": 1}, "C": {"life": 1}}


def whole_game(seed: int, players: int = 4) -> Session[State]:
    """A game of people who would rather drink and strike than burn."""
    session = Session.new(SYSTEM, {"quick": True, "players": players}, CONTENT, seed)
    rng = Random(seed)
    liked = {"drink": 9.0, "attack": 9.0, "end_phase": 0.3, "burn_draw": 0.1, "burn_play": 0.1, "soul": 0.1}
    while not isinstance(session.pending, Over):
        if isinstance(session.pending, Roll):
            session.roll()
            continue
        choice = choices_of(session.pending)[0]
        weights = [liked.get(option.kind, 1.0) for option in choice.options]
        session.choose(rng.choices(choice.options, weights)[0], seat=choice.seat)
    return session


def test_a_blow_that_kills_names_who_whom_and_with_what() -> None:
    found = counted(BARE, {"AB": 1}, "attack:ramen-2:B:katana-1")
    (blow,) = found.blows
    assert (blow.by, blow.target, blow.means, blow.value, blow.damage, blow.wounds, blow.killed) == (
        0, 1, "weapon", 2 + 3, 5, 1, True,
    )  # fmt: skip
    assert found.kills == {(0, 1): 1}
    assert (found.seats[0].killed, found.seats[0].damage, found.seats[0].blows) == (1, 5, 1)
    assert (found.seats[1].wounds, found.seats[1].kind) == (1, SPIRIT)
    assert [(death.turn, death.seat) for death in found.deaths] == [(1, 1)]


def test_a_blow_that_is_stopped_or_defended_does_nothing() -> None:
    seats = {**BARE, "B": {"life": 3, "hand": ["double_vision-1"]}, "C": {"life": 3, "hand": ["stench-1"]}}
    found = counted(seats, {"AB": 1, "CA": 1}, "attack:ramen-2:B:katana-1", "B interrupt:double_vision-1", "C pass")
    assert [blow.cancelled for blow in found.blows] == [True]
    assert (found.seats[1].stopped, found.seats[0].damage, found.kills) == (1, 0, {})
    found = counted(seats, {"AB": 1, "CA": 1}, "attack:ramen-2:C:katana-1", "B pass", "C defend:stench-1")
    assert [(blow.defence, blow.damage, blow.wounds) for blow in found.blows] == [(2, 3, 3)]


def test_iaido_events_and_disciples_are_told_apart() -> None:
    seats = {**BARE, "A": katana(1, hand=["ramen-2", "chopsticks-1"], seated=True), "B": {"life": 9}, "C": {"life": 1}}
    found = counted(seats, {"AB": 2}, "iaido:ramen-2:left:1:B:katana-1")
    assert [(blow.means, blow.value) for blow in found.blows] == [("iaido", 5)]
    found = counted(seats, None, "event:chopsticks-1:B", "target:C")
    names = [(blow.means, blow.target, blow.killed) for blow in found.blows]
    assert names == [("event", 1, False), ("event", 2, True)]
    lines = {"AB": (3, {"disciple-1": ("A", 0)})}
    found = counted({"A": {}, "B": {"life": 1}, "C": {}}, lines, "end_phase", pile=["ramen-2"])
    assert [(blow.means, blow.by, blow.killed) for blow in found.blows] == [("disciple", 0, True)]


def test_a_disciple_struck_down_counts_for_who_struck() -> None:
    lines = {"AB": (3, {"disciple-1": ("B", 1)})}
    found = counted({"A": katana(1, hand=["ramen-2"]), "B": {}, "C": {}}, lines, "attack:ramen-2:disciple-1:katana-1")
    (blow,) = found.blows
    assert (blow.target, blow.at_disciple, blow.killed) == (1, True, True)
    assert (found.seats[0].disciples, found.seats[0].damage, found.kills) == (1, 0, {})


def test_sake_is_followed_from_the_masu_to_the_spirits() -> None:
    seats = {"A": {"hand": ["ramen-1", "stench-1"], "gear": ["sandals-1"]}, "B": {"is": "spirit"}, "C": {}}
    found = counted(seats, None, "drink:ramen-1", "place:life", "place:sheet", "burn_draw:life")
    assert (found.seats[0].drunk, found.seats[0].burnt, found.seats[0].sake) == (2, 1, 1)
    seats = {"A": {"is": "spirit"}, "B": {"is": "spirit"}, "C": {}}
    found = counted(seats, None, "steal", phase="third")
    assert found.seats[0].stolen == 1


def test_the_longest_time_without_a_drop() -> None:
    """Turns in a row in which nobody filled the cup; a turn that goes on is not counted yet."""
    rest = ("end_phase", "hold:nothing")
    found = counted({"A": {}, "B": {}, "C": {}}, None, *rest, *rest, *rest, *rest)
    assert [one.sober for one in found.seats] == [2, 1, 1]
    seats = {"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}}
    found = counted(seats, None, "drink:ramen-1", "place:life", "place:sheet", *rest, *rest, *rest)
    assert [one.sober for one in found.seats] == [0, 1, 1]


def test_the_last_cup_and_the_fatal_rounds() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"sake": ["life"]}, "C": {"sake": ["life"]}}
    rest = ("end_phase", "hold:nothing")
    found = counted(seats, None, "drink:ramen-1", "place:life", *rest, *rest, *rest, masu=1)
    assert found.last_cup == 0
    assert [(one.first, one.extra) for one in found.rounds] == [(0, 0), (0, 1)]
    assert not found.finished


def test_the_end_names_winners_and_the_fallen() -> None:
    seats = {"A": {"sake": ["life", "sheet"]}, "B": {"sake": ["life"]}, "C": {}}
    fatal = {"first": "A", "left": [], "extra": 0}
    found = counted(seats, None, "hold:nothing", masu=0, phase="hold", fatal=fatal)
    assert (found.winners, found.why, found.seats[0].won) == ((0,), "most sake", True)
    seats["B"]["sake"] = ["life", "sheet"]
    found = counted(seats, None, "hold:nothing", masu=0, phase="hold", fatal=fatal)
    assert [(death.seat, death.blow) for death in found.deaths] == [(2, None)]
    assert found.seats[2].kind == OUT


def test_cards_turned_up_are_weighed_and_drawn_ones_only_after_the_end() -> None:
    """Before the end the cards somebody draws would tell what the hand holds."""
    lines = {"AB": (3, {"disciple-1": ("A", 0)})}
    start = {"A": {}, "B": {"life": 9}, "C": {}}
    found = counted(start, lines, "end_phase", "hold:nothing", pile=["ramen-2"])
    lucky = found.seats[0]
    assert (lucky.turned.draws, lucky.drawn.draws) == (1, 0)
    assert lucky.turned.surplus > 0.5  # an attack box of 2, where 1.2 is the mean
    assert lucky.turned.share > 0.8
    fatal = {"first": "A", "left": [], "extra": 0}
    done = counted({"A": {"sake": ["life"]}, "B": {}, "C": {}}, None, "end_phase", "hold:nothing", masu=0, fatal=fatal)
    assert done.finished
    assert [one.drawn.draws for one in done.seats] == [2, 0, 0]


def test_how_things_stood_after_each_turn() -> None:
    seats = {"A": {"hand": ["ramen-1"]}, "B": {"life": 4}, "C": {}}
    found = counted(seats, None, "drink:ramen-1", "place:life", "place:sheet", "end_phase", "hold:nothing")
    assert [(one.turn, one.masu, one.sake) for one in found.standings[:2]] == [(0, 8, (0, 0, 0)), (1, 6, (2, 0, 0))]
    assert found.standings[-1].life == (6, 4, 5)


def test_luck_is_a_half_without_cards_and_adds_up() -> None:
    assert Luck().share == 0.5
    both = Luck(1, 1.0, 2.0) + Luck(2, -1.0, 4.0)
    assert (both.draws, both.surplus, both.variance, both.share) == (3, 0.0, 6.0, 0.5)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_adds_up(seed: int) -> None:
    """No sake comes from nowhere, and everybody who is no longer a Samurai died in some way."""
    session = whole_game(seed)
    found, state = game_statistics(session), session.state
    assert found.finished
    for one, seat in zip(found.seats, state.seats, strict=True):
        assert one.sake == len(seat.sake) + seat.jar
        assert one.kind == seat.kind
        assert one.turned.draws + one.drawn.draws > 0
    total = sum(one.drunk for one in found.seats) + sum(1 for e in _events(session) if e.kind == "MasuStolen")
    assert total == found.standings[0].masu - state.masu
    assert {death.seat for death in found.deaths} == {n for n, seat in enumerate(state.seats) if seat.kind != 0}
    assert [one.turn for one in found.standings] == list(range(found.turns + 1))
    assert sum(one.turns for one in found.seats) == found.turns


def _events(session: Session[State]) -> list[object]:
    return [event for n in range(session.present) for event in session.events_of(n)]


def test_an_iaido_that_was_stopped_does_not_colour_the_next_attack() -> None:
    seats = {
        "A": katana(1, hand=["ramen-2", "ramen-4"], seated=True), "B": {"life": 9, "hand": ["double_vision-1"]},
        "C": {"life": 3},
    }  # fmt: skip
    iaido = ("iaido:ramen-2:left:1:B:katana-1", "B interrupt:double_vision-1")
    found = counted(seats, {"AB": 2}, *iaido, "attack:ramen-4:B:katana-1")
    assert [(blow.means, blow.cancelled) for blow in found.blows] == [("iaido", True), ("weapon", False)]
    seats["B"]["hand"] = ["stagger-1"]
    stopped = ("iaido:ramen-2:left:1:B:katana-1", "B interrupt:stagger-1")
    found = counted(seats, {"AB": 2, "CA": 1}, *stopped, "attack:ramen-4:C:katana-1")
    assert [(blow.means, blow.target) for blow in found.blows] == [("iaido", 1), ("weapon", 2)]


def test_an_attack_under_way_as_the_record_begins_still_has_a_killer() -> None:
    session = played(position({**BARE, "B": {"life": 1, "hand": ["ramen-1"]}}, {"AB": 1}))
    session.choose("attack:ramen-2:B:katana-1", seat="A")
    middle = SYSTEM.encode(session.state)
    found = game_statistics(played(middle, "B pass"))
    assert found.kills == {(0, 1): 1}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tracked_table_is_counted_as_far_as_it_is_known(seed: int) -> None:
    """Hands nobody told weigh nothing, and nothing breaks on unknown cards."""
    session = _tracked(seed)
    found = game_statistics(session)
    assert found.turns == session.state.turn
    assert markdown(report(session), Words("en"), "Evening").startswith("# Evening")


def _tracked(seed: int) -> Session[State]:
    seats = [{"seat": letter, "name": "", "sheet": f"house:{sheet}"} for letter, sheet in
             zip("ABCD", ("goro", "tetsuo", "sayuri", "hayate"), strict=True)]  # fmt: skip
    session = Session.new(SYSTEM, {"seats": seats, "options": {"enforcement": "track"}}, CONTENT, seed)
    rng = Random(seed)
    for _ in range(250):
        if isinstance(session.pending, Over):
            break
        if isinstance(session.pending, Roll):
            session.roll()
            continue
        choice = choices_of(session.pending)[0]
        session.choose(rng.choice(choice.options), seat=choice.seat)
    return session


# many games -----------------------------------------------------------------------------------------------------------


def shown(sheet: str, won: bool = False, killed: int = 0, luck: float = 0.0, kind: int = 0) -> Shown:
    return Shown(sheet, kind, won, 3, 4, 0, 5, 6, 7, 2, killed, Luck(10, luck, 20.0))


GAMES = (
    KeptGame(1, "One", Short("most sake", 12, 1, ((0, 1),),
                             (shown("goro", won=True, killed=1, luck=4.0), shown("tetsuo", kind=1), shown(""))),
             ("Bruno", "Camille", "")),
    KeptGame(2, "Two", Short("spirits", 9, 2, ((1, 0), (1, 2)),
                             (shown("tetsuo", won=True, kind=1), shown("goro", killed=2), shown("daigo", won=True))),
             ("Bruno", "Camille", "David")),
)  # fmt: skip


def test_wins_are_told_by_samurai_and_by_player() -> None:
    found = many(GAMES)
    samurai, players = dict(found.samurai), dict(found.players)
    assert (samurai["goro"].games, samurai["goro"].alone, samurai["goro"].shared) == (2, 1, 0)
    assert (players["Bruno"].alone, players["Bruno"].shared, players["Bruno"].won) == (1, 1, 2)
    assert (players["Bruno"].died, players["Camille"].killed, players["Camille"].drunk) == (1, 2, 8)
    assert players["Bruno"].expected == pytest.approx(1 / 3)
    assert "" not in players
    assert "" not in samurai


def test_who_killed_whom_over_all_games() -> None:
    found = many(GAMES)
    assert set(found.kills) == {("Bruno", "Camille", 1), ("Camille", "Bruno", 1), ("Camille", "David", 1)}
    assert (found.games, found.turns, found.seats) == (2, ((9, 1), (12, 1)), ((3, 2),))
    assert dict(found.endings) == {"most sake": 1, "spirits": 1}
    assert dict(found.players)["Bruno"].luck == Luck(20, 4.0, 40.0)


def test_a_game_in_short_comes_back_from_the_store_as_it_was() -> None:
    session = whole_game(1)
    text = SUMMARIES.text(session)
    assert text is not None
    kept = SUMMARIES.row(3, "Evening", '{"names": ["Bruno", "Camille"]}', text)
    assert kept is not None
    assert kept.short == short(session)
    assert kept.names == ("Bruno", "Camille", "", "")
    assert SUMMARIES.seated(text) == (0, 1, 2, 3)
