"""The rules of Okko Chronicles in short, for one sheet beside the table: our own words, the engine's numbers."""

from __future__ import annotations

from companion.model.core.rules_sheet import RuleEntry, RuleSection
from companion.model.core.words import say
from companion.model.games.chronicles.state.state import ACTIONS, LAST_COLUMN, WRONG_MOST


def sections() -> tuple[RuleSection, ...]:
    """All of it, in the order of a turn."""
    return (
        _strategy(),
        _hero(),
        _oni(),
        _movement(),
        _attack(),
        _tests(),
        _damage(),
        _investigation(),
        _accusations(),
        _end_of_turn(),
        _end(),
    )


def _strategy() -> RuleSection:
    return RuleSection(
        say("Strategy"),
        (
            RuleEntry(
                say("The turn marker advances. A hero without action card in hand takes its discard back."),
                "STR-1, CRD-6",
            ),
            RuleEntry(
                say(
                    "The Oni's track: even turns bring corruption and upgrades of creatures, odd turns those of guards."
                ),
                "STR-2, TRK-2",
            ),
            RuleEntry(
                say("Reinforcements: two event cards bring up to two minions of a sheet, or one lieutenant."),
                "STR-3, REI-1",
            ),
            RuleEntry(
                say("Each hero plans one or two cards: on the right the technique counts, on the left the talent."),
                "STR-4, CRD-2, CRD-3",
            ),
            RuleEntry(say("The captain stacks the initiative cards."), "STR-5"),
            RuleEntry(
                say("The Oni lays techniques: one a sheet, no more than heroes in play. Then all is revealed."),
                "STR-6, STR-7",
            ),
        ),
        numbered=True,
    )


def _hero() -> RuleSection:
    return RuleSection(
        say("A hero's activation"),
        (
            RuleEntry(say("one grey host card, before anything else."), "ACT-2", say("First:")),
            RuleEntry(
                say(
                    "move, attack, test, use a talent or object, rearrange the equipment, hand an object over, open a"
                    " chest or door, take a follower. Any order, any number of times, unless it says once."
                ),
                "ACT-3",
                say("{actions} actions:", actions=ACTIONS),
            ),
            RuleEntry(say("discard an object."), "ACT-4", say("Free:")),
            RuleEntry(say("its follower or Kami acts, then the Oni activates a sheet."), "ACT-5, TRN-1", say("Then:")),
        ),
    )


def _oni() -> RuleSection:
    return RuleSection(
        say("The Oni's activation"),
        (
            RuleEntry(
                say("One sheet without activation token that can act; no passing. If none can, draw an event card."),
                "ONI-1, ONI-2",
            ),
            RuleEntry(
                say("Guards act only if they begin on a corrupted tile, or once the alert is raised."),
                "ONI-3",
            ),
            RuleEntry(
                say("A black host card at the very start; each figure once; an event card at any moment."),
                "ONI-4, ONI-5, ONI-6",
            ),
        ),
    )


def _movement() -> RuleSection:
    return RuleSection(
        say("Moving"),
        (
            RuleEntry(
                say("Cross as many zones as your Speed and stop on a free space, or change space in your zone."),
                "MOV-1",
            ),
            RuleEntry(
                say("A zone with an opponent stops you; whoever begins in one changes zone only once."),
                "MOV-2, MOV-3",
            ),
            RuleEntry(
                say("a hero who ends on a forbidden tile tests Speed; if it fails, the guards there come and attack."),
                "MOV-11",
                say("Stealth:"),
            ),
        ),
    )


def _attack() -> RuleSection:
    return RuleSection(
        say("Attack"),
        (
            RuleEntry(
                say("An opponent on an adjacent space; from afar only by a card, with a free line."), "ATK-1, BRD-8"
            ),
            RuleEntry(
                say("A hero attacks a guard on a tile without corruption: the alert is raised before the dice."),
                "ATK-2, ALR-1",
            ),
            RuleEntry(
                say(
                    "Black dice: Attack less every minus. Red dice: one for each plus. KI counts 1 and is rolled again."
                ),
                "ATK-3, ATK-4",
            ),
            RuleEntry(say("A total of the Defense or more is a hit: one damage."), "ATK-5"),
            RuleEntry(
                say("After a hit in melee, you may push a target that remains to a free space beside you."), "ATK-6"
            ),
        ),
        numbered=True,
    )


