"""Game systems and catalogues (`.gst`, `.cat`, zipped `.gstz`, `.catz`), versions 2.00 to 2.03, as the data model.

One pass over the document, elements becoming records as they end. What is wrong in it is a finding with its line, and
loading goes on; only a document that is damaged or of another kind is refused.
"""

from __future__ import annotations

from xml.parsers.expat import XMLParserType

from msgspec import Struct

from builder.bounds import MOST_LEVELS
from builder.catalogue.model import Catalogue, GameSystem
from builder.errors import Finding, InputError, abridged
from builder.formats.battlescribe.attributes import LongTextError, upgrade_root
from builder.formats.battlescribe.dataelements import LISTS, ROOTS, ElementShape, Values
from builder.formats.battlescribe.jsondata import Elements, JsonElements, is_json_data
from builder.formats.battlescribe.safexml import AGAIN, Notes, new_parser, refusal, refuse_here, run_parser, too_deep
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.detection import is_zip
from builder.inputs import BREAKING, what_broke
from builder.record import Record, without_collector
from builder.text import LONGEST, clean, clean_name

PASSED_OVER = frozenset({"comment", "readme"})
"""Elements that are for the makers of the data alone."""

PASSED_OVER_ATTRIBUTES = frozenset(
    {"authorContact", "authorName", "authorUrl", "automatic", "categoryEntryId", "childName", "defaultValue", "hidden",
     "id", "name", "sortIndex", "type", "xmlns"}
)  # fmt: skip
"""Attributes that are for the makers of the data, or stand where they mean nothing."""

UNUSED = {
    "alias": "other names that texts may use",
    "associationLinks": "ties between units",
    "associations": "ties between units",
    "attributeTypes": "a second set of columns",
    "attributes": "a second set of values",
    "childForcesLabel": "how forces are shown",
    "collapsible": "how options are shown",
    "exportable": "what other programs export",
    "flatten": "how options are shown",
    "formatRules": "how values are shown",
    "kind": "how profiles are shown",
    "noindex": "which names texts link to",
    "sharedAssociations": "ties between units",
}
"""What New Recruit's data has besides and is not used here, each with what it is for."""

OLD_TAGS = frozenset({"entries", "entryGroups", "forceTypes", "sharedEntries", "sharedEntryGroups"})
"""Elements of versions 1.x of the format, which later ones call otherwise."""

LONGEST_NAME = 60
"""A longer name is abridged in what is told of an element."""


class _Open(Struct):
    """An element that is being read, with the list that it stands in: the list's field and what the list is of."""

    shape: ElementShape
    attributes: dict[str, str]
    place: int
    values: Values
    parts: dict[str, list[object]]
    field: str = ""
    item: ElementShape | None = None
    broken: bool = False


