"""Saved rosters written in tests."""

from __future__ import annotations

import io
import zipfile

from builder.catalogue.library import Library
from builder.formats.saved import LoadedRoster, read_saved, tie_saved

SPACE = "http://www.battlescribe.net/schema/rosterSchema"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
SQUAD = """
<selection id="squad" name=" Tactical Squad " entryId="a::b" publicationId="p1" page="30" number="1" type="unit"
 customName="Ancora">
  <customNotes>Painted</customNotes>
  <rules><rule id="r" name="Fearless" hidden="false"><description>Never afraid.</description></rule></rules>
  <selections>
    <selection id="marines" name="Marine" entryId="c" entryGroupId="g" number="9" type="model">
      <profiles>
        <profile id="pr" name="Marine" hidden="false" typeId="t" typeName=" Unit">
          <characteristics>
            <characteristic name="WS" typeId="ws">4</characteristic>
            <characteristic name="T" typeId="t" value="4(5)"/>
          </characteristics>
        </profile>
      </profiles>
      <costs><cost name=" pts" typeId="points" value="144.0"/></costs>
    </selection>
  </selections>
  <costs><cost name="pts" typeId="points" value="1.5"/></costs>
  <categories><category id="k" name="Troops" entryId="troops" primary="true"/></categories>
</selection>
"""
FORCE = """
<force id="f1" name="Detachment" entryId="fe" catalogueId="cat" catalogueRevision="91" catalogueName="Marines">
  <selections>{selections}</selections>
  <forces>{forces}</forces>
  <publications><publication id="p1" name="Codex"/></publications>
  <categories><category id="x" name="Troops" entryId="troops" primary="false"/></categories>
</force>
"""


def force(selections: str = SQUAD, forces: str = "", id: str = "f1") -> str:
    """A force with selections and child forces."""
    return FORCE.format(selections=selections, forces=forces).replace('id="f1"', f'id="{id}"')


def roster(forces: str = "", space: str = SPACE, head: str = HEAD) -> bytes:
    """A saved roster."""
    return (
        f'{head}<roster id="r1" name=" My list " battleScribeVersion="2.03" gameSystemId="gs" '
        f'gameSystemName="40K" gameSystemRevision="114" xmlns="{space}">'
        '<costs><cost name="pts" typeId="points" value="145.5"/></costs>'
        '<costLimits><costLimit name="pts" typeId="points" value="500.0"/>'
        '<costLimit name="CP" typeId="cp" value="-1.0"/></costLimits>'
        f"<forces>{forces or force()}</forces></roster>"
    ).encode()


def zipped(data: bytes, *names: str, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The same bytes zipped under each name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name in names or ("list.ros",):
            archive.writestr(name, data)
    return file.getvalue()


def load_roster(data: bytes, name: str, library: Library) -> LoadedRoster:
    """A saved roster, tied to the data that it was made with."""
    return tie_saved(read_saved(data, name), name, library)
