"""CAM-3 in a game: what each honour does, when it is asked about, when it is lost, and how a game learns of it."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.bots import Greedy
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, options_of
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules.events import HonourSet
from companion.model.games.asagiri.rules.skill_events import HonourLost, HonourUsed
from companion.model.games.asagiri.state.setup import quick
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import HONOURS

from .table import CONTENT, Table, open_floor
from .test_skills_numbers import does, totals, with_skills

FLOOR = open_floor(9, 9)


def duel(a: str | None = None, b: str | None = None, *, shaken: bool = False, **more: Json) -> Table:
    """a1 is activated in front of b1, who looks at it; with honours."""
    cards = {who: {"honour": honour} if honour else {} for who, honour in (("a1", a), ("b1", b))}
    for who, card in more.pop("cards", {}).items():
        cards[who] = cards[who] | card
    people = {"a1": "4,5N" + "!" * shaken, "b1": "4,4S", **more.pop("people", {})}
    return Table(FLOOR, people, **{**cards, **more}).do("activate", character="a1")


def attacked(table: Table, attack: int, defense: int) -> Table:
    """The dice of an attack on b1 fall; whoever may speak then is asked."""
    table.do("attack", target="b1")
    while not isinstance(table.pending, Roll):
        table.do("pass")
    return table.roll(attack, defense)


def honours(table: Table) -> list[str | None]:
    """Which figures still have one."""
    return [table.state.honour(who) for who in range(len(table.state.figures))]


# experienced ---------------------------------------------------------------------------------------------------------


def test_cam_3_experienced_rolls_its_combat_die_again_and_keeps_the_second() -> None:
    table = attacked(duel("experienced"), 1, 5)
    table.do("use_skill", skill="honour:experienced")
    asked = table.pending
    assert isinstance(asked, Roll) and [die.owner for die in asked.dice] == ["a1"]
    table.roll(6)
    assert totals(table) == (10, 9)
    assert honours(table) == [None, None]
    assert table.person("a1")["honour_lost"] is True


def test_cam_3_a_worse_second_roll_stands() -> None:
    table = attacked(duel("experienced"), 4, 4).do("use_skill", skill="honour:experienced").roll(1)
    assert totals(table) == (5, 8)


def test_cam_3_the_defender_may_be_experienced_too_and_answers_after_the_attacker() -> None:
    table = attacked(duel("experienced", "experienced"), 4, 2)
    assert [option["character"] for option in table.can("use_skill")] == ["a1"]
    table.do("pass").do("use_skill", skill="honour:experienced", character="b1").roll(6)
    assert totals(table) == (8, 10)
    assert honours(table) == ["experienced", None]


def test_cam_3_experienced_is_kept_by_going_on() -> None:
    table = attacked(duel("experienced"), 4, 4).do("pass")
    assert honours(table) == ["experienced", None]


def test_cam_3_experienced_helps_a_shot_and_not_a_test() -> None:
    bow = does("bow", ["shot"], {"type": "shot", "range": 6, "value": 5})
    table = duel("experienced", people={"b1": "4,1S"}, cards={"a1": with_skills(bow)})
    table.do("shoot", target="b1").passing().roll(1, 6)
    table.do("use_skill", skill="honour:experienced").roll(6)
    assert totals(table) == (11, 10)
    test = duel("experienced", shaken=True, people={"b1": "0,0S"}).do("test_willpower")
    assert test.roll(6).can("use_skill") == []


# determined ----------------------------------------------------------------------------------------------------------


def test_cam_3_determined_stays_vigilant_after_an_attack_and_still_retreats() -> None:
    table = attacked(duel(b="determined"), 5, 2)
    assert table.kinds[-1] != "CharacterShaken"
    table.do("use_skill", skill="honour:determined")
    assert table.person("b1")["state"] == "vigilant"
    assert honours(table) == [None, None]
    assert table.can("retreat")


def test_cam_3_determined_may_be_kept_for_later() -> None:
    table = attacked(duel(b="determined"), 5, 2).do("pass")
    assert table.person("b1")["state"] == "shaken"
    assert honours(table) == [None, "determined"]


def test_cam_3_determined_helps_when_the_retreat_shakes() -> None:
    """RET-2: nowhere to go."""
    around = {"b2": "3,3N", "b3": "4,3N", "b4": "5,3N"}
    table = attacked(duel(b="determined", people=around), 5, 3)
    table.do("use_skill", skill="honour:determined")
    assert table.person("b1")["state"] == "vigilant"


def test_cam_3_determined_does_not_help_against_other_things_that_shake() -> None:
    """MOV-8: leaving an enemy control zone."""
    table = duel("determined").do("step", at=[4, 6])
    while table.can("end_movement"):
        table.do("end_movement")
    assert table.person("a1")["state"] == "shaken"
    assert honours(table) == ["determined", None]


def test_cam_3_determined_is_no_help_to_whoever_is_shaken_already() -> None:
    """CBT-6: it would be disabled, not shaken; its honour goes with it."""
    table = attacked(duel(b="determined", people={"b1": "4,4S!"}, cards={"b1": {"stats": {"defense": 4}}}), 5, 2)
    assert table.person("b1")["state"] == "disabled"
    assert table.person("b1")["honour_lost"] is True
    assert "HonourLost" in table.kinds


# skillful ------------------------------------------------------------------------------------------------------------


def test_cam_3_skillful_has_three_points_more_at_any_moment_of_its_movement() -> None:
    table = duel("skillful", people={"b1": "0,0N"})
    assert table.state.active is not None
    points = table.state.active.points
    table.walk([4, 4], [4, 3]).do("use_skill", skill="honour:skillful")
    assert table.state.active is not None and table.state.active.points == points - 2 + 3
    assert honours(table) == [None, None] and table.can("use_skill") == []


def test_cam_3_skillful_is_not_offered_once_the_movement_is_over() -> None:
    table = duel("skillful", people={"b1": "0,0N"}).walk([4, 4]).do("end_movement")
    assert table.can("use_skill") == []


# courageous ----------------------------------------------------------------------------------------------------------


def test_cam_3_courageous_passes_the_test_to_become_vigilant_without_a_roll() -> None:
    table = duel("courageous", shaken=True, people={"b1": "0,0S"}).do("test_willpower")
    table.do("use_skill", skill="honour:courageous")
    assert table.person("a1")["state"] == "vigilant"
    assert "WillpowerTested" not in table.kinds and "CharacterRecovered" in table.kinds
    assert honours(table) == [None, None]
    assert table.state.active is not None and table.state.active.acted


def test_cam_3_courageous_passes_a_test_that_a_foe_forces() -> None:
    fearsome = does("fearsome", ["targeted"], {"type": "test", "failed": [{"type": "cancel"}]})
    table = duel("courageous", cards={"b1": with_skills(fearsome)}).do("attack", target="b1")
    table.do("use_skill", skill="honour:courageous")
    assert isinstance(table.pending, Roll) and len(table.pending.dice) == 2  # the fight goes on


def test_cam_3_courageous_is_no_help_in_a_test_of_another_stat() -> None:
    push = does("push", ["targeted"], {"type": "test", "stat": "attack", "failed": [{"type": "cancel"}]})
    table = duel("courageous", cards={"b1": with_skills(push)}).do("attack", target="b1")
    assert table.can("use_skill") == []


# kept, lost, silenced ----


@pytest.mark.parametrize("honour", HONOURS)
def test_cam_3_nobody_is_asked_who_has_no_honour(honour: str) -> None:
    """A game without honours asks and answers as ever: the position of one who has none does not mention it."""
    with_one, without = duel(honour, people={"b1": "0,0N"}), duel(people={"b1": "0,0N"})
    assert with_one.person("a1")["honour"] == honour
    assert not {"honour", "honour_lost", "member"} & set(without.person("a1"))


def test_cam_3_an_honour_is_no_skill_that_could_be_silenced() -> None:
    hush = {"effect": {"type": "silence"}, "skill": "test:hush", "source": "b1", "left": -1}
    table = duel("skillful", people={"b1": "0,0N"}, cards={"a1": {"lasting": [hush]}})
    assert [option["skill"] for option in table.can("use_skill")] == ["honour:skillful"]


@pytest.mark.parametrize("honour", HONOURS)
def test_cam_3_every_honour_is_told_in_words(honour: str) -> None:
    table = duel(honour, people={"b1": "0,0N"})
    told = Words()
    for event in (HonourUsed(0, honour), HonourLost(0, honour), HonourSet(0, True), HonourSet(0, False)):
        words = told(SYSTEM.tell(table.state, event))
        assert "a1" in words and "{" not in words
    assert SYSTEM.event_json(table.state, HonourUsed(0, honour)) == {
        "kind": "HonourUsed", "character": "a1", "honour": honour,
    }  # fmt: skip


def test_cam_3_by_hand_an_honour_is_taken_back() -> None:
    table = duel("skillful", people={"b1": "0,0N"}).do("use_skill", skill="honour:skillful")
    correction = SYSTEM.correction_of(table.state, {"kind": "set_honour", "who": "a1", "lost": False})
    again = SYSTEM.edit(table.state, correction).state
    assert again.honour(0) == "skillful"
    with pytest.raises(InvalidInput):
        SYSTEM.edit(again, SYSTEM.correction_of(again, {"kind": "set_honour", "who": "b1", "lost": True}))


@pytest.mark.parametrize(
    ("card", "path"),
    [
        ({"honour": "brave"}, "honour"),
        ({"honour": 3}, "honour"),
        ({"honour_lost": True}, "honour_lost"),
        ({"honour": "skillful", "honour_lost": "yes"}, "honour_lost"),
        ({"member": "x" * 41}, "member"),
        ({"honour": "skillful", "kami": "fire"}, "honour"),
    ],
)
def test_cam_3_a_position_with_a_wrong_honour_is_refused(card: dict[str, Json], path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        duel(cards={"a1": card})
    assert caught.value.path == f"bands.A.characters[0].{path}"


# set-up, undo, players made of code ----


def honoured() -> Json:
    """The quick set-up; everybody has an honour, is shaken or not, and is somebody in a campaign."""
    setup = quick(CONTENT)
    for seat, members in setup["bands"].items():
        setup["bands"][seat] = [
            {**member, "honour": HONOURS[n % 4], "state": "shaken" if n == 2 else "vigilant", "member": f"{seat}-{n}"}
            for n, member in enumerate(members)
        ]
    return setup


def test_cam_3_a_character_enters_a_game_with_its_honour() -> None:
    state = SYSTEM.new(honoured(), CONTENT)
    people = SYSTEM.encode(state)["bands"]["A"]["characters"]
    assert [person["honour"] for person in people] == [HONOURS[n % 4] for n in range(len(people))]
    assert [person["state"] == "shaken" for person in people] == [n == 2 for n in range(len(people))]
    exchanged = SYSTEM.rolled(state, (1, 6)).state
    assert [c.member[0] for c in exchanged.table.characters if c.band == 0] == ["B"] * len(
        [c for c in exchanged.table.characters if c.band == 0]
    )


def test_cam_2_fixed_figures_of_an_adventure_are_played_by_members_of_a_campaign() -> None:
    """The first stands where the page puts the figure and plays its part, others come with it."""
    plain = SYSTEM.new({"adventure": "house:first-lanterns"}, CONTENT)
    stand_in: Json = [
        {"card": "house:tikku", "honour": "courageous", "state": "shaken", "member": "A-7"},
        {"card": "house:temple-guard", "member": "A-8"},
    ]
    state = SYSTEM.new({"adventure": "house:first-lanterns", "cast": {"A": [None, stand_in]}}, CONTENT)
    before, after = ([c for c in s.table.characters if c.member or c.card] for s in (plain, state))
    assert len(after) == len(before) + 1
    assert (after[1].card, after[1].honour, after[1].member) == ("house:tikku", "courageous", "A-7")
    assert after[1].part == before[1].part and state.figures[1].at == plain.figures[1].at
    assert state.figures[1].state == "shaken" and after[2].member == "A-8" and after[0] == before[0]


@pytest.mark.parametrize(
    ("cast", "path"),
    [
        ({"A": [None] * 4}, "cast.A"),
        ({"C": []}, "cast.C"),
        ({"A": [[{"card": "house:nobody"}]]}, "cast.A[0][0].card"),
        ({"A": [[{"card": "house:tikku", "honour": "brave"}]]}, "cast.A[0][0].honour"),
        ({"B": [{"card": "house:tikku"}]}, "cast.B[0]"),
    ],
)
def test_cam_2_a_cast_that_fits_nobody_is_refused(cast: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        SYSTEM.new({"adventure": "house:first-lanterns", "cast": cast}, CONTENT)
    assert caught.value.path == path


@pytest.mark.parametrize("field", ["honour", "state", "member"])
def test_cam_3_a_set_up_with_a_wrong_honour_is_refused(field: str) -> None:
    setup = honoured()
    setup["bands"]["B"][1][field] = 7
    with pytest.raises(InvalidInput) as caught:
        SYSTEM.new(setup, CONTENT)
    assert caught.value.path == f"bands.B[1].{field}"


@pytest.mark.parametrize("seed", range(6))
def test_cam_3_random_games_with_honours_save_undo_and_lose_each_once(seed: int) -> None:
    rng = Random(f"honours:{seed}")
    session: Session[State] = Session.new(SYSTEM, honoured(), CONTENT, seed)
    weights = {"use_skill": 20, "attack": 20, "shoot": 10, "test_willpower": 20, "end_activations": 0.1}
    used: list[int] = []
    for _ in range(700):
        asked = session.pending
        if isinstance(asked, Over):
            break
        before = session.state
        if isinstance(asked, Roll):
            change = session.roll(drawn(asked.dice, rng))
        else:
            options = options_of(asked)
            assert len(set(options)) == len(options)
            change = session.choose(rng.choices(options, [weights.get(option.kind, 1) for option in options])[0])
        for event in change.events:
            if event.kind == "HonourUsed":
                used.append(event.who)
        if rng.random() < 0.02:
            after = session.state
            session.undo()
            assert session.state == before
            session.redo()
            assert session.state == after
            assert SYSTEM.decode(SYSTEM.encode(after), CONTENT) == after
    assert len(used) == len(set(used))
    state = session.state
    for who, figure in enumerate(state.figures):
        if figure.state == "disabled":
            assert state.honour(who) is None
    assert Session.replay(SYSTEM, session.save(), CONTENT).state == state


def test_cam_3_the_greedy_player_saves_itself_by_its_honour() -> None:
    """Determined: better than becoming shaken."""
    table = attacked(duel(b="determined"), 5, 2)
    asked = table.pending
    assert isinstance(asked, Choice)
    chosen = Greedy().think(SYSTEM, table.state, asked, Random(1)).option
    assert getattr(chosen, "skill", "") == "honour:determined"


@pytest.mark.parametrize(("faces", "used"), [((1, 4), True), ((6, 1), False)])
def test_cam_3_the_greedy_player_rolls_bad_dice_again_and_keeps_good_ones(faces: tuple[int, int], used: bool) -> None:
    table = attacked(duel("experienced"), *faces)
    asked = table.pending
    assert isinstance(asked, Choice)
    chosen = Greedy().think(SYSTEM, table.state, asked, Random(1)).option
    assert (getattr(chosen, "skill", "") == "honour:experienced") == used
