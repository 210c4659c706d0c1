"""The wheel carries resources, data and compiled catalogs, and the program finds them in it."""

from __future__ import annotations

import gettext
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("pyproject.toml", "README.md", "LICENSE", "companion", "resources", "data", "packaging")
CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "{who} retreats"
msgstr "{who} retiriĝas"
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a wheel is made of, with one more language."""
    copy = tmp_path_factory.mktemp("source")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy2(ROOT / part, copy / part)
    esperanto = copy / "resources" / "translations" / "eo" / "LC_MESSAGES" / "okko.po"
    esperanto.parent.mkdir(parents=True)
    esperanto.write_text(CATALOG, "utf-8")
    return copy


@pytest.fixture(scope="module")
def unpacked(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as pip would lay it out."""
    made = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)]
    built = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = made.glob("okko_companion-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(made / "site")
    return made / "site"


def test_every_resource_and_pack_is_inside(source: Path, unpacked: Path) -> None:
    for folder in ("resources", "data"):
        inside = unpacked / "companion" / f"_{folder}"
        wanted = {p.relative_to(source / folder) for p in (source / folder).rglob("*") if p.is_file()}
        found = {p.relative_to(inside) for p in inside.rglob("*") if p.is_file()}
        assert found == {p for p in wanted if p.suffix not in (".py", ".po")}
        assert found


def test_catalogs_are_compiled(unpacked: Path) -> None:
    folder = unpacked / "companion" / "_resources" / "translations"
    assert gettext.translation("okko", folder, ["eo"]).gettext("{who} retreats") == "{who} retiriĝas"
    shipped = {p.parent.parent.name for p in (ROOT / "resources" / "translations").glob("*/LC_MESSAGES/okko.po")}
    assert {p.parent.parent.name for p in folder.glob("*/LC_MESSAGES/okko.mo")} == shipped | {"eo"}


def test_the_desktop_gets_menu_entry_icon_and_types(unpacked: Path) -> None:
    (shared,) = unpacked.glob("okko_companion-*.data")
    found = {str(p.relative_to(shared / "data")) for p in shared.rglob("*") if p.is_file()}
    id = "org.okko_companion.OkkoCompanion"
    assert found == {
        f"share/applications/{id}.desktop", f"share/metainfo/{id}.metainfo.xml", f"share/mime/packages/{id}.xml",
        f"share/icons/hicolor/scalable/apps/{id}.svg",
    }  # fmt: skip


def test_every_module_and_migration_is_inside(source: Path, unpacked: Path) -> None:
    wanted = {p.relative_to(source) for p in (source / "companion").rglob("*.py")}
    assert wanted == {p.relative_to(unpacked) for p in (unpacked / "companion").rglob("*.py")}


def test_nothing_but_the_program_is_inside(unpacked: Path) -> None:
    assert {p.name.partition("-")[0] for p in unpacked.iterdir()} == {"companion", "okko_companion"}
    assert (unpacked / "companion" / "py.typed").is_file()


def test_the_installed_program_finds_them(unpacked: Path, tmp_path: Path) -> None:
    code = "from companion import resources as r; print(r.__file__, r.resources_dir(), r.data_dir(), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    package = unpacked / "companion"
    assert said.splitlines() == [str(package / p) for p in ("resources.py", "_resources", "_data")]


def test_a_checkout_uses_its_own_folders() -> None:
    from companion.resources import data_dir, resources_dir

    assert (resources_dir(), data_dir()) == (ROOT / "resources", ROOT / "data")
