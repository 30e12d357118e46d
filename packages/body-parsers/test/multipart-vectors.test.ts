import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ours, type PhpInput, REFUSED, theirs } from './php-form.js';

interface Row {
  readonly id: string;
  readonly input: PhpInput;
  readonly expect: { readonly fields: unknown; readonly files?: unknown };
}

/** Where PHP guesses, its guess or a clear error is right. */
const GUESSED =
  /^multipart:(boundary.*|structure|truncated|disposition|part-headers|lf-only|file-names-mangled):/;

describe('multipartForm gives what PHP gives', () => {
  const rows = read('./fixtures/multipart.json') as Row[];
  const deviations = read('../../../docs/deviations/multipart.json') as { rows: string[] }[];
  const deviating = deviations.flatMap((deviation) => deviation.rows);

  it.each(rows.filter(({ id }) => !deviating.includes(id)))('$id', async (row) => {
    const result = await ours(row.input);
    if (GUESSED.test(row.id) && result === REFUSED) return;
    expect(result).toEqual(theirs(row.expect));
  });

  it.each(rows.filter(({ id }) => deviating.includes(id)))(
    'but for $id, a documented deviation',
    async (row) => {
      const result = await ours(row.input);
      expect(result).not.toEqual(theirs(row.expect));
      expect(GUESSED.test(row.id) && result === REFUSED).toBe(false);
    },
  );

  it.each(deviating)('the deviation %s names a row', (id) => {
    expect(rows.some((row) => row.id === id)).toBe(true);
  });
});

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
