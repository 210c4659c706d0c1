"""Writes `docs/{pack,chronicles,skill}-reference.md` and the methods in `docs/protocol.md`.

`--check` changes nothing and fails when one of them is not up to date. Types, bounds and defaults are those of
`data/schema/*.json`. What a field means is said below it in its class; else, for fields that many have, in
`reference.toml` beside this script, by `Class.field` or by `field`. A field that nobody explains ends the run, as does
an explanation that no field needs.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.model.content.files import FOLDERS  # noqa: E402
from companion.model.content.kinds import Manifest, schemas  # noqa: E402
from companion.model.content.library import Library  # noqa: E402
from companion.model.core.words import LANGUAGES, Message, Words  # noqa: E402
from companion.model.games import SYSTEMS, record_kinds  # noqa: E402
from companion.model.games.asagiri.insight.queries import QUERIES  # noqa: E402
from companion.model.games.asagiri.skills.amounts import Amount  # noqa: E402
from companion.model.games.asagiri.skills.conditions import AnyCondition  # noqa: E402
from companion.model.games.asagiri.skills.language.explain import cost, explain  # noqa: E402
from companion.model.games.asagiri.skills.language.skill import Condition, Effect  # noqa: E402
from companion.model.games.asagiri.skills.language.vocabulary import DEEDS, WINDOW_WORDS, WINDOWS  # noqa: E402
from companion.model.games.asagiri.skills.language.who import Who  # noqa: E402
from companion.model.games.asagiri.skills.operations import AnyEffect  # noqa: E402
from companion.model.games.asagiri.skills.record import SkillRecord  # noqa: E402
from companion.model.games.chronicles.box import effects as chronicles_effects  # noqa: E402
from companion.model.games.chronicles.checks.kinds import KINDS as CHRONICLES  # noqa: E402
from companion.model.games.chronicles.state.options import SeatOption  # noqa: E402
from companion.model.protocol import Server  # noqa: E402
from companion.resources import resources_dir  # noqa: E402
from tests.golden.transcript import FOLDER, exchanges, spread  # noqa: E402

Json = Any
SCHEMA = ROOT / "data" / "schema"
MEANINGS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "reference.toml").read_text("utf-8"))
METHODS: dict[str, str] = MEANINGS.pop("methods")
said = {language: Words(language, resources_dir() / "translations") for language in LANGUAGES}
explained: set[str] = set()
"""The entries of `MEANINGS` that were needed."""
unexplained: list[str] = []


def structs(type_: type) -> dict[str, type]:
    """Every class that a record is made of, by its name in the schema."""
    found: dict[str, type] = {}

    def walk(info: Any) -> None:
        cls = getattr(info, "cls", None)
        if cls is not None and hasattr(info, "fields"):
            if cls.__name__ in found:
                return
            found[cls.__name__] = cls
        for name in ("fields", "types", "item_types"):
            for inner in getattr(info, name, None) or ():
                walk(getattr(inner, "type", inner))
        for name in ("item_type", "key_type", "value_type"):
            if hasattr(info, name):
                walk(getattr(info, name))

    walk(msgspec.inspect.type_info(type_))
    return found


@cache
def told(body: ast.Module | ast.ClassDef) -> dict[str, str]:
    """What stands below the names of a module or a class."""
    pairs = zip(body.body, body.body[1:], strict=False)
    return {
        named.target.id: " ".join(words.value.value.split())
        for named, words in pairs
        if isinstance(named, ast.AnnAssign) and isinstance(named.target, ast.Name)
        and isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant) and isinstance(words.value.value, str)
    }  # fmt: skip


@cache
def source(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


def meaning(cls: type, field: str) -> str:
    """What a field says: below it in its class or one it comes from, else in `reference.toml`."""
    for one in cls.__mro__:
        if not one.__module__.startswith("companion."):
            continue
        bodies = (part for part in source(one.__module__).body if isinstance(part, ast.ClassDef))
        body = next(part for part in bodies if part.name == one.__name__)
        if field in (words := told(body)):
            return words[field]
    for key in (f"{cls.__name__}.{field}", field):
        if key in MEANINGS:
            explained.add(key)
            return MEANINGS[key]
    unexplained.append(f"{cls.__name__}.{field}")
    return ""


def bounds(schema: Mapping[str, Json], least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is None and high is None:
        return ""
    return f"{low} to {high}" if None not in (low, high) else f"at most {high}" if low is None else f"at least {low}"


class Here(NamedTuple):
    """What a page describes: classes by their names, and families of them by what a list of them is called."""

    names: Collection[str]
    families: Mapping[str, tuple[type, ...]]


def kind_of(schema: Mapping[str, Json], here: Here) -> str:
    """A type in words, with its bounds."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})" if name in here.names else f"`{name}`"
    if "anyOf" in schema:
        parts = list(dict.fromkeys(kind_of(one, here) for one in schema["anyOf"] if one.get("type") != "null"))
        for family, classes in here.families.items():
            word = family.removesuffix("s")
            names = {f"`{cls.__name__}`" for cls in classes} | {
                f"[{cls.__name__}](#{cls.__name__.lower()})" for cls in classes
            }
            if len(names & set(parts)) > 3:
                parts = [f"any {word}", *(part for part in parts if part not in names)]
        return " or ".join(parts)
    if "enum" in schema:
        return " ".join(f"`{one}`" for one in schema["enum"])
    match schema.get("type"):
        case "array":
            if "prefixItems" in schema:
                return f"[{', '.join(kind_of(one, here) for one in schema['prefixItems'])}]"
            many = bounds(schema, "minItems", "maxItems")
            return f"list{f' ({many})' if many else ''} of {kind_of(schema.get('items', {}), here)}"
        case "object":
            inner = schema.get("additionalProperties")
            return f"object: name to {kind_of(inner, here)}" if isinstance(inner, dict) else "object"
        case "string":
            long = bounds(schema, "minLength", "maxLength")
            form = schema.get("pattern")
            if form in PATTERNS:
                return PATTERNS[form]
            return "text" + (f" ({long} letters)" if long else "") + (f" like `{form}`" if form else "")
        case "integer":
            return f"whole number {bounds(schema, 'minimum', 'maximum')}".strip()
        case "boolean":
            return "`true` `false`"
        case "null":
            return "`null`"
        case "number":
            return f"number {bounds(schema, 'minimum', 'maximum')}".strip()
        case _:
            return "anything"


