import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvField } from '../src/command-line/write-books.js';
import { CsvReader, type CsvRecord } from '../src/import/csv-reader.js';

function read(lines: readonly string[]): readonly CsvRecord[] {
  const reader = new CsvReader();
  return [...lines.flatMap((line) => reader.push(line)), ...reader.end()];
}

/** Lines with many quotes, commas and short texts. */
const line = fc
  .array(fc.constantFrom('"', '""', ',', 'a', 'é'), { maxLength: 8 })
  .map((parts) => parts.join(''));
const lines = fc.array(line, { maxLength: 120 });

const numRuns = () => Number(process.env['FC_NUM_RUNS'] ?? 100);

describe('a reader of CSV', () => {
  it('returns the fields that were written, whatever they contain', () => {
    const field = fc.string({ unit: fc.constantFrom('"', ',', '\n', ' ', 'a', '\u{1f4d6}') });
    const record = fc.array(field, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), (records) => {
        const text = records.map((fields) => fields.map(csvField).join(',')).join('\n');
        const found = read(records.length === 0 ? [] : text.split('\n'));
        expect(found.map((each) => ('fields' in each ? each.fields : each))).toEqual(records);
      }),
      { numRuns: numRuns() },
    );
  });

  it('accounts for each line once', () => {
    fc.assert(
      fc.property(lines, (sent) => {
        expect(read(sent).reduce((sum, record) => sum + record.lines, 0)).toBe(sent.length);
      }),
      { numRuns: numRuns() },
    );
  });

  it('finds the same records when it begins again after any of them', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (sent, number) => {
        const all = read(sent);
        const kept = all.length === 0 ? 0 : number % all.length;
        const stored = all.slice(0, kept).reduce((sum, record) => sum + record.lines, 0);
        expect(read(sent.slice(stored))).toEqual(all.slice(kept));
      }),
      { numRuns: numRuns() },
    );
  });

  it('refuses a line with an open quote alone, and reads the next', () => {
    const reason = expect.stringContaining('quotes') as unknown as string;
    for (const others of [['b,c'], Array.from({ length: 150 }, () => 'b,c'), ['"b","c"']]) {
      const [first, ...rest] = read(['"a', ...others]);
      expect(first).toEqual({ lines: 1, reason });
      expect(rest).toEqual(others.map(() => ({ lines: 1, fields: ['b', 'c'] })));
    }
  });

  it('keeps at most 65,536 characters of an open record', () => {
    const reader = new CsvReader();
    expect(reader.push(`"${'a'.repeat(65_535)}`)).toEqual([]);
    expect(reader.push('b')).toHaveLength(2);
  });
});
