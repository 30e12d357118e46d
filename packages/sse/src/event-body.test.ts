import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { soon } from '../test/content-of.js';
import { EventBody } from './event-body.js';
import type { ServerEvent } from './server-event.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const DONE = { done: true, value: undefined };

/** A body whose source waits until the test has an event. */
function waitingBody(heartbeat = 0, begin = '') {
  const controllers = [new AbortController(), new AbortController()] as const;
  const signals = controllers.map(({ signal }) => signal);
  const calls: string[] = [];
  let push: (event: ServerEvent) => void = () => undefined;
  const source: AsyncIterableIterator<ServerEvent> = {
    next: () => {
      calls.push('next');
      return new Promise((resolve) => {
        push = (value) => {
          resolve({ done: false, value });
        };
      });
    },
    return: () => {
      calls.push('return');
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]: () => source,
  };
  return {
    body: new EventBody({ source, heartbeat, begin, signals }),
    abort: (at: 0 | 1) => {
      controllers[at].abort();
    },
    push: (event: ServerEvent) => {
      push(event);
    },
    calls,
    pending: () => jest.getTimerCount(),
    listeners: () => signals.map((signal) => getEventListeners(signal, 'abort').length),
  };
}

describe('the body of an event stream', () => {
  it('listens on each signal until it is returned', async () => {
    const { body, listeners } = waitingBody();
    expect(listeners()).toEqual([1, 1]);
    const returned = body.return();
    expect(listeners()).toEqual([0, 0]);
    expect(await returned).toEqual(DONE);
  });

  it.each([0, 1] as const)('leaves no listener after the signal %d has ended it', async (at) => {
    const { abort, body, calls, listeners } = waitingBody();
    const next = body.next();
    abort(at);
    expect(await soon(next)).toEqual(DONE);
    expect([listeners(), calls]).toEqual([
      [0, 0],
      ['next', 'return'],
    ]);
  });

  it('wakes a reader for an event, and clears the timer of the heartbeat then', async () => {
    const { body, pending, push } = waitingBody(9);
    const next = body.next();
    expect(pending()).toBe(1);
    push({ data: 'a' });
    expect(Buffer.from((await soon(next)).value ?? []).toString()).toBe('data: a\n\n');
    expect(pending()).toBe(0);
  });

  it('clears the timer of the heartbeat when it is returned', async () => {
    const { body, pending } = waitingBody(9);
    const next = body.next();
    await body.return();
    await soon(next);
    expect(pending()).toBe(0);
  });

  it.each<[string, () => Promise<never>]>([
    ['rejects', () => Promise.reject(new Error('late'))],
    [
      'throws',
      () => {
        throw new Error('late');
      },
    ],
    ['returns no promise', () => DONE as never],
  ])('ignores that the return of its source %s', async (_, onReturn) => {
    const source: AsyncIterableIterator<ServerEvent> = {
      next: () => new Promise(() => undefined),
      return: onReturn,
      [Symbol.asyncIterator]: () => source,
    };
    const body = new EventBody({ source, heartbeat: 0, begin: '', signals: [] });
    const rejections = await unhandledRejectionsOf(async () => {
      expect(await body.return()).toEqual(DONE);
    });
    expect(rejections).toEqual([]);
  });

  it('asks the source for nothing before its first text was read', async () => {
    const { body, calls } = waitingBody(0, ':\n\n');
    await body.next();
    expect(calls).toEqual([]);
  });

  it('has ended already with a signal that was aborted before, on which it does not listen', async () => {
    const aborted = AbortSignal.abort();
    const source = (async function* () {
      yield await Promise.resolve({ data: 'a' });
    })();
    const body = new EventBody({ source, heartbeat: 0, begin: '', signals: [aborted] });
    expect(getEventListeners(aborted, 'abort')).toEqual([]);
    expect(await soon(body.next())).toEqual(DONE);
  });

  it('iterates over a source once, even if each iteration would begin at its start', async () => {
    const source = {
      async *[Symbol.asyncIterator](): AsyncGenerator<ServerEvent> {
        yield await Promise.resolve({ data: 'a' });
        yield await Promise.resolve({ data: 'b' });
      },
    };
    const body = new EventBody({ source, heartbeat: 0, begin: '', signals: [] });
    const chunks: string[] = [];
    for (let count = 0; count < 3; count++) {
      chunks.push(Buffer.from((await soon(body.next())).value ?? []).toString());
    }
    expect(chunks).toEqual(['data: a\n\n', 'data: b\n\n', '']);
  });
});
