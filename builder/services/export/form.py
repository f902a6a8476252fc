"""What a player fills in to export an army: made of the options of sheets, so that new ones are asked for too."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import MsgspecError, json, structs

from builder.errors import Finding, InputError
from builder.inputs import read_file
from builder.record import Record, replace
from builder.resources import expanded, state_folder
from builder.scalars import capitalized, counted, file_stem, relative_time
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.files import FORMS, export_army, write_output
from builder.services.export.words import FORMS as WORDS
from builder.services.export.words import OPTIONS, absent, choice_name, form_name, sheet_name, short_name, short_path
from builder.services.files import changed_at, is_there, key_of, make_folder, write_target
from builder.sheets.options import MATCHUP, OUR_SHEETS, SheetOptions, kind_of
from builder.systems.specs import Field, spec_of

SHEET_FORMS = ("pdf", "text", "json")
"""The forms that are sheets; the others are lists, which have no options."""

SHEET_FIELDS = spec_of(SheetOptions).fields
"""Everything that can be chosen of sheets, in the order of the options of the command."""

FORM_FIELDS = {"text": ("sheets", "sort", "opponent"), "json": ("sheets", "sort", "opponent")}
"""What changes the sheets in a form that has no pages; all else is about paper, and is not asked for there."""

_ENDINGS = {"json": ".json", "pdf": ".pdf", "ros": ".ros", "rosz": ".rosz"}
MOST_PLAN_BYTES = 100_000
WHOSE = "What each unit does to each enemy: {export.against} says whose."


class ExportPlan(Record, frozen=True):
    """What is to be written: in which form, with which options, where to; whom a matchup is against, and his name."""

    form: str
    target: str
    options: SheetOptions = SheetOptions()
    against: str = ""
    enemy: str = ""

    @property
    def opponent(self) -> str:
        """What commands call the army that the sheet of a matchup is against; empty for common targets."""
        return self.against if self.form in SHEET_FORMS and MATCHUP in self.options.sheets else ""

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
            at = row.choices.index(self._chosen(row))
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
            raise InputError(f"“{row.said}” stays: tick what is printed in its place first.")
        return self.with_option(row.name, chosen)

    def _chosen(self, row: ExportRow) -> str:
        """Return which of the choices of a row is taken, as commands write it."""
        if row.name == "form":
            return self.form
        field = next(field for field in SHEET_FIELDS if field.key == row.name)
        return field.write(getattr(self.options, row.name))

    def command(self, army: str) -> str:
        """Return the command that does the same."""
        words = ["muster", "export", army, "-o", self.target]
        if ending_of(self.form) == ".txt" and self.form != "text":
            words += ["--format", self.form]
        words += ["--against", self.opponent] if self.opponent else []
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


class LastPrint(ExportPlan, frozen=True):
    """How an army was written last: the plan, when, and how long it was.

    Args:
        at: when the file was changed last, in seconds since 1970; 0 where that is not known.
        size: its bytes.
        pages: how many; 0 of what has none.
    """

    at: float = 0.0
    size: int = 0
    pages: int = 0

    @property
    def plan(self) -> ExportPlan:
        """What is written if nothing is changed."""
        return ExportPlan(self.form, self.target, self.options, self.against, self.enemy)

    @property
    def day(self) -> str:
        """The day on which it was written; empty where that is not known."""
        return relative_time(self.at) if self.at else ""


def remembered_print(source: str) -> LastPrint | None:
    """Return how an army was written last; None where that is not known, or cannot be read any more."""
    path = _kept_in(source)
    try:
        last = json.decode(read_file(path, MOST_PLAN_BYTES), type=LastPrint)
    except (MsgspecError, ValueError, RecursionError, InputError):
        return None
    return last if last.at else replace(last, at=changed_at(str(path)))


def remember_print(source: str, plan: ExportPlan, pages: int = 0) -> LastPrint:
    """Keep how an army was written, for the next time; what is remembered again stays as it was.

    Raises:
        InputError: it cannot be kept.
    """
    path, file = _kept_in(source), expanded(plan.target)
    size = file.stat().st_size if is_there(str(file)) else 0
    if not isinstance(plan, LastPrint):
        known = (changed_at(str(file)), size, pages)
        plan = LastPrint(plan.form, plan.target, plan.options, plan.against, plan.enemy, *known)
    try:
        kept = json.encode(plan)
    except UnicodeEncodeError:
        raise InputError(f"{plan.target} is not text, and is not remembered") from None
    _make_folder(path.parent)
    write_target(str(path), kept)
    return plan


def forget_print(source: str) -> None:
    """Keep no longer how an army was written."""
    with suppress(OSError):
        _kept_in(source).unlink()


def must_ask(plan: ExportPlan, last: LastPrint | None) -> bool:
    """Whether a file is in the way that is not the one of the last print, as it was written then."""
    path = expanded(plan.target)
    if not is_there(str(path)):
        return False
    known = (plan.target, plan.form, changed_at(str(path)), path.stat().st_size)
    return last is None or (last.target, last.form, last.at, last.size) != known


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
    made = export_army(army, plan.form, plan.options, open_army(plan.opponent) if plan.opponent else None)
    path = expanded(plan.target)
    _make_folder(path.parent)
    write_output(str(path), made.data, source=army.file, force=force)
    return Written(path, len(made.data), made.findings)


class ExportRow(Record, frozen=True):
    """One line of the form.

    Args:
        kind: the `heading` of a group that folds, `one` of several that stand below each other, a `choice` of
            those that stand in one line, a `tick` that is on or off, a `button`; the cursor does not stand on a
            `note`, which says more of the row above, on `words` below a `rule`, or on a `gap`.
        name: what it sets: `form`, `target`, or an option; of a heading what folds with it.
        value: what is chosen, as commands write it; of a tick in a list, its own word; of others what is shown.
        label: what stands before it.
        said: its words for a player.
        on: whether it is chosen, of a heading whether it is open, of a note whether Enter does more than write.
        remark: what stands at the right, where there is room for all of it.
        help: what is told of the row while the cursor is on it; of a folded heading what stands behind its words.
    """

    kind: str
    name: str
    value: str
    label: str = ""
    choices: tuple[str, ...] = ()
    on: bool = False
    remark: str = ""
    help: str = ""
    said: str = ""

    @property
    def id(self) -> tuple[str, ...]:
        """What tells it from the other rows, whatever is chosen."""
        return self.kind, self.name, *((self.value,) if self.kind in ("one", "tick") else (self.label,))

    @property
    def stops(self) -> bool:
        """Whether the cursor stands on it."""
        return self.kind not in ("note", "rule", "gap", "words")


GROUPS = {"looks": "Looks", "sort": "Order", "form": "What", "file": "File", "paper": "Paper", "sheets": "Sheets"}
"""The groups that fold, in the order in which they do where not all have room."""
SHEET_NAMES = {sheet: sheet_name(sheet) for sheet in OUR_SHEETS}


def form_rows(
    plan: ExportPlan,
    pages: Mapping[str, int],
    *,
    sheets: Mapping[str, str] = SHEET_NAMES,
    folded: Collection[str] = (),
    last: LastPrint | None = None,
) -> Iterator[ExportRow]:
    """Yield the rows of a form as it is filled in.

    `pages` counts those of each sheet, as far as they are known; `sheets` are those that the army can have, with their
    names; of the groups that are `folded` only the heading stands there; `last` is how the army was written before.
    """
    yield _heading("form", form_name(plan.form), folded)
    for form, said in WORDS.items() if "form" not in folded else ():
        yield ExportRow("one", "form", form, "", (*WORDS,), form == plan.form, said.use, said.about, said.name)
    fields = {field.key: field for field in fields_of(plan.form)}
    if "sheets" in fields:
        yield from _sheet_rows(plan, pages, sheets, folded)
    if paper := fields.pop("paper", None):
        yield _heading("paper", _said(paper, plan), folded)
        if "paper" not in folded:
            yield _choice(paper, plan, "")
    yield from _looks([field for key, field in fields.items() if key not in ("sheets", "sort")], plan, folded)
    if sort := fields.get("sort"):
        yield _heading("sort", _said(sort, plan), folded)
        choices = tuple(each.written for each in sort.kind.words)
        for choice in choices if "sort" not in folded else ():
            on = choice == sort.write(plan.options.sort)
            yield ExportRow("one", "sort", choice, "", choices, on, "", sort.text, choice_name("sort", choice))
    yield from _file_rows(plan, folded, last)


def folded_at_first(plan: ExportPlan, sheets: Mapping[str, str], room: int, *, small: bool) -> set[str]:
    """Return the groups to fold where not all rows of a form have room; the sheets only on a `small` screen."""
    folded = set[str]()
    for name in GROUPS:
        if len([*form_rows(plan, {}, sheets=sheets, folded=folded)]) > room and (name != "sheets" or small):
            folded.add(name)
    return folded


def _heading(group: str, words: str, folded: Collection[str], remark: str = "", more: str = "") -> ExportRow:
    return ExportRow("heading", group, words, GROUPS[group], on=group not in folded, remark=remark, help=more)


def _sheet_rows(
    plan: ExportPlan, pages: Mapping[str, int], sheets: Mapping[str, str], folded: Collection[str]
) -> Iterator[ExportRow]:
    """Yield a tick for each sheet, with its pages."""
    chosen = plan.options.sheets
    offered = {**sheets, **{each: sheet_name(each) for each in chosen if each not in sheets}}
    if plan.enemy and MATCHUP in offered:
        offered[MATCHUP] = f"matchup against: {plan.enemy}"
    total = counted(sum(pages.values()), "page") if pages else ""
    ticked, names = f"{len(chosen)} of {len(offered)}", ", ".join(short_name(offered[each]) for each in chosen)
    yield _heading("sheets", ticked, folded, total, names)
    for sheet, name in offered.items() if "sheets" not in folded else ():
        on = sheet in chosen
        remark = "" if not (on and pages) else str(pages[sheet]) if sheet in pages else absent(sheet, name)
        about = kind_of(sheet).about if sheet != MATCHUP else WHOSE
        yield ExportRow("tick", "sheets", sheet, "", (*offered,), on, remark, about, name)


def _looks(fields: Collection[Field], plan: ExportPlan, folded: Collection[str]) -> Iterator[ExportRow]:
    """Yield the rows of how sheets look: what is on or off, then choices of one."""
    if not fields:
        return
    ordered = sorted(fields, key=lambda field: not field.switch)
    chosen = [field for field in ordered if getattr(plan.options, field.key) != field.default]
    names = (OPTIONS[each.key] + ("" if each.switch else f" {_said(each, plan)}") for each in chosen)
    yield _heading("looks", f"{len(chosen) or 'none'} of {len(fields)}", folded, "", ", ".join(names))
    for field in ordered if "looks" not in folded else ():
        name = OPTIONS.get(field.key, field.name.replace("-", " "))
        if field.switch:
            yield ExportRow("tick", field.key, name, "", (), getattr(plan.options, field.key), "", field.text, name)
        else:
            yield _choice(field, plan, capitalized(name))


def _choice(field: Field, plan: ExportPlan, label: str) -> ExportRow:
    written, choices = field.write(getattr(plan.options, field.key)), tuple(each.written for each in field.kind.words)
    offered = choices if written in choices else (*choices, written)
    return ExportRow("choice", field.key, written, label, offered, help=field.text, said=_said(field, plan))


def _file_rows(plan: ExportPlan, folded: Collection[str], last: LastPrint | None) -> Iterator[ExportRow]:
    """Yield where the file goes, and below folder and name what becomes of each."""
    path = expanded(plan.target).absolute()
    made = "" if _is_folder(path.parent) else "does not exist: {export.write} makes it"
    named = ["will be new"]
    if is_there(str(path)):
        named = [f"replaces the one of {relative_time(changed_at(str(path)))}"]
        named += ["{export.write} asks first"] if must_ask(plan, last) else []
    yield _heading("file", path.name, folded, "", ", ".join(named))
    if "file" not in folded:
        about = "{export.change} or {export.target} says where the file goes: a folder, a name, or both."
        yield ExportRow("button", "target", short_path(path.parent), "Folder", help=about)
        if made:
            yield ExportRow("note", "target", made, "made", on=True)
        yield ExportRow("button", "target", path.name, "Name", help=about)
        yield from (ExportRow("note", "target", each, each, on=place > 0) for place, each in enumerate(named))


def _said(field: Field, plan: ExportPlan) -> str:
    return choice_name(field.key, field.write(getattr(plan.options, field.key)))