class DataReader:
    """Reads what is below a root; `value` is the root's record at the end, `books` what entries call their books."""

    def __init__(self, parser: Elements, file: str, notes: Notes) -> None:
        self.parser = parser
        self.file = file
        self.notes = notes
        self.value: object = None
        self.books: dict[str, None] = {}
        self._nameless = 0

    def install(self, shape: ElementShape, attributes: dict[str, str]) -> None:
        """Begin below a root element that the parser has just met."""
        # These handlers are called for every element of catalogues of many megabytes, and share what they know in
        # variables: as attributes of an object, it would be looked up several times for each. What they know nothing of
        # stands below the class.
        parser, notes, file, books = self.parser, self.notes, self.file, self.books
        here = _Open(shape, attributes, parser.CurrentByteIndex, shape.given.copy(), {})
        item: ElementShape | None = None
        list_field = ""
        writing = ""
        text: list[str] = []
        above: list[_Open] = []
        seen: dict[str, int] = {}
        said: dict[tuple[object, ...], Values] = {}
        leaf: dict[str, str] | None = None
        leaf_place = 0
        skipped = 0
        doubtful = ""

        def start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal here, item, list_field, writing, leaf, leaf_place
            if item is not None:
                if tag != item.tag or leaf is not None:
                    skip(tag)
                    return
                if item.alike:
                    leaf, leaf_place = attributes, parser.CurrentByteIndex
                    if item.text:
                        parser.CharacterDataHandler = text.append
                    return
                if len(above) >= MOST_LEVELS:
                    raise too_deep(parser, file)
                above.append(here)
                here = _Open(item, attributes, parser.CurrentByteIndex, item.given.copy(), {}, list_field, item)
                if item.unique:
                    identity = attributes.get("id", "").strip()
                    if identity in seen:
                        self.repeated(here, identity, seen[identity])
                    elif identity:
                        seen[identity] = here.place
                item = None
                return
            found = here.shape.lists.get(tag)
            if found is not None:
                list_field, item = found
            elif tag in here.shape.texts:
                writing = here.shape.texts[tag]
                parser.CharacterDataHandler = text.append
            else:
                skip(tag)

        def end(tag: str) -> None:
            nonlocal here, item, list_field, writing, leaf
            if item is not None:
                if leaf is None:
                    item = None
                    return
                value, leaf = leaf_value(item, leaf), None
                for part in item.split(value) if item.split is not None and value is not None else (value,):
                    put(part, item)
                return
            if writing:
                here.values[writing] = taken()
                writing = ""
                return
            done, shape, values = here, here.shape, here.values
            for name, parts in done.parts.items():
                values[name] = tuple(parts)
            try:
                _read_attributes(shape, done.attributes, values, done.place, notes)
                value = shape.record(**values)
            except (KeyError, TypeError, ValueError):
                value = self.mend(done)
            if "book" in done.attributes:
                books[done.attributes["book"].strip()] = None
            if not above:
                self.value = value
                return
            here, item, list_field = above.pop(), done.item, done.field
            put(None if done.broken else value, shape)

        def put(value: object, shape: ElementShape) -> None:
            """Put what an element became into its list, or note that something is missing there."""
            if value is None:
                here.broken = here.broken or shape.matters
            elif list_field in here.parts:
                here.parts[list_field].append(value)
            else:
                here.parts[list_field] = [value]

        def leaf_value(shape: ElementShape, attributes: dict[str, str]) -> object:
            """Return the record of an element that holds no others; one with another id may have said the same."""
            written = taken() if shape.text else ""
            identity = attributes.pop("id", None)
            key = (shape, *attributes, *attributes.values())
            if identity is not None:
                attributes["id"] = identity
            values = said.get(key, shape.given).copy()
            try:
                if key not in said:
                    if _read_attributes(shape, attributes, values, leaf_place, notes):
                        said[key] = {name: value for name, value in values.items() if name != "id"}
                elif identity is not None and "id" in shape.reads:
                    values["id"] = shape.reads["id"][1](identity)
                if written:
                    values[shape.text] = written
                return shape.record(**values)
            except (KeyError, TypeError, ValueError):
                return self.mend(_Open(shape, attributes, leaf_place, {shape.text: written} if written else {}, {}))

        def taken() -> str:
            parser.CharacterDataHandler = None
            written = clean("".join(text)).strip()
            text.clear()
            return written

        def skip(tag: str) -> None:
            nonlocal skipped, doubtful
            if tag in LISTS:
                # Version 2.00 writes empty lists wherever it can.
                doubtful = tag
            elif tag in OLD_TAGS and not above:
                raise _too_old(parser, file)
            elif tag not in PASSED_OVER:
                notes.unknown(tag, parser.CurrentByteIndex)
            skipped = 1
            parser.StartElementHandler = skip_start
            parser.EndElementHandler = skip_end

        def skip_start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal skipped, doubtful
            skipped += 1
            if doubtful:
                notes.unknown(doubtful, parser.CurrentByteIndex)
                doubtful = ""
            if skipped > MOST_LEVELS:
                raise too_deep(parser, file)

        def skip_end(tag: str) -> None:
            nonlocal skipped, doubtful
            skipped -= 1
            if not skipped:
                doubtful = ""
                parser.StartElementHandler = start
                parser.EndElementHandler = end

        parser.StartElementHandler = start
        parser.EndElementHandler = end

    def mend(self, done: _Open) -> object:
        """Return the record of an element with something wrong in it, which is told.

        None if nothing can be made of it.
        """
        shape, values = done.shape, {**done.shape.given, **done.values}
        unread: dict[str, str] = {}
        for key, text in ((key, text) for key, text in done.attributes.items() if key in shape.attributes):
            attribute = shape.attributes[key]
            try:
                values[attribute.field] = attribute.read(text)
            except LongTextError as long:
                values[attribute.field] = long.shortened
                self.tell(done, "long", f"has a {key} that {long}")
            except (KeyError, ValueError):
                unread[attribute.field] = f"has {key} '{text}', which is not {attribute.wanted}"
        if "id" in shape.needs and not values.get("id"):
            self._nameless += 1
            line = self.notes.line(done.place)
            values["id"] = f"line-{line}" if line else f"nameless-{self._nameless}"
            unread.pop("id", None)
            self.tell(
                done, "id", f"has no id and is called {values['id']} here: give it an id that no other element has"
            )
        lost = [name for name in shape.needs if values.get(name) in (None, "")]
        if shape.matters:
            lost += unread
        for name, problem in unread.items():
            if name not in lost:
                self.tell(done, "value", f"{problem}: correct it; until then it has the usual value")
        if lost:
            problem = unread.get(lost[0]) or f"has no {_attribute_of(shape, lost[0])}"
            consequence = "what it belongs to is left out with it" if shape.matters else "it is left out"
            self.tell(done, "value", f"{problem}: correct it; until then {consequence}")
            return None
        if shape.finish is not None:
            shape.finish(values, done.attributes)
        return shape.record(**values)

    def repeated(self, done: _Open, identity: str, first: int) -> None:
        """Tell of an id that another element has."""
        line = self.notes.line(first)
        other = f"the element in line {line}" if line else "another element"
        message = f"has the id {identity} that {other} has: give it one of its own"
        self.tell(done, "id-repeated", f"{message}; links lead to the first", identity)

    def tell(self, done: _Open, code: str, message: str, identity: str | None = None) -> None:
        """Note something about an element, by its tag and name."""
        name = abridged(clean_name(done.attributes.get("name", "")).strip(), LONGEST_NAME)
        named = f"<{done.shape.tag}> “{name}”" if name else f"<{done.shape.tag}>"
        self.notes.add(done.place, code, f"{named} {message}", identity or done.attributes.get("id"))


