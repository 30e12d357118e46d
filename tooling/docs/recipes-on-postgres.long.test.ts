/** The programs of docs/recipes.md that use PostgreSQL, whose connections are closed as a restart of the server does. */
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { withService } from '../testing/with-service.js';
import { startRecipe } from './recipe.js';

const { DATABASE_URL: databaseUrl } = process.env;
const on = withService(databaseUrl !== undefined, 'recipes on PostgreSQL (set DATABASE_URL)');

on('docs/recipes.md on a PostgreSQL that restarts', () => {
  it.each([
    ['Import a large file line by line', '/books/count'],
    ['Query with Kysely', '/books'],
    ['Query with Drizzle', '/books'],
  ])('%s: goes on after its idle connection was closed', async (heading, path) => {
    await running(heading, async (url, closeConnections) => {
      expect((await fetch(url + path)).status).toBe(200);
      await closeConnections();
      // Its temporary table was that of the connection.
      expect((await fetch(url + path)).status).toBe(500);
    });
  });

  it('Import a large file line by line: goes on after its connection was closed in a transaction', async () => {
    await running('Import a large file line by line', async (url, closeConnections) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const init = { method: 'POST', body: readable, duplex: 'half' as const };
      const sent = fetch(`${url}/books/import`, init);
      await writer.write(Buffer.from('{"isbn":"1","title":"Emma"}\n'));
      await closeConnections('idle in transaction');
      await Promise.allSettled([writer.close()]);
      expect((await sent).status).toBe(500);
      expect((await fetch(`${url}/books/count`)).status).toBe(500);
    });
  });

  /** Runs a program whose connections can be told from others. */
  async function running(
    heading: string,
    use: (url: string, closeConnections: (state?: string) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const name = `recipe-${crypto.randomUUID()}`;
    const own = new URL(databaseUrl ?? '');
    own.searchParams.set('application_name', name);
    const program = await startRecipe(heading, { DATABASE_URL: own.href });
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const closeConnections = async (state = 'idle') => {
      const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = $1 AND state = $2`;
      while ((await database.query(sql, [name, state])).rowCount === 0);
      const left = 'SELECT FROM pg_stat_activity WHERE application_name = $1';
      while ((await database.query(left, [name])).rowCount !== 0);
    };
    try {
      await use(program.url, closeConnections);
    } finally {
      await database.end();
      program.child.kill();
    }
  }
});
