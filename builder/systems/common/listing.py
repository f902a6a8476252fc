"""What every list of a 40K force shows the same way: its totals, what it brings, its findings."""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.systems.blocks import RosterMark, RulePhase, RuleText, Token, Total, number
from builder.systems.common.units import AnyUnit
from builder.systems.protocol import Counter

WAITING = frozenset({"reserve", "deep_strike"})


def waits(unit: AnyUnit) -> bool:
    """Whether a unit is in reserve."""
    return any(mark.kind in WAITING for mark in unit.marks)


def totals(units: Sequence[AnyUnit]) -> Iterator[Total]:
    """Yield how many units, models on foot and vehicles there are, and how many units wait, where any does."""
    counts = {
        ("unit", "units"): len(units),
        ("model", "models"): sum(unit.models - len(unit.vehicles) for unit in units),
        ("vehicle", "vehicles"): sum(len(unit.vehicles) for unit in units),
    }
    for (one, many), count in counts.items():
        yield Total(number(count), one if count == 1 else many)
    if waiting := sum(waits(unit) for unit in units):
        yield Total(number(waiting), "in reserve")


def roster_marks(unit: AnyUnit, carried_by: frozenset[str], givers: set[str]) -> Iterator[RosterMark]:
    """Yield the signs of a unit in the list; those in `carried_by` carry others, `givers` bring counters."""
    if waits(unit):
        yield RosterMark.RESERVE
    if unit.is_marked("deep_strike"):
        yield RosterMark.DEEP_STRIKE
    if unit.id in carried_by:
        yield RosterMark.TRANSPORT
    if unit.id in givers:
        yield RosterMark.TOKENS


def worded_rules(units: Iterable[AnyUnit], id_of: Callable[[str], str] = lambda text: "") -> tuple[RuleText, ...]:
    """Return the rules that the data words, each once, with the units that have it; `id_of` finds the id in a text."""
    bearers: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for unit in units:
        for name, text in unit.rule_texts:
            texts.setdefault(name, text)
            if unit.name not in bearers.setdefault(name, []):
                bearers[name].append(unit.name)
    return tuple(
        RuleText(f"{name} ({', '.join(bearers[name])})", text, id_of(text), phase_of(name), tuple(bearers[name]))
        for name, text in texts.items()
    )


def own_rules(unit: AnyUnit, id_of: Callable[[str], str] = lambda text: "") -> tuple[RuleText, ...]:
    """Return the rules of a unit, also those that the data only names; `id_of` finds the id in a text."""
    texts = dict.fromkeys(unit.rules, "") | dict(unit.rule_texts)
    return tuple(RuleText(name, text, id_of(text), phase_of(name)) for name, text in texts.items())


_NAMES: Mapping[RulePhase, str] = {
    RulePhase.BEFORE: """
        combat squads; combined squads; drop pod assault; infantry platoon; infiltrate; scouts; special operations;
        cluster mines; deep strike; separate; structure""",
    RulePhase.MOVEMENT: """
        amphibious; jump pack; move through cover; red paint job; immobile; inertial guidance; outflank; repair;
        gate of infinity; jamming beacon; smoke launchers; move! move! move!; mindlock""",
    RulePhase.SHOOTING: """
        ammo runt; barrage; area; bring it down!; fire on my target!; first rank fire! second rank fire!; frazzle;
        gets hot; heavy; heavy weapons team; ignores cover; junior officer; senior officer; lightning arc;
        machine curse; lumbering behemoth; mek's tools; melta; mobile command vehicle; nightshroud; one use;
        orbital bombardment; searchlight; sniper; special ammunition; twin-linked; vortex of doom; vox-caster;
        acute senses; artillery; incoming!""",
    RulePhase.ASSAULT: """
        'ere we go!; attack squig; counter-attack; furious charge; hit and run; hit & run; hunting lances;
        lightning claw; grenade; power weapon; preferred enemy; seismic; shield; strikes last; throttle;
        waaagh!""",
    RulePhase.TESTS: """
        and they shall know no fear; bosspole; combat tactics; cowardly grots!; fearless; get back in the fight!;
        independent character; mob rule; pinning; psychic hood; psyker; stubborn""",
}
"""When rules of units and their gear matter, by what our datasheets and the systems of 40K call them."""
_PHASES = {" ".join(name.split()): phase for phase, names in _NAMES.items() for name in names.split(";")}


def phase_of(name: str) -> RulePhase:
    """Return when a rule of this name matters; at any time where that is not known."""
    return _PHASES.get(name.casefold(), RulePhase.ANY)


def counter_token(counter: Counter) -> Token:
    """Return a counter in the list, with where it comes from, what comes when the game starts last."""
    later = counter.total_at_start - counter.total
    return Token(
        counter.name,
        counter.total,
        tuple(
            f"{part.name}, {part.source}:\u00a0{'+' if part.when == 'start' else ''}{part.count}"
            for part in sorted(counter.parts, key=lambda part: part.when == "start")
        ),
        f"{counter.total_at_start} when the game starts" if later else "",
    )


def counter_sources(counter: Counter, when: str) -> Iterator[str]:
    """Yield where the tokens of a counter come from, those of the `list` or those of the `start`."""
    for part in counter.parts:
        if part.when == when:
            yield f"{part.name}, {part.source}:\u00a0{part.count}"


def errors_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings by severity, errors first; those of choices that the data lacks for the same reason are one."""
    severities = list(Severity)
    return tuple(sorted(together(findings), key=lambda finding: severities.index(finding.severity)))


_KEPT = re.compile(r"(“.*”(?: \(.*?\))?) (is kept .*)")
_MANY = (("is kept as it was", "are kept as they were"), ("may have it", "may have them"), ("remove it", "remove them"))
"""What a sentence about one choice says of several."""


def together(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings; those of choices that the data lacks for the same reason as one, in the place of the first."""
    kept: dict[str, list[str]] = {}
    for finding in findings:
        if finding.code == "entry-missing" and (said := _KEPT.fullmatch(finding.message)):
            kept.setdefault(said[2], []).append(said[1])
    told: set[str] = set()
    for finding in findings:
        found = _KEPT.fullmatch(finding.message) if finding.code == "entry-missing" else None
        named = kept.get(found[2], []) if found else []
        if found is None or len(named) == 1:
            yield finding
        elif found[2] not in told:
            told.add(found[2])
            why = found[2]
            for one, many in _MANY:
                why = why.replace(one, many)
            each = (f"{count} × {name}" if count > 1 else name for name, count in Counts(named).items())
            message = f"{len(named)} choices {why.removesuffix('.')}: {', '.join(each)}."
            yield replace(finding, message=message, at=Place())
