import { expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import {
  bodyConsumed,
  bodyIdle,
  bodyIncomplete,
  bodyTooLarge,
  bodyTooSlow,
} from './body-errors.js';

it.each<[string, number | undefined, string, FetchAdapterError]>([
  ['BODY_TOO_LARGE', 413, 'limit of 7 bytes', bodyTooLarge(7)],
  ['BODY_IDLE_TIMEOUT', 408, 'No request body data arrived for 7 ms.', bodyIdle(7)],
  ['BODY_TIMEOUT', 408, 'did not arrive within 7 ms', bodyIncomplete(7)],
  ['BODY_TOO_SLOW', 408, 'at least 7 bytes per second', bodyTooSlow(7)],
  ['BODY_CONSUMED', undefined, 'can be read only once', bodyConsumed()],
  ['REQUEST_ABORTED', 400, 'The client disconnected.', FetchAdapterError.clientGone()],
  ['RESPONSE_INVALID', 500, 'invalid response: why', FetchAdapterError.responseInvalid('why')],
])('%s is answered with %p, and says: %s', (code, status, text, error) => {
  expect([error.code, error.status, error[HTTP_ERROR]]).toEqual([code, status, true]);
  expect(error.message).toContain(text);
});

it('the errors of a disconnected client and of a response have their cause', () => {
  const cause = new Error('reset');
  expect(FetchAdapterError.clientGone(cause).cause).toBe(cause);
  expect(FetchAdapterError.responseInvalid('why', cause).cause).toBe(cause);
});
