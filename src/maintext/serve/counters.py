"""What the service counts, in the format of Prometheus."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from maintext.serve.workers import Workers

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class Metrics:
    """Counters of one application."""

    def __init__(self, workers: Workers) -> None:
        """Create the counters."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "maintext_requests", "Requests by path and status.", ("method", "path", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "maintext_request_seconds", "Seconds until the response was sent.", ("path",), registry=self._registry
        )
        busy = Gauge("maintext_busy", "Requests that use a worker or wait for one.", registry=self._registry)
        busy.set_function(lambda: workers.busy)
        lost = Gauge("maintext_lost_tasks", "Tasks that crashed a worker or took too long.", registry=self._registry)
        lost.set_function(lambda: workers.lost)

    def count(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(method, path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def text(self) -> bytes:
        """All counters."""
        return generate_latest(self._registry)
