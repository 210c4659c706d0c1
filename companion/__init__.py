"""Okko Companion: the model in `model`, the window in `ui`, put together in `app`."""

__version__ = "0.9.0"
