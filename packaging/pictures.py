"""Takes the pictures of docs/pictures from the real window, of both games, and of a phone where Chromium is installed.

``make pictures`` runs it, without a screen. Asagiri is played by the greedy player, Saké & Samouraï by people who would
rather drink and strike than wait; both from fixed seeds.

    python packaging/pictures.py [--language fr] [--into FOLDER]   takes them
    python packaging/pictures.py --check                           names those older than the screens that they show

Beside the pictures, `taken.json` says of each which modules its widgets come from, and what these were like then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the browser of the tests

from companion.app.program import Program
from companion.model.bots import Greedy
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.sake.state import frames as sake_frames
from companion.model.games.sake.state.options import SEAT_AS_TARGET, is_seat
from companion.model.games.sake.state.state import LETTERS, PLAY, SAMURAI
from companion.ui.games.asagiri.bands import BandRoster
from companion.ui.games.asagiri.new_game import ChosenTile
from companion.ui.games.asagiri.new_game.screen import NewGameScreen
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.kit.theme import motion, palette
from companion.ui.play.storage import GameSettings
from companion.ui.shell.navigator import Navigator
from companion.ui.shell.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
TAKEN = "taken.json"


def modules_in(window: QWidget) -> list[str]:
    """The modules of the window's own that what is seen comes from."""
    seen = [window, *(widget for widget in window.findChildren(QWidget) if widget.isVisible())]
    classes = {base for widget in seen for base in type(widget).__mro__}
    return sorted({one.__module__ for one in classes if one.__module__.startswith("companion.ui.")})


def state_of(modules: list[str]) -> str:
    """What the sources of some modules are like now; one that is gone changes it as well."""
    digest = hashlib.sha256()
    for module in modules:
        path = ROOT.joinpath(*module.split("."))
        found = next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.exists()), None)
        digest.update(found.read_bytes() if found is not None else b"")
    return digest.hexdigest()[:16]


def stale() -> list[str]:
    """The pictures of docs/pictures that are older than the screens they show."""
    taken = json.loads((FOLDER / TAKEN).read_text("utf-8")) if (FOLDER / TAKEN).exists() else {}
    pictures = sorted(path.stem for path in FOLDER.glob("*.png"))
    return [name for name in pictures if name not in taken or state_of(taken[name]["modules"]) != taken[name]["state"]]


