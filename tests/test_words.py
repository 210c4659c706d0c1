"""The sentences of the program and what French and Italian make of them: nothing missing, nothing broken, the
rulebooks' own terms, widths that hold. A test gathers everything that is wrong: its failure is a list to work through.
"""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import shutil
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.model.core.words import LANGUAGES, Message, Name, Words, folded
from companion.model.games.asagiri.skills.language import vocabulary
from companion.model.games.asagiri.skills.operations import rules
from companion.model.games.asagiri.state import formatting

PACKAGING = Path(__file__).resolve().parent.parent / "packaging"
OTHERS = tuple(language for language in LANGUAGES if language != "en")
GAP = re.compile(r"\{(\w*)\}")

# Names, and words that both languages happen to write alike.
NAMES = {
    "Blank",
    "Inter",
    "Okko Chronicles",
    "Qt for Python",
    "Shippori Mincho",
    "msgspec, SQLModel, SQLAlchemy, Alembic, platformdirs, websockets, segno",
}
SAKE = {"Saké & Samouraï", "seppuku", "{name}-san"}
"""The game is called the same everywhere; the Japanese words are the rulebook's."""
SIZES = {"A4", "Letter", "24 × 24 mm", "Poker, 63 × 88 mm", "Bridge, 57 × 89 mm", "tatami", "Kami", "Ninja", "Tengu"}
"""Paper, cards and mats are called the same everywhere."""
SAME = {
    "fr": NAMES | SAKE | SIZES | {
        "+1 point", "Accusation", "Accusations", "Accusations.", "Action", "Actions", "Activations",
        "Mission", "Natures", "Pages", "Points", "Suspects", "accusation", "actions", "hinin", "mahotsukai",
        "{count} action", "{count} actions", "Activation", "Archer", "Budget", "Combat", "Condition",
        "Date", "Disciple", "Disciples", "Duels", "Inspiration", "Interruption", "Mode", "Note",
        "Notes", "Phase", "Rectangle", "Table", "Tarot, 70 × 120 mm", "Terrain", "Tests", "Traits",
        "Version {number}", "Version {version}",
        "Option {number}", "Permanent", "Trait",
        "Vigilant", "Zone", "Zones", "action", "combat", "condition", "kami", "ninja", "oni", "statue", "traits",
        "unique", "vigilant", "Tables", "Mental", "lieutenants", "{n} action", "{n} actions",
        "{count} branches", "{count} page", "{count} pages",
        "{count} min", "{count} point", "{count} points", "{stands} · {branch} ({count} branches)",
        "Actions ±", "Camp", "Corruption", "Face", "Interaction", "KI", "Malus", "Missions", "Normal", "Photo",
        "Position", "Riposte", "Talent", "Technique", "Test", "Tests ±", "Type", "Zone {zone}", "coordination",
        "antidote", "document", "investigation", "lieutenant", "mental", "tests", "violet",
        "Nature", "Packs", "Score", "points", "{count} nature", "{count} natures",
    },
    "it": NAMES | SAKE | SIZES | {
        "Backspace", "Budget", "Budget in zeni", "Computer", "Esc", "Home", "Iaido", "Masu: {count}", "No", "Password",
        "Scenario", "hinin", "mahotsukai",
        "Sake", "Saké & Samouraï: {players}", "Samurai", "Scenario: {scenario}",
        "Test:", "Zeni", "kami", "ninja", "no", "oni", "ronin", "samurai", "zeni",
        "{count} file", "{count} min", "{count} zeni", "{zeni} zeni",
        "KI", "Malus",
    },
}  # fmt: skip

# Longer than the rule of the width allows, and known to have the room.
LONG: Mapping[str, set[str]] = {"fr": set(), "it": set()}

