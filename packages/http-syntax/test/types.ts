import { expectTypeOf } from 'expect-type';
import * as syntax from '../src/index.js';
import type { Authority, MediaType, RequestTarget, SetCookieAttributes } from '../src/index.js';

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
