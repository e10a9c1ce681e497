"""The tables that the papers published, and what they claim, as data.

Two papers call the share of the extracted text that is labelled R and the share of the labelled text that was found P.
Here they have their usual names, precision and recall.
"""

from dataclasses import dataclass
from typing import Final

_CHARACTERS: Final = (("lcs_precision", "precision"), ("lcs_recall", "recall"))
_GRADES: Final = (("excellent", "excellent"), ("good_rate", "excellent or good"))


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that can be checked on each set: a figure of a method is at least a bound, or that of a rival."""

    words: str
    method: str
    measure: str
    bound: float | None = None
    rival: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table of a paper, and which methods and measures to show beside it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    methods: tuple[str, ...]
    measures: tuple[tuple[str, str], ...]
    """The key of a measure in the results, and its name in the table."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its tables, and what it claims."""

    title: str
    pages: str
    """What it was measured on."""
    tables: tuple[PublishedTable, ...]
    claims: tuple[Claim, ...]
    judges: bool = False
    """Whether the paper also judges if a page has a main text."""


PAPERS: Final = (
    Paper(
        "Xie 2022: div-density",
        "100 of 9,313 pages of four Chinese news sites, labelled by rules for each site",
        (
            PublishedTable(
                "Table 1",
                ("site", "precision", "recall"),
                (
                    ("Sohu", "0.953", "0.939"),
                    ("Eastmoney", "0.912", "0.955"),
                    ("Netease", "0.967", "0.924"),
                    ("Sina", "0.941", "0.930"),
                ),
                ("div-density", "tree-characters"),
                _CHARACTERS,
                "tree-characters is the method of Sun and Guan 2004, which the paper names.",
            ),
        ),
        (
            Claim("precision by characters of at least 0.912", "div-density", "lcs_precision", 0.912),
            Claim("recall by characters of at least 0.924", "div-density", "lcs_recall", 0.924),
        ),
    ),
    Paper(
        "Hong et al. 2019: text-density and symbol-density",
        "CleanEval, and 1,500 pages of each of three Chinese news sites, labelled by rules for each site",
        (
            PublishedTable(
                "Table 1 (text density) and Table 2 (text and symbol density)",
                ("pages", "text: precision", "text: recall", "symbol: precision", "symbol: recall"),
                (
                    ("CleanEval, English", "0.752", "0.927", "0.774", "0.939"),
                    ("CleanEval, Chinese", "0.683", "0.805", "0.692", "0.816"),
                    ("Phoenix (ifeng)", "0.976", "0.967", "0.982", "0.975"),
                    ("Reference News", "0.997", "0.981", "0.999", "0.988"),
                    ("Sina", "0.986", "0.977", "", ""),
                ),
                ("text-density", "symbol-density", "line-blocks", "composite-density"),
                _CHARACTERS,
                "line-blocks and composite-density are methods that the paper names.",
            ),
        ),
        (
            Claim("precision of text-density of at least 0.976", "text-density", "lcs_precision", 0.976),
            Claim("recall of text-density of at least 0.967", "text-density", "lcs_recall", 0.967),
            Claim("precision of symbol-density of at least 0.982", "symbol-density", "lcs_precision", 0.982),
            Claim("recall of symbol-density of at least 0.975", "symbol-density", "lcs_recall", 0.975),
            Claim(
                "symbol-density is better than text-density in precision",
                "symbol-density",
                "lcs_precision",
                rival="text-density",
            ),
            Claim(
                "symbol-density is better than text-density in recall",
                "symbol-density",
                "lcs_recall",
                rival="text-density",
            ),
        ),
    ),
    Paper(
        "Gunasundari and Karthikeyan: link-density",
        "50 pages of each of ten Chinese news sites, judged by people",
        (
            PublishedTable(
                "Table 1",
                ("site", "correct"),
                (
                    ("Sohu", "0.98"),
                    ("Sina", "0.98"),
                    ("163", "0.94"),
                    ("Yahoo", "0.94"),
                    ("Xinhuanet", "0.92"),
                    ("Peopledaily", "0.94"),
                    ("Tom", "0.92"),
                    ("China", "0.94"),
                    ("Chinanews", "0.92"),
                    ("21cn", "0.96"),
                    ("all", "0.944"),
                ),
                ("link-density", "tree-characters"),
                (("correct", "correct"),),
                "tree-characters is the method of Sun and Guan 2004, which the paper calls inaccurate.",
            ),
        ),
        (
            Claim("94.4 % of the pages are correct", "link-density", "correct", 0.944),
            Claim(
                "link-density is more often correct than tree-characters",
                "link-density",
                "correct",
                rival="tree-characters",
            ),
        ),
    ),
    Paper(
        "Wang et al. 2013: naive-bayes",
        "100 pages of each of five Chinese news sites, graded by people",
        (
            PublishedTable(
                "Table 2 (blocks of four tags) and Table 3 (blocks of <table> alone)",
                (
                    "site",
                    "four tags: excellent",
                    "four tags: excellent or good",
                    "table: excellent",
                    "table: excellent or good",
                ),
                (
                    ("Sohu", "0.36", "0.96", "0.25", "0.95"),
                    ("Sina", "0.38", "0.97", "0.28", "0.96"),
                    ("Netease", "0.35", "0.96", "0.26", "0.88"),
                    ("People's Daily", "0.38", "0.97", "0.30", "0.96"),
                    ("Tencent", "0.32", "0.95", "0.27", "0.90"),
                ),
                ("naive-bayes", "table-blocks"),
                _GRADES,
            ),
        ),
        (
            Claim("35.8 % of the pages are excellent", "naive-bayes", "excellent", 0.358),
            Claim("96.2 % of the pages are excellent or good", "naive-bayes", "good_rate", 0.962),
            Claim(
                "four tags give more excellent pages than table alone", "naive-bayes", "excellent", None, "table-blocks"
            ),
            Claim("four tags give more good pages than table alone", "naive-bayes", "good_rate", None, "table-blocks"),
        ),
    ),
    Paper(
        "Lv et al. 2017: p-value",
        "the pages of the set Chaos that were still online, 262 pages in all, and 83 pages of one news site",
        (
            PublishedTable(
                "Table 1 (the set Chaos)",
                ("method", "precision", "recall", "F1"),
                (("CTD (composite-density)", "0.969", "0.896", "0.928"), ("P value", "0.970", "0.982", "0.976")),
                ("p-value", "composite-density", "max-subsequence", "tag-ratio"),
                (("bow_precision", "precision"), ("bow_recall", "recall"), ("bow_f1", "F1")),
                "max-subsequence and tag-ratio are methods that the paper names.",
            ),
            PublishedTable(
                "Table 2",
                ("method", "accurately extracted"),
                (("P value", "0.954 (250 of 262)"),),
                ("p-value", "composite-density", "max-subsequence", "tag-ratio"),
                (("accurate_share", "accurate"),),
                "A page is accurate if precision, recall and F1 by characters are all above 0.95.",
            ),
            PublishedTable(
                "Table 3",
                ("", "have an article", "have none"),
                (("P ≥ 0.5", "23", "0"), ("P < 0.5", "5", "55")),
                (),
                (),
            ),
        ),
        (
            Claim("F1 of at least 0.976", "p-value", "bow_f1", 0.976),
            Claim("95.4 % of the pages are accurate", "p-value", "accurate_share", 0.954),
            Claim("p-value is better than CTD in F1", "p-value", "bow_f1", rival="composite-density"),
            Claim("p-value is better than CTD in precision", "p-value", "bow_precision", rival="composite-density"),
            Claim("p-value is better than CTD in recall", "p-value", "bow_recall", rival="composite-density"),
        ),
        judges=True,
    ),
)
"""The five papers whose methods are part of maintext."""
