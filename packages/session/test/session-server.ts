/**
 * One of several processes that serve the same sessions. `STORE_URL` names a Redis or PostgreSQL server, and
 * `STORE_PREFIX` keeps the sessions of a test apart. Prints its URL.
 */
import type { AttributeKey } from '@mortise/http-message';
import { createApp, serve, text } from 'mortise';
import { storeAt } from '../../../tooling/testing/store-at.js';
import { SESSION, session } from '../src/index.js';

const COUNT: AttributeKey<number> = 'count';
const { STORE_URL = '', STORE_PREFIX = '' } = process.env;
const { store } = await storeAt(STORE_URL, { table: 'session_race' });

const app = createApp();
app.get('/add/{key}', (request, response, { key }) => {
  const current = request.getAttribute(SESSION);
  current?.update(COUNT, (count) => (count ?? 0) + 1);
  current?.set(`own-${key}`, key);
  return text(response, '');
});
app.get('/show', (request, response) => {
  const current = request.getAttribute(SESSION);
  const own = Array.from({ length: 200 }, (_, at) => current?.get(`own-${at}`)).filter(Boolean);
  return text(response, `${String(current?.get(COUNT))} ${own.length}`);
});
app.get('/logout', (request, response) => {
  request.getAttribute(SESSION)?.destroy();
  return text(response, '');
});
app.add(session({ store, prefix: `${STORE_PREFIX}:` }));

const { url } = await serve(app, { port: 0 });
console.log(url);
