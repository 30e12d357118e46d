import type { Pool } from 'pg';
import type { Books } from './books.ts';

/** Books in PostgreSQL. Creates the table if it is not there. */
export async function postgresBooks(pool: Pool): Promise<Books> {
  await pool.query(`create table if not exists books (
    id integer generated always as identity primary key,
    title text not null
  )`);
  return {
    all: async () => (await pool.query('select id, title from books order by id')).rows,
    find: async (id) =>
      (await pool.query('select id, title from books where id = $1', [id])).rows[0],
    add: async ({ title }) =>
      (await pool.query('insert into books (title) values ($1) returning id, title', [title]))
        .rows[0],
  };
}
