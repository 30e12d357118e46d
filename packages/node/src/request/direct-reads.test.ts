import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BodyPace } from '@mortise/base/adapter';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { NodeAdapterError } from '../node-adapter-error.js';
import { limitsWith, type ServerLimits } from '../server-limits.js';
import { bodyTimeouts } from './body-timeouts.js';
import { DirectReads } from './direct-reads.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const LOOK = 100;
const IDLE = 1_000;

/** A body that is watched, and what its watcher of time was told. */
function watched(limits: Partial<ServerLimits> = {}) {
  const message = new IncomingMessage(new Socket());
  const timeouts = bodyTimeouts(
    limitsWith({ checkInterval: LOOK, bodyIdleTimeout: IDLE, bodyMinRate: 0, ...limits }),
  );
  const errors: NodeAdapterError[] = [];
  const told: string[] = [];
  const pace = new BodyPace(
    { bodyWaits: () => told.push('waits'), bodyRests: () => told.push('rests') },
    timeouts,
  );
  const reads = new DirectReads(message, timeouts, pace, (error) => errors.push(error));
  return { message, reads, told, errors, codes: () => errors.map(({ code }) => code) };
}

type Watched = ReturnType<typeof watched>;

const flow = ({ message }: Watched) => message.on('data', () => undefined);

/** Two looks at most until the reader is seen to wait, then the time, and the check after it. */
const LATE = 2 * LOOK + IDLE + LOOK;

