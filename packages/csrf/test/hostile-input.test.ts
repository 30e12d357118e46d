import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess, type TestRequest } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { crossOriginProtection, crossOriginRefusal, csrfTokens } from '../src/index.js';
import { isTokenOf } from '../src/csrf-token.js';

const LONG = 'a'.repeat(16_384);

describe('an unsafe request', () => {
  it.each<[string, Record<string, string>]>([
    ['Origin: null', { Origin: 'null' }],
    ['a long Origin', { Origin: `https://${LONG}` }],
    ['two origins', { Origin: 'https://h.test, https://evil.example' }],
    ['an Origin with a user', { Origin: 'https://h.test@evil.example' }],
    ['an Origin with a backslash', { Origin: 'https://evil.example\\@h.test' }],
    ['an Origin that starts like this host', { Origin: 'https://h.test.evil.example' }],
    ['an Origin with another port', { Origin: 'https://h.test:8443' }],
    ['an Origin in capitals', { Origin: 'HTTPS://H.TEST' }],
    ['an Origin of another scheme', { Origin: 'file:///h.test' }],
    ['an unknown Sec-Fetch-Site', { 'Sec-Fetch-Site': 'sideways' }],
    ['a long Sec-Fetch-Site', { 'Sec-Fetch-Site': LONG }],
    ['two of them', { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
    ['Sec-Fetch-Site in capitals', { 'Sec-Fetch-Site': 'Same-Origin' }],
  ])('is refused with %s', async (_, headers) => {
    const app = createApp();
    app.post('/', (_request, response) => text(response, 'done'));
    app.add(crossOriginProtection());
    app.addErrorMiddleware(false, false, false);
    const response = await inProcess(app).post('/', { headers: { Host: 'h.test', ...headers } });
    expect(response.getStatusCode()).toBe(403);
  });

  it.each<[string, TestRequest]>([
    ['a long token', { form: { csrf_name: 'csrf', csrf_value: LONG } }],
    ['a token of several values', { form: { csrf_name: 'csrf', 'csrf_value[]': 'a' } }],
    ['a name of several values', { form: { 'csrf_name[]': 'csrf', csrf_value: 'a' } }],
    ['a name of a prototype', { json: { __proto__: { csrf_name: 'csrf' }, csrf_value: 'a' } }],
    ['JSON that is a list', { json: ['csrf', 'a'] }],
    ['a long header', { headers: { 'X-CSRF-Token': LONG } }],
  ])('is refused with %s', async (_, request) => {
    const app = createApp({ body: {} });
    app.post('/', (_request, response) => text(response, 'done'));
    app.add(csrfTokens());
    app.add(session({ store: memoryStore() }));
    app.addErrorMiddleware(false, false, false);
    expect((await inProcess(app).post('/', request)).getStatusCode()).toBe(403);
  });
});

it('takes time linear in the length of Origin and of the token', async () => {
  const request = factories.createServerRequest('POST', 'https://h.test/');
  for (const end of ['', ':', ':0', '@', '/']) {
    const from = (size: number) =>
      request.withHeader('Origin', `https://${'a-.'.repeat(size)}${end}`);
    const refuse = (sent: typeof request) => crossOriginRefusal(sent, new Set());
    expect([end, (await growth(from, refuse, 8_000)) < 10]).toEqual([end, true]);
  }
  const token = (size: number) => 'A'.repeat(size);
  expect(await growth(token, (sent) => isTokenOf('A'.repeat(43), sent), 30_000)).toBeLessThan(10);
});
