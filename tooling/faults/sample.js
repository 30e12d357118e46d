/**
 * Chooses `count` of `items`, the same for the same seed.
 *
 * @returns in the order of `items`; all of them if there are not more
 */
export function sampleOf(items, count, seed) {
  let state = seed >>> 0;
  const rest = items.map((_, index) => index);
  const chosen = [];
  while (chosen.length < count && rest.length > 0) {
    // A linear congruential generator; its high bits are the random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [index] = rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1);
    chosen.push(index);
  }
  return chosen.sort((one, other) => one - other).map((index) => items[index]);
}
