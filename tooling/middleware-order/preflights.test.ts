import { expect, it } from '@jest/globals';
import { bearerAuth } from '@mortise/auth';
import { cors } from '@mortise/cors';
import { type AppInterface, createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../testing/noted-warnings.js';

const warnings = notedWarnings();
const PREFLIGHT: Readonly<Record<string, string>> = {
  Origin: 'https://page.test',
  'Access-Control-Request-Method': 'GET',
};

const auth = (optional = false) =>
  bearerAuth({ verify: (_request, token) => ({ name: token }), optional });
const ofPage = (methods?: () => []) =>
  cors({
    origins: ['https://page.test'],
    allowHeaders: ['Authorization'],
    ...(methods && { methods }),
  });

/** Sends two requests without credentials, and returns the warnings. */
async function sent(
  build: (app: AppInterface) => void,
  { headers = PREFLIGHT, development = true, method = 'OPTIONS' } = {},
) {
  const app = createApp({ development });
  app.get('/', (_request, response) => response);
  build(app);
  for (let count = 0; count < 2; count++) await inProcess(app).request(method, '/', { headers });
  return warnings.map(({ code, message, detail }) => [code, message, detail]);
}

it('a preflight that reaches authentication before cors is a warning, once', async () => {
  expect(await sent((app) => app.add(ofPage()).add(auth()))).toEqual([
    [
      'PREFLIGHT_REFUSED',
      'bearerAuth() refused a preflight: browsers send it without credentials, so a page from another origin cannot call the application',
      'If the page is yours, write app.add(cors({ ... })) after this layer: the layer added last runs first.',
    ],
  ]);
});

it.each<[string, (app: AppInterface) => void, boolean]>([
  ['that cors answers', (app) => app.add(auth()).add(ofPage()), true],
  ['that cors passes on', (app) => app.add(auth()).add(ofPage(() => [])), true],
  ['without development', (app) => app.add(auth()), false],
  ['that may be anonymous', (app) => app.add(auth(true)), true],
])('a preflight %s is no warning', async (_what, build, development) => {
  expect(await sent(build, { development })).toEqual([]);
});

it.each([
  ['OPTIONS', { Origin: 'https://page.test' }],
  ['OPTIONS', { 'Access-Control-Request-Method': 'GET' }],
  ['GET', PREFLIGHT],
])('%s with %j, which is not a preflight, is no warning', async (method, headers) => {
  expect(await sent((app) => app.add(auth()), { method, headers })).toEqual([]);
});
