import { describe, expect, it } from '@jest/globals';
import { evaluatePreconditions, type Validators } from './preconditions.js';

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const BEFORE = 'Sun, 06 Nov 1994 08:49:36 GMT';
const AFTER = 'Sun, 06 Nov 1994 08:49:38 GMT';
const CURRENT: Validators = { etag: '"a"', lastModified: new Date(784111777999) };

type Headers = Readonly<Record<string, string>>;

describe('evaluatePreconditions', () => {
  it.each<[string, Headers, string]>([
    ['GET', {}, 'proceed'],
    ['PUT', { 'If-Match': '"a"' }, 'proceed'],
    ['PUT', { 'If-Match': '"b", "a"' }, 'proceed'],
    ['PUT', { 'If-Match': '*' }, 'proceed'],
    ['PUT', { 'If-Match': '"b"' }, 'failed'],
    ['PUT', { 'If-Match': 'W/"a"' }, 'failed'],
    ['PUT', { 'If-Match': 'a' }, 'failed'],
    ['PUT', { 'If-Match': '' }, 'failed'],
    ['PUT', { 'If-Match': '', 'If-Unmodified-Since': AFTER }, 'failed'],
    ['GET', { 'If-None-Match': '', 'If-Modified-Since': AFTER }, 'proceed'],
    ['GET', { 'If-Match': '"b"' }, 'failed'],
    ['PUT', { 'If-Unmodified-Since': DATE }, 'proceed'],
    ['PUT', { 'If-Unmodified-Since': AFTER }, 'proceed'],
    ['PUT', { 'If-Unmodified-Since': BEFORE }, 'failed'],
    ['PUT', { 'If-Unmodified-Since': 'yesterday' }, 'proceed'],
    ['PUT', { 'If-Match': '"a"', 'If-Unmodified-Since': BEFORE }, 'proceed'],
    ['PUT', { 'If-Match': '"b"', 'If-Unmodified-Since': AFTER }, 'failed'],
    ['GET', { 'If-None-Match': '"a"' }, 'not-modified'],
    ['HEAD', { 'If-None-Match': 'W/"a"' }, 'not-modified'],
    ['GET', { 'If-None-Match': '*' }, 'not-modified'],
    ['GET', { 'If-None-Match': '"b"' }, 'proceed'],
    ['PUT', { 'If-None-Match': '"a"' }, 'failed'],
    ['POST', { 'If-None-Match': 'W/"a"' }, 'failed'],
    ['PUT', { 'If-None-Match': '*' }, 'failed'],
    ['PUT', { 'If-None-Match': '"b"' }, 'proceed'],
    ['GET', { 'If-None-Match': '"a"x' }, 'proceed'],
    ['HEAD', { 'If-None-Match': '"a", b' }, 'proceed'],
    ['GET', { 'If-None-Match': '"a"x', 'If-Modified-Since': AFTER }, 'proceed'],
    ['GET', { 'If-None-Match': ' * ' }, 'not-modified'],
    ['PUT', { 'If-None-Match': '"a"x' }, 'failed'],
    ['PUT', { 'If-Match': '"a"x' }, 'failed'],
    ['GET', { 'If-Modified-Since': DATE }, 'not-modified'],
    ['GET', { 'If-Modified-Since': AFTER }, 'not-modified'],
    ['GET', { 'If-Modified-Since': BEFORE }, 'proceed'],
    ['GET', { 'If-Modified-Since': 'yesterday' }, 'proceed'],
    ['POST', { 'If-Modified-Since': AFTER }, 'proceed'],
    ['GET', { 'If-None-Match': '"b"', 'If-Modified-Since': AFTER }, 'proceed'],
    ['GET', { 'If-None-Match': '"a"', 'If-Modified-Since': BEFORE }, 'not-modified'],
    ['GET', { 'If-Match': '"a"', 'If-None-Match': '"a"' }, 'not-modified'],
    ['GET', { 'If-Match': '"b"', 'If-None-Match': '"a"' }, 'failed'],
    ['GET', { 'If-Unmodified-Since': BEFORE, 'If-None-Match': '"a"' }, 'failed'],
  ])('of %s with %j is %s', (method, headers, result) => {
    expect(evaluatePreconditions(request(method, headers), CURRENT)).toBe(result);
  });

  it.each(['CONNECT', 'OPTIONS', 'TRACE'])('ignores all headers of %s', (method) => {
    for (const current of [CURRENT, null]) {
      for (const headers of [
        { 'If-Match': '"b"' },
        { 'If-Match': '*' },
        { 'If-None-Match': '"a"' },
        { 'If-None-Match': '*' },
        { 'If-Unmodified-Since': BEFORE },
        { 'If-Modified-Since': AFTER },
      ]) {
        expect(evaluatePreconditions(request(method, headers), current)).toBe('proceed');
      }
    }
  });

  it('does not ignore the headers of a method that is similar to OPTIONS', () => {
    for (const method of ['XOPTIONS', 'OPTIONSX', 'options']) {
      expect(evaluatePreconditions(request(method, { 'If-Match': '"b"' }), CURRENT)).toBe('failed');
    }
  });

  it.each<[string, Headers, string]>([
    ['PUT', { 'If-Match': '*' }, 'failed'],
    ['PUT', { 'If-Match': '"a"' }, 'failed'],
    ['PUT', { 'If-None-Match': '*' }, 'proceed'],
    ['PUT', { 'If-Unmodified-Since': DATE }, 'proceed'],
    ['GET', { 'If-Modified-Since': DATE }, 'proceed'],
  ])('of %s with %j is %s if there is no representation', (method, headers, result) => {
    expect(evaluatePreconditions(request(method, headers), null)).toBe(result);
  });

  it.each<[string, Headers, string]>([
    ['PUT', { 'If-Match': '*' }, 'proceed'],
    ['PUT', { 'If-Match': '"a"' }, 'failed'],
    ['PUT', { 'If-Match': '""' }, 'failed'],
    ['GET', { 'If-None-Match': '""' }, 'proceed'],
    ['GET', { 'If-Modified-Since': AFTER }, 'proceed'],
  ])('of %s with %j is %s if nothing identifies the representation', (method, headers, result) => {
    const unknown = { etag: null, lastModified: null };
    expect(evaluatePreconditions(request(method, headers), unknown)).toBe(result);
  });
});

function request(method: string, headers: Headers) {
  return {
    getMethod: () => method,
    hasHeader: (name: string) => headers[name] !== undefined,
    getHeaderLine: (name: string) => headers[name] ?? '',
  };
}
