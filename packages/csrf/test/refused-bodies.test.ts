import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { flashOf, session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, json, serve, type ServerHandle } from 'mortise';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { CSRF, type CsrfTokenOptions, csrfTokens } from '../src/index.js';

/** What a page says about its request. */
interface Page {
  readonly status: number;
  readonly refused: string | null;
  readonly input: unknown;
  readonly flash: readonly unknown[];
  readonly fields: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, string>>;

const multipart = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** How a client sends fields. */
const bodies: readonly (readonly [string, (fields: Fields) => RequestInit])[] = [
  ['a form', (fields) => ({ body: new URLSearchParams(fields) })],
  ['a multipart form', (fields) => ({ body: multipart(fields) })],
  ['JSON', (fields) => ({ body: JSON.stringify(fields), headers: JSON_TYPE })],
];

/** Where errors become responses. */
const modes: readonly (readonly [string, boolean])[] = [
  ['by default', false],
  ['with addErrorMiddleware()', true],
];

let server: ServerHandle | null = null;
afterEach(() => server?.close());

async function start(
  factories: HttpFactoriesInterface,
  hasErrorMiddleware: boolean,
  options: CsrfTokenOptions,
) {
  const app = createApp({
    factories,
    body: {},
    logger: { error: () => undefined, info: () => undefined },
  });
  app.any('/', (request, response) => {
    const token = request.getAttribute(CSRF);
    const refused = token?.refusal?.code ?? null;
    const shown = flashOf(request).getMessage('note') ?? [];
    if (refused !== null) flashOf(request).addMessage('note', `refused ${request.getMethod()}`);
    const input = request.getParsedBody();
    return json(response, { refused, input, flash: shown, fields: token?.generateToken() });
  });
  app.post('/fails', (request) => {
    flashOf(request).addMessage('note', 'failed');
    sessionOf(request).set('kept', true);
    throw new Error('failed');
  });
  app.add(csrfTokens(options));
  if (hasErrorMiddleware) app.addErrorMiddleware();
  app.add(session({ store: memoryStore(), cookie: { secure: false } }));
  server = await serve(app, { port: 0, onError: () => undefined });
  const { url } = server;
  let cookie = '';
  return async (method: string, path: string, init: RequestInit = {}): Promise<Page> => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    const response = await fetch(url + path, { ...init, method, headers });
    const [line] = response.headers.getSetCookie();
    if (line !== undefined) cookie = line.split(';')[0] ?? '';
    const text = await response.text();
    const page = (text.startsWith('{') ? JSON.parse(text) : {}) as Page;
    return { ...page, status: response.status };
  };
}

describe.each(nodeImplementations)(
  'a request to %s that csrfTokens refuses',
  (_name, factories) => {
    describe.each(modes)('%s', (_mode, hasErrorMiddleware) => {
      describe.each(bodies)('with %s', (_body, send) => {
        it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
          "by %s reaches its handler with onRefused: 'pass', with its input, a token that works and flash messages that are kept",
          async (method) => {
            const ask = await start(factories, hasErrorMiddleware, { onRefused: 'pass' });
            await ask('GET', '/');
            const sent = { title: 'Emma', csrf_name: 'csrf', csrf_value: 'wrong' };
            const refused = await ask(method, '/', send(sent));
            expect(refused).toMatchObject({ status: 200, refused: 'CSRF_TOKEN', flash: [] });
            expect(refused.input).toMatchObject({ title: 'Emma' });
            const accepted = await ask(method, '/', send({ title: 'Emma', ...refused.fields }));
            expect(accepted).toMatchObject({
              ...{ status: 200, refused: null, flash: [`refused ${method}`] },
              input: { title: 'Emma' },
            });
            expect((await ask('GET', '/')).flash).toEqual([]);
          },
        );

        it('has 403, and its page a token for the next one', async () => {
          const ask = await start(factories, hasErrorMiddleware, {});
          const first = await ask('GET', '/');
          const refused = await ask('POST', '/', send({ title: 'Emma' }));
          expect(refused.status).toBe(403);
          const accepted = await ask('POST', '/', send({ title: 'Emma', ...first.fields }));
          expect(accepted).toMatchObject({ status: 200, refused: null, input: { title: 'Emma' } });
        });

        it('keeps the session and the flash message of a handler that fails after it was accepted', async () => {
          const ask = await start(factories, hasErrorMiddleware, { onRefused: 'pass' });
          const { fields } = await ask('GET', '/');
          expect((await ask('POST', '/fails', send({ ...fields }))).status).toBe(500);
          expect((await ask('GET', '/')).flash).toEqual(['failed']);
        });
      });
    });
  },
);
