/** A request whose target or Host is malformed is a 400 with its line in the log, not an error of the server. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createApp, serve, text } from 'mortise';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { accessLog } from '../src/index.js';

describe.each(implementations)('accessLog, with %s', (_, factories) => {
  it.each<[string, string, string, string]>([
    ['a Host with a space', '/books?key=s3cret', 'a b', '/books?\u2026'],
    ['a Host with a path', '/books', 'a/b', '/books'],
    [
      'a target with a user',
      'http://ada:s3cret@a/books?key=s3cret',
      'a',
      'http://\u2026@a/books?\u2026',
    ],
    ['a target with a fragment', '/books#s3cret', 'a', '/books#\u2026'],
    ['a target with a wrong port', 'http://a:99999/books', 'a', 'http://a:99999/books'],
    ['an asterisk', '*', 'a', '*'],
  ])('logs a request with %s once, without secrets', async (_what, path, host, logged) => {
    const lines: unknown[] = [];
    const errors: unknown[] = [];
    const silent = { error: () => undefined, info: () => undefined };
    const info = (message: string, context: unknown) => void lines.push([message, context]);
    const app = createApp({ factories, logger: silent });
    app.get('/books', (_request, response) => text(response, 'books'));
    app.add(accessLog({ ...silent, info }, { query: true }));
    const server = await serve(app, { port: 0, onError: (error) => void errors.push(error) });
    const sent = request({
      ...{ host: '127.0.0.1', port: server.port, agent: false },
      ...{ path, setHost: false, headers: { Host: host } },
    }).end();
    const [response] = (await waitForEvent('400', once(sent, 'response'))) as [IncomingMessage];
    await response.toArray();
    await server.close();
    expect(response.statusCode).toBe(400);
    expect(lines).toEqual([
      [`GET ${logged} 400`, expect.objectContaining({ path: logged, status: 400 })],
    ]);
    expect(errors).toEqual([]);
  });
});
