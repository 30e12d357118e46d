/** Medians and their confidence intervals. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * How many times as much `base` costs as `own`: the ratio of the medians, with the 95 % interval of a
 * bootstrap over rounds (both samples of a round are drawn together, because they ran under the same conditions).
 *
 * @returns {{ ratio: number, low: number, high: number }}
 */
export function ratioOf(base, own) {
  const draws = [];
  const random = generator(7);
  const rounds = Math.min(base.length, own.length);
  for (let draw = 0; draw < 2_000; draw++) {
    const picked = Array.from({ length: rounds }, () => Math.floor(random() * rounds));
    draws.push(median(picked.map((at) => base[at])) / median(picked.map((at) => own[at])));
  }
  draws.sort((a, b) => a - b);
  const low = draws[Math.floor(draws.length * 0.025)];
  const high = draws[Math.floor(draws.length * 0.975)];
  return { ratio: median(base) / median(own), low, high };
}

/** A ratio with its interval, as the pages write it: `1.04 (0.98–1.13)`. */
export function shown({ ratio, low, high }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/**
 * Compares two ratios with their intervals.
 *
 * @returns {'ahead' | 'level' | 'behind'} level unless the intervals are disjoint
 */
export function placeOf(own, best) {
  if (own.low > best.high) return 'ahead';
  return own.high < best.low ? 'behind' : 'level';
}

/** Mulberry32: the same draws every time, from 0 to 1. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
