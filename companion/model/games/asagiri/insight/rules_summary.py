"""The rules in short, for one sheet beside the table: our own words; every number the engine knows is asked of it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.rules_sheet import RuleEntry, RuleLine, RuleSection
from companion.model.core.words import N_, Capital, Message, say
from companion.model.games.asagiri.rules.drafting import INSPIRATION_DICE
from companion.model.games.asagiri.rules.fight_results import result_of
from companion.model.games.asagiri.rules.movement import step_cost
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.board import PossibleStep, front
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS
from companion.model.games.asagiri.state.state import INSPIRATION
from companion.model.games.asagiri.state.table import BUDGET, TURNS
from companion.model.games.asagiri.state.vocabulary import NORTH, STAT_OF, SquareId, default_limit

BUDGETS = (16, 12)
"""Zeni of a band, and of one for a first game (BND-1)."""


def sections() -> tuple[RuleSection, ...]:
    """All of it, in the order of a game."""
    return (
        _turn(), _activation(), _dice(), _movement(), _terrain(), _control(), _combat(), _results(), _retreat(),
        _shots(), _cards(), _skills(), _doors(), _bands(), _end(),
    )  # fmt: skip


def _turn() -> RuleSection:
    return RuleSection(
        say("A turn: A's phase, then B's phase"),
        (
            RuleEntry(say("Take back as many dice from reserve as you like."), "TRN-2"),
            RuleEntry(say("Roll all your dice that are not in reserve."), "TRN-2"),
            RuleEntry(
                say(
                    "Activate your characters in any order, each once. Once you have started the next one, you "
                    "cannot go back."
                ),
                "TRN-2, TRN-3",
            ),
            RuleEntry(
                say("Put leftover dice in reserve, at most one per card. The others are lost until you roll again."),
                "TRN-2, INS-6",
            ),
        ),
        numbered=True,
    )


def _activation() -> RuleSection:
    return RuleSection(
        say("Activation"),
        (
            RuleEntry(
                say(
                    "One movement and one action, in either order; both are optional. An action never interrupts "
                    "a movement."
                ),
                "TRN-4",
            ),
            RuleEntry(
                say("attack · shoot · test willpower to become vigilant · a skill marked Action."),
                "TRN-5, SKL-4",
                say("Actions:"),
            ),
        ),
    )


def _dice() -> RuleSection:
    uses: Mapping[Element, str] = {
        "fire": N_("{stat} +1, when attacking"),
        "earth": N_("{stat} +1, from reserve, when attacked or shot at in the enemy phase"),
        "air": N_("{stat} +1, at any moment of the movement"),
        "water": N_("{stat} +1, in a willpower test"),
    }
    stats = {"attack": N_("Attack"), "defense": N_("Defense"), "movement": N_("Movement"), "willpower": N_("Willpower")}
    lines = [
        RuleLine(
            (_capital(ELEMENT_WORDS[element]), Message(words, (("stat", Message(stats[STAT_OF[element]])),))), element
        )
        for element, words in uses.items()
    ]
    tori = INSPIRATION.weights[INSPIRATION.faces.index("tori")]
    faces = sum(INSPIRATION.weights)
    alone = say("only for skills ({count} of {faces} faces)", count=tori, faces=faces)
    lines.append(RuleLine((_capital(ELEMENT_WORDS["tori"]), alone), "tori"))
    return RuleSection(
        say("Inspiration dice"),
        (
            RuleEntry(say("{count} per band, one more with a civilian. A character uses at most one die per stat and "
                      "phase; each skill costs its own die.", count=INSPIRATION_DICE), "INS-1, INS-3, INS-4"),
            RuleEntry(say("only for its own character, in either player's phase, for as long as you like. Set aside "
                      "when the card is turned over or the character is disabled."), "INS-6, INS-7",
                  say("In reserve:")),
        ),
        lines=tuple(lines),
    )  # fmt: skip


def _capital(word: str) -> Message:
    """A word that begins a line."""
    return say("{word}", word=Capital(Message(word)))


def _movement() -> RuleSection:
    ahead, beside = (step_cost(PossibleStep(direction, SquareId(0), 0, 0), NORTH) for direction in (front(NORTH)[0], 4))
    rough = step_cost(PossibleStep(front(NORTH)[0], SquareId(0), 1, 0), NORTH) - ahead
    return RuleSection(
        say("Movement"),
        (
            RuleEntry(say("front square {ahead} · any other neighbour {beside} · quarter-turn {turn} · into hindering "
                      "or aquatic terrain {rough} more. The facing does not change.",
                      ahead=ahead, beside=beside, turn=QUARTER_TURN, rough=rough), "MOV-2, MOV-3, MOV-4",
                  say("Points:")),
            RuleEntry(say("a wall or closed door, a figure, blocking terrain; nor past a corner closed on both sides."),
                  "MOV-5, GEO-2", say("Never through")),
            RuleEntry(say("entering one ends the movement; the figure may still act."), "MOV-6",
                  say("Enemy control zone:")),
            RuleEntry(say("a shaken figure may turn but not step; a vigilant one becomes shaken at the end of its "
                      "movement, unless it has only turned."), "MOV-7, MOV-8", say("Starting in one:")),
        ),
    )  # fmt: skip


QUARTER_TURN = 1
"""Points for a quarter-turn (MOV-3)."""


def _terrain() -> RuleSection:
    yes, no, dash = say("yes"), say("no"), say("–")
    return RuleSection(
        say("Terrain"),
        head=(say("Terrain"), say("Entering"), say("Blocks shots"), say("Cover")),
        lines=(
            RuleLine((say("clear, stairs"), dash, no, dash)),
            RuleLine((say("hindering"), say("+1 point"), no, say("+1"))),
            RuleLine((say("aquatic"), say("+1 point"), no, dash)),
            RuleLine((say("blocking, wall, closed door"), say("never"), yes, dash)),
        ),
    )


def _control() -> RuleSection:
    return RuleSection(
        say("Control, support, rear"),
        (
            RuleEntry(
                say(
                    "the three squares in front, unless a wall or closed door is in between. Shaken figures have "
                    "one, too."
                ),
                "CTL-1, CTL-2, CTL-3",
                say("Control zone:"),
            ),
            RuleEntry(
                say(
                    "+1 for the attacker for each other friend that controls the defender; +1 for the defender for "
                    "each friend that controls the attacker."
                ),
                "CBT-4",
                say("Support:"),
            ),
            RuleEntry(
                say(
                    "+1 for the attacker if it has not been in front of the defender's front edge since its "
                    "activation began."
                ),
                "CBT-5",
                say("From behind:"),
            ),
        ),
    )


def _combat() -> RuleSection:
    return RuleSection(
        say("Attack"),
        (
            RuleEntry(say("Only an enemy in your control zone; it must defend itself."), "CBT-1"),
            RuleEntry(say("The attacker, then the defender, announces dice and skills."), "CBT-2"),
            RuleEntry(say("The defender turns to face the attacker, unless it already controls it."), "CBT-2"),
            RuleEntry(say("Both roll: Attack against Defense, each with a die and all bonuses. The higher total wins, "
                      "even if it is the defender's."), "CBT-2, CBT-3"),
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


def _results() -> RuleSection:
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
        lines.append(RuleLine((ahead, fight[result], shot[result])))
    return RuleSection(
        say("Result"),
        (
            RuleEntry(
                say("shaken a second time means disabled: removed from the board, its zeni are lost."),
                "STA-2, CBT-6",
                say("Always:"),
            ),
        ),
        head=(say("Margin"), say("Attack"), say("Shot")),
        lines=tuple(lines),
    )


def _retreat() -> RuleSection:
    return RuleSection(
        say("Retreat"),
        (
            RuleEntry(say("One of the three squares behind; its owner chooses; the facing does not change."), "RET-1"),
            RuleEntry(say("into hindering or aquatic terrain or an enemy control zone; or if it cannot retreat, and "
                      "stays."),
                  "RET-2, RET-3, RET-4", say("It becomes shaken:")),
        ),
    )  # fmt: skip


def _shots() -> RuleSection:
    return RuleSection(
        say("Shot"),
        (
            RuleEntry(
                say(
                    "with a skill marked Shot, from outside any enemy control zone, at an enemy ahead of the front "
                    "edge and within range; a diagonal step counts as one."
                ),
                "SHT-1, SHT-2, SHT-3",
                say("An action"),
            ),
            RuleEntry(
                say(
                    "from centre to centre. Walls, closed doors, blocking squares and other figures stop it; "
                    "touching the end of a wall does not."
                ),
                "SHT-4",
                say("Line of fire:"),
            ),
            RuleEntry(
                say("+1 for each hindering square crossed; the target's own counts, the shooter's does not."),
                "SHT-5",
                say("Cover:"),
            ),
            RuleEntry(
                say(
                    "die + value of the shot against die + Defense + cover. Fire dice do not help; a target that "
                    "wins does no harm."
                ),
                "SHT-6",
                say("Roll:"),
            ),
        ),
    )


def _cards() -> RuleSection:
    return RuleSection(
        say("Willpower"),
        (
            RuleEntry(say("a die no higher than the Willpower passes."), "STA-3", say("Test:")),
            RuleEntry(say("an action, not in an enemy control zone. Passed: turn the card, its reserve is set aside. "
                      "Failed: the action is lost."), "STA-4", say("To become vigilant:")),
        ),
    )  # fmt: skip


def _skills() -> RuleSection:
    return RuleSection(
        say("Skills and equipment"),
        (
            RuleEntry(say("always active, never optional."), "SKL-1", say("Without an element:")),
            RuleEntry(say("optional: costs one die of it, once per phase and skill."), "SKL-1, SKL-2",
                  say("With an element:")),
            RuleEntry(say("Card text overrides these rules. Equipment is lost with its bearer."), "SKL-3, BND-5"),
        ),
    )  # fmt: skip


def _doors() -> RuleSection:
    return RuleSection(
        say("Doors and stairs"),
        (
            RuleEntry(
                say(
                    "A closed door is a wall. A character facing one at the moment it is activated may open it at "
                    "once, for free; it stays open."
                ),
                "KAR-5",
            ),
            RuleEntry(say("Stairs and trapdoors are clear terrain; the adventure says where they lead."), "MOV-9"),
        ),
    )


def _bands() -> RuleSection:
    usual, first = BUDGETS
    return RuleSection(
        say("Bands"),
        (
            RuleEntry(say("{usual} zeni, {first} in a first game: characters and their equipment, at most one card "
                      "each. Never Demon Hunters with Evil Creatures; each unique once; one civilian, one sorcerer.",
                      usual=usual, first=first), "BND-1, BND-2, BND-3, BND-4, BND-5"),
        ),
    )  # fmt: skip


def _end() -> RuleSection:
    usual, first = BUDGETS
    return RuleSection(
        say("End"),
        (
            RuleEntry(say("A band that has lost {limit} of {usual} zeni ({less} of {first}), or has nobody left on the "
                      "board, loses. A disabled civilian costs its band a die for good.",
                      limit=default_limit(usual), usual=usual, less=default_limit(first), first=first),
                  "END-1, END-2, BND-6"),
            RuleEntry(say("{budget} zeni and a free equipment card each, {turns} turns; you earn the zeni of enemies "
                      "you disable; the most zeni win.", budget=BUDGET, turns=TURNS), "KAR-6",
                  say("Without an adventure:")),
        ),
    )  # fmt: skip
