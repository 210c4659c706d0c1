"""Saké & Samouraï on a phone: the own hand, the ring in short, and the same steps as on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, cast

from companion.model.core.contract import Choice, Event, Json, Option, Over, Pending, seats_to_act
from companion.model.core.session import Session
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, LIFE, OUT, SHEET, SPIRIT, State
from companion.model.games.sake.wire import narration
from companion.model.games.sake.wire.codec import option_id
from companion.model.phones import Face, Node, Row
from companion.model.phones.face import Box, Card, Pick, Playing, Stroke, Switch
from companion.ui.games.sake.drawing.emblems import STROKES
from companion.ui.games.sake.drawing.pieces import BACK_ROLES, drawing_of
from companion.ui.games.sake.question.composer import ALONE, Composer, Part, ways_of
from companion.ui.games.sake.question.prompt import named_seat, phase_words
from companion.ui.games.sake.question.question import Question
from companion.ui.play.game_controller import GameController

from .controller import SakeController
from .hand import BOXES, boxes_of
from .log import STYLE
from .seen import SeenSeat, SeenTable, seen
from .vocabulary import ABILITIES, BACKS, TEXTS, card_text, standing, type_name

QUIET = ("end_phase", "pass", "nothing", "decline")
HEART: tuple[Stroke, ...] = ((9, 50, 86, 18, 52, 14, 32, 32, 18, 50, 34, 68, 18, 86, 32, 82, 52, 50, 86),)
HAND: tuple[Stroke, ...] = ((8, 26, 14, 74, 14, 74, 86, 26, 86, 26, 14), (6, 40, 34, 60, 34), (6, 40, 52, 60, 52))
BOX_WORDS = {"attack": say("Attack"), "defence": say("Defence"), "move": say("Move"), "drink": say("Drink")}


class _Present:
    """The game at its cursor, as `Question` reads it; what the window supposes or leafs through is not the phone's."""

    def __init__(self, session: Session[State]) -> None:
        self.session = session

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def pending(self) -> Pending:
        return self.session.pending


