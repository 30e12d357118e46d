import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import { factories } from '@mortise/message';
import { createApp } from 'mortise';
import { overSocket } from 'mortise/testing';
import { secureHeaders } from '../src/index.js';

const quiet = { error: () => undefined, info: () => undefined };

describe('secureHeaders around an application, over a socket', () => {
  it.each<[string, string, number]>([
    ['GET', '/', 200],
    ['GET', '/none', 404],
    ['PUT', '/', 405],
    ['GET', '/fail', 500],
  ])('has its headers on the response to %s %s, a %d', async (method, path, status) => {
    const app = createApp({ logger: quiet });
    app.get('/', (_request, response) => response);
    app.get('/fail', () => {
      throw new Error('out of paper');
    });
    app.addErrorMiddleware();
    app.add(secureHeaders());
    const client = overSocket(app);
    try {
      const response = await client.request(method, path);
      expect(response.getStatusCode()).toBe(status);
      expect(response.getHeaderLine('Content-Security-Policy')).toMatch(/^default-src 'self';/);
      expect(response.getHeader('X-Content-Type-Options')).toEqual(['nosniff']);
    } finally {
      await client.close();
    }
  });
});

describe('secureHeaders elsewhere', () => {
  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/', (_request, response) => response);
    app.add(singlePass(secureHeaders()));
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect(response.getHeader('X-Frame-Options')).toEqual(['SAMEORIGIN']);
  });

  it('runs in a fetch handler', async () => {
    const app = createApp();
    app.get('/', (_request, response) => response);
    app.add(secureHeaders());
    const { headers } = await toFetchHandler(app, { factories })(new Request('https://a.example/'));
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  });
});
