"""What can be printed, and the pages it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from companion.model.core.contract import Content
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.ui.games.asagiri.bands import BandRoster
from companion.ui.games.asagiri.cards.face import Say
from companion.ui.games.asagiri.print.card_sheets import KINDS, Key
from companion.ui.play.storage import Opened

from .battle_report import battle_report
from .card_sheets import Paper
from .document import PrintDocument
from .reference_sheets import campaign_tables, key_sheet, quick_reference, record_sheet
from .rosters import campaign_sheet, of_campaign, of_game, of_roster, roster_sheet

if TYPE_CHECKING:
    from datetime import datetime

    from companion.model.core.session import Session
    from companion.model.games.asagiri.campaign.chronicle import Chronicle
    from companion.model.games.asagiri.statistics.report import Report


@dataclass(frozen=True, slots=True)
class Order:
    """What it is called, and its cards, as often as they are named. `band`: the band that they are of."""

    title: str
    cards: tuple[Key, ...]
    band: BandRoster | None = None


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game, only looked at: what it is called, who plays A and B, what their bands are called, when it was played."""

    title: str
    session: Session[Any]
    names: tuple[str, str] = ("", "")
    bands: tuple[str, str] = ("", "")
    """By seat, as `names`."""
    day: datetime | None = None


@dataclass(frozen=True, slots=True)
class CampaignOrder:
    """A campaign, only looked at, and the cards it is played with."""

    title: str
    chronicle: Chronicle
    content: Content


AnyOrder: TypeAlias = Order | GameOrder | CampaignOrder


def of_band(roster: BandRoster, title: str) -> Order:
    """A band: each character, then what it bears."""
    found: list[Key] = []
    for member in roster.members:
        found.append(("character", member.card))
        if member.equipment is not None:
            found.append(("equipment", member.equipment))
    return Order(title, tuple(found), roster)


def of_records(records: Iterable[tuple[str, str]], title: str) -> Order:
    """Records by kind and id; those that are no cards are left out."""
    return Order(title, tuple((kind, id) for kind, id in records if kind in KINDS))


def game_order(opened: Opened) -> GameOrder:
    """A game in storage, only looked at: its session keeps nothing from now on."""
    from companion.ui.games.asagiri.table.game_table import exchanged, names_of

    opened.session.attach(None)
    turned = exchanged(opened.session)
    one, other = opened.settings.bands[:: -1 if turned else 1]
    names = names_of(opened.settings, turned)
    return GameOrder(opened.title, opened.session, names, (one, other), opened.entry.changed)


Subject: TypeAlias = Literal[
    "cards", "now", "roster", "report", "campaign", "reference", "commands", "tables", "record"
]
Way: TypeAlias = Literal["band", "game", "campaign"]


@dataclass(frozen=True, slots=True)
class Printed:
    """Something that can be printed: its name, what it is, and the ways to choose whose."""

    title: Message
    hint: Message | None = None
    ways: tuple[Way, ...] = ()
    of_cards: bool = False
    """It is printed at the size of cards."""


SUBJECTS: dict[Subject, Printed] = {
    "cards": Printed(say("Cards"), of_cards=True),
    "now": Printed(
        say("Cards in play"),
        say("The cards of a game in full size, in their current state: for breaking off and continuing another day."),
        ("game",),
        of_cards=True,
    ),
    "roster": Printed(
        say("Roster"), say("A band with stats, skills, equipment and honours."), ("band", "game", "campaign")
    ),
    "report": Printed(
        say("Battle report"), say("A game told turn by turn, with pictures of the decisive moments."), ("game",)
    ),
    "campaign": Printed(
        say("Campaign sheet"), say("Both rosters, the chapters so far, and room for notes."), ("campaign",)
    ),
    "reference": Printed(say("Quick reference"), say("The rules on one page.")),
    "commands": Printed(
        say("Keys and commands"), say("The keys of the table screen and all commands of the command line.")
    ),
    "tables": Printed(say("Campaign tables"), say("Heal, pray and seek after an adventure.")),
    "record": Printed(say("Record sheet"), say("An empty sheet for a game without the app.")),
}
"""All that can be printed, in the order in which it is offered."""
SHEETS: dict[Subject, Callable[[Say, Paper], PrintDocument]] = {
    "reference": quick_reference,
    "commands": key_sheet,
    "tables": campaign_tables,
    "record": record_sheet,
}
"""Those for which nothing has to be chosen."""


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What was chosen to be printed. `band`: one by itself, or that of a game or a campaign."""

    game: GameOrder | None = None
    band: Order | None = None
    campaign: CampaignOrder | None = None

    def of(self, way: Way) -> AnyOrder | None:
        """What was chosen in one way."""
        chosen: dict[Way, AnyOrder | None] = {"game": self.game, "band": self.band, "campaign": self.campaign}
        return chosen[way]

    def lacks(self, subject: Subject) -> bool:
        """Whether something has to be chosen before this can be printed."""
        ways = SUBJECTS[subject].ways
        return bool(ways) and all(self.of(way) is None for way in ways)

    def title(self, subject: Subject) -> str:
        """What that is called whose pages are printed."""
        return next((order.title for way in SUBJECTS[subject].ways if (order := self.of(way)) is not None), "")


def document(
    subject: Subject,
    wanted: PrintRequest,
    report: Report | None,
    content: Content,
    tell: Say,
    paper: Paper,
    day: str = "",
) -> PrintDocument | None:
    """The pages of a subject that is no cards; None: something is lacking. `day`: when the game was played."""
    if subject in SHEETS:
        return SHEETS[subject](tell, paper)
    if subject == "roster":
        return _roster(wanted, content, tell, paper)
    if subject == "campaign" and wanted.campaign is not None:
        return campaign_sheet(wanted.campaign.chronicle, wanted.campaign.title, tell, paper)
    if subject == "report" and report is not None and wanted.game is not None:
        return battle_report(report, wanted.game.session, tell, paper, day)
    return None


def _roster(wanted: PrintRequest, content: Content, tell: Say, paper: Paper) -> PrintDocument | None:
    usual, (game, campaign) = tell(SUBJECTS["roster"].title), (wanted.game, wanted.campaign)
    if wanted.band is not None and wanted.band.band is not None:
        bands = [of_roster(wanted.band.band, wanted.band.title or usual, content, tell)]
    elif game is not None:
        called = [game.bands[n] or game.names[n] or tell(say("Band {seat}", seat=SEATS[n])) for n in (0, 1)]
        bands = [of_game(game.session.state, n, called[n], content, tell) for n in (0, 1)]
    elif campaign is not None:
        names = [tell(say("Roster {seat}", seat=seat)) for seat in SEATS]
        state = campaign.chronicle.state
        bands = [of_campaign(state, n, names[n], campaign.content, tell) for n in (0, 1)]
    else:
        return None
    return roster_sheet(bands, wanted.title("roster") or usual, tell, paper)
