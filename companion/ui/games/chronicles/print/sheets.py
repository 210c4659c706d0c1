"""Sheets for a table without the app: heroes and the Oni's sheets to lay cards at, and a sheet to keep the score on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.words import Message, Words, say
from companion.model.games.chronicles.box.cards import Hero, Sheet
from companion.model.games.chronicles.box.effect_words import sentence, words_of
from companion.model.games.chronicles.box.effects import Effects
from companion.model.games.chronicles.box.fitting import UPGRADE
from companion.model.games.chronicles.insight import mission_book, rules_summary
from companion.model.games.chronicles.insight.mission_book import Task
from companion.model.games.chronicles.rules.damage import chapter_of
from companion.model.games.chronicles.state.state import WOUNDS_OUT, WRONG_MOST
from companion.ui.games.chronicles.heroes.words import CLASSES, SIDES, SLOTS
from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.kit.paper.blocks import (
    Beside,
    Cell,
    DrawingBlock,
    HeadingBlock,
    Lines,
    ParagraphBlock,
    RowBlock,
    rules_section,
)
from companion.ui.kit.paper.document import HAIR, MM, Block, Frame, PrintDocument, Text, TextRun, colour
from companion.ui.kit.paper.reference import quick_reference
from companion.ui.kit.paper.sheets import Paper

from .plan import Plan, name_of

FRAME = Frame(left=14 * MM, right=14 * MM, head=33 * MM, top=20 * MM, foot=14.5 * MM)
STATS = {"speed": say("Speed"), "attack": say("Attack"), "defense": say("Defense"), "mental": say("Mental"),
         "actions": say("Actions"), "health": say("Health")}  # fmt: skip
GROUPS = {"guard": say("guards"), "creature": say("creatures")}
RANKS = {"minion": say("minion"), "lieutenant": say("lieutenant"), "demon": say("demon")}
SLOT_HIGH = 26 * MM


def rules_document(words: Words, paper: Paper) -> PrintDocument:
    """The rules on one page, each with its id."""

    def blocks(share: float) -> list[Block]:
        sections = rules_summary.sections()
        return [block for section in sections for block in rules_section(section, words, share, ids=True)]

    return quick_reference(blocks, "鬼", words, paper)


def sheets_document(plan: Plan, title: str, words: Words, paper: Paper) -> PrintDocument:
    """A sheet of each hero, with room for plan, wounds and objects; then one of each of the Oni's."""
    blocks: list[Block] = []
    for id in plan.heroes:
        blocks.append(Beside([list(_hero(plan, plan.box.heroes[id], words))], above=6 * MM))
    for id in plan.sheets:
        blocks.append(Beside([list(_oni(plan, plan.box.sheets[id], words))], above=5 * MM))
    return PrintDocument(words(say("Sheets")), title, "紙", paper, blocks, frame=FRAME)


def _stats(numbers: Sequence[tuple[str, int]], words: Words) -> Block:
    """Each number with its drawing above its name."""

    def draw(pen: QPainter, box: QRectF) -> None:
        step = box.width() / len(numbers)
        for n, (stat, number) in enumerate(numbers):
            left, side = box.left() + n * step, 6.4 * MM
            mark = "wound" if stat == "health" else stat
            paint_mark(pen, QRectF(left, box.top() + 1 * MM, side, side), mark, colour("vermilion"))
            Text([TextRun(str(number), "large")], step).draw(pen, left + side + 2 * MM, box.top())
            Text([TextRun(words(STATS[stat]), "label")], step).draw(pen, left, box.top() + 8.2 * MM)

    return DrawingBlock(12.4 * MM, draw, above=1 * MM)


