"""Hands that write a skill: what happens when a chip is pressed, typed on, taken out or moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.model.games.asagiri.skills.language.vocabulary import (
    ELEMENT_WORDS,
    ELEMENTS,
    WINDOW_WORDS,
    WINDOWS,
    Element,
)
from companion.model.games.asagiri.skills.record import problems, tag
from companion.ui.games.asagiri.editors.cards import skill_record
from companion.ui.games.asagiri.editors.cards.card_record import Free, Picker, card_lines, free_trait, trait_lines
from companion.ui.kit.list_view import Line
from companion.ui.kit.translator import tr
from companion.ui.workshop import PackContext, RecordDraft
from companion.ui.workshop.form_shapes import Field, Number, One, Repeated, fields_of, value_at, with_value

from .sentence import Chip, nodes_of, windows_said
from .skill_page import SkillPage
from .skill_record import (
    ANY,
    added,
    blank,
    conditions_for,
    costing,
    dice_of,
    effects_for,
    fresh_value,
    grounded,
    is_blank,
    list_field,
    moved,
    owned,
    paid_with,
    parent,
    read,
    struct_at,
    tidy,
    with_die,
    without,
)

LETTERS: dict[str, Element] = {"f": "fire", "w": "water", "a": "air", "e": "earth", "t": "tori"}
"""The same in every language, as the signs are."""
FREE, WANTED, WHATEVER, EITHER, NUMBER = "automatic", "optional", "any", "either", "number"


class ChipActions(QObject):
    """See the module. `unfolded`: another part is shown from inside, or no more."""

    unfolding = Signal()

    def __init__(self, draft: RecordDraft, bench: PackContext, page: SkillPage, parent: QObject) -> None:
        super().__init__(parent)
        self._draft, self._bench, self._page = draft, bench, page
        self.unfolded: set[str] = set()
        self.picker: Picker | None = None
        page.acted.connect(self._act)

    def _act(self, chip: Chip, what: str, value: Any) -> None:
        doings: dict[str, Callable[[Chip, Any], None]] = {
            "press": self.press, "type": self._typed, "digit": self._digit, "step": self._step,
            "sign": self._turn_sign, "remove": self.remove, "move": self._move,
        }  # fmt: skip
        doings[what](chip, value)

    def _write(self, record: Json, pointer: str, deed: Message) -> None:
        manifest = self._bench.manifest
        first = "/" + pointer.split("/")[1]
        changed = owned(record, [first], manifest.source if manifest is not None else "owner")
        self._draft.change(changed, tr(deed))

    def _put(self, chip: Chip, value: Any) -> None:
        """Write a value; what goes without saying is left out."""
        record = self._draft.record
        held = chip.field
        bare = held is not None and not held.required and value == held.default and not chip.optional
        changed = without(record, chip.pointer) if bare else grounded(record, chip.pointer, value)
        self._write(changed, chip.pointer, say("Skill"))

    def _value(self, chip: Chip) -> Any:
        return value_at(self._draft.record, chip.pointer, chip.field.default if chip.field is not None else None)

    def _pick(
        self,
        chip: Chip,
        lines: Sequence[Line],
        do: Callable[[str], object],
        *,
        typed: str = "",
        free: Free | None = None,
        many: bool = False,
        chosen: Sequence[str] = (),
    ) -> None:
        button = self._page.chips.get(chip.key)
        if button is None:
            return
        wide = 460 if any(line.words for line in lines) else 330
        self.picker = Picker(lines, button, name=chip.name or chip.text, typed=typed, free=free, many=many,
                             chosen=chosen, width=wide)  # fmt: skip
        self.picker.picked.connect(do)
        self.picker.finished.connect(lambda: self._page.go_on(chip))
        self.picker.closed.connect(self._closed)
        self.picker.popup()

    def _closed(self) -> None:
        self.picker = None

    def press(self, chip: Chip, typed: str) -> None:
        """Do what a chip is for; `typed`: the letter with which somebody began to choose."""
        doings: dict[str, Callable[[Chip, str], None]] = {
            "value": self._pick_value, "several": self._pick_several, "word": self._pick_word, "card": self._pick_card,
            "window": self._pick_window, "cost": self._pick_cost, "slot": self._pick_cost, "head": self._pick_node,
            "add": self._add, "more": self._pick_part, "amount": self._pick_amount, "number": self._pick_number,
            "unfold": self._unfold, "flag": self._turn,
        }  # fmt: skip
        doings[chip.does](chip, typed)

    def _typed(self, chip: Chip, text: str) -> None:
        if chip.does in ("cost", "slot") and text.lower() in LETTERS:
            fresh = is_blank(self._draft.record)
            self._pay(chip, LETTERS[text.lower()])
            if fresh:
                self._page.focus_line("/effects/0")
            else:
                self._page.go_on(next((one for one in self._costs() if one.does == "slot"), chip))
        elif chip.does in ("unfold", "flag", "number"):
            return
        else:
            self.press(chip, text)

    def _objection(self, record: Json) -> Callable[[Json], str]:
        """Says of another record what is wrong with it that was not wrong before."""
        skill = read(record)
        known = [(problem.pointer, problem.what) for problem in problems(skill)] if skill is not None else []

        def says(changed: Json) -> str:
            made = read(changed)
            if made is None:
                return ""
            for problem in problems(made):
                if (problem.pointer, problem.what) not in known:
                    return tr(problem.what)
            return ""

        return says

    def _pick_value(self, chip: Chip, typed: str) -> None:
        """A word of the language; one that would mean nothing here says why."""
        assert chip.field is not None
        record, held = self._draft.record, self._value(chip)
        objection = self._objection(record)
        lines = []
        for word in chip.shape.values:
            wrong = "" if word == held else objection(grounded(record, chip.pointer, word))
            words = tr(skill_record.value(tag(chip.field.owner), chip.field.name, word))
            lines.append(Line(word, words, refusal=wrong, chosen=word == held))
        lines.sort(key=lambda line: bool(line.refusal))
        self._pick(chip, lines, lambda word: self._put(chip, word), typed=typed)

    def _pick_several(self, chip: Chip, typed: str) -> None:
        assert chip.field is not None
        order, name = chip.shape.of.values, chip.field.name
        lines = [Line(word, tr(skill_record.value(tag(chip.field.owner), name, word))) for word in order]

        def toggle(word: str) -> None:
            held = set(self._value(chip) or ())
            self._put(chip, tidy(held ^ {word}, order))

        self._pick(chip, lines, toggle, typed=typed, many=True, chosen=list(self._value(chip) or ()))

    def _pick_word(self, chip: Chip, typed: str) -> None:
        lines = trait_lines(self._bench, None)
        self._pick(chip, lines, lambda word: self._put(chip, word), typed=typed,
                   free=lambda words: free_trait(words, self._bench))  # fmt: skip

    def _pick_card(self, chip: Chip, typed: str) -> None:
        self._pick(chip, card_lines(self._bench), lambda id: self._put(chip, id), typed=typed)

    def _turn(self, chip: Chip, typed: str = "") -> None:
        if chip.pointer == "/action":
            self.remove(chip)
        else:
            self._put(chip, self._value(chip) is not True)

    def _unfold(self, chip: Chip, typed: str = "") -> None:
        if chip.pointer in self.unfolded:
            self.unfolded.discard(chip.pointer)
        else:
            self.unfolded.add(chip.pointer)
        self.unfolding.emit()
        if chip.pointer in self.unfolded:
            self._page.focus_line(chip.pointer)

    def _bounds(self, chip: Chip) -> Number:
        bounds: Any = chip.shape.number if isinstance(chip.shape, One) else chip.shape
        assert isinstance(bounds, Number)
        return bounds

    def _digit(self, chip: Chip, typed: tuple[int, bool]) -> None:
        digit, more = typed
        bounds, held = self._bounds(chip), self._value(chip)
        old = abs(held) if isinstance(held, int) else 0
        value = old * 10 + digit if more and 0 < old * 10 + digit <= bounds.most and old else digit
        if isinstance(held, int) and held < 0:
            value = -value
        self._number(chip, value)
        if abs(value) * 10 > bounds.most:
            self._page.go_on(chip)

    def _number(self, chip: Chip, value: int) -> None:
        bounds = self._bounds(chip)
        self._put(chip, max(bounds.least, min(bounds.most, value)))

    def _step(self, chip: Chip, step: int) -> None:
        held = self._value(chip)
        self._number(chip, held + step if isinstance(held, int) else 1)

    def _turn_sign(self, chip: Chip, _: object) -> None:
        held = self._value(chip)
        if self._bounds(chip).least < 0 and isinstance(held, int):
            self._number(chip, -held if held else -1)
        else:
            self._step(chip, -1)

    def _pick_number(self, chip: Chip, typed: str) -> None:
        bounds = self._bounds(chip)
        lines = [self._number_line(chip, n) for n in range(bounds.least, min(bounds.most, bounds.least + 12) + 1)]
        self._pick(chip, lines, lambda word: self._number(chip, int(word)), typed=typed)

    def _number_line(self, chip: Chip, n: int) -> Line:
        signed = self._bounds(chip).least < 0
        words = f"+{n}" if signed and n > 0 else str(n).replace("-", "\u2212")
        return Line(str(n), words, chosen=self._value(chip) == n)

    def _pick_amount(self, chip: Chip, typed: str) -> None:
        """A number, or what it depends on; what depends on the table is shown from inside."""
        if isinstance(self._value(chip), dict) and not typed and chip.pointer not in self.unfolded:
            self._unfold(chip)
            return
        lines = [self._number_line(chip, n) for n in (1, 2, 3, 4, -1, -2, -3)]
        lines += [Line(tag(type_), tr(skill_record.node(tag(type_))), sign="more") for type_ in chip.shape.types]

        def choose(word: str) -> None:
            struct = next((type_ for type_ in chip.shape.types if tag(type_) == word), None)
            if struct is None:
                self._number(chip, int(word))
                return
            self.unfolded.add(chip.pointer)
            self._put(chip, blank(struct, self._draft.record))
            self._page.focus_line(chip.pointer)

        self._pick(chip, lines, choose, typed=typed)

    def _window_lines(self, held: str = "") -> list[Line]:
        said = windows_said(self._draft.record)
        return [Line(window, tr(Message(WINDOW_WORDS[window])), chosen=window == held)
                for window in WINDOWS if window == held or window not in said]  # fmt: skip

    def _pick_window(self, chip: Chip, typed: str) -> None:
        held = str(self._value(chip))
        self._pick(chip, self._window_lines(held), lambda window: self._put(chip, window), typed=typed)

    def _costs(self) -> list[Chip]:
        sentence = self._page.sentence
        return [chip for chip in sentence.chips if chip.does in ("cost", "slot")] if sentence is not None else []

    def _pick_cost(self, chip: Chip, typed: str) -> None:
        dice = dice_of(self._draft.record)
        slot = self._slot(chip)
        held = dice[slot] if slot is not None and slot < len(dice) else []
        lines = []
        if len(dice) < 2:
            lines.append(Line(FREE, tr(say("nothing: it is automatic")), sign="automatic"))
            lines.append(Line(WANTED, tr(say("nothing, but it is optional")), sign="edit"))
        for letter, face in LETTERS.items():
            words = tr(say("one {element} die", element=Message(ELEMENT_WORDS[face])))
            lines.append(Line(face, words, value=letter.upper(), sign=face, chosen=held == [face]))
        lines.append(Line(WHATEVER, tr(say("one die, whatever it shows")), sign="dice"))
        lines.append(Line(EITHER, tr(say("one of several elements …")), sign="dice"))
        self._pick(chip, lines, lambda word: self._pay(chip, word), typed=typed)

    def _slot(self, chip: Chip) -> int | None:
        """Which die a chip stands for; None: none is paid yet."""
        if chip.does != "slot":
            return None
        last = parent(chip.pointer)[1]
        return int(last) if last.isdigit() else 0

    def _pay(self, chip: Chip, word: str) -> None:
        record, slot = self._draft.record, self._slot(chip)
        dice: list[list[Element]] = dice_of(record)
        if word in (FREE, WANTED):
            changed = costing(record, [])
            changed = {**changed, "optional": True} if word == WANTED else without(changed, "/optional")
            self._write(changed, "/element", say("What it costs"))
            return
        if word == EITHER:
            self._pick_elements(chip)
            return
        faces = list(ANY) if word == WHATEVER else [face for face in ELEMENTS if face == word]
        if slot is None and len(faces) == 1:
            self._write(paid_with(record, faces[0]), "/element", say("What it costs"))
        else:
            self._write(costing(record, with_die(dice, slot, faces)), "/element", say("What it costs"))

    def _pick_elements(self, chip: Chip) -> None:
        slot = self._slot(chip)
        dice = dice_of(self._draft.record)
        held = dice[slot] if slot is not None and slot < len(dice) else []
        lines = [Line(face, tr(Message(ELEMENT_WORDS[face])), sign=face) for face in ELEMENTS]

        def toggle(word: str) -> None:
            now = dice_of(self._draft.record)
            n = slot if slot is not None else 0
            faces = set(now[n] if n < len(now) else ()) ^ {word}
            kept = [face for face in ELEMENTS if face in faces]
            if kept:
                self._write(costing(self._draft.record, with_die(now, n if n < len(now) else None, kept)),
                            "/dice", say("What it costs"))  # fmt: skip

        self._pick(chip, lines, toggle, many=True, chosen=held)

    def _offered(self, held: Field, pointer: str) -> tuple[type[msgspec.Struct], ...]:
        of = nodes_of(held).types
        record = self._draft.record
        fit = {*effects_for(windows_said(record)), *conditions_for(windows_said(record), paid=bool(dice_of(record)))}
        kept = tuple(type_ for type_ in of if type_ in fit)
        return kept or of

    def _node_lines(self, held: Field, pointer: str) -> list[Line]:
        now = value_at(self._draft.record, f"{pointer}/type")
        return [
            Line(tag(type_), tr(skill_record.node(tag(type_))), chosen=tag(type_) == now)
            for type_ in self._offered(held, pointer)
        ]

    def _fresh(self, held: Field, word: str) -> dict[str, Any]:
        struct = next(type_ for type_ in nodes_of(held).types if tag(type_) == word)
        cards = card_lines(self._bench)
        return blank(struct, self._draft.record, cards[0].id if cards else "")

    def _pick_node(self, chip: Chip, typed: str) -> None:
        assert chip.field is not None
        held = chip.field

        def exchange(word: str) -> None:
            if value_at(self._draft.record, f"{chip.pointer}/type") != word:
                changed = with_value(self._draft.record, chip.pointer, self._fresh(held, word))
                self._write(changed, chip.pointer, say("Skill"))
                self._page.focus_line(chip.pointer)

        self._pick(chip, self._node_lines(held, chip.pointer), exchange, typed=typed)

    def _add(self, chip: Chip, typed: str) -> None:
        record, pointer = self._draft.record, chip.pointer
        if pointer == "/when":
            self._pick(chip, self._window_lines(), lambda window: self._append("/when", window), typed=typed)
        elif pointer == "/dice":
            dice = dice_of(record)
            self._write(costing(record, [*dice, list(dice[-1]) or ["fire"]]), "/dice", say("What it costs"))
            self._page.focus_chip((f"/dice/{len(dice)}", "part"))
        elif pointer.endswith("/ways"):
            self._append(pointer, [])
            self._page.focus_chip((f"{pointer}/{len(value_at(record, pointer) or [])}", "add"))
        else:
            held = list_field(record, pointer)
            lines = self._node_lines(held, pointer)
            self._pick(chip, lines, lambda word: self._append(pointer, self._fresh(held, word)), typed=typed)

    def _append(self, pointer: str, value: Json) -> None:
        count = len(value_at(self._draft.record, pointer) or [])
        self._write(added(self._draft.record, pointer, value), pointer, say("Skill"))
        self._page.focus_line(f"{pointer}/{count}")

    def _pick_part(self, chip: Chip, typed: str) -> None:
        """Say something more: a part that was left out."""
        record = self._draft.record
        if chip.pointer == "/action":
            self._write({**without(record, "/optional"), "action": True}, "/action", say("What it costs"))
            return
        struct = struct_at(record, chip.pointer)
        if struct is None:
            return
        named = tag(struct)
        open_ = [field for field in fields_of(struct) if self._is_open(chip.pointer, field)]
        lines = [Line(field.name, tr(skill_record.field(named, field.name))) for field in open_]
        held = {field.name: field for field in open_}
        self._pick(chip, lines, lambda name: self._say_more(chip.pointer, held[name]), typed=typed)

    def _is_open(self, pointer: str, field: Field) -> bool:
        struct = struct_at(self._draft.record, pointer)
        named = skill_record.sentence(tag(struct) if struct is not None else skill_record.WHO).key
        if field.required or f"{{{field.name}}}" in named:
            return False
        return value_at(self._draft.record, f"{pointer}/{field.name}", field.default) in (field.default, [], ())

    def _say_more(self, pointer: str, field: Field) -> None:
        at = f"{pointer}/{field.name}"
        record = self._draft.record
        shape = field.shape
        if isinstance(shape, Repeated) and isinstance(shape.of, One):
            first = self._offered(field, at)[0]
            value: Any = [self._fresh(field, tag(first))]
        else:
            value = fresh_value(field)
            if isinstance(shape, One) and isinstance(value, dict):
                self.unfolded.add(at)
        self._write(grounded(record, at, value), at, say("Skill"))
        if not self._page.focus_chip((at, "part")):
            self._page.focus_line(at)

    def remove(self, chip: Chip, _: object = None) -> None:
        """Take a part, a line, a window or a die out."""
        record = self._draft.record
        if not chip.optional:
            return
        if chip.does == "slot":
            slot = self._slot(chip)
            dice = [die for n, die in enumerate(dice_of(record)) if n != slot]
            self._write(costing(record, dice), "/element", say("What it costs"))
            return
        changed = without(record, chip.pointer)
        above, last = parent(chip.pointer)
        if last.isdigit() and not value_at(changed, above) and above == "/conditions":
            changed = without(changed, above)
        self.unfolded = {pointer for pointer in self.unfolded if not f"{pointer}/".startswith(f"{chip.pointer}/")}
        self._write(changed, chip.pointer, say("Skill"))

    def _move(self, chip: Chip, step: int) -> None:
        changed = moved(self._draft.record, chip.pointer, step)
        if chip.does == "head" and changed != self._draft.record:
            above, last = parent(chip.pointer)
            self.unfolded.clear()
            self._write(changed, chip.pointer, say("Skill"))
            self._page.focus_chip((f"{above}/{int(last) + step}", "head"))
