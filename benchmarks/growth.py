"""How time and memory grow with the page: doubling sizes of several shapes, by the default method.

    python benchmarks/growth.py

A column that doubles from line to line is linear growth; the last column is the time a megabyte takes.
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
    parser.add_argument("--largest", type=float, default=8.0, help="megabytes of the largest page (8)")
    arguments = parser.parse_args()
    print(f"{'shape':12} {'MB':>6} {'seconds':>9} {'s / MB':>8} {'peak MB of Python memory':>25}")
    for name, make in SHAPES.items():
        size = arguments.largest / 8
        while size <= arguments.largest:
            page = make(int(size * 1e6)).encode()
            begin = time.perf_counter()
            document = maintext.extract(page)
            length = len(document.text)
            seconds = time.perf_counter() - begin
            tracemalloc.start()
            document = maintext.extract(page)
            length = max(length, len(document.text))
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            megabytes = len(page) / 1e6
            print(f"{name:12} {megabytes:6.1f} {seconds:9.3f} {seconds / megabytes:8.3f} {peak:25.1f}")
            size *= 2


if __name__ == "__main__":
    main()
