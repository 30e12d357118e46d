/** One record of CSV, and the number of lines that it takes: its fields, or why it is refused. */
export type CsvRecord =
  | { readonly lines: number; readonly fields: readonly string[] }
  | { readonly lines: number; readonly reason: string };

const MAX_LINES = 100;
const MAX_CHARACTERS = 65_536;

const QUOTED = String.raw`"[^"]*(?:""[^"]*)*`; // without its closing quote
const FIELD = new RegExp(`(?:(${QUOTED})"|([^",]*))(,|$)`, 'y');
const OPEN = new RegExp(`${QUOTED}$`, 'y');

/**
 * Reads CSV (RFC 4180) line by line, so that nothing but an open record is in memory. A line whose quotes are wrong is refused
 * alone, and the next one is read as the beginning of a record: one mistake does not swallow the rest of a file. So reading can
 * begin again after any record, with the same result.
 */
export class CsvReader {
  #open: string[] = [];

  /** @returns the records that a line completes; empty inside a quoted field */
  push(line: string): readonly CsvRecord[] {
    const found: CsvRecord[] = [];
    const waiting = [line];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      this.#open.push(next);
      const text = this.#open.join('\n');
      const fields = fieldsOf(text);
      if (Array.isArray(fields)) {
        found.push({ lines: this.#open.length, fields });
        this.#open = [];
      } else if (fields === 'malformed' || this.#isTooLong(text)) {
        waiting.unshift(...this.#refuseFirst(found));
      }
    }
    return found;
  }

  /** @returns what remains at the end of a file: a quote that was never closed refuses its line */
  end(): readonly CsvRecord[] {
    const found: CsvRecord[] = [];
    while (this.#open.length > 0) {
      for (const line of this.#refuseFirst(found)) found.push(...this.push(line));
    }
    return found;
  }

  #isTooLong(text: string): boolean {
    return this.#open.length >= MAX_LINES || text.length > MAX_CHARACTERS;
  }

  /** @returns the lines after the refused one, which are read again */
  #refuseFirst(found: CsvRecord[]): readonly string[] {
    const [, ...others] = this.#open;
    this.#open = [];
    found.push({ lines: 1, reason: 'The quotes are wrong: write "a ""quoted"" word".' });
    return others;
  }
}

/** @returns `'open'` if a quoted field continues on the next line */
function fieldsOf(text: string): string[] | 'open' | 'malformed' {
  const fields: string[] = [];
  for (let at = 0; ; at = FIELD.lastIndex) {
    FIELD.lastIndex = OPEN.lastIndex = at;
    const match = FIELD.exec(text);
    if (match === null) return OPEN.test(text) ? 'open' : 'malformed';
    const [, quoted, plain = '', separator] = match;
    fields.push(quoted === undefined ? plain : quoted.slice(1).replaceAll('""', '"'));
    if (separator === '') return fields;
  }
}
