"""`muster game compare`: what a unit would do to each of its enemies, at every distance."""

from __future__ import annotations

import click

from builder.cli.options import given_of, options_of
from builder.cli.output import echo, show_json, styled, table
from builder.services.games import games
from builder.services.games.analysis import compared_report, game_targets
from builder.services.matchups import (
    TARGET_SORTS,
    TargetAssumptions,
    cell_text,
    difference_text,
    situation_of,
    targets_in_order,
)
from builder.systems.given import read
from builder.systems.play.matchup import Comparison
from builder.systems.specs import spec_of

SPEC = spec_of(TargetAssumptions)


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("unit", metavar="UNIT")
@click.option("--weapon", "weapons", multiple=True, metavar="NAME", help="Only this weapon; several times for several.")
@options_of(SPEC)
@click.option("--at", metavar="SITUATION", default="12", show_default=True, help="A distance, charging or charged.")
@click.option("--sort", type=click.Choice(TARGET_SORTS), default=TARGET_SORTS[0], show_default=True, help="The order.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def compare(game: str, unit: str, weapons: tuple[str, ...], at: str, sort: str, as_json: bool, **chosen: object) -> int:
    """Compare what UNIT would do to each of its enemies as GAME stands: the best targets first; nothing is done."""
    assumptions = read(SPEC, given_of(SPEC.fields, chosen))
    with games.open_game(game, strict=True) as session:
        found = game_targets(session, unit, weapons, assumptions)
        situation = situation_of(found.situations, at)
        if as_json:
            show_json(compared_report(session, found))
        else:
            _show(found, situation, sort)
    return 0


def _show(found: Comparison, situation: str, sort: str) -> None:
    what = ", ".join(found.used) or "all weapons that reach"
    done = f" ({found.attacker.done})" if found.attacker.done else ""
    echo(styled(found.attacker.name, bold=True), f"{done}: {what}, sorted by {sort} {situation}")
    others = tuple(each for each in found.situations if each.id != situation)
    here = next(each for each in found.situations if each.id == situation)
    rows = [("Target", "HP", here.text, "gone", "points", *(each.text for each in others), "tests")]
    for target in targets_in_order(found, situation, sort):
        if target.absent:
            continue
        met = found.encounters[target.id, situation]
        now = f"{target.hp}/{target.hp_full}" if target.hp is not None else target.boxes or "–"
        elsewhere = (cell_text(found.encounters[target.id, each.id], target, "hp") for each in others)
        cell = cell_text(met, target, "hp")
        rows.append((target.name, now, cell, str(met.models), str(round(met.points)), *elsewhere, "; ".join(met.tests)))
    table(rows, right=frozenset(range(1, len(rows[0]) - 1)), fold=True)
    for target in found.targets:
        if target.absent:
            echo(f"Not now: {target.absent}")
    best = targets_in_order(found, situation, sort)
    if best and (changes := found.differences.get((best[0].id, situation))):
        echo(f"\nWhat one more or fewer changes, at {best[0].name}:")
        for each in changes:
            echo(f"  {each.name}: {difference_text(each)}")
    echo(f"\nTaken: {'; '.join(found.taken)}.")
