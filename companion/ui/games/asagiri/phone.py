"""Asagiri on a phone: a dice pad, the cards of the own band, and what is decided without pointing at the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from companion.model.core.contract import Choice, Json, Option, Over, Roll
from companion.model.core.words import Arg, Message, Name, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.explain import explain, price, sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.state.formatting import ELEMENT_WORDS, STAT_WORDS, STATE_WORDS
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL, HONOUR_WORDS
from companion.model.games.asagiri.state.vocabulary import FigureId, by_figure
from companion.model.phones import Card, Face, Node, Row
from companion.model.phones.face import Box, Playing

from .board.pictures import where_it_stands
from .cards.face import ALIGNMENT_WORDS, STATS, Stat

SIGNS: Mapping[str, str] = {"fire": "火", "water": "水", "air": "風", "earth": "土", "tori": "鳥"}
STAT_ELEMENT: Mapping[Stat, str] = {"attack": "fire", "movement": "air", "defense": "earth", "willpower": "water"}
COLOURS = {"demon_hunter": "hunter", "evil_creature": "creature"}
ON_PHONE: tuple[type[Option], ...] = (
    o.Side, o.Recruit, o.Equip, o.StopRecruiting, o.TakeBack, o.Activate, o.TestWillpower, o.UseDie, o.UseSkill,
    o.PickDie, o.Way, o.Pass, o.GiveUpDie, o.EndActivation, o.EndActivations, o.Reserve, o.DoIt, o.LeaveIt, o.EndPhase,
)  # fmt: skip
"""What needs no square: the rest is done on the board, which lies on the screen or on the table."""
QUIET: tuple[type[Option], ...] = (
    o.Pass, o.EndActivation, o.EndActivations, o.EndPhase, o.LeaveIt, o.StopRecruiting,
)  # fmt: skip


class AsagiriFace(Face):
    """See the module."""

    def __init__(self, game: Playing, names: Callable[[], Sequence[str]]) -> None:
        """`names`: what the players of A and B are called now."""
        super().__init__(game, self._called)
        self._names = names

    @property
    def _state(self) -> State:
        state: State = self.session.state
        return state

    def _called(self, who: str) -> Arg:
        if who in SEATS:
            return self._names()[SEATS.index(who)]
        table = self._state.table
        return next((table.called[n] for n, one in by_figure(table.characters) if one.id == who), who)

    def title(self, viewer: str) -> Arg:
        return where_it_stands(self._state, self._names())

    # what a band has -----------------------------------------------------------------------------------------------

    def _figures(self, viewer: str) -> list[FigureId]:
        """The own band; who looks on sees no hand, both bands lie open on the screen."""
        if viewer not in SEATS:
            return []
        band = SEATS.index(viewer)
        return [n for n, one in by_figure(self._state.table.characters) if one.band == band]

    def hand(self, viewer: str, view: Json) -> Sequence[Card]:
        return tuple(self._card(who) for who in self._figures(viewer))

    def _card(self, who: FigureId) -> Card:
        state = self._state
        character, figure, shown = state.table.characters[who], state.figures[who], state.face(who)
        boxes = tuple(
            Box(Message(STAT_WORDS[stat]), f"{SIGNS[STAT_ELEMENT[stat]]} {getattr(shown, stat)}", (), stat)
            for stat in STATS
        )
        alignment = Message(ALIGNMENT_WORDS.get(character.alignment, character.alignment))
        line: Arg = alignment
        if figure.state != "vigilant":
            line = say("{alignment}, {state}", alignment=alignment, state=Message(STATE_WORDS[figure.state]))
        kept = tuple(Message(ELEMENT_WORDS[element]) for element in figure.kept)
        return Card(
            character.id,
            state.table.called[who],
            line,
            _lines(self._skill(skill) for skill in state.skills(who)),
            boxes,
            (),
            "shaken" if figure.state == "shaken" else COLOURS.get(character.alignment, ""),
            say("in reserve: {dice}", dice=kept) if kept else "",
            figure.state == "disabled" or figure.activated,
        )

    @staticmethod
    def _skill(skill: Skill) -> Arg:
        name, face, paid = Name.of(skill.name), sign(skill), price(skill)
        if skill.id in HONOUR_OF_SKILL:
            said: Arg = HONOUR_WORDS[HONOUR_OF_SKILL[skill.id]]
        else:
            told = explain(skill)
            said = reduce(lambda one, other: say("{one} {other}", one=one, other=other), told) if told else ""
            if paid is not None:
                said = say("{one}. {other}", one=paid, other=said)
        if face is None:
            return say("{name}: {words}", name=name, words=said)
        return say("{sign} {name}: {words}", sign=SIGNS[face], name=name, words=said)

    def own(self, viewer: str, view: Json) -> Sequence[Arg]:
        if viewer not in SEATS:
            return ()
        band = self._state.bands[SEATS.index(viewer)]
        found: list[Arg] = []
        if band.pool:
            found.append(say("Pool: {dice}", dice=tuple(Message(ELEMENT_WORDS[face]) for face in band.pool)))
        if band.aside:
            found.append(plural("{count} die set aside", "{count} dice set aside", band.aside))
        pending = self.session.pending
        mine = pending.options if isinstance(pending, Choice) and pending.seat == viewer else ()
        if not all(isinstance(option, ON_PHONE) for option in mine):
            found.append(say("Figures are moved on the board; dice, skills and cards are here as well."))
        return found

    def table(self, viewer: str, view: Json) -> Sequence[Row]:
        state, pending = self._state, self.session.pending
        rows = []
        for n, seat in enumerate(SEATS):
            band = state.bands[n]
            standing = len(state.on_board(n))  # type: ignore[arg-type]
            marks = tuple(Box(Message(ELEMENT_WORDS[face]), SIGNS[face]) for face in band.pool)
            lines = (
                plural("{count} figure on the board", "{count} figures on the board", standing),
                say("{lost} of {most} zeni lost", lost=band.lost, most=state.table.limits[n]),
            )
            acts = not isinstance(pending, Over) and state.phase == n
            rows.append(Row(seat, self.name(seat), marks, lines, acts=acts))
        return rows

    # answers -------------------------------------------------------------------------------------------------------

    def nodes(self, viewer: str, choices: Sequence[Choice]) -> Sequence[Node]:
        system, state, found = self.session.system, self._state, list[Node]()
        skills: dict[FigureId, list[Node]] = {}
        for option in (one for choice in choices for one in choice.options if isinstance(one, ON_PHONE)):
            label = system.label(state, option)
            if isinstance(option, o.Activate):
                found.append(Node(label, "", option.kind, state.table.characters[option.who].id, option))
            elif isinstance(option, o.UseDie | o.UseSkill):
                skills.setdefault(option.who, []).append(Node(label, "", option.kind, option=option))
            else:
                found.append(Node(label, "", option.kind, option=option, quiet=isinstance(option, QUIET)))
        for who, nodes in skills.items():
            called, id = state.table.called[who], state.table.characters[who].id
            found.append(Node(say("{name}: dice and skills", name=called), "", "use", id, next=tuple(nodes)))
        return _by_card(found)

    def die(self, roll: Roll, n: int) -> Arg:
        return self._called(roll.dice[n].owner)


def _by_card(nodes: Sequence[Node]) -> Sequence[Node]:
    """One step a card: what can be done with it stands behind it."""
    cards: dict[str, list[Node]] = {}
    for node in nodes:
        if node.card:
            cards.setdefault(node.card, []).append(node)
    found = [node for node in nodes if not node.card]
    for card, some in cards.items():
        if len(some) == 1:
            found.append(some[0])
        else:
            flat = [one for node in some for one in (node.next or (_plain(node),))]
            found.append(Node(some[0].title, "", "card", card, next=tuple(flat)))
    return found


def _plain(node: Node) -> Node:
    return Node(node.title, node.about, node.kind, option=node.option, quiet=node.quiet)


def _lines(parts: Iterable[Arg]) -> Arg:
    """One below the other."""
    told = list(parts)
    return reduce(lambda one, other: say("{one}\n{other}", one=one, other=other), told) if told else ""
