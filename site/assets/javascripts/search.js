/* The search of the site: a dialog over the page. The index is loaded when it is first opened, as a script, so that it
   works on a server, offline and straight from a folder alike. */
"use strict";
(() => {
  const dialog = document.getElementById("search");
  if (!dialog) return;
  const box = dialog.querySelector("input");
  const list = dialog.querySelector("ol");
  const status = dialog.querySelector("[role=status]");
  const said = dialog.dataset;
  const MOST = 30;

  /* Words */

  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const NUMBER = /^\d+(\.\d+[a-z]*)?$|^\d+[a-z]{1,2}$|^\d+(\.\d+)+$/;
  const TOKEN = /\d+(?:\.\d+)*[a-z]{0,2}(?![a-z0-9])|[a-z0-9]+/g;
  const tokens = (text) => fold(text).match(TOKEN) || [];
  const ENDINGS = /(?:amenti|amento|imenti|imento|mente|azioni|azione|ando|endo|ating|ings?|are|ere|ire|ano|ono|ato|ata|ati|ate|ers?|ed|es|s|[aeiou])$/;
  const stem = (word) => {
    const short = word.replace(ENDINGS, "");
    return short.length >= 3 ? short : word.length > 4 ? word.slice(0, 4) : word;
  };

  /* The index */

  let index;
  const load = () => index ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = said.index;
    script.onload = () => done(prepare(globalThis.siteSearchIndex));
    script.onerror = () => { index = undefined; failed(); };
    document.head.append(script);
  });

  const FIELDS = [["title", 6], ["also", 6], ["words", 3], ["under", 1.5], ["text", 2]];

  function prepare({ entries, alike, ignored }) {
    const groups = new Map();
    alike.forEach((group, number) => group.forEach((word) => groups.set(stem(fold(word)), number)));
    const known = new Map();
    entries.forEach((entry, at) => {
      const seen = new Map();
      for (const [field, worth] of FIELDS) {
        for (const word of tokens(entry[field] || "")) {
          const one = seen.get(word) || { worth: 0, times: 0 };
          one.worth = Math.max(one.worth, worth);
          one.times += 1;
          seen.set(word, one);
        }
      }
      for (const [word, { worth, times }] of seen) {
        if (!known.has(word)) known.set(word, { stem: stem(word), at: new Map() });
        known.get(word).at.set(at, worth * (1 + Math.log(times) / 4));
      }
    });
    for (const one of known.values()) one.rare = Math.log(1 + entries.length / (one.at.size + 1));
    const passed = new Set(ignored.map(fold));
    const titles = entries.map(({ title, also }) => (also ? [title, also] : [title])
      .map((one) => tokens(one).filter((word) => !passed.has(word))));
    return { entries, titles, known, groups, ignored: passed };
  }

  /* Asking */

  const ofNumber = (asked, entry) => {
    let best = 0;
    (entry.numbers || []).forEach((number, age) => {
      const one = fold(number);
      const worth = one === asked ? 100 : one.endsWith("." + asked) ? 60
        : one.startsWith(asked) && /^[.a-z]/.test(one.slice(asked.length)) ? 30 : 0;
      best = Math.max(best, age ? worth * 0.8 - age / 100 : worth);
    });
    return best;
  };

  const single = (word) => word.replace(/(.)\1+/g, "$1"); /* doubled letters are what is misspelt most in Italian */
  const near = (one, other) => slipped(one, other) || slipped(single(one), single(other));
  const slipped = (one, other) => { /* whether a letter was missed, added, changed, or two were exchanged */
    if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
    let i = 0;
    while (i < one.length && one[i] === other[i]) i++;
    const [rest, others] = [one.slice(i), other.slice(i)];
    return rest.slice(1) === others || rest === others.slice(1) || rest.slice(1) === others.slice(1)
      || (rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2));
  };

  function alternatives({ known, groups }, asked, typing) {
    const root = stem(asked), group = groups.get(root), found = new Map();
    for (const [word, { stem: own }] of known) {
      const worth = word === asked ? 1 : own === root ? 0.9
        : typing && asked.length > 1 && word.startsWith(asked) ? 0.7
        : group !== undefined && groups.get(own) === group ? 0.6 : 0;
      if (worth) found.set(word, worth);
    }
    if (!found.size && asked.length > 3) {
      for (const word of known.keys()) if (near(asked, word)) found.set(word, 0.5);
    }
    return found;
  }

  function search(data, query) {
    const all = tokens(query);
    const open = /[a-z0-9]$/.test(fold(query));
    const asked = all.filter((word) => !data.ignored.has(word));
    const words = [...new Set(asked.length ? asked : all)];
    const scores = new Map();
    const add = (at, number, score) => {
      const one = scores.get(at) || { score: 0, met: new Set(), words: new Set() };
      one.score += score;
      one.met.add(number);
      scores.set(at, one);
    };
    words.forEach((word, number) => {
      if (NUMBER.test(word)) {
        data.entries.forEach((entry, at) => {
          const worth = ofNumber(word, entry);
          if (worth) add(at, number, worth);
        });
      }
      const best = new Map();
      const others = alternatives(data, word, open && number === words.length - 1);
      for (const [other, worth] of others) {
        for (const [at, count] of data.known.get(other).at) best.set(at, Math.max(best.get(at) || 0, count * worth));
      }
      const rare = Math.log(1 + data.entries.length / (best.size + 1));
      for (const [at, worth] of best) {
        add(at, number, worth * rare);
        for (const other of others.keys()) scores.get(at).words.add(other);
      }
    });
    const share = (at, met) => Math.max(...data.titles[at].map((title) => { /* how much of it was asked for */
      let [all, some] = [0, 0];
      for (const word of title) {
        const { rare } = data.known.get(word); /* rare words count more */
        all += rare;
        if (met.has(word)) some += rare;
      }
      return all ? some / all : 0;
    }));
    const whole = (at) => all.length > 1 && tokens(data.entries[at].title).join(" ") === all.join(" ") ? 4 : 1;
    return [...scores]
      .map(([at, { score, met, words: those }]) => [data.entries[at],
        score * (met.size / words.length) ** 2 * (1 + share(at, those)) * whole(at) * (data.entries[at].weight || 1), at])
      .sort((one, other) => other[1] - one[1] || one[2] - other[2])
      .map(([entry]) => entry);
  }

  /* Showing */

  const base = new URL(said.base, location);
  const element = (name, kind, ...content) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.append(...content);
    return made;
  };

  function marked(text, roots) {
    return text.split(/([\p{L}\p{N}]+)/u).map((piece) =>
      roots.has(stem(fold(piece))) ? element("mark", "", piece) : piece);
  }

  function excerpt(text, roots) {
    const first = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => roots.has(stem(fold(word))));
    const from = first && first.index > 110 ? text.lastIndexOf(" ", first.index - 50) + 1 : 0;
    return (from ? "…" : "") + text.slice(from, from + 180) + (text.length > from + 180 ? "…" : "");
  }

  function show(data, query) {
    const hits = query.trim() ? search(data, query) : [];
    const roots = new Set(tokens(query).filter((word) => !data.ignored.has(word)).map(stem));
    list.replaceChildren(...hits.slice(0, MOST).map((entry) => {
      const link = element("a", "", element("b", "", ...marked(entry.title, roots)));
      link.href = new URL(entry.url, base);
      if (entry.under) link.append(element("span", "under", entry.under));
      if (entry.numbers) {
        const asked = new Set(tokens(query));
        const former = entry.numbers.slice(1).filter((number) =>
          [...asked].some((one) => fold(number) === one || fold(number).endsWith("." + one)));
        if (former.length) link.append(element("span", "former", `${said.former} ${former.join(", ")}`));
      }
      if (entry.text) link.append(element("span", "text", ...marked(excerpt(entry.text, roots), roots)));
      return element("li", "", link);
    }));
    list.scrollTop = 0;
    status.textContent = !query.trim() ? "" : hits.length === 1 ? said.one
      : hits.length ? said.many.replace("#", hits.length) : said.none;
  }

  let asking = 0;
  async function answer() {
    const mine = ++asking;
    try {
      const data = await load();
      if (mine === asking) show(data, box.value);
    } catch {
      status.textContent = said.failed;
    }
    dialog.dataset.answered = box.value;
  }

  /* Using it */

  function begin(query) {
    if (!dialog.open) dialog.showModal();
    if (query !== undefined) box.value = query;
    box.focus();
    box.select();
    answer();
  }

  const links = () => [...list.querySelectorAll("a")];
  box.addEventListener("input", answer);
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    load().then((data) => { show(data, box.value); links()[0]?.click(); });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("ol a, [data-closes]")) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation(); /* the theme's own shortcuts */
    if (event.key === "Escape") { /* which would only empty the box */
      event.preventDefault();
      dialog.close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [box, ...links()];
    all[Math.min(Math.max(all.indexOf(document.activeElement) + step, 0), all.length - 1)].focus();
  });
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
    const asks = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((asks && !writes) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      begin();
    }
  });
  document.querySelectorAll("[data-opens=search]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => begin());
  });
  const given = new URLSearchParams(location.search).get("q");
  if (given) begin(given);
})();
