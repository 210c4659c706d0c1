"""The pages of paper of Okko Chronicles: what they say, to whom, and how the keys go over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from companion.model.core.contract import Event, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.consistency import first_steps
from companion.model.games.chronicles.rules.story_events import StepDone
from companion.model.games.chronicles.state.frames import AccuseFrame, OverFrame
from companion.model.games.chronicles.state.state import ONI, Clue, Placed, State, replace
from companion.model.games.chronicles.wire import position
from companion.ui.games.chronicles.book.end_of_turn import EndOfTurnPage
from companion.ui.games.chronicles.book.leaf import EntryView, Page
from companion.ui.games.chronicles.book.memoirs import MemoirsPage
from companion.ui.games.chronicles.book.missions import MissionsPage
from companion.ui.games.chronicles.book.notebook import NotebookPage
from companion.ui.games.chronicles.log import ending
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.translator import tr

from ..chronicles.tables import CONTENT, begun, choose, played, setup, turn_ends
from .tour_kit import TRANSLATIONS

P = TypeVar("P", bound=Page)


@contextmanager
def shown(page: P, state: State, viewer: str | None = "h1", size: tuple[int, int] = (460, 560)) -> Iterator[P]:
    motion.set_reduced(True)
    page.resize(*size)
    page.show_state(state, viewer)
    page.show()
    QApplication.processEvents()
    try:
        yield page
    finally:
        page.close()
        page.deleteLater()
        motion.set_reduced(False)


def seen(state: State, viewer: str) -> State:
    return position.decode(SYSTEM.view(state, viewer), CONTENT)


def told(page: Page) -> str:
    """All that a page says, to eyes and ears."""
    return "\n".join(f"{view.accessibleName()}: {view.accessibleDescription()}" for view in page.views)


def part(page: Page, id: str) -> EntryView:
    return next(view for view in page.views if view.entry.id == id)


TWO = begun(2)


def innocent(state: State) -> str:
    return next(card for card in state.suspects if card != state.oni.guilty and card in state.piles.clue)


def with_clue(card: str) -> State:
    return replace(TWO, turn=2, clues_drawn=(Clue(card, 1), Clue("house:footsteps", 2)))


def test_the_notebook_says_who_can_be_the_oni_and_how_likely(qapp: QApplication) -> None:
    card = innocent(TWO)
    with shown(NotebookPage(), with_clue(card)) as page:
        assert "its card was drawn in turn 1" in part(page, f"card:{card}").accessibleDescription()
        others = [one for one in TWO.suspects if one != card]
        words = {part(page, f"card:{one}").accessibleDescription() for one in others}
        assert words == {"33% (1/3)"}
        assert "25% (1/4)" in told(page)
        assert "Footsteps" in told(page)
        assert "cards left in the clue pile" in told(page)
        assert "3 points for the heroes" in told(page)
        assert "the first wrong accusation" in told(page)


def test_only_the_kinds_of_cards_are_told_to_others_than_the_heroes(qapp: QApplication) -> None:
    grey = next(one for one in TWO.suspects if TWO.table.box.hosts[one].background == "grey" and one != TWO.oni.guilty)
    for viewer in ("oni", None):
        with shown(NotebookPage(), with_clue(grey), viewer) as page:
            assert "a grey host card" in told(page)
            assert "was drawn in turn" not in told(page)


def test_a_game_without_investigation_has_no_notebook(qapp: QApplication) -> None:
    state = replace(TWO, table=replace(TWO.table, investigation=False))
    with shown(NotebookPage(), state) as page:
        assert "no investigation" in told(page)
        assert len(page.views) == 1


def test_contradictions_of_a_tracked_table_are_named_with_their_steps(qapp: QApplication) -> None:
    state = begun(2, tracked=True)
    twice = replace(state, clues_drawn=(Clue(state.suspects[0], 1), Clue(state.suspects[0], 1)))
    with shown(NotebookPage(), twice) as page:
        assert "had been drawn before" in told(page)
        page.tell_steps(first_steps([state, state, twice]))
        assert "First at step 2 of the log" in told(page)
        asked: list[str] = []
        page.picked.connect(asked.append)
        QTest.mouseClick(part(page, "step:2"), Qt.MouseButton.LeftButton)
        assert asked == ["step:2"]


MEMOIRS = replace(TWO, memoirs=(Placed("house:alert", "red"), Placed("house:the-well", "blue")))


def test_the_memoirs_tell_chapters_in_their_order_and_the_points(qapp: QApplication) -> None:
    with shown(MemoirsPage(), MEMOIRS) as page:
        ids = [view.entry.id for view in page.views if view.entry.id.startswith("chapter:")]
        assert ids == ["chapter:house:alert", "chapter:house:the-well"]
        assert part(page, ids[0]).accessibleDescription() == "1 point for the Oni"
        assert part(page, ids[1]).accessibleDescription() == "3 points for the heroes, a large chapter"
        assert part(page, ids[1]).height() > part(page, ids[0]).height()
        assert "the heroes: 3 points" in told(page)


def test_the_memoirs_tell_which_chapters_can_still_come_and_what_they_count(qapp: QApplication) -> None:
    def ahead(state: State) -> dict[str, str]:
        with shown(MemoirsPage(), state) as page:
            views = [view for view in page.views if view.entry.key.startswith("ahead:")]
            return {view.accessibleName(): view.accessibleDescription() for view in views}

    first = ahead(TWO)
    assert first["The well"] == "3 points for the heroes, 3 points for the Oni"
    assert first["The lamp list"] == "1 point for the heroes"
    assert first["The alert is raised"] == "1 point for the Oni"
    assert first["Okko’s fate"] == "1 point for the heroes, 1 point for the Oni"
    assert first["… and the Oni was unmasked"] == "3 points for the heroes"
    scores = tuple(replace(one, done="blue") if one.id == "house:the-well" else one for one in TWO.scores)
    later = ahead(replace(TWO, wrong=1, oni=replace(TWO.oni, alert=True), scores=scores))
    gone = {"The well", "The alert is raised", "First embarrassing accusation"}
    assert first.keys() - later.keys() == gone
    assert ahead(replace(TWO, stage="over")) == {}


ASKED = replace(TWO, scores=tuple(
    replace(one, blue=(2,), red=(1,)) if one.id == "house:the-well" else one for one in TWO.scores
))  # fmt: skip


def test_the_mission_book_tells_what_is_asked_of_whom_and_how_far_it_has_come(qapp: QApplication) -> None:
    """MIS-1, MIS-2: both camps' counts are public, with what a chapter is worth."""
    for viewer in ("h1", "oni", None):
        with shown(MissionsPage(), seen(ASKED, viewer or "*"), viewer) as page:
            assert page.views[0].accessibleName() == "The well of mists"
            assert page.views[1].accessibleName().startswith("The Daimyo’s well steams")
            well = part(page, "mission:house:the-well").accessibleDescription()
            assert "Not decided yet" in well
            assert "The heroes: 3 Mental tests of difficulty 4 are passed here. 2 of 3" in well
            assert "1 of 3" in well
            assert "Undecided at the end of turn 10, it goes to the Oni." in well
            assert "Chapter: 3 points for whoever wins it." in well
            lamps = part(page, "mission:house:the-lamp-list").accessibleDescription()
            assert "It brings: Draw 1 clue card." in lamps
            assert "Chapter: 1 point for the heroes." in lamps
            assert "It places no chapter." in part(page, "mission:house:the-shelf").accessibleDescription()
            assert "final combat and every mission" in told(page)


