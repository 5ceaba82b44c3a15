/* Where things lie in the drawing of a table, as in all drawings of the site: seats evenly on a ring, which is a circle
   or, where there are more than some thirteen seats, has straight sides. The drawing is 360 wide. */

import { stretches } from "../../model/seating.js";

const HALF_WIDTH = 180, LARGEST_SEAT = 30, SMALLEST_SEAT = 22, BETWEEN_SEATS = 16;
/** Outside the ring of seats: the bands of the teams. */
const MARGIN = 31;
/** The radius around the round arrow in the middle that lines between teammates keep free. */
const MIDDLE = 30;
/** Of teams that play as one: by how much of a seat's place the line outside goes beyond it, and where an arrow begins and ends. */
const EDGE_OVER = 0.2, ARROW_OVER = 0.3;

/** @typedef {{x: number, y: number}} Point */

/** The measures of a drawing. Places on the ring are counted in seats, clockwise. */
export class Layout {
  /**
   * Arrange a table; the middle of the team of the first seat is at the top.
   * @param {number[]} team The team at each seat.
   */
  constructor(team) {
    const [{ first, last }] = stretches(team);
    this.count = team.length;
    this.top = (first + last) / 2;
    this.width = 2 * HALF_WIDTH;
    const half = this.count > 1 ? Math.sin(Math.PI / this.count) : 1;
    const seat = Math.min(LARGEST_SEAT, ((HALF_WIDTH - MARGIN) * half - BETWEEN_SEATS / 2) / (1 + half));
    this.seat = seat >= SMALLEST_SEAT ? Math.round(seat * 10) / 10 : SMALLEST_SEAT;
    this.radius = HALF_WIDTH - MARGIN - this.seat;
    this.straight = 0;
    if (seat < SMALLEST_SEAT) {
      const step = 2 * this.radius * Math.asin((2 * SMALLEST_SEAT + BETWEEN_SEATS) / (2 * this.radius));
      this.straight = Math.round((this.count * step - 2 * Math.PI * this.radius) / 2 + 0.5);
    }
    this.height = this.width + this.straight;
    this.perimeter = 2 * Math.PI * this.radius + 2 * this.straight;
  }

  /**
   * Return a place on the ring, and which way is outward there: a point, and a vector of length one.
   * @param {number} place
   * @returns {{x: number, y: number, outX: number, outY: number}}
   */
  normal(place) {
    const { radius, straight, perimeter } = this, middle = this.width / 2, quarter = (Math.PI / 2) * radius;
    const turned = ((place - this.top) * perimeter) / this.count, along = ((turned % perimeter) + perimeter) % perimeter;
    const round = (/** @type {number} */ angle, /** @type {number} */ y) => {
      const outX = Math.cos(angle), outY = Math.sin(angle);
      return { x: middle + radius * outX, y: y + radius * outY, outX, outY };
    };
    if (along <= quarter) return round(along / radius - Math.PI / 2, middle);
    if (along <= quarter + straight) return { x: middle + radius, y: middle + along - quarter, outX: 1, outY: 0 };
    if (along <= 3 * quarter + straight) return round((along - straight) / radius - Math.PI / 2, middle + straight);
    if (along <= 3 * quarter + 2 * straight) {
      return { x: middle - radius, y: middle + straight - (along - 3 * quarter - straight), outX: -1, outY: 0 };
    }
    return round((along - 2 * straight) / radius - Math.PI / 2, middle);
  }

  /**
   * Return the point so far outside a place on the ring.
   * @param {number} place
   * @param {number} outward
   * @returns {{x: number, y: number}}
   */
  at(place, outward = 0) {
    const { x, y, outX, outY } = this.normal(place);
    return { x: tenth(x + outX * outward), y: tenth(y + outY * outward) };
  }

  /**
   * Draw the bands of the teams: one from the first to the last seat of a team that sits together, else a piece at each
   * stretch of its seats; whoever has no teammate has none.
   * @param {number[]} team The team at each seat.
   * @returns {{team: number, points: string}[]} Points of SVG polylines.
   */
  bands(team) {
    const parts = stretches(team), count = (/** @type {number[]} */ numbers, /** @type {number} */ number) => numbers.filter((one) => one === number).length;
    return parts.filter(({ team: number }) => count(team, number) > 1).map(({ team: number, first, last }) =>
      ({ team: number, points: this.band(first, last, count(parts.map((part) => part.team), number) === 1 ? 0.4 : 0.28) }));
  }

