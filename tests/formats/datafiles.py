"""A small game system with catalogues, as the editors of the format write them."""

from __future__ import annotations

from pathlib import Path

SYSTEM_SPACE = "http://www.battlescribe.net/schema/gameSystemSchema"
CATALOGUE_SPACE = "http://www.battlescribe.net/schema/catalogueSchema"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

SYSTEM_BODY = """
  <readme>For those who edit this.</readme>
  <costTypes><costType id="pts" name=" pts" defaultCostLimit="-1.0" hidden="false"/></costTypes>
  <profileTypes>
    <profileType id="unit" name="Unit">
      <characteristicTypes>
        <characteristicType id="ws" name="WS"/><characteristicType id="bs" name="BS"/>
        <characteristicType id="s" name="S"/><characteristicType id="t" name="T"/>
        <characteristicType id="w" name="W"/><characteristicType id="i" name="I"/>
        <characteristicType id="a" name="A"/><characteristicType id="ld" name="Ld"/>
        <characteristicType id="sv" name="Sv"/>
      </characteristicTypes>
    </profileType>
    <profileType id="weapon" name="Weapon">
      <characteristicTypes>
        <characteristicType id="range" name="Range"/><characteristicType id="strength" name="Strength"/>
        <characteristicType id="ap" name="AP"/><characteristicType id="type" name="Type"/>
      </characteristicTypes>
    </profileType>
  </profileTypes>
  <categoryEntries>
    <categoryEntry id="troops" name="Troops" hidden="false"/>
  </categoryEntries>
  <forceEntries>
    <forceEntry id="detachment" name="Detachment" hidden="false">
      <categoryLinks>
        <categoryLink id="slot" name="Troops" hidden="false" targetId="troops" primary="false">
          <constraints>
            <constraint field="selections" scope="parent" value="2.0" percentValue="false" shared="true"
             includeChildSelections="false" includeChildForces="false" id="least" type="min"/>
          </constraints>
        </categoryLink>
      </categoryLinks>
    </forceEntry>
  </forceEntries>
"""

STATS = ["4", "4", "4", "4", "1", "4", "1", "8", "3+"]
COLUMNS = ["WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"]
CELLS = "".join(
    f'<characteristic name="{name}" typeId="{name.lower()}">{value}</characteristic>'
    for name, value in zip(COLUMNS, STATS, strict=True)
)
SQUAD = f"""
    <selectionEntry id="squad" name="Squad" publicationId="codex" page="30" hidden="false" collective="false"
     import="true" type="unit">
      <profiles>
        <profile id="marine" name="Marine" hidden="false" typeId="unit" typeName="Unit">
          <characteristics>{CELLS}</characteristics>
        </profile>
      </profiles>
      <rules><rule id="brave" name="Brave" hidden="false"><description>Never
afraid.</description></rule></rules>
      <infoLinks><infoLink id="to-boltgun" name="Boltgun" hidden="false" targetId="boltgun" type="profile"/></infoLinks>
      <categoryLinks><categoryLink id="in-troops" name="Troops" hidden="false" targetId="troops" primary="true"/>
      </categoryLinks>
      <selectionEntryGroups>
        <selectionEntryGroup id="arms" name="Arms" hidden="false" defaultSelectionEntryId="to-gun">
          <modifiers>
            <modifier type="increment" field="most" value="1">
              <repeats>
                <repeat field="selections" scope="squad" value="5.0" percentValue="false" shared="true"
                 includeChildSelections="true" includeChildForces="false" childId="model" repeats="1" roundUp="true"/>
              </repeats>
              <conditionGroups>
                <conditionGroup type="or">
                  <conditions>
                    <condition field="selections" scope="force" value="1" childId="any" type="atLeast" shared="false"/>
                  </conditions>
                </conditionGroup>
              </conditionGroups>
            </modifier>
          </modifiers>
          <constraints>
            <constraint id="most" type="max" field="selections" scope="parent" value="50.5" percentValue="true"/>
          </constraints>
          <entryLinks>
            <entryLink id="to-gun" name="Gun" hidden="false" collective="true" import="true" targetId="gun"
             type="selectionEntry"/>
          </entryLinks>
        </selectionEntryGroup>
      </selectionEntryGroups>
      <costs><cost name="pts" typeId="pts" value="90.0"/></costs>
    </selectionEntry>
"""
SHARED = """
  <sharedSelectionEntries>
    <selectionEntry id="gun" name="Gun" hidden="false" type="upgrade"><costs/></selectionEntry>
  </sharedSelectionEntries>
  <sharedProfiles>
    <profile id="boltgun" name="Boltgun" hidden="false" typeId="weapon" typeName="Weapon">
      <characteristics>
        <characteristic name="Range" typeId="range">24"</characteristic>
        <characteristic name="Strength" typeId="strength">4</characteristic>
        <characteristic name="AP" typeId="ap">5</characteristic>
        <characteristic name="Type" typeId="type">Rapid Fire</characteristic>
      </characteristics>
    </profile>
  </sharedProfiles>
"""


