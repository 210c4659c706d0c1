"""Profile cards: what they show, how they turn over, what is done through them."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from companion.model.core.words import Words
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards as packs
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.cards import BandColumn, CharacterCardFace, ProfileCard, face_of_card, portrait
from companion.ui.games.asagiri.cards.face import STATS, CardStatus
from companion.ui.games.asagiri.cards.large import menu_for
from companion.ui.games.asagiri.dice import InspirationDie, mime_of
from companion.ui.games.asagiri.dice.actions import hand
from companion.ui.kit.theme import motion, palette
from tests.ui.test_cards_kit import LIBRARY, duel, game_of, hold


@pytest.fixture
def animated() -> Any:
    """Motion as a person sees it."""
    motion.set_reduced(False)
    yield
    motion.set_reduced(False)


def shown(card: CharacterCardFace) -> list[int]:
    return [card.shown(stat) for stat in STATS]


def printed(game: Any, who: int, face: str) -> list[int]:
    profile = getattr(game.state.table.characters[who], face)
    return [getattr(profile, stat) for stat in STATS]


def drop(target: QWidget, data: QMimeData) -> bool:
    """Carry something over a widget and let go; whether it was taken."""
    at = target.rect().center()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, Qt.DropAction.MoveAction, data, buttons, keys)
    target.dragEnterEvent(enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(QPointF(at), Qt.DropAction.MoveAction, data, buttons, keys)
    target.dropEvent(event)
    return event.isAccepted()


def test_a_card_shows_the_face_that_is_up_and_follows_it(qtbot: Any) -> None:
    game = game_of(duel(), mode="track")
    for density in ("strip", "card", "large"):
        card = ProfileCard(game, 0, density=density)
        hold(qtbot, card)
        assert shown(card) == printed(game, 0, "vigilant")
        game.correct(corrections.SetState(0, "shaken"))
        assert shown(card) == printed(game, 0, "shaken")
        assert "shaken" in card.accessibleName()
        game.undo()
        assert shown(card) == printed(game, 0, "vigilant")


def test_turning_over_takes_its_time_and_shows_both_faces(qtbot: Any, animated: Any) -> None:
    game = game_of(duel(), mode="track")
    game.animated = True
    card = ProfileCard(game, 0, density="card")
    hold(qtbot, card)
    card.show()
    still = card.grab().toImage()
    game.correct(corrections.SetState(0, "shaken"))
    assert card.turning
    qtbot.waitUntil(lambda: not card.turning, timeout=2 * motion.TURN + 1000)
    assert card.grab().toImage() != still
    game.animated = False
    game.correct(corrections.SetState(0, "vigilant"))
    assert not card.turning


def test_reduced_motion_cross_fades(qtbot: Any, animated: Any) -> None:
    motion.set_reduced(True)
    game = game_of(duel(), mode="track")
    game.animated = True
    card = ProfileCard(game, 0, density="card")
    hold(qtbot, card)
    card.show()
    game.correct(corrections.SetState(0, "shaken"))
    assert card.turning
    assert card._fading
    qtbot.waitUntil(lambda: not card.turning)


def test_a_card_out_of_a_pack_needs_no_game(qtbot: Any) -> None:
    kanatta = packs.character(LIBRARY, "house:kanatta")
    face = face_of_card(kanatta, LIBRARY, Words("fr"), "house:lacquered-armour")
    assert face.name == "Maître Kanatta"
    assert face.slip is not None
    assert face.slip.name == "Armure laquée"
    assert [line.element for line in face.vigilant.skills] == [
        find_skill(LIBRARY, id).element for id in kanatta.vigilant.skills
    ]
    assert all(line.words for line in face.vigilant.skills)
    card = CharacterCardFace(face)
    hold(qtbot, card)
    card.show()
    assert card.shown("attack") == kanatta.vigilant.attack
    card.set_status(CardStatus("shaken"))
    assert card.shown("attack") == kanatta.shaken.attack
    assert card.places().tray.isNull()
    assert not card.grab().isNull()


def test_every_card_of_a_band_can_be_read_in_a_low_column(qtbot: Any) -> None:
    column = BandColumn(game_of(duel()), 0)
    hold(qtbot, column)
    for high in (700, column.least_height()):
        column.resize(240, high)
        column.show()
        for card in column.cards():
            assert card.visibleRegion().boundingRect() == card.rect()
            assert all(QRectF(card.rect()).contains(place) for place in card.places().stats.values())
            assert all(place.width() >= 14 for place in card.places().stats.values())


def test_a_die_is_put_in_reserve_by_dropping_it_where_that_is_legal(qtbot: Any) -> None:
    game = game_of(duel(stage="reserve"))
    column = BandColumn(game, 0)
    enemies = BandColumn(game, 1)
    for widget in (column, enemies):
        hold(qtbot, widget)
        widget.resize(240, 700)
        widget.show()
    full, free = column.card(0), column.card(1)
    stranger = enemies.card(5)
    assert full is not None
    assert free is not None
    assert stranger is not None
    data = mime_of(InspirationDie("tori"))
    assert not drop(full, data)  # Okko has a die there already
    assert not drop(stranger, data)
    assert not drop(free, mime_of(InspirationDie("water")))  # not in the pool
    assert game.session.cursor == 0
    assert drop(free, data)
    assert game.figure(1).reserve == "tori"
    assert free.status.reserve == "tori"
    assert o.Reserve(1, "air") not in game.options


def test_a_held_die_shows_where_it_may_go(qtbot: Any) -> None:
    game = game_of(duel(stage="reserve"))
    full, free = ProfileCard(game, 0), ProfileCard(game, 1)
    for card in (full, free):
        hold(qtbot, card)
    hand.hold(InspirationDie("fire"))
    assert (full._hinted, free._hinted) == (False, True)
    hand.hold(None)
    assert not free._hinted


def test_dropping_a_die_on_the_active_figure_uses_it(qtbot: Any) -> None:
    game = game_of(duel())
    game.choose(o.Activate(0))
    points = game.state.active.points
    card = ProfileCard(game, 0)
    hold(qtbot, card)
    assert drop(card, mime_of(InspirationDie("air")))
    assert game.state.active.points == points + 1


def test_a_click_selects_and_the_keyboard_reaches_every_card(qtbot: Any) -> None:
    game = game_of(duel())
    window = QWidget()
    hold(qtbot, window)
    column = BandColumn(game, 0, "Margherita", window)
    window.resize(900, 700)
    column.resize(240, 700)
    window.show()
    qtbot.waitExposed(window)
    cards = column.cards()
    assert [card.who for card in cards] == [0, 1, 2, 3]
    qtbot.mouseClick(cards[2], Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
    assert game.selection == 2
    qtbot.keyClick(cards[2], Qt.Key.Key_Down)
    assert game.selection == 3
    qtbot.keyClick(cards[3], Qt.Key.Key_Up)
    assert game.selection == 2
    qtbot.keyClick(cards[2], Qt.Key.Key_Return)
    assert column.large is not None
    assert column.large.card.who == 2
    qtbot.keyClick(column.large, Qt.Key.Key_Right)
    assert column.large.card.who == 3
    qtbot.keyClick(column.large, Qt.Key.Key_F)
    assert column.large.card.status.condition == "shaken"
    assert game.figure(3).state == "vigilant"
    qtbot.keyClick(column.large, Qt.Key.Key_Escape)
    assert column.large is None
    qtbot.keyClick(cards[2], Qt.Key.Key_I)
    assert column.large is not None


def test_values_are_corrected_by_hand_on_the_large_card(qtbot: Any) -> None:
    game = game_of(duel(), mode="track")
    column = BandColumn(game, 0)
    hold(qtbot, column)
    column.resize(500, 700)
    column.show()
    large = column.inspect(0, editing=True)
    field = large.field
    assert isinstance(field, QLineEdit)
    assert field.text() == str(printed(game, 0, "vigilant")[0])
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert game.state.table.characters[0].vigilant.attack == 7
    assert large.card.shown("attack") == 7
    assert large.field is not None
    assert large.field.stat == "movement"
    qtbot.keyClick(large.field, Qt.Key.Key_Escape)
    assert large.field is None
    large.turn_over()
    place = large.card.places().stats["willpower"].center().toPoint()
    qtbot.mouseClick(large.card, Qt.MouseButton.LeftButton, pos=place)
    assert large.field is not None
    qtbot.keyClicks(large.field, "1")
    qtbot.keyClick(large.field, Qt.Key.Key_Return)
    assert game.state.table.characters[0].shaken.willpower == 1


def test_no_value_is_corrected_while_the_rules_are_enforced(qtbot: Any) -> None:
    column = BandColumn(game_of(duel()), 0)
    hold(qtbot, column)
    column.resize(500, 700)
    column.show()
    assert column.inspect(0, editing=True).field is None


def words_of(menu: QMenu) -> dict[str, Any]:
    return {action.text(): action for action in menu.actions() if action.text()}


def test_the_menu_corrects_the_table_in_track_mode_only(qtbot: Any) -> None:
    game = game_of(duel(), mode="track")
    home = QWidget()
    hold(qtbot, home)
    offered = words_of(menu_for(game, 2, home, lambda editing: None))
    offered["Turn the card: vigilant"].trigger()
    assert game.figure(2).state == "vigilant"
    words_of(menu_for(game, 2, home, lambda editing: None))["Activated"].trigger()
    assert game.figure(2).activated
    inner = words_of(menu_for(game, 2, home, lambda editing: None))["Die in reserve"].menu()
    words_of(inner)["water"].trigger()
    assert game.figure(2).reserve == "water"
    words_of(menu_for(game, 2, home, lambda editing: None))["Disabled"].trigger()
    assert game.figure(2).state == "disabled"
    assert "Disabled" not in words_of(menu_for(game_of(duel()), 2, home, lambda editing: None))


def test_the_column_counts_losses_and_announces_the_loser(qtbot: Any) -> None:
    game = game_of(duel(lost_b=11), mode="track")
    column = BandColumn(game, 1, "Jean")
    hold(qtbot, column)
    assert "11 of 12" in column._meter.accessibleName()
    with qtbot.waitSignal(column.announced, timeout=1000) as told:
        game.correct(corrections.SetState(5, "disabled"))
    assert "Jean lost" in told.args[0]
    assert "defeat" in column._header.accessibleName()


def test_cards_show_all_their_words_in_a_wide_window(qtbot: Any) -> None:
    window = QWidget()
    hold(qtbot, window)
    column = BandColumn(game_of(duel()), 0, "", window)
    window.resize(1280, 800)
    window.show()
    assert column.density == "strip"
    window.resize(1920, 1080)
    assert column.density == "card"
    window.resize(1280, 800)
    assert column.density == "strip"


def test_no_word_is_left_out_of_a_card_that_is_high_enough() -> None:
    for card in ("okko", "ninja", "oni-warau"):
        face = face_of_card(packs.character(LIBRARY, f"house:{card}"), LIBRARY, Words(), "house:lacquered-armour")
        for condition in ("vigilant", "shaken"):
            status = CardStatus(condition)
            high = portrait.whole(250, face)
            assert high < 480, "four skills fit twice into a column of 1080 pixels"
            written, endless = (
                [place.height() for place in portrait.places(QSize(250, h), face, status).skills] for h in (high, 2000)
            )
            assert written == endless
            assert written


def test_a_card_without_room_for_its_words_still_says_what_is_an_action() -> None:
    face = face_of_card(packs.character(LIBRARY, "house:noshin"), LIBRARY, Words())
    lines = [(line, False) for line in face.vigilant.skills]
    size = QSize(196, 274)
    said = [
        [words._layout.text() for _, _, words in portrait.typeset(lines, size, 160, free, palette.current())[0]]
        for free in (80, 0)
    ]
    assert said == [
        ["Wisdom of sake", "Shared cup  Action", "Staff parry"],
        ["Wisdom of sake", "Shared cup", "Staff parry"],
    ]


def test_bands_that_change_seats_take_their_cards_along(qtbot: Any) -> None:
    data = duel(stage="first", pool_a=[], aside_a=3)
    for band in data["bands"].values():
        band["lost"] = 0
        for person in band["characters"]:
            person.update(at=None, state="vigilant")
            person.pop("reserve", None)
    game = game_of(data)
    column = BandColumn(game, 0)
    hold(qtbot, column)
    before = [card.face.name for card in column.cards()]
    game.roll([1, 6])
    assert [card.face.name for card in column.cards()] != before
    game.undo()
    assert [card.face.name for card in column.cards()] == before


def test_languages_change_the_words_on_cards(qtbot: Any) -> None:
    game = game_of(duel())
    card = ProfileCard(game, 2)
    hold(qtbot, card)
    assert card.face.name == "Windreaper"
    game.set_words(Words("it"))
    assert card.face.name == "Falcia-Vento"


def test_nothing_is_left_of_a_column_that_is_thrown_away(qtbot: Any) -> None:
    game = game_of(duel(), mode="track")
    column = BandColumn(game, 0)
    column.resize(300, 700)
    column.show()
    column.inspect(1)
    kept = [weakref.ref(widget) for widget in (column, column.large, *column.cards())]
    column.close()
    column.deleteLater()
    del column
    qtbot.wait(20)
    gc.collect()
    assert [widget() for widget in kept] == [None] * len(kept)
    game.correct(corrections.SetState(0, "shaken"))
