"""Game systems and catalogues (`.gst`, `.cat`, zipped `.gstz`, `.catz`), versions 2.00 to 2.03, as the data model.

One pass over the document, elements becoming records as they end. What is wrong in it is a finding with its line, and
loading goes on; only a document that is damaged or of another kind is refused.
"""

from __future__ import annotations

from xml.parsers.expat import XMLParserType

from builder.catalogue.model import Catalogue, GameSystem
from builder.catalogue.record import Record
from builder.errors import Finding
from builder.formats.battlescribe import dataelements as elements
from builder.formats.battlescribe.dataelements import Shape
from builder.formats.battlescribe.datareader import DataReader, Notes
from builder.formats.battlescribe.safexml import AGAIN, new_parser, refuse_here, run_parser
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.battlescribe.upgrade import upgrade_root
from builder.formats.detection import is_zip

NAMESPACES = {
    "gameSystem": "http://www.battlescribe.net/schema/gameSystemSchema",
    "catalogue": "http://www.battlescribe.net/schema/catalogueSchema",
}
ROOTS = {"gameSystem": elements.GAME_SYSTEM, "catalogue": elements.CATALOGUE}
VERSIONS = ("2.00", "2.01", "2.02", "2.03")


class DataFile(Record, frozen=True, kw_only=True):
    """A game system or a catalogue, with what is to be said of its file."""

    game_system: GameSystem | None = None
    catalogue: Catalogue | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def root(self) -> GameSystem | Catalogue:
        """The one of the two that it is."""
        root = self.game_system or self.catalogue
        assert root is not None, "read_data_file makes one of the two"
        return root


def read_data_file(data: bytes, name: str) -> DataFile:
    """Read a game system or a catalogue, zipped or not.

    Args:
        data: the bytes of the file.
        name: what the file is called, for messages alone.

    Raises:
        InputError: the file is damaged, too large, or of another kind: one message with the spot and the mend.
    """
    document = unzip_only_file(data, name) if is_zip(data) else data
    parser = new_parser(name)
    notes = Notes(name)
    reader = DataReader(parser, name, notes)

    def start(tag: str, attributes: dict[str, str]) -> None:
        reader.install(_root(parser, name, tag, attributes, notes), attributes)

    parser.StartElementHandler = start
    run_parser(parser, document, name)
    root = reader.value
    assert isinstance(root, GameSystem | Catalogue), (
        "a root has no field without a default but its id, which is made up"
    )
    root = upgrade_root(root, reader.books)
    if isinstance(root, GameSystem):
        return DataFile(game_system=root, findings=notes.told())
    return DataFile(catalogue=root, findings=notes.told())


def _root(parser: XMLParserType, file: str, tag: str, attributes: dict[str, str], notes: Notes) -> Shape:
    """What the root element is; what is strange about it is noted."""
    shape = ROOTS.get(tag)
    if shape is None:
        message = f"the file is a <{tag}>, neither a game system nor a catalogue: choose a .gst or .cat file"
        raise refuse_here(parser, message, file)
    line = parser.CurrentLineNumber
    namespace = attributes.get("xmlns")
    if namespace != NAMESPACES[tag]:
        space = f"the namespace {namespace}" if namespace else "no namespace"
        notes.add(line, "namespace", f"the {tag} has {space} where {NAMESPACES[tag]} belongs: {AGAIN}")
    version = attributes.get("battleScribeVersion", "")
    if version not in VERSIONS:
        known = f"{VERSIONS[0]} to {VERSIONS[-1]}"
        notes.add(line, "version", f"the format's version is '{version}', and {known} are known here: {AGAIN}")
    return shape
