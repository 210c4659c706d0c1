"""Campaigns of the window, kept in a repository."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.model.core.branches import Branch, Campaign, HasCampaigns, branches_text
from companion.model.core.contract import System, part
from companion.model.core.file_names import title_of
from companion.model.core.record import FrozenContent
from companion.model.core.refusal import Failure, StorageError
from companion.model.core.words import Message
from companion.model.games import usable
from companion.model.store.errors import away as not_there
from companion.model.store.files import read_json, write_text
from companion.ui.play.storage import CampaignEntry, CampaignGame, GameEntry, GameSettings, Kept, Opened

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.core.contract import Json
    from companion.model.core.record import Record
    from companion.model.core.session import Session
    from companion.model.store.away import Away, PlayedCampaign
    from companion.model.store.campaigns import CampaignInfo, CampaignKeeper
    from companion.model.store.repository import Repository


class StoreCampaigns:
    """Stored campaigns (`companion.ui.play.storage.CampaignStorage`), kept in a repository."""

    def __init__(
        self,
        repository: Repository,
        content: Callable[[], Library],
        games: Callable[[], Iterable[GameEntry]],
        keep_game: Callable[[Session[Any], str, GameSettings], GameEntry],
        away: Callable[[], Away | None] = lambda: None,
    ) -> None:
        """`content`: the packs now; `games`: those in storage; `keep_game` keeps one that begins.

        `away`: what is kept here while a server does not answer.
        """
        self._repository, self._packs, self._games, self._keep_game = repository, content, games, keep_game
        self._away_now = away
        self._thrown: set[int] = set()
        self._seen: dict[int, tuple[object, Any, Message | None]] = {}
        """By campaign: what it looked like when it was last opened for a list, and when that was."""

    @property
    def _away(self) -> Away | None:
        return self._away_now()

    def _at(self, id: int) -> tuple[Repository, int]:
        """Where a campaign is kept now, and its number there."""
        away = self._away
        return (self._repository, id) if away is None else away.campaigns.at(id)

    def _game_at(self, game: int) -> tuple[Repository, int]:
        return (self._repository, game) if self._away is None else self._away.at(game)

    @property
    def _system(self) -> System[Any]:
        """The first game that has campaigns."""
        return next(system for system in usable() if part(system, HasCampaigns))

    @property
    def _kind(self) -> type[Campaign[Any]]:
        campaigning = part(self._system, HasCampaigns)
        assert campaigning is not None
        return campaigning.campaigns

    def begin(self, setup: Json, title: str) -> Kept:
        packs = self._packs()
        rest = {key: value for key, value in setup.items() if key != "dice"}
        used = {name: version for name, version in packs.versions.items() if name in rest.get("packs", packs.versions)}
        made = self._kind.new(rest, packs, packs=used, dice=setup.get("dice", "virtual"))
        return self._keep(made, title)

    def _keep(self, chronicle: Campaign[Any], title: str) -> Kept:
        """Put a campaign that nobody keeps yet in storage."""
        branches, away = _branches(chronicle), self._away
        keeper: CampaignKeeper | PlayedCampaign
        try:
            keeper = made = self._repository.campaigns.create(title, branches, chronicle.current)
        except StorageError as wrong:
            if wrong.kind != "away" or away is None:
                raise
            keeper = away.campaigns.begin(title, branches, chronicle.current)
        else:
            if away is not None:
                keeper = away.campaigns.follow(made.campaign_id, title, branches, chronicle.current, made)
        chronicle.keep(keeper)
        return Kept(keeper.campaign_id, title, chronicle, _Cards(chronicle.session_of(0).header, self._packs()))

    def open(self, id: int) -> Kept:
        place, number = self._at(id)
        title = next((info.title for info in place.campaigns.all() if info.id == number), "")
        packs, away = self._packs(), self._away
        kept, current, keeper = place.campaigns.open(number, self._kind.system, packs)
        branches = [(Branch(one.name, one.origin, one.at), one.open()) for one in kept]
        chronicle = self._kind(branches, current, packs, keeper)
        if away is not None:
            chronicle.keep(away.campaigns.follow(id, title, _branches(chronicle), current, keeper))
        return Kept(id, title, chronicle, _Cards(chronicle.session_of(0).header, self._packs()))

    def rescue(self, id: int) -> Kept:
        return self.open(self._repository.campaigns.rescue(id, self._kind.system, self._packs()))

    def all(self) -> Sequence[CampaignEntry]:
        try:
            found = self._repository.campaigns.all()
        except StorageError:
            if self._away is None or self._repository.database.answers:
                raise
            found = self._away.campaigns.listed()
        return [self._entry(info) for info in found if info.id not in self._thrown]

    def _entry(self, info: CampaignInfo) -> CampaignEntry:
        moment = datetime.fromisoformat(info.updated).replace(tzinfo=UTC).astimezone()
        mark = (info.updated, id(self._packs()))
        seen = self._seen.get(info.id)
        if seen is None or seen[0] != mark:
            seen = self._seen[info.id] = (mark, *self._look(info.id))
        return CampaignEntry(info.id, info.title, moment, info.branches, seen[1], seen[2])

    def _look(self, id: int) -> tuple[Any, Message | None]:
        """How a campaign stands; only the branch shown is played."""
        try:
            place, number = self._at(id)
            branches, current, _ = place.campaigns.open(number, self._kind.system, self._packs())
            session = branches[current].open()
        except Failure as wrong:
            return None, wrong.why
        session.attach(None)
        return session.state, None

    def rename(self, id: int, title: str) -> None:
        place, number = self._at(id)
        place.campaigns.rename(number, title)

    def delete(self, id: int) -> None:
        """Out of sight now, off the disk when the program ends."""
        self._thrown.add(id)

    def restore(self, id: int) -> None:
        self._thrown.discard(id)

    def copy(self, id: int, title: str) -> int:
        return self._keep(self._kind.load(self.open(id).chronicle.save(), self._packs()), title).id

    def export(self, id: int, path: Path) -> None:
        write_text(path, branches_text(self.open(id).chronicle.save()))

    def take_in(self, path: Path) -> int:
        chronicle = self._kind.load(read_json(path), self._packs())
        return self._keep(chronicle, title_of(path)[:80]).id

    def games(self, id: int) -> Sequence[CampaignGame]:
        place, number = self._at(id)
        links, away = place.campaigns.games(number), self._away
        if away is not None and place is away.here:
            links = tuple((branch, chapter, away.known(game) or 0) for branch, chapter, game in links)
        there = {entry.id: entry for entry in self._games()} if links else {}
        found = [CampaignGame(branch, chapter, there[game]) for branch, chapter, game in links if game in there]
        return sorted(found, key=lambda one: one.entry.id)

    def played_for(self, game: int) -> tuple[int, int, int] | None:
        away, (place, number) = self._away, self._game_at(game)
        found = place.campaigns.played_for(number)
        if found is not None and away is not None and place is away.here:
            campaign = away.campaigns.known(found[0])
            found = None if campaign is None else (campaign, *found[1:])
        return None if found is None or found[0] in self._thrown else found

    def _link(self, game: int, campaign: int, branch: int, chapter: int) -> None:
        """A game is the one that a branch plays as its chapter; both are kept in one place."""
        away, place = self._away, self._repository
        if away is not None:
            place, game = away.at(game)
            if place is away.here:
                away.campaigns.leave(campaign)
            where, campaign = away.campaigns.at(campaign)
            if where is not place:  # it is on its way to the server
                raise not_there()
        place.campaigns.link(game, campaign, branch, chapter)

    def begin_game(self, kept: Kept, settings: GameSettings, name: str) -> Opened:
        chronicle: Campaign[Any] = kept.chronicle
        session = chronicle.begin_game(self._system, kept.content, self._packs().versions, settings.mode)
        dice = session.dice if isinstance(session.dice, str) else "ask"
        settings = replace(settings, mode=session.mode, dice=dice)
        entry = self._keep_game(session, name, settings)
        chapter = chronicle.chapter
        try:
            self._link(entry.id, kept.id, chronicle.current, chapter)
            if settings.help != "all":
                session.note("agreed", settings.help)
        except StorageError:
            session.attach(None)
            place, number = self._game_at(entry.id)
            place.delete(number)
            raise
        return Opened(entry, session, settings)

    def close(self) -> None:
        for id in self._thrown:
            try:
                place, number = self._at(id)
                place.campaigns.delete(number)
            except StorageError:
                break


def _branches(chronicle: Campaign[Any]) -> list[tuple[Branch, Session[Any]]]:
    return [(branch, chronicle.session_of(n)) for n, branch in enumerate(chronicle.branches)]


class _Cards(FrozenContent):
    """The cards that a campaign was begun with, before those of today's packs, and the packs' pictures."""

    def __init__(self, header: Record, packs: Library) -> None:
        super().__init__(header.cards, packs, header.every)
        self.picture = packs.picture
