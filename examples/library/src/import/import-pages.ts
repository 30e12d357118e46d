import { render } from '@mortise/view';
import {
  type HttpErrorInterface,
  isHttpError,
  type ResponseInterface,
  type Routes,
  type ServerRequestInterface,
  uploadedFile,
} from 'mortise';
import { refuseWithoutRoom } from '../operation/no-room.js';
import { formOf } from '../pages/form.js';
import { withNotice } from '../pages/with-notice.js';
import { only } from '../people/roles.js';
import { importName } from './import-name.js';
import { importResult } from './import-result.js';
import { type ImportStore, knownImport } from './import-store.js';
import { linesAfter } from './lines-after.js';
import { linesToImport } from './lines-to-import.js';
import { type OnProgress, storeLines } from './store-lines.js';

const MAX_BYTES = 128 * 1024 * 1024;

/** The page of a librarian: the imports, and a form that sends one. The form has the id, so that sending it again continues. */
export function importPages(routes: Routes, imports: ImportStore, onProgress: OnProgress): void {
  routes.get(
    '/import',
    (request, response) => show(request, response, crypto.randomUUID()),
    only('librarian'),
  );

  importState(routes, imports);

  routes.post(
    '/import',
    async (request, response) => {
      const { id = '' } = formOf(request);
      const file = uploadedFile(request, 'file');
      refuseWithoutRoom(file);
      if (!/^[-\w]{1,64}$/.test(id)) {
        const problem = 'The form was incomplete. Choose the file again.';
        return show(request, response.withStatus(422), crypto.randomUUID(), problem);
      }
      if (file?.getError() !== 0) {
        const problem = 'Choose an NDJSON or CSV file.';
        return show(request, response.withStatus(422), id, problem);
      }
      const name = importName(file.getClientFilename() ?? '');
      const { lines, finished, name: begun } = await imports.start(id, name);
      if (begun !== name) {
        const problem = `This form was used for “${begun}”. Send the new file again.`;
        return show(request, response.withStatus(409), crypto.randomUUID(), problem);
      }
      if (!finished) {
        const others = linesAfter(lines, linesToImport(request.withBody(file.getStream())));
        const part = { stored: lines, isWhole: true };
        try {
          await storeLines({ imports, id, onProgress }, others, part);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return show(request, response.withStatus(error.status), id, error.message);
        }
      }
      const result = importResult(knownImport(await imports.find(id)));
      return withNotice(request, response, `/import/${id}`, `The import is finished: ${result}.`);
    },
    {
      ...only('librarian'),
      limits: { handlerTimeout: 3_600_000 },
      body: { multipart: { maxFileBytes: MAX_BYTES, maxBytes: MAX_BYTES + 65_536, maxFiles: 1 } },
    },
  );

  /** The form, with the id of its import, and why it was refused. */
  async function show(
    request: ServerRequestInterface,
    response: ResponseInterface,
    id: string,
    problem = '',
  ): Promise<ResponseInterface> {
    const data = { title: 'Import', id, problem, newest: await imports.newest() };
    return render(request, response, 'import', data);
  }
}

function importState(routes: Routes, imports: ImportStore): void {
  routes.get(
    '/import/{id:[-\\w]+}',
    async (request, response, { id }) => {
      const state = knownImport(await imports.find(id));
      return render(request, response, 'import-state', {
        title: state.name.trim() || 'Import',
        result: importResult(state),
        state,
      });
    },
    only('librarian'),
  );
}

/** Whether the file was refused for its first line, or because another window sends it: the form says so. */
function isRefusal(error: unknown): error is HttpErrorInterface {
  return isHttpError(error) && ['IMPORT_COLUMNS', 'IMPORT_POSITION'].includes(error.code ?? '');
}
