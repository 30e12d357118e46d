/** The `Content-Length` of a response to HEAD is that of the response to GET, where it is known. */
import { once } from 'node:events';
import { type IncomingMessage, request as requestOnNode } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { compression } from '@mortise/compression/node';
import { fromFetchHandler, toFetchHandler } from '@mortise/fetch';
import { etag, httpCache } from '@mortise/http-cache';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { createApp, fromConnect, httpError, serve, type ServerHandle, text } from '../src/index.js';
import { inProcess } from '../src/testing/index.js';

const quiet = { error: () => undefined, info: () => undefined };
type App = ReturnType<typeof createApp>;
type Handler = (method: string, response: ResponseInterface) => ResponseInterface | Response;

/** Routes for GET whose response to HEAD has a length, if GET has one. */
const knownOf = (factories: HttpFactoriesInterface): Readonly<Record<string, Handler>> => ({
  untouched: (_method, response) => response,
  empty: (_method, response) => text(response, ''),
  created: (_method, response) => response.withStatus(201).withHeader('Location', '/x'),
  missing: (_method, response) => response.withStatus(404),
  late: (_method, response) => response.withHeader('Content-Length', 'x'),
  'no-content': (_method, response) => response.withStatus(204),
  reset: (_method, response) => response.withStatus(205),
  text: (_method, response) => text(response, 'four'),
  large: (_method, response) => text(response, 'large '.repeat(1000)),
  stream: (_method, response) =>
    response.withBody(factories.createStreamFromResource(Readable.from(['ab', 'cd']))),
  web: () => new Response('four'),
  failing: () => {
    throw httpError(409);
  },
});

/** Handlers that respond to HEAD without the body of GET, and do not tell its length. */
const unknownOf = (factories: HttpFactoriesInterface): Readonly<Record<string, Handler>> => ({
  'web-head': (method) => new Response(method === 'HEAD' ? null : 'four'),
  'stream-head': (method, response) =>
    method === 'HEAD'
      ? response.withBody(factories.createStreamFromResource(Readable.from([])))
      : text(response, 'four'),
});

function register(app: App, factories: HttpFactoriesInterface): void {
  for (const [name, handler] of Object.entries({ ...knownOf(factories), ...unknownOf(factories) }))
    app.get(`/${name}`, (request, response) => handler(request.getMethod(), response));
  app.redirect('/redirect', '/x');
  app.any('/any', (_request, response) => response);
  app.get('/own', (_request, response) => text(response, 'four'));
  app.map(['HEAD'], '/own', (_request, response) => response);
  const web = fromFetchHandler(({ method }) => new Response(method === 'HEAD' ? null : 'four'));
  app.get('/fetch', (request) => web.handle(request));
  app.mount('/fetch-mount', web);
}

const KNOWN = [...Object.keys(knownOf({} as HttpFactoriesInterface)), 'redirect', 'any'];
const UNKNOWN = [
  ...Object.keys(unknownOf({} as HttpFactoriesInterface)),
  ...['own', 'fetch', 'fetch-mount'],
];

const layers = (factories: HttpFactoriesInterface) => [
  etag(),
  httpCache({ factories }),
  compression({ factories }),
];

function variantA(factories: HttpFactoriesInterface): App {
  const app = createVariantA({ factories, logger: quiet });
  register(app as unknown as App, factories);
  for (const layer of layers(factories)) app.add(singlePass(layer));
  return app as unknown as App;
}

function variantB(factories: HttpFactoriesInterface, isCompressed: boolean): App {
  const app = createApp({ factories, logger: quiet });
  register(app, factories);
  if (isCompressed) for (const layer of layers(factories)) app.add(layer);
  return app;
}

