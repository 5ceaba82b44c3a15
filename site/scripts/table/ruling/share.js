/* Handing a ruling on: a link, the ruling as text, the system's own way to share, and a QR code of the link. */

import { button, element, shape } from "../drawing/dom.js";
import { qrCode } from "../drawing/qr.js";
import { strings } from "../words/page.js";

/** Light modules around a code. */
const QUIET = 4;

/**
 * Return the buttons that hand a ruling on, with a place for what came of it.
 * @param {() => {address: string, text: string}} shared
 * @returns {HTMLElement}
 */
export function sharing(shared) {
  const status = element("p", { role: "status", class: "more" }), code = element("div", { class: "live-code" });
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = strings.copied;
    } catch { // not allowed, or not there: then the reader copies it
      const field = element("textarea", { readonly: true, rows: 4, "aria-label": strings.copy_this }, text);
      status.replaceChildren(strings.copy_this, field);
      /** @type {HTMLTextAreaElement} */ (field).select();
    }
  };
  const canShare = typeof navigator.share === "function";
  return element("div", { class: "live-sharing" }, element("p", {},
    button(strings.copy_link, () => copy(shared().address)),
    button(strings.copy_ruling, () => copy(shared().text)),
    canShare && button(strings.share, () => navigator.share({ text: shared().text }).catch(() => {})),
    button(strings.qr, () => {
      code.replaceChildren(code.firstChild ? "" : qrImage(shared().address));
      code.scrollIntoView({ block: "nearest", behavior: "instant" });
    })), status, code);
}

/**
 * Draw the QR code of an address.
 * @returns {Node}
 */
function qrImage(address) {
  const rows = qrCode(address);
  if (!rows) return element("p", {}, strings.qr_long);
  const side = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  return shape("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": strings.qr_of, "shape-rendering": "crispEdges" },
    shape("rect", { width: side, height: side, fill: "#fff" }), shape("path", { d: dark.join(""), fill: "#000" }));
}
