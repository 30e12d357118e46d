import { Readable } from 'node:stream';

/**
 * Works on two items at a time.
 *
 * @template Item, Result
 * @param {Iterable<Item>} items
 * @param {(item: Item) => Promise<Result>} work its result is not `null`
 * @returns {Promise<Result[]>} in the order of the items
 */
export function twoAtATime(items, work) {
  return Readable.from(items)
    .map((item) => work(item), { concurrency: 2 })
    .toArray();
}
