"""Build packages: `python packaging/build.py TARGET…`; they come into `dist/`.

`wheel` and `sdist` go to pip; `folder` is the program with its own Python and Qt (PyInstaller), and what the packages
of each system are made of; `all` is whatever this machine can make. Recipes: `linux/`, `windows/`, `macos/`. Why so:
`docs/decisions/0154-packages.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import runpy
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK, INTO = ROOT / "build", ROOT / "dist"
LINUX = HERE / "linux"
NAME = "okko-companion"
ID = "org.okko_companion.OkkoCompanion"
"""Of the program among others: names its entry in menus, its icon and the types of its files."""
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


class BuildError(Exception):
    """Why a target cannot be made here, as a sentence."""


def version() -> str:
    """The version, out of its one source."""
    return str(runpy.run_path(str(ROOT / "companion" / "__init__.py"))["__version__"])


def run(*command: str | Path, **environment: str) -> str:
    """Run a program to its end; what it printed, or `BuildError` with its last words."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, env={**os.environ, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise BuildError(f"“{Path(command[0]).name}” failed with status {done.returncode}:\n{last}")
    return done.stdout


def needed(program: str, where: str) -> str:
    """The path of a program that has to be installed."""
    found = shutil.which(program)
    if found is None:
        raise BuildError(f"“{program}” is missing ({where})")
    return found


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def tools() -> Path:
    """The Python of an environment that holds what `packaging/requirements.lock` pins, and nothing else."""
    lock, place = HERE / "requirements.lock", WORK / "tools"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, state = place / "made-of", hashlib.sha256(lock.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != state:
        fresh(place)
        venv.create(place, with_pip=True)
        run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock)
        stamp.write_text(state)
    return python


def _hatch(target: str) -> Path:
    INTO.mkdir(exist_ok=True)
    run(tools(), "-m", "hatchling", "build", "-t", target, "-d", INTO)
    return (
        INTO
        / {
            "wheel": f"okko_companion-{version()}-py3-none-any.whl",
            "sdist": f"okko_companion-{version()}.tar.gz",
        }[target]
    )


def wheel() -> Path:
    return _hatch("wheel")


def sdist() -> Path:
    return _hatch("sdist")


def folder() -> Path:
    """The program as a folder (on a Mac: as an application) that needs no Python."""
    made, python = wheel(), tools()
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", made)
    icons = fresh(WORK / "icons")
    run(python, HERE / "icons.py", icons, QT_QPA_PLATFORM="offscreen")
    target = INTO / NAME
    shutil.rmtree(target, ignore_errors=True)
    run(
        python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
        "--distpath", INTO, "--workpath", WORK / "pyinstaller", HERE / "okko-companion.spec",
        OKKO_ICONS=str(icons), OKKO_VERSION=version(),
    )  # fmt: skip
    return target if sys.platform != "darwin" else INTO / "Okko Companion.app"


def _folder() -> Path:
    """The folder of this version, made now unless it stands there."""
    made = INTO / NAME
    stamp = made / "_internal" / "companion" / "__init__.py"
    return made if stamp.exists() else folder()


TARGETS: Mapping[str, Callable[[], Path]] = {"wheel": wheel, "sdist": sdist, "folder": folder}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "targets", nargs="+", choices=[*TARGETS, "all"], metavar="TARGET", help=", ".join([*TARGETS, "all"])
    )
    wanted = parser.parse_args().targets
    every = "all" in wanted
    status = 0
    for target in TARGETS if every else wanted:
        try:
            made = TARGETS[target]()
        except BuildError as why:
            print(f"{target}: not built: {why}", file=sys.stderr)
            status = status if every else 1
        else:
            print(f"{target}: {made.relative_to(ROOT)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
