import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { trailersBehind } from './trailed-body.js';
import { withTrailers } from './with-trailers.js';

const FORBIDDEN = `age authorization cache-control connection content-encoding content-length content-range
  content-type cookie date expect expires host http2-settings if-match if-modified-since if-none-match if-range
  if-unmodified-since keep-alive location max-forwards pragma proxy-authenticate proxy-authorization
  proxy-connection range retry-after set-cookie te trailer transfer-encoding upgrade vary www-authenticate`;

const value = () => 'x';

describe('withTrailers', () => {
  it.each(FORBIDDEN.split(/\s+/))('refuses %s, in any case', (name) => {
    for (const text of [name, name.toUpperCase()]) {
      expect(() => withTrailers(factories.createResponse(), { [text]: value })).toThrow(
        expect.objectContaining({ code: 'TRAILER_INVALID', status: 500 }),
      );
    }
  });

  it('refuses one name beside others, and says which, without all of it', () => {
    const name = `${'x'.repeat(79)} y`;
    const message = `"${'x'.repeat(79)} …" is not allowed as a trailer; send it as a header`;
    expect(() => withTrailers(factories.createResponse(), { 'X-A': value, [name]: value })).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it.each([['end'], [null], [Promise.resolve('end')]])('refuses the value %p', (given) => {
    expect(() => withTrailers(factories.createResponse(), { 'X-A': given as never })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: 'withTrailers.fields.X-A',
        message: expect.stringContaining("expected a function that returns the value: () => 'end'"),
      }),
    );
  });

  it('returns the response unchanged, with its body in memory, if there are no trailers', () => {
    const given = factories.createResponse().withBody(factories.createStream('x'));
    expect(withTrailers(given, {})).toBe(given);
  });

  it.each(['ETag', 'Server-Timing', 'Content-Digest', 'Link', 'X-A'])('accepts %s', (name) => {
    const fields = { [name]: value };
    const given = factories.createResponse(201).withHeader('X', 'y');
    const response = withTrailers(given, fields);
    expect(trailersBehind(response.getBody())).toBe(fields);
    expect(trailersBehind(given.getBody())).toBeNull();
    expect([response.getStatusCode(), response.getHeaderLine('X')]).toEqual([201, 'y']);
  });
});
