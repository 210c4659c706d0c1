"""What can be chosen in a campaign, as values, as text for the log, in words; and what a battle answers (ADV-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from companion.model.core.contract import Content, Json, Option, System
from companion.model.core.record import Dice, Mode
from companion.model.core.refusal import UnknownOption
from companion.model.core.session import Session
from companion.model.core.words import N_, Arg, Message, Name, say
from companion.model.games.asagiri.adventure.goals import facts as facts_left
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.chapter_page import game_setup
from companion.model.games.asagiri.campaign.state import SEATS, Condition, State
from companion.model.games.asagiri.rules.transition import end_of
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.model.games.asagiri.state.state import State as Game
from companion.model.games.asagiri.state.table import HONOUR_NAMES, Honour
from companion.model.games.asagiri.state.vocabulary import FigureId, by_figure
from companion.model.games.asagiri.table.automation import PRESETS
from companion.model.games.asagiri.table.corrections import SetDials


class Take(Option, frozen=True, tag="take"):
    """A member goes along (ADV-3)."""

    who: str


class Hire(Option, frozen=True, tag="hire"):
    """Somebody new is recruited, goes along, and is of the roster from now on."""

    card: str


class Outfit(Option, frozen=True, tag="outfit"):
    """Somebody new is given equipment, for its zeni (BND-5)."""

    who: str
    gear: str


class CompleteBand(Option, frozen=True, tag="ready"):
    """The band is complete."""


class Won(Option, frozen=True, tag="won"):
    """The adventure has been played: the seat that has won, or nobody."""

    winner: str


class Ended(Option, frozen=True, tag="ended"):
    """How it ended for somebody: its state, whether its equipment is gone, whether its honour was used (CAM-1)."""

    who: str
    state: Condition
    spent: bool
    used: bool


class Recall(Option, frozen=True, tag="recall"):
    """What the adventure leaves to be remembered: ``yes``, ``no``, or ``unknown`` (ADV-14)."""

    fact: str
    holds: str


class Pray(Option, frozen=True, tag="pray"):
    """CAM-3."""

    who: str


class Seek(Option, frozen=True, tag="seek"):
    """CAM-4."""

    who: str


class KeepHonour(Option, frozen=True, tag="keep_honour"):
    """Of two honours this one is kept (CAM-3)."""

    who: str
    honour: Honour


class KeepGear(Option, frozen=True, tag="keep_gear"):
    """Of the equipment found and the own this one is kept (CAM-4)."""

    who: str
    gear: str


class Replace(Option, frozen=True, tag="replace"):
    """Somebody takes a dead member's place (CAM-2)."""

    card: str


class Replaced(Option, frozen=True, tag="replaced"):
    """Nobody else takes a dead member's place; what is left goes to the purse."""


class Approve(Option, frozen=True, tag="approve"):
    """What the assistant proposes counts, and the next adventure begins."""


KINDS: Mapping[str, type[Option]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Take, Hire, Outfit, CompleteBand, Won, Ended, Recall, Pray, Seek, KeepHonour, KeepGear, Replace, Replaced,
        Approve,
    )
}  # fmt: skip
_HINTS = {kind: get_type_hints(kind) for kind in KINDS.values()}
_FLAGS = {"yes": True, "no": False}
NOBODY = "nobody"


def option_id(option: Option) -> str:
    """``ended:A1,shaken,no,yes``."""
    values = [getattr(option, name) for name in option.__struct_fields__]
    words = [("yes" if value else "no") if type(value) is bool else str(value) for value in values]
    return option.kind + (":" + ",".join(words) if words else "")


def option_of(text: str) -> Option:
    """The option of a text; raises UnknownOption when it cannot be one."""
    name, _, rest = text.partition(":")
    kind, words = KINDS.get(name), rest.split(",") if rest else []
    if kind is None or len(words) != len(kind.__struct_fields__):
        raise _unknown(text)
    hints = _HINTS[kind]
    values: list[Any] = []
    for field, word in zip(kind.__struct_fields__, words, strict=True):
        if hints[field] is bool and word not in _FLAGS:
            raise _unknown(text)
        values.append(_FLAGS[word] if hints[field] is bool else word)
    return kind(*values)


def _unknown(text: str) -> UnknownOption:
    return UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))


def fields(option: Option) -> dict[str, Json]:
    """What the option is about."""
    return {name: getattr(option, name) for name in option.__struct_fields__}


_LABELS: Mapping[str, str] = {
    "take": N_("{who} takes part"),
    "hire": N_("Recruit {card}"),
    "outfit": N_("Give {who}: {gear}"),
    "ready": N_("The band is complete"),
    "recall": N_("{fact} {holds}"),
    "pray": N_("{who} prays"),
    "seek": N_("{who} seeks equipment"),
    "keep_honour": N_("{who} keeps an honour: {honour}"),
    "keep_gear": N_("{who} keeps {gear}"),
    "replace": N_("{card} replaces the dead"),
    "replaced": N_("Nobody else: the rest goes into the purse"),
    "approve": N_("Approve and go on to the next adventure"),
}
_RECALLED: Mapping[str, str] = {
    "yes": N_("True: {fact}"), "no": N_("Not true: {fact}"), "unknown": N_("Nobody remembers whether: {fact}"),
}  # fmt: skip


def label(state: State, option: Option) -> Message:
    """The option in words."""
    words = {name: spoken(state, name, getattr(option, name)) for name in option.__struct_fields__}
    if isinstance(option, Won):
        if option.winner not in SEATS:
            return say("No winner")
        return say("{side} won", side=side_words(state, SEATS.index(option.winner)))
    if isinstance(option, Recall):
        return Message(_RECALLED.get(option.holds, "{fact}"), (("fact", words["fact"]),))
    if isinstance(option, Ended):
        return fate_words(words["who"], option.state, option.spent, option.used)
    return Message(_LABELS[option.kind], tuple(words.items()))


