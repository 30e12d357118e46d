import type { IdempotencyRecord } from './idempotency-record.js';

/**
 * The result for a request whose key is taken: `reused` (the key belongs to another request), `running` (the first request
 * is running), `lost` (it ended without a response, or timed out), `replay` (the kept outcome).
 */
export type IdempotencyDecision = 'lost' | 'replay' | 'reused' | 'running';

/**
 * Decides the result for a request whose key is taken.
 *
 * @param record of the key; `null` if it cannot be read: then the first request is treated as running
 * @param fingerprint of this request
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
