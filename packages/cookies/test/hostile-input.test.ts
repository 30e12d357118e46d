import { describe, expect, it } from '@jest/globals';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { COOKIES, decryptValue, encryptedCookies, signedCookies } from '../src/index.js';
import { verifyValue } from '../src/sealed-value.js';

const keys = ['k'.repeat(32), 'o'.repeat(32)];

describe.each([
  ['signedCookies', signedCookies],
  ['encryptedCookies', encryptedCookies],
])('%s', (_, middleware) => {
  it.each([
    [
      'thousands of cookies',
      Array.from({ length: 4_000 }, (_each, at) => `c${at}=${at}`).join('; '),
    ],
    ['one name thousands of times', 'user=1; '.repeat(2_000)],
    ['a long value', `user=${'A'.repeat(16_384)}`],
    ['a signature, and a long value', `user=${'A'.repeat(64)}.${'x'.repeat(16_384)}`],
    ['a signature alone', `user=${'A'.repeat(64)}.`],
    ['bytes that are not text', 'user=\u00ff\u00fe%00%ff%zz'],
    ['names of prototypes', '__proto__=1; constructor=2; user=3'],
    ['no name', '=x; ; =; user'],
  ])('reads a cookie as absent in a request with %s', async (_name, Cookie) => {
    const app = createApp();
    app.get('/', async (request, response) =>
      text(response, String(await request.getAttribute(COOKIES)?.get('user'))),
    );
    app.add(middleware({ keys }));
    const response = await inProcess(app).get('/', { headers: { Cookie } });
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, 'null']);
  });
});

it.each([
  ['a signed', 'A.', verifyValue],
  ['an encrypted', 'AA', decryptValue],
])('takes time linear in the length to refuse %s value', async (_, middle, open) => {
  const value = (size: number) => `${'A'.repeat(63)}${middle}${'x'.repeat(size)}`;
  expect(await growth(value, (sealed) => open(keys, 'a', sealed), 65_536)).toBeLessThan(10);
});
