import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { cors } from './index.js';

const APP = 'https://app.example';

describe.each(implementations)('the layer of cors with %s', (_, factories) => {
  it('is listed under its name, and neither catches nor reads errors', () => {
    const middleware = cors({ factories, origins: '*' });
    expect(middleware.name).toBe('cors');
  });

  it('adds the headers to an asynchronous response', async () => {
    const middleware = cors({ factories, origins: [APP] });
    const request = factories.createServerRequest('GET', '/').withHeader('Origin', APP);
    const response = await middleware.process(request, {
      handle: () => Promise.resolve(factories.createResponse(500)),
    });
    expect(response.getHeaderLine('Access-Control-Allow-Origin')).toBe(APP);
  });

  it('serves several requests, and the same request twice', () => {
    const middleware = cors({ factories, origins: [APP, 'https://b.example'] });
    const handler = { handle: () => factories.createResponse() };
    const origins = [APP, 'https://b.example', APP].map((origin) => {
      const request = factories.createServerRequest('GET', '/').withHeader('Origin', origin);
      const response = middleware.process(request, handler) as ResponseInterface;
      return response.getHeaderLine('Access-Control-Allow-Origin');
    });
    expect(origins).toEqual([APP, 'https://b.example', APP]);
  });
});
