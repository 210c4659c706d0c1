"""The library of games: looking one up among thousands by words, tags, adventure, date and result; and figures.

Figures are a game that has ended in short, one row of JSON. The store does not know what is in them: whoever makes the
repository says how they are worked out (`Figuring`). A row counts as long as its game is as it was when it was worked
out, and the way of working out is today's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, delete, func, insert, literal, or_, select, update

from companion.model.core.contract import About, System, part
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.core.summaries import Summarises
from companion.model.core.words import one_line, say

from .database import Database
from .tables import CampaignGameRow, Game, GameTag, GameWords, StatisticsRow

_GAMES = Game.__table__
_WORDS = GameWords.__table__
_TAGS = GameTag.__table__

MOST_TAG = 40
"""Letters of a tag."""
MOST_TAGS = 20
"""Tags on one game."""


class LibraryQuery(msgspec.Struct, frozen=True):
    """What is looked for; everything given must hold."""

    text: str = ""
    """Words, all of them somewhere in title, persons, bands, characters, adventure or tags, without case or accents."""
    tags: tuple[str, ...] = ()
    adventure: str | None = None
    finished: bool | None = None
    winner: str | None = None
    """The seat that has won, alone or with others."""
    system: str | None = None
    """What is played: the id of its game."""
    drawn: bool = False
    """Only games that have ended without a winner."""
    mode: str | None = None
    since: str | None = None
    """The first moment, UTC ISO, at which it was played last."""
    until: str | None = None
    """The first moment too late."""


class PageEnd(msgspec.Struct, frozen=True):
    """Where a page ends: the next one begins after it."""

    updated: str
    id: int


def fold(text: str) -> str:
    """Without case and accents, as a hurried person types."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _words(text: str) -> list[str]:
    """What is looked up of a typed text: an apostrophe parts words, straight as it is typed or curled as it is kept."""
    folded = fold(text)
    return folded.replace("'", " ").replace("’", " ").split() or folded.split()


def needs_words(wanted: LibraryQuery) -> bool:
    """Whether `narrowed` looks at what games are found by."""
    return bool(_words(wanted.text)) or wanted.adventure is not None


