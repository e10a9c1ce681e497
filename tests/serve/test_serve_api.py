"""The service's own API, over real sockets."""

import json
import re

import httpx
import pytest
from helpers.pages import PAGES
from helpers.servers import Server

import maintext
from maintext.serve.jina import addresses_in, token_estimate

PAGE = (
    "<title>Ferry</title><body><nav><a href=/>Home</a></nav><div><p>"
    + "The ferry is back, and it runs. " * 8
    + "</p></div>"
)


def test_extract_returns_what_the_library_returns(client: httpx.Client) -> None:
    found = client.post("/extract", json={"html": PAGE, "url": "https://news.example/1"}).json()
    expected = maintext.extract(PAGE, "https://news.example/1").to_dict()
    assert found == json.loads(json.dumps(expected))


def test_a_page_can_be_the_body(client: httpx.Client) -> None:
    body = "<p>" + "Grüße aus Köln, wo es seit Tagen regnet. " * 6
    headers = {"content-type": "text/html; charset=iso-8859-1"}
    found = client.post("/extract?url=https://a.example/", content=body.encode("iso-8859-1"), headers=headers).json()
    assert found["text"].startswith("Grüße aus Köln")
    assert found["url"] == "https://a.example/"


@pytest.mark.parametrize(
    ("accept", "content_type", "start"),
    [
        ("text/plain", "text/plain", "The ferry"),
        ("text/markdown", "text/markdown", ""),
        ("text/html", "text/html", "<"),
        ("application/tei+xml", "application/tei+xml", "<?xml"),
        ("*/*", "application/json", "{"),
        ("image/png, text/plain;q=0.5", "text/plain", "The ferry"),
    ],
)
def test_the_accept_header_chooses_the_format(client: httpx.Client, accept: str, content_type: str, start: str) -> None:
    response = client.post("/extract", json={"html": PAGE}, headers={"accept": accept})
    assert response.headers["content-type"].startswith(content_type)
    assert response.text.startswith(start)


def test_the_query_chooses_format_method_and_options(client: httpx.Client, site: Server) -> None:
    query = {
        "url": f"{site.url}/english-news.html",
        "format": "markdown",
        "method": "p-value",
        "options.links": "false",
    }
    markdown = client.get("/extract", params=query).text
    assert "Millgate tunnel" in markdown
    assert re.search(r"(?<!!)\[[^]]*\]\(", markdown) is None


def test_selectors_are_options(client: httpx.Client) -> None:
    page = "<p class=a>One</p><p class=b>Two</p><p class=c>Three</p>"
    options = {"include": "p", "exclude": ".b"}
    assert client.post("/extract", json={"html": page, "options": options}).json()["text"] == "One\nThree"


def test_limits_are_options(client: httpx.Client) -> None:
    page = "<p>It rained all day.</p>" * 50
    answer = client.post("/extract", json={"html": page, "options": {"limits": {"elements": 10}}}).json()
    assert answer["limits_hit"] == ["elements"]
    assert 0 < answer["text"].count("\n") < 10
    for wrong in ({"elements": 0}, {"pages": 1}, 3, {"seconds": "soon"}):
        refused = client.post("/extract", json={"html": page, "options": {"limits": wrong}})
        assert refused.status_code == 422


def test_judge_explain_compare_and_links(client: httpx.Client, site: Server) -> None:
    url = {"url": f"{site.url}/english-news.html"}
    assert client.get("/judge", params=url).json()["has_main_text"] is True
    explained = client.get("/explain", params={**url, "method": "text-density"}).json()
    assert explained["method"] == "text-density"
    assert explained["rows"]
    compared = client.get("/compare", params=url).json()
    assert [result["method"] for result in compared["results"]] == list(maintext.methods())
    listed = client.get("/links", params={"url": f"{site.url}/front-page.html"}).json()
    assert listed["kind"] == "front page"
    assert listed["links"]


def test_a_batch_answers_line_by_line_in_order(client: httpx.Client, site: Server) -> None:
    lines = [{"id": number, "html": PAGE.replace("Ferry", f"Ferry {number}")} for number in range(40)]
    wanted: list[object] = [*lines, {"id": "bad"}, "no object", {"url": f"{site.url}/missing"}]
    response = client.post("/batch", content="\n".join(map(json.dumps, wanted)) + "\n\n{broken")
    found = [json.loads(line) for line in response.text.splitlines()]
    assert [row.get("id") for row in found[:41]] == [*range(40), "bad"]
    assert [row["title"] for row in found[:40]] == [f"Ferry {number}" for number in range(40)]
    assert [row["error"] for row in found[40:]] == [
        "the request needs html or url",
        "not a JSON object with html or url",
        found[42]["error"],
        "not a JSON object with html or url",
    ]
    assert "404" in found[42]["error"]


