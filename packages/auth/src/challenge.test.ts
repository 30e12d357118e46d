import { describe, expect, it } from '@jest/globals';
import { basicChallenge, bearerChallenge } from './index.js';

describe('basicChallenge', () => {
  it('names the realm and the charset, as RFC 7617 2.1', () => {
    expect(basicChallenge('foo')).toBe('Basic realm="foo", charset="UTF-8"');
  });

  it('escapes quotes and backslashes of the realm', () => {
    expect(basicChallenge('a "b" \\')).toBe('Basic realm="a \\"b\\" \\\\", charset="UTF-8"');
  });
});

describe('bearerChallenge', () => {
  it.each([
    [bearerChallenge(null), 'Bearer'],
    [bearerChallenge('example'), 'Bearer realm="example"'],
    [bearerChallenge('example', 'invalid_token'), 'Bearer realm="example", error="invalid_token"'],
    [bearerChallenge(null, 'invalid_request'), 'Bearer error="invalid_request"'],
    [
      bearerChallenge('a "b"', 'insufficient_scope', ['x', 'y:z']),
      'Bearer realm="a \\"b\\"", error="insufficient_scope", scope="x y:z"',
    ],
  ])('is %s', (challenge, expected) => {
    expect(challenge).toBe(expected);
  });
});
