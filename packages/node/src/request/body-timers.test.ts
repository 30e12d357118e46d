import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { NodeAdapterError } from '../node-adapter-error.js';
import { limitsWith, type ServerLimits } from '../server-limits.js';
import { NodeBodySource } from './body-source.js';
import { bodyTimeouts } from './body-timeouts.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const LIMITS = { checkInterval: 100, bodyIdleTimeout: 1_000, bodyTimeout: 5_000, bodyMinRate: 0 };

/** The body of a request, and the message that it arrives in. */
function arriving(limits: Partial<ServerLimits> = {}) {
  const incoming = new IncomingMessage(new Socket());
  const timeouts = bodyTimeouts(limitsWith({ ...LIMITS, ...limits }));
  const source = new NodeBodySource(incoming, null, 100, timeouts, null);
  return { incoming, source };
}

const settled = async (reading: Promise<unknown>) => {
  const results: unknown[] = [];
  reading.then(
    (value) => results.push(String(value)),
    (error: unknown) => results.push((error as { code: string }).code),
  );
  await setImmediate();
  return results;
};

describe('a body that is read as a whole', () => {
  it('has the whole idle time for each byte', async () => {
    const { incoming, source } = arriving();
    const results = await settled(source.bytes());
    for (let at = 0; at < 3; at++) {
      jest.advanceTimersByTime(900);
      incoming.push('x');
      await setImmediate();
    }
    expect(results).toEqual([]);
    jest.advanceTimersByTime(1_200);
    await setImmediate();
    expect(results).toEqual(['BODY_IDLE_TIMEOUT']);
  });

  it('has no timer, and no listener, after its end', async () => {
    const { incoming, source } = arriving();
    const results = await settled(source.bytes());
    incoming.push('abc');
    incoming.complete = true;
    incoming.push(null);
    await setImmediate();
    await setImmediate();
    jest.advanceTimersByTime(200);
    expect([results, jest.getTimerCount()]).toEqual([['abc'], 0]);
    expect(['data', 'error'].map((name) => incoming.listenerCount(name))).toEqual([0, 0]);
  });
});

