"""How much a pack may hold: far more than the largest box, far less than what would harm a machine."""

MOST_BYTES = 256 * 1024
"""Of one record; a tile, the largest, has some 3,000."""
MOST_DEPTH = 16
"""Lists and objects inside one another, in one record."""
MOST_VALUES = 30_000
"""Values in one record: the largest tile, walled everywhere, has some 20,000."""
MOST_FILES = 4_000
"""In one pack."""
MOST_RECORDS = 1_500
"""Of one kind in one pack."""
MOST_RECORDS_BYTES = 8 * 2**20
"""Of all records of a pack together."""
MOST_RECORDS_VALUES = 250_000
"""Values in all records of a pack together; the house box has some 5,000."""
MOST_PACK_BYTES = 64 * 2**20
"""Of everything in a pack, and of the archive that it comes in."""
MOST_NAME = 120
"""Characters in the name of a file, its folder included."""
MOST_PICTURE_BYTES = 2**20
MOST_PICTURE_SIDE = 2_048
"""Pixels; a card at 300 dots an inch has 744 × 1,039."""
MOST_FINDINGS = 300
"""No more problems of one pack than these are looked for."""
MOST_FINDINGS_HERE = 40
"""No more problems of one record than these are looked for."""
