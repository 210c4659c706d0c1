"""Going back to one station of the way and deciding otherwise there, the others as they were."""

from __future__ import annotations

from companion.model.core.record import Step
from companion.model.games.asagiri.campaign.assistant import again, station, turn_of
from companion.ui.games.asagiri.campaign.campaigning import Campaigning


class GoingBack:
    """What lies ahead of where the person has gone back to. One at a time."""

    def __init__(self, campaigning: Campaigning) -> None:
        self._campaigning = campaigning
        self._at = self._end = 0
        self._station = ""
        self._rest: tuple[Step, ...] = ()

    @property
    def station(self) -> str:
        """Where the person has gone back to; an empty text: nowhere."""
        return self._station

    def forget(self) -> None:
        """The way goes on from where it is."""
        self._station, self._rest = "", ()

    def go(self, to: str) -> bool:
        """Go back to a station; False when one is there already, or has not come there yet."""
        campaigning, session = self._campaigning, self._campaigning.session
        rest = self._rest if self._station else ()
        if self._station and session.cursor == self._at:  # nothing was decided otherwise: as if nobody had gone back
            rest = ()
            if not campaigning.jump(self._end):
                return False
        turn = turn_of(session, to)
        if turn is None or turn[0] == session.cursor:
            self.forget()
            return False
        begin, end = turn
        rest = (*session.steps[end : session.cursor], *rest)
        here = session.cursor
        if not campaigning.jump(begin):
            return False
        self._station, self._at, self._end, self._rest = to, begin, here, rest
        return True

    def follow(self) -> None:
        """The campaign has moved by other hands: whoever went further back is no longer there."""
        if self._station and self._campaigning.session.cursor < self._at:
            self.forget()

    def finish(self) -> int:
        """When it is decided there: everybody else as before; how many steps did not fit any more."""
        campaigning = self._campaigning
        session = campaigning.session
        if not self._station or session.cursor <= self._at or station(session.state) == self._station:
            return 0
        rest = self._rest
        self.forget()
        done = len(rest)

        def do() -> None:
            nonlocal done
            done = again(campaigning.chronicle, rest)

        return len(rest) - done if rest and campaigning.attempt(do) else 0
