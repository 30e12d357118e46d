import { describe, expect, it } from '@jest/globals';
import { dataOf, readRecord, writeRecord } from './session-record.js';

describe('the record of a session', () => {
  it('is read as it was written, until it ends', () => {
    const record = writeRecord(1_000, { a: 1 }, 100);
    expect(readRecord(record.text, 999)).toEqual({ until: 1_000, text: record.text });
    expect(readRecord(record.text, 1_000)).toBeNull();
    expect({ ...dataOf(record) }).toEqual({ a: 1 });
    expect(record.text).toBe('{"until":1000,"data":{"a":1}}');
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '{"until":2000}',
    '{"until":"2000","data":{}}',
    '{"until":2000,"data":null}',
    '{"until":2000,"data":7}',
    '{"data":{}}',
  ])('is not %s', (text) => {
    expect(readRecord(text, 1_000)).toBeNull();
  });

  it('has at most the given bytes of UTF-8', () => {
    const { length } = Buffer.from(writeRecord(1_000, { a: 'é' }, 1_000).text);
    expect(() => writeRecord(1_000, { a: 'é' }, length)).not.toThrow();
    expect(() => writeRecord(1_000, { a: 'é' }, length - 1)).toThrow(
      expect.objectContaining({
        code: 'SESSION_TOO_LARGE',
        message: `the session has ${length} bytes and exceeds the limit of ${length - 1}; store ids in it, and data in a database`,
      }),
    );
  });

  it('is empty without one: a new object each time', () => {
    expect(dataOf(null)).not.toBe(dataOf(null));
    expect(Object.keys(dataOf(null))).toEqual([]);
  });
});
