"""Every lesson of every shipped pack: to its end, by other ways, through wrong moves, back and forth; never stuck."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.model.bots import BOTS, ask_bot
from companion.model.content.collection import check_paths
from companion.model.content.lesson import Lesson, LookGoal, lessons, links
from companion.model.content.lesson_check import lesson_kind
from companion.model.content.lesson_draft import can_begin_with, lesson_of, steps_again, steps_of
from companion.model.content.lesson_session import LessonSession
from companion.model.content.library import Library
from companion.model.core.contract import Choice, Roll, choices_of
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.games import SYSTEMS, record_kinds

LIBRARY = Library.shipped()
LESSONS = lessons(LIBRARY)
DATA = Path(__file__).parents[2] / "data"
each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id.partition(":")[2])


def begin(lesson: Lesson) -> LessonSession[Any]:
    return LessonSession.begin(SYSTEMS[lesson.system], lesson, LIBRARY)


def do(session: LessonSession[Any]) -> None:
    """Do a step as the lesson shows it."""
    step, before = session.now, session.step
    assert step is not None
    if step.read_only:
        session.read_on()
    elif isinstance(step.until, LookGoal):
        session.looked(step.until.at)
    elif not step.moves:
        play_freely(session)
    else:
        for _ in step.moves:
            if session.step == before:
                assert session.show()
    assert session.step == before + 1
    assert session.mistake is None


def play_freely(session: LessonSession[Any]) -> None:
    """Let everybody choose at random until the step is done."""
    rng, before = Random(5), session.step
    for _ in range(6_000):
        if session.step != before:
            return
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            choice = rng.choice(choices_of(pending))
            session.choose_all([rng.choice(choice.options)], seat=choice.seat)
    raise AssertionError("this never ended")


@each
def test_a_lesson_leads_from_its_first_step_to_its_last(lesson: Lesson) -> None:
    session = begin(lesson)
    while session.now is not None:
        do(session)
    assert session.mine


@each
def test_nothing_but_what_is_practised_is_done_and_why_is_said(lesson: Lesson) -> None:
    """Wrong moves at every step, one of every kind: nothing happens, a sentence says why, the way on stays open."""
    session = begin(lesson)
    while (step := session.now) is not None:
        if not step.free and choices_of(session.pending) and session.mine:
            before, tried = session.state, set()
            for option in next(one for one in choices_of(session.pending) if one.seat == lesson.seat).options:
                if not session.permits(option) and option.kind not in tried:
                    tried.add(option.kind)
                    session.choose_all([option])
                    assert session.mistake is not None
                    assert session.state == before
        do(session)


@each
def test_no_step_can_be_stuck(lesson: Lesson) -> None:
    """Whatever is done of what a step allows: it can be shown from there, taken back, begun again and skipped."""
    session, rng = begin(lesson), Random(11)
    while (step := session.now) is not None:
        n, at = session.step, session.state
        if not step.free and step.moves and not step.undoes:
            for _ in range(3):
                mine = [one for one in choices_of(session.pending) if one.seat == lesson.seat]
                allowed = [one for choice in mine for one in choice.options if session.permits(one)]
                if session.step == n and allowed:
                    session.choose_all([rng.choice(allowed)])
            assert session.step in (n, n + 1)
            if session.step == n:
                session.again()
                assert session.state == at
            else:
                session.go_to(n)
        do(session)
        if not any(one.free and not one.moves for one in lesson.steps[: n + 1]):
            after = session.state
            session.go_to(n)
            session.go_to(n + 1)
            assert session.state == after, "a step skipped leads where the step does"


@each
def test_undo_goes_back_to_the_learners_last_decision(lesson: Lesson) -> None:
    session = begin(lesson)
    while (step := session.now) is not None and not step.free:
        do(session)
        now = session.now
        if now is None or now.undoes or now.free or session.cursor == 0:
            continue
        at, before = session.step, session.state
        session.undo_group()
        if session.mistake is None:
            assert session.mine
            assert session.step <= at
            while session.step < at:
                do(session)
        assert session.state == before


@each
def test_a_lesson_left_goes_on_where_it_was(lesson: Lesson) -> None:
    session = begin(lesson)
    while (step := session.now) is not None and not (step.free and not step.moves):
        if step.moves and not step.undoes and len(step.moves) > 1:
            session.show()
            again = begin(lesson)
            again.go_to(session.step, session.made)
            assert (again.step, again.made, again.state) == (session.step, session.made, session.state)
            session.again()
        do(session)


@each
def test_a_lesson_speaks_every_language_and_names_what_is_to_be_done(lesson: Lesson) -> None:
    for step in lesson.steps:
        for words in (lesson.name, lesson.teaches, step.words, step.task, step.wrong):
            assert words is None or set(words) == {"en", "fr", "it"}
        assert step.task is not None or step.read_only
        found = {language: set() for language in ("en", "fr", "it")}
        for language, kind, target in links(step.words):
            found[language].add((kind, target))
        assert found["en"] == found["fr"] == found["it"], "the same links in every language"


@each
def test_every_term_leads_to_the_help(lesson: Lesson) -> None:
    for language in ("en", "fr", "it"):
        page = DATA.parent / "resources" / "help" / language / lesson.system / "terms.md"
        known = set(re.findall(r"\{#([a-z0-9-]+)", page.read_text("utf-8")))
        wanted = {target for step in lesson.steps for _, kind, target in links(step.words) if kind == "term"}
        assert wanted <= known


def test_the_lessons_of_each_game_have_an_order() -> None:
    for system in {lesson.system for lesson in LESSONS}:
        orders = [lesson.order for lesson in LESSONS if lesson.system == system]
        assert orders == sorted(set(orders))


@pytest.mark.parametrize(
    ("change", "pointer", "words"),
    [
        ({"system": "chess"}, "/system", "There is no game “chess”."),
        ({"seat": "Z"}, "/seat", "There is no such player at this table."),
        ({"start": {"format": "okko-position/1"}}, "/start", ""),
        ({"steps/2/moves": [{"do": "activate:a1"}, {"do": "step:9-6,1"}]}, "/steps/2/moves/1", ""),
        ({"steps/2/until": {"type": "state", "where": {"/turn": 7}}}, "/steps/2/until",
         "These moves do not lead to the goal of the step."),
        ({"steps/0/moves": [{"undo": True}]}, "/steps/0/moves", ""),
        ({"steps/2/moves": [{"do": "activate:a1", "undo": True}]}, "/steps/2/moves/0", ""),
        ({"steps/1/moves": [], "steps/1/until": {"type": "event", "kind": "InspirationRolled"}}, "/steps/1/moves",
         "The moves that lead to the goal are missing."),
    ],
)  # fmt: skip
def test_a_fault_is_named_where_it_is(tmp_path: Path, change: dict[str, Any], pointer: str, words: str) -> None:
    data = json.loads((DATA / "house" / "lessons" / "your-first-turn.json").read_text("utf-8"))
    for path, value in change.items():
        *parts, last = path.split("/")
        inside = data
        for part in parts:
            inside = inside[int(part)] if part.isdigit() else inside[part]
        inside[last] = value
    data["id"] = "mine:lesson"
    pack = {"format": "okko-pack/1", "namespace": "mine", "version": "1.0.0", "name": {"en": "Mine", "fr": "À moi",
            "it": "Mio"}, "license": "CC0-1.0", "languages": ["en", "fr", "it"], "needs": ["house"]}  # fmt: skip
    (tmp_path / "mine" / "lessons").mkdir(parents=True)
    (tmp_path / "mine" / "pack.json").write_text(json.dumps(pack), "utf-8")
    (tmp_path / "mine" / "lessons" / "lesson.json").write_text(json.dumps(data), "utf-8")
    found = [one for one in check_paths([tmp_path / "mine"], record_kinds(), LIBRARY) if one.pointer.startswith("/")]
    assert found, "the fault is found"
    assert found[0].pointer.startswith(pointer), found
    assert words in found[0].what.key.format_map(dict(found[0].what.args)), found


def test_the_table_stays_as_it_was_prepared() -> None:
    session = begin(LESSONS[0])
    for wrong in (session.edit_all, session.switch, session.set_dice, session.jump, session.redo_group):
        with pytest.raises(UnknownOption):
            wrong()


def test_a_lesson_is_written_as_it_is_read() -> None:
    for lesson in LESSONS:
        assert msgspec.json.decode(msgspec.json.encode(lesson), type=Lesson) == lesson


@each
def test_a_lesson_taken_up_again_is_the_same_until_it_is_changed(lesson: Lesson) -> None:
    system = SYSTEMS[lesson.system]
    steps = steps_again(system, lesson, LIBRARY, "fr")
    how: Any = {"id": lesson.id, "language": "fr", "content": LIBRARY, "kept": lesson}
    how |= {"name": lesson.name["fr"], "teaches": lesson.teaches["fr"]}
    assert msgspec.convert(lesson_of(system, lesson.seat, steps, **how), Lesson) == lesson
    words = [replace(step, words="Autrement.") if n == 1 else step for n, step in enumerate(steps)]
    changed = msgspec.convert(lesson_of(system, lesson.seat, words, **how), Lesson)
    assert changed.steps[1].words == {**lesson.steps[1].words, "fr": "Autrement."}
    assert changed.steps[1].moves == lesson.steps[1].moves and changed.steps[2:] == lesson.steps[2:]


@each
def test_a_lesson_taken_up_again_begins_and_ends_where_its_author_says(lesson: Lesson) -> None:
    system = SYSTEMS[lesson.system]
    steps = steps_again(system, lesson, LIBRARY, "en")
    at = max(n for n, step in enumerate(steps) if n and (step.deeds or n == 1) and can_begin_with(steps, n))
    how: Any = {"id": "mine:cut", "language": "en", "content": LIBRARY, "kept": lesson, "name": "Cut", "teaches": ""}
    cut = msgspec.convert(lesson_of(system, lesson.seat, steps[at:], **how), Lesson)
    assert list(lesson_kind(SYSTEMS.get).rules(cut, LIBRARY)) == []
    assert cut.setup is None and cut.name == {"en": "Cut", "fr": lesson.name["fr"], "it": lesson.name["it"]}


@pytest.mark.parametrize("seed", range(8))
def test_a_game_broken_off_anywhere_makes_a_lesson_that_can_be_played(seed: int) -> None:
    system = SYSTEMS["asagiri"]
    session = Session.new(system, {"quick": True}, LIBRARY, seed)
    rng = Random(seed)
    for _ in range(36 + 3 * seed):
        options = [option for choice in choices_of(session.pending) for option in choice.options]
        session.choose_all([rng.choice(options)]) if options else session.roll()
    steps = steps_of(session, "A")
    assert len(steps) > 3
    how: Any = {"id": "mine:game", "language": "en", "content": LIBRARY, "name": "Game", "teaches": ""}
    assert lesson_of(system, "A", steps, **how)


def test_other_seats_do_what_the_lesson_says_whoever_plays_them() -> None:
    lesson = next(one for one in LESSONS if one.id == "house:your-first-turn")
    session, rng = begin(lesson), Random(3)
    session.go_to(9)
    for _ in lesson.steps[9].moves:
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            thought = ask_bot(BOTS["random"](), session.system, session.state, pending, rng)
            session.choose_all([thought.option])
    assert session.step == 10


@each
def test_dice_are_not_rolled_before_the_words_about_them_are_read(lesson: Lesson) -> None:
    """Else the next step would ask for a roll that is behind it, and nothing could show it any more."""
    session = begin(lesson)
    for _ in lesson.steps:
        step = session.now
        assert step is not None
        pending = session.pending
        if step.read_only and isinstance(pending, Roll) and pending.seat == lesson.seat:
            before = session.cursor
            session.roll()
            assert session.cursor == before and session.mistake is not None
            assert "Continue" in str(session.mistake)
        session.go_to(session.step + 1)


def test_a_decision_before_its_words_are_read_is_told_how_to_go_on() -> None:
    lesson = next(one for one in LESSONS if one.id == "house:fighting")
    session = begin(lesson)
    session.choose_all([choices_of(session.pending)[0].options[0]])
    assert session.cursor == 0 and session.mistake is not None
    assert "Continue" in str(session.mistake)
