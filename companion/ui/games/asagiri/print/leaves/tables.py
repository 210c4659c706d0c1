"""The tables of a campaign on one page: Heal, Pray with the honours, Seek."""

from __future__ import annotations

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.tables import HEAL, PRAY, Table
from companion.model.games.asagiri.rules.honours import HONOURS, NAMES, WORDS
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STATE_WORDS
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.sheet import Paper
from companion.ui.kit.theme.palette import ELEMENTS

from .blocks import Beside, Cell, Heading, Paragraph, Row
from .flow import Block, Document
from .setting import MM, Run

SHARE = 1.2
"""Larger than other words: it is read across a table."""


def document(tell: Say, paper: Paper) -> Document:
    """The page."""
    after = say("After an adventure each character does what its state allows. Single-use equipment that was used "
                "is lost.")  # fmt: skip
    blocks: list[Block] = [
        Paragraph(tell(after), share=SHARE),
        Heading(tell(say("Heal: disabled and shaken characters"))),
    ]
    blocks.append(
        Beside([_heal(HEAL["disabled"], "disabled", tell), _heal(HEAL["shaken"], "shaken", tell)], gap=10 * MM)
    )
    dead = say("A dead character is replaced by one or more of the same total value, equipment included. A dead "
               "unique character cannot be recruited again in this campaign.")  # fmt: skip
    blocks += [Paragraph(tell(dead), above=2.4 * MM, share=SHARE), Heading(tell(say("Pray: vigilant characters")))]
    blocks += _pray(tell)
    kept = say("One honour per character; its player chooses which to keep. It is lost once used, or when its "
               "bearer is disabled.")  # fmt: skip
    blocks += [Paragraph(tell(kept), above=2.4 * MM, share=SHARE), Heading(tell(say("Seek: vigilant characters")))]
    for n, words in enumerate((
        say("Draw three equipment cards."),
        say("Keep one of them. If the character can use none, put them back and draw three again."),
        say("If it already had a card, it keeps one of the two."),
    )):  # fmt: skip
        blocks.append(Paragraph(tell(words), indent=6 * MM, mark=str(n + 1), share=SHARE))
    return Document(tell(say("Campaign tables")), "", "心", paper, blocks)


def _heal(table: Table, state: str, tell: Say) -> list[Block]:
    head = Row(
        [tell(Message(STATE_WORDS[state])), tell(say("One die")), tell(say("Chance"))],
        (5.4, 1.8, 1.6),
        head=True,
        share=SHARE,
    )
    found: list[Block] = [head]
    for row in table.rows:
        words = tell(row.words)
        first, _, rest = words.partition(":")
        runs = [Run(first, "strong"), *([Run(":" + rest, "text")] if rest else ())]
        cells = [Cell(runs), Cell(faces(row.faces), "digits"), Cell(str(row.chance), "small")]
        found.append(Row(cells, (5.4, 1.8, 1.6), share=SHARE))
    return found


def faces(found: tuple[object, ...]) -> str:
    """Faces of a die: one, or from the first to the last."""
    return f"{found[0]}" if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _pray(tell: Say) -> list[Block]:
    shares = (2.0, 2.6, 7.6, 1.3)
    head = [tell(say("One inspiration die")), tell(say("Honour")), tell(say("Effect, once")), tell(say("Chance"))]
    found: list[Block] = [Row(head, shares, head=True, share=SHARE)]
    for row in PRAY.rows:
        element = next(element for element in ELEMENTS if element in row.faces)
        sign = tell(Message(ELEMENT_WORDS[element]))
        honour = next((honour for honour in HONOURS if honour == row.outcome), None)
        named = tell(NAMES[honour]) if honour is not None else "–"
        words = tell(WORDS[honour]) if honour is not None else tell(say("The prayer goes unanswered."))
        first = Cell(sign[:1].upper() + sign[1:], element=element)
        chance = Cell(str(row.chance), "small")
        found.append(Row([first, Cell(named, "strong"), words, chance], shares, least=10 * MM, share=SHARE))
    return found
