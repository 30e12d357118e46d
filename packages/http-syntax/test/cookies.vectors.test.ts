import {
  comparable,
  errorMark,
  runVectors,
  type VectorRow,
} from '../../../tooling/vectors/index.js';
import { formatSetCookie, parseCookies, type SetCookieAttributes } from '../src/index.js';

type Json = string | number | boolean | null | { [key: string]: Json } | Json[];
interface Row extends VectorRow {
  readonly input: {
    readonly cookie?: string;
    readonly set?: readonly [string, Json][];
    readonly defaults?: Record<string, Json>;
  };
  readonly expect: { readonly slim?: Json; readonly headers?: Json };
}

runVectors<Row, null>({
  file: 'cookies',
  subjects: { 'parseCookies and formatSetCookie': null },
  ours,
  // An empty map is `[]` there; no headers means any exception.
  references: ({ input, expect: { slim, headers = { $exception: true } } }) => ({
    slim: comparable(input.cookie === undefined ? headers : { ...(slim as object) }),
  }),
});

function ours({ input }: Row): unknown {
  if (input.cookie !== undefined) return { ...parseCookies(received(input.cookie)) };
  try {
    const jar = new Map(input.set);
    return [...jar].map(([name, cookie]) => render(name, cookie, input.defaults ?? {}));
  } catch (error) {
    return errorMark(error);
  }
}

/** A server gives the bytes of a header as characters U+0000 to U+00FF. */
function received(header: string): string {
  return Buffer.from(header).toString('latin1');
}

/** A cookie of the reference's jar, whose attributes PHP reads loosely, by our renderer. */
function render(name: string, cookie: Json, defaults: Record<string, Json>): string {
  const isMap = typeof cookie === 'object' && cookie !== null;
  const given = Object.entries(isMap ? cookie : { value: cookie });
  const cookieParts = Object.fromEntries([['value', ''], ...Object.entries(defaults), ...given]);
  const { value, ...attributes } = cookieParts as Record<string, Json>;
  return formatSetCookie(name, value as string, {
    domain: (attributes['domain'] ?? undefined) as string | undefined,
    path: (attributes['path'] ?? undefined) as string | undefined,
    expires: dateOf(attributes['expires']),
    secure: isTruthy(attributes['secure']),
    httpOnly: isTruthy(attributes['httponly']),
    sameSite: attributes['samesite'] as SetCookieAttributes['sameSite'],
  });
}

function dateOf(expires: Json | undefined): Date | undefined {
  if (typeof expires === 'number') return new Date(Math.trunc(expires) * 1000);
  return typeof expires === 'string' ? new Date(expires) : undefined;
}

function isTruthy(value: Json | undefined): boolean {
  return value !== '0' && Boolean(value);
}
