/** The handler for AWS Lambda of the guide, called with events as a function URL or an HTTP API (version 2.0) sends them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { createApp, json, withCookie } from 'mortise';
import { root } from '../setup/packages.js';

const guide = readFileSync(join(root, 'docs/guides/bun-deno-workers.md'), 'utf8');
const [, block = ''] = /^## AWS Lambda\n.*?^```js\n(.*?)^```/ms.exec(guide) ?? [];
const program = `${block.replace('export async', 'async')}; return handler;`;

const app = createApp({ body: {} });
app.map(['GET', 'POST'], '/echo', (request, response) => {
  const content = {
    query: request.getQueryParams(),
    cookies: request.getCookieParams(),
    body: request.getParsedBody(),
    client: request.getServerParams().REMOTE_ADDR,
  };
  return withCookie(withCookie(json(response, content), 'a', '1'), 'b', '2');
});
const handler = new Function('app', 'toFetchHandler', program)(app, toFetchHandler);

function event(method, given = {}) {
  return {
    rawPath: '/echo',
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    requestContext: { domainName: 'a.test', http: { method, sourceIp: '192.0.2.1' } },
    ...given,
  };
}

it('passes on query, cookies, body and the address of the client, and returns each cookie apart', async () => {
  const answer = await handler(
    event('POST', {
      rawQueryString: 'q=%C3%A9',
      cookies: ['x=1', 'y=2'],
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"n":1}').toString('base64'),
      isBase64Encoded: true,
    }),
  );
  const { headers, body, ...rest } = answer;
  expect(rest).toEqual({
    statusCode: 200,
    cookies: [expect.stringContaining('a=1'), expect.stringContaining('b=2')],
    isBase64Encoded: true,
  });
  expect(Object.keys(headers)).not.toContain('set-cookie');
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toEqual({
    query: { q: 'é' },
    cookies: { x: '1', y: '2' },
    body: { n: 1 },
    client: '192.0.2.1',
  });
});

it.each(['GET', 'HEAD'])('drops a body of %s, which a Request refuses', async (method) => {
  const answer = await handler(event(method, { body: 'x' }));
  expect([answer.statusCode, answer.body === '']).toEqual([200, method === 'HEAD']);
});

it('passes on a body as text', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await handler(event('POST', { headers, body: 'a=%C3%A9' }));
  expect(JSON.parse(Buffer.from(answer.body, 'base64').toString()).body).toEqual({ a: 'é' });
});
