export { type IdempotencyDecision, idempotencyDecision } from './idempotency-decision.js';
export { type IdempotencyCode, IdempotencyError, ReplayedError } from './idempotency-error.js';
export type { IdempotencyEvent, NotKeptReason } from './idempotency-event.js';
export { parseIdempotencyKey } from './idempotency-key.js';
export type { IdempotencyOptions } from './idempotency-options.js';
export type {
  ClaimRecord,
  ErrorRecord,
  IdempotencyRecord,
  ResponseRecord,
  UnkeptRecord,
} from './idempotency-record.js';
export { idempotency } from './idempotency.js';
