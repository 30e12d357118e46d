import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { contentOf, soon } from '../test/content-of.js';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { endless, listed } from '../test/sources.js';
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

  it('calls return() of its source at the end of the request if its options are refused', async () => {
    const source = endless();
    const received = request();
    expect(() => stream(source.waiting(), { heartbeat: -1 }, received)).toThrow(
      expect.objectContaining({ option: 'eventStream.heartbeat' }),
    );
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
    expect(lastEventId({ getHeaderLine: () => 'a\0b', getQueryParams: () => ({}) })).toBeNull();
  });
});
