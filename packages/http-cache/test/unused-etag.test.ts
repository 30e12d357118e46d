import { expect, it } from '@jest/globals';
import { type AppInterface, createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { etag, httpCache } from '../src/index.js';

const warnings = notedWarnings();

/** Repeats a request twice with the tag of its response, and returns the statuses and the warnings. */
async function repeated(
  build: (app: AppInterface) => void,
  { development = true, tag = null as string | null, method = 'GET' } = {},
) {
  const app = createApp({ development });
  app.get('/', (_request, response) => json(response, { title: 'Emma' }));
  app.post('/', (_request, response) => json(response, { title: 'Emma' }));
  build(app);
  const first = await inProcess(app).get('/');
  const headers = { 'If-None-Match': tag ?? first.getHeaderLine('ETag') };
  const statuses = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await inProcess(app).request(method, '/', { headers })).getStatusCode());
  return [...statuses, ...warnings.map(({ code, message, detail }) => [code, message, detail])];
}

const later = async (...[request, handler]: Parameters<ReturnType<typeof etag>['process']>) =>
  handler.handle(request);

it.each<[string, (app: AppInterface) => void]>([
  ['without httpCache', (app) => app.add(etag())],
  ['outside httpCache', (app) => app.add(httpCache()).add(etag())],
  ['around an asynchronous layer', (app) => app.add(later).add(etag())],
])('etag %s, where no tag leads to a 304, warns once', async (_where, build) => {
  expect(await repeated(build)).toEqual([
    200,
    200,
    [
      'ETAG_UNUSED',
      'the client already has the response, by its ETag, but no httpCache() outside etag() responds with 304',
      'Write app.add(etag()), and after it app.add(httpCache()): the layer added last runs first.',
    ],
  ]);
});

it('etag inside httpCache leads to a 304, without a warning', async () => {
  expect(await repeated((app) => app.add(etag()).add(httpCache()))).toEqual([304, 304]);
});

it.each([{ tag: '"other"' }, { development: false }, { method: 'POST' }])(
  'etag is silent for %j',
  async (given) => {
    expect(await repeated((app) => app.add(etag()), given)).toEqual([200, 200]);
  },
);
