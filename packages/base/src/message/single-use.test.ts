import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { CSP_NONCE_USED, FLASH_SHOWN } from '../keys.js';
import { isSingleUse } from './single-use.js';

it.each([
  ['a nonce', CSP_NONCE_USED],
  ['a flash message', FLASH_SHOWN],
])('a response with %s is for one use', (_content, key) => {
  const request = factories.createServerRequest('GET', '/');
  expect(isSingleUse(request)).toBe(false);
  request.getLifetime().setValue(key, true);
  expect(isSingleUse(request)).toBe(true);
});
