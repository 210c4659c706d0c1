"""The tile editor of Okko Chronicles by mouse and by keys: zones, spaces, walls, a photo under them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.content.backdrops import Backdrops, Placing
from companion.model.games.chronicles.box.card_checks import tile as tile_problems
from companion.model.games.chronicles.box.records import Tile
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace
from companion.ui.games.chronicles.workshop.screen import ChroniclesWorkshop
from companion.ui.games.chronicles.workshop.tile_editor import TileBody
from companion.ui.games.chronicles.workshop.tile_sketch import (
    LETTERS,
    WallRun,
    blank,
    face_of_record,
    next_zone,
    resized,
    space_area,
    with_space,
    with_walls,
    with_zone,
    written,
    zone_area,
)
from companion.ui.workshop.record_editor import RecordEditor

from .chronicles_workshop_kit import new_workshop, opened_workshop
from .editor_kit import drag
from .test_window_kit import press

KEY = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
BASE = {"id": "mine:tile", "names": {"en": "Tile"}}


def problems(face: TileFace) -> list[str]:
    return [problem.what.key for problem in tile_problems(msgspec.convert(written(face, BASE), Tile))]


cells = st.tuples(st.integers(-1, 12), st.integers(-1, 12))
sides = st.builds(Side, st.integers(-1, 11), st.integers(-1, 11), st.sampled_from("ES"))
changes = st.one_of(
    st.builds(lambda at, zone: lambda face: with_zone(face, at, zone), st.lists(cells), st.sampled_from("abz.")),
    st.builds(lambda at, to: lambda face: with_space(face, at, to), st.lists(cells), st.sampled_from("oigGdDwx")),
    st.builds(lambda at, on: lambda face: with_walls(face, at, on), st.lists(sides), st.booleans()),
    st.builds(lambda c, r: lambda face: resized(face, c, r), st.integers(1, 12), st.integers(1, 12)),
)


@given(st.lists(changes, max_size=8))
def test_brd_2_whatever_is_drawn_passes_the_check_and_is_read_back(steps: list[Any]) -> None:
    face = blank()
    for step in steps:
        face = step(face)
    assert problems(face) == []
    assert face_of_record(written(face, BASE)) == face


@given(st.dictionaries(st.sampled_from(["zones", "spaces", "walls", "forbidden"]), st.one_of(
    st.none(), st.integers(), st.text(), st.lists(st.one_of(st.text(max_size=14), st.integers(), st.dictionaries(
        st.sampled_from(["at", "side"]), st.one_of(st.just("N"), st.just([0, 0]))))))))  # fmt: skip
def test_a_tile_with_faults_is_drawn_as_far_as_it_can_be(record: dict[str, Any]) -> None:
    face = face_of_record(record)
    assert 1 <= face.columns <= 12
    assert 1 <= face.rows <= 12
    assert len(face.spaces) == face.rows


def test_cells_that_get_a_floor_again_get_a_space() -> None:
    face = with_zone(blank(2, 1), [(0, 0)], VOID)
    assert (face.zones, face.spaces) == ((".a",), ("xo",))
    face = with_zone(face, [(0, 0)], "b")
    assert (face.zones, face.spaces) == (("ba",), ("oo",))


def test_a_fill_stops_at_walls_and_at_other_spaces() -> None:
    face = with_walls(blank(4, 1), [Side(1, 0, "E")], True)
    assert zone_area(face, (0, 0)) == {(0, 0), (1, 0)}
    assert space_area(with_space(blank(3, 1), [(2, 0)], "i"), (0, 0)) == {(0, 0), (1, 0)}


def test_the_next_zone_is_the_first_letter_that_is_free() -> None:
    assert next_zone(blank()) == "b"
    assert next_zone(TileFace(tuple(LETTERS[n : n + 13] for n in (0, 13)), ("o" * 13,) * 2)) == "z"


def test_a_run_of_walls_erases_when_it_begins_on_one() -> None:
    run = WallRun(with_walls(blank(3, 3), [Side(0, 0, "E")], True))
    for at in ((1.0, 0.5), (1.0, 1.5)):
        run.to(at)
    assert run.sketch.walls == frozenset()


def fresh(screen: ChroniclesWorkshop) -> tuple[RecordEditor, TileBody]:
    """A new tile on the desk, the keys on it."""
    screen.make("chronicles_tile")
    desk = screen.desk
    assert desk is not None
    body = desk.body
    assert isinstance(body, TileBody)
    body.setFocus()
    QApplication.processEvents()
    return desk, body


def test_a_tile_is_typed_like_a_text_undone_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        press("aaabbb")
        assert desk.draft.record["zones"][0] == "aaabbb"
        press("2")
        press(KEY.Key_Up)
        press("oid")
        QTest.keyClicks(body.canvas, "D")
        assert desk.draft.record["spaces"][0] == "oidDoo"
        press(KEY.Key_Down, modifier=SHIFT)
        assert desk.draft.record["walls"] == [{"at": [4, 0], "side": "S"}]
        press("z", modifier=CONTROL)
        assert "walls" not in desk.draft.record
        press("z", modifier=CONTROL | SHIFT)
        assert "walls" in desk.draft.record
        id = desk.draft.id
        screen.close_desk()
        screen.open("chronicles_tile", id)
        assert screen.desk is not None
        assert screen.desk.draft.record["spaces"][0] == "oidDoo"
        assert screen.workshop.check(id.partition(":")[0]) == []


def test_a_tile_is_drawn_by_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        canvas = body.canvas

        def at(x: float, y: float) -> QPointF:
            return canvas.pixel_of((x, y))

        drag(canvas, at(3.5, 0.5), at(5.5, 0.5))
        assert desk.draft.record["zones"][0] == "aaabbb"
        drag(canvas, at(0.5, 5.5), at(0.5, 5.5), button=Qt.MouseButton.RightButton)
        assert desk.draft.record["zones"][5] == ".aaaaa"
        body.tools.words["space"].click()
        body.shapes.words["rectangle"].click()
        drag(canvas, at(0.5, 1.5), at(1.5, 2.5))
        assert desk.draft.record["spaces"][1:3] == ["iioooo", "iioooo"]
        body.tools.words["wall"].click()
        drag(canvas, at(0.5, 3.0), at(3.5, 3.0))
        assert desk.draft.record["walls"] == [{"at": [n, 2], "side": "S"} for n in range(4)]
        drag(canvas, at(0.5, 3.0), at(3.5, 3.0), button=Qt.MouseButton.RightButton)
        assert "walls" not in desk.draft.record


def test_size_mission_and_the_other_face_are_set_beside_the_tile(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        body.wide.more.click()
        body.high.less.click()
        assert [len(row) for row in desk.draft.record["zones"]] == [7] * 5
        mission, forbidden = body.form.rows["mission"], body.form.rows["forbidden"]
        mission.control.box.click()  # type: ignore[attr-defined]
        forbidden.control.words["always"].click()  # type: ignore[attr-defined]
        assert (desk.draft.record["mission"], desk.draft.record["forbidden"]) == (True, "always")
        assert (body.face.mission, body.face.forbidden) == (True, "always")
        forbidden.control.words["#"].click()  # type: ignore[attr-defined]
        forbidden.control.spin.setValue(3)  # type: ignore[attr-defined]
        assert desk.draft.record["forbidden"] == 3
        forbidden.control.words["\x00"].click()  # type: ignore[attr-defined]
        assert "forbidden" not in desk.draft.record


def test_findings_are_shown_on_the_tile(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        record = {**desk.draft.record, "walls": [{"at": [0, 0], "side": "N"}, {"at": [1, 1], "side": "E"}]}
        desk.draft.change(record, "x")
        assert [finding.pointer for finding in desk.draft.findings] == ["/walls/0/side"]
        assert list(body.canvas.flagged) == [Side(0, -1, "S")]
        desk.draft.change({**record, "walls": [], "spaces": ["oooooo"] * 5}, "x")
        assert any(finding.pointer == "/spaces" for finding in desk.draft.findings)
        desk.draft.change({**desk.draft.record, "spaces": [*["oooooo"] * 5, "oooooq"]}, "x")
        assert list(body.canvas.flagged) == [(column, 5) for column in range(6)]
        assert body.show_field("/walls/0")


def picture(wide: int, high: int) -> QImage:
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("#806040"))
    return image


def test_a_photo_is_laid_under_two_corners_of_its_grid(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        photo = tmp_path / "photo.png"
        picture(800, 400).save(str(photo))
        body.open_photo(photo)
        assert body.hand.tool == "photo"
        assert body.backdrop.box == QRectF(0, 0, 6, 3)
        body.corners.click()
        for point in ((1.0, 0.5), (4.0, 2.5)):
            QTest.mouseClick(body.canvas, Qt.MouseButton.LeftButton, pos=body.canvas.pixel_of(point).toPoint())
        box = body.backdrop.box
        assert [round(value, 1) for value in (box.left(), box.top(), box.width(), box.height())] == [-2, -1.5, 12, 9]
        assert not body.canvas.cornering
        drag(body.canvas, body.canvas.pixel_of((2.0, 2.0)), body.canvas.pixel_of((3.0, 2.5)))
        assert round(body.backdrop.box.left(), 1) == -1
        drag(body.canvas, body.canvas.pixel_of((0.05, 0.0)), body.canvas.pixel_of((0.05, 0.0)))  # no corner is near
        press(KEY.Key_Right)
        assert round(body.backdrop.box.left(), 1) == -0.9
        press(KEY.Key_Down, modifier=SHIFT)
        assert round(body.backdrop.box.height(), 1) == 9.1
        body.opacity.more.click()
        assert round(body.backdrop.opacity, 1) == 0.7
        body.turn.click()
        assert round(body.backdrop.box.width(), 1) == 9.1
        id = desk.draft.id
        screen.close_desk()
        screen.open("chronicles_tile", id)
        again = screen.desk.body if screen.desk is not None else None
        assert isinstance(again, TileBody)
        assert again.backdrop.there
        assert round(again.backdrop.box.width(), 1) == 9.1
        exported = tmp_path / "pack.okko-pack"
        screen.workshop.export(screen.bench.pack, exported)
        assert exported.stat().st_size < 2000  # the photo is not in it
        assert not any((tmp_path / "packs").rglob("*.jpg"))
        again.away.click()
        assert not again.backdrop.there
        assert not any((tmp_path / "workshop").rglob("*.*"))


def test_a_corner_of_the_photo_is_dragged(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        _, body = fresh(screen)
        body.backdrop.take(picture(600, 600), 6, 6)
        body.hand.take("photo")
        drag(body.canvas, body.canvas.pixel_of((6.0, 6.0)), body.canvas.pixel_of((5.0, 4.0)))
        box = body.backdrop.box
        assert (round(box.right(), 1), round(box.bottom(), 1)) == (5, 4)
        assert (box.left(), box.top()) == (0, 0)


def test_a_broken_photo_is_told_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        _, body = fresh(screen)
        said: list[str] = []
        screen.bench.said.connect(lambda why: said.append(why.key))
        broken = tmp_path / "broken.png"
        broken.write_bytes(b"\x89PNG\r\n\x1a\nnothing")
        body.open_photo(broken)
        QGuiApplication.clipboard().clear()
        body.paste.click()
        assert said == ["This picture cannot be read: {file}.", "There is no picture on the clipboard."]
        assert not body.backdrop.there
        QGuiApplication.clipboard().setImage(picture(5000, 100))
        body.canvas.setFocus()
        press("v", modifier=CONTROL)
        assert body.backdrop.there
        data = Backdrops(tmp_path / "packs").find("chronicles_tile", body._draft.id)
        assert data is not None
        assert QImage.fromData(data[0]).width() == 2400
        QGuiApplication.clipboard().clear()


@pytest.mark.parametrize("id", ["mine", "mine:", "../x:y", "mine:../y", "mine:a/b", "mine:con"])
def test_a_photo_is_kept_in_its_folder_alone(tmp_path: Path, id: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Backdrops(tmp_path / "packs").keep("chronicles_tile", id, b"x")
    assert not any(tmp_path.rglob("*"))


def test_a_placing_that_cannot_be_read_is_the_first_again(tmp_path: Path) -> None:
    store = Backdrops(tmp_path / "packs")
    store.keep("chronicles_tile", "mine:a", b"data")
    store.place("chronicles_tile", "mine:a", Placing(1, 2, 3, 4, 0.5))
    assert store.find("chronicles_tile", "mine:a") == (b"data", Placing(1, 2, 3, 4, 0.5))
    (tmp_path / "workshop" / "mine" / "chronicles-tile-a.json").write_text('{"left": 1e9}')
    assert store.find("chronicles_tile", "mine:a") == (b"data", Placing())


def test_photos_lie_beside_the_packs(tmp_path: Path) -> None:
    assert Backdrops(new_workshop(tmp_path).root).root == tmp_path / "workshop"
