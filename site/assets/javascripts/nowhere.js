/* On the page for addresses that lead nowhere: finds where the site lies by where this script does, and takes links, style and
   frame from there. The first copy that is found does it. */
"use strict";
if (!globalThis.siteFound) {
  globalThis.siteFound = true;
  const { src } = document.currentScript, { root, folder, styles } = document.querySelector("[data-root]").dataset;
  const top = new URL("../../", src), home = new URL(folder, top);
  const at = (path, from = home) => new URL(path, from).href;
  const add = (name, properties, data = {}) => {
    const made = Object.assign(document.createElement(name), properties);
    Object.assign(made.dataset, data);
    return made;
  };
  document.head.append(...styles.split(" ").map((href) => add("link", { rel: "stylesheet", href: at(href, top) })));
  const place = document.currentScript;
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll(`a[href^="${root}"]`)) link.href = at(link.getAttribute("href").slice(root.length));
    place.after(add("script", { src: at("frame.js"), async: false }, { base: home.href.replace(/\/$/, ""), hide: "toc" }));
  });
}
