"""The tokens that an army gives, from bare numbers (D-70 to D-73); `tokens` counts them in an army."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.systems.diceless.effects import EFFECTS, NamedEffect
from builder.systems.diceless.tokens import SCATTER_BY_BLAST, SCATTER_BY_DEEP_STRIKE
from builder.systems.diceless.worked import Worked


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Tokens to give to the opponent: with the list, and Scatter once the game starts."""

    scatter: int
    scatter_at_start: int
    gets_hot: int
    warp: int


def named_effect(name: str) -> NamedEffect | None:
    """The effect that a name means (D-73)."""
    return next((effect for effect in EFFECTS if effect.name in name.strip().lower()), None)


def tokens_given(
    blast: int = 0,
    large_blast: int = 0,
    deep_strikers: int = 0,
    gets_hot_weapons: int = 0,
    psykers: int = 0,
    named: Sequence[NamedEffect] = (),
) -> Worked[TokenCounts]:
    """The tokens of an army with so many weapons, psykers and units that deep strike (D-70 to D-73)."""
    parts = [
        *((f"{n} {kind}", n * SCATTER_BY_BLAST[kind]) for kind, n in _weapons(blast, large_blast)),
        *((effect.title, effect.scatter) for effect in named),
    ]
    scatter = sum(number for _, number in parts)
    start = scatter + deep_strikers * SCATTER_BY_DEEP_STRIKE
    sums = " + ".join(f"{number} ({words})" for words, number in parts) or "none"
    steps = [f"Scatter: {sums} = {scatter}" if parts else "Scatter: 0"]
    if deep_strikers:
        steps.append(f"when the game starts: {scatter} + {deep_strikers} × {SCATTER_BY_DEEP_STRIKE} = {start}")
    steps += [f"Gets Hot!: {gets_hot_weapons}", f"Warp: {psykers}"]
    return Worked(TokenCounts(scatter, start, gets_hot_weapons, psykers), tuple(steps))


def _weapons(blast: int, large_blast: int) -> list[tuple[str, int]]:
    return [(kind, number) for kind, number in (("blast", blast), ("large blast", large_blast)) if number]