def _slots(names: Sequence[str], high: float = SLOT_HIGH) -> Block:
    """Places to lay cards at, dashed, each with its name."""

    def draw(pen: QPainter, box: QRectF) -> None:
        gap = 2 * MM
        wide = (box.width() - gap * (len(names) - 1)) / len(names)
        for n, name in enumerate(names):
            place = QRectF(box.left() + n * (wide + gap), box.top(), wide, box.height())
            pen.setPen(QPen(colour("faded"), HAIR * 1.6, Qt.PenStyle.DashLine))
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.drawRoundedRect(place, 1.5 * MM, 1.5 * MM)
            Text([TextRun(name, "hint")], wide - 2 * MM).draw(pen, place.left() + 1 * MM, place.top() + 0.8 * MM)

    return DrawingBlock(high, draw, above=2 * MM)


def _powers(plan: Plan, record: Hero | Sheet, words: Words) -> Iterator[Block]:
    for said in words_of(record, plan.called).get("/powers", ()):
        yield ParagraphBlock(words(said), above=0.8 * MM)


def _hero(plan: Plan, hero: Hero, words: Words) -> Iterator[Block]:
    yield HeadingBlock(words(name_of(hero)), above=0, note=words(CLASSES[hero.class_]))
    yield _stats([(stat, getattr(hero, stat)) for stat in ("speed", "attack", "defense", "mental", "health")], words)
    yield from _powers(plan, hero, words)
    base = ", ".join(words(say("{name}", name=plan.called(id))) for id in (*hero.base, *_follower(hero)))
    if base:
        yield ParagraphBlock(words(say("Begins with: {things}", things=base)), "small", above=0.8 * MM)
    yield _slots([words(SIDES["right"]), words(SIDES["left"])])
    reserve = [words(SLOTS["reserve"])] * hero.reserve
    yield _slots([words(SLOTS["right"]), words(SLOTS["left"]), words(SLOTS["clothing"]), *reserve], 18 * MM)
    tallies: list[Cell | str] = [
        Cell(words(say("Damage")), "label"), Cell(boxes=hero.health),
        Cell(words(say("Wounds")), "label"), Cell(boxes=WOUNDS_OUT), Cell(words(say("Personal mission")), "label"),
        Cell(boxes=6),
    ]  # fmt: skip
    yield RowBlock(tallies, (1.1, 2, 1.1, 1.5, 2, 2.4), line=False)


def _follower(hero: Hero) -> tuple[str, ...]:
    return (hero.follower,) if hero.follower is not None else ()


def _oni(plan: Plan, sheet: Sheet, words: Words) -> Iterator[Block]:
    note = f"{words(RANKS[sheet.rank])} · {words(GROUPS[sheet.group])}"
    yield HeadingBlock(words(name_of(sheet)), above=0, note=note)
    yield _stats([(stat, getattr(sheet, stat)) for stat in ("speed", "attack", "defense", "actions", "health")], words)
    yield from _powers(plan, sheet, words)
    yield _slots([words(say("Activation token")), words(say("Technique"))], 14 * MM)
    if sheet.health > 1 or sheet.figures == 1:
        for first in range(1, sheet.figures + 1, 4):
            numbers = range(first, min(first + 4, sheet.figures + 1))
            cells: list[Cell | str] = []
            for n in numbers:
                cells += Cell(str(n), "digits"), Cell(boxes=sheet.health)
            yield RowBlock(cells, (0.4, 2) * len(numbers), line=False)


# the score ------------------------------------------------------------------------------------------------------------


def record_document(plan: Plan, title: str, words: Words, paper: Paper) -> PrintDocument:
    """The Oni's track, missions and memoirs to tick, for a table without the app."""
    return PrintDocument(words(say("Track and mission sheet")), title, "道", paper, list(_record(plan, words)),
                         frame=FRAME)  # fmt: skip


