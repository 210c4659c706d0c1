"""Sheets on paper, really made and read back: their pages, their size, their words, and that nothing is cut off."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from datetime import datetime
from random import Random
from time import process_time
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.model.core.session import Session
from companion.model.core.words import Message, Name, Words, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign.chapter_page import as_band
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.skills import skill_use
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.statistics.report import report
from companion.model.games.asagiri.table.commands import grammar
from companion.model.games.asagiri.table.corrections import SetState, SetToken
from companion.resources import resources_dir
from companion.ui.games.asagiri.bands import BandRoster, Box, RosterMember, read_roster
from companion.ui.games.asagiri.print.battle_report import battle_report, floor_of
from companion.ui.games.asagiri.print.card_sheets import cards_in_play
from companion.ui.games.asagiri.print.reference_sheets import campaign_tables, key_sheet, quick_reference, record_sheet
from companion.ui.games.asagiri.print.rosters import (
    PrintedBand,
    PrintedMember,
    campaign_sheet,
    of_campaign,
    of_game,
    of_roster,
    roster_sheet,
)
from companion.ui.kit.paper import pdf_writer
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.sheets import PAPERS, SIZES, Paper, layout
from companion.ui.kit.theme import fonts as typeface
from companion.ui.kit.theme import palette
from tests.analysis.test_report import new, on, played
from tests.campaign.kit import BATTLES, some_way
from tests.ui import pdfs
from tests.ui.test_cards_kit import LIBRARY

Tell = Callable[[Message | Name | str], str]
LANGUAGES = ("en", "fr", "it")
LONG = "Wataru Hidetsugu of the Long-forgotten Shrine by the Nine Rivers"
every_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def speaking(language: str) -> Words:
    """A language, with the shipped catalogs."""
    return Words(language, resources_dir() / "translations")


def longer(share: float) -> Tell:
    """English that takes so much more room: a language nobody has translated into yet."""
    english = Words("en")

    def tell(message: Message | Name | str) -> str:
        found = []
        for word in english(message).split(" "):
            more = round(len(word) * (share - 1)) if word.isalpha() else 0
            found.append(word + ("mino" * 40)[:more] if len(word) > 2 else word)
        return " ".join(found)

    return tell


def whole(made: PrintDocument) -> list[pdfs.Sheet]:
    """The pages as the file has them: of the right size, with every letter inside the margins, in our own fonts."""
    data = pdf_writer.pdf(made)
    sheets = pdfs.read(data)
    assert len(sheets) == made.count
    for sheet in sheets:
        assert abs(sheet.width - made.width) < 0.01
        assert abs(sheet.height - made.height) < 0.01
        assert sheet.letters > 20
        assert sheet.silent == 0
        for x, y in sheet.places:
            assert 13 < x < sheet.width - 13, (x, y)
            assert 8 < y < sheet.height - 7, (x, y)
    families = {name.partition("+")[2].partition("-")[0] or name.partition("-")[0] for name in pdfs.fonts(data)}
    assert families <= {"Inter", "ShipporiMincho"}
    return sheets


def no_blocks_overlap(made: PrintDocument) -> None:
    """Blocks of a page lie inside it, and none upon another."""
    for leaf in made.leaves:
        boxes = [placed.box for placed in leaf.placed]
        for n, box in enumerate(boxes):
            assert box.bottom() <= made.height * 10 - 120
            assert box.right() <= made.width * 10 - 120
            for other in boxes[n + 1 :]:
                cut = box.intersected(other)
                assert cut.width() < 0.5 or cut.height() < 0.5 or _beside(leaf, box, other)


def _beside(leaf: Any, box: Any, other: Any) -> bool:
    """A narrow block leaves room at its right for what stands in the margin."""
    placed = {id(p.box): p.block for p in leaf.placed}
    rooms = [getattr(placed[id(b)], "_room", 0.0) for b in (box, other) if id(b) in placed]
    return any(rooms) and min(box.width(), other.width()) <= max(rooms)


# the quick reference -------------------------------------------------------------------------------------------------


def test_words_can_be_searched_whatever_the_font_of_the_window(qapp: QApplication) -> None:
    """Its figures stand in columns, by forms that have no letters behind them."""
    before = qapp.font()
    qapp.setFont(typeface.font("text"))
    (sheet,) = whole(quick_reference(speaking("en"), PAPERS[0]))
    qapp.setFont(before)
    assert "front square 1 · any other neighbour 2 · quarter-turn 1" in pdfs.text(sheet)


@every_language
def test_keys_and_commands_are_printed_in_every_language(qapp: Any, language: str) -> None:
    tell = speaking(language)
    made = key_sheet(tell, PAPERS[0])
    assert made.count <= 2
    words = pdfs.everything(whole(made))
    for part in grammar.MANUAL:
        for line in part.lines:
            assert tell(line.example).split(" · ")[0].split(" …")[0] in words, line
    assert "F6" in words


@every_paper
@every_language
def test_the_quick_reference_is_one_page_in_every_language(qapp: Any, language: str, paper: Paper) -> None:
    made = quick_reference(speaking(language), paper)
    assert made.count == 1
    (sheet,) = whole(made)
    words = pdfs.text(sheet)
    assert "12" in words
    assert "16" in words
    assert "1–2" in words


@every_paper
def test_a_language_a_third_longer_still_has_room_on_one_page(qapp: Any, paper: Paper) -> None:
    made = quick_reference(longer(1.34), paper)
    assert made.count == 1
    whole(made)


def test_a_reference_that_is_too_long_by_far_goes_on_on_a_second_page(qapp: Any) -> None:
    """So that the tests above can fail at all; no word of it is lost."""
    made = quick_reference(longer(4.0), PAPERS[1])
    assert made.count > 1
    whole(made)


# the other sheets ----------------------------------------------------------------------------------------------------


@every_paper
@every_language
def test_record_sheet_and_tables_are_one_page_each(qapp: Any, language: str, paper: Paper) -> None:
    tell = speaking(language)
    for made in (record_sheet(tell, paper), campaign_tables(tell, paper)):
        assert made.count == 1
        whole(made)
        no_blocks_overlap(made)


@every_language
def test_no_word_of_ours_is_parted(qapp: Any, language: str) -> None:
    tell = speaking(language)
    told = report(played(), ("Anna", "Marco"))
    for made in (
        record_sheet(tell, PAPERS[0]),
        battle_report(told, played(), tell, PAPERS[1]),
    ):
        words = pdfs.everything(whole(made)).split()
        parts = [tell(Message(STATE_WORDS["disabled"])), tell(Message(STATE_WORDS["vigilant"]))]
        parts += [tell(say("Disabled enemies"))] if made.count > 1 else []
        for part in parts:
            assert set(part.split()) <= set(words)


def test_cam_2_cam_3_the_tables_say_what_the_dice_mean(qapp: Any) -> None:
    (sheet,) = whole(campaign_tables(Words("en"), PAPERS[0]))
    words = pdfs.text(sheet)
    assert "Dead : replaced by others of the same value 1 1/6 Shaken 2–4 1/2 Vigilant 5–6 1/3" in words
    assert "Shaken 1 1/6 Vigilant 2–6 5/6" in words
    for honour in ("Experienced", "Determined", "Skillful", "Courageous"):
        assert honour in words


def test_a_record_sheet_has_the_tracks_of_both_bands(qapp: Any) -> None:
    (sheet,) = whole(record_sheet(Words("en"), PAPERS[0]))
    words = pdfs.text(sheet)
    numbers = " ".join(str(n) for n in range(1, 17))
    assert words.count(numbers) == 2
    assert "Band A" in words
    assert "Band B" in words


# rosters -------------------------------------------------------------------------------------------------------------


def band(count: int, name: str = "") -> PrintedBand:
    """So many people, all called `name`, if it is given."""
    members = tuple(RosterMember(card.id, "house:lacquered-armour") for card in Box(LIBRARY).characters)
    some = tuple(members[n % len(members)] for n in range(count))
    made = of_roster(BandRoster("", some), "A band", LIBRARY, Words("en"))
    if not name:
        return made
    found = [dataclasses.replace(person, face=dataclasses.replace(person.face, name=name)) for person in made.people]
    return dataclasses.replace(made, name=name, people=tuple(found))


@every_paper
def test_a_roster_has_everybody_with_values_skills_and_equipment(qapp: Any, paper: Paper) -> None:
    made = roster_sheet([band(7)], "A band", Words("en"), paper)
    words = pdfs.everything(whole(made))
    for person in band(7).people:
        assert person.face.name in words
        for line in person.face.vigilant.skills:
            assert line.name in words
    assert words.count("Lacquered armour") >= 7
    no_blocks_overlap(made)


def test_sixty_people_with_names_of_sixty_letters_are_all_there(qapp: Any) -> None:
    made = roster_sheet([band(60, LONG)], LONG, Words("en"), PAPERS[0])
    assert 4 < made.count < 40
    words = "".join(pdfs.text(sheet).replace(" ", "") for sheet in whole(made))
    assert words.count(LONG.replace(" ", "")) >= 61
    no_blocks_overlap(made)


def test_a_word_without_end_is_broken_and_not_cut(qapp: Any) -> None:
    made = roster_sheet([band(3, "W" * 90)], "W" * 120, Words("en"), PAPERS[1])
    words = "".join(pdfs.text(sheet) for sheet in whole(made)).replace(" ", "")
    assert words.count("W") >= 3 * 90 + 90 + 120
    no_blocks_overlap(made)


def test_skills_longer_than_a_page_go_on_on_the_next(qapp: Any) -> None:
    person = band(1).people[0]
    skill = dataclasses.replace(person.face.vigilant.skills[0], words="So much to say about it. " * 500)
    side = dataclasses.replace(person.face.vigilant, skills=(skill,))
    long = dataclasses.replace(person, face=dataclasses.replace(person.face, vigilant=side))
    made = roster_sheet([PrintedBand("A band", (long,))], "A band", Words("en"), PAPERS[0])
    assert made.count > 2
    words = pdfs.everything(whole(made))
    assert words.count("So much to say about it.") + words.count("So much") >= 500


def test_an_honour_and_what_has_befallen_somebody_stand_in_the_roster(qapp: Any) -> None:
    person = dataclasses.replace(band(1).people[0], honour="skillful", state="shaken")
    made = roster_sheet([PrintedBand("A band", (person, PrintedMember(person.face)))], "A band", Words("en"), PAPERS[0])
    words = pdfs.everything(whole(made))
    assert "Honour: Skillful. Once: +3 Movement." in words


def test_the_bands_of_a_game_and_of_a_campaign_are_rosters_too(qapp: Any) -> None:
    tell = Words("en")
    state = played().state
    both = [of_game(state, n, f"Band {n}", LIBRARY, tell) for n in (0, 1)]
    assert sum(len(found.people) for found in both) == len(state.table.characters)
    chronicle = Chronicle.new(BATTLES, LIBRARY, 5)
    some_way(chronicle, Random(3), chapters=2)
    side = of_campaign(chronicle.state, 0, "Roster A", LIBRARY, tell)
    members = chronicle.state.approved[0].members
    assert [person.honour for person in side.people] == [member.honour for member in members]
    saved = read_roster(as_band(chronicle.state.approved[0]))
    again = of_roster(saved, "", LIBRARY, tell)
    assert [person.face for person in again.people] == [person.face for person in side.people]


# the campaign --------------------------------------------------------------------------------------------------------


@every_paper
@every_language
def test_a_campaign_sheet_has_both_rosters_and_every_chapter(qapp: Any, language: str, paper: Paper) -> None:
    chronicle = Chronicle.new({**BATTLES, "rules": "Doors creak.\nNo sake."}, LIBRARY, 5)
    some_way(chronicle, Random(3), chapters=2)
    tell = speaking(language)
    made = campaign_sheet(chronicle, "The long road", tell, paper)
    words = pdfs.everything(whole(made))
    no_blocks_overlap(made)
    assert "The long road" in words
    assert "Doors creak." in words
    for roster in chronicle.state.approved:
        for member in roster.members:
            card = chronicle.state.box.character(member.card)
            assert tell(Name.of(card.name)) in words
            assert member.id in words


def test_a_proposal_is_not_on_the_sheet_before_it_is_approved(qapp: Any) -> None:
    chronicle = Chronicle.new(BATTLES, LIBRARY, 5)
    rng = Random(3)
    while chronicle.state.now.stage != "approve":
        some_way(chronicle, rng, steps=1)
    made = campaign_sheet(chronicle, "", Words("en"), PAPERS[0])
    words = pdfs.everything(whole(made))
    assert "0 of 3 chapters played" in words
    assert {member.id for member in chronicle.state.approved[0].members} <= set(re.findall(r"\bA\d+\b", words))


def test_a_long_campaign_of_large_rosters_is_all_there(qapp: Any) -> None:
    rosters = {seat: [{"card": "house:wandering-ronin", "equipment": "house:lacquered-armour"}] * 24 for seat in "AB"}
    rules = "Whoever brings the sake begins. " * 60
    setup = {"chapters": ["", "house:the-horned-moon"] * 20, "budget": 20, "rosters": rosters, "rules": rules[:1990]}
    chronicle = Chronicle.new(setup, LIBRARY, 5)
    made = campaign_sheet(chronicle, LONG, Words("en"), PAPERS[1])
    words = pdfs.everything(whole(made))
    no_blocks_overlap(made)
    assert {f"{seat}{n}" for seat in "AB" for n in range(1, 25)} <= set(words.split())
    assert words.count("The horned moon") == 20
    assert words.count("Whoever brings the sake begins.") >= 60


# cards with today's state --------------------------------------------------------------------------------------------


def test_the_cards_of_a_game_show_the_face_that_lies_up(qapp: Any) -> None:
    session = on(new(mode="assist"), 60, Random(2))
    fresh = pdf_writer.pdf(_today(session))
    who = next(n for n, figure in enumerate(session.state.figures) if figure.at >= 0)
    session.edit(SetState(who, "shaken"))
    shaken = pdf_writer.pdf(_today(session))
    assert pdfs.read(fresh)[0].words != pdfs.read(shaken)[0].words
    name = Words("en")(session.state.table.called[who])
    assert name in pdfs.text(pdfs.read(shaken)[0])
    made = cards_in_play(session.state, LIBRARY, Words("en"))
    assert len(made) == len(session.state.figures)
    assert painted(made[0].front) != painted(made[0].back)


def test_tokens_and_honours_lie_on_the_cards(qapp: Any) -> None:
    bands = {"A": [{"card": "house:ninja", "honour": "skillful"}], "B": [{"card": "house:shadow-wolf"}]}
    board = next(record for _, record in LIBRARY.every("board"))
    session = Session.new(SYSTEM, {"bands": bands, "tiles": board["tiles"]}, LIBRARY, 3, mode="assist")
    on(session, 12, Random(2))
    tokens = skill_use.tokens(session.state)
    who = next(n for n, figure in enumerate(session.state.figures) if figure.at >= 0)
    for token in tokens:
        session.edit(SetToken(who, token, True))
    words = pdfs.text(pdfs.read(pdf_writer.pdf(_today(session)))[0])
    assert "Skillful" in words
    assert tokens
    for token in tokens:
        assert Words("en")(skill_use.token_words(token)) in words


def _today(session: Any) -> pdf_writer.Job:
    cards = cards_in_play(session.state, LIBRARY, Words("en"))
    return pdf_writer.Job("Today", cards, layout(PAPERS[0], SIZES[0], "none"), "50 mm")


def painted(draw: Any) -> QImage:
    """One side of a card."""
    image = QImage(372, 520, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    pen = QPainter(image)
    draw(pen, QSize(372, 520))
    pen.end()
    return image


# battle reports ------------------------------------------------------------------------------------------------------


@every_paper
@every_language
def test_a_battle_report_is_whole_on_its_pages(qapp: Any, language: str, paper: Paper) -> None:
    told = report(played(), ("Anna", "Marco"), ("Guards", "Shadows"))
    made = battle_report(told, played(), speaking(language), paper, "a day")
    sheets = whole(made)
    no_blocks_overlap(made)
    words = pdfs.everything(sheets)
    assert "Anna" in words
    assert "a day" in words
    assert sum(sheet.images for sheet in sheets) == len(told.shots)


def test_a_report_of_hardly_anything_and_of_long_names_and_notes(qapp: Any) -> None:
    for steps in (0, 1, 40):
        session = on(new(), steps, Random(1))
        if steps == 40:
            for n in range(20, 40):
                session.annotate(n, note="A long note about this. " * 60, bookmark=True)
        told = report(session, (LONG, "W" * 60))
        made = battle_report(told, session, Words("en"), PAPERS[0])
        whole(made)
        no_blocks_overlap(made)


def test_an_adventure_on_several_floors_shows_the_floor_where_it_happens(qapp: Any) -> None:
    session = Session.new(SYSTEM, {"adventure": "house:the-bell-in-the-tower"}, LIBRARY, 3)
    on(session, 20_000, Random(4))
    board = session.state.table.board
    assert len(board.floors) > 1
    told = report(session)
    made = battle_report(told, session, speaking("it"), PAPERS[0])
    sheets = whole(made)
    assert sum(sheet.images for sheet in sheets) == len(told.shots)
    for shot in told.shots:
        state = session.state_at(shot.cursor)
        floor = floor_of(state, shot.squares)
        assert {board.squares[at][2] for at in shot.squares} <= {floor} or len(shot.squares) > 1
        assert any(figure.at >= 0 and board.squares[figure.at][2] == floor for figure in state.figures)


def test_what_was_corrected_at_a_table_is_on_the_paper(qapp: Any) -> None:
    session = on(new(mode="track"), 60, Random(2))
    for who in range(2):
        session.edit(SetState(who, "disabled"))
    told = report(session)
    words = pdfs.everything(whole(battle_report(told, session, Words("en"), PAPERS[1])))
    assert words.count("By hand: ") >= 2
    assert "2 corrections by hand" in words


# what must not change paper ------------------------------------------------------------------------------------------


def test_paper_is_the_same_whatever_the_text_size_and_the_theme_of_the_window(qapp: Any) -> None:
    def made() -> list[list[str]]:
        told = report(played(), ("Anna", "Marco"))
        found = [
            quick_reference(Words("en"), PAPERS[0]), roster_sheet([band(5)], "A band", Words("en"), PAPERS[0]),
            battle_report(told, played(), Words("en"), PAPERS[0]), record_sheet(Words("en"), PAPERS[0]),
        ]  # fmt: skip
        sheets = [sheet for document in found for sheet in pdfs.read(pdf_writer.pdf(document))]
        return [[str(sheet.places), *sheet.words] for sheet in sheets]

    before, theme = made(), palette.current()
    typeface.set_text_scale(2.0)
    palette.set_theme("night")
    try:
        after = made()
    finally:
        typeface.set_text_scale(1.0)
        palette.set_theme(theme)
    assert after == before


def test_pages_are_white_and_their_ink_is_dark(qapp: Any) -> None:
    palette_before = palette.current()
    palette.set_theme("night")
    try:
        made = quick_reference(Words("en"), PAPERS[0])
        image = QImage(round(made.width * 3), round(made.height * 3), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        pen = QPainter(image)
        pen.scale(3, 3)
        pdf_writer.paint_pieces(pen, made, 0)
        pen.end()
    finally:
        palette.set_theme(palette_before)
    points = [(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)]
    lights = [image.pixelColor(x, y).lightness() for x, y in points]
    assert sum(light > 240 for light in lights) / len(lights) > 0.8
    assert min(lights) < 90


def test_a_page_takes_no_longer_than_a_blink(qapp: Any) -> None:
    """A page at a time is what the window waits for."""
    told = report(played(), ("Anna", "Marco"))
    made = battle_report(told, played(), Words("en"), PAPERS[0], str(datetime(2026, 11, 21).date()))
    spent = []
    work = pdf_writer.printing(made)
    begin = process_time()
    for _ in work:
        spent.append(process_time() - begin)
        begin = process_time()
    assert len(spent) > made.count + 1, "pictures are painted in between"
    assert max(spent) < 0.2


def test_fonts_can_be_searched_and_copied(qapp: Any) -> None:
    made = quick_reference(Words("en"), PAPERS[0])
    words = pdfs.text(whole(made)[0])
    assert "front square 1 · any other neighbour 2 · quarter-turn 1" in words
