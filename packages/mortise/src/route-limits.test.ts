import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import {
  createApp,
  errorOf,
  httpError,
  type MiddlewareFunction,
  type RouteLimits,
  serve,
  type ServerHandle,
  type ServerRequestInterface,
  text,
} from './index.js';
import { inProcess } from './testing/index.js';

/** Tries up to three times: outside routes an error is a response. */
const retry: MiddlewareFunction = async (request, handler) => {
  for (let tries = 1; ; tries++) {
    const response = await handler.handle(request);
    if (errorOf(request) === null || tries === 3) return response;
  }
};

it('a request that a layer passes on again is one request for the concurrency of its route', async () => {
  const app = createApp({
    logger: { error: () => undefined, info: () => undefined },
    layers: [retry],
  });
  const seen: string[] = [];
  let calls = 0;
  app.get(
    '/{name}',
    async (_request, response, { name }) => {
      calls += 1;
      if (calls % 3 !== 0) throw httpError(503, 'again');
      // While the third call of the first request runs, another request is one too many.
      if (name === 'first') {
        const second = await client.get('/second');
        seen.push(`${second.getStatusCode()} ${second.getHeaderLine('Retry-After')}`);
      }
      return text(response, `${name} after ${calls}`);
    },
    { limits: { concurrency: 1 } },
  );
  const client = inProcess(app);
  expect(await (await client.get('/first')).getBody().text()).toBe('first after 3');
  expect(seen).toEqual(['503 1']);
  expect(await (await client.get('/third')).getBody().text()).toBe('third after 6');
});

describe('a request keeps its place in the concurrency of its route', () => {
  let server: ServerHandle;
  let leave: () => void;
  let entered: Promise<ServerRequestInterface>;

  /** One place, for a handler, or a layer of its route, that waits without reading `signal`. */
  const begin = async (where: 'handler' | 'layer', limits: RouteLimits = {}) => {
    const gate = new Promise<void>((resolve) => {
      leave = resolve;
    });
    let enter!: (request: ServerRequestInterface) => void;
    entered = new Promise((resolve) => {
      enter = resolve;
    });
    const waits = async (at: string, request: ServerRequestInterface) => {
      if (at !== where) return;
      enter(request);
      await gate;
    };
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    const layer: MiddlewareFunction = async (request, handler) => {
      await waits('layer', request);
      return handler.handle(request);
    };
    const options = {
      limits: { concurrency: 1, ...limits },
      layers: where === 'layer' ? [layer] : [],
    };
    app.get(
      '/',
      async (request, response) => {
        await waits('handler', request);
        return text(response, 'done');
      },
      options,
    );
    server = await serve(app, { port: 0, onError: () => undefined });
  };
  const ask = async (signal: AbortSignal | null = null) => {
    const response = await fetch(server.url, { signal, headers: { Accept: 'application/json' } });
    return [response.status, (await response.text()).match(/ROUTE_BUSY|HANDLER_TIMEOUT|done/)?.[0]];
  };
  /** The handler has left a moment after that. */
  const left = () => waitFor(async () => (await ask())[0] === 200);
  afterEach(() => server.close());

  it.each(['handler', 'layer'] as const)(
    'after its client has left, until its %s has returned',
    async (where) => {
      await begin(where);
      const client = new AbortController();
      const first = ask(client.signal).catch(() => 'left');
      const lifetime = (await entered).getLifetime();
      client.abort();
      await waitFor(() => lifetime.ended);
      expect([await first, await ask()]).toEqual(['left', [503, 'ROUTE_BUSY']]);
      leave();
      await left();
    },
  );

  it.each(['handler', 'layer'] as const)(
    'after it took too long, until its %s has returned',
    async (where) => {
      await begin(where, { handlerTimeout: 1 });
      expect(await ask()).toEqual([503, 'HANDLER_TIMEOUT']);
      const lifetime = (await entered).getLifetime();
      await waitFor(() => lifetime.ended);
      expect(await ask()).toEqual([503, 'ROUTE_BUSY']);
      leave();
      await left();
    },
  );
});
