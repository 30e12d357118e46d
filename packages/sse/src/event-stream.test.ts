import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { contentOf, soon } from '../test/content-of.js';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { manualTimers } from '../test/manual-timers.js';
import { eventStream, type EventStreamOptions, lastEventId, type ServerEvent } from './index.js';

describe.each(implementations)('eventStream with %s', (_, factories) => {
  const request = () => factories.createServerRequest('GET', '/events');
  const response = factories.createResponse();
  const stream = (
    source: AsyncIterable<ServerEvent>,
    options: Partial<EventStreamOptions> = {},
    received = request(),
  ) => eventStream(received, response, source, { factories, heartbeat: 0, ...options });

  const bodyOf = (source: AsyncIterable<ServerEvent>): AsyncIterator<Uint8Array, undefined> => {
    const bodies: AsyncIterator<Uint8Array, undefined>[] = [];
    const createStreamFromResource = (resource: unknown) => {
      bodies.push(resource as AsyncIterator<Uint8Array, undefined>);
      return factories.createStream('');
    };
    stream(source, { factories: { createStreamFromResource } });
    const [body] = bodies;
    if (body === undefined) throw new Error('no body was made');
    return body;
  };

  it('sends the events of the source, and ends with it', async () => {
    const sent = stream(listed([{ data: 'a', id: '1' }, { comment: 'b' }]));
    expect(await contentOf(sent.getBody())).toBe(':\n\nid: 1\ndata: a\n\n: b\n\n');
    expect(sent.getHeaderLine('Content-Type')).toBe('text/event-stream; charset=utf-8');
    expect(sent.getHeaderLine('X-Accel-Buffering')).toBe('no');
    expect(sent.getHeaderLine('Cache-Control')).toBe('no-store');
  });

  it('removes the length that a response declares', () => {
    const declared = response.withHeader('Content-Length', '5');
    const sent = eventStream(request(), declared, listed([]), { factories, heartbeat: 0 });
    expect(sent.hasHeader('Content-Length')).toBe(false);
  });

  it('starts with the time until the browser reconnects', async () => {
    expect(await contentOf(stream(listed([]), { retry: 500 }).getBody())).toBe('retry: 500\n\n');
  });

  it('forbids compression if configured', () => {
    const sent = stream(listed([]), { compress: false });
    expect(sent.getHeader('Cache-Control')).toEqual(['no-store, no-transform']);
  });

  it('fails with the error of the source, or of an event that cannot be written', async () => {
    const failure = new Error('database');
    // eslint-disable-next-line require-yield -- it fails before its first event
    const failing = (async function* (): AsyncGenerator<ServerEvent> {
      await Promise.resolve();
      throw failure;
    })();
    await expect(contentOf(stream(failing).getBody())).rejects.toBe(failure);
    const source = endless();
    const forged = stream(source.of({ data: 'a', event: 'x\ny' }));
    await expect(contentOf(forged.getBody())).rejects.toMatchObject({ code: 'EVENT_INVALID' });
    expect(source.returned).toBe(1);
  });

  it.each<[string, (received: ReturnType<typeof request>) => unknown]>([
    ['the client goes away', (received) => received.getLifetime().abort(new Error('gone'))],
    [
      'the server begins to close',
      (received) => {
        received.getLifetime().beginClosing('closing');
      },
    ],
    ['the request ends', (received) => received.getLifetime().end()],
  ])('ends, even while the source waits, when %s', async (_name, end) => {
    const received = request();
    const source = endless();
    const body = stream(source.waiting(), {}, received).getBody();
    expect((await soon(body.read(100))).length).toBe(3);
    const rest = contentOf(body).catch(() => '');
    await end(received);
    expect(await rest).toBe('');
    expect(source.returned).toBe(1);
  });

  it('asks the source for an event only when it is read, and for one at a time', async () => {
    let asked = 0;
    const source: AsyncIterableIterator<ServerEvent> = {
      next: () => Promise.resolve({ done: false, value: { data: String(++asked) } }),
      [Symbol.asyncIterator]: () => source,
    };
    const body = bodyOf(source);
    const seen: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const { value } = await soon(body.next());
      seen.push([Buffer.from(value ?? []).toString(), asked]);
    }
    expect(seen).toEqual([':\n\n', 'data: 1\n\n', 'data: 2\n\n'].map((text, at) => [text, at]));
    await body.return?.();
  });

  it('sends no more events once the server begins to close', async () => {
    const received = request();
    received.getLifetime().beginClosing('closing');
    const source = endless();
    const sent = stream(source.of({ data: 'a' }), {}, received);
    expect(await contentOf(sent.getBody())).toBe(':\n\n');
    expect(source.returned).toBe(1);
  });

  it('calls return() of a source that was never read', async () => {
    const source = endless();
    const received = request();
    stream(source.waiting(), {}, received);
    await received.getLifetime().end();
    expect(source.returned).toBe(1);
  });

  it('calls return() of the source once, however often it ends', async () => {
    const source = endless();
    const received = request();
    const body = stream(source.waiting(), {}, received).getBody();
    await soon(body.read(100));
    body.close();
    await received.getLifetime().abort(new Error('gone'));
    expect(source.returned).toBe(1);
  });

  it('leaves no listener on the signals of the server when it has ended', async () => {
    const received = request();
    const { signal, closing } = received.getLifetime();
    const counts = () => [signal, closing].map((each) => getEventListeners(each, 'abort').length);
    const before = counts();
    const body = stream(endless().waiting(), {}, received).getBody();
    await soon(body.read(100));
    body.close();
    await waitFor(() => counts().join() === before.join());
  });

  it('sends a comment at each heartbeat while the source waits', async () => {
    const timers = manualTimers();
    const source = endless();
    const options = { heartbeat: 15_000, timers: timers.timers };
    const body = stream(source.waiting(), options).getBody();
    const chunk = async () => Buffer.from(await soon(body.read(1000))).toString();
    expect(await chunk()).toBe(':\n\n');
    for (let count = 0; count < 2; count++) {
      const next = chunk();
      await timers.fire(15_000);
      expect(await soon(next)).toBe(':\n\n');
    }
    const event = chunk();
    source.push({ data: 'a' });
    expect(await soon(event)).toBe('data: a\n\n');
    expect(timers.pending()).toBe(0);
    body.close();
  });

  it('sends heartbeats, and ends while the source waits, after an event too', async () => {
    const timers = manualTimers();
    const received = request();
    const source = endless();
    const options = { heartbeat: 9, timers: timers.timers };
    const body = stream(source.of({ data: 'a' }), options, received).getBody();
    const chunk = async () => Buffer.from(await soon(body.read(1000))).toString();
    expect([await chunk(), await chunk()]).toEqual([':\n\n', 'data: a\n\n']);
    const heartbeat = chunk();
    await timers.fire(9);
    expect(await heartbeat).toBe(':\n\n');
    const rest = contentOf(body);
    received.getLifetime().beginClosing('closing');
    expect(await rest).toBe('');
  });

  it('loses no event that a generator yields after a heartbeat', async () => {
    const timers = manualTimers();
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const source = (async function* (): AsyncGenerator<ServerEvent> {
      await woken;
      yield { data: 'a' };
    })();
    const body = stream(source, { heartbeat: 9, timers: timers.timers }).getBody();
    await soon(body.read(1000));
    const heartbeat = body.read(1000);
    await timers.fire(9);
    await soon(heartbeat);
    wake();
    expect(await contentOf(body)).toBe('data: a\n\n');
  });

  it('sends a heartbeat after 15 seconds by default', async () => {
    const timers = manualTimers();
    const source = endless().waiting();
    const options = { factories, timers: timers.timers };
    const body = eventStream(request(), response, source, options).getBody();
    await soon(body.read(1000));
    const next = body.read(1000);
    await timers.fire(15_000);
    expect(Buffer.from(await soon(next)).toString()).toBe(':\n\n');
    body.close();
  });

  it('uses the timers of the runtime by default, and clears them', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const body = stream(endless().waiting(), { heartbeat: 1 }).getBody();
    await soon(body.read(1000));
    expect(Buffer.from(await soon(body.read(1000))).toString()).toBe(':\n\n');
    body.close();
    const waiting = stream(endless().waiting(), { heartbeat: 60_000 }).getBody();
    await soon(waiting.read(1000));
    const next = waiting.read(1000).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    waiting.close();
    await soon(next);
    await waitFor(() => timers().length <= before);
  });

  it('ends for a reader that waits, and for later ones, when it is returned', async () => {
    const body = bodyOf(endless().waiting());
    await soon(body.next());
    const waiting = body.next();
    await body.return?.();
    const done = { done: true, value: undefined };
    expect([await soon(waiting), await soon(body.next())]).toEqual([done, done]);
  });

  it('accepts a source without return()', async () => {
    const received = request();
    const next = () => new Promise<never>(() => undefined);
    const source: AsyncIterable<ServerEvent> = { [Symbol.asyncIterator]: () => ({ next }) };
    const body = stream(source, {}, received).getBody();
    received.getLifetime().beginClosing('closing');
    expect(await contentOf(body)).toBe(':\n\n');
  });

  it('ignores an error of the source after the end', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const received = request();
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_resolve, reject) => (fail = reject));
    const source: AsyncIterable<ServerEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => failing }),
    };
    const body = stream(source, {}, received).getBody();
    await soon(body.read(1000));
    const rest = contentOf(body);
    await new Promise((resolve) => setImmediate(resolve));
    received.getLifetime().beginClosing('closing');
    expect(await rest).toBe('');
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('waits for an event once, however many heartbeats pass: an idle stream does not grow', async () => {
    const timers = manualTimers();
    let waits = 0;
    const next = new Promise<never>(() => undefined);
    const then = next.then.bind(next) as (...settled: unknown[]) => Promise<never>;
    next.then = (...settled: unknown[]) => {
      waits++;
      return then(...settled);
    };
    const idle = { next: () => next, [Symbol.asyncIterator]: () => idle };
    const body = stream(idle, { heartbeat: 9, timers: timers.timers }).getBody();
    await soon(body.read(100));
    for (let count = 0; count < 5; count++) {
      const chunk = body.read(100);
      await timers.fire(9);
      await soon(chunk);
    }
    expect(waits).toBe(1);
    body.close();
  });

  it('sends an event that arrives while nobody reads', async () => {
    const source = endless();
    const timers = manualTimers();
    const options = { heartbeat: 9, timers: timers.timers };
    const body = stream(source.waiting(), options).getBody();
    await soon(body.read(100));
    const chunk = body.read(100);
    await timers.fire(9);
    await soon(chunk);
    source.push({ data: 'a' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(Buffer.from(await soon(body.read(100))).toString()).toBe('data: a\n\n');
    body.close();
  });

  it('sets no timer while events arrive, and none without a heartbeat', async () => {
    const timers = manualTimers();
    const given = { heartbeat: 9, timers: timers.timers };
    await contentOf(stream(listed([{ data: 'a' }, { data: 'b' }]), given).getBody());
    expect(timers.pending()).toBe(0);
    await contentOf(stream(listed([{ data: 'a' }]), { ...given, heartbeat: 0 }).getBody());
    expect(timers.set()).toBeLessThanOrEqual(3);
  });

  it.each([null, {}, [], endless, 'data'])('refuses %p as the source', (source) => {
    expect(errorOf(() => stream(source as never))).toMatchObject({
      code: 'OPTION_INVALID',
      option: 'eventStream.source',
    });
  });

  it.each([{ heartbeat: 0 }, { heartbeat: 2 ** 31 - 1 }, { retry: 0 }, { retry: 2 ** 31 - 1 }])(
    'accepts the options %j',
    (options) => {
      expect(() => stream(listed([]), options)).not.toThrow();
    },
  );

  it.each<[string, object]>([
    ['interval', { interval: 1 }],
    ['heartbeat', { heartbeat: -1 }],
    ['heartbeat', { heartbeat: 2 ** 31 }],
    ['retry', { retry: 0.5 }],
    ['factories', { factories: null }],
    ['factories', { factories: {} }],
    ['timers', { timers: { set: () => undefined } }],
    ['timers', { timers: { clear: () => undefined } }],
  ])('refuses the option %s of %j', (option, options) => {
    expect(errorOf(() => stream(listed([]), options))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `eventStream.${option}`,
    });
  });

  it.each<[string, string | null]>([
    ['7', '7'],
    ['', null],
    ['a b', 'a b'],
    ['\u00c3\u00a9', 'é'],
    ['\u00ef\u00bb\u00bfa', '\uFEFFa'],
  ])('reads the last id %j as %j', (value, id) => {
    const sent = value === '' ? request() : request().withHeader('Last-Event-ID', value);
    expect(lastEventId(sent)).toBe(id);
  });

  it('reads a last id with NUL as absent', () => {
    expect(lastEventId({ getHeaderLine: () => 'a\0b' })).toBeNull();
  });
});

async function* listed(events: readonly ServerEvent[]): AsyncGenerator<ServerEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

/** A source that waits until the test has an event, and counts how often it is returned. */
function endless() {
  const made = {
    returned: 0,
    push: (() => undefined) as (event: ServerEvent) => void,
    waiting: () => made.of(),
    of: (...first: ServerEvent[]): AsyncIterableIterator<ServerEvent> => {
      const source: AsyncIterableIterator<ServerEvent> = {
        next: () => {
          const value = first.shift();
          if (value !== undefined) return Promise.resolve({ done: false, value });
          return new Promise((resolve) => {
            made.push = (event) => {
              resolve({ done: false, value: event });
            };
          });
        },
        return: () => {
          made.returned++;
          return Promise.resolve({ done: true, value: undefined });
        },
        [Symbol.asyncIterator]: () => source,
      };
      return source;
    },
  };
  return made;
}
