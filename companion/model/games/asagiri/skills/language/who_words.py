"""A selector in words: a noun phrase, always of the masculine singular in languages that ask, or counted.

`each` of them, `one` of them, `some` (a number of them). Verbs that follow stand in the singular with the first two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.words import N_, Message, plural, say

from .vocabulary import ALIGNMENT_WORDS, GROUND_WORDS, Did, Face, all_of, any_of, trait
from .who import POSITION_WORDS, Who

Group: TypeAlias = Literal["friends", "enemies", "others", "all"]

EACH: dict[tuple[Group, Face | None], str] = {
    ("friends", None): N_("each friend"),
    ("friends", "vigilant"): N_("each vigilant friend"),
    ("friends", "shaken"): N_("each shaken friend"),
    ("enemies", None): N_("each enemy"),
    ("enemies", "vigilant"): N_("each vigilant enemy"),
    ("enemies", "shaken"): N_("each shaken enemy"),
    ("others", None): N_("each other character"),
    ("others", "vigilant"): N_("each other vigilant character"),
    ("others", "shaken"): N_("each other shaken character"),
    ("all", None): N_("each character"),
    ("all", "vigilant"): N_("each vigilant character"),
    ("all", "shaken"): N_("each shaken character"),
}

ONE: dict[tuple[Group, Face | None], str] = {
    ("friends", None): N_("a friend"),
    ("friends", "vigilant"): N_("a vigilant friend"),
    ("friends", "shaken"): N_("a shaken friend"),
    ("enemies", None): N_("an enemy"),
    ("enemies", "vigilant"): N_("a vigilant enemy"),
    ("enemies", "shaken"): N_("a shaken enemy"),
    ("others", None): N_("another character"),
    ("others", "vigilant"): N_("another vigilant character"),
    ("others", "shaken"): N_("another shaken character"),
    ("all", None): N_("a character"),
    ("all", "vigilant"): N_("a vigilant character"),
    ("all", "shaken"): N_("a shaken character"),
}
"""In French all of these begin with “un”: sentences that put “d’” before them rely on it."""


def _group(who: Who) -> Group:
    """Whom it begins with; all that are not on the bearer's own square are the others."""
    assert who.of != "self"
    assert who.of != "opponent"
    return "others" if who.of == "all" and who.beyond == 0 and who.centre == "self" else who.of


def each(who: Who, *, tested: bool = False) -> Message:
    """Those an effect is about, as a subject or a direct object; `tested`: the opponent is whoever was tested."""
    if who.of == "self" or who.of == "opponent" or who.meant:
        found = list(_facts(who, 1, tested))
        return say("{who} (if it {facts})", who=single(who, tested=tested), facts=all_of(found)) if found \
            else single(who, tested=tested)  # fmt: skip
    if who.choose is None:
        return _described(Message(EACH[_group(who), who.state]), who, 1, tested)
    if who.choose == 1:
        return _described(say("{who} of your choice", who=Message(ONE[_group(who), who.state])), who, 1, tested)
    chosen = say("each of {some} of your choice", some=_number(who, who.choose))
    return _described(chosen, who, who.choose, tested)


def one(who: Who, *, tested: bool = False) -> Message:
    """Any one of them: ``a friend within 2 squares``. Only for groups."""
    return _described(Message(ONE[_group(who), who.state]), who, 1, tested)


def some(who: Who, count: int, *, tested: bool = False) -> Message:
    """So many of them: ``3 friends within 2 squares``. Only for groups."""
    return _described(_number(who, count), who, count, tested)


def predicate(who: Who, *, tested: bool = False) -> Message | None:
    """What a selector asks of one figure, as a verb phrase; None: nothing."""
    found = list(_facts(who, 1, tested))
    return all_of(found) if found else None


def single(who: Who, *, tested: bool = False) -> Message:
    """The bearer or the opponent, whatever else is asked of it."""
    if who.of == "self":
        return say("this character")
    if who.meant:
        return say("that friend")
    return say("the tested character") if tested else say("the opponent")


def _number(who: Who, count: int) -> Message:
    match _group(who), who.state:
        case "friends", None:
            return plural("{count} friend", "{count} friends", count)
        case "friends", "vigilant":
            return plural("{count} vigilant friend", "{count} vigilant friends", count)
        case "friends", _:
            return plural("{count} shaken friend", "{count} shaken friends", count)
        case "enemies", None:
            return plural("{count} enemy", "{count} enemies", count)
        case "enemies", "vigilant":
            return plural("{count} vigilant enemy", "{count} vigilant enemies", count)
        case "enemies", _:
            return plural("{count} shaken enemy", "{count} shaken enemies", count)
        case "others", None:
            return plural("{count} other character", "{count} other characters", count)
        case "others", "vigilant":
            return plural("{count} other vigilant character", "{count} other vigilant characters", count)
        case "others", _:
            return plural("{count} other shaken character", "{count} other shaken characters", count)
        case _, None:
            return plural("{count} character", "{count} characters", count)
        case _, "vigilant":
            return plural("{count} vigilant character", "{count} vigilant characters", count)
        case _:
            return plural("{count} shaken character", "{count} shaken characters", count)


