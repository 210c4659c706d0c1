"""Cards on paper: where they lie, that backs lie behind their fronts, and what is in the PDF."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QFont, QImage, QPainter, QRawFont
from PySide6.QtWidgets import QApplication

from companion.model.core.words import Words
from companion.model.games.asagiri.state import cards as packs
from companion.resources import resources_dir
from companion.ui.games.asagiri.cards import card as card_face
from companion.ui.games.asagiri.cards import portrait, profile
from companion.ui.games.asagiri.cards.face import FRESH, SkillLine, face_of_card
from companion.ui.games.asagiri.print import card_sheets
from companion.ui.games.asagiri.print.screen import PrintScreen
from companion.ui.games.asagiri.print.subjects import Order, of_records
from companion.ui.kit.paper import pdf_writer
from companion.ui.kit.paper.sheets import LEAST_MARGIN, PAPERS, SIZES, Layout, PageRectangle, layout, pages
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts as typeface
from companion.ui.kit.translator import tr
from tests.ui import pdfs
from tests.ui.test_cards_kit import LIBRARY, hold
from tests.ui.test_window_kit import new_shelf, until, window
from tests.ui.test_window_kit import press as press_keys

from .rows import row, rows

CLOSE = 0.2
"""Millimetres by which a back may be off."""
LAYOUTS = [
    layout(paper, size, turn)
    for paper, size, turn in itertools.product(PAPERS, SIZES, ("long", "short", "fold", "none"))
]
every_layout = pytest.mark.parametrize(
    "how", LAYOUTS, ids=lambda how: f"{how.width:.0f}x{how.height:.0f}-{how.size.id}-{how.turn}"
)


def cards(count: int, language: str = "en") -> tuple[card_sheets.PrintCard, ...]:
    return tuple(itertools.islice(itertools.cycle(card_sheets.every_card(LIBRARY, Words(language))), count))


def job(how: Layout, count: int) -> pdf_writer.Job:
    return pdf_writer.Job("House box", cards(count), how, "50 mm · print at 100%")


def turned_over(box: PageRectangle, how: Layout) -> PageRectangle:
    """Where a place is seen from the other side, the sheet turned on an edge of the paper."""
    upright_axis = (how.turn == "long") != how.lying
    if upright_axis:
        return PageRectangle(how.width - box.right, box.y, box.width, box.height)
    return PageRectangle(box.x, how.height - box.bottom, box.width, box.height)


def off(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


# where cards lie ----------------------------------------------------------------------------------------------------


def test_nine_poker_cards_lie_on_a_page() -> None:
    for paper in PAPERS:
        how = layout(paper, SIZES[0], "long")
        assert (how.columns, how.rows, how.lying) == (3, 3, False)


@every_layout
def test_cards_are_whole_on_the_page_and_touch_without_overlapping(how: Layout) -> None:
    places = [how.front(n) for n in range(how.count)]
    if how.turn == "fold":
        places += [how.back(n) for n in range(how.count)]
    assert how.count >= 1
    for box in places:
        assert (box.width, box.height) == (how.size.width, how.size.height)
        assert box.x >= LEAST_MARGIN - 1e-6
        assert box.y >= LEAST_MARGIN - 1e-6
        assert box.right <= how.width - LEAST_MARGIN + 1e-6
        assert box.bottom <= how.height - LEAST_MARGIN + 1e-6
    for a, b in itertools.combinations(places, 2):
        assert a.right <= b.x + 1e-6 or b.right <= a.x + 1e-6 or a.bottom <= b.y + 1e-6 or b.bottom <= a.y + 1e-6


@every_layout
def test_a_back_lies_behind_its_front(how: Layout) -> None:
    for n in range(how.count):
        front, back = how.front(n), how.back(n)
        if how.turn in ("long", "short"):
            assert off(dataclasses.astuple(turned_over(back, how)), dataclasses.astuple(front)) < 1e-6
        elif how.turn == "fold":
            assert (back.x, back.y) == (pytest.approx(front.right), front.y)


@every_layout
def test_each_edge_of_a_card_has_a_mark_outside_the_cards(how: Layout) -> None:
    block = how.block
    cuts = {round(line.x1, 3) for line in how.marks() if line.x1 == line.x2 and not line.fold}
    rows = {round(line.y1, 3) for line in how.marks() if line.y1 == line.y2}
    for n in range(how.count):
        front = how.front(n)
        assert round(front.x, 3) in cuts
        assert round((how.back(n) if how.turn == "fold" else front).right, 3) in cuts
        assert {round(front.y, 3), round(front.bottom, 3)} <= rows
    for line in how.marks():
        outside = line.x2 <= block.x or line.x1 >= block.right or line.y2 <= block.y or line.y1 >= block.bottom
        assert outside
        assert min(line.x1, line.y1) >= 0
        assert line.x2 <= how.width
        assert line.y2 <= how.height


@given(st.integers(1, 60), st.sampled_from(LAYOUTS))
def test_every_card_is_printed_once_with_its_back(count: int, how: Layout) -> None:
    made = pages(list(range(count)), how)
    fronts = [card for page in made for _, card in page.fronts]
    backs = [card for page in made for _, card in page.backs]
    assert fronts == list(range(count))
    assert backs == ([] if how.turn == "none" else fronts)
    sheets = -(-count // how.count)
    assert len(made) == sheets * (2 if how.turn in ("long", "short") else 1)
    for front, back in itertools.pairwise(made):
        if back.reverse:
            assert [card for _, card in front.fronts] == [card for _, card in back.backs]


# the file -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "turn"), [("a4", "long"), ("letter", "short"), ("a4", "none"), ("letter", "fold")])
def test_the_pdf_has_its_pages_and_every_card_in_its_place(qapp: Any, paper: str, turn: Any) -> None:
    how = layout(next(found for found in PAPERS if found.id == paper), SIZES[0], turn)
    made = job(how, how.count + 2)
    read = pdfs.read(pdf_writer.pdf(made))
    assert len(read) == len(made.pages)
    for sheet, page in zip(read, made.pages, strict=True):
        assert off((sheet.width, sheet.height), (how.width, how.height)) < 0.01
        for box, _ in (*page.fronts, *page.backs):
            wanted = (box.x, box.y, box.right, box.bottom)
            assert min(off(wanted, clip) for clip in sheet.clips) < 0.02
        for mark in how.marks():
            wanted = (mark.x1, mark.y1, mark.x2, mark.y2)
            if not mark.fold:
                assert min(off(wanted, line) for line in sheet.lines) < 0.02


def test_fronts_and_backs_of_the_file_coincide(qapp: Any) -> None:
    for paper, size, turn in itertools.product(PAPERS, SIZES[:2], ("long", "short")):
        how = layout(paper, size, turn)
        front, back = pdfs.read(pdf_writer.pdf(job(how, 2)))
        for n in range(2):
            for sheet, box in ((front, how.front(n)), (back, how.back(n))):
                own = min(sheet.clips, key=lambda clip: off(clip, (box.x, box.y, box.right, box.bottom)))
                found = PageRectangle(own[0], own[1], own[2] - own[0], own[3] - own[1])
                seen = found if sheet is front else turned_over(found, how)
                assert off(dataclasses.astuple(seen), dataclasses.astuple(how.front(n))) < CLOSE


def test_letters_are_letters_in_fonts_that_are_inside(qapp: Any) -> None:
    data = pdf_writer.pdf(job(LAYOUTS[0], 9))
    fonts = pdfs.fonts(data)
    assert {name.partition("+")[2].partition("-")[0] for name in fonts} == {"Inter", "ShipporiMincho"}
    assert all(fonts.values())
    front, back = pdfs.read(data)
    assert front.letters > 9 * 10
    assert front.images == back.images == 0
    assert len(data) < 2_500_000


def test_every_sign_on_a_card_can_be_searched_and_copied(qapp: Any) -> None:
    """Digits and signs too: in the window figures have one width, and such forms have no letters behind them."""
    front, back = pdfs.read(pdf_writer.pdf(job(LAYOUTS[0], 9)))
    assert front.silent == back.silent == 0
    words = pdfs.text(front)
    for said in ("When moving: +2 to Movement.", "Shot: range 3, value 2.", "−1 to Attack", "50 mm · print at 100%"):
        assert said in words
    every = tuple(card_sheets.every_card(LIBRARY, Words("fr")))
    arrows = tuple(card for card in every if card.name == "Nuit sans lune")
    assert "Une flèche" in pdfs.text(pdfs.read(pdf_writer.pdf(pdf_writer.Job("Boîte", arrows, LAYOUTS[0], "")))[0]), (
        "fl"
    )
    rest = every[18::5]
    made = pdf_writer.Job("Boîte", rest, LAYOUTS[0], "50 mm")
    assert {sheet.silent for sheet in pdfs.read(pdf_writer.pdf(made))} == {0}


def test_a_card_on_paper_has_one_size_whatever_the_size_of_the_text(qapp: Any) -> None:
    plain = pdf_writer.pdf(job(LAYOUTS[0], 2))
    typeface.set_text_scale(1.8)
    try:
        large = pdf_writer.pdf(job(LAYOUTS[0], 2))
    finally:
        typeface.set_text_scale(1.0)
    counts = [[(sheet.letters, len(sheet.clips)) for sheet in pdfs.read(data)] for data in (plain, large)]
    assert counts[0] == counts[1]


def test_no_words_are_left_out_on_paper(qapp: Any) -> None:
    face = face_of_card(packs.character(LIBRARY, "house:kanatta"), LIBRARY, Words("en"))
    words = "A sentence about what this skill does when it is used against an enemy who stands close by. "
    lines = tuple(SkillLine(f"x:{n}", "fire", f"Skill {n}", words * 2) for n in range(5))
    full = dataclasses.replace(face, vigilant=dataclasses.replace(face.vigilant, skills=lines))
    with typeface.unscaled():
        size = QSize(372, 520)
        at = portrait.places(size, full, FRESH, tray=False, flat=True)
    assert len(at.skills) == 5
    assert all(place.height() > 30 for place in at.skills)  # several lines each: the words are there
    assert at.skills[-1].bottom() <= at.coin.top()


def test_a_page_is_painted_as_it_is_printed(qapp: Any) -> None:
    """The picture of a page has its marks where the file has them, to a fifth of a millimetre."""
    how = LAYOUTS[0]
    scale = 10.0
    image = QImage(round(how.width * scale), round(how.height * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    pen = QPainter(image)
    pen.scale(scale, scale)
    made = job(how, 1)
    pdf_writer.paint_pieces(pen, made, 0)
    pen.end()
    for mark in how.marks():
        x, y = (mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2
        around = [
            image.pixelColor(round(x * scale + dx), round(y * scale + dy)).lightness()
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        ]
        assert min(around) < 140


def painted(draw: card_sheets.Draw) -> QImage:
    """One side of a card."""
    size = QSize(372, 520)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    pen = QPainter(image)
    draw(pen, size)
    pen.end()
    return image


def test_every_kind_of_card_has_two_sides(qapp: Any) -> None:
    made = {card.key: card for card in card_sheets.every_card(LIBRARY, Words("en"))}
    kinds = {kind for kind, _ in made}
    assert kinds == set(card_sheets.KINDS)
    for kind in card_sheets.KINDS:
        ids = [id for id, _ in LIBRARY.every(kind)]
        there = [id for found, id in made if found == kind]
        assert len(there) == (len(ids) // 2 if kind == "kami" else len(ids))
    one = next(card for card in made.values() if card.kind == "character")
    assert painted(one.front) != painted(one.back)


def test_kar_3_a_kami_has_its_other_form_on_the_back(qapp: Any) -> None:
    kami = [card for card in card_sheets.every_card(LIBRARY, Words("en")) if card.kind == "kami"]
    assert sorted(card.name for card in kami) == ["Kami of air", "Kami of earth", "Kami of fire", "Kami of water"]
    assert all(painted(card.front) != painted(card.back) for card in kami)


def test_scenario_cards_are_drawn_unseen_so_that_their_backs_are_all_alike(qapp: Any) -> None:
    omens = [card for card in card_sheets.every_card(LIBRARY, Words("en")) if card.kind == "scenario"]
    backs = [painted(card.back) for card in omens]
    assert all(back == backs[0] for back in backs)
    fronts = [painted(card.front) for card in omens]
    assert all(one != other for one, other in itertools.combinations(fronts, 2))


# the screen ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(qtbot: Any) -> Iterator[PrintScreen]:
    storage = new_shelf()
    tr.load(resources_dir() / "translations")
    made = PrintScreen(storage)
    hold(qtbot, made)
    made.resize(1280, 800)
    made.enter()
    made.show()
    made.activateWindow()
    until(lambda: QApplication.activeWindow() is made)
    yield made
    storage.close()


def test_a_band_is_chosen_and_its_cards_with_their_gear_are_printed(qtbot: Any, screen: PrintScreen) -> None:
    qtbot.mouseClick(screen.cards.band, Qt.MouseButton.LeftButton)
    qtbot.keyClick(screen.window().focusWidget(), Qt.Key.Key_Return)
    kinds = [card.kind for card in screen.job.cards]
    assert kinds.count("character") >= 3
    assert screen.job.title
    qtbot.mouseClick(screen.cards.nothing, Qt.MouseButton.LeftButton)
    assert screen.job.cards == ()
    assert not screen.save.isEnabled()


def test_copies_are_counted_by_keys_and_mouse(qtbot: Any, screen: PrintScreen) -> None:
    line = row(screen.cards.lines, "character house:okko")
    line.click()
    line.click()
    assert [card.id for card in screen.job.cards] == ["house:okko"] * 2
    line.click(Qt.MouseButton.RightButton)
    assert len(screen.job.cards) == 1
    line.setFocus()
    qtbot.keyClick(line.view, Qt.Key.Key_4)
    assert len(screen.job.cards) == 4
    qtbot.keyClick(line.view, Qt.Key.Key_Minus)
    qtbot.keyClick(line.view, Qt.Key.Key_Down)
    assert not line.hasFocus()
    qtbot.keyClick(line.view, Qt.Key.Key_Plus)
    assert len(screen.job.cards) == 4
    assert "×3" in line.node().text(QAccessible.Text.Name)


def test_a_search_finds_cards_by_letters(qtbot: Any, screen: PrintScreen) -> None:
    qtbot.keyClicks(screen.cards.search, "oni b")
    assert [line.id for line in rows(screen.cards.lines)] == ["character house:oni-bushi"]


def test_the_file_is_written_where_it_is_wanted(qtbot: Any, screen: PrintScreen, tmp_path: Path) -> None:
    screen.take(of_records([("character", "house:okko"), ("equipment", "house:shuriken"), ("tile", "x")], "Two"))
    screen.save_pdf(tmp_path / "two.pdf")
    qtbot.waitUntil(lambda: (tmp_path / "two.pdf").exists() and screen.save.isEnabled(), timeout=20_000)
    read = pdfs.read((tmp_path / "two.pdf").read_bytes())
    assert len(read) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["two.pdf"]


def test_a_folder_that_is_not_there_is_said(qtbot: Any, screen: PrintScreen, tmp_path: Path) -> None:
    screen.take(of_records([("character", "house:okko")], "One"))
    screen.save_pdf(tmp_path / "nowhere" / "one.pdf")
    qtbot.waitUntil(screen.save.isEnabled, timeout=20_000)
    assert any("cannot be written" in child.accessibleName() for child in screen.children() if hasattr(child, "acted"))


def test_pages_are_looked_at_and_painted(qtbot: Any, screen: PrintScreen) -> None:
    screen.take(screen.cards.pack_order("house"))
    qtbot.waitUntil(lambda: screen.preview.painted, timeout=20_000)
    assert not screen.before.isEnabled()
    qtbot.keyClick(screen.preview, Qt.Key.Key_Right)
    page = screen.preview.page
    assert page is not None
    assert page.reverse
    assert page.backs
    screen.take(Order("", ()))
    assert screen.preview.page is None


def test_cards_speak_another_language_than_the_window(qtbot: Any, screen: PrintScreen) -> None:
    qtbot.mouseClick(screen.language.words["fr"], Qt.MouseButton.LeftButton)
    assert row(screen.cards.lines, "equipment house:smoke-bomb").text() == "Bombe fumigène"


def test_nothing_keeps_a_font_that_is_not_ours(qapp: Any) -> None:
    """Kanji on cards must be in the fonts that come along: elsewhere there may be no other."""
    mincho = QRawFont.fromFont(typeface.font("name"))
    assert mincho.familyName() == typeface.MINCHO
    for sign in (profile.KANJI, profile.SEAL, card_face.KANJI, "紙"):
        assert mincho.supportsCharacter(ord(sign)), sign
    assert QFont(typeface.font("name")).family() == typeface.MINCHO


def test_the_press_is_reached_from_everywhere_and_leads_back(qtbot: Any) -> None:
    with window() as made:
        navigator = made.navigator
        assert navigator is not None
        press_keys("P", modifier=Qt.KeyboardModifier.ControlModifier)
        made.findChildren(ChoicePopup)[-1].chosen.emit("asagiri")  # at home: of which game?
        assert made.stack.currentWidget() is navigator.screens("asagiri").press
        press_keys(Qt.Key.Key_Escape)
        assert made.stack.currentWidget() is made.home
        navigator.screens("asagiri").show_bands()
        assert navigator.screens("asagiri").bands is not None
        assert not navigator.screens("asagiri").bands.print.isEnabled()
        navigator.screens("asagiri").bands.gallery.added.emit("house:okko")
        qtbot.mouseClick(navigator.screens("asagiri").bands.print, Qt.MouseButton.LeftButton)
        assert navigator.screens("asagiri").press is not None
        assert [card.id for card in navigator.screens("asagiri").press.job.cards] == ["house:okko"]
        qtbot.mouseClick(navigator.screens("asagiri").press.back, Qt.MouseButton.LeftButton)
        assert made.stack.currentWidget() is navigator.screens("asagiri").bands
