import { afterEach, describe, expect, it } from '@jest/globals';
import createError from 'http-errors';
import { createApp, httpError, type ResponseInterface } from './index.js';
import { overSocket, type TestClient } from './testing/index.js';

let client: TestClient | null = null;
afterEach(() => client?.close());

const PROBLEM = { Accept: 'application/problem+json' };

describe('an error over a socket', () => {
  it('of http-errors decides the status, and shows its text below 500 alone', async () => {
    expect(await problemOf(createError(404, 'There is no such user.'))).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'There is no such user.',
    });
    const hidden = await thrown(createError(503, 'db-3.internal is down'));
    expect(hidden.getStatusCode()).toBe(503);
    expect(await hidden.getBody().text()).not.toContain('db-3');
  });

  it('with a statusCode alone decides the status, and shows the phrase alone', async () => {
    const error = Object.assign(new Error('/srv/private/file'), { statusCode: 416 });
    expect(await problemOf(error)).toEqual({ title: 'Range Not Satisfiable', status: 416 });
  });

  it('of an upstream server hands out neither its cookies nor its framing', async () => {
    const headers = {
      'set-cookie': ['session=upstream'],
      'content-length': '3',
      'transfer-encoding': 'chunked',
      connection: 'upgrade',
      'content-encoding': 'gzip',
      'retry-after': 7,
    };
    const error = Object.assign(new Error('x'), { status: 503, headers });
    const response = await thrown(error);
    const names = Object.keys(response.getHeaders()).map((name) => name.toLowerCase());
    expect(names).not.toEqual(expect.arrayContaining(['set-cookie']));
    expect(names).not.toEqual(expect.arrayContaining(['content-encoding']));
    expect(names).not.toEqual(expect.arrayContaining(['transfer-encoding']));
    expect(response.getHeaderLine('Retry-After')).toBe('7');
    expect(response.getHeaderLine('Connection')).not.toBe('upgrade');
    expect(response.getHeaderLine('Content-Length')).not.toBe('3');
  });

  it('that replaces a response carries nothing of that response', async () => {
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.get('/', (_request, response) => response.withHeader('Cache-Control', 'public'));
    app.add(async (request, handler) => {
      await handler.handle(request);
      throw httpError(416, '', { headers: { 'Content-Range': 'bytes */9' } });
    });
    client = overSocket(app);
    const response = await client.get('/');
    expect(response.getHeaderLine('Content-Range')).toBe('bytes */9');
    expect(response.hasHeader('Cache-Control')).toBe(false);
  });

  it.each([404, 500])('of httpError shows its detail at status %d', async (status) => {
    expect(await problemOf(httpError(status, 'Shelf 7 is empty.'))).toMatchObject({
      status,
      detail: 'Shelf 7 is empty.',
    });
  });
});

async function problemOf(error: unknown): Promise<unknown> {
  const response = await thrown(error);
  return JSON.parse(await response.getBody().text());
}

async function thrown(error: unknown): Promise<ResponseInterface> {
  await client?.close();
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/', () => {
    throw error;
  });
  client = overSocket(app);
  return client.get('/', { headers: PROBLEM });
}