def _described(head: Message, who: Who, number: int, tested: bool) -> Message:
    places, marks = list(_places(who, tested)), list(_marks(who, number))
    if places:
        head = say("{who} {place}", who=head, place=all_of(places))
    return say("{who} that {facts}", who=head, facts=all_of(marks)) if marks else head


def _facts(who: Who, number: int, tested: bool) -> Iterator[Message]:
    places = list(_places(who, tested))
    if places:
        yield say("is {place}", place=all_of(places))
    if who.state is not None:
        yield say("is vigilant") if who.state == "vigilant" else say("is shaken")
    yield from _marks(who, number)


def _places(who: Who, tested: bool) -> Iterator[Message]:
    """Where the figure is; each can follow a noun, or “is”."""
    if who.within and who.beyond == who.within - 1 and who.centre == "self" and who.beyond:
        yield plural("exactly {count} square away", "exactly {count} squares away", who.within)
        who = msgspec.structs.replace(who, within=None, beyond=None)
    if who.within is not None and not who.meant:
        yield _within(who, who.within, tested)
    if who.beyond == 0 and who.centre == "opponent":
        yield say("other than the tested character") if tested else say("other than the opponent")
    elif who.beyond == 0 and who.centre == "place":
        yield say("elsewhere than where it happens")
    elif who.beyond:
        yield _beyond(who, who.beyond, tested)
    if who.controlled is not None:
        inside, outside = say("in this character’s control zone"), say("outside this character’s control zone")
        yield inside if who.controlled else outside
    if who.sight is not None:
        yield say("in sight") if who.sight else say("out of sight")
    if who.line is not None:
        yield say("with an open line of fire from this character") if who.line else \
            say("without a line of fire from this character")  # fmt: skip
    if who.position:
        yield any_of([Message(POSITION_WORDS[position]) for position in who.position])
    if who.straight is not None:
        yield say("in a straight line from this character") if who.straight else \
            say("out of the straight lines from this character")  # fmt: skip
    for name in ("next_to", "in_zone_of"):
        held = getattr(who, name)
        if held is not None:
            yield Message(NEIGHBOUR_WORDS[name, "tested" if held == "opponent" and tested else held])
    if who.threatened is not None:
        inside, outside = say("in an opposing control zone"), say("outside every opposing control zone")
        yield inside if who.threatened else outside
    if who.ground:
        yield any_of([Message(GROUND_WORDS[ground]) for ground in who.ground])
    if who.near_ground:
        yield say("{place} or next to it", place=any_of([Message(GROUND_WORDS[ground]) for ground in who.near_ground]))
    if who.walled is not None:
        along, away = say("by a wall, a closed door or the edge of the board"), say("away from walls and edges")
        yield along if who.walled else away


def _within(who: Who, squares: int, tested: bool) -> Message:
    if who.centre == "self":
        return plural("within {count} square", "within {count} squares", squares)
    if who.centre == "token":
        if squares == 0:
            return say("on the square of the token")
        return plural("within {count} square of the token", "within {count} squares of the token", squares)
    if who.centre == "place":
        if squares == 0:
            return say("on the square where it happens")
        return plural("within {count} square of where it happens", "within {count} squares of where it happens",
                      squares)  # fmt: skip
    if tested:
        return plural("within {count} square of the tested character",
                      "within {count} squares of the tested character", squares)  # fmt: skip
    return plural("within {count} square of the opponent", "within {count} squares of the opponent", squares)


def _beyond(who: Who, squares: int, tested: bool) -> Message:
    if who.centre == "self":
        return plural("more than {count} square away", "more than {count} squares away", squares)
    if who.centre == "token":
        return plural("more than {count} square away from the token", "more than {count} squares away from the token",
                      squares)  # fmt: skip
    if who.centre == "place":
        return plural("more than {count} square away from where it happens",
                      "more than {count} squares away from where it happens", squares)  # fmt: skip
    if tested:
        return plural("more than {count} square away from the tested character",
                      "more than {count} squares away from the tested character", squares)  # fmt: skip
    return plural("more than {count} square away from the opponent",
                  "more than {count} squares away from the opponent", squares)  # fmt: skip


