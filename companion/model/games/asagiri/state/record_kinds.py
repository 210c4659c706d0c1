"""What a pack's records must fulfil to be used in Asagiri, beyond their types."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set

from companion.model.content.kinds import PICTURE, Kind, Reference
from companion.model.core.contract import Content, Json
from companion.model.core.refusal import Problem, twice
from companion.model.core.schema import Id
from companion.model.core.words import Message, say
from companion.model.games.asagiri.adventure.build import opening_problems
from companion.model.games.asagiri.adventure.check import problems as adventure_problems
from companion.model.games.asagiri.adventure.check import references as adventure_references
from companion.model.games.asagiri.adventure.record import Adventure
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import PASSIVE, TRAIT_WORDS, Face
from companion.model.games.asagiri.skills.operations.figures import Dismiss
from companion.model.games.asagiri.skills.record import (
    SkillRecord,
    cards_named,
    catching,
    find_skill,
    never_on,
    too_late,
)
from companion.model.games.asagiri.skills.record import problems as skill_problems
from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import FloorPlan
from companion.model.games.asagiri.state.cards import (
    ALIGNMENTS,
    CharacterCard,
    EquipmentCard,
    KamiCard,
    ReadyBand,
    ReadyBoard,
    Side,
    Tile,
)
from companion.model.games.asagiri.state.formatting import place_words
from companion.model.games.asagiri.state.scenarios import ExtraDice, Scenario, Stat
from companion.model.grid import Edge

MOST_COMPARED = 300
"""Traits that a misspelled one is compared with, and of which misspelled ones are told."""
_NEAR = 0.75


def spelled(word: str) -> str:
    """A word or a name as a trait is written in a record: small letters and hyphens."""
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z]+", "-", plain).strip("-")[:40]


def near(word: str, known: Iterable[str]) -> str | None:
    """The known trait that a word looks like."""
    return next(iter(difflib.get_close_matches(word, tuple(known)[:MOST_COMPARED], 1, _NEAR)), None)


def skill_called(word: str, content: Content) -> str | None:
    """The skill that is called like a trait, in any language."""
    return _skill_names(content).get(word)


def known_traits(content: Content) -> frozenset[str]:
    """Every trait of the language, and those that cards bear or skills and equipment ask for."""
    return frozenset((*TRAIT_WORDS, *_borne(content), *_asked(content)))


def questioned(cards: Mapping[str, CharacterCard], content: Content) -> Iterator[tuple[str, Problem]]:
    """The traits of a pack's cards that nobody knows, with what may be meant; by the card's id."""
    here = Counter(word for card in cards.values() for word in card.traits if word not in TRAIT_WORDS)
    if not here:
        return
    asked, names = _asked(content), _skill_names(content)
    borne = _borne(content, but=cards)
    usual = (*TRAIT_WORDS, *sorted(asked | borne))
    told: dict[str, Message | None] = {}
    for word, count in here.items():
        if len(told) >= MOST_COMPARED:
            break
        known = word in asked or word in borne or count > 1
        told[word] = _why(word, names, () if known else usual, known)
    for id, card in cards.items():
        for n, word in enumerate(card.traits):
            why = told.get(word)
            if why is not None:
                yield id, Problem(f"/traits/{n}", why)


def questioned_bearers(cards: Mapping[str, EquipmentCard], content: Content) -> Iterator[tuple[str, Problem]]:
    """Words for bearers that no card could fulfil; by the equipment's id."""
    words = {word for card in cards.values() for word in card.bearers if ":" not in word and word not in TRAIT_WORDS}
    words -= set(ALIGNMENTS)
    if not words:
        return
    borne, names = _borne(content), _skill_names(content)
    usual = (*TRAIT_WORDS, *sorted(borne))
    told = {word: _why(word, names, usual, known=False) for word in sorted(words - borne)[:MOST_COMPARED]}
    for id, card in cards.items():
        for n, word in enumerate(card.bearers):
            if (why := told.get(word)) is not None:
                yield id, Problem(f"/bearers/{n}", why)


