import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectErrorPage } from './error-page.js';
import { keptIn, sendAgain } from './kept-form.js';
import { PNG } from './pictures.js';
import { librarian } from './rules/api.js';
import { enterRoom, said } from './room-socket.js';
import { type RunningLibrary, runLibraryOnServer } from './running-library.js';
import { type TcpProxy, tcpProxy } from './tcp-proxy.js';
import { signedIn, Visitor } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
const present = databaseUrl !== undefined && redisUrl !== undefined;
const on = withService(
  present,
  'faults of PostgreSQL and Redis (DATABASE_URL or REDIS_URL is not set)',
);

on('while something is away', () => {
  let library: RunningLibrary;
  let database: TcpProxy;
  let redis: TcpProxy;

  beforeAll(async () => {
    database = await tcpProxy(databaseUrl ?? '');
    redis = await tcpProxy(redisUrl ?? '');
    const REDIS_PREFIX = `library-${crypto.randomUUID()}:`;
    const url = new URL(database.url);
    url.searchParams.set('query_timeout', '5000'); // the default can be short on a busy machine
    library = await runLibraryOnServer(url.href, { REDIS_URL: redis.url, REDIS_PREFIX });
  }, 120_000);
  afterAll(async () => {
    await library.close();
    database.close();
    redis.close();
  });

  /** Repeats a request until it has a status: the library connects again by itself. */
  async function until(status: number, send: () => Promise<Response>): Promise<Response> {
    const end = performance.now() + 30_000;
    for (;;) {
      const response = await send();
      if (response.status === status) return response;
      await response.text();
      if (performance.now() > end)
        throw new Error(`it responds with ${response.status}, not ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('shows 503 while the database is unavailable for 5 s, keeps the log-in, and works again by itself', async () => {
    const reader = await signedIn(library.url, 'reader');
    database.takeAway();
    const end = performance.now() + 5_000;
    do {
      for (const path of ['/books', '/books/1', '/account']) {
        const response = await reader.send('GET', path);
        expect(response.headers.get('Retry-After')).toBe('5');
        await expectErrorPage(response, '503 Service Unavailable');
      }
      const borrowed = await reader.submit('/books/50/borrow');
      await expectErrorPage(borrowed, '503 Service Unavailable');
      await new Promise((resolve) => setTimeout(resolve, 500));
    } while (performance.now() < end);
    expect((await fetch(`${library.url}/health/live`)).status).toBe(200);
    database.giveBack();
    await until(200, () => reader.send('GET', '/account'));
    expect(await reader.open('/books/50')).not.toContain('You have borrowed this book.');
    expect((await reader.submit('/books/50/borrow')).status).toBe(303);
    expect((await reader.submit('/books/50/return')).status).toBe(303);
  });

  it('shows 503 while the database accepts queries and does not answer', async () => {
    const visitor = new Visitor(library.url);
    const reader = await signedIn(library.url, 'reader');
    await reader.open('/books/50');
    database.silence();
    const api = { method: 'POST', headers: librarian };
    const responses = await Promise.all([
      visitor.send('GET', '/books/1'),
      visitor.send('GET', '/statistics'),
      reader.send('GET', '/account'),
      reader.send('POST', '/books/50/borrow', { body: new URLSearchParams(reader.tokens) }),
    ]);
    for (const response of responses) await expectErrorPage(response, '503 Service Unavailable');
    expect((await fetch(`${library.url}/api/books/50/loan`, api)).status).toBe(503);
    database.giveBack();
    await until(200, () => reader.send('GET', '/account'));
    expect(await reader.open('/books/50')).not.toContain('You have borrowed this book.');
  });

  it('gives a message of the reading room back while the database is away', async () => {
    const reader = await signedIn(library.url, 'reader');
    const socket = await enterRoom(library.url, reader);
    const heard = said(socket);
    database.takeAway();
    socket.send('anybody here?');
    expect(await heard).toEqual({ unsent: 'anybody here?' });
    database.giveBack();
    const closed = once(socket, 'close');
    socket.close();
    await closed;
    await until(200, () => reader.send('GET', '/account'));
  });

  it.each(['the database', 'Redis'])(
    'keeps a book that was typed while %s is away, until it is stored',
    async (away) => {
      const proxy = away === 'Redis' ? redis : database;
      const typist = await signedIn(library.url, 'librarian');
      const title = crypto.randomUUID();
      const fields = { title, author: 'Voltaire', year: '1747', language: 'French' };
      proxy.takeAway();
      const refused = await typist.submit('/books', fields);
      const page = await expectErrorPage(refused, '503 Service Unavailable');
      expect(keptIn(page)).toMatchObject(fields);
      proxy.giveBack();
      await until(303, () => sendAgain(typist, '/books', page));
      expect(await typist.open(`/books?q=${title}`)).toContain('1 book</p>');
    },
  );

  it('refuses sessions with 503 while Redis is away, serves what needs none, and keeps the log-in', async () => {
    const reader = await signedIn(library.url, 'reader');
    redis.takeAway();
    for (const path of ['/account', '/books']) {
      const response = await reader.send('GET', path);
      expect(response.headers.get('Retry-After')).toBe('5');
      await expectErrorPage(response, '503 Service Unavailable');
    }
    const visitor = new Visitor(library.url);
    for (const path of ['/books', '/books/1', '/statistics', '/books/1/cover', '/api/books']) {
      expect([path, (await visitor.send('GET', path)).status]).toEqual([path, 200]);
    }
    // The form needs a session, for its token.
    await expectErrorPage(await visitor.send('GET', '/sign-in'), '503 Service Unavailable');
    redis.giveBack();
    await until(200, () => reader.send('GET', '/account'));
  });

  it('shows 503 while Redis accepts commands and does not answer, and keeps the log-in', async () => {
    const mute = await tcpProxy(redisUrl ?? '');
    const variables = { REDIS_URL: mute.url, REDIS_PREFIX: `library-${crypto.randomUUID()}:` };
    const impatient = await runLibraryOnServer(databaseUrl ?? '', variables, 500);
    // Even Redis can take longer on a busy machine.
    const reader = new Visitor(impatient.url);
    await until(200, () => reader.send('GET', '/sign-in'));
    await until(303, async () => {
      await reader.open('/sign-in');
      return reader.submit('/sign-in', { name: 'reader', password: 'just-looking' });
    });
    mute.silence();
    await expectErrorPage(await reader.send('GET', '/account'), '503 Service Unavailable');
    expect((await fetch(`${impatient.url}/books`)).status).toBe(200);
    expect((await fetch(`${impatient.url}/health/live`)).status).toBe(200);
    mute.giveBack();
    await until(200, () => reader.send('GET', '/account'));
    await impatient.close();
    mute.close();
  });

  it('stores nothing of an upload that the client breaks off', async () => {
    const person = await signedIn(library.url, 'librarian');
    await person.open('/books/51');
    const cover = async () =>
      Buffer.from(await (await fetch(`${library.url}/books/51/cover`)).arrayBuffer()).toString();
    const before = await cover();
    const { hostname, port } = new URL(library.url);
    const lines = library.log.length;
    const socket = connect(Number(port), hostname);
    const tokens = Object.entries(person.tokens)
      .map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('');
    socket.write(
      `POST /books/51/cover HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${person.cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n` +
        `${tokens}--b\r\nContent-Disposition: form-data; name="cover"; filename="c.png"\r\n\r\n\x89PNG\r\n\x1a\n`,
      'latin1',
    );
    // Once the library has begun to read it: Node responds to `Expect` then.
    await once(socket, 'data');
    socket.destroy();
    await until(200, () => fetch(`${library.url}/books/51`));
    while (!library.log.slice(lines).some((line) => line.startsWith('POST /books/51/cover')))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await cover()).toBe(before);
    const again = new FormData();
    for (const [name, value] of Object.entries(person.tokens)) again.set(name, value);
    again.set('cover', new Blob([PNG]), 'c.png');
    expect((await person.send('POST', '/books/51/cover', { body: again })).status).toBe(303);
  });

  it('continues an import after the database was away in it, with every line once', async () => {
    const headers = { ...librarian, 'Content-Type': 'application/json' };
    const id = crypto.randomUUID();
    const path = `${library.url}/api/imports/${id}`;
    await fetch(path, { method: 'PUT', headers, body: '{"name":"away.ndjson"}' });
    const line = `${JSON.stringify({ title: 'x', author: id, year: 1900, language: 'English' })}\n`;
    const send = (from: number, body: ReadableStream | string) =>
      fetch(`${path}/lines?from=${from}`, {
        ...{ method: 'POST', body, duplex: 'half' },
        headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
      });
    const stateOf = async (response: Response) => (await response.json()) as { lines: number };
    const stored = async () => (await stateOf(await fetch(path, { headers }))).lines;

    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const sent = send(0, readable);
    const write = (count: number) => writer.write(Buffer.from(line.repeat(count)));
    await write(700); // a transaction has 500 lines
    while ((await stored()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    database.takeAway();
    await Promise.allSettled([write(700), writer.close()]);
    expect((await sent).status).toBe(503);
    expect((await send(0, line)).status).toBe(503);
    database.giveBack();
    const { lines } = await stateOf(await until(200, () => fetch(path, { headers })));
    expect(lines).toBe(500);
    expect((await send(lines, line.repeat(1_400 - lines))).status).toBe(200);
    const found = await fetch(`${library.url}/api/books?q=${id}`);
    expect(await found.json()).toMatchObject({ total: 1_400 });
  });
});
