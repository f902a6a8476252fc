"""Names that nobody should be hurt by, in every kind of file that holds names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions
from builder.text import LONGEST
from tests.formats.datafiles import SQUAD, catalogue, game_system
from tests.formats.newrecruitfiles import as_json

NAMES = (
    "[@click=app.bell]Click[/] [b]bold",
    "Anna [/] list [Legends] v2",
    "\x1b]0;title\x07 \x1b]52;c;cHduZWQ=\x1b\\",
    "\x1b[31mred\x1b[2J\x1b[H",
    "\x9b31m \x9d0;title\x9c",
    "".join(map(chr, range(0x20))) + "\x7f" + "".join(map(chr, range(0x80, 0xA0))),
    "one\r\ntwo\nthree\u2028four\u2029five\x85six\tseven",
    "\u202eback\u2066wards\u2069\u200f\u061c",
    "in\u200bvis\ufeffi\xadble\u2060\U000e0041",
    "half \ud800 signs \udfff",
    "Z" + "\u0301" * 300,
    "👨\u200d👩\u200d👧 ☠️ 漢字 العربية",
    "- x: {y} # z 'q\" & *a !t | > % `",
    '<a href="&amp;">]]></a> \\ $(id) ${x} `id`',
    "@everyone **bold** ||spoiler|| __x__ # title",
    "W" * (LONGEST + 1),
)


def roster() -> bytes:
    """A roster as New Recruit writes it; every name that a player or a catalogue gives in it is hostile."""
    document = json.loads(as_json(export_army(open_army("orks-500"), "ros", SheetOptions()).data))
    names = cycle(NAMES)
    _rename(document["roster"], names)
    return json.dumps(document).encode()


def _rename(element: dict[str, Any], names: Iterator[str]) -> None:
    """Give hostile names to a roster, its forces and selections, and hostile notes."""
    element["name"] = next(names)
    element["customName"] = next(names)
    element["customNotes"] = "\n".join((next(names), next(names)))
    if "gameSystemName" in element:
        element["gameSystemName"] = next(names)
    if "catalogueName" in element:
        element["catalogueName"] = next(names)
    for rule in element.get("rules", ()):
        rule["name"], rule["description"] = next(names), next(names)
    for list in ("forces", "selections"):
        for child in element.get(list, ()):
            _rename(child, names)


def army(first: int) -> str:
    """An army file whose names and notes are hostile, beginning with one of them."""
    told = [_in_yaml(name) for name in (*NAMES[first:], *NAMES[:first])]
    units = [f"  - {{unit: Boyz, id: u{n}, name: {name}, notes: {name}}}" for n, name in enumerate(told)]
    head = ["format: muster-army", "version: 1", f"name: {told[0]}", f"notes: {told[1]}"]
    head += ["system: diceless", "data: diceless/orks", "limit: 2000"]
    groups = f"groups: [{{id: g1, name: {told[2]}, units: [u1, u2]}}]"
    return "\n".join((*head, "units:", *units, groups, ""))


def _in_yaml(name: str) -> str:
    whole = name.encode(errors="replace").decode()
    return '"' + "".join(sign if sign.isalnum() else f"\\U{ord(sign):08X}" for sign in whole) + '"'


def data_set(folder: Path) -> Path:
    """A game system with a catalogue, as far as XML can hold such names."""
    folder.mkdir()
    (folder / "system.gst").write_bytes(game_system(name=_in_xml(NAMES[4])))
    units = "".join(
        SQUAD.replace('id="squad"', f'id="squad{n}"').replace('name="Squad"', f'name="{_in_xml(name)}"')
        for n, name in enumerate(NAMES)
    )
    (folder / "marines.cat").write_bytes(catalogue(units, name=_in_xml(NAMES[0])))
    return folder


def _in_xml(name: str) -> str:
    held = "".join(c for c in name if c >= " " or c in "\t\n\r").encode(errors="ignore").decode()
    return quoteattr(held, {'"': "&quot;"})[1:-1]


def file_names() -> Iterator[str]:
    """The same names as those of files, as far as a file can have them."""
    for name in NAMES:
        bare = name.replace("/", "").replace("\0", "").encode(errors="ignore")[:100]
        yield os.fsdecode(bare)
    yield os.fsdecode(b"no \xff utf-8")
