"""The slip of a fight: modifiers, odds, announcements, dice, results; and the look ahead."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from companion.model.games.asagiri.rules import answers, fight_numbers, fight_results
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.automation import PRESETS
from companion.ui.games.asagiri.fight import FightPanel, FightPreview, parts
from companion.ui.games.asagiri.fight.numbers import (
    ORDER,
    fight_in,
    outcome_of,
    percent,
    read,
    read_after,
    supposed,
    would_go_out,
)
from companion.ui.games.asagiri.fight.parts import FightNote, OddsBar
from companion.ui.kit.theme import fonts as type_
from tests.ui.test_cards_kit import duel, game_of, hold, person, position, reckoned


def slip_of(qtbot: Any, game: Any) -> FightPanel:
    window = QWidget()
    hold(qtbot, window)
    window.resize(1280, 800)
    slip = FightPanel(game, window)
    slip.setGeometry(920, 70, 344, 640)
    window.show()
    return slip


def fighting(**more: Any) -> Any:
    game = game_of(duel(), **more)
    assert game.choose(o.Activate(0))
    assert game.choose(o.Attack(4))
    return game


def to_the_dice(game: Any) -> None:
    while game.state.frames and o.Pass() in game.options:
        game.choose(o.Pass())


def archery(**more: Any) -> Any:
    """An archer with a clear line to Windreaper, four squares north, behind a bush."""
    a = [person("a1", "fauche-le-vent", [3, 1], "N"), person("a2", "okko", [0, 7])]
    b = [person("b1", "mountain-archer", [3, 4], "N"), person("b2", "oni-bushi", [7, 7])]
    data = position(a, b, phase="B", pool_b=["air"], aside_b=3, aside_a=4)
    game = game_of(data, **more)
    assert game.choose(o.Activate(2))
    return game


def test_there_is_no_slip_without_a_fight(qtbot: Any) -> None:
    game = game_of(duel())
    slip = slip_of(qtbot, game)
    assert not slip.isVisible()
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    assert slip.isVisible()
    game.undo()
    assert not slip.isVisible()


def test_the_slip_lists_every_modifier_with_its_reason(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    state = game.state
    fight = fight_in(state)
    assert fight is not None
    found = fight_numbers.modifiers(state, fight)
    sides = slip.versus.sides
    assert sides is not None
    for side, shown in zip(("attacker", "defender"), sides, strict=True):
        assert list(shown.reasons) == [(m.amount, game.say(m.reason)) for m in found if m.side == side]
        assert shown.total == sum(m.amount for m in found if m.side == side)
    assert (1, "Support of Noburo") in sides[0].reasons
    assert (1, "Support of Oni Bushi") in sides[1].reasons


def test_the_odds_are_exact_and_complete(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    fight = fight_in(game.state)
    assert fight is not None
    reckoned(qtbot, slip.odds)
    assert slip.odds.ways == fight_results.outcomes(*fight_numbers.totals(game.state, fight))
    assert sum(slip.odds.ways.values()) == 36
    assert sum(ways for _, ways in slip.odds.parts()) == 36
    assert len(slip.odds.parts()) == 7


def test_announcing_a_die_changes_the_totals_as_was_foretold(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    before = read(game.state, fight_in(game.state))
    line = slip.choices[0]
    assert line.option == o.UseDie("fire", "pool", 0)
    foretold = read_after(game.state, line.option)
    assert foretold is not None
    assert line.chances == (f"{percent(before.wins)}%", f"{percent(foretold.wins)}%")
    assert slip.press_number(1)
    assert slip.versus.sides is not None
    assert slip.versus.sides[0].total == before.totals[0] + 1
    assert (1, "fire die") in slip.versus.sides[0].reasons
    reckoned(qtbot, slip.odds)
    assert slip.odds.ways == dict(foretold.ways)
    assert line.option not in [other.option for other in slip.choices]


def test_number_keys_and_the_button_go_through_a_whole_combat(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    count = len(slip.choices)
    slip.setFocus()
    qtbot.keyClick(slip, Qt.Key.Key_3)
    assert len(slip.choices) < count
    assert slip.button.isVisible()
    qtbot.mouseClick(slip.button, Qt.MouseButton.LeftButton)
    while o.Pass() in game.options and game.state.frames:
        qtbot.mouseClick(slip.button, Qt.MouseButton.LeftButton)
    assert game.to_roll() is not None
    qtbot.mouseClick(slip.button, Qt.MouseButton.LeftButton)
    assert outcome_of(game) is not None


def test_typed_dice_and_the_result_in_words(qtbot: Any) -> None:
    game = fighting(dice="typed")
    slip = slip_of(qtbot, game)
    to_the_dice(game)
    assert slip.entry.isVisible()
    assert not slip.button.isVisible()
    qtbot.keyClicks(slip.entry, "63")
    assert slip.versus.sides is not None
    assert [side.die for side in slip.versus.sides] == [6, 3]
    assert [side.entry for side in slip.versus.sides] == ["typed", "typed"]
    assert slip._title.text() == "Okko wins by 3"
    assert "becomes shaken" in slip._news.text()
    assert slip.again.isVisible()
    squares = [line.option for line in slip.choices]
    assert squares == game.options_like(o.Retreat)
    assert [line.danger for line in slip.choices] == [True, False]
    slip.entry.correct()
    qtbot.keyClicks(slip.entry, "4")
    assert slip._title.text() == "Okko wins by 1"
    assert [side.entry for side in slip.versus.sides] == ["corrected", "typed"]


def test_the_result_stays_until_it_is_read_or_something_else_is_done(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    to_the_dice(game)
    game.roll([6, 5])
    game.choose(game.options_like(o.Retreat)[-1])
    assert slip.isVisible()
    assert "retreats" in slip._news.text()
    assert not game.state.frames
    qtbot.keyClick(slip, Qt.Key.Key_Escape)
    assert not slip.isVisible()
    game.undo()
    assert slip.isVisible()
    game.redo()
    game.choose(o.EndActivation())
    assert not slip.isVisible()


def test_a_result_lingers_while_automatic_players_go_on(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    slip._linger.setInterval(60)
    to_the_dice(game)
    game.bots = {"A": None, "B": None}  # nobody thinks here: the test chooses for them
    game.see(False)
    game.session.roll((3, 3))
    assert slip._title.text() == "A draw"
    game.choose(o.EndActivation())
    assert slip.isVisible()
    assert slip._title.text() == "A draw"
    assert slip.choices == []
    qtbot.waitUntil(lambda: not slip.isVisible())


def test_a_draw_is_called_one(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    to_the_dice(game)
    game.roll([3, 3])
    assert slip._title.text() == "A draw"


def test_the_defender_announces_out_of_its_reserve(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    game.choose(o.Pass())
    assert [line.option for line in slip.choices] == [o.UseDie("earth", "reserve", 4)]
    assert slip.choices[0].in_reserve
    before, after = slip.choices[0].chances or ("", "")
    assert int(after.rstrip("%")) > int(before.rstrip("%"))


def test_a_shot_shows_its_line_and_harms_the_target_alone(qtbot: Any) -> None:
    game = archery()
    slip = slip_of(qtbot, game)
    shot = next(option for option in game.options_like(o.Shoot))
    game.choose(shot)
    assert "distance 3" in slip._aim.text()
    assert "cover 1" in slip._aim.text()
    assert slip.versus.sides is not None
    assert (1, "Cover") in slip.versus.sides[1].reasons
    reckoned(qtbot, slip.odds)
    assert [name for name, _ in slip.odds.parts()][-1] == "draw"
    assert sum(ways for _, ways in slip.odds.parts()) == 36
    to_the_dice(game)
    game.roll([1, 6])
    assert slip._title.text() == "Mountain archer misses"


def test_a_willpower_test_shows_the_value_needed(qtbot: Any) -> None:
    data = duel(pool_a=["water", "tori", "air"])
    data["bands"]["A"]["characters"][2]["reserve"] = "water"
    game = game_of(data)
    game.choose(o.Activate(2))
    slip = slip_of(qtbot, game)
    game.choose(o.TestWillpower())
    assert slip.test.isVisible()
    assert slip.test.shown.faces == (1, 2, 3, 4)  # Willpower 3, and Companion in arms
    assert slip.choices[0].chances == ("4/6", "5/6")
    slip.press_number(1)
    assert slip.test.shown.faces == (1, 2, 3, 4, 5)
    to_the_dice(game)
    game.roll([5])
    assert slip._title.text() == "Windreaper passes"
    assert not slip.versus.isVisible()


def test_a_civilian_lost_costs_a_die(qtbot: Any) -> None:
    a = [person("a1", "courtesan", [3, 3], "S"), person("a2", "okko", [0, 0])]
    b = [person("b1", "oni-warau", [3, 4], "N")]
    game = game_of(position(a, b, phase="B", pool_b=["water"], aside_b=3, pool_a=[], aside_a=4))
    slip = slip_of(qtbot, game)
    data = game.state
    assert data.phase == 1
    game.choose(o.Activate(2))
    game.choose(o.Attack(0))
    to_the_dice(game)
    game.roll([6, 1])
    assert game.figure(0).state == "disabled"
    if game.state.frames:
        assert all(isinstance(line.option, o.GiveUpDie) for line in slip.choices)
    assert "disabled" in slip._news.text()


def test_a_choice_of_dice_to_give_up_is_listed(qtbot: Any) -> None:
    a = [person("a1", "courtesan", [3, 3], "S"), person("a2", "okko", [0, 0], reserve="fire")]
    b = [person("b1", "oni-warau", [3, 4], "N")]
    game = game_of(position(a, b, phase="B", pool_b=["water"], aside_b=3, pool_a=[], aside_a=4))
    slip = slip_of(qtbot, game)
    game.choose(o.Activate(2))
    game.choose(o.Attack(0))
    to_the_dice(game)
    game.roll([6, 1])
    assert [line.option for line in slip.choices] == [o.GiveUpDie("aside"), o.GiveUpDie("reserve", "fire", 1)]
    slip.press_number(2)
    assert game.figure(1).reserve is None
    assert game.state.bands[0].gone == 1


def test_a_figure_shaken_already_goes_out_by_three() -> None:
    data = duel()
    data["bands"]["B"]["characters"][0].update(state="shaken", reserve=None)
    data["bands"]["B"]["aside"] = 4
    state = game_of(data).state
    assert would_go_out(supposed(state, 0, 4)) == (False, True)


def test_the_preview_reads_like_the_fight_it_foretells(qtbot: Any) -> None:
    game = game_of(duel())
    preview = FightPreview(game)
    hold(qtbot, preview)
    preview.hover(4)
    assert not preview.isVisible()
    game.choose(o.Activate(0))
    preview.hover(-1)
    preview.hover(4)
    assert preview.isVisible()
    assert preview.reading is not None
    declared = answers.apply(game.state, o.Attack(4)).state
    fight = fight_in(declared)
    assert fight is not None
    assert preview.reading.modifiers == tuple(fight_numbers.modifiers(declared, fight))
    assert sum(preview.reading.ways.values()) == 36
    game.choose(o.Attack(4))
    assert not preview.isVisible()


def test_the_preview_says_why_an_enemy_cannot_be_attacked(qtbot: Any) -> None:
    game = game_of(duel())
    game.choose(o.Activate(0))
    preview = FightPreview(game)
    hold(qtbot, preview)
    game.select(6)
    assert preview.isVisible()
    assert "control zone" in preview._note.text()


def test_the_preview_follows_the_pointer_over_the_board_within_its_area(qtbot: Any) -> None:
    game = game_of(duel())
    game.choose(o.Activate(0))
    preview = FightPreview(game)
    hold(qtbot, preview)
    preview.set_area(QRect(900, 60, 330, 600))
    preview.hover_square(game.figure(5).at)
    assert preview.isVisible()
    assert preview.reading is not None
    assert preview.reading.fight.defender == 5
    assert preview.geometry().width() == 330
    assert preview.geometry().height() <= 600
    preview.hover_square(-1)
    assert not preview.isVisible()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_fits_a_narrow_slip(qtbot: Any, language: str) -> None:
    game = fighting(language=language)
    slip = slip_of(qtbot, game)
    assert slip.sizeHint().height() <= 660
    assert slip.button.sizeHint().width() <= 300
    assert slip.odds.minimumSizeHint().width() <= 300


def test_nothing_is_left_of_a_slip_that_is_thrown_away(qtbot: Any) -> None:
    game = fighting()
    slip, preview = FightPanel(game), FightPreview(game)
    kept = [weakref.ref(slip), weakref.ref(slip.versus), weakref.ref(slip.entry), weakref.ref(preview)]
    for widget in (slip, preview):
        widget.close()
        widget.deleteLater()
    del slip, preview, widget
    qtbot.wait(20)
    gc.collect()
    assert [found() for found in kept] == [None] * 4
    to_the_dice(game)


@pytest.mark.parametrize("wide", [220, 252, 296, 420])
def test_no_percentage_of_the_odds_is_cut_at_the_edge(qtbot: Any, wide: int) -> None:
    """Where lines end, the outermost pixels on both sides are bare at every width it may have."""
    bar = hold(qtbot, OddsBar())
    ways = dict.fromkeys(ORDER, 0) | {ORDER[0]: 12, ORDER[-1]: 24}
    bar.tell(ways, ("wins", "wins"), ("out", "shaken", "retreats"), "draw")
    bar.resize(wide, bar.sizeHint().height())
    seen = bar.grab().toImage()
    lines = range(type_.px(28 + 22 + 6), seen.height())
    bare = seen.pixel(wide // 2, seen.height() - 1)
    for x in (0, wide - 1):
        assert {seen.pixel(x, y) for y in lines} == {bare}


@pytest.mark.parametrize("wide", [220, 252, 296, 420])
def test_the_odds_of_a_shot_do_not_run_into_each_other(qtbot: Any, monkeypatch: Any, wide: int) -> None:
    told: dict[str, Any] = {}

    def draw(_pen: Any, box: Any, text: str, *_rest: Any) -> None:
        if box.top() > type_.px(28):  # below the bar
            told[text] = box

    monkeypatch.setattr(parts, "draw_line", draw)
    bar = hold(qtbot, OddsBar())
    ways = dict.fromkeys(ORDER, 0) | {ORDER[0]: 1, ORDER[-1]: 35}
    bar.tell(ways, ("hits", "no effect"), ("fuori combattimento", "in pericolo", "arretra"), "draw", shot=True)
    bar.resize(wide, bar.sizeHint().height())
    told.clear()
    bar.grab()
    assert "97%" not in told or told["97%"].left() >= told["3%"].right()


@pytest.mark.parametrize("mode", ["track", "enforce"])
def test_a_result_says_what_it_means_in_every_mode(qtbot: Any, mode: str) -> None:
    """CBT-3: also where the table turns the card and takes the figure off the board itself."""
    game = fighting(mode=mode, dice="typed")
    slip = slip_of(qtbot, game)
    if mode == "track":
        game.dials.turn(dict(PRESETS["track"]))
    to_the_dice(game)
    reading = read(game.state, game.state.frames[-1])
    assert game.roll((6, 1))
    margin = reading.totals[0] + 6 - reading.totals[1] - 1
    assert margin >= 4
    assert slip._title.text().endswith(f"wins by {margin}")
    assert "Oni Warau is disabled" in "".join(note.text() for note in slip.findChildren(FightNote))
    assert (game.figure(4).at < 0) == (mode == "enforce")


def test_the_keys_leave_a_result_where_only_the_next_step_is_left(qtbot: Any) -> None:
    game = fighting()
    slip = slip_of(qtbot, game)
    slip.window().activateWindow()
    to_the_dice(game)
    slip.button.setFocus()
    game.roll([3, 3])
    assert slip.isVisible() and slip._close.isVisible()
    assert not slip._guest.here, "Space would put the result away while the red button says another thing"


def test_a_vigilant_figure_without_a_safe_retreat_is_not_called_shaken(qtbot: Any) -> None:
    data = duel()
    data["bands"]["A"]["characters"][0]["at"] = [3, 6]
    data["bands"]["B"]["characters"][0]["at"] = [3, 7]  # at the edge of the board
    game = game_of(data)
    assert game.choose(o.Activate(0)) and game.choose(o.Attack(4))
    slip = slip_of(qtbot, game)
    assert would_go_out(read(game.state, fight_in(game.state)))[1]
    assert list(slip.odds._notes) == ["no safe retreat: disabled by 3", ""]


def test_a_result_tells_what_was_done_not_that_a_reminder_was_answered(qtbot: Any) -> None:
    game = fighting(mode="assist", dice="typed")
    game.dials.turn(dict(PRESETS["assist"]))
    slip = slip_of(qtbot, game)
    to_the_dice(game)
    totals = read(game.state, game.state.frames[-1]).totals
    assert game.roll((1 + 3 - totals[0] + totals[1], 1))
    assert game.dials.answer(True)
    assert "Oni Warau loses the earth die in reserve" in slip._news.text()
    assert "done" not in slip._news.text()
