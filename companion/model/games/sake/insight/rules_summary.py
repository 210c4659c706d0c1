"""The rules of Saké & Samouraï in short, for one sheet beside the table: our own words, the engine's numbers."""

from __future__ import annotations

from companion.model.core.rules_sheet import RuleEntry, RuleLine, RuleSection
from companion.model.core.words import Arg, Capital, Message, Name, say
from companion.model.games.sake.box.deck import Deck
from companion.model.games.sake.state.state import CUBES, HAND, counters

STEPS = 3
"""Between two neighbours at the start (DEA-5)."""


def sections(deck: Deck) -> tuple[RuleSection, ...]:
    """All of it, in the order of a game; weapons are those of a deck."""
    return (
        _begin(),
        _turn(),
        _card(),
        _attack(),
        _weapons(deck),
        _defence(),
        _move(),
        _iaido(),
        _sake(),
        _burning(),
        _disciples(),
        _interruptions(),
        _death(),
        _spirits(),
        _powers(),
        _end(),
    )


def _begin() -> RuleSection:
    players = range(3, 9)
    return RuleSection(
        say("Setting up"),
        (
            RuleEntry(
                say(
                    "Each takes a sheet, sits down and holds a Katana. {hand} cards in hand; as many life"
                    " cards, unseen, as the sheet says. {steps} steps between neighbours.",
                    hand=HAND,
                    steps=STEPS,
                ),
                "DEA-1 … DEA-6",
            ),
        ),
        lines=(
            RuleLine((say("Players"), *players)),
            RuleLine((say("Sake in the Masu"), *(counters(n) for n in players))),
        ),
        shares=(3.4, *(1.0 for _ in players)),
    )


def _turn() -> RuleSection:
    return RuleSection(
        say("A Samurai's turn"),
        (
            RuleEntry(say("Play up to two cards."), "TUR-3"),
            RuleEntry(say("Every Disciple of yours walks and strikes."), "DSC-3"),
            RuleEntry(say("Draw two cards; above {hand} in hand, discard at once.", hand=HAND), "TUR-5, PIL-4"),
            RuleEntry(say("Choose which weapon you hold: only that one defends."), "TUR-5"),
        ),
        numbered=True,
    )


def _card() -> RuleSection:
    return RuleSection(
        say("What a card gives"),
        (
            RuleEntry(
                say(
                    "One of its boxes – attack, defence, move, drink – or its text, never both. Weapons, "
                    "items and Disciples stay in play; no two alike before one Samurai."
                ),
                "TUR-4, GEA-1",
            ),
        ),
    )


def _attack() -> RuleSection:
    return RuleSection(
        say("Attack"),
        (
            RuleEntry(
                say(
                    "Attack box + weapon, at a target at the weapon's range, either way round the ring. "
                    "Held or not, one weapon; none with sake on it. Without a usable weapon: bare hands, "
                    "one step."
                ),
                "ATK-1 … ATK-3",
            ),
            RuleEntry(
                say("others' Samurai, their Disciples, Spirits that have sake (at any distance)."),
                "ATK-4, ATK-5",
                say("Targets:"),
            ),
        ),
    )


def _weapons(deck: Deck) -> RuleSection:
    lines = []
    for kind in deck.types:
        if (weapon := kind.weapon) is not None:
            reach: Arg = f"{weapon.range}+" if weapon.plus else str(weapon.range)
            if weapon.ranged:
                reach = say("{reach}, ranged", reach=reach)
            cells = (Name.of(kind.names), f"+{weapon.attack}", f"+{weapon.defence}", reach)
            lines.append(RuleLine(cells))
    return RuleSection(
        say("Weapons"),
        head=(say("Weapon"), say("Attack"), say("Defence"), say("Steps")),
        lines=tuple(lines),
        shares=(3.2, 1.6, 1.8, 2.4),
    )


def _defence() -> RuleSection:
    return RuleSection(
        say("Defence and damage"),
        (
            RuleEntry(
                say(
                    "Answer with one card: its defence box + the held weapon (not against ranged attacks)"
                    " + armour. Or discard a Disciple card: no damage at all."
                ),
                "DFN-1 … DFN-3",
            ),
            RuleEntry(
                say(
                    "Each point too many takes a sake off the life cards, or turns the top life card into"
                    " a wound. No life card left: dead."
                ),
                "DMG-1",
            ),
        ),
    )


def _move() -> RuleSection:
    return RuleSection(
        say("Move"),
        (
            RuleEntry(
                say(
                    "Up to your move box in steps: cubes go from one side of you to the other. At least"
                    " one step stays between you and the next opponent or opposing Disciple. You stand"
                    " from then on."
                ),
                "WLK",
            ),
            RuleEntry(
                say("with two Samurai left, cubes go to the box or come out of it ({cubes} in all).", cubes=CUBES),
                "WLK-5, RNG-6",
                say("A single line:"),
            ),
        ),
    )


