import { render } from '@mortise/view';
import type {
  Awaitable,
  ResponseInterface,
  Routes,
  ServerRequestInterface,
  UploadedFileInterface,
} from 'mortise';
import { only } from '../people/roles.js';
import type { BookStore } from './book-store.js';
import { COVER_BYTES, storeCover } from './cover-file.js';
import type { CoverStore } from './cover-store.js';
import { bookNumber } from './known-book.js';
import { TURNING } from './stored-text.js';

const MAX_FILES = 50;
const MAX_BYTES = MAX_FILES * COVER_BYTES + 65_536;
const NOT_CHOSEN = 4;

/** An uploaded picture, and the number of its book; 0 if neither its field nor its name says one. */
interface Sent {
  readonly file: UploadedFileInterface;
  readonly book: number;
}

/** What happened to one picture. */
interface Report {
  readonly name: string;
  readonly book: { readonly id: number; readonly title: string } | null;
  /** Why it was refused; `null` if it is the cover now. */
  readonly problem: string | null;
}

/**
 * Takes many covers from one form. The field `cover[7]` says the book, and in the field `covers[]` the name of the file:
 * `7.jpg`. Each is streamed into a temporary file and has its own result: one bad picture does not refuse the others.
 */
export function manyCovers(routes: Routes, books: BookStore, covers: CoverStore): void {
  routes.get('/covers', (request, response) => show(request, response), only('librarian'));

  routes.post(
    '/covers',
    async (request, response) => {
      const sent = sentCovers(request.getUploadedFiles());
      if (sent.length === 0) {
        return show(request, response.withStatus(422), { problem: 'Choose at least one picture.' });
      }
      if (sent.length > MAX_FILES) {
        const problem = `Send at most ${MAX_FILES} pictures at once.`;
        return show(request, response.withStatus(413), { problem });
      }
      const reports: Report[] = [];
      for (const each of sent) reports.push(await reportOf(each)); // one picture in memory at a time
      const isRefused = reports.every(({ problem }) => problem !== null);
      return show(request, response.withStatus(isRefused ? 422 : 200), { reports });
    },
    {
      ...only('librarian'),
      limits: { handlerTimeout: 300_000 },
      // A picture that is too large is skipped with an error of its own. One file more than are allowed, to notice it.
      body: {
        multipart: {
          maxFileBytes: COVER_BYTES,
          maxBytes: MAX_BYTES,
          maxFiles: MAX_FILES + 1,
          onLimit: 'truncate',
        },
      },
    },
  );

  async function reportOf({ file, book: id }: Sent): Promise<Report> {
    const name = (file.getClientFilename() ?? '').replaceAll(TURNING, '');
    if (id === 0) {
      const problem = 'Start the file name with the number of the book, as in 7.jpg.';
      return { name, book: null, problem };
    }
    const book = await books.find(id);
    if (book === null) return { name, book: null, problem: `There is no book ${id}.` };
    return { name, book, problem: await storeCover(covers, book.id, file) };
  }
}

/** The form, with why nothing was stored, or what happened to each picture. */
function show(
  request: ServerRequestInterface,
  response: ResponseInterface,
  { problem = '', reports = [] }: { problem?: string; reports?: readonly Report[] } = {},
): Awaitable<ResponseInterface> {
  const data = { title: 'Covers', maxFiles: MAX_FILES, problem, reports };
  return render(request, response, 'covers', data);
}

/** The pictures of both fields, in the order in which each field has them, without inputs that were left empty. */
function sentCovers(files: Readonly<Record<string, unknown>>): readonly Sent[] {
  const named = Object.values(files['covers'] ?? {}).filter(isFile);
  const placed = Object.entries(files['cover'] ?? {});
  return [
    ...named.map((file) => ({ file, book: numberInName(file.getClientFilename() ?? '') })),
    ...placed.flatMap(([id, file]) => (isFile(file) ? [{ file, book: bookNumber(id) }] : [])),
  ].filter(({ file }) => file.getError() !== NOT_CHOSEN);
}

function isFile(value: unknown): value is UploadedFileInterface {
  return value instanceof Object && 'getStream' in value;
}

function numberInName(name: string): number {
  return bookNumber(/^0*(\d+)/.exec(name)?.[1] ?? '');
}
