"""The charts of Asagiri: of a game, of a campaign, of all games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.campaign.state import SEATS
from companion.ui.kit.translator import tr
from companion.ui.play import chart_routes
from companion.ui.play.chart_routes import TO_GAME, Names, Told
from companion.ui.play.storage import StorageError

if TYPE_CHECKING:
    from companion.ui.games.asagiri.table.game_table import AsagiriTable
    from companion.ui.kit.charts.chart import Chart
    from companion.ui.play.storage import Kept, Opened


class ChartRoutes(chart_routes.ChartRoutes):
    """See `companion.ui.play.chart_routes`."""

    title, system = say("All games"), "asagiri"

    def show_host(self, host: AsagiriTable) -> None:
        self.show_game(host.game.session, host.opened.title, host.called)

    def names(self, opened: Opened) -> Names:
        from companion.ui.games.asagiri.table.game_table import seat_names

        return partial(seat_names, opened)

    def of_game(self, session: Session[Any], names: Names) -> Told:
        from companion.model.games.asagiri.statistics import game_statistics

        from .of_game import game_charts

        found = game_statistics(session)

        def lead() -> str:
            counts = {"turn": found.turns, "steps": found.steps}
            if not found.finished:
                return tr(say("Turn {turn}, steps so far: {steps}.", **counts))
            if found.winner is None:
                return tr(say("No winner; turns: {turn}, steps: {steps}.", **counts))
            return tr(say("{name} won in turn {turn}, after {steps} steps.", name=names()[found.winner], **counts))

        def charts() -> tuple[Chart, ...]:
            a, b = names()
            return game_charts(found, (a, b), tr)

        return Told(lead, charts)

    def of_all(self, summed: Any) -> tuple[Chart, ...]:
        from .of_many import many_charts

        return many_charts(summed, self.shell.storage.content, tr)

    def show_kept(self, kept: Kept) -> None:
        """A campaign as the branch shown has it, and the games it has played."""
        from companion.model.games.asagiri.campaign.chronicle import campaign_statistics
        from companion.ui.kit.charts.screen import Subject

        from .of_many import campaign_charts, many_charts

        found = campaign_statistics(kept.chronicle.state)
        try:
            played = self.summed(kept.id)
        except StorageError as wrong:
            self.shell.tell(wrong.why)
            return

        def charts() -> tuple[Chart, ...]:
            a, b = (tr(say("Roster {seat}", seat=seat)) for seat in SEATS)
            made = campaign_charts(found, (a, b), tr)
            return made + many_charts(played, kept.content, tr) if played.games else made

        lead = say("Finished chapters: {n}.", n=len(found.chapters))
        subject = Subject(lambda: kept.title, lambda: tr(lead), charts, hint=TO_GAME)
        self.come(lambda: self.present(subject))
