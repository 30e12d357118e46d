import { defineProblem } from '@mortise/contract';
import * as z from 'zod';

/** What the API refuses: thrown by the stores, named in `/openapi.json`, and in the types of the client. Pages show the titles. */
const refused = { status: 409, title: '409 Conflict' } as const;
const absent = { status: 404, title: '404 Not Found' } as const;

export const BookUnknown = defineProblem({ ...absent, code: 'BOOK_UNKNOWN' });
export const AlreadyBorrowed = defineProblem({ ...refused, code: 'ALREADY_BORROWED' });
export const NoCopyLeft = defineProblem({ ...refused, code: 'NO_COPY_LEFT' });
export const NotBorrowed = defineProblem({ ...refused, code: 'NOT_BORROWED' });

export const ImportUnknown = defineProblem({ ...absent, code: 'IMPORT_UNKNOWN' });
/** The id is that of an import of another file. */
export const ImportName = defineProblem({ ...refused, code: 'IMPORT_NAME' });
/** `lines`: where to continue. */
export const ImportPosition = defineProblem({
  ...{ ...refused, code: 'IMPORT_POSITION' },
  schema: z.object({ lines: z.int() }),
});
/** The lines are not of the kind that the name of the import says. */
export const ImportType = defineProblem({
  ...{ status: 415, title: '415 Unsupported Media Type', code: 'IMPORT_TYPE' },
});
/** The first line of CSV does not name the columns. */
export const ImportColumns = defineProblem({
  ...{ status: 422, title: '422 Unprocessable Content', code: 'IMPORT_COLUMNS' },
});