def _read_attributes(shape: ElementShape, attributes: dict[str, str], values: Values, place: int, notes: Notes) -> bool:
    """Add what the attributes of an element say to its values; whether all of them mean something here."""
    reads, known = shape.reads, True
    for key, read in attributes.items():
        found = reads.get(key)
        if found is not None:
            name, convert, words = found
            if words is not None:
                values[name] = words[read] if read in words else convert(read)
                continue
            # Ids and most names have nothing to clean; asking that costs a fifth of cleaning them.
            plain = read.strip()
            tidy = plain and plain.isascii() and plain.isprintable() and len(plain) <= LONGEST
            values[name] = plain if tidy else convert(read)
        elif key not in PASSED_OVER_ATTRIBUTES:
            notes.unknown_attribute(shape.tag, key, place)
            known = False
    if shape.finish is not None:
        shape.finish(values, attributes)
    return known


def _attribute_of(shape: ElementShape, name: str) -> str:
    return next(key for key, attribute in shape.attributes.items() if attribute.field == name)


def _too_old(parser: Elements, file: str, version: str = "1.x") -> InputError:
    message = f"the file is in version {version} of the format, which is not read here: open it in BattleScribe's Data"
    return refuse_here(parser, f"{message} Editor (2.03) and save it, or fetch a newer release of the data", file)


NAMESPACES = {
    "gameSystem": "http://www.battlescribe.net/schema/gameSystemSchema",
    "catalogue": "http://www.battlescribe.net/schema/catalogueSchema",
}
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
    notes = Notes(name, UNUSED, b"" if is_json_data(document) else document)
    with without_collector():
        reader = _read(document, name, notes)
    root = reader.value
    assert isinstance(root, GameSystem | Catalogue), (
        "a root has no field without a default but its id, which is made up"
    )
    root = upgrade_root(root, reader.books)
    if isinstance(root, GameSystem):
        return DataFile(game_system=root, findings=notes.all_findings())
    return DataFile(catalogue=root, findings=notes.all_findings())


def _read(document: bytes, name: str, notes: Notes) -> DataReader:
    """Return what has read a document, XML or JSON."""
    parser: JsonElements | XMLParserType = JsonElements(name) if is_json_data(document) else new_parser(name)
    reader = DataReader(parser, name, notes)

    def start(tag: str, attributes: dict[str, str]) -> None:
        reader.install(_root(parser, name, tag, attributes, notes), attributes)

    parser.StartElementHandler = start
    if not isinstance(parser, JsonElements):
        run_parser(parser, document, name)
        return reader
    try:
        parser.parse(document)
    except BREAKING as error:
        raise refusal("json", f"{what_broke(error)}: fix it there, or {AGAIN}", name) from None
    return reader


def _root(parser: Elements, file: str, tag: str, attributes: dict[str, str], notes: Notes) -> ElementShape:
    """Return what the root element is; what is strange about it is noted."""
    shape = ROOTS.get(tag)
    if shape is None:
        message = f"the file is a <{tag}>, neither a game system nor a catalogue: choose a .gst or .cat file"
        raise refuse_here(parser, message, file)
    place = parser.CurrentByteIndex
    namespace = attributes.get("xmlns")
    if namespace != NAMESPACES[tag]:
        space = f"the namespace {namespace}" if namespace else "no namespace"
        notes.add(place, "namespace", f"the {tag} has {space} where {NAMESPACES[tag]} belongs: {AGAIN}")
    version = attributes.get("battleScribeVersion", "")
    if version.startswith("1."):
        raise _too_old(parser, file, version)
    if version not in VERSIONS:
        notes.add(place, "version", f"the format's version is '{version}', and 2.00 to 2.03 are known here: {AGAIN}")
    return shape
