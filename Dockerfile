FROM python:3.13-slim AS build
# The compiler is not part of the image, and old versions leave the mirrors of Debian.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src src
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir '.[serve]'

FROM python:3.13-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data maintext
COPY --from=build /venv /venv
USER 10001
WORKDIR /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s CMD ["/venv/bin/python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["/venv/bin/maintext", "serve", "--host", "0.0.0.0"]
CMD ["--rate", "120/minute"]
