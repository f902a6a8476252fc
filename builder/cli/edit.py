"""`muster edit`: every editing operation, as a command made of its parameters."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import click

from builder.bounds import MOST_LINE, MOST_OPERATIONS, MOST_YAML_BYTES
from builder.cli.groups import SuggestingGroup
from builder.cli.options import arguments_help, given_of, options
from builder.cli.output import can_be_typed, echo, report_finding, show_findings, show_json
from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.inputs import STANDARD
from builder.record import replace
from builder.services.army.history import history_of
from builder.services.army.locator import locate_army
from builder.services.army.opening import Army
from builder.services.army.reports import cost_words, costs_report, findings_report
from builder.services.army.saving import locked
from builder.services.army.version_words import retraced
from builder.services.army.versions import compare_findings
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import OPERATIONS, Done, Operation
from builder.services.editor.suggestions import allowing
from builder.services.files import read_source
from builder.systems.arguments import read
from builder.systems.specs import name_of, spec_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options say that every operation takes."""

    output: str | None
    dry_run: bool
    as_json: bool
    overwrite: bool


def _common() -> list[click.Parameter]:
    return [
        click.Option(["-o", "--output"], metavar="FILE", help="Write the army here; - for standard output."),
        click.Option(["--dry-run"], is_flag=True, help="Only say what would be done."),
        click.Option(["--overwrite"], is_flag=True, help="Write even if another program changed the file meanwhile."),
        click.Option(["--json", "as_json"], is_flag=True, help="Write JSON (docs/json.md)."),
    ]


