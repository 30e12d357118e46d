import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { withService } from '../../../tooling/testing/with-service.js';
import { postgresStore } from '../src/index.js';
import { openServer, type TestDatabase } from './databases.js';

const url = process.env['DATABASE_URL'] ?? '';
const onServer = withService(url !== '', 'the set-up of a PostgreSQL server (set DATABASE_URL)');

onServer('setUp', () => {
  const schema = `set_up_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  beforeAll(async () => {
    database = openServer(url);
    await database.query(`CREATE SCHEMA ${schema}`, []);
  });
  afterAll(async () => {
    await database.query(`DROP SCHEMA ${schema} CASCADE`, []);
    await database.close();
  });
  const storeOn = (table: string) =>
    postgresStore(database.query, { table: `${schema}.${table}`, timeout: 30_000 });

  it('creates a table that survives a crash of the server, unless it is unlogged', async () => {
    await storeOn('logged').setUp();
    await storeOn('unlogged').setUp({ unlogged: true });
    const tables = await database.query(
      `SELECT relname, relpersistence FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relname LIKE '%logged' ORDER BY relname`,
      [schema],
    );
    expect(tables).toEqual([
      { relname: 'logged', relpersistence: 'p' },
      { relname: 'unlogged', relpersistence: 'u' },
    ]);
  });

  it('creates an index for sweeps, in the schema of the table', async () => {
    await storeOn('swept').setUp();
    const indexes = await database.query(
      `SELECT indexname, indexdef FROM pg_indexes
       WHERE schemaname = $1 AND tablename = 'swept' AND indexname NOT LIKE '%_pkey'`,
      [schema],
    );
    expect(indexes).toEqual([
      { indexname: 'swept_end', indexdef: expect.stringMatching(/\(expires_at\)$/) },
    ]);
  });

  it('creates columns that are never null, the name compared byte by byte', async () => {
    await storeOn('columns').setUp();
    const columns = await database.query(
      `SELECT column_name AS name, data_type AS type, is_nullable AS "isNull", collation_name AS collation
       FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = 'columns' ORDER BY ordinal_position`,
      [schema],
    );
    expect(columns).toEqual([
      { name: 'name', type: 'text', isNull: 'NO', collation: 'C' },
      { name: 'version', type: 'text', isNull: 'NO', collation: null },
      { name: 'value', type: 'bytea', isNull: 'NO', collation: null },
      { name: 'count', type: 'bigint', isNull: 'NO', collation: null },
      { name: 'expires_at', type: 'timestamp with time zone', isNull: 'NO', collation: null },
    ]);
  });

  it('creates a table whose name is a reserved word', async () => {
    const here = openServer(`${url}?options=-c%20search_path%3D${schema}`);
    const store = postgresStore(here.query, { table: 'user', timeout: 30_000 });
    try {
      await store.setUp();
      await store.set('a', 'ada', 60_000);
      expect(new TextDecoder().decode((await store.get('a'))?.value)).toBe('ada');
      expect((await store.increment('a', 2, 60_000)).value).toBe(2);
      expect([await store.sweep(), await store.delete('a')]).toEqual([0, true]);
    } finally {
      await here.close();
    }
  });
});
