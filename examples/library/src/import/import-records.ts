import { httpError } from 'mortise';
import { CsvReader, type CsvRecord } from './csv-reader.js';
import { fieldRecord, type ImportRecord, jsonRecord } from './import-record.js';
import type { ImportLine } from './lines-to-import.js';

const COLUMNS = ['title', 'author', 'year', 'language'];

/** How the lines of an import are read. */
export interface ImportFormat {
  readonly isCsv: boolean;
  /** Of the first line of CSV, if it is stored already. */
  readonly columns: readonly string[] | null;
  /** Whether the lines end with the last of the file. Otherwise a record that is not complete is omitted. */
  readonly isWhole: boolean;
}

/** Whether a file is CSV, by its name; all others are NDJSON. */
export function isCsv(name: string): boolean {
  return /\.csv$/i.test(name);
}

/**
 * Reads the books of an import while its lines arrive.
 *
 * @throws {HttpError} 422 `IMPORT_COLUMNS` if the first line of CSV does not name the columns
 */
export async function* importRecords(
  lines: AsyncIterable<ImportLine>,
  { isCsv: isTable, columns, isWhole }: ImportFormat,
): AsyncGenerator<ImportRecord, void, undefined> {
  if (!isTable) {
    for await (const line of lines) yield jsonRecord(line);
    return;
  }
  let names = columns;
  const read = (record: CsvRecord): ImportRecord => {
    if (names === null) {
      names = columnsOf(record);
      return { lines: record.lines, columns: names };
    }
    return 'reason' in record ? record : fieldRecord(record.lines, record.fields, names);
  };
  const reader = new CsvReader();
  for await (const line of lines) {
    // No record continues after a line that cannot be read.
    const records =
      typeof line === 'string' ? reader.push(line) : [...reader.end(), { lines: 1, ...line }];
    for (const record of records) yield read(record);
  }
  if (isWhole) for (const record of reader.end()) yield read(record);
}

function columnsOf(record: CsvRecord): readonly string[] {
  const names = 'fields' in record ? record.fields.map((field) => field.trim().toLowerCase()) : [];
  if (COLUMNS.every((name) => names.includes(name))) return names;
  throw httpError(
    422,
    `The first line of CSV names the columns: ${COLUMNS.join(',')}, and copies if you like.`,
    { code: 'IMPORT_COLUMNS' },
  );
}
