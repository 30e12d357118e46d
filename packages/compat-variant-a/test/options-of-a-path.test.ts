import { describe, expect, it } from '@jest/globals';
import { createApp } from '../src/index.js';
import { factories } from '@mortise/message';
import { inProcess } from 'mortise/testing';

describe('OPTIONS of a path that has routes for other methods', () => {
  const client = () => {
    const app = createApp({ factories });
    app.get('/books', (_request, response) => response);
    app.post('/books', (_request, response) => response);
    app.add(async (request, response, next) =>
      (await next(request, response)).withHeader('Access-Control-Allow-Origin', '*'),
    );
    return inProcess(app);
  };

  it.each(['application/json', 'text/html', 'application/problem+json', 'image/png', ''])(
    'is 200 with the methods as text, as in Slim 3, for Accept: %s',
    async (Accept) => {
      const response = await client().request('OPTIONS', '/books', { headers: { Accept } });
      expect([
        response.getStatusCode(),
        response.getHeaderLine('Allow'),
        response.getHeaderLine('Content-Type'),
        await response.getBody().text(),
      ]).toEqual([200, 'GET, POST', 'text/plain', 'Allowed methods: GET, POST']);
    },
  );

  it('passes the middleware that adds headers for CORS', async () => {
    const response = await client().request('OPTIONS', '/books', {
      headers: { Origin: 'https://a.test', 'Access-Control-Request-Method': 'POST' },
    });
    expect([
      response.getStatusCode(),
      response.getHeaderLine('Access-Control-Allow-Origin'),
    ]).toEqual([200, '*']);
  });

  it('is 404 for an unknown path, and 405 for another method', async () => {
    expect((await client().request('OPTIONS', '/none')).getStatusCode()).toBe(404);
    expect((await client().delete('/books')).getStatusCode()).toBe(405);
  });
});
