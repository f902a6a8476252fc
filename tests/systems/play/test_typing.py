"""What a type checker sees of acts and changes: mistakes that would else be found when they run, or never."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[3]
WRONG = '''
from __future__ import annotations

from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Change, Flagged, Outcome, with_common
from builder.systems.play.game import Game, PartRef, UnitRef
from builder.systems.play.lookup import At, units
from tests.systems.play.toy import Band, Hurt, Skirmish, Strike


class Other(Game[Band, str], frozen=True, kw_only=True):
    pass


class Alien(Change, frozen=True, kw_only=True, tag="alien"):
    def apply(self, game: Other) -> Other:
        return game


class Idle(Change, frozen=True, kw_only=True, tag="idle"):
    pass


def chosen(at: At[Skirmish], act: Wrong) -> list[Choice[UnitRef]]:
    return [Choice(act.untit, "misspelt")]  # wrong


class Wrong(Act[Skirmish]):
    """An act with mistakes."""

    unit: UnitRef = given("who", unitz())  # wrong
    hits: int = given("how many", default="1")  # wrong
    text: str = given("what", nome="nothing")  # wrong
    die: int | None = given("which die", default=None)

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        part: PartRef = self.unit  # wrong
        die = ask.one("die", self.die, "Which?", [Choice("x", "of another type")])
        die + 1  # wrong
        self.hits = 3  # wrong
        return Ruling("text", [Alien()])  # wrong


Strike(attacker=UnitRef(0, "a"))  # wrong
Strike(UnitRef(0, "a"), UnitRef(1, "a"))  # wrong
GOOD: tuple[type[Outcome[Skirmish]], ...] = with_common(Hurt)
CHANGES: tuple[type[Outcome[Skirmish]], ...] = (Hurt, Flagged, Alien)  # wrong
NONE: tuple[type[Outcome[Skirmish]], ...] = (Idle,)  # wrong
ACTS: tuple[type[Act[Skirmish]], ...] = (Strike, *common_acts.ACTS)
ALIEN: tuple[type[Act[Other]], ...] = (Strike,)  # wrong
'''


@pytest.mark.long
def test_mistakes_in_acts_are_seen_by_a_type_checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = tmp_path / "wrong.py"
    code.write_text(WRONG)
    monkeypatch.chdir(ROOT)
    told, errors, _ = api.run([str(code), "--no-error-summary", "--follow-imports=silent"])
    # What the checker kept of the same code it tells by the folder of that run.
    found = {int(line.split(":")[1]) for line in told.splitlines() if code.name in line and ": error:" in line}
    wanted = {number for number, line in enumerate(WRONG.splitlines(), 1) if line.endswith("# wrong")}
    assert not errors
    assert found == wanted, told
