import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories, MessageError } from '../src/index.js';
import {
  type AnyMessage,
  type Change,
  type Creation,
  GETTERS,
  requests,
  responses,
  snapshot,
  spoil,
} from './message-changes.js';

describe('no change of any copy is seen by another (P23)', () => {
  it('of requests', () => check(requests));
  it('of responses', () => check(responses));
});

/**
 * Changes random versions, reads others in between, spoils what was read and given, and looks at the
 * end whether each version still answers what it answered first.
 */
async function check(subject: {
  creation: fc.Arbitrary<Creation>;
  change: fc.Arbitrary<Change>;
}): Promise<void> {
  const step = fc.record({ from: fc.nat(), change: subject.change, read: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(subject.creation, fc.array(step, { maxLength: 20 }), async (create, steps) => {
      const versions = [create(factories)];
      const snapshots = new Map<AnyMessage, string>();
      for (const { from, change, read } of steps) {
        const version = versions[from % versions.length] as AnyMessage;
        if (read) snapshots.set(version, snapshots.get(version) ?? snapshot(version));
        const next = attempt(() => change(version, factories));
        if (next === null) continue;
        versions.push(next);
        snapshots.set(next, snapshots.get(next) ?? snapshot(next));
        spoilAnswers(next);
        await Promise.resolve();
      }
      for (const [version, before] of snapshots) expect(snapshot(version)).toBe(before);
    }),
    { numRuns: numRuns(200) },
  );
}

/** What a careless caller might do. A parsed body is shared, as the contract says. */
function spoilAnswers(message: AnyMessage): void {
  for (const getter of GETTERS) {
    if (getter in message && getter !== 'getParsedBody') spoil(message[getter as 'getHeaders']());
  }
}

/** The changed message; `null` when the change was refused. */
function attempt(change: () => AnyMessage): AnyMessage | null {
  try {
    return change();
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return null;
  }
}
