import type { Database } from '../database/database.js';
import { plural } from '../plural.js';
import { ImportPosition, ImportUnknown } from '../problems.js';
import type { ImportState } from './import-operations.js';
import type { ImportRecord } from './import-record.js';

const COLUMNS = 'id, name, lines, added, finished';

/** An import in a list. */
type ImportSummary = Omit<ImportState, 'refused' | 'refusedLines'>;

/** Imports of books: a batch is stored in one transaction with the number of its lines, so nothing is twice. */
export class ImportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates an import. One with this id that has lines is left unchanged; otherwise it gets the name of the corrected file. */
  async start(id: string, name: string): Promise<ImportState> {
    await this.#database.query(
      `INSERT INTO imports (id, name) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET name = $2 WHERE imports.lines = 0 AND NOT imports.finished`,
      [id, name],
    );
    return knownImport(await this.find(id));
  }

  /** @returns `null` for an unknown id; the first 100 refused lines */
  async find(id: string): Promise<ImportState | null> {
    const [state] = await this.#database.query<ImportSummary & { refusedLines: number }>(
      `SELECT ${COLUMNS}, (SELECT count(*) FROM refused_lines WHERE import = id)::integer AS "refusedLines"
       FROM imports WHERE id = $1`,
      [id],
    );
    if (state === undefined) return null;
    const refused = await this.#database.query<{ line: number; reason: string }>(
      'SELECT line, reason FROM refused_lines WHERE import = $1 ORDER BY line LIMIT 100',
      [id],
    );
    return { ...state, refused: [...refused] };
  }

  /** @returns the names in the first line of CSV; `null` as long as it is not stored, and for NDJSON */
  async columnsOf(id: string): Promise<readonly string[] | null> {
    const sql = 'SELECT columns FROM imports WHERE id = $1';
    const [row] = await this.#database.query<{ columns: readonly string[] | null }>(sql, [id]);
    return row?.columns ?? null;
  }

  /** @returns the imports, the newest first, at most 20; not those that were refused before their first line was stored */
  newest(): Promise<readonly ImportSummary[]> {
    return this.#database.query(
      `SELECT ${COLUMNS} FROM imports WHERE lines > 0 OR finished ORDER BY started_at DESC LIMIT 20`,
    );
  }

  /**
   * Stores the records that follow those stored before.
   *
   * @param from how many lines come before these
   * @returns how many lines are stored afterwards
   * @throws {HttpError} 409 `IMPORT_POSITION` if another number is stored: two clients send at once; 404 `IMPORT_UNKNOWN`
   */
  append(id: string, from: number, records: readonly ImportRecord[]): Promise<number> {
    return this.#database.transaction(async (query) => {
      const [state] = await query<{ lines: number; finished: boolean }>(
        'SELECT lines, finished FROM imports WHERE id = $1 FOR UPDATE',
        [id],
      );
      const { lines: stored, finished } = knownImport(state);
      if (stored !== from || finished) throw otherPosition(stored);
      const books = records.flatMap(({ book }) => book ?? []);
      const columns = records.find((record) => record.columns !== undefined)?.columns ?? null;
      const refused: { line: number; reason: string }[] = [];
      let after = from;
      for (const { lines, reason } of records) {
        if (reason !== undefined) refused.push({ line: after + 1, reason });
        after += lines;
      }
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
      await query(
        `UPDATE imports SET lines = $2, added = added + $3, columns = coalesce($4::json, columns)
         WHERE id = $1`,
        [id, after, books.length, columns === null ? null : JSON.stringify(columns)],
      );
      return after;
    });
  }

  /**
   * Says that no line follows those stored; repeating it changes nothing.
   *
   * @throws {HttpError} 409 `IMPORT_POSITION`, as `append` does; 404 `IMPORT_UNKNOWN`
   */
  async finish(id: string, stored: number): Promise<void> {
    const finished = await this.#database.query(
      'UPDATE imports SET finished = true WHERE id = $1 AND lines = $2 RETURNING id',
      [id, stored],
    );
    if (finished.length > 0) return;
    throw otherPosition(knownImport(await this.find(id)).lines);
  }
}

/** The 409 of lines that do not follow those stored. */
export function otherPosition(lines: number): Error {
  const detail = `The import has ${lines} ${plural(lines, 'line')}: continue from there.`;
  return new ImportPosition(detail, { lines });
}

/** @throws {HttpError} 404 `IMPORT_UNKNOWN` for an import that nobody has begun */
export function knownImport<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new ImportUnknown('There is no such import.');
  return found;
}
