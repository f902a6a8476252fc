"""What an act asks, what it looks at and what is given for nothing."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from builder.errors import InputError, PlayError
from builder.systems.arguments import StandIn, offers, read_fields
from builder.systems.play.lookup import At
from builder.systems.specs import name_of, schema_of, spec_of
from tests.systems.play.bands import begun, decided, played
from tests.systems.play.toy import PLAY, Strike

GAME = PLAY.begin(begun())
LED = played(("join", {"leader": "c", "unit": "Guns 1"}))


def test_a_question_takes_its_first_choice_until_it_is_answered() -> None:
    decision = decided(GAME, "charge", unit="b", how="at once")
    (question,) = decision.questions
    assert (question.parameter, [each.value for each in question.choices]) == ("die", ["1", "2", "3", "4", "5", "6"])
    assert decision.event.text == "Guns 2 charges: fear 1"
    answered = decided(GAME, "charge", unit="b", how="at once", die="4")
    assert (answered.event.text, answered.questions) == ("Guns 2 charges: fear 4", ())


def test_while_a_question_leads_nothing_else_is_asked_and_all_else_is_idle() -> None:
    decision = decided(GAME, "charge", unit="b")
    assert [(each.parameter, each.leads) for each in decision.questions] == [("how", True)]
    assert "die" in decision.idle
    assert PLAY.in_vain(PLAY.read(GAME, "charge", {"unit": "b", "die": "3"}), decision) == ()


def test_what_decides_on_nothing_is_known() -> None:
    given = {"unit": "b", "how": "slowly", "die": "3"}
    act = PLAY.read(GAME, "charge", given)
    decision = PLAY.decide(GAME, act)
    assert decision.idle == {"die"}
    assert [field.name for field in PLAY.in_vain(act, decision)] == ["die"]
    assert PLAY.in_vain(PLAY.read(GAME, "charge", {"unit": "b", "how": "slowly"}), decision) == ()


def test_several_answers_are_taken_in_order_and_each_holds_those_before() -> None:
    first = decided(LED, "strike", attacker="x", target="1:a", blows="5,6,4")
    assert [each.value for each in first.questions[0].choices] == ["band", "leader"]
    second = decided(LED, "strike", attacker="x", target="1:a", blows="5,6,4", takes="leader")
    assert [each.value for each in second.questions[0].choices] == ["leader,band", "leader,leader"]
    done = decided(LED, "strike", attacker="x", target="1:a", blows="5,6,4", takes="leader,band,band")
    assert done.questions == ()
    assert [(each.unit, each.lost) for each in done.event.changes if hasattr(each, "lost")] == [("c", 1), ("a", 2)]


def test_an_act_that_cannot_be_done_says_what_had_no_part_in_it() -> None:
    with pytest.raises(PlayError, match="those of the other side") as caught:
        decided(GAME, "strike", attacker="1:a", target="b", wall="2")
    assert {"wall", "blows"} <= caught.value.idle and "target" not in caught.value.idle


def test_an_act_that_is_none_is_told() -> None:
    with pytest.raises(PlayError, match="'stirke' is not an act of this game: did you mean strike"):
        PLAY.read(GAME, "stirke", {})


def test_units_that_are_not_found_are_mistakes_among_the_others() -> None:
    with pytest.raises(InputError) as caught:
        PLAY.read(GAME, "strike", {"attacker": "Orks", "blows": "7", "wall": "x"})
    assert [each.at.field for each in caught.value.findings] == ["--attacker", "--target", "--blows", "--wall"]


def test_choices_hang_on_what_is_given_to_the_others() -> None:
    everybody, _ = PLAY.choices(GAME, "strike", "target", {})
    enemies, _ = PLAY.choices(GAME, "strike", "target", {"attacker": "x"})
    assert everybody and enemies and len(everybody) == 7
    assert [each.value for each in enemies] == ["1:a", "b", "c", "1:k"]
    assert PLAY.choices(GAME, "strike", "blows", {}) == (None, "")
    assert PLAY.choices(GAME, "climb", "transport", {}) == (None, ""), "whose carts is not known yet"
    assert PLAY.choices(GAME, "disembark", "unit", {}) == ((), "nobody is aboard of anything")


def test_every_choice_is_read_as_the_value_it_stands_for() -> None:
    at: At[Any] = At(LED, PLAY.rules)
    given = {"attacker": "x", "target": "1:a", "unit": "b", "leader": "c", "about": "x"}
    for act in PLAY.acts:
        spec = spec_of(act)
        for field in spec.fields:
            others = {name: value for name, value in given.items() if name in {each.name for each in spec.fields}}
            half = StandIn(act, read_fields(spec, others, at)[0])
            for choice in offers(field, half, at) or ():
                values, mistakes = read_fields(spec, {**others, field.name: choice.written}, at)
                mine = [each for each in mistakes if each.at.field == f"--{field.name}"]
                assert not mine, f"{name_of(act)} {field.name}: {mine}"
                assert values[field.key] == ((choice.value,) if field.several else choice.value)


def test_acts_have_a_schema_that_what_is_given_fits() -> None:
    schema = schema_of(spec_of(Strike))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"attacker": "x", "target": "b", "blows": [5, 6], "shield": True, "takes": ["band"]}, schema)
    for wrong in ({"attacker": "x"}, {"attacker": "x", "target": "b", "blows": [9]}, {"attacker": "x", "zap": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_the_record_of_a_system_does_not_flood_a_message() -> None:
    assert len(repr(PLAY)) < 200 and len(repr(PLAY.rules)) < 200


def test_every_act_says_what_it_is_and_by_which_words_it_is_asked_for() -> None:
    for act in PLAY.acts:
        spec = spec_of(act)
        assert spec.text and all(field.text for field in spec.fields)
        assert spec.name == spec.name.lower() and " " not in spec.name
