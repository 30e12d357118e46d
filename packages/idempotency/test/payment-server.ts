/**
 * One of several processes that serve the same payments. `STORE_URL` names a Redis or PostgreSQL server, and
 * `STORE_PREFIX` keeps the keys of a test apart. Prints its URL.
 */
import { createApp, json, type ResponseInterface, serve, text } from 'mortise';
import { storeAt } from '../../../tooling/testing/store-at.js';
import { idempotency } from '../src/index.js';

const { STORE_URL = '', STORE_PREFIX = '', CRASHES } = process.env;
const { store } = await storeAt(STORE_URL, { table: 'idempotency_test' });
const RUNS = `${STORE_PREFIX}:runs`;

const app = createApp();
const { factories } = app;
const options = { store, factories, scope: () => 'ada', prefix: `${STORE_PREFIX}:`, claimTtl: 900 };
app
  .group('', (shop) => {
    shop.post('/pay', async (_request, response) => {
      const { value } = await store.increment(RUNS, 1, 60_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return json(response.withStatus(201), { run: value });
    });
    shop.post('/crash', crash);
  })
  .add(idempotency(options));
app.post('/crash-and-rerun', crash).add(idempotency({ ...options, onLost: 'rerun' }));
app.get('/runs', async (_request, response) =>
  text(response, String((await store.increment(RUNS, 0, 60_000)).value)),
);

/** Ends the process while it runs, with `CRASHES`. */
function crash(_request: unknown, response: ResponseInterface): ResponseInterface {
  if (CRASHES !== undefined) process.kill(process.pid, 'SIGKILL');
  return text(response, 'ran again');
}

const { url } = await serve(app, { port: 0 });
console.log(url);
