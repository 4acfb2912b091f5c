// Searches the articles, of which Scripts/build-site makes an index.

const query = document.querySelector("#query");
const articles = await (await fetch("index.json")).json();

function show() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? articles.map((article) => ({ article, score: score(article, words) })).filter(({ score }) => score > 0) : [];
  found.sort((first, second) => second.score - first.score);
  document.querySelector("#count").textContent =
    words.length ? `${found.length} ${found.length === 1 ? "article has" : "articles have"} all these words.` : "";
  document.querySelector("#results").replaceChildren(...found.map(({ article }) => item(article, words)));
  history.replaceState(null, "", words.length ? `?q=${encodeURIComponent(query.value)}` : "?");
}

/** How often the words are in an article; much more for its title, and nothing if a word is missing. */
function score({ title, text }, words) {
  const counts = words.map((word) => 50 * count(title, word) + count(text, word));
  return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count);
}

const count = (text, word) => text.toLowerCase().split(word).length - 1;

function item({ title, url, text }, words) {
  const link = Object.assign(document.createElement("a"), { href: `../${url}`, textContent: title });
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  const around = Object.assign(document.createElement("p"), { textContent: `… ${text.slice(at, at + 200)} …` });
  const item = document.createElement("li");
  item.append(link, around);
  return item;
}

query.value = new URLSearchParams(location.search).get("q") ?? "";
query.addEventListener("input", show);
query.form.addEventListener("submit", (event) => event.preventDefault());
query.focus();
show();
