"""A window in which nobody sits at the seat of the Oni (AUT-6)."""

from __future__ import annotations

from companion.model.bots import Automaton, RandomBot
from companion.model.core.contract import Choice, choices_of
from companion.model.games.chronicles.state.options import Tell
from companion.model.games.chronicles.state.state import ONI
from companion.ui.kit.translator import tr

from .chronicles_kit import chronicles_table, later
from .test_chronicles_table import to_stage
from .test_window_kit import until


def test_AUT_6_the_automatic_Oni_plays_by_itself() -> None:
    with chronicles_table(1, tracked=False, oni="automatic", places="spaces") as table:
        assert isinstance(table.game.bots[ONI], Automaton)
        table.game.animated = False
        table.game.give_to("h1", RandomBot())
        until(lambda: table.game.state.turn > 1)
        assert not table.game.state.oni.hand


def test_AUT_6_what_only_the_table_knows_is_asked_of_a_person() -> None:
    """The trial card turned over at a table that keeps its events in the box."""
    keepers = {"events": "box"}
    with chronicles_table(1, tracked=False, oni="automatic", keepers=keepers) as table:
        game = table.game
        game.animated = False
        game.give_to("h1", RandomBot())
        until(lambda: bool(game.state.frames) and game.state.frames[-1].__struct_config__.tag == "trial")
        game.give_to("h1", None)
        (choice,) = choices_of(game.pending)
        assert isinstance(choice, Choice)
        assert choice.seat == ONI
        assert not game.automatic


def test_what_the_Oni_does_in_the_open_is_told_in_the_log() -> None:
    """§30: activations and moves are seen by all; only laid cards and the order of heroes are secrets."""
    with chronicles_table(1, tracked=False, oni="automatic", places="spaces") as table:
        game = table.game
        game.animated = False
        game.give_to("h1", RandomBot())
        until(lambda: game.state.turn > 1)
        game.give_to("h1", None)
        game.sit("h1")
        told = [tr(game.session.describe_step(n, game.heard_by(n))) for n in range(game.session.cursor)]
        assert "A secret decision" not in told
        assert any(one.startswith("Yurei") for one in told)


def test_a_plan_laid_by_a_hero_is_no_line_in_the_log_of_the_Oni() -> None:
    with chronicles_table(1, tracked=False, places="spaces") as table:
        game = table.game
        to_stage(table, "plans")
        game.sit("h1")
        plan = next(one for one in game.options if one.kind == "play")
        assert game.choose(plan)
        at = game.session.cursor - 1
        assert tr(game.session.describe_step(at, game.heard_by(at))) != "A secret decision"
        game.sit(ONI)
        told = game.session.describe_step(at, game.heard_by(at))
        assert all(name not in tr(told) for name in game.state.table.box.actions[plan.card].names.values())


def test_the_trial_card_of_the_turn_is_read_while_the_heroes_plan() -> None:
    """Whoever plans a technique has to see that techniques do nothing in this turn."""
    with chronicles_table(1, tracked=False, oni="automatic", places="spaces", keepers={"events": "box"}) as table:
        game = table.game
        game.animated = False
        later(game, "upgrade", "TrialFrame")
        assert game.choose(Tell(ONI, "house:weakened"))
        later(game, "plans")
        assert "Techniques of the heroes do nothing until the end of the turn." in table.screen.lasting.text()
        later(game, "hero")
        assert not table.screen.lasting.isHidden()