def _tests() -> RuleSection:
    return RuleSection(
        say("Tests"),
        (
            RuleEntry(
                say(
                    "Roll as many dice as the difficulty: passed if the sum is the characteristic or less. 0 needs no"
                    " dice."
                ),
                "TST-1, TST-3",
            ),
            RuleEntry(say("A test that is not direct leaves a −1 token when it fails: easier for everybody."), "TST-4"),
            RuleEntry(say("on an orange space, or beside a token."), "TST-5", say("Where:")),
        ),
    )


def _damage() -> RuleSection:
    return RuleSection(
        say("Damage"),
        (
            RuleEntry(
                say("Figures of the Oni, followers and Kami are removed with as much damage as Health."), "DMG-1"
            ),
            RuleEntry(
                say("A hero's Health in damage becomes a wound at the end of turn, one a turn. Three in hand: out."),
                "DMG-2, WND-2",
            ),
            RuleEntry(
                say(
                    "Bleeding: damage after each attack. Poisoned: less Defense. Stunned: less Speed."
                    " Maimed: a power lost."
                ),
                "STA-3",
                say("Statuses:"),
            ),
        ),
    )


def _investigation() -> RuleSection:
    return RuleSection(
        say("Investigation"),
        (
            RuleEntry(
                say("Beside a clue, scroll or host: a direct Mental test. Passed: draw as many cards as it says."),
                "INV-2, INV-3",
            ),
            RuleEntry(
                say(
                    "A host or nature drawn is not the Oni's. Grey hosts join the heroes' hand,"
                    " black ones go to the Oni, surprises are resolved at once."
                ),
                "INV-5 … INV-9",
            ),
        ),
    )


def _accusations() -> RuleSection:
    return RuleSection(
        say("Accusations"),
        (
            RuleEntry(
                say("At the end of turn the heroes may accuse a nature, a host, or both; the nature comes first."),
                "ACC-1, ACC-3",
            ),
            RuleEntry(say("its weakness holds in the final combat."), "ACC-4", say("The right nature:")),
            RuleEntry(say("the final combat begins."), "ACC-5", say("The right host:")),
            RuleEntry(
                say("a red chapter; after number {most} the demon shows itself.", most=WRONG_MOST),
                "ACC-6",
                say("Wrong:"),
            ),
            RuleEntry(
                say(
                    "In the turn of the red corruption token they must accuse; from turn {last} on they cannot.",
                    last=LAST_COLUMN,
                ),
                "ACC-7, ACC-8",
            ),
        ),
    )


def _end_of_turn() -> RuleSection:
    return RuleSection(
        say("End of turn"),
        (
            RuleEntry(
                say("From turn {last} on the Oni reveals itself, if the final combat has not begun.", last=LAST_COLUMN),
                "EOT-1",
            ),
            RuleEntry(say("Accusations."), "EOT-2"),
            RuleEntry(say("Each hero may rearrange its objects for free."), "EOT-3"),
            RuleEntry(say("Hero by hero: discard the plan, draw a wound, take cards back."), "EOT-4"),
            RuleEntry(say("The Oni discards techniques and draws two event cards. Missions are looked at."), "EOT-5"),
            RuleEntry(say("Turned statuses go, the others are turned."), "EOT-6"),
            RuleEntry(say("Activation tokens come back."), "EOT-9"),
        ),
        numbered=True,
    )


def _end() -> RuleSection:
    return RuleSection(
        say("End of the game"),
        (
            RuleEntry(
                say("When the final combat and every mission tile are decided, or no hero is left."), "END-1, END-2"
            ),
            RuleEntry(say("Each chapter in the memoirs scores for the side of its colour."), "MEM-1"),
        ),
    )