# Terms of the rulebooks. Wherever the English says the first, the others say the second. `(?i)` throughout.
TERMS: Mapping[str, tuple[str, str]] = {
    r"\bshak(en|es)\b": ("danger", "pericolo"),
    r"\bvigilant\b": ("vigilan", "vigil"),
    r"\bdisabled\b": ("hors de combat", "fuori combattimento"),
    r"\bcontrol zone": ("contrôle", "controllo"),
    r"\bin reserve\b|from the reserve": ("réserve", "riserva"),
    r"\bwillpower\b": ("volonté", "volontà"),
    r"\bline of fire\b": ("ligne de tir", "linea di tiro"),
    r"\bfield of vision\b": ("angle de vue", "angolo di vista"),
    r"\brange\b": ("portée", "gittata"),
    r"\bcover\b(?! power)": ("couvert", "copertura"),
    r"\bsupport\b": ("soutien", "sostegno"),
    r"\bfrom behind\b": ("de dos", "alle spalle"),
    r"\bretreat": ("recul", "arretra"),
    r"\bactivat(e|ed|ion|ions)\b": ("activ", "attiv"),
    r"\bskills?\b": ("compétence", "abilità"),
    r"\bequipment\b": ("équip", "equipagg"),
    r"\binspiration\b": ("inspiration", "ispirazione"),
    r"\bphase\b": ("phase", "fase"),
    r"\bbands?\b": ("bande", "band"),
    r"\bdeploy": ("déplo", "schier"),
    r"\bhindering\b": ("gênant", "difficile"),
    r"\baquatic\b": ("aquatique", "acquatico"),
    r"\bblocking\b": ("bloquant", "ostruito"),
    r"\bDemon Hunter": ("de Démons", "di Demoni"),
    r"\bEvil Creature": ("Maléfique", "Malign"),
    r"\bzeni\b": ("zéni", "zeni"),
}
MENUS = ("&Game", "&Edit", "&View", "&Board", "&Language", "&Help")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """packaging/extract.py."""
    spec = importlib.util.spec_from_file_location("extract_of_words", PACKAGING / "extract.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def wanted(tool: ModuleType) -> Any:
    """The sentences of the sources, as a catalog."""
    return tool.sentences()


@pytest.fixture(scope="module")
def keys(tool: ModuleType, wanted: Any) -> list[str]:
    """Every sentence, those about numbers in the singular and in the plural."""
    found = sorted({form for message in wanted if message.id for form in tool.forms(message.id)})
    assert len(found) > 500
    return found


@pytest.fixture(scope="module")
def counted(tool: ModuleType, wanted: Any) -> list[tuple[str, str]]:
    """The sentences about numbers: singular and plural."""
    found = sorted(tool.forms(message.id) for message in wanted if message.id and len(tool.forms(message.id)) > 1)
    assert len(found) > 20
    return found


@pytest.fixture(scope="module")
def said(tool: ModuleType) -> dict[str, dict[str, str]]:
    """What each catalog says."""
    return {
        language: {
            form: sentence
            for message in tool.catalog_of(language)
            if message.id
            for form, sentence in zip(tool.forms(message.id), tool.forms(message.string), strict=True)
        }
        for language in OTHERS
    }


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, tool: ModuleType) -> Path:
    """The catalogs compiled as they are for the program, somewhere else."""
    folder = tmp_path_factory.mktemp("translations")
    shutil.copytree(tool.FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.mo"))
    written: list[Path] = runpy.run_path(str(PACKAGING / "translations.py"))["compile_all"](folder)
    assert sorted(path.parent.parent.name for path in written) == sorted(OTHERS)
    return folder


def plain(sentence: str) -> str:
    """What a sentence says besides its gaps."""
    return GAP.sub("", sentence)


def pairs(keys: list[str], catalog: dict[str, str]) -> Iterator[tuple[str, str]]:
    """English and translation, for what is translated."""
    return ((key, catalog[key]) for key in keys if catalog.get(key))


def test_every_language_of_the_program_has_its_catalog(tool: ModuleType) -> None:
    assert sorted(tool.TRANSLATED) == sorted(OTHERS)
    assert sorted(path.parent.parent.name for path in tool.FOLDER.glob("*/*/okko.po")) == sorted(OTHERS)


def test_no_catalog_misses_or_keeps_a_sentence(tool: ModuleType, wanted: Any) -> None:
    assert list(tool.faults(wanted)) == []


def test_a_sentence_within_the_call_of_another_say_is_found(tool: ModuleType) -> None:
    source = 'self.empty.say(t(say("No", name=say("deep"))), t(plural("one", "many", 2)), note)\nrefuse("X-1", "why")'
    assert {said for _, said in tool.said_in(source)} == {("No",), ("deep",), ("one", "many"), ("why",)}


def test_sentences_are_formats_with_named_gaps_only(keys: list[str]) -> None:
    """No `{}`, no `{0}`, no `{x.y}`, `{x!r}`, `{x:3}`: nothing that `format_map` of typed arguments does not fill."""
    odd = []
    for key in keys:
        for _, name, spec, conversion in string.Formatter().parse(key):
            if name is not None and (not name.isidentifier() or spec or conversion):
                odd.append(key)
    assert odd == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_gap_is_kept(keys: list[str], said: dict[str, dict[str, str]], language: str) -> None:
    def gaps(sentence: str) -> list[str]:
        return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)

    assert [(key, word) for key, word in pairs(keys, said[language]) if gaps(key) != gaps(word)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(keys: list[str], compiled: Path, language: str) -> None:
    words = Words(language, compiled)
    name = Name.of({"en": "Windreaper", "fr": "Fauche-le-Vent", "it": "Falcia-Vento"})
    fillings = ("A", 3, Message("north"), name, ("fire", 2, Message("water")))
    wrong = []
    for key in keys:
        for filling in fillings:
            sentence = words(Message(key, tuple((gap, filling) for gap in GAP.findall(key))))
            if not sentence.strip() or "{" in sentence or "}" in sentence or "Message(" in sentence:
                wrong.append((key, sentence))
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_said_comes_out_of_the_catalog(
    keys: list[str], counted: list[tuple[str, str]], said: dict[str, dict[str, str]], compiled: Path, language: str
) -> None:
    words = Words(language, compiled)
    plain_keys = sorted(set(keys) - {form for pair in counted for form in pair})
    assert [(key, word) for key, word in pairs(plain_keys, said[language]) if words(key) != word] == []


@pytest.mark.parametrize("language", OTHERS)
def test_numbers_are_counted_as_the_language_does(
    counted: list[tuple[str, str]], said: dict[str, dict[str, str]], compiled: Path, language: str
) -> None:
    """French has one zero, Italian and English have no zeros."""
    words = Words(language, compiled)
    wrong = []
    for one, many in counted:
        if one == many or not said[language].get(many):
            continue
        for count, form in ((1, one), (2, many), (7, many), (0, one if language == "fr" else many)):
            gaps = {**dict.fromkeys(GAP.findall(many), "x"), "count": count}
            heard = words(Message(one, tuple(gaps.items()), many, count))
            if heard != said[language][form].format_map(gaps):
                wrong.append((one, count, heard))
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(keys: list[str], said: dict[str, dict[str, str]], language: str) -> None:
    alike = {
        key
        for key, word in pairs(keys, said[language])
        if word == key and any(character.isalpha() for character in plain(key))
    }
    assert alike - SAME.get(language, set()) == set(), "not translated?"
    assert (SAME.get(language, set()) - alike) & set(keys) == set(), "no longer the same: take it off the list"


@pytest.mark.parametrize("language", OTHERS)
def test_widths_hold(keys: list[str], said: dict[str, dict[str, str]], language: str) -> None:
    long = {key for key, word in pairs(keys, said[language]) if len(word) > 1.8 * len(key) + 12}
    assert long - LONG.get(language, set()) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_ends_and_begins_as_the_english_does(
    keys: list[str], said: dict[str, dict[str, str]], language: str
) -> None:
    """Full stops, ellipses, colons; no space that a label would show."""

    def shape(sentence: str) -> tuple[str, bool]:
        last = sentence.rstrip()[-1:]
        return last if last in ".…:?!" else "", sentence == sentence.strip()

    assert [(key, word) for key, word in pairs(keys, said[language]) if shape(key) != shape(word)] == []


def test_french_typography(keys: list[str], said: dict[str, dict[str, str]]) -> None:
    """A space that does not break before : ; ? ! % and within « », curly apostrophes."""
    wrong = re.compile(r"[^\u00a0][:;?!%»]|«[^\u00a0]|[“”]|\w'|  ")
    assert [word for _, word in pairs(keys, said["fr"]) if wrong.search(word)] == []


def test_italian_typography(keys: list[str], said: dict[str, dict[str, str]]) -> None:
    """No space before : ; ? ! %, curly quotes and apostrophes."""
    wrong = re.compile(r"\s[:;?!%]|[«»\u00a0]|\w'|  ")
    assert [word for _, word in pairs(keys, said["it"]) if wrong.search(word)] == []


ITALIAN: Mapping[str, str] = {
    r"miniatur[ae]|torii|\b[Ss]coss[aieo]\b|[Aa]mmontare|[Pp]rov[ae] di volontà": "sagoma, Tori, in pericolo, budget",
    r"[Tt]ira(no|re|ti|to)? (un|il|i|i tuoi|quattro|tutti i tuoi) dad[oi]|^Tira!$": "lanciare, for tirare is to shoot",
    r"[Tt]ira un \[dado|[Tt]iri dadi|tira \d|[Rr]itira (uno|il suo) ": "lanciare",
    r"(prossimo tiro|prima del tiro|passa subito al tiro)\b": "lancio",
    r"\b[Ss]par(a|are|i) a\b|[Pp]er sparare|[Ss]i spara": "tirare: nobody has a gun",
    r"^Fallo\b|\*Fallo": "Procedi, for fallo is another thing",
    r"\bpru[ae]\b": "punta della base",
    r"[Aa]nnulla” riprende|Z\*\* riprende|viene ripreso": "annullare, for riprendere is to go on",
    r"dad[oi] da combattimento|[Ss]akè": "dado di combattimento, sake, as the rulebooks have them",
    r"[Vv]ostr[aeio] (partite|computer|scatole)|[Cc]onoscete|[Ii]nserite ciò|date il file|aspettavate": "tu",
    r"[Ii]l compan(ion|ione)\b|[Ii]l compagno [a-z]+ (annota|chiede|distribuisce|insiste)": "l’app",
}
"""What an Italian stumbled over in a first hour, and what is said instead."""


def test_italian_has_one_word_for_a_thing_and_speaks_to_one_person(said: dict[str, dict[str, str]]) -> None:
    root = PACKAGING.parent
    texts = [text.replace("miniatur", "") for text in said["it"].values()]  # another game's figures may be miniatures
    for part in ("manual", "asagiri"):
        texts += [path.read_text("utf-8") for path in (root / "resources" / "help" / "it" / part).glob("*.md")]
    for path in (root / "data" / "house").rglob("*.json"):
        texts += re.findall(r'"it": "((?:[^"\\]|\\.)*)"', path.read_text("utf-8"))
    assert len(texts) > 1000
    wrong = {
        (found[0], better) for text in texts for bad, better in ITALIAN.items() for found in re.finditer(bad, text)
    }
    assert wrong == set()


def test_what_is_looked_up_needs_no_curls() -> None:
    assert folded("l'ombra di kage") == folded("L’ombra di Kagé")


DATA = PACKAGING.parent / "data"


@pytest.mark.parametrize("language", OTHERS)
def test_cards_and_lessons_have_curly_apostrophes(language: str) -> None:
    for pack in ("house", "house-sake", "house-chronicles"):
        for path in (DATA / pack).rglob("*.json"):
            for text in re.findall(rf'"{language}": "((?:[^"\\]|\\.)*)"', path.read_text("utf-8")):
                assert not re.search(r"\w'\w", text), (path.name, text)


def test_french_lessons_and_help_say_what_the_table_says(said: dict[str, dict[str, str]]) -> None:
    """What a lesson or a page names is found under that name: typed into a search, read on a card, on a line."""
    cards = [json.loads(path.read_text("utf-8"))["name"] for path in (DATA / "house" / "skills").glob("*.json")]
    named = {name["en"]: name["fr"] for name in cards}
    texts = [path.read_text("utf-8") for path in (PACKAGING.parent / "resources" / "help" / "fr").rglob("*.md")]
    for path in sorted(DATA.glob("house*/lessons/*.json")):
        for words in re.findall(r'"en": "([^"]*)",\s*"fr": "([^"]*)"', path.read_text("utf-8")):
            texts.append(words[1])
            quoted = [named[name] for name in re.findall("“([^”]*)”", words[0]) if name in named]
            assert all(name in words[1] for name in quoted), (path.name, quoted, words[1])
    texts += said["fr"].values()
    wrong = re.compile(r"\btorii\b|\bcase boisson\b|(?<![{:#])\bpools?\b(?![})])", re.IGNORECASE)
    assert [text for text in texts if wrong.search(text)] == []
    words = said["fr"]
    assert words["Next step"] != words["Step forward"], "the step of the turn is not that of the past"


@pytest.mark.parametrize("language", OTHERS)
def test_the_rulebooks_terms(keys: list[str], said: dict[str, dict[str, str]], language: str) -> None:
    n = OTHERS.index(language)
    assert OTHERS == ("fr", "it")
    wrong = []
    for english, words in TERMS.items():
        for key, word in pairs(keys, said[language]):
            if re.search(english, plain(key), re.IGNORECASE) and words[n].lower() not in word.lower():
                wrong.append((words[n], key, word))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_menu_has_a_key_of_its_own(keys: list[str], compiled: Path, language: str) -> None:
    words = Words(language, compiled)
    assert [key for key in keys if re.search(r"&\w", key)] == sorted(MENUS)
    marked = [re.findall(r"&(\w)", words(menu)) for menu in MENUS]
    assert all(len(found) == 1 for found in marked)
    assert len({found[0].lower() for found in marked}) == len(MENUS)


def test_only_menus_mark_a_key(keys: list[str], said: dict[str, dict[str, str]]) -> None:
    assert [
        key for language in OTHERS for key, word in pairs(keys, said[language]) if ("&" in key) != ("&" in word)
    ] == []


def tables() -> dict[str, Mapping[Any, str]]:
    """The tables of plain words that are looked up as messages."""
    return {
        f"{module.__name__}.{name}": table if isinstance(table, Mapping) else dict(enumerate(table))
        for module in (formatting, vocabulary, rules)
        for name, table in vars(module).items()
        if name.endswith("_WORDS")
    }


@pytest.mark.parametrize("language", OTHERS)
def test_words_kept_in_tables_are_told_apart(compiled: Path, language: str) -> None:
    """North is not east in any language, Attack is not Defense, vigilant is not shaken."""
    words = Words(language, compiled)
    assert len(tables()) >= 8
    for name, table in tables().items():
        heard = [words(word) for word in table.values()]
        assert len(set(heard)) == len(set(table.values())), name


@pytest.mark.parametrize("table", sorted(tables()))
def test_words_kept_in_tables_are_extracted(keys: list[str], table: str) -> None:
    assert set(tables()[table].values()) <= set(keys)


def test_the_manual_calls_everything_what_it_is_called(said: dict[str, dict[str, str]], keys: list[str]) -> None:
    """What stands in italics in the manual is a title, a button or a setting of the program."""
    known = {"en": set(keys)} | {language: set(sentences.values()) for language, sentences in said.items()}
    wrong = [
        f"{path.parent.parent.name}/{path.name}: {label}"
        for path in sorted((PACKAGING.parent / "resources" / "help").glob("*/manual/*.md"))
        for label in re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", path.read_text("utf-8"))
        if path.stem != "terms" and label not in known[path.parent.parent.name]
    ]
    assert wrong == []


def test_the_languages_of_the_program_stand_in_one_list() -> None:
    """What names two of them in a row is a second list, and a fourth language would be forgotten there."""
    listed = re.compile(r"""[\[({]\s*(["']en["'],\s*)?["']fr["'],\s*["']it["']""")
    root = Path(__file__).parents[1]
    sources = [path for folder in ("companion", "packaging") for path in (root / folder).rglob("*.py")]
    assert [path.name for path in sources if listed.search(path.read_text("utf-8"))] == []
