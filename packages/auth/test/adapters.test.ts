import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type {
  AttributeKey,
  HttpFactoriesInterface,
  ResponseInterface,
} from '@mortise/http-message';
import { describe as documented, openApiDocument } from '@mortise/openapi';
import { createApp, text } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { anyOf, basicAuth, bearerAuth, requireScope, userOf } from '../src/index.js';
import { jwtAuth } from '../src/jwt/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { AUDIENCE, hmac, ISSUER, NOW, SECRET } from './tokens.js';

const NAME: AttributeKey<string> = 'app.name';
const layer = () =>
  anyOf(
    basicAuth({
      ...{ realm: 'Staff', user: NAME },
      verify: (_request, { username, password }) => password === 'sesame' && username,
    }),
    jwtAuth({
      ...{ keys: [SECRET], algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, user: NAME },
      now: () => NOW,
      verify: (_request, { sub }) => sub,
    }),
  );
const BASIC = `Basic ${Buffer.from('\u00e9va:sesame').toString('base64')}`;
const CHALLENGES = 'Basic realm="Staff", charset="UTF-8", Bearer realm="api"';

describe.each(implementations)('authentication with %s', (_, factories) => {
  it('works over a socket', async () => {
    const client = overSocket(appWith(factories));
    const send = async (headers: Record<string, string | string[]>) =>
      summary(await client.get('/', { headers }));
    const seen = [
      await send({}),
      await send({ Authorization: BASIC }),
      await send({ Authorization: `Bearer ${await hmac()}` }),
      await send({ Authorization: [BASIC, BASIC] }),
    ];
    await client.close();
    expect(seen).toEqual([
      [401, CHALLENGES, 'Accept, Authorization'],
      [200, '\u00e9va', 'Authorization'],
      [200, 'ada', 'Authorization'],
      [400, 'Basic realm="Staff", charset="UTF-8", Bearer realm="api"', 'Accept, Authorization'],
    ]);
  });

  it('works through toFetchHandler', async () => {
    const handle = toFetchHandler(appWith(factories), { factories });
    const send = async (headers: Record<string, string> | Headers) => {
      const response = await handle(new Request('https://h.test/', { headers }));
      return [response.status, response.headers.get('WWW-Authenticate')];
    };
    expect(await send({})).toEqual([401, CHALLENGES]);
    expect(await send({ Authorization: BASIC })).toEqual([200, null]);
    const two = new Headers([
      ['Authorization', BASIC],
      ['Authorization', BASIC],
    ]);
    expect(await send(two)).toEqual([400, CHALLENGES]);
  });

  it('works in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/', (request, response) => response.write(userOf(request, NAME)));
    app.add(layer());
    const client = inProcess(app);
    const headers = { Authorization: BASIC };
    expect([
      (await client.get('/')).getStatusCode(),
      await (await client.get('/', { headers })).getBody().text(),
    ]).toEqual([401, '\u00e9va']);
  });

  it('sends each challenge in its own line', async () => {
    const response = await inProcess(appWith(factories)).get('/');
    expect(response.getHeader('WWW-Authenticate')).toEqual([
      'Basic realm="Staff", charset="UTF-8"',
      'Bearer realm="api"',
    ]);
  });

  it('renders a refusal as a problem with its code', async () => {
    const headers = { Accept: 'application/problem+json', Authorization: 'Bearer a' };
    const response = await inProcess(appWith(factories)).get('/', { headers });
    expect(JSON.parse(await response.getBody().text())).toEqual({
      ...{ title: 'Unauthorized', status: 401, code: 'CREDENTIALS_INVALID' },
      detail: 'The credentials are invalid or have expired.',
    });
  });

  it('guards the routes of a group, and those outside it not', async () => {
    const app = createApp({ factories });
    app.get('/open', (_request, response) => text(response, 'open'));
    app
      .group('', (group) => {
        group.get('/closed', (_request, response) => text(response, 'closed'));
      })
      .add(layer());
    const client = inProcess(app);
    const statuses = ['/open', '/closed', '/none'].map(async (path) =>
      (await client.get(path)).getStatusCode(),
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 404]);
  });
});

it('describes security and 401 of its layers for OpenAPI, and 403 of requireScope', () => {
  const app = createApp();
  const get = (path: string) =>
    app.get(
      path,
      documented((_request: unknown, response: ResponseInterface) => response, {}),
    );
  get('/any').add(requireScope('books:read', 'books:write')).add(layer());
  get('/optional').add(bearerAuth({ verify: () => null, optional: true }));
  get('/own').add(documented(layer(), { responses: { 401: 'Log in.' } }));
  const { components, paths } = openApiDocument(app, { info: { title: 'A', version: '1' } });
  expect(components.securitySchemes).toEqual({
    basic: { type: 'http', scheme: 'basic' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    bearer: { type: 'http', scheme: 'bearer' },
  });
  const missing = { description: 'The credentials are missing or invalid.' };
  expect(paths).toMatchObject({
    '/any': {
      get: {
        security: [{ basic: [] }, { jwt: [] }],
        responses: {
          401: missing,
          403: { description: 'The credentials need the scope books:read books:write.' },
        },
      },
    },
    '/optional': { get: { security: [{ bearer: [] }, {}], responses: { 401: missing } } },
    '/own': { get: { responses: { 401: { description: 'Log in.' } } } },
  });
});

function appWith(factories: HttpFactoriesInterface) {
  const app = createApp({ factories });
  app.get('/', (request, response) => text(response, userOf(request, NAME)));
  app.add(layer());
  return app;
}

async function summary(response: ResponseInterface) {
  const challenges = response.getHeaderLine('WWW-Authenticate');
  const body = challenges === '' ? await response.getBody().text() : challenges;
  return [response.getStatusCode(), body, response.getHeaderLine('Vary')];
}
