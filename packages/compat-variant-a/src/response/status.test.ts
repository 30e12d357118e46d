import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import * as status from './status.js';

const all = Array.from({ length: 500 }, (_, index) => index + 100);
const between = (first: number, last: number) =>
  all.filter((code) => code >= first && code <= last);

it.each<[keyof typeof status, readonly number[]]>([
  ['isEmpty', [204, 205, 304]],
  ['isInformational', between(100, 199)],
  ['isOk', [200]],
  ['isSuccessful', between(200, 299)],
  ['isRedirect', [301, 302, 303, 307, 308]],
  ['isRedirection', between(300, 399)],
  ['isForbidden', [403]],
  ['isNotFound', [404]],
  ['isBadRequest', [400]],
  ['isClientError', between(400, 499)],
  ['isServerError', between(500, 599)],
])('%s is true for its statuses only, of all from 100 to 599', (question, expected) => {
  expect(all.filter((code) => status[question](factories.createResponse(code)))).toEqual(expected);
});
