import { describe, expect, it } from '@jest/globals';
import { assertWireTarget, effectiveUri } from './effective-uri.js';

const uriOf = (target: string, host: string) =>
  effectiveUri(assertWireTarget('GET', target), '', 'http', host, false);

describe('the host of a received request', () => {
  it('is decoded, so that every encoding of it is equal', () => {
    expect(uriOf('/', '%41.%C3%A9:81').getAuthority()).toBe('a.xn--9ca:81');
    expect(uriOf('http://%41.%C3%A9:81/', '').getAuthority()).toBe('a.xn--9ca:81');
  });

  it.each(['a%2fb', 'a%00b', '%C3', 'a%20'])('is refused with status 400 if it is %s', (host) => {
    expect(() => uriOf('/', host)).toThrow(
      expect.objectContaining({ code: 'URI_HOST_INVALID', value: host, status: 400 }),
    );
    const target = `http://${host}/`;
    expect(() => uriOf(target, '')).toThrow(
      expect.objectContaining({ code: 'TARGET_INVALID', value: target, status: 400 }),
    );
  });

  it('is refused without the secrets of the target in the message, which is logged', () => {
    const refusals = ['http://ada:s3cret@a/', '/a?key=s3cret#b', '/a#s3cret'].map((target) => {
      try {
        return uriOf(target, 'a').getPath();
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(refusals).toEqual([
      'The request target "http://\u2026@a/" is invalid.',
      'The request target "/a?\u2026" is invalid.',
      'The request target "/a#\u2026" is invalid.',
    ]);
  });
});
