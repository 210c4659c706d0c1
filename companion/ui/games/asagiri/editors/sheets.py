"""Kami, scenario cards, ready bands and ready boards: small records, written on a form beside what they look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.vocabulary import TRAIT_WORDS, trait
from companion.model.games.asagiri.state import card_factory, cards, record_kinds
from companion.model.games.asagiri.state import scenarios as s
from companion.model.games.asagiri.state.cards import BandMember, KamiCard, ReadyBand, ReadyBoard, Stats
from companion.model.games.asagiri.state.formatting import STAT_WORDS, zeni
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.cards import portrait
from companion.ui.games.asagiri.cards.card import face_of_scenario, paint_scenario_card
from companion.ui.games.asagiri.cards.face import FRESH, face_of_character, skill_line
from companion.ui.games.asagiri.editors import DRAWN, shrunk
from companion.ui.games.asagiri.editors.cards.card_record import InPack, skill_of
from companion.ui.games.asagiri.new_game import NewGameDraft as Board
from companion.ui.games.asagiri.new_game.setup_steps import BoardStep
from companion.ui.kit.art.figures import figure_pixmap
from companion.ui.kit.keys import Context
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, name_of, sharp
from companion.ui.workshop.form_shapes import Alternative, Field, Lexicon, StructType, blank
from companion.ui.workshop.panels import FormBody, Paint

KINDS = {"card": "character", "equipment": "equipment"}
HIDDEN = {"id", "name", "provenance"}
"""Names have a line of their own; ids are nobody's business."""
LABELS: Mapping[str | tuple[StructType, str], Message] = {
    **{stat: Message(words) for stat, words in STAT_WORDS.items()},
    "element": say("Element"), "form": say("Form"), "skills": say("Skills"), "traits": say("Traits"),
    "budget": say("Budget"), "members": say("Members"), "card": say("Character"), "equipment": say("Equipment"),
    "effects": say("What it changes"), "story": say("To be read aloud"), "turns": say("Turns"), "zeni": say("Zeni"),
    "more": say("How many more"), "stat": say("Stat"), "amount": say("How much more"), "who": say("Who"),
    "turn": say("Turn"), "range": say("Squares"), "cover": say("Cover"), "where": say("Where"),
    "terrain": say("Terrain"), "rows": say("Rows"), "value": say("Zeni at most"), "when": say("When"),
    "dearest": say("Only the dearest of each band"), "trait": say("Trait"), "alignment": say("Alignment"),
    "stats": say("Values"),
}  # fmt: skip
TITLES: Mapping[StructType, Message] = {
    BandMember: say("Member"),
    s.Lasts: say("Another number of turns"),
    s.Wins: say("Zeni that win the game"),
    s.ExtraDice: say("More or fewer inspiration dice"),
    s.NoReserve: say("No dice in reserve"),
    s.Stat: say("Another stat"),
    s.Shaken: say("Shaken from the beginning"),
    s.Rally: say("All become vigilant"),
    s.NoShots: say("No shots"),
    s.ShotLimit: say("Short sight"),
    s.Mist: say("Cover for everybody"),
    s.NoSupport: say("No support"),
    s.RoughGround: say("Difficult ground"),
    s.Doors: say("Open doors"),
    s.Rows: say("A deeper deployment"),
    s.Returns: say("Somebody comes back"),
    s.FirstBlood: say("First blood"),
    s.Bounty: say("A price on heads"),
    s.HoldZeni: say("A place to be held"),
    s.StandingZeni: say("Zeni for the vigilant"),
    s.Wavering: say("Zeni for shaken enemies"),
    s.CrossingZeni: say("Zeni for crossing over"),
}
VALUES: Mapping[str, Message] = {
    "fire": say("fire"), "water": say("water"), "air": say("air"), "earth": say("earth"),
    "celestial": say("celestial"), "corrupted": say("corrupted"), "all": say("all"), "dearest": say("the dearest"),
    "cheapest": say("the cheapest"), "hindering": say("hindering"), "aquatic": say("aquatic"),
    "turn": say("every turn"), "game": say("at the end of the game"),
    "demon_hunter": say("Demon Hunters"), "evil_creature": say("Evil Creatures"), "mercenary": say("Mercenaries"),
    **{place: Message(words) for place, words in s.PLACE_WORDS.items()},
    **{stat: Message(words) for stat, words in STAT_WORDS.items()},
}  # fmt: skip
BEGUN: Mapping[StructType, dict[str, Any]] = {
    s.Lasts: {"turns": 8}, s.Wins: {"zeni": 9}, s.ExtraDice: {"more": 1}, s.Stat: {"amount": 1}, s.Rally: {"turn": 2},
    s.ShotLimit: {"range": 4}, s.Returns: {"turn": 3, "value": 4},
}  # fmt: skip
"""What a new effect says, where the least that is possible would say little."""


