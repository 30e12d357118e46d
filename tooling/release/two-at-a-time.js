/**
 * Works on two items at a time, in order.
 *
 * @template Item, Result
 * @param {Iterable<Item>} items
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function twoAtATime(items, work) {
  const results = [];
  const queue = [...items].entries();
  await Promise.all([workOff(), workOff()]);
  return results;

  async function workOff() {
    for (const [index, item] of queue) results[index] = await work(item);
  }
}