WORD = "[a-z0-9]+(-[a-z0-9]+)*"
PATTERNS = {f"^{WORD}:{WORD}$": "id", f"^{WORD}$": "short name", "^[a-z]+(-[a-z]+)*$": "word"}
"""Forms of text that have a name; `PACK_HEAD` says how they are written."""
FAMILIES: dict[str, tuple[type, ...]] = {
    "effects": get_args(AnyEffect),
    "conditions": get_args(AnyCondition),
    "amounts": tuple(one for one in get_args(Amount) if isinstance(one, type)),
}
"""The families of nodes of the skill language, by what a list of them is called."""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("``", "`")


def fields(cls: type, schema: Mapping[str, Json], here: Here, without: Collection[str] = ()) -> Iterator[str]:
    """The table of a class; its tag is said before, and `without` some fields."""
    properties = {name: one for name, one in schema.get("properties", {}).items() if name != "type" or cls is Manifest}
    if cls.__struct_config__.tag is None and "type" in schema.get("properties", {}):  # type: ignore[attr-defined]
        properties = dict(schema["properties"])
    told = {"do", *without} if tag(cls) is not None and tag_field(cls) == "do" else set(without)
    properties = {name: one for name, one in properties.items() if name not in told}
    if not properties:
        yield "No fields." if not without else "No further fields."
        return
    yield "| field | type | when left out | meaning |\n| --- | --- | --- | --- |"
    needed = schema.get("required", ())
    names = {one.encode_name: one.name for one in msgspec.structs.fields(cls)}
    for name in names:
        if name in properties:
            one = properties[name]
            default = "required" if name in needed else f"`{json.dumps(one['default'])}`" if "default" in one else "–"
            words = cell(meaning(cls, names[name]))
            yield f"| `{name}` | {cell(kind_of(one, here))} | {default} | {words} |"


def first_words(cls: type) -> str:
    return cell(" ".join((inspect.getdoc(cls) or "").split()))


