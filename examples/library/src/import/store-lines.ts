import type { ImportStore } from './import-store.js';

const BATCH = 500;

/** Takes the progress of an import: how many lines are stored. */
export type OnProgress = (id: string, lines: number) => void;

/** What an import belongs to. */
export interface ImportTarget {
  readonly imports: ImportStore;
  readonly id: string;
  readonly onProgress: OnProgress;
}

/**
 * Stores lines while they arrive, 500 in a transaction: what was stored before an interruption stays.
 *
 * @param start `stored`: how many lines the import has; `skipped`: how many of `lines` are among them
 * @throws {HttpError} those of `append`, and the errors of `lines`
 */
export async function storeLines(
  { imports, id, onProgress }: ImportTarget,
  lines: AsyncIterable<string>,
  start: { readonly stored: number; readonly skipped: number },
): Promise<void> {
  let { stored } = start;
  let index = 0;
  let batch: string[] = [];
  const store = async (): Promise<void> => {
    stored = await imports.append(id, stored, batch);
    batch = [];
    onProgress(id, stored);
  };
  for await (const line of lines) {
    if (index++ < start.skipped) continue;
    batch.push(line);
    if (batch.length === BATCH) await store();
  }
  if (batch.length > 0) await store();
}