class SakeFace(Face):
    """See the module."""

    def __init__(self, game: Playing, name: Callable[[str], Arg]) -> None:
        super().__init__(game, name)
        self._table: tuple[State, str, SeenTable] | None = None

    def title(self, viewer: str) -> Arg:
        state = self.session.state
        phase = None if isinstance(self.session.pending, Over) else phase_words(state)
        where = standing(state)
        if phase is None or state.active < 0 or LETTERS[state.active] != viewer:
            return where
        return say("{where} · {phase}", where=where, phase=phase)

    def hand(self, viewer: str, view: Json) -> Sequence[Card]:
        mine = self._seen(viewer).mine
        return () if mine is None else tuple(self._card(card) for card in mine.hand if card >= 0)

    def own(self, viewer: str, view: Json) -> Sequence[Arg]:
        table = self._seen(viewer)
        mine = table.mine
        if mine is None or mine.kind == OUT:
            return ()
        if mine.kind == SPIRIT:
            return (say("You are a Spirit of Enma: torment the living, steal their sake."),)
        ability = ABILITIES[None if mine.sheet is None else mine.sheet.ability]
        asleep = say("{ability} (asleep)", ability=ability) if SHEET in mine.sake else ability
        return (asleep, *self._belongings(table, mine))

    def table(self, viewer: str, view: Json) -> Sequence[Row]:
        table, question = self._seen(viewer), self._question(viewer)
        return tuple(self._row(table, question, seat) for seat in table.seats)

    def story(self, viewer: str, view: Json) -> Sequence[Arg]:
        return self._question(viewer).story()

    def told(self, events: Sequence[Event]) -> Sequence[Event]:
        return STYLE.told(events)

    # the table -----------------------------------------------------------------------------------------------------

    def _seen(self, viewer: str) -> SeenTable:
        """The table that a frame is about, read once."""
        state = self.session.state
        if self._table is None or self._table[0] is not state or self._table[1] != viewer:
            self._table = state, viewer, seen(self.session.system, state, viewer)
        return self._table[2]

    def _question(self, viewer: str, composer: Composer | None = None) -> Question:
        game = cast("GameController[State]", _Present(self.session))

        def name(n: int) -> str:
            return cast(str, self.name(LETTERS[n]))  # a message is as good: it is said in the phone's language

        return Question(game, self._seen(viewer), composer or Composer(), name)

    def _card(self, card: int) -> Card:
        deck = self.session.state.table.deck
        kind, back = deck.types[deck.type[card]], deck.back[card]
        numbers = boxes_of(deck, card)
        return Card(
            deck.ids[card], type_name(kind), TEXTS[kind.text], card_text(kind),
            tuple(Box(BOX_WORDS[box], str(numbers[box]), STROKES[box], box) for box in BOXES),
            STROKES[drawing_of(deck, card)],
            BACK_ROLES[back] if back else "",
            say("back: {back}", back=BACKS[back]) if back else "",
        )  # fmt: skip

    def _row(self, table: SeenTable, question: Question, seat: SeenSeat) -> Row:
        name = self.name(LETTERS[seat.n])
        marks = [Box(say("Sake"), str(seat.cups), STROKES["drink"])]
        if seat.kind not in (SPIRIT, OUT):
            marks.append(Box(say("Life"), str(len(seat.life)), HEART))
        marks.append(Box(say("Cards in hand"), str(len(seat.hand)), HAND))
        lines: list[Arg] = [] if seat.sheet is None else [seat.sheet.name]
        far = None
        if table.viewer is not None and table.viewer != seat.n:
            far = question.distance_words(o.seat_target(seat.n))
        if far is not None:
            lines.append(far)
        if seat.kind not in (SPIRIT, OUT):
            lines += self._belongings(table, seat)
        drunk = SHEET in seat.sake
        states = {SPIRIT: ("spirit", say("Spirit of Enma")), OUT: ("out", say("Out of the game"))}
        state, said = states.get(seat.kind, ("drunk", say("Drunk")) if drunk else ("", ""))
        acts = table.active == seat.n and not isinstance(self.session.pending, Over)
        return Row(LETTERS[seat.n], name, tuple(marks), tuple(lines), state=state, state_words=said, acts=acts)

    def _belongings(self, table: SeenTable, seat: SeenSeat) -> list[Arg]:
        """Weapons and items, what is held, and where the sake lies."""
        state, lines = self.session.state, list[Arg]()
        for card in seat.gear:
            name = narration.card_name(state, card)
            asleep, held = card in seat.sake, card == seat.held
            if asleep and held:
                lines.append(say("{card}, held, asleep", card=name))
            elif asleep:
                lines.append(say("{card}, asleep", card=name))
            else:
                lines.append(say("{card}, held", card=name) if held else name)
        if LIFE in seat.sake:
            lines.append(say("a sake on the life cards"))
        if seat.wounds:
            lines.append(plural("{count} wound", "{count} wounds", len(seat.wounds)))
        if not seat.seated:
            lines.append(say("standing"))
        return lines

    # what looks on may pass (SCR-8) -------------------------------------------------------------------------------

    def switches(self, viewer: str) -> Sequence[Switch]:
        game = self.game
        if not isinstance(game, SakeController):
            return ()
        passing = viewer in game.passing
        if not passing and not (game.may_let_pass(viewer) and viewer in seats_to_act(self.session.pending)):
            return ()
        return (Switch("let_pass", say("Always pass unless I am the target"), passing),)

    def flip(self, viewer: str, id: str, on: bool) -> None:
        if isinstance(self.game, SakeController):
            self.game.let_pass(viewer, on)

    # answers -------------------------------------------------------------------------------------------------------

    def nodes(self, viewer: str, choices: Sequence[Choice]) -> Sequence[Node]:
        state = self.session.state
        composer = Composer()
        question = self._question(viewer, composer)
        options = [cast(o.SeatOption, option) for choice in choices for option in choice.options]
        sets = [option for option in options if isinstance(option, o.Torment | o.Help)]
        single = [option for option in options if not isinstance(option, o.Torment | o.Help)]
        composer.offer(ways_of(single, named_seat(state), state.table.deck.type))
        found = self._next(composer, question, list(composer.ways.items()))
        return (*found, *self._sets(question, sets))

    def _next(self, composer: Composer, question: Question, ways: list[tuple[Option, tuple[Part, ...]]]) -> list[Node]:
        """The steps that follow those the composer has taken; a step that is taken by itself is none."""
        at, taken = len(composer.taken), composer.taken
        found = []
        for part in dict.fromkeys(way[at] for _, way in ways):
            here = [(option, way) for option, way in ways if way[at] == part]
            title, about = question.title(part), question.about(part)
            composer.taken = (*taken, part)
            while part.kind != "card" and (skipped := self._alone(composer, here)) is not None:
                composer.taken = (*composer.taken, skipped)
            whole = len(here) == 1 and len(here[0][1]) == len(composer.taken)
            kind = str(part.value) if part.kind in ("box", "act") else part.kind
            found.append(
                Node(
                    title,
                    about or "",
                    kind,
                    self.session.state.table.deck.ids[part.value] if part.kind == "card" else "",
                    here[0][0] if whole else None,
                    None,
                    () if whole else tuple(self._next(composer, question, here)),
                    kind in QUIET,
                )
            )
            composer.taken = taken
        return found

    @staticmethod
    def _alone(composer: Composer, ways: list[tuple[Option, tuple[Part, ...]]]) -> Part | None:
        at = len(composer.taken)
        on = {way[at] for _, way in ways if len(way) > at}
        part = next(iter(on), None)
        return part if part is not None and len(on) == 1 and part.kind in ALONE else None

    def _sets(self, question: Question, sets: Sequence[Option]) -> list[Node]:
        """Torments and help: the cards of each are picked one by one."""
        deck, found = self.session.state.table.deck, list[Node]()

        def samurai(option: Option) -> int:
            return getattr(option, "samurai", NO_CARD)

        for seat, group in groupby(sorted(sets, key=samurai), key=samurai):
            options: list[Any] = list(group)
            cards = tuple(dict.fromkeys(deck.ids[card] for one in options for card in sorted(one.cards)))
            begin, _, _ = option_id(deck, options[0]).rpartition(":")
            none = option_id(deck, next(one for one in options if not one.cards)) if not all(
                one.cards for one in options) else ""  # fmt: skip
            pick = Pick(tuple(card.replace(":", ".") for card in cards), f"{begin}:", none)
            if seat == NO_CARD:
                found.append(Node(say("Help with cards"), "", "pick", pick=pick))
            else:
                title: Message = say("Torment {name}", name=self.name(LETTERS[seat]))
                far = question.distance_words(o.seat_target(seat))
                found.append(Node(title, far or "", "pick", pick=pick))
        return found
