import { describe, expect, it } from '@jest/globals';
import type { RequestEnd } from '@mortise/http-message';
import { requestOutcome } from './request-outcome.js';

const coded = Object.assign(new Error('no table'), { code: 'ER_NO_TABLE' });
const gone = Object.assign(new Error('gone'), { code: 'REQUEST_ABORTED', status: 400 });
const says500 = Object.assign(new Error('x'), { status: 500 });

describe('requestOutcome', () => {
  it.each<[string, Partial<RequestEnd>, Error | null, number | null, string | null, Error | null]>([
    ['200', { status: 200 }, null, 200, null, null],
    ['499', { status: 499 }, coded, 499, null, null],
    ['500 without an error', { status: 500 }, null, 500, '500', null],
    ['500 for an error', { status: 500 }, coded, 500, 'ER_NO_TABLE', coded],
    ['500 of the adapter', { status: 500, error: coded }, null, 500, 'ER_NO_TABLE', coded],
    ['the later error', { status: 500, error: gone }, coded, 500, 'ER_NO_TABLE', coded],
    ['a refusal that the client cut off', { status: 400, error: gone }, null, 400, null, null],
    ['an aborted success', { status: 399, error: gone }, null, null, 'REQUEST_ABORTED', null],
    ['a body that failed', { status: 200, error: coded }, null, null, 'ER_NO_TABLE', coded],
    [
      'an aborted page of an error',
      { status: 200, error: gone },
      coded,
      null,
      'REQUEST_ABORTED',
      null,
    ],
    ['an error that says 500', { status: 500 }, says500, 500, 'Error', says500],
    ['an object that is not an error', { status: 500, error: { code: 'A' } }, null, 500, 'A', null],
    ['nothing that was sent', {}, null, null, '_OTHER', null],
    ['nothing, for an error', { error: coded }, null, null, 'ER_NO_TABLE', coded],
  ])('describes %s', (_, end, noted, status, errorType, exception) => {
    const full = { status: null, bytes: 0, error: null, ...end };
    expect(requestOutcome(full, noted)).toEqual({ status, errorType, exception });
  });

  it.each<[string, unknown, string]>([
    ['the code', Object.assign(new TypeError('x'), { code: 'A.b-c_1' }), 'A.b-c_1'],
    ['the class without a code', new RangeError('x'), 'RangeError'],
    ['the class, for a code with text of the client', err('user 7'), 'Error'],
    ['the class, for a code that is too long', err('x'.repeat(65)), 'Error'],
    ['the longest code', err('x'.repeat(64)), 'x'.repeat(64)],
    ['the class, for a code with a line break', err('X\n'), 'Error'],
    ['the class, for a code that begins with a digit', err('7up'), 'Error'],
    ['the class, for a code that begins with a line break', err('\nX'), 'Error'],
    ['the class, for a number', err(7), 'Error'],
    ['the status, for a thrown text', 'shelf 9', '500'],
  ])('has %s as the type', (_, error, type) => {
    expect(requestOutcome({ status: 500, error }, null).errorType).toBe(type);
  });
});

function err(code: unknown): Error {
  return Object.assign(new Error('x'), { code });
}
