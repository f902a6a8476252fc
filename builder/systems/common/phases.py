"""When rules of units and their gear matter in a game: what our datasheets and the systems of 40K call them."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.blocks import RulePhase

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
_PHASES = {" ".join(name.split()): phase for phase, names in _NAMES.items() for name in names.split(";")}


def phase_of(name: str) -> RulePhase:
    """Return when a rule of this name matters; at any time where that is not known."""
    return _PHASES.get(name.casefold(), RulePhase.ANY)