def narrowed(statement: Select[Any], wanted: LibraryQuery) -> Select[Any]:
    """`statement`, a selection of games, with everything that is wanted."""
    words = _words(wanted.text)
    if needs_words(wanted):
        statement = statement.join(_WORDS, _WORDS.c.game_id == _GAMES.c.id)
    for word in words:
        statement = statement.where(_WORDS.c.words.contains(word, autoescape=True))
    if wanted.adventure is not None:
        statement = statement.where(_WORDS.c.adventure == wanted.adventure)
    for tag in wanted.tags:
        bearing = select(_TAGS.c.game_id).where(_TAGS.c.tag == tag)
        statement = statement.where(_GAMES.c.id.in_(bearing))
    if wanted.winner is not None:
        # several winners stand side by side: "A C" (`Standing.winner`)
        among = literal(" ") + _GAMES.c.winner + " "
        statement = statement.where(among.contains(f" {wanted.winner} ", autoescape=True))
    for column, value in (("finished", wanted.finished), ("system", wanted.system), ("mode", wanted.mode)):
        if value is not None:
            statement = statement.where(_GAMES.c[column] == value)
    if wanted.drawn:
        statement = statement.where(_GAMES.c.finished, _GAMES.c.winner.is_(None))
    if wanted.since is not None:
        statement = statement.where(_GAMES.c.updated >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(_GAMES.c.updated < wanted.until)
    return statement


def page(statement: Select[Any], wanted: LibraryQuery, after: PageEnd | None, most: int) -> Select[Any]:
    """The games after a place, the one played last first."""
    statement = narrowed(statement, wanted)
    if after is not None:
        at, id = _GAMES.c.updated, _GAMES.c.id
        statement = statement.where(at <= after.updated).where(or_(at < after.updated, id < after.id))
    return statement.order_by(_GAMES.c.updated.desc(), _GAMES.c.id.desc()).limit(most)


def count(wanted: LibraryQuery) -> Select[Any]:
    """How many there are."""
    return narrowed(select(func.count()).select_from(_GAMES), wanted)


def describe(
    connection: Connection,
    game: int,
    title: str,
    *,
    about: About | None = None,
    people: Sequence[str] | None = None,
    new: bool = False,
) -> None:
    """Note what a game is found by; what is None stays as it was. `new`: nothing is known of it, nor has it tags."""
    known = None if new else connection.execute(_KNOWN.where(_WORDS.c.game_id == game)).first()
    names = _lines(about.names) if about is not None else known.names if known else ""
    players = _lines(people) if people is not None else known.people if known else ""
    adventure = about.adventure if about is not None else known.adventure if known else None
    tags = "" if new else "\n".join(tags_of(connection, game))
    values = {
        "adventure": adventure,
        "names": names,
        "people": players,
        "words": fold(f"{title}\n{names}\n{players}\n{tags}"),
    }
    if known is None:
        connection.execute(insert(_WORDS), {"game_id": game, **values})
    else:
        connection.execute(update(_WORDS).where(_WORDS.c.game_id == game).values(**values))


_KNOWN = select(_WORDS.c.names, _WORDS.c.people, _WORDS.c.adventure)


def _lines(names: Sequence[str]) -> str:
    return "\n".join(dict.fromkeys(line for name in names if (line := one_line(name))))


def tags_of(connection: Connection, game: int) -> tuple[str, ...]:
    """The tags of a game, by alphabet."""
    return tuple(connection.execute(select(_TAGS.c.tag).where(_TAGS.c.game_id == game).order_by(_TAGS.c.tag)).scalars())


def set_tags(connection: Connection, game: int, tags: Sequence[str]) -> None:
    """Put these tags on a game and no others; raises StorageError when one is too long or they are too many."""
    clean = sorted({one_line(tag) for tag in tags} - {""})
    _refuse_more(len(clean))
    for tag in clean:
        _refuse_long(tag)
    connection.execute(delete(_TAGS).where(_TAGS.c.game_id == game))
    if clean:
        connection.execute(insert(_TAGS), [{"game_id": game, "tag": tag} for tag in clean])
    title = connection.execute(select(_GAMES.c.title).where(_GAMES.c.id == game)).scalar_one()
    describe(connection, game, title)


def add_tag(connection: Connection, games: Sequence[int], tag: str) -> None:
    """Put one more tag on games that do not have it; raises StorageError as `set_tags` does."""
    if not games:
        return
    _refuse_long(tag)
    many = func.count()
    counted = select(many).where(_TAGS.c.game_id.in_(games)).group_by(_TAGS.c.game_id).order_by(many.desc()).limit(1)
    _refuse_more(int(connection.execute(counted).scalar() or 0) + 1)
    connection.execute(insert(_TAGS), [{"game_id": game, "tag": tag} for game in games])
    words = _WORDS.c.words + f"\n{fold(tag)}"
    connection.execute(update(_WORDS).where(_WORDS.c.game_id.in_(games)).values(words=words))


def _refuse_more(count: int) -> None:
    if count > MOST_TAGS:
        raise StorageError("other", say("A game can have at most {count} tags.", count=MOST_TAGS))


def _refuse_long(tag: str) -> None:
    if len(tag) > MOST_TAG:
        raise StorageError("other", say("A tag can have at most {count} letters: {tag}", count=MOST_TAG, tag=tag))


def all_tags() -> Select[Any]:
    """Every tag and how many games have it, the most used first."""
    many = func.count()
    return select(_TAGS.c.tag, many).group_by(_TAGS.c.tag).order_by(many.desc(), _TAGS.c.tag)


def all_systems() -> Select[Any]:
    """Every game that is played, by its id, and how often, the most played first."""
    many = func.count()
    return select(_GAMES.c.system, many).group_by(_GAMES.c.system).order_by(many.desc(), _GAMES.c.system)


def all_adventures() -> Select[Any]:
    """Every adventure played and how often, the most played first."""
    many = func.count()
    played = _WORDS.c.adventure
    return select(played, many).where(played.is_not(None)).group_by(played).order_by(many.desc(), played)


_GAMES = Game.__table__
_FIGURES = StatisticsRow.__table__
_PLAYED = CampaignGameRow.__table__

NO_FIGURES = "null"
"""Kept for a game that has no figures, so that it is not asked again."""


class Figuring(msgspec.Struct, frozen=True):
    """How the figures of a game are worked out."""

    version: int
    """Another number: all games are worked out anew."""
    of: Callable[[Session[Any]], str | None]
    """The figures of a game that has ended, as JSON; None: this game has none."""

    @staticmethod
    def by(systems: Iterable[System[Any]]) -> Figuring:
        """As each game itself says (`Summarises`)."""
        asked = ((system.facts.id, part(system, Summarises)) for system in systems)
        found = {id: one.summaries for id, one in asked if one is not None}

        def of(session: Session[Any]) -> str | None:
            one = found.get(session.system.facts.id)
            return None if one is None else one.text(session)

        return Figuring(sum(one.version for one in found.values()), of)


class KeptFigures(msgspec.Struct, frozen=True):
    """A game that has ended in short."""

    game: int
    title: str
    updated: str
    """When it was played last, UTC, ISO."""
    summary: str | None
    """What `Repository.summarise` was given, as JSON."""
    data: str
    """What `Figuring.of` has said."""
    system: str


def keep_figures(
    database: Database, connection: Connection, game: int, figuring: Figuring, session: Session[Any]
) -> bool:
    """Work out a stored game as it is in `session` and keep it; returns whether it has figures."""
    if not session.standing.finished:
        return False
    data = figuring.of(session) or NO_FIGURES
    revision = connection.execute(select(_GAMES.c.revision).where(_GAMES.c.id == game)).scalar()
    if revision is None:
        return False
    row = {"game_id": game, "revision": revision, "version": figuring.version, "data": data}
    connection.execute(database.put(_FIGURES, ("game_id",)), [row])
    return data != NO_FIGURES


def wanted_figures(version: int, wanted: LibraryQuery, campaign: int | None) -> Select[Any]:
    """The rows of the games wanted, the one played first at the front; of one campaign only, if one is named."""
    columns = (_GAMES.c.id, _GAMES.c.title, _GAMES.c.updated, _GAMES.c.summary, _FIGURES.c.data, _GAMES.c.system)
    statement = select(*columns).join(_FIGURES, _as_today(version))
    statement = statement.where(_GAMES.c.finished, _FIGURES.c.data != NO_FIGURES)
    if campaign is not None:
        statement = statement.join(_PLAYED, _PLAYED.c.game_id == _GAMES.c.id)
        statement = statement.where(_PLAYED.c.campaign_id == campaign)
    return narrowed(statement, wanted).order_by(_GAMES.c.updated, _GAMES.c.id)


def lacking_figures(version: int, wanted: LibraryQuery, campaign: int | None) -> Select[Any]:
    """The ids of those games wanted that have ended and whose figures are not known."""
    statement = select(_GAMES.c.id).outerjoin(_FIGURES, _as_today(version))
    statement = statement.where(_GAMES.c.finished, _FIGURES.c.game_id.is_(None))
    if campaign is not None:
        statement = statement.join(_PLAYED, _PLAYED.c.game_id == _GAMES.c.id)
        statement = statement.where(_PLAYED.c.campaign_id == campaign)
    return narrowed(statement, wanted).order_by(_GAMES.c.id)


def _as_today(version: int) -> Any:
    return and_(
        _FIGURES.c.game_id == _GAMES.c.id,
        _FIGURES.c.revision == _GAMES.c.revision,
        _FIGURES.c.version == version,
    )