@pytest.mark.parametrize(
    ("request_body", "status", "words"),
    [
        ({}, 422, "needs html or url"),
        ({"html": 5}, 422, "html: Input should be a valid string"),
        ({"html": "<p>x", "other": 1}, 422, "other: Extra inputs"),
        ({"html": "<p>x", "method": "magic"}, 422, "unknown method 'magic'"),
        ({"html": "<p>x", "options": {"links": "yes"}}, 422, "links must be True or False"),
        ({"html": "<p>x", "options": {"colour": 1}}, 422, "no option 'colour'"),
        ({"html": "<p>x", "options": {"include": "p["}}, 422, "is not a CSS selector"),
        ({"html": "<p>x", "method_options": {"size": 1}}, 422, "the method learned has no option 'size'"),
        ({"html": "<p>x", "formats": ["pdf"]}, 422, "formats.0"),
        ({"url": "ftp://a.example/"}, 422, "not a web address"),
    ],
)
def test_wrong_requests_get_a_sentence(
    client: httpx.Client, request_body: dict[str, object], status: int, words: str
) -> None:
    response = client.post("/extract", json=request_body)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert words in problem["detail"]
    assert "/" not in problem["detail"].replace("http://", "").replace("https://", "") or "ftp:" in words + str(
        request_body
    )


def test_unknown_paths_and_methods_get_a_sentence(client: httpx.Client) -> None:
    assert client.get("/nothing").json()["status"] == 404
    assert client.delete("/extract").json()["status"] == 405


def test_methods_describes_each_option(client: httpx.Client) -> None:
    methods = {method["name"]: method for method in client.get("/methods").json()}
    assert tuple(sorted(methods)) == tuple(sorted(maintext.methods()))
    favor = methods["learned"]["options"][0]
    assert favor == {
        "name": "favor",
        "default": "balanced",
        "kind": "choice",
        "choices": ["precision", "balanced", "recall"],
    }
    assert {"name": "ltd", "default": 0.4, "kind": "number", "whole": False} in methods["link-density"]["options"]


def test_health_and_metrics(client: httpx.Client) -> None:
    assert client.get("/health").json()["status"] == "ok"
    counted = client.get("/metrics").text
    assert 'maintext_requests_total{method="GET",path="/health",status="200"}' in counted
    assert "maintext_busy 0.0" in counted


def test_the_api_describes_itself(client: httpx.Client) -> None:
    description = client.get("/openapi.json").json()
    assert {"/extract", "/judge", "/explain", "/compare", "/links", "/batch", "/methods", "/health", "/metrics"} <= set(
        description["paths"]
    )
    body = description["paths"]["/extract"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["examples"]


def test_tokens_of_wide_characters_count_one_each() -> None:
    assert token_estimate("abcd efgh") == 3
    assert token_estimate("渡口修复") == 4


def test_addresses_come_in_the_order_of_the_text() -> None:
    records = [
        {
            "type": "paragraph",
            "inlines": [{"text": "one", "href": "https://a.example/1"}, {"src": "https://a.example/i"}],
        },
        {"type": "figure", "src": "https://a.example/j", "alt": "A boat", "href": "https://a.example/2"},
    ]
    assert addresses_in(records) == (
        {"https://a.example/1": "one", "https://a.example/2": "A boat"},
        {"https://a.example/i": "", "https://a.example/j": "A boat"},
    )


def test_chunks_are_added_to_the_answer(client: httpx.Client) -> None:
    page = PAGES["blog"].read_text(encoding="utf-8")
    found = client.post("/extract", json={"html": page, "url": "https://e.org/a", "chunks": 100, "overlap": 10}).json()
    expected = maintext.extract(page, "https://e.org/a").chunks(100, 10)
    assert [chunk["text"] for chunk in found["chunks"]] == [chunk.text for chunk in expected]
    assert found["chunks"][0]["link"] == expected[0].link
    assert "chunks" not in client.post("/extract", json={"html": page}).json()
    for wrong in ({"chunks": 3}, {"chunks": 20, "overlap": 20}, {"overlap": -1}):
        assert client.post("/extract", json={"html": page, **wrong}).status_code == 422
    assert len(client.post("/extract?chunks=100", content=page.encode()).json()["chunks"]) > 3
