import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

const { get } = requestsOf(factories);
const warnings = notedWarnings();

it('a response that sets a cookie and is public is a warning in development', async () => {
  const warned = async (cacheControl: string, development = true) => {
    const app = createApp({ factories, development });
    app.get('/', (_request, response) => response.withHeader('Set-Cookie', 'a=1'));
    app.add(async (request, handler) =>
      (await handler.handle(request)).withHeader('Cache-Control', cacheControl),
    );
    await app.handle(get('/'));
    return warnings.map(({ code, message }) => [code, message]);
  };
  expect(await warned('max-age=60')).toEqual([]);
  expect(await warned('private, max-age=60')).toEqual([]);
  expect(await warned('public', false)).toEqual([]);
  expect(await warned('s-maxage=60')).toEqual([
    [
      'CACHE_PUBLIC',
      'a response that sets a cookie is sent with "Cache-Control: s-maxage=60", which lets shared caches send it to other users',
    ],
  ]);
});
