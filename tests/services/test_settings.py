"""Settings that are no good are told of; the others hold, and nothing is written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.army.locator import library_folder
from builder.services.settings import FILE, keep_setting, read_settings

HOSTILE = Path(__file__).parents[3] / "shared" / "hostile"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_CONFIG", str(tmp_path))
    monkeypatch.delenv("MUSTER_ARMIES", raising=False)
    return tmp_path / FILE


@pytest.mark.parametrize(
    ("armies", "told"),
    [("~nouser/x", "no user whose folder ~nouser could be"), ("\\u0000/x", "no folder can be called so")],
)
def test_a_folder_that_cannot_be_is_told_of_and_the_rest_holds(file: Path, armies: str, told: str) -> None:
    file.write_text(f'theme = "nord"\narmies = "{armies}"\n', encoding="utf-8")
    settings = read_settings()
    assert settings.theme == "nord" and settings.armies is None
    assert [told in str(found) for found in settings.findings] == [True]
    assert library_folder().name == "armies"


@pytest.mark.parametrize(
    "text",
    [
        b"x = " + b"[" * 2000 + b"]" * 2000,
        b"x = " + b"9" * 5000,
        b'theme = "nord\n',
        b'theme = "\xff"',
        b'theme = "nord"\n' * 2,
    ],
)
def test_settings_that_cannot_be_read_are_one_message_and_stay_as_they_are(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    (finding,) = read_settings().findings
    assert "the settings cannot be read" in finding.message and finding.at.file == str(file)
    with pytest.raises(InputError, match="nothing is kept in them") as refused:
        keep_setting("theme", "light")
    assert len(refused.value.findings) == 1 and file.read_bytes() == text


@pytest.mark.parametrize("text", ['"theme" = "nord"\n', "'theme' = \"nord\"\n", '["theme"]\na = 1\n'])
def test_a_setting_that_is_written_in_another_way_is_not_written_over(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match='write theme = "light" yourself'):
        keep_setting("theme", "light")
    assert file.read_text(encoding="utf-8") == text


def test_an_indented_setting_is_found(file: Path) -> None:
    file.write_text('# mine\n  theme = "nord"\n', encoding="utf-8")
    keep_setting("theme", "light")
    assert read_settings().theme == "light" and file.read_text(encoding="utf-8").startswith("# mine\n")


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="the files that once broke a reader are not here")
@pytest.mark.parametrize("name", [path.name for path in sorted(HOSTILE.glob("settings-*.toml"))])
def test_settings_that_once_broke_the_program_are_read_or_told_of(file: Path, name: str) -> None:
    file.write_bytes((HOSTILE / name).read_bytes())
    assert read_settings().signs == "ascii"
    library_folder()
    try:
        keep_setting("theme", "light")
    except InputError as error:
        assert len(error.findings) == 1 and file.read_bytes() == (HOSTILE / name).read_bytes()
    else:
        assert read_settings().theme == "light"


def test_values_are_clean_when_they_are_read(file: Path) -> None:
    file.write_text('theme = "no\\u001b]0;x\\u0007"\nsigns = "a\\u202eb"\n[keys]\n"app.\\u001bhelp" = "f1\\u0007"\n')
    read = read_settings()
    assert (read.theme, read.signs, read.keys) == ("no\ufffd]0;x\ufffd", "ab", {"app.\ufffdhelp": "f1\ufffd"})
