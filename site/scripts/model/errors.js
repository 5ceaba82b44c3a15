/* What is wrong with a question. Whoever shows it has the words. */

/** A question that cannot be asked: `code` names what is wrong, `details` are the names and numbers to be shown. */
export class RequestError extends Error {
  /**
   * Note what is wrong.
   * @param {string} code
   * @param {Record<string, any>} details
   */
  constructor(code, details = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }
}