describe.each(nodeImplementations)('HEAD, with %s', (_name, factories) => {
  const app = createApp({ factories, logger: quiet });
  app.mount('/a', variantA(factories));
  app.mount('/b', variantB(factories, true));
  app.group('/g', (group) => void group.mount('/plain', variantB(factories, false)));
  register(app, factories);
  const connected = fromConnect((_incoming, outgoing) => void outgoing.end('four'));
  app.get('/connect', (_request, response) => response, { layers: [connected] });
  const handler = toFetchHandler(app, { factories });
  let server: ServerHandle;
  beforeAll(async () => {
    server = await serve(app, { port: 0, factories, http2: true });
  });
  afterAll(() => server.close());

  /** Status, coding, tag and length. */
  type Seen = readonly [number, ...(string | undefined)[]];
  const seenIn = (status: number, headers: IncomingHttpHeaders): Seen => [
    status,
    headers['content-encoding'],
    headers.etag,
    headers['content-length'],
  ];
  type Ask = (method: string, path: string, accepted: string) => Promise<Seen>;

  const overHttp1: Ask = async (method, path, accepted) => {
    const headers = { 'Accept-Encoding': accepted };
    const sent = requestOnNode({ port: server.port, path, method, headers }).end();
    const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
    await once(incoming.resume(), 'end');
    return seenIn(incoming.statusCode ?? 0, incoming.headers);
  };
  const overHttp2: Ask = async (method, path, accepted) => {
    const session = connect(server.url);
    const sent = session.request({ ':method': method, ':path': path, 'accept-encoding': accepted });
    const [headers] = (await once(sent, 'response')) as [
      IncomingHttpHeaders & { ':status': number },
    ];
    await once(sent.resume(), 'end');
    session.close();
    return seenIn(headers[':status'], headers);
  };
  const byFetch: Ask = async (method, path, accepted) => {
    const headers = { 'Accept-Encoding': accepted };
    const response = await handler(new Request(`http://h.test${path}`, { method, headers }));
    await response.arrayBuffer();
    return seenIn(response.status, Object.fromEntries(response.headers));
  };
  const inTheProcess: Ask = async (method, path, accepted) => {
    const headers = { 'Accept-Encoding': accepted };
    const response = await inProcess(app).request(method, path, { headers });
    const all = Object.entries(response.getHeaders()).map(([name, values]) => [
      name.toLowerCase(),
      values.join(),
    ]);
    return seenIn(response.getStatusCode(), Object.fromEntries(all) as IncomingHttpHeaders);
  };

  const TRANSPORTS: readonly (readonly [string, Ask])[] = [
    ['HTTP/1.1', overHttp1],
    ['HTTP/2', overHttp2],
    ['fetch', byFetch],
    ['in process', inTheProcess],
  ];
  const PLACES = ['', '/a', '/b', '/g/plain'];

  /** Responses to GET, each of which is asked for once. */
  const got = new Map<string, Promise<Seen>>();
  const ofGet = (path: string, accepted: string): Promise<Seen> => {
    const key = `${path} ${accepted}`;
    const known = got.get(key) ?? overHttp1('GET', path, accepted);
    got.set(key, known);
    return known;
  };

  it.each(TRANSPORTS)('has the length of GET, over %s', async (_transport, ask) => {
    for (const path of PLACES.flatMap((place) => KNOWN.map((name) => `${place}/${name}`))) {
      for (const accepted of ['identity', 'gzip', 'gzip, identity;q=0']) {
        const [status, coding, tag, length] = await ofGet(path, accepted);
        // The compressed body of GET is not made for HEAD.
        const expected = [status, coding, tag, coding === undefined ? length : undefined];
        const head = await ask('HEAD', path, accepted);
        expect([path, accepted, ...head]).toEqual([path, accepted, ...expected]);
      }
    }
  });

  it.each(TRANSPORTS)('has no length if a handler omits the body, over %s', async (_name, ask) => {
    for (const path of PLACES.flatMap((place) => UNKNOWN.map((name) => `${place}/${name}`))) {
      for (const accepted of ['identity', 'gzip', 'gzip, identity;q=0']) {
        const [status, , , length] = await ask('HEAD', path, accepted);
        expect([path, accepted, status, length]).toEqual([path, accepted, 200, undefined]);
      }
    }
  });

  it.each([overHttp1, overHttp2])('has no length if a Connect handler wrote it', async (ask) => {
    expect(await ask('GET', '/connect', '')).toEqual([200, undefined, undefined, '4']);
    expect(await ask('HEAD', '/connect', '')).toEqual([200, undefined, undefined, undefined]);
  });
});
