import { ensure } from '@mortise/base/options';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';
import type { ByMediaType } from './contract.js';

/**
 * Returns the entries by lower-case key; of two keys that differ only in case, the last wins.
 *
 * @param path of the option, for errors
 * @throws {OptionError} `OPTION_INVALID` for a key that no body could match: without a slash, with parameters or with a
 *   wildcard
 */
export function byMediaType<T>(entries: ByMediaType<T>, path: string): Map<string, T> {
  return new Map(
    Object.entries(entries).map(([key, entry]) => {
      const lower = key.toLowerCase();
      const type = parseMediaType(key.startsWith('+') ? `a/b${key}` : key);
      const isKey = [type?.essence, type?.suffix].includes(lower) && !key.includes('*');
      ensure(isKey, `${path}[${JSON.stringify(key)}]`, key, EXPECTED);
      return [lower, entry];
    }),
  );
}

const EXPECTED =
  'a media type without parameters, such as "application/json", or a suffix, such as "+json"';

/**
 * Returns the entry for a media type: for the type itself, otherwise for its suffix, otherwise for the suffix as a type
 * (`application/json` for `application/problem+json`), otherwise `null`.
 *
 * @param all the entries, with lower-case keys
 */
export function forMediaType<T>(all: ReadonlyMap<string, T>, type: MediaType): T | null {
  const { essence, suffix } = type;
  const bySuffix = suffix === '' ? undefined : all.get(`application/${suffix.slice(1)}`);
  return all.get(essence) ?? all.get(suffix) ?? bySuffix ?? null;
}
