"""The card editor by keys and mouse: a card is its own form. Nothing is asked but the real window and what it keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri.state import setup
from companion.model.games.asagiri.state.record_kinds import spelled
from companion.ui.games.asagiri.cards.face import Picture, cover, face_of_character, image
from companion.ui.games.asagiri.editors.cards.card_editor import CardBody, CharacterBody, EquipmentBody
from companion.ui.games.asagiri.editors.cards.card_record import blank_character, ranked, typed
from companion.ui.games.asagiri.editors.cards.picture import CUT
from companion.ui.games.asagiri.editors.cards.skill_record import owned
from companion.ui.games.asagiri.editors.cards.stage import CardStage
from companion.ui.kit.list_view import Line
from companion.ui.kit.picture_files import read_picture
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameSettings
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, new_workshop, opened_workshop
from .rows import row, rows
from .test_window_kit import click, press, window

KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
MOST_STROKES = 60


class Strokes(QObject):
    """Counts every key pressed in the program; texts are typed with the counting off."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.on = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt sends a key to the window first, then to who has the keys: it is counted once
        if self.on and event.type() == QEvent.Type.KeyPress and watched is QApplication.focusWidget():
            assert isinstance(event, QKeyEvent)
            if event.spontaneous() and event.key() not in (KEY.Key_Shift, KEY.Key_Control, KEY.Key_Alt):
                self.count += 1
        return False


