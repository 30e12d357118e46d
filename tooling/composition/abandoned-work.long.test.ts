/** Work that is cancelled with its request is not an error: on every adapter, in every kind of error handling. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import { HttpClient } from '@mortise/http-client';
import type {
  ErrorEvent,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { toListener } from '@mortise/node';
import { proxy, type ProxyInterface } from '@mortise/proxy';
import { type AppInterface, createApp, serve } from 'mortise';
import { factories as messages } from '@mortise/message/node';
import { nodeImplementations } from '../testing/implementations.js';
import { waitFor } from '../testing/wait-for.js';

type Work = (request: ServerRequestInterface) => unknown;
interface Reports {
  readonly log: (message: string, context?: { readonly target?: unknown }) => void;
  readonly onError: (error: unknown, event: ErrorEvent) => void;
}

/** Answers with the first bytes of a body for `/begun`, and never otherwise. */
const target = createServer((incoming, outgoing) => {
  if (incoming.url !== '/begun') return;
  outgoing.writeHead(200, { 'Content-Length': 9 });
  outgoing.write('abc');
});
let url: string;
let forwarding: ProxyInterface;
const client = new HttpClient({ factories: messages });
beforeAll(async () => {
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  forwarding = proxy({ target: url });
});
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await Promise.all([client.close(), forwarding.close()]);
});

/** The request whose body does not end; all others have none. */
const UPLOAD = '/client-upload';

const signalOf = (request: ServerRequestInterface) => request.getLifetime().signal;
const send = (path: string, signal: AbortSignal) =>
  client.sendRequest(messages.createRequest('GET', url + path), { signal });
const aborted = (signal: AbortSignal) => signal.aborted || once(signal, 'abort');

/** Work that fails because its request was aborted. */
const CANCELLED: Readonly<Record<string, Work>> = {
  '/proxy': (request) => forwarding.handle(request),
  '/client': (request) => send('/', signalOf(request)),
  '/client-body': async (request) =>
    (await send('/begun', signalOf(request))).getBody().getContents(),
  [UPLOAD]: (request) => {
    const { signal } = new AbortController();
    const sent = messages.createRequest('POST', url).withBody(request.getBody());
    return client.sendRequest(sent, { signal });
  },
  '/fetch': (request) => fetch(url, { signal: signalOf(request) }),
  '/fetch-any': (request) =>
    fetch(url, { signal: AbortSignal.any([signalOf(request), AbortSignal.timeout(100_000)]) }),
  '/timers': (request) => delay(100_000, 0, { signal: signalOf(request) }),
  '/events': (request) => once(new EventTarget(), 'x', { signal: signalOf(request) }),
  '/reason': async (request) => {
    await aborted(signalOf(request));
    signalOf(request).throwIfAborted();
  },
  '/wrapped': async (request) => {
    await delay(100_000, 0, { signal: signalOf(request) }).catch((cause: unknown) => {
      throw new Error('no rows', { cause });
    });
  },
};

/** Work that fails after its request was aborted, for another reason. */
const FAILED: Readonly<Record<string, Work>> = {
  '/other-signal': async (request) => {
    await aborted(signalOf(request));
    await fetch(url, { signal: AbortSignal.abort() });
  },
  '/other-timers': async (request) => {
    await aborted(signalOf(request));
    await delay(100_000, 0, { signal: AbortSignal.abort() });
  },
  '/own-timeout': async (request) => {
    await aborted(signalOf(request));
    await send('/', AbortSignal.timeout(1));
  },
  '/defect': async (request) => {
    await aborted(signalOf(request));
    throw new TypeError('x is not a function');
  },
};
const WORKS: Readonly<Record<string, Work>> = { ...CANCELLED, ...FAILED };
const paths = (works: object) => Object.keys(works).sort();

/** Each kind of error handling, and whether it logs itself: what it does not, the adapter reports. */
const kinds: readonly (readonly [
  string,
  boolean,
  (
    factories: HttpFactoriesInterface,
    work: Work,
    reports: Reports,
  ) => RequestHandlerInterface | AppInterface,
])[] = [
  ['an application', true, (...parts) => application(...parts)],
  [
    'an application with error middleware',
    true,
    (...parts) => {
      const app = application(...parts);
      app.addErrorMiddleware();
      return app;
    },
  ],
  ['an application without error handling', false, (...parts) => application(...parts, false)],
  [
    'variant A',
    true,
    (factories, work, { log }) => {
      const app = createVariantA({ factories, logger: { error: log, info: log } });
      app.any('/{name}', async (request, response) => {
        await work(request);
        return response;
      });
      return app;
    },
  ],
  [
    'a handler',
    false,
    (factories, work) => ({
      handle: async (request) => {
        await work(request);
        return factories.createResponse();
      },
    }),
  ],
];

function application(
  factories: HttpFactoriesInterface,
  work: Work,
  { log, onError }: Reports,
  errors?: false,
): AppInterface {
  const app = createApp({
    ...{ factories, logger: { error: log, info: log } },
    errors: errors ?? { onError },
  });
  app.any(
    '/{name}',
    async (request, response) => {
      await work(request);
      return response;
    },
    { body: false },
  );
  return app;
}

interface Serving {
  readonly factories: HttpFactoriesInterface;
  readonly onError: Reports['onError'];
  readonly limits?: { readonly handlerTimeout: number };
  /** For servers. */
  readonly closeTimeout?: number;
}

/** Sends a request to each path. @returns leaves, and closes the server */
type Adapter = (
  handler: RequestHandlerInterface,
  options: Serving,
  paths: readonly string[],
) => Promise<{ readonly leave: () => void; readonly close: () => unknown }>;

