import type { Query } from '../database/database.js';

/** An uploaded picture. */
export interface Cover {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Uploaded covers, in the database: all processes have them. */
export class CoverStore {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** @returns `null` if the cover of the book was not uploaded */
  async find(book: number): Promise<Cover | null> {
    const [cover] = await this.#query<Cover>(
      'SELECT cover_type AS type, cover AS bytes FROM books WHERE id = $1 AND cover IS NOT NULL',
      [book],
    );
    return cover ?? null;
  }

  /** Replaces the cover; its address changes, so that no cache shows the old one. */
  async save(book: number, { type, bytes }: Cover): Promise<void> {
    await this.#query(
      'UPDATE books SET cover = $2, cover_type = $3, version = version + 1 WHERE id = $1',
      [book, bytes, type],
    );
  }
}