def test_the_mission_book_names_places_as_the_board_does(qapp: QApplication) -> None:
    """TST-5: the places of a mission are its tile's, whereever that lies."""
    with shown(MissionsPage(), begun(2, places="spaces")) as page:
        well = part(page, "mission:house:the-well").accessibleDescription()
        assert "Tested at column 15, row 9 (T6.c)." in well
        assert "stands in zone T6.c" in well


def test_a_personal_mission_that_is_not_dealt_is_not_asked_for(qapp: QApplication) -> None:
    """SET-4."""
    with shown(MissionsPage(), SYSTEM.new(setup(2), CONTENT)) as page:
        assert part(page, "hero:h1").accessibleDescription() == "Not dealt yet"


def test_the_mission_book_says_who_has_won_what(qapp: QApplication) -> None:
    """MIS-1, MIS-3."""
    scores = tuple(replace(one, done="red") if one.mission else one for one in TWO.scores)
    out = replace(TWO.heroes[1], out=True)
    with shown(MissionsPage(), replace(TWO, scores=scores, heroes=(TWO.heroes[0], out))) as page:
        assert part(page, "mission:house:the-well").accessibleDescription().startswith("Won by the Oni")
        assert "the mission is lost" in part(page, "hero:h2").accessibleDescription()
        assert "the mission is lost" not in part(page, "hero:h1").accessibleDescription()


