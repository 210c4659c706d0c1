"""The time machine: any point of a campaign, other ways from there, what came of them, all of it in one file."""

from __future__ import annotations

import copy
import json
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.model.core import branches as core_branches
from companion.model.core.branches import FORMAT, branches_text
from companion.model.core.contract import Applied, Choice, Json, Option
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.words import Words
from companion.model.games.asagiri.campaign import CampaignSystem
from companion.model.games.asagiri.campaign.chronicle import Chronicle, compare
from companion.model.games.asagiri.campaign.state import State
from tests.budget import examples

from .kit import BATTLES, CONTENT, some_way


def told(chapters: int = 99, seed: int = 4) -> Chronicle:
    """A small campaign that has gone some way."""
    chronicle = Chronicle.new(BATTLES, CONTENT, seed)
    some_way(chronicle, Random(seed), chapters=chapters)
    return chronicle


def test_a_branch_begins_anywhere_and_leaves_the_other_as_it_is() -> None:
    chronicle = told(2)
    steps, state = chronicle.session.steps, chronicle.state
    places = chronicle.places()
    won = next(place for place in places if " won" in Words()(place.words))
    number = chronicle.fork("What if we had lost", won.cursor - 1)
    assert (number, chronicle.current, chronicle.branches[1].at) == (1, 1, won.cursor - 1)
    was = chronicle.session_of(0).steps[won.cursor - 1].intent.option
    chronicle.choose("won:B" if was != "won:B" else "won:A")
    some_way(chronicle, Random(8))
    assert chronicle.session_of(0).steps == steps
    chronicle.switch(0)
    assert chronicle.state == state
    shown = compare(chronicle.session_of(0), chronicle.session_of(1))
    assert shown.shared == won.cursor - 1
    row = shown.chapters[0]
    assert row.left is not None and row.right is not None and row.left.winner != row.right.winner
    for side in (0, 1):
        one, other = (chronicle.session_of(n).state for n in (0, 1))
        assert shown.sides[side].zeni == (one.worth(side), other.worth(side))
        assert shown.sides[side].dead == (one.now.rosters[side].fallen, other.now.rosters[side].fallen)
        left = {m.id for m in (*shown.sides[side].both, *shown.sides[side].left)}
        assert left == {m.id for m in one.approved[side].members}


def test_a_branch_compared_with_itself_differs_in_nothing() -> None:
    chronicle = told(2)
    shown = compare(chronicle.session, chronicle.session)
    assert shown.shared == len(chronicle.session.steps)
    assert all(not side.left and not side.right for side in shown.sides)


def test_undoing_over_an_approval_and_going_another_way_forgets_nothing() -> None:
    chronicle = told(2)
    steps = chronicle.session.steps
    chronicle.session.jump(chronicle.places()[1].cursor - 1)
    chronicle.choose("won:nobody")
    assert chronicle.current == 1 and len(chronicle.branches) == 2
    assert chronicle.session_of(0).steps == steps


def test_undoing_within_a_chapter_goes_on_in_the_same_branch() -> None:
    chronicle = told(1)
    chronicle.choose(chronicle.session.pending.options[0])
    chronicle.session.undo()
    asked = chronicle.session.pending
    assert isinstance(asked, Choice)
    chronicle.choose(asked.options[-1])
    assert len(chronicle.branches) == 1


def test_stops_of_the_time_machine_are_said_in_words() -> None:
    chronicle = told()
    places = chronicle.places()
    assert [place.cursor for place in places] == sorted({place.cursor for place in places})
    assert all(Words()(place.words) and "{" not in Words()(place.words) for place in places)
    assert len(places) == 1 + 2 * 3


@pytest.mark.parametrize(
    "call",
    [
        lambda chronicle: chronicle.fork("x", -1),
        lambda chronicle: chronicle.fork("x", 10_000),
        lambda chronicle: chronicle.rename(7, "x"),
        lambda chronicle: chronicle.switch(1),
        lambda chronicle: chronicle.session_of(-1),
    ],
)
def test_branches_and_points_that_are_not_there_are_refused(call: Json) -> None:
    chronicle = told(1)
    with pytest.raises(UnknownOption):
        call(chronicle)
    assert len(chronicle.branches) == 1


# files ---------------------------------------------------------------------------------------------------------------


def branched() -> Chronicle:
    """A campaign with three branches, one of a branch, one of them gone back in."""
    chronicle = told(2)
    chronicle.fork("What if", chronicle.places()[1].cursor)
    some_way(chronicle, Random(1))
    chronicle.fork("And if", chronicle.places()[2].cursor)
    some_way(chronicle, Random(2), steps=9)
    chronicle.session.undo(3)
    chronicle.switch(1)
    return chronicle


def test_a_campaign_comes_back_equal_from_its_file() -> None:
    chronicle = branched()
    text = json.dumps(chronicle.save(), allow_nan=False)
    again = Chronicle.load(json.loads(text), CONTENT)
    assert again.branches == chronicle.branches and again.current == chronicle.current
    for n in range(3):
        one, other = chronicle.session_of(n), again.session_of(n)
        assert (one.steps, one.cursor, one.state) == (other.steps, other.cursor, other.state)
        assert other.diverged is None
    assert json.dumps(again.save()) == text


