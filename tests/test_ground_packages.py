"""packaging/system-packages.sh: root installs what is missing, anybody else is told the one line to run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "packaging" / "system-packages.sh"


@pytest.fixture
def fakes(tmp_path: Path) -> Path:
    """A folder of programs that stand before the real ones; apt-get writes down what it was asked."""
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def fake(folder: Path, name: str, body: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    program.chmod(0o755)


def run(folder: Path, what: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHON": python,
        "ASKED": str(folder / "asked"),
    }
    return subprocess.run(["bash", str(SCRIPT), what], env=environment, capture_output=True, text=True, check=False)


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text("utf-8").splitlines() if (folder / "asked").exists() else []


ALL_BUT = """case "$*" in *{0}*) exit 1 ;; *) echo "install ok installed" ;; esac"""
NOTE = 'echo "$*" >>"$ASKED"'


def test_nothing_is_asked_when_all_is_there(fakes: Path) -> None:
    fake(fakes, "dpkg-query", 'echo "install ok installed"')
    fake(fakes, "apt-get", NOTE)
    assert run(fakes, "window").returncode == 0
    assert asked(fakes) == []


def test_a_person_is_told_one_line(fakes: Path) -> None:
    fake(fakes, "dpkg-query", "exit 1")
    fake(fakes, "id", "echo 1000")
    fake(fakes, "apt-get", NOTE)
    done = run(fakes, "window")
    assert done.returncode == 1
    (line,) = (text for text in done.stderr.splitlines() if "apt-get" in text)
    assert line.split()[:3] == ["sudo", "apt-get", "install"]
    assert {"libegl1", "libxkbcommon0", "libxcb-cursor0", "libxkbcommon-x11-0"} <= set(line.split())
    assert asked(fakes) == []


def test_the_tests_need_a_screen_a_browser_and_an_accessibility_bus_of_their_own(fakes: Path) -> None:
    fake(fakes, "dpkg-query", "exit 1")
    fake(fakes, "id", "echo 1000")
    (line,) = (text for text in run(fakes, "tests").stderr.splitlines() if "apt-get" in text)
    assert {"libegl1", "libxcb-cursor0", "xvfb", "xdotool", "at-spi2-core", "chromium"} <= set(line.split())


def test_root_installs_only_what_is_missing(fakes: Path) -> None:
    fake(fakes, "dpkg-query", ALL_BUT.format("libegl1"))
    fake(fakes, "id", "echo 0")
    fake(fakes, "apt-get", NOTE)
    assert run(fakes, "tests").returncode == 0
    assert asked(fakes) == ["install -y -q --no-install-recommends libegl1"]


def test_root_updates_the_lists_only_when_they_are_empty(fakes: Path) -> None:
    fake(fakes, "dpkg-query", ALL_BUT.format("libegl1"))
    fake(fakes, "id", "echo 0")
    fake(fakes, "apt-get", NOTE + '; case "$1" in install) [ "$(grep -c update "$ASKED")" -gt 0 ] ;; esac')
    assert run(fakes, "tests").returncode == 0
    install = "install -y -q --no-install-recommends libegl1"
    assert asked(fakes) == [install, "update -q", install]


def test_a_later_debian_s_names_count(fakes: Path) -> None:
    fake(
        fakes,
        "dpkg-query",
        'case "$*" in *0t64*) echo "ok installed" ;; *libglib*) exit 1 ;; *) echo "ok installed" ;; esac',
    )
    fake(fakes, "id", "echo 1000")
    assert run(fakes, "tests").returncode == 0


def test_a_python_without_venv_is_named(fakes: Path) -> None:
    fake(fakes, "dpkg-query", ALL_BUT.format("python3-venv"))
    fake(fakes, "id", "echo 1000")
    fake(fakes, "bare-python", 'case "$*" in *ensurepip*) exit 1 ;; esac')
    done = run(fakes, "tests", str(fakes / "bare-python"))
    assert done.returncode == 1
    assert "sudo apt-get install python3-venv" in done.stderr


def test_an_old_python_is_named(fakes: Path) -> None:
    fake(fakes, "dpkg-query", 'echo "install ok installed"')
    fake(fakes, "old-python", 'case "$*" in *version_info*) exit 1 ;; esac')
    done = run(fakes, "tests", str(fakes / "old-python"))
    assert done.returncode == 1
    assert "3.11" in done.stderr
