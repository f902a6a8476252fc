"""What holds of the calculations of every system, by what their fields say of themselves."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import jsonschema
import pytest

from builder.errors import InputError
from builder.systems.arguments import read
from builder.systems.registry import load_system, system_ids
from builder.systems.specs import Spec, schema_of, spec_of

SPECS = [spec_of(each) for system in system_ids() for each in load_system(system).calculations()]
every = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])


@every
def test_what_is_meant_where_nothing_is_given_is_read_as_it_is_written(spec: Spec[Any]) -> None:
    for field in spec.fields:
        if not field.required and not field.switch and not field.several and field.written_default:
            assert field.kind.value(field.written_default, None) == field.default, field.name


@every
def test_all_that_is_missing_is_told_at_once(spec: Spec[Any]) -> None:
    required = [field.name for field in spec.listed if field.required]
    if not required:
        assert read(spec, {}) == spec.made()
        return
    with pytest.raises(InputError) as caught:
        read(spec, {})
    assert [each.at.field for each in caught.value.findings] == [f"--{name}" for name in required]


@every
def test_it_has_a_schema(spec: Spec[Any]) -> None:
    schema = schema_of(spec)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["description"] == spec.text


@every
def test_each_word_that_can_be_given_is_read(spec: Spec[Any]) -> None:
    for field in spec.fields:
        for choice in field.kind.words:
            assert field.kind.value(choice.written, None) == choice.value
            assert field.kind.write(choice.value) == choice.written


@pytest.mark.long
def test_they_are_there_where_python_leaves_docstrings_out() -> None:
    code = "from builder.cli.main import run; run(['calc', 'epic', '--help'])"
    shown = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True)
    assert "action-test" in shown.stdout and not shown.stderr
