"""A skill as lines of words and chips: when … costs … if … does …, made out of its tree and the types of nodes. No Qt.

Every chip stands for the place at a JSON pointer; what the checker finds there is found at the chip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.skills.language.vocabulary import (
    ELEMENT_WORDS,
    ELEMENTS,
    WINDOW_WORDS,
    Element,
    Window,
    trait,
)
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.language.who_words import each, one
from companion.model.games.asagiri.skills.record import SkillRecord, tag
from companion.ui.games.asagiri.editors.cards import skill_record
from companion.ui.workshop.form_shapes import (
    Field,
    Flag,
    Number,
    One,
    OneOf,
    Repeated,
    Written,
    field_of,
    fields_of,
    struct_of,
    value_at,
)

from .skill_record import MOST_DICE, WHO, dice_of

Tell: TypeAlias = Callable[[Message | Name | str], str]
Does: TypeAlias = Literal[
    "value", "number", "several", "flag", "word", "card", "unfold", "amount", "head", "add", "more", "window", "cost",
    "slot",
]  # fmt: skip
"""What a chip does: choose a word, write a number, choose several words, turn over, write a word, choose a card, show
what is inside, write a number or choose what it depends on, exchange the whole line, add to a list, add a part, choose
a window, choose what is paid, choose the elements of one die.
"""
PAID = ("element", "dice", "action", "optional")
"""Fields that are one line together."""
_GAP = re.compile("\x00([a-z_]+)\x01")


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of a sentence that can be changed."""

    pointer: str
    text: str
    does: Does
    field: Field | None = None
    """What is at the pointer, where it is a field of a node."""
    optional: bool = False
    """Delete takes it out of the sentence."""
    name: str = ""
    """What it is, for screen readers."""

    @property
    def shape(self) -> Any:
        """What can be written there; None where it is no field of a node."""
        return self.field.shape if self.field is not None else None

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others: there is a head and a field at one pointer."""
        return self.pointer, "part" if self.does not in ("head", "add", "more") else self.does


Token: TypeAlias = "str | Chip"


@dataclass(slots=True)
class SentenceLine:
    """One line: how deep it lies, what it begins with, its words and chips. `item`: the entry of a list that it is."""

    depth: int
    head: Token
    tokens: list[Token] = field(default_factory=list)
    item: str = ""

    @property
    def chips(self) -> list[Chip]:
        return [token for token in (self.head, *self.tokens) if isinstance(token, Chip)]


class Sentence:
    """The lines of one skill. `unfolded`: pointers of what is shown from inside; `called`: the name of a card."""

    def __init__(
        self, record: Json, tell: Tell, called: Callable[[str], str], unfolded: Set[str] = frozenset()
    ) -> None:
        self._record, self._tell, self._called, self._unfolded = record, tell, called, unfolded
        self.lines: list[SentenceLine] = []
        self._when()
        self._cost()
        self._limits()
        self._list("/conditions", field_of(SkillRecord, "conditions"), 0, (say("if"), say("and")), say("condition"))
        self._list("/effects", field_of(SkillRecord, "effects"), 0, (say("does"), say("then")), say("effect"))

    @property
    def chips(self) -> list[Chip]:
        return [chip for line in self.lines for chip in line.chips]

    def at(self, pointer: str) -> Chip | None:
        """The chip at a pointer, or the one around it: where a finding belongs."""
        fits = [chip for chip in self.chips if f"{pointer}/".startswith(f"{chip.pointer}/") and chip.pointer]
        if not fits and pointer.split("/")[1:2] and pointer.split("/")[1] in PAID:
            return next(chip for chip in self.chips if chip.does in ("cost", "slot"))
        if not fits:
            return None
        longest = max(len(chip.pointer) for chip in fits)
        near = [chip for chip in fits if len(chip.pointer) == longest]
        return next((chip for chip in near if chip.does not in ("more", "add")), near[0])

    def _when(self) -> None:
        line = SentenceLine(0, self._tell(say("applies")))
        windows = value_at(self._record, "/when") or []
        for n, window in enumerate(windows):
            if n:
                line.tokens.append(self._tell(say("or")))
            words = self._tell(Message(WINDOW_WORDS[window])) if window in WINDOW_WORDS else str(window)
            name = self._tell(say("When it applies"))
            line.tokens.append(Chip(f"/when/{n}", words, "window", optional=len(windows) > 1, name=name))
        line.tokens.append(self._way("/when", say("or when …") if windows else say("when …"), "add"))
        self.lines.append(line)

    def _cost(self) -> None:
        t, dice = self._tell, dice_of(self._record)
        line = SentenceLine(0, t(say("costs")))
        name = t(say("What it costs"))
        if not dice:
            chosen = value_at(self._record, "/optional") is True
            words = say("nothing, but it is optional") if chosen else say("nothing: it is automatic")
            line.tokens.append(Chip("/element", t(words), "cost", name=name))
        for n, slot in enumerate(dice):
            if n:
                line.tokens.append(t(say("and")))
            pointer = "/element" if len(dice) == 1 and len(slot) == 1 else f"/dice/{n}"
            line.tokens.append(Chip(pointer, self._slot(slot), "slot", optional=True, name=name))
        if dice and len(dice) < MOST_DICE:
            line.tokens.append(self._way("/dice", say("another die"), "add"))
        if value_at(self._record, "/action") is True:
            line.tokens.append(t(say("and")))
            line.tokens.append(Chip("/action", t(say("the action")), "flag", optional=True, name=name))
        else:
            line.tokens.append(self._way("/action", say("the action"), "more"))
        self.lines.append(line)

    def _slot(self, slot: list[Element]) -> str:
        t = self._tell
        if set(slot) == set(ELEMENTS):
            return t(say("one die, whatever it shows"))
        if not slot:
            return t(say("one die"))
        words = t(Message(ELEMENT_WORDS[slot[0]]))
        for face in slot[1:]:
            words = t(say("{one} or {other}", one=words, other=Message(ELEMENT_WORDS[face])))
        return t(say("one {element} die", element=words))

    def _limits(self) -> None:
        t, once = self._tell, value_at(self._record, "/once")
        held = field_of(SkillRecord, "once")
        if once is None:
            automatic = not dice_of(self._record) and not any(
                value_at(self._record, f"/{field}") for field in ("action", "optional")
            )
            words = t(say("whenever it can") if automatic else say("once a phase"))
        else:
            words = t(skill_record.value("", "once", str(once)))
        line = SentenceLine(0, t(say("how often")))
        line.tokens.append(Chip("/once", words, "value", held, optional=once is not None, name=t(say("How often"))))
        times = value_at(self._record, "/times")
        if times is not None or once not in (None, "always"):
            words = t(plural("{count} time", "{count} times", times if isinstance(times, int) else 1))
            counted = field_of(SkillRecord, "times")
            name = t(say("How many times"))
            line.tokens.append(Chip("/times", words, "value", counted, optional=times is not None, name=name))
        self.lines.append(line)

    def _list(self, pointer: str, held: Field, depth: int, heads: tuple[Message, Message], what: Message) -> None:
        """A list of nodes, each a line of its own, and a way to one more."""
        of = nodes_of(held)
        items = value_at(self._record, pointer) or []
        for n, item in enumerate(items):
            at = f"{pointer}/{n}"
            head = Chip(at, self._tell(heads[min(n, 1)]), "head", held, optional=True, name=self._kind(of, item))
            self._node(at, item, of, SentenceLine(depth, head, item=at))
        plus: Token = self._way(pointer, what, "add")
        if items:
            self.lines.append(SentenceLine(depth, "", [plus]))
        else:
            self.lines.append(SentenceLine(depth, self._tell(heads[0]), [plus]))

    def _kind(self, of: One, item: Json) -> str:
        struct = struct_of(of, item)
        return self._tell(skill_record.node(tag(struct))) if struct is not None else "?"

    def _node(self, pointer: str, item: Json, of: One, line: SentenceLine) -> None:
        """A node on its line, and what is inside it below."""
        self.lines.append(line)
        struct = struct_of(of, item)
        if struct is None:
            line.tokens.append(Chip(pointer, "?", "head", optional=True))
            return
        line.tokens += self._tokens(pointer, item, struct)
        for inner in fields_of(struct):
            self._inside(pointer, item, struct, inner, line.depth + 1)

    def _inside(self, pointer: str, item: Json, struct: type[msgspec.Struct], inner: Field, depth: int) -> None:
        at, named = f"{pointer}/{inner.name}", tag(struct)
        shape = inner.shape
        if isinstance(shape, Repeated) and isinstance(shape.of, One):
            if inner.required or value_at(item, f"/{inner.name}"):
                said = skill_record.nested(named, inner.name)
                what = say("condition") if inner.name == "conditions" else say("effect")
                joint = say("then") if inner.name != "conditions" else say("or") if named == "any_of" else say("and")
                self._list(at, inner, depth, (said, joint), what)
        elif isinstance(shape, Repeated) and isinstance(shape.of, Repeated):
            for n, _ in enumerate(value_at(item, f"/{inner.name}") or []):
                said = skill_record.nested(named, inner.name) if not n else say("or")
                self._list(f"{at}/{n}", inner, depth, (said, say("then")), say("effect"))
            self.lines.append(SentenceLine(depth, "", [self._way(at, say("another way"), "add")]))
        elif isinstance(shape, One) and len(shape.types) > 1 and shape.number is None:
            held = value_at(item, f"/{inner.name}")
            head = Chip(
                at, self._tell(skill_record.nested(named, inner.name)), "head", inner, name=self._kind(shape, held)
            )
            self._node(at, held, shape, SentenceLine(depth, head))
        elif isinstance(shape, One) and at in self._unfolded:
            self._unfold(at, value_at(item, f"/{inner.name}", inner.default), shape, depth)

    def _unfold(self, pointer: str, item: Json, shape: One, depth: int) -> None:
        struct = struct_of(shape, item)
        if struct is None or not isinstance(item, dict):
            return
        line = SentenceLine(depth, "›")
        line.tokens += self._tokens(pointer, item, struct)
        self.lines.append(line)
        for inner in fields_of(struct):
            self._inside(pointer, item, struct, inner, depth + 1)

    def _tokens(self, pointer: str, item: Json, struct: type[msgspec.Struct]) -> list[Token]:
        """The sentence of a node: its words, a chip in each gap, then the parts that say something."""
        named = tag(struct) or WHO
        found: list[Token] = []
        main = self._gaps(skill_record.sentence(named), [one.name for one in fields_of(struct)])
        spoken = set()
        for text, name in main:
            if text.strip():
                found.append(text.strip())
            if name:
                spoken.add(name)
                found.append(self._chip(pointer, item, struct, field_of(struct, name)))
        open_: list[Field] = []
        for inner in fields_of(struct):
            if inner.name in spoken or _is_list(inner) or _is_single(inner):
                if _is_list(inner) and not inner.required and not value_at(item, f"/{inner.name}"):
                    open_.append(inner)
                continue
            held = value_at(item, f"/{inner.name}", inner.default)
            if held == inner.default and not inner.required:
                open_.append(inner)
            else:
                found += self._part(pointer, item, struct, inner)
        if open_:
            found.append(self._way(pointer, say("details"), "more"))
        return found

    def _part(self, pointer: str, item: Json, struct: type[msgspec.Struct], inner: Field) -> Iterator[Token]:
        """A part of a sentence that is there because it says something."""
        named = tag(struct) or WHO
        chip = self._chip(pointer, item, struct, inner, optional=not inner.required)
        if isinstance(inner.shape, Flag):
            yield chip
            return
        for text, name in self._gaps(skill_record.part(named, inner.name), [inner.name]):
            if text.strip():
                yield text.strip()
            if name:
                yield chip

    def _gaps(self, message: Message, names: list[str]) -> Iterator[tuple[str, str]]:
        """A sentence cut at its gaps: the words before each, and its name; at last the words after all."""
        opened = tuple((name, f"\x00{name}\x01") for name in names)
        parts = _GAP.split(self._tell(Message(message.key, (*message.args, *opened))))
        for n in range(0, len(parts) - 1, 2):
            yield parts[n], parts[n + 1]
        yield parts[-1], ""

    def _chip(
        self, pointer: str, item: Json, struct: type[msgspec.Struct], inner: Field, *, optional: bool = False
    ) -> Chip:
        held = value_at(item, f"/{inner.name}", inner.default)
        named = tag(struct) or WHO
        does: Does = _does(inner)
        name = self._tell(skill_record.field(named, inner.name))
        text = self._text(named, inner, held)
        return Chip(f"{pointer}/{inner.name}", text, does, inner, optional=optional, name=name)

    def _text(self, named: str, inner: Field, held: Any) -> str:
        t, shape = self._tell, inner.shape
        if held is None:
            return "…"
        if isinstance(shape, Flag):
            return t(skill_record.flag(named, inner.name, held is True))
        if isinstance(shape, OneOf):
            return t(skill_record.value(named, inner.name, str(held)))
        if isinstance(shape, Repeated):
            words = [t(skill_record.value(named, inner.name, str(one))) for one in held]
            return ", ".join(words) or "…"
        if isinstance(shape, Written):
            return self._called(held) if inner.name == "card" else t(say("“{word}”", word=trait(str(held))))
        if isinstance(shape, One):
            return self._inner_text(named, shape, held)
        return _signed(held) if isinstance(shape, Number) and shape.least < 0 else str(held)

    def _inner_text(self, named: str, shape: One, held: Any) -> str:
        """A node inside a sentence, said as a part of it."""
        if not isinstance(held, dict):
            return _signed(held) if named == "bonus" else str(held)
        struct = struct_of(shape, held)
        if struct is Who:
            return self._somebody(named, held)
        if struct is None:
            return "?"
        tokens = self._tokens("", held, struct)
        words = [token if isinstance(token, str) else token.text for token in tokens if not _is_more(token)]
        return " ".join(words)

    def _somebody(self, named: str, held: Json) -> str:
        """Whom it is about; those that have to stand somewhere, one by one."""
        try:
            who = msgspec.convert(held, Who)
        except msgspec.ValidationError:
            return "?"
        alone = named == "there" and who.of not in ("self", "opponent")
        return self._tell(one(who) if alone else each(who))

    def _way(self, pointer: str, what: Message, does: Does) -> Chip:
        words = f"+\u00a0{self._tell(what)}"
        return Chip(pointer, words, does, name=words)


def _does(inner: Field) -> Does:
    shape = inner.shape
    if isinstance(shape, Flag):
        return "flag"
    if isinstance(shape, OneOf):
        return "value"
    if isinstance(shape, Repeated):
        return "several"
    if isinstance(shape, Number):
        return "number"
    if isinstance(shape, One):
        return "amount" if shape.number is not None else "unfold"
    return "card" if inner.name == "card" else "word"


def _is_list(inner: Field) -> bool:
    """Whether a field holds nodes, which have lines of their own."""
    return isinstance(inner.shape, Repeated) and isinstance(inner.shape.of, One | Repeated)


def _is_single(inner: Field) -> bool:
    """Whether a field holds one node of several, which has a line of its own."""
    return isinstance(inner.shape, One) and len(inner.shape.types) > 1 and inner.shape.number is None


def _is_more(token: Token) -> bool:
    return isinstance(token, Chip) and token.does == "more"


def nodes_of(held: Field) -> One:
    """The nodes that a field or a list may hold."""
    shape = held.shape
    while isinstance(shape, Repeated):
        shape = shape.of
    assert isinstance(shape, One)
    return shape


def _signed(held: Any) -> str:
    if not isinstance(held, int):
        return str(held)
    return f"+{held}" if held >= 0 else f"\u2212{-held}"


def windows_said(record: Json) -> tuple[Window, ...]:
    """The windows in which the skill speaks."""
    return tuple(window for window in value_at(record, "/when") or () if window in WINDOW_WORDS)
