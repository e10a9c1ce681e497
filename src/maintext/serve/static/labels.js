"use strict";
// Labelling: a visitor marks the main text, and saves or downloads the page as a line of JSON.

/** The element that a click on the page means: the closest one that is not inline. */
function clickedBlock(target) {
  let element = target.closest("[data-row]");
  while (element && getComputedStyle(element).display.startsWith("inline") && element.parentElement?.closest("[data-row]")) {
    element = element.parentElement.closest("[data-row]");
  }
  return element;
}

/** The view. `page` has html and url, `why` the frame and the method's choice; `call` sends a request. */
function labelsView(page, why, settings, call, say) {
  const marked = new Set();
  let inside = null;
  const count = make("p", { class: "hint", role: "status" });
  const list = make("div", { class: "label-list" });
  const rowElement = (row) => inside?.querySelector(`[data-row="${row}"]`);

  const refresh = () => {
    let characters = 0;
    for (const row of marked) characters += (rowElement(row)?.textContent ?? "").replace(/\s/g, "").length;
    count.textContent = word("marked", marked.size, characters.toLocaleString("en"));
  };
  const mark = (element, isMain) => {
    const row = Number(element.dataset.row);
    element.classList.toggle("mt-marked", isMain);
    if (isMain) marked.add(row);
    else marked.delete(row);
  };
  const clear = () => {
    for (const row of [...marked]) if (rowElement(row)) mark(rowElement(row), false);
    marked.clear();
    refresh();
  };
  const suggest = () => {
    clear();
    for (const row of why.kept) if (rowElement(row)) mark(rowElement(row), true);
    refresh();
  };
  const frame = pageFrame(why.frame, (shown) => {
    inside = shown;
    inside.addEventListener("click", (event) => {
      event.preventDefault();
      let element = clickedBlock(event.target);
      if (event.shiftKey) element = element?.parentElement?.closest("[data-row]") ?? element;
      if (!element) return;
      const isMain = !element.classList.contains("mt-marked");
      for (const below of element.querySelectorAll(".mt-marked")) mark(below, false);
      mark(element, isMain);
      refresh();
    });
    suggest();
    scrollFrameTo(inside.querySelector(".mt-marked"));
  });
  const body = () => JSON.stringify({ html: page.html, url: page.url ?? "", rows: [...marked] });
  const send = (path) => call(path, { method: "POST", headers: { "content-type": "application/json" }, body: body() });
  const save = async () => {
    if (!(await send("/page/labels"))) return;
    say(word("saved"));
    showList();
  };
  const download = async () => {
    const row = await send("/page/label");
    if (row) saveFile(`${row.id}.jsonl`, `${JSON.stringify(row)}\n`, "application/json");
  };
  const showList = async () => {
    const pages = settings.labels ? await call("/page/labels") : [];
    if (!pages?.length) {
      list.replaceChildren(make("p", { class: "hint" }, word(settings.labels ? "noLabels" : "labelsOff")));
      return;
    }
    const results = make("div", { role: "status" });
    const items = pages.map((each) =>
      make(
        "li",
        {},
        `${each.title || each.url || each.id} · ${word("characters", each.characters.toLocaleString("en"))} `,
        make("button", { type: "button", class: "small", onclick: async () => (await call(`/page/labels/${each.id}`, { method: "DELETE" })) && showList() }, word("remove")),
      ),
    );
    const evaluate = async () => {
      results.replaceChildren(make("p", {}, word("working")));
      const figures = await call("/page/labels/evaluation", { method: "POST" });
      results.replaceChildren(figures ? figureTable(figures) : "");
    };
    list.replaceChildren(make("ul", {}, ...items), make("button", { type: "button", onclick: evaluate }, word("evaluate")), results);
  };
  showList();
  return make(
    "div",
    { class: "why labels" },
    make("div", { class: "why-page" }, frame),
    make(
      "div",
      { class: "why-side" },
      make("h2", {}, word("labels")),
      make("p", { class: "hint" }, word("labelHelp")),
      count,
      make(
        "div",
        { class: "buttons" },
        settings.labels ? make("button", { type: "button", class: "primary", onclick: save }, word("save")) : null,
        make("button", { type: "button", onclick: download }, word("downloadLine")),
        make("button", { type: "button", onclick: suggest }, word("suggest")),
        make("button", { type: "button", onclick: clear }, word("clear")),
      ),
      make("h3", {}, word("labelled")),
      list,
    ),
  );
}

/** The accuracy of each method, best first. */
function figureTable(figures) {
  const sorted = [...figures].sort((one, other) => (other.bow_f1 ?? 0) - (one.bow_f1 ?? 0));
  const rows = sorted.map((each) =>
    make("tr", {}, make("th", { scope: "row" }, each.method), make("td", {}, each.bow_f1 === undefined ? "–" : each.bow_f1.toFixed(3)), make("td", {}, String(each.pages))),
  );
  const head = make("tr", {}, make("th", { scope: "col" }, word("method")), make("th", { scope: "col" }, word("f1")), make("th", { scope: "col" }, word("pages")));
  return make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** Let the browser save a text as a file. */
function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