class SheetLexicon(Lexicon):
    """The words of small records, and what can be chosen out of the packs."""

    labels, titles, values, hidden = LABELS, TITLES, VALUES, HIDDEN
    open = {"equipment": say("nothing")}  # noqa: RUF012
    unset = say("any")

    def __init__(self, bench: PackContext) -> None:
        self._bench = bench

    def line(self, struct: StructType) -> Message | None:
        """What a new one of it would say on a card."""
        return _said(self.fresh(struct, {})) if issubclass(struct, tuple(s.EFFECTS)) else None

    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        """Cards and skills of the packs; traits."""
        if field.owner is BandMember:
            return self._cards(KINDS[field.name])
        if field.owner is Stats and field.name == "skills":
            return self._skills()
        if (field.owner is KamiCard and field.name == "traits") or field.name == "trait":
            words = sorted(record_kinds.known_traits(self._bench.content), key=lambda word: word not in TRAIT_WORDS)
            return [Alternative(word, trait(word)) for word in words]
        return None

    def _cards(self, kind: str) -> list[Alternative]:
        made = [Alternative(id, Name.of(name_of(data) or id), note=str(data.get("zeni", "")))
                for id, data in self._bench.every(kind).items() if isinstance(data, dict)]  # fmt: skip
        return sorted(made, key=lambda choice: tr(choice.title))

    def _skills(self) -> list[Alternative]:
        bench, made = self._bench, []
        for id in self._bench.every("skill"):
            skill = skill_of(bench.find, id)
            if skill is not None:
                line = skill_line(skill, tr, bench.content)
                made.append(Alternative(id, line.name, line.words, sign=line.element or "automatic"))
        return sorted(made, key=lambda choice: str(choice.title).casefold())

    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        if struct is not BandMember:
            return _said(value) or self.title(struct)
        data = value if isinstance(value, dict) else {}
        names = [Name.of(name_of(self._bench.find(kind, str(data[field]))) or str(data[field]))
                 for field, kind in KINDS.items() if data.get(field)]  # fmt: skip
        return say("{who} with {equipment}", who=names[0], equipment=names[1]) if len(names) > 1 else names[0]

    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        """A new effect that changes something; a member: whoever the budget pays for."""
        made = {**blank(struct, record, self, self._bench.languages), **BEGUN.get(struct, {})}
        if struct is BandMember:
            made["card"] = first_member(self._bench, record)
        return made


def _said(effect: Json) -> Message | None:
    try:
        card = msgspec.convert({"id": "x:x", "name": {"en": "x"}, "effects": [effect]}, s.Scenario)
    except msgspec.ValidationError:
        return None
    return s.explain(card)[0]


def first_member(bench: PackContext, record: Json) -> str:
    """The cheapest character that may join a band beside its members; without one, the first there is."""
    data = record if isinstance(record, dict) else {}
    there = [one.get("card") for one in data.get("members", ()) if isinstance(one, dict)]
    cards = {id: card for id, card in bench.content.every("character") if isinstance(card, dict)}
    aligned = {str(cards[id].get("alignment")) for id in there if id in cards} - {"mercenary"}
    fits = [id for id, card in cards.items()
            if id not in there and card.get("zeni") and "civilian" not in card.get("traits", ())
            and (not aligned or card.get("alignment") in aligned | {"mercenary"})]  # fmt: skip
    return min(fits or cards, key=lambda id: int(cards[id].get("zeni") or 99), default="none:none")


STRUCTS: Mapping[str, StructType] = {"kami": KamiCard, "scenario": s.Scenario, "band": ReadyBand}
"""The kinds that are written on a form alone."""


