/* Keeps a language for reading without a network, once a reader has asked for it, and the parts of it that a reader wants
   beside the first. Each comes as one archive (which archive.py makes), which is checked, unpacked into a cache of its own,
   and used only when it is there as a whole. A site with other content has other digests below, so that the browser runs this file anew, which fetches what is kept. */
"use strict";

const PACKS = {packs};
const KEPT = `site-${registration.scope}-`;
const LEADS_ON = /http-equiv=refresh content="0; ?url=([^">]*)"/i; /* an address that leads on to another */
const WHOLE = "packs/kept.json"; /* stored last: which addresses lead on */
const TYPES = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8",
  json: "application/json", svg: "image/svg+xml", woff2: "font/woff2", webmanifest: "application/manifest+json",
};

const address = (path) => new URL(path, registration.scope).href;
const nameOf = (id) => `${KEPT}${id}-${PACKS[id].digest}`;
/* Whether a pack is this one, or a part beside the first of this language. */
const isOf = (id, other) => id === other || id.startsWith(`${other}.`);
const pagesOf = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
const isWhole = async (name) => await caches.has(name) && Boolean(await (await caches.open(name)).match(address(WHOLE)));

/* The addresses that are in a pack beside the first of its language; those of folders end in a slash. Several may hold a page. */
const HELD = Object.entries(PACKS).map(([id, { home, holds = [] }]) => [id, holds.map((path) => address(home + path))]);
const packsOf = (page) => HELD.filter(([, held]) => held.some((one) => one.endsWith("/") ? `${page}/`.startsWith(one) : page === one)).map(([id]) => id);

addEventListener("install", (event) => event.waitUntil((async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT));
  const pages = (await Promise.all(names.map(pagesOf))).flat(); /* an earlier site may have kept them in other packs */
  const own = new Set(pages.map(packsOf).filter((ids) => ids.length === 1).flat());
  for (const id of Object.keys(PACKS)) {
    if (own.has(id) || names.some((name) => name.startsWith(`${KEPT}${id}-`))) await keep(id);
  }
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const current = Object.keys(PACKS).map(nameOf);
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && !current.includes(name)) await caches.delete(name);
  }
  await clients.claim();
})()));

addEventListener("message", (event) => event.waitUntil((async () => {
  const [page] = event.ports;
  try {
    if (event.data.keep) await keep(event.data.keep, (part) => page.postMessage({ part }));
    if (event.data.drop) await Promise.all(Object.keys(PACKS).filter((id) => isOf(id, event.data.drop)).map((id) => caches.delete(nameOf(id))));
    opened = undefined;
    page.postMessage({ done: true });
  } catch (fault) {
    page.postMessage({ failed: String(fault) });
  }
})()));

/* Fetches a pack; it is kept as a whole or not at all. */
async function keep(id, tell = () => {}) {
  const name = nameOf(id);
  if (await isWhole(name)) return;
  const content = await checked(PACKS[id], tell);
  await caches.delete(name);
  const cache = await caches.open(name);
  const moved = {};
  let stored = [];
  for (const [path, body] of filesOf(content)) {
    const to = path.endsWith("/index.html") && body.length < 500 && LEADS_ON.exec(new TextDecoder().decode(body));
    if (to) {
      moved[path.replace("index.html", "")] = new URL(to[1], address(path)).href.slice(registration.scope.length);
      continue;
    }
    const type = TYPES[path.split(".").pop()] || "application/octet-stream";
    stored.push(cache.put(address(path), new Response(body, { headers: { "Content-Type": type } })));
    if (stored.length === 40) {
      await Promise.all(stored);
      stored = [];
    }
  }
  await Promise.all(stored);
  await cache.put(address(WHOLE), new Response(JSON.stringify(moved), { headers: { "Content-Type": TYPES.json } }));
}

/* What a pack holds, unpacked; other content is refused. A server may say that it sends compressed what is compressed: then
   the browser has unpacked it already. */
async function checked({ path, size, digest }, tell) {
  const response = await fetch(address(path), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const parts = [];
  let count = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    tell(Math.min(1, (count += value.length) / size));
  }
  let sent = new Blob(parts);
  const [first, second] = new Uint8Array(await sent.slice(0, 2).arrayBuffer());
  if (first === 0x1f && second === 0x8b) sent = new Response(sent.stream().pipeThrough(new DecompressionStream("gzip")));
  const bytes = await sent.arrayBuffer();
  const found = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))];
  if (found.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== digest) throw new Error(`${path}: another one`);
  return new Uint8Array(bytes);
}

/* The files of a tar archive: each begins with a head of 512 bytes and fills up a multiple of as many. */
function* filesOf(content) {
  const text = (from, length) => new TextDecoder().decode(content.subarray(from, from + length)).replace(/\0.*/s, "");
  for (let at = 0; content[at];) {
    const name = [text(at + 345, 155), text(at, 100)].filter(Boolean).join("/"), size = parseInt(text(at + 124, 12), 8);
    yield [name.slice("{folder}".length), content.subarray(at + 512, at + 512 + size)];
    at += 512 * (1 + Math.ceil(size / 512));
  }
}

let opened;

/* The packs that are kept, each with its pages and with the addresses that lead on. */
const open = () => opened ??= (async () => {
  const found = [];
  for (const [id, { home }] of Object.entries(PACKS)) {
    const name = nameOf(id);
    if (!await isWhole(name)) continue;
    const pages = await caches.open(name);
    found.push({ id, pages, home, moved: await (await pages.match(address(WHOLE))).json() });
  }
  return found;
})();

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
  const kept = await open().catch(() => []);
  const path = url.href.slice(registration.scope.length).replace(/[?#].*/s, "");
  for (const { pages, moved } of kept) {
    const to = moved[path] ?? moved[`${path}/`] ?? moved[path.replace(/(^|\/)index\.html$/, "$1")];
    if (to) return Response.redirect(address(to));
    const found = await pages.match(address(path === "" || path.endsWith("/") ? `${path}index.html` : path));
    if (found) return found;
    if (await pages.match(address(`${path}/index.html`))) return Response.redirect(`${address(path)}/${url.search}`);
  }
  try {
    return await fetch(request);
  } catch (gone) {
    const [first] = kept;
    if (request.mode !== "navigate" || !first) throw gone;
    const { id, pages, home } = kept.findLast((one) => path.startsWith(one.home) && !PACKS[one.id].holds) ?? first;
    const [missed] = packsOf(address(path));
    if (missed && isOf(missed, id)) return Response.redirect(`${address(`${home}offline.html`)}#${new URLSearchParams({ part: missed, path })}`);
    const missing = await pages.match(address(`${home}404.html`));
    return new Response(await missing.blob(), { status: 404, headers: { "Content-Type": TYPES.html } });
  }
}

