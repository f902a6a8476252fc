"""What a player fills in to export an army: made of the options of sheets, so that new ones are asked for too."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
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

FORM_FIELDS = {"text": ("sheets", "sort", "opponent"), "json": ("sheets", "sort", "opponent")}
"""What changes the sheets in a form that has no pages; all else is about paper, and is not asked for there."""

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

        An ending of another form means that form, as on the command line; any other is a part of the name. What
        names no folder stays in the folder that it is in.

        Raises:
            InputError: no file can be called so.
        """
        path = Path(self.target).parent / expanded(written)
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

    def changed(self, row: ExportRow, by: int) -> ExportPlan:
        """Return the same with a box ticked or not, or another choice: so many further, or with 0 that of the row.

        Raises:
            InputError: it cannot be chosen, or no sheet would be left.
        """
        if row.kind in ("one", "choice"):
            at = row.choices.index(self.form if row.name == "form" else row.value)
            choice = row.choices[(at + by) % len(row.choices)] if by else row.value
            if row.name == "form":
                return self.with_form(choice)
            field = next(field for field in SHEET_FIELDS if field.key == row.name)
            return self.with_option(row.name, field.kind.value(choice, None))
        before = getattr(self.options, row.name)
        if isinstance(before, bool):
            return self.with_option(row.name, not before)
        chosen = tuple(choice for choice in row.choices if (choice in before) != (choice == row.value))
        if not chosen:
            raise InputError(f"{row.value} stays: tick what is printed in its place first.")
        return self.with_option(row.name, chosen)

    def command(self, army: str) -> str:
        """Return the command that does the same."""
        words = ["muster", "export", army, "-o", self.target]
        if ending_of(self.form) == ".txt" and self.form != "text":
            words += ["--format", self.form]
        for option in fields_of(self.form):
            value = getattr(self.options, option.key)
            if value != option.default:
                words += [option.label] if option.switch else [option.label, option.write(value)]
        return shlex.join(words)


def fields_of(form: str) -> tuple[Field, ...]:
    """Return what can be chosen of the sheets in a form; nothing of one that is a list."""
    keys = FORM_FIELDS.get(form)
    return tuple(field for field in SHEET_FIELDS if form in SHEET_FORMS and (keys is None or field.key in keys))


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


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
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
        kind: the `heading` of a group that folds, `one` of several that stand below each other, a `choice` of
            those that stand in one line, a `tick` that is on or off, a `button`.
        name: what it sets: `form`, `target`, or an option; of a heading what folds with it.
        value: what is chosen; of a tick in a list, its own word.
        label: what stands before it.
        on: whether it is chosen, or of a heading whether it is open.
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

    @property
    def id(self) -> tuple[str, ...]:
        """What tells it from the other rows, whatever is chosen."""
        return self.kind, self.name, *((self.value,) if self.kind in ("one", "tick") else (self.label,))


GROUPS = {"options": "Options", "form": "Format", "sheets": "Sheets"}
"""The groups that fold, in the order in which they do where not all have room."""


def form_rows(
    plan: ExportPlan,
    pages: Mapping[str, int],
    *,
    sheets: Sequence[str] = (*OUR_SHEETS,),
    folded: Collection[str] = (),
) -> Iterator[ExportRow]:
    """Yield the rows of a form as it is filled in.

    `pages` counts those of each sheet, as far as they are known; `sheets` are those that the army can have; of the
    groups that are `folded` only the heading stands there.
    """
    name, words = FORM_NAMES.get(plan.form, plan.form), FORM_TEXTS[plan.form]
    yield ExportRow("heading", "form", name, GROUPS["form"], on="form" not in folded, help=words)
    for each in FORMS if "form" not in folded else ():
        text = FORM_TEXTS[each]
        yield ExportRow("one", "form", each, "", FORMS, each == plan.form, text, text)
    yield from _option_rows(plan, pages, sheets, folded)
    path = Path(plan.target).absolute()
    new = "" if _is_folder(path.parent) else "will be made"
    yield ExportRow("button", "target", _short(str(path.parent)), "Folder", remark=new or "f changes it")
    there = "is there: Enter asks first" if _is_there(path) else "will be new"
    yield ExportRow("button", "target", path.name, "File", remark=there)


def folded_at_first(plan: ExportPlan, sheets: Sequence[str], room: int, *, small: bool) -> set[str]:
    """Return the groups to fold where not all rows of a form have room; the sheets only on a `small` screen."""
    folded = set[str]()
    for name in GROUPS:
        if len([*form_rows(plan, {}, sheets=sheets, folded=folded)]) > room and (name != "sheets" or small):
            folded.add(name)
    return folded


def _option_rows(
    plan: ExportPlan, pages: Mapping[str, int], sheets: Sequence[str], folded: Collection[str]
) -> Iterator[ExportRow]:
    """Yield the rows of the options of sheets: ticks for several values, then choices of one, then switches."""
    fields = fields_of(plan.form)
    values = {field: getattr(plan.options, field.key) for field in fields}
    for field, value in values.items():
        if isinstance(value, tuple):
            choices, total = (*sheets, *(each for each in value if each not in sheets)), sum(pages.values())
            ticked, is_open = f"{len(value)} of {len(choices)}", field.key not in folded
            told = ", ".join(value)
            yield ExportRow("heading", field.key, ticked, _label(field), (), is_open, _pages(total or None), told)
            for choice in choices if is_open else ():
                on = choice in value
                remark = _pages(pages.get(choice)) if on else ""
                yield ExportRow("tick", field.key, choice, "", choices, on, remark, kind_of(choice).about)
    for field, value in values.items():
        if not (field.switch or isinstance(value, tuple)):
            written, choices = field.write(value), _choices_of(field)
            offered = choices if written in choices else (*choices, written)
            yield ExportRow("choice", field.key, written, _label(field), offered, help=field.text)
    switches = [field for field in fields if field.switch]
    chosen = [field.name.replace("-", " ") for field in switches if values[field]]
    if switches:
        words, is_open = f"{len(chosen) or 'none'} of {len(switches)}", "options" not in folded
        yield ExportRow("heading", "options", words, GROUPS["options"], on=is_open, help=", ".join(chosen))
    for field in switches if switches and "options" not in folded else ():
        words = field.name.replace("-", " ")
        yield ExportRow("tick", field.key, words, "", (), bool(values[field]), field.text, field.text)


def _label(field: Field) -> str:
    return field.name.replace("-", " ").capitalize()


def _choices_of(field: Field) -> tuple[str, ...]:
    return tuple(choice.written for choice in field.kind.words)


def _pages(number: int | None) -> str:
    return "" if number is None else counted(number, "page")


def _short(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(f"{home}/") else path
