import { type ImportStore, knownImport, otherPosition } from './import-store.js';
import type { ImportRecord } from './import-record.js';
import { isCsv } from './import-name.js';
import { importRecords } from './import-records.js';
import type { ImportLine } from './lines-to-import.js';

const BATCH = 500;

/** Takes the progress of an import: how many lines are stored, and whether they are all. */
export type OnProgress = (id: string, lines: number, finished: boolean) => void;

/** What an import belongs to. */
export interface ImportTarget {
  readonly imports: ImportStore;
  readonly id: string;
  readonly onProgress: OnProgress;
}

/** Where lines begin, and whether they end with the last of the file. */
export interface Part {
  /** How many lines the import has. */
  readonly stored: number;
  readonly isWhole: boolean;
}

/**
 * Stores lines while they arrive, 500 books in a transaction: what was stored before an interruption stays.
 *
 * @param lines those after the ones that are stored
 * @throws {HttpError} 422 `IMPORT_COLUMNS`, those of `append` and `finish`, and the errors of `lines`
 */
export async function storeLines(
  { imports, id, onProgress }: ImportTarget,
  lines: AsyncIterable<ImportLine>,
  part: Part,
): Promise<void> {
  const state = knownImport(await imports.find(id));
  // Before a line is read: it could be refused for what it is not, such as the names of the columns.
  if (state.lines !== part.stored) throw otherPosition(state.lines);
  const columns = part.stored === 0 ? null : await imports.columnsOf(id);
  const format = { isCsv: isCsv(state.name), columns, isWhole: part.isWhole };
  let { stored } = part;
  let batch: ImportRecord[] = [];
  const store = async (): Promise<void> => {
    stored = await imports.append(id, stored, batch);
    batch = [];
    onProgress(id, stored, false);
  };
  for await (const record of importRecords(lines, format)) {
    batch.push(record);
    if (batch.length === BATCH) await store();
  }
  if (batch.length > 0) await store();
  if (!part.isWhole) return;
  await imports.finish(id, stored);
  onProgress(id, stored, true);
}
