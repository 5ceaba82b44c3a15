/* How much work one question may take, so that each ends soon, however large the table and deep the quantifiers. It is
   counted in players looked at: a rule that is tried counts as many as there are seats, and so does each time that a
   quantifier inside another one begins; facts that may depend on each other take longer. */

import { RequestError } from "../model/errors.js";

/** So many players are looked at for one question; the toolkit has the same number. */
export const MOST_WORK = 10_000_000;

/** What it counts to read a fact of a circle while the circle is worked out. */
export const WORK_OF_A_CIRCLE = 8;

/** What is left of the work that a question may take. */
export class WorkLimit {
  /** Begin with all that one question may take. */
  constructor() {
    this.left = MOST_WORK;
  }

  /** Begin another question. */
  begin() {
    this.left = MOST_WORK;
  }

  /** How much work was done since the last question began. */
  get used() {
    return MOST_WORK - this.left;
  }

  /**
   * Note some work.
   * @param {number} work
   * @throws {RequestError} If it is more than a question may take.
   */
  spend(work) {
    this.left -= work;
    if (this.left < 0) throw new RequestError("too-much-work");
  }

  /**
   * Do work that is remembered for later questions, so that none has to answer for it.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  apart(work) {
    const { left } = this;
    this.begin();
    try {
      return work();
    } finally {
      this.left = left;
    }
  }
}
