/**
 * An option that only observes never changes what happens: whether it throws or rejects, the answer is the one of an
 * observer that does nothing, its failure is on the console, and no rejection is left that would end the process.
 */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { jwks, jwtAuth } from '@mortise/auth/jwt';
import { COOKIES, encryptedCookies, signedCookies } from '@mortise/cookies';
import { crossOriginProtection } from '@mortise/csrf';
import { health } from '@mortise/health';
import type {
  MiddlewareInterface,
  ResponseInterface,
  UploadedFileInterface,
} from '@mortise/http-message';
import { idempotency } from '@mortise/idempotency';
import { installProcessGuards, installSignalHandlers } from '@mortise/node';
import { memoryPubSub, type PubSubListener } from '@mortise/pubsub';
import { rateLimit } from '@mortise/rate-limit';
import { session, sessionOf } from '@mortise/session';
import { channel, eventStream } from '@mortise/sse';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { rooms, type WebSocketInterface } from '@mortise/ws/node';
import { type AppInterface, createApp, factories, type ServerHandle, text } from 'mortise';
import { inProcess, overSocket, type TestRequest } from 'mortise/testing';
import { unhandledRejectionsOf } from '../testing/unhandled-rejections.js';
import { waitFor } from '../testing/wait-for.js';

/** Any observer: its parameters do not matter. */
type Observer = (...given: readonly unknown[]) => unknown;

afterEach(() => {
  jest.restoreAllMocks();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
const silent = { error: () => undefined, info: () => undefined };
const policies = [{ name: 'a', limit: 9, window: 60 }];

/** A store that is down after `calls` calls. */
function failing(calls = 0, code = 'STORE_UNAVAILABLE'): StoreInterface {
  const store = memoryStore();
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'then') return undefined;
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        calls-- > 0
          ? method.apply(target, args)
          : Promise.reject(Object.assign(new Error('down'), { code }));
    },
  });
}

type Sent = readonly [method: string, target: string, request?: TestRequest];

const shown = async (response: ResponseInterface) => [
  response.getStatusCode(),
  response.getHeader('X-Reached').join(','),
  await response.getBody().text(),
];

/** The answers of an application with a layer, over a socket. */
async function answersOf(
  layer: MiddlewareInterface | null,
  sent: readonly Sent[],
  routes: (app: AppInterface) => void = (app) => {
    app.any('/', (_request, response) => text(response.withHeader('X-Reached', 'yes'), 'body'));
  },
): Promise<unknown> {
  const app = createApp({ logger: silent, layers: layer === null ? [] : [layer] });
  routes(app);
  const client = overSocket(app);
  const answers = [];
  for (const [method, target, request] of sent) {
    answers.push(await shown(await client.request(method, target, request)));
  }
  await client.close();
  return answers;
}

const GET: Sent = ['GET', '/'];
const KEYED: Sent = ['POST', '/', { headers: { 'Idempotency-Key': '"k"' } }];
const keyed = { scope: () => 'ada' };

/** The answers of a request during which its session is ended by another one. */
async function answersOfDropped(onEvent: Observer): Promise<unknown> {
  const layers = [session({ store: memoryStore(), cookie: { secure: false }, onEvent })];
  const app = createApp({ logger: silent, layers });
  let end = () => Promise.resolve<unknown>(null);
  app.get('/begin', (request, response) => {
    sessionOf(request).set('a', 1);
    return response;
  });
  app.get('/slow', async (request, response) => {
    sessionOf(request).set('a', 2);
    await end();
    return text(response, 'slow');
  });
  app.get('/end', (request, response) => {
    sessionOf(request).destroy();
    return text(response, 'ended');
  });
  const client = overSocket(app);
  const [cookie = ''] = (await client.get('/begin')).getHeader('Set-Cookie');
  const headers = { Cookie: cookie.slice(0, cookie.indexOf(';')) };
  end = () => client.get('/end', { headers });
  const answer = await shown(await client.get('/slow', { headers }));
  await client.close();
  return answer;
}

async function answersOfChannel(onEvent: Observer): Promise<unknown> {
  const news = channel({ maxSubscribers: 2, maxWaiting: 1, onEvent });
  const slow = [news.subscribe(), news.subscribe()];
  const refused = await answersOf(null, [['GET', '/events']], (app) => {
    app.get('/events', (request, response) => eventStream(request, response, news.subscribe()));
  });
  for (const data of ['1', '2']) news.publish({ data });
  return [refused, news.subscribers, await Promise.all(slow.map((each) => each.next()))];
}

/** A bus whose subscribers are told what `act` says. */
function busThat(act: (listener: PubSubListener) => void) {
  const bus = memoryPubSub();
  return {
    publish: () => Promise.reject(new Error('of the bus')),
    subscribe: async (topic: string, listener: PubSubListener) => {
      const subscription = await bus.subscribe(topic, listener);
      act(listener);
      return subscription;
    },
  };
}

