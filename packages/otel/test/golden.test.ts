import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { type AppInterface, serve, type ServerHandle } from 'mortise';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { type Ask, overHttp1, overHttp2, type Send, talk } from './clients.js';
import { golden, HEADERS, rowsOf, seenOf, upgraded } from './golden.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { Sdk } from './sdk.js';
import { tracedApp } from './traced-app.js';

let sdk: Sdk;
const servers: ServerHandle[] = [];
beforeAll(() => {
  sdk = new Sdk();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  sdk.exporter.reset();
});
afterAll(() => sdk.close());

const serverSpans = () =>
  sdk
    .spans()
    .map(seenOf)
    .filter(({ isServer }) => isServer);

/** Without a server: an aborted request has an aborted signal. */
const overFetch =
  (app: AppInterface): Send =>
  async (_url, { path, method = 'GET', body = null, aborted }, headers, waits) => {
    const abort = new AbortController();
    const { signal } = abort;
    const handler = toFetchHandler(app, { onError: () => undefined });
    const request = new Request(`http://a${path}`, { method, headers, body, signal });
    const response = Promise.resolve(handler(request));
    if (aborted === true) {
      await waits();
      // The adapter listens to the signal once it has waited.
      abort.abort();
    }
    await (await response).text().catch(() => '');
  };

describe.each(nodeImplementations)('with %s, each request has one span', (_, factories) => {
  const adapters: [string, (app: AppInterface) => Promise<[Send, string]>][] = [
    ['HTTP/1.1', async (app) => [overHttp1, await served(app, {})]],
    ['HTTP/2', async (app) => [overHttp2, await served(app, { http2: true })]],
    ['fetch', (app) => Promise.resolve([overFetch(app), ''])],
  ];

  it.each(adapters)('over %s', async (__, start) => {
    const waiting: string[] = [];
    const [send, url] = await start(tracedApp(factories, {}, waiting));
    const table = golden.filter(([{ body }]) => send !== overHttp2 || body === undefined);
    for (const [at, [ask]] of table.entries()) await sent(send, url, ask, waiting, at + 1);
    expect(rowsOf(sdk.spans().map(seenOf))).toEqual(table.map(([, row]) => row));
  });

  it('whose connection was taken over, until that ends', async () => {
    const url = await served(tracedApp(factories, {}, []), { upgrades: true });
    await talk(url, HEADERS);
    await waitFor(() => serverSpans().length === 1);
    expect(rowsOf(sdk.spans().map(seenOf))).toEqual([upgraded]);
  });
});

async function served(app: AppInterface, options: object): Promise<string> {
  const server = await serve(app, { port: 0, onError: () => undefined, ...options });
  servers.push(server);
  return server.url;
}

async function sent(
  send: Send,
  url: string,
  ask: Ask,
  waiting: readonly string[],
  spans: number,
): Promise<void> {
  await send(url, ask, HEADERS, () => waitFor(() => waiting.length > 0));
  await waitFor(() => serverSpans().length >= spans);
}