def _record(plan: Plan, words: Words) -> Iterator[Block]:
    state = plan.state
    told = mission_book.story(state)
    if told is not None:
        yield ParagraphBlock(words(told))
    yield from _track(plan, words)
    if state.table.investigation:
        yield from _investigation(plan, words)
    tasks = mission_book.tasks(state)
    yield HeadingBlock(words(say("Missions")))
    for task in tasks:
        if task.sort in ("mission", "objective"):
            yield Beside([list(_task(task, words))], above=2 * MM)
    yield HeadingBlock(words(say("The memoirs of Tikku")))
    head = RowBlock([words(say("Chapter")), words(say("The heroes")), words(say("The Oni"))], (5, 1.4, 1.4), head=True)
    yield head
    fates = {id: chapter_of(state, "hero", id) for id in plan.heroes}
    for one in mission_book.ahead(state):
        if one.chapter in fates.values():
            continue
        yield _chapter(words(say("{name}", name=one.name)), one.blue, one.red, head)
    for chapter in fates.values():
        points = mission_book.worth(state, chapter)
        yield _chapter(words(say("{name}", name=plan.called(chapter))), points, points, head)
    total: list[Cell | str] = [Cell(words(say("Points")), "strong"), "", ""]
    yield RowBlock(total, (5, 1.4, 1.4), least=9 * MM)
    for line in mission_book.endings(state):
        yield ParagraphBlock(words(line), "small", above=1 * MM)


def _chapter(name: str, blue: int, red: int, head: RowBlock) -> Block:
    cells: list[Cell | str] = [name]
    # a square to tick, and beside it what it counts
    cells += [Cell(f"      {points}", "digits", boxes=1) if points else "" for points in (blue, red)]
    return RowBlock(cells, (5, 1.4, 1.4), header=head)


def _track(plan: Plan, words: Words) -> Iterator[Block]:
    track = plan.box.tracks[plan.state.table.track]
    yield HeadingBlock(words(say("Track of the Oni")))
    shares = (1.0, 1.3, 4, 4)
    heads = (say("Turn of the game"), say("Corruption"), say("Guards"), say("Creatures"))
    head = RowBlock([words(one) for one in heads], shares, head=True)
    yield head
    for turn, column in enumerate(track.columns, 1):
        token = {"plain": say("a token"), "red": say("the red token")}.get(column.corruption or "")
        cells: list[Cell | str] = [Cell(str(turn), "digits"), words(token) if token is not None else ""]
        for offered in (column.guards, column.creatures):
            lines = "\n".join(f"□ {_upgrade(one.effects, plan, words)}" for one in offered)
            cells.append(Cell(lines, "small", role="ink"))
        yield RowBlock(cells, shares, header=head, centred=False)


def _upgrade(effects: Effects, plan: Plan, words: Words) -> str:
    return " ".join(words(sentence(effect, UPGRADE, plan.called)) for effect in effects)


def _investigation(plan: Plan, words: Words) -> Iterator[Block]:
    yield HeadingBlock(words(say("Investigation")))
    natures = ", ".join(words(say("{name}", name=plan.called(id))) for id in plan.state.natures)
    ticks: list[tuple[Message, int]] = [(say("Wrong accusations"), WRONG_MOST), (say("Alert"), 1)]
    cells: list[Cell | str] = []
    for name, count in ticks:
        cells += Cell(words(name), "label"), Cell(boxes=count)
    yield RowBlock(cells, (2, 2, 1, 1), line=False)
    yield ParagraphBlock(words(say("Natures: {names}", names=natures)), above=1 * MM)
    yield ParagraphBlock(words(say("Suspects, and what is known of them")), "label", above=2 * MM)
    yield Lines(max(plan.counts) + 2, pitch=7 * MM)


def _task(task: Task, words: Words) -> Iterator[Block]:
    yield HeadingBlock(words(say("{name}", name=task.name)), level=2, above=0)
    for one in task.asked:
        role = "vigilant" if one.colour == "blue" else "shaken"
        who = words(mission_book.CAMPS[one.colour])
        cells: list[Cell | str] = [Cell(who, "label", role=role), words(one.words), Cell(boxes=max(1, one.needed))]  # type: ignore[arg-type]
        yield RowBlock(cells, (1.5, 6, 2), line=False)
    for note in task.notes:
        yield ParagraphBlock(words(note), "small", above=0.4 * MM)
