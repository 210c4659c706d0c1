"""A server that falls silent in the middle of a campaign: it goes on here, and reaches the server when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.model.core.branches import Branch
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.store import server as store_server
from companion.model.store.away import AwayCampaigns
from companion.model.store.offline import Sent
from companion.model.store.repository import Repository

from ..campaign.kit import BATTLES, CONTENT, some_way
from .conftest import Opens
from .faking import Way, listening


@pytest.fixture
def way(on_server: str, monkeypatch: pytest.MonkeyPatch) -> Way:
    monkeypatch.setattr(store_server.Bounded, "patience", 0.3)
    return Way(on_server)


@pytest.fixture
def away(way: Way, opens: Opens, tmp_path: Path) -> Iterator[AwayCampaigns]:
    with listening(way.serve) as port:
        server, here = Repository(way.address(port)), opens(tmp_path / "here.db")
        yield AwayCampaigns(server, here, lambda title: f"{title} again")
        way.cut.clear()
        server.close()


def branches_of(chronicle: Chronicle) -> list:
    return [(branch, chronicle.session_of(n)) for n, branch in enumerate(chronicle.branches)]


def opened(repository: Repository, campaign: int) -> Chronicle:
    branches, current, keeper = repository.campaigns.open(campaign, CAMPAIGN, CONTENT)
    return Chronicle([(Branch(one.name, one.origin, one.at), one.open()) for one in branches], current, CONTENT,
                        keeper)  # fmt: skip


def played(away: AwayCampaigns) -> tuple[Chronicle, int]:
    """A campaign on the server, some steps old."""
    chronicle = Chronicle.new(BATTLES, CONTENT, 3)
    keeper = away.server.campaigns.create("Club", branches_of(chronicle))
    id = keeper.campaign_id
    chronicle.keep(away.follow(id, "Club", branches_of(chronicle), 0, keeper))
    some_way(chronicle, Random(1), steps=4)
    return chronicle, id


def brought(away: AwayCampaigns) -> list[Sent]:
    assert away.server.database.knock()
    sent = list(away.send())
    for one in sent:
        away.settle(one)
    return sent


def alike(one: Chronicle, other: Chronicle) -> bool:
    every = range(len(one.branches))
    return (one.branches, one.current) == (other.branches, other.current) and all(
        one.session_of(n).steps == other.session_of(n).steps for n in every
    )


def test_a_campaign_goes_on_with_its_branches_and_is_where_it_was(away: AwayCampaigns, way: Way) -> None:
    chronicle, id = played(away)
    assert away.here.campaigns.all() == (), "nothing is kept twice while the server answers"
    way.cut.set()
    some_way(chronicle, Random(2), steps=3)
    chronicle.fork("Dark", 2)
    some_way(chronicle, Random(3), steps=2)
    chronicle.rename(1, "Darker")
    assert away.at(id)[0] is away.here
    assert [(info.id, info.branches) for info in away.listed()] == [(id, 2)]
    assert alike(opened(*away.at(id)), chronicle), "nothing shown is lost"
    way.cut.clear()
    assert [(sent.how, sent.there) for sent in brought(away)] == [("same", id)]
    assert away.here.campaigns.all() == () and away.listed() == ()
    some_way(chronicle, Random(4), steps=2)
    assert alike(opened(away.server, id), chronicle)
    assert brought(away) == []
    way.cut.set()
    chronicle.switch(0)
    way.cut.clear()
    assert [sent.how for sent in brought(away)] == ["same"], "as often as it falls silent"
    assert alike(opened(away.server, id), chronicle)


def test_what_somebody_else_went_on_with_is_kept_beside_it(away: AwayCampaigns, way: Way, on_server: str) -> None:
    chronicle, id = played(away)
    way.cut.set()
    some_way(chronicle, Random(2), steps=3)
    other = Repository(on_server)
    others = opened(other, id)
    others.session.undo()
    some_way(others, Random(9), steps=2)
    way.cut.clear()
    (sent,) = brought(away)
    assert (sent.how, sent.title) == ("copy", "Club again")
    some_way(chronicle, Random(3), steps=1)
    assert alike(opened(other, sent.there), chronicle)
    assert alike(opened(other, id), others)
    other.close()


def test_one_begun_without_the_server_gets_there_once(away: AwayCampaigns, way: Way) -> None:
    way.cut.set()
    chronicle = Chronicle.new(BATTLES, CONTENT, 3)
    detour = away.begin("Night", branches_of(chronicle), 0)
    chronicle.keep(detour)
    some_way(chronicle, Random(1), steps=2)
    assert detour.campaign_id < 0 and [info.id for info in away.listed()] == [detour.campaign_id]
    way.cut.clear()
    (sent,) = brought(away)
    assert sent.how == "new"
    some_way(chronicle, Random(2), steps=2)
    assert away.at(detour.campaign_id) == (away.server, sent.there)
    assert alike(opened(away.server, sent.there), chronicle)
    assert len(away.server.campaigns.all()) == 1
