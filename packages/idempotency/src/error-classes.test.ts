import { describe, expect, it } from '@jest/globals';
import { type IdempotencyCode, IdempotencyError, ReplayedError } from './index.js';

describe('IdempotencyError', () => {
  it.each<[IdempotencyCode, number, string | undefined]>([
    ['IDEMPOTENCY_KEY_MISSING', 400, 'Idempotency-Key is missing'],
    ['IDEMPOTENCY_KEY_INVALID', 400, 'Idempotency-Key is invalid'],
    ['IDEMPOTENCY_BODY_TOO_LARGE', 413, undefined],
    ['IDEMPOTENCY_IN_PROGRESS', 409, 'A request is outstanding for this Idempotency-Key'],
    ['IDEMPOTENCY_OUTCOME_UNKNOWN', 409, 'The outcome for this Idempotency-Key is unknown'],
    ['IDEMPOTENCY_KEY_REUSED', 422, 'Idempotency-Key is already used'],
    ['IDEMPOTENCY_RESPONSE_NOT_KEPT', 500, undefined],
    ['IDEMPOTENCY_BODY_CONSUMED', 500, undefined],
  ])('%s is %i, with the title %s', (code, status, title) => {
    expect(new IdempotencyError(code, null)).toMatchObject({ code, status, title });
  });

  it('says when to try again only while the first request runs', () => {
    const headersOf = (code: IdempotencyCode) => new IdempotencyError(code, null).headers;
    expect(headersOf('IDEMPOTENCY_IN_PROGRESS')).toEqual({ 'Retry-After': '1' });
    expect(headersOf('IDEMPOTENCY_OUTCOME_UNKNOWN')).toEqual({});
  });

  it('names the documentation as type and link of the problem', () => {
    const error = new IdempotencyError('IDEMPOTENCY_IN_PROGRESS', 'https://a.example/keys');
    expect(error.problem).toEqual({ type: 'https://a.example/keys' });
    expect(error.headers).toEqual({
      'Retry-After': '1',
      Link: '<https://a.example/keys>; rel="describedby"; type="text/html"',
    });
  });

  it('does not name it for an error of the server', () => {
    const error = new IdempotencyError('IDEMPOTENCY_RESPONSE_NOT_KEPT', 'https://a.example/keys');
    expect([error.problem, error.headers]).toEqual([{}, {}]);
  });

  it('has a text about the request, which clients can read below 500 only', () => {
    const [client, server] = (
      ['IDEMPOTENCY_BODY_TOO_LARGE', 'IDEMPOTENCY_BODY_CONSUMED'] as const
    ).map((code) => new IdempotencyError(code, null, 'why'));
    expect([client?.message, client?.detail]).toEqual(['why', 'why']);
    expect([server?.message, server?.detail]).toEqual(['why', '']);
  });
});

describe('ReplayedError', () => {
  const facts = { fingerprint: 'f', status: 402, code: null, title: null, detail: '' };

  it('has what the client of the first error got, and the header of a replay', () => {
    const error = new ReplayedError({
      ...facts,
      ...{ code: 'POOR', title: 'No money', detail: 'Add some.', problem: { type: 'a:b' } },
      headers: [
        ['Link', '<a>'],
        ['Retry-After', '7'],
        ['Link', '<b>'],
      ],
    });
    expect(error).toMatchObject({
      ...{ status: 402, code: 'POOR', title: 'No money', detail: 'Add some.' },
      problem: { type: 'a:b' },
      headers: {
        Link: ['<a>', '<b>'],
        'Retry-After': ['7'],
        'Idempotency-Replayed': ['true'],
      },
      message: 'replayed for a repeated Idempotency-Key: Add some.',
    });
  });

  it('has neither a code nor a title that clients get, if the first error had none', () => {
    const error = new ReplayedError({ ...facts, problem: {}, headers: [] });
    expect([error.code, error.title, error.message]).toEqual([
      'HTTP_402',
      undefined,
      'replayed for a repeated Idempotency-Key: 402',
    ]);
  });
});
