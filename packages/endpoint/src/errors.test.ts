import { describe, expect, it } from '@jest/globals';
import { EndpointBodyError, EndpointError, InputError } from './index.js';

describe('the errors of an endpoint', () => {
  it.each([
    [
      EndpointBodyError.mediaType('', ['text/plain', 'text/csv']),
      {
        name: 'EndpointBodyError',
        code: 'BODY_MEDIA_TYPE',
        status: 415,
        headers: { Accept: 'text/plain, text/csv' },
        message: 'The request body has no Content-Type; expected text/plain or text/csv.',
      },
    ],
    [
      EndpointBodyError.unreadable(''),
      {
        code: 'BODY_UNREADABLE',
        status: 400,
        message: expect.stringContaining('cannot be read as its type') as unknown,
      },
    ],
    [
      EndpointBodyError.unreadable('text/x'),
      { message: expect.stringContaining('cannot be read as "text/x"') as unknown },
    ],
    [EndpointBodyError.uploadTooLarge('a'), { code: 'UPLOAD_TOO_LARGE', status: 413, headers: {} }],
    [EndpointError.argumentsMissing(), { name: 'EndpointError', code: 'ARGUMENTS_MISSING' }],
    [EndpointError.bodyNotParsed('text/x'), { code: 'BODY_NOT_PARSED' }],
    [
      EndpointError.responseInvalid(200, ['#/a wrong', '#/b wrong']),
      {
        code: 'RESPONSE_INVALID',
        message: 'the response 200 does not match its description: #/a wrong; #/b wrong',
      },
    ],
    [
      EndpointError.responseUndescribed(201, [200, 404]),
      {
        code: 'RESPONSE_UNDESCRIBED',
        message:
          'the response 201 is not described; expected one of 200, 404; add 201 to responses, with null for one without content',
      },
    ],
    [
      EndpointError.responseRepeated(404),
      {
        code: 'RESPONSE_REPEATED',
        message: 'respond(404) was called after a response with content; call respond once',
      },
    ],
    [EndpointError.responseAsync(200), { code: 'RESPONSE_ASYNC' }],
    [EndpointError.uploadFailed('a', 7), { code: 'UPLOAD_FAILED' }],
  ])('name their code, status and reason: %s', (error, members) => {
    expect(error).toMatchObject(members);
  });

  const violation = (length: number) =>
    ({ in: 'query', pointer: '#/a', detail: 'x'.repeat(length) }) as const;

  it('truncate a detail of more than 500 characters, and keep its place', () => {
    const { problem } = new InputError([violation(500), violation(501)]);
    expect(problem.errors).toEqual([
      violation(500),
      { in: 'query', pointer: '#/a', detail: `${'x'.repeat(500)}…` },
    ]);
  });

  it.each([
    [1, 1, 'The request has 1 invalid value.'],
    [100, 100, 'The request has 100 invalid values.'],
    [101, 100, 'The request has 101 invalid values. The first 100 are listed.'],
  ])('list at most 100 violations: %d', (count, listed, message) => {
    const error = new InputError(Array.from({ length: count }, () => violation(1)));
    expect([error.violations.length, error.problem.errors.length]).toEqual([count, listed]);
    expect(error).toMatchObject({
      name: 'InputError',
      code: 'INPUT_INVALID',
      status: 422,
      message,
    });
  });
});
