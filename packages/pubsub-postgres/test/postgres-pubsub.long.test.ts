import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PGlite } from '@electric-sql/pglite';
import { pubSubCases, pubSubFaultCases } from '@mortise/pubsub-conformance';
import type { PubSubMessage } from '@mortise/pubsub';
import pg from 'pg';
import { silentServer } from '../../../tooling/testing/silent-server.js';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import {
  fromPg,
  fromPglite,
  type PgPool,
  type PostgresClient,
  postgresPubSub,
} from '../src/index.js';

const url = process.env['DATABASE_URL'] ?? '';
const onServer = withService(url !== '', 'the bus on a PostgreSQL server (set DATABASE_URL)');
const onError = () => undefined;

interface TestClient {
  readonly client: PostgresClient;
  close(): Promise<void>;
}

function openServer(address: string, timeout = 30_000): TestClient {
  const config = { connectionString: address, connectionTimeoutMillis: timeout };
  const pool = new pg.Pool({ ...config, max: 5 });
  pool.on('error', onError);
  return {
    client: fromPg(pool, () => new pg.Client(config)),
    close: () => pool.end(),
  };
}

/** One for all tests here, which use different tables: to start it takes as long as most of them together. */
let pglite: PGlite | undefined;
const openPglite = async () => (pglite ??= await PGlite.create());
afterAll(() => pglite?.close());

const newTable = () => `pubsub_${randomBytes(6).toString('hex')}`;

async function dropTables({ query }: PostgresClient, table: string): Promise<void> {
  for (const name of ['topics', 'messages', 'ids']) await query(`DROP TABLE ${table}_${name}`, []);
  await query(`DROP FUNCTION ${table}_publish`, []);
}

describe('postgresPubSub keeps the contract of a bus, on PGlite', () => {
  keepsTheContract(async () => ({
    client: fromPglite(await openPglite()),
    close: () => Promise.resolve(),
  }));
});

onServer('postgresPubSub keeps the contract of a bus, on a server', () => {
  keepsTheContract(() => Promise.resolve(openServer(url)));
});

function keepsTheContract(open: () => Promise<TestClient>): void {
  const table = newTable();
  let opened: TestClient;
  beforeAll(async () => {
    opened = await open();
    await Promise.all([create().setUp(), create().setUp(), create().setUp()]);
  });
  afterAll(async () => {
    await dropTables(opened.client, table);
    await opened.close();
  });
  const options = { table, timeout: 30_000, checkInterval: 2, onError };
  const create = () => postgresPubSub(opened.client, options);
  it.each(pubSubCases(() => ({ bus: create(), other: create() })))('$name', ({ run }) => run());

  it('sweeps topics that are old, with their messages', async () => {
    const bus = create();
    const { query } = opened.client;
    await bus.publish('old', 'a', { keep: 1 });
    await query(
      `UPDATE ${table}_topics SET touched_at = touched_at - interval '2 hours' WHERE topic = 'old'`,
      [],
    );
    await bus.publish('new', 'a', { keep: 1 });
    expect(await bus.sweep(3_600_000)).toBe(1);
    const rows = await query(
      `SELECT topic FROM ${table}_messages WHERE topic IN ('old', 'new')
       UNION ALL SELECT topic FROM ${table}_topics WHERE topic IN ('old', 'new')`,
      [],
    );
    expect(rows).toEqual([{ topic: 'new' }, { topic: 'new' }]);
    await bus.close();
  });
}

describe('postgresPubSub on a PGlite that another bus also uses', () => {
  it('goes on receiving a topic that the other bus has left', async () => {
    const database = await openPglite();
    const clients = [fromPglite(database), fromPglite(database)];
    const [left, stays] = clients.map((each) => postgresPubSub(each, { table: 'both', onError }));
    await left?.setUp();
    const received: string[] = [];
    await stays?.subscribe('a', {
      message: ({ data }) => void received.push(new TextDecoder().decode(data)),
    });
    const subscription = await left?.subscribe('a', { message: onError });
    await subscription?.unsubscribe();
    await stays?.publish('a', 'after');
    await waitFor(() => received.length > 0);
    expect(received).toEqual(['after']);
    await Promise.all([left?.close(), stays?.close()]);
  });
});

/** Counts the statements that are sent before the one before has ended: pg 9 refuses them. */
class CountingClient extends pg.Client {
  static running = 0;
  static most = 0;

