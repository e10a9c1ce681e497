"use strict";
// The views that work without the service too: the heat map of a method, and the comparison of methods.

/** An element with attributes, listeners and children. Text is always inserted as text. */
function make(name, attributes = {}, ...children) {
  const svg = ["svg", "path", "rect", "line", "circle", "text", "g", "title"].includes(name) && attributes.svg !== false;
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "svg" || value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A number in few characters. */
function shortNumber(value) {
  if (value === null || value === undefined) return "–";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

/** A colour for a heat from 0 to 1 that lets the page's own text show through. */
function heatColour(heat) {
  return `hsl(${Math.round(48 - 38 * heat)} 95% 50% / ${(0.03 + 0.32 * heat).toFixed(3)})`;
}

/** Tint an element by its heat. A gradient leaves the page's own background in place. An element inside a tinted one gets
 * white paper under its tint, so that the tints do not add up; but not if its text is light, which needs its background. */
function tint(element, heat) {
  const colour = heatColour(heat);
  const [red, green, blue] = element.ownerDocument.defaultView.getComputedStyle(element).color.match(/[\d.]+/g).map(Number);
  const hasPaper = element.parentElement.closest("[data-mt-tinted]") && red + green + blue < 384;
  element.style.setProperty("background-image", `linear-gradient(${colour}, ${colour})${hasPaper ? ", linear-gradient(#fff, #fff)" : ""}`);
  element.dataset.mtTinted = "";
}

/** Scroll a frame, and nothing around it, to an element. */
function scrollFrameTo(element) {
  if (element) element.ownerDocument.defaultView.scrollTo(0, element.getBoundingClientRect().top - 60);
}

/** A frame that can run nothing and load nothing; calls back with its document once it is shown.
 * Banners that stay in place while a reader scrolls would cover the page, so they scroll too. */
function pageFrame(html, onReady) {
  const frame = make("iframe", { class: "page-frame", sandbox: "allow-same-origin", title: word("frame") });
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    const style = inside.createElement("style");
    style.textContent =
      "[data-mt-owner]{cursor:crosshair}.mt-chosen{outline:3px solid #0f766e!important;outline-offset:2px}" +
      ".mt-point{outline:3px dashed #b91c1c!important;outline-offset:2px}" +
      ".mt-marked{background:rgb(13 148 136/.28)!important;box-shadow:inset 3px 0 #0f766e!important}" +
      "html,body{max-width:100%}body{min-height:100vh}";
    inside.head?.append(style);
    for (const element of inside.querySelectorAll("body *")) {
      if (["fixed", "sticky"].includes(inside.defaultView.getComputedStyle(element).position)) element.style.position = "static";
    }
    onReady(inside);
  });
  frame.srcdoc = html;
  return frame;
}

/** Switch the page's own style sheets on or off; ours stays. */
function useOwnStyles(inside, isOn) {
  for (const sheet of inside.querySelectorAll("head style")) {
    if (!sheet.textContent.includes("data-mt-owner")) sheet.disabled = !isOn;
  }
}

/** The curve of scores in document order. Calls back with the number of the element that is pointed at. */
function scoreCurve(elements, onPoint) {
  const width = 640;
  const height = 150;
  const step = width / Math.max(1, elements.length);
  const svg = make("svg", {
    class: "curve",
    viewBox: `0 0 ${width} ${height + 14}`,
    preserveAspectRatio: "none",
    role: "slider",
    tabindex: "0",
    "aria-label": word("curve"),
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(0, elements.length - 1),
    "aria-valuenow": 0,
  });
  elements.forEach((element, number) => {
    const tall = Math.max(1.5, element.heat * height);
    svg.append(
      make("rect", {
        x: number * step,
        y: height - tall,
        width: Math.max(0.6, step * 0.9),
        height: tall,
        class: element.selected ? "bar chosen" : "bar",
      }),
    );
    if (element.selected) {
      svg.append(make("rect", { x: number * step, y: height + 5, width: Math.max(1.5, step * 0.9), height: 6, class: "bar chosen" }));
    }
  });
  const cursor = make("rect", { class: "cursor", y: 0, width: Math.max(2, step), height: height + 14, x: -10 });
  svg.append(cursor);
  let current = 0;
  const pointAt = (number, scrolls) => {
    current = Math.min(Math.max(number, 0), elements.length - 1);
    if (elements.length) onPoint(current, scrolls);
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    pointAt(Math.floor(((event.clientX - box.left) / box.width) * elements.length), true);
  });
  svg.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in moves)) return;
    event.preventDefault();
    pointAt(Math.min(Math.max(current + moves[event.key], 0), elements.length - 1), true);
  });
  svg.addEventListener("focus", () => pointAt(current, true));
  svg.show = (number) => {
    current = number;
    cursor.setAttribute("x", number * step);
    svg.setAttribute("aria-valuenow", number);
    svg.setAttribute("aria-valuetext", `${elements[number].path}: ${shortNumber(elements[number].score)}`);
  };
  return svg;
}

/** The numbers of one element. */
function elementNumbers(data, element) {
  const list = make("dl", { class: "numbers" });
  data.columns.forEach((name, place) => {
    list.append(make("div", {}, make("dt", {}, name), make("dd", {}, shortNumber(element.values[place]))));
  });
  const parts = [make("p", { class: "path" }, element.path), list];
  if (element.because) parts.push(make("p", { class: "because" }, make("strong", {}, `${word("because")}: `), element.because));
  return parts;
}

