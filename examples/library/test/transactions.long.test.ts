import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Query } from '../src/database/database.js';
import { openServer } from '../src/database/server.js';
import { isAway } from '../src/database/unavailable.js';
import { tcpProxy } from './tcp-proxy.js';
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
    url.searchParams.set('query_timeout', '3000'); // the last transaction is in time on a busy machine
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

on('a server that accepts everything and answers nothing', () => {
  it('is away for each that waits for it before 5 s have passed', async () => {
    const proxy = await tcpProxy(databaseUrl);
    const patient = new URL(proxy.url);
    patient.searchParams.set('query_timeout', '5000');
    const known = openServer(proxy.url);
    const unknown = openServer(proxy.url);
    const clock = openServer(patient.href);
    const statement = (query: Query) => query('SELECT 1');
    // Connections that are open when it falls silent.
    await Promise.all([statement(known.query), known.transaction(statement)]);
    await statement(clock.query);
    proxy.silence();
    const order: string[] = [];
    const refused = (what: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => order.push(isAway(error) ? what : String(error)));
    await Promise.all([
      refused('5 s', statement(clock.query)),
      refused('a statement', statement(known.query)),
      refused('a transaction', known.transaction(statement)),
      refused('a connection', statement(unknown.query)),
    ]);
    expect(order.slice(0, 3).toSorted()).toEqual(['a connection', 'a statement', 'a transaction']);
    proxy.close();
    await Promise.all([known, unknown, clock].map((each) => each.close()));
  });
});
