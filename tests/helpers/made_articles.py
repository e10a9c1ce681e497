"""Articles made of random sections, for tests of their structure."""

from html import escape

from hypothesis import strategies as st

WORDS = st.sampled_from(
    "ferry harbour rain it and the. stone, returned? 1,200 e-mail 渡口 古渡口修复工程。 naïve & < 😀".split()
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=14).map(" ".join)
PARAGRAPHS = SENTENCES.map(lambda text: f"<p>{escape(text)}</p>")
LISTS = st.lists(SENTENCES, min_size=1, max_size=4).map(
    lambda items: f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"
)
ROWS = st.lists(st.lists(WORDS, min_size=2, max_size=3), min_size=2, max_size=5)
TABLES = ROWS.map(
    lambda rows: (
        "<table>"
        + "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        + "</table>"
    )
)
CODES = st.lists(st.sampled_from(["x = 1", "", "    return x", "print('a b')"]), min_size=1, max_size=5).map(
    lambda lines: f"<pre><code>{escape(chr(10).join(lines))}</code></pre>"
)
HEADINGS = st.tuples(st.sampled_from("2344"), SENTENCES).map(lambda pair: f"<h{pair[0]}>{escape(pair[1])}</h{pair[0]}>")
EXTRAS = st.sampled_from(
    ["<hr>", "<img src=a.png alt=a>", "<p>See <b>bold <i>both</i></b>, and <a href=/x>a link</a>.</p>"]
)
PARTS = st.one_of(PARAGRAPHS, PARAGRAPHS, HEADINGS, LISTS, TABLES, CODES, EXTRAS)
ARTICLES = st.lists(PARTS, min_size=1, max_size=14).map(lambda parts: f"<body><main>{''.join(parts)}</main></body>")
