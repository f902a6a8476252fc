"""Contact range: how far a unit can tell and hit a target, in cm, through what lies between."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.lethal.values import times

HALF = Fraction(1, 2)
BASE_CONTACT = 0
"""What is left behind very hard cover: a target that touches its edge, or one in base contact (L-41, L-44)."""


class Cover(enum.StrEnum):
    """A band of cover, from the weakest to the strongest."""

    SOFT = "soft"
    LIGHT = "light"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very hard"


@dataclass(frozen=True, slots=True)
class CoverBand:
    """What cover does: the share of the contact range that is left where it begins, and what it adds to AV (L-41)."""

    share: Fraction
    armour: int


BANDS = {
    Cover.SOFT: CoverBand(Fraction(1), 1),
    Cover.LIGHT: CoverBand(HALF, 2),
    Cover.MEDIUM: CoverBand(Fraction(1, 4), 3),
    Cover.HARD: CoverBand(Fraction(1, 10), 4),
    Cover.VERY_HARD: CoverBand(Fraction(0), 5),
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the way: `depth` cm of open ground (`cover` None) or of cover; None for its whole rest."""

    depth: int | None
    cover: Cover | None = None

    def __str__(self) -> str:
        """As players write it: `open 45`, `light 15`, `hard`."""
        words = str(self.cover or "open")
        return words if self.depth is None else f"{words} {self.depth}"


@dataclass(frozen=True, slots=True)
class ReachStep:
    """What is left of the contact range, in cm, once something has been counted."""

    words: str
    left: int


def entrenched(cover: Cover | None) -> Cover:
    """Return the cover of an entrenched unit: one band better, soft in the open; very hard stays (L-41)."""
    bands = list(Cover)
    return Cover.SOFT if cover is None else bands[min(bands.index(cover) + 1, len(bands) - 1)]


def protection(cover: Cover | None, *, dug_in: bool = False, at_edge: bool = False) -> CoverBand:
    """Return what a target's cover does for it: the share of the contact range that is left, and AV (L-41, L-44, L-45).

    Args:
        cover: what it stands in; None in the open.
        dug_in: it is entrenched, or counts so always, as small targets and units with Stealth do (L-06).
        at_edge: it touches the edge of its cover; then the range is not cut, the AV is kept.
    """
    counted = entrenched(cover) if dug_in else cover
    band = BANDS[counted] if counted else CoverBand(Fraction(1), 0)
    return CoverBand(Fraction(1), band.armour) if at_edge else band


def reach_steps(
    contact: int,
    multiplier: Fraction = Fraction(1),
    *,
    small: bool = False,
    structure: int = 1,
    hull_down: bool = False,
    focused: bool = False,
) -> tuple[ReachStep, ...]:
    """Return how far a weapon reaches in the open, in cm (L-40, L-43), step by step from the contact range on.

    Each step is rounded down; the last one is how far it reaches. A hull-down target halves what is left after all
    others, before the way is counted.

    Args:
        contact: the CR of the firer, in cm.
        multiplier: the weapon's WRM.
        small: the target is a small one.
        structure: structure points of the target.
        hull_down: it is a vehicle partly hidden by cover; then its structure points do not count.
        focused: the action is a Focused Shot.
    """
    factors = [("weapon", multiplier)]
    if structure > 1 and not hull_down:
        factors.append((f"{structure} structure points", Fraction(structure)))
    if small:
        factors.append(("small target", HALF))
    if focused:
        factors.append(("Focused Shot", Fraction(2)))
    if hull_down:
        factors.append(("hull down", HALF))
    steps = [ReachStep("contact range", contact)]
    for words, factor in factors:
        steps.append(ReachStep(f"{words} ×{factor}", times(steps[-1].left, factor)))
    return tuple(steps)


def through(left: int, path: Iterable[Stretch]) -> tuple[ReachStep, ...]:
    """Return what is left of a contact range on its way, in cm: cover cuts the rest where it is entered (L-41, L-42).

    The last step is what is left beyond the path, or, where its last stretch has no depth, how far one sees into it.
    """
    steps = []
    for stretch in path:
        if stretch.cover is not None:
            band = BANDS[stretch.cover]
            left = times(left, band.share)
            steps.append(ReachStep(f"{stretch.cover} cover ×{band.share}", left))
        if stretch.depth is not None:
            left = max(BASE_CONTACT, left - stretch.depth)
            steps.append(ReachStep(f"{stretch.depth} cm {'of it' if stretch.cover else 'open'}", left))
    return tuple(steps)


def reaches(left: int, path: Iterable[Stretch], share: Fraction = Fraction(1)) -> bool:
    """Whether a target at the end of a path is in contact range (L-40, L-41, L-44); base contact always is.

    Args:
        left: the range in the open, in cm.
        path: what lies between, from the firer on.
        share: the share of what is left there that the target's own cover leaves; none of it is base contact alone.
    """
    stretches = tuple(path)
    if not any(stretch.depth for stretch in stretches) and all(stretch.depth is not None for stretch in stretches):
        return True
    for stretch in stretches:
        if stretch.cover is not None:
            left = times(left, BANDS[stretch.cover].share)
            share = min(share, BANDS[stretch.cover].share)
        left -= stretch.depth or 0
    return left >= 0 and bool(share)


def cover_reaches(contact: int, multiplier: Fraction) -> tuple[int, int, int, int]:
    """Return how far a weapon reaches, in cm, in the open and where light, medium or hard cover begins (L-40, L-41)."""
    far = reach_steps(contact, multiplier)[-1].left
    light, medium, hard = (times(far, BANDS[cover].share) for cover in (Cover.LIGHT, Cover.MEDIUM, Cover.HARD))
    return far, light, medium, hard
