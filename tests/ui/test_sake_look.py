"""The table of Saké & Samouraï as a stranger sees it: nothing is cut off, lost or left unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Choice, Option, Together, choices_of
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.options import SEAT_AS_TARGET
from companion.model.games.sake.state.state import PLAY, SHEET, SPIRIT, State, free_spots
from companion.model.games.sake.table.corrections import Stop
from companion.ui.games.sake import hand
from companion.ui.games.sake.bench import slowest_frame
from companion.ui.games.sake.hand import fitted_lines
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.ring.flights import flights
from companion.ui.games.sake.ring.geometry import Geometry
from companion.ui.games.sake.ring.round_table import RoundTable
from companion.ui.games.sake.seen import seen
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.games.sake.vocabulary import called, card_text
from companion.ui.kit.theme import fonts, motion
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.budget import examples

from ..sake.tables import CONTENT, LETTERS, Table, katana, position
from .sake_kit import house_games, later, on_table, sit
from .test_window_kit import until, window
from .tour_kit import TRANSLATIONS, settle


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


def test_every_line_that_can_be_chosen_is_seen_whole(w: MainWindow) -> None:
    """Words that wrap to a second line once cost the last line its lower half."""
    screen = on_table(w, 5)
    later(screen, lambda state: state.active is not None and len(free_spots(state.seats[state.active])) < 2)
    sit(screen, screen.game.to_sit[0])
    titles = [line.title for line in screen.options.rows.lines]
    assert "Burn a sake: play one card more" in titles, "the longest line"
    assert screen.options.verticalScrollBar().maximum() == 0
    assert screen.options.height() >= screen.options.heightForWidth(screen.options.width())


def test_nothing_but_the_window_comes_up_while_the_screen_goes_from_hand_to_hand(w: MainWindow) -> None:
    """A button that gave way in the moment it was made once came up as a window of its own, and took the keys."""
    screen = on_table(w, 3)
    session, asked = screen.game.session, set[str]()
    while len(asked) < 3:  # faster than any event is worked off
        asked.update(screen.game.to_sit)
        pending = session.pending
        assert isinstance(pending, Choice)
        session.choose(next(one for one in pending.options if one.kind in ("end_phase", "hold", "discard")))
    QApplication.processEvents()
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [w]


def haunted(state: State) -> bool:
    return sum(seat.kind == SPIRIT for seat in state.seats) == 2


def test_the_log_names_cards_and_lines_as_people_do(w: MainWindow) -> None:
    """Never by the ids and numbers of the code."""
    screen = on_table(w, 5)
    later(screen, haunted)
    later(screen, lambda state: state.turn > 16)
    told = [line.title for line in screen.log.list.rows.lines]
    assert any("The ring closes over" in words and "between" in words for words in told)
    assert [words for words in told if re.search(r"[a-z]-\d|line \d|\. · ", words)] == []


def test_what_a_turn_begins_with_by_itself_stands_below_its_heading(w: MainWindow) -> None:
    """A Spirit without a power draws at once: that is told in its own turn, and Space there shows that moment."""
    screen = on_table(w, 5)
    later(screen, haunted)
    later(screen, lambda state: state.turn > 16)
    lines = screen.log.list.rows.lines
    below = [
        (head.title, line.title)
        for before, head, line in zip(lines, lines[1:], lines[2:], strict=False)
        if head.heading and not line.heading and line.id == before.id
    ]
    assert below
    for head, words in below:
        assert words.startswith(head.partition("'s turn")[0]), (head, words)
    assert screen.log.list.currentIndex().row() >= 0


def test_headings_of_the_log_are_whole(w: MainWindow) -> None:
    """The longest is that of a further Fatal Round."""
    screen = on_table(w, 3)
    later(screen, lambda state: state.fatal is not None)
    log = screen.log.list
    row = next(n for n, line in enumerate(log.rows.lines) if "the Fatal Round begins" in line.title)
    assert log.visualRect(log.rows.index(row)).height() > 1.5 * log.fontMetrics().height()


def test_the_cover_says_what_is_asked_and_who_has_answered(w: MainWindow) -> None:
    """Who is not asked has not answered either: the attacker, and Spirits."""
    screen = on_table(w, 4)
    later(screen, lambda state: isinstance(screen.game.session.pending, Together) and state.active is not None)
    cover, asked = screen.cover, screen.game.to_sit
    assert re.match(r"[\w-]+ (attacks|wants to move)|A Disciple of", cover.asked.text()), cover.asked.text()
    assert cover.answered.text().startswith("Still to answer: ")
    sit(screen, asked[0])
    screen.take(next(part for part in screen.parts if part.value == "pass"))
    assert cover.answered.text().startswith(f"Have answered: {screen.seat_name(ord(asked[0]) - 65)} · still")


def test_the_question_of_whoever_sits_there_stands_first_and_whose_turn_it_is_above(w: MainWindow) -> None:
    """Who has drawn more than may be kept is asked to discard, in the middle of somebody's move."""
    screen = on_table(w, 3)
    sit(screen, "A")
    assert screen.prompt.text() == "Your turn · 2 plays left"
    later(screen, lambda state: type(state.frames[-1]).__name__ == "LimitFrame" if state.frames else False)
    seat = screen.game.to_sit[0]
    assert screen.cover.asked.text().startswith("Discard ") or screen.public.story()
    sit(screen, seat)
    over = len(screen.hand.cards) - 4
    assert screen.slip.question.text() == f"Discard {over} card{'s' * (over > 1)}: at most 4 are kept"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_card_of_the_hand_says_all_its_words(
    w: MainWindow, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dumplings ended in dots, in every language."""
    tr.load(TRANSLATIONS, language)
    said: list[str] = []

    def listening(words: str, *room: float) -> tuple[QFont, list[str]]:
        font, lines = fitted_lines(words, *room)
        said.append(words if " ".join(lines) == words else f"{lines}")
        return font, lines

    monkeypatch.setattr(hand, "fitted_lines", listening)
    deck = on_table(w, 3).table.deck
    for n, kind in enumerate(deck.types):
        card = hand.HandCard(deck, deck.type.index(n))
        card.resize(fonts.px(150), fonts.px(188))
        card.show_state(frozenset(("text", "attack")), "1", taken=False, box="")
        card.grab()
        assert said[-1] == tr(card_text(kind))
        card.deleteLater()
    tr.load(None)


def test_what_is_pointed_at_lies_on_top_of_a_full_hand(w: MainWindow) -> None:
    screen = on_table(w, 3)
    later(screen, lambda state: type(state.frames[-1]).__name__ == "LimitFrame" if state.frames else False)
    screen.game.sit(screen.game.to_sit[0])
    w.resize(800, 600)
    QApplication.processEvents()
    first, second = screen.hand.cards[:2]
    assert first.geometry().intersects(second.geometry())
    for card, other in ((first, second), (second, first)):
        card.setFocus()
        middle = first.geometry().intersected(second.geometry()).center()
        assert screen.hand.childAt(middle) is card, other
    w.resize(1280, 800)


@pytest.mark.parametrize(("size", "scale"), [((800, 600), 1.0), ((1280, 800), 1.5)])
def test_a_small_window_loses_neither_the_next_step_nor_the_last_thing_that_happened(
    w: MainWindow, size: tuple[int, int], scale: float
) -> None:
    screen = on_table(w, 8)
    later(screen, lambda state: state.turn > 2 and not state.frames)
    screen.game.sit(screen.game.to_sit[0])
    w.resize(*size)
    w.keeper.change(text_scale=scale)
    settle()
    assert w.room.horizontalScrollBar().maximum() == w.room.verticalScrollBar().maximum() == 0
    for part in (screen.step, screen.log, screen.ring, *screen.hand.cards):
        assert part.isVisible(), part
        assert w.rect().contains(part.mapTo(w, part.rect().bottomRight())), part
    w.keeper.change(text_scale=1.0)
    w.resize(1280, 800)


def test_only_what_has_changed_on_the_table_is_painted_anew(w: MainWindow) -> None:
    """At 4K the whole table takes three frames."""
    screen = on_table(w, 8)
    later(screen, lambda state: state.turn > 2 and not state.frames)
    screen.game.sit(screen.game.to_sit[0])
    settle()
    screen.ring.grab()
    before = dict(screen.ring._kept)
    assert {"ground", "masu", "pile", "discard", "turn", "line 0 1", "mask 7", "life 7", "hand 7"} <= set(before)
    screen.ring.hover(Part("target", SEAT_AS_TARGET))
    screen.ring.grab()
    assert screen.ring._kept == before
    screen.take(next(part for part in screen.parts if part.value == "end_phase"))
    if not screen.covered:
        screen.ring.grab()
        anew = {name for name, kept in screen.ring._kept.items() if kept[0] != before[name][0]}
        assert anew.isdisjoint({"ground", *(name for name in anew if name.startswith(("line", "mask")))})
        assert 1 <= len(anew) <= 8
        painted = sum(screen.ring._kept[name][1].width() * screen.ring._kept[name][1].height() for name in anew)
        assert painted < screen.ring.width() * screen.ring.height() * 0.1


@settings(max_examples=examples(60))
@given(st.integers(3, 8), st.lists(st.tuples(st.integers(0, 7), st.integers(500, 1100), st.integers(300, 700)),
                                   min_size=2, max_size=4))  # fmt: skip
def test_the_table_looks_the_same_whoever_has_seen_it_before(
    qapp: QApplication, count: int, seen_by: list[tuple[int, int, int]]
) -> None:
    """Seats go round, and the table takes other sizes; no pixel tells whether that was painted."""
    state = Table.of({"A": katana(1, wounds=2), **{seat: {"sake": ["sheet"]} for seat in LETTERS[1:count]}}).state

    def looks(ring: RoundTable, n: int, *size: int) -> QImage:
        ring.resize(*size)
        ring.show_table(seen(SYSTEM, state, LETTERS[n % count]))
        return ring.grab().toImage()

    used = RoundTable(str)
    last = [looks(used, *one) for one in seen_by][-1]
    assert last == looks(RoundTable(str), *seen_by[-1])


def test_what_has_changed_since_the_last_turn_stands_beside_each_seat(w: MainWindow) -> None:
    """As tags on the table, in the note of who is pointed at; nothing of it while the screen is covered."""
    screen = on_table(w, 4)
    session = screen.game.session
    later(screen, lambda state: state.turn > 8 and not state.frames and state.fatal is None)
    assert screen.ring.since == {}
    seat = screen.game.to_sit[0]
    screen.game.sit(seat)
    n, found = ord(seat) - 65, screen.ring.since
    turns = [session.state_at(at) for at in range(session.cursor + 1)]
    before = next(
        later
        for earlier, later in zip(turns[::-1][1:], turns[::-1], strict=False)
        if earlier.active == n and earlier.turn < turns[-1].turn
    )
    for other, (then, now) in enumerate(zip(before.seats, turns[-1].seats, strict=True)):
        sake = len(now.sake) + now.jar - len(then.sake) - then.jar
        assert (found[other].sake if other in found else 0) == sake
    assert found
    who = next(iter(found))
    screen.ring.hover(Part("target", SEAT_AS_TARGET + who))
    assert re.match(r"\S+: (life \d|Spirit).* · Since your last turn: ", screen.note.text()), screen.note.text()


def test_an_iaido_says_that_it_moves_first_and_a_spirit_whom_it_torments(w: MainWindow) -> None:
    screen = on_table(w, 4)
    later(screen, lambda state: any(type(one).__name__ == "IaidoFrame" for one in state.frames[:-1]))
    screen.game.sit(screen.game.to_sit[0])
    assert re.match(r"Iaido: \d steps? on the (left|right) first\.", screen.slip.story.text())
    screen = on_table(w, 4)
    session = screen.game.session
    later(
        screen,
        lambda state: isinstance(session.pending, Choice) and any(o.kind == "torment" for o in session.pending.options),
    )
    screen.game.sit(screen.game.to_sit[0])
    assert any(line.title.startswith("Torment ") for line in screen.options.rows.lines)


def test_the_location_and_its_rule_are_told_at_the_table(w: MainWindow) -> None:
    screen = on_table(w, 3, location="house:alley")
    sit(screen, "A")
    assert screen.prompt.text() == "Your turn · 2 plays left · Narrow alley"
    rule = "Narrow alley: Two steps between neighbours at the start instead of three."
    assert screen.prompt.toolTip() == rule
    assert screen.ring.accessibleDescription().startswith(rule)


def test_a_frame_of_the_table_is_measured(qtbot: object) -> None:
    assert 0 < slowest_frame((1280, 800), 2) < 500


def test_the_end_of_eight_leaves_room_for_the_log(w: MainWindow) -> None:
    screen = on_table(w, 8)
    later(screen, lambda state: state.turn > 2 and not state.frames)
    assert screen.game.correct(Stop())
    QApplication.processEvents()
    assert len(screen.standings.rows) == 8 and screen.standings.isVisible()
    assert "seppuku" not in screen.standings.accessibleDescription(), "the table has stopped the game"
    assert screen.standings.geometry().bottom() < screen.slip.rematch.geometry().top()
    assert screen.log.isVisible()
    assert w.rect().contains(screen.log.mapTo(w, screen.log.rect().bottomRight()))


def test_cards_and_sake_are_seen_to_move_unless_motion_is_reduced(w: MainWindow) -> None:
    """A card goes from the hand to the middle, sake out of the Masu to whoever drinks; the table shows it at once."""
    screen = on_table(w, 3)
    later(screen, lambda state: state.phase == PLAY and not state.frames and drinks(screen) is not None)
    screen.game.sit(screen.game.to_sit[0])
    settle()
    ring, seat = screen.ring, screen.game.state.active
    motion.set_reduced(False)
    assert screen.game.choose(drinks(screen))
    assert screen.game.state.seats[seat].hand and ring._flights
    below = [one for one in ring._flights if one.start.y() > ring.geometry_.blocks[seat].top()]
    assert below, "from the own hand"
    until(lambda: not ring._flights)
    motion.set_reduced(True)
    screen.game.undo()
    screen.game.choose(drinks(screen))
    assert not ring._flights


def drinks(screen: SakeScreen) -> Option | None:
    choices = choices_of(screen.game.session.pending)
    return next((one for one in choices[0].options if one.kind == "drink"), None)


def test_sake_flies_from_the_masu_to_where_it_lies() -> None:
    t = Table(position({"A": katana(1), "B": {}, "C": {}}))
    room = QRectF(0, 0, 900, 600)
    before = Geometry(seen(SYSTEM, t.state, "A"), room, 1.0)
    poured = SYSTEM.encode(t.state)
    poured["seats"][1]["sake"], poured["masu"] = ["sheet"], poured["masu"] - 1
    after = Geometry(seen(SYSTEM, SYSTEM.decode(poured, CONTENT), "A"), room, 1.0)
    (cup,) = flights(before, after)
    assert (cup.start, cup.end) == (before.masu.center(), after.spot(1, SHEET))
    assert flights(after, after) == []
    assert flights(Geometry(seen(SYSTEM, t.state, "B"), room, 1.0), after) == [], "another has the screen now"


def test_the_only_nameless_person_is_you_in_the_title() -> None:
    alone = GameSettings(("", "Shizuka", "Hayate"), ("person", "greedy", "greedy"), bands=("",) * 3)
    assert tr(called(alone)) == "Saké & Samouraï: You, Shizuka, Hayate"
    friends = GameSettings(("", "", "Hayate"), ("person", "person", "greedy"), bands=("",) * 3)
    assert tr(called(friends)) == "Saké & Samouraï: A, B, Hayate"