def _why(word: str, names: Mapping[str, str], usual: Iterable[str], known: bool) -> Message | None:
    if word in names:
        return say("“{word}” is the name of a skill. As a trait it does nothing: put it among the skills.", word=word)
    if known:
        return None
    other = near(word, usual)
    if other is not None:
        return say("No other card is marked “{word}”. Is “{other}” meant?", word=word, other=other)
    return say("No other card is marked “{word}” and no skill asks for it: it does nothing.", word=word)


def _skill_names(content: Content) -> dict[str, str]:
    """Skills by their names, spelled as traits are."""
    found: dict[str, str] = {}
    for id, record in content.every("skill"):
        names = record.get("name") if isinstance(record, dict) else None
        for name in names.values() if isinstance(names, dict) else ():
            if isinstance(name, str) and spelled(name) not in TRAIT_WORDS:
                found.setdefault(spelled(name), id)
    return found


def _borne(content: Content, but: Mapping[str, object] | None = None) -> Set[str]:
    return {
        word
        for id, record in content.every("character")
        if isinstance(record, dict) and id not in (but or {})
        for word in record.get("traits") or ()
        if isinstance(word, str)
    }


def _asked(content: Content) -> Set[str]:
    """The words that skills and equipment ask about."""
    found: set[str] = set()
    for _, record in content.every("skill"):
        _gather(record, found)
    for _, record in content.every("equipment"):
        bearers = record.get("bearers") if isinstance(record, dict) else None
        found |= {word for word in bearers or () if isinstance(word, str) and ":" not in word}
    return found


def _gather(node: Json, found: set[str]) -> None:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list | tuple) else ()
    for key, value in inner:
        if key == "trait" and isinstance(value, str):
            found.add(value)
        else:
            _gather(value, found)


MOST_NAMED = 8
"""Squares that one sentence names."""


def _character(card: CharacterCard) -> Iterator[Problem]:
    yield from twice("/traits", card.traits)
    yield from twice("/vigilant/skills", card.vigilant.skills)
    yield from twice("/shaken/skills", card.shaken.skills)


def _picture(card: CharacterCard | EquipmentCard) -> Iterator[Reference]:
    if card.picture is not None:
        yield Reference("/picture", PICTURE, card.picture)


def _character_references(card: CharacterCard) -> Iterator[Reference]:
    yield from _picture(card)
    for face in ("vigilant", "shaken"):
        for n, id in enumerate(getattr(card, face).skills):
            yield Reference(f"/{face}/skills/{n}", "skill", id)


def _character_rules(card: CharacterCard, content: Content) -> Iterator[Problem]:
    """A skill that one face alone shows must be able to speak there."""
    shown: dict[Face, tuple[Id, ...]] = {"vigilant": card.vigilant.skills, "shaken": card.shaken.skills}
    for face, skills in shown.items():
        for n, id in enumerate(skills):
            if all(id in known for known in shown.values()):
                continue
            for problem in never_on(find_skill(content, id), face):
                yield Problem(f"/{face}/skills/{n}", problem.what)


def _character_notes(card: CharacterCard, _: Content) -> Iterator[Problem]:
    """A card that no band can recruit yet (BND-1)."""
    why = cards.unfinished(card)
    if why is not None:
        yield Problem("/vigilant" if card.zeni else "/zeni", why.why)


def _skill_notes(skill: Skill, _: Content) -> Iterator[Problem]:
    yield from catching(skill)
    yield from too_late(skill)


def _skill_references(skill: Skill) -> Iterator[Reference]:
    for pointer, id in cards_named(skill):
        yield Reference(pointer, "character", id)


def _kami(card: KamiCard) -> Iterator[Problem]:
    yield from twice("/traits", card.traits)
    yield from twice("/stats/skills", card.stats.skills)


def _kami_references(card: KamiCard) -> Iterator[Reference]:
    for n, id in enumerate(card.stats.skills):
        yield Reference(f"/stats/skills/{n}", "skill", id)


def _kami_notes(card: KamiCard, content: Content) -> Iterator[Problem]:
    """KAR-4: the skill after which it leaves is its major one, and a tori does not pay that."""
    for n, id in enumerate(card.stats.skills):
        skill = find_skill(content, id)
        leaves = any(isinstance(effect, Dismiss) and effect.who.of == "self" for effect in skill.effects)
        if leaves and skill.cost != ((card.element,),):
            why = say(
                "KAR-4: the skill after which a Kami leaves costs one die of its element; a tori cannot pay for it."
            )
            yield Problem(f"/stats/skills/{n}", why)


