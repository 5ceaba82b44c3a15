/* QR codes (ISO/IEC 18004): bytes, error correction of level M, the smallest version that holds them. */

/** Of each version from 1: the code words for error correction of a block at level M, and the number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Return the code of a text as rows of dark (true) and light modules, without the quiet zone around it.
 * @param {string} text
 * @returns {boolean[][] | null} `null` if it is too long for any version.
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version++) {
    const words = dataWords(bytes, version);
    if (words) return new Code(version).draw(withCorrection(words, version));
  }
  return null;
}

/**
 * Return the number of modules of a version that carry code words.
 * @param {number} version
 * @returns {number}
 */
function capacity(version) {
  const marks = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignment = version < 2 ? 0 : (25 * marks - 10) * marks - 55;
  return (16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36);
}

/**
 * Return the data words of a version: mode, length and bytes, filled up; `null` if they do not fit.
 * @param {Uint8Array} bytes
 * @param {number} version
 * @returns {number[] | null}
 */
function dataWords(bytes, version) {
  const count = Math.floor(capacity(version) / 8) - CORRECTION[version - 1] * BLOCKS[version - 1];
  const lengthBits = version < 10 ? 8 : 16;
  if (4 + lengthBits + 8 * bytes.length > 8 * count) return null;
  /** @type {number[]} */
  const bits = [];
  const append = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  append(4, 4); // bytes
  append(bytes.length, lengthBits);
  bytes.forEach((byte) => append(byte, 8));
  append(0, Math.min(4, 8 * count - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let filler = 0xec; words.length < count; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

/**
 * Multiply in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/**
 * Return the words of error correction (Reed-Solomon) of a block.
 * @param {number[]} words
 * @param {number} degree How many there are.
 * @returns {number[]}
 */
function correction(words, degree) {
  const divisor = [...Array(degree - 1).fill(0), 1];
  for (let n = 0, root = 1; n < degree; n++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) divisor[at] = times(divisor[at], root) ^ (divisor[at + 1] ?? 0);
  }
  const remainder = Array(degree).fill(0);
  for (const word of words) {
    const factor = word ^ /** @type {number} */ (remainder.shift());
    remainder.push(0);
    divisor.forEach((coefficient, at) => (remainder[at] ^= times(coefficient, factor)));
  }
  return remainder;
}

/**
 * Split data into blocks, and weave these with their error correction.
 * @param {number[]} words
 * @param {number} version
 * @returns {number[]}
 */
function withCorrection(words, version) {
  const count = BLOCKS[version - 1], degree = CORRECTION[version - 1];
  const short = Math.floor(words.length / count), longer = words.length % count;
  const blocks = [];
  for (let n = 0, at = 0; n < count; n++) {
    const size = short + (n >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, at + size));
    at += size;
  }
  const corrections = blocks.map((block) => correction(block, degree));
  const woven = (/** @type {number[][]} */ lists) =>
    Array.from({ length: short + 1 + degree }, (_, at) => lists.flatMap((list) => (at < list.length ? [list[at]] : []))).flat();
  return [...woven(blocks), ...woven(corrections)];
}

/** The modules of a code while they are drawn. */
class Code {
  /**
   * Draw what is the same in every code of a version.
   * @param {number} version
   */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    const rows = (/** @type {boolean} */ value) => Array.from({ length: this.size }, () => Array(this.size).fill(value));
    /** @type {boolean[][]} */
    this.modules = rows(false);
    /** @type {boolean[][]} Those that carry no data. */
    this.fixed = rows(false);
    const { size } = this;
    for (let n = 0; n < size; n++) {
      this.fix(6, n, n % 2 === 0);
      this.fix(n, 6, n % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.square(x, y, 4, [0, 1, 3]);
    const places = this.alignments(), last = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) this.square(x, y, 2, [0, 2]);
    }));
    this.format(0);
    this.versionBits();
  }

  /**
   * Set a module that carries no data.
   * @param {number} x
   * @param {number} y
   * @param {boolean} dark
   */
  fix(x, y, dark) {
    this.modules[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /**
   * Draw a square of rings.
   * @param {number} x Its middle.
   * @param {number} y
   * @param {number} radius
   * @param {number[]} dark The distances from the middle that are dark.
   */
  square(x, y, radius, dark) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy)), inside = (/** @type {number} */ n) => n >= 0 && n < this.size;
        if (inside(x + dx) && inside(y + dy)) this.fix(x + dx, y + dy, dark.includes(distance));
      }
    }
  }

  /**
   * Return the places of the middles of alignment patterns.
   * @returns {number[]}
   */
  alignments() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = this.version === 32 ? 26 : Math.ceil((4 * this.version + 4) / (2 * count - 2)) * 2;
    const places = Array.from({ length: count - 1 }, (_, n) => this.size - 7 - n * step);
    return [6, ...places.reverse()];
  }

  /**
   * Draw the level of correction and the mask, twice.
   * @param {number} mask
   */
  format(mask) {
    let rest = mask; // level M is 00
    for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412, bit = (/** @type {number} */ n) => ((bits >> n) & 1) === 1, { size } = this;
    for (let n = 0; n < 6; n++) this.fix(8, n, bit(n));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let n = 9; n < 15; n++) this.fix(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n++) this.fix(size - 1 - n, 8, bit(n));
    for (let n = 8; n < 15; n++) this.fix(8, size - 15 + n, bit(n));
    this.fix(8, size - 8, true);
  }

  /** Draw the version, twice, from the seventh on. */
  versionBits() {
    if (this.version < 7) return;
    let rest = this.version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let n = 0; n < 18; n++) {
      const a = this.size - 11 + (n % 3), b = Math.floor(n / 3), dark = ((bits >> n) & 1) === 1;
      this.fix(a, b, dark);
      this.fix(b, a, dark);
    }
  }

  /**
   * Fill in code words under the mask that is best to read.
   * @param {number[]} words
   * @returns {boolean[][]}
   */
  draw(words) {
    this.fill(words);
    let best = 0, least = Infinity;
    MASKS.forEach((_, mask) => {
      this.mask(mask);
      const penalty = this.penalty();
      if (penalty < least) [best, least] = [mask, penalty];
      this.mask(mask); // which takes it off again
    });
    this.mask(best);
    return this.modules;
  }

  /**
   * Fill in code words in columns of two, from the lower right, up and down.
   * @param {number[]} words
   */
  fill(words) {
    const { size, modules, fixed } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (let n = 0; n < size; n++) {
        const y = upward ? size - 1 - n : n;
        for (const x of [right, right - 1]) {
          if (!fixed[y][x] && at < 8 * words.length) {
            modules[y][x] = ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
            at += 1;
          }
        }
      }
    }
  }

  /**
   * Lay a mask over the data, and say so.
   * @param {number} mask
   */
  mask(mask) {
    this.format(mask);
    this.modules.forEach((row, y) => row.forEach((dark, x) => {
      if (!this.fixed[y][x]) row[x] = dark !== MASKS[mask](x, y);
    }));
  }

  /**
   * Return how hard the code is to read: long runs, squares, what looks like a finder, and more dark than light.
   * @returns {number}
   */
  penalty() {
    const { modules, size } = this;
    const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x]))].map((line) => line.map(Number).join(""));
    let sum = 0;
    for (const line of lines) {
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (const finder of ["00001011101", "10111010000"]) {
        for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) sum += 40;
      }
    }
    for (let y = 1; y < size; y++) {
      for (let x = 1; x < size; x++) {
        const dark = modules[y][x];
        if (dark === modules[y][x - 1] && dark === modules[y - 1][x] && dark === modules[y - 1][x - 1]) sum += 3;
      }
    }
    const dark = modules.flat().filter(Boolean).length;
    return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
  }
}
