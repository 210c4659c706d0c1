"""What cards do at one moment, and in whose order (FX-4, ATK-11, EVT-2)."""

from __future__ import annotations

import msgspec

from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import moments, totals
from companion.model.games.chronicles.rules.play import go_on
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import State

from .tables import (
    active,
    changed,
    choose,
    chosen,
    demon,
    dice_of,
    figure,
    known,
    laid,
    offered,
    oni_acts,
    rolled,
    with_records,
)

TWO = known(2)
FOUR = known(4)


def at(state: State, window: fx.When) -> State:
    t = Transition(state)
    moments.at_moment(t, window)
    go_on(t)
    return t.now


def test_FX_4_heroes_in_natural_order_then_the_oni_and_within_a_seat_its_choice() -> None:
    """Two objects of one hero and the power of a creature at the end of a turn."""
    hurt = changed(FOUR, {"figures.h1.damage": 3, "figures.hiroji-san-1.damage": 2})
    heals = {"effects": (fx.Heal(n=1, when="end"),)}
    state = with_records(
        active(hurt),
        objects={"house:katana": heals},
        heroes={"house:okko": {"powers": (fx.Damage(n=1, when="end"),)}},
        sheets={"house:hiroji-san": {"powers": (fx.Heal(n=1, when="end"),)}},
    )
    state = at(state, "end")
    assert offered(state, "h1") == {"choose:house:katana", "choose:house:okko"}
    assert figure(state, "hiroji-san-1").damage == 2, "the Oni comes last"
    first = SYSTEM.apply(state, SYSTEM.option_by(state, "choose:house:okko", "h1"))
    assert [type(one) for one in first.events] == [e.DamageTaken, e.Healed, e.Healed]
    other = SYSTEM.apply(state, SYSTEM.option_by(state, "choose:house:katana", "h1"))
    assert [type(one) for one in other.events] == [e.Healed, e.DamageTaken, e.Healed]


def test_FX_4_of_several_figures_with_one_card_the_figure_is_chosen() -> None:
    hurt = changed(FOUR, {"figures.yurei-1.statuses": [{"kind": "stunned"}]})
    state = with_records(active(hurt), sheets={"house:yurei": {"powers": (fx.Cure(when="end", status="stunned"),)}})
    state = at(state, "end")
    assert {"choose:yurei-1", "choose:yurei-2"} <= offered(state, "oni")


def test_FX_4_a_power_that_is_covered_or_void_does_nothing_at_its_moment() -> None:
    hurt = changed(FOUR, {"figures.hiroji-san-1.damage": 2})
    heals = {"house:hiroji-san": {"powers": (fx.Heal(n=1, when="end"),)}}
    assert figure(at(with_records(active(hurt), sheets=heals), "end"), "hiroji-san-1").damage == 1
    covered = changed(hurt, {"figures.hiroji-san-1.statuses": [{"kind": "maimed", "power": 0}]})
    assert figure(at(with_records(active(covered), sheets=heals), "end"), "hiroji-san-1").damage == 2


