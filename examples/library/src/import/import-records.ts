import { CsvReader, type CsvRecord } from './csv-reader.js';
import { fieldRecord, type ImportRecord, jsonRecord } from './import-record.js';
import type { ImportLine } from './lines-to-import.js';
import { ImportColumns } from '../problems.js';

const COLUMNS = ['title', 'author', 'year', 'language'];
const COPIES = 'copies';

/** How the lines of an import are read. */
export interface ImportFormat {
  readonly isCsv: boolean;
  /** Of the first line of CSV, if it is stored already. */
  readonly columns: readonly string[] | null;
  /** Whether the lines end with the last of the file. Otherwise a record that is not complete is omitted. */
  readonly isWhole: boolean;
}

/**
 * Reads the books of an import while its lines arrive.
 *
 * @throws {HttpError} 422 `IMPORT_COLUMNS` if the first line of CSV does not name each column once, or if a whole file is empty
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
  if (!isWhole) return;
  for (const record of reader.end()) yield read(record);
  if (names === null) throw columnsMissing();
}

function columnsOf(record: CsvRecord): readonly string[] {
  const names = 'fields' in record ? record.fields.map((field) => field.trim().toLowerCase()) : [];
  if (!COLUMNS.every((name) => names.includes(name))) throw columnsMissing();
  const twice = [...COLUMNS, COPIES].find(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  if (twice !== undefined) {
    throw new ImportColumns(
      `The first line of the CSV file names the column ${twice} twice: keep one of them.`,
    );
  }
  return names;
}

function columnsMissing(): Error {
  return new ImportColumns(
    `The first line of a CSV file must name the columns ${COLUMNS.join(',')}, and optionally ${COPIES}.`,
  );
}
