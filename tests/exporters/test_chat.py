from __future__ import annotations

from decimal import Decimal

from builder.errors import Finding, Severity
from builder.exporters.text import write_chat
from builder.systems.blocks import RosterPage
from builder.systems.blocks.roster import RosterRow, Token, Total

SQUAD = RosterRow(unit="s", slot="TR", name="Squad *Oriel*", detail="8 Boltgun, Flamer", models=10, points=Decimal(170))
PAGE = RosterPage(
    title="Third_Company @everyone",
    system="Diceless 40K",
    points=Decimal("1200.0"),
    limit=Decimal(1500),
    source="Space Marines",
    totals=(Total("1", "units"), Total("10", "models"), Total("0", "vehicles")),
    rows=(SQUAD, RosterRow(unit="w", slot="HS", name="Whirl\nwind", detail="", models=1, points=Decimal("85.5"))),
    tokens=(Token("Scatter", 5, (), "7 when the game starts"),),
    token_remark="to the opponent",
)


def test_each_unit_has_one_line_and_signs_of_markdown_are_only_signs() -> None:
    assert write_chat(PAGE).splitlines() == [
        r"**Third\_Company \@everyone** (Diceless 40K; Space Marines)",
        r"- **Squad \*Oriel\*** (10 models), 170 points: 8 Boltgun, Flamer",
        "- **Whirl wind**, 85.5 points",
        "**Total: 1200 of 1500 points**, 1 units, 10 models",
        "Tokens to the opponent: Scatter 5 (7 when the game starts)",
    ]


def test_an_army_with_errors_says_so() -> None:
    page = RosterPage(title="a", system="b", points=Decimal(0), findings=(Finding(Severity.ERROR, "max", "Too many."),))
    assert write_chat(page).splitlines() == ["**a** (b)", "**Total: 0 points**", "Not valid: 1 error"]
