import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openServer } from '../src/database/server.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '' } = process.env;
const on = withService(databaseUrl !== '', 'transactions of PostgreSQL (DATABASE_URL is not set)');

on('a transaction on a server', () => {
  const schema = `library_${crypto.randomUUID().replaceAll('-', '')}`;
  const own = new Client({ connectionString: databaseUrl });
  beforeAll(async () => {
    await own.connect();
    await own.query(`CREATE SCHEMA ${schema}`);
    await own.query(`CREATE TABLE ${schema}.books (); CREATE TABLE ${schema}.refused ()`);
  });
  afterAll(async () => {
    await own.query(`DROP SCHEMA ${schema} CASCADE`);
    await own.end();
  });

  it('whose statement takes too long is not committed by the next one of its connection', async () => {
    const url = new URL(databaseUrl);
    url.searchParams.set('query_timeout', '1000');
    const database = openServer(url.href);
    await own.query(`BEGIN; LOCK TABLE ${schema}.refused`);
    const late = database.transaction(async (query) => {
      await query(`INSERT INTO ${schema}.books DEFAULT VALUES`);
      await query(`INSERT INTO ${schema}.refused DEFAULT VALUES`);
    });
    await expect(late).rejects.toThrow('Query read timeout');
    await own.query('COMMIT');
    // Of a pool, the connection that was used last is the next.
    await database.transaction((query) => query('SELECT 1'));
    await database.close();
    const { rows } = await own.query(`SELECT FROM ${schema}.books`);
    expect(rows).toEqual([]);
  });
});
