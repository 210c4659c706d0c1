"""The buttons of the campaigns' screens stand in one row at 1280 pixels, in French too."""

from __future__ import annotations

from msgspec.structs import replace

from .campaign_window_kit import begun
from .test_window_kit import FAST, window
from .tour_kit import TRANSLATIONS, settle


def test_buttons_stand_in_a_row_in_french() -> None:
    settings = replace(FAST, language="fr")
    with window(settings=settings, folder=TRANSLATIONS) as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_campaigns()
        settle()
        screen = w.navigator.screens("asagiri").campaigns.list
        assert screen.begin.geometry().center().y() == screen.main.geometry().center().y()
        page = begun(w, title="La campagne fournie")
        settle()
        assert page.time.y() < page.title.geometry().bottom()
