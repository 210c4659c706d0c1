"""Help in the window: F1 on the page that fits, search, back and forward, pictures, and words that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.model.help.library import HelpLibrary, Place
from companion.model.help.page import Link
from companion.resources import resources_dir
from companion.ui.games import GAMES
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.cards.profile import ProfileCard
from companion.ui.kit.explain import TermLabel, explainer, places
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Toast
from companion.ui.kit.rich_text import PageText
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts
from companion.ui.play.log_panel import LogPanel
from companion.ui.shell.help.page_view import DiagramView, PageView
from companion.ui.shell.help.screen import HelpScreen
from companion.ui.shell.window import MainWindow

from .test_window_kit import press, window
from .tour_kit import TRANSLATIONS, settle

LIBRARY = HelpLibrary([resources_dir() / "help"])


@pytest.fixture
def w(qtbot: QtBot) -> Iterator[MainWindow]:
    with window(folder=TRANSLATIONS) as made:
        yield made
    explainer.use(lambda: None)  # type: ignore[arg-type, return-value]
    explainer.speak_of("")


def help_of(w: MainWindow) -> HelpScreen:
    settle()
    assert w.navigator is not None
    assert isinstance(w.navigator.help_desk.screen, HelpScreen)
    assert w.front() is w.navigator.help_desk.screen
    return w.navigator.help_desk.screen


def asagiri(w: MainWindow) -> QWidget:
    assert w.navigator is not None
    w.navigator.screens("asagiri").quick_start()
    settle()
    front = w.front()
    assert front is not None
    return front


def test_f1_opens_the_help_on_the_page_that_fits_and_leads_back_to_the_game(w: MainWindow) -> None:
    press(Qt.Key.Key_F1)
    assert help_of(w).place == Place("manual", "welcome")
    press(Qt.Key.Key_Escape)
    assert w.front() is w.home
    table = asagiri(w)
    before = w.navigator.table if w.navigator is not None else None
    press(Qt.Key.Key_F1)
    assert help_of(w).place == Place("asagiri", "dice"), "dice are to be rolled"
    press(Qt.Key.Key_F1)
    assert w.front() is table
    assert w.navigator is not None
    assert w.navigator.table is before, "the game was lost"


def test_pages_are_turned_back_and_forward_by_keys(w: MainWindow) -> None:
    press(Qt.Key.Key_F1)
    shown = help_of(w)
    shown.go(Place("asagiri", "combat"))
    shown.follow(Link("rule", "CTL-1"))
    settle()
    assert shown.place == Place("asagiri", "facing", "CTL-1")
    press(Qt.Key.Key_Left, modifier=Qt.KeyboardModifier.AltModifier)
    assert shown.place == Place("asagiri", "combat")
    press(Qt.Key.Key_Left, modifier=Qt.KeyboardModifier.AltModifier)
    press(Qt.Key.Key_Right, modifier=Qt.KeyboardModifier.AltModifier)
    assert shown.place == Place("asagiri", "combat")
    assert shown.contents.line is not None
    assert shown.contents.line.title == "Combat"


def test_an_anchor_is_scrolled_to(w: MainWindow) -> None:
    assert w.navigator is not None
    w.navigator.help_desk.explain(Link("rule", "CBT-5"))
    shown = help_of(w)
    assert shown.page is not None
    assert shown.area.verticalScrollBar().value() > 300
    top = shown.page.top_of("CBT-5") - shown.area.verticalScrollBar().value()
    assert 0 <= top < shown.area.viewport().height() / 2


def test_an_anchor_of_another_page_is_scrolled_to_exactly(w: MainWindow) -> None:
    assert w.navigator is not None
    for rule in ("MOV-6", "CBT-5", "KAR-5", "SHT-5"):
        w.navigator.help_desk.explain(Link("rule", rule))
        shown = help_of(w)
        assert shown.page is not None
        bar = shown.area.verticalScrollBar()
        wanted = shown.page.y() + shown.page.top_of(rule) - fonts.px(6)
        assert bar.value() == min(wanted, bar.maximum()), rule


def test_search_finds_as_one_types_and_enter_reads(w: MainWindow) -> None:
    press(Qt.Key.Key_F1)
    shown = help_of(w)
    press(Qt.Key.Key_F, modifier=Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(shown.search, "from behind")
    assert shown.contents.rows.lines[0].title == "From behind"
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    assert shown.place == Place("asagiri", "combat", "CBT-5")
    press(Qt.Key.Key_Escape)
    assert w.front() is shown, "Escape clears the search first"
    assert not shown.search.text()


def test_tab_goes_from_link_to_link_and_enter_follows(w: MainWindow) -> None:
    assert w.navigator is not None
    w.navigator.show_help("asagiri/combat")
    shown = help_of(w)
    assert isinstance(QApplication.focusWidget(), PageText)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget().accessibleDescription().startswith("Control zone: ")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert shown.place == Place("asagiri", "terms", "control-zone")


def test_a_page_is_said_in_another_language_at_once(w: MainWindow) -> None:
    assert w.navigator is not None
    w.navigator.show_help("asagiri/combat")
    shown = help_of(w)
    w.keeper.change(language="fr")
    settle()
    assert shown.page is not None
    assert shown.page.title.text() == "Le combat"
    assert any(line.title == "Le recul" for line in shown.contents.rows.lines)
    w.keeper.change(language="en")


def test_every_picture_is_drawn_by_its_game_and_can_be_touched(qtbot: QtBot) -> None:
    found = []
    for path in sorted((resources_dir() / "help" / "positions").rglob("*.json")):
        draw = GAMES[path.parent.name].diagram
        assert draw is not None
        from json import loads

        board = draw(loads(path.read_text("utf-8")))
        qtbot.addWidget(board)
        assert board.focusPolicy() & Qt.FocusPolicy.TabFocus
        QTest.keyClick(board, Qt.Key.Key_Right)
        found.append(board)
    assert len(found) > 20


def test_a_broken_picture_says_why(qtbot: QtBot, tmp_path) -> None:  # type: ignore[no-untyped-def]
    from companion.model.help.page import Diagram

    (tmp_path / "x.json").write_text('{"format": "okko-position/1", "system": "asagiri"}')
    around = QWidget()
    qtbot.addWidget(around)
    shown = DiagramView(Diagram("x", "Words", "Words"), tmp_path / "x.json", GAMES["asagiri"].diagram, around)
    shown.make()
    assert shown.board is not None
    assert "cannot be drawn" in shown.board.text()  # type: ignore[attr-defined]


def test_a_refusal_marks_its_terms_and_leads_to_its_rule(w: MainWindow) -> None:
    table = asagiri(w)
    assert explainer.library is not None
    toast = Toast(table, "Okko can't shoot: an enemy's control zone. (SHT-1)")
    toast.popup()
    label = toast.findChild(TermLabel)
    assert label is not None
    marks = label.marks.places()
    assert [str(link) for _, link in marks] == ["term:asagiri/control-zone", "rule:SHT-1"]
    at = marks[0][0].center()
    hover(label, at)
    assert label.toolTip().startswith("Control zone: The three squares")
    assert "<" not in label.toolTip()
    click_at(label, marks[1][0].center())
    settle()
    assert help_of(w).place == LIBRARY.rule("SHT-1")


def hover(label: QWidget, at: QPointF) -> None:
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove, at, QPointF(label.mapToGlobal(at.toPoint())), none, none,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(label, event)


def click_at(widget: QWidget, at: QPointF) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))


def test_a_name_with_markup_stays_text(qtbot: QtBot, w: MainWindow) -> None:
    assert explainer.library is not None
    label = TermLabel(None)
    qtbot.addWidget(label)
    label.setText("<b>control zone</b> of <img src='x'>")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert [str(link) for _, link in label.marks.places()] == ["term:asagiri/control-zone"]


def test_marks_lie_under_the_words_that_they_are_about(qtbot: QtBot, w: MainWindow) -> None:
    assert explainer.library is not None
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QFontMetricsF

    font = fonts.font("text")
    ((rect, _),) = places("An enemy's control zone", font, QRectF(0, 0, 1000, 30))
    metrics = QFontMetricsF(font)
    assert abs(rect.left() - metrics.horizontalAdvance("An enemy's ")) < 2
    assert abs(rect.width() - metrics.horizontalAdvance("control zone")) < 2


def test_question_mark_lists_the_words_of_the_screen(w: MainWindow) -> None:
    table = asagiri(w)
    assert explainer.library is not None
    Toast(table, "An enemy's control zone. (SHT-1)").popup()
    press(Qt.Key.Key_Question)
    assert w.sheets is not None
    terms = w.sheets.made["keys"].content.terms  # type: ignore[attr-defined]
    shown = {line.title: line.words for line in terms.rows.lines}
    assert shown["Control zone"].startswith("The three squares")
    assert "SHT-1" in shown
    assert "keys_wanted" not in shown
    terms.hold("rule:SHT-1")
    terms.choose()
    assert help_of(w).place == LIBRARY.rule("SHT-1")


def test_a_page_is_turned_within_a_frame_or_two(w: MainWindow) -> None:
    """Processor time until it is painted: 20 ms for the longest on an idle machine, and room for a loaded one."""
    asagiri(w)
    press(Qt.Key.Key_F1)
    screen, times = help_of(w), []
    for name in ("terms", "skills", "terms", "adventures", "terms"):
        begun = process_time()
        screen.go(Place("asagiri", name))
        QApplication.processEvents()
        times.append(process_time() - begun)
        settle()
    assert min(times[0::2]) < 0.08, times


def test_text_of_a_page_is_laid_out_once(qtbot: QtBot) -> None:
    page = LIBRARY.page("en", "asagiri", "terms")
    assert page is not None
    view = PageView(page, lambda name: None, None, lambda rule: LIBRARY.enforcement(rule, "asagiri"), width=620)
    qtbot.addWidget(view)
    (text,) = (part for part in view.parts if isinstance(part, PageText))
    sizes: list[object] = []
    text.document().documentLayout().documentSizeChanged.connect(sizes.append)
    view.resize(620, 800)
    view.show()
    settle()
    assert text.height() > 800
    assert text.viewport().geometry() == text.rect(), "it is no field to type in"
    assert len(sizes) <= 1, "at no other width on the way"


def test_nothing_is_fetched_because_a_page_names_it(qtbot: QtBot) -> None:
    text = PageText('<img src="file:///etc/hostname"><a href="file:///etc/passwd">x</a>')
    qtbot.addWidget(text)
    assert text.loadResource(2, "file:///etc/hostname") is None
    taken = []
    text.followed.connect(taken.append)
    text.anchorClicked.emit("file:///etc/passwd")
    assert taken == []


def test_the_second_game_has_its_own_pages_and_words(qtbot: QtBot) -> None:
    from . import sake_kit

    with window(sake_kit.house_games(), folder=TRANSLATIONS) as w:
        screen = sake_kit.on_table(w)
        press(Qt.Key.Key_F1)
        assert help_of(w).place == Place("sake", "a-turn")
        press(Qt.Key.Key_Escape)
        assert w.front() is screen
        found = [str(one.link) for one in explainer.mentions("A Spirit torments. (SPI-7)")]
        assert found == ["term:sake/spirit", "term:sake/torment", "rule:SPI-7"]
        press("A")  # Bruno sits down
        settle()
        for card in screen.hand.cards:
            middle = QPointF(card.rect().center())
            QApplication.sendEvent(card, QEnterEvent(middle, middle, QPointF(card.mapToGlobal(middle.toPoint()))))
        tips = [card.toolTip() for card in screen.hand.cards]
        assert tips
        assert all(tips)
        assert any("Step: A wooden cube" in tip for tip in tips), tips


def test_a_skill_on_a_card_says_what_it_does_and_what_its_words_mean(w: MainWindow) -> None:
    from companion.ui.games.asagiri.cards.card import CharacterCardFace

    table = asagiri(w)
    assert explainer.library is not None
    told = [
        (line, card.told_at(room.center()))
        for card in table.findChildren(CharacterCardFace)
        for line, room in zip(card.face.vigilant.skills, card.places().skills, strict=False)
    ]
    assert told
    assert all(words.startswith(f"{line.name} · {line.words}") for line, words in told)
    assert any("\n" in words for _, words in told), "no term in any skill"


def test_a_card_that_is_held_close_leads_to_its_words_by_mouse_and_keys(w: MainWindow) -> None:
    table = asagiri(w)
    assert explainer.library is not None
    who = next(
        card.who for card in table.findChildren(ProfileCard) if explainer.mentions(card.painted_words(None))
    )  # fmt: skip
    large = LargeCard(table.game, who, table)
    settle()
    marks = large.card.marks.places()
    assert marks and all(large.card.rect().contains(rect.toAlignedRect()) for rect, _ in marks)
    hover(large.card, marks[0][0].center())
    assert large.card.cursor().shape() == Qt.CursorShape.PointingHandCursor
    click_at(large.card, marks[0][0].center())
    place = help_of(w).place
    press(Qt.Key.Key_Escape)
    assert w.front() is table
    LargeCard(table.game, who, table)
    press(Qt.Key.Key_Question)
    popup = w.findChild(ChoicePopup)
    assert popup is not None and popup.lines.rows.lines[0].words, "each with its sentence"
    press(Qt.Key.Key_Return)
    assert help_of(w).place == place
    press(Qt.Key.Key_Escape)
    assert w.front() is table
    LargeCard(table.game, who, table)
    press(Qt.Key.Key_F1)
    assert help_of(w).isVisible()


def test_a_word_in_the_log_leads_to_its_page_and_a_line_still_to_its_moment(w: MainWindow) -> None:
    table = asagiri(w)
    assert explainer.library is not None
    press("H")
    log = table.findChild(LogPanel)
    assert log is not None
    log.list.show_lines([Line("1", "Okko stands in a control zone.")])
    settle()
    index = log.list.rows.index(0)
    (mark,) = log.list.look.marks(log.list.rows.lines[0], QRectF(log.list.visualRect(index)))
    at = mark[0].center().toPoint()
    QCursor.setPos(log.list.viewport().mapToGlobal(at))
    chosen: list[str] = []
    log.list.chosen.connect(chosen.append)
    click_at(log.list.viewport(), mark[0].center())
    assert help_of(w).isVisible() and not chosen
    press(Qt.Key.Key_Escape)
    beside = QPointF(mark[0].left() - 30, mark[0].center().y())
    QCursor.setPos(log.list.viewport().mapToGlobal(beside.toPoint()))
    click_at(log.list.viewport(), beside)
    assert chosen == ["1"]


def test_question_mark_lists_first_what_is_painted_where_the_pointer_is(w: MainWindow) -> None:
    table = asagiri(w)
    assert explainer.library is not None
    card, room, named = next(
        (card, room, links)
        for card in table.findChildren(ProfileCard)
        for room in card.places().skills
        if (links := explainer.links_in([card.painted_words(room.center())]))
    )
    QCursor.setPos(card.mapToGlobal(room.center().toPoint()))
    press(Qt.Key.Key_Question)
    assert w.sheets is not None
    terms = w.sheets.made["keys"].content.terms  # type: ignore[attr-defined]
    shown = [line.id for line in terms.rows.lines if not line.heading]
    assert shown[: len(named)] == [str(link) for link in named]


def test_words_of_a_lesson_lead_where_they_say(qtbot: QtBot, w: MainWindow) -> None:
    assert explainer.library is not None
    label = TermLabel(None)
    qtbot.addWidget(label)
    label.show_linked("Whoever enters [such squares](term:control-zone) stops <b>here</b>.")
    assert label.text() == "Whoever enters such squares stops <b>here</b>."
    (mark,) = label.marks.places()
    assert str(mark[1]) == "term:control-zone"
    hover(label, mark[0].center())
    assert label.toolTip().startswith("Control zone: ")
    click_at(label, mark[0].center())
    settle()
    assert help_of(w).place == LIBRARY.rule("CTL-1")
    label.setText("Nothing here.")
    assert label.marks.places() == []
