"use strict";
// The page: where its source comes from, the settings, and the tabs.

const VIEWS = ["article", "why", "compare", "chunks", "labels"];
const CHUNK_SIZE = 256;
const FAVORS = ["precision", "balanced", "recall"];
const FORMATS = { reading: null, markdown: "md", text: "txt", html: "html", json: "json", xml: "xml" };
const SAFE_ELEMENTS = new Set(
  ("a abbr article b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark math ol p pre q " +
    "rp rt ruby s section small span strong sub summary sup table tbody td tfoot th thead time tr ul header footer aside").split(" "),
);
const state = { page: null, view: "article", format: "reading", method: "learned", options: {}, methods: [], settings: { labels: false }, answers: new Map() };
const byId = (name) => document.getElementById(name);
const say = (text, isError = false) => {
  byId("status").textContent = text;
  byId("status").classList.toggle("error", isError);
};

/** Send a request; show its problem and return null if it fails. */
async function call(path, request = {}) {
  const key = byId("key").value;
  const headers = { ...request.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) };
  try {
    const response = await fetch(path, { ...request, headers });
    const answer = await response.json();
    if (response.ok) return answer;
    say(answer.detail ?? word("failed"), true);
  } catch {
    say(word("failed"), true);
  }
  return null;
}

const post = (path, fields) => call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(fields) });

/** Ask the service once for each page, method and path. */
async function answer(path, fields) {
  const key = JSON.stringify([path, fields.method, fields.method_options, fields.formats, fields.chunks]);
  if (!state.answers.has(key)) {
    const begin = performance.now();
    say(word("working"));
    const found = await post(path, { html: state.page.html, url: state.page.url || null, ...fields });
    if (!found) return null;
    state.answers.set(key, found);
    say(word("done", Math.round(performance.now() - begin)));
  }
  return state.answers.get(key);
}

async function openPage(page) {
  if (page.html === undefined) {
    say(word("working"));
    const found = await post("/page/source", { url: page.url });
    if (!found) return;
    page = { ...found, isRemote: true };
  }
  state.page = page;
  state.answers.clear();
  byId("welcome").hidden = true;
  byId("settings").hidden = byId("result").hidden = false;
  await show();
  byId("result").scrollIntoView({ block: "nearest" });
}

const chosen = () => ({ method: state.method, method_options: state.options });

async function show() {
  showTabs();
  writeAddress();
  if (!state.page) return;
  const view = state.view;
  const method = state.method;
  const made = await { article: articleTab, chunks: chunksTab, why: whyTab, compare: compareTab, labels: labelsTab }[view]();
  if (made && view === state.view && method === state.method) byId("view").replaceChildren(made);
}

async function whyTab() {
  const found = await answer("/page/why", chosen());
  return found && whyView(found);
}

async function chunksTab() {
  const found = await answer("/extract", { ...chosen(), chunks: CHUNK_SIZE });
  return found && chunksView(found.chunks, CHUNK_SIZE);
}

async function compareTab() {
  const found = await answer("/page/compare", {});
  return found && compareView(found);
}

async function labelsTab() {
  const found = await answer("/page/why", chosen());
  return found && labelsView(state.page, found, state.settings, call, say);
}

async function articleTab() {
  const found = await answer("/extract", { ...chosen(), formats: ["markdown", "html", "xml"] });
  if (!found) return null;
  if (found.reason) say(word("noText", found.reason), true);
  const body = make("div", { class: "format-body", tabindex: "0" });
  const buttons = Object.keys(FORMATS).map((name) =>
    make("button", { type: "button", "aria-pressed": String(name === state.format), onclick: () => pick(name) }, word(name)),
  );
  const content = () => (state.format === "json" ? JSON.stringify(found, null, 2) : found[state.format === "reading" ? "html" : state.format]);
  const fill = () => {
    body.className = state.format === "reading" ? "format-body prose" : "format-body source";
    body.replaceChildren(state.format === "reading" ? cleanFragment(found.html) : make("pre", {}, content()));
  };
  const pick = (name) => {
    state.format = name;
    Object.keys(FORMATS).forEach((each, place) => buttons[place].setAttribute("aria-pressed", String(each === name)));
    fill();
  };
  const copy = async () => {
    await navigator.clipboard.writeText(content());
    say(word("copied"));
  };
  const download = () => saveFile(`maintext.${FORMATS[state.format] ?? "html"}`, content(), "text/plain");
  fill();
  const tools = make("div", { class: "buttons" }, make("button", { type: "button", onclick: copy }, word("copy")), make("button", { type: "button", onclick: download }, word("download")));
  return make("div", { class: "article card" }, articleHead(found), hiddenNote(found), make("div", { class: "format-bar" }, make("div", { class: "formats" }, ...buttons), tools), body);
}

