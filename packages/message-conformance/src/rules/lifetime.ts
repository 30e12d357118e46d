import type { RequestLifetimeInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectSame } from '../expect.js';
import { soon } from '../patience.js';

/** Creates requests, each with its own lifetime. */
export interface LifetimeSubject {
  readonly create: () => RequestLifetimeInterface;
}

/** A way to end a lifetime. */
export type End = (lifetime: RequestLifetimeInterface) => unknown;

/** Both ways to end a lifetime. */
export const ENDS: readonly End[] = [
  (lifetime) => lifetime.end(),
  (lifetime) => lifetime.abort('gone'),
];

/** Rules for lifetimes. */
export const lifetime: Rules<LifetimeSubject> = {
  async 'ended is true after the end of a lifetime, and not before'({ create }) {
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

  async 'a cleanup runs once, however often the lifetime is ended'({ create }) {
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

  async 'synchronous cleanups have run when end returns'({ create }) {
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

  async 'a lifetime that ends without an abort never fires the signal'({ create }) {
    const life = create();
    const { signal } = life;
    await life.end();
    await life.abort('too late');
    expectEqual(signal.aborted, false, 'signal.aborted');
    expectEqual(life.signal.aborted, false, 'aborted of a signal that is read later');
  },

  async 'abort fires the signal with its reason, before the cleanups'({ create }) {
    const life = create();
    const order: string[] = [];
    const reason = new Error('the client disconnected');
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

  async 'a signal that is read after abort has fired'({ create }) {
    const life = create();
    const reason = new Error('the client disconnected');
    await life.abort(reason);
    expectEqual(life.signal.aborted, true, 'signal.aborted');
    expectSame(life.signal.reason, reason, "the signal's reason");
  },

  'the signal is always the same'({ create }) {
    const life = create();
    expectSame(life.signal, life.signal, 'the signal that is read again');
  },

  async 'a cleanup that is registered after the end runs immediately, once'({ create }) {
    for (const end of ENDS) {
      const life = create();
      await end(life);
      let runs = 0;
      life.onEnd(() => {
        runs++;
      });
      expectEqual(runs, 1, 'how often the cleanup ran');
      await life.end();
      expectEqual(runs, 1, 'how often the cleanup finally ran');
    }
  },

  async 'a cleanup that a listener of the signal registers runs first'({ create }) {
    const life = create();
    const order: string[] = [];
    life.onEnd(() => {
      order.push('older');
    });
    life.signal.addEventListener('abort', () => {
      life.onEnd(async () => {
        order.push('from the listener begins');
        await soon();
        order.push('from the listener settles');
      });
      order.push('listener');
    });
    await life.abort('gone');
    const expected = ['listener', 'from the listener begins', 'from the listener settles', 'older'];
    expectEqual(order, expected, 'the order of cleanups');
  },

  async 'a cleanup that is registered while others run is run, too'({ create }) {
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
};
