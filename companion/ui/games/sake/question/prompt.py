"""What is asked now and of whom, whose turn it is, the one obvious next step, and the table for the ear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.model.core.contract import Choice, Option, Over, Roll, Together
from companion.model.core.words import Message, Name, plural, say
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.state.frames import (
    AttackFrame,
    BrawlFrame,
    DeathFrame,
    DiscardFrame,
    DisciplesFrame,
    DozeFrame,
    HelpFrame,
    IaidoFrame,
    KeepFrame,
    LimitFrame,
    MoveFrame,
    OverFrame,
    PlaceFrame,
    SeppukuFrame,
    StrikeFrame,
    SurrenderFrame,
    ThirdFrame,
    TormentFrame,
    WindowFrame,
)
from companion.model.games.sake.state.options import EndPhase, Pass
from companion.model.games.sake.state.state import LETTERS, PHASES, PLAY, SAMURAI, State
from companion.ui.games.sake.seen import SeenSeat, SeenTable
from companion.ui.games.sake.vocabulary import LOCATIONS
from companion.ui.games.sake.vocabulary import PHASES as PHASE_WORDS
from companion.ui.play.game_controller import GameController

QUIET = ("end_phase", "pass", "nothing", "decline")
"""What changes nothing."""


def asked(game: GameController[State], name: Callable[[int], str]) -> Message:
    """What is to be done now, and by whom."""
    session, pending = game.session, game.pending
    if session.looking:
        return say("The past: step {number} of {all}", number=session.cursor, all=session.present)
    if isinstance(pending, Over):
        winners = tuple(name(LETTERS.index(seat)) for seat in pending.winners)
        if not winners:
            return say("Nobody wins.")
        return plural("{winners} wins.", "{winners} win.", len(winners), winners=winners)
    if isinstance(pending, Roll):
        return say("The cards are shuffled")
    if game.automatic and not game.choices:
        seat = pending.seat if isinstance(pending, Choice) else pending.choices[0].seat
        return game.idle_words(name(LETTERS.index(seat)))
    if game.choices and table_tells(game):
        return _at_table(game, name)
    if game.choices:
        return prompt_words(game.state, game.choices[0])
    if isinstance(pending, Together):
        return say("The others answer")
    return say("{seat}: {prompt}", seat=name(LETTERS.index(pending.seat)), prompt=prompt_words(game.state, pending))


def table_tells(game: GameController[State]) -> bool:
    """Whether a real table is followed, whose hands nobody knows."""
    return game.tracking and game.state.table.options.enforcement == "track"


def _at_table(game: GameController[State], name: Callable[[int], str]) -> Message:
    choice, top = game.choices[0], game.state.frames[-1] if game.state.frames else None
    who = name(LETTERS.index(choice.seat))
    if top is None and game.state.phase == PLAY:
        return say("What does {seat} do?", seat=who)
    if isinstance(top, WindowFrame) and top.kind not in ("pipe", "third"):
        return say("Does anybody answer?")
    return say("{seat}: {prompt}", seat=who, prompt=prompt_words(game.state, choice))


def told_seat(seat: SeenSeat, who: str) -> Message:
    """What lies before a seat, in numbers."""
    if seat.kind == SAMURAI:
        return say("{name}: life {life}, wounds {wounds}, sake {sake}, hand {hand}", name=who, life=len(seat.life),
                   wounds=len(seat.wounds), sake=seat.cups, hand=len(seat.hand))  # fmt: skip
    return say("{name}: Spirit, sake {sake}, hand {hand}", name=who, sake=seat.jar, hand=len(seat.hand))


def told_table(table: SeenTable, name: Callable[[int], str]) -> list[Message]:
    """The table for the ear."""
    found = [say("Masu: {count}", count=table.masu)]
    found += [told_seat(seat, name(seat.n)) for seat in table.seats]
    for line in table.lines:
        found.append(say("{one} – {other}: {steps} steps", one=name(line.start),
                         other=name(line.end), steps=line.steps))  # fmt: skip
    return found


def dots(state: State, table: SeenTable) -> dict[int, bool]:
    """Who is asked in the open window, and who has answered: never what."""
    window = table.frames[-1] if table.frames else None
    if window is None or window["frame"] not in ("window", "help"):
        return {}
    told = zip(window["seats"], window["answers"], strict=True)
    return {LETTERS.index(seat): answer is not None for seat, answer in told}


def phase_words(state: State) -> Message | None:
    """The phase, with the plays that are left."""
    if state.phase == PLAY:
        return plural("{count} play left", "{count} plays left", state.plays)
    return PHASE_WORDS[state.phase] if PHASES[state.phase] is not None else None


def prompt_words(state: State, choice: Choice) -> Message:
    """What is asked, with the numbers that everybody sees."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, LimitFrame):
        over = len(state.seats[top.seat].hand) - top.keep
        return plural(
            "Discard {count} card: at most {keep} are kept", "Discard {count} cards: at most {keep} are kept",
            over, keep=top.keep,
        )  # fmt: skip
    if isinstance(top, DiscardFrame):
        return plural("Discard {count} card", "Discard {count} cards", min(top.left, len(state.seats[top.seat].hand)))
    if top is None and state.phase == PLAY and not state.plays:
        return say("No play left: use what lies before you, or end the phase")
    return choice.prompt


