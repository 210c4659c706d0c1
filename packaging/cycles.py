"""No module of the program may import itself by way of others, not even for its types. Names the first cycle found."""

from __future__ import annotations

import sys
from graphlib import CycleError, TopologicalSorter

import grimp


def main() -> int:
    """Look at every module; 1 when there is a cycle."""
    graph = grimp.build_graph("companion")
    try:
        TopologicalSorter(
            {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
        ).prepare()
    except CycleError as found:
        sys.stderr.write("import cycle: " + " → ".join(reversed(found.args[1])) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
