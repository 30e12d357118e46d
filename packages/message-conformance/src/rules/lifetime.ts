import type { RequestLifetimeInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectSame, expectThat } from '../expect.js';
import { ContractViolation } from '../contract-violation.js';

/** Something that makes requests, each with a life of its own. */
export interface LifetimeSubject {
  readonly create: () => RequestLifetimeInterface;
}

/** A way of ending. */
export type End = (lifetime: RequestLifetimeInterface) => unknown;

/** Either way of ending. */
export const ENDS: readonly End[] = [
  (lifetime) => lifetime.end(),
  (lifetime) => lifetime.abort('gone'),
];

/** What a lifetime does. */
export const lifetime: Rules<LifetimeSubject> = {
  async 'a life has not ended before its end, and then it has'({ create }) {
    for (const end of ENDS) {
      const life = create();
      expectEqual(life.ended, false, 'ended at the beginning');
      expectEqual(life.signal.aborted, false, 'signal.aborted at the beginning');
      const ending = end(life);
      const { ended } = life;
      await ending;
      expectEqual(ended, true, 'ended');
    }
  },

  async 'a cleanup runs once, however often the life is ended'({ create }) {
    for (const end of ENDS) {
      for (const endAgain of ENDS) {
        const life = create();
        let runs = 0;
        life.onEnd(() => {
          runs++;
        });
        expectEqual(runs, 0, 'how often the cleanup ran before the end');
        await end(life);
        await endAgain(life);
        await end(life);
        expectEqual(runs, 1, 'how often the cleanup ran');
      }
    }
  },

  async 'cleanups run in reverse, each after the one before has settled'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const order: string[] = [];
      life.onEnd(() => {
        order.push('first');
      });
      life.onEnd(async () => {
        order.push('second begins');
        await soon();
        order.push('second settles');
      });
      life.onEnd(() => {
        order.push('third');
      });
      await end(life);
      const expected = ['third', 'second begins', 'second settles', 'first'];
      expectEqual(order, expected, 'the order of cleanups');
    }
  },

  async 'cleanups that do not wait have run when end returns'({ create }) {
    for (const end of ENDS) {
      const life = create();
      let runs = 0;
      const count = () => {
        runs++;
      };
      life.onEnd(count);
      life.onEnd(count);
      const ending = end(life);
      const runsAtOnce = runs;
      await ending;
      expectEqual(runsAtOnce, 2, 'how many cleanups have run');
    }
  },

  async 'a cleanup that fails does not keep the others from running'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const failures = [new Error('thrown'), new Error('rejected')] as const;
      let runs = 0;
      life.onEnd(() => {
        runs++;
      });
      life.onEnd(() => Promise.reject(failures[1]));
      life.onEnd(() => {
        throw failures[0];
      });
      const error = await errorOf(() => end(life));
      expectEqual(runs, 1, 'how often the other cleanup ran');
      expectThat(error instanceof AggregateError, 'the failures do not come as an AggregateError');
      expectEqual(error.errors.length, 2, 'the number of errors');
      expectSame(error.errors[0], failures[0], 'the first failure');
      expectSame(error.errors[1], failures[1], 'the second failure');
    }
  },

  async 'a life that ends well never fires the signal'({ create }) {
    const life = create();
    const { signal } = life;
    await life.end();
    await life.abort('too late');
    expectEqual(signal.aborted, false, 'signal.aborted');
    expectEqual(life.signal.aborted, false, 'aborted of a signal that is asked for later');
  },

  async 'abort fires the signal with its reason, before the cleanups'({ create }) {
    const life = create();
    const order: string[] = [];
    const reason = new Error('the client has gone');
    life.signal.addEventListener('abort', () => {
      order.push(`signal, ended: ${String(life.ended)}`);
    });
    life.onEnd(() => {
      order.push('cleanup');
    });
    await life.abort(reason);
    expectEqual(order, ['signal, ended: true', 'cleanup'], 'the order');
    expectSame(life.signal.reason, reason, "the signal's reason");
  },

  async 'a signal that is asked for after abort has fired'({ create }) {
    const life = create();
    const reason = new Error('the client has gone');
    await life.abort(reason);
    expectEqual(life.signal.aborted, true, 'signal.aborted');
    expectSame(life.signal.reason, reason, "the signal's reason");
  },

  'the signal is always the same'({ create }) {
    const life = create();
    expectSame(life.signal, life.signal, 'the signal that is asked for again');
  },

  async 'a cleanup that is registered after the end runs at once, once'({ create }) {
    for (const end of ENDS) {
      const life = create();
      await end(life);
      let runs = 0;
      life.onEnd(() => {
        runs++;
      });
      expectEqual(runs, 1, 'how often the cleanup ran');
      await life.end();
      expectEqual(runs, 1, 'how often the cleanup ran in the end');
    }
  },

  async 'a cleanup that is registered while others run takes its turn'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const order: string[] = [];
      life.onEnd(() => {
        order.push('oldest');
      });
      life.onEnd(async () => {
        life.onEnd(async () => {
          order.push('late begins');
          await soon();
          order.push('late settles');
        });
        await soon();
        order.push('registering settles');
      });
      await end(life);
      const expected = ['registering settles', 'late begins', 'late settles', 'oldest'];
      expectEqual(order, expected, 'the order of cleanups');
    }
  },

  async 'what a late cleanup throws reaches the caller, what it rejects with nobody'({ create }) {
    const life = create();
    await life.end();
    const failure = new Error('late');
    const error = await errorOf(() => {
      life.onEnd(() => {
        throw failure;
      });
    });
    expectSame(error, failure, 'the error');
    life.onEnd(() => Promise.reject(failure));
    await soon();
  },
};

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new ContractViolation('nothing fails');
}
