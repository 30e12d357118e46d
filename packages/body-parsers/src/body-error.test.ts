import { expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { BodyError } from './body-error.js';

it.each<[string, number, string, BodyError]>([
  ['BODY_TOO_LARGE', 413, 'limit of 7 bytes', BodyError.tooLarge(7)],
  [
    'BODY_MALFORMED',
    400,
    'The JSON in the request body is invalid: it',
    BodyError.malformed('JSON', 'it'),
  ],
  ['BODY_MALFORMED', 400, 'The Content-Type "a" is invalid', BodyError.mediaType('a')],
  [
    'BODY_MEDIA_TYPE',
    415,
    '"a" is not supported; expected "b".',
    BodyError.wrongMediaType('a', 'b'),
  ],
  [
    'BODY_PART_HEADER',
    400,
    'A part of the form has invalid headers: too long.',
    BodyError.partHeader('too long'),
  ],
  [
    'BODY_PART_TOO_LARGE',
    413,
    'A file in the form exceeds the limit of 7',
    BodyError.partTooLarge('file', 7),
  ],
  ['BODY_TOO_MANY_PARTS', 413, 'the limit of 7 files', BodyError.tooManyParts('files', 7)],
  ['BODY_ENCODING', 415, 'content coding "br"', BodyError.encoding('br')],
  ['BODY_CHARSET', 415, 'charset "utf-7"', BodyError.charset('utf-7')],
])('%s is answered with %d, and says: %s', (code, status, text, error) => {
  expect([error.code, error.status, error[HTTP_ERROR]]).toEqual([code, status, true]);
  expect(error.message).toContain(text);
});

it('a malformed body has its cause', () => {
  const cause = new Error('cut');
  expect(BodyError.malformed('JSON', 'it', cause).cause).toBe(cause);
  expect(BodyError.malformed('JSON', 'it')).not.toHaveProperty('cause');
});

it('a BodyError is recognized by its name, whichever copy of the package created it', () => {
  const other: unknown = { [Symbol.for('@mortise/body-parsers/BodyError')]: true };
  expect([other instanceof BodyError, {} instanceof BodyError]).toEqual([true, false]);
  expect(BodyError.prototype.name).toBe('BodyError');
});