/** Headline and facts. */
function articleHead(found) {
  const facts = make("dl", { class: "facts" });
  const add = (name, value) => value && facts.append(make("div", {}, make("dt", {}, word(name)), make("dd", {}, value)));
  add("author", found.author);
  add("date", found.date?.replace("T", " "));
  add("modified", found.modified?.replace("T", " "));
  add("site", found.site);
  add("language", found.language);
  add("kind", found.page_type);
  if (found.paywalled) add("paywalled", "✓");
  if (found.confidence !== null && found.confidence !== undefined) {
    const percent = Math.round(100 * found.confidence);
    add("confidence", make("span", {}, make("meter", { min: 0, max: 100, low: 40, high: 75, optimum: 100, value: percent, "aria-label": word("confidence") }), ` ${percent} %`));
  }
  return make("header", {}, make("h1", { lang: found.language }, found.title ?? "–"), facts);
}

/** What was left out because readers cannot see it. */
function hiddenNote(found) {
  if (!found.hidden?.length) return null;
  const items = found.hidden.slice(0, 50).map((each) => make("li", {}, `${each.text} `, make("em", {}, word("hiddenBy", each.sign))));
  return make("details", { class: "hidden-note" }, make("summary", {}, word("hidden", found.hidden.length)), make("ul", {}, ...items));
}

/** Our own clean HTML once more through a list of elements; images become their description, so nothing is loaded. */
function cleanFragment(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const copy = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return document.createTextNode("");
    const name = node.localName;
    if (name === "img") return make("span", { class: "image" }, `${word("image")}: ${node.getAttribute("alt") || node.getAttribute("src") || ""}`);
    const made = SAFE_ELEMENTS.has(name) ? make(name, { svg: false }) : document.createDocumentFragment();
    const target = name === "a" ? node.getAttribute("href") : null;
    if (target && /^https?:/i.test(target)) Object.entries({ href: target, target: "_blank", rel: "noopener noreferrer nofollow" }).forEach(([key, value]) => made.setAttribute(key, value));
    if (name === "ol" && node.hasAttribute("start")) made.setAttribute("start", node.getAttribute("start"));
    for (const span of ["colspan", "rowspan"]) if (node.hasAttribute(span)) made.setAttribute(span, node.getAttribute(span));
    made.append(...[...node.childNodes].map(copy));
    return made;
  };
  const fragment = document.createDocumentFragment();
  fragment.append(...[...parsed.body.childNodes].map(copy));
  if (fragment.firstElementChild?.localName === "h1") fragment.firstElementChild.remove(); // it is above the facts already
  return fragment;
}

function showTabs() {
  const tabs = VIEWS.map((name) =>
    make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "view", "aria-selected": String(name === state.view), tabindex: name === state.view ? "0" : "-1", onclick: () => changeView(name) }, word(name)),
  );
  byId("tabs").replaceChildren(...tabs);
  byId("view").setAttribute("aria-labelledby", `tab-${state.view}`);
}

function changeView(name) {
  state.view = name;
  show();
  byId(`tab-${name}`).focus();
}

byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) changeView(VIEWS[(VIEWS.indexOf(state.view) + step + VIEWS.length) % VIEWS.length]);
});

/** One control per option of the chosen method. */
function showOptions() {
  const method = state.methods.find((each) => each.name === state.method);
  const options = method?.options ?? [];
  const favor = options.find((each) => each.name === "favor");
  byId("dial").hidden = !favor;
  if (favor) {
    byId("favor").value = FAVORS.indexOf(state.options.favor ?? "balanced");
    byId("favor-value").textContent = word(state.options.favor ?? "balanced");
  }
  byId("method-options").replaceChildren(...options.filter((each) => each.name !== "favor").map(optionControl));
}

function optionControl(option) {
  const identifier = `option-${option.name}`;
  const current = state.options[option.name] ?? option.default;
  const change = (value) => {
    state.options = { ...state.options, [option.name]: value };
    show();
  };
  if (option.kind === "switch") {
    return make("label", { class: "inline" }, make("input", { type: "checkbox", checked: current, onchange: (event) => change(event.target.checked) }), ` ${option.name}`);
  }
  if (option.kind === "choice") {
    const choices = option.choices.map((each) => make("option", { value: each, selected: each === current }, each));
    return make("div", {}, make("label", { for: identifier }, option.name), make("select", { id: identifier, onchange: (event) => change(event.target.value) }, ...choices));
  }
  if (option.kind !== "number") return null;
  const top = option.default > 1 ? option.default * 4 : 1;
  const shown = make("output", { for: identifier }, shortNumber(current));
  const slider = make("input", {
    id: identifier,
    type: "range",
    min: 0,
    max: top,
    step: option.whole ? 1 : top / 100,
    value: current,
    oninput: (event) => (shown.textContent = shortNumber(Number(event.target.value))),
    onchange: (event) => change(Number(event.target.value)),
  });
  return make("div", {}, make("label", { for: identifier }, option.name), slider, shown);
}

