"""The dice tray: rolls, typed rolls, corrected rolls, and what a die may do."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.dice import DiceTray, InspirationDie, die_of, mime_of
from companion.ui.games.asagiri.dice.actions import choose, uses, uses_on, words
from companion.ui.games.asagiri.dice.surface import Lying
from companion.ui.kit.art.dice import DURATION, Tumble
from companion.ui.kit.theme import motion
from tests.ui.test_cards_kit import duel, game_of, hold


def tray_of(qtbot: Any, game: Any) -> DiceTray:
    tray = DiceTray(game)
    hold(qtbot, tray)
    tray.resize(700, 90)
    tray.show()
    return tray


def rolling(**more: Any) -> dict[str, Any]:
    return duel(stage="roll", pool_a=[], aside_a=3, **more)


def kinds(tray: DiceTray) -> list[tuple[str, Any]]:
    return [(die.kind, die.face) for die in tray.surface.dice]


def test_pool_set_aside_and_gone_are_told_apart(qtbot: Any) -> None:
    tray = tray_of(qtbot, game_of(duel(gone_a=1)))
    assert kinds(tray) == [("pool", "fire"), ("pool", "tori"), ("pool", "air"), ("aside", None), ("gone", None)]
    assert "fire, tori, air" in tray.surface.accessibleName()


def test_virtual_dice_are_rolled_by_the_seed(qtbot: Any) -> None:
    game = game_of(rolling())
    tray = tray_of(qtbot, game)
    assert [die.kind for die in tray.surface.dice] == ["blank"] * 3
    assert tray.button.isVisible()
    qtbot.mouseClick(tray.button, Qt.MouseButton.LeftButton)
    assert len(game.state.bands[0].pool) == 3
    assert not tray.button.isVisible()
    assert {die.entry for die in tray.surface.dice} == {"rolled"}
    assert not tray.again.isVisible()


def test_typed_dice_are_marked_and_may_be_put_right_until_the_next_step(qtbot: Any) -> None:
    game = game_of(rolling(), dice="typed")
    tray = tray_of(qtbot, game)
    assert not tray.button.isVisible()
    assert tray.focus_entry()
    qtbot.keyClicks(tray.entry, "fta")
    assert game.state.bands[0].pool == ("fire", "tori", "air")
    assert [die.entry for die in tray.surface.dice] == ["typed"] * 3
    assert tray.again.isVisible()
    qtbot.mouseClick(tray.again, Qt.MouseButton.LeftButton)
    qtbot.keyClick(tray.entry, Qt.Key.Key_Right)
    qtbot.keyClicks(tray.entry, "w")
    assert game.state.bands[0].pool == ("fire", "water", "air")
    assert [die.entry for die in tray.surface.dice] == ["typed", "corrected", "typed"]
    assert game.session.cursor == 1
    assert tray.again.isVisible()
    game.choose(o.Activate(1))
    assert not tray.again.isVisible()
    assert [die.entry for die in tray.surface.dice] == ["typed", "corrected", "typed"]


def test_the_dice_of_a_fight_are_put_right_in_its_slip(qtbot: Any) -> None:
    game = game_of(duel(), dice="typed")
    tray = tray_of(qtbot, game)
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    while o.Pass() in game.options:
        game.choose(o.Pass())
    game.roll([3, 3])
    assert not tray.again.isVisible()


def test_when_asked_both_ways_are_open(qtbot: Any) -> None:
    game = game_of(rolling(), dice="ask")
    tray = tray_of(qtbot, game)
    assert tray.button.isVisible()
    assert tray.entry.isVisible()
    qtbot.keyClicks(tray.entry, "tt")
    tray.roll()
    assert len(game.state.bands[0].pool) == 3
    assert not tray.entry.isVisible()


def test_dice_in_reserve_are_taken_back_or_kept(qtbot: Any) -> None:
    game = game_of(duel(stage="take_back", pool_a=[], aside_a=3))
    tray = tray_of(qtbot, game)
    assert kinds(tray)[0] == ("reserve", "fire")
    assert uses(game, InspirationDie("fire", "reserve", 0)) == [o.TakeBack(0)]
    tray.roll()
    assert game.figure(0).reserve == "fire"
    assert len(game.state.bands[0].pool) == 3


def test_rolling_for_player_a(qtbot: Any) -> None:
    data = duel(stage="first", pool_a=[], aside_a=3, lost_b=0)
    for band in data["bands"].values():
        for person in band["characters"]:
            person.update(at=None, state="vigilant")
            person.pop("reserve", None)
    game = game_of(data, dice="typed")
    tray = tray_of(qtbot, game)
    qtbot.keyClicks(tray.entry, "64")
    assert game.state.stage == "side"
    assert kinds(tray) == [("d6", 6), ("d6", 4)]


def test_a_die_knows_everything_it_may_do(qtbot: Any) -> None:
    game = game_of(duel())
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    fire = InspirationDie("fire")
    assert uses(game, fire) == [o.UseDie("fire", "pool", 0), o.UseSkill("house:demon-bane", "pool", 0)]
    assert uses_on(game, fire, 1) == []
    assert [words(game, option) for option in uses(game, fire)] == ["Attack +1 for Okko", "Demon bane (Okko)"]
    tray = tray_of(qtbot, game)
    assert tray.surface.ask(0)
    menu = tray.surface.findChild(QMenu)
    assert menu is not None
    menu.actions()[1].trigger()
    assert game.state.frames[-1].uses[0].what == "skill:house:demon-bane"
    menu.close()


def test_the_keyboard_goes_along_the_dice(qtbot: Any) -> None:
    game = game_of(duel(stage="reserve"))
    tray = tray_of(qtbot, game)
    qtbot.keyClick(tray.surface, Qt.Key.Key_Right)
    qtbot.keyClick(tray.surface, Qt.Key.Key_Return)
    menu = tray.surface.findChild(QMenu)
    assert menu is not None
    assert [action.text() for action in menu.actions()] == [
        "Keep in reserve on Noburo", "Keep in reserve on Windreaper", "Keep in reserve on Courtesan",
    ]  # fmt: skip
    menu.actions()[0].trigger()
    assert game.figure(1).reserve == "tori"
    menu.close()


def test_a_dragged_die_says_what_it_is() -> None:
    for die in (InspirationDie("fire"), InspirationDie("tori", "reserve", 4)):
        assert die_of(mime_of(die)) == die


@pytest.mark.parametrize("faces", [("fire",), ("tori", "air", "fire", "fire", "water"), (6, 1)])
def test_a_tumble_ends_where_the_dice_lie(faces: tuple[Any, ...]) -> None:
    assert DURATION <= 600
    tumble = Tumble(faces, faces)
    for n, face in enumerate(faces):
        pose = tumble.pose(n, 1.0)
        assert (pose.dx, pose.dy, pose.angle, pose.scale, pose.face) == (0, 0, 0, 1, face)


def test_rolled_dice_tumble_and_a_click_skips_it(qtbot: Any) -> None:
    motion.set_reduced(False)
    game = game_of(rolling())
    game.animated = True
    tray = tray_of(qtbot, game)
    tray.roll()
    assert tray.surface.tumbling
    qtbot.mouseClick(tray.surface, Qt.MouseButton.LeftButton)
    assert not tray.surface.tumbling
    game.undo()
    tray.roll()
    qtbot.waitUntil(lambda: not tray.surface.tumbling, timeout=DURATION + 1500)


def test_nothing_tumbles_with_reduced_motion_or_typed_dice(qtbot: Any) -> None:
    motion.set_reduced(True)
    try:
        game = game_of(rolling())
        game.animated = True
        tray = tray_of(qtbot, game)
        tray.roll()
        assert not tray.surface.tumbling
    finally:
        motion.set_reduced(False)
    typed = game_of(rolling(), dice="typed")
    typed.animated = True
    tray = tray_of(qtbot, typed)
    tray.entry.write("fta")
    assert not tray.surface.tumbling


def test_lying_dice_are_dice_that_options_speak_of() -> None:
    assert Lying("pool", "fire").die() == InspirationDie("fire")
    assert Lying("reserve", "air", who=2).die() == InspirationDie("air", "reserve", 2)
    assert Lying("aside", None).die() is None
    assert Lying("d6", 4).die() is None


def test_nothing_is_left_of_a_tray_that_is_thrown_away(qtbot: Any) -> None:
    game = game_of(rolling(), dice="ask")
    tray = DiceTray(game)
    tray.show()
    kept = [weakref.ref(tray), weakref.ref(tray.surface), weakref.ref(tray.entry)]
    tray.close()
    tray.deleteLater()
    del tray
    qtbot.wait(20)
    gc.collect()
    assert [widget() for widget in kept] == [None] * 3
    game.roll()


def test_a_tracked_table_types_what_it_rolled_whatever_was_reckoned(qtbot: Any) -> None:
    """Before anybody said what is kept; and where the number of dice is not the one expected, it is asked once."""
    game = game_of(duel(stage="take_back", pool_a=[], aside_a=3), mode="track", dice="typed")
    tray = tray_of(qtbot, game)
    entry = tray.entry
    assert (entry.isVisible(), len(entry.dice)) == (True, 4), "the die in reserve may have been rolled as well"
    qtbot.keyClicks(entry, "fwt")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert (game.state.bands[0].pool, game.figure(0).reserve) == (("fire", "water", "tori"), "fire")
    assert len({step.group for step in game.session.steps}) == 1
    assert game.session.steps[-1].result.sources == ("typed",) * 3
    game.undo()
    qtbot.keyClicks(entry, "fwta")
    assert (len(game.state.bands[0].pool), game.figure(0).reserve) == (4, None), "four: it was among them"
    game.undo()
    qtbot.keyClicks(entry, "fw")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert game.state.stage == "take_back", "first it is asked"
    menu = next(menu for menu in tray.findChildren(QMenu) if menu.isVisible())
    asked, *ways = [action.text() for action in menu.actions()]
    assert "2" in asked
    assert "3" in asked
    assert ways == ["1 die was not rolled: it stays set aside"]
    menu.actions()[1].trigger()
    menu.close()
    own = game.state.bands[0]
    assert (own.pool, own.aside, game.figure(0).reserve) == (("fire", "water"), 1, "fire")
    assert [(step.mark, step.rule) for step in game.session.steps] == [("overridden", "TRN-2")]


def test_a_die_activates_the_figure_it_is_used_for(qtbot: Any) -> None:
    """Nobody is active yet: a person selects a figure, clicks on the die, and finds what it does for that figure."""
    game = game_of(duel())
    tray = tray_of(qtbot, game)
    assert game.state.active is None
    air = next(n for n, die in enumerate(tray.surface.dice) if die.face == "air")
    everybody = [words(game, option) for option in tray.surface.uses_of(air) if isinstance(option, o.UseDie)]
    assert len(everybody) == len(game.options_like(o.Activate)), everybody
    game.select(0)
    found = [option for option in tray.surface.uses_of(air) if isinstance(option, o.UseDie)]
    assert [option.who for option in found] == [0]
    assert choose(game, found[0])
    assert game.state.active is not None and game.state.active.who == 0
    assert "air" not in game.state.bands[0].pool
