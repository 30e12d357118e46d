import { endpoint } from '@mortise/endpoint';
import type { RouteInterface, Routes, ServerRequestInterface } from 'mortise';
import { ImportType } from '../problems.js';
import { isCsv } from './import-name.js';
import { importLinesOperation } from './import-operations.js';
import { type ImportStore, knownImport } from './import-store.js';
import { linesToImport } from './lines-to-import.js';
import { type OnProgress, storeLines } from './store-lines.js';

/**
 * The lines of an import, of any size, stored while they arrive, 500 books at a time. What was stored before an interruption
 * stays; the client asks how many lines there are, and sends the others.
 */
export function importLines(
  routes: Routes,
  imports: ImportStore,
  onProgress: OnProgress,
): RouteInterface {
  const { pattern, description } = importLinesOperation;
  return routes.post(
    pattern,
    endpoint(description, async (request, respond, { args: { id }, query }) => {
      refuseOtherType(request, knownImport(await imports.find(id)).name);
      const part = { stored: query.from, isWhole: query.last === 'true' };
      await storeLines({ imports, id, onProgress }, linesToImport(request), part);
      return respond(200, knownImport(await imports.find(id)));
    }),
    { body: false, limits: { handlerTimeout: 3_600_000 }, name: 'imports.lines' },
  );
}

/** What the import was begun for decides how its lines are read: others would all be refused. */
function refuseOtherType(request: ServerRequestInterface, name: string): void {
  const type = isCsv(name) ? 'text/csv' : 'application/x-ndjson';
  if (request.getHeaderLine('Content-Type').toLowerCase().startsWith(type)) return;
  throw new ImportType(`The lines of “${name}” have the media type ${type}.`);
}