describe('a body that may be read from the message', () => {
  it('is not watched any more after the request has ended', () => {
    const { incoming, source } = arriving();
    source.allowDirectReads(incoming, () => undefined);
    jest.advanceTimersByTime(100);
    source.endRequest();
    jest.advanceTimersByTime(300);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not watched if it is read already', async () => {
    const { incoming, source } = arriving();
    void settled(source.bytes());
    await setImmediate();
    source.allowDirectReads(incoming, () => undefined);
    expect(Object.hasOwn(incoming, 'push')).toBe(false);
  });

  it('is not watched if all of it has arrived', () => {
    const { incoming, source } = arriving();
    incoming.complete = true;
    source.allowDirectReads(incoming, () => undefined);
    expect([Object.hasOwn(incoming, 'push'), jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('is not watched any more once the source is read instead', () => {
    const { incoming, source } = arriving();
    source.allowDirectReads(incoming, () => undefined);
    source[Symbol.asyncIterator]();
    jest.advanceTimersByTime(300);
    expect(jest.getTimerCount()).toBe(0);
  });
});

const readers: [string, (source: NodeBodySource) => Promise<unknown>][] = [
  ['as a whole', (source) => source.bytes()],
  [
    'in chunks',
    async (source) => {
      let text = '';
      for await (const chunk of source) text += String(chunk);
      return text;
    },
  ],
];

describe.each(readers)('a body that is read %s', (_, read) => {
  const late = new NodeAdapterError('BODY_TIMEOUT', 'late', 408);

  it.each<[Error | undefined, boolean, string]>([
    [undefined, true, 'abc'],
    [new Error('reset'), true, 'abc'],
    [late, true, 'BODY_TIMEOUT'],
    [undefined, false, 'REQUEST_ABORTED'],
    [new Error('reset'), false, 'REQUEST_ABORTED'],
    [late, false, 'BODY_TIMEOUT'],
  ])(
    'of a message destroyed with %s, after its last byte (%s): %s',
    async (error, complete, result) => {
      const { incoming, source } = arriving();
      incoming.on('error', () => undefined).push('abc');
      incoming.complete = complete;
      incoming.destroy(error);
      await setImmediate();
      expect(await settled(read(source))).toEqual([result]);
    },
  );

  it.each([
    [10, []],
    [9, ['BODY_TOO_SLOW']],
  ])('may have %i bytes in the first second, of ten a second: %j', async (bytes, results) => {
    const { incoming, source } = arriving({ bodyMinRate: 10, bodyMinRateAfter: 0 });
    const reading = await settled(read(source));
    jest.advanceTimersByTime(1_000);
    incoming.push('x'.repeat(bytes));
    await setImmediate();
    await setImmediate();
    expect(reading).toEqual(results);
  });
});

describe('a body that is read in chunks', () => {
  it('has the whole idle time for each byte', async () => {
    const { incoming, source } = arriving();
    const reader = source[Symbol.asyncIterator]();
    for (let at = 0; at < 3; at++) {
      const results = await settled(reader.next().then(({ value }) => String(value)));
      jest.advanceTimersByTime(900);
      incoming.push(String(at));
      await setImmediate();
      expect(results).toEqual([String(at)]);
    }
    const results = await settled(reader.next());
    jest.advanceTimersByTime(1_200);
    await setImmediate();
    expect(results).toEqual(['BODY_IDLE_TIMEOUT']);
  });

  it('stays at its end, without a timer or a listener', async () => {
    const { incoming, source } = arriving();
    const names = ['data', 'end', 'error', 'close'];
    const listeners = () => names.map((name) => incoming.listenerCount(name));
    const before = listeners();
    const reader = source[Symbol.asyncIterator]();
    const first = reader.next();
    await setImmediate();
    incoming.push('abc');
    await first;
    incoming.complete = true;
    incoming.push(null);
    for (let at = 0; at < 2; at++) {
      expect(await reader.next()).toEqual({ done: true, value: undefined });
      await setImmediate();
    }
    jest.advanceTimersByTime(200);
    expect([listeners(), jest.getTimerCount()]).toEqual([before, 0]);
  });

  it('is over for a reader that stopped, whatever had been read ahead', async () => {
    const { incoming, source } = arriving();
    const reader = source[Symbol.asyncIterator]();
    const first = reader.next();
    await setImmediate();
    for (const text of ['1', '2', '3']) incoming.push(text);
    await first;
    await setImmediate();
    await reader.return?.();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('is read ahead by four chunks, and no further', async () => {
    const { incoming, source } = arriving();
    const reader = source[Symbol.asyncIterator]();
    const first = reader.next();
    await setImmediate();
    incoming.push('0');
    expect(String((await first).value)).toBe('0');
    for (let at = 1; at <= 3; at++) {
      incoming.push(String(at));
      await setImmediate();
    }
    expect(incoming.isPaused()).toBe(false);
    incoming.push('4');
    await setImmediate();
    expect(incoming.isPaused()).toBe(true);
    for (let at = 1; at <= 4; at++) expect(String((await reader.next()).value)).toBe(String(at));
    const next = reader.next();
    expect(incoming.isPaused()).toBe(false);
    incoming.push('5');
    expect(String((await next).value)).toBe('5');
  });

  it.each([
    ['that is four chunks behind', 4, 0],
    ['that falls four chunks behind', 3, 1],
  ])('fails after the end of the request for a reader %s', async (_, before, after) => {
    const { incoming, source } = arriving();
    const reader = source[Symbol.asyncIterator]();
    const first = reader.next();
    await setImmediate();
    incoming.push('0');
    await first;
    for (let at = 0; at < before; at++) incoming.push(String(at));
    await setImmediate();
    source.endRequest();
    for (let at = 0; at < after; at++) incoming.push('x');
    await setImmediate();
    for (let at = 0; at < before + after; at++) await reader.next();
    expect(await settled(reader.next())).toEqual(['REQUEST_ABORTED']);
  });

  it('goes on after the end of the request for a reader that keeps up', async () => {
    const { incoming, source } = arriving();
    const reader = source[Symbol.asyncIterator]();
    const first = reader.next();
    await setImmediate();
    source.endRequest();
    incoming.push('0');
    await first;
    for (const text of ['1', '2', '3']) incoming.push(text);
    await setImmediate();
    const values = [await reader.next(), await reader.next(), await reader.next()];
    expect(values.map(({ value }) => String(value))).toEqual(['1', '2', '3']);
    expect(await settled(reader.next())).toEqual([]);
  });
});
