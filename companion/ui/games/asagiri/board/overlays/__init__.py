"""What is drawn over the floor, one class each. All of it answers the model's own functions."""

from __future__ import annotations

from .handles import DoorHandle, FaceHandles, Handle, SideHandles, TurnHandles
from .marks import Breath, Cross, Cursor, Deployment, Offered, Retreats, Targets
from .quest import QuestZones, Things
from .reach import Path, Reach
from .sight import LineOfFire, LinesOfFire, Vision
from .threat import ThreatMap
from .zones import HoverZone, Zones

__all__ = [
    "Breath",
    "Cross",
    "Cursor",
    "Deployment",
    "DoorHandle",
    "FaceHandles",
    "Handle",
    "HoverZone",
    "LineOfFire",
    "LinesOfFire",
    "Offered",
    "Path",
    "QuestZones",
    "Reach",
    "Retreats",
    "SideHandles",
    "Targets",
    "Things",
    "ThreatMap",
    "TurnHandles",
    "Vision",
    "Zones",
]  # fmt: skip