def test_a_personal_mission_tells_no_viewer_what_lies_in_a_secret_plan(qapp: QApplication) -> None:
    """STR-4, WND-3: how many wounds Okko has is seen, not whether he planned one of them or an action."""
    okko = replace(TWO.heroes[0], mission=2)
    action, wound = okko.hand[0], "house:deep-cut"
    rest = tuple(card for card in okko.hand if card != action)
    holds = replace(okko, hand=rest, wounds=(wound,), plan=replace(okko.plan, right=action))
    plans = replace(okko, hand=okko.hand, plan=replace(okko.plan, right=wound))
    books = []
    for hero in (holds, plans):
        state = replace(TWO, stage="plans", heroes=(hero, TWO.heroes[1]))
        with shown(MissionsPage(), seen(state, "oni"), "oni") as page:
            books.append(told(page))
    assert books[0] == books[1]
    assert "Not fulfilled yet The heroes: Okko has no wound" in books[0]


def test_veiled_points_are_told_at_the_end_alone(qapp: QApplication) -> None:
    with shown(MemoirsPage(veiled=True), MEMOIRS) as page:
        assert "3 points. " not in told(page)
        assert "the heroes: 3 points" not in told(page)
        over = replace(MEMOIRS, stage="over", frames=(OverFrame("heroes"),))
        page.show_state(over, "h1")
        assert "The heroes have won: 3 points against 1." in told(page)
        assert "the heroes: 3 points" in told(page)


def accusing() -> State:
    state = turn_ends(TWO).now
    assert isinstance(state.frames[-1], AccuseFrame)
    return state


def test_the_end_of_turn_ticks_its_steps_off(qapp: QApplication) -> None:
    t = turn_ends(TWO)
    with shown(EndOfTurnPage(), t.now) as page:
        page.tell([SYSTEM.tell(t.now, event) for event in t.events])
        how = [view.accessibleDescription() for view in page.views[:10]]
        assert how == ["done", "now", *["to come"] * 8]
        state = choose(t.now, f"accuse_host:{TWO.suspects[0]}", "h1")
        page.show_state(state, "h1")
        assert "Declared; not answered yet" in told(page)
        before = SYSTEM.apply(state, SYSTEM.option_by(state, "no_accusation", "h1"))
        page.tell([SYSTEM.tell(t.now, event) for event in (*t.events, *before.events)])
        page.show_state(before.state, "h1")
        assert "The accusation is" in told(page)
        assert page.views[1].accessibleDescription().startswith("done")
        assert "the accusation is right" in told(page) or "wrong accusation so far" in told(page)


def test_who_can_be_accused_is_lit_and_picked_by_keys(qapp: QApplication) -> None:
    asked: list[str] = []
    with shown(EndOfTurnPage(), accusing()) as page:
        page.picked.connect(asked.append)
        host = f"card:{TWO.suspects[0]}"
        page.light(frozenset({host}))
        assert "can be chosen now" in part(page, host).accessibleDescription()
        next(view for view in page.sheet._ordered() if view.entry.stops).setFocus()
        for _ in range(40):
            focused = QApplication.focusWidget() or next(one for one in page.views if one.hasFocus())
            if focused is part(page, host):
                break
            QTest.keyClick(focused, Qt.Key.Key_Down)
        QTest.keyClick(part(page, host), Qt.Key.Key_Return)
        assert asked == [host]


def test_what_may_be_accused_stands_above_the_steps_where_there_is_one_column(qapp: QApplication) -> None:
    with shown(EndOfTurnPage(), accusing()) as page:
        host, step = part(page, f"card:{TWO.suspects[0]}"), page.views[0]
        assert host.y() < step.y()
        assert host.geometry().bottom() < page.column.viewport().height()
    with shown(EndOfTurnPage(), accusing(), size=(900, 600)) as page:
        assert page.views[0].y() == 0
        assert part(page, f"card:{TWO.suspects[0]}").x() > page.views[0].x()


