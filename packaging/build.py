"""Build packages: `python packaging/build.py TARGET…`; they come into `dist/`.

`wheel` and `sdist` go to pip; `folder` is the program with its own Python and Qt (PyInstaller), and what the packages
of each system are made of; `all` is whatever this machine can make. Recipes: `linux/`, `windows/`, `macos/`. Why so:
`docs/decisions/0154-packages.md`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import platform
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


def run(*command: str | Path, at: Path = ROOT, **environment: str) -> str:
    """Run a program to its end; what it printed, or `BuildError` with its last words."""
    done = subprocess.run(
        [str(part) for part in command], cwd=at, env={**os.environ, **environment},
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
    run(  # from a folder without `companion`: that of the wheel counts
        python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
        "--distpath", INTO, "--workpath", WORK / "pyinstaller", HERE / "okko-companion.spec",
        at=icons, OKKO_ICONS=str(icons), OKKO_VERSION=version(),
    )  # fmt: skip
    return target if sys.platform != "darwin" else INTO / "Okko Companion.app"


def _folder() -> Path:
    """The folder, made anew only when the program has changed since."""
    made, stamp = INTO / NAME, WORK / "folder-of"
    state = hashlib.sha256(wheel().read_bytes() + (HERE / "okko-companion.spec").read_bytes()).hexdigest()
    if not made.is_dir() or not stamp.exists() or stamp.read_text() != state:
        folder()
        stamp.write_text(state)
    return made


def _share(usr: Path) -> None:
    """What the desktop reads: menu entry, description, types of files, icons."""
    for source, place in {
        f"{ID}.desktop": "applications", f"{ID}.metainfo.xml": "metainfo", f"{ID}.xml": "mime/packages",
    }.items():  # fmt: skip
        (usr / "share" / place).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(LINUX / source, usr / "share" / place / source)
    pictures = {f"{size}x{size}": WORK / "icons" / f"{size}.png" for size in SIZES}
    for size, picture in {**pictures, "scalable": ROOT / "resources" / "app-icon.svg"}.items():
        place = usr / "share" / "icons" / "hicolor" / size / "apps"
        place.mkdir(parents=True)
        shutil.copyfile(picture, place / f"{ID}{picture.suffix}")


def _installed(root: Path) -> Path:
    """The program as it lies below `/usr` of a Linux system; returns `root`/usr."""
    usr = fresh(root) / "usr"
    shutil.copytree(_folder(), usr / "lib" / NAME, symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    _share(usr)
    about = usr / "share" / "doc" / NAME
    about.mkdir(parents=True)
    shutil.copyfile(LINUX / "copyright", about / "copyright")
    with gzip.GzipFile(about / "changelog.gz", "wb", mtime=0) as changes:
        changes.write((ROOT / "CHANGELOG.md").read_bytes())
    return usr


def _libraries(usr: Path) -> str:
    """The Debian packages with the libraries that the folder does not bring, as a `Depends` line."""
    needed("objdump", "package binutils")
    files = [path for path in sorted(usr.rglob("*")) if path.is_file() and path.open("rb").read(4) == b"\x7fELF"]
    wanted = {line.split()[-1] for line in run("objdump", "-p", *files).splitlines() if line.startswith("  NEEDED")}
    outside = wanted - {path.name for path in files}
    places = {line.split()[0]: line.rpartition("=> ")[2] for line in run("ldconfig", "-p").splitlines() if "=>" in line}
    missing = sorted(outside - places.keys())
    if missing:
        raise BuildError(f"neither the folder nor this system has {', '.join(missing)}")
    owners = {_owner(Path(places[name])) for name in outside} - {"libc6"}
    glibc = platform.libc_ver()[1]
    return ", ".join([f"libc6 (>= {glibc})", *sorted(owners)])


def _owner(library: Path) -> str:
    """The package that a library of this system comes from."""
    for path in (library, library.resolve(), Path(str(library.resolve()).removeprefix("/usr"))):
        done = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    raise BuildError(f"no package brings {library}")


def deb() -> Path:
    """For Debian 12 and what came of it since."""
    needed("dpkg-deb", "package dpkg")
    root = WORK / "deb"
    usr = _installed(root)
    sizes = [path.stat().st_size for path in usr.rglob("*") if path.is_file() and not path.is_symlink()]
    architecture = run("dpkg", "--print-architecture").strip()
    control = (LINUX / "control").read_text("utf-8")
    for name, value in {
        "VERSION": version(), "ARCHITECTURE": architecture, "SIZE": str(sum(sizes) // 1024),
        "LIBRARIES": _libraries(usr),
    }.items():  # fmt: skip
        control = control.replace(f"@{name}@", value)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control, "utf-8")
    sums = (
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted(usr.rglob("*")) if path.is_file() and not path.is_symlink()
    )  # fmt: skip
    (root / "DEBIAN" / "md5sums").write_text("".join(sums), "utf-8")
    run("chmod", "-R", "u=rwX,go=rX", root)
    made = INTO / f"{NAME}_{version()}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zzstd", "-z15", "--build", root, made)
    return made


def appdir() -> Path:
    """The folder that an AppImage is an image of; `AppRun` in it starts the program."""
    root = WORK / "Okko_Companion.AppDir"
    usr = _installed(root)
    shutil.copyfile(LINUX / f"{ID}.desktop", root / f"{ID}.desktop")
    shutil.copyfile(usr / "share/icons/hicolor/256x256/apps" / f"{ID}.png", root / f"{ID}.png")
    (root / ".DirIcon").symlink_to(f"{ID}.png")
    (root / "AppRun").symlink_to(f"usr/bin/{NAME}")
    return root


def appimage() -> Path:
    """One file for any Linux with glibc 2.36 or newer."""
    tool = needed("appimagetool", "from the AppImage project; no registry has it")
    made = INTO / f"{NAME}-{version()}-{platform.machine()}.AppImage"
    run(tool, appdir(), made, ARCH=platform.machine(), VERSION=version())
    return made


def flatpak() -> Path:
    """One file for Flatpak; its runtime comes from where the person has Flatpak's remotes."""
    builder, bundler = needed("flatpak-builder", "package flatpak-builder"), needed("flatpak", "package flatpak")
    _installed(WORK / "flatpak-root")
    recipe, place, store = LINUX / f"{ID}.yml", WORK / "flatpak", WORK / "flatpak-repo"
    run(builder, "--force-clean", "--user", f"--repo={store}", place, recipe)
    made = INTO / f"{NAME}-{version()}.flatpak"
    run(bundler, "build-bundle", store, made, ID)
    return made


