import type { ServerResponse } from 'node:http';
import { CLOSE } from '../connection/connection.js';

/**
 * Adds `Upgrade` to the `Connection` of a response that has an `Upgrade` header: a proxy would pass on that header
 * otherwise. HTTP/2 drops both (RFC 9113 8.2.2).
 *
 * @param fate headers that say what happens to the connection, alternating names and values
 * @returns the same with `Connection`, which replaces the one that Node would add
 * @see RFC 9110 7.6.1, 7.8
 */
export function namesUpgrade(
  fate: readonly string[],
  { shouldKeepAlive }: Pick<ServerResponse, 'shouldKeepAlive'>,
): readonly string[] {
  if (fate === CLOSE || !shouldKeepAlive) return ['Connection', 'close, Upgrade'];
  return ['Connection', 'keep-alive, Upgrade', ...fate];
}
