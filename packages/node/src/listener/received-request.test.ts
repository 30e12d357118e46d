import { afterEach, describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import type { ErrorEvent, RequestSource } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { answer, type Handle } from '../../test/serving.js';
import { get, readResponses } from '../../test/wire.js';
import { connectionOf } from '../connection/connection.js';
import type { ListenerOptions } from '../listener-options.js';
import { ListenerCore } from './listener-core.js';
import { ReceivedRequest } from './received-request.js';

afterEach(closeNative);

/** A request of a client, and a core that handles it; what the handler and `onError` get. */
async function received(
  text: string,
  handle: Handle = () => answer('handled'),
  options: Partial<ListenerOptions> = {},
) {
  const native = await nativeResponses(text);
  const handled: string[] = [];
  const events: [unknown, ErrorEvent][] = [];
  const handler = {
    handle: (request: Parameters<Handle>[0]) => {
      handled.push(request.getRequestTarget());
      return handle(request);
    },
  };
  const onError = (error: unknown, event: ErrorEvent) => void events.push([error, event]);
  const core = new ListenerCore(handler, {
    onError,
    ...options,
    factories: options.factories ?? factories,
  });
  const { outgoing } = native;
  const connection = connectionOf(outgoing.req.socket);
  const run = (waitsToGoOn = false) => {
    const expects = waitsToGoOn ? 'continue' : 'nothing';
    new ReceivedRequest(core, outgoing.req, outgoing, expects).begin();
  };
  return { ...native, connection, handled, events, run };
}

const post = (fields: string, body = '') =>
  `POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n${body}`;

const statusOf = (text: string) => readResponses(text, true)[0]?.status;

describe('a request', () => {
  it('is handled', async () => {
    const { wire, handled, connection, run } = await received(get('/a'));
    run();
    await wire.hear((text) => text.endsWith('handled'));
    expect([handled, connection.closing]).toEqual([['/a'], false]);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof received>>) => unknown]>([
    ['after the last one of its connection', ({ connection }) => (connection.closing = true)],
    ['of a client that is gone', ({ outgoing }) => outgoing.req.socket.destroy()],
  ])('%s is dropped', async (_, happen) => {
    const given = await received(get('/a'));
    happen(given);
    given.run();
    expect([given.handled, given.outgoing.headersSent]).toEqual([[], false]);
  });

  it.each([
    ['is refused', 'Content-Length: 5', 414, 0],
    ['is handled if it is complete', 'Content-Length: 0', 200, 1],
  ])('before a malformed one %s', async (_, fields, status, count) => {
    const { outgoing, wire, handled, connection, run } = await received(post(fields));
    // Node says so after the handler, which runs in the same turn.
    outgoing.req.complete = count === 1;
    connection.malformed = 414;
    run();
    const text = await wire.hear((heard) => heard.includes('\r\n\r\n'));
    expect([statusOf(text), handled.length, connection.closing]).toEqual([
      status,
      count,
      count === 0,
    ]);
  });

  it.each([
    ['whose headers are malformed', get('/', 'Host: b'), 400],
    ['whose coding is unknown', post('Transfer-Encoding: gzip, chunked'), 501],
    ['whose target is too long', get('/too-long'), 414],
  ])('%s is refused, and the last one of its connection', async (_, text, status) => {
    const limits = { targetLength: 5 };
    const { outgoing, wire, handled, connection, run } = await received(text, undefined, {
      limits,
    });
    run();
    expect(Object.hasOwn(outgoing.req.socket, 'destroySoon')).toBe(true); // it lingers
    const heard = await wire.untilClosed();
    expect([statusOf(heard), handled, connection.closing]).toEqual([status, [], true]);
    expect(readResponses(heard, true)[0]?.fields.get('connection')).toEqual(['close']);
  });

  it('waits while its connection is full', async () => {
    const { handled, connection, run } = await received(get('/a'));
    connection.open = 16;
    run();
    expect(handled).toEqual([]);
    connection.leave();
    expect(handled).toEqual(['/a']);
  });
});

describe('the body of a request', () => {
  it.each([
    ['absent without a length', get(), null],
    ['there with a length of 0', post('Content-Length: 0'), { size: 0 }],
    ['as long as it says', post('Content-Length: 5'), { size: 5 }],
    ['of unknown length in chunks', post('Transfer-Encoding: chunked'), { size: null }],
  ])('is %s', async (_, text, body) => {
    const sources: RequestSource[] = [];
    const createServerRequestFromSource = (source: RequestSource) => {
      sources.push(source);
      return factories.createServerRequestFromSource(source);
    };
    const { run } = await received(text, undefined, {
      factories: { ...factories, createServerRequestFromSource },
    });
    run();
    expect(sources.map((source) => source.body)).toEqual([
      body === null ? null : expect.objectContaining(body),
    ]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('is requested when it is read, if the client waits for that: %s', async (waits, times) => {
    const text = post('Content-Length: 5\r\nX: 100-continue');
    const { outgoing, run } = await received(text, async (request) => {
      await request.getBody().getContents();
      return answer('read');
    });
    let continued = 0;
    outgoing.writeContinue = () => {
      continued++;
    };
    run(waits);
    expect(continued).toBe(times);
  });

  /** More than a chunked body can have beside its payload. */
  const overhead = `1;${'e'.repeat(1_000)}\r\nx\r\n`.repeat(300);

  it('is refused with 400 if it is mostly chunk extensions', async () => {
    const { wire, connection, run } = await received(
      post('Transfer-Encoding: chunked'),
      async (request) => answer(await request.getBody().getContents()),
    );
    run();
    wire.send(overhead);
    expect([statusOf(await wire.untilClosed()), connection.closing]).toEqual([400, true]);
  });

  it('closes the connection if it is, after the headers of the response', async () => {
    const { wire, outgoing, run } = await received(
      post('Transfer-Encoding: chunked'),
      () => new Promise(() => undefined),
    );
    run();
    outgoing.writeHead(200, { 'Content-Length': '9' }).flushHeaders();
    await wire.hear((text) => text.includes('\r\n\r\n'));
    wire.send(overhead);
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/);
  });
});

describe('a request that cannot be created', () => {
  const creating = (error: unknown): Partial<ListenerOptions> => ({
    factories: {
      ...factories,
      createServerRequestFromSource: () => {
        throw error;
      },
    },
  });

  it.each<[string, object, number, object[]]>([
    ['500', new Error('x'), 500, [{ phase: 'request', status: 500, method: 'GET', target: '/a' }]],
    ['its status', { status: 503 }, 503, [{ phase: 'request', status: 503 }]],
    ['its status, unreported below 500', { status: 499 }, 499, []],
    ['its status without headers', { status: 400, headers: { A: 'b\nc' } }, 400, []],
    [
      'its status if its headers are exposed and cannot be sent',
      { [HTTP_ERROR]: true, status: 405, headers: { A: 'b\nc' } },
      405,
      [],
    ],
  ])('gets %s, and is the last one of its connection', async (_, error, status, events) => {
    const given = await received(get('/a'), undefined, creating(error));
    given.run();
    const heard = await given.wire.untilClosed();
    expect([statusOf(heard), given.connection.closing]).toEqual([status, true]);
    expect(readResponses(heard, true)[0]?.fields.get('connection')).toEqual(['close']);
    expect(given.events).toMatchObject(events.map((event) => [error, event]));
    expect(given.events).toHaveLength(events.length);
  });

  it('gets the headers of its error', async () => {
    const error = { status: 405, headers: { Allow: 'GET' } };
    const { wire, run } = await received(get('/a'), undefined, creating(error));
    run();
    expect(await wire.untilClosed()).toMatch(/\r\nAllow: GET\r\n/);
  });
});

describe('a request for a path outside the application', () => {
  it('gets 404, and the handler does not see it', async () => {
    const { wire, handled, connection, run } = await received(get('/x'), undefined, {
      basePath: '/app',
    });
    run();
    const heard = await wire.hear((text) => text.endsWith('Not Found'));
    expect([statusOf(heard), handled, connection.closing]).toEqual([404, [], false]);
  });
});
