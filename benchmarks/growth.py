"""How time and memory grow with the page: doubling sizes of several shapes, by the default method.

    python benchmarks/growth.py
    python benchmarks/growth.py --shapes article --sizes 0.01 0.1 1 10 50

A column that doubles from line to line is linear growth. The last columns are the most memory that was in use at one
time, and how many times the page that is.
"""

import argparse
import time
import tracemalloc
from collections.abc import Callable

import maintext

SHAPES: dict[str, Callable[[int], str]] = {
    "article": lambda size: "<div>" + "<p>It rained all day, and nobody in the town minded much.</p>" * (size // 60),
    "siblings": lambda size: "<p>x</p>" * (size // 8),
    "nested div": lambda size: "<div>" * (size // 12) + "text" + "</div>" * (size // 12),
    "unclosed b": lambda size: "<b>x<p>" * (size // 7),
    "table": lambda size: "<table>" + "<tr><td>cell<td>cell" * (size // 20),
    "one text": lambda size: "word " * (size // 5),
    "attributes": lambda size: "<p " + " ".join(f"a{number}=1" for number in range(size // 10)) + ">text",
    "scripts": lambda size: "<script>if (a < b) { c() }</script>" * (size // 36),
    "comments": lambda size: "<!-- a < b -->x" * (size // 15),
    "entities": lambda size: "&amp;&lt;&nbsp;" * (size // 15),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", nargs="+", default=list(SHAPES), choices=SHAPES, help="all by default")
    parser.add_argument("--sizes", nargs="+", type=float, default=[1, 2, 4, 8], help="in megabytes (1 2 4 8)")
    arguments = parser.parse_args()
    print(f"| {'shape':10} | {'MB':>6} | {'seconds':>8} | {'s / MB':>6} | {'peak MB':>8} | {'of the page':>11} |")
    print(f"|{'-' * 12}|{'-' * 7}:|{'-' * 9}:|{'-' * 7}:|{'-' * 9}:|{'-' * 12}:|")
    maintext.extract(SHAPES["article"](1_000))
    for name in arguments.shapes:
        for size in arguments.sizes:
            page = SHAPES[name](int(size * 1e6)).encode()
            begin = time.perf_counter()
            length = len(maintext.extract(page).text)
            seconds = time.perf_counter() - begin
            tracemalloc.start()
            length = max(length, len(maintext.extract(page).text))
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            megabytes = len(page) / 1e6
            times = f"{seconds:8.3f} | {seconds / megabytes:6.3f}"
            print(f"| {name:10} | {megabytes:6.2f} | {times} | {peak:8.1f} | {peak / megabytes:11.1f} |")


if __name__ == "__main__":
    main()
