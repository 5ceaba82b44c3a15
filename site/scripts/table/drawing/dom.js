/* Making elements. Words only ever become text: nothing that rules or addresses hold can be taken for HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element.
 * @param {string} tag
 * @param {Record<string, any>} attributes Those that are `null`, `undefined` or `false` are left out; a function
 *   listens to the event of its name.
 * @param {(Node | string | null | false | undefined)[]} content
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...content) {
  return fill(document.createElement(tag), attributes, content);
}

/**
 * Return an element of a drawing.
 * @param {string} tag
 * @param {(Node | string | null | false | undefined)[]} content
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}, ...content) {
  return fill(document.createElementNS(SVG, tag), attributes, content);
}

/**
 * Put attributes and content into an element.
 * @template {Element} E
 * @param {E} made
 * @param {(Node | string | null | false | undefined)[]} content
 * @returns {E}
 */
function fill(made, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...content.filter((part) => part !== null && part !== undefined && part !== false)
    .map((part) => (typeof part === "string" ? typographic(part) : part)));
  return made;
}

/**
 * Return a text with typographic apostrophes: rules are written with those of keyboards.
 * @returns {string}
 */
export function typographic(text) {
  return text.replace(/(?<=\p{L})'/gu, "’");
}

/**
 * Set an attribute, unless it is so already: what does not change is not drawn again.
 * @param {Element} made
 * @param {string} value
 */
export function keep(made, name, value) {
  if (made.getAttribute(name) !== value) made.setAttribute(name, value);
}

/**
 * Return a choice among words.
 * @param {([string, string] | {label: string, options: [string, string][]})[]} options Values with their words, and such under headings.
 * @param {string} chosen
 * @returns {HTMLSelectElement}
 */
export function select(attributes, options, chosen) {
  const made = element("select", attributes, ...options.map((one) => Array.isArray(one) ? element("option", { value: one[0] }, one[1])
    : element("optgroup", { label: one.label }, ...one.options.map(([value, words]) => element("option", { value }, words)))));
  const choice = /** @type {HTMLSelectElement} */ (made);
  choice.value = chosen;
  return choice;
}

/**
 * Return a button with words on it.
 * @param {string} words
 * @param {() => void} click
 * @param {Record<string, any>} more Further attributes.
 * @returns {HTMLElement}
 */
export function button(words, click, more = {}) {
  return element("button", { type: "button", class: "live-button", click, ...more }, words);
}

/**
 * Return a line that says what is wrong.
 * @param {(Node | string | null)[]} content
 * @returns {HTMLElement}
 */
export function fault(...content) {
  return element("p", { class: "live-wrong" }, ...content);
}

/**
 * Return a box or button to tick, with its label behind it.
 * @param {string} words
 * @returns {HTMLElement}
 */
export function box(attributes, words) {
  return element("label", { class: "live-box" }, element("input", attributes), element("span", {}, words));
}

/**
 * Return a field with its label before it.
 * @param {string} words
 * @param {HTMLElement} field
 * @returns {HTMLElement}
 */
export function labelled(words, field) {
  return element("label", {}, element("span", {}, words), field);
}