def pack_page() -> str:
    """Every kind of record."""
    parts = [PACK_HEAD]
    elsewhere = {"skill", *(kind.id for kind in CHRONICLES)}
    kinds = [("pack", Manifest), *((kind.id, kind.type) for kind in record_kinds() if kind.id not in elsewhere)]
    owners = {kind.id: SYSTEMS[id].facts.name for id in SYSTEMS.own for kind in record_kinds(id)[:-1]}
    found = {id: structs(type_) for id, type_ in kinds}
    here = Here({name for classes in found.values() for name in classes}, FAMILIES)
    left = set(here.names)
    for id, classes in found.items():
        defined = json.loads((SCHEMA / f"{id}.json").read_text("utf-8"))["$defs"]
        folder = "" if id == "pack" else f", in `{FOLDERS[id]}/`"
        parts.append(f"## The record `{id}`\n\nOf {owners.get(id, 'every game')}{folder}.")
        for name, cls in classes.items():
            if name in left:  # what two kinds have is described with the first
                parts.append(entry(cls, defined[name], here))
        left -= set(classes)
    return "\n\n".join(parts) + "\n"


def chronicles_page() -> str:
    """Every kind of record of Okko Chronicles, then what its cards can say."""
    parts = [CHRONICLES_HEAD]
    said_by_cards = get_args(chronicles_effects.AnyEffect)
    found = {kind.id: structs(kind.type) for kind in CHRONICLES}
    here = Here({name for classes in found.values() for name in classes}, {"effects": said_by_cards})
    written = {name: json.loads(text)["$defs"] for name, text in schemas(CHRONICLES).items()}
    defined = {id: {**written["shared.json"], **written[f"{id}.json"]} for id in found}
    left = set(here.names) - {cls.__name__ for cls in said_by_cards}
    for id, classes in found.items():
        parts.append(f"## The record `{id}`\n\nIn `{FOLDERS[id]}/`.")
        for name, cls in classes.items():
            if name in left:  # what two kinds have is described with the first
                parts.append(entry(cls, defined[id][name], here))
        left -= set(classes)
    every = {name: one for definitions in defined.values() for name, one in definitions.items()}
    base, common = chronicles_effects.Effect, chronicles_effects.Effect.__struct_fields__
    shared = {name: one for name, one in every["Blind"]["properties"].items() if name in common}
    table = "\n".join(fields(base, {"properties": shared, "required": ()}, here))
    parts.append(f"## Effects\n\nWhat every effect has besides its own:\n\n{table}")
    parts += [entry(cls, every[cls.__name__], here, common) for cls in said_by_cards]
    return "\n\n".join(parts) + "\n"


def examples() -> dict[str, tuple[str, Json]]:
    """For each `type` (and `field:value` of selectors) the shortest skill of the house box that has it."""
    found: dict[str, tuple[str, Json]] = {}
    every = sorted(Library.shipped().every("skill"), key=lambda one: len(json.dumps(one[1])))
    for id, record in every:
        if id.startswith("house:"):
            for key in uses(record):
                found.setdefault(key, (id, record))
    return found


def uses(node: Json) -> Iterator[str]:
    """Everything of the language that a tree uses: types, windows, fields of selectors."""
    if isinstance(node, dict):
        if "type" in node:
            yield node["type"]
        yield from (f"when:{window}" for window in node.get("when", ()))
        if "of" in node and "type" not in node:
            yield from (f"who:{name}" for name in node)
        yield from (key for inner in node.values() for key in uses(inner))
    elif isinstance(node, list | tuple):
        yield from (key for inner in node for key in uses(inner))


def example(found: tuple[str, Json] | None) -> str:
    if found is None:
        return "No skill of the house box has it."
    id, record = found
    skill = msgspec.convert(record, SkillRecord)
    tree = {name: record[name] for name in record if name not in ("id", "name", "provenance")}
    words = " ".join(said["en"](part) for part in explain(skill))
    lines = json.dumps(tree, ensure_ascii=False)
    return f"*{record['name']['en']}* (`{id}`; {said['en'](cost(skill))}): {words}\n\n```json\n{lines}\n```"


