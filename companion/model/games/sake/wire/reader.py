"""Positions and set-ups that nobody has checked: read, and refused where the rules could not go on from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from companion.model.core.contract import Content, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document, one_of, read
from companion.model.games.sake.box import records
from companion.model.games.sake.box.deck import DISCIPLE, ITEM, NO_CARD, WEAPON, Deck, Sheet
from companion.model.games.sake.rules import setup
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state.state import (
    CUBES,
    KINDS,
    LETTERS,
    LIFE,
    NOBODY,
    OUT,
    PHASES,
    SAMURAI,
    SHEET,
    SPIRIT,
    SPIRIT_DRAW,
    Cards,
    Disciple,
    Fatal,
    Line,
    Options,
    Seat,
    State,
    Table,
    clockwise,
    counters,
    in_game,
    living,
    replace,
)
from companion.model.games.sake.wire.codec import read_frame
from companion.model.games.sake.wire.position import LineForm, PositionForm, SeatForm
from companion.model.games.sake.wire.soundness import refuse_unfit

Name: TypeAlias = Annotated[str, Meta(max_length=60)]


class _SeatSetup(Document):
    seat: Literal["A", "B", "C", "D", "E", "F", "G", "H"]
    name: Name = ""
    sheet: Annotated[str, Meta(max_length=80)] | None = None


class _Setup(Document):
    quick: bool = False
    players: int | UnsetType = UNSET
    seats: tuple[_SeatSetup, ...] | UnsetType = UNSET
    first: str | UnsetType = UNSET
    deck: str | UnsetType = UNSET
    options: Options | UnsetType = UNSET


LEAST, MOST = 3, 8
QUICK = 4


def begun(data: Json, content: Content) -> State:
    """The state before the first roll; raises InvalidInput naming the field at fault."""
    form = read(data, _Setup)
    options = Options() if form.options is UNSET else form.options
    if form.quick:
        count = QUICK if form.players is UNSET else form.players
        if not LEAST <= count <= MOST:
            raise InvalidInput("players", "There are {low} to {high} players.", low=LEAST, high=MOST)
        for field in ("seats",):
            if getattr(form, field) is not UNSET:
                raise InvalidInput(field, "A quick game chooses this by itself.")
        seats = tuple(_SeatSetup(letter) for letter in LETTERS[:count])  # type: ignore[arg-type]
        options = replace(options, sheets="dealt")
    else:
        if form.players is not UNSET:
            raise InvalidInput("players", "Only a quick game has this.")
        if form.seats is UNSET or not LEAST <= len(form.seats) <= MOST:
            raise InvalidInput("seats", "There are {low} to {high} players.", low=LEAST, high=MOST)
        seats = form.seats
    for n, seat in enumerate(seats):
        if seat.seat != LETTERS[n]:
            raise InvalidInput(f"seats[{n}].seat", "The seats are called A, B, C … in their order.")
    letters = LETTERS[: len(seats)]
    first = letters.index(one_of(letters[0] if form.first is UNSET else form.first, tuple(letters), "first"))
    deck = records.deck(content, records.HOUSE_DECK if form.deck is UNSET else form.deck)
    dealt = options.sheets == "dealt"
    ids = [seat.sheet for seat in seats]
    for n, id in enumerate(ids):
        if (id is None) != dealt:
            raise InvalidInput(f"seats[{n}].sheet", "Sheets are named exactly when chance does not deal them.")
    table = _table(content, deck, options, ids, tuple(seat.name for seat in seats))
    if dealt:
        table = replace(table, dealable=records.dealable(content, deck.id, len(seats)))
    most = sorted(map(sum, map(setup.dealt_to, table.dealable.values())), reverse=True)[: len(seats)]
    wanted = sum(most) if dealt else setup.needed(table.sheets)
    if len(deck.katanas) < len(seats):
        raise InvalidInput("deck", "Each of the {players} players takes a Katana; the deck has {count}.",
                           players=len(seats), count=len(deck.katanas))  # fmt: skip
    if (there := len(setup.to_deal(table))) < wanted:
        raise InvalidInput("deck", "The {players} players are dealt {wanted} cards; the deck has {count} to deal.",
                           players=len(seats), wanted=wanted, count=there)  # fmt: skip
    if len(table.dealable) < dealt * len(seats):
        raise InvalidInput("deck", "There are only {count} sheets to deal to {players} players.",
                           players=len(seats), count=len(table.dealable))  # fmt: skip
    return setup.beginning(table, first)


def _table(content: Content, deck: Deck, options: Options, ids: Iterable[str | None], names: tuple[str, ...]) -> Table:
    sheets: list[Sheet | None] = []
    for n, id in enumerate(ids):
        path = f"seats[{n}].sheet"
        sheets.append(None if id is None else records.sheet(content, id, path))
        if id is not None and sheets[-1] in sheets[:-1]:
            raise InvalidInput(path, "This appears twice.")
    location = None if options.location is None else records.location(content, options.location, "options.location")
    return Table(deck, options, tuple(sheets), names, None if location is None else location.rule, location)


# positions ------------------------------------------------------------------------------------------------------------


def state_of(form: PositionForm, content: Content | Table) -> State:
    """The state of a position without its frames, nothing being checked but what is needed to make it.

    `content`: the packs, or the table that the game is played on already.
    """
    options = Options() if form.options is UNSET else form.options
    if isinstance(content, Table):
        deck = content.deck
    else:
        deck = records.deck(content, records.HOUSE_DECK if form.deck is UNSET else form.deck)
    names = () if form.about is UNSET else form.about.names
    for n, seat in enumerate(form.seats):
        if seat.seat != LETTERS[n]:
            raise InvalidInput(f"seats[{n}].seat", "The seats are called A, B, C … in their order.")
    count = len(form.seats)
    if names and len(names) != count:
        raise InvalidInput("_about.names", "There must be a name for each seat.")
    if isinstance(content, Table):
        table = content
    else:
        table = _table(content, deck, options, [seat.sheet for seat in form.seats], names or ("",) * count)
    seats = tuple([_seat(deck, seat, f"seats[{n}]") for n, seat in enumerate(form.seats)])
    lines = tuple([_line(deck, line, count, f"lines[{n}]") for n, line in enumerate(form.lines)])
    active = NOBODY if form.active is None else _at(form.active, count, "active")
    soul = sum(1 << _at(one, count, "soul") for one in dict.fromkeys(form.soul))
    if len(set(form.soul)) != len(form.soul):
        raise InvalidInput("soul", "This appears twice.")
    fatal = None
    if form.fatal is not None:
        left = tuple([_at(one, count, "fatal.left") for one in form.fatal.left])
        fatal = Fatal(_at(form.fatal.first, count, "fatal.first"), left, form.fatal.extra)
    ghost = active != NOBODY and seats[active].kind == SPIRIT
    phase = SPIRIT_DRAW if form.phase == "draw" and ghost else PHASES.index(form.phase)
    return State(
        table, seats, lines, _cards(deck, form.pile, "pile"), _cards(deck, form.discard, "discard"),
        _cards(deck, form.air, "air"), form.masu, form.gone, active, phase, form.plays, soul, fatal, form.turn, (),
    )  # fmt: skip


def _at(letter: str, count: int, path: str) -> int:
    return LETTERS.index(one_of(letter, tuple(LETTERS[:count]), path))


def _cards(deck: Deck, ids: Iterable[str], path: str) -> Cards:
    return tuple([_card(deck, id, f"{path}[{n}]") for n, id in enumerate(ids)])


def _card(deck: Deck, id: str, path: str) -> int:
    if id not in deck.index:
        raise InvalidInput(path, "The deck has no card “{id}”.", id=id[:80])
    return deck.index[id]


def _seat(deck: Deck, form: SeatForm, path: str) -> Seat:
    gear = tuple(sorted(_cards(deck, form.gear, f"{path}.gear")))
    spots = []
    for n, spot in enumerate(form.sake):
        where = f"{path}.sake[{n}]"
        spots.append({"life": LIFE, "sheet": SHEET}.get(spot) or _card(deck, spot, where))
        if spots[-1] not in (LIFE, SHEET, *gear):
            raise InvalidInput(where, "P6: there is no such spot.")
    if len(set(spots)) != len(spots):
        raise InvalidInput(f"{path}.sake", "P6: at most one sake lies on a spot.")
    held = NO_CARD if form.held is None else _card(deck, form.held, f"{path}.held")
    if held != NO_CARD and (held not in gear or deck.text[held] != WEAPON):
        raise InvalidInput(f"{path}.held", "P9: the held weapon is one of his own.")
    for n, card in enumerate(gear):
        if deck.text[card] not in (WEAPON, ITEM):
            raise InvalidInput(f"{path}.gear", "Only weapons and items lie in play before a Samurai.")
        if deck.type[card] in [deck.type[one] for one in gear[:n]]:
            raise InvalidInput(f"{path}.gear", "P9: no two identical cards lie before one Samurai.")
    return Seat(
        KINDS.index(form.is_), form.seated, tuple(sorted(_cards(deck, form.hand, f"{path}.hand"))),
        _cards(deck, form.life, f"{path}.life"), _cards(deck, form.wounds, f"{path}.wounds"), gear, held,
        tuple(sorted(spots)), form.jar,
    )  # fmt: skip


def _line(deck: Deck, form: LineForm, count: int, path: str) -> Line:
    start, end = _at(form.from_, count, f"{path}.from"), _at(form.to, count, f"{path}.to")
    ours: list[Disciple] = []
    theirs: list[Disciple] = []
    for n, one in enumerate(form.disciples):
        where = f"{path}.disciples[{n}]"
        made = Disciple(one.at, _card(deck, one.card, f"{where}.card"))
        if deck.text[made.card] != DISCIPLE:
            raise InvalidInput(f"{where}.card", "This card is no Disciple.")
        if one.owner not in (form.from_, form.to):
            raise InvalidInput(f"{where}.owner", "P4: a Disciple on a line belongs to one of its ends.")
        (ours if one.owner == form.from_ else theirs).append(made)
    return Line(start, end, form.steps, tuple(sorted(ours)), tuple(sorted(theirs)))


# what has to hold -----------------------------------------------------------------------------------------------------


def refuse_unsound(state: State, resolving: bool) -> None:
    """P1 … P10 of the page; `resolving`: something is half done, and some of them wait for its end."""
    _refuse_cards(state)
    _refuse_seats(state, resolving)
    _refuse_lines(state)
    _refuse_turn(state, resolving)
    on_table = state.masu + state.gone + sum([len(seat.sake) + seat.jar for seat in state.seats])
    missing = counters(state.count) - on_table - in_hand(state)
    if missing:
        raise InvalidInput("masu", "P2: there are {count} sake in the game.", count=counters(state.count))


def in_hand(state: State) -> int:
    """Counters that are being placed or handed over, and lie nowhere meanwhile."""
    found = 0
    for frame in state.frames:
        if isinstance(frame, f.PlaceFrame | f.GiveFrame):
            found += frame.left
        elif isinstance(frame, f.SurrenderFrame):
            found += frame.taken
    return found


def _refuse_cards(state: State) -> None:
    """P1."""
    zones: list[tuple[str, Cards]] = [("pile", state.pile), ("discard", state.discard), ("air", state.air)]
    for n, seat in enumerate(state.seats):
        zones += [(f"seats[{n}].{name}", getattr(seat, name)) for name in ("hand", "life", "wounds", "gear")]
    for n, line in enumerate(state.lines):
        zones.append((f"lines[{n}].disciples", tuple([one.card for one in (*line.ours, *line.theirs)])))
    taking_part = set(in_game(state.table))
    known: set[int] = set()
    unknown = 0
    for path, cards in zones:
        for card in cards:
            if card < 0:
                unknown += 1
            elif card in known:
                raise InvalidInput(path, "P1: the card {card} is in two places.", card=state.table.deck.ids[card])
            elif card not in taking_part:
                raise InvalidInput(path, "P1: the card {card} stays in the box.", card=state.table.deck.ids[card])
            else:
                known.add(card)
    if len(known) + unknown != len(taking_part):
        raise InvalidInput("pile", "P1: there are {count} cards in the game.", count=len(taking_part))


def _refuse_seats(state: State, resolving: bool) -> None:
    dying = {frame.seat for frame in state.frames if isinstance(frame, f.DeathFrame)}
    long = {frame.seat for frame in state.frames if isinstance(frame, f.LimitFrame)}
    for n, seat in enumerate(state.seats):
        path = f"seats[{n}]"
        if seat.kind != SAMURAI and (seat.life or seat.wounds or seat.gear or seat.sake or seat.seated):
            raise InvalidInput(f"{path}.is", "P7: only a Samurai has life, wounds, gear and spots.")
        if (seat.kind != SPIRIT and seat.jar) or (seat.kind == OUT and seat.hand):
            raise InvalidInput(f"{path}.is", "P7: this seat cannot have that.")
        if seat.kind == SAMURAI and not seat.life and n not in dying and state.turn:
            raise InvalidInput(f"{path}.life", "P7: a living Samurai has at least one life card.")
        limited = seat.kind == SAMURAI or state.table.options.spirit_hand_limit
        if limited and len(seat.hand) > state.table.limit and n not in long and not resolving:
            raise InvalidInput(f"{path}.hand", "P10: there are too many cards in this hand.")
    if not living(state.seats) and not _ending(state):
        raise InvalidInput("seats", "P8: at least one Samurai lives.")


def _refuse_lines(state: State) -> None:
    """RNG-1, P3, P4."""
    alive = living(state.seats)
    pairs = list(zip(alive, [*alive[1:], *alive[:1]], strict=True))
    wanted = pairs if len(alive) > 2 else pairs[:1] if len(alive) == 2 else []
    if [(line.start, line.end) for line in state.lines] != wanted:
        raise InvalidInput("lines", "P4: the lines run clockwise between neighbours, from the first living seat on.")
    for n, line in enumerate(state.lines):
        front = max([one.at for one in line.ours], default=0)
        back = min([one.at for one in line.theirs], default=line.steps)
        if back - front < 1 or any(one.at > line.steps for one in line.theirs):
            raise InvalidInput(f"lines[{n}]", "P4: opposing pieces stand at least one step apart.")
    if state.table.options.cubes == "box" and sum([line.steps for line in state.lines]) > CUBES:
        raise InvalidInput("lines", "P3: there are only {count} step cubes.", count=CUBES)


def _refuse_turn(state: State, resolving: bool) -> None:
    seat = state.active
    if seat == NOBODY:
        if PHASES[state.phase] is not None or state.turn or not state.frames:
            raise InvalidInput("active", "Somebody has the turn.")
        return
    kind = state.seats[seat].kind
    phases = {SAMURAI: ("play", "disciples", "draw", "hold"), SPIRIT: ("power", "draw", "third"), OUT: ()}[kind]
    if not state.turn:
        raise InvalidInput("turn", "The first turn is number 1.")
    if PHASES[state.phase] not in phases and not _ending(state):
        raise InvalidInput("phase", "This seat does not have such a phase.")
    fatal = state.fatal
    if fatal is not None and state.masu:
        raise InvalidInput("fatal", "The Fatal Round begins when the Masu is empty.")
    drinking = any(isinstance(frame, f.TakenFrame | f.PhaseEndFrame) for frame in state.frames)
    if (
        fatal is None
        and not state.masu
        and state.table.options.fatal_turn != "finish"
        and not drinking
        and not _ending(state)
    ):
        raise InvalidInput("fatal", "The Masu is empty: the Fatal Round has begun.")
    if fatal is not None:
        order = clockwise(seat, state.count)[1:]
        places = [order.index(one) if one in order else -1 for one in fatal.left]
        if -1 in places or places != sorted(set(places)) or any(state.seats[n].kind == OUT for n in fatal.left):
            raise InvalidInput("fatal.left", "Those who still have a turn are listed clockwise.")


def _ending(state: State) -> bool:
    """Whether somebody leaves, or the game is at its end: the active seat may be out."""
    return any(isinstance(frame, f.OverFrame | f.SeppukuFrame | f.LeaveFrame) for frame in state.frames)


def waits_for_sheets(state: State) -> bool:
    """Whether C0 is still to come."""
    return bool(state.frames) and isinstance(state.frames[0], f.SetupFrame) and state.frames[0].stage == "sheets"


def decoded(position: Json, content: Content | Table) -> State:
    """The state of a position; raises InvalidInput naming the field at fault. `content`: as for `state_of`."""
    form = read(position, PositionForm)
    state = state_of(form, content)
    deck = state.table.deck
    frames = tuple([read_frame(deck, state.count, one, f"frames[{n}]") for n, one in enumerate(form.frames)])
    state = replace(state, frames=frames)
    if waits_for_sheets(state) and not isinstance(content, Table):
        state = replace(state, table=replace(state.table, dealable=records.dealable(content, deck.id, state.count)))
    refuse_unsound(state, bool(frames))
    refuse_unfit(state)
    return state
