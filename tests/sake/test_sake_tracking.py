"""A real table whose hands the app does not know (TRK), a test a rule."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import drawn
from companion.model.core.contract import Json, Over, Roll, Together, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.table.table_check import Check, differences

from .tables import BACKS, CONTENT, Table, katana, position
from .test_sake_setup import begun, setup

TRACK = {"enforcement": "track"}
SPIRIT = {"is": "spirit"}


def tracked(seats: dict[str, Json], lines: dict[str, Json] | None = None, **fields: Json) -> Table:
    """A table of which the app knows no hand, no life and no pile."""
    unknown = position(seats, lines, options=TRACK, **fields)
    for seat in unknown["seats"]:
        for zone in ("hand", "life", "wounds"):
            seat[zone] = ["?"] * len(seat[zone])
    unknown["pile"] = ["?"] * len(unknown["pile"])
    return Table(unknown)


def test_trk_1_a_game_begins_without_a_known_card() -> None:
    t = begun(setup(enforcement="track"), deal=False)
    assert (t.json["active"], t.seat("A")["hand"], t.seat("A")["life"]) == ("A", ["?"] * 4, ["?"] * 5)
    assert SYSTEM.missing(t.state) is not None
    assert Session.load(SYSTEM, t.json, CONTENT).mode == "track"


def test_trk_2_an_attack_is_told_by_card_target_and_answer() -> None:
    t = tracked({"A": katana(1, hand=["ramen-1"]), "B": {"hand": ["ramen-2"]}, "C": {"life": 1}}, {"AB": 1})
    assert "show:stomach-1" in t.ids()
    t.do("show:stomach-1", "attack:stomach-1:B:katana-1")
    t.do("B show:stench-1", "B defend:stench-1")
    assert len(t.seat("B")["wounds"]) == 5 - 2
    assert set(t.json["discard"]) == {"stomach-1", "stench-1"}


def test_trk_2_a_card_is_told_by_the_number_it_was_played_for() -> None:
    t = tracked({"A": katana(1, hand=["ramen-1"]), "B": {"hand": ["ramen-2", "rice-1"]}, "C": {"life": 1}}, {"AB": 1})
    assert {"attack:?#0:B:katana-1", "attack:?#2:B:katana-1", "drink:?#2", "move:?#2:left:2"} & t.ids() == {
        "attack:?#0:B:katana-1", "attack:?#2:B:katana-1", "drink:?#2",
    }, "B stands one step to the left"  # fmt: skip
    t.do("attack:?#2:B:katana-1", "B defend:?#1")
    assert (t.seat("A")["hand"], t.seat("B")["hand"], len(t.seat("B")["wounds"])) == ([], ["?"], 4)
    assert sorted(t.json["discard"]) == ["?#1", "?#2"]
    assert t.json == Table(t.json).json, "and is written and read again"


def test_trk_2_what_lies_open_is_told_by_its_type() -> None:
    """As the first card of its type that nobody has seen; a Disciple for a blow as well."""
    t = tracked({"A": katana(1, hand=["ramen-1", "ramen-2", "ramen-3"], gear=["katana-1", "yumi-1"]),
                 "B": {"hand": ["ramen-4"], "gear": ["yumi-2"]}, "C": {"life": 1}}, {"AB": 1})  # fmt: skip
    puts = {id for id in t.ids() if id.startswith("put:")}
    assert {"put:nodachi-1", "put:rice-1"} <= puts
    assert not any("yumi" in id or "katana" in id for id in puts), "one of each is enough (GEA-1)"
    assert t.refused("put:yumi-3") == "GEA-1"
    assert t.refused("put:rice-2") == "TRK-1"
    t.do("put:rice-1", "attack:?#1:B:katana-1", "B sacrifice:disciple-1")
    assert t.seat("A")["hand"] == ["?"]
    assert t.seat("B")["wounds"] == []
    assert "disciple-1" in t.json["discard"]


def test_trk_2_a_spirit_tells_only_how_many_cards_it_plays() -> None:
    hand = {"is": "spirit", "hand": ["ramen-1", "ramen-2"]}
    t = tracked({"A": hand, "B": {"hand": ["ramen-3"], "sake": ["life", "sheet"]}, "C": {}}, active="A", phase="third")
    t.passing()
    assert t.ids() == {"steal", "nothing", "torment:B:?", "torment:B:?+?"}
    t.do("torment:B:?+?", "B defend:?#1")
    assert t.kinds() == {"give_up"}
    t.do("give_up:life")
    assert (t.seat("A")["jar"], t.seat("A")["hand"]) == (1, [])


def test_trk_2_drawn_and_surplus_cards_are_only_counted() -> None:
    t = tracked({"A": {"hand": ["ramen-1", "ramen-2", "ramen-3", "ramen-4"]}, "B": {}, "C": {}}).do("end_phase")
    assert (t.json["phase"], t.seat("A")["hand"], t.json["discard"]) == ("hold", ["?"] * 4, ["?", "?"])


def test_trk_3_what_no_hand_can_do_is_refused_by_its_rule() -> None:
    t = tracked({"A": katana(1, hand=["ramen-1"], gear=["katana-1", "yumi-1"]), "B": {}, "C": {}}).do("show:yumi-2")
    assert t.refused("put:yumi-2") == "GEA-1"
    assert t.refused("attack:yumi-2:B:katana-1") == "ATK-2"
    assert tracked({"A": {}, "B": {}, "C": {}}).refused("show:ramen-1") == "TRK-1"


def test_trk_4_what_is_shuffled_unseen_is_a_pile_of_unknown_cards() -> None:
    t = tracked({"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}})
    base = t.json
    base["discard"], base["pile"] = base["pile"][1:], ["?"]
    t = Table(base).do("end_phase")
    assert t.json["phase"] == "hold"
    assert set(t.json["pile"]) == {"?"}


def test_trk_5_the_top_back_is_told_when_a_rule_needs_it() -> None:
    t = tracked({"A": SPIRIT, "B": {"hand": ["ramen-1"]}, "C": {}}, active="A")
    assert t.ids() == {"back:push", "back:brawl", "back:doze", "decline"}
    t.do("back:doze")
    assert t.ids() == {"doze:B:C", "decline"}
    t.do("doze:B:C").passing()
    asked = t.pending
    assert isinstance(asked, Roll)
    t.roll("?")
    assert (t.seat("B")["hand"], t.seat("C")["hand"]) == ([], ["?"])


def test_trk_6_turned_up_cards_are_told() -> None:
    t = tracked({"A": {}, "B": {}, "C": {"life": 1}}, {"AB": (1, {"disciple-1": ("A", 0)})}).do("end_phase")
    assert t.kinds() == {"show"}
    t.do("show:stomach-1").passing()
    assert len(t.seat("B")["wounds"]) == 2


def test_trk_7_a_told_hand_makes_options_exact() -> None:
    t = tracked({"A": {"hand": ["ramen-1", "ramen-2"]}, "B": {}, "C": {}}).do("show:stench-1", "show:sakuragi-1")
    assert "show" not in t.kinds()
    assert {"event:sakuragi-1", "move:stench-1:left:2"} <= t.ids()


def test_trk_8_rules_are_enforced_only_when_everything_is_known() -> None:
    assert SYSTEM.missing(Table.of({"A": {}, "B": {}, "C": {}}).state) is None
    assert SYSTEM.missing(tracked({"A": {"hand": ["ramen-1"]}, "B": {}, "C": {}}).state) is not None


def test_trk_8_chance_fills_what_nobody_can_know() -> None:
    t = tracked({"A": katana(1), "B": {"sake": ["life"]}, "C": {}})
    base = t.json
    base["seats"][0]["hand"], base["pile"] = ["ramen-1"], base["pile"][1:]
    base["seats"][1]["life"][0] = "?:doze"
    game = Session.load(SYSTEM, base, CONTENT)
    game.switch("enforce")
    assert isinstance(game.pending, Roll)
    assert "ramen-1" not in game.pending.dice[0].kind.faces
    game.roll()
    after = SYSTEM.encode(game.state)
    assert "?" not in str(after["pile"]) + str(after["seats"])
    assert BACKS[after["seats"][1]["life"][0]] == "doze"
    assert (SYSTEM.missing(game.state), SYSTEM.refereed(game.state)) == (None, None)
    assert after["options"] == {}


def test_trk_9_a_card_shown_is_believed_no_longer_where_it_was() -> None:
    t = Table.of({"A": {"hand": ["ramen-1"]}, "B": {"hand": ["stench-1"]}, "C": {}}, options=TRACK)
    base = t.json
    base["seats"][0]["hand"] = base["pile"][:1] = ["?"]
    t = Table(base).do("show:stench-1")
    assert (t.seat("A")["hand"], t.seat("B")["hand"]) == (["stench-1"], ["?:doze"])


def test_trk_10_answers_lie_open_and_whole_games_go_on_to_their_end() -> None:
    ended = 0
    for seed in range(12):
        rng = Random(seed)
        state = SYSTEM.new(setup(3 + seed % 6, enforcement="track"), CONTENT)
        for _ in range(3000):
            asked = SYSTEM.pending(state)
            if isinstance(asked, Over):
                ended += 1
                break
            if isinstance(asked, Roll):
                state = SYSTEM.rolled(state, drawn(asked.dice, rng, asked.distinct)).state
                continue
            assert not isinstance(asked, Together) or not asked.secret
            state = SYSTEM.apply(state, rng.choice(rng.choice(choices_of(asked)).options)).state
    assert ended == 12


def test_now_1_somebody_who_is_not_asked_burns_or_draws_at_any_time() -> None:
    t = tracked({"A": {"hand": ["ramen-1"]}, "B": {"hand": ["ramen-2"], "sake": ["sheet"]}, "C": {}})
    burn = {"kind": "instant", "seat": "B", "option": "burn_draw:sheet"}
    correction = SYSTEM.correction_of(t.state, burn)
    assert SYSTEM.correction_json(t.state, correction) == burn
    after = SYSTEM.edit(t.state, correction)
    assert [event.kind for event in after.events] == ["SakeLost", "CardDrawn"]
    assert (after.state.gone, len(after.state.seats[1].hand), after.state.active) == (1, 2, 0)
    with pytest.raises(InvalidInput, match="option"):
        SYSTEM.edit(after.state, correction)
    enforced = Table.of({"A": {}, "B": {"sake": ["sheet"]}, "C": {}}).state
    with pytest.raises(InvalidInput):
        SYSTEM.edit(enforced, correction)


def test_trk_9_what_nobody_counts_follows_from_what_lies_on_the_table() -> None:
    state = tracked({"A": katana(1, hand=["ramen-1"]), "B": {"sake": ["life"]}, "C": {}}).state
    check = Check(state)
    assert check.correction() is None
    check.set_cards(0, "life", 3)
    check.set_cards(0, "wounds", 2)
    check.toggle_sake(1, "life")
    check.set_steps(0, 5)
    check.toggle_type(2, state.table.deck.type[state.table.deck.index["yumi-1"]])
    correction = check.correction()
    assert correction is not None
    after = SYSTEM.edit(state, correction).state
    assert (after.gone, after.masu, len(after.seats[0].wounds)) == (1, state.masu, 2)
    assert [after.table.deck.ids[card] for card in after.seats[2].gear][-1:] == ["yumi-1"]
    told = {str(one.what.key) for one in differences(state, after)}
    assert {"{name}: life", "{name}: wounds", "Sake of {name}", "{name}: in play", "{one} – {other}"} <= told
    assert differences(after, after) == []
    check.table["masu"] = 99
    with pytest.raises(InvalidInput, match="sake"):
        check.correction()


def test_trk_9_an_attack_whose_answer_is_open_can_be_kept() -> None:
    """Its card was in the air, on no table that a hand could set."""
    t = tracked({"A": katana(1, hand=["ramen-1"]), "B": {"hand": ["ramen-2"]}, "C": {}}, {"AB": 1})
    before = t.state
    after = t.do("attack:?#1:B:katana-1").state
    assert after.air and after.frames
    other = SYSTEM.edit(before, SYSTEM.correction_of(before, {"kind": "edit", "set": {"plays": 1}})).state
    (mended,) = SYSTEM.mend(other, before, after)
    now = SYSTEM.edit(other, mended).state
    assert (len(now.seats[0].hand), len(now.discard), now.plays) == (0, len(before.discard) + 1, 0)
    assert not now.frames and not now.seats[1].wounds, "the table settles by hand what came of it"


def test_trk_9_what_did_happen_is_moved_over_by_hand() -> None:
    """Mends: numbers change by as much, lists by what came and went."""
    t = tracked({"A": katana(1, hand=["ramen-1"]), "B": {"hand": ["ramen-2"]}, "C": {}}, {"AB": 1})
    before = t.state
    after = t.do("attack:?#1:B:katana-1", "B pass", "C pass").state
    other = SYSTEM.edit(before, SYSTEM.correction_of(before, {"kind": "edit", "set": {"plays": 1}})).state
    (mended,) = SYSTEM.mend(other, before, after)
    now = SYSTEM.edit(other, mended).state
    assert (len(now.seats[1].wounds), now.plays, len(now.seats[0].hand)) == (len(after.seats[1].wounds), 0, 0)
    assert SYSTEM.mend(other, before, before) == ()