def warded(**more: object) -> State:
    """Okko's power lets him react to attacks; a Yurei is acting."""
    ward = fx.Mod(stat="defense", n=2, when="attacked", may=True)
    acting = oni_acts(TWO, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    return with_records(chosen(acting, "oni", "activate:house:yurei", "figure:yurei-1"),
                        heroes={"house:okko": {"powers": (ward,)}})  # fmt: skip


def test_ATK_11_reactions_of_the_target_are_announced_before_the_dice() -> None:
    state = choose(warded(), "attack:h1", "oni")
    assert offered(state, "h1") == {"react:house:okko", "pass"}
    declared = SYSTEM.apply(state, SYSTEM.option_by(state, "react:house:okko", "h1"))
    assert e.Reacted("h1", "house:okko") in declared.events
    told = next(one for one in declared.events if isinstance(one, e.AttackDeclared))
    assert told.defense == 6
    assert dice_of(declared.state) == ["combat"] * 2
    passed = SYSTEM.apply(state, SYSTEM.option_by(state, "pass", "h1"))
    told = next(one for one in passed.events if isinstance(one, e.AttackDeclared))
    assert told.defense == 4


def test_ATK_11_what_was_announced_holds_for_this_attack_alone() -> None:
    state = chosen(warded(), "oni", "attack:h1")
    after = rolled(choose(state, "react:house:okko", "h1"), 0, 0)
    assert not after.in_force
    assert totals.value(after, figure(after, "h1"), "defense") == 4
    again = choose(after, "attack:h1", "oni")
    assert "react:house:okko" in offered(again, "h1")


def test_ATK_11_nobody_is_asked_for_an_attack_at_somebody_else() -> None:
    assert dice_of(choose(warded(), "attack:h2", "oni")) == ["combat"] * 2


def test_ATK_11_an_object_may_be_discarded_for_it() -> None:
    talisman = fx.Mod(stat="defense", n=3, when="attacked", may=True, discard=True)
    acting = oni_acts(TWO, {"oni.alert": True, "memoirs.house:alert": {"colour": "red"}})
    state = chosen(acting, "oni", "activate:house:yurei", "figure:yurei-1")
    state = choose(with_records(state, objects={"house:katana": {"effects": (talisman,)}}), "attack:h1", "oni")
    applied = SYSTEM.apply(state, SYSTEM.option_by(state, "react:house:katana", "h1"))
    assert "house:katana" in applied.state.piles.used_objects
    told = next(one for one in applied.events if isinstance(one, e.AttackDeclared))
    assert told.defense == 7


def test_ATK_11_what_must_happen_when_attacked_happens_before_the_dice() -> None:
    """An effect that is not optional asks nobody."""
    state = with_records(warded(), heroes={"house:okko": {"powers": (fx.Heal(n=1, when="attacked"),)}})
    t = Transition(state)
    t.figure("h1", damage=2)
    applied = SYSTEM.apply(t.now, SYSTEM.option_by(t.now, "attack:h1", "oni"))
    kinds = [one.kind for one in applied.events]
    assert kinds.index("Healed") < kinds.index("AttackDeclared")


EVENT = "house:mighty-blows"


def playing(card: str, **more: object) -> State:
    """Yurei, the only ones that can, are being activated."""
    return oni_acts(TWO, {"oni.hand": [card], "piles.event": [], **more})


def test_EVT_2_an_event_is_discarded_at_the_end_of_the_activation() -> None:
    state = choose(playing(EVENT), f"event:{EVENT}", "oni")
    assert EVENT not in (*state.oni.hand, *state.piles.used_events)
    assert EVENT in choose(state, "end_activation", "oni").piles.used_events


def test_EVT_2_what_it_says_for_this_sheet_holds_for_figures_that_come_later_too() -> None:
    """Mighty blows: combat dice become action dice, this turn, for all figures of the sheet activated."""
    state = choose(playing(EVENT), f"event:{EVENT}", "oni")
    data = msgspec.structs.replace(figure(state, "yurei-1"), id="yurei-5")
    t = Transition(state)
    t.set(figures=(*t.now.figures, data))
    assert totals.permits(t.now, data, fx.SwapDice)
    assert not totals.permits(t.now, figure(t.now, "ashigaru-1"), fx.SwapDice)


def test_EVT_2_it_need_not_concern_the_sheet_that_is_activated() -> None:
    state = choose(playing("house:iron-discipline"), "event:house:iron-discipline", "oni")
    assert totals.value(state, figure(state, "ashigaru-1"), "defense") == 4
    assert totals.value(state, figure(state, "yurei-1"), "defense") == 4


def test_EVT_6_a_lost_object_may_be_any_that_is_not_cursed_legendary_ones_too() -> None:
    state = choose(playing("house:lost-object"), "event:house:lost-object", "oni")
    assert choose(state, "choose:h1", "oni").piles.used_objects == ("house:katana",)


def test_EVT_1_a_card_is_used_for_its_technique_or_for_its_effect() -> None:
    """A card laid as technique is in the hand no more."""
    state = oni_acts(TWO, {"oni.hand": [], "piles.event": [EVENT],
                           "oni.techniques": [{"sheet": "house:yurei", "card": EVENT, "told": True}]})  # fmt: skip
    assert "figure:yurei-1" in offered(state, "oni")
    assert not any(id.startswith("event:") for id in offered(state, "oni"))


def test_END_1_what_is_under_way_is_carried_out_before_the_end() -> None:
    """The demon is slain by an effect that then still heals; nothing comes after it."""
    hunter = fx.Damage(n=9, whom=fx.Whom(("demon",)), when="action")
    healer = fx.Heal(n=1, whom=fx.Whom(("self",)), when="action")

    open_ = {
        f"memoirs.{'house:the-well'}": {"colour": "blue"},
        "places.house:the-well": {"mission": True, "done": "blue"},
    }
    state = changed(TWO, {**demon(TWO, "house:mirror"), **open_, "figures.h1.damage": 2})
    state = active(state, "h1", laid(state, "h1", left="house:okko-5"))
    talent = msgspec.structs.replace(
        TWO.table.box.actions["house:okko-5"].talent, effects=(hunter, healer), cost="action"
    )
    state = with_records(state, actions={"house:okko-5": {"talent": talent}})
    applied = SYSTEM.apply(state, SYSTEM.option_by(state, "talent:house:okko-5:0", "h1"))
    kinds = [one.kind for one in applied.events]
    assert kinds.index("FigureRemoved") < kinds.index("Healed") < kinds.index("GameEnded")
    assert applied.state.stage == "over"
