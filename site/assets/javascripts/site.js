/* What a page does for the site as a whole: it can be installed, is kept for reading without a network where the reader
   asks for that, says when it has changed, and leads to the same place in the other language. From a folder it does only
   the last. */
"use strict";
(() => {
  const { language, root, manifest, worker, size, words } = siteFrame;

  for (const link of document.querySelectorAll("a.md-select__link")) {
    const follow = () => { link.hash = location.hash; };
    for (const moment of ["pointerdown", "click", "focus"]) link.addEventListener(moment, follow);
  }

  if (!location.protocol.startsWith("http")) return;
  const installable = document.createElement("link");
  installable.rel = "manifest";
  installable.href = manifest;
  document.head.append(installable);

  const workers = navigator.serviceWorker;
  if (!worker || !workers || !globalThis.caches || !globalThis.DecompressionStream) return;
  const scope = new URL(root, location).href;
  const script = scope + worker;
  const options = { updateViaCache: "none" };

  /* A page that a worker has shown looks for a new one, and says when it is there. */
  if (workers.controller) {
    workers.addEventListener("controllerchange", () => {
      const notice = element("p", { className: "site-changed", role: "status" });
      notice.append(words.changed, " ", button(words.again, () => location.reload()));
      document.body.append(notice);
    });
    addEventListener("load", () => workers.register(script, options).catch(() => { /* there is no network */ }));
  }

  /* The line below a page: keep this language, how far that is, and that it is ready. */
  const line = element("p", { className: "keep" });
  const status = element("span", { role: "status" });
  const bar = element("progress", { max: 1, value: 0 });
  line.append(status);
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

  function element(name, { role, ...properties }) {
    const made = Object.assign(document.createElement(name), properties);
    if (role) made.setAttribute("role", role);
    return made;
  }

  function button(text, act) {
    const made = element("button", { type: "button", textContent: text });
    made.addEventListener("click", act);
    return made;
  }

  show().catch(() => line.remove()); /* a browser that lets no page keep anything */
})();
