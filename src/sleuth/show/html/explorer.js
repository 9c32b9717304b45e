"use strict";
const field = document.getElementById("find");
const path = document.getElementById("path");
const secrets = new Map();
for (const end of document.querySelectorAll("main em")) secrets.set(end.textContent.toLowerCase(), end);
const SHOWN = 12;

/** The steps that lead to where a play ends, from the first question of the page on. */
function stepsTo(end) {
  const steps = [];
  let item = end.closest("li");
  const last = item.querySelector(":scope > i");
  const asks = item.textContent.includes(" ask ") || !item.parentElement.closest("li");
  if (asks) steps.push((last || end).textContent);
  for (;;) {
    const answer = item.querySelector(":scope > b, :scope > details > summary > b");
    const above = item.parentElement.closest("li");
    if (!above) break;
    steps.push(`${above.querySelector("summary > i").textContent} = ${answer.textContent}`);
    item = above;
  }
  return steps.reverse();
}

function reveal(end) {
  for (const old of document.querySelectorAll("em.found")) old.classList.remove("found");
  for (let fold = end.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  end.classList.add("found");
  end.scrollIntoView({ block: "center" });
  const steps = stepsTo(end);
  path.textContent = `${end.textContent}: ${steps.join(", ")}. Found after ${steps.length} question${steps.length === 1 ? "" : "s"}.`;
}

function look() {
  const text = field.value.trim().toLowerCase();
  for (const old of document.querySelectorAll("em.found")) old.classList.remove("found");
  path.textContent = "";
  if (!text) return;
  if (secrets.has(text)) return reveal(secrets.get(text));
  const near = [...secrets.keys()].filter((name) => name.startsWith(text)).sort();
  if (near.length === 1) return reveal(secrets.get(near[0]));
  path.textContent = near.length ? `${near.length} secrets begin so: ` : "No secret here begins so.";
  for (const name of near.slice(0, SHOWN)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = secrets.get(name).textContent;
    button.addEventListener("click", () => reveal(secrets.get(name)));
    path.append(button);
  }
  if (near.length > SHOWN) path.append("…");
}

function foldAll(open) {
  for (const fold of document.querySelectorAll("main details")) fold.open = open;
  document.querySelector("main details").open = true;
}

/** The questions that are not folded away, in order. */
function seen() {
  return [...document.querySelectorAll("main summary")].filter((line) => {
    const around = line.parentElement.parentElement.closest("details");
    return !around || line.checkVisibility();
  });
}

function go(event) {
  const line = event.target.closest("summary");
  if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
  const fold = line.parentElement;
  const lines = seen();
  const place = lines.indexOf(line);
  let next = null;
  if (event.key === "ArrowRight") {
    if (fold.open) next = fold.querySelector(":scope > ul summary");
    else fold.open = true;
  } else if (event.key === "ArrowLeft") {
    const above = fold.parentElement.closest("details");
    if (!fold.open && above) next = above.querySelector("summary");
    else fold.open = false;
  } else if (event.key === "ArrowDown") next = lines[place + 1];
  else if (event.key === "ArrowUp") next = lines[place - 1];
  else if (event.key === "Home") next = lines[0];
  else if (event.key === "End") next = lines[lines.length - 1];
  else return;
  event.preventDefault();
  if (next) next.focus();
}

field.addEventListener("input", look);
field.form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("unfold").addEventListener("click", () => foldAll(true));
document.getElementById("fold").addEventListener("click", () => foldAll(false));
document.querySelector("main").addEventListener("keydown", go);