async function answersOfSharedChannel(onEvent: Observer): Promise<unknown> {
  const bus = busThat((listener) => {
    listener.state?.('disconnected');
    listener.gap?.('news');
  });
  const news = await channel({ bus, topic: 'news', onEvent });
  const first = news.subscribe();
  await news.close();
  return [news.subscribers, await first.next()];
}

async function answersOfRooms(
  option: 'onGap' | 'onCount' | 'onError',
  observer: Observer,
): Promise<unknown> {
  let isReported = false;
  const chat = rooms({
    bus: busThat((listener) => listener.gap?.('tea')),
    [option]: observer,
    onError: (error) => {
      isReported = true;
      return option === 'onError' ? observer(error) : undefined;
    },
  });
  const request = factories.createServerRequest('GET', '/');
  const socket = { request, send: () => undefined } as unknown as WebSocketInterface;
  await chat.join(socket, 'tea');
  const count = chat.count('tea');
  await waitFor(() => isReported);
  await chat.close();
  return count;
}

async function answersOfListeners(onError: Observer): Promise<unknown> {
  const bus = memoryPubSub({ onError });
  const received: string[] = [];
  const fails = () => {
    throw new Error('of the listener');
  };
  await bus.subscribe('a', { message: fails });
  await bus.subscribe('a', { message: () => Promise.reject(new Error('late')) as never });
  await bus.subscribe('a', { message: ({ data }) => void received.push(String(data.length)) });
  await bus.publish('a', 'x');
  await turn();
  return received;
}

async function answersOfForm(options: object): Promise<unknown> {
  const full = () => Promise.reject(new Error('full'));
  const writer = { size: 0, write: full, end: full, discard: () => Promise.resolve() };
  const storage = { createWriter: () => writer };
  const form = new FormData();
  form.set('title', 'Emma');
  form.set('cover', new File(['x'.repeat(9)], 'a.txt'));
  const app = createApp({
    logger: silent,
    body: { multipart: { storage, memoryLimit: 0, ...options } },
  });
  app.post('/', (request, response) => {
    const { cover } = request.getUploadedFiles() as { cover: UploadedFileInterface };
    return text(response, JSON.stringify([request.getParsedBody(), cover.getError()]));
  });
  return shown(await inProcess(app).post('/', { form }));
}

/** What a process does that ends because of a stray error, or at a signal with a server that cannot be closed. */
async function answersOfEnd(onError: Observer, isStray: boolean): Promise<unknown> {
  const close = () => (isStray ? Promise.resolve() : Promise.reject(new Error('of close')));
  const event = isStray ? 'uncaughtException' : 'SIGUSR2';
  const before = process.rawListeners(event);
  const exit = new Promise<number>((resolve) => {
    const server = { close } as ServerHandle;
    const ending = { onError, exit: resolve };
    if (isStray) installProcessGuards(server, ending);
    else installSignalHandlers(server, { ...ending, signals: ['SIGUSR2'] });
  });
  const [added] = process.rawListeners(event).filter((each) => !before.includes(each));
  added?.(new Error('stray'));
  const code = await exit;
  process.off(event, added as never);
  if (isStray) process.off('unhandledRejection', added as never);
  return code;
}

const down = { store: failing(), whenDown: 'pass' as const };
const cookie = (name: string): Sent => ['GET', '/', { headers: { Cookie: `${name}=forged` } }];
const readCookie = (app: AppInterface): void => {
  app.get('/', async (request, response) =>
    text(response, String(await request.getAttribute(COOKIES)?.get('user'))),
  );
};

