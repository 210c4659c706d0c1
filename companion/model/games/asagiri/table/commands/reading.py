"""From words to what they may mean: tokens, and readers of figures, squares, facings, dice and skills.

A reader is given the tokens and where to begin; it yields every way of reading on: the values meant, how many words it
took, and how many of these were written out. Which way was meant is decided later, by what makes sense in the state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from companion.model.core.words import Name
from companion.model.games.asagiri.state.formatting import square_words, thing_name
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import ThingId, by_figure, by_thing, square_range
from companion.model.games.asagiri.table.commands import (
    ELEMENTS,
    FACINGS,
    LETTERS,
    NOTHING,
    ORIGINS,
    PARTS,
    STATES,
    fold,
    meant,
    roll_due,
    verbs_meant,
    word_for,
)

_WORD = re.compile(r"[^\W_]+(?:/\d+)?")
LONGEST = 400
"""Characters of a line that are read."""
_MOST_WORDS = 5
"""Of a name."""
WHOLE = 1000
"""Beyond the words of any name."""


class WordToken(msgspec.Struct, frozen=True):
    """A word, folded, and where it stands in the line."""

    text: str
    start: int
    end: int


class Read(msgspec.Struct, frozen=True):
    """One way to read on: the values that may be meant, the words taken, those of them that were whole."""

    values: tuple[Any, ...]
    took: int
    whole: int


class WordOffer(msgspec.Struct, frozen=True):
    """A value in the words of a language: `text` is what is typed, `name` what it is called; `foreign`: the words of
    another language, in which it is being typed.
    """

    value: Any
    text: str
    name: str = ""
    foreign: bool = False


def tokens(text: str, begin: int = 0, end: int | None = None) -> tuple[WordToken, ...]:
    """The words of a part of a line."""
    stop = min(len(text) if end is None else end, begin + LONGEST)
    found = (WordToken(fold(word[0]), word.start(), word.end()) for word in _WORD.finditer(text, begin, stop))
    return tuple(token for token in found if token.text)


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """The folded words of a name."""
    return tuple(fold(word) for word in _WORD.findall(name))


@lru_cache(maxsize=4096)
def _spellings(name: Name) -> tuple[tuple[str, ...], ...]:
    return tuple({words_of(word) for _, word in name.words})


@lru_cache(maxsize=16384)  # each letter of a line asks for all names anew, and most have been asked for
def spelled(name: Name | str, said: tuple[str, ...]) -> int:
    """How well words say a name: -1 not at all, 1000 all of it, else how many of its words are whole.

    Each word begins one of the name's, in their order; words between may be left out.
    """
    best = -1
    for known in _spellings(name) if isinstance(name, Name) else (words_of(name),):
        if known == said:
            return WHOLE
        at = whole = 0
        for word in said:
            while at < len(known) and not known[at].startswith(word):
                at += 1
            if at == len(known):
                break
            whole += known[at] == word and len(word) > 1  # the s of "hunter's" is no word
            at += 1
        else:
            best = max(best, whole)
    return best


def _named(names: Mapping[Any, Name | str], said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """Names of one word or several, the longest reading first; a name said in full is no other one's beginning."""
    for took in range(min(_MOST_WORDS, len(said) - at), 0, -1):
        words = tuple(token.text for token in said[at : at + took])
        found = {key: whole for key, name in names.items() if (whole := spelled(name, words)) >= 0}
        sizes = sorted(set(found.values()), reverse=True)
        for whole in sizes[:1] if sizes[:1] == [WHOLE] else sizes:
            values = tuple(key for key, value in found.items() if value == whole)
            yield Read(values, took, min(whole, took + 1))


