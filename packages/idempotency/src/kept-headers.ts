import { CONNECTION_FIELDS, PROXY_FIELDS } from '@mortise/base';
import { splitList } from '@mortise/http-syntax';

/** Headers of one connection (RFC 9110 7.6.1), and those that describe one transfer or one client at one time. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  ...CONNECTION_FIELDS,
  ...PROXY_FIELDS,
  'age',
  'date',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'server-timing',
  'set-cookie',
  'set-cookie2',
]);

/**
 * Returns the headers that a replay repeats, in order and case as they were.
 *
 * @param headers name and value, one pair for each value; those that `Connection` names are omitted too
 */
export function keptHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): (readonly [name: string, value: string])[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => splitList(value.toLowerCase()));
  const omitted = named.length === 0 ? NOT_KEPT : new Set([...NOT_KEPT, ...named]);
  return headers.filter(([name]) => !omitted.has(name.toLowerCase()));
}