/** What is seen with an observer: its path on the console, the case, and what happens. */
const rows: readonly (readonly [string, string, (observe: Observer) => unknown])[] = [
  [
    'rateLimit.onEvent',
    'a store that is down',
    (onEvent) => answersOf(rateLimit({ ...down, policies, onEvent }), [GET]),
  ],
  [
    'rateLimit.onEvent',
    'no address',
    async (onEvent) => {
      const app = createApp({
        layers: [rateLimit({ store: memoryStore(), policies, onEvent })],
      });
      app.get('/', (_request, response) => text(response, 'body'));
      return shown(await app.handle(factories.createServerRequest('GET', '/')));
    },
  ],
  [
    'session.onEvent',
    'a store that is down',
    (onEvent) =>
      answersOf(
        session({ ...down, cookie: { secure: false }, onEvent }),
        [['GET', '/', { headers: { Cookie: `session=${'a'.repeat(32)}` } }]],
        (app) => {
          app.get('/', (request, response) => text(response, String(sessionOf(request).get('x'))));
        },
      ),
  ],
  ['session.onEvent', 'a session that another request ends', answersOfDropped],
  [
    'session.onEvent',
    'an error of the handler, then one of the store',
    (onEvent) =>
      answersOf(
        session({ store: failing(1, 'OTHER'), cookie: { secure: false }, onEvent }),
        [['GET', '/', { headers: { Cookie: `session=${'a'.repeat(32)}` } }]],
        (app) => {
          app.get('/', (request) => {
            sessionOf(request).set('a', 1);
            throw new Error('original');
          });
        },
      ),
  ],
  [
    'idempotency.onEvent',
    'a store that is down',
    (onEvent) => answersOf(idempotency({ ...down, ...keyed, onEvent }), [KEYED]),
  ],
  [
    'idempotency.onEvent',
    'a response that is too large to be kept',
    (onEvent) =>
      answersOf(idempotency({ store: memoryStore(), ...keyed, maxBytes: 3, onEvent }), [
        KEYED,
        KEYED,
      ]),
  ],
  [
    'crossOriginProtection.onEvent',
    'a refused request',
    (onEvent) =>
      answersOf(crossOriginProtection({ onEvent }), [
        ['POST', '/', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
      ]),
  ],
  [
    'signedCookies.onEvent',
    'a forged cookie',
    (onEvent) =>
      answersOf(signedCookies({ keys: ['k'.repeat(32)], onEvent }), [cookie('user')], readCookie),
  ],
  [
    'encryptedCookies.onEvent',
    'a forged cookie',
    (onEvent) =>
      answersOf(
        encryptedCookies({ keys: ['k'.repeat(32)], onEvent }),
        [cookie('user')],
        readCookie,
      ),
  ],
  [
    'jwks.onEvent',
    'an issuer that is down',
    (onEvent) =>
      answersOf(
        jwtAuth({
          keys: jwks('http://127.0.0.1:9/keys', { onEvent }),
          ...{ algorithms: ['RS256'], issuer: 'i', audience: 'a' },
        }),
        [['GET', '/', { headers: { Authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.eA' } }]],
      ),
  ],
  [
    'health.onEvent',
    'a check that fails, then recovers',
    (onEvent) => {
      let runs = 0;
      const checks = { database: () => runs++ > 0 };
      return answersOf(health({ checks, maxAge: 0, onEvent }), [
        ['GET', '/health/ready'],
        ['GET', '/health/ready'],
      ]);
    },
  ],
  ['channel.onEvent', 'subscribers that are refused and dropped', answersOfChannel],
  ['channel.onEvent', 'a bus that loses messages', answersOfSharedChannel],
  ['rooms.onGap', 'a bus that loses messages', (each) => answersOfRooms('onGap', each)],
  ['rooms.onCount', 'a member that joins', (each) => answersOfRooms('onCount', each)],
  ['rooms.onError', 'counts that are not published', (e) => answersOfRooms('onError', e)],
  ['memoryPubSub.onError', 'listeners that fail', answersOfListeners],
  [
    'memoryStore.onEvict',
    'a value that is dropped',
    async (onEvict) => {
      const store = memoryStore({ maxEntries: 1, onEvict });
      await store.set('a', '1', 1_000);
      await store.set('b', '2', 1_000);
      return [await store.get('a'), (await store.get('b'))?.value];
    },
  ],
  ['multipartForm.onProgress', 'an upload', (onProgress) => answersOfForm({ onProgress })],
  [
    'multipartForm.onStorageError',
    'a full disk',
    (each) => answersOfForm({ onStorageError: each }),
  ],
  ['installProcessGuards.onError', 'a stray error', (each) => answersOfEnd(each, true)],
  ['installSignalHandlers.onError', 'a failed close', (each) => answersOfEnd(each, false)],
];

/** Runs a case. @returns the answer, the calls of the console, and the rejections that would end the process */
async function outcomeOf(run: (observe: Observer) => unknown, observe: Observer) {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let answer: unknown;
  const unhandled = await unhandledRejectionsOf(async () => {
    answer = await run(observe);
    await turn();
  });
  const calls = printed.mock.calls.map((each) => [...each]);
  printed.mockRestore();
  return { answer, calls, unhandled };
}

const FAILURE = new Error('of the observer');
const failures: readonly (readonly [string, Observer])[] = [
  [
    'throws',
    () => {
      throw FAILURE;
    },
  ],
  ['rejects', () => Promise.reject(FAILURE) as never],
];

describe.each(rows)('%s, with %s', (path, _case, run) => {
  it.each(failures)('that %s changes nothing and is printed', async (_how, fail) => {
    let count = 0;
    const expected = await outcomeOf(run, () => void count++);
    expect(count).toBeGreaterThan(0);
    const { answer, calls, unhandled } = await outcomeOf(run, fail);
    expect(answer).toEqual(expected.answer);
    expect(unhandled).toEqual([]);
    const line = [expect.stringMatching(`${path.split('.')[1]} failed:$`), FAILURE];
    expect(calls).toEqual([...expected.calls, ...Array.from({ length: count }, () => line)]);
    expect(calls.at(-1)?.[0]).toContain(path.split('.')[0]);
  });
});
