"""Print the table of docs/reliability.md: ``cd tests && python -m helpers.write_growth_table``.

For each group of families and each output: how many times as much work a page takes that is four times as large, for
the family that grows most. The last column is the slowest family of the group, over all outputs.
"""

import argparse
import sys

from helpers.growth import COUNTER, OUTPUTS, growths
from helpers.hostile_families import GROUPS


def row_of(group: str, size: int) -> str:
    """The line of a group."""
    measured = [growths(family, size) for family in GROUPS[group]]
    worst = [max(column, key=lambda each: each.factor) for column in zip(*measured, strict=True)]
    slowest = max((each for row in measured for each in row), key=lambda each: each.large)
    for each in worst:
        print(f"{group}: {each}", file=sys.stderr)
    factors = " | ".join(f"{each.factor:.1f}" for each in worst)
    amount = f"{slowest.large / 1e6:,.0f} million" if COUNTER.unit == "instructions" else f"{slowest.large:,.0f} ms"
    return f"| {group} ({len(GROUPS[group])}) | {factors} | {slowest.family}, {slowest.output}: {amount} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=50_000, help="bytes of the smaller pages (50000)")
    size = parser.parse_args().size
    print(f"Counted in {COUNTER.unit}; {size // 1000} kB and {4 * size // 1000} kB.\n")
    print(f"| families | {' | '.join(OUTPUTS)} | most work |")
    print(f"|---|{'--:|' * len(OUTPUTS)}---|")
    for group in GROUPS:
        print(row_of(group, size), flush=True)


if __name__ == "__main__":
    main()
