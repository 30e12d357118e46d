import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { RunningLibrary } from '../running-library.js';
import { enterRoom, nextOf, roomUrl, said } from '../room-socket.js';
import { signedIn, Visitor } from '../visitor.js';

export function liveRules(library: () => RunningLibrary): void {
  it('shows every open page how many copies are left', async () => {
    const reader = await signedIn(library().url, 'reader');
    const stop = new AbortController();
    const events = await fetch(`${library().url}/events`, { signal: stop.signal });
    expect(events.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    await reader.submit('/books/40/borrow'); // book 40 has two copies
    await reader.submit('/books/40/return');
    let text = '';
    const wanted = ['"book":40,"free":1,"copies":2', '"book":40,"free":2,"copies":2'];
    for await (const chunk of events.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      if (wanted.every((part) => text.includes(part))) break;
    }
    stop.abort();
    expect(text.indexOf(wanted[0] ?? '')).toBeLessThan(text.indexOf(wanted[1] ?? ''));
  });

  it('shows every open page how many copies are left after a librarian has changed them', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const stop = new AbortController();
    const events = await fetch(`${library().url}/events`, { signal: stop.signal });
    const fields = { title: 'x', author: 'x', year: '1', language: 'x', copies: '9' };
    await librarian.submit('/books/41', { ...fields, _METHOD: 'PUT' });
    let text = '';
    for await (const chunk of events.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      if (text.includes('"book":41')) break;
    }
    stop.abort();
    expect(text).toContain('"book":41,"free":9,"copies":9');
  });

  it.each([
    ['an account that had a reservation is deleted', 'account', { free: 1, copies: 1 }],
    ['a book is deleted', 'book', { deleted: true }],
  ])('shows every open page when %s', async (_, deleted, news) => {
    const { query } = library().services.database;
    await query(
      "INSERT INTO people (name, password, role) SELECT $1, password, role FROM people WHERE name = 'reader'",
      [`reserving ${deleted}`],
    );
    const librarian = await signedIn(library().url, 'librarian');
    const fields = { title: 'Zadig', author: 'Voltaire', year: '1747', language: 'French' };
    const path = (await librarian.submit('/books', fields)).headers.get('Location') ?? '';
    await librarian.submit(`${path}/borrow`);
    const reserving = new Visitor(library().url);
    await reserving.signIn(`reserving ${deleted}`, 'just-looking');
    expect((await reserving.submit(`${path}/reserve`)).status).toBe(303);
    await librarian.submit(`${path}/return`);
    const stop = new AbortController();
    const events = await fetch(`${library().url}/events`, { signal: stop.signal });
    const done =
      deleted === 'account'
        ? await reserving.submit('/account/delete')
        : await librarian.submit(path, { _METHOD: 'DELETE' });
    expect(done.status).toBe(303);
    const wanted = JSON.stringify({ book: Number(path.slice(7)), ...news });
    let text = '';
    for await (const chunk of events.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      if (text.includes(wanted)) break;
    }
    stop.abort();
    expect(text).toContain(`data: ${wanted}`);
    if (deleted === 'account') await librarian.submit(path, { _METHOD: 'DELETE' });
    await query('DELETE FROM people WHERE name = $1', [`reserving ${deleted}`]);
  });

  it('tells all who are in the reading room how many they are', async () => {
    const ada = await enter(await signedIn(library().url, 'reader'));
    const count = (present: number) => nextOf(ada, (message) => message.present === present);
    const entered = count(2);
    const bob = await enter(await signedIn(library().url, 'librarian'));
    await entered;
    const left = count(1);
    bob.close();
    await left;
    const closed = once(ada, 'close');
    ada.close();
    await closed;
  });

  it('passes what one says in the reading room to all, with the name of the person', async () => {
    const ada = await enter(await signedIn(library().url, 'reader'));
    const bob = await enter(await signedIn(library().url, 'librarian'));
    const heard = said(bob);
    ada.send('<b>hello</b>');
    expect(await heard).toEqual({ name: 'reader', text: '<b>hello</b>' });
    for (const socket of [ada, bob]) {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    }
  });

  it.each(['/sign-out', '/account/delete'])(
    'closes the reading room to who leaves by %s, and to no other',
    async (path) => {
      const name = `leaver${path}`;
      await library().services.database.query(
        "INSERT INTO people (name, password, role) SELECT $1, password, role FROM people WHERE name = 'reader'",
        [name],
      );
      const visitor = new Visitor(library().url);
      await visitor.signIn(name, 'just-looking');
      const leaver = await enter(visitor);
      const other = await enter(await signedIn(library().url, 'reader'));
      const closed = once(leaver, 'close');
      expect((await visitor.submit(path)).status).toBe(303);
      expect((await closed)[0]).toBe(1008);
      const heard = said(other);
      other.send('still here');
      expect(await heard).toEqual({ name: 'reader', text: 'still here' });
      other.close();
      await once(other, 'close');
    },
  );

  it.each(['reader', 'librarian'] as const)(
    'closes the reading room of a reader when %s signs in by the same browser',
    async (name) => {
      const visitor = await signedIn(library().url, 'reader');
      const socket = await enter(visitor);
      const closed = once(socket, 'close');
      await visitor.signIn(name, name === 'reader' ? 'just-looking' : 'quiet-please');
      expect((await closed)[0]).toBe(1008);
    },
  );

  it.each([
    ['a long message', 'x'.repeat(501)],
    ['a pair of two units at the limit', `${'x'.repeat(499)}😀`],
  ])('returns %s whole, and says why, instead of shortening it', async (_, text) => {
    const socket = await enter(await signedIn(library().url, 'reader'));
    const heard = said(socket);
    socket.send(text);
    expect(await heard).toEqual({
      unsent: text,
      problem: 'A message can have at most 500 characters.',
    });
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  });

  it('closes the reading room to a person who was deleted', async () => {
    const { query } = library().services.database;
    await query(
      "INSERT INTO people (name, password, role) SELECT 'ghost', password, role FROM people WHERE name = 'reader'",
    );
    const visitor = new Visitor(library().url);
    await visitor.signIn('ghost', 'just-looking');
    const ghost = await enter(visitor);
    await query("DELETE FROM people WHERE name = 'ghost'");
    const closed = once(ghost, 'close');
    ghost.send('boo');
    expect((await closed)[0]).toBe(1008);
  });

  it('opens the reading room to people alone, and to pages of this site alone', async () => {
    expect(await refusal({})).toBe(401);
    const { cookie } = await signedIn(library().url, 'reader');
    expect(await refusal({ Cookie: cookie, Origin: 'http://elsewhere.example' })).toBe(403);
  });

  it('permits the script of the room by a nonce, new for each page', async () => {
    const reader = await signedIn(library().url, 'reader');
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time++) {
      const response = await reader.send('GET', '/reading-room');
      const nonce = /<script nonce="(.+?)"/.exec(await response.text())?.[1] ?? '-';
      expect(response.headers.get('Content-Security-Policy')).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  const enter = (visitor: Visitor) => enterRoom(library().url, visitor);

  async function refusal(headers: Record<string, string>): Promise<number | undefined> {
    const socket = new WebSocket(roomUrl(library().url), { headers });
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode?: number; destroy(): void },
    ];
    response.destroy();
    return response.statusCode;
  }
}
