"""Play aids: tokens to cut out (D-93), the angle template (D-92) and tables to look up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.systems.blocks import Aids, Outline, TokenKind
from builder.systems.common.listing import counter_sources
from builder.systems.diceless.angle import ANGLE_TEMPLATE
from builder.systems.diceless.reference import reference_tables
from builder.systems.fortyk.model import Army
from builder.systems.protocol import Counter

KINDS = {
    "scatter": (
        Outline.CIRCLE,
        'move it 2"',
        '2" a token, at most 6 on one blast (7 at night); the firer then pulls it back by up to his BS in inches. '
        "Deep strike: at most 2 in its own zone, 4 outside both, 6 in the enemy's.",
    ),
    "gets_hot": (
        Outline.SHIELD,
        "40 DMG to bearer",
        "40 DMG to the bearer, saves apply; 10 if he re-rolls to hit. If he dies, one of his shots does nothing. At "
        "most one for each use of the weapon.",
    ),
    "warp": (
        Outline.OCTAGON,
        "stops a test",
        "Once a player turn: the psychic test is cancelled, or the psyker goes on: 50 DMG, no armour or cover save, "
        "the token goes back, then the test as usual.",
    ),
}
"""By the id of a counter: outline, what the token does, its rule (D-31, D-32, D-74, D-75)."""


def aids_of(army: Army, counters: Sequence[Counter]) -> Aids:
    """The play aids of an army: exactly as many tokens as its list gives, tables for its leaderships and weapons."""
    return Aids(tokens=tuple(_kinds(counters)), template=ANGLE_TEMPLATE, reference=tuple(reference_tables(army)))


def _kinds(counters: Sequence[Counter]) -> Iterator[TokenKind]:
    for counter in counters:
        if counter.total_at_start:
            outline, line, text = KINDS[counter.id]
            yield TokenKind(
                name=counter.name,
                outline=outline,
                line=line,
                count=counter.total,
                later=counter.total_at_start - counter.total,
                sources=tuple(counter_sources(counter, "list")),
                later_sources=tuple(counter_sources(counter, "start")),
                text=text,
            )