def _equipment(card: EquipmentCard) -> Iterator[Problem]:
    yield from twice("/skills", card.skills)
    yield from twice("/bearers", card.bearers)


def _equipment_references(card: EquipmentCard) -> Iterator[Reference]:
    yield from _picture(card)
    for n, id in enumerate(card.skills):
        yield Reference(f"/skills/{n}", "skill", id)
    for n, word in enumerate(card.bearers):
        if ":" in word:
            yield Reference(f"/bearers/{n}", "character", word)


def _equipment_rules(card: EquipmentCard, content: Content) -> Iterator[Problem]:
    """BND-5: a single-use card is turned over once used, so each of its skills must be used at some moment."""
    for n, id in enumerate(card.skills if card.use == "single" else ()):
        skill = find_skill(content, id)
        if skill.is_automatic and not any(skill.done_in(window) for window in skill.when if window not in PASSIVE):
            yield Problem(f"/skills/{n}", say("This skill is permanent: it never uses up a single-use card."))


def _tile(tile: Tile) -> Iterator[Problem]:
    size = tile.size
    for n, row in enumerate(tile.rows):
        if len(row) != size:
            yield Problem(f"/rows/{n}", say("The tile is not square: {there} squares here, {rows} rows.",
                                            there=len(row), rows=size))  # fmt: skip
    walls = frozenset(tile.walls)
    for name, sides in (("walls", tile.walls), ("doors", tile.doors)):
        yield from twice(f"/{name}", sides)
        for n, side in enumerate(sides):
            yield from _side(tile, f"/{name}/{n}", side, walls if name == "doors" else None)
    for n, drawing in enumerate(tile.drawings):
        if not _on(tile, *drawing.at):
            yield Problem(f"/drawings/{n}/at", say("The tile has no such square."))


def _on(tile: Tile, column: int, row: int) -> bool:
    return 0 <= row < tile.size and 0 <= column < len(tile.rows[row]) and tile.rows[row][column] != " "


def _side(tile: Tile, pointer: str, side: Side, walls: Collection[Side] | None) -> Iterator[Problem]:
    """What is wrong with a side; `walls`: it is a door, among these walls."""
    (column, row), direction = side
    beyond = (column + (direction == "E"), row + (direction == "S"))
    both = (_on(tile, column, row), _on(tile, *beyond))
    if not any(both):
        yield Problem(pointer, say("The tile has no such square."))
        return
    edge = min(column, row) < 0 or max(beyond) >= tile.size
    if walls is not None and not edge and not all(both):
        yield Problem(pointer, say("This door leads nowhere."))
    if walls is not None and side in walls:
        yield Problem(pointer, say("A wall and a door are in the same place."))


def _tile_notes(tile: Tile, _: Content) -> Iterator[Problem]:
    apart = sorted(tiles.sealed(tiles.plan(tile)), key=lambda at: at[::-1])
    if apart:
        names = tuple(place_words(*at) for at in apart[:MOST_NAMED])
        words = say("No way leads to {squares}.", squares=names)
        if len(apart) > MOST_NAMED:
            words = say("No way leads to {squares} and other squares.", squares=names)
        yield Problem(f"/rows/{apart[0][1]}", words)


def _band_references(band: ReadyBand) -> Iterator[Reference]:
    for n, member in enumerate(band.members):
        yield Reference(f"/members/{n}/card", "character", member.card)
        if member.equipment is not None:
            yield Reference(f"/members/{n}/equipment", "equipment", member.equipment)


def _band_rules(band: ReadyBand, content: Content) -> Iterator[Problem]:
    members = [
        (
            cards.character(content, member.card),
            cards.equipment(content, member.equipment) if member.equipment else None,
        )
        for member in band.members
    ]
    for refusal in cards.band_refusals(members, band.budget):
        yield Problem("/members", say("{rule}: {why}", rule=refusal.rule, why=refusal.why))


def _board(board: ReadyBoard) -> Iterator[Problem]:
    yield from twice("/openings", board.openings)
    yield from twice("/doors", board.doors)


