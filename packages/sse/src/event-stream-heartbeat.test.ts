import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { contentOf, soon } from '../test/content-of.js';
import { endless, listed } from '../test/sources.js';
import { eventStream, type EventStreamOptions, type ServerEvent } from './index.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe.each(implementations)('the heartbeat of eventStream with %s', (_, factories) => {
  const request = () => factories.createServerRequest('GET', '/events');
  const response = factories.createResponse();
  const stream = (
    source: AsyncIterable<ServerEvent>,
    options: Partial<EventStreamOptions> = {},
    received = request(),
  ) => eventStream(received, response, source, { factories, heartbeat: 0, ...options });

  it('sends a comment at each heartbeat while the source waits', async () => {
    const source = endless();
    const body = stream(source.waiting(), { heartbeat: 15_000 }).getBody();
    const chunk = async () => Buffer.from(await soon(body.read(1000))).toString();
    expect(await chunk()).toBe(':\n\n');
    for (let count = 0; count < 2; count++) {
      const next = chunk();
      await jest.advanceTimersByTimeAsync(15_000);
      expect(await soon(next)).toBe(':\n\n');
    }
    const event = chunk();
    source.push({ data: 'a' });
    expect(await soon(event)).toBe('data: a\n\n');
    expect(jest.getTimerCount()).toBe(0);
    body.close();
  });

  it('sends heartbeats, and ends while the source waits, after an event too', async () => {
    const received = request();
    const source = endless();
    const body = stream(source.of({ data: 'a' }), { heartbeat: 9 }, received).getBody();
    const chunk = async () => Buffer.from(await soon(body.read(1000))).toString();
    expect([await chunk(), await chunk()]).toEqual([':\n\n', 'data: a\n\n']);
    const heartbeat = chunk();
    await jest.advanceTimersByTimeAsync(9);
    expect(await heartbeat).toBe(':\n\n');
    const rest = contentOf(body);
    received.getLifetime().beginClosing('closing');
    expect(await rest).toBe('');
  });

  it('loses no event that a generator yields after a heartbeat', async () => {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const source = (async function* (): AsyncGenerator<ServerEvent> {
      await woken;
      yield { data: 'a' };
    })();
    const body = stream(source, { heartbeat: 9 }).getBody();
    await soon(body.read(1000));
    const heartbeat = body.read(1000);
    await jest.advanceTimersByTimeAsync(9);
    await soon(heartbeat);
    wake();
    expect(await contentOf(body)).toBe('data: a\n\n');
  });

  it('sends a heartbeat after 15 seconds by default', async () => {
    const source = endless().waiting();
    const body = eventStream(request(), response, source, { factories }).getBody();
    await body.read(1000);
    const next = body.read(1000);
    await jest.advanceTimersByTimeAsync(14_999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(Buffer.from(await next).toString()).toBe(':\n\n');
    body.close();
  });

  it('waits for an event once, however many heartbeats pass: an idle stream does not grow', async () => {
    let waits = 0;
    const next = new Promise<never>(() => undefined);
    const then = next.then.bind(next) as (...settled: unknown[]) => Promise<never>;
    next.then = (...settled: unknown[]) => {
      waits++;
      return then(...settled);
    };
    const idle = { next: () => next, [Symbol.asyncIterator]: () => idle };
    const body = stream(idle, { heartbeat: 9 }).getBody();
    await soon(body.read(100));
    for (let count = 0; count < 5; count++) {
      const chunk = body.read(100);
      await jest.advanceTimersByTimeAsync(9);
      await soon(chunk);
    }
    expect(waits).toBe(1);
    body.close();
  });

  it('sends an event that arrives while nobody reads', async () => {
    const source = endless();
    const body = stream(source.waiting(), { heartbeat: 9 }).getBody();
    await soon(body.read(100));
    const chunk = body.read(100);
    await jest.advanceTimersByTimeAsync(9);
    await soon(chunk);
    source.push({ data: 'a' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(Buffer.from(await soon(body.read(100))).toString()).toBe('data: a\n\n');
    body.close();
  });

  it('leaves no timer after a stream whose events arrive', async () => {
    await contentOf(stream(listed([{ data: 'a' }, { data: 'b' }]), { heartbeat: 9 }).getBody());
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    [0, 0],
    [9, 1],
  ])('with %d ms has %d timers while the source waits', async (heartbeat, count) => {
    const body = stream(endless().waiting(), { heartbeat }).getBody();
    await body.read(100);
    const waiting = body.read(100).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(count);
    body.close();
    await waiting;
    expect(jest.getTimerCount()).toBe(0);
  });
});
