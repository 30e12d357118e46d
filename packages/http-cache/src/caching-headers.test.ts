import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { allowCache, denyCache, withEtag, withExpires, withLastModified } from './index.js';

describe.each(implementations)('the response helpers with %s', (_, factories) => {
  const response = factories.createResponse();

  it.each<[Parameters<typeof allowCache> extends [unknown, ...infer Rest] ? Rest : never, string]>([
    [[], 'private'],
    [['private', 43200], 'private, max-age=43200'],
    [['private', 43200, true], 'private, max-age=43200, must-revalidate'],
    [['public', 0], 'public, no-cache'],
    [['public', null, true], 'public, must-revalidate'],
  ])('allowCache(%j) is %s', (args, value) => {
    expect(allowCache(response, ...args).getHeader('Cache-Control')).toEqual([value]);
  });

  it('denyCache is no-store', () => {
    expect(denyCache(allowCache(response)).getHeader('Cache-Control')).toEqual(['no-store']);
  });

  it.each([
    ['Expires', withExpires],
    ['Last-Modified', withLastModified],
  ] as const)('%s is an HTTP date, from a Date or from seconds', (name, set) => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    expect(set(response, new Date(784111777999)).getHeader(name)).toEqual([date]);
    expect(set(response, 784111777).getHeader(name)).toEqual([date]);
  });

  it('Last-Modified is never in the future', () => {
    const [date = ''] = withLastModified(response, Date.now() / 1000 + 60).getHeader(
      'Last-Modified',
    );
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['abc', undefined, '"abc"'],
    ['abc', 'weak', 'W/"abc"'],
    ['', 'strong', '""'],
  ] as const)('withEtag(%j, %j) is %s', (value, type, tag) => {
    expect(withEtag(response, value, type).getHeader('ETag')).toEqual([tag]);
  });

  it.each<[string, () => unknown]>([
    ['value', () => withEtag(response, '"abc"')],
    ['value', () => withEtag(response, 'a b')],
    ['value', () => withEtag(response, undefined as never)],
    ['value', () => withEtag(response, null as never)],
    ['value', () => withEtag(response, 7 as never)],
    ['value', () => withEtag(response, 'a\r\nX: y')],
    ['type', () => withEtag(response, 'a', 'bork' as 'weak')],
    ['time', () => withExpires(response, new Date(NaN))],
    ['time', () => withLastModified(response, Number.POSITIVE_INFINITY)],
    ['time', () => withExpires(response, '1994-11-06' as never)],
    ['time', () => withLastModified(response, null as never)],
    ['type', () => allowCache(response, 'unknown' as 'public')],
    ['maxAge', () => allowCache(response, 'public', Number.NaN)],
  ])('refuses an invalid %s', (option, call) => {
    expect(errorOf(call)).toMatchObject({ code: 'OPTION_INVALID', option });
  });
});
