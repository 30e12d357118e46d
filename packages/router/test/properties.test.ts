import { describe, expect, it } from '@jest/globals';
import { canonicalPath } from '@mortise/http-syntax';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { Router, RouterError } from '../src/index.js';
import { randomRequest, randomTable, type RandomRoute } from './random-tables.js';

describe('Router', () => {
  it('parses any pattern, or refuses it with a position', () => {
    fc.assert(
      fc.property(
        soup('/{}[]:()?*+-.|\\^$ab1dp<=!,é\ud83d '),
        fc.boolean(),
        (pattern, colonPlaceholders) => {
          try {
            expect(new Router<null>({ colonPlaceholders }).get(pattern, null).pattern).toBe(
              pattern,
            );
          } catch (error) {
            expect(error).toBeInstanceOf(RouterError);
            const { code, index } = error as RouterError;
            expect(code).toMatch(/^PATTERN_/);
            expect(index).toBeGreaterThanOrEqual(0);
            expect(index).toBeLessThanOrEqual(pattern.length);
          }
        },
      ),
      { numRuns: numRuns() },
    );
  });

  it('finds the arguments from which it created a URL', () => {
    const expressions = ['', ':\\d+', ':[a-z-]+', ':.+', ':[^/]*x', ':\\w{2,}', ':[^/+]+'];
    const texts = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.stringMatching(/^[a-z0-9+/x-]{1,6}$/),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...expressions), texts), { minLength: 1, maxLength: 4 }),
        (slots) => {
          const router = new Router<null>();
          const pattern = slots.map(([expression], i) => `/s${i}/{n${i}${expression}}`).join('');
          const args = Object.fromEntries(slots.map(([, text], i) => [`n${i}`, text]));
          const url = urlOrNull(router, pattern, args);
          if (url === null) return;
          expect(canonicalPath(url)).not.toBeNull();
          const result = router.dispatch('GET', canonicalPath(url) ?? '');
          expect({ ...(result as { args: object }).args }).toEqual(args);
        },
      ),
      { numRuns: numRuns() },
    );
  });

  it('finds the arguments from which it created a URL, between any literals, or refuses them', () => {
    const patterns = [
      '/{a}',
      '/x/{a:.+}',
      '/{a}.{b}',
      '/{a}+{b}',
      '/{a},{b}/e',
      '/{a:[^/]+}-{b:.*}',
      '/{a:\\d+}/{b:.+}',
      '/{a}@{b}',
      '/{a:.+}/z',
      '/{a}[/{b}]',
      '/{a:.+}[/{b}]',
      '/{a:[a-z/]+}[-{b:.*}]',
      '/{a}[{b:.*}]',
      '/{a:(?!\\d).+}{b:\\d*}',
    ];
    const character = fc.constantFrom(...Array.from("aZ09-._~!$&'()*+,;=:@%/\\ é😀?#[]"));
    const value = fc.oneof(
      fc.array(character, { maxLength: 5 }).map((all) => all.join('')),
      fc.stringMatching(/^\d{1,2}$/),
    );
    let written = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.record({ a: value, b: value }),
        fc.boolean(),
        (pattern, data, escapedSlashes) => {
          const router = new Router<null>();
          const route = router.get(pattern, null, { escapedSlashes });
          let url: string;
          try {
            url = route.url(data);
          } catch (error) {
            expect(error).toMatchObject({ code: 'URL_DATA_INVALID' });
            return;
          }
          written += 1;
          const result = router.dispatch('GET', canonicalPath(url) ?? '');
          const expected = pattern.includes('{b') ? data : { a: data.a };
          expect([url, { ...(result as { args: object }).args }]).toEqual([url, expected]);
        },
      ),
      { numRuns: numRuns() },
    );
    expect(written).toBeGreaterThan(0);
  });

  it('returns the same result with any unrelated routes in the table', () => {
    const cases = randomTable.chain((table) => fc.tuple(fc.constant(table), randomRequest(table)));
    fc.assert(
      fc.property(cases, ([table, [method, raw]]) => {
        const path = canonicalPath(raw);
        fc.pre(path !== null);
        const [alone, among] = [new Router<number>(), new Router<number>()];
        for (const route of table) {
          among.get(`/unrelated${route.id}/{x}`, -1);
          for (const router of [alone, among]) addIfPossible(router, route);
        }
        expect(sorted(outcome(among, method, path))).toEqual(sorted(outcome(alone, method, path)));
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('returns the same result twice, and does not change Object.prototype', () => {
    const cases = randomTable.chain((table) =>
      fc.tuple(fc.constant(table), randomRequest(table), randomRequest(table)),
    );
    fc.assert(
      fc.property(cases, ([table, [method, path], [otherMethod, otherPath]]) => {
        const router = new Router<number>();
        for (const route of table) addIfPossible(router, route);
        const first = outcome(router, method, path);
        outcome(router, otherMethod, otherPath);
        expect(outcome(router, method, path)).toEqual(first);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('explains what dispatch does', () => {
    const cases = randomTable.chain((table) => fc.tuple(fc.constant(table), randomRequest(table)));
    fc.assert(
      fc.property(cases, ([table, [method, path]]) => {
        const router = new Router<number>();
        for (const route of table) addIfPossible(router, route);
        const result = router.dispatch(method, path);
        const outcomes = router.explain(method, path).map((explanation) => explanation.outcome);
        expect(outcomes.filter((each) => each === 'found')).toHaveLength(
          result.kind === 'found' ? 1 : 0,
        );
        expect(outcomes.includes('method') || result.kind !== 'method-not-allowed').toBe(true);
        expect(outcomes.every((each) => each === 'path') || result.kind !== 'not-found').toBe(true);
      }),
      { numRuns: numRuns(200) },
    );
  });
});

/** Texts of these characters. */
function soup(characters: string): fc.Arbitrary<string> {
  const some = fc.constantFrom(...Array.from(characters));
  return fc.array(some, { maxLength: 24 }).map((all) => all.join(''));
}

/** The order of allowed methods is that in which the whole table first has them, so other routes count. */
function sorted(result: unknown): unknown {
  const { allowed } = result as { allowed?: readonly string[] };
  return allowed === undefined ? result : allowed.toSorted();
}

function addIfPossible(
  router: Router<number>,
  { methods, pieces, id, inOrder }: RandomRoute,
): void {
  try {
    router.add(methods, pieces.join(''), id, { inOrder });
  } catch {
    // A twin or unsafe: what counts is that both tables lack it.
  }
}

/** The URL of a new route; null when its placeholders refuse the arguments. */
function urlOrNull(
  router: Router<null>,
  pattern: string,
  args: Record<string, string>,
): string | null {
  try {
    return router.get(pattern, null).url(args);
  } catch (error) {
    expect(['URL_DATA_INVALID', 'PATTERN_UNSAFE']).toContain((error as RouterError).code);
    return null;
  }
}

function outcome(router: Router<number>, method: string, path: string): unknown {
  const result = router.dispatch(method, path);
  return result.kind === 'found' ? [result.handler, Object.entries(result.args)] : result;
}
