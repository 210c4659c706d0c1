"""A deck as a table for spreadsheets: a header row, then a card a row; values between tabs, semicolons or commas.

Headers and words are understood in every language of the program. A table is read whole or not at all: each fault
is told with its line and its column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, Words, folded, say
from companion.model.games.sake.box.deck import BACKS, Back, CardType, code_of
from companion.model.games.sake.box.deck_draft import MOST_CARDS, CardLine

COLUMNS: Mapping[str, Message] = {
    "card": say("Card"),
    "attack": say("Attack"),
    "defence": say("Defence"),
    "move": say("Move"),
    "drink": say("Drink"),
    "back": say("Card back"),
    "copies": say("Copies"),
}
"""Each column with its header; `copies` may be left out."""
BACK_WORDS: Mapping[str, Message] = {"push": say("push"), "brawl": say("brawl"), "doze": say("doze")}
_ALSO = {
    "card": ("text", "type", "name", "texte", "type", "nom", "testo", "tipo", "nome"),
    "defence": ("defense",),
    "back": ("back", "dos", "dorso", "retro"),
    "copies": ("copy", "count", "number", "quantity", "nombre", "quantite", "numero", "quantita"),
}
"""What else people write at the top of a column."""
NEEDED = ("card", "attack", "defence", "move", "drink", "back")
BOXES = ("attack", "defence", "move", "drink")
SEPARATORS = "\t;,"
MOST_BYTES = 256 * 1024
MOST_COPIES = 40
MOST_FAULTS = 200
"""So many are looked for; the first of them are read anyway."""
_FORMULA = "=+-@"
"""A spreadsheet would compute what begins so."""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong at a place of a table; `column`: as `COLUMNS` has it, nothing for a whole line."""

    line: int
    column: str
    why: Message

    @property
    def told(self) -> Message:
        """The fault with its place."""
        if not self.column:
            return say("Line {line}: {why}", line=self.line, why=self.why)
        return say("Line {line}, {column}: {why}", line=self.line, column=COLUMNS[self.column], why=self.why)


class DeckTable(msgspec.Struct, frozen=True):
    """A table that was read. With a fault there are no lines."""

    lines: tuple[CardLine, ...] = ()
    faults: tuple[Fault, ...] = ()
    ignored: tuple[str, ...] = ()
    """Columns that mean nothing here, by their headers."""


