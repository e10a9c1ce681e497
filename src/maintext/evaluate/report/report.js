// Sorting is an extra: without scripts the tables are read in the order they come in.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const key = (row) => row.cells[place].dataset.v;
      const numeric = [...body.rows].some((row) => key(row) !== undefined);
      const before = head.getAttribute("aria-sort");
      const first = numeric && !head.dataset.low ? "descending" : "ascending";
      const other = first === "descending" ? "ascending" : "descending";
      const order = before === first ? other : first;
      const sign = order === "descending" ? -1 : 1;
      const rows = [...body.rows].sort((a, b) => {
        if (!numeric) return sign * a.cells[place].textContent.localeCompare(b.cells[place].textContent);
        const x = key(a), y = key(b);
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        return sign * (Number(x) - Number(y));
      });
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      body.append(...rows);
    });
  });
}
