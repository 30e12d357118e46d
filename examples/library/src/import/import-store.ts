import { httpError } from 'mortise';
import { NewBook } from '../books/book.js';
import type { Database } from '../database/database.js';
import type { ImportState } from './import-operations.js';

/** A line of an import: a book, or why it is refused. */
type Line = { readonly book: NewBook } | { readonly reason: string };

const COLUMNS = 'id, name, lines, added, finished';

/** Imports of books: a batch of lines is stored in one transaction with the number of the lines, so nothing is twice. */
export class ImportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates an import; one with this id is left unchanged. */
  async start(id: string, name: string): Promise<ImportState> {
    await this.#database.query(
      'INSERT INTO imports (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [id, name],
    );
    const state = await this.find(id);
    if (state === null) throw new Error(`the import ${id} was not stored`);
    return state;
  }

  /** @returns `null` for an unknown id; the first 100 refused lines */
  async find(id: string): Promise<ImportState | null> {
    const [state] = await this.#database.query<Omit<ImportState, 'refused'>>(
      `SELECT ${COLUMNS} FROM imports WHERE id = $1`,
      [id],
    );
    if (state === undefined) return null;
    const refused = await this.#database.query<{ line: number; reason: string }>(
      'SELECT line, reason FROM refused_lines WHERE import = $1 ORDER BY line LIMIT 100',
      [id],
    );
    return { ...state, refused: [...refused] };
  }

  /** @returns the imports, the newest first, at most 20 */
  newest(): Promise<readonly Omit<ImportState, 'refused'>[]> {
    return this.#database.query(`SELECT ${COLUMNS} FROM imports ORDER BY started_at DESC LIMIT 20`);
  }

  /**
   * Stores the lines that follow those stored before.
   *
   * @param from how many lines come before these
   * @returns how many lines are stored afterwards
   * @throws {HttpError} 409 `IMPORT_POSITION` if another number is stored: two clients send at once; 404 `IMPORT_UNKNOWN`
   */
  append(id: string, from: number, texts: readonly string[]): Promise<number> {
    return this.#database.transaction(async (query) => {
      const [state] = await query<{ lines: number; finished: boolean }>(
        'SELECT lines, finished FROM imports WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (state === undefined) throw unknownImport();
      if (state.lines !== from || state.finished) {
        throw httpError(409, `The import has ${state.lines} lines: continue there.`, {
          ...{ code: 'IMPORT_POSITION', problem: { lines: state.lines } },
        });
      }
      const lines = texts.map(lineOf);
      const books = lines.flatMap((line) => ('book' in line ? [line.book] : []));
      const refused = lines.flatMap((line, index) =>
        'reason' in line ? [{ line: from + index + 1, reason: line.reason }] : [],
      );
      await query(
        `INSERT INTO books (title, author, year, language, copies)
         SELECT title, author, year, language, copies FROM json_to_recordset($1::json)
           AS row(title text, author text, year integer, language text, copies integer)`,
        [JSON.stringify(books)],
      );
      await query(
        `INSERT INTO refused_lines (import, line, reason)
         SELECT $1, line, reason FROM json_to_recordset($2::json) AS row(line integer, reason text)`,
        [id, JSON.stringify(refused)],
      );
      const after = from + texts.length;
      await query('UPDATE imports SET lines = $2, added = added + $3 WHERE id = $1', [
        ...[id, after, books.length],
      ]);
      return after;
    });
  }

  /** Says that no line follows; repeating it changes nothing. */
  async finish(id: string): Promise<void> {
    await this.#database.query('UPDATE imports SET finished = true WHERE id = $1', [id]);
  }
}

/** The 404 of an import that nobody has begun. */
export function unknownImport(): Error {
  return httpError(404, 'There is no such import.', { code: 'IMPORT_UNKNOWN' });
}

function lineOf(text: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'This is not JSON.' };
  }
  const { success, data, error } = NewBook.safeParse(value);
  return success
    ? { book: data }
    : { reason: error.issues.map(({ message }) => message).join(' ') };
}
