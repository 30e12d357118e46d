import { ContractViolation } from '../contract-violation.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectSame, expectThat } from '../expect.js';
import { isLeftUnhandled } from '../unhandled-rejections.js';
import { ENDS, type LifetimeSubject } from './lifetime.js';

/** Rules for cleanups that fail. */
export const lifetimeFailures: Rules<LifetimeSubject> = {
  async 'a cleanup that fails does not prevent the others from running'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const third = new Error('third');
      const failures = [new Error('first'), new Error('second'), third];
      let runs = 0;
      life.onEnd(() => {
        runs++;
      });
      life.onEnd(() => Promise.reject(third));
      for (const failure of [failures[1], failures[0]]) {
        life.onEnd(() => {
          throw failure as Error;
        });
      }
      const error = await errorOf(() => end(life));
      expectEqual(runs, 1, 'how often the other cleanup ran');
      expectThat(error instanceof AggregateError, 'the failures are not an AggregateError');
      expectEqual(error.errors.length, failures.length, 'the number of errors');
      for (const [at, failure] of failures.entries()) {
        expectSame(error.errors[at], failure, `failure ${at}, in the order in which they happened`);
      }
    }
  },

  async 'the failure of a single cleanup is an AggregateError too'({ create }) {
    const failure = new Error('failed');
    const failing = [
      () => {
        throw failure;
      },
      () => Promise.reject(failure),
    ];
    for (const end of ENDS) {
      for (const cleanup of failing) {
        const life = create();
        life.onEnd(cleanup);
        const error = await errorOf(() => end(life));
        expectThat(error instanceof AggregateError, 'the failure is not an AggregateError');
        expectEqual(error.errors.length, 1, 'the number of errors');
        expectSame(error.errors[0], failure, 'the failure');
      }
    }
  },

  async 'an error that a late cleanup throws reaches the caller'({ create }) {
    for (const end of ENDS) {
      const life = create();
      await end(life);
      const failure = new Error('late');
      let error: unknown;
      const isUnhandled = await isLeftUnhandled(failure, () => {
        error = thrownBy(() => {
          life.onEnd(() => {
            throw failure;
          });
        });
      });
      expectThat(!isUnhandled, 'the exception of a late cleanup is an unhandled rejection');
      expectSame(error, failure, 'the error');
    }
  },

  async 'an error that a late cleanup rejects with is ignored'({ create }) {
    for (const end of ENDS) {
      const life = create();
      await end(life);
      const failure = new Error('late');
      const isUnhandled = await isLeftUnhandled(failure, () => {
        life.onEnd(() => Promise.reject(failure));
      });
      expectThat(!isUnhandled, 'the rejection of a late cleanup is left unhandled');
    }
  },
};

/** @returns the value that a call throws synchronously; `undefined` if it throws none */
function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new ContractViolation('nothing fails');
}
