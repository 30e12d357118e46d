import { hopByHopFields } from '@mortise/base';

/** Headers that apply only to one transfer, or to one client at one time. */
const NOT_KEPT: ReadonlySet<string> = new Set([
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
 * Returns the headers that a replay repeats, in order and with their case unchanged. Those for one connection (RFC 9110
 * 7.6.1) are also omitted.
 *
 * @param headers names and values, one pair per value
 */
export function keptHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): (readonly [name: string, value: string])[] {
  const connection = headers.filter(([name]) => name.toLowerCase() === 'connection');
  const isHopByHop = hopByHopFields(connection.map(([, value]) => value).join());
  return headers.filter(([name]) => !NOT_KEPT.has(name.toLowerCase()) && !isHopByHop(name));
}
