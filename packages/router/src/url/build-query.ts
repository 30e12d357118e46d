import type { QueryData, QueryValue } from './url-options.js';

/**
 * Data as a query, without `?`; '' when there is none.
 *
 * @see PHP's `http_build_query`, whose spelling it is: `a[b]=c d` becomes `a%5Bb%5D=c+d`
 */
export function buildQuery(data: QueryData): string {
  return Object.entries(data)
    .flatMap(([name, value]) => pairs(encode(name), value))
    .join('&');
}

function pairs(name: string, value: QueryValue): readonly string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'boolean') return [`${name}=${value ? 1 : 0}`];
  if (typeof value !== 'object') return [`${name}=${encode(String(value))}`];
  return Object.entries(value as QueryData).flatMap(([key, inner]) =>
    pairs(`${name}%5B${encode(key)}%5D`, inner),
  );
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
}
