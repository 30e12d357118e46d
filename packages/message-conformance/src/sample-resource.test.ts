import { describe, expect, it } from '@jest/globals';
import { bytes } from './bytes.js';
import { SampleResource } from './sample-resource.js';

const END = { done: true, value: undefined };
const AB = [bytes('a'), bytes('b')];

describe('a sample resource', () => {
  it('yields its chunks in order, then its end, every time', async () => {
    const resource = new SampleResource(AB);
    const results = [await resource.next(), await resource.next(), await resource.next()];
    expect(results).toEqual([
      { done: false, value: bytes('a') },
      { done: false, value: bytes('b') },
      END,
    ]);
    expect([await resource.next(), resource.asked, resource.cancelled]).toEqual([END, 4, false]);
  });

  it('is its own iterator, so that a second iteration continues the first', async () => {
    const resource = new SampleResource(AB);
    await resource[Symbol.asyncIterator]().next();
    const next = await resource[Symbol.asyncIterator]().next();
    expect(next).toEqual({ done: false, value: bytes('b') });
  });

  it('has no byte synchronously', async () => {
    const resource = new SampleResource(AB);
    const next = resource.next();
    expect(resource.asked).toBe(0);
    await next;
    expect(resource.asked).toBe(1);
  });

  it('fails after its chunks, every time', async () => {
    const failure = new Error('gone');
    const resource = new SampleResource([bytes('a')], failure);
    expect(await resource.next()).toEqual({ done: false, value: bytes('a') });
    await expect(resource.next()).rejects.toBe(failure);
    await expect(resource.next()).rejects.toBe(failure);
  });

  it('ends when it is cancelled, without the chunks that are left, and asks for none', async () => {
    const resource = new SampleResource(AB);
    await resource.next();
    const returned = await resource.return();
    expect([returned, await resource.next(), resource.asked]).toEqual([END, END, 1]);
    expect(resource.cancelled).toBe(true);
  });

  it('that never settles waits until it is cancelled, and then ends', async () => {
    const resource = new SampleResource([], 'never');
    let result: unknown = 'waits';
    const waiting = resource.next().then((next) => (result = next));
    await settledWork();
    expect(result).toBe('waits');
    await resource.return();
    await settledWork();
    expect(result).toEqual(END);
    await waiting;
  });

  it('that never settles ends immediately if it was cancelled before', async () => {
    const resource = new SampleResource([], 'never');
    await resource.return();
    let result: unknown = 'waits';
    void resource.next().then((next) => (result = next));
    await settledWork();
    expect(result).toEqual(END);
  });
});

/** After all work that needs no event of the outside. */
function settledWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