class SheetBody(FormBody):
    """A form made out of the record's type, and its likeness."""

    def __init__(self, draft: RecordDraft, bench: PackContext, paint: Paint, ratio: float) -> None:
        super().__init__(draft, bench, SheetLexicon(bench), STRUCTS[draft.kind], paint, ratio)


class BoardBody(Body):
    """Four tiles and their door tokens, as in the steps of a new game."""

    contexts: tuple[Context, ...] = ("laying",)

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__()
        self.draft, self._bench = draft, bench
        self.step = BoardStep(Box(bench.content), self)
        self.step.setContentsMargins(0, 0, 0, 0)  # the desk has its own
        vbox(self.step, on=self)
        self.step.changed.connect(self._take)
        draft.changed.connect(self._show)
        self.setFocusProxy(self.step.preview)
        self._show()

    def _show(self) -> None:
        board = board_of(self.draft.record)
        if board is not None:
            self.step.show_draft(Board().with_board(board))

    def _take(self, made: Board) -> None:
        """Write what has been laid; a board without one of its tiles is not written."""
        if None in made.tiles:
            return
        record = {key: value for key, value in self.draft.record.items() if key not in ("openings", "doors")}
        record["tiles"] = [{"tile": one.tile, "turns": one.turns} for one in made.tiles if one is not None]
        for name, sides in (("openings", made.openings), ("doors", made.doors)):
            if sides:
                record[name] = [[list(square), side] for square, side in sides]
        self.draft.change(record, tr(say("Board")))

    def show_field(self, pointer: str) -> bool:
        if pointer.startswith(("/openings", "/doors")):
            self.step.doors.setChecked(True)
        self.step.preview.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def keys(self) -> list[tuple[str, list[str]]]:
        return self.step.keys()


def board_of(record: Json) -> ReadyBoard | None:
    """The board, if it can be read."""
    try:
        return read(record, ReadyBoard)
    except InvalidInput:
        return None


def _on_form(
    kind: str,
    one: Message,
    many: Message,
    new: Message,
    blank: Callable[[str, dict[str, str], PackContext], Json],
    paint: Paint,
    ratio: float = portrait.RATIO,
) -> Editor:
    def body(draft: RecordDraft, bench: PackContext) -> Body:
        return SheetBody(draft, bench, paint, ratio)

    return Editor(kind, one, many, new, blank, body, paint, ratio)


STAT = 4
"""A new Kami's stats: those of the Kami of the box, more or less."""


def _blank_kami(id: str, name: dict[str, str], bench: PackContext) -> Json:
    """A Kami of fire that has Influence, when the packs hold it (KAR-4)."""
    influence = [skill for skill in ("house:influence",) if bench.content.find("skill", skill) is not None]
    stats = dict.fromkeys(("attack", "defense", "movement", "willpower"), STAT)
    return {"id": id, "name": name, "element": "fire", "form": "celestial", "stats": {**stats, "skills": influence}}


