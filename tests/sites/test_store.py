"""Many sites in one file, and which site a URL belongs to."""

import sqlite3
from pathlib import Path

import pytest
from helpers.site_pages import site_page, site_pages, url_of

import maintext
from maintext import DataError
from maintext.read import page_table
from maintext.sites import store as store_module
from maintext.sites._page_marks import PageMarks
from maintext.sites.site_names import site_name
from maintext.sites.store import ALL_RECORDS, SiteLookup, SiteStore


def add_page(store: SiteStore, name: str, html: str) -> None:
    page = PageMarks(page_table(html))
    store.add(name, page.key(), page.marks)


class TestNames:
    @pytest.mark.parametrize(
        ("url", "host", "domain"),
        [
            ("https://www.Example.co.uk:8080/a", "example.co.uk", "example.co.uk"),
            ("http://news.example.co.uk/", "news.example.co.uk", "example.co.uk"),
            ("https://10.0.0.1/x", "10.0.0.1", "10.0.0.1"),
            ("example.org/a", "example.org", "example.org"),
            ("https://localhost/", "localhost", "localhost"),
            ("http://[::1", "", ""),
            ("", "", ""),
            (None, "", ""),
        ],
    )
    def test_a_site_is_a_host_or_a_registered_domain(self, url: str | None, host: str, domain: str) -> None:
        assert site_name(url) == host
        assert site_name(url, "domain") == domain


class TestStore:
    def test_pages_are_merged_into_their_sites(self, tmp_path: Path) -> None:
        """Whether they are added before or after a commit, and in whatever order."""
        pages = site_pages(6)
        with SiteStore.create(tmp_path / "sites", "host") as store:
            for number in (4, 0, 2):
                add_page(store, "a", pages[number])
            store.commit(3)
        with SiteStore.create(tmp_path / "sites", "host") as store:
            assert store.records == 3
            for number in (5, 1, 3, 0):
                add_page(store, "a", pages[number])
            add_page(store, "b", pages[0])
            store.commit(ALL_RECORDS)
            assert list(store.names()) == ["a", "b"]
        with SiteStore.open(tmp_path / "sites") as store:
            assert store.get("a") == maintext.learn_site(pages)
            assert store.get("c") is None and store.records == ALL_RECORDS

    def test_pages_that_were_not_committed_are_lost(self, tmp_path: Path) -> None:
        with SiteStore.create(tmp_path / "sites", "host") as store:
            add_page(store, "a", site_page(1))
        with SiteStore.open(tmp_path / "sites") as store:
            assert list(store.names()) == [] and store.records == 0

    def test_the_store_says_when_it_holds_too_much(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store_module, "_WAITING_BLOCKS", 10)
        with SiteStore.create(tmp_path / "sites", "host") as store:
            add_page(store, "a", site_page(1))
            assert not store.is_full
            add_page(store, "a", site_page(2))
            assert store.is_full
            store.commit(2)
            assert not store.is_full

    def test_what_is_not_a_store_is_refused_in_a_sentence(self, tmp_path: Path) -> None:
        path = tmp_path / "sites"
        with pytest.raises(DataError, match="there is no such file"):
            SiteStore.open(path)
        with pytest.raises(DataError, match="cannot write"):
            SiteStore.create(tmp_path, "host")
        path.write_bytes(b"something else " * 100)
        with pytest.raises(DataError, match="not written by"):
            SiteStore.open(path)
        path.unlink()
        sqlite3.connect(path).execute("CREATE TABLE other (x)").connection.close()
        for call in (SiteStore.open, lambda path: SiteStore.create(path, "host")):
            with pytest.raises(DataError, match="not written by"):
                call(path)

    def test_a_store_has_one_grouping(self, tmp_path: Path) -> None:
        SiteStore.create(tmp_path / "sites", "host").close()
        with pytest.raises(DataError, match="one site per host, not per domain"):
            SiteStore.create(tmp_path / "sites", "domain")

    def test_a_damaged_site_is_reported(self, tmp_path: Path) -> None:
        with SiteStore.create(tmp_path / "sites", "host") as store:
            add_page(store, "a", site_page(1))
            store.commit(1)
            store._connection.execute("UPDATE sites SET content = 'nothing'")
            with pytest.raises(DataError, match="is damaged"):
                store.get("a")


class TestLookup:
    def test_sites_of_several_files_are_joined(self, tmp_path: Path) -> None:
        pages = site_pages(4)
        for name, numbers in (("one", (0, 1)), ("two", (1, 2, 3))):
            with SiteStore.create(tmp_path / name, "host") as store:
                for number in numbers:
                    add_page(store, "a.example", pages[number])
                store.commit(0)
        lookup = SiteLookup((tmp_path / "one", tmp_path / "two"))
        assert lookup.site_of(url_of(9)) == maintext.learn_site(pages)
        assert lookup.site_of(url_of(9)) is lookup.site_of(url_of(10)), "it is read once"
        assert lookup.site_of("https://b.example/") is None and lookup.site_of(None) is None

    def test_a_change_by_another_process_is_seen(self, tmp_path: Path) -> None:
        with SiteStore.create(tmp_path / "sites", "host") as store:
            lookup = SiteLookup((tmp_path / "sites",))
            assert lookup.site_of(url_of(0)) is None
            add_page(store, "a.example", site_page(0))
            store.commit(1)
            assert lookup.site_of(url_of(0)) == maintext.learn_site([site_page(0)])

    def test_few_sites_are_kept_in_memory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store_module, "_CACHED", 3)
        SiteStore.create(tmp_path / "sites", "host").close()
        lookup = SiteLookup((tmp_path / "sites",))
        for number in range(9):
            lookup.site_of(f"https://{number}.example/")
        assert len(lookup._cached) == 3
