/** The books of the example library in a schema of their own, which is dropped at the end. */
import { readFileSync } from 'node:fs';
import pg from 'pg';

const SCHEMA = 'mortise_benchmark_library';

/** @returns the URL for the contestants, and a function that drops the schema */
export async function prepareTables(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await client.query(
    `CREATE TABLE ${SCHEMA}.books (id integer PRIMARY KEY, title text NOT NULL, author text NOT NULL,
       year integer NOT NULL, language text NOT NULL, copies integer NOT NULL)`,
  );
  const file = new URL('../../examples/library/data/books.json', import.meta.url);
  await client.query(
    `INSERT INTO ${SCHEMA}.books SELECT id, title, author, year, language, 1 + id % 3
     FROM json_to_recordset($1::json) AS row(id integer, title text, author text, year integer, language text)`,
    [readFileSync(file, 'utf8')],
  );
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${SCHEMA}`);
  return {
    url: url.href,
    drop: async () => {
      await client.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
      await client.end();
    },
  };
}
