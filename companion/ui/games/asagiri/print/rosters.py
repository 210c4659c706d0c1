"""Bands on paper (values, skills, equipment, honours), and a whole campaign with its chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member
from companion.model.games.asagiri.campaign.state import State as Campaign
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import STAT_WORDS, STATE_WORDS, zeni
from companion.model.games.asagiri.state.state import State as Game
from companion.model.games.asagiri.state.table import HONOUR_NAMES, HONOUR_WORDS, Honour
from companion.model.games.asagiri.state.vocabulary import BANDS, BandId, Condition, by_figure
from companion.ui.games.asagiri.bands import BandRoster
from companion.ui.games.asagiri.cards.face import (
    MASKS,
    STATS,
    CardFace,
    Say,
    SkillLine,
    face_of_card,
    face_of_character,
)
from companion.ui.kit.art.marks import STAT_ELEMENT, paint_element
from companion.ui.kit.paper.blocks import Cell, HeadingBlock, Lines, ParagraphBlock, RowBlock
from companion.ui.kit.paper.document import MM, Block, PrintDocument, Text, TextRun, colour
from companion.ui.kit.paper.sheets import Paper
from companion.ui.kit.theme import icons
from companion.ui.kit.theme.palette import PAPER, Role

SIGN_COLOURS: dict[str, Role] = {"demon_hunter": "hunter", "evil_creature": "creature", "mercenary": "mercenary"}


@dataclass(frozen=True, slots=True)
class PrintedMember:
    """Somebody of a band, in a language."""

    face: CardFace
    honour: Honour | None = None
    state: Condition | None = None
    """How it is; None: nobody asks."""
    spent: bool = False
    """Its single-use equipment is used up."""

    @property
    def value(self) -> int:
        """Zeni, equipment included."""
        return self.face.zeni + (self.face.slip.zeni if self.face.slip is not None else 0)


@dataclass(frozen=True, slots=True)
class PrintedBand:
    """Everybody of it."""

    name: str
    people: tuple[PrintedMember, ...]
    note: str = ""


def of_roster(roster: BandRoster, name: str, content: Content, tell: Say) -> PrintedBand:
    """A band that was composed; who is on no card any more is left out."""
    found = []
    for member in roster.members:
        try:
            found.append(
                PrintedMember(face_of_card(cards.character(content, member.card), content, tell, member.equipment))
            )
        except InvalidInput:
            continue  # the screen of the bands says which cards are missing
    return PrintedBand(name, tuple(found))


def of_game(game: Game, band: BandId, name: str, content: Content, tell: Say) -> PrintedBand:
    """A band of a game, as it is now."""
    found = []
    for who, character in by_figure(game.table.characters):
        if character.band != band:
            continue
        figure = game.figures[who]
        face = face_of_character(character, tell, content, game.table.called[who])
        found.append(
            PrintedMember(face, game.honour(who), figure.state, figure.spent and character.equipment is not None)
        )
    lost = game.bands[band].lost
    return PrintedBand(name, tuple(found), tell(plural("{count} zeni lost", "{count} zeni lost", lost)) if lost else "")


def of_campaign(state: Campaign, seat: int, name: str, content: Content, tell: Say) -> PrintedBand:
    """The living of a roster, as it counts: what is only proposed does not."""
    roster = state.approved[seat]
    found = [
        PrintedMember(_member_face(state, member, content, tell), member.honour, member.state)
        for member in roster.members
    ]
    purse = tell(say("{zeni} in the purse", zeni=zeni(roster.purse))) if roster.purse else ""
    return PrintedBand(name, tuple(found), purse)


def _member_face(state: Campaign, member: Member, content: Content, tell: Say) -> CardFace:
    card = state.box.character(member.card)
    return face_of_card(card, content, tell, member.equipment)


def roster_sheet(bands: Sequence[PrintedBand], title: str, tell: Say, paper: Paper) -> PrintDocument:
    """A roster: one band after the other."""
    blocks: list[Block] = []
    for band in bands:
        worth = tell(zeni(sum(person.value for person in band.people)))
        count = len(band.people)
        many = tell(plural("{count} character", "{count} characters", count))
        note = " · ".join(part for part in (many, worth, band.note) if part)
        blocks.append(HeadingBlock(band.name, note=note))
        for n, person in enumerate(band.people):
            blocks += _person(person, tell, first=n == 0)
        if not band.people:
            blocks.append(ParagraphBlock(tell(say("Nobody."))))
    return PrintDocument(title, tell(say("Roster")) if title != tell(say("Roster")) else "", "士", paper, blocks)


def _person(person: PrintedMember, tell: Say, *, first: bool) -> list[Block]:
    face = person.face
    found: list[Block] = [PersonHead(person, tell, above=(1.6 if first else 4.6) * MM)]
    vigilant, shaken = face.vigilant.skills, face.shaken.skills
    same = [line for line in vigilant if line in shaken]
    for lines, side in ((same, ""), (_less(vigilant, same), "vigilant"), (_less(shaken, same), "shaken")):
        for line in lines:
            found.append(_skill(line, tell(Message(STATE_WORDS[side])) if side else "", side))
    if face.slip is not None:
        slip = face.slip
        use = [tell(zeni(slip.zeni)), *([tell(say("single use"))] if slip.single else ())]
        if person.spent:
            use.append(tell(say("used up")))
        words = " ".join(f"{line.name}: {line.words}" if line.name != slip.name else line.words for line in slip.skills)
        runs = [TextRun(tell(say("Equipment:")) + " ", "strong", "faded"), TextRun(slip.name, "strong"),
                TextRun(f" ({', '.join(use)}) ", "text", "faded"), TextRun(words, "text")]  # fmt: skip
        found.append(ParagraphBlock(runs, above=0.8 * MM, indent=INDENT))
    if person.honour is not None:
        runs = [TextRun(tell(say("Honour:")) + " ", "strong", "faded"),
                TextRun(tell(HONOUR_NAMES[person.honour]) + ". ", "strong", "gold"),
                TextRun(tell(HONOUR_WORDS[person.honour]), "text")]  # fmt: skip
        found.append(ParagraphBlock(runs, above=0.8 * MM, indent=INDENT))
    return found


INDENT = 9 * MM


def _less(lines: Sequence[SkillLine], known: Sequence[SkillLine]) -> list[SkillLine]:
    return [line for line in lines if line not in known]


def _skill(line: SkillLine, side: str, condition: str) -> Block:
    role: Role = "shaken" if condition == "shaken" else "vigilant"
    runs = [TextRun(line.name, "strong")]
    if side:
        runs.append(TextRun(f" ({side})", "text", role))
    runs.append(TextRun("  " + line.words if line.words else "", "text"))
    return SkillBlock(line, runs)


class SkillBlock(ParagraphBlock):
    """A skill with the sign of its element in the margin."""

    def __init__(self, line: SkillLine, runs: list[TextRun]) -> None:
        super().__init__(runs, above=0.8 * MM, indent=INDENT)
        self._line = line

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        side = 3.9 * MM
        rect = QRectF(x + 4.2 * MM, y + (self._text(width).ends[0][0] - side) / 2, side, side)
        if self._line.element is not None:
            paint_element(pen, rect, self._line.element, PAPER)
        else:
            icons.paint(pen, "automatic", colour("faded"), rect)
        super().paint(pen, x, y, width)


STAT_WIDE = 13 * MM
STAT_HIGH = 6.0 * MM
SIDE_WIDE = 21 * MM


class PersonHead(Block):
    """A name with its mask, and the values of both faces; it stays with what follows."""

    tied = True

    def __init__(self, person: PrintedMember, tell: Say, *, above: float) -> None:
        self._person, self.above = person, above
        face = person.face
        words = [*face.traits] if face.alignment_word in face.traits else [face.alignment_word, *face.traits]
        self._about = " · ".join([*words, tell(zeni(face.zeni))])
        self._states = [tell(Message(STATE_WORDS["vigilant"])), tell(Message(STATE_WORDS["shaken"]))]
        state = person.state
        self._now = tell(Message(STATE_WORDS[state])) if state in ("shaken", "disabled") else ""
        self._names = [tell(Message(STAT_WORDS[stat])) for stat in STATS]

    def _set(self, width: float) -> tuple[Text, Text]:
        room = width - INDENT - 4 * STAT_WIDE - SIDE_WIDE - 4 * MM
        runs = [TextRun(self._person.face.name, "name")]
        if self._now:
            runs.append(TextRun(f"  {self._now}", "label", "shaken"))
        return Text(runs, room), Text(self._about, room, "small")

    def height(self, width: float) -> float:
        name, about = self._set(width)
        return max(name.height + about.height, 4.2 * MM + 2 * STAT_HIGH) + 0.6 * MM

    def paint(self, pen: QPainter, x: float, y: float, width: float) -> None:
        face = self._person.face
        name, about = self._set(width)
        mask = 7.2 * MM
        icons.paint(pen, MASKS[face.alignment], colour(SIGN_COLOURS[face.alignment]), QRectF(x, y + 2, mask, mask))
        name.draw(pen, x + INDENT, y)
        about.draw(pen, x + INDENT, y + name.height)
        left = x + width - 4 * STAT_WIDE - SIDE_WIDE
        for row, (state, side) in enumerate(zip(self._states, (face.vigilant, face.shaken), strict=True)):
            role: Role = "shaken" if row else "vigilant"
            top = y + 4.6 * MM + row * STAT_HIGH
            label = Text([TextRun(state, "label", role)], SIDE_WIDE - 2 * MM, align="right")
            label.draw(pen, left, top + (STAT_HIGH - label.height) / 2)
            for n, stat in enumerate(STATS):
                at = left + SIDE_WIDE + n * STAT_WIDE
                number = Text([TextRun(str(side.stat(stat)), "large", role)], STAT_WIDE, align="centre", share=0.86)
                number.draw(pen, at, top + (STAT_HIGH - number.height) / 2)
        for n, stat in enumerate(STATS):
            at = left + SIDE_WIDE + n * STAT_WIDE
            paint_element(
                pen, QRectF(at + STAT_WIDE / 2 - 2 * MM, y + 0.2 * MM, 4 * MM, 4 * MM), STAT_ELEMENT[stat], PAPER
            )
        pen.setBrush(Qt.BrushStyle.NoBrush)


MEMBERS = (4.6, 1.1, 3.4, 2.2, 1.8, 3.0)
CHAPTERS = (0.6, 3.6, 1.9, 1.5, 6.0)
NOTES = (12, 9, 7, 5, 3)
"""Lines for notes: as many as have room on the last page, else on a page more."""
SPARE = 2
"""Empty lines below each roster."""


def campaign_sheet(chronicle: Chronicle, title: str, tell: Say, paper: Paper) -> PrintDocument:
    """The branch that is shown, as it stands; `title`: what the campaign is called."""
    state = chronicle.state
    settings, branch = state.now.settings, chronicle.branches[chronicle.current]
    over, all_ = len(state.now.history), len(settings.chapters)
    about = [
        tell(say("{over} of {all} chapters played", over=over, all=all_)),
        tell(say("bands of {zeni}", zeni=zeni(settings.budget))),
    ]
    if branch.name:
        about.append(branch.name)
    blocks: list[Block] = []
    for seat in BANDS:
        blocks += _roster(state, seat, tell)
    blocks += _chapters(state, tell)
    if settings.rules.strip():
        blocks += [
            HeadingBlock(tell(say("House rules"))),
            *map(ParagraphBlock, filter(None, settings.rules.split("\n"))),
        ]
    name = title or settings.name or tell(say("Campaign"))

    def made(lines: int) -> PrintDocument:
        notes: list[Block] = [HeadingBlock(tell(say("Notes"))), Lines(lines)] if lines else []
        return PrintDocument(name, " · ".join(about), "旅", paper, [*blocks, *notes])

    pages = made(0).count
    found = (made(lines) for lines in NOTES)
    return next((one for one in found if one.count == pages), made(NOTES[0]))


def _roster(state: Campaign, seat: int, tell: Say) -> list[Block]:
    roster = state.approved[seat]
    worth = roster.purse + sum(state.value(member) for member in roster.members)
    note = [
        tell(plural("{count} member", "{count} members", len(roster.members))),
        tell(say("worth {zeni}", zeni=zeni(worth))),
    ]
    if roster.purse:
        note.append(tell(say("{zeni} in the purse", zeni=zeni(roster.purse))))
    won = sum(account.winner == seat for account in state.now.history)
    if state.now.history:
        note.append(tell(plural("{count} chapter won", "{count} chapters won", won)))
    names = (say("Character"), say("Zeni"), say("Equipment"), say("Honour"), say("Campaign"), say("Notes"))
    head = RowBlock([tell(name) for name in names], MEMBERS, head=True)
    blocks: list[Block] = [HeadingBlock(tell(say("Roster {seat}", seat=SEATS[seat])), note=" · ".join(note)), head]
    for member in roster.members:
        blocks.append(_member(state, member, head, tell))
    blocks += [RowBlock([""] * len(MEMBERS), MEMBERS, least=7.5 * MM, header=head) for _ in range(SPARE)]
    if roster.fallen:
        fallen = ", ".join(_name(state, member.id, tell) for member in roster.fallen)
        blocks.append(
            ParagraphBlock([TextRun(tell(say("The dead:")) + " ", "strong", "shaken"), TextRun(fallen)], above=1.6 * MM)
        )
    return blocks


def _member(state: Campaign, member: Member, head: RowBlock, tell: Say) -> RowBlock:
    card = state.box.character(member.card)
    gear = state.box.gear(member.equipment) if member.equipment is not None else None
    named = [TextRun(tell(Name.of(card.name)), "strong"), TextRun(f"  {member.id}", "small")]
    borne = "" if gear is None else tell(say("{name} ({zeni})", name=Name.of(gear.name), zeni=gear.zeni))
    cells: list[Cell | str] = [
        Cell(named, icon=MASKS[card.alignment], role=SIGN_COLOURS[card.alignment]),
        Cell(str(state.value(member)), "digits"),
        borne,
        tell(HONOUR_NAMES[member.honour]) if member.honour is not None else "",
        Cell(
            [TextRun(tell(Message(STATE_WORDS[member.state])), "text", "shaken" if member.state == "shaken" else "ink")]
        ),
        "",
    ]
    return RowBlock(cells, MEMBERS, header=head, least=7.5 * MM)


def _name(state: Campaign, who: str, tell: Say) -> str:
    return tell(Name.of(state.box.character(state.anybody(who).card).name))


def _chapters(state: Campaign, tell: Say) -> list[Block]:
    names = (say("No."), say("Adventure"), say("Winner"), say("Zeni lost"), say("Outcome"))
    head = RowBlock([tell(name) for name in names], CHAPTERS, head=True)
    blocks: list[Block] = [HeadingBlock(tell(say("Chapters"))), head]
    for n, account in enumerate(state.now.history):
        winner = (
            tell(say("nobody")) if account.winner is None else tell(say("Roster {seat}", seat=SEATS[account.winner]))
        )
        cells: list[Cell | str] = [
            Cell(str(n + 1), "digits"),
            Cell(tell(chapter_page.chapter_words(state, account.chapter)), "strong"),
            winner,
            Cell(f"{account.lost[0]} : {account.lost[1]}", "digits"),
            _came(state, account, tell),
        ]
        blocks.append(RowBlock(cells, CHAPTERS, header=head))
    for n in range(len(state.now.history), len(state.now.settings.chapters)):
        named = tell(chapter_page.chapter_words(state, state.now.settings.chapters[n]))
        cells = [Cell(str(n + 1), "digits"), Cell([TextRun(named, "text", "faded")]), "", Cell("   :", "digits"), ""]
        blocks.append(RowBlock(cells, CHAPTERS, header=head, least=10 * MM))
    return blocks


def _came(state: Campaign, account: Account, tell: Say) -> str:
    found = []
    if account.dead:
        found.append(tell(say("dead: {who}", who=tuple(_name(state, who, tell) for who in account.dead))))
    if account.joined:
        found.append(tell(say("new: {who}", who=tuple(_name(state, who, tell) for who in account.joined))))
    for who, honour in account.honours:
        found.append(tell(say("{who}: {honour}", who=_name(state, who, tell), honour=HONOUR_NAMES[honour])))
    return "; ".join(found)
