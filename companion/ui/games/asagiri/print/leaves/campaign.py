"""A campaign on paper: both rosters as they count, the chapters played and those to come, room to write on."""

from __future__ import annotations

from companion.model.core.words import Message, Name, plural, say
from companion.model.games.asagiri.campaign import chapter_page
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member, State
from companion.model.games.asagiri.rules.honours import NAMES
from companion.model.games.asagiri.state.formatting import STATE_WORDS, zeni
from companion.ui.games.asagiri.cards.face import MASKS, Say
from companion.ui.games.asagiri.print.sheet import Paper

from .blocks import Cell, Heading, Lines, Paragraph, Row
from .flow import Block, Document
from .people import SIGN_COLOURS
from .setting import MM, Run

MEMBERS = (4.6, 1.1, 3.4, 2.2, 1.8, 3.0)
CHAPTERS = (0.6, 3.6, 1.9, 1.5, 6.0)
NOTES = (12, 9, 7, 5, 3)
"""Lines for notes: as many as have room on the last page, else on a page more."""
SPARE = 2
"""Empty lines below each roster."""


def document(chronicle: Chronicle, title: str, tell: Say, paper: Paper) -> Document:
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
    for seat in (0, 1):
        blocks += _roster(state, seat, tell)
    blocks += _chapters(state, tell)
    if settings.rules.strip():
        blocks += [Heading(tell(say("House rules"))), *map(Paragraph, filter(None, settings.rules.split("\n")))]
    name = title or settings.name or tell(say("Campaign"))

    def made(lines: int) -> Document:
        notes: list[Block] = [Heading(tell(say("Notes"))), Lines(lines)] if lines else []
        return Document(name, " · ".join(about), "旅", paper, [*blocks, *notes])

    pages = made(0).count
    found = (made(lines) for lines in NOTES)
    return next((one for one in found if one.count == pages), made(NOTES[0]))


def _roster(state: State, seat: int, tell: Say) -> list[Block]:
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
    names = (say("Character"), say("Zeni"), say("Equipment"), say("Honour"), say("State"), say("Notes"))
    head = Row([tell(name) for name in names], MEMBERS, head=True)
    blocks: list[Block] = [Heading(tell(say("Roster {seat}", seat=SEATS[seat])), note=" · ".join(note)), head]
    for member in roster.members:
        blocks.append(_member(state, member, head, tell))
    blocks += [Row([""] * len(MEMBERS), MEMBERS, least=7.5 * MM, header=head) for _ in range(SPARE)]
    if roster.fallen:
        fallen = ", ".join(_name(state, member.id, tell) for member in roster.fallen)
        blocks.append(Paragraph([Run(tell(say("The dead:")) + " ", "strong", "shaken"), Run(fallen)], above=1.6 * MM))
    return blocks


def _member(state: State, member: Member, head: Row, tell: Say) -> Row:
    card = state.box.character(member.card)
    gear = state.box.gear(member.equipment) if member.equipment is not None else None
    named = [Run(tell(Name.of(card.name)), "strong"), Run(f"  {member.id}", "small")]
    borne = "" if gear is None else tell(say("{name} ({zeni})", name=Name.of(gear.name), zeni=gear.zeni))
    cells: list[Cell | str] = [
        Cell(named, icon=MASKS[card.alignment], role=SIGN_COLOURS[card.alignment]),
        Cell(str(state.value(member)), "digits"),
        borne,
        tell(NAMES[member.honour]) if member.honour is not None else "",
        Cell([Run(tell(Message(STATE_WORDS[member.state])), "text", "shaken" if member.state == "shaken" else "ink")]),
        "",
    ]
    return Row(cells, MEMBERS, header=head, least=7.5 * MM)


def _name(state: State, who: str, tell: Say) -> str:
    return tell(Name.of(state.box.character(state.anybody(who).card).name))


def _chapters(state: State, tell: Say) -> list[Block]:
    names = (say("No."), say("Adventure"), say("Winner"), say("Zeni lost"), say("Outcome"))
    head = Row([tell(name) for name in names], CHAPTERS, head=True)
    blocks: list[Block] = [Heading(tell(say("Chapters"))), head]
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
        blocks.append(Row(cells, CHAPTERS, header=head))
    for n in range(len(state.now.history), len(state.now.settings.chapters)):
        named = tell(chapter_page.chapter_words(state, state.now.settings.chapters[n]))
        cells = [Cell(str(n + 1), "digits"), Cell([Run(named, "text", "faded")]), "", Cell("   :", "digits"), ""]
        blocks.append(Row(cells, CHAPTERS, header=head, least=10 * MM))
    return blocks


def _came(state: State, account: Account, tell: Say) -> str:
    """Who died, who joined, who gained which honour."""
    found = []
    if account.dead:
        found.append(tell(say("dead: {who}", who=tuple(_name(state, who, tell) for who in account.dead))))
    if account.joined:
        found.append(tell(say("new: {who}", who=tuple(_name(state, who, tell) for who in account.joined))))
    for who, honour in account.honours:
        found.append(tell(say("{who}: {honour}", who=_name(state, who, tell), honour=NAMES[honour])))
    return "; ".join(found)