def turn_words(table: SeenTable, state: State, name: Callable[[int], str]) -> list[Message]:
    """Whose turn it is, how far it has come, and where all this happens."""
    if table.active is None:
        return []
    mine = table.active == table.viewer and not table.fixed
    phase = phase_words(state)
    found = [say("Your turn") if mine else say("{name}'s turn", name=name(table.active))]
    place = state.table.location
    where = [] if place is None else [say("{name}", name=Name.of(place.names))]
    return [*found, *([] if phase is None else [phase]), *where]


def place_words(state: State) -> Message | None:
    """The location, and the rule that it brings."""
    place = state.table.location
    return None if place is None else say("{name}: {text}", name=Name.of(place.names), text=LOCATIONS[place.rule])


def named_seat(state: State) -> int:
    """The Samurai whose sake or gear is picked or moved."""
    top = state.frames[-1] if state.frames else None
    return int(getattr(top, "samurai", NO_CARD)) if not isinstance(top, WindowFrame) else NO_CARD


_PAGES: dict[type, str] = {
    WindowFrame: "answers",
    AttackFrame: "attacking",
    IaidoFrame: "attacking",
    KeepFrame: "attacking",
    MoveFrame: "moving",
    PlaceFrame: "sake",
    DisciplesFrame: "cards",
    StrikeFrame: "cards",
    DeathFrame: "spirits",
    BrawlFrame: "spirits",
    DozeFrame: "spirits",
    ThirdFrame: "spirits",
    HelpFrame: "spirits",
    TormentFrame: "spirits",
    SurrenderFrame: "spirits",
    SeppukuFrame: "the-end",
    OverFrame: "the-end",
}


def page_of(state: State) -> str:
    """The page of the help that fits what is going on."""
    found = next((_PAGES[type(frame)] for frame in reversed(state.frames) if type(frame) in _PAGES), "")
    if not found and state.active >= 0 and state.seats[state.active].kind != SAMURAI:
        found = "spirits"
    return f"sake/{found or ('the-end' if state.fatal is not None else 'a-turn')}"


def obvious(decisions: Sequence[Choice]) -> tuple[Option, ...]:
    """The answer of each who is asked that changes nothing, or the only one; none, if one of them has no such."""
    found = []
    for choice in decisions:
        options = choice.options if len(choice.options) == 1 else [one for one in choice.options if one.kind in QUIET]
        if not options:
            return ()
        found.append(options[0])
    return tuple(found)


def step_words(game: GameController[State], options: Sequence[Option]) -> Message | None:
    """What Space does now; `options`: the obvious ones. None: nothing is obvious."""
    if game.session.looking:
        return say("Back to the present")
    if game.waits:
        return say("Let the computer continue")
    if isinstance(game.pending, Over):
        return say("Home")
    if len(options) > 1:
        return say("Nobody answers")
    if options and isinstance(options[0], EndPhase | Pass) and table_tells(game):
        return say("End the turn") if isinstance(options[0], EndPhase) else say("No answer")
    return game.session.system.label(game.state, options[0]) if options else None
