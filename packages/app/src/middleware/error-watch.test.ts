import { describe, expect, it, jest } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, httpError, type MiddlewareFunction, underPath } from '../index.js';

describe.each(implementations)('a layer that waits for errors, on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const warnings = async (layer: MiddlewareFunction) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const app = createApp({ factories, logger: recorder().logger });
    app.get('/now', () => raise(httpError(403, 'not you')));
    app.add(layer);
    await app.handle(get('/now'));
    await app.handle(get('/now'));
    const lines = warn.mock.calls.map(([line]) => String(line));
    warn.mockRestore();
    return lines;
  };
  const run = (work: unknown): unknown => (typeof work === 'function' ? work() : { execute: run });
  const db = {
    transaction: run as (work?: (client: unknown) => unknown) => {
      execute(work: unknown): unknown;
    },
    begin: run,
    $transaction: run,
  };

  it.each<[string, MiddlewareFunction]>([
    ['a transaction', (q, h) => db.transaction(() => h.handle(q)) as never],
    [
      'one with its client',
      (q, h) => db.transaction(async (_client: unknown) => h.handle(q)) as never,
    ],
    ['begin', (q, h) => db.begin(async () => h.handle(q)) as never],
    ['$transaction', (q, h) => db.$transaction(async () => h.handle(q)) as never],
    ['execute', (q, h) => db.transaction().execute(() => h.handle(q)) as never],
    ['then', (q, h) => Promise.resolve(h.handle(q)).then((r) => r, raise)],
    [
      'then with functions',
      (q, h) =>
        Promise.resolve(h.handle(q)).then(
          (r) => {
            return r;
          },
          (error: unknown) => raise(error as Error),
        ),
    ],
    [
      'allSettled',
      async (q, h) => {
        const [settled] = await Promise.allSettled([h.handle(q)]);
        return (settled as PromiseFulfilledResult<ResponseInterface>).value;
      },
    ],
  ])('is named for %s, and below underPath', async (_, layer) => {
    expect(await warnings(layer)).toHaveLength(1);
    const below = underPath('/', underPath('/now', layer));
    expect(await warnings(below as never)).toEqual([
      expect.stringContaining('before middleware "underPath /" could see it'),
    ]);
  });

  it('is not named for a layer that only looks like one', async () => {
    const timed: MiddlewareFunction = async (q, h) => {
      const span = db.begin('span');
      const response = await h.handle(q);
      void span;
      return response;
    };
    const chained: MiddlewareFunction = (q, h) =>
      Promise.resolve(h.handle(q)).then((response) => response.withHeader('A', String(run)));
    const nested: MiddlewareFunction = (q, h) =>
      Promise.resolve(h.handle(q)).then((response) => kept(kept(response, 1), run));
    for (const layer of [timed, chained, nested]) expect(await warnings(layer)).toEqual([]);
  });
});

function kept<T>(value: T, _more: unknown): T {
  return value;
}

function raise(error: Error): never {
  throw error;
}
