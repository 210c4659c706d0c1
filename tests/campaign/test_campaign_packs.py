"""A campaign with the cards of some packs only: what there is to play, to recruit and to find, and what is refused."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.content.kinds import Manifest
from companion.model.content.library import Library, Pack
from companion.model.core.contract import Choice, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri.campaign import CAMPAIGN
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.options import Hire
from companion.model.games.asagiri.campaign.position import namespaces

from .kit import CONTENT

MANIFEST: Json = {
    "format": "okko-pack/1", "namespace": "t", "version": "1.0.0", "name": {"en": "T"}, "license": "x",
    "languages": ["en"], "needs": ["house"],
}  # fmt: skip
MADE: Json = {
    "character": {
        f"t:{name}": {**(CONTENT.find("character", f"house:{name}") or {}), "id": f"t:{name}"}
        for name in ("temple-guard", "wandering-ronin")
    },
    "adventure": {"t:lanterns": {**(CONTENT.find("adventure", "house:first-lanterns") or {}), "id": "t:lanterns"}},
}
BOTH = Library((*CONTENT.packs, Pack(msgspec.convert(MANIFEST, Manifest), MADE)))
BATTLE: Json = {"chapters": [""], "budget": 9}


def recruits(setup: Json) -> set[str]:
    """The cards that may be recruited at the beginning."""
    pending = CAMPAIGN.pending(CAMPAIGN.new(setup, BOTH))
    assert isinstance(pending, Choice)
    return {option.card for option in pending.options if isinstance(option, Hire)}


def test_without_a_word_all_packs_are_played_with() -> None:
    assert namespaces(BOTH) == ("house", "t")
    everybody = recruits(BATTLE)
    assert "t:temple-guard" in everybody
    assert "house:temple-guard" in everybody
    assert everybody == recruits({**BATTLE, "packs": ["t", "house"]})


def test_only_the_cards_of_the_packs_that_are_named_are_there() -> None:
    assert recruits({**BATTLE, "packs": ["t"]}) == {"t:temple-guard", "t:wandering-ronin"}
    house = recruits({**BATTLE, "packs": ["house"]})
    assert house == {card for card in recruits(BATTLE) if card.startswith("house:")}
    state = CAMPAIGN.new({**BATTLE, "packs": ["t"]}, BOTH)
    assert not state.box.equipment, "nothing is found where there is nothing"
    assert CAMPAIGN.decode(CAMPAIGN.encode(state), BOTH) == state


def test_the_packs_are_kept_when_the_campaign_is_saved_and_branches() -> None:
    chronicle = Chronicle.new({**BATTLE, "packs": ["t"]}, BOTH, seed=1)
    chronicle.choose(Hire("t:temple-guard"))
    chronicle.fork("again")
    assert chronicle.state.now.settings.packs == ("t",)
    assert [card.id for card in chronicle.state.box.characters] == ["t:temple-guard", "t:wandering-ronin"]


def test_an_adventure_whose_figures_are_of_another_pack_is_not_there() -> None:
    with pytest.raises(InvalidInput) as caught:
        CAMPAIGN.new({"chapters": ["t:lanterns"], "packs": ["t"]}, BOTH)
    assert caught.value.path == "chapters[0]"
    CAMPAIGN.new({"chapters": ["t:lanterns"], "packs": ["t", "house"]}, BOTH)


@pytest.mark.parametrize(("packs", "path"), [(["nobody"], "packs[0]"), ([7], "packs[0]"), ("house", "packs")])
def test_packs_that_are_not_there_are_refused(packs: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        CAMPAIGN.new({**BATTLE, "packs": packs}, BOTH)
    assert caught.value.path == path
    position = CAMPAIGN.encode(CAMPAIGN.new(BATTLE, BOTH))
    position["settings"]["packs"] = ["gone"]
    with pytest.raises(InvalidInput) as caught:
        CAMPAIGN.decode(position, BOTH)
    assert caught.value.path == "settings.packs[0]"


class Without:
    """All cards but one."""

    def __init__(self, kind: str, id: str) -> None:
        self._left_out = kind, id

    def find(self, kind: str, id: str) -> Json | None:
        return None if (kind, id) == self._left_out else CONTENT.find(kind, id)

    def every(self, kind: str) -> list[tuple[str, Json]]:
        return [(id, card) for id, card in CONTENT.every(kind) if (kind, id) != self._left_out]


@pytest.mark.parametrize("name", ["okko", "ninja", "restless-dead"])
def test_a_file_that_lacks_a_card_its_adventures_bring_is_refused_with_a_sentence(name: str) -> None:
    made = Chronicle.new({}, CONTENT, 5)
    data = msgspec.json.decode(msgspec.json.encode(made.save()))
    del data["record"]["cards"]["character"][f"house:{name}"]
    with pytest.raises(InvalidInput) as wrong:
        Chronicle.load(data, Without("character", f"house:{name}"))
    assert wrong.value.path == "campaign.record.cards.character"
    assert f"house:{name}" in Words()(wrong.value.why)
