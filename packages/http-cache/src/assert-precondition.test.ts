import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { assertPrecondition, type CurrentState, PreconditionError } from './index.js';

type Headers = Readonly<Record<string, string>>;

describe.each(implementations)('assertPrecondition with %s', (_, factories) => {
  const refusal = (
    headers: Headers,
    current: CurrentState | null,
    required = false,
    method = 'PUT',
  ) => {
    let request = factories.createServerRequest(method, '/');
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    return errorOf(() => {
      assertPrecondition(request, current, { required });
    });
  };
  const FINE = 'nothing was thrown';

  it('passes a change of a resource that is in the expected state', () => {
    expect(refusal({ 'If-Match': '"7"' }, { etag: '"7"' })).toBe(FINE);
    expect(refusal({}, { etag: '"7"' })).toBe(FINE);
    expect(refusal({ 'If-None-Match': '*' }, null)).toBe(FINE);
  });

  it.each<[string, Headers, CurrentState | null]>([
    ['has another tag', { 'If-Match': '"6"' }, { etag: '"7"' }],
    ['has a weak tag alone', { 'If-Match': 'W/"7"' }, { etag: 'W/"7"' }],
    ['is gone', { 'If-Match': '*' }, null],
    ['exists already', { 'If-None-Match': '*' }, { etag: '"7"' }],
    ['exists already, without a tag', { 'If-None-Match': '*' }, {}],
    [
      'was changed since',
      { 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' },
      { lastModified: new Date(784111778000) },
    ],
  ])('refuses with 412 if the resource %s', (_name, headers, current) => {
    const error = refusal(headers, current);
    expect(error).toBeInstanceOf(PreconditionError);
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
  });

  it.each(['OPTIONS', 'TRACE', 'CONNECT'])('passes %s, which has no preconditions', (method) => {
    for (const headers of [{}, { 'If-Match': '"8"' }, { 'If-None-Match': '*' }]) {
      expect(refusal(headers, { etag: '"7"' }, true, method)).toBe(FINE);
    }
  });

  it.each<Headers>([{}, { 'If-Modified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' }])(
    'refuses %j with 428 if a precondition is required',
    (headers) => {
      expect(refusal(headers, { etag: '"7"' }, true)).toMatchObject({
        code: 'PRECONDITION_REQUIRED',
        status: 428,
      });
    },
  );

  it.each<Headers>([
    { 'If-Match': '"7"' },
    { 'If-Match': '*' },
    { 'If-Unmodified-Since': 'Sat, 06 Nov 2094 08:49:37 GMT' },
    { 'If-Unmodified-Since': 'Sun Nov  6 08:49:37 1994' },
    { 'If-Unmodified-Since': 'Sunday, 06-Nov-94 08:49:37 GMT' },
    { 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT', 'If-None-Match': '"6"' },
  ])('accepts %j as the required precondition', (headers) => {
    expect(refusal(headers, { etag: '"7"', lastModified: new Date(0) }, true)).toBe(FINE);
  });

  const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
  it.each<[string, Headers, CurrentState | null]>([
    ...[
      '2094-11-06T08:49:37Z',
      'Mon, 06 Nov 1994 08:49:37 GMT',
      'Sun, 6 Nov 1994 08:49:37 GMT',
      'Monday, 06-Nov-94 08:49:37 GMT',
      'soon',
    ].map((date): [string, Headers, CurrentState] => [
      'an unreadable date',
      { 'If-Unmodified-Since': date },
      { lastModified: new Date(0) },
    ]),
    ['a date for a resource without one', { 'If-Unmodified-Since': DATE }, { etag: '"7"' }],
    ['a date for no resource', { 'If-Unmodified-Since': DATE }, null],
    ['a tag that it must not have', { 'If-None-Match': '"6"' }, { etag: '"7"' }],
    ['tags for no resource', { 'If-None-Match': '"6", W/"7"' }, null],
    ['a malformed list of such tags', { 'If-None-Match': '*, "7"' }, { etag: '"7"' }],
  ])(
    'does not accept what cannot fail, %s in %j, as the required precondition',
    (_name, headers, current) => {
      expect(refusal(headers, current, true)).toMatchObject({ code: 'PRECONDITION_REQUIRED' });
      expect(refusal(headers, current)).toBe(FINE);
    },
  );

  it.each([
    '"7"x',
    '"7" "8"',
    '"8" "7"',
    '"7", 8',
    '7',
    '"7", W/',
    '*, "7"',
    '"7',
    '"7",*',
    '',
    ' ',
  ])('refuses the malformed If-Match %j with 412, required or not', (list) => {
    for (const required of [false, true]) {
      const refused = refusal({ 'If-Match': list }, { etag: '"7"' }, required);
      expect(refused).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    }
  });

  it.each([
    'Fri, 01 May 2020 00:00:00 GMT',
    'Friday, 01-May-20 00:00:00 GMT',
    'Fri May  1 00:00:00 2020',
  ])('refuses a change of what was changed after %s with 412', (date) => {
    const current = { lastModified: new Date('2020-06-01') };
    expect(refusal({ 'If-Unmodified-Since': date }, current, true)).toMatchObject({ status: 412 });
  });

  it('requires no precondition unless it is told to', () => {
    const request = factories.createServerRequest('PUT', '/');
    const refused = [undefined, {}, { required: true }].map((options) =>
      errorOf(() => {
        assertPrecondition(request, { etag: '"7"' }, options);
      }),
    );
    expect(refused).toEqual([FINE, FINE, expect.any(PreconditionError)]);
  });

  it('says to the client what to do', () => {
    expect(refusal({ 'If-Match': '"6"' }, { etag: '"7"' })).toHaveProperty(
      'message',
      'The resource is not in the expected state. Fetch it again, then repeat the request.',
    );
    expect(refusal({}, null, true)).toHaveProperty(
      'message',
      'The request has no precondition. Send If-Match with the entity tag of the resource.',
    );
  });

  it.each(['7', '', '"7', '7"', 'w/"7"', '"a b"', '"a"b"'])(
    'throws for a tag of the application that is not an entity tag: %j',
    (etag) => {
      expect(refusal({}, { etag })).toMatchObject({ code: 'OPTION_INVALID', option: 'etag' });
    },
  );

  it("leaves a GET that matches the client's copy to httpCache", () => {
    const request = factories.createServerRequest('GET', '/').withHeader('If-None-Match', '"7"');
    expect(
      errorOf(() => {
        assertPrecondition(request, { etag: '"7"' });
      }),
    ).toBe(FINE);
  });
});
