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
from helpers.warcs import http_response, warc_record, write_warc

import maintext
from maintext.arrow import extract_batch, extract_table, output_schema, page_batches
from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.run import Settings, run_batch

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
