"""Many pages in all formats on several threads: memory stays flat, and every answer equals that of a single thread.

    python benchmarks/soak.py ../shared/data/wcxb-dev.jsonl.xz --count 200000

First one thread extracts each page once, in all formats, and notes a hash of them. Then the threads go through the
pages again and again, in an order of their own, and compare. Memory is what the system says that the process has; it
is noted at ten moments.
"""

import argparse
import gc
import hashlib
import os
import random
import sys
import threading
import time
from pathlib import Path

from speed import sample

import maintext
from maintext.document.document import FORMATS


def hash_of(page: bytes) -> bytes:
    """A hash of all formats, the hidden text and the metadata of a page."""
    document = maintext.extract(page, "https://example.org/a", comments=True)
    digest = hashlib.blake2b(digest_size=16)
    for form in FORMATS:
        digest.update(document.formatted(form).encode())
    return digest.digest()


def resident() -> float:
    """The memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Soak:
    """Threads that extract until the count or the time is reached."""

    def __init__(self, pages: list[bytes], count: int, seconds: float) -> None:
        """Extract each page once."""
        self.pages, self.count = pages, count
        self.expected = [hash_of(page) for page in pages]
        self.deadline = time.monotonic() + seconds
        self.done = self.different = 0
        self.faults: list[str] = []
        self._lock = threading.Lock()

    def work(self, seed: int) -> None:
        """The work of one thread."""
        order = list(range(len(self.pages)))
        generator = random.Random(seed)
        while True:
            generator.shuffle(order)
            for number in order:
                if self.done >= self.count or time.monotonic() > self.deadline:
                    return
                try:
                    is_equal = hash_of(self.pages[number]) == self.expected[number]
                except Exception as error:
                    self.faults.append(f"page {number}: {type(error).__name__}: {error}")
                    is_equal = True
                with self._lock:
                    self.done += 1
                    self.different += not is_equal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=500, help="how many different pages of each set (500)")
    parser.add_argument("--count", type=int, default=200_000, help="how many pages to extract (200000)")
    parser.add_argument("--threads", type=int, default=8, help="how many threads (8)")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time (never)")
    arguments = parser.parse_args()
    pages = [page for path in arguments.data for page in sample(path, arguments.pages, 1)]
    soak = Soak(pages, arguments.count, arguments.seconds)
    print(f"{len(pages)} different pages; {resident():.0f} MB after one pass on one thread", flush=True)
    threads = [threading.Thread(target=soak.work, args=(seed,)) for seed in range(arguments.threads)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    noted = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.2)
        share = max(soak.done / soak.count, (time.monotonic() - begin) / arguments.seconds)
        if share * 10 >= noted + 1:
            noted = int(share * 10)
            print(f"{soak.done:>9,} pages: {resident():6.0f} MB", flush=True)
    for thread in threads:
        thread.join()
    gc.collect()
    print(f"{soak.done:>9,} pages on {arguments.threads} threads: {resident():.0f} MB at the end, ", end="")
    print(f"{soak.different} answers differ, {len(soak.faults)} faults")
    print("\n".join(soak.faults[:10]))
    sys.exit(1 if soak.different or soak.faults else 0)


if __name__ == "__main__":
    main()