function pickMethod(name) {
  state.method = name;
  state.options = {};
  byId("method").value = name;
  showOptions();
  show();
}

/** The view in the address, so that a link reopens it. Pasted pages are never part of it. */
function writeAddress() {
  const fields = new URLSearchParams({ view: state.view, method: state.method });
  if (state.page?.isRemote) fields.set("url", state.page.url);
  for (const [name, value] of Object.entries(state.options)) fields.set(`option.${name}`, String(value));
  history.replaceState(null, "", `#${fields}`);
}

function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (VIEWS.includes(fields.get("view"))) state.view = fields.get("view");
  if (state.methods.some((each) => each.name === fields.get("method"))) state.method = fields.get("method");
  for (const [name, value] of fields) {
    if (!name.startsWith("option.")) continue;
    const isNumber = value.trim() !== "" && !Number.isNaN(Number(value));
    state.options[name.slice(7)] = value === "true" || value === "false" ? value === "true" : isNumber ? Number(value) : value;
  }
  return fields.get("url");
}

function useLanguage(language) {
  currentLanguage = language;
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  byId("language").textContent = language === "zh" ? "English" : "中文";
  byId("language").lang = language === "zh" ? "en" : "zh";
  showOptions();
  show();
}

function useTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme ?? "");
}

async function openFile(file) {
  if (file) await openPage({ html: decodePage(await file.arrayBuffer()), url: "" });
}

/** A file as characters, in the encoding that it declares. */
function decodePage(buffer) {
  const head = new TextDecoder("latin1").decode(buffer.slice(0, 4096));
  const declared = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(declared).decode(buffer);
  } catch {
    return new TextDecoder().decode(buffer);
  }
}

byId("source").addEventListener("submit", (event) => {
  event.preventDefault();
  const html = byId("html").value;
  const url = byId("url").value.trim();
  if (byId("paste").open && html.trim()) openPage({ html, url });
  else if (url) openPage({ url: /^[a-z]+:\/\//i.test(url) ? url : `https://${url}` });
});
byId("url").addEventListener("invalid", (event) => {
  if (!/^[a-z]+:/i.test(event.target.value) && event.target.value.includes(".")) {
    event.preventDefault();
    event.target.value = `https://${event.target.value.trim()}`;
    byId("source").requestSubmit();
  }
});
byId("file").addEventListener("change", (event) => openFile(event.target.files[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openFile(event.dataTransfer.files[0]);
});
byId("method").addEventListener("change", (event) => pickMethod(event.target.value));
byId("favor").addEventListener("input", (event) => {
  state.options = { ...state.options, favor: FAVORS[Number(event.target.value)] };
  showOptions();
  show();
});
byId("language").addEventListener("click", () => useLanguage(currentLanguage === "zh" ? "en" : "zh"));
byId("theme").addEventListener("click", () => {
  const isDark = document.documentElement.dataset.theme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  useTheme(isDark ? "light" : "dark");
});
byId("share").addEventListener("click", async () => {
  if (!state.page?.isRemote) return say(word("notShared"));
  await navigator.clipboard.writeText(location.href);
  return say(word("shared"));
});

async function start() {
  if (localStorage.getItem("theme")) useTheme(localStorage.getItem("theme"));
  state.settings = (await call("/page/settings")) ?? state.settings;
  byId("key-row").hidden = !state.settings.needs_key;
  const [methods, examples] = await Promise.all([call("/page/methods"), call("/page/examples")]);
  state.methods = methods ?? [];
  byId("method").replaceChildren(...state.methods.map((each) => make("option", { value: each.name }, each.name)));
  const url = readAddress();
  byId("method").value = state.method;
  byId("examples").replaceChildren(
    ...(examples ?? []).map((each) => make("button", { type: "button", class: "small", onclick: () => openPage({ html: each.html, url: each.url }) }, each.name)),
  );
  useLanguage(navigator.language.startsWith("zh") ? "zh" : "en");
  if (url) {
    byId("url").value = url;
    await openPage({ url });
  }
}
start();
