"""The tables of Heal and Pray, to be looked at and rolled on, with or without a campaign."""

from .page import TablesPage

__all__ = ["TablesPage"]