def _board_references(board: ReadyBoard) -> Iterator[Reference]:
    for n, placed in enumerate(board.tiles):
        yield Reference(f"/tiles/{n}/tile", "tile", placed.tile)


def _board_rules(board: ReadyBoard, content: Content) -> Iterator[Problem]:
    if len({cards.tile(content, placed.tile).size for placed in board.tiles}) > 1:
        yield Problem("/tiles", say("The four tiles do not have the same size."))
        return
    if board.openings or board.doors:
        yield from _tokens(board, content)


def _tokens(board: ReadyBoard, content: Content) -> Iterator[Problem]:
    plan = board_plan(board, content, tokens=False)
    for name, sides in (("openings", board.openings), ("doors", board.doors)):
        for n, ((column, row), side) in enumerate(sides):
            wrong = tiles.token_fault(plan, Edge(column, row, side), closed=name == "doors")
            if wrong is not None:
                yield Problem(f"/{name}/{n}", wrong)


def board_plan(board: ReadyBoard, content: Content, *, tokens: bool = True) -> FloorPlan:
    """The floor of a ready board, with its door tokens or without."""
    plan = tiles.join([tiles.turned(tiles.plan(cards.tile(content, one.tile)), one.turns) for one in board.tiles])
    if not tokens:
        return plan
    return tiles.with_tokens(plan, tiles.edges(board.openings), tiles.edges(board.doors))


def _scenario(scenario: Scenario) -> Iterator[Problem]:
    yield from twice("/effects", scenario.effects)
    for n, effect in enumerate(scenario.effects):
        if isinstance(effect, ExtraDice | Stat) and not (
            effect.more if isinstance(effect, ExtraDice) else effect.amount
        ):
            yield Problem(f"/effects/{n}", say("This has no effect."))


def _board_notes(board: ReadyBoard, content: Content) -> Iterator[Problem]:
    """Where nobody should be put on this board (SET-1)."""
    plan = board_plan(board, content)
    found = tiles.regions([plan])
    for side, name in enumerate(_SIDES):
        rows = tiles.deployment(plan, side)
        out = [at for row in rows for at in row if at not in found[0]]
        if out:
            why = say("{side}: figures placed in the first two rows can be cut off there ({count} squares).", side=name,
                      count=len(out))  # fmt: skip
            yield Problem("/tiles", why)
        elif (room := sum(map(len, rows))) < tiles.ROOM:
            why = say("{side}: the first two rows have room for only {count} figures; {least} are needed.", side=name,
                      count=room, least=tiles.ROOM)  # fmt: skip
            yield Problem("/tiles", why)


_SIDES = (say("In the north"), say("In the east"), say("In the south"), say("In the west"))

_IDLE = say("No card has this skill: it can never be used.")

MOST_ADVENTURES = 30
MOST_TILES = 150
MOST_BANDS = 300
MOST_BOARDS = 40
MOST_SKILLS = 600
MOST_SKILL_VALUES = 600
"""The longest skill of the house box has some 50."""

KINDS = (
    Kind(
        "skill",
        SkillRecord,
        skill_problems,
        _skill_references,
        notes=_skill_notes,
        most=MOST_SKILLS,
        values=MOST_SKILL_VALUES,
        idle=_IDLE,
    ),
    Kind(
        "equipment",
        EquipmentCard,
        _equipment,
        _equipment_references,
        _equipment_rules,
        together=questioned_bearers,
    ),
    Kind(
        "character",
        CharacterCard,
        _character,
        _character_references,
        _character_rules,
        _character_notes,
        together=questioned,
    ),
    Kind("tile", Tile, _tile, notes=_tile_notes, most=MOST_TILES),
    Kind("band", ReadyBand, references=_band_references, rules=_band_rules, most=MOST_BANDS),
    Kind("board", ReadyBoard, _board, _board_references, _board_rules, notes=_board_notes, most=MOST_BOARDS),
    Kind("kami", KamiCard, _kami, _kami_references, notes=_kami_notes),
    Kind("scenario", Scenario, _scenario),
    Kind(
        "adventure",
        Adventure,
        adventure_problems,
        adventure_references,
        opening_problems,
        onward=True,
        most=MOST_ADVENTURES,
    ),
)
"""The kinds of record Asagiri reads."""