describe('a body that is read from the message', () => {
  it.each<[string, (body: Watched) => unknown, string[]]>([
    ['flows, and no byte comes', flow, ['BODY_IDLE_TIMEOUT']],
    [
      'has a listener for readable, and no byte comes',
      ({ message }) => message.on('readable', () => undefined),
      ['BODY_IDLE_TIMEOUT'],
    ],
    ['is not read', () => undefined, []],
    ['was paused', (body) => flow(body).pause(), []],
    [
      'holds bytes that were not taken',
      ({ message }) => message.on('readable', () => undefined).push('x'),
      [],
    ],
    [
      'has arrived',
      (body) => {
        flow(body);
        body.message.complete = true;
      },
      [],
    ],
    ['was destroyed', (body) => flow(body).destroy(), []],
    ['has ended', (body) => flow(body).push(null), []],
    [
      'is not watched any more',
      (body) => {
        flow(body);
        body.reads.end();
      },
      [],
    ],
  ])('fails only if the client is late: it %s', (_, happen, codes) => {
    const body = watched();
    happen(body);
    jest.advanceTimersByTime(LATE);
    expect(body.codes()).toEqual(codes);
    jest.advanceTimersByTime(10 * LATE);
    expect(body.codes()).toEqual(codes);
  });

  it('fails with 408', () => {
    const body = watched();
    flow(body);
    jest.advanceTimersByTime(LATE);
    expect(body.errors).toMatchObject([{ status: 408 }]);
  });

  it('has the whole time for each byte', async () => {
    const body = watched();
    flow(body);
    for (let at = 0; at < 10; at++) {
      jest.advanceTimersByTime(IDLE - LOOK);
      body.message.push('x');
      await setImmediate();
    }
    expect(body.codes()).toEqual([]);
    jest.advanceTimersByTime(LATE);
    expect(body.codes()).toEqual(['BODY_IDLE_TIMEOUT']);
  });

  it('has the whole time again after a reader that rested, and no more', () => {
    const body = watched();
    flow(body);
    jest.advanceTimersByTime(IDLE - 2 * LOOK);
    body.message.pause();
    jest.advanceTimersByTime(2 * LOOK);
    body.message.resume();
    jest.advanceTimersByTime(IDLE);
    expect(body.codes()).toEqual([]);
    jest.advanceTimersByTime(LATE - IDLE);
    expect(body.codes()).toEqual(['BODY_IDLE_TIMEOUT']);
  });

  it('does not fail if its reader rests at the moment at which it is late', () => {
    const body = watched({ handlerTimeout: 4 * LOOK, checkInterval: 2 * IDLE });
    flow(body);
    jest.advanceTimersByTime(2 * LOOK);
    expect(body.told).toEqual(['waits']);
    body.message.pause();
    body.reads.look = () => undefined;
    jest.advanceTimersByTime(10 * IDLE);
    expect([body.codes(), body.told]).toEqual([[], ['waits', 'rests']]);
  });

  it('stops the time of the handler while its reader waits, and no longer', async () => {
    const body = watched();
    flow(body);
    expect(body.told).toEqual([]);
    jest.advanceTimersByTime(2 * LOOK);
    expect(body.told).toEqual(['waits']);
    body.message.push('x');
    await setImmediate();
    jest.advanceTimersByTime(2 * LOOK);
    expect(body.told).toEqual(['waits']);
    body.message.pause();
    jest.advanceTimersByTime(2 * LOOK);
    expect(body.told).toEqual(['waits', 'rests']);
  });

  it('lets the time of the handler go on at its end', () => {
    const body = watched();
    flow(body);
    jest.advanceTimersByTime(2 * LOOK);
    body.message.push(null);
    expect(body.told).toEqual(['waits', 'rests']);
  });

  it('fails once if it comes too slowly', async () => {
    const body = watched({ bodyMinRate: 100, bodyMinRateAfter: 500 });
    flow(body);
    jest.advanceTimersByTime(2 * LOOK + 501);
    body.message.push('xy');
    body.message.push('z');
    await setImmediate();
    expect(body.errors).toMatchObject([{ code: 'BODY_TOO_SLOW', status: 408 }]);
  });

  it('passes its bytes on', () => {
    const { message } = watched();
    expect(message.push('YWJj', 'base64')).toBe(true);
    expect(message.read()).toEqual(Buffer.from('abc'));
  });

  it.each<[string, (body: Watched) => unknown]>([
    ['it has ended', ({ message }) => message.push(null)],
    ['it has arrived', ({ message }) => (message.complete = true)],
    ['it was destroyed', ({ message }) => message.destroy()],
    [
      'it is not watched any more',
      ({ reads }) => {
        reads.end();
      },
    ],
  ])('has no timer after %s', (_, end) => {
    const body = watched();
    flow(body);
    jest.advanceTimersByTime(2 * LOOK);
    end(body);
    jest.advanceTimersByTime(20 * LOOK);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a message that is destroyed', () => {
  const late = new NodeAdapterError('BODY_TIMEOUT', 'too late', 408);

  it.each<[string, Error | undefined, NodeAdapterError[]]>([
    ['because it is late fails with the same error', late, [late]],
    ['for another reason does not fail', NodeAdapterError.serverClosing(), []],
    [
      'by an error of another kind does not fail',
      Object.assign(new Error('x'), { status: 408 }),
      [],
    ],
    ['without an error does not fail', undefined, []],
  ])('%s', async (_, error, errors) => {
    const body = watched();
    flow(body);
    body.message.on('error', () => undefined).destroy(error);
    await setImmediate();
    expect(body.errors).toEqual(errors);
  });

  it('fails at the next look if it is read only after that', async () => {
    const body = watched();
    body.message.on('error', () => undefined).destroy(late);
    await setImmediate();
    jest.advanceTimersByTime(2 * LOOK);
    expect(body.errors).toEqual([]);
    flow(body);
    jest.advanceTimersByTime(2 * LOOK);
    expect([body.errors, jest.getTimerCount()]).toEqual([[late], 0]);
  });

  it('does not fail if it is not watched any more', async () => {
    const body = watched();
    flow(body);
    body.reads.end();
    body.message.on('error', () => undefined).destroy(late);
    await setImmediate();
    expect(body.errors).toEqual([]);
  });
});
