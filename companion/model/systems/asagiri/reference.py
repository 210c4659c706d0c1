"""The rules in short, for one sheet beside the table: our own words; every number the engine knows is asked of it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.model.core.words import N_, Capital, Message, say
from companion.model.effects.tree import Element

from .board import Way, front
from .drafting import INSPIRATION_DICE
from .limits import default_limit
from .movement import step_cost
from .odds import result_of
from .offers import BUDGET, TURNS
from .state import INSPIRATION
from .terms import STAT_OF
from .text import ELEMENT_WORDS

BUDGETS = (16, 12)
"""Zeni of a band, and of one for a first game (BND-1)."""


class Entry(msgspec.Struct, frozen=True):
    """A rule in short, and where it stands in full."""

    words: Message
    rules: str
    """Its ids, for those who want to look it up: ``MOV-2, MOV-3``."""
    lead: Message | None = None
    """What it is about, in bold letters."""


class Line(msgspec.Struct, frozen=True):
    """A line of a table."""

    cells: tuple[Message, ...]
    element: Element | None = None
    """The sign before its first cell."""


class Section(msgspec.Struct, frozen=True):
    """Rules that belong together: entries, then a table."""

    title: Message
    entries: tuple[Entry, ...] = ()
    head: tuple[Message, ...] = ()
    lines: tuple[Line, ...] = ()
    numbered: bool = False
    """The entries are steps, one after the other."""


def sections() -> tuple[Section, ...]:
    """All of it, in the order of a game."""
    return (
        _turn(), _activation(), _dice(), _movement(), _terrain(), _control(), _combat(), _results(), _retreat(),
        _shots(), _cards(), _skills(), _doors(), _bands(), _end(),
    )  # fmt: skip


def _turn() -> Section:
    return Section(
        say("A turn: the phase of A, then that of B"),
        (
            Entry(say("Take dice in reserve back, as many as you like."), "TRN-2"),
            Entry(say("Roll all your dice that are not in reserve."), "TRN-2"),
            Entry(say("Activate your characters in any order, each once. Once the next has begun, nobody goes back."),
                  "TRN-2, TRN-3"),
            Entry(say("Put dice that are left in reserve, one to a card at most. The others are lost until you roll "
                      "again."), "TRN-2, INS-6"),
        ),
        numbered=True,
    )  # fmt: skip


def _activation() -> Section:
    return Section(
        say("Activation"),
        (
            Entry(say("One movement and one action, in either order; both may be left out. An action never interrupts "
                      "a movement."), "TRN-4"),
            Entry(say("attack · shoot · test willpower to become vigilant · a skill marked Action."), "TRN-5, SKL-4",
                  say("Actions:")),
        ),
    )  # fmt: skip


def _dice() -> Section:
    uses: Mapping[Element, str] = {
        "fire": N_("{stat} +1, when attacking"),
        "earth": N_("{stat} +1, from reserve, against attack or shot in the enemy phase"),
        "air": N_("{stat} +1, at any moment of the movement"),
        "water": N_("{stat} +1, in a willpower test"),
    }
    stats = {"attack": N_("Attack"), "defense": N_("Defense"), "movement": N_("Movement"), "willpower": N_("Willpower")}
    lines = [
        Line((_capital(ELEMENT_WORDS[element]), Message(words, (("stat", Message(stats[STAT_OF[element]])),))), element)
        for element, words in uses.items()
    ]
    tori = INSPIRATION.weights[INSPIRATION.faces.index("tori")]
    faces = sum(INSPIRATION.weights)
    alone = say("only for skills ({count} of {faces} faces)", count=tori, faces=faces)
    lines.append(Line((_capital(ELEMENT_WORDS["tori"]), alone), "tori"))
    return Section(
        say("Inspiration dice"),
        (
            Entry(say("{count} to a band, one more with a civilian. For each stat a character uses one die a phase at "
                      "most; a skill costs a die of its own.", count=INSPIRATION_DICE), "INS-1, INS-3, INS-4"),
            Entry(say("used by its own character alone, in either player's phase, and kept as long as you like. Set "
                      "aside when the card is turned over or its character disabled."), "INS-6, INS-7",
                  say("In reserve:")),
        ),
        lines=tuple(lines),
    )  # fmt: skip


def _capital(word: str) -> Message:
    """A word that begins a line."""
    return say("{word}", word=Capital(Message(word)))


def _movement() -> Section:
    ahead, beside = (step_cost(Way(direction, 0, 0, 0), 0) for direction in (front(0)[0], 4))
    rough = step_cost(Way(front(0)[0], 0, 1, 0), 0) - ahead
    return Section(
        say("Movement"),
        (
            Entry(say("front square {ahead} · any other neighbour {beside} · quarter-turn {turn} · into hindering or "
                      "aquatic ground {rough} more. The facing stays as it is.",
                      ahead=ahead, beside=beside, turn=QUARTER_TURN, rough=rough), "MOV-2, MOV-3, MOV-4",
                  say("Points:")),
            Entry(say("a wall or closed door, a figure, blocking ground; nor past a corner with both sides closed."),
                  "MOV-5, GEO-2", say("Never through")),
            Entry(say("a step into one ends the movement; it may still act."), "MOV-6", say("Enemy control zone:")),
            Entry(say("shaken, it may turn but not step; vigilant, it becomes shaken when its movement is over, "
                      "unless it has only turned."), "MOV-7, MOV-8", say("Whoever begins in one:")),
        ),
    )  # fmt: skip


QUARTER_TURN = 1
"""Points for a quarter-turn (MOV-3)."""


def _terrain() -> Section:
    yes, no, dash = say("yes"), say("no"), say("–")
    return Section(
        say("Ground"),
        head=(say("Ground"), say("Entering"), say("Stops shots"), say("Cover")),
        lines=(
            Line((say("clear, stairs"), dash, no, dash)),
            Line((say("hindering"), say("+1 point"), no, say("+1"))),
            Line((say("aquatic"), say("+1 point"), no, dash)),
            Line((say("blocking, wall, closed door"), say("never"), yes, dash)),
        ),
    )


def _control() -> Section:
    return Section(
        say("Control, support, rear"),
        (
            Entry(say("the three squares in front, as far as no wall or closed door is between. Shaken figures have "
                      "one, too."), "CTL-1, CTL-2, CTL-3", say("Control zone:")),
            Entry(say("+1 for the attacker for each other friend that controls the defender; +1 for the defender for "
                      "each friend that controls the attacker."), "CBT-4", say("Support:")),
            Entry(say("+1 for the attacker who, since its activation began, has never stood in front of the defender's "
                      "front edge."), "CBT-5", say("From behind:")),
        ),
    )  # fmt: skip


def _combat() -> Section:
    return Section(
        say("Attack"),
        (
            Entry(say("Only an enemy in your control zone; it has to defend itself."), "CBT-1"),
            Entry(say("Attacker, then defender announce dice and skills."), "CBT-2"),
            Entry(say("The defender turns to the attacker, unless it controls it already."), "CBT-2"),
            Entry(say("Both roll: Attack against Defense, each with a die and what is added. The higher total wins, "
                      "be it the defender's."), "CBT-2, CBT-3"),
        ),
        numbered=True,
    )  # fmt: skip


def margins() -> tuple[tuple[int, int, str], ...]:
    """The rows of the table of results: least and greatest margin, what befalls the loser (CBT-3, SHT-6)."""
    found: list[tuple[int, int, str]] = []
    for margin in range(FARTHEST + 1):
        result = result_of(margin).removeprefix("defender_")
        if found and found[-1][2] == result:
            found[-1] = (found[-1][0], margin, result)
        else:
            found.append((margin, margin, result))
    return tuple(found)


FARTHEST = 20
"""No fight is decided by more."""


def _results() -> Section:
    fight = {
        "draw": say("nothing"),
        "retreats": say("loser retreats"),
        "shaken": say("loser shaken, retreats"),
        "out": say("loser disabled"),
    }
    shot = {
        "draw": say("nothing"),
        "retreats": say("target turns, retreats"),
        "shaken": say("turns, shaken, retreats"),
        "out": say("target disabled"),
    }
    lines = []
    for least, most, result in margins():
        ahead = say("{least} or more", least=least) if most == FARTHEST else say("{least}", least=least)
        if least < most < FARTHEST:
            ahead = say("{least}–{most}", least=least, most=most)
        lines.append(Line((ahead, fight[result], shot[result])))
    return Section(
        say("Result"),
        (Entry(say("shaken a second time is disabled: removed, its zeni lost."), "STA-2, CBT-6", say("Always:")),),
        head=(say("Ahead by"), say("Attack"), say("Shot")),
        lines=tuple(lines),
    )


def _retreat() -> Section:
    return Section(
        say("Retreat"),
        (
            Entry(say("One of the three squares behind; its owner chooses; the facing stays."), "RET-1"),
            Entry(say("into hindering or aquatic ground or an enemy control zone; or nowhere to go, then it stays."),
                  "RET-2, RET-3, RET-4", say("It becomes shaken:")),
        ),
    )  # fmt: skip


def _shots() -> Section:
    return Section(
        say("Shot"),
        (
            Entry(say("with a skill marked Shot, from outside any enemy control zone, at an enemy ahead of the front "
                      "edge and within range; a diagonal step counts as one."), "SHT-1, SHT-2, SHT-3",
                  say("An action")),
            Entry(say("from centre to centre. Walls, closed doors, blocking squares and other figures stop it; to "
                      "touch the end of a wall does not."), "SHT-4", say("Line of fire:")),
            Entry(say("+1 for each hindering square crossed; the target's own counts, the shooter's does not."),
                  "SHT-5", say("Cover:")),
            Entry(say("die + value of the shot against die + Defense + cover. Fire does not help; a target ahead does "
                      "no harm."), "SHT-6", say("Roll:")),
        ),
    )  # fmt: skip


def _cards() -> Section:
    return Section(
        say("Willpower"),
        (
            Entry(say("a die no higher than Willpower passes."), "STA-3", say("Test:")),
            Entry(say("an action, not in an enemy control zone. Passed: the card is turned, its reserve set aside. "
                      "Failed: the action is gone."), "STA-4", say("To become vigilant:")),
        ),
    )  # fmt: skip


def _skills() -> Section:
    return Section(
        say("Skills and equipment"),
        (
            Entry(say("always at work, and never by choice."), "SKL-1", say("Without a sign:")),
            Entry(say("by choice, one die of it each time, once a phase; of several skills each."), "SKL-1, SKL-2",
                  say("With an element:")),
            Entry(say("What a card says goes before these rules. Equipment is lost with its bearer."), "SKL-3, BND-5"),
        ),
    )  # fmt: skip


def _doors() -> Section:
    return Section(
        say("Doors and stairs"),
        (
            Entry(say("A closed door is a wall. With one at its front edge when it is activated, a character may open "
                      "it at once, at no cost; it stays open."), "KAR-5"),
            Entry(say("Stairs and trapdoors are clear ground; an adventure says where they lead."), "MOV-9"),
        ),
    )  # fmt: skip


def _bands() -> Section:
    usual, first = BUDGETS
    return Section(
        say("Bands"),
        (
            Entry(say("{usual} zeni, {first} in a first game: characters and their equipment, one card each at most. "
                      "Demon Hunters and Evil Creatures never together; a unique once; one civilian, one sorcerer.",
                      usual=usual, first=first), "BND-1, BND-2, BND-3, BND-4, BND-5"),
        ),
    )  # fmt: skip


def _end() -> Section:
    usual, first = BUDGETS
    return Section(
        say("End"),
        (
            Entry(say("A band that has lost {limit} of {usual} zeni ({less} of {first}), or has nobody on the board, "
                      "has lost. A disabled civilian takes a die of its band with it for good.",
                      limit=default_limit(usual), usual=usual, less=default_limit(first), first=first),
                  "END-1, END-2, BND-6"),
            Entry(say("{budget} zeni and a free equipment card each, {turns} turns; the zeni of disabled enemies are "
                      "yours: most wins.", budget=BUDGET, turns=TURNS), "KAR-6", say("Without an adventure:")),
        ),
    )  # fmt: skip
