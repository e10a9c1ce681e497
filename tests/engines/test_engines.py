"""Arrow tables, and the engines that are built on them: the same rows as ``maintext batch`` gives."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.pages import EXAMPLES, ROOT
from helpers.site_pages import NOTICE, site_page, url_of
from helpers.warcs import http_response, warc_record, write_warc

import maintext
from maintext.arrow import extract_batch, extract_table, output_schema, page_batches
from maintext.batch.arrow_sites import learn_batch, save_sites
from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.run import Settings, run_batch
from maintext.sites.store import SiteStore

PAGES: Final = [path.read_bytes() for path in EXAMPLES]


@pytest.fixture(name="warcs")
def fixture_warcs(tmp_path: Path) -> list[Path]:
    """Two files of pages in many encodings, of which the server tells one, and a record that is no page."""
    files = []
    for place in range(2):
        pages = [http_response(page, "text/html") for page in PAGES]
        russian = "<p>Шёл дождь, и никто не был против.</p>".encode("koi8-r")
        pages.append(http_response(russian, "text/html; charset=koi8-r"))
        pages.append(http_response(b"\x89PNG", "image/png"))
        records = (warc_record(100 * place + number, page) for number, page in enumerate(pages))
        files.append(write_warc(tmp_path / f"{place}.warc.gz", records))
    return files


def batch_rows(warcs: list[Path], tmp_path: Path) -> dict[str, dict[str, Any]]:
    run_batch(Settings(tuple(warcs), tmp_path / "batch.parquet", maintext.Learned()))
    return by_id(tmp_path / "batch.parquet")


def by_id(path: Path) -> dict[str, dict[str, Any]]:
    rows = pq.read_table(path).to_pylist()
    found = {row["id"]: row for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.slow
class TestExtractBatch:
    def test_the_columns_of_the_input_stay_without_the_pages(self) -> None:
        batch = pa.RecordBatch.from_pydict({"n": [1, 2], "html": PAGES[:2], "url": ["https://example.org/", None]})
        found = extract_batch(batch, fields=("title", "score", "metadata"))
        assert found.schema.names == ["n", "url", "title", "score", "metadata", "error"]
        assert found.schema == output_schema(batch.schema, fields=("title", "score", "metadata"))
        assert found.column("title").to_pylist() == [maintext.extract(page).title for page in PAGES[:2]]

    def test_rows_without_a_page_have_an_error(self) -> None:
        batch = pa.RecordBatch.from_pydict({"html": pa.array([None, "<p>It rained.</p>"], pa.string())})
        found = extract_batch(batch, fields=["text"]).to_pylist()
        assert found == [{"text": None, "error": "there is no page in 'html'"}, {"text": "It rained.", "error": None}]

    def test_columns_may_have_other_names(self) -> None:
        batch = pa.RecordBatch.from_pydict({"page": ["<p>It rained.</p>"], "text": ["old"], "where": ["x"]})
        found = extract_batch(batch, html="page", url="where", fields=["text"], method="p-value").to_pylist()
        assert found == [{"where": "x", "text": "It rained.", "error": None}]

    def test_a_missing_column_is_told(self) -> None:
        with pytest.raises(maintext.DataError, match="'html'"):
            extract_batch(pa.RecordBatch.from_pydict({"page": ["<p>It rained.</p>"]}))

    def test_an_empty_table_keeps_its_columns(self) -> None:
        table = pa.table({"html": pa.array([], pa.string()), "n": pa.array([], pa.int64())})
        assert extract_table(table).schema.names == ["n", *DEFAULT_FIELDS, "error"]

    def test_sites_are_learnt_from_batches(self, tmp_path: Path) -> None:
        """The same file as from all pages at once; the pages may be in any batches."""
        pages = [site_page(number) for number in range(6)]
        urls = [url_of(number, "ab"[number % 2]) for number in range(6)]
        batches = [
            pa.RecordBatch.from_pydict({"html": pages[:2], "url": urls[:2]}),
            pa.RecordBatch.from_pydict(
                {"html": [*pages[2:], "<p>", None], "url": [*urls[2:], None, "https://a.example"]}
            ),
        ]
        rows = [row for batch in batches for row in learn_batch(batch).to_pylist()]
        assert [row["site"] for row in rows] == ["a.example", "b.example"] * 2
        save_sites(((row["site"], row["content"]) for row in rows), tmp_path / "sites", "host")
        with SiteStore.open(tmp_path / "sites") as store:
            assert store.get("a.example") == maintext.learn_site(pages[::2])
            assert store.get("b.example") == maintext.learn_site(pages[1::2])
        found = extract_batch(batches[1], fields=["text"], sites=tmp_path / "sites")
        site = maintext.learn_site(pages[::2])
        assert found.column("text")[0].as_py() == maintext.extract(pages[2], site=site).text

    def test_files_give_the_rows_of_batch(self, warcs: list[Path], tmp_path: Path) -> None:
        found = [row for batch in page_batches(warcs, 7) for row in extract_batch(batch).to_pylist()]
        expected = batch_rows(warcs, tmp_path)
        assert found == list(expected.values())
        assert [row["error"] for row in found if row["error"]] == ["the content type is image/png, not HTML"] * 2
        assert sum((row["text"] or "").startswith("Шёл дождь") for row in found) == 2


@pytest.mark.slow
class TestScripts:
    def run_script(self, engine: str, *words: str | Path, lost: Path | None = None) -> None:
        if find_spec({"spark": "pyspark"}.get(engine, engine)) is None:
            pytest.skip(f"{engine} is not installed")
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        if lost:
            folders = [str(ROOT / "tests" / "engines" / "loss"), environment.get("PYTHONPATH", "")]
            environment |= {"LOST_WORKER": str(lost), "PYTHONPATH": os.pathsep.join(filter(None, folders))}
        script = ROOT / "examples" / "engines" / f"with_{engine}.py"
        done = subprocess.run(
            [sys.executable, script, *words], capture_output=True, check=False, timeout=400, env=environment
        )
        assert done.returncode == 0, done.stderr.decode()[-3000:]

    @pytest.mark.parametrize("engine", ["ray", "spark"])
    def test_a_cluster_that_loses_a_worker_gives_the_rows_of_batch(
        self, warcs: list[Path], tmp_path: Path, engine: str
    ) -> None:
        lost, out = tmp_path / "lost", tmp_path / "out"
        self.run_script(engine, out, *warcs, lost=lost)
        assert lost.exists()
        assert by_id(out) == batch_rows(warcs, tmp_path)

    @pytest.mark.parametrize("engine", ["ray", "spark"])
    def test_pages_are_judged_by_their_site_as_in_batch(self, tmp_path: Path, engine: str) -> None:
        """Also if a worker is lost."""
        files, pages = [], [site_page(number).encode() for number in range(24)]
        for place in range(2):
            records = [warc_record(number, http_response(pages[number])) for number in range(place, 24, 2)]
            files.append(write_warc(tmp_path / f"{place}.warc.gz", records))
        lost, out = tmp_path / "lost", tmp_path / "out"
        self.run_script(engine, "--by-site", tmp_path / "sites.sqlite", out, *files, lost=lost)
        assert lost.exists()
        run_batch(Settings(tuple(files), tmp_path / "batch.parquet", maintext.Learned(), by_site="two passes"))
        rows = by_id(out)
        assert rows == by_id(tmp_path / "batch.parquet")
        assert len(rows) == 24 and not any(NOTICE in row["text"] for row in rows.values())

    @pytest.mark.parametrize("engine", ["duckdb", "polars"])
    def test_a_recipe_gives_the_rows_of_batch(self, warcs: list[Path], tmp_path: Path, engine: str) -> None:
        pages = pa.Table.from_batches(page_batches(warcs)).select(["id", "url", "html"])
        pq.write_table(pages.filter(pa.compute.is_valid(pages["html"])), tmp_path / "pages.parquet")
        self.run_script(engine, tmp_path / "out.parquet", tmp_path / "pages.parquet")
        expected = batch_rows([tmp_path / "pages.parquet"], tmp_path)
        assert by_id(tmp_path / "out.parquet") == expected

    def test_datatrove_gets_the_texts_of_batch(self, warcs: list[Path], tmp_path: Path) -> None:
        self.run_script("datatrove", tmp_path / "out", *warcs)
        rows = [row for part in sorted((tmp_path / "out").glob("*.parquet")) for row in pq.read_table(part).to_pylist()]
        expected = {name: row["text"] for name, row in batch_rows(warcs, tmp_path).items() if row["text"]}
        assert {row["id"]: row["text"] for row in rows} == expected