def test_steps_that_branches_share_are_counted_once_and_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chronicle = told(2)
    whole = len(chronicle.session.steps)
    for n in range(59):
        chronicle.fork(f"Way {n}", whole - 2)
    data = chronicle.save()
    Chronicle.load(data, CONTENT)  # msgspec reads a type's bounds at its first use, and keeps them
    monkeypatch.setattr(core_branches, "MOST_STEPS", whole)
    applied, apply = list[Option](), CampaignSystem.apply

    def counted(self: CampaignSystem, state: State, option: Option) -> Applied[State]:
        applied.append(option)
        return apply(self, state, option)

    monkeypatch.setattr(CampaignSystem, "apply", counted)
    again = Chronicle.load(data, CONTENT)
    assert [len(again.session_of(n).steps) for n in (0, 1, 59)] == [whole, whole - 2, whole - 2]
    assert again.session_of(59).state == chronicle.session_of(59).state
    assert len(applied) <= whole
    again.session_of(59).jump(0)
    assert again.session_of(58).cursor == whole - 2, "each has a log of its own"
    monkeypatch.setattr(core_branches, "MOST_STEPS", whole - 1)
    with pytest.raises(InvalidInput):
        Chronicle.load(data, CONTENT)


def test_the_file_is_readable_a_step_a_line() -> None:
    data = branched().save()
    text = branches_text(data)
    assert json.loads(text) == data
    assert sum(line.lstrip().startswith('{"intent"') for line in text.splitlines()) == sum(
        len(branch["steps"]) for branch in data["branches"]
    )


@cache
def file() -> str:
    """The file of such a campaign."""
    return json.dumps(branched().save())


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda d: d.update(format="okko-campaign/2"), "campaign.format"),
        (lambda d: d.pop("branches"), "campaign.branches"),
        (lambda d: d.update(branches=[]), "campaign.branches"),
        (lambda d: d.update(current=3), "campaign.current"),
        (lambda d: d.update(current="0"), "campaign.current"),
        (lambda d: d.update(secret=1), "campaign.secret"),
        (lambda d: d["record"].update(system="asagiri"), "campaign.record.system"),
        (lambda d: d["record"].update(steps=d["branches"][0]["steps"]), "campaign.record.steps"),
        (lambda d: d["record"].update(seed="x"), "campaign.record.seed"),
        (lambda d: d["record"]["setup"].update(chapters=["house:nowhere"]), "campaign.record.setup.chapters[0]"),
        (lambda d: d["branches"][0].update(origin=0), "campaign.branches[0].origin"),
        (lambda d: d["branches"][1].update(origin=2), "campaign.branches[1].origin"),
        (lambda d: d["branches"][1].update(at=9_999), "campaign.branches[1].at"),
        (lambda d: d["branches"][2].update(cursor=9_999), "campaign.branches[2].cursor"),
        (lambda d: d["branches"][1].update(name="a\nb"), "campaign.branches[1].name"),
        (lambda d: d["branches"][1]["steps"][1].update(intent={"kind": "chosen", "option": "fly"}),
         "campaign.branches[1].steps[1]"),
        (lambda d: d["branches"][2]["steps"][0].update(mark="?"), "campaign.branches[2].steps[0].mark"),
        (lambda d: d["branches"][0].update(wings=True), "campaign.branches[0].wings"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_with_the_path_of_its_fault(spoil: Json, path: str) -> None:
    data = json.loads(file())
    spoil(data)
    with pytest.raises(InvalidInput) as caught:
        Chronicle.load(data, CONTENT)
    assert caught.value.path == path
    assert Words()(caught.value.why)


@given(data=st.data())
@settings(max_examples=examples(25), deadline=None, suppress_health_check=(HealthCheck.too_slow,))
def test_a_file_changed_anywhere_is_refused_or_read(data: Json) -> None:
    value: Json = json.loads(file())
    top = value
    junk = st.sampled_from([None, 0, -1, 2**70, True, "", "won:A", [], {}, {"kind": "rolled"}, 1.5])
    for _ in range(12):
        if not isinstance(value, dict | list) or not value:
            break
        key = data.draw(st.sampled_from(list(value) if isinstance(value, dict) else list(range(len(value)))))
        if isinstance(value[key], dict | list) and value[key] and data.draw(st.booleans()):
            value = value[key]
        else:
            value[key] = copy.deepcopy(data.draw(junk))
            break
    try:
        read = Chronicle.load(top, CONTENT)
    except InvalidInput as wrong:
        refused = wrong.path
    else:
        refused = None
    if refused is None:
        assert Chronicle.load(read.save(), CONTENT).state == read.state
    else:
        assert refused == "campaign" or refused.startswith(("campaign.", "campaign["))


def test_the_format_is_named_in_the_file() -> None:
    assert json.loads(file())["format"] == FORMAT
