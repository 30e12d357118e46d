import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { withCacheMarks } from './index.js';

const warnings = notedWarnings();

it('warns once, in development, of a response to one user that was public', () => {
  const request = factories.createServerRequest('GET', '/');
  const mark = (environment: string, given: string) => {
    process.env['NODE_ENV'] = environment;
    const response = factories.createResponse().withHeader('Cache-Control', given);
    const marks = { vary: ['Cookie'], isPrivate: true };
    return withCacheMarks(response, marks, request).getHeaderLine('Cache-Control');
  };
  const shared = 'public, max-age=60';
  expect(mark('production', shared)).toBe('private, max-age=60');
  expect(mark('development', 'max-age=60')).toBe('private, max-age=60');
  expect(warnings).toEqual([]);
  mark('development', shared);
  mark('development', shared);
  expect(warnings).toEqual([
    {
      message:
        'a response that depends on Cookie had "Cache-Control: public, max-age=60", which lets shared caches send it to other users: "private, max-age=60" is sent instead',
      type: 'MortiseWarning',
      code: 'CACHE_PUBLIC',
      detail:
        'Set "private" for such responses; add httpCache({ type: "public" }) outside sessions and authentication.',
    },
  ]);
});
