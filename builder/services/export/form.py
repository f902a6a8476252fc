"""What a player fills in to export an army: made of the options of sheets, so that new ones are asked for too."""

from __future__ import annotations

import inspect
import re
import shlex
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from builder.datafiles.text.names import file_stem
from builder.errors import Finding
from builder.resources import expanded
from builder.services.army.opening import Army
from builder.services.export.files import FORMS, export_army, papers
from builder.services.output_file import write_output
from builder.sheets.options import ALL_SHEETS, SORTS, SheetOptions

SHEET_FORMS = ("pdf", "text", "json")
"""The forms that are sheets; the others are lists, which have no options."""

FORM_NAMES = {"pdf": "PDF", "text": "text", "json": "JSON", "battlescribe-text": "BattleScribe text", "chat": "chat"}
_ENDINGS = {"json": ".json", "pdf": ".pdf", "ros": ".ros", "rosz": ".rosz"}
_ARGUMENT = re.compile(r"^ {4}(\w+(?:, \w+)*): (.+(?:\n {8}.+)*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ExportField:
    """One thing to choose: a flag, one of several choices, or some of them; `help` says what it does."""

    name: str
    kind: str
    choices: tuple[str, ...]
    help: str

    @property
    def words(self) -> str:
        """Its name as people write it."""
        return self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """What is to be written: in which form, with which options, where to."""

    form: str
    target: str
    options: SheetOptions = field(default_factory=SheetOptions)

    def with_form(self, form: str) -> ExportPlan:
        """The same in another form: the file's ending follows."""
        path = Path(self.target)
        ending = ending_of(form)
        target = str(path.with_suffix(ending)) if path.suffix == ending_of(self.form) else self.target
        return replace(self, form=form, target=target)

    def with_option(self, name: str, value: object) -> ExportPlan:
        """The same with another choice.

        Raises:
            InputError: it cannot be chosen.
        """
        return replace(self, options=SheetOptions(**{**_values(self.options), name: value}))

    def command(self, army: str) -> str:
        """The command that does the same."""
        words = ["muster", "export", army, "-o", self.target]
        if ending_of(self.form) == ".txt" and self.form != "text":
            words += ["--format", self.form]
        usual = _values(SheetOptions())
        for name, value in _values(self.options).items() if self.form in SHEET_FORMS else ():
            option = f"--{name.replace('_', '-')}"
            if value == usual[name]:
                continue
            if isinstance(value, bool):
                words.append(option)
            else:
                words += [option, value if isinstance(value, str) else ",".join(value)]
        return shlex.join(words)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the file, its bytes, and what was noticed on the way."""

    path: Path
    size: int
    findings: tuple[Finding, ...]


def export_fields() -> tuple[ExportField, ...]:
    """Everything that can be chosen of sheets, in the order of the options.

    Raises:
        InputError: the page design is missing or has mistakes.
    """
    known = {"paper": papers(), "sheets": ALL_SHEETS, "sort": SORTS}
    helps = _helps()
    made = []
    for option in fields(SheetOptions):
        kind = {bool: "flag", tuple: "several"}.get(type(option.default), "choice")
        made.append(ExportField(option.name, kind, known.get(option.name, ()), helps.get(option.name, "")))
    return tuple(made)


def first_plan(army: Army | str, folder: Path) -> ExportPlan:
    """What is written if the player changes nothing: a PDF in a folder, called after the army."""
    name = army if isinstance(army, str) else army.name
    return ExportPlan(FORMS[0], str(folder / f"{file_stem(name)}{ending_of(FORMS[0])}"))


def ending_of(form: str) -> str:
    """How the name of a file in a form ends."""
    return _ENDINGS.get(form, ".txt")


def write_export(army: Army, plan: ExportPlan, *, force: bool = False) -> Written:
    """Write the file of a plan; `force` replaces whatever is there.

    Raises:
        MusterError: it cannot be made or written, or would take the place of a file that does not give way.
    """
    made = export_army(army, plan.form, plan.options)
    path = expanded(plan.target)
    write_output(str(path), made.data, source=army.file, force=force)
    return Written(path, len(made.data), made.findings)


def _values(options: SheetOptions) -> dict[str, Any]:
    return {option.name: getattr(options, option.name) for option in fields(SheetOptions)}


def _helps() -> dict[str, str]:
    """What the options say of themselves, by name; nothing where documentation was left out."""
    told = inspect.getdoc(SheetOptions) or ""
    return {match[1]: " ".join(match[2].split()).rstrip(".") for match in _ARGUMENT.finditer(told)}
