"""What a player fills in to export an army: made of the options of sheets, so that new ones are asked for too."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, json, structs

from builder.errors import Finding, InputError
from builder.inputs import read_file
from builder.record import Record, replace
from builder.resources import expanded, state_folder
from builder.scalars import counted, file_stem
from builder.services.army.opening import Army
from builder.services.export.files import FORMS, export_army, write_output
from builder.services.files import key_of, make_folder, write_target
from builder.sheets.options import OUR_SHEETS, SheetOptions, kind_of
from builder.systems.specs import Field, spec_of

SHEET_FORMS = ("pdf", "text", "json")
"""The forms that are sheets; the others are lists, which have no options."""

FORM_NAMES = {"pdf": "PDF", "text": "text", "json": "JSON", "battlescribe-text": "BattleScribe text", "chat": "chat"}
FORM_TEXTS = {
    "pdf": "Pages to print, and to open here again.",
    "text": "The sheets as text.",
    "json": "The sheets for other programs.",
    "battlescribe-text": "A list to paste, as BattleScribe writes it.",
    "chat": "A short list to paste into a chat.",
    "ros": "A roster for BattleScribe and New Recruit.",
    "rosz": "A roster for BattleScribe and New Recruit, zipped.",
}
"""What each form is for."""
SHEET_FIELDS = spec_of(SheetOptions).fields
"""Everything that can be chosen of sheets, in the order of the options of the command."""

_ENDINGS = {"json": ".json", "pdf": ".pdf", "ros": ".ros", "rosz": ".rosz"}


MOST_PLAN_BYTES = 100_000


class ExportPlan(Record, frozen=True):
    """What is to be written: in which form, with which options, where to."""

    form: str
    target: str
    options: SheetOptions = SheetOptions()

    def with_form(self, form: str) -> ExportPlan:
        """Return the same in another form: the file's ending follows."""
        path = Path(self.target)
        ending = ending_of(form)
        target = str(path.with_suffix(ending)) if path.suffix == ending_of(self.form) else self.target
        return replace(self, form=form, target=target)

    def to(self, written: str) -> ExportPlan:
        """Return the same, written where a player says: a file that has its ending, or a folder for one of this name.

        An ending of another form means that form, as on the command line; any other is a part of the name.

        Raises:
            InputError: no file can be called so.
        """
        path = expanded(written)
        if written.endswith("/") or _is_folder(path):
            path = path / Path(self.target).name
        form, ending = self.form, path.suffix.lower()
        if ending != ending_of(form):
            meant = next((each for each in FORMS if ending_of(each) == ending), "")
            form, path = (meant, path) if meant else (form, Path(f"{path}{ending_of(form)}"))
        return replace(self, form=form, target=str(path))

    def with_option(self, name: str, value: object) -> ExportPlan:
        """Return the same with another choice.

        Raises:
            InputError: it cannot be chosen.
        """
        return replace(self, options=structs.replace(self.options, **{name: value}))

    def command(self, army: str) -> str:
        """Return the command that does the same."""
        words = ["muster", "export", army, "-o", self.target]
        if ending_of(self.form) == ".txt" and self.form != "text":
            words += ["--format", self.form]
        for option in SHEET_FIELDS if self.form in SHEET_FORMS else ():
            value = getattr(self.options, option.key)
            if value != option.default:
                words += [option.label] if option.switch else [option.label, option.write(value)]
        return shlex.join(words)


class Written(Record, frozen=True):
    """What was written: the file, its bytes, and what was noticed on the way."""

    path: Path
    size: int
    findings: tuple[Finding, ...]


def first_plan(army: Army | str, folder: Path) -> ExportPlan:
    """Return what is written if the player changes nothing: a PDF in a folder, called after the army."""
    name = army if isinstance(army, str) else army.name
    return ExportPlan(FORMS[0], str(folder / f"{file_stem(name)}{ending_of(FORMS[0])}"))


def remembered_plan(source: str) -> ExportPlan | None:
    """Return how an army was written last; None where that is not known, or cannot be read any more."""
    try:
        return json.decode(read_file(_kept_in(source), MOST_PLAN_BYTES), type=ExportPlan)
    except (MsgspecError, ValueError, RecursionError, InputError):
        return None


