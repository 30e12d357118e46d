import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { type AppInterface, createApp, type MiddlewareFunction, underPath } from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)('a preflight, on %s,', (_name, factories) => {
  const pass: MiddlewareFunction = (request, handler) => handler.handle(request);
  const cors = { name: 'cors', process: pass };

  async function warned(define: (app: AppInterface) => void, development = true) {
    const app = createApp({ factories, development });
    app.get('/other', (_request, response) => response);
    define(app);
    for (const path of ['/in/a', '/other']) {
      const preflight = factories
        .createServerRequest('OPTIONS', `http://a.test${path}`)
        .withHeader('Origin', 'https://b.test')
        .withHeader('Access-Control-Request-Method', path === '/other' ? 'GET' : 'PUT');
      await app.handle(preflight);
      await app.handle(preflight);
    }
    return warnings.map(({ code, message }) => `${code}: ${message}`);
  }

  it.each<[string, (app: AppInterface) => void]>([
    [
      'group /in',
      (app) =>
        app
          .group('/in', (group) => {
            group.put('/a', (_request, response) => response);
          })
          .add(cors),
    ],
    [
      'route PUT /in/a',
      (app) => app.put('/in/a', (_request, response) => response, { layers: [cors] }),
    ],
  ])('that cannot reach the cors layer of %s is a warning once', async (place, define) => {
    expect(await warned(define)).toEqual([
      `PREFLIGHT_MISSED: a preflight for PUT /in/a could not reach middleware "cors" of ${place}`,
    ]);
    expect(warnings[0]?.detail).toContain('Write app.add(cors({ ... }))');
  });

  it('is no warning for layers of the application, a mount, or outside development', async () => {
    const route = (app: AppInterface) => app.put('/in/a', (_request, response) => response);
    const inner = createApp({ factories });
    inner.put('/a', (_request, response) => response);
    expect(await warned((app) => void [route(app), app.add(cors)])).toEqual([]);
    expect(await warned((app) => void [route(app), app.add(underPath('/in', cors))])).toEqual([]);
    expect(await warned((app) => app.mount('/in', inner, { layers: [cors] }))).toEqual([]);
    expect(await warned((app) => route(app).add(cors), false)).toEqual([]);
  });
});