def _marks(who: Who, n: int) -> Iterator[Message]:
    """What the figure is and has, but for its place and its state; verb phrases."""
    if who.alignment is not None:
        yield plural("is of the alignment {alignment}", "are of the alignment {alignment}", n,
                     alignment=Message(ALIGNMENT_WORDS[who.alignment]))  # fmt: skip
    if who.trait is not None:
        yield plural("is marked “{trait}”", "are marked “{trait}”", n, trait=trait(who.trait))
    if who.not_trait is not None:
        yield plural("is not marked “{trait}”", "are not marked “{trait}”", n, trait=trait(who.not_trait))
    if who.not_token is not None:
        yield plural("does not bear the token “{token}”", "do not bear the token “{token}”", n,
                     token=trait(who.not_token))  # fmt: skip
    if who.token is not None:
        yield _bearing(who.own_token, n, trait(who.token))
    if who.controlling is not None:
        yield _controlling(who.controlling, n)
    if who.looking is not None:
        yield plural("has this character in its field of vision", "have this character in their field of vision", n) \
            if who.looking else plural("does not have this character in its field of vision",
                                       "do not have this character in their field of vision", n)  # fmt: skip
    if who.facing is not None:
        yield plural("faces the same way as this character", "face the same way as this character", n) \
            if who.facing == "same" else plural("faces another way than this character",
                                                "face another way than this character", n)  # fmt: skip
    if who.worth is not None:
        yield plural("is worth {zeni} zeni at most", "are worth {zeni} zeni at most", n, zeni=who.worth)
    if who.namesake is not None:
        same = plural("has the same name as this character", "have the same name as this character", n)
        yield same if who.namesake else plural("has another name than this character",
                                               "have another name than this character", n)  # fmt: skip
    if who.nearest is not None:
        yield plural("is the nearest", "are the nearest", n) if who.nearest else \
            plural("is not the nearest", "are not the nearest", n)  # fmt: skip
    if who.equipped is not None:
        has, lacks = plural("has equipment", "have equipment", n), plural("has no equipment", "have no equipment", n)
        yield has if who.equipped else lacks
    if who.reserve is not None:
        has = plural("has a die in reserve", "have a die in reserve", n)
        yield has if who.reserve else plural("has no die in reserve", "have no die in reserve", n)
    if who.moved is not None:
        has, lacks = plural("has moved", "have moved", n), plural("has not moved", "have not moved", n)
        yield has if who.moved else lacks
    if who.supporting is not None:
        has = plural("supports its side in the fight", "support their side in the fight", n)
        yield has if who.supporting else plural("does not support its side in the fight",
                                                "do not support their side in the fight", n)  # fmt: skip
    if who.did is not None:
        yield _did(who.did, True, n)
    if who.did_not is not None:
        yield _did(who.did_not, False, n)
    if who.activated is not None:
        has = plural("has been activated", "have been activated", n)
        yield has if who.activated else plural("has not been activated", "have not been activated", n)


NEIGHBOUR_WORDS: dict[tuple[str, str], str] = {
    ("next_to", "friends"): N_("next to another friend"),
    ("next_to", "enemies"): N_("next to another enemy"),
    ("next_to", "opponent"): N_("next to the opponent"),
    ("next_to", "tested"): N_("next to the tested character"),
    ("in_zone_of", "friends"): N_("in the control zone of another friend"),
    ("in_zone_of", "opponent"): N_("in the opponent’s control zone"),
    ("in_zone_of", "tested"): N_("in the tested character’s control zone"),
}


def _bearing(own: bool | None, n: int, token: Message) -> Message:
    if own is None:
        return plural("bears the token “{token}”", "bear the token “{token}”", n, token=token)
    if own:
        return plural("bears this character’s token “{token}”", "bear this character’s token “{token}”", n, token=token)
    return plural("bears somebody else’s token “{token}”", "bear somebody else’s token “{token}”", n, token=token)


def _controlling(holds: bool, n: int) -> Message:
    if holds:
        return plural("has this character in its control zone", "have this character in their control zone", n)
    return plural("does not have this character in its control zone",
                  "do not have this character in their control zone", n)  # fmt: skip


def _did(did: Did, holds: bool, n: int) -> Message:
    match did:
        case "attacked":
            has = plural("has already attacked in this phase", "have already attacked in this phase", n)
            return has if holds else plural("has not attacked in this phase", "have not attacked in this phase", n)
        case "shot":
            has = plural("has already shot in this phase", "have already shot in this phase", n)
            return has if holds else plural("has not shot in this phase", "have not shot in this phase", n)
        case "moved":
            has = plural("has already moved in this phase", "have already moved in this phase", n)
            return has if holds else plural("has not moved in this phase", "have not moved in this phase", n)
        case "been_attacked":
            has = plural("has already been attacked in this phase", "have already been attacked in this phase", n)
            return has if holds else plural("has not been attacked in this phase",
                                            "have not been attacked in this phase", n)  # fmt: skip
        case "been_shot":
            has = plural("has already been shot at in this phase", "have already been shot at in this phase", n)
            return has if holds else plural("has not been shot at in this phase",
                                            "have not been shot at in this phase", n)  # fmt: skip
