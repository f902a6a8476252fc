"""`muster matchup` and `muster game compare`: who beats whom of two armies, and what a unit does to each enemy."""

from __future__ import annotations

import shutil
import string
from collections.abc import Sequence

import click
from click.core import ParameterSource

from builder.cli.options import form_of, given_of, options_of
from builder.cli.output import SYSTEM, echo, report_finding, show_json, styled, table
from builder.inputs import STANDARD
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.games import games
from builder.services.games.analysis import compared_report, game_targets
from builder.services.matchups import (
    DESTROYED,
    HALF,
    HARMLESS,
    NO_BOX,
    SORTS,
    TARGET_SORTS,
    VALUES,
    MatchRow,
    SheetAssumptions,
    Shown,
    TargetAssumptions,
    cell_text,
    difference_text,
    match_armies,
    matchup_report,
    rows_of,
    situation_of,
    targets_in_order,
)
from builder.systems.arguments import read
from builder.systems.play.matchup import Assumptions, Comparison, Matchup
from builder.systems.specs import spec_of

SPEC = spec_of(Assumptions)
TARGET_SPEC = spec_of(TargetAssumptions)
LETTERS = tuple(letter for letter in string.ascii_lowercase if letter not in "ilo")
NAME, CELL = 26, 9
LOOKS = {DESTROYED: "green", HALF: "yellow"}


@click.command()
@click.argument("army", metavar="ARMY")
@click.argument("against", metavar="AGAINST")
@options_of(SPEC)
@click.option(
    "--at", metavar="SITUATION", default="", help="One of these distances, charging or charged.  [default: the first]"
)
@click.option("--value", type=click.Choice(VALUES), default=VALUES[0], show_default=True, help="What the cells show.")
@click.option("--sort", type=click.Choice(SORTS), default=SORTS[0], show_default=True, help="The order of units.")
@click.option(
    "--filter", "pattern", metavar="TEXT", default="", help="Only some units of ARMY: by name, slot or points (>100)."
)
@click.option("--theirs", is_flag=True, help="Show what AGAINST does to ARMY.")
@SYSTEM
@click.option("--sheet", metavar="FILE", help="Write a card for each unit of ARMY to FILE: PDF, text, JSON.")
@click.option("--force", is_flag=True, help="Replace FILE even if it is an army file or of another kind.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with every situation (docs/json.md).")
def matchup(
    army: str,
    against: str,
    at: str,
    value: str,
    sort: str,
    pattern: str,
    theirs: bool,
    system: str | None,
    sheet: str | None,
    force: bool,
    as_json: bool,
    **chosen: object,
) -> int:
    """Work out what every unit of ARMY does to every unit of AGAINST, and back, in a game without dice."""
    armies = open_army(army, system=system), open_army(against, system=system)
    if sheet is not None:
        if as_json or at or pattern or (value, sort) != (VALUES[0], SORTS[0]):
            raise click.UsageError("--sheet has all units, figures and distances: leave out what chooses some")
        own, enemy = armies[::-1] if theirs else armies
        source = click.get_current_context().get_parameter_source
        said = [each for each in SPEC.fields if source(each.key) is not ParameterSource.DEFAULT]
        _write_sheet(own, enemy, sheet, read(spec_of(SheetAssumptions), given_of(said, chosen)), force)
        return 0
    found = match_armies(*armies, read(SPEC, given_of(SPEC.fields, chosen)))
    shown = Shown(
        situation=situation_of(found.situations, at), side=int(theirs), sort=sort, pattern=pattern, value=value
    )
    if as_json:
        show_json(matchup_report(found, shown))
    else:
        _show_matchup(found, shown)
    return 0


def _write_sheet(own: Army, enemy: Army, file: str, assumptions: Assumptions, force: bool) -> None:
    from builder.services.export.files import export_army, write_output
    from builder.services.export.form import SHEET_FORMS
    from builder.sheets.options import MATCHUP, SheetOptions

    form = form_of(file, SHEET_FORMS, "pdf", can_ask=False)
    made = export_army(own, form, SheetOptions(sheets=(MATCHUP,)), enemy, assumptions)
    write_output(file, made.data, source=own.file, force=force)
    for finding in made.findings:
        report_finding(finding)
    if file != STANDARD:
        echo(f"{file} is written", err=True)


def _show_matchup(found: Matchup, shown: Shown) -> None:
    situation = next(each for each in found.situations if each.id == shown.situation)
    own, other = found.names[shown.side], found.names[1 - shown.side]
    words = situation.text if situation.distance is None else f"shooting, {situation.text}"
    echo(styled(f"{own} – {other}", bold=True), f": {words}, one round")
    rows = rows_of(found, shown)
    if not rows:
        echo(f"No unit of {own} is called so.")
        return
    targets = found.sides[1 - shown.side]
    for number, each in enumerate(targets):
        echo(f"  {_letter(number)}  {each.name}, {round(each.points)} points")
    each_time = max(1, (shutil.get_terminal_size().columns - NAME - 8) // CELL)
    for first in range(0, len(targets), each_time):
        echo()
        _show_columns(rows, found, shown, range(first, min(first + each_time, len(targets))))
    echo(f"\n{DESTROYED} destroyed  {HALF} half or more  {NO_BOX} some, no box  {HARMLESS} nothing")
    echo(f"Taken: {'; '.join(found.taken)}.")


def _show_columns(rows: Sequence[MatchRow], found: Matchup, shown: Shown, columns: range) -> None:
    targets = found.sides[1 - shown.side]
    head = ("Unit", "Points", *(_letter(number) for number in columns))
    cells = (
        (
            row.unit.name[:NAME],
            str(round(row.unit.points)),
            *(cell_text(row.encounters[number], targets[number], shown.value) for number in columns),
        )
        for row in rows
    )
    table([head, *cells], right=frozenset(range(1, len(columns) + 2)))


def _letter(number: int) -> str:
    """The letter of a column; of many units two."""
    rounds, place = divmod(number, len(LETTERS))
    return (LETTERS[rounds - 1] if rounds else "") + LETTERS[place]


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("unit", metavar="UNIT")
@click.option("--weapon", "weapons", multiple=True, metavar="NAME", help="Only this weapon; several times for several.")
@options_of(TARGET_SPEC)
@click.option("--at", metavar="SITUATION", default="12", show_default=True, help="A distance, charging or charged.")
@click.option("--sort", type=click.Choice(TARGET_SORTS), default=TARGET_SORTS[0], show_default=True, help="The order.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def compare(game: str, unit: str, weapons: tuple[str, ...], at: str, sort: str, as_json: bool, **chosen: object) -> int:
    """Compare what UNIT would do to each of its enemies as GAME stands: the best targets first; nothing is done."""
    assumptions = read(TARGET_SPEC, given_of(TARGET_SPEC.fields, chosen))
    with games.open_game(game, strict=True) as session:
        found = game_targets(session, unit, weapons, assumptions)
        situation = situation_of(found.situations, at)
        if as_json:
            show_json(compared_report(session, found))
        else:
            _show_targets(found, situation, sort)
    return 0


def _show_targets(found: Comparison, situation: str, sort: str) -> None:
    what = ", ".join(found.used) or "all weapons that reach"
    done = f" ({found.attacker.done})" if found.attacker.done else ""
    others = tuple(each for each in found.situations if each.id != situation)
    here = next(each for each in found.situations if each.id == situation)
    echo(styled(found.attacker.name, bold=True), f"{done}: {what}, {here.text}, sorted by {sort}")
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
