"""What nodes and values are called while a skill is written: sentences with gaps, one for each node of the language.

A gap names a field; in its place stands a chip. A field without a gap is a part that comes after the sentence once it
says something (`PARTS`, `FLAGS`). What is not here is called as it is written: a node that joins the language can be
edited before anybody has found words for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.model.core.words import N_, Message, say
from companion.model.effects.explain import (
    ALIGNMENT_WORDS,
    ELEMENT_WORDS,
    GROUND_WORDS,
    HARM_WORDS,
    NUMBER_WORDS,
    OBSTACLE_WORDS,
    SHIELD_WORDS,
    WINDOW_WORDS,
)

WHO: Final = "who"
"""The selector has no tag of its own."""

NODES: dict[str, str] = {
    "bonus": N_("Bonus or penalty"),
    "set": N_("A number counts as another one"),
    "shot": N_("Shot"),
    "reroll": N_("Re-roll a die"),
    "shift": N_("Change the margin"),
    "outcome": N_("Another result"),
    "retreat": N_("Longer or no retreat"),
    "push": N_("Push"),
    "follow": N_("Follow-up step"),
    "swap": N_("Swap places"),
    "turn": N_("Turn a figure"),
    "go": N_("Free movement"),
    "leap": N_("Leap"),
    "lengthen": N_("Attack from afar"),
    "strike": N_("Attack at once"),
    "again": N_("One more action"),
    "ignore": N_("Ignore a rule"),
    "take_die": N_("Take a die away"),
    "give_die": N_("Give a die"),
    "convert": N_("Turn dice"),
    "roll_again": N_("Roll dice of the pool again"),
    "regain": N_("Regain dice"),
    "reserves": N_("More dice in reserve"),
    "test": N_("Test a stat"),
    "become": N_("Become vigilant, shaken, disabled"),
    "prevent": N_("Prevent something"),
    "immune": N_("Immune to something"),
    "return": N_("Come back as another card"),
    "cancel": N_("Cancel an attack or skills"),
    "silence": N_("Forbid skills"),
    "disarm": N_("Destroy or steal equipment"),
    "summon": N_("Summon"),
    "summon_kami": N_("Summon a Kami"),
    "dismiss": N_("Take off the board"),
    "defect": N_("Change sides"),
    "token": N_("Token"),
    "either": N_("One of several, as chosen"),
    "opponent": N_("What the opponent is"),
    "own": N_("What this character is"),
    "from_reserve": N_("A die out of the reserve"),
    "there": N_("Figures on the board"),
    "role": N_("Attacker or defender"),
    "behind": N_("Attack from behind"),
    "by": N_("The margin"),
    "rolled": N_("What a die shows"),
    "holds": N_("Dice at hand"),
    "turns": N_("Turn of the game"),
    "not": N_("Not"),
    "any_of": N_("One of several conditions"),
    "count": N_("an amount for each figure"),
    "stat": N_("a stat of somebody"),
    "dice": N_("an amount for each die"),
    "margin": N_("the margin"),
    "losses": N_("zeni lost"),
}

SENTENCES: dict[str, str] = {
    "bonus": N_("{amount} to {to}"),
    "set": N_("{to} counts as {amount}"),
    "shot": N_("shot: range {range}, value {value}"),
    "reroll": N_("roll {whose} die again, {keep} counts"),
    "shift": N_("the margin changes by {by}"),
    "outcome": N_("the result counts as: {counts_as}"),
    "retreat": N_("the retreat is {squares} squares long"),
    "push": N_("push {who} by {squares} squares"),
    "follow": N_("step into the square that the loser has left"),
    "swap": N_("swap places with {who}"),
    "turn": N_("turn {who} as wanted"),
    "go": N_("{who} may move {squares} squares at no cost"),
    "leap": N_("{who} may be put on a free square within {squares}"),
    "lengthen": N_("attacks reach {squares} squares"),
    "strike": N_("attack {who} at once"),
    "again": N_("one more {what}"),
    "ignore": N_("{who} ignores {what}"),
    "take_die": N_("{who} loses a die in {where}"),
    "give_die": N_("{who} gets a die of the pool in reserve"),
    "convert": N_("turn up to {most} dice of the pool to {to}"),
    "roll_again": N_("roll up to {most} dice of the pool again"),
    "regain": N_("roll {count} dice set aside and take them"),
    "reserves": N_("this card holds {most} dice in reserve"),
    "test": N_("{who} tests {stat}"),
    "become": N_("{who} becomes {state}"),
    "prevent": N_("{who} cannot {what}"),
    "immune": N_("{who} is immune to {to}"),
    "return": N_("stay as {card}, {state}"),
    "cancel": N_("cancel {what}"),
    "silence": N_("{who} cannot use skills"),
    "disarm": N_("{who} loses its equipment"),
    "summon": N_("summon {card} within {within} squares, {most} at once"),
    "summon_kami": N_("roll a tori die and summon the Kami of its element"),
    "dismiss": N_("{who} leaves the board"),
    "defect": N_("{who} changes sides"),
    "token": N_("{who} bears the token {name}"),
    "either": N_("one of these, as chosen:"),
    "opponent": N_("the opponent"),
    "own": N_("this character"),
    "from_reserve": N_("the die comes out of the reserve"),
    "there": N_("{of} stands on the board, {least} or more of them"),
    "role": N_("this character is"),
    "behind": N_("the attack comes {holds}"),
    "by": N_("the margin is {least} or more"),
    "rolled": N_("{whose} die shows {least} to {most}"),
    "holds": N_("{least} or more dice in {where}"),
    "turns": N_("from turn {least} on"),
    "not": N_("this does not hold:"),
    "any_of": N_("one of these holds:"),
    "count": N_("{times} for {of}"),
    "stat": N_("{stat} of {of}"),
    "dice": N_("one for each die in {where}"),
    "margin": N_("the margin"),
    "losses": N_("the zeni that {whose} band has lost"),
    WHO: N_("{of}"),
}

PARTS: dict[tuple[str, str], str] = {
    ("bonus", "who"): N_("for {who}"),
    ("set", "who"): N_("for {who}"),
    ("take_die", "element"): N_("of {element}"),
    ("give_die", "element"): N_("of {element}"),
    ("convert", "of"): N_("only dice of {of}"),
    ("token", "turns"): N_("for {turns} turns"),
    ("opponent", "trait"): N_("is marked {trait}"),
    ("opponent", "alignment"): N_("is a {alignment}"),
    ("opponent", "state"): N_("is {state}"),
    ("own", "state"): N_("is {state}"),
    ("there", "most"): N_("and {most} at most"),
    ("role", "part"): "{part}",
    ("role", "by"): N_("in a {by}"),
    ("by", "most"): N_("and {most} at most"),
    ("holds", "element"): N_("of {element}"),
    ("turns", "most"): N_("until turn {most}"),
    ("count", "most"): N_("{most} at most"),
    ("stat", "pick"): N_("the {pick} of them"),
    ("dice", "element"): N_("of {element}"),
    (WHO, "within"): N_("within {within} squares"),
    (WHO, "beyond"): N_("farther than {beyond} squares"),
    (WHO, "centre"): N_("counted from {centre}"),
    (WHO, "trait"): N_("marked {trait}"),
    (WHO, "alignment"): "{alignment}",
    (WHO, "state"): "{state}",
    (WHO, "ground"): "{ground}",
    (WHO, "token"): N_("with the token {token}"),
    (WHO, "choose"): N_("{choose} of them, as chosen"),
    ("", "lasts"): "{lasts}",
    ("", "only"): "{only}",
}
"""Node and field; no node: wherever there is a field of this name."""

FLAGS: dict[tuple[str, str], tuple[str, str]] = {
    ("retreat", "winner_chooses"): (N_("the winner chooses where to"), N_("the loser chooses where to")),
    ("push", "towards"): (N_("towards this character"), N_("away from this character")),
    ("take_die", "keep"): (N_("and this band gets it"), N_("and it is set aside")),
    ("disarm", "steal"): (N_("this character takes it"), N_("it is gone")),
    ("token", "remove"): (N_("it is taken away"), N_("it is laid down")),
    ("own", "moved"): (N_("has moved"), N_("has not moved")),
    ("behind", "holds"): (N_("from behind"), N_("not from behind")),
    (WHO, "controlled"): (N_("in its control zone"), N_("outside its control zone")),
    (WHO, "controlling"): (N_("controlling it"), N_("not controlling it")),
    (WHO, "sight"): (N_("in sight"), N_("out of sight")),
    (WHO, "threatened"): (N_("in a control zone of enemies"), N_("in no control zone of enemies")),
    (WHO, "equipped"): (N_("with equipment"), N_("without equipment")),
    (WHO, "reserve"): (N_("with a die in reserve"), N_("without a die in reserve")),
    (WHO, "moved"): (N_("that has moved"), N_("that has not moved")),
    (WHO, "activated"): (N_("activated already"), N_("not activated yet")),
}
"""What is said for yes, and for no."""

NESTED: dict[tuple[str, str], str] = {
    ("shot", "hit"): N_("when it hits"),
    ("shot", "after"): N_("after every shot"),
    ("test", "passed"): N_("passed"),
    ("test", "failed"): N_("failed"),
    ("any_of", "conditions"): N_("either"),
    ("not", "condition"): N_("not"),
    ("either", "ways"): N_("either"),
}

_STATES = {"vigilant": N_("vigilant"), "shaken": N_("shaken"), "disabled": N_("disabled")}
_WHOSE = {"own": N_("this character’s"), "enemy": N_("the enemy")}
_PLACES = {"pool": N_("the pool"), "reserve": N_("reserve"), "aside": N_("those set aside")}
_LASTS = {
    "use": N_("only this time"),
    "activation": N_("until the end of the activation"),
    "phase": N_("until the end of the phase"),
    "turn": N_("until the end of the next phase"),
    "game": N_("for the rest of the game"),
}
_GROUPS = {
    "self": N_("this character"),
    "opponent": N_("the opponent"),
    "friends": N_("friends"),
    "enemies": N_("enemies"),
    "others": N_("all others"),
    "all": N_("all characters"),
}

VALUES: dict[tuple[str, str], Mapping[Any, str]] = {
    ("", "when"): WINDOW_WORDS,
    ("", "element"): ELEMENT_WORDS,
    ("", "to"): NUMBER_WORDS,
    ("convert", "to"): ELEMENT_WORDS,
    ("convert", "of"): ELEMENT_WORDS,
    ("immune", "to"): SHIELD_WORDS,
    ("", "stat"): NUMBER_WORDS,
    ("", "lasts"): _LASTS,
    ("", "once"): {
        "phase": N_("once a phase"),
        "turn": N_("once a turn"),
        "game": N_("once a game"),
        "always": N_("as often as wanted"),
    },
    ("", "only"): {
        "always": N_("in any case"),
        "higher": N_("only if that is more"),
        "lower": N_("only if that is less"),
    },
    ("", "whose"): _WHOSE,
    ("", "keep"): {"second": N_("the second roll"), "best": N_("the better roll"), "worst": N_("the worse roll")},
    ("outcome", "counts_as"): {
        "nothing": N_("nothing"), "retreat": N_("a retreat"), "shaken": N_("shaken"), "disabled": N_("disabled"),
    },
    ("again", "what"): {
        "attack": N_("attack"), "shot": N_("shot"), "action": N_("action"), "movement": N_("movement"),
    },
    ("ignore", "what"): OBSTACLE_WORDS,
    ("prevent", "what"): HARM_WORDS,
    ("cancel", "what"): {
        "attack": N_("the attack or shot"), "skills": N_("the skills that the opponent has announced"),
    },
    ("", "where"): _PLACES,
    ("", "state"): _STATES,
    ("", "alignment"): ALIGNMENT_WORDS,
    ("", "ground"): GROUND_WORDS,
    ("role", "part"): {"attacker": N_("the attacker"), "defender": N_("the defender")},
    ("role", "by"): {"combat": N_("combat"), "shot": N_("shot")},
    ("stat", "pick"): {"highest": N_("highest"), "lowest": N_("lowest")},
    (WHO, "of"): _GROUPS,
    (WHO, "centre"): {"self": N_("this character"), "opponent": N_("the opponent")},
}  # fmt: skip
"""Node and field to the words of its values; no node: wherever there is a field of this name."""

FIELDS: dict[str, str] = {
    "who": N_("who is affected"),
    "lasts": N_("how long"),
    "only": N_("only if that is more, or less"),
    "element": N_("which die"),
    "of": N_("which dice"),
    "turns": N_("for how many turns"),
    "most": N_("how many at most"),
    "trait": N_("a mark: oni, samurai, unique…"),
    "alignment": N_("Demon Hunter, Evil Creature, Mercenary"),
    "state": N_("vigilant or shaken"),
    "part": N_("attacker or defender"),
    "by": N_("combat or shot"),
    "pick": N_("the highest or the lowest of several"),
    "within": N_("how near"),
    "beyond": N_("how far away"),
    "centre": N_("from where the squares are counted"),
    "ground": N_("on which ground"),
    "token": N_("with a token"),
    "choose": N_("not all of them: some, as chosen"),
    "hit": N_("something more when it hits"),
    "after": N_("something more after every shot"),
    "passed": N_("effect of a passed test"),
    "failed": N_("effect of a failed test"),
}
"""What can be added to a sentence."""


def node(tag: str) -> Message:
    """What a node is called, to choose it."""
    return Message(NODES.get(tag, _plain(tag)))


def sentence(tag: str) -> Message:
    """The sentence of a node, its gaps still open."""
    return Message(SENTENCES.get(tag, _plain(tag)))


def known(tag: str) -> bool:
    """Whether somebody has found a sentence for this node."""
    return tag in SENTENCES


def part(tag: str, field: str) -> Message:
    """What is said of a field after the sentence, with a gap of its name."""
    found = PARTS.get((tag, field)) or PARTS.get(("", field))
    return Message(found) if found else Message(f"{_plain(field)}: {{{field}}}")


def flag(tag: str, field: str, on: bool) -> Message:
    """What is said for yes, or for no."""
    found = FLAGS.get((tag, field))
    if found is not None:
        return Message(found[0] if on else found[1])
    return Message(_plain(field)) if on else say("not: {what}", what=_plain(field))


def value(tag: str, field: str, word: str) -> Message:
    """One of the words of a field."""
    words = VALUES.get((tag, field)) or VALUES.get(("", field)) or {}
    return Message(words.get(word, _plain(word)))


def field(tag: str, name: str) -> Message:
    """What a part would say, to choose it."""
    if (tag, name) in FLAGS:
        yes, no = FLAGS[tag, name]
        return say("{one} – {other}", one=Message(yes), other=Message(no))
    return Message(FIELDS.get(name, _plain(name)))


def nested(tag: str, name: str) -> Message:
    """What stands before a list inside a node."""
    return Message(NESTED.get((tag, name), _plain(name)))


def _plain(word: str) -> str:
    return word.replace("_", " ")
