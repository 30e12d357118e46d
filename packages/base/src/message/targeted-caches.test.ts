import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { withCacheMarks } from './index.js';

const warnings = notedWarnings();

it('warns of a header for shared caches alone that it drops', () => {
  process.env['NODE_ENV'] = 'development';
  const request = factories.createServerRequest('GET', '/');
  const response = factories.createResponse().withHeader('X-Accel-Expires', '60');
  const marked = withCacheMarks(response, { vary: ['Cookie'], isPrivate: true }, request);
  expect(marked.hasHeader('X-Accel-Expires')).toBe(false);
  expect(warnings).toMatchObject([{ message: expect.stringContaining('"X-Accel-Expires: 60"') }]);
});
