/* What was done at the table, step by step, as entries of the browser's history: Back takes one step back, and then leaves. */

/** @typedef {{address: string, base: Base | null}} Step */

export class Steps {
  /** Have done nothing yet. */
  constructor() {
    /** @type {Step[]} Those that the browser does not know yet: it does more then than an answer should wait for. */
    this.unwritten = [];
  }

  /**
   * Return how many steps can be taken back.
   * @returns {number}
   */
  get count() {
    return (Number(history.state?.step) || 0) + this.unwritten.length;
  }

  /**
   * Note a step.
   * @param {Step} step
   * @param {boolean} isSame Whether it only says the last one in other words.
   */
  add(step, isSame = false) {
    if (isSame && this.unwritten.length) this.unwritten.pop();
    this.unwritten.push(step);
  }

  /** Tell the browser all steps. */
  write() {
    for (const { address, base } of this.unwritten.splice(0)) {
      try {
        history.pushState({ step: (Number(history.state?.step) || 0) + 1, base }, "", address);
      } catch { // a browser takes so many steps in a while: these are one step then
        history.replaceState(history.state, "", address);
      }
    }
  }

  /** Take the last step back. */
  back() {
    this.write();
    if (this.count) history.back();
  }
}