class Operations(SuggestingGroup):
    """Commands of editing operations, each made when it is asked for; those of two words stand in groups."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, sorted: those of operations, and the other commands."""
        return sorted({*super().list_commands(ctx), *(name.partition(" ")[0] for name in OPERATIONS)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of an operation, or the group of those that begin so."""
        if cmd_name in OPERATIONS:
            return _command(cmd_name)
        within = [name for name in OPERATIONS if name.startswith(f"{cmd_name} ")]
        if within:
            commands = {name.partition(" ")[2]: _command(name) for name in within}
            return SuggestingGroup(cmd_name, commands=commands, help=f"Add or remove a {cmd_name}.")
        return super().get_command(ctx, cmd_name)


def _command(name: str) -> click.Command:
    spec = spec_of(OPERATIONS[name])

    def run(output: str | None, dry_run: bool, overwrite: bool, as_json: bool, **given: object) -> int:
        operation = read(spec, given_of(spec.fields, given))
        return _edit(_army(), [operation], Wanted(output, dry_run, as_json, overwrite))

    text = f"{spec.text}."
    help_text = "\n\n".join(filter(None, (text, arguments_help(spec.fields))))
    return click.Command(
        name.split()[-1], callback=run, params=[*options(spec.fields), *_common()], help=help_text, short_help=text
    )


def _army() -> str:
    """The ARMY that stands before the operation."""
    return click.get_current_context().ensure_object(str)


@click.group(cls=Operations, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("army", metavar="ARMY")
@click.pass_context
def edit(ctx: click.Context, army: str) -> None:
    """Change ARMY, an army file: one operation at a time, or many with `script`.

    With - the army is read from standard input and written to standard output. A starter army stays as it is: say with
    -o where the new one goes.
    """
    ctx.obj = army


@edit.command("script", params=_common(), short_help="Do the operations in FILE, one a line.")
@click.argument("file", metavar="FILE")
def script(file: str, output: str | None, dry_run: bool, overwrite: bool, as_json: bool) -> int:
    """Do the operations in FILE, one a line as on the command line; all of them, or none if one is not possible."""
    army = _army()
    if file == STANDARD == army:
        raise click.UsageError("Standard input can be the army or the script, not both.")
    lines = read_source(file, MOST_YAML_BYTES)[0].decode("utf-8", "replace").splitlines()
    operations: list[Operation] = []
    mistakes: list[Finding] = []
    for number, line in enumerate(lines, 1):
        try:
            operation = read_line(line)
        except InputError as error:
            mistakes += (replace(each, at=replace(each.at, file=file, line=number)) for each in error.findings)
        else:
            operations += [operation] if operation else []
    if len(operations) > MOST_OPERATIONS:
        message = f"there are {len(operations):,} operations in it: a script has at most {MOST_OPERATIONS:,}"
        mistakes.append(Finding(Severity.ERROR, "size", message, at=Place(file=file)))
    if mistakes:
        raise InputError(mistakes)
    return _edit(army, operations, Wanted(output, dry_run, as_json, overwrite))


def read_line(line: str) -> Operation | None:
    """The operation that a line of a script means; None where nothing but a comment is in it.

    Raises:
        InputError: it means none, or has mistakes.
    """
    if len(line) > MOST_LINE:
        raise InputError(f"the line is {len(line):,} characters long, a line may have {MOST_LINE:,}: shorten it")
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise InputError(str(error)) from None
    if not words:
        return None
    name = " ".join(words[:2]) if " ".join(words[:2]) in OPERATIONS else words[0]
    if name not in OPERATIONS:
        raise InputError(f"there is no operation “{name}”; there are {', '.join(OPERATIONS)}.")
    spec = spec_of(OPERATIONS[name])
    command = click.Command(name, params=[*options(spec.fields)], add_help_option=False)
    try:
        given = command.make_context(name, list(words[len(name.split()) :])).params
    except click.UsageError as error:
        raise InputError(error.format_message()) from None
    return read(spec, given_of(spec.fields, given))


def _edit(source: str, operations: Sequence[Operation], wanted: Wanted) -> int:
    """Do operations on an army, and write it; who does so with the same file at the same time waits."""
    found = locate_army(source)
    own = None if found.starter or wanted.output or wanted.dry_run else found.path
    with locked(own) as unlocked:
        if unlocked:
            report_finding(unlocked)
        return _edited(source, operations, wanted)


def _edited(source: str, operations: Sequence[Operation], wanted: Wanted) -> int:
    session = ArmyDocument.open(source)
    before = session.army
    done = list[Done]()
    for number, operation in enumerate(operations, 1):
        try:
            done += session.apply_all(allowing(session, operation))
        except EditError as error:
            raise EditError(
                f"operation {number}, {name_of(type(operation))}: {error}" if len(operations) > 1 else str(error)
            ) from None
    target = wanted.output or (STANDARD if source == STANDARD else session.source)
    if target is None and not wanted.dry_run:
        raise InputError("a starter army, or one in a PDF, stays as it is: say with -o where the new one goes")
    if target is not None and target.lower().endswith(".pdf"):
        raise InputError("an army is written as YAML: end -o in .yaml, and print that with muster export")
    findings: tuple[Finding, ...] = ()
    if not wanted.dry_run and target is not None and (session.dirty or target != session.source):
        findings = session.save(target, overwrite=wanted.overwrite).findings
    _report(before, session.army, done, findings, None if wanted.dry_run else target, wanted.as_json)
    return 0


def _report(
    before: Army, after: Army, done: Sequence[Done], findings: Sequence[Finding], target: str | None, as_json: bool
) -> None:
    new, mended = compare_findings(before, after)
    for finding in findings:
        report_finding(finding)
    to_error = target == STANDARD
    if as_json:
        show_json(
            {
                "format": "muster-edit",
                "version": 1,
                "army": {"id": after.id, "name": after.name, "file": target},
                "done": [{"said": one.said, "id": one.id} for one in done],
                "costs": costs_report(after.view),
                "valid": after.valid,
                "new_findings": findings_report(new),
                "mended_findings": findings_report(mended),
            },
            err=to_error,
        )
        return
    for one in done:
        id = f" [{one.id}]" if one.id and can_be_typed(one.id) else ""
        echo(f"{one.said[:1].upper()}{one.said[1:]}{id}.", err=to_error)
    echo(cost_words(after.view), err=to_error)
    show_findings(new, err=to_error)


@edit.command("undo", short_help="Undo what was done last, again and again.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def undo(as_json: bool) -> int:
    """Undo what was done last to ARMY, here or on the screen; again and again, back to the first change."""
    return _step(_army(), -1, as_json)


@edit.command("redo")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def redo(as_json: bool) -> int:
    """Do again what was undone last."""
    return _step(_army(), 1, as_json)


def _step(source: str, by: int, as_json: bool) -> int:
    before = ArmyDocument.open(source)
    if before.source is None:
        raise InputError("only what was done to a file can be undone")
    with locked(before.source) as unlocked:
        if unlocked:
            report_finding(unlocked)
        history_of(before.source).step(before.source, by)
    after = ArmyDocument.open(source).army
    words = "the last change is undone" if by < 0 else "the change is done again"
    said = Done(before.state, f"{words}: {retraced(before.army, after).words}")
    _report(before.army, after, [said], (), before.source, as_json)
    return 0