def in_languages(key: str) -> str:
    return " · ".join(f"{language} “{said[language](Message(key))}”" for language in LANGUAGES)


def skill_page() -> str:
    """Every word of the skill language."""
    defined = json.loads((SCHEMA / "skill.json").read_text("utf-8"))["$defs"]
    here, shown = Here(set(defined), FAMILIES), examples()
    parts = [SKILL_HEAD, "## The skill", entry(SkillRecord, defined["SkillRecord"], here)]
    parts.append(
        "## Windows\n\nWhen a skill speaks (`when`).\n\n| window | en | fr | it | example |\n" + "| --- " * 5 + "|"
    )
    for window in WINDOWS:
        words = " | ".join(said[language](Message(WINDOW_WORDS[window])) for language in LANGUAGES)
        named = f"`{shown[f'when:{window}'][0]}`" if f"when:{window}" in shown else "–"
        parts[-1] += f"\n| `{window}` | {words} | {named} |"
    for title, family in FAMILIES.items():
        parts.append(f"## {title.capitalize()}")
        for cls in family:
            if isinstance(cls, type) and issubclass(cls, msgspec.Struct):
                parts += [entry(cls, defined[cls.__name__], here), *spoken(cls), example(shown.get(tag(cls)))]
    parts += ["## Selectors", entry(Who, defined["Who"], here)]
    parts.append("| field | example |\n| --- | --- |" + "".join(
        f"\n| `{name}` | {f'`{shown[key][0]}`' if (key := f'who:{name}') in shown else '–'} |"
        for name in defined["Who"]["properties"]
    ))  # fmt: skip
    return "\n\n".join(parts) + "\n"


def spoken(cls: type[Any]) -> Iterator[str]:
    """What a node is called in the editor, and its windows."""
    if getattr(cls, "phrase", None) is not None:
        yield f"Called {in_languages(cls.phrase.title)}; its sentence: {in_languages(cls.phrase.sentence)}."
    if issubclass(cls, Effect | Condition):
        everywhere = DEEDS if issubclass(cls, Effect) else WINDOWS
        if set(cls.windows) != set(everywhere):
            yield f"Windows: {' '.join(f'`{window}`' for window in cls.windows)}."


def tag(cls: type[Any]) -> str | None:
    found = cls.__struct_config__.tag
    return str(found) if found is not None else None


def tag_field(cls: type[Any]) -> str | None:
    return cls.__struct_config__.tag_field  # type: ignore[no-any-return]


def entry(cls: type[Any], schema: Mapping[str, Json], here: Here, without: Collection[str] = ()) -> str:
    typed = f' Its `{tag_field(cls)}` is `"{tag(cls)}"`.' if tag(cls) is not None else ""
    return f"### {cls.__name__}\n\n{first_words(cls)}{typed}\n\n" + "\n".join(fields(cls, schema, here, without))


PACK_HEAD = """# Pack reference

Made by `packaging/reference.py` out of `data/schema` and the classes that read packs. How a pack is put together is
told in [the pack format](pack-format.md); skills have [a page of their own](skill-reference.md), and so have the cards
of [Okko Chronicles](chronicles-reference.md). A field that this page does not name is an error.

An *id* is `namespace:name`, a *short name* lower-case letters and digits with hyphens between, a *word* the same
without digits."""
CHRONICLES_HEAD = """# Okko Chronicles: reference of records

Made by `packaging/reference.py` out of the classes that read packs. How a pack is put together is told in
[the pack format](pack-format.md); `data/house-chronicles` is a whole box of them. A field that this page does not name
is an error.

An *id* is `namespace:name`, a *word* the sort of a figure, a rank or a trait; `any effect` stands for one of those at
the end of the page. Ids in brackets, as FX-5, are those of the rules."""
SKILL_HEAD = """# Skill reference

Made by `packaging/reference.py` out of the classes of the language. How skills are written is told in
[the skill language](skill-language.md); this page lists every word of it, each with a skill of the house box.

An *id* is `namespace:name`, a *word* lower-case letters with hyphens between; `any effect`, `any condition` stand for
one of those below."""
PROTOCOL = ROOT / "docs" / "protocol.md"
BEGIN, END = "<!-- methods -->\n", "<!-- /methods -->\n"
OPTIONS, OPTIONS_END = "<!-- options of Okko Chronicles -->\n", "<!-- /options of Okko Chronicles -->\n"
TOY = ("02-blank", "03-camps")
"""Transcripts of a game that is none, taken where no other answers."""
FEW = 2
"""Of a long list in an example so many are shown."""