  /**
   * Join the stretches of each team that does not sit together, inside the ring. What would pass through the round arrow in
   * the middle breaks off before it and goes on behind it.
   * @param {number[]} team The team at each seat.
   * @returns {{team: number, path: string}[]} The data of SVG paths.
   */
  chords(team) {
    const parts = stretches(team), inside = -this.seat - 2;
    return [...new Set(team)].map((one) => ({ team: one, ends: parts.filter(({ team: number }) => number === one) })).filter(({ ends }) => ends.length > 1).map(({ team: number, ends }) => {
      const places = ends.map(({ first, last }) => this.at((first + last) / 2, inside));
      const sides = places.map((start, n) => this.around(start, places[(n + 1) % places.length])).slice(0, places.length === 2 ? 1 : places.length);
      return { team: number, path: sides.join("") };
    });
  }

  /**
   * Draw a straight line that leaves out what lies within the middle.
   * @param {Point} start
   * @param {Point} end
   * @returns {string} The data of an SVG path.
   */
  around(start, end) {
    const length = Math.hypot(end.x - start.x, end.y - start.y), aheadX = (end.x - start.x) / length, aheadY = (end.y - start.y) / length;
    const x = this.width / 2 - start.x, y = this.height / 2 - start.y, along = x * aheadX + y * aheadY, beside = x * aheadY - y * aheadX;
    const half = Math.sqrt(Math.max(MIDDLE ** 2 - beside ** 2, 0)), first = along - half, last = along + half;
    const cuts = half && first > 0 && last < length ? [[0, first], [last, length]] : [[0, length]];
    const on = (/** @type {number} */ far) => `${tenth(start.x + aheadX * far)} ${tenth(start.y + aheadY * far)}`;
    return cuts.map(([a, b]) => `M${on(a)}L${on(b)}`).join("");
  }

  /**
   * Draw what is seen of teams that take their turns together: the band on which each sits, the line outside it, which leaves
   * room for the arrows, and the arrow to the team that plays next.
   * @param {number[]} team The team at each seat, each side by side.
   * @param {Map<number, number | null>} after The teams that have a band, each with the one that plays next, if it has one.
   * @returns {{team: number, seats: string, edge: string, arrow: string, middle: Point & {outX: number, outY: number}}[]} Points of SVG polylines.
   */
  shared(team, after) {
    const parts = stretches(team).filter((part) => after.has(part.team));
    const start = (/** @type {number | null | undefined} */ number) => parts.find((part) => part.team === number)?.first;
    return parts.map(({ team: number, first, last }) => {
      const next = start(after.get(number)), steps = (/** @type {number} */ to) => (((to - last) % this.count) + this.count) % this.count;
      const isNext = next !== undefined && parts.every((part) => part.team === number || steps(part.first) >= steps(next));
      return {
        team: number, seats: this.band(first, last, 0.01, 0), edge: this.band(first, last, EDGE_OVER),
        arrow: isNext ? this.band(last + ARROW_OVER, last + steps(/** @type {number} */ (next)) - ARROW_OVER, 0) : "",
        middle: this.normal((first + last) / 2),
      };
    });
  }

  /**
   * Follow the ring outside some seats, from the first to the last, as points.
   * @param {number} first
   * @param {number} last
   * @param {number} over By how much of a seat's place it goes beyond the middle of a seat.
   * @param {number} outward How far outside the ring.
   * @returns {string} Points of an SVG polyline.
   */
  band(first, last, over, outward = this.seat + MARGIN / 2) {
    const points = [], steps = Math.max(8, Math.ceil((last - first + 1) * 8));
    for (let n = 0; n <= steps; n++) {
      const { x, y } = this.at(first - over + ((last - first + 2 * over) * n) / steps, outward);
      points.push(`${x},${y}`);
    }
    return points.join(" ");
  }
}

/**
 * Round to a tenth.
 * @param {number} measure
 * @returns {number}
 */
function tenth(measure) {
  return Math.round(measure * 10) / 10;
}
