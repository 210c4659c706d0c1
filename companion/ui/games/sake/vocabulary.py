"""What people read at the table: cards, abilities, places of sake and table options, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.core.words import Message, Name, plural, say
from companion.model.games.sake.box.deck import CardType, EventAttack, Weapon
from companion.model.games.sake.state.frames import OverFrame
from companion.model.games.sake.state.state import LETTERS, State
from companion.ui.play.storage import GameSettings

BACKS: Mapping[int, Message] = {1: say("push"), 2: say("brawl"), 3: say("doze")}
TEXTS: Mapping[str, Message] = {
    "event": say("Event"),
    "weapon": say("Weapon"),
    "item": say("Item"),
    "disciple": say("Disciple"),
    "interruption": say("Interruption"),
}
ABILITIES: Mapping[str | None, Message] = {
    None: say("No ability"),
    "stride": say("One step farther in moves and iaido"),
    "iron": say("Defence +1 with a defence card"),
    "heavy": say("Attack +1 with a weapon that is not ranged"),
    "breath": say("Draws three cards"),
    "captain": say("Own Disciples attack with +1"),
    "surefoot": say("Cannot be made to stagger"),
    "cup": say("A drink box of 1 counts as 2"),
    "prepared": say("Begins with six cards, discards two"),
}
LOCATIONS: Mapping[str, Message] = {
    "distillery": say("Whoever begins a turn with a free place takes a sake from the Masu."),
    "alley": say("Two steps between neighbours at the start instead of three."),
    "spring": say("Whoever begins a turn regains one life."),
    "market": say("Five cards may be held instead of four."),
}
PHASES: Mapping[int, Message] = {
    0: say("Before the first turn"),
    1: say("Play up to two cards"),
    2: say("Disciples"),
    3: say("Draw"),
    4: say("Choose the weapon to hold"),
    5: say("Power of the Spirit"),
    6: say("The Spirit draws"),
    7: say("Steal or torment"),
}


def reach_words(steps: int, plus: bool) -> Message:
    """How far a weapon or an event reaches."""
    if plus:
        return plural("{count} step or more", "{count} steps or more", steps)
    return plural("exactly {count} step", "exactly {count} steps", steps)


def weapon_text(weapon: Weapon) -> Message:
    """What a weapon adds, and how far it reaches."""
    words = say("Attack +{attack}, defence +{defence}, {reach}", attack=weapon.attack, defence=weapon.defence,
                reach=reach_words(weapon.range, weapon.plus))  # fmt: skip
    return say("{words}, ranged", words=words) if weapon.ranged else words


def _attack_text(attack: EventAttack) -> Message:
    reach = reach_words(attack.range, attack.plus)
    if attack.pay:
        return say("Pay a sake: attack of {value}, {reach}", value=attack.value, reach=reach)
    if attack.times > 1:
        return say("Two attacks of {value}, {reach}", value=attack.value, reach=reach)
    return say("Attack of {value}, {reach}", value=attack.value, reach=reach)


def card_text(kind: CardType) -> Message:
    """What the text of a card does."""
    effect = kind.effect
    if kind.weapon is not None:
        return weapon_text(kind.weapon)
    if kind.text == "disciple":
        return say("Walks 2 and strikes; in the hand, takes a blow for you")
    if effect.attack is not None:
        return _attack_text(effect.attack)
    if effect.discards is not None:
        reach = reach_words(effect.discards.range, effect.discards.plus)
        return plural("A Samurai discards a card, {reach}", "A Samurai discards {count} cards, {reach}",
                      effect.discards.count, reach=reach)  # fmt: skip
    item = kind.text == "item"
    if effect.draw is not None:
        if item:
            return plural("Pay a sake: draw one", "Pay a sake: draw {count}", effect.draw)
        return plural("Draw one", "Draw {count}", effect.draw)
    if effect.regain is not None:
        if item:
            words = plural("regain one life", "regain {count} life", effect.regain)
            return say("Pay a sake: {what}", what=words)
        return plural("Regain one life", "Regain {count} life", effect.regain)
    if effect.add_steps is not None:
        return plural("Add a step anywhere", "Add {count} steps anywhere", effect.add_steps)
    if effect.remove_steps is not None:
        return plural("Remove a step anywhere", "Remove {count} steps anywhere", effect.remove_steps)
    if effect.removes == "gear":
        return say("A Samurai loses a weapon or item that you pick")
    if effect.removes == "sake":
        return say("A Samurai loses a sake that you pick")
    if effect.everybody_discards:
        return say("Pay a sake: every other Samurai discards a card")
    if effect.cancels == "move":
        return say("In another's turn: cancels a move or the move of an iaido")
    if effect.cancels == "attack":
        return say("In another's turn: cancels an attack")
    if effect.moves is not None:
        return plural("One step farther while no sake lies on it", "{count} steps farther while no sake lies on it",
                      effect.moves)  # fmt: skip
    return say("Defence +{count} while no sake lies on it", count=effect.defends or 0)


def type_name(kind: CardType) -> Name:
    """The name that is printed on such a card."""
    return Name.of(kind.names)


TABLE_OPTIONS: Mapping[str, tuple[Message, Sequence[tuple[object, Message, Message]]]] = {
    "plus_range": (say("“4 or more”"), (
        ("shortest", say("By the shorter way"), say("A range such as “4+” counts the shorter way round.")),
        ("either", say("Either way"), say("A range such as “4+” is met if one of the two ways is long enough.")),
    )),
    "bare_hands": (say("Bare hands"), (
        ("unarmed", say("Only unarmed"), say("Only who has no usable weapon strikes with bare hands.")),
        ("out_of_reach", say("Out of reach, too"), say("Also when no usable weapon reaches the target.")),
    )),
    "defence_without_card": (say("Defence without a card"), (
        (False, say("Nothing counts"), say("Held weapon and armour only add to a defence card.")),
        (True, say("Weapon and armour"), say("Held weapon and armour count without a card as well.")),
    )),
    "interrupt_disciples": (say("Disciples"), (
        ("attacks", say("Can be interrupted"), say("Double vision cancels the attack of a Disciple.")),
        ("none", say("Cannot"), say("Nothing interrupts a Disciple.")),
    )),
    "spare_katanas": (say("Spare Katanas"), (
        ("shuffled", say("In the pile"), say("Katanas that nobody took are shuffled into the pile.")),
        ("boxed", say("In the box"), say("Katanas that nobody took stay in the box.")),
    )),
    "iaido_bonus": (say("Iaido"), (
        (True, say("With bonuses"), say("Sandals and sheets lengthen the move of an iaido.")),
        (False, say("Two steps"), say("An iaido moves one or two steps, whatever you wear.")),
    )),
    "cubes": (say("Step cubes"), (
        ("box", say("28 in the box"), say("What the box cannot give is not added.")),
        ("endless", say("Endless"), say("There is always another step.")),
    )),
    "spirit_hand_limit": (say("Hand of Spirits"), (
        (True, say("At most four"), say("Spirits discard down to four cards as everybody does.")),
        (False, say("No limit"), say("Spirits may hold as many cards as they get.")),
    )),
    "fatal_turn": (say("The last sake"), (
        ("at_once", say("Ends the turn"), say("Who takes the last sake has finished the turn.")),
        ("finish", say("Turn goes on"), say("Who takes the last sake finishes the turn first.")),
    )),
    "equal_to_spirits": (say("Tie with the Spirits"), (
        ("again", say("Another round"), say("As much as the Spirits: another Fatal Round.")),
        ("draw", say("Both win"), say("As much as the Spirits: they win together.")),
    )),
    "fatal_limit": (say("Further Fatal Rounds"), (
        (3, say("Three"), say("After three further rounds the tied ones share the victory.")),
        (0, say("None"), say("A tie is shared at once.")),
        (None, say("No limit"), say("Fatal Rounds go on until one remains.")),
    )),
}  # fmt: skip
"""Each with its choices: the value, in a word, as a rule in a sentence; the first is the rulebook's, or ours."""


def player_name(settings: GameSettings, seat: str, first: int = -1) -> Message | str:
    """What the player of a seat is called; the eldest, who plays first, is called *-san*."""
    n = LETTERS.index(seat)
    name = settings.names[n] if n < len(settings.names) else ""
    words: Message | str = name or say("Player {seat}", seat=seat)
    return say("{name}-san", name=words) if n == first and name else words


def called(settings: GameSettings) -> Message:
    """What a new game is called until somebody renames it."""
    alone = settings.players.count("person") == 1
    names: tuple[Message | str, ...] = tuple(
        name or (say("You") if alone and player == "person" else LETTERS[n])
        for n, (name, player) in enumerate(zip(settings.names, settings.players, strict=True))
    )
    return say("Saké & Samouraï: {players}", players=names)


def standing(state: State) -> Message:
    """Where a game stands."""
    if state.frames and isinstance(state.frames[-1], OverFrame):
        return say("The game is over")
    if state.fatal is not None:
        return say("Fatal Round · turn {turn}", turn=state.turn)
    left = plural("{count} sake left", "{count} sake left", state.masu)
    return say("Turn {turn} · {left}", turn=max(state.turn, 1), left=left)
