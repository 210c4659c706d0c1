"""Try the packages as a stranger would: `make package-test` (as root, on Debian; some twenty minutes).

Each is installed into an empty Debian 12, started on a screen of its own, plays the first lesson to its end by keys,
opens a file by a double click and is uninstalled; what is then there and was not before is a fault. What a person has
played stays: it lies in `~/.local/share/okko-companion`. `source` is what the README says: a clone of the last commit
and its two commands. pip finds its packages in a folder, apt on its server. Needs debootstrap, Xvfb and xdotool.
`--write` puts the figures into `docs/packages.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import build
from build import ID, NAME, ROOT, WORK, BuildError, run
from screen_driver import FIRST_LESSON, SCREEN, BrokenError, leave, press, screen, until, windows

ROOTS = WORK / "roots"
PLAYER = 1000
HOME = "/home/player"
DATA = f"{HOME}/.local/share/{NAME}"
DESKTOP = "libglib2.0-bin xdg-utils shared-mime-info desktop-file-utils hicolor-icon-theme"
"""What any desktop has, and a bare Debian has not."""
QT = (
    "python3-venv libgl1 libegl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libxkbcommon0 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0"
)
"""The line of the README."""
GAME = ROOT / "tests" / "archive" / "asagiri-59be102.json"
ARCHIVES = sorted([*(ROOT / "tests/store/releases").glob("*.sql"), *(ROOT / "tests/archive/folders").glob("*.sql")])
"""Data folders as each schema before had them."""
LESSON = "house:your-first-turn"
STARTS = 3
ALARMING = re.compile(r"(?i)warn|deprecat|error|fail|missing|not found|\bqt\.")
"""In what a program says when it starts."""


class Machine:
    """An empty Debian 12 in a folder."""

    def __init__(self, name: str, packages: str = "") -> None:
        """Packages are installed before anything is looked at."""
        base = ROOTS / "base"
        if not (base / "made").exists():
            shutil.rmtree(base, ignore_errors=True)
            base.mkdir(parents=True)
            run(build.needed("debootstrap", "package debootstrap"), "--variant=minbase", "bookworm", base)
            self.root = base
            self.do("useradd", "--create-home", "--uid", str(PLAYER), "player")
            self.do("apt-get", "install", "-y", "-q", "--no-install-recommends", *DESKTOP.split())
            (base / "made").touch()
        self.root = ROOTS / name
        shutil.rmtree(self.root, ignore_errors=True)
        run("cp", "-a", "--reflink=auto", base, self.root)
        if packages:
            self.do("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages.split())

    def command(self, *words: str, user: int = 0, at: str = "/", **environment: str) -> list[str]:
        """How a program is started in there, with the screen outside."""
        given = {
            "HOME": HOME if user else "/root", "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "DISPLAY": SCREEN,
            "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
            "XDG_CURRENT_DESKTOP": "X-Generic", **environment,
        }  # fmt: skip
        inside = (
            'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mkdir -p "$0/tmp/.X11-unix" && '
            'mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix" && user=$1 && at=$2 && shift 2 && '
            'exec chroot --userspec="$user:$user" "$0" env -i -C "$at" "$@"'
        )
        pairs = [f"{name}={value}" for name, value in given.items()]
        return ["unshare", "--mount", "sh", "-c", inside, str(self.root), str(user), at, *pairs, *words]

    def do(self, *words: str, user: int = 0, at: str = "/", **environment: str) -> str:
        """Run a program in there to its end."""
        return run(*self.command(*words, user=user, at=at, **environment))

    def files(self) -> set[str]:
        """All that lies in there."""
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*")}


def kept(machine: Machine, statement: str) -> list[tuple[object, ...]]:
    """What lies in the file with the games."""
    path = machine.root / DATA[1:] / "okko.sqlite"
    if not path.exists():
        return []
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        found: list[tuple[object, ...]] = connection.execute(statement).fetchall()
        return found
    except sqlite3.Error:
        return []
    finally:
        connection.close()


def lesson_step(machine: Machine) -> int:
    """How many steps of the lesson are done."""
    for (value,) in kept(machine, "SELECT value FROM setting WHERE key LIKE '%lessons'"):
        found = json.loads(value if isinstance(value, str | bytes) else "{}").get(LESSON, {})
        return len(FIRST_LESSON) if found.get("done") else int(found.get("step", 0))
    return 0


def lived(
    machine: Machine, *words: str, opens: list[str], at: str = "/", patience: float = 60.0, **environment: str
) -> list[float]:
    """Start some times, play a lesson, open a file by a double click, quit; the seconds of each start.

    `at`: the folder to start in; `patience`: seconds that the first start may take.
    """
    took = []

    def opened(program: subprocess.Popen[str]) -> bool:
        if program.poll() is not None:
            said = program.stdout.read() if program.stdout is not None else ""
            raise BrokenError(f"the program ended with status {program.returncode}: {said}")
        return bool(windows("Okko Companion"))

    for n in range(STARTS):
        program = subprocess.Popen(
            machine.command(*words, user=PLAYER, at=at, **environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            took.append(until("the window", partial(opened, program), patience))
            # cards and store are read after the first paint
            until("the data folder", lambda: kept(machine, "SELECT key FROM setting"))
            sleep(2)
            if n == STARTS - 1:
                _play(machine)
                _double_click(machine, opens, environment)
            said = leave(program)
            if told := [line for line in said.splitlines() if ALARMING.search(line)]:
                raise BrokenError(f"start {n + 1} said what a stranger would wonder at: {' / '.join(told[:10])}")
        finally:
            program.kill()
    return took


def _play(machine: Machine) -> None:
    press("ctrl+shift+l")
    sleep(1)
    until("the table of the lesson", lambda: windows("Your first turn") or press("Return"))
    sleep(1)
    for n, keys in enumerate(FIRST_LESSON, 1):
        press(*keys)
        until(f"the end of step {n} of the lesson", lambda n=n: lesson_step(machine) >= n)  # type: ignore[misc]
        sleep(1)


def _double_click(machine: Machine, opens: list[str], environment: dict[str, str]) -> None:
    file = f"{HOME}/Evening.okko-game"
    (machine.root / file[1:]).write_text(json.dumps(json.loads(GAME.read_text("utf-8"))["record"]), "utf-8")
    before = len(windows("Okko Companion"))
    machine.do(*opens, file, user=PLAYER, **environment)
    until("the game of the file", lambda: windows("Evening"))
    if len(windows("Okko Companion")) > before or kept(machine, "SELECT count(*) FROM game")[0][0] != 1:
        raise BrokenError("the file was not opened in the window that was there")
    (machine.root / file[1:]).unlink()


def old_folder(machine: Machine, archive: Path) -> None:
    """Start the package on the data folder of a version before; its games have to be there, and open."""
    folder = f"/tmp/folder-{archive.stem}"
    place = machine.root / folder[1:]
    place.mkdir()
    connection = sqlite3.connect(place / "okko.sqlite")
    connection.executescript(archive.read_text("utf-8"))
    connection.execute("PRAGMA application_id = 0x4F6B6B6F")
    connection.close()
    run("chown", "-R", f"{PLAYER}:{PLAYER}", place)
    words = machine.command(NAME, "--no-welcome", "--data-dir", folder, user=PLAYER)
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until("the window", lambda: windows("Okko Companion"))
        until(f"the last game of the folder {archive.stem}", lambda: windows(" — Okko Companion") or press("c"))
        sleep(1)
        leave(program)
    finally:
        program.kill()
    shutil.rmtree(place)


TRACES = re.compile(
    r"(home/player/\.local(/share|/state)?$|home/player/\.(cache|config|dbus)(/|$)|tmp/|proc/|dev/|run/|var/(log|cache|lib/(apt|dpkg))/|"
    r"usr/share/(mime|applications)/|root/|.*/__pycache__)"
)
"""What other programs write when they run, and packages of the system beside: nothing of ours, unless it says so."""


def gone(machine: Machine, before: set[str]) -> list[str]:
    """What a stranger keeps; raises `BrokenError` when there is more."""
    after = machine.files() - before
    mine = sorted(path for path in after if f"/{path}/".startswith(f"{DATA}/"))
    rest = sorted(
        path for path in after if path not in mine and (not TRACES.match(path) or "okko" in path.lower())
    )  # fmt: skip
    if rest:
        raise BrokenError(f"uninstalled, but there still is: {', '.join(rest[:20])}")
    return mine


def size(machine: Machine, before: set[str]) -> int:
    """What a package takes on the disk, in bytes."""
    new = [machine.root / path for path in machine.files() - before]
    return sum(path.stat().st_size for path in new if path.is_file() and not path.is_symlink())


BUILT = {"deb": "*.deb", "wheel": "*.whl", "sdist": "*.tar.gz"}
REUSE = False
"""Try what lies in dist/ already."""


def built(target: str) -> Path:
    """The package of a target."""
    there = sorted(build.INTO.glob(BUILT[target]), key=lambda path: path.stat().st_mtime)
    return there[-1] if REUSE and there else build.TARGETS[target]()


def try_deb() -> dict[str, object]:
    package = built("deb")
    machine = Machine("deb")
    shutil.copyfile(package, machine.root / "tmp" / package.name)
    before = machine.files()
    machine.do("apt-get", "install", "-y", "-q", f"/tmp/{package.name}")
    listed = machine.do("dpkg", "-L", NAME).splitlines()
    owned = [machine.root / path[1:] for path in listed]
    disk = sum(path.stat().st_size for path in owned if path.is_file() and not path.is_symlink())
    sample = f"{HOME}/sample.okko.json"
    (machine.root / sample[1:]).write_text("{}")
    said = machine.do("gio", "info", "-a", "standard::content-type", sample, user=PLAYER)
    kind = said.rpartition(" ")[2].strip()
    said = machine.do("gio", "mime", kind, user=PLAYER)
    program = said.partition("\n")[0].rpartition(" ")[2]
    if program != f"{ID}.desktop":
        raise BrokenError(f"a game is of type {kind} and opens with {program or 'nothing'}")
    (machine.root / sample[1:]).unlink()
    took = lived(machine, NAME, "--no-welcome", "--language", "en", opens=["gio", "open"])
    for path in ARCHIVES:
        old_folder(machine, path)
    machine.do("apt-get", "purge", "-y", "-q", "--autoremove", NAME)
    machine.do("apt-get", "autoremove", "-y", "-q", "--purge")
    return {"file": package.stat().st_size, "disk": disk, "starts": took, "left": gone(machine, before)}


def try_pip(target: str) -> dict[str, object]:
    """A wheel or an sdist in a fresh environment that the player may not write into, without a network."""
    package = built(target)
    machine = Machine(target, QT)
    store = ROOTS / "store"
    store.mkdir(exist_ok=True)
    wanted = [str(package), "hatchling>=1.27", "babel>=2.16", "editables"] if target == "sdist" else [str(package)]
    run(sys.executable, "-m", "pip", "download", "--quiet", "--dest", store, *wanted)
    shutil.copytree(store, machine.root / "tmp" / "store", dirs_exist_ok=True)
    before = machine.files()
    machine.do("python3", "-m", "venv", "/opt/okko")
    bare = machine.files()
    machine.do(
        "/opt/okko/bin/pip",
        "install",
        "-q",
        "--no-cache-dir",
        "--no-index",
        "--find-links",
        "/tmp/store",
        f"/tmp/store/{package.name}",
    )
    disk = size(machine, bare)
    program = f"/opt/okko/bin/{NAME}"
    took = lived(machine, program, "--no-welcome", "--language", "en", opens=[program])
    machine.do("/opt/okko/bin/pip", "uninstall", "-q", "-y", NAME)
    left = [path for path in machine.files() - bare if path.startswith("opt/okko") and "okko_companion" in path.lower()]
    if left:
        raise BrokenError(f"uninstalled by pip, but there still is: {', '.join(left[:20])}")
    shutil.rmtree(machine.root / "opt" / "okko")
    return {"file": package.stat().st_size, "disk": disk, "starts": took, "left": gone(machine, before)}


def try_source() -> dict[str, object]:
    """The two commands of the README, in a clone of the last commit, by somebody who is no administrator."""
    machine = Machine("source", "git make python3")
    store, folder = ROOTS / "pinned", f"{HOME}/{NAME}"
    store.mkdir(exist_ok=True)
    lock = ROOT / "requirements.lock"
    run(sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--dest", store, "-r", lock)
    # what an sdist is built with
    run(sys.executable, "-m", "pip", "download", "--quiet", "--dest", store, "setuptools", "wheel")
    shutil.copytree(store, machine.root / "tmp" / "store")
    run("git", "clone", "--quiet", "--bare", "--no-hardlinks", ROOT, machine.root / "tmp" / "hub.git")
    run("chown", "-R", f"{PLAYER}:{PLAYER}", machine.root / "tmp" / "hub.git")
    before = machine.files()
    machine.do("git", "clone", "--quiet", "/tmp/hub.git", folder, user=PLAYER)
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/tmp/store"}
    before |= _bring_packages(machine, "run", folder)
    bare = machine.files()
    opens = [f"{folder}/.venv/bin/{NAME}"]
    took = lived(machine, "make", "run", opens=opens, at=folder, patience=900, **pip)
    disk = size(machine, bare)
    before |= _bring_packages(machine, "test", folder)
    begin = monotonic()
    said = machine.do("make", "quick", user=PLAYER, at=folder, **pip)
    print(f"source: make quick, {monotonic() - begin:.0f} s: {said.strip().splitlines()[-1]}")
    machine.do("make", "clean", user=PLAYER, at=folder)
    left = machine.do("git", "status", "--short", "--ignored", user=PLAYER, at=folder).split("\n")
    if left := [line for line in left if line and "__pycache__" not in line]:
        raise BrokenError(f"“make clean” leaves {', '.join(left)}")
    shutil.rmtree(machine.root / folder[1:])
    return {"file": 0, "disk": disk, "starts": took, "left": gone(machine, before)}


def _bring_packages(machine: Machine, command: str, folder: str) -> set[str]:
    """A command names the packages that the system lacks, in one line for an administrator, who runs it.

    The files that they bring: the system's, not ours.
    """
    try:
        machine.do("make", command, user=PLAYER, at=folder)
    except BuildError as why:
        line = next((line.split() for line in str(why).splitlines() if "sudo apt-get install" in line), None)
        if line is None:
            raise
        had = machine.files()
        machine.do(*line[1:3], "-y", "-q", "--no-install-recommends", *line[3:])
        return machine.files() - had
    else:
        raise BrokenError(f"“make {command}” names no package in an empty Debian")


TRIES: dict[str, Callable[[], dict[str, object]]] = {
    "source": try_source,
    "deb": try_deb,
    "wheel": lambda: try_pip("wheel"),
    "sdist": lambda: try_pip("sdist"),
}
PAGE = ROOT / "docs" / "packages.md"
MARK = "<!-- written by packaging/package_test.py --write -->"


def table(found: dict[str, dict[str, object]]) -> str:
    rows = ["| package | file | on disk | first start | later starts |", "| --- | --- | --- | --- | --- |"]
    for name, one in found.items():
        file, disk, starts = one["file"], one["disk"], one["starts"]
        assert isinstance(file, int)
        assert isinstance(disk, int)
        assert isinstance(starts, list)
        weight = f"{file / 2**20:.1f} MB" if file else "–"
        first, later = f"{starts[0]:.1f} s", f"{min(starts[1:]):.1f} s"
        rows.append(f"| {name} | {weight} | {disk / 2**20:.0f} MB | {first} | {later} |")
    return "\n".join(rows)


def main() -> int:
    global REUSE
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help=", ".join(TRIES))
    parser.add_argument("--write", action="store_true", help="put the last figures of each into docs/packages.md")
    parser.add_argument("--reuse", action="store_true", help="try the packages that lie in dist/ already")
    given = parser.parse_args()
    REUSE = given.reuse
    if os.geteuid() != 0:
        parser.error("an empty system can only be made by root")
    found: dict[str, dict[str, object]] = {}
    status = 0
    with screen():
        for name in given.packages or TRIES:
            try:
                found[name] = TRIES[name]()
            except (BrokenError, BuildError) as why:
                print(f"{name}: {why}", file=sys.stderr)
                status = 1
            else:
                print(f"{name}: installed, started, a lesson, a double click, gone; left: {found[name]['left']}")
    figures = WORK / "package-test.json"
    known = json.loads(figures.read_text()) if figures.is_file() else {}
    known.update(found)
    figures.write_text(json.dumps(known))
    found = {name: known[name] for name in TRIES if name in known}
    print(table(found))
    if given.write and not status:
        head, _, tail = PAGE.read_text("utf-8").partition(MARK)
        PAGE.write_text(f"{head}{MARK}\n{table(found)}\n{MARK}{tail.partition(MARK)[2]}", "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
