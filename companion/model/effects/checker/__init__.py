"""Checks a skill tree beyond its types: what can never speak, pays twice, contradicts itself or asks for nothing.

`problems` is for packs and editors; `fitting` and `fitting_conditions` tell an editor what to offer; `fits` tells the
game in which of a skill's windows an effect means something.
"""

from .conditions import never
from .ending import catching, too_late
from .fitting import CONDITIONS, EFFECTS, fits, fitting, fitting_conditions, unfit_condition
from .skill import card_pointers, never_on, problems
from .windows import HEARD, IGNORED, PREVENTED

__all__ = [
    "CONDITIONS", "EFFECTS", "HEARD", "IGNORED", "PREVENTED", "card_pointers", "catching", "fits", "fitting",
    "fitting_conditions", "never", "never_on", "problems", "too_late", "unfit_condition",
]  # fmt: skip
