"""Battle reports: what is told of a game, which positions are shown, and the text with its pictures."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.model.analysis import Match, play_session
from companion.model.content.library import Library
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.core.words import Words, as_markdown
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules.events import CharacterDisabled, CombatRolled, ShotRolled
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.statistics import report_text
from companion.model.games.asagiri.statistics.report import MOST_PICTURES, Report, report
from companion.model.games.asagiri.statistics.report_text import markdown
from companion.model.games.asagiri.table.corrections import PlaceFigure, SetState

LIBRARY = Library.shipped()
ENGLISH = Words("en")


def new(seed: int = 5, **more: Any) -> Session[State]:
    """A quick game that has not begun."""
    return Session.new(SYSTEM, {"quick": True}, LIBRARY, seed, **more)


def on(session: Session[State], steps: int, rng: Random) -> Session[State]:
    """Some decisions anyhow; an attack where one is possible, so that something happens."""
    for _ in range(steps):
        asked = session.pending
        if isinstance(asked, Over):
            break
        if isinstance(asked, Roll):
            session.roll()
        else:
            assert isinstance(asked, Choice)
            fights = [option for option in asked.options if option.kind in ("attack", "shoot")]
            session.choose(rng.choice(fights or list(asked.options)))
    return session


@cache
def played(seed: int = 5) -> Session[State]:
    """A game played to its end by automatic players; not to be changed."""
    return play_session(Match("asagiri", ("greedy", "greedy"), ({"quick": True},), seed), 0)


def events(session: Session[State], *kinds: type[Any]) -> list[Any]:
    """All events of these kinds."""
    return [event for n in range(session.cursor) for event in session.events_of(n) if isinstance(event, kinds)]


def test_the_numbers_of_a_report_are_those_of_the_log() -> None:
    session = played()
    told = report(session, ("Anna", "Marco"))
    state = session.state
    assert told.over
    assert told.winner is not None
    assert told.steps == len(session.steps)
    assert [side.lost for side in told.sides] == [band.lost for band in state.bands]
    assert told.zeni[-1].of == (state.bands[0].lost, state.bands[1].lost)
    assert [point.turn for point in told.zeni] == list(range(1, state.turn + 1))
    for before, after in zip(told.zeni, told.zeni[1:], strict=False):
        assert before.of <= after.of
    rolled = events(session, CombatRolled, ShotRolled)
    assert sum(side.dice.combat for side in told.sides) == 2 * len(rolled)
    assert sum(side.dice.pips for side in told.sides) == sum(sum(event.dice) for event in rolled)
    out = [person for side in told.sides for person in side.people if person.state == "disabled"]
    assert len(out) == len(events(session, CharacterDisabled))
    assert told.rolled == sum(len(step.result.faces or ()) for step in session.steps)
    assert told.typed == told.by_hand == 0


def test_who_has_won_is_called_by_name() -> None:
    told = report(played(), ("Anna", "Marco"), ("Guards", ""))
    winner = ("Anna", "Marco")[told.winner or 0]
    assert ENGLISH(report_text.result(told)) == f"Victory for {winner}"
    assert ENGLISH(report_text.title(told)) == "Anna against Marco"
    assert ENGLISH(report_text.side_name(told, 0)) == "Anna (Guards)"
    last = told.turns[-1].moments[-1]
    assert ENGLISH(last.words[-1]).startswith(f"{winner} won (")
    assert ENGLISH(report_text.title(report(played()))) == "Band A against Band B"


def test_every_disabled_figure_is_told_and_the_end_is_shown() -> None:
    session = played()
    told = report(session)
    said = [ENGLISH(message) for turn in told.turns for moment in turn.moments for message in moment.words]
    assert sum("is disabled" in words_ for words_ in said) == len(events(session, CharacterDisabled))
    assert told.shots[0].why == "begin"
    assert told.shots[-1].why == "end"
    assert told.shots[-1].cursor == told.steps


@pytest.mark.parametrize("seed", [5, 1])
def test_there_are_few_pictures_each_of_another_position_in_the_order_of_the_game(seed: int) -> None:
    told = report(played(seed))
    cursors = [shot.cursor for shot in told.shots]
    assert 2 <= len(cursors) <= MOST_PICTURES
    assert cursors == sorted(set(cursors))
    fought = [shot for shot in told.shots if shot.why == "disabled"]
    for shot in fought:  # who is about to be disabled still stands where it is ringed
        standing = {figure.at for figure in played(seed).state_at(shot.cursor).figures}
        assert set(shot.squares) <= standing


def test_a_note_and_a_bookmark_are_in_the_report_with_their_place() -> None:
    session = on(new(), 120, Random(1))
    at = next(n for n in range(60, 120) if not session.steps[n].note)
    session.annotate(at, note="Here *everything* | turned", bookmark=True)
    told = report(session)
    marked = [moment for turn in told.turns for moment in turn.moments if moment.bookmark]
    assert [moment.note for moment in marked] == ["Here *everything* | turned"]
    assert marked[0].shot is not None
    assert marked[0].shot.why == "marked"
    text = markdown(told, ENGLISH, {}, session.state_at)
    assert r"> Here \*everything\* \| turned" in text


def test_a_game_of_no_step_and_of_one_step_can_be_told() -> None:
    for steps in (0, 1):
        session = on(new(), steps, Random(1))
        told = report(session)
        assert not told.over
        assert told.last_turn == 0
        assert told.shots == ()
        text = markdown(told, ENGLISH, {}, session.state_at)
        assert "The game has not started" in text


def test_a_game_that_goes_on_ends_with_the_position_it_stands_at() -> None:
    session = on(new(), 150, Random(3))
    told = report(session)
    assert not told.over
    assert ENGLISH(report_text.result(told)) == "The game is not over."
    assert told.shots[-1].cursor <= told.steps


def test_what_was_undone_is_not_told() -> None:
    session = on(new(), 150, Random(3))
    whole = report(session)
    session.undo(len(session.steps) - 60)
    told = report(session)
    assert told.steps == 60
    assert told.rolled < whole.rolled
    session.jump(len(session.steps))
    session.look(10)
    assert report(session).steps == whole.steps, "looking back changes nothing"


def test_a_tracked_game_tells_what_was_done_by_hand_and_typed() -> None:
    session = on(new(mode="assist"), 90, Random(2))
    victim = next(n for n, figure in enumerate(session.state.figures) if figure.at >= 0)
    session.edit(SetState(victim, "disabled"))
    while not isinstance(session.pending, Roll):
        asked = session.pending
        assert isinstance(asked, Choice)
        session.choose(asked.options[-1])
    session.roll([die.kind.faces[0] for die in session.pending.dice])
    told = report(session)
    assert told.by_hand == 1
    assert told.typed >= 1
    said = [ENGLISH(message) for turn in told.turns for moment in turn.moments for message in moment.words]
    assert any(text.startswith("By hand:") and "disabled" in text for text in said)
    assert report_text.entered(told) is not None


def test_what_was_done_against_a_rule_is_told_with_the_rule() -> None:
    session = on(new(mode="assist"), 90, Random(2))
    who, figure = next((n, figure) for n, figure in enumerate(session.state.figures) if figure.at >= 0)
    session.edit(PlaceFigure(who, figure.at, (figure.facing + 1) % 4), rule="MOV-3")
    told = report(session)
    against = [moment for turn in told.turns for moment in turn.moments if moment.rules]
    assert [moment.rules for moment in against] == [("MOV-3",)]
    text = markdown(told, ENGLISH, {}, session.state_at)
    assert "*Breaks MOV-3.*" in text


def test_the_last_blow_is_the_end_even_when_the_lead_changes_with_it() -> None:
    def side(id: str, card: str, at: list[int], facing: str, lost: int) -> dict[str, Any]:
        people = [{"id": id, "profile": card, "at": at, "facing": facing}]
        people.append({"id": f"{id}x", "profile": "house:ninja", "at": [7, 7 - at[1]], "facing": facing})
        return {"budget": 16, "limit": 12, "pool": [], "aside": 4, "lost": lost, "characters": people}

    bands = {
        "A": side("a1", "house:okko", [2, 3], "N", 10),
        "B": side("b1", "house:oni-bushi", [2, 2], "S", 9),
    }
    board = {"rows": ["........"] * 8, "walls": [], "doors": []}
    position = {"format": "okko-position/1", "system": "asagiri", "board": board, "bands": bands, "turn": 3,
                "phase": "A", "active": None, "stage": "activations"}  # fmt: skip
    session: Session[State] = Session.load(SYSTEM, position, LIBRARY, 1)
    for step in ("activate:a1", "attack:b1"):
        session.choose(step)
    while isinstance(session.pending, Choice):
        session.choose("pass")
    session.roll([6, 1])
    while not isinstance(session.pending, Over):
        asked = session.pending
        assert isinstance(asked, Choice)
        session.choose("pass" if any(option.kind == "pass" for option in asked.options) else asked.options[0])
    told = report(session, ("Anna", "Marco"))
    assert [side.lost for side in told.sides] == [10, 13]
    assert told.winner == 0
    assert [shot.why for shot in told.shots] == ["end"]
    assert told.shots[-1].cursor == told.steps
    assert told.sides[0].people[0].disabled == 1


def test_a_report_names_the_pictures_it_is_given_and_says_what_is_on_them() -> None:
    session = played()
    told = report(session)
    named = {shot.cursor: f"a folder/{shot.cursor}.png" for shot in told.shots}
    text = markdown(told, ENGLISH, named, session.state_at)
    found = re.findall(r"!\[(.+?)\]\(<(.+?)>\)", text)
    assert [link for _, link in found] == list(named.values())
    for alt, _ in found:
        assert len(alt) > 20
    assert "facing" in found[0][0]
    assert not re.findall(r"!\[", markdown(told, ENGLISH, {}, session.state_at))


def test_signs_in_names_make_no_markdown() -> None:
    assert as_markdown("*a* | _b_ [c](d) <e> `f` #g ~h") == r"\*a\* \| \_b\_ \[c\](d) \<e\> \`f\` \#g \~h"
    assert as_markdown("&lt;b&gt; A & B") == r"\&lt;b\&gt; A \& B"
    assert as_markdown("- one\n- two") == r"\- one - two"
    assert as_markdown("1. first") == r"1\. first"
    text = markdown(report(played(), ("*" * 60, "|" * 60)), ENGLISH, {}, played().state_at)
    table = [line for line in text.split("\n") if line.startswith("| 1 |")]
    assert len(table) == 1


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_report_can_be_told_in_every_language(language: str) -> None:
    text = markdown(report(played(), ("Anna", "Marco")), Words(language), {}, played().state_at)
    assert "Anna" in text
    assert "{" not in text


def test_a_report_is_quick() -> None:
    from time import process_time

    session = played()
    begin = process_time()
    told: Report = report(session)
    assert process_time() - begin < 0.1
    assert told.steps > 100


def test_adv_an_adventure_is_named_and_its_ending_told() -> None:
    session = Session.new(SYSTEM, {"adventure": "house:the-bell-in-the-tower"}, LIBRARY, 3)
    on(session, 20_000, Random(4))
    told = report(session)
    assert told.adventure is not None
    assert str(told.adventure)
    assert told.over
    assert told.ending is not None
    text = markdown(told, ENGLISH, {}, session.state_at)
    assert f"*{told.adventure}*" in text


def test_kar_6_a_game_for_zeni_tells_what_was_earned() -> None:
    session = Session.new(SYSTEM, {"draft": {}}, LIBRARY, 3)
    on(session, 20_000, Random(4))
    told = report(session)
    assert told.earned
    assert told.over
    assert "Zeni earned:" in ENGLISH(report_text.numbers(told))
    assert told.zeni[-1].turn == told.last_turn
