"""The list of skills: what each does, and why it can or cannot be used now; skills that choose on the board."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.board.controller import Do, PickWay, meaning
from companion.ui.games.asagiri.cards import ProfileCard
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.actions import InspirationDie, die_spent
from companion.ui.games.asagiri.fight import FightPanel
from companion.ui.games.asagiri.fight.parts import ChoiceLine, ChoiceText
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.asagiri.table.skills_panel import SkillsPanel
from tests.rules.table import Table, skill
from tests.rules.test_skills_deeds import act
from tests.rules.test_skills_numbers import FLOOR, does, with_skills

from .test_cards_kit import hold
from .test_window_kit import until

STROLL = act("stroll", {"type": "go", "squares": 2})
LUCK = does("luck", ["attack_rolled"], {"type": "reroll", "keep": "best"}, element="tori")
LIVES = does("lives", ["disabled"], {"type": "prevent", "what": ["disabled"]}, once="game")
COSTLY = act("costly", {"type": "convert", "to": "air"}, optional=False, dice=[["fire", "water"]])
GUARD = skill(None, ["defense"], amount=1, name="guard")


def game_of(*skills: Any, pool: tuple[str, ...] = ("tori",), **more: Any) -> AsagiriController:
    """a1 is active beside b1, with these skills."""
    table = Table(FLOOR, {"a1": "4,5N", "a2": "2,6N", "b1": "4,4S", "b2": "6,3S"}, pool=pool,
                  a1=with_skills(*skills), **more)  # fmt: skip
    table.do("activate", character="a1")
    return AsagiriController(Session.load(SYSTEM, SYSTEM.encode(table.state), Library.shipped(), 7), Words())


def lines(slip: SkillsPanel) -> dict[str, tuple[bool, str]]:
    """By skill: whether its line can be clicked, and the last thing it says."""
    return {
        line.line.words.split(" · ")[0]: (line.isEnabled(), line.line.detail.split("\n")[-1]) for line in slip.lines
    }


def test_every_skill_says_what_it_does_and_why_it_can_be_used_or_not(qtbot: QtBot) -> None:
    game = game_of(STROLL, LUCK, LIVES, COSTLY, GUARD)
    slip = hold(qtbot, SkillsPanel(game))
    slip.show()
    game.select(0)
    slip.rewrite()
    assert lines(slip) == {
        "stroll": (True, "Ready"),
        "luck": (False, "Cannot be used now."),
        "lives": (False, "Automatic"),
        "costly": (False, "You do not have the dice to pay for it: One fire or water die."),
        "guard": (False, "Automatic"),
    }
    assert all(line.line.detail.split("\n")[0] for line in slip.lines), "its words come first"
    assert all(f"{line.line.words}\n{line.line.detail}".count("Automatic") < 2 for line in slip.lines)


def test_a_borrowed_skill_stands_in_the_list_and_on_the_card_as_long_as_it_is_lent(qtbot: QtBot) -> None:
    lender = {"a2": with_skills(GUARD)}
    game = game_of(does("learn", ["always"], {"type": "borrow", "who": {"of": "friends", "within": 2}}), **lender)
    slip, card = hold(qtbot, SkillsPanel(game)), hold(qtbot, ProfileCard(game, 0))
    slip.show()
    game.select(0)
    slip.rewrite()
    assert list(lines(slip)) == ["learn", "guard"]
    assert "guard" in card.accessibleDescription()
    game.choose("activate:a2")
    game.choose("step:1-6,2")
    assert "guard" not in card.accessibleDescription()


def test_a_die_picked_off_an_enemy_card_lies_on_that_card(qtbot: QtBot) -> None:
    steal = act("steal", {"type": "take_die", "who": {"of": "enemies"}})
    two = {**with_skills(does("two", ["always"], {"type": "reserves"})), "reserve": "fire", "more": ["air"]}
    game = game_of(steal, b1=two, bands={"B": {"aside": 2}})
    game.choose("use_skill:test:steal,,a1")
    dice = [die_spent(game.state, option) for option in game.options]
    assert dice == [InspirationDie("fire", "reserve", 2), InspirationDie("air", "reserve", 2)]


def test_a_long_title_is_read_to_its_end(qtbot: QtBot) -> None:
    """In French the cost stands last: two skills that differ by it alone do not look the same."""
    seen = []
    for die in ("Terre", "Terra"):
        told = f"Grand coup de taille · Un dé {die}"
        line = hold(qtbot, ChoiceLine(ChoiceText(o.Pass(), told, "En attaque."), ""))
        line.resize(240, line.heightForWidth(240))
        seen.append(line.grab().toImage().copy(50, 4, 180, line.height() - 8))
    assert seen[0] != seen[1]


def test_a_skill_is_used_by_a_click_and_then_says_that_it_is_used(qtbot: QtBot) -> None:
    game = game_of(STROLL)
    slip = hold(qtbot, SkillsPanel(game))
    slip.show()
    slip.rewrite()
    slip.lines[0].click()
    assert isinstance(meaning(game, game.state.figures[0].at - 10), Do), "a square is chosen by a click on the board"
    game.choose(o.Pass())
    assert lines(slip)["stroll"] == (False, "Each skill can be used only once per phase.")


def test_squares_with_a_free_facing_ask_for_it(qtbot: QtBot) -> None:
    game = game_of(act("call", {"type": "summon", "card": "house:tikku"}))
    game.choose(next(option for option in game.options if isinstance(option, o.UseSkill)))
    square = next(option.at for option in game.options if isinstance(option, o.Place))
    found = meaning(game, square)
    assert isinstance(found, PickWay)
    assert {way.facing for way in found.ways if isinstance(way, o.Place)} == {0, 1, 2, 3}


def test_the_slip_asks_what_the_skill_asks(qtbot: QtBot) -> None:
    push = act("push", {"type": "push", "who": {"of": "enemies", "within": 3, "choose": 1}}, optional=False,
               dice=[["fire", "water"], ["fire", "water", "tori"]])  # fmt: skip
    game = game_of(push, pool=("fire", "water", "tori"))
    slip = hold(qtbot, FightPanel(game))
    game.choose(next(option for option in game.options if isinstance(option, o.UseSkill)))
    assert [line.words for line in slip.choices] == ["fire", "water"]
    slip.press_number(2)
    assert {line.words for line in slip.choices} == {"fire", "tori"}
    slip.press_number(1)
    assert [line.words for line in slip.choices] == ["b1", "b2"]
    slip.press_number(2)
    assert game.state.frames == ()


def test_dice_that_have_fallen_can_be_rolled_again_from_the_slip(qtbot: QtBot) -> None:
    game = game_of(LUCK)
    slip = hold(qtbot, FightPanel(game))
    game.choose(o.Attack(2))
    game.roll((3, 5))
    until(lambda: not game.pace.falling)
    assert [line.words for line in slip.choices] == ["luck"]
    assert slip.button.text() == "Keep the result"
    slip.press_number(1)
    game.roll((6,))
    assert slip.button.isHidden() or slip.button.text() != "Keep the result"


def test_cam_3_an_honour_is_among_the_skills_and_says_what_it_does(qtbot: QtBot) -> None:
    table = Table(FLOOR, {"a1": "4,5N", "b1": "0,0S"}, a1={"honour": "skillful"}).do("activate", character="a1")
    game = AsagiriController(Session.load(SYSTEM, SYSTEM.encode(table.state), Library.shipped(), 7), Words())
    slip = hold(qtbot, SkillsPanel(game))
    slip.show()
    game.select(0)
    slip.rewrite()
    assert lines(slip) == {"Skillful": (True, "Ready")}
    assert slip.lines[0].line.detail.startswith("Once: +3 Movement.")
    slip.lines[0].click()
    assert game.state.honour(0) is None
    assert lines(slip) == {"Skillful": (False, "This honour is used up.")}


def test_cam_3_courageous_is_offered_beside_the_die_and_needs_no_chance(qtbot: QtBot) -> None:
    table = Table(FLOOR, {"a1": "4,5N!", "b1": "0,0S"}, a1={"honour": "courageous"})
    table.do("activate", character="a1").do("test_willpower")
    game = AsagiriController(Session.load(SYSTEM, SYSTEM.encode(table.state), Library.shipped(), 7), Words())
    slip = hold(qtbot, FightPanel(game))
    slip.show()
    shown = [line for line in slip.findChildren(ChoiceLine) if line.line.words.startswith("Courageous")]
    assert shown
    assert "without a roll" in shown[0].line.detail


def test_skl_1_a_table_may_let_a_skill_be_used_again_or_without_its_price(qtbot: QtBot) -> None:
    game = game_of(STROLL, LUCK, COSTLY)
    slip = hold(qtbot, SkillsPanel(game))
    slip.show()
    game.select(0)
    assert lines(slip)["costly"][0] is False, "under the rules it waits for its dice"
    game.switch("assist")
    assert lines(slip) == {
        "stroll": (True, "Ready"),
        "luck": (True, "Cannot be used now."),
        "costly": (True, "You do not have the dice to pay for it: One fire or water die."),
    }
    before = game.state
    next(line for line in slip.lines if line.line.words.startswith("costly")).click()
    assert game.dials.against is not None
    assert game.dials.against.rule == "INS-4", "the reminder names the rule"
    step = game.session.steps[game.session.cursor - 1]
    assert (step.mark, step.rule) == ("overridden", "INS-4")
    assert game.state.figures[0].used != before.figures[0].used
    assert game.state.bands[0].pool == before.bands[0].pool or game.state.frames, "nothing was paid"
    game.dials.answer(False)
    assert game.state == before, "taken back"


def test_skl_1_used_once_more_because_the_table_lets_it(qtbot: QtBot) -> None:
    game = game_of(STROLL)
    slip = hold(qtbot, SkillsPanel(game))
    slip.show()
    game.select(0)
    game.switch("assist")

    def stroll() -> None:
        slip.lines[0].click()
        for _ in range(2):
            place = next(option for option in game.options if isinstance(option, o.Place))
            assert game.choose(place)

    stroll()
    assert lines(slip)["stroll"] == (True, "Each skill can be used only once per phase.")
    slip.lines[0].click()
    assert any(isinstance(option, o.Place) for option in game.options), "it strolls again"
    game.dials.always()
    assert game.dials.house == {"SKL-1": "off"}


def test_what_can_be_used_now_has_a_button_beside_the_next_step(qtbot: QtBot) -> None:
    game = game_of(STROLL, LUCK, LIVES)
    screen = hold(qtbot, TableScreen(game))
    screen.resize(1280, 800)
    screen.show()
    row = screen.bar.deeds
    shown = [button for button in row.skills if button.isVisible()]
    assert [button.text() for button in shown] == ["stroll"]
    assert "stroll: " in shown[0].toolTip()
    shown[0].click()
    assert game.options_like(o.Place) or game.state.frames
    assert not any(button.isVisible() for button in row.skills)  # its own slip asks now
    game.undo()
    assert shown[0].isVisible()
    screen.shut()
