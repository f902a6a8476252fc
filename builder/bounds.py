"""How much of everything is read: no honest file comes near it, and no hostile one costs more than it allows.

Each bound is several times what the largest file needs that we know of. Of the community's data (600 files of twelve
games) the largest is of 2.6 MB, with elements 21 levels deep; the largest data set has 11,000 entries; of all entries
one comes to 38,000 once its links are followed, on 12 levels. The largest roster has 220 selections.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

MIB: Final = 2**20

MOST_BYTES: Final = 64 * MIB
"""Of a saved roster or a data file, unpacked."""

MOST_YAML_BYTES: Final = 4_000_000
"""Of an army, a datasheet or a script, which people write by hand; YAML is read much more slowly than XML."""

MOST_ZIP_BYTES: Final = 16 * MIB
"""Of a zip with one roster or data file."""

MOST_ZIP_ENTRIES: Final = 16
"""Of such a zip: archivers put things of their own beside the file."""

MOST_UNPACKED: Final = 100
"""How many times its packed size a file in a zip may have; texts as these come to 30."""

MOST_SET_ZIP_BYTES: Final = 128 * MIB
"""Of a zip with a whole data set."""

MOST_SET_ZIP_ENTRIES: Final = 5_000
"""Of such a zip: pictures and scripts stand beside the data."""

MOST_SET_BYTES: Final = 512 * MIB
"""Of all files of a data set together."""

MOST_SET_FILES: Final = 2_000
"""Of a data set; the largest has 110."""

MOST_LEVELS: Final = 200
"""Of elements within elements in XML and JSON; each level takes a few frames of Python's stack of 1,000."""

MOST_YAML_LEVELS: Final = 40
"""Of lists and fields within each other in YAML; armies and datasheets have less than ten."""

MOST_YAML_VALUES: Final = 200_000
"""Of lists, fields and values in one YAML file; the largest datasheets have 3,100."""

MOST_SELECTIONS: Final = 20_000
"""Of units and all that is chosen for them, in one army."""

MOST_OPERATIONS: Final = 1_000
"""Of one script that changes an army, and acts that a game is given at once."""

MOST_LINE: Final = 10_000
"""Of characters in a line of such a script: a name and a note have 2,000 each."""

MOST_PAIRS: Final = 5_000
"""So many pairs of units, of two armies, are worked out against each other: 70 units a side."""

MOST_OF_ONE: Final = 9_999
"""How often one thing may be chosen in one place."""

MOST_RAISED: Final = 200_000
"""By how much one change raises the numbers of all selections together: what each model carries follows its number."""

MOST_EXPANDED: Final = 100_000
"""Of entries and groups that one entry comes to once its links are followed: 30 links that each lead twice to the next
one are a thousand million."""

MOST_OFFERED: Final = 5_000
"""Of entries that one entry offers, its groups and those within them together; the largest offer known to us is 570."""

MOST_LINKED: Final = 50
"""Of links that lead from one to the next."""

MOST_REPEATS: Final = 100_000
"""How often a modifier applies: once for each point of a large army is 20,000 times."""

MOST_TEXT: Final = 10_000
"""Of characters in a text that modifiers add to."""

AMOUNT: Final = Decimal(10**9)
"""Every number in the data and in rosters is smaller, whatever its sign."""

_LONGEST_NUMBER = 40
_SMALLEST_EXPONENT = -30


def read_amount(text: str) -> Decimal | None:
    """Return the number that a text is; None for one that is none, or whose size or precision no amount has.

    Arithmetic with what this returns neither overflows nor takes long: `1e999999999` is a number to Decimal, and adding
    1 to it is an error; as a whole number it would have a thousand million digits.
    """
    if len(text) > _LONGEST_NUMBER:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < _SMALLEST_EXPONENT or value.adjusted() >= AMOUNT.adjusted():
        return None
    return value
