import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, RequestLifetimeInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories as lazy } from '../src/index.js';

/** Does something to a lifetime and gives what can be seen of it. */
type Step = (lifetime: RequestLifetimeInterface, log: unknown[]) => unknown;

const KEYS = ['a', 'b', '__proto__'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(...KEYS), fc.nat(3)).map(
    ([key, value]): Step =>
      (lifetime) => {
        lifetime.setValue(key, value);
      },
  ),
  fc.constantFrom(...KEYS).map(
    (key): Step =>
      (lifetime) =>
        lifetime.getValue(key),
  ),
  fc.nat(9).map(
    (name): Step =>
      (lifetime, log) => {
        lifetime.onEnd((end) => void log.push([name, end]));
      },
  ),
  fc.constantFrom<Step>(
    ({ signal: { aborted, reason } }) => [aborted, reason as unknown],
    ({ closing: { aborted, reason } }) => [aborted, reason as unknown],
    ({ ended }) => ended,
    (lifetime) => lifetime.end({ time: 1 }),
    (lifetime) => lifetime.end({ status: 200, bytes: 7, time: 2 }),
    (lifetime) => lifetime.abort('gone', { time: 3 }),
    (lifetime) => lifetime.abort('gone', { status: 200, error: 'ignored', time: 4 }),
    (lifetime) => {
      lifetime.beginClosing('closing');
    },
  ),
);

describe('the lifetimes of both implementations agree', () => {
  it('on values, signals and what cleanups receive, whatever is done in any order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        expect(seen(lazy, steps)).toEqual(seen(plain, steps));
      }),
      { numRuns: numRuns(100) },
    );
  });
});

function seen(factories: HttpFactoriesInterface, steps: readonly Step[]): unknown[] {
  const lifetime = factories.createServerRequest('GET', '/').getLifetime();
  const log: unknown[] = [];
  for (const act of steps) log.push(act(lifetime, log));
  return log;
}
