"""The recipes of packages: what can be checked of them without building one."""

from __future__ import annotations

import json
import plistlib
import re
import runpy
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from configparser import RawConfigParser
from pathlib import Path

import pytest

from companion.model.content.source import ENDING as PACK
from companion.model.core.file_names import CAMPAIGN, GAME

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"
ID = "org.okko_companion.OkkoCompanion"
SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
TYPES = {
    ET_.get("type"): [glob.get("pattern") for glob in ET_.iter(f"{SPACE}glob")]
    for ET_ in ET.parse(LINUX / f"{ID}.xml").iter(f"{SPACE}mime-type")
}


def entry() -> RawConfigParser:
    """The menu entry, with its keys as they are written."""
    found = RawConfigParser(delimiters="=")
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(LINUX / f"{ID}.desktop", "utf-8")
    return found


def test_every_ending_of_ours_has_a_type_on_linux() -> None:
    assert {f"*{ending}" for ending in (GAME, CAMPAIGN, PACK)} <= {glob for globs in TYPES.values() for glob in globs}


def test_the_menu_entry_opens_each_type_and_nothing_else() -> None:
    desktop = entry()["Desktop Entry"]
    assert desktop["MimeType"].rstrip(";").split(";") == list(TYPES)
    assert (desktop["Exec"], desktop["Icon"]) == ("okko-companion %F", ID)


def test_the_description_names_what_the_entry_does() -> None:
    described = ET.parse(LINUX / f"{ID}.metainfo.xml")
    assert described.findtext("id") == ID
    assert described.findtext("launchable") == f"{ID}.desktop"
    assert [one.text for one in described.iter("mediatype")] == list(TYPES)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("desktop-file-validate", [f"{ID}.desktop"]),
        ("appstreamcli", ["validate", "--no-net", f"{ID}.metainfo.xml"]),
    ],
)
def test_the_desktop_s_own_checkers_find_nothing(program: str, words: list[str]) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *words], cwd=LINUX, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_desktop_finds_our_types(tmp_path: Path) -> None:
    """As `shared-mime-info` reads them: an old name of a game as a new one, but not any JSON."""
    if shutil.which("update-mime-database") is None:
        pytest.skip("update-mime-database is not installed")
    (tmp_path / "packages").mkdir()
    shutil.copy(LINUX / f"{ID}.xml", tmp_path / "packages")
    subprocess.run(["update-mime-database", str(tmp_path)], check=True, capture_output=True)
    globs = (tmp_path / "globs2").read_text("utf-8").splitlines()
    assert "50:application/vnd.okko-companion.game+json:*.okko.json" in globs
    assert not [line for line in globs if line.endswith(":*.json")]


def test_macos_and_windows_open_the_same_files() -> None:
    about = plistlib.loads((ROOT / "packaging" / "macos" / "Info.plist").read_bytes())
    kinds = {kind["UTTypeIdentifier"]: kind["UTTypeTagSpecification"] for kind in about["UTExportedTypeDeclarations"]}
    endings = {ending[1:] for ending in (GAME, CAMPAIGN, PACK)}
    assert {ending for kind in kinds.values() for ending in kind["public.filename-extension"]} == endings
    assert {kind["public.mime-type"] for kind in kinds.values()} == set(TYPES)
    assert [kind for one in about["CFBundleDocumentTypes"] for kind in one["LSItemContentTypes"]] == list(kinds)
    recipe = (ROOT / "packaging" / "windows" / "okko-companion.nsi").read_text("utf-8")
    for macro in ("Opens", "OpensNoMore"):
        assert set(re.findall(rf'!insertmacro {macro} "([^"]+)"', recipe)) == endings


def test_the_installer_for_windows_compiles(qtbot: object, tmp_path: Path) -> None:
    if shutil.which("makensis") is None:
        pytest.skip("makensis is not installed")
    (tmp_path / "i.ico").write_bytes(runpy.run_path(str(ROOT / "packaging" / "icons.py"))["ico"]())
    (tmp_path / "program" / "_internal").mkdir(parents=True)
    (tmp_path / "program" / "okko-companion.exe").write_text("")
    words = ["-V2", "-WX", "-INPUTCHARSET", "UTF8", "-DVERSION=1.2.3", f"-DFOLDER={tmp_path / 'program'}",
             f"-DICON={tmp_path / 'i.ico'}", f"-DOUT={tmp_path / 'okko-1.2.3-setup.exe'}"]  # fmt: skip
    recipe = str(ROOT / "packaging" / "windows" / "okko-companion.nsi")
    done = subprocess.run(["makensis", *words, recipe], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "okko-1.2.3-setup.exe").stat().st_size > 50_000


def test_the_icons_of_windows_and_macos_hold_all_sizes(qtbot: object) -> None:
    icons = runpy.run_path(str(ROOT / "packaging" / "icons.py"))
    ico, icns = icons["ico"](), icons["icns"]()
    assert struct.unpack_from("<HHH", ico) == (0, 1, 7)
    last, at = struct.unpack_from("<II", ico, 6 + 16 * 6 + 8)
    assert (ico[at : at + 8], at + last) == (b"\x89PNG\r\n\x1a\n", len(ico))
    assert icns[:4] == b"icns"
    assert struct.unpack_from(">I", icns, 4) == (len(icns),)


def test_a_target_that_cannot_be_made_here_is_refused_with_the_reason() -> None:
    command = [sys.executable, str(ROOT / "packaging" / "build.py"), "macos"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if sys.platform == "darwin":
        pytest.skip("here it can")
    assert done.returncode == 1
    assert "macos: not built: an application for macOS can only be made on a Mac" in done.stderr


def test_the_package_test_plays_the_first_lesson() -> None:
    """It finds the lesson by the name of its window and its progress by its id."""
    script = (ROOT / "packaging" / "package_test.py").read_text("utf-8")
    lessons = [json.loads(path.read_text("utf-8")) for path in (ROOT / "data" / "house" / "lessons").glob("*.json")]
    first = min(lessons, key=lambda lesson: lesson["order"])
    assert f'LESSON = "{first["id"]}"' in script
    assert f'windows("{first["name"]["en"]}")' in script
