"""Skills in words."""

from typing import Any

import msgspec
import pytest

from companion.model.core.words import Name, Words
from companion.model.games.asagiri.skills.language.explain import cost, explain, price, sign
from companion.model.games.asagiri.skills.record import SkillRecord

ENGLISH = Words()


def said(**fields: Any) -> str:
    skill = msgspec.convert({"id": "test:skill", "name": {"en": "Skill"}, **fields}, SkillRecord)
    return ENGLISH(cost(skill)) + ": " + " ".join(ENGLISH(sentence) for sentence in explain(skill))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {
                "element": "tori",
                "when": ["defense"],
                "effects": [{"type": "bonus", "to": "defense", "amount": 1}],
            },
            "One tori die: When attacked: +1 to Defense.",
        ),
        (
            {
                "when": ["attack", "defense"],
                "effects": [{"type": "bonus", "to": "die", "amount": -1}],
                "conditions": [
                    {"type": "opponent", "trait": "oni", "state": "shaken"},
                    {"type": "own", "state": "vigilant"},
                ],
            },
            "Automatic: When attacking or when attacked, against a shaken opponent marked “oni”, while vigilant:"
            " \u22121 to the combat die.",
        ),
        (
            {
                "when": ["attack"],
                "effects": [{"type": "bonus", "to": "die", "amount": 1}],
                "conditions": [
                    {
                        "type": "any_of",
                        "conditions": [
                            {"type": "own", "state": "vigilant"},
                            {"type": "there", "of": {"token": "net"}, "least": 0, "most": 0},
                            {"type": "not", "condition": {"type": "opponent", "state": "shaken"}},
                        ],
                    },
                ],
            },
            "Automatic: When attacking, while vigilant, not if this character bears the token “net”"
            " or not against a shaken opponent: +1 to the combat die.",
        ),
        (
            {
                "when": ["always"],
                "effects": [{"type": "bonus", "to": "attack", "amount": 1}],
                "conditions": [{"type": "not", "condition": {"type": "opponent", "state": "shaken"}}],
            },
            "Automatic: Not against a shaken opponent: +1 to Attack.",
        ),
        (
            {"element": "air", "when": ["shot"], "effects": [{"type": "shot", "range": 5, "value": 4}]},
            "One air die; action: Shot: range 5, value 4.",
        ),
        (
            {
                "when": ["shot"],
                "effects": [
                    {"type": "shot", "range": 5, "value": 4},
                    {"type": "bonus", "to": "die", "amount": 1},
                ],
                "conditions": [{"type": "opponent", "alignment": "demon_hunter"}],
            },
            "Action: Shot against a Demon Hunter: range 5, value 4. +1 to the combat die.",
        ),
        (
            {
                "element": "fire",
                "when": ["attack"],
                "effects": [{"type": "bonus", "to": "attack", "amount": 2}],
                "conditions": [{"type": "from_reserve"}],
            },
            "One fire die: When attacking, with a die out of the reserve: +2 to Attack.",
        ),
        (
            {
                "when": ["attack"],
                "effects": [{"type": "bonus", "to": "attack", "amount": 1}],
                "conditions": [{"type": "opponent", "trait": "tengu"}],
            },
            "Automatic: When attacking, against an opponent marked “tengu”: +1 to Attack.",
        ),
    ],
)
def test_the_words_follow_the_tree(fields: dict[str, Any], words: str) -> None:
    assert said(**fields) == words


@pytest.mark.parametrize(
    ("fields", "beside", "face"),
    [
        ({}, "", None),
        ({"element": "fire"}, "", "fire"),
        ({"dice": [["tori"]]}, "", "tori"),
        ({"dice": [["tori"], ["tori"]]}, "2 tori dice", "tori"),
        ({"dice": [["fire"], ["air", "water"]]}, "2 dice: fire + air/water", None),
        ({"dice": [["fire", "air"]], "action": True, "when": ["activation"]}, "One fire or air die; action", None),
        ({"element": "fire", "action": True, "when": ["activation"]}, "Action", "fire"),
        ({"optional": True}, "Optional", None),
        ({"when": ["shot"], "effects": [{"type": "shot", "range": 3, "value": 2}]}, "", None),
    ],
)
def test_a_card_says_what_one_sign_cannot(fields: dict[str, Any], beside: str, face: str | None) -> None:
    base = {"id": "test:skill", "name": {"en": "Skill"}, "when": ["won"], "effects": [{"type": "turn"}]}
    skill = msgspec.convert({**base, **fields}, SkillRecord)
    paid = price(skill)
    assert ("" if paid is None else ENGLISH(paid), sign(skill)) == (beside, face)


def test_cards_are_called_by_their_names() -> None:
    skill = msgspec.convert(
        {"id": "test:s", "name": {"en": "S"}, "when": ["won"], "effects": [{"type": "summon", "card": "test:red-oni"}]},
        SkillRecord,
    )
    assert [ENGLISH(words) for words in explain(skill)] == [
        "After winning: “red oni” comes into play within 1 square, 1 at most on the board."
    ]
    assert "“Oni rosso”" in Words("it")(explain(skill, lambda _: Name.of({"en": "Red Oni", "it": "Oni rosso"}))[0])


def test_every_element_may_pay() -> None:
    everything = {"when": ["won"], "effects": [{"type": "turn"}], "dice": [["fire", "water", "air", "earth", "tori"]]}
    assert said(**everything).startswith("One die, whatever it shows: After winning")


def test_the_words_of_a_skill_do_not_contradict_each_other() -> None:
    armour = [{"type": "outcome", "counts_as": "shaken"}, {"type": "retreat", "squares": 0}]
    assert said(when=["losing"], effects=armour).endswith(
        "whatever the margin, the loser becomes shaken. The loser does not retreat."
    )
    within = [{"type": "either", "or_none": True, "ways": [armour]}]
    assert "becomes shaken, then the loser does not retreat" in said(when=["losing"], effects=within)
    assert "becomes shaken and retreats" in said(when=["losing"], effects=armour[:1])
    nobody = {"type": "zone", "how": "is", "counts_for": ["movement"], "who": {"of": "enemies"}}
    assert said(when=["always"], effects=[nobody]).endswith(
        "Each enemy has no control zone (for the movement of its enemies alone)."
    )
    bow = said(when=["shot"], once="always", effects=[{"type": "shot", "range": 4, "value": 3}])
    assert "as often as it has an action" in bow
