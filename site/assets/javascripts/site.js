/* What a page does for the site as a whole: it can be installed, is kept for reading without a network where the reader
   asks for that, says when it has changed, and leads to the same place in the other language. From a folder it does only
   the last. */
"use strict";
(() => {
  const { language, root, manifest, worker, size, words, made } = siteFrame;
  const button = (textContent, onclick) => made("button", { type: "button", textContent, onclick });

  for (const link of document.querySelectorAll("a.md-select__link")) {
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

  /* The line below a page: keep this language, how far that is, and that it is ready. */
  const status = made("span", { role: "status" }), line = made("p", { className: "keep" }, status);
  const bar = made("progress", { max: 1, value: 0 });
  document.querySelector(".md-copyright")?.append(line);

  const isKept = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(`site-${scope}-${language}-`));
    const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match(`${scope}packs/kept.json`)));
    return whole.some(Boolean);
  };
  const show = async (said = "") => {
    const kept = await isKept();
    status.textContent = kept ? words.kept : said;
    const action = kept ? button(words.drop, drop) : button(words.keep.replace("#", size), keep);
    line.replaceChildren(status, " ", action);
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
      await asked({ keep: language }, (part) => { bar.value = part; });
    } catch {
      fault = words.failed;
    }
    (await show(fault)).focus();
  }

  async function drop() {
    await asked({ drop: language }).catch(() => { /* nothing was kept */ });
    const names = await caches.keys();
    if (!names.some((name) => name.startsWith(`site-${scope}-`))) await (await workers.getRegistration(scope))?.unregister();
    (await show()).focus();
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

  show().catch(() => line.remove()); /* a browser that lets no page keep anything */
})();
