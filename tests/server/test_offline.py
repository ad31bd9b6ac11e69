"""What a browser gets to keep: the worker, the manifest, and the answers of the tutorial."""

from __future__ import annotations

import json
import random
from urllib.parse import urljoin, urlsplit

import pytest
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server

from hashi.server.lessons.tutorial import STEPS
from hashi.server.pages.learn.lesson_answers import answers_of
from hashi.server.static_files import digest
from hashi.words import LANGUAGES, language_tag


def test_the_worker_is_asked_for_each_time_and_may_be_the_only_one(server: Server) -> None:
    visitor = Browser(server)
    _, page, headers = visitor.fetch("/")
    assert "worker-src 'self';" in headers["content-security-policy"]
    assert f'data-worker="/worker.js?version={digest()}&amp;lang=en&amp;theme=auto"' in page
    status, script, headers = visitor.fetch("/worker.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert headers["content-type"].startswith("text/javascript")
    assert script.startswith(f'const VERSION = "{digest()}";\n')
    for only_here in ("/?lang=de", "/rules?theme=dark", "/rules?kept"):
        assert "data-worker" not in visitor.fetch(only_here)[1], only_here


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_speaks_every_language(server: Server, language: str) -> None:
    visitor = Browser(server, language)
    page = visitor.fetch("/")[1]
    path = f"/manifest.webmanifest?lang={language}&theme=auto"
    assert f'<link rel="manifest" href="{path.replace("&", "&amp;")}">' in page
    status, text, headers = Browser(server).fetch(path)  # a browser sends neither cookie nor tag
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    manifest = json.loads(text)
    assert manifest["lang"] == language_tag(language)
    assert (manifest["name"] == "HASHI: build bridges from island to island") == (language == "en")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    folder = f"{server.address}/games/manifest.webmanifest"  # it holds wherever the pages begin
    for link in ("start_url", "scope", "id"):
        assert urlsplit(urljoin(folder, manifest[link])).path == "/games/"
    for icon in manifest["icons"]:
        assert visitor.fetch(f"/{icon['src']}")[0] == 200
    dark = json.loads(visitor.fetch("/manifest.webmanifest?theme=dark")[1])
    assert dark["background_color"] != manifest["background_color"]


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_answers_in_advance_are_those_of_the_server(server: Server, number: int) -> None:
    """Whatever is touched: the same marks, selection and sentence; or none that is off the plan."""
    visitor, chance = Browser(server), random.Random(number)
    status, text, _ = visitor.fetch(f"/learn/{number}.json?lang=en&theme=auto")
    assert status == 200
    known = json.loads(text)
    assert json.loads(json.dumps(answers_of(number, "en"))) == known
    asked = [(marks, touch) for marks, row in known["answers"].items() for touch in row]
    compared = 0
    for marks, touch in chance.sample(asked, 12):
        lesson, selected, sentence, kind = known["answers"][marks][touch]
        answer = post(visitor, "/learn", {"step": str(number), "marks": marks, **form_of(touch)})
        if "not the plan here. Tap" in said(answer) and "not the plan" in known["told"][sentence]:
            assert lesson == f"open {marks}"
            continue
        compared += 1
        assert lesson == f"{data(answer, 'outcome')} {data(answer, 'marks')}"
        assert (selected, known["told"][sentence]) == (data(answer, "selected"), said(answer))
        assert f'<p class="told{kind}">' in answer
    assert compared
    assert visitor.fetch("/learn/0.json")[0] == visitor.fetch("/learn/x.json")[0] == 404


def form_of(touch: str) -> dict[str, str]:
    """Return what a page sends of a touch."""
    if ">" in touch:
        selected, island = touch.split(">")
        return {"selected": selected, "island": island}
    return {"line": touch} if "-" in touch else {"do": touch}
