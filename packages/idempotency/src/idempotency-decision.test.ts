import { describe, expect, it } from '@jest/globals';
import { idempotencyDecision, type IdempotencyRecord } from './index.js';

const claim: IdempotencyRecord = { kind: 'claim', fingerprint: 'f', owner: 'o', until: 1_000 };
const unkept: IdempotencyRecord = { kind: 'unkept', fingerprint: 'f' };

describe('idempotencyDecision', () => {
  it.each<[string, IdempotencyRecord | null, string, number, string]>([
    ['a claim until a later time', claim, 'f', 999, 'running'],
    ['a claim until this time', claim, 'f', 1_000, 'lost'],
    ['a claim of another request', claim, 'g', 999, 'reused'],
    ['a lost claim of another request', claim, 'g', 1_000, 'reused'],
    ['an outcome', unkept, 'f', 1_000, 'replay'],
    ['an outcome of another request', unkept, 'g', 1_000, 'reused'],
    ['a value that cannot be read', null, 'f', 1_000, 'running'],
  ])('of %s', (_, record, fingerprint, now, decision) => {
    expect(idempotencyDecision(record, fingerprint, now)).toBe(decision);
  });
});