def windows() -> Path:
    """The installer for Windows: made there, because PyInstaller bundles for the system it runs on."""
    compiler = needed("makensis", "NSIS 3")
    if sys.platform != "win32":
        raise BuildError("the folder for Windows can only be made on Windows")
    folder()
    return installer(compiler, INTO / NAME, WORK / "icons" / f"{NAME}.ico")


def installer(compiler: str, program: Path, icon: Path) -> Path:
    """Compile the recipe of the Windows installer for a folder with the program."""
    made = INTO / f"{NAME}-{version()}-setup.exe"
    INTO.mkdir(exist_ok=True)
    run(
        compiler, "-V2", "-WX", "-INPUTCHARSET", "UTF8", f"-DVERSION={version()}", f"-DFOLDER={program}",
        f"-DICON={icon}", f"-DOUT={made}", HERE / "windows" / f"{NAME}.nsi",
    )  # fmt: skip
    return made


def macos() -> Path:
    """The disk image for macOS: made there, because PyInstaller bundles for the system it runs on."""
    if sys.platform != "darwin":
        raise BuildError("an application for macOS can only be made on a Mac")
    made = INTO / f"{NAME}-{version()}.dmg"
    run("hdiutil", "create", "-ov", "-volname", "Okko Companion", "-srcfolder", folder(), made)
    return made


TARGETS: Mapping[str, Callable[[], Path]] = {
    "wheel": wheel, "sdist": sdist, "folder": folder, "deb": deb, "appimage": appimage, "flatpak": flatpak,
    "windows": windows, "macos": macos,
}  # fmt: skip


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
