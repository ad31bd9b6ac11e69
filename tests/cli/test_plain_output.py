"""Sentences where the output cannot show all characters, and a log that is JSON throughout."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from pathlib import Path

import pytest
from tests.support.command import hashi, hashi_process
from tests.support.push_service import certificate
from tools.catalogues import read

from hashi.cli.parts.spelling import SPELLED, register_spelling
from hashi.host.store.file_lock import FileInUse, owning
from hashi.words import LANGUAGES


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_sentence_can_be_spelled_in_ascii(language: str) -> None:
    """No sign and no letter of any catalogue is lost; what is said stays the same length or so."""
    register_spelling(language)
    sentences = [] if language == "en" else [str(each.string) for each in read(language) if each.id]
    sentences += [str(each.id) for each in read("de") if each.id]
    asked = 0
    for sentence in sentences:
        spelled = sentence.encode("ascii", SPELLED).decode()
        asked += spelled.count("?") - sentence.count("?")
    assert asked == 0


def test_umlauts_are_spelled_as_german_does() -> None:
    register_spelling("de")
    assert "fünf Brücken − groß, „ja“…".encode("ascii", SPELLED) == (
        b'fuenf Bruecken - gross, "ja"...'
    )
    register_spelling("es")
    assert "¿Qué pingüino?".encode("ascii", SPELLED) == b"Que pinguino?"


def test_a_review_keeps_its_minus_signs(tmp_path: Path) -> None:
    hashi(
        "play", "--players", "Tim", "--seed", "s", lines=["d3=4 done", *["skip"] * 3], home=tmp_path
    )
    done = hashi_process("review", "1", home=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "?" not in done.stdout
    assert "cards -" in done.stdout or "turns -" in done.stdout


def test_all_that_serve_says_is_json_where_that_is_wanted(tmp_path: Path) -> None:
    for options in (("--port", "x"), ("--data", str(tmp_path / "no" / "x"))):
        done = hashi_process("serve", "--port", "0", "--json-log", *options)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = map(json.loads, done.stderr.splitlines())
        assert (line["level"], line["logger"]) == ("error", "hashi.serve")


def test_a_refused_command_leaves_no_lock_behind(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("my notes, no tables at all\n" * 99)
    for arguments in (("serve", "--port", "0"), ("tables", "prune")):
        assert hashi(*arguments, "--data", str(tmp_path / "notes.txt")).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_lock_is_had_by_one_however_often_it_is_taken_and_removed(tmp_path: Path) -> None:
    path, count, inside, failures = tmp_path / "x", 0, threading.Lock(), []

    def take() -> None:
        nonlocal count
        for _ in range(300):
            try:
                with owning(path):
                    if not inside.acquire(blocking=False):
                        failures.append("two at once")
                        return
                    count += 1
                    inside.release()
            except FileInUse:
                pass

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert count > 0
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_is_not_trusted_is_named(tmp_path: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*certificate(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            try:
                tls.wrap_socket(connection, server_side=True).close()
            except OSError:
                connection.close()

        thread = threading.Thread(target=answer)
        thread.start()
        url = f"https://localhost:{listener.getsockname()[1]}/t/x"
        done = hashi("join", url, "--name", "Tim", home=tmp_path)
        thread.join()
    assert (done.returncode, done.stdout) == (2, "")
    assert "doesn’t trust the certificate" in done.stderr
    assert "self-signed certificate" in done.stderr
    assert "SSL_CERT_FILE" in done.stderr


def test_scores_of_several_files_name_them(tmp_path: Path) -> None:
    lines = ["d3=4 done", "skip"]
    hashi("play", "--players", "Tim", lines=lines, home=tmp_path)
    told = hashi("score", "1", "none", "--json", home=tmp_path).stdout.splitlines()
    assert [json.loads(line)["file"] for line in told] == ["1", "none"]
    assert "file" not in json.loads(hashi("score", "1", "--json", home=tmp_path).stdout)


def test_a_game_of_this_device_has_no_seal_to_compare(tmp_path: Path) -> None:
    lines = ["d3=4 done", *["skip"] * 17]
    hashi("play", "--players", "Tim", lines=lines, home=tmp_path)
    done = hashi("verify", "1", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Compare this seal" not in done.stdout
