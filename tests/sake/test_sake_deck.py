"""Decks of one's own: typed by few keys, as a table of a spreadsheet, as records of a pack, and what they lack."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.content.library import Library
from companion.model.content.workshop import Faulty, InUse, Workshop
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Name, Words
from companion.model.games import record_kinds
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.box import deck_draft, deck_entry, deck_table, records, text_shapes
from companion.model.games.sake.box.deck import BACKS, CardRecord, CardType, DeckRecord
from companion.model.games.sake.box.deck_draft import CardLine, DeckDraft
from companion.resources import resources_dir

CONTENT = Library.shipped()
TYPES = {id: msgspec.convert(data, CardType) for id, data in CONTENT.every("sake_card_type")}
SPEAKING = [Words(language, resources_dir() / "translations") for language in LANGUAGES]
EN, FR, IT = SPEAKING


def house_lines() -> tuple[CardLine, ...]:
    record = msgspec.convert(CONTENT.find("sake_deck", "house:deck"), DeckRecord)
    card = {id: msgspec.convert(data, CardRecord) for id, data in CONTENT.every("sake_card")}
    return deck_draft.draft_of(record, card.get).lines


HOUSE = house_lines()
LINES = st.builds(CardLine, st.sampled_from(sorted(TYPES)), *[st.integers(0, 9)] * 4, st.sampled_from(BACKS))


def told(text: str) -> list[str]:
    """The faults of a table, in English."""
    return [EN(fault.told) for fault in deck_table.read_table(text, list(TYPES.values()), SPEAKING).faults]


def read(text: str) -> tuple[CardLine, ...]:
    table = deck_table.read_table(text, list(TYPES.values()), SPEAKING)
    assert table.faults == ()
    return table.lines


# the table ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", SPEAKING, ids=LANGUAGES)
@pytest.mark.parametrize("separator", [None, "\t", ";", ","])
def test_a_written_deck_is_read_again(words: Words, separator: str | None) -> None:
    text = deck_table.write_table(HOUSE, TYPES, words, separator)
    assert len(text.splitlines()) == 99
    assert read(text) == HOUSE


@given(lines=st.lists(LINES, min_size=1, max_size=12))
def test_any_deck_is_read_again(lines: list[CardLine]) -> None:
    text = deck_table.write_table(lines, TYPES, FR)
    assert read(text) == tuple(lines)
    assert deck_table.write_table(read(text), TYPES, FR) == text


def test_columns_in_any_order_with_words_of_any_language() -> None:
    text = (
        "Dos;Boire;Notes;Carte;Attaque;Défense;Déplacement;Copies\n"
        "somnolence;1;;ramen BRULANT;2;0;1;3\n"
        "2;1;x;nodachi;1;1;1;\n"
    )
    table = deck_table.read_table(text, list(TYPES.values()), SPEAKING)
    ramen = CardLine("house:ramen", 2, 0, 1, 1, "doze")
    assert table.lines == (ramen, ramen, ramen, CardLine("house:nodachi", 1, 1, 1, 1, "brawl"))
    assert table.ignored == ("Notes",)


def test_what_excel_writes_is_read() -> None:
    text = deck_table.write_table(HOUSE[:3], TYPES, FR, "\t")
    for data in (text.encode("utf-16"), text.encode("utf-8-sig"), text.encode("cp1252"), f"sep=\t\n{text}".encode()):
        assert read(deck_table.decoded(data)) == HOUSE[:3]


HEAD = "Card,Attack,Defence,Move,Drink,Back\n"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["Line 1: There is nothing in this table."]),
        ("\n\n", ["Line 1: There is nothing in this table."]),
        (HEAD, ["Line 1: There is no card below the header."]),
        ("Katana,1,1,1,1,push\n", [
            "Line 1: The first row names the columns: Card, Attack, Defence, Move, Drink, Card back.",
        ]),
        ("Card,Attack,Move,Drink,Back\n", ["Line 1, Defence: This column is missing."]),
        ("Card,Attack,Attack,Defence,Move,Drink,Back\n", ["Line 1, Attack: Two columns have this header."]),
        (HEAD + "Katana,1,1,1,1,push\nKatanna,1,1,1,1,push\n", [
            "Line 3, Card: There is no card “Katanna”. Is “Katana” meant?",
        ]),
        (HEAD + "\n\nXyzzy,1,1,1,1,push\n", ["Line 4, Card: There is no card “Xyzzy”."]),
        (HEAD + "Katana,1,x,,1,shove\n", [
            "Line 2, Defence: “x” is not a whole number from 0 to 9.",
            "Line 2, Move: A value is missing.",
            "Line 2, Card back: “shove” is no back: push, brawl, doze.",
        ]),
        (HEAD + "Katana,1,10,-1,1.5,push\n", [
            "Line 2, Defence: “10” is not a whole number from 0 to 9.",
            "Line 2, Move: “-1” is not a whole number from 0 to 9.",
            "Line 2, Drink: “1.5” is not a whole number from 0 to 9.",
        ]),
        (HEAD + "Katana,1,1,1,1,push,7\n", ["Line 2: This row has more values than the header has columns."]),
        (HEAD + "Katana\n", [
            f"Line 2, {column}: A value is missing."
            for column in ("Attack", "Defence", "Move", "Drink", "Card back")
        ]),
        (HEAD + '"Ka\ntana",1,1,1,1,push\nNo,1,1,1,1,push\n', ["Line 4, Card: There is no card “No”."]),
        (HEAD + "Katana,1,1,1,1,push\n" * 401, ["Line 402: A deck has at most 400 cards."]),
        (HEAD.replace("Back", "Back,Copies") + "Katana,1,1,1,1,push,41\n", [
            "Line 2, Copies: “41” is not a whole number from 1 to 40.",
        ]),
    ],
)  # fmt: skip
def test_faults_are_told_by_line_and_column(text: str, faults: list[str]) -> None:
    assert told(text) == faults


@pytest.mark.parametrize("words", SPEAKING[1:], ids=LANGUAGES[1:])
def test_faults_are_told_in_the_language_of_the_window(words: Words) -> None:
    (fault,) = deck_table.read_table(HEAD + "Katana,1,x,1,1,push\n", list(TYPES.values()), SPEAKING).faults
    assert words(fault.told) != EN(fault.told)
    assert words(deck_table.COLUMNS["defence"]) in words(fault.told)


def test_one_fault_and_nothing_is_taken() -> None:
    text = deck_table.write_table(HOUSE, TYPES, EN) + "Katana,1,1,1,1,nothing\r\n"
    assert deck_table.read_table(text, list(TYPES.values()), SPEAKING).lines == ()


@given(text=st.text(alphabet="Card,;\t\n\r\"'=x1Katn\0é", max_size=200))
def test_any_text_is_read_or_faulted(text: str) -> None:
    table = deck_table.read_table(text, list(TYPES.values()), SPEAKING)
    assert bool(table.lines) != bool(table.faults)
    for fault in table.faults:
        assert "{" not in FR(fault.told)


def test_no_spreadsheet_computes_what_a_card_is_called() -> None:
    kinds = {"x:y": msgspec.structs.replace(TYPES["house:katana"], id="x:y", names={"en": "=1+1"}),
             "x:z": msgspec.structs.replace(TYPES["house:katana"], id="x:z", names={"en": "'quoted"})}  # fmt: skip
    lines = tuple(CardLine(id, 1, 1, 1, 1, "push") for id in kinds)
    text = deck_table.write_table(lines, kinds, EN)
    assert "\r\n=" not in text
    assert deck_table.read_table(text, list(kinds.values()), SPEAKING).lines == lines


def test_two_texts_of_one_name_are_told_apart() -> None:
    kinds = {"my:katana": msgspec.structs.replace(TYPES["house:katana"], id="my:katana"), **TYPES}
    lines = (CardLine("my:katana", 1, 1, 1, 1, "push"), CardLine("house:katana", 1, 1, 1, 1, "push"))
    text = deck_table.write_table(lines, kinds, EN)
    assert deck_table.read_table(text, list(kinds.values()), SPEAKING).lines == lines


def test_a_file_that_is_no_table() -> None:
    for data in (b"PK\x03\x04\0\0", b"x" * (deck_table.MOST_BYTES + 1)):
        with pytest.raises(InvalidInput):
            deck_table.decoded(data)


# typing ---------------------------------------------------------------------------------------------------------------


def keys_for(card: CardLine, before: CardLine | None, words: Words) -> str:
    """The keys of somebody who types no letter too many."""
    texts = [(id, words(Name.of(kind.names))) for id, kind in TYPES.items()]
    keys = deck_entry.back_keys([words(said) for said in deck_table.BACK_WORDS.values()])
    name, back = dict(texts)[card.type], keys[BACKS.index(card.back)]
    letters = ""
    if before is None or before.type != card.type:
        letters = next(name[:n] for n in range(1, 20) if deck_entry.matches(texts, name[:n])[:1] == [card.type])
    return f"{letters}{''.join(map(str, card.boxes))}{back}"


@pytest.mark.parametrize("words", SPEAKING, ids=LANGUAGES)
def test_the_house_deck_is_typed_with_few_keys(words: Words) -> None:
    texts = [(id, words(Name.of(kind.names))) for id, kind in TYPES.items()]
    backs = [words(said) for said in deck_table.BACK_WORDS.values()]
    assert len(set(deck_entry.back_keys(backs))) == 3, "a letter names each back"
    entry, lines, counts = deck_entry.Entry(), [], []
    for card in HOUSE:
        keys = keys_for(card, lines[-1] if lines else None, words)
        for n, key in enumerate(keys):
            entry, step = deck_entry.press(entry, key, texts, backs)
            assert step == ("complete" if n == len(keys) - 1 else "taken")
        made = entry.card
        assert made is not None
        lines.append(made)
        entry = deck_entry.after(made)
        counts.append(len(keys))
    assert tuple(lines) == HOUSE
    assert max(counts[1:]) <= 12, f"{max(counts)} at most, {sum(counts) / len(counts):.1f} on average"


def test_keys_that_mean_nothing_are_refused() -> None:
    texts = [(id, EN(Name.of(kind.names))) for id, kind in TYPES.items()]
    backs = ("push", "brawl", "doze")
    blank = deck_entry.Entry()
    assert deck_entry.press(blank, "1", texts, backs) == (blank, "refused")
    assert deck_entry.press(blank, "q", texts, backs) == (blank, "refused")
    entry = blank
    for key in "kat12":
        entry, step = deck_entry.press(entry, key, texts, backs)
        assert step == "taken"
    assert deck_entry.press(entry, "x", texts, backs) == (entry, "refused")
    for _ in range(3):
        entry = deck_entry.rub_out(entry, texts)
    assert entry.boxes == (None,) * 4
    assert deck_entry.go(entry, 9).at == deck_entry.BACK_FIELD


def test_a_typed_card_is_typed_over() -> None:
    texts = [(id, EN(Name.of(kind.names))) for id, kind in TYPES.items()]
    entry = deck_entry.go(deck_entry.entry_of(HOUSE[0]), 2)
    entry, _ = deck_entry.press(entry, "9", texts, ("push", "brawl", "doze"))
    assert entry.card == msgspec.structs.replace(HOUSE[0], defence=9)


# records and the workshop ---------------------------------------------------------------------------------------------


def stored(shop: Workshop, pack: str, lines: tuple[CardLine, ...], name: str = "deck") -> str:
    id = f"{pack}:{name}"
    cards, deck = deck_draft.records_of(id, DeckDraft({"en": name}, lines))
    assert deck is not None
    shop.save_all(pack, [*[("sake_card", deck_draft.as_json(card)) for card in cards.values()],
                         ("sake_deck", deck_draft.as_json(deck))])  # fmt: skip
    return id


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "packs", record_kinds(), CONTENT)


def seats(count: int) -> list[dict[str, Any]]:
    ids = [id for id, _ in CONTENT.every("sake_sheet")]
    return [{"seat": "ABCDEFGH"[n], "sheet": ids[n]} for n in range(count)]


def test_a_typed_deck_is_played_with_and_goes_into_a_file(shop: Workshop, tmp_path: Path) -> None:
    pack = shop.create("Mine", LANGUAGES)
    id = stored(shop, pack, HOUSE)
    assert shop.check(pack) == [] or {EN(found.what) for found in shop.check(pack)} == {
        "The name is missing in this language."
    }
    state = SYSTEM.new({"seats": seats(8), "deck": id}, shop.library())
    assert state.table.deck.ids[:4] == SYSTEM.new({"seats": seats(8)}, CONTENT).table.deck.ids[:4]
    assert shop.library().source("sake_card", f"{pack}:ramen-1", "attack") == "owner"
    shop.export(pack, tmp_path / "mine.okko-pack")
    friend = Workshop(tmp_path / "friend", record_kinds(), CONTENT)
    friend.install(tmp_path / "mine.okko-pack")
    assert records.deck(friend.library(), id) == records.deck(shop.library(), id)


def test_records_do_not_depend_on_how_the_deck_was_typed() -> None:
    draft = DeckDraft({"en": "x"}, HOUSE)
    cards, deck = deck_draft.records_of("my:deck", draft)
    assert deck is not None
    assert deck_draft.draft_of(deck, cards.get).lines == HOUSE
    assert list(cards)[:2] == ["my:chopsticks-1", "my:chopsticks-2"]
    other, _ = deck_draft.records_of("my:other", draft, set(cards))
    assert not set(other) & set(cards)


def test_all_records_are_written_or_none(shop: Workshop) -> None:
    pack = shop.create("Mine")
    id = stored(shop, pack, HOUSE[:60])
    before = shop.records(pack, "sake_card")
    wrong = {
        "id": f"{pack}:x",
        "type": "house:katana",
        "attack": 99,
        "defence": 0,
        "move": 1,
        "drink": 1,
        "back": "push",
    }
    right = {**wrong, "id": f"{pack}:y", "attack": 1}
    with pytest.raises(InvalidInput):
        shop.save_all(pack, [("sake_card", right), ("sake_card", wrong)])
    assert shop.records(pack, "sake_card") == before
    shop.save_all(pack, [("sake_card", right)], [("sake_deck", id)])
    assert f"{pack}:y" in shop.records(pack, "sake_card")
    assert shop.records(pack, "sake_deck") == {}


def test_a_card_in_a_deck_is_not_deleted_alone(shop: Workshop) -> None:
    """Its user is named, though it calls its name otherwise than other records."""
    pack = shop.create("Mine")
    stored(shop, pack, HOUSE)
    with pytest.raises(InUse) as wrong:
        shop.delete(pack, "sake_card", f"{pack}:ramen-1")
    assert EN(wrong.value.why) == "Still used by: deck."


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (HOUSE[:20], "Each player takes a Katana. At least three are needed; the deck has 0."),
        (tuple(line for line in HOUSE if line.type in ("house:katana", "house:ramen", "house:yumi")),
         "Three players need at least 30 cards; the deck has 15."),
    ],
)  # fmt: skip
def test_a_deck_that_nobody_can_play_with_says_why(shop: Workshop, lines: tuple[CardLine, ...], why: str) -> None:
    pack = shop.create("Mine")
    id = stored(shop, pack, lines)
    broken = [EN(found.what) for found in shop.check(pack) if found.broken]
    assert broken == [why]
    assert shop.library().find("sake_deck", id) is None, "no new game is offered it"
    with pytest.raises(Faulty):
        shop.export(pack, shop.root / "out.okko-pack")


def test_a_card_too_few_or_too_many_is_told(shop: Workshop) -> None:
    def said(lines: tuple[CardLine, ...]) -> list[str]:
        return [EN(why) for why in deck_draft.unlike_the_box(lines, TYPES)]

    assert said(HOUSE) == []
    assert said(HOUSE[1:]) == [
        "One card is missing: the box has 98, the Locations apart.",
        "Events: 40 in the box, 39 here.",
    ]
    assert said((*HOUSE, *[line for line in HOUSE if line.type == "house:katana"][:2])) == [
        "2 cards too many: the box has 98, the Locations apart.",
        "Weapons and items: 40 in the box, 42 here.",
        "Katanas: 8 in the box, 10 here.",
    ]
    pack = shop.create("Mine")
    id = stored(shop, pack, HOUSE[1:])
    assert next((EN(one.what), one.broken) for one in shop.check(pack)) == (
        "One card is missing: the box has 98, the Locations apart.", False)  # fmt: skip
    assert shop.library().find("sake_deck", id) is not None


def test_too_small_a_deck_for_so_many_is_told_with_numbers(shop: Workshop) -> None:
    pack = shop.create("Mine")
    rest = [line for line in HOUSE if line.type != "house:katana"]
    few = (*[line for line in HOUSE if line.type == "house:katana"][:4], *rest[:40])
    id = stored(shop, pack, few)
    assert deck_draft.most_players(few) == 4
    SYSTEM.new({"seats": seats(3), "deck": id}, shop.library())
    fewer = stored(shop, pack, (*[line for line in HOUSE if line.type == "house:katana"], *rest[:40]), "fewer")
    for deck, count, why in (
        (id, 5, "Each of the 5 players takes a Katana; the deck has 4."),
        (fewer, 5, "The 5 players are dealt 48 cards; the deck has 43 to deal."),
    ):
        with pytest.raises(InvalidInput) as wrong:
            SYSTEM.new({"seats": seats(count), "deck": deck}, shop.library())
        assert (wrong.value.path, EN(wrong.value.why)) == ("deck", why)


def test_chance_deals_the_sheets_of_the_decks_own_box_where_there_are_enough(shop: Workshop) -> None:
    pack = shop.create("Mine")
    id = stored(shop, pack, HOUSE)
    four = [("sake_sheet", {"id": f"{pack}:s{n}", "name": f"S{n}", "life": 5}) for n in range(4)]
    shop.save_all(pack, four)
    content = shop.library()
    everybody = {"seats": [{"seat": "ABCDE"[n]} for n in range(5)], "options": {"sheets": "dealt"}, "deck": id}
    four_seats = {**everybody, "seats": everybody["seats"][:4]}
    assert set(SYSTEM.new(four_seats, content).table.dealable) == {id for _, data in four for id in [data["id"]]}
    assert len(SYSTEM.new(everybody, content).table.dealable) == 12, "else all there are"
    house = SYSTEM.new({**everybody, "deck": "house:deck"}, content)
    assert {id.partition(":")[0] for id in house.table.dealable} == {"house"}
    again = SYSTEM.decode(SYSTEM.encode(SYSTEM.new(four_seats, content)), content)
    assert again.table.dealable == SYSTEM.new(four_seats, content).table.dealable


# the house box --------------------------------------------------------------------------------------------------------


def test_every_value_of_the_house_box_says_where_it_is_from() -> None:
    """What the rulebook states is printed, what others do is faq, boxes and backs are ours."""
    for kind in ("sake_card", "sake_card_type", "sake_sheet", "sake_location", "sake_deck"):
        for id, data in CONTENT.every(kind):
            marked = {field.split(".")[0] for field in data["provenance"]}
            assert data.keys() - {"id", "provenance", "code"} == marked, (kind, id)
    for id, data in CONTENT.every("sake_card"):
        where = data["provenance"]
        assert {where[field] for field in ("attack", "defence", "move", "drink", "back")} == {"house"}, id
        assert where["type"] == "faq", "how many there are of a kind"
    for id, data in CONTENT.every("sake_sheet"):
        assert set(data["provenance"].values()) == {"house"}, id
    assert CONTENT.find("sake_card_type", "house:ramen")["provenance"]["effect"] == "printed"
    printed = {"katana": {"weapon": "printed", "weapon.range": "faq"},
               "nodachi": {"weapon": "printed", "weapon.defence": "house"},
               "yumi": {"weapon": "printed", "weapon.defence": "house"},
               "wakizashi": {"weapon": "house"}}  # fmt: skip
    for name, wanted in printed.items():
        where = CONTENT.find("sake_card_type", f"house:{name}")["provenance"]
        assert {field: where[field] for field in where if field.startswith("weapon")} == wanted, name
    assert CONTENT.find("sake_location", "house:distillery")["provenance"] == {"names": "faq", "rule": "inferred"}


# texts of one's own ---------------------------------------------------------------------------------------------------


def own_types() -> dict[str, CardType]:
    """A text of each shape, with its numbers as they begin and at their greatest."""
    made = {}
    for text, shapes in text_shapes.SHAPES.items():
        for shape in shapes:
            for most in (False, True):
                id = f"my:{text}-{shape.replace('_', '-')}-{int(most)}"
                kind = text_shapes.shaped(CardType(id, "event", {"en": id}), text, shape)
                for number in text_shapes.numbers_of(kind) if most else ():
                    if not number.yes:
                        kind = text_shapes.with_number(kind, number, number.most)
                made[id] = kind
    return made


def test_every_shape_of_a_text_is_sound_and_keeps_its_shape() -> None:
    (kind_of,) = [kind for kind in records.KINDS if kind.id == "sake_card_type"]
    for id, kind in own_types().items():
        assert list(kind_of.problems(kind)) == [], id
        assert text_shapes.shape_of(kind) in text_shapes.SHAPES[kind.text]
        assert text_shapes.shape_of(kind).replace("_", "-") in id
        for number in text_shapes.numbers_of(kind):
            fewer = text_shapes.with_number(kind, number, number.least)
            assert msgspec.convert(msgspec.to_builtins(fewer), CardType) == fewer


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_texts_of_ones_own_end(shop: Workshop, seed: int) -> None:
    pack = shop.create("Mine")
    types = {id.replace("my:", f"{pack}:"): kind for id, kind in own_types().items()}
    shop.save_all(pack, [("sake_card_type", {**msgspec.to_builtins(kind), "id": id}) for id, kind in types.items()])
    rng = Random(seed)
    lines = [CardLine("house:katana", 1, 1, 1, 1, "push")] * 4
    lines += [CardLine(rng.choice(list(types)), *[rng.randrange(10) for _ in range(4)], rng.choice(BACKS))
              for _ in range(90)]  # fmt: skip
    id = stored(shop, pack, tuple(lines))
    session = Session.new(SYSTEM, {"seats": seats(4), "deck": id}, shop.library(), seed)
    for _ in range(3000):
        pending = session.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            session.roll()
            continue
        options = choices_of(pending)[0].options
        weights = [{"drink": 9.0, "burn_draw": 0.1, "burn_play": 0.1, "soul": 0.1}.get(o.kind, 1.0) for o in options]
        session.choose(rng.choices(options, weights)[0])
    raise AssertionError("this never ends")
