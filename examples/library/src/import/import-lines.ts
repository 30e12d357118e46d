import { endpoint } from '@mortise/endpoint';
import type { Routes } from 'mortise';
import { importLinesOperation } from './import-operations.js';
import { type ImportStore, unknownImport } from './import-store.js';
import { linesToImport } from './lines-to-import.js';
import { type OnProgress, storeLines } from './store-lines.js';

/**
 * The lines of an import, of any size, stored while they arrive, 500 books at a time. What was stored before an interruption
 * stays; the client asks how many lines there are, and sends the others.
 */
export function importLines(routes: Routes, imports: ImportStore, onProgress: OnProgress): void {
  const { pattern, description } = importLinesOperation;
  routes.post(
    pattern,
    endpoint(description, async (request, respond, { args: { id }, query }) => {
      const part = { stored: query.from, isWhole: query.last === 'true' };
      await storeLines({ imports, id, onProgress }, linesToImport(request), part);
      const state = await imports.find(id);
      if (state === null) throw unknownImport();
      return respond(200, state);
    }),
    { body: false, limits: { handlerTimeout: 3_600_000 }, name: 'imports.lines' },
  );
}
