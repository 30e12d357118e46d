import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { formatSetCookie, parseCookies, type SetCookieAttributes } from '../src/index.js';

type Json = string | number | boolean | null | { [key: string]: Json } | Json[];
interface Row {
  readonly id: string;
  readonly input: {
    readonly cookie?: string;
    readonly set?: readonly [string, Json][];
    readonly defaults?: Record<string, Json>;
  };
  readonly expect: { readonly slim?: Json; readonly headers?: Json };
}

const rows = read('./fixtures/cookies.json') as Row[];
const deviations = read('../../../docs/deviations/cookies.json') as {
  rows: string[];
}[];
const deviating = new Set(deviations.flatMap((deviation) => deviation.rows));

describe('the cookie vectors', () => {
  it.each(rows.filter(({ id }) => !deviating.has(id)))('hold: $id', (row) => {
    expect(actual(row)).toEqual(expected(row));
  });

  it.each(rows.filter(({ id }) => deviating.has(id)))('differ as documented: $id', (row) => {
    expect(actual(row)).not.toEqual(expected(row));
  });

  it('hold every row that the deviations name', () => {
    const ids = rows.map(({ id }) => id);
    expect([...deviating].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

/** What the reference gives; `throws` for any exception. An empty map is `[]` there. */
function expected({ input, expect: { slim, headers = 'throws' } }: Row): unknown {
  return input.cookie === undefined ? headers : { ...(slim as Record<string, Json>) };
}

function actual({ input }: Row): unknown {
  if (input.cookie !== undefined) return { ...parseCookies(input.cookie) };
  try {
    const jar = new Map(input.set);
    return [...jar].map(([name, cookie]) => render(name, cookie, input.defaults ?? {}));
  } catch {
    return 'throws';
  }
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

function read(path: string): unknown {
  const root = expect.getState().testPath ?? '';
  return JSON.parse(readFileSync(new URL(path, `file://${root}`), 'utf8'));
}