def protocol_page() -> str:
    """The page as it is written, with every method of today between its marks."""
    before, rest = PROTOCOL.read_text("utf-8").split(BEGIN)
    server = Server(SYSTEMS, Library.shipped(), said.__getitem__)
    parts = []
    for name, words in METHODS.items():
        parts.append(f"### {name}\n\n{words}")
        if name in server.methods:
            schema = msgspec.json.schema(server.methods[name])
            parts += ["\n".join(fields(server.methods[name], next(iter(schema["$defs"].values())), ()))]
        parts.append("```\n" + "\n".join(exchange(name)) + "\n```")
    queries = {f"asagiri.{name}" for name in QUERIES}
    unexplained.extend(f"methods.{name}" for name in {*server.methods, *queries} - set(METHODS))
    after, _, tail = rest.split(END)[1].partition(OPTIONS)
    tail = tail.partition(OPTIONS_END)[2]
    chosen = "\n".join(chronicles_options())
    return (
        before + BEGIN + "\n" + "\n\n".join(parts) + "\n\n" + END + after + OPTIONS + chosen + "\n" + OPTIONS_END + tail
    )


def chronicles_options() -> Iterator[str]:
    """Every kind of option of Okko Chronicles in a table, in the order of its rules."""
    yield "| kind | fields | meaning |"
    yield "|---|---|---|"
    for type_ in SeatOption.__subclasses__():
        about = " ".join((type_.__doc__ or "").split())
        if not about:
            unexplained.append(f"options.{type_.__name__}")
        named = ", ".join(f"`{name.rstrip('_')}`" for name in type_.__struct_fields__[1:])
        yield f"| `{type_.__struct_config__.tag}` | {named or '–'} | {about} |"


def exchange(method: str) -> Iterator[str]:
    """The shortest question and answer of the transcripts in which a real game answers something."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for sent, answer in exchanges(path.read_text("utf-8")):
            asked = f'"method": "{method}"' in sent and not sent.startswith("[")
            if asked and isinstance(answer, dict) and "result" in answer:
                lines = list(spread(short(json.loads(sent)), 2)), list(spread(short(answer), 2))
                toy, empty = path.stem in TOY, answer["result"] == []
                found.append((toy, empty, len(json.dumps(lines)), lines))
    sent_lines, answered = min(found)[3]
    for sign, (first, *rest) in ((">", sent_lines), ("<", answered)):
        yield f"{sign} {first}"
        yield from (f"  {line}" for line in rest)


def short(value: Json, name: str = "") -> Json:
    """An example with what would make it long left out."""
    if isinstance(value, dict):
        if name in ("state", "state_changes", "position", "record") or (name == "setup" and len(str(value)) > 60):
            return {"…": "…"}
        return {"state" if key == "state_changes" else key: short(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [short(one) for one in value[:FEW]] + ["…"] if len(value) > FEW + 1 else [short(one) for one in value]
    return value


PAGES: Mapping[Path, Callable[[], str]] = {
    ROOT / "docs" / "pack-reference.md": pack_page,
    ROOT / "docs" / "chronicles-reference.md": chronicles_page,
    ROOT / "docs" / "skill-reference.md": skill_page,
    PROTOCOL: protocol_page,
}


def main() -> int:
    made = {path: page() for path, page in PAGES.items()}
    wrong = [f"{name} is not explained: a docstring below it, or a line of packaging/reference.toml"
             for name in dict.fromkeys(unexplained)]  # fmt: skip
    wrong += [
        f"packaging/reference.toml explains {name}, which no field needs" for name in MEANINGS if name not in explained
    ]
    for path, page in made.items():
        if "--check" not in sys.argv:
            path.write_text(page, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != page:
            wrong.append(f"{path.relative_to(ROOT)} is not up to date: python packaging/reference.py")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
