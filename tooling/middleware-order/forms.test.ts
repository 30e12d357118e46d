/** The rules of docs/order-of-middleware.md for layers that read what an outer one provides. */
import { CSRF, csrfTokens } from '@mortise/csrf';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { bodyParsing, methodOverride, text } from 'mortise';
import type { TestClient } from 'mortise/testing';
import { added, type Layer, neighbours } from './neighbours.js';

const parsing = added(({ factories }) => bodyParsing({ factories }));
const override = added(() => methodOverride());
const tokens = added(() => csrfTokens());
const routing: Layer = (app) => {
  app.addRoutingMiddleware();
};
const sessions = (store = memoryStore()) =>
  added(() => session({ store, cookie: { secure: false } }));

const deletion = async (client: TestClient) =>
  (await client.post('/note', { form: { _METHOD: 'PUT' } })).getBody().text();

neighbours('methodOverride outside routing changes which route is found', {
  inner: routing,
  outer: override,
  around: [parsing],
  seen: deletion,
  documented: 'saved',
  swapped: 'added',
});

neighbours('body parsing outside methodOverride parses the form that names the method', {
  inner: override,
  outer: parsing,
  seen: deletion,
  documented: 'saved',
  swapped: 'added',
});

const form: Layer = (app) => {
  app.get('/', (request, response) =>
    text(response, request.getAttribute(CSRF)?.getTokenValue() ?? 'no token'),
  );
  app.post('/note', (_request, response) => text(response, 'added'));
};

/** The status of the response to a form that is sent with the token of its page. */
async function sent(client: TestClient): Promise<number> {
  const page = await client.get('/');
  const [Cookie = ''] = page.getHeaderLine('Set-Cookie').split(';');
  const fields = { csrf_name: 'csrf', csrf_value: await page.getBody().text() };
  return (await client.post('/note', { headers: { Cookie }, form: fields })).getStatusCode();
}

neighbours('session outside csrfTokens has the secret of the tokens', {
  inner: tokens,
  outer: sessions(),
  around: [parsing],
  routes: form,
  seen: sent,
  documented: 200,
  swapped: 500,
});

neighbours('body parsing outside csrfTokens parses the form with the token', {
  inner: tokens,
  outer: parsing,
  around: [sessions()],
  routes: form,
  seen: sent,
  documented: 200,
  swapped: 403,
});