def fate_words(who: Arg, state: str, spent: bool, used: bool) -> Message:
    """How it ended for somebody, in words."""
    ended = Message(STATE_WORDS.get(state, state))
    if spent and used:
        return say("{who}: {state}, equipment lost, honour used", who=who, state=ended)
    if spent:
        return say("{who}: {state}, equipment lost", who=who, state=ended)
    if used:
        return say("{who}: {state}, honour used", who=who, state=ended)
    return say("{who}: {state}", who=who, state=ended)


def side_words(state: State, seat: int) -> Name | Message:
    """What a side of the present chapter is called."""
    found = chapter_page.page(state)
    return say("Roster {seat}", seat=SEATS[seat]) if found is None else Name.of(found.sides[seat].name)


def member_words(state: State, who: str) -> str | Name | Message:
    """What a member is called: as on its card, with its number where the roster has had several of them."""
    if who[:1] not in SEATS:
        return who
    roster = state.now.rosters[SEATS.index(who[0])]
    everybody = (*roster.members, *roster.fallen)
    found = next((member for member in everybody if member.id == who), None)
    if found is None:
        return who
    name = Name.of(state.box.character(found.card).name)
    if sum(member.card == found.card for member in everybody) == 1:
        return name
    return say("{name} ({id})", name=name, id=who)


def card_words(state: State, id: str) -> Name | str:
    """What a card is called; its id when it is not known."""
    names = {card.id: card.name for card in state.box.characters} | {card.id: card.name for card in state.box.equipment}
    return Name.of(names[id]) if id in names else id


def spoken(state: State, name: str, value: Any) -> Arg:
    """The value of a field in words."""
    if name in ("who", "dead"):
        return member_words(state, value)
    if name in ("card", "gear", "equipment"):
        return card_words(state, value)
    if name == "honour":
        return HONOUR_NAMES.get(value, say("{honour}", honour=str(value)))
    if name == "fact":
        return chapter_page.fact_words(state, value) if chapter_page.chapter(state) else str(value)
    if name == "state":
        return Message(STATE_WORDS.get(value, str(value)))
    if isinstance(value, tuple):
        return tuple(spoken(state, "", part) for part in value)
    return value if isinstance(value, int | Message) else str(value)


def begin_game(
    system: System[Game],
    state: State,
    content: Content,
    seed: int | None = None,
    *,
    packs: Mapping[str, str] | None = None,
    dice: Dice = "virtual",
    mode: Mode | None = None,
) -> Session[Game]:
    """The present chapter as a game to be played, with the campaign's settings and house rules.

    In another `mode` than the campaign's, automatic things stand as is usual there.
    Raises UnknownOption when no game is waited for now, InvalidInput or RuleBroken when its set-up cannot be played.
    """
    if state.now.stage != "battle":
        raise UnknownOption(say("The campaign is not waiting for a game now."))
    settings = state.now.settings
    setup = game_setup(state, content)
    mode = settings.mode if mode is None else mode
    dials = tuple(sorted(settings.dials.items())) if mode == settings.mode else PRESETS[mode]
    session = Session.new(system, setup, content, seed, packs=packs, dice=dice, mode=mode)
    if dials and mode != "enforce":  # under the rules everything happens by itself
        session.edit(SetDials(dials))
    return session


def answers(state: State, game: Game) -> tuple[Option, ...]:
    """The winner, how it ended for everybody, and what is to be remembered, as options to be chosen one after another.

    `game` is the present chapter's, over. Raises UnknownOption when it is not over, or is another game.
    """
    if state.now.stage != "battle":
        raise UnknownOption(say("The campaign is not waiting for a game now."))
    if not game.over:
        raise UnknownOption(say("This game is not finished yet."))
    figures = {c.member: n for n, c in by_figure(game.table.characters) if c.member}
    fighters = state.fighters()
    if set(figures) != set(fighters):
        raise UnknownOption(say("This game was played with other characters than those of this campaign."))
    play = game.table.adventure
    if (play.record.id if play is not None else "") != chapter_page.chapter(state):
        raise UnknownOption(say("This game was another adventure."))
    found: list[Option] = [Won(_winner(game, fighters, figures))]
    for who in fighters:
        found.append(_fate(state, game, who, figures[who]))
    known = facts_left(game) if play is not None else {}
    for fact in chapter_page.facts_of(state):
        found.append(Recall(fact, "unknown" if fact not in known else "yes" if known[fact] else "no"))
    return tuple(found)


def _winner(game: Game, fighters: tuple[str, ...], figures: dict[str, FigureId]) -> str:
    """The campaign's seat that has won: a side of the adventure, or the roster whose band it was."""
    won, _ = end_of(game) or (-1, "")
    if won < 0:
        return NOBODY
    if game.table.adventure is not None:
        return SEATS[game.table.roles[won]]
    mine = next((who for who in fighters if game.table.characters[figures[who]].id.startswith("ab"[won])), None)
    return mine[0] if mine is not None else NOBODY


def _fate(state: State, game: Game, who: str, figure: FigureId) -> Ended:
    seen, member = game.figures[figure], state.member(who)
    card = game.table.characters[figure]
    gone = member.equipment is not None and (
        card.equipment is None or card.equipment.id != member.equipment or (seen.spent and card.equipment.single)
    )
    return Ended(who, seen.state, gone, member.honour is not None and seen.honour_lost and seen.state != "disabled")
