"""What the command line takes: files to open in the window, or a command for programs and people who script."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__
from companion.model.core.words import LANGUAGES

APP = "okko-companion"
MOST_SAID = 2_000
"""Letters of a sentence on a terminal."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in short, and gives no orders to the terminal, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        from companion.model.content.kinds import printable

        super().error(printable(message, MOST_SAID))


def parser() -> argparse.ArgumentParser:
    """Every command and its arguments."""
    top = _Parser(
        prog=APP, description="The companion of Okko: Era of the Asagiri and of Saké & Samouraï.",
        epilog="Files of games, campaigns and packs instead of a command are opened in the window.",
    )  # fmt: skip
    _with_options(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    _with_packs(engine)

    check = commands.add_parser("check", help="find every fault of content packs and of help pages")
    check.add_argument(
        "paths",
        type=Path,
        nargs="+",
        metavar="PATH",
        help="folders, archives, or single files of packs; folders of help pages",
    )

    simulate = commands.add_parser("simulate", help="let automatic players play each other")
    simulate.add_argument("--game", default="asagiri", metavar="ID")
    simulate.add_argument("--a", default="greedy", metavar="BOT", help="random or greedy")
    simulate.add_argument("--b", default="greedy", metavar="BOT")
    simulate.add_argument("--games", type=_positive, default=10, help="of each pair of bands")
    simulate.add_argument("--seed", type=int, default=1)
    what = simulate.add_mutually_exclusive_group()
    what.add_argument("--setup", type=Path, default=None, help="a file with a set-up; the quick one without")
    what.add_argument("--bands", nargs=2, default=None, metavar="ID", help="two ready bands")
    what.add_argument(
        "--balance",
        action="store_true",
        help="every two ready bands of equal value, mirrored; prints a page in Markdown; exit 1 unless all are even",
    )
    what.add_argument(
        "--calibrate",
        action="store_true",
        help="how the score of a position is to be read as a chance of winning; prints a page in Markdown",
    )
    simulate.add_argument(
        "--into",
        metavar="FILE",
        default=None,
        help="keep the games, with their logs, in this database: the file okko.sqlite of a data folder, or a URL",
    )
    simulate.add_argument("--board", nargs="+", default=[], metavar="ID", help="ready boards in turns; all without")
    simulate.add_argument(
        "--seats", type=_positive, nargs="+", default=[], metavar="N", help="of a game for any number of seats"
    )
    simulate.add_argument("--mirrored", action="store_true", help="play each seed twice, the bands' seats exchanged")
    simulate.add_argument("--jobs", type=_positive, default=1, help="processes; the result is the same")
    simulate.add_argument("--json", action="store_true")
    _with_packs(simulate)

    bench = commands.add_parser("bench", help="measure this machine's speed")
    bench.add_argument("--json", action="store_true")

    perft = commands.add_parser("perft", help="count the positions within some decisions of a position")
    perft.add_argument(
        "position", type=Path, metavar="POSITION", help="a file with a position, or - for standard input"
    )
    perft.add_argument("--depth", type=_positive, default=2)
    _with_packs(perft)
    return top


def _with_options(top: argparse.ArgumentParser) -> None:
    top.add_argument("--version", action="version", version=f"{APP} {__version__}")
    top.add_argument("--data-dir", type=Path, default=None, help="where games and settings are kept")
    top.add_argument(
        "--database", metavar="URL", default=None,
        help="where games are kept: postgresql://USER@HOST/NAME, or '' for the data folder; else as in the settings",
    )  # fmt: skip
    top.add_argument("--language", choices=LANGUAGES, default=None, help="of the window and of messages")
    top.add_argument(
        "--no-welcome", dest="welcome", action="store_false",
        help="ask nothing at the first start: for scripts that use the window",
    )  # fmt: skip


def opened(words: Sequence[str]) -> argparse.Namespace | None:
    """The command line, when it names files to open in the window; None when it has a command or says nothing."""
    top = _Parser(prog=APP, add_help=False, allow_abbrev=False)
    _with_options(top)
    given, rest = top.parse_known_args(words)
    files = rest[1:] if rest[:1] == ["--"] else rest
    options = rest is files and any(word.startswith("-") for word in files)
    if not files or options or not _a_path(files[0]):
        return None
    given.command, given.files = None, files
    return given


def _a_path(word: str) -> bool:
    """Whether a word is a path rather than a command, perhaps a mistyped one."""
    # os.path: `Path.is_file` raises for a name that is longer than any
    return bool(Path(word).suffix) or len(Path(word).parts) > 1 or os.path.isfile(word)  # noqa: PTH113


def _with_packs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--pack",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="a pack beside the shipped ones; repeatable",
    )


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value
