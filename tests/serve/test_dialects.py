"""The calls of Jina Reader, Firecrawl and Open WebUI."""

import json

import firecrawl
import httpx
import pytest
from helpers.servers import Server


@pytest.fixture(name="news")
def fixture_news(site: Server) -> str:
    return f"{site.url}/english-news.html"


def test_reader_answers_with_a_head_and_markdown(client: httpx.Client, news: str) -> None:
    text = client.get(f"/{news}").text
    head, _, content = text.partition("Markdown Content:\n")
    assert head == (
        "Title: Harwick council votes to reopen flooded rail tunnel after eleven-year closure\n\n"
        f"URL Source: {news}\n\nPublished Time: 2023-03-14T06:05:00+00:00\n\n"
    )
    assert "## A flood that never drained" in content


def test_reader_accepts_a_path_with_one_slash_and_a_query(client: httpx.Client, site: Server) -> None:
    site.pages["/english-news.html?page=2"] = site.pages["/english-news.html"]
    response = client.get(f"/{site.url.replace('//', '/')}/english-news.html?page=2")
    assert response.text.startswith("Title: Harwick council")
    assert site.asked[-1].path == "/english-news.html?page=2"


def test_reader_answers_in_json_and_as_events(client: httpx.Client, news: str) -> None:
    found = client.get(f"/{news}", headers={"accept": "application/json"}).json()
    assert found["code"] == 200
    assert found["data"]["title"].startswith("Harwick council")
    assert found["data"]["usage"]["tokens"] > 500
    events = client.get(f"/{news}", headers={"accept": "text/event-stream"})
    assert events.headers["content-type"].startswith("text/event-stream")
    assert json.loads(events.text.split("data: ", 2)[-1]) == found["data"]


@pytest.mark.parametrize(("form", "end"), [("text", "minded."), ("html", "minded.</p>")])
def test_reader_returns_other_formats(client: httpx.Client, form: str, end: str) -> None:
    page = "<h1>Harwick</h1><p>" + "It rained all day, and nobody minded. " * 6
    text = client.post("/", json={"html": page}, headers={"x-return-format": form}).text
    assert text.endswith(end)
    assert "Markdown Content" not in text


def test_reader_keeps_everything_as_markdown(client: httpx.Client, news: str) -> None:
    assert "Most read" in client.get(f"/{news}", headers={"x-respond-with": "markdown"}).text
    assert "Most read" not in client.get(f"/{news}").text


def test_reader_obeys_its_headers(client: httpx.Client) -> None:
    boat = "<img src=https://b.example/i.png alt=Boat>"
    page = f"<div id=a><p>One <a href=https://b.example/2>link</a></p>{boat}</div><p>Two</p>"
    headers = {"x-target-selector": "#a", "x-with-links-summary": "true", "x-with-images-summary": "true"}
    text = client.post("/", json={"html": page, "url": "https://b.example/1"}, headers=headers).text
    assert "Two" not in text
    assert "Links/Buttons:\n- [link](https://b.example/2)" in text
    assert "Images:\n- ![Boat](https://b.example/i.png)" in text
    bare = client.post("/", json={"html": page}, headers={**headers, "x-retain-images": "none"}).text
    assert "Boat" not in bare
    without = client.post(
        "/", json={"html": page}, headers={"x-target-selector": "body", "x-remove-selector": "#a"}
    ).text
    assert without.endswith("Markdown Content:\nTwo\n")


@pytest.mark.parametrize(
    ("headers", "status", "words"),
    [
        ({"x-respond-with": "screenshot"}, 422, "X-Respond-With must be one of"),
        ({"x-timeout": "soon"}, 422, "X-Timeout must be a number above 0"),
        ({"x-token-budget": "3"}, 409, "more than the budget of 3"),
        ({"x-target-selector": "#missing"}, 200, "Markdown Content:\n\n"),
    ],
)
def test_reader_says_what_is_wrong(
    client: httpx.Client, news: str, headers: dict[str, str], status: int, words: str
) -> None:
    response = client.get(f"/{news}", headers=headers)
    assert response.status_code == status
    assert words in response.text


@pytest.mark.parametrize("body", ["[]", "{}", '{"url": 5}', "{", '{"html": ""}'])
def test_reader_refuses_other_bodies(client: httpx.Client, body: str) -> None:
    assert client.post("/", content=body).status_code == 422


def test_the_client_of_firecrawl_scrapes(service: str, news: str) -> None:
    app = firecrawl.Firecrawl(api_key="any", api_url=service)
    page = app.scrape(news, formats=["markdown", "html", "rawHtml", "links"], exclude_tags=["h2"])
    assert "Millgate tunnel" in page.markdown
    assert "## A flood" not in page.markdown
    assert page.html.startswith("<")
    assert "<nav" in page.raw_html
    assert f"{news.rpartition('/')[0]}/authors/philippa-thorne" in page.links
    assert page.metadata.title.startswith("Harwick council")
    assert page.metadata.status_code == 200


def test_the_first_client_of_firecrawl_scrapes_too(service: str, news: str) -> None:
    app = firecrawl.V1FirecrawlApp(api_key="any", api_url=service)
    page = app.scrape_url(news, formats=["markdown"], only_main_content=False)
    assert "Most read" in page.markdown


def test_firecrawl_errors_have_its_form(client: httpx.Client, site: Server) -> None:
    found = client.post("/v2/scrape", json={"url": f"{site.url}/missing", "formats": [{"type": "markdown"}]})
    assert found.status_code == 502
    assert found.json()["success"] is False
    assert "404" in found.json()["error"]
    refused = client.post("/v1/scrape", json={"url": site.url, "formats": ["screenshot"]})
    assert refused.json() == {
        "success": False,
        "error": "the format 'screenshot' is not supported; the formats are markdown, html, rawHtml, links",
    }


def test_open_webui_gets_one_document_per_address(client: httpx.Client, site: Server, news: str) -> None:
    found = client.post("/open-webui", json={"urls": [news, f"{site.url}/missing"]}).json()
    assert "Millgate tunnel" in found[0]["page_content"]
    assert found[0]["metadata"]["source"] == news
    assert found[1]["page_content"] == ""
    assert "404" in found[1]["metadata"]["error"]