const overHttp1 = (origin: string, all: readonly string[]) => {
  const sent = all.map((path) => {
    const given = path === UPLOAD ? { method: 'POST', headers: { 'Content-Length': 9 } } : {};
    const one = httpRequest(origin + path, { ...given, agent: false });
    one.on('error', () => undefined).on('response', (response) => response.resume());
    if (path === UPLOAD) one.write('abc');
    else one.end();
    return one;
  });
  return () => {
    for (const one of sent) one.destroy();
  };
};

const adapters: readonly (readonly [string, Adapter])[] = [
  [
    'HTTP/1.1',
    async (handler, options, all) => {
      const server = await serve(handler, { port: 0, ...options });
      return { leave: overHttp1(server.url, all), close: () => server.close() };
    },
  ],
  [
    'HTTP/2',
    async (handler, options, all) => {
      const server = await serve(handler, { port: 0, http2: true, ...options });
      // A server that closes can reset the connection.
      const session = connect(server.url).on('error', () => undefined);
      for (const path of all) {
        const method = path === UPLOAD ? 'POST' : 'GET';
        const stream = session.request({ ':method': method, ':path': path });
        stream.on('error', () => undefined).resume();
        if (path === UPLOAD) stream.write('abc');
      }
      return {
        leave: () => {
          session.destroy();
        },
        close: () => server.close(),
      };
    },
  ],
  [
    'toListener',
    async (handler, { closeTimeout: _none, ...options }, all) => {
      const server = createServer(toListener(handler, options)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return {
        leave: overHttp1(`http://127.0.0.1:${port}`, all),
        close: () => server.close(),
      };
    },
  ],
  [
    'fetch',
    (handler, { closeTimeout: _none, ...options }, all) => {
      const respond = toFetchHandler(handler, options);
      const controller = new AbortController();
      for (const path of all) {
        const body = new ReadableStream({
          start: (stream) => {
            stream.enqueue(Buffer.from('abc'));
            controller.signal.addEventListener('abort', () => {
              stream.error(controller.signal.reason);
            });
          },
        });
        const { signal } = controller;
        const upload = { method: 'POST', body, duplex: 'half', signal } as const;
        void respond(new Request(`http://a.example${path}`, path === UPLOAD ? upload : { signal }));
      }
      return Promise.resolve({
        leave: () => {
          controller.abort();
        },
        close: () => undefined,
      });
    },
  ],
];

type Cancel = 'the client leaves' | 'its time is up' | 'the server closes';

/** @returns the paths that were logged, and those that either `onError` received, sorted */
async function reported(
  adapter: Adapter,
  [name, , make]: (typeof kinds)[number],
  factories: HttpFactoriesInterface,
  cancel: Cancel,
): Promise<Readonly<Record<'logged' | 'onError', readonly string[]>>> {
  const all = paths(WORKS).filter((path) => path !== UPLOAD || canUpload(name, cancel));
  const logged: string[] = [];
  const onErrors: string[] = [];
  const log: Reports['log'] = (_message, context) => logged.push(String(context?.target));
  const onError: Reports['onError'] = (_error, event) => onErrors.push(String(event.target));
  const begun = new Set<string>();
  const failed = new Set<string>();
  const work: Work = async (request) => {
    const path = request.getRequestTarget();
    try {
      const working = WORKS[path]?.(request);
      begun.add(path);
      await working;
    } catch (error) {
      failed.add(path);
      throw error;
    }
  };
  const limits = cancel === 'its time is up' ? { limits: { handlerTimeout: 50 } } : {};
  const options = { factories, onError, closeTimeout: 50, ...limits };
  const { leave, close } = await adapter(make(factories, work, { log, onError }), options, all);
  await waitFor(() => begun.size === all.length);
  if (cancel === 'the client leaves') {
    // Until then, the target has received some of the requests, and has begun to respond.
    await delay(20);
    leave();
  }
  const closed = cancel === 'the server closes' ? close() : null;
  await waitFor(() => failed.size === all.length);
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
  leave();
  await (closed ?? close());
  return { logged: logged.sort(), onError: onErrors.sort() };
}

/** Variant A reads the body before the handler, and while a read waits, the time of the handler does not count. */
function canUpload(kind: string, cancel: Cancel): boolean {
  return kind !== 'variant A' && cancel !== 'its time is up';
}

describe.each(adapters)('over %s', (over, adapter) => {
  describe.each(nodeImplementations)('with %s', (_, factories) => {
    const cancels = over.startsWith('HTTP')
      ? (['the client leaves', 'the server closes'] as const)
      : (['the client leaves'] as const);
    const rows = cancels.flatMap((cancel) => kinds.map((kind) => [cancel, ...kind] as const));

    it.each(rows)('what is cancelled because %s is not an error of %s', async (cancel, ...kind) => {
      const [name, logs] = kind;
      expect(await reported(adapter, kind, factories, cancel)).toEqual({
        logged: logs ? paths(FAILED) : [],
        onError: name === 'variant A' ? [] : paths(FAILED),
      });
    });

    it.each(kinds)(
      'what is cancelled because its time is up is reported once, as that, by %s',
      async (...kind) => {
        const [name, logs] = kind;
        const late = paths(WORKS).filter((path) => path !== UPLOAD);
        const both = [...late, ...paths(FAILED)].sort();
        expect(await reported(adapter, kind, factories, 'its time is up')).toEqual({
          logged: logs ? late : [],
          onError: name === 'variant A' ? paths(FAILED) : both,
        });
      },
    );
  });
});
