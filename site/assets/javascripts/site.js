/* What a page does for the site as a whole: it can be installed, is kept for reading without a network, and says when it
   has changed. From a folder it does nothing of this. */
"use strict";
(() => {
  const said = document.currentScript.dataset;

  /* The theme asks for a sitemap behind every alternate link that it finds; these mean the same and are not found. */
  document.querySelectorAll("link[rel=alternate]").forEach((link) => { link.rel = "alternate alternate"; });

  if (!location.protocol.startsWith("http")) return;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = said.manifest;
  document.head.append(manifest);

  if (!said.worker || !("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  const kept = navigator.serviceWorker;
  const before = kept.controller;
  kept.addEventListener("controllerchange", () => {
    if (!before) return;
    const notice = document.createElement("p");
    notice.className = "site-changed";
    notice.setAttribute("role", "status");
    const again = document.createElement("button");
    again.textContent = said.again;
    again.addEventListener("click", () => location.reload());
    notice.append(said.changed, " ", again);
    document.body.append(notice);
  });
  addEventListener("load", () => kept.register(said.worker).catch(() => { /* then there is only the network */ }));
})();
