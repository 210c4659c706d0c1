"""What must never be committed, and what the README promises."""

from __future__ import annotations

import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# In pieces, so that this file does not find itself.
ADDRESS = re.compile(
    "--(?:extra-)?index"
    + r"-url|https?://[^\s\"'>)]*(?:py"
    + r"pi\.|python"
    + r"hosted|npm"
    + r"js\.|/simple(?:/|$)|artifactory)"
)
MACHINE = re.compile(r"(?<![\w.)*}])/(?:wo" + "rk|ro" + "ot|fa" + "rm)/")


@cache
def tracked() -> tuple[str, ...]:
    """Every file git knows, and those it would take."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(name for name in names if name and (ROOT / name).is_file())


def found(pattern: re.Pattern[str]) -> list[str]:
    hits = []
    for name in tracked():
        content = (ROOT / name).read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            if pattern.search(line):
                hits.append(f"{name}:{number}: {line.strip()[:100]}")
    return hits


def test_the_patterns_find_what_they_are_for() -> None:
    assert ADDRESS.search("pip install --index" + "-url x")
    assert ADDRESS.search("see https://py" + "pi.org/simple")
    assert not ADDRESS.search("see https://doc.qt.io/simple-things")
    assert MACHINE.search("open('/wo" + "rk/main')")
    assert not MACHINE.search("companion/wo" + "rk/x.py")


def test_no_address_of_an_index() -> None:
    assert found(ADDRESS) == []


def test_no_path_of_a_machine() -> None:
    assert found(MACHINE) == []


def test_no_uv_lock_and_no_compiled_catalog() -> None:
    assert [name for name in tracked() if name.endswith(("uv.lock", ".mo"))] == []


def test_the_lock_has_a_hash_for_everything_and_no_address() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert "http" not in text
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_lock_covers_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in (
        ("requirements.lock", [*project["dependencies"], *extras["dev"]]),
        ("packaging/requirements.lock", [*project["dependencies"], *extras["build"]]),
    ):
        lines = (ROOT / lock).read_text("utf-8").splitlines()
        locked = {re.split(r"\[|==", line)[0] for line in lines if "==" in line}
        assert {re.split(r"[\[<>=~]", one)[0].lower() for one in wanted} <= locked, lock


def test_the_two_commands_of_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("run", "test"):
        assert f"make {target}" in readme
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


def test_the_readme_and_the_script_name_the_same_debian_packages() -> None:
    script = (ROOT / "packaging" / "system-packages.sh").read_text("utf-8")
    lists = dict(re.findall(r'^(tests|window)="([^"]+)"', script, flags=re.MULTILINE))
    readme = (ROOT / "README.md").read_text("utf-8")
    for package in (lists["tests"] + " " + lists["window"]).split():
        assert package in readme, package


def test_ci_runs_make_test() -> None:
    run = ROOT / ".ci" / "run"
    assert run.stat().st_mode & 0o111
    assert run.read_text("utf-8").splitlines()[-1] == "exec make test"


IN_A_WHEEL = {"companion/_resources", "companion/_data"}


def test_what_documents_name_in_the_tree_is_there() -> None:
    """A path (`rules/turn.py`, `games/blank/`), or a name in a module (`campaign/legal_options.deck`)."""
    names = tracked()
    places = {f"/{name}" for name in names} | {f"/{parent}" for name in names for parent in Path(name).parents}

    def leads(path: str) -> bool:
        return any(place.endswith((f"/{path}", f"/{path}.py")) for place in places)

    def known(text: str) -> bool:
        module, _, name = text.rpartition(".")
        return leads(text) or any(
            place.endswith(f"/{module}.py") and re.search(rf"\b{name}\b", (ROOT / place[1:]).read_text("utf-8"))
            for place in places
        )

    missing = [
        f"{name}:{number}: {text}"
        for name in names
        if name.endswith(".md")
        for number, line in enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
        for text in re.findall(r"`(\w[\w.-]*/[\w./]+?)/?(?:::\w+|\(\))?`", line)
        if not text.startswith("okko-") and text not in IN_A_WHEEL and not known(text)
    ]
    assert not missing, "\n".join(missing)