def test_one_stop_of_tab_a_page_and_what_is_there_stays(qapp: QApplication) -> None:
    with shown(EndOfTurnPage(), accusing()) as page:
        stops = [view for view in page.views if view.focusPolicy() == Qt.FocusPolicy.StrongFocus]
        assert len(stops) == 1
        before = list(page.views)
        page.show_state(accusing(), "h1")
        assert page.views == before


@pytest.mark.parametrize("size", [(460, 560), (900, 600)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_is_cut_off_at_its_side(qapp: QApplication, size: tuple[int, int], scale: float) -> None:
    fonts.set_text_scale(scale)
    try:
        for page in (NotebookPage(), MissionsPage(), MemoirsPage(), EndOfTurnPage()):
            with shown(page, accusing(), size=size):
                views = page.views
                assert max(view.geometry().right() for view in views) < page.sheet.width()
                assert page.sheet.width() <= page.column.viewport().width()
                assert all(view.height() >= 14 for view in views)
    finally:
        fonts.set_text_scale(1.0)


def test_a_scroll_unrolls_unless_motion_is_reduced(qapp: QApplication) -> None:
    with shown(MemoirsPage(), TWO) as page:
        motion.set_reduced(False)
        page.show_state(MEMOIRS, "h1")
        assert part(page, "chapter:house:alert").height() < 20
        motion.set_reduced(True)
        QTest.qWait(motion.TURN + 120)
        assert part(page, "chapter:house:alert").height() > 30


def test_another_language_is_spoken_at_once(qapp: QApplication) -> None:
    tr.load(TRANSLATIONS)
    try:
        with shown(MemoirsPage(), MEMOIRS) as page:
            tr.set_language("fr")
            assert "3 points pour les héros" in told(page)
            assert page.heading.text() == "Les mémoires de Tikku"
    finally:
        tr.load(None)


def games(seeds: Sequence[int]) -> Iterator[State]:
    for seed in seeds:
        for tracked in (False, True):
            yield played(begun(3, tracked, seed), Random(seed), 150)


def test_every_page_shows_whatever_comes_to_whoever_looks(qapp: QApplication) -> None:
    pages = (NotebookPage(), MissionsPage(), MemoirsPage(), EndOfTurnPage())
    for page in pages:
        page.resize(460, 560)
    for state in games((1,)):
        for viewer in ("h1", "oni", "*"):
            for page in pages:
                page.show_state(seen(state, viewer), None if viewer == "*" else viewer)
                assert page.views
    for page in pages:
        page.deleteLater()


def test_ONI_2_a_card_drawn_by_the_last_activation_is_no_part_of_the_end_of_the_turn() -> None:
    """It stood below “In turn 8 or later, the Oni reveals itself”."""
    session, rng = Session.new(SYSTEM, setup(2, places="spaces"), CONTENT, 1), Random(1)
    while session.state.stage != "accusation" or "EventDrawn" not in [one.kind for one in _last(session)]:
        assert session.state.turn < 9, "this never came"
        if isinstance(session.pending, Roll):
            session.roll()
        else:
            choice = rng.choice(choices_of(session.pending))
            session.choose(rng.choice(choice.options), seat=choice.seat)
    assert ending(session, ONI) == [SYSTEM.tell(session.state, StepDone("EOT-1"))]


def _last(session: Session[State]) -> Sequence[Event]:
    return session.events_of(session.cursor - 1)


def test_a_page_under_others_is_measured_when_it_is_turned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[EntryView] = []
    high = EntryView.high
    monkeypatch.setattr(EntryView, "high", lambda view, wide: measured.append(view) or high(view, wide))
    book, above, page = QStackedWidget(), QWidget(), NotebookPage()
    book.addWidget(above)
    book.addWidget(page)
    book.resize(460, 560)
    book.show()
    page.show_state(TWO, "h1")
    page.show_state(with_clue("house:footsteps"), "h1")
    assert measured == []
    assert "footsteps" in told(page).lower(), "it is written all the same"
    book.setCurrentWidget(page)
    QApplication.processEvents()
    assert measured
    tops = [view.y() for view in page.views]
    assert tops == sorted(set(tops)), "one below the other"
    book.close()
    book.deleteLater()
