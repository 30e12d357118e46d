/** One of several processes that count together. `STORE_URL` names a Redis or PostgreSQL server. Prints its URL. */
import { createApp, serve, text } from 'mortise';
import { storeAt } from '../../../tooling/testing/store-at.js';
import { rateLimit } from '../src/index.js';

const { STORE_URL = '', STORE_PREFIX = '' } = process.env;
const { store } = await storeAt(STORE_URL, { table: 'rate_limit_test' });

const app = createApp();
app.get('/', (_request, response) => text(response, ''));
// One window of a year: no test meets its border.
const policies = [{ name: 'exact', limit: 100, window: 31_536_000, kind: 'fixed' as const }];
app.add(rateLimit({ store, policies, prefix: `${STORE_PREFIX}:`, whenDown: 'refuse' }));

const { url } = await serve(app, { port: 0 });
console.log(url);
