import { describe, expect, it } from '@jest/globals';
import { endpoint } from '@mortise/endpoint';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { info } from '../test/documented.js';
import { openApiHandler } from './index.js';

const warnings = notedWarnings();
const EMPTY = [
  'OPENAPI_EMPTY',
  'the OpenAPI document has no paths, because the application has no described route',
  'Describe routes with endpoint(), and pass the application that has them: mounted applications are not included.',
];

describe('openApiHandler', () => {
  /** Requests the document of an application twice, and returns the warnings. */
  async function requested(app: ReturnType<typeof createApp>) {
    app.get('/openapi.json', openApiHandler(app, { info }));
    for (let count = 0; count < 2; count++) {
      const response = await inProcess(app).get('/openapi.json');
      expect(response.getStatusCode()).toBe(200);
    }
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }
  const described = () => endpoint({ responses: { 204: null } }, (_, respond) => respond(204));

  it('warns once in development if no route is described', async () => {
    const app = createApp();
    app.get('/plain', (_request, response) => response);
    expect(await requested(app)).toEqual([EMPTY]);
  });

  it('warns if only a mounted application has described routes', async () => {
    const inner = createApp();
    inner.get('/a', described());
    const outer = createApp();
    outer.mount('/api', inner);
    expect(await requested(outer)).toEqual([EMPTY]);
  });

  it('does not warn if a route is described', async () => {
    const app = createApp();
    app.get('/a', described());
    expect(await requested(app)).toEqual([]);
  });

  it('does not warn without development', async () => {
    expect(await requested(createApp({ development: false }))).toEqual([]);
  });
});
