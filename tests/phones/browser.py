"""A real browser as so many phones: one headless Chromium, a context (its own storage) and a page of 390 × 844 each.

It is spoken to by its DevTools protocol over a WebSocket, which the library of the server speaks as well.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.patience import PATIENCE

Json = Any
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDE, HIGH = 390, 844
STARTING_S = 30.0


class Browser:
    """Chromium; `page` opens a phone."""

    def __init__(self) -> None:
        assert CHROMIUM is not None
        self._folder = tempfile.mkdtemp(prefix="okko-chromium-")
        flags = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-extensions", "--disable-background-networking", "--disable-component-update",
            "--no-proxy-server", "--disable-sync", "--mute-audio", "--hide-scrollbars",
            "--disable-features=Translate,OptimizationHints",
            "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
            "--renderer-process-limit=2",
            "--remote-debugging-port=0", f"--user-data-dir={self._folder}", "about:blank",
        ]  # fmt: skip
        quiet = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        self._process = subprocess.Popen(
            [CHROMIUM, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet
        )
        self._line: Any = None
        self._ids = 0
        self.pages: dict[str, Page] = {}
        self._made = connect(self._address(), compression=None, proxy=None, max_size=None, ping_interval=None)
        self._line = self._made.__enter__()

    def _address(self) -> str:
        """Where it listens, which it writes into its folder."""
        known, end = Path(self._folder, "DevToolsActivePort"), time.monotonic() + STARTING_S
        while time.monotonic() < end:
            if known.exists() and len(lines := known.read_text().splitlines()) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            assert self._process.poll() is None, "Chromium did not start"
            time.sleep(0.05)
        raise AssertionError("Chromium did not start in time")

    def close(self) -> None:
        """End it, with all its pages."""
        if self._line is not None:
            self._line.close()
        self._process.terminate()
        self._process.wait(10)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def command(self, method: str, session: str = "", **params: Json) -> Json:
        """Say something and wait for the answer; events on the way go to their pages."""
        self._ids += 1
        said: Json = {"id": self._ids, "method": method, "params": params}
        if session:
            said["sessionId"] = session
        self._line.send(json.dumps(said))
        while True:
            message = json.loads(self._line.recv(30))
            if message.get("id") == self._ids:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            page = self.pages.get(message.get("sessionId", ""))
            if page is not None:
                page.event(message["method"], message["params"])

    def page(self, address: str, **media: str) -> Page:
        """A phone that has scanned a code; `media`: features such as ``prefers_color_scheme="dark"``."""
        context = self.command("Target.createBrowserContext")["browserContextId"]
        target = self.command("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session, target, context)
        page.begin(media)
        page.go(address)
        return page


class Page:
    """One phone."""

    def __init__(self, browser: Browser, session: str, target: str, context: str) -> None:
        self._browser, self._session, self.target, self._context = browser, session, target, context
        self.wrong: list[str] = []
        """Errors of scripts, and what the page's own policy forbade."""
        self.heard: list[str] = []
        """What came over its wire, as it came."""
        self.meanwhile: Callable[[], object] = lambda: None
        """Done while it is waited for: a window in this thread has to go on."""

    def say(self, method: str, **params: Json) -> Json:
        return self._browser.command(method, self._session, **params)

    def begin(self, media: dict[str, str]) -> None:
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.say(f"{domain}.enable")
        self.say("Emulation.setDeviceMetricsOverride", width=WIDE, height=HIGH, deviceScaleFactor=1, mobile=True)
        self.say("Emulation.setTouchEmulationEnabled", enabled=True)
        self.say("Emulation.setFocusEmulationEnabled", enabled=True)
        media = {"prefers_reduced_motion": "reduce", **media}  # what moves is not where it was measured
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.say("Emulation.setEmulatedMedia", features=features)

    def event(self, method: str, params: Json) -> None:
        if method == "Runtime.exceptionThrown":
            self.wrong.append(json.dumps(params["exceptionDetails"])[:400])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.wrong.append(str(params["entry"].get("text")))
        elif method == "Network.webSocketFrameReceived":
            self.heard.append(str(params["response"]["payloadData"]))

    def go(self, address: str) -> None:
        self.say("Page.navigate", url=address)

    def do(self, script: str) -> Json:
        """The value of a piece of script."""
        found = self.say("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait for a script to be true."""
        end = time.monotonic() + PATIENCE
        while not self.do(f"!!({script})"):
            assert time.monotonic() < end, f"{script}: {self.text()}"
            self.meanwhile()
            time.sleep(0.01)

    def touch(self, selector: str) -> None:
        """Touch an element as soon as there is one."""
        self.until(f"document.querySelector({_quoted(selector)})")
        self.tap(selector)

    def text(self, selector: str = "body") -> str:
        return str(self.do(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def tap(self, selector: str) -> None:
        """Touch the middle of an element, as a thumb does."""
        assert self.tap_if_there(selector), selector

    def tap_if_there(self, selector: str) -> bool:
        """The same of what may go any moment: whether it was there to be touched."""
        place = self.do(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " if (!one) return null; one.scrollIntoView({block: 'center'}); const box = one.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        if place is None:
            return False
        point = {"x": place[0], "y": place[1]}
        self.say("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
        self.say("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        return True

    def kill(self) -> None:
        """The phone is gone: no word of farewell."""
        self._browser.command("Target.closeTarget", targetId=self.target)
        self._browser.command("Target.disposeBrowserContext", browserContextId=self._context)
        del self._browser.pages[self._session]

    def picture(self, path: Path | str) -> None:
        shot = self.say("Page.captureScreenshot", format="png")
        Path(path).write_bytes(base64.b64decode(shot["data"]))


def see(page: Page, frame: Json) -> None:
    """Wait until the page shows a frame, and may be touched."""
    page.until(f"document.documentElement.dataset.number === '{frame['number']}'")
    page.until("!document.querySelector('[inert]')")


def touch_option(page: Page, frame: Json, option: str) -> None:
    """Touch the steps that lead to an option of a frame, as soon as the page shows it."""
    see(page, frame)
    for n, node in enumerate(_way(frame["nodes"], option)):
        place = "dialog" if n else "#choices"
        if node.get("card"):
            page.touch(f"#hand .card.usable[data-card={_quoted(node['card'])}]")
            if "option" in node:
                page.touch("dialog .choice[data-option]")
        elif "pick" in node:
            page.touch(f"{place} [data-title={_quoted(node['title'])}]")
            if option != node["pick"]["none"]:
                for card in option.rpartition(":")[2].split("+"):
                    page.tap(f'dialog .card[data-card="{card}"]')
            page.tap("dialog .choice.primary")
        else:
            page.touch(f"{place} [data-title={_quoted(node['title'])}]")


def _quoted(text: str) -> str:
    """As scripts and selectors write it."""
    return json.dumps(text, ensure_ascii=False)


def _way(nodes: Json, option: str) -> list[Json]:
    """The steps to an option."""
    for node in nodes:
        if node.get("option") == option or ("pick" in node and option.startswith(node["pick"]["begin"])):
            return [node]
        if found := _way(node.get("next", ()), option):
            return [node, *found]
    return []
