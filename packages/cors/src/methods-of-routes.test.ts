import { describe, expect, it } from '@jest/globals';
import { createApp } from '@mortise/app';
import { implementations } from '../../../tooling/testing/implementations.js';
import { cors, type CorsOptions } from './index.js';

describe.each(implementations)('the methods that a preflight allows, on %s', (_name, factories) => {
  const origins = ['https://app.example'];
  const DEFAULT = 'GET, HEAD, POST, PUT, PATCH, DELETE';

  async function allowed(path: string, options: Partial<CorsOptions> = {}, basePath = '') {
    const inner = createApp({ factories });
    inner.put('/a', (_request, response) => response);
    inner.add(cors({ origins }));
    const app = createApp({ factories, basePath });
    app.get('/books/{id}', (_request, response) => response);
    app.put('/books/{id}', (_request, response) => response);
    app.any('/any', (_request, response) => response);
    app.mount('/in', inner);
    app.add(cors({ origins, ...options }));
    const preflight = factories
      .createServerRequest('OPTIONS', `http://a.test${path}`)
      .withHeader('Origin', 'https://app.example')
      .withHeader('Access-Control-Request-Method', 'PUT');
    const response = await app.handle(preflight);
    return `${response.getStatusCode()} ${response.getHeaderLine('Access-Control-Allow-Methods')}`;
  }

  it('are those of the routes of the path, in any encoding and below a base path', async () => {
    expect(await allowed('/books/7')).toBe('204 GET, HEAD, PUT');
    expect(await allowed('/b%6Foks/7?x=1')).toBe('204 GET, HEAD, PUT');
    expect(await allowed('/shop/books/7', {}, '/shop')).toBe('204 GET, HEAD, PUT');
  });

  it('are the usual ones if the path has no route, or a mount', async () => {
    expect(await allowed('/any')).toBe(`204 ${DEFAULT}, OPTIONS, QUERY`);
    for (const path of ['/none', '/in/a', '/%']) expect(await allowed(path)).toBe(`204 ${DEFAULT}`);
  });

  it('are those of the option if it is given', async () => {
    expect(await allowed('/books/7', { methods: ['PATCH'] })).toBe('204 PATCH');
  });

  it('are the usual ones without an application', async () => {
    const preflight = factories
      .createServerRequest('OPTIONS', '/books/7')
      .withHeader('Origin', 'https://app.example')
      .withHeader('Access-Control-Request-Method', 'PUT');
    const handle = () => factories.createResponse();
    const response = await cors({ origins }).process(preflight, { handle });
    expect(response.getHeaderLine('Access-Control-Allow-Methods')).toBe(DEFAULT);
  });
});
