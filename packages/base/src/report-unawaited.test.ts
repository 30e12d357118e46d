import { describe, expect, it } from '@jest/globals';
import { reportUnawaited } from './report-unawaited.js';

const failed = new Error('failed');
/** Settles after what was reported. */
async function reported(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
}

describe('reportUnawaited', () => {
  it.each<[string, (promise: Promise<number>) => unknown]>([
    ['is dropped', () => undefined],
    ['is only kept', (promise) => [promise]],
  ])('reports the rejection of a promise that %s', async (_, use) => {
    const errors: unknown[] = [];
    use(reportUnawaited(Promise.reject<number>(failed), (error) => errors.push(error)));
    await reported();
    expect(errors).toEqual([failed]);
  });

  it.each<[string, (promise: Promise<number>) => Promise<unknown>]>([
    ['is awaited', async (promise) => await promise],
    ['is returned by an async function', async (promise) => promise],
    ['has then', (promise) => promise.then(() => 0)],
    ['has catch', (promise) => promise.catch((error: unknown) => Promise.reject(error as Error))],
    ['has finally', (promise) => promise.finally(() => undefined)],
    ['is in Promise.all', (promise) => Promise.all([promise])],
    ['is in Promise.race', (promise) => Promise.race([promise])],
  ])('leaves the rejection to code if the promise %s', async (_, use) => {
    const errors: unknown[] = [];
    const promise = reportUnawaited(Promise.reject<number>(failed), (error) => errors.push(error));
    await expect(use(promise)).rejects.toBe(failed);
    await reported();
    expect(errors).toEqual([]);
  });

  it('reports a rejection that code awaits later, and then rejects', async () => {
    const errors: unknown[] = [];
    const promise = reportUnawaited(Promise.reject<number>(failed), (error) => errors.push(error));
    await reported();
    expect(errors).toEqual([failed]);
    await expect(promise).rejects.toBe(failed);
  });

  it('returns the value of the promise, which is a Promise', async () => {
    const promise = reportUnawaited(Promise.resolve(7), () => undefined);
    expect(promise).toBeInstanceOf(Promise);
    expect(await promise).toBe(7);
  });
});