def settle(seconds: float) -> None:
    """Let the window paint."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def play(session: Session[object], until: Callable[[Session[object]], bool]) -> None:
    """Both seats by the greedy player."""
    bot, rng = Greedy(), Random(2)
    while not until(session) and not isinstance(session.pending, Over):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(bot.think(SYSTEM, session.state, pending, rng).option)


def in_fight(session: Session[object]) -> bool:
    """In the middle of a fight, both dice still to fall, some turns in."""
    state = session.state
    return state.turn >= 3 and bool(state.frames) and isinstance(state.frames[-1], Fight)


def step(times: int = 1) -> None:
    """Press Space: do the expected next thing."""
    for _ in range(times):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Space)
        settle(0.3)


def campaign(window: MainWindow, take: Callable[..., None]) -> None:
    """The house campaign: its road, its first battle, and what comes after it."""
    assert window.navigator is not None
    window.navigator.enter("campaigns")
    settle(0.5)
    step()
    take("campaign")
    step()
    host = window.navigator.table
    assert host is not None
    host.game.paused = True
    play(host.game.session, lambda s: False)
    host.screen.end.announce()
    step(4)
    take("after")
    window.navigator.go_home()


NAMES = ("Bruno", "Camille", "David", "Ewa", "Alain")
SHEETS = ("goro", "sayuri", "hayate", "shizuka", "daigo")
LIKED = {"drink": 5.0, "attack": 4.0, "iaido": 9.0, "put": 5.0, "put_disciple": 6.0, "defend": 3.0, "burn_draw": 0.1,
         "burn_play": 0.1, "soul": 0.05, "end_phase": 0.3, "interrupt": 0.4}  # fmt: skip


def evening(session: Session[Any], until: Callable[[Any], bool], rng: Random) -> bool:
    """Play Saké & Samouraï on; whether it came to what was wanted."""
    while not isinstance(session.pending, Over):
        if until(session.state):
            return True
        if isinstance(session.pending, Roll):
            session.roll(drawn(session.pending.dice, rng, session.pending.distinct))
            continue
        choice = choices_of(session.pending)[0]
        weights = [LIKED.get(option.kind, 1.0) for option in choice.options]
        session.choose(rng.choices(choice.options, weights)[0], seat=choice.seat)
    return until(session.state)


def crowded(state: Any) -> bool:
    """Somebody with cards and weapons is to play, a Disciple stands on a line, a Spirit haunts."""
    if state.phase != PLAY or state.frames or state.plays != 2 or state.masu < 2:
        return False
    active = state.seats[state.active]
    pieces = sum(len(line.ours) + len(line.theirs) for line in state.lines)
    ghosts = sum(seat.kind != SAMURAI for seat in state.seats)
    return bool(ghosts == 1 and pieces and len(active.hand) > 2 and len(active.gear) > 1 and active.sake)


def drawn_sword(state: Any) -> bool:
    """An iaido has been declared, and the one at whom it goes can answer with a card."""
    kinds = state.frames[-2:]
    if len(kinds) < 2 or not isinstance(kinds[0], sake_frames.IaidoFrame) or not is_seat(kinds[0].target):
        return False
    window, at = kinds[1], kinds[0].target - SEAT_AS_TARGET
    return isinstance(window, sake_frames.WindowFrame) and at in window.seats and len(state.seats[at].hand) > 2


def sake(window: MainWindow, take: Callable[..., None]) -> None:
    """An evening of five: the ring, an iaido, the same on a phone, the end and its charts."""
    navigator = window.navigator
    assert navigator is not None
    window.home.choose("sake")
    settle(1.0)
    take("home-sake")
    navigator.enter("sake-screen")
    settle(0.5)
    take("sake-new")
    seats = [{"seat": LETTERS[n], "name": NAMES[n], "sheet": f"house:{SHEETS[n]}"} for n in range(len(NAMES))]
    settings = GameSettings(NAMES, ("person",) * 5, bands=("",) * 5, spent=(0.0,) * 5)

    def opened(until: Callable[[Any], bool]) -> SakeScreen:
        for seed in range(1, 200):
            trial = navigator.storage.begin({"seats": seats}, settings, "An evening at the inn", "sake")
            if evening(trial.session, until, Random(seed)):
                navigator.open_game(trial.entry.id)
                settle(0.5)
                screen = window.stack.currentWidget()
                assert isinstance(screen, SakeScreen)
                return screen
            navigator.storage.delete(trial.entry.id)
        raise AssertionError("this never came")

    screen = opened(crowded)
    screen.game.sit(LETTERS[screen.game.state.active])
    take("sake-ring")
    take("sake-ring-night", night=True)
    navigator.go_home()
    screen = opened(drawn_sword)
    target = LETTERS[screen.game.state.frames[-2].target - SEAT_AS_TARGET]
    screen.game.sit(target)
    take("sake-iaido")
    phone(navigator, target, take)
    navigator.go_home()
    screen = opened(lambda state: bool(state.frames) and isinstance(state.frames[-1], sake_frames.OverFrame)
                    and len(state.frames[-1].winners) == 1)  # fmt: skip
    take("sake-end")
    navigator.screens("sake").show_charts()
    settle(1.0)
    take("sake-charts")
    navigator.go_home()


def phone(navigator: Navigator, seat: str, take: Callable[..., None]) -> None:
    """The same decision on the phone of a seat."""
    from tests.phones.browser import CHROMIUM, Browser

    phones = navigator.phones()
    if CHROMIUM is None or phones is None:
        print("sake-phone: left as it is, there is no Chromium here")
        return
    assert phones.switch(True) is None
    with Browser() as browser:
        page = browser.page(phones.address(seat))
        settle(5.0)
        take("sake-phone", by=page.picture)
    phones.switch(False)


def main() -> int:
    """Take them all, or say which are too old."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        found = stale()
        for name in found:
            print(f"docs/pictures/{name}.png is older than the screen it shows: make pictures", file=sys.stderr)
        return 1 if found else 0
    into: Path = wanted.into
    into.mkdir(parents=True, exist_ok=True)
    taken: dict[str, dict[str, object]] = {}
    app = QApplication(sys.argv[:1])
    motion.set_reduced(True)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), wanted.language)
        window = program.window
        window.painted.connect(program.go_on)
        window.resize(1280, 800)
        window.show()
        while program.storage is None:
            settle(0.05)
        assert window.navigator is not None
        settle(1.0)

        def take(name: str, *, night: bool = False, by: Callable[[Path], object] | None = None) -> None:
            palette.set_theme("night" if night else "paper")
            shown = window.stack.currentWidget()
            if isinstance(shown, TableScreen):
                shown.board.skip()
                shown.board.finish_floor()
            settle(2.0)
            path = into / f"{name}.png"
            if by is not None:
                by(path)
            else:
                window.grab().save(str(path))
            modules = modules_in(window)
            taken[name] = {"modules": modules, "state": state_of(modules)}
            print(name)

        take("home")
        take("home-night", night=True)
        palette.set_theme("paper")
        window.navigator.new_game("enforce")
        settle(0.5)
        screen = window.stack.currentWidget()
        assert isinstance(screen, NewGameScreen)
        hunters = (
            BandRoster("Okko's companions").with_card("house:okko").with_card("house:noburo", "house:gourd-of-sake")
        )
        oni = BandRoster("The laughing horde").with_card("house:oni-warau").with_card("house:oni-bushi")
        names = ("moon-garden", "tatami-house", "inn-hall", "temple-court")
        tiles = tuple(ChosenTile(f"house:{name}", n) for n, name in enumerate(names))
        screen._set(replace(screen.draft, rosters=(hunters, oni), tiles=tiles))
        for step, name in ((1, "bands"), (2, "tiles")):
            screen.go(step)
            take(name)
        window.navigator.go_home()
        window.navigator.quick_start("enforce")
        settle(0.5)
        table = window.stack.currentWidget()
        assert isinstance(table, TableScreen)
        game = table.game
        game.paused = True
        for seat in "AB":
            game.give_to(seat, None)
        table.set_names(("Hub", "Laurent"))
        play(game.session, lambda s: s.state.turn == 2 and s.state.active is not None and s.state.active.points > 3)
        assert game.state.active is not None
        game.select(game.state.active.who)
        take("board")
        take("board-night", night=True)
        play(game.session, in_fight)
        take("combat")
        play(game.session, lambda s: False)
        table.end.announce()
        take("end")
        window.navigator.screens("asagiri").show_charts()
        settle(1.0)
        take("charts")
        window.navigator.go_home()
        sake(window, take)
        campaign(window, take)
        window.navigator.show_library()
        take("library")
        window.close()
        program.close()
    (into / TAKEN).write_text(json.dumps(taken, indent=1) + "\n", "utf-8")
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
