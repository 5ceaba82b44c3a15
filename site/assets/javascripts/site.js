/* What a page does for the site as a whole: it can be installed, is kept for reading without a network where the reader
   asks for that, says when it has changed, and leads to the same place in the other language. From a folder it does only
   the last. */
"use strict";
(() => {
  const { language, root, manifest, worker, offline, parts, part: own, words, made } = siteFrame;
  const button = (textContent, onclick) => made("button", { type: "button", textContent, onclick });

  for (const link of document.querySelectorAll("a.language-link")) {
    const follow = () => { link.hash = location.hash; };
    for (const moment of ["pointerdown", "click", "focus"]) link.addEventListener(moment, follow);
  }

  if (!location.protocol.startsWith("http")) return;
  document.head.append(made("link", { rel: "manifest", href: manifest }));

  const workers = navigator.serviceWorker;
  if (!worker || !workers || !globalThis.caches || !globalThis.DecompressionStream) return;
  const scope = new URL(root, location).href;
  const script = scope + worker;
  const options = { updateViaCache: "none" };

  /* A page that a worker has shown looks for a new one, and says when it is there. */
  if (workers.controller) {
    workers.addEventListener("controllerchange", () => {
      document.body.append(made("p", { className: "site-changed", role: "status" }, words.changed, " ", button(words.again, () => location.reload())));
    });
    addEventListener("load", () => workers.register(script, options).catch(() => { /* there is no network */ }));
  }

  /* What can be kept: the first part of the language, and others beside it. Each line offers to keep one, says how far that is,
     and that it is ready. */
  const lines = [];
  const idOf = (part) => part ? `${language}.${part}` : language;
  const isKept = async (part) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(`site-${scope}-${idOf(part)}-`));
    const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match(`${scope}packs/kept.json`)));
    return whole.some(Boolean);
  };
  const showAll = async () => { for (const line of lines) await line.show(); };

  function lineOf([part, title, size], inside, isListed) {
    const status = made("span", { role: "status" }), bar = made("progress", { max: 1, value: 0 });
    const line = made(isListed ? "li" : "p", { className: "keep" }, status);
    const say = (text) => text.replace("#", size).replace("{title}", title);
    const show = async (said = "") => {
      const kept = await isKept(part);
      line.hidden = Boolean(part) && !isListed && !await isKept(); /* first the first part */
      status.textContent = kept ? say(part ? words.kept_too : words.kept) : said;
      const action = kept ? button(words.drop, drop) : button(say(part ? words.keep_too : words.keep), keep);
      line.replaceChildren(status, " ", action);
      if (kept && !part && !isListed && parts.length > 1) line.append(" ", made("a", { href: offline, textContent: words.more }));
      line.dataset.kept = kept;
      return action;
    };
    async function keep() {
      delete line.dataset.kept;
      bar.value = 0;
      status.textContent = words.keeping;
      bar.setAttribute("aria-label", words.keeping);
      line.replaceChildren(status, " ", bar);
      navigator.storage?.persist?.().catch(() => { /* the browser decides alone */ });
      let fault = "";
      try {
        if (part && !await isKept()) await asked({ keep: language });
        await asked({ keep: idOf(part) }, (share) => { bar.value = share; });
      } catch {
        fault = words.failed;
      }
      await showAll();
      (await show(fault)).focus();
    }
    async function drop() {
      await asked({ drop: idOf(part) }).catch(() => { /* nothing was kept */ });
      const names = await caches.keys();
      if (!names.some((name) => name.startsWith(`site-${scope}-`))) await (await workers.getRegistration(scope))?.unregister();
      await showAll();
      (await show()).focus();
    }
    inside.append(line);
    lines.push({ line, show });
  }

  /* Asks the worker, which is there from the first time on that a reader wants it. */
  async function asked(message, tell = () => {}) {
    const registration = await workers.register(script, options);
    const fresh = registration.installing || registration.waiting;
    if (fresh) await new Promise((ready, failed) => {
      const look = () => {
        if (fresh.state === "activated") ready();
        if (fresh.state === "redundant") failed(new Error("no worker"));
      };
      fresh.addEventListener("statechange", look);
      look();
    });
    const { port1, port2 } = new MessageChannel();
    await new Promise((ready, failed) => {
      port1.onmessage = ({ data }) => {
        if (data.part) tell(data.part);
        if (data.done) ready();
        if (data.failed) failed(new Error(data.failed));
      };
      registration.active.postMessage(message, [port2]);
    });
  }

  const foot = document.querySelector(".md-copyright"), list = document.querySelector("[data-parts]");
  if (list) {
    list.replaceChildren();
    for (const part of parts) lineOf(part, list, true);
  } else if (foot) {
    for (const part of parts.filter(([id], n) => !n || id === own)) lineOf(part, foot, false);
  }
  showAll().catch(() => { for (const { line } of lines) line.remove(); }); /* a browser that lets no page keep anything */

  /* Where a page leads that belongs to a part that is not kept, while there is no network. */
  const away = document.querySelector("[data-away]"), asking = new URLSearchParams(location.hash.slice(1));
  const missed = parts.find(([id]) => id && idOf(id) === asking.get("part"));
  if (away && missed) {
    away.querySelector("b").textContent = missed[1];
    const page = new URL(asking.get("path") ?? "", scope).href;
    away.querySelector("a").href = page.startsWith(scope) ? page : scope; /* an address may say anything */
    away.hidden = false;
  }
})();
