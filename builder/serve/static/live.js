// Pages work without this: it brings news of a game, shows what an act comes to while its form is filled in, and
// says when the connection is lost. What is typed stays where it is.
"use strict";

const line = document.getElementById("line");
const heard = document.getElementById("heard"); // read aloud: what stands in the page itself is put there anew
let main = document.getElementById("page");
let stamp = main.dataset.stamp || "";
let source = null;
let busy = false;
let again = false;
const LATER = 2000; // milliseconds
document.documentElement.classList.add("live"); // what only pages without a script need is not shown

function tell(words) {
  line.textContent = words;
  line.hidden = !words;
}

function parsed(text) {
  return new DOMParser().parseFromString(text, "text/html").getElementById("page");
}

// Put a new page in the place of the old one; the focus, what is unfolded and how far one has read stay.
function show(next) {
  const old = document.activeElement;
  const focus = old && main.contains(old) ? keyOf(old) : "";
  const caret = focus && old.matches("input:not([type=radio], [type=checkbox])") ? [old.selectionStart, old.selectionEnd] : null;
  const open = [...main.querySelectorAll("details")].map((each) => each.open);
  const top = window.scrollY;
  main.replaceWith(next);
  main = next;
  stamp = main.dataset.stamp || stamp;
  main.querySelectorAll("details").forEach((each, place) => { each.open = each.open || Boolean(open[place]); });
  if (focus) {
    const found = [...main.querySelectorAll("a, button, input, select, summary")].find((each) => keyOf(each) === focus);
    if (found) found.focus({ preventScroll: true });
    if (found && caret) found.setSelectionRange(...caret);
  }
  window.scrollTo(0, top);
}

function keyOf(part) {
  const value = part.type === "radio" || part.type === "checkbox" ? part.value : "";
  return [part.tagName, part.getAttribute("name"), part.getAttribute("href"), value, part.name || part.href ? "" : part.textContent].join("|");
}

async function renew() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const next = parsed(await answer.text());
    if (answer.ok && next) { show(next); tell(""); } else later();
  } catch (error) {
    lost();
  } finally {
    busy = false;
    if (again) { again = false; news(); }
  }
}

function news() {
  const form = main.querySelector("form[data-preview]");
  if (form) preview(form); else renew();
}

function filledIn(form) {
  const values = new URLSearchParams(new FormData(form));
  values.delete("row");
  return values;
}

// What the form comes to by now. Only the last answer is shown, and none to what is no longer what stands there: what
// is typed meanwhile is asked for by itself.
let asked = 0;
async function preview(form) {
  const number = ++asked;
  const sent = filledIn(form);
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    const next = parsed(await answer.text());
    if (!next) later();
    if (number === asked && next && form.isConnected && String(filledIn(form)) === String(sent)) {
      show(next);
      tell("");
      heard.textContent = document.getElementById("preview")?.innerText ?? "";
    }
  } catch (error) {
    lost();
  }
}

// What could not be answered just now, as where too many ask at once, is asked for again.
function later() {
  setTimeout(news, LATER);
}

function lost() {
  tell("The connection is lost. What you typed is kept; this page comes back by itself.");
}

// A page that nobody looks at hears nothing: it is told how the game stands as soon as somebody does.
function listen() {
  const address = main.dataset.events;
  if (!address || !window.EventSource || document.hidden || source?.readyState < EventSource.CLOSED) return;
  source = new EventSource(address);
  source.onopen = () => tell("");
  source.onerror = () => {
    lost();
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, LATER);
  };
  source.onmessage = (event) => {
    tell("");
    if (event.data !== stamp) { stamp = event.data; news(); }
  };
  source.addEventListener("full", (event) => { source.close(); tell(event.data); });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-preview]");
  if (form) preview(form);
});

let typing = 0;
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-preview]");
  if (form && event.target.matches("input:not([type=radio], [type=checkbox])")) {
    clearTimeout(typing);
    typing = setTimeout(() => form.isConnected && preview(form), 400);
  }
});

// A form is sent here rather than by the browser, so that nothing typed is lost where the server cannot be reached.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.action.includes("/enter/")) return;
  event.preventDefault();
  asked += 1;
  const sent = new URLSearchParams(new FormData(form, event.submitter));
  const buttons = form.querySelectorAll("button");
  buttons.forEach((each) => { each.disabled = true; });
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    const text = await answer.text();
    const next = parsed(text);
    if (answer.redirected) {
      location.assign(answer.url);
    } else if (next) {
      show(next);
      main.focus({ preventScroll: true });
      (main.querySelector(".said, .error, #preview") || main).scrollIntoView({ block: "nearest" });
    }
  } catch (error) {
    lost();
  } finally {
    buttons.forEach((each) => { each.disabled = false; });
  }
});

document.addEventListener("visibilitychange", () => {
  if (source) source.close();
  listen();
});
window.addEventListener("online", () => main.dataset.events && news());
listen();
