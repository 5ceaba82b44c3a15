/* QR codes, as rows of dark and light modules. */

import { encode } from "../../vendor/uqr.min.js";

/** The most bytes that any code holds at the level of error correction that ours have. */
const MOST_BYTES = 2331;

/**
 * Return the code of a text as rows of dark (true) and light modules, without the quiet zone around it.
 * @returns {boolean[][] | null} `null` if it is too long for any code.
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.length > MOST_BYTES ? null : encode(bytes, { ecc: "M", border: 0 }).data;
}