def _paint_kami(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    content = InPack(bench)
    try:
        card = card_factory.kami("", content, str(record["id"]))
        face = face_of_character(card, tr, content)
    except (InvalidInput, KeyError):
        _paint_name(pen, rect, record, bench)
        return
    with shrunk(pen, rect):
        portrait.paint(pen, DRAWN, face, FRESH, palette.current(), sharp(pen), tray=False)


KAMI = _on_form(
    "kami", say("Kami"), say("Kami"), say("New Kami"), _blank_kami, _paint_kami,
)  # fmt: skip
"""Kami: one form of one element (KAR-3)."""


def _blank_scenario(id: str, name: dict[str, str], bench: PackContext) -> Json:
    return {"id": id, "name": name, "effects": [{"type": "turns", "turns": 8}]}


def _paint_scenario(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    try:
        face = face_of_scenario(read(record, Scenario), tr)
    except InvalidInput:
        _paint_name(pen, rect, record, bench)
        return
    with shrunk(pen, rect):
        paint_scenario_card(pen, DRAWN, face, palette.current())


SCENARIO = _on_form(
    "scenario", say("Scenario card"), say("Scenario cards"), say("New scenario card"),
    _blank_scenario, _paint_scenario,
)  # fmt: skip
"""Scenario cards (KAR-6)."""


def _blank_band(id: str, name: dict[str, str], bench: PackContext) -> Json:
    return {"id": id, "name": name, "budget": 16, "members": [{"card": first_member(bench, {})}]}


def _paint_band(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    members = _members(record, bench)
    inner = _paint_name(pen, rect, record, bench)
    if not members:
        return
    theme, columns = palette.current(), 3 if len(members) > 4 else 2
    rows = -(-len(members) // columns)
    wide, high = inner.width() / columns, (inner.height() - fonts.px(22)) / max(rows, 2)
    side = min(wide, high - fonts.px(14)) * 0.94
    pen.setFont(fonts.font("small"))
    for n, (card, _) in enumerate(members):
        cell = QRectF(inner.left() + n % columns * wide, inner.top() + n // columns * high, wide, high)
        picture = figure_pixmap(
            card.silhouette, "round", "vigilant", False, "S", max(16, round(side)), theme, dpr=sharp(pen)
        )
        pen.drawPixmap(QPointF(cell.center().x() - side / 2, cell.top()), picture)
        pen.setPen(theme.color("ink"))
        words = pen.fontMetrics().elidedText(tr(Name.of(card.name)), Qt.TextElideMode.ElideRight, round(wide - 4))
        pen.drawText(cell.adjusted(0, side, 0, 0), Qt.AlignmentFlag.AlignHCenter, words)
    pen.setPen(theme.color("faded"))
    cost = say("{cost} of {budget}", cost=str(cards.band_cost(members)), budget=zeni(int(record.get("budget") or 0)))
    pen.drawText(inner, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight, tr(cost))


BAND = _on_form(
    "band", say("Band"), say("Bands"), say("New band"), _blank_band, _paint_band, 1.2,
)  # fmt: skip
"""Ready bands (BND)."""


def _blank_board(id: str, name: dict[str, str], bench: PackContext) -> Json:
    """Four tiles of one size: the commonest."""
    sizes: dict[int, list[str]] = {}
    for tile, data in bench.content.every("tile"):
        if isinstance(data, dict):
            sizes.setdefault(len(data.get("rows", ())), []).append(tile)
    ids = max(sizes.values(), key=len, default=["none:none"])
    return {"id": id, "name": name, "tiles": [{"tile": ids[n % len(ids)]} for n in range(4)]}


def _paint_board(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    board, content = board_of(record), InPack(bench)
    half = rect.width() / 2
    for n, placed in enumerate(board.tiles if board is not None else ()):
        try:
            picture = tile_picture(cards.tile(content, placed.tile), placed.turns, half, dpr=sharp(pen))
        except InvalidInput:
            continue  # a tile with faults: its own sheet tells them
        place = QRectF(rect.left() + n % 2 * half, rect.top() + n // 2 * half, half, half)
        pen.drawPixmap(place, picture, QRectF(picture.rect()))


BOARD = Editor(
    "board", say("Board"), say("Boards"), say("New board"),
    blank=_blank_board, body=BoardBody, paint=_paint_board, ratio=1.0,
)  # fmt: skip
"""Ready boards (CMP-1, KAR-5)."""


def _members(record: Json, bench: PackContext) -> list[cards.Member]:
    found: list[cards.Member] = []
    content = InPack(bench)
    for one in record.get("members", ()) if isinstance(record, dict) else ():
        try:
            gear = cards.equipment(content, one["equipment"]) if one.get("equipment") else None
            found.append((cards.character(content, one["card"]), gear))
        except (InvalidInput, KeyError, TypeError, AttributeError):
            continue  # named in the findings
    return found


def _paint_name(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> QRectF:
    """A sheet with the record's name; where there is room below it."""
    theme = palette.current()
    paint_sheet(pen, rect, theme, "surface", 7, 6)
    inner = rect.adjusted(14, 11, -14, -13)
    pen.setFont(fonts.font("name", 14 / 18))
    pen.setPen(theme.color("ink"))
    words = pen.fontMetrics().elidedText(
        tr(Name.of(name_of(record) or "?")), Qt.TextElideMode.ElideRight, round(inner.width())
    )
    pen.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, words)
    return inner.adjusted(0, pen.fontMetrics().height() + 6, 0, 0)
