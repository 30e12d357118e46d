import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { type IdempotencyRecord, readRecord, writeRecord } from './idempotency-record.js';

const text = fc.string({ unit: 'grapheme' });
const fingerprint = text;
const record: fc.Arbitrary<IdempotencyRecord> = fc.oneof(
  fc.record({
    kind: fc.constant('claim' as const),
    fingerprint,
    owner: text,
    until: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('response' as const),
    fingerprint,
    status: fc.integer({ min: 200, max: 599 }),
    reason: text,
    headers: fc.array(text),
    body: fc.uint8Array({ maxLength: 300 }),
  }),
  fc.record({
    kind: fc.constant('error' as const),
    fingerprint,
    status: fc.integer({ min: 400, max: 599 }),
    code: fc.option(text),
    title: fc.option(text),
    detail: text,
    problem: fc.constant({ type: 'https://a.example/' }),
    headers: fc.array(fc.tuple(text, text)),
  }),
  fc.record({ kind: fc.constant('unkept' as const), fingerprint }),
);

describe('readRecord', () => {
  it('reads what writeRecord has written', () => {
    fc.assert(
      fc.property(record, (written) => {
        expect(readRecord(writeRecord(written))).toEqual(written);
      }),
      { numRuns: numRuns() },
    );
  });

  it('reads bytes that are a part of a larger buffer', () => {
    const written = writeRecord({ kind: 'unkept', fingerprint: 'f' });
    const buffer = new Uint8Array(written.length + 7);
    buffer.set(written, 3);
    expect(readRecord(buffer.subarray(3, 3 + written.length))).toEqual({
      kind: 'unkept',
      fingerprint: 'f',
    });
  });

  it('refuses bytes of which any one has changed', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (written, at, change) => {
        const bytes = writeRecord(written);
        const changed = at % bytes.length;
        bytes[changed] = (bytes[changed] ?? 0) ^ change;
        expect(readRecord(bytes)).toBeNull();
      }),
      { numRuns: numRuns() },
    );
  });

  it('refuses bytes that end early, or continue', () => {
    fc.assert(
      fc.property(record, fc.nat(), (written, size) => {
        const bytes = writeRecord(written);
        expect(readRecord(bytes.subarray(0, size % bytes.length))).toBeNull();
        expect(readRecord(Uint8Array.from([...bytes, size % 256]))).toBeNull();
      }),
      { numRuns: numRuns(300) },
    );
  });

  it('refuses any other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(readRecord(bytes)).toBeNull();
        expect(readRecord(Uint8Array.from([1, ...bytes]))).toBeNull();
      }),
      { numRuns: numRuns() },
    );
  });

  it('refuses a checksum over facts that are not JSON', () => {
    const bytes = writeRecord({ kind: 'unkept', fingerprint: 'f' });
    const view = new DataView(bytes.buffer);
    view.setUint32(5, 3);
    let hash = 0x811c9dc5;
    for (const byte of bytes.subarray(5)) hash = Math.imul(hash ^ byte, 0x01000193);
    view.setUint32(1, hash >>> 0);
    expect(readRecord(bytes)).toBeNull();
  });
});

describe('writeRecord', () => {
  it('writes version 1, the checksum, the length of the facts, the facts and the body', () => {
    const written = writeRecord({
      ...{ kind: 'response', fingerprint: 'f', status: 200, reason: 'OK' },
      ...{ headers: ['A', 'b'], body: Uint8Array.of(0, 255) },
    });
    const facts =
      '{"kind":"response","fingerprint":"f","status":200,"reason":"OK","headers":["A","b"]}';
    expect(written[0]).toBe(1);
    expect(new DataView(written.buffer).getUint32(5)).toBe(facts.length);
    expect(new TextDecoder().decode(written.subarray(9, -2))).toBe(facts);
    expect([...written.subarray(-2)]).toEqual([0, 255]);
  });
});
