"""Beginning a campaign: the house's, a list of one's own, rosters from bands, house rules; and what is refused."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.table.automation import PRESETS
from companion.ui.games.asagiri.campaign.new_campaign import OWN, BeginScreen
from companion.ui.kit.screen import ChoicePopup
from companion.ui.shell.window import MainWindow

from .campaign_window_kit import begun, mustered, ways_of
from .editor_kit import shelf_over
from .rows import row, rows
from .test_window_kit import click, new_shelf, press, until, window

KEY = Qt.Key


def beginning(w: MainWindow) -> BeginScreen:
    """The screen of a new campaign, as it is at first."""
    ways = ways_of(w)
    press("n")
    assert ways.beginning is not None
    assert w.stack.currentWidget() is ways.beginning
    return ways.beginning


def test_space_begins_the_house_campaign_when_nothing_is_changed(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        beginning(w)
        press(KEY.Key_Space)
        entry = storage.campaigns.all()[0]
        assert entry.title == "The built-in campaign"
        assert entry.state is not None
        assert len(entry.state.now.settings.chapters) == 10
        assert entry.state.now.settings.mode == "enforce"
    storage.close()


def test_a_list_of_ones_own_has_adventures_and_battles_in_any_order(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = beginning(w)
        road = screen.road
        click(road.sources.words[OWN])
        assert len(road.own) == 10
        for _ in range(8):
            click(road.remove)
        assert road.own == ["house:under-the-graves", "house:the-horned-moon"]
        click(row(road.lines, "1"))
        click(road.up)
        click(road.add)
        popup = next(found for found in w.findChildren(ChoicePopup) if found.isVisible())
        click(row(popup.lines, "battle"))
        assert road.own == ["house:the-horned-moon", "", "house:under-the-graves"]
        screen.name.setText("Backwards")
        click(screen.begin)
        entry = storage.campaigns.all()[0]
        assert entry.title == "Backwards"
        assert entry.state is not None
        assert list(entry.state.now.settings.chapters) == road.own
    storage.close()


def test_a_band_on_the_shelf_is_a_roster_and_a_roster_a_band_on_the_shelf(qtbot: QtBot) -> None:
    storage = new_shelf()
    members: list[dict[str, str | None]] = [
        {"card": "house:okko", "equipment": "house:lacquered-armour"}, {"card": "house:tikku", "equipment": None},
    ]  # fmt: skip
    kept = storage.keep_band("Ours", 16, members)
    with window(storage) as w:
        screen = beginning(w)
        screen.go("rosters")
        click(row(screen.rosters[0].lines, f"kept:{kept.id}"))
        click(screen.begin)
        ways = ways_of(w)
        entry = storage.campaigns.all()[0]
        assert entry.state is not None
        roster = entry.state.now.rosters[0]
        assert [(member.card, member.equipment) for member in roster.members][:2] == [
            ("house:okko", "house:lacquered-armour"), ("house:tikku", None),
        ]  # fmt: skip
        assert ways.open(entry.id)
        assert ways.screen is not None
        click(ways.screen.rosters[0].keep)
        band = next(band for band in storage.bands() if band.id != kept.id)
        assert [member["card"] for member in band.members] == [member.card for member in roster.members]
        assert band.members[0]["equipment"] == "house:lacquered-armour"
    storage.close()


def test_bnd_2_a_roster_against_the_rules_is_refused_before_anything_begins(qtbot: QtBot) -> None:
    storage = new_shelf()
    storage.keep_band(
        "Both", 16, [{"card": "house:okko", "equipment": None}, {"card": "house:oni-bushi", "equipment": None}]
    )
    with window(storage) as w:
        screen = beginning(w)
        screen.go("rosters")
        click(next(line for line in rows(screen.rosters[1].lines) if line.id.startswith("kept:")))
        assert not screen.begin.isEnabled()
        press(KEY.Key_Space)
        assert not storage.campaigns.all()
        click(row(screen.rosters[1].lines, "brought"))
        assert screen.begin.isEnabled()
    storage.close()


def test_house_rules_are_kept_with_the_campaign_and_hold_in_its_battles(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = beginning(w)
        screen.go("rules")
        click(screen.rules.mode.words["assist"])
        assert screen.rules.customs.dials == PRESETS["assist"]
        screen.rules.dials["retreats"].setFocus()
        press(KEY.Key_Left)
        screen.rules.words.setPlainText("Tea first.\nThen dice.")
        click(screen.rules.diagonal.words["taxicab"])
        click(screen.begin)
        ways = ways_of(w)
        entry = storage.campaigns.all()[0]
        assert entry.state is not None
        settings = entry.state.now.settings
        assert settings.rules == "Tea first.\nThen dice."
        assert settings.dials["retreats"] == "remind"
        assert ways.open(entry.id)
        assert ways.screen is not None
        mustered(ways.screen)
        click(ways.screen.battle.main)
        assert w.navigator is not None
        assert w.navigator.table is not None
        game = w.navigator.table.game
        assert game.session.mode == "assist"
        assert dict(game.state.table.dials)["retreats"] == "remind"
    storage.close()


def test_rules_of_a_campaign_that_goes_on_are_changed_as_steps_that_can_be_undone(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        press("g")
        assert screen.ruling is not None
        click(screen.ruling.rules.mode.words["track"])
        screen.ruling.purses[1].setValue(4)
        click(screen.ruling.keep)
        state = screen.controller.state
        assert (state.now.settings.mode, state.now.rosters[1].purse) == ("track", 4)
        assert screen.ruling is None
        screen.undo()
        screen.undo()
        assert screen.controller.state.now.settings.mode == "enforce"


def test_a_member_is_corrected_by_hand_where_the_table_has_the_last_word(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w, {"mode": "assist", "chapters": ["", ""], "rosters": {"A": [{"card": "house:okko"}]}})
        click(row(screen.rosters[0].lines, "A1"))
        slip = screen._slip
        assert slip is not None
        click(slip.feeling.words["shaken"])
        click(slip.honour.words["skillful"])
        click(slip.gear)
        popup = next(found for found in w.findChildren(ChoicePopup) if found.isVisible())
        click(row(popup.lines, "house:lacquered-armour"))
        member = screen.controller.state.member("A1")
        assert (member.state, member.honour, member.equipment) == ("shaken", "skillful", "house:lacquered-armour")
        assert row(screen.rosters[0].lines, "A1").line.data.shaken
        press(KEY.Key_Escape)
        assert screen._slip is None
        screen.undo()
        assert screen.controller.state.member("A1").equipment is None


def test_under_the_rules_nothing_is_corrected_by_hand(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        screen.open_member("A1")
        assert screen._slip is not None
        assert not screen._slip.feeling.isVisible()
        assert not screen._slip.die.isVisible()
        press(KEY.Key_Escape)


def test_a_chapter_of_the_road_tells_what_happened_and_what_is_remembered(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        mustered(screen)
        controller = screen.controller
        assert controller.choose(o.Won("B"))
        while controller.state.now.chapter == 0:
            if controller.to_roll() is not None:
                assert controller.roll()
            else:
                options = controller.options
                prays = [option for option in options if option.kind in ("pray", "keep_honour")]
                assert controller.choose((prays or list(options))[0])
        assert [stop.stop.winner for stop in screen.road.stops] == [1, None]
        click(screen.road.stops[0])
        assert screen.middle.currentWidget() is screen.account
        assert "Okko: vigilant" in screen.account.lines.text()
        press(KEY.Key_Space)
        assert screen.middle.currentWidget() is screen.muster


def test_chapters_to_come_are_left_out_and_added_while_the_campaign_goes_on(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w, {})
        click(screen.road.stops[1])
        click(screen.account.out)
        chapters = screen.controller.state.now.settings.chapters
        assert len(chapters) == 9
        assert chapters[1] == "house:the-stolen-scroll"
        click(screen.road.stops[1])
        click(screen.account.after)
        popup = next(found for found in w.findChildren(ChoicePopup) if found.isVisible())
        click(row(popup.lines, "battle"))
        chapters = screen.controller.state.now.settings.chapters
        assert (len(chapters), chapters[2]) == (10, "")
        click(screen.road.stops[0])
        assert not screen.account.out.isVisible()
        screen.undo()
        screen.undo()
        assert screen.controller.state.now.settings.chapters[1] == "house:the-last-bridge"


def test_a_campaign_that_is_over_can_be_played_on(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(
            w, {"chapters": [""], "rosters": {"A": [{"card": "house:okko"}], "B": [{"card": "house:ninja"}]}}
        )
        mustered(screen)
        controller = screen.controller
        assert controller.choose(o.Won("A"))
        while controller.state.now.stage != "over":
            if controller.to_roll() is not None:
                assert controller.roll()
            else:
                assert controller.choose(controller.options[0])
        screen.after.left.emit()
        screen.enter()
        assert screen.middle.currentWidget() is screen.ending
        assert screen.ending.title.text() == "Roster A wins the campaign"
        until(screen.ending.more.hasFocus)
        press(KEY.Key_Space)
        popup = next(found for found in w.findChildren(ChoicePopup) if found.isVisible())
        click(row(popup.lines, "house:first-lanterns"))
        assert controller.state.now.settings.chapters == ("", "house:first-lanterns")
        assert controller.state.now.stage in ("muster", "battle")


def test_a_campaign_is_played_with_the_cards_of_some_packs_only(qtbot: QtBot, tmp_path: Path) -> None:
    storage = shelf_over(tmp_path)
    assert storage.workshop is not None
    made = storage.workshop.create({"en": "Ours"})
    record = dict(storage.content.find("character", "house:temple-guard") or {})
    storage.workshop.save(made, "character", {**record, "id": f"{made}:guard"})
    with window(storage) as w:
        screen = beginning(w)
        road = screen.road
        assert set(road.boxes) == {"house", made}
        assert road.boxes[made].text() == "Ours"
        click(road.boxes[made])
        assert road.setup()["packs"] == ["house"]
        click(road.boxes["house"])
        assert road.boxes["house"].isChecked(), "one box at least"
        click(screen.begin)
        entry = storage.campaigns.all()[0]
        assert entry.state is not None
        assert entry.state.now.settings.packs == ("house",)
    storage.close()
