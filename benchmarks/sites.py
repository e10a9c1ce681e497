"""What other pages of a site are worth, and what they cost.

    python benchmarks/sites.py daniel-dev.jsonl.xz --plot docs/images/sites-gain.svg
    python benchmarks/sites.py daniel-dev.jsonl.xz --languages
    python benchmarks/sites.py daniel-dev.jsonl.xz --cost

Gain: the mean F1 of pages whose site has 2, 3, 5, 10 or 20 pages: the page and others drawn at random, three draws.
Each line of the plot has the same pages at all its points: those of hosts with at least 5, or at least 20 pages. Use
pages that the model was not trained on.

Languages: the mean F1 of pages of hosts with three or more, alone and with all pages of their host; the text as it
comes, and with the headline.

Cost: the processor time for learning a page and for using a site, as shares of that of the text; of each page the best
of several passes.
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

import maintext
from maintext.data import LabelledPage, read_pages
from maintext.read import page_table
from maintext.sites._page_marks import PageMarks
from maintext.sites.learned_site import SiteBuilder
from maintext.sites.site_names import site_name
from maintext.support.svg import escaped, round_steps
from maintext.support.text_table import aligned
from maintext.words import overlap

COUNTS = (1, 2, 3, 5, 10, 20)
DRAWS = 3
WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT = 560, 300, 60, 44, 130
COLORS = ("#1a6faf", "#c2571a", "#2e7d32")

Sites = dict[str, list[LabelledPage]]
Marked = list[tuple[int, PageMarks]]


def by_site(path: Path) -> Sites:
    """The pages of each host."""
    sites: Sites = defaultdict(list)
    for page in read_pages(path, print):
        if name := site_name(page.url):
            sites[name].append(page)
    return sites


def f1_with(pages: Sequence[LabelledPage], count: int, draw: random.Random) -> list[float]:
    """The F1 of each page of a site, judged by others that are drawn, so that they are ``count`` together."""
    marks = [PageMarks(page_table(page.html)) for page in pages]
    scores = []
    for number, page in enumerate(pages):
        others = draw.sample([each for each in range(len(pages)) if each != number], count - 1)
        builder = SiteBuilder()
        for each in (number, *others):
            builder.add_marks(marks[each].key(), marks[each].marks)
        text = maintext.extract(page.html, site=builder.site()).text
        scores.append(overlap(text, page.text)[2])
    return scores


def gain(sites: Sites, least: int) -> dict[int, float]:
    """The mean F1 of all pages of sites with a minimum number of pages, by the number of pages that are compared."""
    large = [pages for pages in sites.values() if len(pages) >= least]
    found = {}
    for count in (each for each in COUNTS if each <= least):
        draws = range(DRAWS if count > 1 else 1)
        scores = [f1_with(pages, count, random.Random(seed)) for seed in draws for pages in large]
        found[count] = fmean(score for site in scores for score in site)
    return found


def plot(lines: dict[str, dict[int, float]]) -> str:
    """The lines as a picture; the number of pages on a scale of places, F1 from below."""
    values = [value for line in lines.values() for value in line.values()]
    steps = round_steps(min(values) - 0.005, max(values) + 0.005, 6)
    low, high = min(*values, steps[0]) - 0.003, max(*values, steps[-1]) + 0.003
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(count: int) -> float:
        return LEFT + 20 + (right - LEFT - 40) * COUNTS.index(count) / (len(COUNTS) - 1)

    def y(value: float) -> float:
        return bottom - (bottom - 16) * (value - low) / (high - low)

    parts = [
        f'<path d="M{LEFT} {y(step):.1f}H{right}" stroke="#ddd"/><text x="{LEFT - 8}" y="{y(step) + 4:.1f}" '
        f'text-anchor="end">{step:g}</text>'
        for step in steps
    ]
    parts += [f'<text x="{x(count):.1f}" y="{bottom + 18}" text-anchor="middle">{count}</text>' for count in COUNTS]
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">pages of the site</text>')
    for (name, line), color in zip(lines.items(), COLORS, strict=False):
        places = [(x(count), y(value)) for count, value in line.items()]
        path = "L".join(f"{across:.1f} {down:.1f}" for across, down in places)
        parts.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.5" fill="{color}"/>' for across, down in places]
        parts.append(
            f'<text x="{places[-1][0] + 9:.1f}" y="{places[-1][1] + 4:.1f}" fill="{color}">{escaped(name)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">'
        f'<title>F1 by the number of pages of a site</title><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f"{''.join(parts)}</svg>\n"
    )


def languages(sites: Sites) -> str:
    """The mean F1 by language, of each page alone and with its site, without and with the headline in the text."""
    scores: dict[str, list[list[float]]] = defaultdict(list)
    choices = (maintext.Options(), maintext.Options(headline="everywhere"))
    for pages in sites.values():
        known = maintext.learn_site([page.html for page in pages])
        for page in pages:
            texts = [
                maintext.extract(page.html, site=site, options=each).text for each in choices for site in (None, known)
            ]
            found = [overlap(text, page.text)[2] for text in texts]
            scores["all"].append(found)
            scores[page.language or "unknown"].append(found)
    names = sorted(scores, key=lambda name: (name != "all", name))
    lines = [["", *names], ["pages", *(str(len(scores[name])) for name in names)]]
    for row, label in enumerate(("alone", "with its site", "alone, headline", "with its site, headline")):
        lines.append([label, *(f"{fmean(found[row] for found in scores[name]):.3f}" for name in names)])
    return aligned(lines, numbers=set(range(1, len(names) + 1)))


def cost(sites: Sites, passes: int) -> None:
    """Print the time of learning and of using a site, next to that of the text."""
    learnt = [(pages, maintext.learn_site([page.html for page in pages])) for pages in sites.values()]
    some = [(page.html, site) for pages, site in learnt for page in pages]
    tables = [page_table(html) for html, _ in some]
    steps: dict[str, Callable[[int], object]] = {
        "text": lambda at: maintext.extract(some[at][0]).text,
        "text with a site": lambda at: maintext.extract(some[at][0], site=some[at][1]).text,
        "read a page": lambda at: page_table(some[at][0]),
        "marks of a page": lambda at: PageMarks(tables[at]).key(),
    }
    best = {name: [float("inf")] * len(some) for name in steps}
    for _ in range(passes):
        for name, step in steps.items():
            for at in range(len(some)):
                begin = time.thread_time()
                step(at)
                best[name][at] = min(best[name][at], time.thread_time() - begin)
    total = {name: sum(times) for name, times in best.items()}
    print(f"{len(some)} pages, {1e3 * total['text'] / len(some):.3f} ms per text")
    print(f"use a site: {total['text with a site'] / total['text'] - 1:.3f} of the time of the text")
    print(f"learn, given the table: {total['marks of a page'] / total['text']:.3f}")
    print(f"learn, reading included: {(total['marks of a page'] + total['read a page']) / total['text']:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="write a picture of the gain there, as SVG")
    parser.add_argument("--languages", action="store_true", help="measure by language instead")
    parser.add_argument("--cost", action="store_true", help="measure the time instead")
    parser.add_argument("--passes", type=int, default=5)
    arguments = parser.parse_args()
    sites = {name: pages for name, pages in by_site(arguments.data).items() if len(pages) >= 3}
    if arguments.cost:
        cost(sites, arguments.passes)
        return
    if arguments.languages:
        print(languages(sites))
        return
    lines = {}
    for least in (5, 20):
        name = f"{least} or more pages"
        lines[name] = gain(sites, least)
        pages = sum(len(each) for each in sites.values() if len(each) >= least)
        print(f"{name} ({pages} pages):", ", ".join(f"{count}: {value:.4f}" for count, value in lines[name].items()))
    if arguments.plot:
        arguments.plot.write_text(plot(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
