"""The tables of Heal and Pray alone, and what the assistant shows for approval."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.assistant import proposal
from companion.model.games.asagiri.campaign.events import HEAL, PRAY, DiceTable

from .kit import CONTENT, GUARD, OKKO, RONIN, random_campaign
from .kit import Table as Campaign

ALL = [*HEAL.values(), PRAY]


@pytest.mark.parametrize("table", ALL)
def test_cam_2_cam_3_every_face_has_one_row_and_the_chances_are_whole(table: DiceTable) -> None:
    assert sum(row.chance for row in table.rows) == 1
    assert sorted(map(str, (face for row in table.rows for face in row.faces))) == sorted(map(str, table.die.faces))
    assert all(Words()(row.words) and "{" not in Words()(row.words) for row in table.rows)
    assert Words()(table.name)


def test_cam_2_the_chances_of_heal() -> None:
    disabled = {row.outcome: row.chance for row in HEAL["disabled"].rows}
    assert disabled == {"dead": Fraction(1, 6), "shaken": Fraction(1, 2), "vigilant": Fraction(1, 3)}
    shaken = {row.outcome: row.chance for row in HEAL["shaken"].rows}
    assert shaken == {"shaken": Fraction(1, 6), "vigilant": Fraction(5, 6)}


def test_cam_3_a_prayer_stays_unanswered_once_in_three_times() -> None:
    assert {row.outcome: row.chance for row in PRAY.rows}[None] == Fraction(1, 3)


@pytest.mark.parametrize("table", ALL)
def test_cam_2_a_table_is_rolled_on_alone(table: DiceTable) -> None:
    rng = Random(3)
    seen = set()
    for _ in range(300):
        face, row = table.roll(rng)
        assert face in row.faces and table.look_up(face) is row
        seen.add(row.outcome)
    assert seen == {row.outcome for row in table.rows}


# what is shown for approval --------------------------------------------------------------------------------------


def test_cam_1_a_proposal_shows_everybody_before_and_after_and_what_led_there() -> None:
    table = Campaign([{"card": OKKO}, {"card": GUARD}], budget=16).fought("A1,disabled").roll(1)
    table.do(f"replace:{RONIN}", "replaced").do("pray:A2").roll("fire")
    shown = proposal(table.session)
    assert shown is not None
    entries = {entry.who: entry for entry in shown.entries}
    okko, guard, new = entries["A1"], entries["A2"], entries["A3"]
    assert okko.before is not None and okko.after is None
    assert Words()(okko.told[0]) == "Okko: disabled"
    assert guard.after is not None and guard.after.honour == "experienced"
    assert new.before is None and new.after is not None and new.after.instead == "A1"
    assert shown.purses[0][0] == 0 < shown.purses[0][1]
    assert table.session.steps[shown.begins].intent.option == "won:A"
    prayed = table.session.steps[guard.steps[-1]]
    assert prayed.result.faces == ("fire",)
    table.session.jump(shown.begins)
    assert proposal(table.session) is None


@pytest.mark.parametrize("seed", range(4))
def test_cam_1_a_proposal_is_what_approval_makes_count(seed: int) -> None:
    session = random_campaign(seed)
    seen = 0
    for n in range(len(session.steps)):
        if session.state_at(n).now.stage != "approve":
            continue
        session.jump(n)
        shown = proposal(session)
        assert shown is not None
        fighters = session.state.fighters()
        assert all(entry.told for entry in shown.entries if entry.who in fighters)
        rosters = session.state.now.rosters
        session.jump(n + 1)
        approved = {m.id: m for roster in session.state.approved for m in roster.members}
        for entry in shown.entries:
            if entry.after is None:
                assert entry.who not in approved
            elif session.state.now.stage == "over":
                assert approved[entry.who] == entry.after
        assert [roster.fallen for roster in session.state.approved] == [roster.fallen for roster in rosters]
        seen += 1
    assert seen == 10


# cards that nobody has finished --------------------------------------------------------------------------------------


class Bound:
    """The shipped packs, but Okko lies bound in the merchant's cage."""

    def find(self, kind: str, id: str) -> Json | None:
        """A record."""
        found = CONTENT.find(kind, id)
        if id == "house:the-merchants-cage" and found is not None:
            return {**found, "captives": [{**captive, "card": OKKO} for captive in found["captives"]]}
        return found

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All of a kind."""
        return [(id, self.find(kind, id)) for id, _ in CONTENT.every(kind)]


def test_bnd_3_a_unique_that_the_page_brings_does_not_go_along_as_well() -> None:
    setup = {"chapters": ["house:the-merchants-cage"], "rosters": {"A": [{"card": OKKO}, {"card": GUARD}]}}
    for content, there in ((CONTENT, True), (Bound(), False)):
        state = CAMPAIGN.new(setup, content)
        offered = [CAMPAIGN.option_id(state, option) for option in CAMPAIGN.pending(state).options]
        assert ("take:A1" in offered) == there and "take:A2" in offered


class Unfinished:
    """The shipped packs, and a card of no cost."""

    def find(self, kind: str, id: str) -> Json | None:
        """A record."""
        if (kind, id) == ("character", "house:nobody-yet"):
            return {**CONTENT.find("character", GUARD), "id": id, "zeni": 0}
        return CONTENT.find(kind, id)

    def every(self, kind: str) -> Iterable[tuple[str, Json]]:
        """All of a kind."""
        yield from CONTENT.every(kind)
        if kind == "character":
            yield "house:nobody-yet", self.find("character", "house:nobody-yet")


def test_bnd_1_a_card_without_a_cost_is_recruited_by_nobody() -> None:
    state = CAMPAIGN.new({"chapters": [""], "rosters": {"A": [{"card": OKKO}]}}, Unfinished())
    asked = CAMPAIGN.pending(state)
    offered = [CAMPAIGN.option_id(state, option) for option in asked.options]
    assert f"hire:{GUARD}" in offered and "hire:house:nobody-yet" not in offered
    refusal = CAMPAIGN.check(state, CAMPAIGN.option_of(state, "hire:house:nobody-yet"))
    assert refusal is not None and refusal.rule == "BND-1"
