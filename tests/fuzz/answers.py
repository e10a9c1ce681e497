"""Answers of a hostile web server, made from their numbers: odd status lines, headers, bodies and redirects."""

import gzip
import random
import zlib
from typing import Final

PAGE: Final = b"<html><body><article><h1>Rain</h1><p>It rained all day, and nobody minded.</p></article></body></html>"
_STATUS_LINES: Final = (
    "HTTP/1.1 {}",
    "HTTP/1.1 {} OK",
    "HTTP/1.0 {} OK",
    "HTTP/9.9 {} OK",
    "HTTP/1.1  {}  OK",
    "HTTP/2 {}",
    "HTCPCP/1 {}",
    "{} OK",
    "HTTP/1.1 {} \x1b[31mred",
    "HTTP/1.1 {} \xe9",
    "",
    "HTTP/1.1 {}{}",
    "ICY {} OK",
    "HTTP/1.1",
)
_STATUS: Final = (
    200,
    200,
    200,
    200,
    200,
    301,
    302,
    303,
    307,
    308,
    304,
    300,
    204,
    206,
    100,
    101,
    103,
    404,
    403,
    410,
    429,
    429,
    500,
    502,
    503,
    503,
    999,
    0,
    99,
    600,
    1000,
    -1,
    "²",
    "2OO",
    "2e2",
    "",
)
_ODD: Final = (
    "²",
    "9" * 20,
    "9" * 400,
    "-1",
    "1e9",
    "nan",
    "",
    " ",
    "\x00",
    "\x7f",
    "\xe9",
    '"\xe9"',
    'W/"1"',
    "a" * 5000,
    ";" * 3000,
    '"' * 999,
    "\t",
    "\u20ac".encode().decode("latin-1"),
    "\x1b[2J",
    "%00",
    "%0d%0aX: y",
    "٣",
    "①",
    "0x10",
    "1, 2",
    "\ufeff1",
)
_DATES: Final = (
    "Mon, 06 May 2024 07:08:09 GMT",
    "Mon, 06 May 99999999999999999999 07:08:09 GMT",
    "Mon, 06 May 2024 99:99:99 GMT",
    "Mon, 06 May 2024 07:08:09 +99999999999999999999",
    "Mon, 06 May 0000 07:08:09 GMT",
    "06 May 9999 23:59:59 -2359",
    "Mon",
    "Mon, 31 Feb 2024 07:08:09 GMT",
    "0, 0 0 0 0:0:0 0",
    "Mon, 06 May 2024 07:08:09 -9999",
    "May",
)
_HOSTS: Final = (
    "http://xn--/",
    "http://xn--a/",
    "http://[::1/",
    "http://[v1.a]/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1:0/",
    "http://127.0.0.1:x/",
    "http://a..b/",
    "http://" + "a" * 300 + "/",
    "http://\xe9.example/",
    "http://\u2488.example/",
    "http://%31/",
    "https://",
    "//",
    "///",
    "javascript:1",
    "file:///etc/passwd",
    "data:text/html,x",
    "http:///x",
    "http://@/",
    "http://a:b@127.0.0.1:{port}/{next}",
    "http://127.0.0.1:{port}/{next}",
    "/{next}",
    "{next}",
    "?{next}",
    "#x",
    "",
    "http://localhost:{port}/{next}",
    "HTTP://127.0.0.1:{port}/{next}#f",
    "http://127.0.0.1:{port}/\xe9 {next}",
    "..//{next}",
    "http://127.0.0.1:{port}\\{next}",
    "http://xn--ls8h.la/",
    "http://127.0.0.1:{port}/%",
    "mailto:x@y",
    "http://0x7f.1:{port}/",
)
_KINDS: Final = (
    "text/html",
    "text/html; charset=utf-8",
    'text/html;charset="',
    "text/html; charset=\xe9",
    "TEXT/HTML ;CHARSET=x",
    "image/png",
    "text/html; charset*=utf-8''x",
    "text/html; charset*=a%00b''x",
    "text/html; charset=undefined",
    "text/html; charset=idna",
    "text/html; charset=base64",
    "text/html; charset=\x00",
    ";",
    "text/html" + ';"' * 2000,
    "multipart/mixed; boundary=x",
)
_ENCODINGS: Final = (
    "gzip",
    "br",
    "zstd",
    "deflate",
    "identity",
    "gzip, gzip",
    "gzip,br,zstd,deflate",
    "x",
    "\xe9",
    "GZIP",
)


