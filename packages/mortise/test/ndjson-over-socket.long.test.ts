import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { factories as plainFactories } from '@mortise/message-plain/node';
import { createApp, factories, ndjson, serve, type ServerHandle } from '../src/index.js';

const ROWS = 2000;
const servers: ServerHandle[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe.each([
  ['message', factories],
  ['message-plain', plainFactories],
])('ndjson over a socket with %s', (_, used) => {
  it(`sends ${ROWS} rows, and makes no more than a client that waits can receive`, async () => {
    let made = 0;
    let ended = (): void => undefined;
    const hasEnded = new Promise<void>((resolve) => (ended = resolve));
    const app = createApp({ factories: used });
    app.get('/', (request, response) => {
      async function* rows() {
        try {
          for (made = 0; made < ROWS; made++) {
            yield await Promise.resolve({ id: made, text: 'x'.repeat(10_000) });
          }
        } finally {
          ended();
        }
      }
      return ndjson(request, response, rows());
    });
    const server = await serve(app, { port: 0 });
    servers.push(server);

    const [waiting] = (await once(get(server.url), 'response')) as [IncomingMessage];
    waiting.destroy();
    await hasEnded;
    expect(made).toBeLessThan(ROWS);

    const lines = (await (await fetch(server.url)).text()).split('\n');
    expect(lines).toHaveLength(ROWS + 1);
    expect(JSON.parse(lines[ROWS - 1] as string)).toMatchObject({ id: ROWS - 1 });
  });
});
