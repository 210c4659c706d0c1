"""What may be chosen next, line by line, with the key of each, and what may not, with the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.question.question import Question
from companion.ui.kit.list_view import Line
from companion.ui.kit.translator import tr


def digits_of(parts: Sequence[Part]) -> dict[Part, str]:
    """A digit for each of the first steps: that of a number is its own."""
    found = {part: str(part.value) for part in parts if part.kind == "number"}
    free = [digit for digit in "123456789" if digit not in found.values()]
    others = [part for part in parts if part.kind not in ("number", "type")]
    return found | dict(zip(others, free, strict=False))


def lines_of(asking: Question, parts: Sequence[Part], digits: Mapping[Part, str]) -> list[Line]:
    """A line for each step that neither a card nor a button of a type of cards stands for."""
    composer, lines = asking.composer, list[Line]()
    playing = Part("act", "end_phase") in parts  # then the cards speak for themselves
    for n, part in enumerate(parts):
        if (part.kind == "card" and playing) or (part.kind == "type" and not composer.taken):
            continue
        about = asking.about(part)
        lines.append(Line(f"{n}", asking.said(part), tr(about) if about is not None else "",
                          value=digits.get(part, ""), data=part))  # fmt: skip
    card = composer.card
    if card is not None and composer.box is None:
        for box in ("attack", "iaido", "move", "drink", "text"):
            if not any(part.value == box for part in parts):
                why = asking.why_not(card, box)
                if why is not None:
                    lines.append(Line(f"not {box}", asking.said(Part("box", box)), refusal=tr(refused(why))))
    return lines


def refused(why: Refusal) -> Message:
    """A refusal with the id of its rule."""
    return say("{why} ({rule})", why=why.why, rule=why.rule)
