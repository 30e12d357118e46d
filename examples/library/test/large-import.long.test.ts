import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../src/command-line/import-file.js';
import { writeBooks } from '../src/command-line/write-books.js';
import { libraryContract } from '../src/contract.js';
import type { Database } from '../src/database/database.js';
import { openServer } from '../src/database/server.js';
import { inSchema, patiently } from './in-schema.js';
import { folder as ownFolder, programOf } from './program.js';
import { librarian } from './rules/api.js';
import { runLibraryOnServer } from './running-library.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '' } = process.env;
const on = withService(databaseUrl !== '', 'large imports on PostgreSQL (DATABASE_URL is not set)');

on('a large import', () => {
  const name = `library_${crypto.randomUUID().replaceAll('-', '')}`;
  let database: ReturnType<typeof openServer>;
  let folder: string;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'library-'));
    database = openServer(patiently(databaseUrl));
    await database.query(`CREATE SCHEMA ${name}`);
  });
  afterAll(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await database.query(`DROP SCHEMA ${name} CASCADE`);
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('of one request streams: 16 MiB of books need no more than 80 MiB of heap', async () => {
    const file = join(folder, 'books.csv');
    const count = await writeBooks(16 * 1024 * 1024, file);
    const url = await startWithHeap(80);
    const api = `${url}/api/imports/large`;
    await fetch(api, {
      ...{ method: 'PUT', body: '{"name":"books.csv"}' },
      headers: { ...librarian, 'Content-Type': 'application/json' },
    });
    const headers = { ...librarian, Accept: 'application/json', 'Content-Type': 'text/csv' };
    const sent = request(`${api}/lines?from=0`, { method: 'POST', headers });
    const answered = once(sent, 'response') as Promise<[NodeJS.ReadableStream]>;
    sent.on('error', () => undefined); // also one after the body was sent
    const [[response]] = await Promise.all([answered, pipeline(createReadStream(file), sent)]);
    const state = { lines: count + 1, added: count, refused: [], finished: true };
    expect(await json(response)).toMatchObject(state);
  });

  it('continues after the database has closed a connection in a transaction, with every line once', async () => {
    const library = await runLibraryOnServer(databaseUrl);
    try {
      await closeOnceAtInsert(12, library.services.database);
      const file = join(folder, 'books.ndjson');
      const count = await writeBooks(1024 * 1024, file);
      const transport = fetchTransport({ headers: librarian });
      const client = createClient(libraryContract, { baseUrl: `${library.url}/api`, transport });
      const printed: string[] = [];
      const print = (line: string) => void printed.push(line);
      const state = await importFile({ client, url: library.url, headers: librarian, file, print });
      expect(state).toMatchObject({ lines: count, added: count, finished: true });
      // After the first progress: a request has 5,000 lines, a transaction 500.
      expect(printed.findIndex((line) => line.startsWith('Interrupted'))).toBe(1);
      const sql = `SELECT count(DISTINCT title)::integer AS titles, count(*)::integer AS books
        FROM books WHERE title LIKE '%, volume %'`;
      expect(await library.services.database.query(sql)).toEqual([{ titles: count, books: count }]);
    } finally {
      await library.close();
    }
  });

  /** Makes PostgreSQL close the connection of the `number`th statement that adds books, in its transaction. */
  async function closeOnceAtInsert(number: number, { query }: Pick<Database, 'query'>) {
    // A sequence is not rolled back: the statement that is repeated has the next number.
    await query('CREATE SEQUENCE inserts');
    await query(`CREATE FUNCTION close_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('inserts') = ${number} THEN
        PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(60);
      END IF;
      RETURN NULL;
    END $$`);
    await query(`CREATE TRIGGER close_once AFTER INSERT ON books
      FOR EACH STATEMENT EXECUTE FUNCTION close_once()`);
  }

  /** @returns the address of a library whose process ends when its heap exceeds some MiB */
  async function startWithHeap(size: number): Promise<string> {
    const heap = `--max-old-space-size=${size}`;
    const running = spawn(process.execPath, [heap, ...programOf('main')], {
      cwd: ownFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ ...process.env, NODE_OPTIONS: '', REDIS_URL: '', PORT: '0', LIBRARY_DATA: folder },
        DATABASE_URL: inSchema(databaseUrl, name),
      },
    });
    child = running;
    let printed = '';
    for (;;) {
      const [chunk] = (await once(running.stdout, 'data')) as [Buffer];
      printed += chunk.toString();
      const url = /http:\/\/\S+\d/.exec(printed)?.[0];
      if (url !== undefined) return url;
    }
  }
});