def remember_plan(source: str, plan: ExportPlan) -> None:
    """Keep how an army was written, for the next time.

    Raises:
        InputError: it cannot be kept.
    """
    path = _kept_in(source)
    try:
        kept = json.encode(plan)
    except UnicodeEncodeError:
        raise InputError(f"{plan.target} is no text, and is not remembered") from None
    _make_folder(path.parent)
    write_target(str(path), kept)


def forget_plan(source: str) -> None:
    """Keep no longer how an army was written."""
    with suppress(OSError):
        _kept_in(source).unlink()


def _kept_in(source: str) -> Path:
    return state_folder() / "printing" / f"{key_of(source)}.json"


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # The name is too long, or its folder is closed: what writes the file says so.
        return False


def _make_folder(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be made: {error.strerror or error}") from None


def ending_of(form: str) -> str:
    """Return how the name of a file in a form ends."""
    return _ENDINGS.get(form, ".txt")


def write_export(army: Army, plan: ExportPlan, *, force: bool = False) -> Written:
    """Write the file of a plan, in a folder that is made if need be; `force` replaces whatever is there.

    Raises:
        MusterError: it cannot be made or written, or would take the place of a file that does not give way.
    """
    made = export_army(army, plan.form, plan.options)
    path = expanded(plan.target)
    _make_folder(path.parent)
    write_output(str(path), made.data, source=army.file, force=force)
    return Written(path, len(made.data), made.findings)


class ExportRow(Record, frozen=True):
    """One line of the form.

    Args:
        kind: `choice` among several, a `tick` that is on or off, a `button`.
        name: what it sets: `form`, `target`, or an option.
        value: what is chosen; of a tick in a list, its own word.
        label: what stands before the first row of its kind.
        remark: what stands at the right, where there is room for all of it.
        help: what is told of the row while the cursor is on it.
    """

    kind: str
    name: str
    value: str
    label: str = ""
    choices: tuple[str, ...] = ()
    on: bool = False
    remark: str = ""
    help: str = ""


def form_rows(
    plan: ExportPlan,
    pages: Mapping[str, int],
    *,
    sheets: Sequence[str] = (*OUR_SHEETS,),
    new_folder: bool = False,
) -> Iterator[ExportRow]:
    """Yield the rows of a form as it is filled in.

    `pages` counts those of each sheet, as far as they are known; `sheets` are those that the army can have; a
    `new_folder` is made when the file is written.
    """
    yield ExportRow("choice", "form", plan.form, "Format", FORMS, help=FORM_TEXTS.get(plan.form, ""))
    if plan.form in SHEET_FORMS:
        yield from _option_rows(plan, pages, sheets)
    folder, name = Path(_short(plan.target)).parent, Path(plan.target).name
    yield ExportRow("button", "target", str(folder), "Folder", remark="will be made" if new_folder else "")
    yield ExportRow("button", "target", name, "File", remark="f changes it")


def _option_rows(plan: ExportPlan, pages: Mapping[str, int], sheets: Sequence[str]) -> Iterator[ExportRow]:
    """Yield the rows of the options of sheets: ticks for several values, then choices of one, then switches."""
    values = {field: getattr(plan.options, field.key) for field in SHEET_FIELDS}
    for field, value in values.items():
        if isinstance(value, tuple):
            choices = (*sheets, *(each for each in value if each not in sheets))
            for index, choice in enumerate(choices):
                label, on = "" if index else _label(field), choice in value
                remark = _pages(pages.get(choice)) if on else ""
                yield ExportRow("tick", field.key, choice, label, choices, on, remark, kind_of(choice).about)
    for field, value in values.items():
        if not (field.switch or isinstance(value, tuple)):
            written, choices = field.write(value), _choices_of(field)
            offered = choices if written in choices else (*choices, written)
            yield ExportRow("choice", field.key, written, _label(field), offered, help=field.text)
    switches = [field for field in SHEET_FIELDS if field.switch]
    for index, field in enumerate(switches):
        label, words = "" if index else "Options", field.name.replace("-", " ")
        yield ExportRow("tick", field.key, words, label, (), bool(values[field]), field.text, field.text)


def _label(field: Field) -> str:
    return field.name.replace("-", " ").capitalize()


def _choices_of(field: Field) -> tuple[str, ...]:
    return tuple(choice.written for choice in field.kind.words)


def _pages(number: int | None) -> str:
    return "" if number is None else counted(number, "page")


def _short(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(f"{home}/") else path
