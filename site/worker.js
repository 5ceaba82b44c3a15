/* Keeps the whole site, both languages, for reading without a network. The browser stores it as the one archive that
   readers may download, and takes single files out of it when they are asked for. A site with other content has another
   digest below, so that the browser fetches it anew, and swaps it in only when it is there as a whole. */
"use strict";

const DIGEST = "{digest}";
const ARCHIVE = "{archive}";
const FOLDER = "{folder}";
const KEPT = `site-${registration.scope}-`;
const TYPES = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8",
  json: "application/json", svg: "image/svg+xml", png: "image/png", xml: "application/xml", txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json", gz: "application/gzip", zip: "application/zip",
};

addEventListener("install", (event) => event.waitUntil((async () => {
  const response = await fetch(ARCHIVE, { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || digest !== DIGEST) throw new Error("the archive is another one: try again later");
  new DecompressionStream("deflate-raw"); /* a browser without it keeps nothing and reads from the network */
  const cache = await caches.open(KEPT + DIGEST);
  await cache.put(ARCHIVE, new Response(bytes, { headers: { "Content-Type": TYPES.zip } }));
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== KEPT + DIGEST) await caches.delete(name);
  }
  await clients.claim();
})()));

let opened;

/* Reads where each file lies in the archive. */
async function open() {
  const cache = await caches.open(KEPT + DIGEST);
  const blob = await (await cache.match(ARCHIVE)).blob();
  const end = new DataView(await blob.slice(-22).arrayBuffer());
  const [count, size, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  const list = new DataView(await blob.slice(start, start + size).arrayBuffer());
  const files = new Map();
  for (let at = 0, number = 0; number < count; number++) {
    const [name, extra, comment] = [28, 30, 32].map((place) => list.getUint16(at + place, true));
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, name));
    files.set(path.slice(FOLDER.length), {
      packed: list.getUint16(at + 10, true) === 8, size: list.getUint32(at + 20, true), at: list.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return { blob, files };
}

async function file(path, status = 200) {
  const { blob, files } = await (opened ??= open());
  const found = files.get(path);
  if (!found) return undefined;
  const head = new DataView(await blob.slice(found.at, found.at + 30).arrayBuffer());
  const start = found.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const part = blob.slice(start, start + found.size);
  const body = found.packed ? part.stream().pipeThrough(new DecompressionStream("deflate-raw")) : part;
  return new Response(body, { status, headers: { "Content-Type": TYPES[path.split(".").pop()] || "application/octet-stream" } });
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  event.respondWith((async () => {
    try {
      const path = decodeURIComponent(url.pathname.slice(new URL(registration.scope).pathname.length));
      if (path === ARCHIVE) return (await (await caches.open(KEPT + DIGEST)).match(ARCHIVE)) || fetch(event.request);
      const found = await file(path === "" || path.endsWith("/") ? `${path}index.html` : path);
      if (found) return found;
      if (await file(`${path}/index.html`)) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`);
    } catch {
      opened = undefined; /* the browser has thrown the archive away */
    }
    try {
      return await fetch(event.request);
    } catch (gone) {
      const missing = event.request.mode === "navigate" && await file("404.html", 404);
      if (missing) return missing;
      throw gone;
    }
  })());
});