def answer_of(seed: int, number: int, port: int) -> bytes:
    """The bytes that the server sends when it is asked for a number."""
    chance = random.Random(f"{seed} {number}")
    status = 200 if chance.random() < 0.3 else chance.choice(_STATUS)
    line = chance.choice(_STATUS_LINES) if chance.random() < 0.1 else "HTTP/1.1 {} OK"
    headers = [*_usual_headers(chance, status, number, port), *_odd_headers(chance)]
    body, framing = _body(chance)
    chance.shuffle(headers)
    end = "\r\n" if chance.random() < 0.9 else chance.choice(("\n", "\r"))
    head = end.join([line.format(status, status), *headers, *framing, "", ""]).encode("latin-1", "replace")
    content = head + body
    if chance.random() < 0.1:
        content = content[: chance.randrange(len(content) + 1)]
    return content


def _usual_headers(chance: random.Random, status: object, number: int, port: int) -> list[str]:
    kind = "text/html" if chance.random() < 0.6 else chance.choice(_KINDS)
    headers = [f"Content-Type: {kind}"]
    if status in (301, 302, 303, 307, 308, 300):
        target = chance.choice(_HOSTS).replace("{port}", str(port)).replace("{next}", str(number + 1))
        headers.append(f"Location: {target}")
    if status in (429, 500, 502, 503):
        headers.append(f"Retry-After: {chance.choice((*_ODD, *_DATES, '0', '1'))}")
    if chance.random() < 0.3:
        headers.append(f"ETag: {chance.choice(_ODD)}")
    if chance.random() < 0.2:
        headers.append(f"Last-Modified: {chance.choice((*_DATES, *_ODD))}")
    return headers


def _odd_headers(chance: random.Random) -> list[str]:
    names = (
        "Set-Cookie",
        "Cache-Control",
        "Content-Type",
        "Location",
        "Retry-After",
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Upgrade",
        "Link",
        "X",
        "",
        " X",
        "X Y",
        "\xe9",
        "Content-Encoding",
        "Trailer",
        "Date",
        "Expires",
    )
    values = (
        *_ODD,
        *_DATES,
        "chunked",
        "close",
        "no-store",
        "h2c",
        "a=b; expires=Mon, 99-May-9999 00:00:00 GMT",
        "a=b" * 900,
    )
    count = chance.choice((0, 0, 0, 0, 0, 1, 1, 2, 5, 120))
    return [
        f"{chance.choice(names)}{chance.choice((': ', ':', ' : ', ''))}{chance.choice(values)}" for _ in range(count)
    ]


def _body(chance: random.Random) -> tuple[bytes, list[str]]:
    body = chance.choice((PAGE, PAGE, b"", b"\0" * 99, bytes(chance.randrange(256) for _ in range(99)), PAGE * 30))
    framing = []
    if chance.random() < 0.25:
        encoding = chance.choice(_ENCODINGS)
        framing.append(f"Content-Encoding: {encoding}")
        packed = {"gzip": gzip.compress(body), "deflate": zlib.compress(body), "identity": body}.get(encoding, body)
        body = packed if chance.random() < 0.7 else packed[:-5] + b"\xff\xff"
    way = chance.randrange(12)
    if way == 0:
        sizes = (f"{len(body):x}", f"{len(body):x};a=b", "-1", "f" * 17, "g", "", "0")
        body = (
            chance.choice(sizes).encode()
            + b"\r\n"
            + body
            + b"\r\n"
            + chance.choice((b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n", b""))
        )
        framing.append("Transfer-Encoding: chunked")
    elif way == 1:
        framing.append(
            f"Content-Length: {chance.choice((len(body), len(body) - 1, len(body) + 1, 10**19, -1, '²', ''))}"
        )
    elif way == 2:
        framing.append(f"Content-Length: {len(body)}")
    return body, framing
