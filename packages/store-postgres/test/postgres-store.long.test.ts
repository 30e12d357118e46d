import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storeCases, storeFaultCases } from '@mortise/store-conformance';
import pg from 'pg';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { postgresStore, type PostgresStore } from '../src/index.js';
import { openPglite, openServer, type TestDatabase } from './databases.js';
import { keepsTheTimeOfEachStatement } from './transaction-times.js';

const url = process.env['DATABASE_URL'] ?? '';
const onServer = withService(url !== '', 'the store on a PostgreSQL server (set DATABASE_URL)');

describe('postgresStore keeps the contract of a store, on PGlite', () => {
  let pglite: TestDatabase;
  keepsTheContract(async () => (pglite = await openPglite()), 'mortise_store');

  describe('and in a transaction has the time of each statement', () => {
    keepsTheTimeOfEachStatement(() => pglite);
  });
});

onServer('postgresStore keeps the contract of a store, on a server', () => {
  keepsTheContract(
    () => Promise.resolve(openServer(url)),
    `store_${randomBytes(6).toString('hex')}`,
  );
});

onServer('postgresStore when its server fails', () => {
  const table = `store_${randomBytes(6).toString('hex')}`;
  let direct: TestDatabase;
  beforeAll(async () => {
    direct = openServer(url);
    await postgresStore(direct.query, { table, timeout: 30_000 }).setUp({ unlogged: true });
  });
  afterAll(async () => {
    await direct.query(`DROP TABLE ${table}`, []);
    await direct.close();
  });

  it('sweeps past rows that another transaction holds', async () => {
    const keys = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')];
    const store = postgresStore(direct.query, { table, timeout: 30_000 });
    for (const key of keys) await store.set(key, 'x', 60_000);
    await direct.query(`UPDATE ${table} SET expires_at = clock_timestamp() - interval '1 s'`, []);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(`SELECT 1 FROM ${table} WHERE name = $1 FOR UPDATE`, [`v${keys[0]}`]);
      expect(await store.sweep()).toBe(1);
    } finally {
      await other.end();
    }
    expect(await store.sweep()).toBe(1);
  });

  const create = async () => {
    const proxy = await tcpProxy(url);
    const database = openServer(proxy.url, 500);
    return {
      ...proxy,
      store: postgresStore(database.query, { table, timeout: 1_000 }),
      restart: () => {
        proxy.cut();
      },
      close: async () => {
        proxy.cut();
        await database.close();
        await proxy.close();
      },
    };
  };
  it.each(storeFaultCases(create))('$name', ({ run }) => run());
});

describe('postgresStore', () => {
  const noRows = () => Promise.resolve([]);

  it('rejects if the client returns text for a value, and says what to change', async () => {
    const store = postgresStore(() => Promise.resolve([{ version: 'x', value: '\\x00' }]));
    await expect(store.get('a')).rejects.toThrow(
      'unexpected result: received a string of length 4; expected bytes: query must return rows as objects, bytea as bytes',
    );
  });

  it('rejects if the client returns its result instead of the rows', async () => {
    const store = postgresStore(() => Promise.resolve({ rows: [] } as never));
    await expect(store.get('a')).rejects.toThrow(
      'received an object; expected a list of rows: query must return rows as objects',
    );
  });

  it('rejects if a call of the client never settles', async () => {
    const store = postgresStore(() => new Promise(() => undefined), { timeout: 5 });
    await expect(store.get('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 });
  });

  it.each(['a', 'sessions', 'web.sessions', `a${'b'.repeat(50)}`])(
    'accepts the table %s',
    (table) => {
      expect(() => postgresStore(noRows, { table })).not.toThrow();
    },
  );

  it.each([
    [{ table: '' }, 'table'],
    [{ table: 'Sessions' }, 'table'],
    [{ table: 'a; DROP TABLE b' }, 'table'],
    [{ table: 'a"b' }, 'table'],
    [{ table: 'a.b.c' }, 'table'],
    [{ table: 'a\n' }, 'table'],
    [{ table: `a${'b'.repeat(51)}` }, 'table'],
    [{ timeout: 0 }, 'timeout'],
    [{ maxBytes: -1 }, 'maxBytes'],
    [{ unlogged: true }, 'unlogged'],
  ])('refuses the options %j', (options, option) => {
    expect(() => postgresStore(noRows, options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `postgresStore.${option}` }),
    );
  });
});

function keepsTheContract(open: () => Promise<TestDatabase>, table: string): void {
  let database: TestDatabase;
  let store: PostgresStore;
  beforeAll(async () => {
    database = await open();
    store = newStore();
    await Promise.all([store.setUp(), newStore().setUp(), newStore().setUp()]);
  });
  afterAll(async () => {
    await database.query(`DROP TABLE ${table}`, []);
    await database.close();
  });
  const newStore = () =>
    postgresStore((...args) => database.query(...args), { table, timeout: 30_000 });

  it.each(storeCases(newStore))('$name', ({ run }) => run());

  it('accepts an existing table on setup', async () => {
    await expect(store.setUp({ unlogged: true })).resolves.toBeUndefined();
  });

  it('sets up a table in another schema', async () => {
    const schema = `${table}_other`;
    await database.query(`CREATE SCHEMA ${schema}`, []);
    try {
      const options = { table: `${schema}.entries`, timeout: 30_000 };
      const other = postgresStore((...args) => database.query(...args), options);
      await other.setUp();
      await other.increment('a', 1, 60_000);
      expect((await other.increment('a', 1, 60_000)).value).toBe(2);
    } finally {
      await database.query(`DROP SCHEMA ${schema} CASCADE`, []);
    }
  });

  it('returns whole milliseconds until a counter expires', async () => {
    const key = crypto.randomUUID();
    const counts = [1, 2, 3].map(() => store.increment(key, 1, 60_000));
    const ends = (await Promise.all(counts)).map(({ expiresIn }) => expiresIn);
    expect(ends).toEqual(ends.map(Math.ceil));
  });

  it('says what to call if its table does not exist', async () => {
    const absent = postgresStore((...args) => database.query(...args), {
      table: `${table}_absent`,
    });
    await expect(absent.get('a')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'the store table does not exist; call setUp()',
    });
  });

  it('deletes expired entries, the oldest first, at most as many as the limit', async () => {
    await database.query(`DELETE FROM ${table}`, []);
    await store.set('lives', 'x', 60_000);
    for (const key of ['a', 'b', 'c']) await store.set(key, 'x', 60_000);
    await store.increment('d', 1, 60_000);
    await database.query(
      `UPDATE ${table} SET expires_at = clock_timestamp() - ascii(substr(name, 2)) * interval '1 second'
       WHERE name <> 'vlives'`,
      [],
    );
    expect([await store.sweep(3), await namesIn()]).toEqual([3, ['va', 'vlives']]);
    expect([await store.sweep(), await namesIn()]).toEqual([1, ['vlives']]);
    expect(await store.sweep()).toBe(0);
  });

  async function namesIn(): Promise<unknown[]> {
    const rows = await database.query(`SELECT name FROM ${table} ORDER BY name`, []);
    return rows.map((row) => (row as { readonly name: unknown }).name);
  }
}