def _listed(lists: Mapping[str, Mapping[str, str]], make: Callable[[str], Any]) -> Reader:
    def read(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
        for key, whole in meant(lists, said[at].text):
            yield Read((make(key),), 1, int(whole))

    return read


def _listed_offers(lists: Mapping[str, Mapping[str, str]], make: Callable[[str], Any]) -> Offers:
    def offers(state: State, language: str) -> list[WordOffer]:
        return [WordOffer(make(key), word_for(lists, key, language)) for key in lists]

    return offers


Reader: TypeAlias = Callable[[State, "tuple[WordToken, ...]", int], Iterator[Read]]
Offers: TypeAlias = Callable[[State, str], "list[WordOffer]"]


class WordKind(msgspec.Struct, frozen=True):
    """A kind of word: how it is read, and what could be offered for it. `asks` names it for people."""

    name: str
    read: Reader
    offers: Offers


# figures -----------------------------------------------------------------------------------------------------------


def read_figure(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """A figure by its name, with a number where several are called so (``ashigaru 2``), or by its square."""
    here = squares(state).get(said[at].text)
    if here is not None:
        standing = tuple(who for who, figure in by_figure(state.figures) if figure.at == here)
        if standing:
            yield Read(standing, 1, 1)
    for read in _named({who: known.name for who, known in by_figure(state.table.characters)}, said, at):
        after = at + read.took
        number = said[after].text if after < len(said) else ""
        if number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= len(read.values):
            yield Read((read.values[int(number) - 1],), read.took + 1, read.whole + 1)
        yield read


def figure_offers(state: State, language: str) -> list[WordOffer]:
    """Every figure by its name; of several with one name each by its square, or beside the board by its number."""
    characters = state.table.characters
    found = []
    for who, character in by_figure(characters):
        name = character.name.in_language(language)
        words = words_of(name)
        alike = [n for n, other in by_figure(characters) if words and spelled(other.name, words) == WHOLE]
        here = state.figures[who].at
        text = name.lower()
        if len(alike) > 1 and here >= 0:
            text = square_words(state, here).lower()
        elif len(alike) > 1:
            text = f"{text} {alike.index(who) + 1}"
        if words:
            found.append(WordOffer(who, text, name))
    return found


# squares -----------------------------------------------------------------------------------------------------------


def squares(state: State) -> Mapping[str, int]:
    """Every square by its folded words (``d5``); of the first floor also without the floor."""
    board = state.table.board
    return _squares(board.squares, state.table.several_floors)


@lru_cache(maxsize=16)
def _squares(known: tuple[tuple[int, int, int], ...], several: bool) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for at, (column, row, floor) in enumerate(known):
        letters = chr(97 + column) if column < 26 else chr(96 + column // 26) + chr(97 + column % 26)
        if not several or floor == 0:
            found.setdefault(f"{letters}{row + 1}", at)
        if several:
            found[f"{letters}{row + 1}/{floor + 1}"] = at
    return found


def read_square(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """A square as the board shows it."""
    here = squares(state).get(said[at].text)
    if here is not None:
        yield Read((here,), 1, 1)


def square_offers(state: State, language: str) -> list[WordOffer]:
    """Every square of the board."""
    return [WordOffer(at, square_words(state, at).lower()) for at in square_range(len(state.table.board.squares))]


# skills, cards, things ---------------------------------------------------------------------------------------------


def skill_names(state: State) -> dict[str, Name | str]:
    """The skills of this table, of both faces and of equipment, by id."""
    return {skill.id: Name.of(skill.name) for card in state.table.characters for skill in card.printed}


def _read_skill(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    yield from _named(skill_names(state), said, at)


def _called(names: Mapping[Any, Name | str], language: str) -> list[WordOffer]:
    spoken = {key: name.in_language(language) if isinstance(name, Name) else name for key, name in names.items()}
    return [WordOffer(key, name.lower(), name) for key, name in spoken.items() if tokens(name)]


def _skill_offers(state: State, language: str) -> list[WordOffer]:
    return _called(skill_names(state), language)


def card_names(state: State) -> dict[str, Name | str]:
    """The cards that can be recruited or given, and the tiles to be laid, while a game is put together."""
    draft = state.draft
    found: dict[str, Name | str] = {}
    if draft is not None:
        found |= {one.card.id: one.character.name for one in draft.characters}
        found |= {one.card.id: one.equipment.name for one in draft.equipment}
        found |= {one.id: one.name for one in draft.tiles}
    return found


def zone_names(state: State) -> dict[str, Name | str]:
    """The zones of an adventure."""
    return {} if state.table.adventure is None else dict(state.table.adventure.zone_names)


def _read_zone(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    yield from _named(zone_names(state), said, at)


def _zone_offers(state: State, language: str) -> list[WordOffer]:
    return _called(zone_names(state), language)


def _read_card(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    yield from _named(card_names(state), said, at)


def _card_offers(state: State, language: str) -> list[WordOffer]:
    return _called(card_names(state), language)


def thing_names(state: State) -> dict[ThingId, Name | str]:
    """The objects, caches and captives of an adventure, by their place in it."""
    adventure = state.table.adventure
    if adventure is None:
        return {}
    return {n: thing_name(state, n) for n, _ in by_thing(adventure.things)}


def _read_thing(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    yield from _named(thing_names(state), said, at)


def _thing_offers(state: State, language: str) -> list[WordOffer]:
    return _called(thing_names(state), language)


# dice and numbers --------------------------------------------------------------------------------------------------


def _read_number(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    word = said[at].text
    if word.isascii() and word.isdigit() and len(word) <= 4:
        yield Read((int(word),), 1, 1)


def _number_offers(state: State, language: str) -> list[WordOffer]:
    return [WordOffer(n, str(n)) for n in range(1, 7)]


def _read_elements(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """Inspiration dice: letters in one go, or words."""
    faces: list[str] = []
    for n, token in enumerate(said[at:], 1):
        if all(letter in LETTERS for letter in token.text):
            faces += [LETTERS[letter] for letter in token.text]
        else:
            known = [key for key, _ in meant(ELEMENTS, token.text)]
            if len(known) != 1:
                return
            faces += known
        yield Read((tuple(faces),), n, n)


def _read_faces(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """The faces of the dice that are asked for: ``ffwt``, ``4 2``, ``42``; a drawn card by its name.

    While none are asked for, what can only be dice is read as such all the same, to be told so.
    """
    due = roll_due(state)
    kind = due.roll.dice[0].kind if due is not None else None
    if kind is None and (len(said) > 1 or len(said[at].text) < 2 or any(verbs_meant(said[at].text))):
        return
    if kind is None or kind.id == "inspiration":
        yield from _read_elements(state, said, at)
    if kind is None or kind.id == "d6":
        yield from _read_pips(said, at)
    elif kind.id != "inspiration":
        named = {face: _face_name(state, str(face)) for face in kind.faces}
        for read in _named(named, said, at):
            for value in read.values:
                yield Read(((value,),), read.took, read.whole)


def _read_pips(said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    faces: list[int] = []
    for n, token in enumerate(said[at:], 1):
        if not all(digit in "123456" for digit in token.text):
            return
        faces += [int(digit) for digit in token.text]
        yield Read((tuple(faces),), n, n)


def _face_name(state: State, face: str) -> Name | str:
    draft = state.draft
    found = None if draft is None else next((one for one in draft.scenarios if one.id == face), None)
    return face if found is None else Name.of(found.name)


def _face_offers(state: State, language: str) -> list[WordOffer]:
    due = roll_due(state)
    if due is None:
        return []
    pending = due.roll
    kind = pending.dice[0].kind
    if kind.id == "inspiration":
        letters = {element: letter for letter, element in LETTERS.items()}
        return [WordOffer((face,) * len(pending.dice), letters[str(face)] * len(pending.dice)) for face in kind.faces]
    if all(isinstance(face, int) for face in kind.faces):
        return [
            WordOffer((face,) * len(pending.dice), " ".join([str(face)] * len(pending.dice))) for face in kind.faces
        ]
    return [WordOffer((key,), *one) for key in kind.faces for one in [_spoken(_face_name(state, str(key)), language)]]


def _spoken(name: Name | str, language: str) -> tuple[str, str]:
    text = name.in_language(language) if isinstance(name, Name) else name
    return text.lower(), text


def _read_element_word(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """A die beside a figure, where ``e`` and ``w`` are sides of the board."""
    if not any(whole for _, whole in meant(FACINGS, said[at].text)):
        yield from ELEMENT.read(state, said, at)


def _read_state(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """A state of a figure; the one that takes it off the board only in full."""
    for key, spellings in STATES.items():
        for spelling in dict.fromkeys(spellings):
            words = spelling.split()
            heard = [token.text for token in said[at : at + len(words)]]
            if heard == words:
                yield Read((key,), len(words), len(words))
            elif key != "disabled" and len(words) == 1 and len(heard[0]) > 2 and words[0].startswith(heard[0]):
                yield Read((key,), 1, 0)


def _state_offers(state: State, language: str) -> list[WordOffer]:
    return [WordOffer(key, state_word(key, language)) for key in STATES]


def state_word(key: str, language: str) -> str:
    """A state of a figure as it is typed in a language."""
    return STATES[key][{"fr": 1, "it": 2}.get(language, 0)]


def _dice_offers(state: State, language: str) -> list[WordOffer]:
    return [WordOffer((element,), word_for(ELEMENTS, element, language)) for element in ELEMENTS]


def _band_words() -> dict[str, dict[str, str]]:
    return {seat: {"en": seat.lower()} for seat in SEATS}


def _read_band(state: State, said: tuple[WordToken, ...], at: int) -> Iterator[Read]:
    """A player: weighs more than the die of air that has the same letter (those can be typed in one word)."""
    if said[at].text.upper() in SEATS:
        yield Read((SEATS.index(said[at].text.upper()),), 1, 2)


FIGURE = WordKind("figure", read_figure, figure_offers)
SQUARE = WordKind("square", read_square, square_offers)
FACING = WordKind("facing", _listed(FACINGS, int), _listed_offers(FACINGS, int))
ELEMENT = WordKind("element", _listed(ELEMENTS, str), _listed_offers(ELEMENTS, str))
ELEMENT_WORD = WordKind("element", _read_element_word, ELEMENT.offers)
STATE = WordKind("state", _read_state, _state_offers)
NO_DIE = WordKind("element", _listed(NOTHING, str), _listed_offers(NOTHING, str))
ORIGIN = WordKind("origin", _listed(ORIGINS, str), _listed_offers(ORIGINS, str))
PART = WordKind("part", _listed(PARTS, str), _listed_offers(PARTS, str))
BAND = WordKind("band", _read_band, _listed_offers(_band_words(), SEATS.index))
SKILL = WordKind("skill", _read_skill, _skill_offers)
CARD = WordKind("card", _read_card, _card_offers)
THING = WordKind("thing", _read_thing, _thing_offers)
ZONE = WordKind("zone", _read_zone, _zone_offers)
NUMBER = WordKind("number", _read_number, _number_offers)
FACES = WordKind("faces", _read_faces, _face_offers)
DICE = WordKind("dice", _read_elements, _dice_offers)
