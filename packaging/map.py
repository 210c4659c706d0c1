"""Draws `docs/map.md` from the imports: which part of the program knows which, and what each package is for.

``make map`` writes it; ``--check`` says whether it is as the imports are, refuses rings of modules, whichever packages
they lie in, and names what the list “Where is it?” says and is elsewhere.
"""

from __future__ import annotations

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "map.md"
BEGIN, END = "<!-- from here on: packaging/map.py -->\n", "<!-- until here -->\n"
FLOORS = {"The window": "companion.ui", "The model": "companion.model"}
"""What is drawn as a frame: its name, and the package whose parts lie in it."""
_PLACE = re.compile(r"^\| (?P<where>[^|]+) \| \[`[^`]+`\]\((?P<file>[^)]+\.py)\) \| (?P<names>[^|]+) \|$", re.MULTILINE)


def room_of(module: str) -> str:
    """The part of the program that a module belongs to: a game is a part of its own, the registry of games none."""
    names = module.split(".")
    deep = 4 if names[2:3] == ["games"] else 3 if names[1:2] in (["ui"], ["model"]) else 2
    return ".".join(names[:deep])


def rings(graph: grimp.ImportGraph) -> list[str]:
    """The modules of a ring of imports, if there is one."""
    try:
        TopologicalSorter({m: graph.find_modules_directly_imported_by(m) for m in graph.modules}).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def arrows(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """Which part imports which; not drawn where a longer way leads there as well."""
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            start, end = room_of(module), room_of(other)
            if start != end and not start.endswith(".games"):
                found.setdefault(start, set()).add(end)
    order = [room for room in TopologicalSorter(found).static_order() if room in found]
    below: dict[str, set[str]] = {}
    for room in order:
        below[room] = set().union(found[room], *(below.get(end, set()) for end in found[room]))
    return {
        room: {end for end in found[room] if not any(end in below.get(other, ()) for other in found[room])}
        for room in order
    }


def sentence(package: str) -> str:
    """What a package says of itself."""
    path = ROOT / package.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return (ast.get_docstring(ast.parse(file.read_text())) or "").split("\n\n")[0].replace("\n", " ")


def places(page: str) -> dict[str, tuple[Path, list[str]]]:
    """The list “Where is it?”: by question the file that answers it, and the names to look for there."""
    return {
        found["where"]: ((PAGE.parent / found["file"]).resolve(), re.findall(r"`([^`]+)`", found["names"]))
        for found in _PLACE.finditer(page)
    }


def defined(body: list[ast.stmt], inside: str = "") -> set[str]:
    """What a module names at its top, and in its classes as `Class.method`."""
    found = set()
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            found.add(inside + one.name)
        if isinstance(one, ast.ClassDef):
            found |= defined(one.body, f"{inside}{one.name}.")
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        found |= {inside + target.id for target in targets if isinstance(target, ast.Name)}
    return found


def elsewhere(page: str) -> list[str]:
    """What is not where the list “Where is it?” says."""
    lost = []
    for where, (file, names) in places(page).items():
        known = defined(ast.parse(file.read_text("utf-8")).body) if file.is_file() else None
        if known is None:
            lost.append(f"docs/map.md: where {where}: there is no {file.name}")
            continue
        lost += [f"docs/map.md: where {where}: {name} is not in {file.name}" for name in names if name not in known]
    return lost


def node(room: str) -> str:
    """The name of a part in the drawing."""
    return room.removeprefix("companion.").replace(".", "_")


def drawing(links: dict[str, set[str]]) -> list[str]:
    """The parts and their arrows as a Mermaid flowchart."""
    rooms = sorted({*links, *(end for ends in links.values() for end in ends)} - {"companion"})
    lines = ["```mermaid", "flowchart TD"]
    framed: set[str] = set()
    for title, package in FLOORS.items():
        inside = [room for room in rooms if room.startswith(package + ".")]
        framed.update(inside)
        lines.append(f'  subgraph {node(package)}["{title}"]')
        lines += [f'    {node(room)}["{room.removeprefix(package + ".")}"]' for room in inside]
        lines.append("  end")
    lines += [f'  {node(room)}["{room.removeprefix("companion.")}"]' for room in rooms if room not in framed]
    for room in rooms:
        lines += [f"  {node(room)} --> {node(end)}" for end in sorted(links.get(room, set()) & set(rooms))]
        registry = room.rpartition(".")[0]
        lines += [f"  {node(registry)} -.-> {node(room)}"] if registry in rooms else []  # loads what is asked for
    return [*lines, "```"]


def made() -> tuple[str, list[str]]:
    """The generated part of the page, and a ring of modules if there is one."""
    graph = grimp.build_graph("companion", cache_dir=None)
    packages = sorted(m for m in graph.modules if graph.find_children(m) and m.count("."))
    rows = [
        f"| [`{package.removeprefix('companion.')}`](../{package.replace('.', '/')}) | {sentence(package)} |"
        for package in packages
    ]
    text = [*drawing(arrows(graph)), "", "| package | what it is for |", "| --- | --- |", *rows]
    return "\n".join(text) + "\n", rings(graph)


def main() -> int:
    """Write the page, or with ``--check`` only look."""
    text, ring = made()
    if ring:
        print("A ring of modules: " + " → ".join(ring))
        return 1
    page = PAGE.read_text("utf-8")
    lost = elsewhere(page)
    if lost:
        print(*lost, sep="\n")
        return 1
    before, _, rest = page.partition(BEGIN)
    new = before + BEGIN + text + END + rest.partition(END)[2]
    if "--check" not in sys.argv:
        PAGE.write_text(new, "utf-8")
    elif new != page:
        print("docs/map.md is not what the imports are: `make map`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
