import { expect, it } from '@jest/globals';
import { withCacheMarks } from '@mortise/base/message';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

const { get } = requestsOf(factories);
const warnings = notedWarnings();

/** The warnings after a request, with a layer that marks the response for one user, and one outside it. */
async function warned(cacheControl: string, development = true) {
  const app = createApp({ factories, development });
  app.get('/', (_request, response) => response);
  app.add(async (request, handler) =>
    withCacheMarks(await handler.handle(request), { vary: ['X-Token'], isPrivate: true }, request),
  );
  app.add(async (request, handler) =>
    (await handler.handle(request)).withHeader('Cache-Control', cacheControl),
  );
  await app.handle(get('/'));
  return warnings.map(({ code, message }) => [code, message]);
}

it('a response for one user that a layer outside makes public is a warning in development', async () => {
  expect(await warned('max-age=60')).toEqual([]);
  expect(await warned('private, max-age=60')).toEqual([]);
  expect(await warned('public', false)).toEqual([]);
  expect(await warned('s-maxage=60')).toEqual([
    [
      'CACHE_PUBLIC',
      'a response that depends on X-Token is sent with "Cache-Control: s-maxage=60", with which shared caches send it to other users',
    ],
  ]);
});
