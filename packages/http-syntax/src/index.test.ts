import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import * as syntax from './index.js';
import type { Authority, MediaType, RequestTarget, SetCookieAttributes } from './index.js';

/** Never called: type tests only need the call to be checked. */
export function typesOf(mediaType: MediaType, target: RequestTarget): void {
  expectTypeOf(syntax.parseMediaType('a/b')).toEqualTypeOf<MediaType | null>();
  expectTypeOf(mediaType.parameters['charset']).toEqualTypeOf<string | undefined>();
  expectTypeOf(syntax.parseCookies('')['a']).toEqualTypeOf<string | undefined>();
  expectTypeOf(syntax.canonicalPath('/')).toEqualTypeOf<string | null>();
  if (target.form === 'authority') expectTypeOf(target.authority).toEqualTypeOf<Authority>();
  expectTypeOf<{ secure: true }>().toExtend<SetCookieAttributes>();
  // @ts-expect-error what was parsed is not for changing
  mediaType.parameters['charset'] = 'utf-8';
  // @ts-expect-error SameSite has three values
  syntax.formatSetCookie('a', 'b', { sameSite: 'Maybe' });
}

describe('@mortise/http-syntax', () => {
  it('exports these names', () => {
    expect(Object.keys(syntax).sort()).toEqual([
      'STANDARD_METHODS',
      'SetCookieError',
      'addVary',
      'canonicalPath',
      'decodePercent',
      'decodePercentLeniently',
      'defaultPort',
      'encodeFragment',
      'encodePath',
      'encodePathSegment',
      'encodeQuery',
      'encodeReceivedPath',
      'encodeReference',
      'encodeUserInfo',
      'evaluatePreconditions',
      'formatHttpDate',
      'formatMediaType',
      'formatSetCookie',
      'hasEntityTag',
      'isEntityTag',
      'isFieldValue',
      'isReasonPhrase',
      'isToken',
      'negotiateEncoding',
      'negotiateLanguage',
      'negotiateMediaType',
      'normalizeMethod',
      'opaqueTag',
      'parseAuthority',
      'parseBasePath',
      'parseContentLength',
      'parseCookies',
      'parseEntityTags',
      'parseForwarded',
      'parseHost',
      'parseHttpDate',
      'parseMediaType',
      'parseQualityList',
      'parseRequestTarget',
      'parseXForwarded',
      'pathBelow',
      'reasonPhrase',
      'serverParams',
      'splitList',
      'trimOws',
    ]);
  });
});
