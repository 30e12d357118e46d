import { beforeEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { SESSION, session } from '@mortise/session';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess, overSocket, type TestClient } from 'mortise/testing';
import { CSRF, csrfTokens } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const USER = 'user';

describe.each(implementations)('csrfTokens with %s', (_, factories) => {
  const layers = (store: StoreInterface) => [csrfTokens(), session({ store })];
  let store: StoreInterface;
  let app: ReturnType<typeof createApp>;
  let withToken: Sent;
  let withoutToken: Sent;

  beforeEach(async () => {
    store = memoryStore();
    app = createApp({ factories });
    app.get('/', (request, response) =>
      text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
    );
    app.post('/', (_request, response) => text(response, 'done'));
    for (const layer of layers(store)) app.add(layer);
    const page = await inProcess(app).get('/');
    const [Cookie = ''] = page.getHeaderLine('Set-Cookie').split(';');
    withToken = { headers: { Cookie, 'X-CSRF-Token': await page.getBody().text() } };
    withoutToken = { headers: { Cookie } };
  });

  const statusesOf = async (client: TestClient) => [
    (await client.post('/', withToken)).getStatusCode(),
    (await client.post('/', withoutToken)).getStatusCode(),
  ];

  it('refuses a request without the token of its session over a socket', async () => {
    const client = overSocket(app);
    try {
      expect(await statusesOf(client)).toEqual([200, 403]);
    } finally {
      await client.close();
    }
  });

  it('does so through variant A', async () => {
    const older = createVariantA({ factories });
    older.post('/', (_request, response) => response.write('done'));
    for (const layer of layers(store)) older.add(layer);
    expect(await statusesOf(inProcess(older))).toEqual([200, 403]);
  });

  describe.each([
    ['variant A', createVariantA({ factories })],
    ['variant B', createApp({ factories })],
  ])('in %s', (_variant, each) => {
    it('keeps the attributes of the request beside its own', async () => {
      let names: readonly string[] = [];
      each.get('/', (request: ServerRequestInterface, response: ResponseInterface) => {
        names = Object.keys(request.getAttributes());
        return response as never;
      });
      each.add(csrfTokens({ attributes: true }));
      const setting: MiddlewareInterface = {
        process: (request, handler) =>
          handler.handle(request.withAttribute('own', 1).withAttribute(USER, 'ada')),
      };
      each.add(setting).add(session({ store }));
      await inProcess(each).get('/');
      const expected = [SESSION, USER, 'own', CSRF, 'csrf_name', 'csrf_value'];
      expect(names).toEqual(expect.arrayContaining(expected));
    });
  });

  it('does so through toFetchHandler', async () => {
    const handle = toFetchHandler(app, { factories });
    const responses = [withToken, withoutToken].map(async ({ headers }) =>
      handle(new Request('https://h.test/', { method: 'POST', headers })),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 403]);
  });
});

interface Sent {
  readonly headers: Record<string, string>;
}
