"""`muster datasheets`: list, show, check."""

from __future__ import annotations

import click

from builder.cli.groups import SuggestingGroup
from builder.cli.output import echo, report_finding, show_findings, show_json, styled, table
from builder.scalars import counted, number, signed
from builder.services.army.reports import exact, findings_report
from builder.services.data import datasheets as service

JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")


@click.group(cls=SuggestingGroup)
def datasheets() -> None:
    """List, show and check datasheets: the files that say what an army can be made of."""


@datasheets.command("list")
@JSON
def list_(as_json: bool) -> int:
    """List the installed datasheets, with where each comes from."""
    found, refused = service.list_datasheets(), service.folder_findings()
    for finding in refused:
        report_finding(finding)
    status = 2 if refused else 0
    if as_json:
        show_json({"format": "muster-datasheets", "version": 1, "datasheets": [_entry(listed) for listed in found]})
        return status
    rows = [("Id", "Name", "Facts", "Units", "From")]
    for listed in found:
        sheets = listed.sheets
        units = (
            str(len(sheets.catalogue.selection_entries) + len(sheets.catalogue.shared_selection_entries))
            if sheets
            else "–"
        )
        name = sheets.catalogue.name if sheets else "has mistakes: muster datasheets check"
        rows.append((listed.id, name, sheets.source if sheets else "–", units, f"{listed.origin}: {listed.path}"))
    table(rows, right=frozenset({3}))
    return status


def _entry(listed: service.Listed) -> dict[str, object]:
    sheets = listed.sheets
    return {
        "id": listed.id,
        "name": sheets.catalogue.name if sheets else None,
        "revision": sheets.catalogue.revision if sheets else None,
        "source": sheets.source if sheets else None,
        "digest": sheets.digest if sheets else None,
        "origin": listed.origin,
        "file": listed.path,
        "valid": sheets is not None,
    }


@datasheets.command()
@click.argument("identity", metavar="ID")
@click.argument("unit", required=False)
@JSON
def show(identity: str, unit: str | None, as_json: bool) -> int:
    """Show the units of the datasheets ID, such as diceless/orks, or one UNIT of them."""
    if unit is not None:
        return _show_unit(identity, unit, as_json)
    sheets, units = service.show_datasheets(identity)
    if as_json:
        listed = [
            {"id": line.id, "name": line.name, "slot": line.slot, "points": exact(line.points), "models": line.models}
            for line in units
        ]
        show_json({"format": "muster-datasheet-units", "version": 1, "id": sheets.id, "units": listed})
        return 0
    words = service.words_of(sheets)
    echo(styled(sheets.catalogue.name, bold=True), f" ({sheets.source}), {counted(len(units), words.unit)}")
    rows = [("Slot", words.unit.capitalize(), words.members, "Points from")]
    rows.extend((line.slot, line.name, line.models, number(line.points)) for line in units)
    table(rows, right=frozenset({3}))
    return 0


def _show_unit(identity: str, name: str, as_json: bool) -> int:
    sheets, line, models, options = service.show_unit(identity, name)
    if as_json:
        show_json(
            {
                "format": "muster-datasheet-unit",
                "version": 1,
                "id": line.id,
                "name": line.name,
                "slot": line.slot,
                "points": exact(line.points),
                "models": [
                    {"name": m.name, "count": m.count, "profile": dict(m.profile), "carries": list(m.carries)}
                    for m in models
                ],
                "options": [
                    {
                        "model": o.model or None,
                        "name": o.name,
                        "replaces": list(o.replaces),
                        "take": o.take,
                        "choices": {choice.name: exact(choice.points) for choice in o.choices},
                        "adds": {choice.name: dict(choice.adds) for choice in o.choices if choice.adds},
                    }
                    for o in options
                ],
            }
        )
        return 0
    words = service.words_of(sheets)
    members = counted(line.models, words.member)
    echo(styled(line.name, bold=True), f" · {line.slot} · {members} · from {number(line.points)} points")
    for model in models:
        echo(f"\n{model.count or 'By an option:'} {model.name}")
        table([tuple(name for name, _ in model.profile), tuple(value for _, value in model.profile)])
        if model.carries:
            echo(f"carries {', '.join(model.carries)}")
    for option in options:
        instead = f" instead of {' and '.join(option.replaces)}" if option.replaces else ""
        echo(f"\n{option.model or f'The {words.unit}'} can take{instead} ({option.take}):")
        table(
            [("", c.name, signed(c.points, "free"), _adds(c)) for c in option.choices],
            frozenset({2}),
        )
    return 0


def _adds(choice: service.ChoiceShown) -> str:
    """Return what a choice adds, and how often it can be taken."""
    if not choice.adds:
        return ""
    often = f", up to {choice.most} times" if choice.most and choice.most > 1 else ""
    return ", ".join(f"{number} {name}" for name, number in choice.adds) + often


@datasheets.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
@JSON
def check(files: tuple[str, ...], as_json: bool) -> int:
    """Check datasheet FILEs, or all that are installed; every mistake is shown with its line and how to mend it.

    Ends with 2 when a file has mistakes that keep it from being used.
    """
    found = service.check_files(files)
    refused = () if files else service.folder_findings()
    broken = bool(refused) or any(listed.sheets is None for listed in found)
    for finding in refused:
        report_finding(finding)
    if as_json:
        reports = [{**_entry(listed), "findings": findings_report(listed.findings)} for listed in found]
        show_json({"format": "muster-datasheets-check", "version": 1, "datasheets": reports})
        return 2 if broken else 0
    for listed in found:
        verdict = styled("fine", fg="green") if listed.sheets else styled("has mistakes", fg="red")
        echo(f"{listed.path}: ", verdict)
        show_findings(listed.findings)
    return 2 if broken else 0
