import type { RequestEnd, RequestLifetimeInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectSame, expectThat } from '../expect.js';
import { ENDS, type LifetimeSubject } from './lifetime.js';

/** Rules for the state of a lifetime: its values, how it ended, and whether the server is closing. */
export const lifetimeFacts: Rules<LifetimeSubject> = {
  async 'a cleanup receives how the lifetime ended, including a late one'({ create }) {
    const error = new Error('the body ended early');
    const how = { status: 500, bytes: 21, error, time: 7 };
    const life = create();
    const ends = endsOf(life);
    await life.end(how);
    life.onEnd(ends.record);
    for (const end of ends.all) {
      expectEqual([end.status, end.bytes, end.time], [500, 21, 7], 'status, bytes and time');
      expectSame(end.error, error, 'the error');
    }
    expectEqual(ends.all.length, 2, 'how many cleanups received it');
  },

  async 'the facts of an end default to null, 0 and null'({ create }) {
    const life = create();
    const ends = endsOf(life);
    await life.end();
    const facts = ends.all.map(({ status, bytes, error }) => [status, bytes, error]);
    expectEqual(facts, [[null, 0, null]], 'an end without facts');
  },

  async 'every cleanup receives when the lifetime ended, not when others had run'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const ends = endsOf(life);
      let after = Infinity;
      const passed = (): void => {
        after = Math.min(after, performance.now());
        while (performance.now() <= after);
      };
      life.onEnd(() => Promise.resolve().then(passed));
      life.signal.addEventListener('abort', passed);
      const before = performance.now();
      const ending = end(life);
      passed();
      await ending;
      life.onEnd(ends.record);
      for (const { time } of ends.all) {
        const holds = time >= before && time <= after;
        expectThat(holds, `the time is ${time}; it ended between ${before} and ${after}`);
      }
      expectEqual(ends.all.length, 2, 'how many cleanups received it');
    }
  },

  async 'an abort ends with its reason as the error'({ create }) {
    const reason = new Error('the client disconnected');
    for (const how of [undefined, { status: 200, bytes: 7, error: 'another' }]) {
      const life = create();
      const ends = endsOf(life);
      await life.abort(reason, how);
      const end = ends.all[0];
      expectSame(end?.error, reason, 'the error');
      const expected = how === undefined ? [null, 0] : [200, 7];
      expectEqual([end?.status, end?.bytes], expected, 'status and bytes');
    }
  },

  'values are found by their key, and the last one that was set wins'({ create }) {
    const life = create();
    expectEqual(life.getValue('a'), undefined, 'a value that was never set');
    const value = { any: 'object' };
    life.setValue('a', 'older');
    life.setValue('__proto__', 'ordinary');
    life.setValue('a', value);
    expectSame(life.getValue('a'), value, 'the value that was set last');
    expectEqual(life.getValue('__proto__'), 'ordinary', 'a value under __proto__');
    expectEqual(life.getValue('constructor'), undefined, 'a value under constructor');
    life.setValue('a', undefined);
    expectEqual(life.getValue('a'), undefined, 'a value that was set to undefined');
  },

  async 'values can be read by cleanups after the end'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const seen: unknown[] = [];
      life.setValue('a', 1);
      life.onEnd(() => {
        seen.push(life.getValue('a'));
      });
      await end(life);
      expectEqual([...seen, life.getValue('a')], [1, 1], 'the value at the end and after it');
    }
  },

  'closing fires with its reason when the server begins to close, once'({ create }) {
    for (const when of ['before', 'after']) {
      const life = create();
      const early = when === 'before' ? life.closing : null;
      let fired = 0;
      early?.addEventListener('abort', () => {
        fired++;
      });
      expectEqual(early?.aborted ?? false, false, 'closing.aborted at the beginning');
      life.beginClosing('closing');
      life.beginClosing('again');
      expectSame(life.closing.aborted, true, `closing.aborted when read ${when}`);
      expectSame(life.closing.reason, 'closing', 'the reason');
      expectSame(life.closing, early ?? life.closing, 'the signal that is read again');
      expectEqual(fired, early === null ? 0 : 1, 'how often it fired');
      expectEqual([life.ended, life.signal.aborted], [false, false], 'ended and signal.aborted');
    }
  },

  async 'closing does not fire because of an end, nor after it'({ create }) {
    for (const end of ENDS) {
      const life = create();
      const { closing } = life;
      await end(life);
      life.beginClosing('too late');
      expectEqual([closing.aborted, life.closing.aborted], [false, false], 'closing.aborted');
    }
  },
};

/** Records what the cleanups of a lifetime receive. */
function endsOf(life: RequestLifetimeInterface): {
  readonly all: readonly RequestEnd[];
  readonly record: (end: RequestEnd) => void;
} {
  const all: RequestEnd[] = [];
  const record = (end: RequestEnd): void => {
    all.push(end);
  };
  life.onEnd(record);
  return { all, record };
}
