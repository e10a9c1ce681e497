"""Whether a browser is installed, asked without our own search for one: an error there must not skip tests."""

import os
import shutil
from pathlib import Path

import pytest


def is_installed() -> bool:
    """Whether there is a browser of the system, of Playwright, or one that is named."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
    caches = [Path.home() / ".cache" / "ms-playwright", Path.home() / "Library" / "Caches" / "ms-playwright"]
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        caches.append(Path(chosen))
    return bool(
        os.environ.get("MAINTEXT_BROWSER")
        or any(shutil.which(name) for name in names)
        or any(found for cache in caches for found in cache.glob("chromium*"))
    )


needs_browser = pytest.mark.skipif(not is_installed(), reason="no browser is installed")
