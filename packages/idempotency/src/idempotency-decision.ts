import type { IdempotencyRecord } from './idempotency-record.js';

/**
 * What happens to a request whose key is taken. `reused`: the key belongs to another request. `running`: the first
 * request is still running. `lost`: the first request ended without a response, or timed out. `replay`: its outcome is
 * repeated.
 */
export type IdempotencyDecision = 'lost' | 'replay' | 'reused' | 'running';

/**
 * Decides what happens to a request whose key is taken.
 *
 * @param record the key's record; `null` if it cannot be read, so that the first request is treated as running
 * @param fingerprint the fingerprint of this request
 * @param now milliseconds since 1970
 */
export function idempotencyDecision(
  record: IdempotencyRecord | null,
  fingerprint: string,
  now: number,
): IdempotencyDecision {
  if (record === null) return 'running';
  if (record.fingerprint !== fingerprint) return 'reused';
  if (record.kind !== 'claim') return 'replay';
  return record.until > now ? 'running' : 'lost';
}
