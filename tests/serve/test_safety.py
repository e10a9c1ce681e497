"""What the service refuses, and that nothing stops it."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from helpers.services import running

from maintext.cli.arguments import UsageError
from maintext.cli.serve import run_app
from maintext.errors import OptionError
from maintext.serve import ServeOptions, create_app

PAGE = {"html": "<p>" + "The ferry is back, and it runs every hour. " * 6}


def test_every_response_has_the_headers_that_protect_a_visitor(client: httpx.Client) -> None:
    for response in (client.get("/"), client.get("/nothing"), client.get("/static/app.js"), client.get("/health")):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.slow
def test_keys_are_needed_for_all_but_the_page_and_health() -> None:
    with (
        running(ServeOptions(workers=1, keys=("secret", "other"))) as address,
        httpx.Client(base_url=address) as client,
    ):
        assert client.get("/").status_code == client.get("/health").status_code == 200
        assert client.get("/static/app.js").status_code == 200
        for headers in (
            {},
            {"authorization": "Bearer wrong"},
            {"x-api-key": "secre"},
            {"authorization": "Basic other"},
        ):
            refused = client.post("/extract", json=PAGE, headers=headers)
            assert refused.status_code == 401
            assert "API key" in refused.json()["detail"]
        assert client.get("/methods").status_code == client.get("/metrics").status_code == 401
        for headers in ({"authorization": "Bearer secret"}, {"x-api-key": "other"}):
            assert client.post("/extract", json=PAGE, headers=headers).status_code == 200


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    with running(ServeOptions(workers=1, rate="2/minute")) as address, httpx.Client(base_url=address) as client:
        assert [client.get("/methods").status_code for _ in range(3)] == [200, 200, 429]
        refused = client.get("/methods")
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert refused.json()["detail"] == "too many requests: the limit is 2 per 1 minute"
        assert client.get("/health").status_code == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused_whether_or_not_it_declares_its_length(chunked: bool) -> None:
    pieces = [b"x" * 1000] * 11
    with running(ServeOptions(workers=1, max_bytes=10_000)) as address:
        body = iter(pieces) if chunked else b"".join(pieces)
        response = httpx.post(f"{address}/extract", content=body, headers={"content-type": "text/html"})
        assert response.status_code == 413
        assert response.json()["detail"] == "the body has more than 10,000 bytes, the most that this service accepts"


@pytest.mark.slow
def test_requests_beyond_the_queue_get_503_and_all_others_an_answer() -> None:
    page = {"html": "<div><p>" + "Slow words, and many of them. " * 6_000 + "</p></div>"}
    answers: list[httpx.Response] = []
    with running(ServeOptions(workers=1, waiting=1)) as address:

        def ask() -> None:
            answers.append(httpx.post(f"{address}/compare", json=page, timeout=60))

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert httpx.get(f"{address}/health").json()["busy"] == 0
    statuses = sorted(answer.status_code for answer in answers)
    assert set(statuses) == {200, 503}
    assert len(statuses) == 6
    assert {answer.headers.get("retry-after") for answer in answers if answer.status_code == 503} == {"2"}


@pytest.mark.slow
def test_a_killed_worker_is_replaced_and_its_request_is_answered() -> None:
    with running(ServeOptions(workers=1)) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert client.post("/extract", json=PAGE).status_code == 200
        for child in _children(os.getpid()):
            os.kill(child, signal.SIGKILL)
        assert client.post("/extract", json=PAGE).status_code == 200


@pytest.mark.slow
def test_a_page_that_takes_too_long_is_given_up() -> None:
    page = {"html": "<div><p>" + "Slow words, and many of them. " * 6_000 + "</p></div>"}
    with running(ServeOptions(workers=1, page_seconds=0.05)) as address:
        answer = httpx.post(f"{address}/compare", json=page, timeout=60)
        assert answer.status_code == 422
        assert answer.json()["detail"] == "the page could not be extracted: no answer after 0.05 s"
        assert "maintext_lost_tasks 1.0" in httpx.get(f"{address}/metrics").text


@pytest.mark.slow
def test_a_page_that_needs_too_much_memory_is_refused() -> None:
    page = b"<p>x" * 4_000_000
    with running(ServeOptions(workers=1, worker_bytes=500_000_000)) as address:
        answer = httpx.post(
            f"{address}/extract?method=text-density", content=page, headers={"content-type": "text/html"}, timeout=60
        )
        assert answer.status_code == 422
        assert "could not be extracted" in answer.json()["detail"] or "more memory" in answer.json()["detail"]
        assert httpx.post(f"{address}/extract", json=PAGE, timeout=60).status_code == 200


def test_the_own_network_is_refused_unless_the_application_allows_it() -> None:
    with running(ServeOptions(workers=1)) as address, httpx.Client(base_url=address) as client:
        own = f"{address}/health"
        answers = [
            client.get("/extract", params={"url": own}),
            client.get(f"/{own}"),
            client.post("/v2/scrape", json={"url": own}),
            client.post("/page/source", json={"url": own}),
        ]
        assert [answer.status_code for answer in answers] == [403] * 4
        loaded = client.post("/open-webui", json={"urls": [own]}).json()
        assert "not a public address" in loaded[0]["metadata"]["error"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rate": "often"}, "rate must be like 60/minute"),
        ({"waiting": -1}, "waiting must be 0 or more"),
        ({"page_seconds": 0.0}, "page_seconds must be a number above 0"),
        ({"keys": "secret"}, "keys must be a tuple of strings"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        create_app(ServeOptions(**options)).build_middleware_stack()  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_command_serves_logs_and_finishes_requests_when_it_is_stopped(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "maintext", "serve", "--port", str(port), "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"maintext: serving on http://127.0.0.1:{port}/\n"
        address = f"http://127.0.0.1:{port}"
        page = {"html": "<div><p>" + "Slow words, and many of them. " * 6_000 + "</p></div>"}
        answers: list[int] = []
        asking = threading.Thread(
            target=lambda: answers.append(httpx.post(f"{address}/compare", json=page, timeout=60).status_code)
        )
        asking.start()
        while httpx.get(f"{address}/health").json()["busy"] == 0:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        asking.join()
        log = process.stderr.read()
    assert answers == [200]
    assert process.returncode in (0, 143, -signal.SIGTERM)
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert lines[-1]["path"] == "/compare"
    assert "Slow words" not in log


@pytest.mark.slow
def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as used:
        used.bind(("127.0.0.1", 0))
        used.listen()
        port = str(used.getsockname()[1])
        command = [sys.executable, "-m", "maintext", "serve", "--port", port]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert ran.returncode == 2
    assert f"maintext: cannot listen on 127.0.0.1, port {port}" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", -1), ("127.0.0.1", 99_999), ("x" * 5_000, 8_000), ("\udcff", 8_000)]
)
def test_what_nobody_can_listen_on_is_one_line(host: str, port: int) -> None:
    async def app(*_: object) -> None: ...

    with pytest.raises(UsageError, match="cannot listen on"):
        run_app(app, host, port)


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [
        int(child)
        for path in listed
        for child in path.read_text().split()
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