def _iaido() -> RuleSection:
    return RuleSection(
        say("Iaido"),
        (
            RuleEntry(
                say(
                    "Once, while seated, with a single card: one or two steps for free, then an attack "
                    "from there. All is declared at once."
                ),
                "IAI-1 … IAI-3",
            ),
        ),
    )


def _sake() -> RuleSection:
    lines = (
        RuleLine((say("Weapon or item"), say("It cannot be used."))),
        RuleLine((say("Life cards"), say("One life more, lost first. No drawing on your soul."))),
        RuleLine((say("Sheet"), say("Ability lost; talk as if drunk."))),
    )
    return RuleSection(
        say("Drinking"),
        (
            RuleEntry(
                say("Take your drink box in sake; each goes on a free place of yours, one a place, and stays there."),
                "DRK, SAK-1",
            ),
        ),
        head=(say("Place"), say("While sake lies there")),
        lines=lines,
        shares=(2.4, 5.2),
    )


def _burning() -> RuleSection:
    return RuleSection(
        say("At any time"),
        (
            RuleEntry(
                say("one sake of yours leaves the game: draw a card, or in your phase 1 play one card more."),
                "NOW-2",
                say("Burn:"),
            ),
            RuleEntry(
                say(
                    "once in each turn, take life cards into your hand, any number but the last. They"
                    " are never life again."
                ),
                "NOW-3",
                say("Soul:"),
            ),
        ),
    )


def _disciples() -> RuleSection:
    return RuleSection(
        say("Disciples"),
        (
            RuleEntry(
                say(
                    "Put beside you on one of your lines. In phase 2 each walks two steps, stops one "
                    "before an opponent and then strikes: the attack box of the pile's top card."
                ),
                "DSC-2 … DSC-6",
            ),
            RuleEntry(say("Struck, it defends with the top card's defence box; one point kills it."), "DSC-7, DMG-3"),
        ),
    )


def _interruptions() -> RuleSection:
    return RuleSection(
        say("Interrupting"),
        (
            RuleEntry(
                say(
                    "In another's turn, by anybody alive: Stagger undoes a move, Double vision an attack;"
                    " either one fits an iaido. One for one action; the nearest clockwise counts."
                ),
                "ITR-1 … ITR-4",
            ),
        ),
    )


def _death() -> RuleSection:
    return RuleSection(
        say("Death"),
        (
            RuleEntry(
                say(
                    "Sake, hand and all cards in play are gone. The shorter of the two lines joins the "
                    "neighbours (of three lines the shortest stays). The wounds become a Spirit's hand."
                ),
                "DTH-1 … DTH-3",
            ),
        ),
    )


def _spirits() -> RuleSection:
    return RuleSection(
        say("A Spirit's turn"),
        (
            RuleEntry(say("Use the power of the back on top of the pile, or not."), "SPI-3"),
            RuleEntry(say("Draw one card."), "SPI-2"),
            RuleEntry(
                say(
                    "Steal a sake from the Masu, or torment a Samurai with sake: every Spirit adds cards "
                    "of the top back. Cards less defence = sake stolen. Or do nothing."
                ),
                "SPI-5 … SPI-8",
            ),
        ),
        numbered=True,
    )


def _powers() -> RuleSection:
    return RuleSection(
        say("Powers by the top back"),
        (
            RuleEntry(
                say("any Spirit's card of the top back dodges; else each point costs a sake."),
                "SPI-9, DMG-4",
                say("Attacked:"),
            ),
        ),
        lines=(
            RuleLine((_capital(say("push")), say("Add or remove a step anywhere."))),
            RuleLine((_capital(say("brawl")), say("A sake of a Samurai goes to another free place of his."))),
            RuleLine((_capital(say("doze")), say("A Samurai's card, by chance, goes to another Samurai."))),
        ),
        shares=(2.0, 5.6),
    )


def _capital(word: Message) -> Message:
    """A word that begins a line."""
    return say("{word}", word=Capital(word))


def _end() -> RuleSection:
    return RuleSection(
        say("Fatal Round and end"),
        (
            RuleEntry(
                say(
                    "Whoever takes the last sake ends the turn at once; then everybody has one more turn,"
                    " that player first."
                ),
                "FAT-1",
            ),
            RuleEntry(
                say(
                    "One Samurai with the most sake: the others commit seppuku. More than all Spirits "
                    "together: he wins; fewer: the Spirits win. Equal, or several with the most: another "
                    "Fatal Round."
                ),
                "FAT-3 … FAT-5",
            ),
        ),
    )
