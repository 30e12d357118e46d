import { describe, expect, it } from '@jest/globals';
import { canonicalPath } from '@mortise/http-syntax';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { type NamedPatterns, type RouteCollector, Router, RouterError } from '../src/index.js';
import { NaiveRouter } from './naive-router.js';
import { randomRequest, randomTable, type RandomRoute } from './random-tables.js';

/** Paths for each table. */
const PATHS = 20;

describe('the router and a naive one', () => {
  it('agree on random route tables and paths', () => {
    const cases = randomTable.chain((table) =>
      fc.tuple(
        fc.constant(table),
        fc.array(randomRequest(table), { minLength: PATHS, maxLength: PATHS }),
      ),
    );
    fc.assert(
      fc.property(cases, ([table, requests]) => {
        const { router, naive } = registered(table);
        for (const [method, raw] of requests) {
          const path = canonicalPath(raw);
          if (path === null) continue;
          const expected = naive.dispatch(method, path);
          const actual = outcome(router, method, path);
          if (JSON.stringify(actual) !== JSON.stringify(expected)) {
            expect([method, path, actual]).toEqual([method, path, expected]);
          }
        }
      }),
      { numRuns: numRuns(100) },
    );
  });
});

/** Both routers with the same routes. A route that one refuses, the other refuses for the same reason. */
function registered(table: readonly RandomRoute[]): {
  router: Router<number, NamedPatterns, false>;
  naive: NaiveRouter;
} {
  const router = new Router<number>({ colonPlaceholders: false });
  const naive = new NaiveRouter();
  for (const route of table) {
    const refusal = add(router, route);
    if (refusal !== 'PATTERN_UNSAFE')
      expect([route.pieces, refusal]).toEqual([route.pieces, naive.add(route)]);
  }
  return { router, naive };
}

function add(
  router: RouteCollector<number, '', false>,
  { pieces, methods, id, inOrder }: RandomRoute,
): string | null {
  let within = router;
  for (const prefix of pieces.slice(0, -1)) {
    within.group(prefix, (group) => {
      within = group;
    });
  }
  try {
    within.add(methods, pieces.at(-1) ?? '', id, { inOrder });
    return null;
  } catch (error) {
    if (error instanceof RouterError) return error.code;
    throw error;
  }
}

function outcome(
  router: Router<number, NamedPatterns, false>,
  method: string,
  path: string,
): unknown {
  const result = router.dispatch(method, path);
  if (result.kind === 'found') return { id: result.handler, args: Object.entries(result.args) };
  return result.kind === 'not-found' ? result.kind : { allowed: result.allowed };
}
