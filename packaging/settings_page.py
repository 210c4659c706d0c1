"""Writes `docs/settings.md`, every setting as the program declares it. `--check` changes nothing and fails when it is
not up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.model.core.words import Message, Words, as_markdown  # noqa: E402
from companion.ui.games import GAMES  # noqa: E402
from companion.ui.kit.settings_table import (  # noqa: E402
    PAGES,
    PRESETS,
    PRESETS_PAGE,
    SETTINGS,
    Count,
    Elsewhere,
    OneOf,
    Setting,
    Switch,
    TextSize,
    default,
)

PAGE = ROOT / "docs" / "settings.md"
HEAD = """# Settings

Made by `packaging/settings_page.py` out of what the program declares (`companion/ui/kit/settings_table.py`, and each
game's own). Open them with Ctrl+, and type a word: titles, sentences, choices and further words are searched. Every
change counts at once; a small arrow beside a setting brings its default back, “Reset this page” all of a page.
"""
said = Words()


def words(one: Setting, value: object) -> str:
    control = one.control
    if isinstance(control, OneOf):
        name = next((name for id, name, _ in control.options if id == value), "the system's")
        return said(name) if isinstance(name, Message) else name
    if isinstance(control, Switch):
        return "on" if value else "off"
    return f"{round(value * 100)}%" if isinstance(control, TextSize) and isinstance(value, float) else str(value or "–")


def choices(one: Setting) -> str:
    control = one.control
    if isinstance(control, OneOf):
        return ", ".join(words(one, id) for id, _, _ in control.options)
    if isinstance(control, Count):
        return f"{control.least} to {control.most}"
    return "on, off" if isinstance(control, Switch) else "80% to 200%" if isinstance(control, TextSize) else "any text"


def page() -> str:
    parts, declared = [HEAD], list(SETTINGS)
    own = [GAMES[id].settings for id in GAMES.own]
    made = [settings() for settings in own if settings is not None]
    declared += [setting for _, settings in made for setting in settings]
    for one in (*(one for one in PAGES if one.id != PRESETS_PAGE), *(one for one, _ in made)):
        parts.append(f"\n## {said(one.title)}\n\n{said(one.line)}\n\n| Setting | What it does | Choices | Default |")
        parts.append("\n| --- | --- | --- | --- |\n")
        for setting in (setting for setting in declared if setting.page == one.id):
            away = isinstance(setting.control, Elsewhere)
            cells = (
                said(setting.title), as_markdown(said(setting.line)),
                "a page of its own" if away else choices(setting),
                "–" if away else words(setting, default(setting.id)),
            )  # fmt: skip
            parts.append(f"| {' | '.join(cells)} |\n")
    parts.append("\n## Presets\n\nSeveral settings at once, for an occasion.\n")
    known = {one.id: one for one in declared}
    for preset in PRESETS:
        facts = "; ".join(f"{said(known[id].title)}: {words(known[id], value)}" for id, value in preset.values.items())
        parts.append(f"\n- **{said(preset.title)}.** {said(preset.line)} ({facts})")
    return "".join(parts) + "\n"


def main() -> int:
    made = page()
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text("utf-8") != made:
            print("docs/settings.md is not up to date: python packaging/settings_page.py")
            return 1
        return 0
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
