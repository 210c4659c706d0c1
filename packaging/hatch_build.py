"""What a wheel holds beside the package: resources and data, catalogs compiled on the way.

Left out: the scripts that draw icons and fonts, and the sources of the catalogs. An editable install takes nothing:
there `companion/resources.py` finds the folders of the checkout.
"""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEFT_OUT = {".py", ".pyc", ".po", ".pot"}


class TravellersHook(BuildHookInterface):
    """Hatch calls `initialize` before each build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, then name each file and its place in the wheel."""
        root = Path(self.root)
        runpy.run_path(str(root / "packaging" / "translations.py"))["compile_all"](root / "resources" / "translations")
        if self.target_name != "wheel" or version == "editable":
            return
        if (root / "CHANGELOG.md").is_file():
            build_data["force_include"][str(root / "CHANGELOG.md")] = "companion/_resources/CHANGELOG.md"
        for folder in ("resources", "data"):
            for path in sorted((root / folder).rglob("*")):
                if path.is_file() and path.suffix not in LEFT_OUT:
                    build_data["force_include"][str(path)] = f"companion/_{path.relative_to(root).as_posix()}"
