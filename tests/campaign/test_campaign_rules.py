"""CAM-1 to CAM-4 through the assistant: what everybody does after an adventure, by typed rolls."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.record import read_record, record_json
from companion.model.core.refusal import RuleBroken, UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chapter_page import as_band, game_setup
from companion.model.games.asagiri.campaign.options import begin_game
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.setup import quick

from .kit import CONTENT, GUARD, OKKO, RONIN, Table

POWDER = "house:blinding-powder"


def guard(**more: str) -> dict[str, str]:
    """A temple guard."""
    return {"card": GUARD, **more}


# CAM-1 -------------------------------------------------------------------------------------------------------------


def test_cam_1_equipment_that_was_used_up_is_lost() -> None:
    table = Table([guard(equipment=POWDER), guard(equipment=POWDER)]).fought("A1,vigilant,yes")
    assert table.member("A1").equipment is None
    assert table.member("A2").equipment == POWDER


def test_cam_1_the_vigilant_pray_or_seek_the_others_heal_without_being_asked() -> None:
    table = Table([guard(), guard(), guard()]).fought("A1,disabled", "A2,shaken")
    asked = table.session.pending
    assert isinstance(asked, Roll) and asked.kind == "heal"
    table.roll(5)
    assert isinstance(table.session.pending, Roll)
    table.roll(5)
    assert table.options() == ["pray:A3", "seek:A3"]


def test_cam_1_everybody_who_fought_does_one_thing() -> None:
    table = Table([guard(), guard()]).fought()
    seen = []
    while table.state.now.stage == "after":
        seen.append(table.options()[0])
        table.do(table.options("pray")[0]).roll("tori")
    assert seen == ["pray:A1", "pray:A2", "pray:B1"]
    assert table.options() == ["approve"]


def test_cam_1_who_stays_at_home_heals_when_shaken_and_else_does_nothing() -> None:
    table = Table([guard(), guard(state="shaken"), guard()], budget=3)
    table.fought()  # three zeni: one of them goes
    table.do("pray:A1").roll("tori").do("pray:B1").roll("tori")
    asked = table.session.pending
    assert isinstance(asked, Roll) and asked.dice[0].owner == "A2"
    table.roll(2)
    assert table.options() == ["approve"]


# CAM-2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "state"), [(2, "shaken"), (3, "shaken"), (4, "shaken"), (5, "vigilant"),
                                             (6, "vigilant")])  # fmt: skip
def test_cam_2_the_disabled_heal(face: int, state: str) -> None:
    table = Table([guard()]).fought("A1,disabled").roll(face)
    assert table.member("A1").state == state


@pytest.mark.parametrize(("face", "state"), [(1, "shaken"), (2, "vigilant"), (6, "vigilant")])
def test_cam_2_the_shaken_heal(face: int, state: str) -> None:
    table = Table([guard()]).fought("A1,shaken").roll(face)
    assert table.member("A1").state == state


def test_cam_2_the_dead_are_replaced_by_their_value_equipment_included() -> None:
    """Okko (5) with an inro (1): six zeni, of which two guards use up all."""
    table = Table([{"card": OKKO, "equipment": "house:inro"}], budget=12).fought("A1,disabled")
    before = table.state.worth(0)
    table.roll(1)
    assert table.options("replaced") == []  # one at least takes the place
    table.do(f"replace:{GUARD}", f"replace:{GUARD}")
    roster = table.state.now.rosters[0]
    assert [member.card for member in roster.members] == [GUARD, GUARD]
    assert [member.instead for member in roster.members] == ["A1", "A1"]
    assert table.state.worth(0) == before


def test_cam_2_what_replacing_leaves_stays_in_the_purse_and_helps_the_next_time() -> None:
    table = Table([{"card": OKKO}, guard()], budget=16).fought("A1,disabled", "A2,disabled")
    before = table.state.worth(0)
    table.roll(1).do(f"replace:{GUARD}", "replaced")
    assert table.state.now.rosters[0].purse == 2
    assert table.state.worth(0) == before
    table.roll(1)
    task = table.state.now.task
    assert task is not None and task.left == 5


def test_cam_2_a_dead_unique_is_barred_for_the_campaign_and_told_why() -> None:
    table = Table([{"card": OKKO}]).fought("A1,disabled").roll(1)
    assert f"replace:{OKKO}" not in table.options()
    with pytest.raises(RuleBroken) as caught:
        table.do(f"replace:{OKKO}")
    assert caught.value.refusal.rule == "CAM-2"
    assert "Okko" in Words()(caught.value.refusal.why)


def test_cam_2_who_is_not_unique_is_recruited_again() -> None:
    table = Table([guard()]).fought("A1,disabled").roll(1)
    assert f"replace:{GUARD}" in table.options()


def test_cam_2_who_replaces_fits_the_whole_roster_and_need_not_be_of_the_dead_ones_kind() -> None:
    """BND-2 to BND-4, by the living: not only Demon Hunters for a Demon Hunter, not only civilians for a civilian."""

    def offered(*roster: str, edition: int = 2) -> set[str]:
        """Who may take the place of the first one."""
        table = Table([{"card": f"house:{card}"} for card in roster], edition=edition).fought("A1,disabled").roll(1)
        return {text.partition(":")[2] for text in table.options("replace")}

    def alignments(ids: set[str]) -> set[str]:
        return {cards.character(CONTENT, id).alignment for id in ids}

    def bearing(ids: set[str], mark: str) -> bool:
        return any(mark in cards.character(CONTENT, id).traits for id in ids)

    assert alignments(offered("okko")) == {"demon_hunter", "evil_creature", "mercenary"}, "nobody is left to mind"
    assert alignments(offered("wandering-ronin", "okko")) == {"demon_hunter", "mercenary"}
    assert alignments(offered("oni-bushi", "oni-warau")) == {"evil_creature", "mercenary"}
    alone, beside = offered("okko", "temple-guard"), offered("okko", "temple-guard", "courtesan", "mountain-yamabushi")
    assert bearing(alone, "civilian") and bearing(alone, "sorcerer"), "though the dead one was neither"
    assert not bearing(beside, "civilian") and not bearing(beside, "sorcerer"), "one of each is there"
    old = offered("okko", edition=1)
    assert alignments(old) == {"demon_hunter", "mercenary"} and not bearing(old, "civilian")


def test_cam_2_equipment_is_bought_for_a_replacement_too() -> None:
    table = Table([{"card": OKKO}]).fought("A1,disabled").roll(1).do(f"replace:{RONIN}")
    given = [text for text in table.options("outfit") if text.endswith("house:inro")]
    left = table.state.now.task.left
    who = given[0].partition(":")[2].split(",")[0]
    table.do(given[0])
    assert table.member(who).equipment == "house:inro"
    now = table.state.now
    assert (now.task.left if now.task is not None and hasattr(now.task, "left") else now.rosters[0].purse) == left - 1


def test_cam_2_who_could_not_recover_begins_the_next_game_shaken() -> None:
    table = Table([guard(), guard()]).fought("A1,disabled").roll(3)
    table.do("pray:A2").roll("tori").do("pray:B1").roll("tori").do("approve")
    assert table.state.now.chapter == 1
    table.do("take:A1")
    assert game_setup(table.state, CONTENT)["bands"]["A"] == [{"card": GUARD, "member": "A1", "state": "shaken"}]


# CAM-3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "honour"), [("fire", "experienced"), ("earth", "determined"), ("air", "skillful"),
                                              ("water", "courageous"), ("tori", None)])  # fmt: skip
def test_cam_3_a_prayer_is_answered_by_the_element(face: str, honour: str | None) -> None:
    table = Table([guard()]).fought().do("pray:A1").roll(face)
    assert table.member("A1").honour == honour


def test_cam_3_of_two_honours_the_player_keeps_one() -> None:
    for kept in ("skillful", "courageous"):
        table = Table([guard(honour="skillful")]).fought().do("pray:A1").roll("water")
        assert table.options() == ["keep_honour:A1,skillful", "keep_honour:A1,courageous"]
        table.do(f"keep_honour:A1,{kept}")
        assert table.member("A1").honour == kept


def test_cam_3_the_same_honour_again_is_not_asked_about() -> None:
    table = Table([guard(honour="skillful")]).fought().do("pray:A1").roll("air")
    assert table.member("A1").honour == "skillful"
    assert table.options("keep_honour") == []


@pytest.mark.parametrize("ended", ["A1,vigilant,no,yes", "A1,disabled", "A1,disabled,no,yes"])
def test_cam_3_an_honour_is_lost_when_used_or_when_its_bearer_is_disabled(ended: str) -> None:
    table = Table([guard(honour="skillful")]).fought(ended)
    assert table.member("A1").honour is None


def test_cam_3_an_honour_that_was_not_used_is_kept() -> None:
    assert Table([guard(honour="skillful")]).fought("A1,shaken").member("A1").honour == "skillful"


# CAM-4 -------------------------------------------------------------------------------------------------------------


def test_cam_4_three_cards_are_drawn_and_one_is_kept() -> None:
    table = Table([guard()]).fought().do("seek:A1").roll("house:inro", "house:blinding-powder", "house:straw-cape")
    assert sorted(table.options()) == sorted(
        f"keep_gear:A1,house:{gear}" for gear in ("inro", "blinding-powder", "straw-cape")
    )
    table.do("keep_gear:A1,house:inro")
    assert table.member("A1").equipment == "house:inro"


def test_cam_4_a_card_is_not_drawn_twice() -> None:
    table = Table([guard()]).fought().do("seek:A1").roll("house:inro")
    asked = table.session.pending
    assert isinstance(asked, Roll) and "house:inro" not in asked.dice[0].kind.faces


def test_cam_4_whoever_had_a_card_may_keep_it() -> None:
    table = Table([guard(equipment="house:inro")]).fought().do("seek:A1")
    table.roll("house:blinding-powder", "house:straw-cape", "house:omamori")
    assert "keep_gear:A1,house:inro" in table.options()
    assert table.do("keep_gear:A1,house:inro").member("A1").equipment == "house:inro"


def test_bnd_5_whoever_was_disabled_and_healed_keeps_its_card_unless_the_table_says_otherwise() -> None:
    for option, left in ((None, "house:inro"), (True, None)):
        options = {} if option is None else {"disabled_lose_equipment": option}
        table = Table([guard(equipment="house:inro"), guard()], options=options).fought("A1,disabled").roll(5)
        assert table.member("A1").equipment == left
        assert "disabled_lose_equipment" not in game_setup(table.state, CONTENT).get("options", {})


@pytest.mark.parametrize("boxes", [None, 2])
def test_cam_4_what_somebody_bears_does_not_lie_in_the_deck(boxes: int | None) -> None:
    """In a campaign there is one box, unless the table says two."""
    options = {} if boxes is None else {"boxes": boxes}
    table = Table([guard(equipment="house:inro"), guard()], [{"card": RONIN, "equipment": "house:omamori"}],
                  options=options)  # fmt: skip
    asked = table.fought().do("seek:A1").session.pending
    assert isinstance(asked, Roll)
    there = set(asked.dice[0].kind.faces)
    assert ({"house:inro", "house:omamori"} & there != set()) == (boxes == 2) and "house:straw-cape" in there
    if boxes == 2:
        odds = dict(zip(asked.dice[0].kind.faces, asked.dice[0].kind.weights, strict=True))
        assert (odds["house:inro"], odds["house:straw-cape"]) == (1, 2)
    table.roll("house:blinding-powder", "house:straw-cape", "house:shuriken")
    assert all(option.startswith("keep_gear:A1,") for option in table.options()), "one is kept, drawn or had"


def test_cam_4_campaigns_of_old_replay_as_they_were_played() -> None:
    table = Table([guard(equipment="house:inro"), guard()], edition=1).fought().do("seek:A1")
    table.roll("house:inro", "house:straw-cape", "house:shuriken").do("keep_gear:A1,house:straw-cape")
    record = record_json(table.session.save())
    del record["setup"]["edition"]
    again = Session.replay(CAMPAIGN, read_record(record), CONTENT)
    assert again.diverged is None and again.state == table.state
    assert CAMPAIGN.decode(CAMPAIGN.encode(again.state), CONTENT) == again.state


def test_bnd_3_out_of_one_box_no_unique_is_of_both_rosters() -> None:
    for boxes, free in ((1, False), (2, True)):
        table = Table([guard()], [{"card": OKKO}], options={"boxes": boxes}, budget=9)
        assert (f"hire:{OKKO}" in table.options()) == free
        assert "boxes" not in game_setup(table.state, CONTENT).get("options", {}), "pages bring whom they want"


def test_cam_4_with_nothing_of_use_three_more_are_drawn() -> None:
    table = Table([guard()]).fought().do("seek:A1")
    card = table.state.box.character(GUARD)
    marks = {card.id, card.alignment, *card.traits}
    useless = [gear.id for gear in table.state.box.equipment if gear.bearers and not marks & set(gear.bearers)]
    assert len(useless) >= 3
    table.roll(*useless[:3])
    assert "NothingFound" in table.kinds
    asked = table.session.pending
    assert isinstance(asked, Roll) and not set(useless[:3]) & set(asked.dice[0].kind.faces)


# approval, the end -------------------------------------------------------------------------------------------------


def test_cam_1_nothing_counts_before_it_is_approved_and_all_of_it_can_be_undone() -> None:
    table = Table([guard(equipment=POWDER)]).fought("A1,disabled,yes").roll(1).do(f"replace:{RONIN}")
    approved = table.state.approved[0]
    assert [(member.card, member.equipment) for member in approved.members] == [(GUARD, POWDER)]
    while table.session.cursor:
        table.session.undo()
    assert table.state.now.rosters[0].members == approved.members


def test_cam_1_the_last_approval_ends_the_campaign() -> None:
    table = Table([guard()], chapters=[""]).fought().do("pray:A1").roll("fire").do("pray:B1").roll("tori").do("approve")
    asked = table.session.pending
    assert isinstance(asked, Over) and asked.winner == "A"
    account = table.state.now.history[0]
    assert account.winner == 0 and account.honours == (("A1", "experienced"),)


def test_adv_14_what_an_adventure_leaves_is_asked_and_read_by_the_linked_one() -> None:
    """The merchant came to the camp; the inn at night asks for it."""
    chapters = ["house:the-merchants-cage", "house:the-inn-at-night"]
    for holds in ("yes", "no", "unknown"):
        table = Table([], [], chapters)
        while table.state.now.stage == "muster":
            table.do("ready" if "ready" in table.options() else table.options("hire")[0])
        table.fought()
        fact = table.options("recall")[0].partition(":")[2].split(",")[0]
        table.do(f"recall:{fact},{holds}")
        while table.state.now.stage != "approve":
            asked = table.session.pending
            if isinstance(asked, Roll):
                table.roll("tori" if asked.kind == "pray" else 6)
            else:
                table.do(next(text for text in table.options() if not text.startswith("seek")))
        table.do("approve")
        while table.state.now.stage == "muster":
            table.do("ready" if "ready" in table.options() else table.options()[0])
        before = game_setup(table.state, CONTENT).get("before")
        assert before == (None if holds == "unknown" else {fact: holds == "yes"})


def test_cam_2_a_dead_unique_of_a_page_is_played_by_those_who_replaced_it() -> None:
    """Okko plays in the first two adventures; two have taken his place."""
    table = Table([], [], ["house:first-lanterns", "house:the-last-bridge"])
    state = table.state
    okko = next(m.id for m in state.now.rosters[0].members if m.card == OKKO)
    table.fought(f"{okko},disabled")
    while table.state.now.stage != "approve":
        asked = table.session.pending
        if isinstance(asked, Choice) and asked.options[0].kind in ("replace", "outfit"):
            wanted = f"replace:{RONIN}"
            table.do(wanted if wanted in table.options() else "replaced")
        elif isinstance(asked, Roll):
            table.roll(1 if asked.dice[0].owner == okko else "tori" if asked.kind == "pray" else 6)
        else:
            table.do(next(text for text in table.options() if not text.startswith("seek")))
    replaced = [m.id for m in table.state.now.rosters[0].members if m.instead == okko]
    table.do("approve")
    fixed = [hired.card for hired in table.state.box.adventure("house:the-last-bridge").sides[0].band.fixed]
    assert OKKO in fixed
    assert table.state.now.cast[0][fixed.index(OKKO)] == tuple(replaced)


def test_cam_1_every_option_and_prompt_is_said_in_words() -> None:
    table, say = Table([guard(honour="skillful", equipment=POWDER)]), Words()
    table.fought("A1,disabled")
    assert isinstance(table.session.pending, Roll)
    for option in (table.session.system.option_of(table.state, text) for text in (
        "take:A1", f"hire:{GUARD}", "outfit:A1,house:inro", "ready", "won:A", "won:nobody", "ended:A1,shaken,yes,yes",
        "recall:merchant,unknown", "pray:A1", "seek:A1", "keep_honour:A1,skillful", "keep_gear:A1,house:inro",
        f"replace:{GUARD}", "replaced", "approve",
    )):  # fmt: skip
        words = say(CAMPAIGN.label(table.state, option))
        assert words and "{" not in words and "house:" not in words


def test_cam_1_a_game_begins_with_the_settings_and_house_rules_of_its_campaign() -> None:
    more = {"options": {"range_metric": "taxicab"}, "mode": "track", "dials": {"support": "off"}, "budget": 9}
    table = Table([guard(honour="skillful"), guard()], **more)
    with pytest.raises(UnknownOption):
        begin_game(SYSTEM, table.state, CONTENT)
    while table.state.now.stage == "muster":
        table.do(
            "ready" if table.options("ready") and table.state.now.sent[table.state.now.seat] else table.options()[0]
        )
    session = begin_game(SYSTEM, table.state, CONTENT, 5)
    assert session.mode == "track" and session.state.table.options.range_metric == "taxicab"
    assert dict(session.state.table.dials)["support"] == "off"
    assert [c.honour for c in session.state.table.characters if c.member == "A1"] == ["skillful"]


def test_bnd_1_a_roster_is_used_outside_the_campaign_as_a_band() -> None:
    table = Table([guard(equipment="house:inro", honour="skillful"), guard()])
    band = as_band(table.state.now.rosters[0])
    assert band == [{"card": GUARD, "equipment": "house:inro"}, {"card": GUARD}]
    setup = {**quick(CONTENT), "bands": {"A": band, "B": [{"card": RONIN}]}}
    people = SYSTEM.encode(SYSTEM.new(setup, CONTENT))["bands"]["A"]["characters"]
    assert [person["card"] for person in people] == [GUARD, GUARD]
