import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppOptions, createApp, json, type RouteHandler } from '../index.js';

describe.each(implementations)('a handler that assigns a status, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  async function statusAndLog(handler: RouteHandler, options: Partial<AppOptions> = {}) {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger, ...options });
    app.get('/books', handler);
    const response = await app.handle(get('/books'));
    return { status: response.getStatusCode(), text: String(lines[0]?.[1]) };
  }

  it.each<[string, RouteHandler]>([
    ['and returns the response', (_request, response) => assign(response, 'statusCode')],
    [
      'and returns a copy of it',
      (_request, response) => json(assign(response, 'statusCode'), { id: 7 }),
    ],
    ['as Koa does', (_request, response) => assign(response, 'status')],
    [
      'and returns a promise',
      (_request, response) => Promise.resolve(assign(response, 'statusCode')),
    ],
  ])('%s fails, and says what to write', async (_what, handler) => {
    const { status, text } = await statusAndLog(handler);
    expect(status).toBe(500);
    expect(text).toMatch(/route GET \/books assigned 404 to response\.status/);
    expect(text).toContain('return response.withStatus(404)');
  });

  it('is not checked with development: false', async () => {
    const handler: RouteHandler = (_request, response) => assign(response, 'statusCode');
    expect((await statusAndLog(handler, { development: false })).status).toBe(200);
  });

  it('does not fail if the value is the status that is sent, as in messages that keep it there', async () => {
    const handler: RouteHandler = (_request, response) => assign(response, 'statusCode', 200);
    expect((await statusAndLog(handler)).status).toBe(200);
  });
});

function assign(response: ResponseInterface, member: string, status = 404): ResponseInterface {
  return Object.assign(response, { [member]: status });
}
