"""Compiles the catalogs before a wheel is made, so that they travel in it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        module = runpy.run_path(str(root / "packaging" / "translations.py"))
        module["compile_all"](root / "resources" / "translations")
        build_data["artifacts"].append("resources/translations/**/*.mo")