def keys(*typed: str | Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys one by one, each wherever the keys go by then."""
    for one in typed:
        for key in one if isinstance(one, str) else [one]:
            press(key, modifier=modifier)


def new_card(screen: WorkshopScreen, kind: str) -> Any:
    """A new card on the desk, its name to be written."""
    blank = screen.pages.blank(kind)
    if blank is None:
        screen.make(kind)
    else:
        click(blank)
    QApplication.processEvents()
    return desk_of(screen).body


def named(screen: WorkshopScreen, kind: str, name: str) -> Any:
    body = new_card(screen, kind)
    keys(name, KEY.Key_Return)
    return body


def record(screen: WorkshopScreen) -> dict[str, Any]:
    found: dict[str, Any] = desk_of(screen).draft.record
    return found


def pointer() -> str:
    """What the keys are on."""
    return str(getattr(QApplication.focusWidget(), "pointer", ""))


def stage_of(screen: WorkshopScreen) -> CardStage:
    body = desk_of(screen).body
    assert isinstance(body, CardBody)
    return body.stage


# writing ------------------------------------------------------------------------------------------------------------


def test_a_card_of_the_box_goes_in_with_sixty_strokes(qtbot: QtBot, tmp_path: Path) -> None:
    """Five zeni, an alignment, two traits, eight stats, three skills of which one is new; texts do not count."""
    with opened_workshop(tmp_path) as (_, screen):
        body = new_card(screen, "character")
        strokes = Strokes()
        QApplication.instance().installEventFilter(strokes)

        def text(words: str) -> None:
            strokes.on = False
            keys(words)
            strokes.on = True

        try:
            text("Hanzo the Grey")
            keys(KEY.Key_Return)
            keys("5", "d")
            keys("sam", KEY.Key_Return, "ron", KEY.Key_Return, KEY.Key_Return)
            keys("4", "5", "3", "4")
            keys("vetera", KEY.Key_Return, "demon ba", KEY.Key_Return)
            text("Iron fist")
            keys(KEY.Key_Return, "f", "2", KEY.Key_Escape)
            keys(KEY.Key_Down)
            keys("3", "4", "2", "4")
            keys(KEY.Key_Down)
        finally:
            QApplication.instance().removeEventFilter(strokes)
        print(f"\na profile card of the box: {strokes.count} key strokes beside its texts")
        assert 0 < strokes.count <= MOST_STROKES
        pack = screen.bench.pack
        made = record(screen)
        assert made["name"] == dict.fromkeys(("en", "fr", "it"), "Hanzo the Grey")
        assert (made["zeni"], made["alignment"]) == (5, "demon_hunter")
        assert sorted(made["traits"]) == ["ronin", "samurai"]
        stats = ("attack", "movement", "defense", "willpower")
        assert [made["vigilant"][stat] for stat in stats] == [4, 5, 3, 4]
        assert [made["shaken"][stat] for stat in stats] == [3, 4, 2, 4]
        skills = ["house:veteran-hunter", "house:demon-bane", f"{pack}:iron-fist"]
        assert made["vigilant"]["skills"] == made["shaken"]["skills"] == skills
        fist = screen.bench.records("skill")[f"{pack}:iron-fist"]
        assert fist["element"] == "fire"
        assert fist["effects"] == [{"type": "bonus", "to": "attack", "amount": 2}]
        assert body.another.hasFocus()  # and on to the next card of the box
        assert [found for found in screen.workshop.check(pack) if found.broken] == []
    kept = new_workshop(tmp_path)
    assert kept.records(pack, "character")[made["id"]]["zeni"] == 5
    assert kept.library().find("character", made["id"]) is not None


def test_a_digit_goes_on_by_itself_and_the_shaken_face_follows_until_it_is_changed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        keys("3")
        assert pointer() == "/zeni"  # it could become thirty
        keys("m")
        assert record(screen)["alignment"] == "mercenary"
        assert pointer() == "/traits"
        keys(KEY.Key_Down, "4")
        assert pointer() == "/vigilant/movement"
        assert record(screen)["shaken"]["attack"] == 4
        desk_of(screen).show_field("/shaken/attack")
        keys("2")
        desk_of(screen).show_field("/vigilant/attack")
        keys("5")
        assert (record(screen)["vigilant"]["attack"], record(screen)["shaken"]["attack"]) == (5, 2)
        keys(KEY.Key_Backspace, KEY.Key_Up)
        assert record(screen)["vigilant"]["attack"] == 6


def test_two_digits_of_zeni_and_ten_and_more_of_a_stat(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        keys("12")
        assert record(screen)["zeni"] == 12
        assert pointer() == "/alignment"
        desk_of(screen).show_field("/vigilant/attack")
        keys("9")
        desk_of(screen).show_field("/vigilant/attack")
        keys("+", "+", "+", "+")
        assert record(screen)["vigilant"]["attack"] == 12
        spot = QApplication.focusWidget()
        assert spot is not None
        middle = QPointF(spot.rect().center())
        wheel = QWheelEvent(middle, spot.mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
                            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(spot, wheel)
        assert record(screen)["vigilant"]["attack"] == 11


def test_everything_on_the_card_can_be_clicked(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Aki")
        assert isinstance(body, CharacterBody)
        faces = body.faces
        click(faces.alignment)
        first = record(screen)["alignment"]
        click(faces.alignment)
        assert record(screen)["alignment"] != first
        click(faces.stats["shaken", "defense"])
        keys("7")
        assert record(screen)["shaken"]["defense"] == 7
        click(faces.traits)
        assert faces.picker is not None
        click(next(button for button in rows(faces.picker.lines) if button.id == "oni"))
        press(KEY.Key_Escape)
        assert record(screen)["traits"] == ["oni"]
        shaken = faces.card_rect("shaken")
        QTest.mouseClick(faces, Qt.MouseButton.LeftButton, pos=shaken.topLeft() + QPoint(shaken.width() // 2, 52))
        assert faces.name.hasFocus()  # the name on the other face is the same name
        click(faces.crest)
        assert body.looks.figures[0].hasFocus()
        press(KEY.Key_Right, KEY.Key_Return)
        assert record(screen)["silhouette"] == body.looks.figures[1].silhouette


def test_numbers_can_be_chosen_with_the_mouse_alone(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Aki")
        for spot, number in ((body.faces.zeni, "4"), (body.faces.stats["vigilant", "attack"], "11")):
            click(spot.parent().adds["shaken"])  # the keys are elsewhere
            press(KEY.Key_Escape)
            click(spot)
            assert body.faces.picker is None
            click(spot)
            assert body.faces.picker is not None
            click(next(button for button in rows(body.faces.picker.lines) if button.id == number))
        assert record(screen)["zeni"] == 4
        assert record(screen)["vigilant"]["attack"] == 11


def test_what_is_typed_last_on_a_skill_is_kept_when_the_desk_is_left(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        body = named(screen, "character", "Aki")
        body.make_skill("vigilant", "Storm")
        sheet = body.sheet
        sheet.name.edit.setFocus()
        sheet.name.edit.selectAll()
        keys("Thunder")
        id, pack = sheet.draft.id, screen.bench.pack
        assert w.navigator is not None
        w.navigator.go_home()
        assert new_workshop(tmp_path).records(pack, "skill")[id]["name"]["en"] == "Thunder"


def test_the_name_is_written_where_it_stands_in_the_language_written_in(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Crane")
        body.faces.name.setFocus()
        body.faces.name.selectAll()
        keys("Heron")
        assert set(record(screen)["name"].values()) == {"Heron"}
        screen.bench.write_in("fr")
        body.faces.name.selectAll()
        keys("Le heron", KEY.Key_Return)
        assert record(screen)["name"] == {"en": "Heron", "fr": "Le heron", "it": "Heron"}
        assert pointer() == "/zeni"


def test_undo_takes_back_value_by_value_and_words_whole(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        before = dict(record(screen))
        keys("5", "d", KEY.Key_Down, "4", "5")
        after = record(screen)
        for _ in range(4):
            press("z", modifier=CONTROL)
        assert record(screen) == before
        for _ in range(4):
            press("y", modifier=CONTROL)
        assert record(screen) == after
        assert new_workshop(tmp_path).records(screen.bench.pack, "character")[after["id"]] == after


def test_skills_change_places_and_are_taken_off(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Aki")
        for id in ("house:duck", "house:terror"):
            body.stage.add_skill("vigilant", id)
        second = body.stage.skills["vigilant"][1]
        second.setFocus()
        press(KEY.Key_Up, modifier=ALT)
        assert record(screen)["vigilant"]["skills"] == ["house:terror", "house:duck"]
        assert pointer() == "/vigilant/skills/0"
        press(KEY.Key_Delete)
        assert record(screen)["vigilant"]["skills"] == ["house:duck"]
        assert pointer() == "/vigilant/skills"


def test_a_skill_of_another_pack_is_copied_before_it_is_changed(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        body = named(screen, "character", "Aki")
        body.stage.add_skill("vigilant", "house:duck")
        click(body.stage.skills["vigilant"][0])
        slip = next(slip for slip in w.findChildren(ChoicePopup) if slip.isVisible())
        click(row(slip.lines, "copy"))
        QApplication.processEvents()
        own = f"{screen.bench.pack}:duck"
        assert record(screen)["vigilant"]["skills"] == record(screen)["shaken"]["skills"] == [own]
        assert body.sheet is not None
        assert body.sheet.draft.id == own
        click(body.sheet.done)
        assert body.sheet is None
        assert body.faces.sides == ("vigilant", "shaken")


def test_only_what_nobody_calls_so_becomes_a_new_skill(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Aki")
        desk_of(screen).show_field("/vigilant/skills")
        keys("duck")
        assert body.stage.picker is not None
        titles = [line.id for line in body.stage.picker.offered]
        assert titles[0] == "house:duck"
        assert titles[-1] == "new:duck"
        keys(KEY.Key_Up, KEY.Key_Return)  # the last line: a new one of this name all the same
        assert record(screen)["vigilant"]["skills"] == [f"{screen.bench.pack}:duck"]


def test_a_picker_is_passed_by_without_a_choice(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        desk_of(screen).show_field("/vigilant/skills")
        keys(KEY.Key_Return, KEY.Key_Return)
        assert pointer() == "/shaken/attack"
        assert "skills" not in record(screen)["vigilant"]
        desk_of(screen).show_field("/vigilant/skills")
        keys("duc", KEY.Key_Escape)
        assert pointer() == "/vigilant/skills"
        assert "skills" not in record(screen)["vigilant"]


def test_what_is_wrong_is_marked_on_the_card_and_leads_there(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        pack, id = screen.bench.pack, record(screen)["id"]
        press(KEY.Key_Escape)
        file = next((tmp_path / "packs" / pack / "characters").glob("*.json"))
        data = json.loads(file.read_text())
        data["vigilant"]["skills"] = ["house:nobody-knows"]
        data["zeni"] = 99
        file.write_text(json.dumps(data))
        screen.workshop.refresh()
        screen.open("character", id)
        desk = desk_of(screen)
        assert isinstance(desk.body, CharacterBody)
        zeni = desk.body.faces.zeni
        assert zeni._fault
        click(next(line for line in rows(desk.findings.lines) if line.line.data.pointer == "/zeni"))
        assert zeni.hasFocus()
        keys("4")
        qtbot.waitUntil(lambda: not zeni._fault)


def test_the_next_card_is_one_key_away(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Aki")
        first = record(screen)["id"]
        press(KEY.Key_Return, modifier=CONTROL)
        assert record(screen)["id"] != first
        assert desk_of(screen).name.edit.hasFocus()


# equipment ------------------------------------------------------------------------------------------------------------


def test_an_equipment_card_is_written_with_a_few_keys(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "equipment", "Bow of the crane")
        assert isinstance(body, EquipmentBody)
        assert body.guide.text() == "Now: 1 zeni (Digits)\nNext: Permanent"
        keys("2", "p", "samu", KEY.Key_Return, "demon h", KEY.Key_Return, KEY.Key_Return)
        keys("steady aim", KEY.Key_Return)
        made = record(screen)
        assert (made["zeni"], made["use"]) == (2, "permanent")
        assert sorted(made["bearers"]) == ["demon_hunter", "samurai"]
        assert made["skills"] == ["house:steady-aim"]
        assert [found for found in desk_of(screen).draft.findings if found.broken] == []


# pictures -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def photograph(tmp_path: Path) -> Path:
    """A picture that is higher than wide, red above and blue below."""
    made = QImage(800, 1600, QImage.Format.Format_RGB32)
    made.fill(QColor("#2244CC"))
    for y in range(800):
        for x in range(0, 800, 1):
            if y % 40 == 0:
                made.setPixelColor(x, y, QColor("#CC2222"))
    path = tmp_path / "photo.png"
    made.save(str(path))
    return path


def test_a_picture_is_cut_out_and_shown_on_both_faces(qtbot: QtBot, tmp_path: Path, photograph: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Aki")
        carried = mime(photograph)  # the event holds it weakly
        drop = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, carried, Qt.MouseButton.LeftButton,
                          Qt.KeyboardModifier.NoModifier)  # fmt: skip
        body.dropEvent(drop)
        cropper = body.cropper
        assert cropper is not None
        whole = cropper.part
        press(KEY.Key_Plus, KEY.Key_Up, KEY.Key_Up)
        assert cropper.part.width() < whole.width()
        assert cropper.part.top() < whole.center().y()
        middle = QPointF(cropper._frame().center())
        QTest.mousePress(cropper, Qt.MouseButton.LeftButton, pos=middle.toPoint())
        QTest.mouseMove(cropper, middle.toPoint() + QPoint(0, 60))
        QTest.mouseRelease(cropper, Qt.MouseButton.LeftButton, pos=middle.toPoint() + QPoint(0, 60))
        press(KEY.Key_Return)
        name = record(screen)["picture"]
        assert name == "aki.jpg"
        data = screen.workshop.picture(screen.bench.pack, name)
        found = image(Picture(data))
        assert found.width() <= CUT.width()
        assert found.height() / found.width() == pytest.approx(3 / 4, abs=0.01)
        assert body.faces.face.picture == Picture(data)
        click(body.looks.clear)
        assert "picture" not in record(screen)
        press("z", modifier=CONTROL)
        assert record(screen)["picture"] == name


def test_what_is_no_picture_is_refused_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.png"
    wrong.write_bytes(b"this is no picture")
    with pytest.raises(InvalidInput):
        read_picture(wrong)
    with opened_workshop(tmp_path) as (_w, screen):
        body = named(screen, "character", "Aki")
        heard: list[Any] = []
        screen.bench.said.connect(heard.append)
        body.fetch_picture(wrong)
        assert body.cropper is None
        assert "wrong.png" in tr(heard[0])


def mime(path: Path) -> Any:
    made = QMimeData()
    made.setUrls([QUrl.fromLocalFile(str(path))])
    return made


def test_a_picture_fills_its_room_and_keeps_its_shape() -> None:
    for size in ((800.0, 600.0), (600.0, 1200.0), (2000.0, 300.0)):
        part = cover(size, QRectF(0, 0, 300, 150))
        assert part.width() / part.height() == pytest.approx(2.0)
        assert QRectF(0, 0, *size).contains(part)
        assert part.width() == pytest.approx(size[0]) or part.height() == pytest.approx(size[1])


# and then it is played with -------------------------------------------------------------------------------------------


def test_the_new_character_is_recruited_at_once_and_shows_its_picture_in_the_game(
    qtbot: QtBot, tmp_path: Path, photograph: Path
) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        body = named(screen, "character", "Aki")
        keys("2", "m", KEY.Key_Down, "4", "5", "3", "4")
        body.fetch_picture(photograph)
        press(KEY.Key_Return)
        id = record(screen)["id"]
        navigator = w.navigator
        assert navigator is not None
        navigator.screens("asagiri").show_bands()
        assert navigator.screens("asagiri").bands is not None
        navigator.screens("asagiri").bands.gallery.added.emit(id)
        assert [
            card.id
            for card, _ in navigator.screens("asagiri").bands.box.members(navigator.screens("asagiri").bands._shown[0])
        ] == [id]
        begun = setup.quick(navigator.storage.content)
        begun["bands"] = {**begun["bands"], "A": [{"card": id, "equipment": None}]}
        navigator.screens("asagiri").begin(begun, GameSettings())
        host = navigator.table
        assert host is not None
        game = host.game
        who = next(n for n, found in enumerate(game.state.table.characters) if found.card == id)
        face = face_of_character(game.state.table.characters[who], game.say, game.content)
        assert face.picture is not None
        assert face.name == "Aki"


# records --------------------------------------------------------------------------------------------------------------


def test_what_the_owner_types_is_the_owners() -> None:
    card = blank_character("mine:a", {"en": "A"})
    printed = {**card, "provenance": {"vigilant": "printed", "zeni": "house", "name": "printed"}}
    mine = typed(printed, "/zeni", 4, "owner")
    assert mine["provenance"] == {"vigilant": "printed", "name": "printed"}  # the pack's own source says it
    theirs = typed(printed, "/zeni", 4, "house")
    assert theirs["provenance"]["zeni"] == "owner"
    below = owned({**card, "provenance": {"vigilant.attack": "printed"}}, ["/vigilant"], "house")
    assert below["provenance"] == {"vigilant": "owner"}
    gone = owned({key: value for key, value in printed.items() if key != "zeni"}, [], "owner")
    assert "zeni" not in gone["provenance"]


@pytest.mark.parametrize(("words", "written"), [
    ("Samouraï", "samourai"), ("Fils d'oni", "fils-d-oni"), ("  Très  Grand ", "tres-grand"), ("7", ""), ("漢字", ""),
])  # fmt: skip
def test_a_trait_is_written_as_records_want_it(words: str, written: str) -> None:
    assert spelled(words) == written


def test_what_begins_so_comes_first() -> None:
    lines = [Line("a", "Staff parry"), Line("b", "Parry"), Line("c", "Comparison", "parry"), Line("d", "Parrying hand")]
    assert [line.id for line in ranked(lines, "parry")] == ["b", "a", "d", "c"]
    assert [line.id for line in ranked(lines, "PÀR hand")] == ["d"]
    assert ranked(lines, "") == lines


def test_no_window_no_workshop(qtbot: QtBot) -> None:
    """The press works without a workshop; the action for the workshop is off."""
    with window() as w:
        assert w.book is not None
        assert not w.book["workshop"].isEnabled()
        assert w.book["print"].isEnabled()


# what to type next, and slips -----------------------------------------------------------------------------------------


def test_the_card_shows_what_is_written_now_and_what_comes_next(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Hanzo")
        assert body.guide.text() == "Now: 0 zeni (Digits)\nNext: Mercenary"
        assert [spot.pointer for spot in stage_of(screen).order if getattr(spot, "_next", False)] == ["/alignment"]
        keys("5")
        assert body.guide.text().startswith("Now: Mercenary (D demon hunter")
        keys("d")
        assert body.guide.text() == "Now: Traits (First letters, Enter)\nNext: Attack 0, vigilant"
        QApplication.processEvents()
        before = body.stage.grab(body.stage.stats["vigilant", "attack"].geometry()).toImage()
        keys(KEY.Key_Down, KEY.Key_Return)
        assert body.guide.text().startswith("Now: Movement 0, vigilant")
        QApplication.processEvents()
        assert before != body.stage.grab(body.stage.stats["vigilant", "attack"].geometry()).toImage()
        body.another.setFocus()
        assert body.guide.text().startswith("Now: Movement"), "it stays while the keys are elsewhere"


def test_a_digit_typed_among_the_traits_is_the_attack(qtbot: QtBot, tmp_path: Path) -> None:
    """The card says that a digit goes on to the next field; the list of traits took it for the beginning of a word."""
    with opened_workshop(tmp_path) as (_, screen):
        body = named(screen, "character", "Okko")
        keys("4", "d", "sam", KEY.Key_Return, "4", "3", "3", "2")
        made = record(screen)
        assert made["traits"] == ["samurai"]
        stats = ("attack", "movement", "defense", "willpower")
        assert [made["vigilant"][stat] for stat in stats] == [4, 3, 3, 2]
        assert pointer() == "/vigilant/skills"
        assert isinstance(body, CharacterBody)
        assert body.faces.adds["vigilant"].accessibleName() == "First skill, vigilant"


def test_the_name_of_a_skill_typed_among_the_traits_becomes_the_skill(qtbot: QtBot, tmp_path: Path) -> None:
    """As a new user types a card: traits, then at once its skills, without going on first."""
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Hanzo")
        keys("5", "d", "sam", KEY.Key_Return, "veteran hunter", KEY.Key_Return)
        made = record(screen)
        assert made["traits"] == ["samurai"] and made["vigilant"]["skills"] == ["house:veteran-hunter"]
        keys("samourai")
        picker = stage_of(screen).picker
        assert picker is not None
        assert [line.id for line in picker.offered] == ["samurai", "samourai", "new-skill:samourai"]
        keys(KEY.Key_Escape)
        keys("iron fist", KEY.Key_Down, KEY.Key_Return)
        assert record(screen)["vigilant"]["skills"][-1].endswith(":iron-fist"), "a new one is made on its sheet"


def test_a_trait_that_nobody_knows_is_never_silent(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        named(screen, "character", "Hanzo")
        keys("5", "d", "blorp", KEY.Key_Return, KEY.Key_Return, "4534")
        desk = desk_of(screen)
        desk.draft.change({**desk.draft.record, "traits": ["blorp", "samourai", "veteran-hunter", "human"]}, "")
        desk.keep_now()
        told = {found.pointer: Words("en")(found.what) for found in screen.bench.findings("character", desk.draft.id)}
        assert told == {
            "/traits/0": "No other card is marked “blorp” and no skill asks for it: it does nothing.",
            "/traits/1": "No other card is marked “samourai”. Is “samurai” meant?",
            "/traits/2": "“veteran-hunter” is the name of a skill. "
            "As a trait it does nothing: put it among the skills.",
        }
        assert not desk.findings.isHidden()
        screen.close_desk()
        assert screen.card.label.text() == "Problems", "and not: nothing is to be put right"
