import { httpError, json, type Routes } from 'mortise';
import { type ImportStore, unknownImport } from './import-store.js';
import { linesToImport } from './lines-to-import.js';
import { type OnProgress, storeLines } from './store-lines.js';

/**
 * `POST /imports/{id}/lines?from=0`: NDJSON or CSV of any size, stored while it arrives, 500 books at a time. What was stored
 * before an interruption stays; the client asks how many lines there are, and sends the others.
 */
export function importLines(routes: Routes, imports: ImportStore, onProgress: OnProgress): void {
  routes.post(
    '/imports/{id:[-\\w]+}/lines',
    async (request, response, { id }) => {
      const { from, last } = request.getQueryParams();
      if (typeof from !== 'string' || !/^\d{1,9}$/.test(from)) {
        throw httpError(422, 'Send from=, the number of lines that are already stored.', {
          code: 'IMPORT_FROM',
        });
      }
      const part = { stored: Number(from), isWhole: last !== 'false' };
      await storeLines({ imports, id, onProgress }, linesToImport(request), part);
      const state = await imports.find(id);
      if (state === null) throw unknownImport();
      return json(response, state);
    },
    { body: false, limits: { handlerTimeout: 3_600_000 }, name: 'imports.lines' },
  );
}