/** Why a method chose what it chose: the tinted page, the curve, and the numbers of the element that is pointed at. */
function whyView(data) {
  const scoreColumn = data.columns.indexOf("score");
  for (const element of data.elements) element.score = scoreColumn >= 0 ? element.values[scoreColumn] : element.heat;
  const details = make("div", { class: "details", "aria-live": "polite" }, make("p", { class: "hint" }, word("point")));
  let inside = null;
  let pointed = null;
  const rowElement = (row) => inside?.querySelector(`[data-row="${row}"]`);
  const show = (number, scrolls) => {
    const element = data.elements[number];
    details.replaceChildren(...elementNumbers(data, element));
    curve.show(number);
    pointed?.classList.remove("mt-point");
    pointed = rowElement(element.row);
    pointed?.classList.add("mt-point");
    if (scrolls) pointed?.scrollIntoView({ block: "center" });
  };
  const curve = scoreCurve(data.elements, show);
  const frame = pageFrame(data.frame, (shown) => {
    inside = shown;
    for (const [row, owner] of Object.entries(data.owners)) {
      const element = rowElement(row);
      if (element) element.dataset.mtOwner = owner;
    }
    for (const scored of data.elements) {
      const element = rowElement(scored.row);
      if (!element) continue;
      if (scored.selected) element.classList.add("mt-chosen");
      if (!["HTML", "BODY"].includes(element.tagName)) tint(element, scored.heat);
    }
    scrollFrameTo(inside.querySelector(".mt-chosen"));
    const onPoint = (event) => {
      const owner = event.target.closest?.("[data-mt-owner]")?.dataset.mtOwner;
      if (owner !== undefined) show(Number(owner), false);
    };
    inside.addEventListener("mouseover", onPoint);
    inside.addEventListener("click", onPoint);
  });
  const styles = make("input", { type: "checkbox", checked: true, onchange: (event) => inside && useOwnStyles(inside, event.target.checked) });
  const chosen = data.elements.filter((element) => element.selected).length;
  return make(
    "div",
    { class: "why" },
    make(
      "div",
      { class: "why-page" },
      make("label", { class: "inline" }, styles, ` ${word("ownStyles")}`),
      frame,
    ),
    make(
      "div",
      { class: "why-side" },
      make("h2", {}, data.method),
      make("p", { class: "formula" }, data.formula),
      data.reason ? make("p", { class: "reason" }, data.reason) : null,
      make("p", { class: "legend" }, word("low"), make("span", { class: "ramp", "aria-hidden": "true" }), word("high"), make("span", { class: "swatch", "aria-hidden": "true" }), word("chosen")),
      make("p", { class: "hint" }, `${word("elements", data.considered, chosen)} · ${word("score")} ${shortNumber(data.score)}`),
      make("h3", {}, word("curve")),
      curve,
      details,
    ),
  );
}

/** All methods side by side: the agreement as a matrix, then the text of each. */
function compareView(data) {
  const names = data.results.map((result) => result.method);
  const head = make("tr", {}, make("td", {}), ...names.map((name) => make("th", { scope: "col" }, name)));
  const rows = names.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, one),
      ...names.map((other) => {
        const share = data.agreement[one][other];
        const cell = make("td", { class: share > 0.62 ? "agrees" : "" }, String(Math.round(100 * share)));
        cell.style.setProperty("--share", share.toFixed(3));
        return cell;
      }),
    ),
  );
  const cards = data.results.map((result) => {
    const lines = result.lines.map(([line, takers]) =>
      takers === 1 && data.results.length > 1 ? make("p", {}, make("mark", {}, line)) : make("p", {}, line),
    );
    if (result.more) lines.push(make("p", { class: "hint" }, word("moreLines", result.more)));
    return make(
      "article",
      { class: "method-card", tabindex: "0", "aria-label": result.method },
      make("h3", {}, result.method),
      make("p", { class: "hint" }, `${word("score")} ${shortNumber(result.score)} · ${word("characters", shortNumber(result.characters))}`),
      make("div", { class: "method-text" }, ...(result.reason ? [make("p", { class: "reason" }, result.reason)] : lines)),
    );
  });
  return make(
    "div",
    { class: "compare" },
    make("h2", {}, word("agreement")),
    make("p", { class: "hint" }, word("agreementNote")),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": word("agreement") }, make("table", { class: "matrix" }, make("thead", {}, head), make("tbody", {}, ...rows))),
    make("p", { class: "hint" }, word("onlyNote")),
    make("div", { class: "cards" }, ...cards),
  );
}

/** The text in chunks, each under its headings and with a link that highlights it in the page. */
function chunksView(chunks, size) {
  const cards = chunks.map((chunk, number) => {
    const name = `${number + 1} · ${word("tokens", chunk.tokens)}`;
    const link = /^https?:/i.test(chunk.link) ? make("a", { href: chunk.link, target: "_blank", rel: "noopener noreferrer nofollow" }, word("openThere")) : null;
    return make(
      "article",
      { class: "method-card", tabindex: "0", "aria-label": name },
      make("h3", {}, name),
      make("p", { class: "hint" }, chunk.headings.join(" › ")),
      make("div", { class: "method-text" }, ...chunk.text.split("\n").map((line) => make("p", {}, line))),
      link,
    );
  });
  return make("div", { class: "compare" }, make("p", { class: "hint" }, word("chunksNote", size)), make("div", { class: "cards" }, ...cards));
}
