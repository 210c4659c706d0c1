"""What can be printed, and the pages it becomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from companion.model.core.contract import Content
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.cards.face import Say

from .leaves.flow import Document
from .order import CampaignOrder, GameOrder, Order
from .sheet import Paper

if TYPE_CHECKING:
    from companion.model.games.asagiri.report import Report

Subject: TypeAlias = Literal[
    "cards", "now", "roster", "report", "campaign", "reference", "commands", "tables", "record"
]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
TITLES: dict[Subject, Message] = {
    "cards": say("Cards"),
    "now": say("Cards in play"),
    "roster": say("Roster"),
    "report": say("Battle report"),
    "campaign": say("Campaign sheet"),
    "reference": say("Quick reference"),
    "commands": say("Keys and commands"),
    "tables": say("Campaign tables"),
    "record": say("Record sheet"),
}
HINTS: dict[Subject, Message] = {
    "now": say("The cards of a game in full size, in their current state: for breaking off and continuing another "
               "day."),
    "roster": say("A band with stats, skills, equipment and honours."),
    "report": say("A game told turn by turn, with pictures of the decisive moments."),
    "campaign": say("Both rosters, the chapters so far, and room for notes."),
    "reference": say("The rules on one page."),
    "commands": say("The keys of the table screen and all commands of the command line."),
    "tables": say("Heal, pray and seek after an adventure."),
    "record": say("An empty sheet for a game without the app."),
}  # fmt: skip
OF_CARDS: frozenset[Subject] = frozenset({"cards", "now"})
"""Those printed at the size of cards."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was chosen to be printed."""

    game: GameOrder | None = None
    band: Order | None = None
    """A band, or the band of a campaign or a game."""
    campaign: CampaignOrder | None = None


def lacks(subject: Subject, wanted: Wanted) -> bool:
    """Whether something has to be chosen first."""
    match subject:
        case "now" | "report":
            return wanted.game is None
        case "campaign":
            return wanted.campaign is None
        case "roster":
            return wanted.band is None and wanted.game is None and wanted.campaign is None
        case _:
            return False


def document(
    subject: Subject, wanted: Wanted, report: Report | None, content: Content, tell: Say, paper: Paper, day: str = ""
) -> Document | None:
    """The pages of a subject that is no cards; None: something is lacking. `day`: when the game was played."""
    if subject == "reference":
        from .leaves import reference

        return reference.document(tell, paper)
    if subject == "commands":
        from .leaves import commands

        return commands.document(tell, paper)
    if subject == "tables":
        from .leaves import tables

        return tables.document(tell, paper)
    if subject == "record":
        from .leaves import record

        return record.document(tell, paper)
    if subject == "roster":
        return _roster(wanted, content, tell, paper)
    if subject == "campaign" and wanted.campaign is not None:
        from .leaves import campaign

        return campaign.document(wanted.campaign.chronicle, wanted.campaign.title, tell, paper)
    if subject == "report" and report is not None and wanted.game is not None:
        from .leaves import battle

        return battle.document(report, wanted.game.session, tell, paper, day)
    return None


def _roster(wanted: Wanted, content: Content, tell: Say, paper: Paper) -> Document | None:
    from companion.model.games.asagiri.state.state import SEATS

    from .leaves import people

    usual = tell(TITLES["roster"])
    if wanted.band is not None and wanted.band.band is not None:
        band = people.of_roster(wanted.band.band, wanted.band.title or usual, content, tell)
        return people.document([band], wanted.band.title or usual, tell, paper)
    if wanted.game is not None:
        game = wanted.game
        called = [game.bands[n] or game.names[n] or tell(say("Band {seat}", seat=SEATS[n])) for n in (0, 1)]
        both = [people.of_game(game.session.state, n, called[n], content, tell) for n in (0, 1)]
        return people.document(both, game.title or usual, tell, paper)
    if wanted.campaign is not None:
        order = wanted.campaign
        names = [tell(say("Roster {seat}", seat=seat)) for seat in SEATS]
        state = order.chronicle.state
        sides = [people.of_campaign(state, n, names[n], order.content, tell) for n in (0, 1)]
        return people.document(sides, order.title or usual, tell, paper)
    return None
