/* Where things lie in the drawing of a table, as in all drawings of the site: seats evenly on a ring, which is a circle
   or, where there are more than some thirteen seats, has straight sides. The drawing is 360 wide. */

const HALF_WIDTH = 180, LARGEST_SEAT = 30, SMALLEST_SEAT = 22, BETWEEN_SEATS = 16;
/** Outside the ring of seats: the bands of the teams. */
const MARGIN = 31;

/** The measures of a drawing. Places on the ring are counted in seats, clockwise. */
export class Layout {
  /**
   * Arrange a table; the middle of the first team sits at the top.
   * @param {number[]} sizes How many players each team has.
   */
  constructor(sizes) {
    this.count = sizes.reduce((sum, size) => sum + size, 0);
    this.top = (sizes[0] - 1) / 2;
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
   * Follow the ring outside a team, from its first to its last seat, as points.
   * @param {number} first
   * @param {number} last
   * @returns {string} Points of an SVG polyline.
   */
  band(first, last) {
    const points = [], outward = this.seat + MARGIN / 2, steps = Math.max(8, (last - first + 1) * 8);
    for (let n = 0; n <= steps; n++) {
      const { x, y } = this.at(first - 0.4 + ((last - first + 0.8) * n) / steps, outward);
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
