"""What a player fills in to export an army: made of the options of sheets, so that new ones are asked for too."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, field, json, structs

from builder.datafiles.text.names import file_stem
from builder.errors import Finding, InputError
from builder.record import Record, replace
from builder.resources import expanded, state_folder
from builder.services.army.opening import Army
from builder.services.export.files import FORMS, export_army, write_output
from builder.services.files import key_of, make_folder, write_target
from builder.sheets.options import SheetOptions
from builder.systems.specs import spec_of

SHEET_FORMS = ("pdf", "text", "json")
"""The forms that are sheets; the others are lists, which have no options."""

FORM_NAMES = {"pdf": "PDF", "text": "text", "json": "JSON", "battlescribe-text": "BattleScribe text", "chat": "chat"}
SHEET_FIELDS = spec_of(SheetOptions).fields
"""Everything that can be chosen of sheets, in the order of the options of the command."""

_ENDINGS = {"json": ".json", "pdf": ".pdf", "ros": ".ros", "rosz": ".rosz"}


class ExportPlan(Record, frozen=True):
    """What is to be written: in which form, with which options, where to."""

    form: str
    target: str
    options: SheetOptions = field(default_factory=SheetOptions)

    def with_form(self, form: str) -> ExportPlan:
        """Return the same in another form: the file's ending follows."""
        path = Path(self.target)
        ending = ending_of(form)
        target = str(path.with_suffix(ending)) if path.suffix == ending_of(self.form) else self.target
        return replace(self, form=form, target=target)

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
        return json.decode(_kept_in(source).read_bytes(), type=ExportPlan)
    except (OSError, MsgspecError, ValueError, RecursionError, InputError):
        return None


def remember_plan(source: str, plan: ExportPlan) -> None:
    """Keep how an army was written, for the next time.

    Raises:
        InputError: it cannot be kept.
    """
    path = _kept_in(source)
    _make_folder(path.parent)
    write_target(str(path), json.encode(plan))


def forget_plan(source: str) -> None:
    """Keep no longer how an army was written."""
    with suppress(OSError):
        _kept_in(source).unlink()


def _kept_in(source: str) -> Path:
    return state_folder() / "printing" / f"{key_of(source)}.json"


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
