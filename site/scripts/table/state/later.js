/* Work that may wait until the page has shown an answer. It is done in small pieces while the browser has nothing else to
   do, so that the next tap never waits for more than one of them. */

/** Milliseconds of work at a time where the browser does not say how long it is idle. */
const AT_A_TIME = 8;
/** After so many milliseconds a piece is done even in a browser that is never idle. */
const PATIENCE = 300;

/** @typedef {() => void | Piece[]} Piece Some work; it may turn out to be several pieces, which then come next. */

export class Later {
  /** Have nothing to do. */
  constructor() {
    /** @type {Piece[]} */
    this.pieces = [];
    this.isWaiting = false;
  }

  /**
   * Take other work in the place of all that is left.
   * @param {Piece[]} pieces
   */
  replace(pieces) {
    this.pieces = [...pieces];
    this.wait();
  }

  /** Go on when the page is drawn and the browser idle. */
  wait() {
    if (this.isWaiting || !this.pieces.length) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      if (typeof requestIdleCallback === "function") {
        requestIdleCallback((idle) => this.work(() => idle.timeRemaining() > 0), { timeout: PATIENCE });
        return;
      }
      setTimeout(() => {
        const end = performance.now() + AT_A_TIME;
        this.work(() => performance.now() < end);
      });
    });
  }

  /**
   * Do pieces as long as there is time, at least one.
   * @param {() => boolean} hasTime
   */
  work(hasTime) {
    this.isWaiting = false;
    try {
      do this.pieces.unshift(...this.pieces.shift()?.() ?? []);
      while (this.pieces.length && hasTime());
    } finally {
      this.wait();
    }
  }
}

/**
 * Do pieces at once.
 * @param {Piece[]} pieces
 */
export function doAll(pieces) {
  for (const left = [...pieces]; left.length;) left.unshift(...left.shift()?.() ?? []);
}

/**
 * Do something when the page has been drawn.
 * @param {() => void} act
 */
export function afterDrawing(act) {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
