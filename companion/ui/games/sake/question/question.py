"""What is asked, and what each answer would come to, in words: out of the view of whoever sits at the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Over
from companion.model.core.refusal import Refusal
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.sake.box.deck import BACKS as WIRE_BACKS
from companion.model.games.sake.box.deck import NO_CARD, WEAPON
from companion.model.games.sake.insight.queries import QUERIES
from companion.model.games.sake.insight.survey import hypothetical
from companion.model.games.sake.rules.reach import attack_bonus, defence_of
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.state import DISCIPLES, LETTERS, LIFE, SAMURAI, SHEET, State
from companion.model.games.sake.wire import narration
from companion.ui.games.sake.hand import boxes_of
from companion.ui.games.sake.question.blow import blow
from companion.ui.games.sake.question.composer import Composer, Part
from companion.ui.games.sake.seen import SeenTable
from companion.ui.games.sake.vocabulary import ABILITIES, BACKS, card_text, type_name
from companion.ui.kit.translator import tr
from companion.ui.play.game_controller import GameController

BOX_WORDS: Mapping[str, Message] = {
    "attack": say("Attack"),
    "iaido": say("Iaido: move and strike in one"),
    "move": say("Move"),
    "drink": say("Drink"),
    "interrupt": say("Interrupt"),
    "defence": say("Defend"),
    "sacrifice": say("Let the Disciple take the blow"),
    "dodge": say("Dematerialise"),
    "discard": say("Discard"),
}
ACTS: Mapping[str, Message] = {
    "burn_draw": say("Burn a sake: draw a card"),
    "burn_play": say("Burn a sake: play one card more"),
    "soul": say("Draw on your soul"),
    "use": say("Use an item"),
    "show": say("Tell which card it is"),
    "keep": say("Strike from where you stand"),
}
TOLD: Mapping[str, Message] = {
    "pass": say("No answer"),
    "end_phase": say("End the turn"),
    "pause": say("Draw, then change the weapon or use an item"),
    "soul": say("Draws on the soul"),
    "show": say("Tell a card of the hand"),
    "burn_draw": say("Burns a sake: draws a card"),
    "burn_play": say("Burns a sake: plays one card more"),
    "use": say("Uses an item"),
}
"""At a real table, of whoever does it."""
SIDES: Mapping[str, Message] = {
    "left": say("on the left"),
    "right": say("on the right"),
    "toward": say("forward"),
    "away": say("back"),
    "line": say("on the line"),
}


class Question:
    """The decision of whoever sits at the screen, put into words."""

    def __init__(
        self, game: GameController[State], table: SeenTable, composer: Composer, name: Callable[[int], str]
    ) -> None:
        self.game, self.table, self.composer, self.name = game, table, composer, name
        self.state = game.state
        self.blow = blow(table, game.session, self.state)
        self._queries: Mapping[str, Any] = QUERIES

    # what happens --------------------------------------------------------------------------------------------------

    def story(self) -> list[Message]:
        """Who does what to whom, and with what value."""
        found: list[Message] = []
        blow, table = self.blow, self.table
        top = table.frames[-1] if table.frames else None
        window = top is not None and top["frame"] in ("window", "torment")
        if blow is not None and (window or table.frame("keep") is None):
            me = table.viewer is not None and blow.target == o.seat_target(table.viewer) and not table.fixed
            target: Arg = say("you") if me else self._target(blow.target)
            by: Arg = self.name(blow.by)
            if self.state.phase == DISCIPLES:
                by = say("A Disciple of {seat}", seat=by)
            found.append(say("{by} attacks {target}: {value}", by=by, target=target, value=blow.value))
            iaido = table.frame("iaido") if table.frame("keep") is None else None
            if iaido is not None:
                found.append(plural("Iaido: {count} step {side} first.", "Iaido: {count} steps {side} first.",
                                    iaido["steps"], side=SIDES[iaido["side"]]))  # fmt: skip
            if blow.box is None and blow.card != NO_CARD:
                found.append(say("With {card}", card=narration.card_name(self.state, blow.card)))
            elif blow.box is not None and blow.value >= blow.box:
                weapon = narration.card_name(self.state, blow.weapon) if blow.weapon != NO_CARD else say("bare hands")
                found.append(
                    say("Box {box} + {weapon} {more}", box=blow.box, weapon=weapon, more=blow.value - blow.box)
                )
            ranged = say("Ranged: the held weapon does not defend.")
            found.append(ranged if blow.ranged else say("Not ranged: the held weapon defends as well."))
        move = table.frame("move") if blow is None else None
        if move is not None:
            found.append(plural(
                "{seat} wants to move {count} step {side}.", "{seat} wants to move {count} steps {side}.",
                move["steps"], seat=self.name(LETTERS.index(move["seat"])), side=SIDES[move["side"]],
            ))  # fmt: skip
        torment = table.frame("torment", "help")
        if torment is not None:
            seat, cards = LETTERS.index(torment["samurai"]), len(torment["cards"])
            if seat == table.viewer and not table.fixed:
                found.append(plural("The Spirits torment you with {count} card.",
                                    "The Spirits torment you with {count} cards.", cards))  # fmt: skip
            else:
                found.append(plural(
                    "The Spirits torment {samurai} with {count} card.",
                    "The Spirits torment {samurai} with {count} cards.", cards, samurai=self.name(seat),
                ))  # fmt: skip
        if isinstance(self.game.pending, Over):
            why = table.frame("over")
            found.append(narration.WHY[why["why"]] if why is not None else self.game.pending.why)
        return found

    def _defends(self) -> bool:
        """Whether a number that is told is that of a defence."""
        top = self.state.frames[-1] if self.state.frames else None
        return isinstance(top, WindowFrame)

    def _target(self, target: int) -> Arg:
        return self.name(target - o.SEAT_AS_TARGET) if o.is_seat(target) else narration.target_name(self.state, target)

    # parts ---------------------------------------------------------------------------------------------------------

    def title(self, part: Part) -> Message | Arg:
        """A step in words."""
        state, deck = self.state, self.state.table.deck
        kind, value = part
        match kind:
            case "card" | "gear":
                return narration.card_name(state, value)
            case "box":
                card = self.composer.card
                if value == "text" and card is not None:
                    weapon = deck.types[deck.type[card]].text
                    name = narration.card_name(state, card)
                    put = say("Put {card} in play", card=name)
                    return put if weapon in ("weapon", "item", "disciple") else say("Play {card}", card=name)
                return BOX_WORDS[value]
            case "place":
                side, steps = value
                if not steps:
                    return say("Beside you {side}", side=SIDES[side])
                return plural("{count} step {side}", "{count} steps {side}", steps, side=SIDES[side])
            case "target":
                return self._named(part)
            case "piece":
                return self._target(value)
            case "side":
                return narration.spot_name(state, value[1]) if isinstance(value, tuple) else self._target(value)
            case "weapon":
                return say("Bare hands") if value == NO_CARD else narration.card_name(state, value)
            case "pay" | "spot":
                spot = narration.spot_name(state, value[1])
                return say("The sake on {spot}", spot=spot) if self._has(value) else say("On {spot}", spot=spot)
            case "count":
                return plural("{count} card of your life", "{count} cards of your life", value)
            case "stretch":
                number, stretch = value
                if not self.table.lines[number].disciples:
                    return self._line(number)
                return say("{line}, stretch {n}", line=self._line(number), n=stretch + 1)
            case "line":
                return self._line(value)
            case "who":
                return self.name(value)
            case "type":
                return type_name(deck.types[value])
            case "copy":
                boxes: dict[str, Arg] = {**boxes_of(deck, value)}
                return say("attack {attack} · defence {defence} · move {move} · drink {drink}", **boxes)
            case "back":
                return BACKS[list(WIRE_BACKS).index(value) + 1]
            case "change":
                return say("Add a step") if value == "add" else say("Remove a step")
            case "sips":
                return plural("Drink {count} sake", "Drink {count} sake", value)
            case "number":
                return say("Defend with box {box}", box=value) if self._defends() else say("Box {number}", number=value)
            case "many":
                return plural("{count} card", "{count} cards", value) if value else say("No card")
            case "cards":
                if not value:
                    return say("No card")
                return say("{cards}", cards=tuple(narration.card_name(state, card) for card in value))
        left = self.composer.after(part)
        if self.table.fixed and value in TOLD:
            return TOLD[value]
        if value in ACTS:
            return ACTS[value]
        return self.game.session.system.label(state, left[0]) if left else say("Pass")

    def _named(self, part: Part) -> Message | Arg:
        """Somebody, with what would be done to them where there are several things to do."""
        option = next(iter(self.composer.after(part)), None)
        name = self._target(part.value)
        match option:
            case o.Torment():
                return say("Torment {name}", name=name)
            case o.Doze():
                return say("A card of {name}", name=name)
            case o.Brawl() | o.GiveTo():
                return self.game.session.system.label(self.state, option)
        return name

    def card_text(self, card: int) -> Message:
        """What the text of a card does."""
        deck = self.state.table.deck
        return card_text(deck.types[deck.type[card]])

    def said(self, part: Part) -> str:
        """A step in the language of the window."""
        return tr(say("{part}", part=self.title(part)))

    def _line(self, number: int) -> Message:
        line = self.table.lines[number]
        return say("{one} – {other}", one=self.name(line.start), other=self.name(line.end))

    def _has(self, spot: tuple[int, int]) -> bool:
        seat, where = spot
        return 0 <= seat < len(self.table.seats) and where in self.table.seats[seat].sake

    def about(self, part: Part) -> Message | None:
        """What a step would come to."""
        state, table, deck = self.state, self.table, self.state.table.deck
        me, card = table.viewer, self.composer.card
        if me is None:
            return None
        kind, value = part
        of = state.seats[me]
        if kind == "act" and value == "soul":
            return say("Once a turn: life cards come into your hand, for good")
        if kind == "copy":
            return say("Back: {back}", back=BACKS[deck.back[value]])
        blow, box = self.blow, self.composer.box
        if kind == "number":
            return self._left_by_box(deck.of_box(value)) if self._defends() else None
        if kind == "target" and isinstance(value, int):
            return self.distance_words(value, self._shift())
        if kind == "weapon" and card is not None and box in ("attack", "iaido"):
            total = deck.attack[card] + attack_bonus(state.table, me, of, value)
            return say("Attack {value}", value=total)
        if kind == "gear" and deck.text[value] == WEAPON and value < len(deck):
            return card_text(deck.types[deck.type[value]])
        if kind == "box" and card is not None:
            numbers = {"attack": deck.attack, "iaido": deck.attack, "move": deck.move, "drink": deck.drink}
            if value in numbers:
                return say("Box {number}", number=numbers[value][card])
            return card_text(deck.types[deck.type[card]]) if value == "text" else None
        if kind == "spot" and value[0] == me and not self._has(value):
            return self._cost(value[1])
        torment = table.frame("torment")
        if torment is not None and blow is None and (kind == "card" or value == "pass"):
            return self._stolen(len(torment["cards"]), value if kind == "card" else None)
        if kind == "card" and (blow is not None or table.frame("move") is not None):
            return self._left_by(value)
        if kind == "act" and value == "pass" and blow is not None and blow.target == o.seat_target(me):
            hit = max(0, blow.value - defence_of(state.table, me, of, blow.ranged, None))
            return self._damage(hit)
        return None

    def _left_by(self, card: int) -> Message | None:
        """The damage that each answer with a card leaves."""
        blow, state, me = self.blow, self.state, self.table.viewer
        assert me is not None
        uses = self.composer.boxes(card) if not self.composer.taken else {self.composer.box or ""}
        found: list[Message] = []
        if "defence" in uses and blow is not None:
            held = defence_of(state.table, me, state.seats[me], blow.ranged, card)
            damage = self._damage(max(0, blow.value - held))
            found.append(say("Defence {defence}: {damage}", defence=held, damage=damage))
        if "sacrifice" in uses:
            found.append(say("As a Disciple: no damage"))
        if "interrupt" in uses:
            found.append(say("Cancels it"))
        if not found:
            return None
        return found[0] if len(found) == 1 else say("{one}. {other}", one=found[0], other=found[1])

    def _left_by_box(self, card: int) -> Message | None:
        """The damage that a defence leaves of which the number is told."""
        blow, me, torment = self.blow, self.table.viewer, self.table.frame("torment")
        assert me is not None
        if blow is not None:
            held = defence_of(self.state.table, me, self.state.seats[me], blow.ranged, card)
            return say("Defence {defence}: {damage}", defence=held, damage=self._damage(max(0, blow.value - held)))
        return self._stolen(len(torment["cards"]), card) if torment is not None else None

    def _stolen(self, cards: int, card: int | None) -> Message:
        """The sake that a torment takes."""
        me = self.table.viewer
        assert me is not None
        of = self.state.seats[me]
        lost = min(len(of.sake), max(0, cards - defence_of(self.state.table, me, of, False, card)))
        return plural("{count} sake is stolen", "{count} sake are stolen", lost) if lost else say("no sake is stolen")

    def _damage(self, hit: int) -> Message:
        me = self.table.mine
        life = 0 if me is None else len(me.life) + (LIFE in me.sake)
        if not hit:
            return say("no damage")
        if me is not None and hit >= life and self.table.fixed:
            return plural("{count} damage: that is death", "{count} damage: that is death", hit)
        if me is not None and hit >= life:
            return plural("{count} damage, you die", "{count} damage, you die", hit)
        return plural("{count} damage", "{count} damage", hit)

    def _cost(self, spot: int) -> Message:
        """What a sake on one of the own spots would cost."""
        deck, me = self.state.table.deck, self.table.mine
        assert me is not None
        if spot == LIFE:
            return say("Life +1, gone first when you are hit; no soul")
        if spot == SHEET:
            ability = None if me.sheet is None else me.sheet.ability
            return say("Ability asleep ({ability}); talk as if drunk", ability=ABILITIES[ability])
        if deck.text[spot] == WEAPON:
            if spot == me.held:
                return say("Held weapon asleep until it is burnt off")
            return say("Weapon asleep until it is burnt off")
        return say("Item asleep until it is burnt off")

    # distances and reasons -----------------------------------------------------------------------------------------

    def distances(self) -> dict[int, list[int]]:
        """Of every piece from the viewer, clockwise first."""
        return self._from_me("distances")

    def reached(self) -> dict[int, list[int]]:
        """The weapons with which the viewer reaches each target now."""
        me, deck = self.table.viewer, self.state.table.deck
        if me is None:
            return {}
        found: dict[int, list[int]] = {}
        for weapon, targets in self._queries["reach"](self.state, {"seat": LETTERS[me]}).items():
            for target in targets:
                card = NO_CARD if weapon == "hands" else deck.index[weapon]
                found.setdefault(self._code(target), []).append(card)
        return found

    def _from_me(self, query: str) -> dict[int, list[int]]:
        me = self.table.viewer
        if me is None:
            return {}
        told = self._queries[query](self.state, {"seat": LETTERS[me]})
        return {self._code(target): ways for target, ways in told.items()}

    def _code(self, target: str) -> int:
        return o.seat_target(LETTERS.index(target)) if len(target) == 1 else self.state.table.deck.index[target]

    def _shift(self) -> int:
        """How far the move of an iaido that is being put together goes clockwise, or forward."""
        places = [part.value for part in self.composer.taken if part.kind == "place"]
        if not places:
            return 0
        side, steps = places[0]
        return int(steps) if side in ("left", "toward") else -int(steps)

    def distance_words(self, target: int, shift: int = 0) -> Message | None:
        """How far a target is both ways, after a move of so many steps clockwise."""
        ways = self.distances().get(target)
        if not ways:
            return None
        ways = [ways[0] - shift, *(way + shift for way in ways[1:])]
        if len(ways) == 1:
            return plural("{count} step away", "{count} steps away", ways[0])
        return say("{one} steps by the left, {other} by the right", one=ways[0], other=ways[1])

    def pointed(self, part: Part) -> list[Message]:
        """What is to be said of something on the table: how far, reached with what, or why not."""
        found: list[Message] = []
        if part.kind == "gear" and part.value >= 0:
            deck = self.state.table.deck
            name = narration.card_name(self.state, part.value)
            return [say("{name}: {text}", name=name, text=card_text(deck.types[deck.type[part.value]]))]
        if part.kind != "target":
            return found
        target, me = part.value, self.table.viewer
        name = self._target(target)
        if me is not None and target == o.seat_target(me):
            return [self._ability(me)] if self.table.seats[me].kind == SAMURAI else []
        far = self.distance_words(target)
        if far is not None:
            found.append(say("{name}: {what}", name=name, what=far))
        weapons = self.reached().get(target)
        if weapons:
            named = tuple(
                say("bare hands") if one == NO_CARD else narration.card_name(self.state, one) for one in weapons
            )
            found.append(say("you reach it with {weapons}", weapons=named))
        elif me is not None and self.table.seats[me].kind == 0:
            why = self.refusal(target)
            if why is not None:
                found.append(say("{why} ({rule})", why=why.why, rule=why.rule))
        if o.is_seat(target) and self.table.seats[target - o.SEAT_AS_TARGET].kind == SAMURAI:
            found.append(self._ability(target - o.SEAT_AS_TARGET))
        return found

    def _ability(self, seat: int) -> Message:
        of = self.table.seats[seat]
        words_ = ABILITIES[None if of.sheet is None else of.sheet.ability]
        return say("{ability} (asleep)", ability=words_) if SHEET in of.sake else words_

    def refusal(self, target: int) -> Refusal | None:
        """Why a target cannot be attacked by the viewer, whoever's turn it is."""
        from companion.model.games.sake.rules.refusals import attack_refusal

        me = self.table.viewer
        assert me is not None
        of = self.state.seats[me]
        weapons = [card for card in of.gear if self.state.table.deck.text[card] == WEAPON] or [NO_CARD]
        best = max(weapons, key=lambda card: (card not in of.sake, card == of.held))
        return attack_refusal(self.state, of, me, target, best)

    def why_not(self, card: int, box: str) -> Refusal | None:
        """The rule against using a card of the hand for something now; None: nothing stands against it."""
        me, game = self.table.viewer, self.game
        if me is None:
            return None
        for option in hypothetical(self.state, me, card, box):
            why = game.session.system.check(self.state, option)
            if why is not None:
                return why
        return None