def game_system(
    body: str = SYSTEM_BODY, *, id: str = "sys", name: str = "Small Wars", version: str = "2.03", revision: int = 3
) -> bytes:
    """A game system."""
    head = f'<gameSystem id="{id}" name="{name}" revision="{revision}" battleScribeVersion="{version}"'
    return f'{HEAD}{head} xmlns="{SYSTEM_SPACE}">{body}</gameSystem>'.encode()


def catalogue(
    entries: str = SQUAD,
    shared: str = SHARED,
    *,
    id: str = "cat",
    name: str = "Marines",
    revision: int = 7,
    system: str = "sys",
    version: str = "2.03",
    space: str = CATALOGUE_SPACE,
    library: bool = False,
    more: str = "",
) -> bytes:
    """A catalogue of it; `more` stands before the entries."""
    flag = "true" if library else "false"
    head = f'<catalogue id="{id}" name="{name}" revision="{revision}" battleScribeVersion="{version}" library="{flag}"'
    root = f'{head} gameSystemId="{system}" gameSystemRevision="3" xmlns="{space}">'
    publications = '<publications><publication id="codex" name="Codex" shortName="C"/></publications>'
    entries = f"<selectionEntries>{entries}</selectionEntries>"
    return f"{HEAD}{root}{publications}{more}{entries}{shared}</catalogue>".encode()


def links_to(*targets: str, roots: bool = True) -> str:
    """Links to other catalogues."""
    flag = "true" if roots else "false"
    links = (
        f'<catalogueLink id="to-{target}" name="{target}" targetId="{target}" importRootEntries="{flag}"/>'
        for target in targets
    )
    return f"<catalogueLinks>{''.join(links)}</catalogueLinks>"


OLD_SYSTEM_BODY = """
  <profiles/><rules/><infoLinks/>
  <costTypes><costType id="points" name="pts" defaultCostLimit="0.0"/></costTypes>
  <profileTypes><profileType id="unit" name="Unit"><characteristicTypes>
    <characteristicType id="t" name="T"/></characteristicTypes></profileType></profileTypes>
  <forceEntries>
    <forceEntry id="chart" name="Chart" hidden="false">
      <profiles/><rules/><infoLinks/><modifiers/><constraints/>
      <forceEntries/>
      <categoryEntries>
        <categoryEntry id="hq" name="HQ" hidden="false">
          <profiles/><rules/><infoLinks/><modifiers/>
          <constraints>
            <constraint field="selections" scope="parent" value="1.0" percentValue="false" shared="false"
             includeChildSelections="false" includeChildForces="false" id="minSelections" type="min"/>
          </constraints>
        </categoryEntry>
        <categoryEntry id="elites" name="Elites" hidden="false"/>
      </categoryEntries>
    </forceEntry>
  </forceEntries>
"""
OLD_ENTRY = """
  <selectionEntry id="boss" name="Boss" book="Codex: Orks" page="9" hidden="false" collective="false"
   categoryEntryId="hq" type="unit">
    <profiles>
      <profile id="stat" name="Boss" book="Codex: Orks" hidden="false" profileTypeId="unit">
        <profiles/><rules/><infoLinks/><modifiers/>
        <characteristics><characteristic name="T" characteristicTypeId="t" value="5"/></characteristics>
      </profile>
    </profiles>
    <rules/><infoLinks/>
    <modifiers>
      <modifier type="set" field="category" value="elites"><repeats/><conditions/><conditionGroups/></modifier>
      <modifier type="set" field="minSelections" value="0"><repeats/><conditions/><conditionGroups/></modifier>
    </modifiers>
    <constraints>
      <constraint field="selections" scope="parent" value="1.0" percentValue="false" shared="false"
       includeChildSelections="false" includeChildForces="false" id="minSelections" type="min"/>
    </constraints>
    <selectionEntries>
      <selectionEntry id="choppa" name="Choppa" hidden="false" collective="true" categoryEntryId="(No Category)"
       type="upgrade"><costs><cost name="pts" costTypeId="points" value="2.5"/></costs></selectionEntry>
    </selectionEntries>
    <costs><cost name="pts" costTypeId="points" value="60.0"/></costs>
  </selectionEntry>
"""


def folder(path: Path, files: dict[str, bytes]) -> Path:
    """A folder with files."""
    path.mkdir(parents=True)
    for name, data in files.items():
        (path / name).write_bytes(data)
    return path


def json_catalogue(name: str) -> dict[str, object]:
    """A catalogue as New Recruit writes it."""
    archer = {"id": "archer", "name": "Archer", "type": "model", "hidden": False}
    head = {"id": name.lower(), "name": name, "revision": 3, "gameSystemId": "sys", "battleScribeVersion": 2.03}
    return {"catalogue": {**head, "library": False, "selectionEntries": [archer]}}