def decoded(data: bytes) -> str:
    """The text of a table out of a file: UTF-8, UTF-16 as Excel writes it, else Western European; InvalidInput."""
    if len(data) > MOST_BYTES:
        raise InvalidInput("", "This file is too large for a deck: at most {most} kB.", most=MOST_BYTES // 1024)
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return data.decode("utf-16")
        if b"\0" in data:
            raise InvalidInput("", "This file is not a table: save it as CSV in the spreadsheet.")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_table(text: str, types: Sequence[CardType], speaking: Iterable[Words]) -> DeckTable:
    """Read a table; of several `types` of one name the first is meant. `speaking`: the languages understood."""
    if len(text) > MOST_BYTES:
        return DeckTable(faults=(Fault(1, "", say("This table is too long.")),))
    return _Reader(types, tuple(speaking)).read(text.lstrip("\ufeff"))


def write_table(
    lines: Iterable[CardLine], types: Mapping[str, CardType], words: Words, separator: str | None = None
) -> str:
    """Write a deck so that `read_table` gives the same lines.

    Without a `separator`, by the one that spreadsheets of the language of `words` expect.
    """
    if separator is None:
        separator = "," if words.language == "en" else ";"
    named = [_plain(words(Name.of(kind.names))) for kind in types.values()]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow([words(COLUMNS[column]) for column in NEEDED])
    for line in lines:
        name = words(Name.of(types[line.type].names)) if line.type in types else line.type
        if named.count(_plain(name)) != 1:
            name = line.type
        writer.writerow([_safe(name), *line.boxes, words(BACK_WORDS[line.back])])
    return text.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if cell[:1] in tuple(_FORMULA) or cell[:1] == "'" else cell


def _unsafe(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in tuple(f"{_FORMULA}'") else cell


def _plain(word: str) -> str:
    """A word as people tell words apart: letters and digits only, so `No-Dachi` is `nodachi`."""
    return "".join(letter for letter in folded(word) if letter.isalnum())


class _Reader:
    def __init__(self, types: Sequence[CardType], speaking: tuple[Words, ...]) -> None:
        self.names: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        """What is proposed for a name that is nearly right."""
        for kind in types:
            for word in (kind.id, *kind.names.values(), code_of(kind.id)):
                self.names.setdefault(_plain(word), kind.id)
            for word in kind.names.values():
                self.shown.setdefault(_plain(word), word)
        self.headers = {_plain(id): id for id in COLUMNS}
        for id, said in COLUMNS.items():
            for word in (*[words(said) for words in speaking], *_ALSO.get(id, ())):
                self.headers.setdefault(_plain(word), id)
        self.backs: dict[str, Back] = {}
        for n, back in enumerate(BACKS):
            for word in (back, str(n + 1), *[words(BACK_WORDS[back]) for words in speaking]):
                self.backs.setdefault(_plain(word), back)
        self.back_words = tuple([BACK_WORDS[back] for back in BACKS])
        self.faults: list[Fault] = []

    def read(self, text: str) -> DeckTable:
        try:
            rows = list(self._rows(text))
        except csv.Error:
            return DeckTable(faults=(Fault(1, "", say("This is not a table of values.")),))
        if not rows:
            return DeckTable(faults=(Fault(1, "", say("There is nothing in this table.")),))
        (top, header), *below = rows
        places, ignored = self._places(top, header)
        lines: list[CardLine] = []
        if not self.faults:
            for number, cells in below:
                lines += self._cards(number, cells, places, len(header))
                if len(self.faults) >= MOST_FAULTS:
                    break
                if len(lines) > MOST_CARDS:
                    self._tell(number, "", say("A deck has at most {most} cards.", most=MOST_CARDS))
                    break
            if not below:
                self._tell(top, "", say("There is no card below the header."))
        if self.faults:
            return DeckTable(faults=tuple(self.faults), ignored=ignored)
        return DeckTable(tuple(lines), ignored=ignored)

    def _rows(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Every row with something in it, and the number of its first line."""
        first = text.split("\n", 1)[0].strip("\r\n ").casefold()
        skipped = 0
        if first.startswith("sep=") and len(first) == 5:  # Excel's own way to say what stands between values
            text, skipped = text.split("\n", 1)[1] if "\n" in text else "", 1
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self._separator(text))
        start = 1 + skipped
        for row in reader:
            cells = [_unsafe(cell.strip()) for cell in row]
            if any(cells):
                yield start, cells
            start = reader.line_num + 1 + skipped

    def _separator(self, text: str) -> str:
        """What parts the header into the most columns that mean something."""
        header = next((line for line in text.splitlines() if line.strip()), "")

        def known(separator: str) -> int:
            return sum(_plain(cell) in self.headers for cell in header.split(separator))

        return max(SEPARATORS, key=known)

    def _places(self, line: int, header: list[str]) -> tuple[dict[str, int], tuple[str, ...]]:
        """Where each column stands, and the headers that mean nothing."""
        places: dict[str, int] = {}
        ignored = []
        for n, cell in enumerate(header):
            column = self.headers.get(_plain(cell))
            if column is None:
                ignored += [cell[:40]] if cell else []
            elif column in places:
                self._tell(line, column, say("Two columns have this header."))
            else:
                places[column] = n
        missing = [column for column in NEEDED if column not in places]
        if len(missing) == len(NEEDED):
            wanted = tuple([COLUMNS[column] for column in NEEDED])
            self._tell(line, "", say("The first row names the columns: {columns}.", columns=wanted))
        else:
            for column in missing:
                self._tell(line, column, say("This column is missing."))
        return places, tuple(ignored)

    def _cards(self, line: int, cells: list[str], places: Mapping[str, int], wide: int) -> list[CardLine]:
        before = len(self.faults)
        if any(cells[wide:]):
            self._tell(line, "", say("This row has more values than the header has columns."))
        values = {column: cells[n] if n < len(cells) else "" for column, n in places.items()}
        type_ = self._type(line, values["card"])
        attack, defence, move, drink = [self._number(line, box, values[box], 0, 9) for box in BOXES]
        back = self._back(line, values["back"])
        copies = 1
        if values.get("copies"):
            copies = self._number(line, "copies", values["copies"], 1, MOST_COPIES)
        if len(self.faults) > before:
            return []
        return [CardLine(type_, attack, defence, move, drink, back)] * copies

    def _type(self, line: int, cell: str) -> str:
        found = self.names.get(_plain(cell)) if cell else None
        if found is not None:
            return found
        if not cell:
            self._tell(line, "card", say("A value is missing."))
        elif near := get_close_matches(_plain(cell), self.shown, 1, 0.6):
            self._tell(line, "card", say("There is no card “{name}”. Is “{near}” meant?",
                                         name=_shown(cell), near=self.shown[near[0]]))  # fmt: skip
        else:
            self._tell(line, "card", say("There is no card “{name}”.", name=_shown(cell)))
        return ""

    def _number(self, line: int, column: str, cell: str, least: int, most: int) -> int:
        bare = cell.removesuffix(".0").removesuffix(",0").removeprefix("+")
        if bare.isascii() and bare.isdigit() and len(bare) < 4 and least <= int(bare) <= most:
            return int(bare)
        if not cell:
            self._tell(line, column, say("A value is missing."))
        else:
            self._tell(line, column, say("“{cell}” is not a whole number from {least} to {most}.",
                                         cell=_shown(cell), least=least, most=most))  # fmt: skip
        return least

    def _back(self, line: int, cell: str) -> Back:
        found = self.backs.get(_plain(cell)) if cell else None
        if found is not None:
            return found
        if not cell:
            self._tell(line, "back", say("A value is missing."))
        else:
            self._tell(line, "back", say("“{cell}” is no back: {backs}.", cell=_shown(cell), backs=self.back_words))
        return BACKS[0]

    def _tell(self, line: int, column: str, why: Message) -> None:
        self.faults.append(Fault(line, column, why))


def _shown(cell: str) -> str:
    """A cell as it can be repeated in a sentence."""
    return "".join(letter if letter.isprintable() else " " for letter in cell[:40])
