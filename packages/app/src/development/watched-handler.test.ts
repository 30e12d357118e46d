import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, httpError, type MiddlewareFunction, underPath } from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)('a layer that waits for errors, on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const warned = async (layer: MiddlewareFunction) => {
    const before = warnings.length;
    const app = createApp({ factories, logger: recorder().logger });
    app.get('/now', () => raise(httpError(403, 'not you')));
    app.add(layer);
    await app.handle(get('/now'));
    await app.handle(get('/now'));
    return warnings.slice(before);
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
    expect(await warned(layer)).toHaveLength(1);
    const below = underPath('/', underPath('/now', layer));
    expect(await warned(below as never)).toEqual([
      {
        message: 'an error became a response before middleware "underPath /" could see it',
        type: 'MortiseWarning',
        code: 'ERROR_NOT_SEEN',
        detail:
          "To see errors, add the layer to a group, app.group('', ...), or read errorOf(request) after handle.",
      },
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
    for (const layer of [timed, chained, nested]) expect(await warned(layer)).toEqual([]);
  });
});

function kept<T>(value: T, _more: unknown): T {
  return value;
}

function raise(error: Error): never {
  throw error;
}
