"""The kit's list: keys, mouse, screen readers, theme and text size, whatever its rows show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, palette

from .rows import row, rows

KEY = Qt.Key
LINES = (
    Line("", "Saved", heading=True),
    Line("a", "Ninja", "Mercenary", value="3"),
    Line("b", "Oni", refusal="Too dear for this band."),
    Line("", "Ready-made", heading=True),
    Line("c", "Ronin", "A wandering swordsman"),
    Line("d", "Okko"),
)


class Page(QWidget):
    """A list below something else that takes the keys."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.list = QLineEdit(self), ListView(self)
        column = QVBoxLayout(self)
        column.addWidget(self.before)
        column.addWidget(self.list)
        self.list.setAccessibleName("Bands")
        self.list.show_lines(LINES)


@pytest.fixture
def page(qtbot: Any) -> Iterator[Page]:
    scale, theme = fonts.text_scale(), palette.current()
    made = Page()
    made.resize(300, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is made)
    yield made
    made.deleteLater()
    fonts.set_text_scale(scale)
    palette.set_theme(theme)


def test_arrows_go_round_past_headings_and_what_cannot_be_chosen(page: Any) -> None:
    view, came = page.list, []
    view.setFocus()
    view.held.connect(came.append)
    assert row(view, "a").hasFocus(), "the first that can be chosen"
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Down, KEY.Key_Up, KEY.Key_Home, KEY.Key_End):
        QTest.keyClick(view, key)
    assert came == ["c", "d", "a", "d", "a", "d"]
    view.searches = True
    QTest.keyClick(view, "n")
    assert row(view, "a").hasFocus(), "a letter goes to what begins with it"


def test_enter_space_and_a_click_choose_and_delete_asks(page: Any) -> None:
    view, chosen, deleted = page.list, [], []
    view.chosen.connect(chosen.append)
    view.deleted.connect(deleted.append)
    view.setFocus()
    QTest.keyClick(view, KEY.Key_Return)
    QTest.keyClick(view, KEY.Key_Down)
    QTest.keyClick(view, KEY.Key_Space)
    QTest.keyClick(view, KEY.Key_Delete)
    row(view, "d").click()
    row(view, "b").click()
    assert chosen == ["a", "c", "d"], "what is refused is not chosen"
    assert deleted == ["c"]


def test_a_list_is_one_stop_of_the_tab_key_and_none_when_empty(page: Any) -> None:
    page.before.setFocus()
    QTest.keyClick(page.before, KEY.Key_Tab)
    assert page.list.hasFocus()
    QTest.keyClick(page.list, KEY.Key_Tab)
    assert page.before.hasFocus()
    page.list.show_lines([])
    QTest.keyClick(page.before, KEY.Key_Tab)
    assert page.before.hasFocus()


def test_the_keys_stay_on_their_row_and_go_to_a_neighbour_when_it_is_gone(page: Any) -> None:
    view = page.list
    view.setFocus()
    view.hold("c")
    view.show_lines([Line("new", "New"), *LINES])
    assert row(view, "c").hasFocus()
    view.show_lines([line for line in LINES if line.id != "c"])
    assert view.line is not None and view.line.id == "d"


def test_what_is_sifted_out_takes_its_heading_along(page: Any) -> None:
    view = page.list
    view.sift(lambda line: "o" in line.title.casefold())
    assert [found.id for found in rows(view)] == ["b", "c", "d"]
    view.sift(lambda line: line.id == "d")
    assert [found.id for found in rows(view)] == ["d"] and view.isRowHidden(0) and not view.isRowHidden(3)
    view.sift(None)
    assert len(rows(view)) == 4


def test_a_screen_reader_hears_name_state_and_reason(page: Any) -> None:
    view = page.list
    view.mark("d")
    assert QAccessible.queryAccessibleInterface(view).role() == QAccessible.Role.List
    node = row(view, "b").node()
    assert node.role() == QAccessible.Role.ListItem and node.text(QAccessible.Text.Name) == "Oni"
    assert row(view, "b").described() == "Too dear for this band."
    assert row(view, "a").described() == "3, Mercenary"
    assert row(view, "d").node().state().checked


def test_rows_follow_text_size_width_and_theme(page: Any) -> None:
    view = page.list
    high = view.heightForWidth(260)
    assert view.heightForWidth(130) > high, "words wrap"
    fonts.set_text_scale(1.5)
    QApplication.processEvents()
    assert view.heightForWidth(260) > high
    assert view.visualRect(view.rows.index(1)).height() == view.delegate.row_height(LINES[1], view.viewport().width())
    ground = view.grab().toImage()
    palette.set_theme(palette.NIGHT if palette.current() is not palette.NIGHT else palette.PAPER)
    QApplication.processEvents()
    assert view.grab().toImage() != ground


def test_a_list_that_grows_scrolls_what_it_lies_in(qtbot: Any) -> None:
    area = ScrollColumn(least=60)
    qtbot.addWidget(area)
    view = ListView(grows=True)
    area.column.addWidget(view)
    view.show_lines([Line(str(n), f"Row {n}") for n in range(40)])
    area.resize(220, 200)
    area.show()
    area.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is area)
    assert view.height() == view.heightForWidth(view.width()) > area.height()
    view.setFocus()
    QTest.keyClick(view, KEY.Key_End)
    bar = area.verticalScrollBar()
    assert bar.value() > bar.maximum() - 20, "the row with the keys is in sight"


def test_a_click_far_down_chooses_what_lies_under_it_though_the_keys_were_elsewhere(page: Any) -> None:
    chosen: list[str] = []
    popup = ChoicePopup([Line(str(n), f"Row {n}") for n in range(60)], page.before, name="Rows", find="Search")
    popup.chosen.connect(chosen.append)
    popup.popup(page.before)
    assert popup.search.hasFocus()
    QApplication.processEvents()
    row(popup.lines, "58").click()
    assert chosen == ["58"]


def test_what_stands_at_the_right_is_heard_once(page: Any) -> None:
    page.list.show_lines([Line("a", "1. First turn", "How a turn goes", value="3 min", heard="First turn, 3 min")])
    roles = Qt.ItemDataRole
    index = page.list.rows.index(0)
    assert index.data(roles.AccessibleTextRole) == "First turn, 3 min"
    assert index.data(roles.AccessibleDescriptionRole) == "How a turn goes"


def test_a_menu_opens_at_what_is_chosen_now(page: Any) -> None:
    popup = ChoicePopup([Line("mask", "The night of masks"), Line("well", "The well of mists", chosen=True)], page)
    popup.popup(page.before)
    assert popup.lines.line is not None and popup.lines.line.id == "well"
    popup.close()


def test_two_columns_lie_beside_each_other_at_any_width() -> None:
    """Also where half of the room is a whole number of pixels: Qt wraps a row that fills it to the last one."""
    view = ListView()
    view.set_columns(2)
    view.show_lines([Line(str(n), f"Line {n}") for n in range(4)])
    for width in (400, 401, 740, 743):
        view.resize(width, 120)
        view.show()
        QApplication.processEvents()
        tops = {view.visualRect(view.rows.index(n)).top() for n in range(4)}
        assert len(tops) == 2, width
    view.close()
    view.deleteLater()