  override query(...sent: readonly never[]): never {
    CountingClient.most = Math.max(CountingClient.most, ++CountingClient.running);
    const result = super.query(...(sent as unknown as [never])) as Promise<unknown>;
    const ended = () => void CountingClient.running--;
    result.then(ended, ended);
    return result as never;
  }
}

onServer('postgresPubSub over pg', () => {
  it('sends one statement at a time over the connection that receives messages', async () => {
    const table = newTable();
    const opened = openServer(url);
    const { client } = opened;
    const query = async (sql: string, parameters: unknown[]) => ({
      rows: [...(await client.query(sql, parameters as never))],
    });
    const counted = fromPg({ query }, () => new CountingClient(url));
    const bus = postgresPubSub(counted, { table, timeout: 30_000, onError });
    await bus.setUp();
    const names = Array.from({ length: 20 }, (_, at) => `topic ${at}`);
    await Promise.all(names.map((name) => bus.subscribe(name, { message: onError })));
    expect(CountingClient.most).toBe(1);
    await bus.close();
    await dropTables(client, table);
    await opened.close();
  });
});

onServer('postgresPubSub when its server fails', () => {
  const table = newTable();
  let direct: TestClient;
  beforeAll(async () => {
    direct = openServer(url);
    await postgresPubSub(direct.client, { table, timeout: 30_000 }).setUp({ unlogged: true });
  });
  afterAll(async () => {
    await dropTables(direct.client, table);
    await direct.close();
  });
  const create = async () => {
    const proxy = await tcpProxy(url);
    const failing = openServer(proxy.url, 500);
    const bus = postgresPubSub(failing.client, { table, timeout: 1_000, checkInterval: 100 });
    const other = postgresPubSub(direct.client, { table, timeout: 30_000 });
    return {
      ...{ bus, other, ...proxy },
      loseAll: async (topic: string) => {
        await direct.client.query(`DELETE FROM ${table}_messages WHERE topic = $1`, [topic]);
        await direct.client.query(`DELETE FROM ${table}_topics WHERE topic = $1`, [topic]);
      },
      loseLast: async (topic: string) => {
        await direct.client.query(
          `WITH lost AS (DELETE FROM ${table}_messages
             WHERE topic = $1 AND id = (SELECT last FROM ${table}_topics WHERE topic = $1) RETURNING previous)
           UPDATE ${table}_topics SET last = lost.previous, count = count - 1 FROM lost WHERE topic = $1`,
          [topic],
        );
      },
      close: async () => {
        await bus.close();
        await other.close();
        proxy.cut();
        await failing.close();
        await proxy.close();
      },
    };
  };
  it.each(pubSubFaultCases(create))('$name', ({ run }) => run());

  it('publishes in a transaction if and only if it commits, in the order of the commits', async () => {
    const bus = postgresPubSub(direct.client, { table, timeout: 30_000 });
    const topic = crypto.randomUUID();
    const received: PubSubMessage[] = [];
    await bus.subscribe(topic, { message: (message) => void received.push(message) });
    const transaction = new pg.Client({ connectionString: url });
    await transaction.connect();
    const { publish } = bus.in(
      async (sql, values) => (await transaction.query<object>(sql, values)).rows,
    );
    try {
      await transaction.query('BEGIN');
      await publish(topic, 'rolled back', { keep: 9 });
      await transaction.query('ROLLBACK');
      await transaction.query('BEGIN');
      await publish(topic, 'committed', { keep: 9 });
      const later = bus.publish(topic, 'later', { keep: 9 });
      await publish(topic, 'committed too', { keep: 9 });
      await transaction.query('COMMIT');
      await later;
    } finally {
      await transaction.end();
    }
    await waitFor(() => received.length === 3);
    const texts = received.map(({ data }) => Buffer.from(data).toString());
    expect(texts).toEqual(['committed', 'committed too', 'later']);
    const previous = received.map((message) => message.previous);
    expect(previous).toEqual(['', received[0]?.id, received[1]?.id]);
    await bus.close();
  });

  it('receives again if the server ends the connection, as it does when it restarts', async () => {
    // Other tests listen on the same server at the same time.
    const own = new URL(url);
    own.searchParams.set('application_name', table);
    const opened = openServer(own.href);
    const bus = postgresPubSub(opened.client, { table, timeout: 30_000 });
    const topic = crypto.randomUUID();
    const received: string[] = [];
    const states: string[] = [];
    await bus.subscribe(topic, {
      message: ({ data }) => void received.push(Buffer.from(data).toString()),
      state: (state) => void states.push(state),
    });
    await direct.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND application_name = $1`,
      [table],
    );
    await waitFor(() => states.includes('disconnected'));
    await bus.publish(topic, 'a', { keep: 9 });
    await waitFor(() => received.length === 1);
    expect(received).toEqual(['a']);
    await bus.close();
    await opened.close();
  });

  it('leaves no socket of an attempt to connect to a server that does not answer', async () => {
    const server = await silentServer(url);
    const client = fromPg(
      { query: () => Promise.resolve({ rows: [{ schema: 'public' }] }) },
      () => new pg.Client({ connectionString: server.url }),
    );
    const bus = postgresPubSub(client, { timeout: 300 });
    await expect(bus.subscribe('a', { message: onError })).rejects.toMatchObject({
      code: 'PUBSUB_UNAVAILABLE',
    });
    await waitFor(() => server.open.size === 0);
    await bus.close();
    server.close();
  });

  it('leaves no socket if it is closed while the server does not respond', async () => {
    const proxy = await tcpProxy(url);
    const made: pg.Client[] = [];
    const query: PgPool['query'] = async (sql, values) => ({
      rows: [...(await direct.client.query(sql, values as string[]))],
    });
    const client = fromPg({ query }, () => {
      made.push(new pg.Client({ connectionString: proxy.url }));
      return made[0] as pg.Client;
    });
    const bus = postgresPubSub(client, { table, timeout: 30_000 });
    await bus.subscribe('a', { message: onError });
    proxy.stall();
    await bus.close();
    const { connection } = made[0] as unknown as { connection: { stream: Socket } };
    await waitFor(() => connection.stream.destroyed);
    await proxy.close();
  });

  it('receives nothing from tables in another schema, which search_path or the option chooses', async () => {
    const schemas = [0, 1].map((at) => `${newTable()}_${at}`);
    const opened = schemas.map((schema) => {
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${schema}`);
      return openServer(own.href);
    });
    const received: string[] = [];
    const buses = opened.map(({ client }) => postgresPubSub(client, { timeout: 30_000 }));
    // The same tables as the first, by their full name.
    const table = `${schemas[0]}.mortise_pubsub`;
    buses.push(postgresPubSub(direct.client, { table, timeout: 30_000 }));
    for (const [at, bus] of buses.entries()) {
      if (at < 2) await direct.client.query(`CREATE SCHEMA ${schemas[at]}`, []);
      await bus.setUp();
      await bus.subscribe('a', {
        message: ({ data }) => received.push(`${at} ${Buffer.from(data).toString()}`),
        gap: () => received.push(`${at} gap`),
      });
    }
    for (const text of ['x', 'y'])
      for (const [at, bus] of buses.entries()) await bus.publish('a', `${text}${at}`, { keep: 9 });
    await waitFor(() => received.length >= 10);
    const ofFirst = ['x0', 'x2', 'y0', 'y2'];
    expect(received.toSorted()).toEqual([
      ...ofFirst.map((text) => `0 ${text}`),
      ...['1 x1', '1 y1'],
      ...ofFirst.map((text) => `2 ${text}`),
    ]);
    for (const bus of buses) await bus.close();
    for (const server of opened) await server.close();
    for (const schema of schemas) await direct.client.query(`DROP SCHEMA ${schema} CASCADE`, []);
  });

  it('says what to call if its tables do not exist', async () => {
    const bus = postgresPubSub(direct.client, { table: `${table}_absent` });
    for (const call of [
      () => bus.publish('a', 'b'),
      () => bus.subscribe('a', { message: () => undefined }),
    ])
      await expect(call()).rejects.toMatchObject({
        code: 'PUBSUB_UNAVAILABLE',
        message: 'the bus tables do not exist; call setUp()',
      });
    await bus.close();
  });
});

describe('an option of postgresPubSub', () => {
  const client = {
    query: () => Promise.resolve([]),
    connect: () => Promise.reject(new Error('-')),
  };

  it.each([
    [{ table: 'A' }, 'table'],
    [{ table: 'a; DROP' }, 'table'],
    [{ table: 'a'.repeat(49) }, 'table'],
    [{ timeout: 0 }, 'timeout'],
    [{ checkInterval: 2 ** 31 }, 'checkInterval'],
    [{ onError: 7 }, 'onError'],
    [{ prefix: 'a' }, 'prefix'],
  ])('is checked: %j', (options, option) => {
    expect(() => postgresPubSub(client, options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `postgresPubSub.${option}` }),
    );
  });

  it('follows the client, which is checked too', () => {
    expect(() => postgresPubSub('postgres://localhost' as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'postgresPubSub.client' }),
    );
  });
});
