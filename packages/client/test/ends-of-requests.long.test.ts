import { connect } from 'node:http2';
import { describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface, RequestEnd, ResponseInterface } from '@mortise/http-message';
import { createApp, serve, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { testTransport } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

type End = readonly [status: number | null, bytes: number, error: string | null, aborted: boolean];

/** How requests ended, and the server errors that were reported. */
interface Seen {
  readonly ends: End[];
  readonly reported: string[];
}

const withStatus = (status: number) => Object.assign(new Error(`status ${status}`), { status });

/** An application whose errors leave it, and what becomes of its requests. */
function recording(factories: HttpFactoriesInterface) {
  const seen: Seen = { ends: [], reported: [] };
  const app = createApp({ factories, errors: false });
  const streaming =
    (length: number | null, chunks: () => AsyncGenerator<string>) =>
    (_request: unknown, response: ResponseInterface): ResponseInterface => {
      const body = factories.createStreamFromResource(chunks());
      const streamed = response.withBody(body);
      return length === null ? streamed : streamed.withHeader('Content-Length', String(length));
    };
  async function* two(): AsyncGenerator<string> {
    yield 'ab';
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield 'cd';
  }
  async function* broken(): AsyncGenerator<string> {
    yield 'ab';
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('broken');
  }
  async function* failed(error: Error, milliseconds = 0): AsyncGenerator<string> {
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    yield await Promise.reject<string>(error);
  }
  async function* nothing(): AsyncGenerator<string> {
    yield* await Promise.resolve<string[]>([]);
  }
  const routes = {
    '/ok': (_request: unknown, response: ResponseInterface) => text(response, 'hello'),
    '/none': (_request: unknown, response: ResponseInterface) => response.withStatus(204),
    '/throws': () => {
      throw new Error('thrown');
    },
    '/refuses': () => {
      throw withStatus(403);
    },
    '/stream': streaming(null, two),
    '/declared': streaming(4, two),
    '/short': streaming(6, two),
    '/empty': streaming(6, nothing),
    '/long': streaming(3, two),
    '/long-at-once': streaming(1, two),
    '/broken': streaming(null, broken),
    '/fails': streaming(null, () => failed(new Error('failed'))),
    '/fails-declared': streaming(6, () => failed(new Error('failed'))),
    '/unavailable': streaming(null, () => failed(withStatus(503))),
    '/gone': streaming(null, () => failed(withStatus(410))),
    '/fails-later': streaming(null, () => failed(new Error('failed'), 50)),
  };
  for (const [path, callback] of Object.entries(routes)) app.map(['GET', 'POST'], path, callback);
  app.add((request, handler) => {
    const lifetime = request.getLifetime();
    lifetime.onEnd(({ status, bytes, error }: RequestEnd) => {
      const message = error instanceof Error ? error.message : null;
      seen.ends.push([status, bytes, message, lifetime.signal.aborted]);
    });
    return handler.handle(request);
  });
  const onError = (error: unknown): void => void seen.reported.push((error as Error).message);
  /** What a client in the process gets instead: an error of the client's is not reported by a server. */
  const onRejection = (error: Error & { status?: number }): void => {
    if ((error.status ?? 500) >= 500) onError(error);
  };
  return { app, seen, onError, onRejection };
}

type Recording = ReturnType<typeof recording>;
type Ask = (recorded: Recording, method: string, path: string) => Promise<unknown>;

const overHttp1: Ask = async ({ app, onError }, method, path) => {
  const server = await serve(app, { port: 0, onError });
  await fetch(server.url + path, { method })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
  await server.close();
};

const overHttp2: Ask = async ({ app, onError }, method, path) => {
  const server = await serve(app, { port: 0, onError, http2: true });
  const session = connect(server.url);
  session.on('error', () => undefined);
  const stream = session.request({ ':method': method, ':path': path }, { endStream: true });
  await new Promise((resolve) => {
    stream.on('error', () => undefined).on('close', resolve);
    stream.resume();
  });
  session.destroy();
  await server.close();
};

const transports: readonly (readonly [string, Ask])[] = [
  ['over HTTP/1.1', overHttp1],
  ['over HTTP/2', overHttp2],
  [
    'by inProcess',
    ({ app, onRejection }, method, path) => inProcess(app).request(method, path).catch(onRejection),
  ],
  [
    'by testTransport',
    ({ app, onRejection }, method, url) =>
      testTransport(app)({ method, url, headers: {}, body: null, signal: null }).catch(onRejection),
  ],
  [
    'by fetch',
    async ({ app, onError }, method, path) => {
      const respond = toFetchHandler(app, { onError });
      const response = await respond(new Request(`http://localhost${path}`, { method }));
      await response.arrayBuffer().catch(() => undefined);
    },
  ],
];

const shorter = (bytes: number): string =>
  `the body is shorter than the response's Content-Length (bytes missing: ${bytes}): set its exact length, or none`;
const longer = (bytes: number): string =>
  `the body is longer than the response's Content-Length (bytes left: ${bytes}): set its exact length, or none`;

type Row = readonly [method: string, path: string, end: End];

const rows: readonly Row[] = [
  ['GET', '/ok', [200, 5, null, false]],
  ['HEAD', '/ok', [200, 0, null, false]],
  ['GET', '/none', [204, 0, null, false]],
  ['GET', '/throws', [500, 21, 'thrown', false]],
  ['HEAD', '/throws', [500, 0, 'thrown', false]],
  ['GET', '/refuses', [403, 9, 'status 403', false]],
  ['GET', '/stream', [200, 4, null, false]],
  ['POST', '/stream', [200, 4, null, false]],
  ['HEAD', '/stream', [200, 0, null, false]],
  ['GET', '/declared', [200, 4, null, false]],
  ['GET', '/short', [200, 4, shorter(2), true]],
  ['POST', '/short', [200, 4, shorter(2), true]],
  ['HEAD', '/short', [200, 0, null, false]],
  ['GET', '/empty', [500, 21, shorter(6), false]],
  ['GET', '/long', [200, 2, longer(1), true]],
  ['GET', '/long-at-once', [500, 21, longer(1), false]],
  ['GET', '/broken', [200, 2, 'broken', true]],
  ['POST', '/broken', [200, 2, 'broken', true]],
  ['GET', '/fails', [500, 21, 'failed', false]],
  ['POST', '/fails', [500, 21, 'failed', false]],
  ['HEAD', '/fails', [200, 0, null, false]],
  ['GET', '/fails-declared', [500, 21, 'failed', false]],
  ['GET', '/unavailable', [503, 19, 'status 503', false]],
  ['GET', '/gone', [410, 4, 'status 410', false]],
  ['GET', '/fails-later', [200, 0, 'failed', true]],
];

describe.each(nodeImplementations)('a request to %s', (_name, factories) => {
  describe.each(transports)('%s', (_transport, ask) => {
    it.each(rows)('%s %s ends with %j', async (method, path, end) => {
      const recorded = recording(factories);
      await ask(recorded, method, path);
      const [status, , error] = end;
      // The status of a refusal is its answer; once the head was sent, an error has none.
      const isRefusal = status !== null && status < 500 && error === `status ${status}`;
      const isReported = error !== null && !isRefusal;
      expect(recorded.seen).toEqual({ ends: [end], reported: isReported ? [error] : [] });
    });
  });
});
