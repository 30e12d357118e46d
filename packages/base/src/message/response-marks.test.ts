import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { markResponse, withErrorMarks } from './response-marks.js';

it.each([
  ['response', <T>(response: T) => response],
  ['promise of a response', <T>(response: T) => Promise.resolve(response)],
])('the marks of a request are added to the %s of its error', async (_what, given) => {
  const request = factories.createServerRequest('GET', '/');
  markResponse(request, { vary: ['Cookie'], isPrivate: true });
  const marked = await withErrorMarks(request, given(factories.createResponse(404)));
  expect([marked.getHeaderLine('Vary'), marked.getHeaderLine('Cache-Control')]).toEqual([
    'Cookie',
    'private, no-cache',
  ]);
});
