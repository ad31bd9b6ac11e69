"""Templates are compiled once for an installation; without a place to keep them they still work."""

from pathlib import Path

import jinja2
import pytest

from hashi.server.template_cache import TemplateCache


def _environment(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.DictLoader({"a": "{{ 1 + 1 }}"}), bytecode_cache=TemplateCache(folder)
    )


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "__pycache__"
    assert _environment(folder).get_template("a").render() == "2"

    def refuse(*_: object) -> str:
        raise AssertionError("compiled again")

    monkeypatch.setattr(jinja2.Environment, "_generate", refuse)
    assert _environment(folder).get_template("a").render() == "2"


@pytest.mark.parametrize("damage", [b"", b"j2", b"x" * 100])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    assert _environment(tmp_path).get_template("a").render() == "2"
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:20] + damage)
    assert _environment(tmp_path).get_template("a").render() == "2"
    assert kept.read_bytes() == whole


def test_no_place_to_keep_them_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert _environment(tmp_path / "file").get_template("a").render() == "2"
    assert _environment(tmp_path / "no" / "such").get_template("a").render() == "2"
