import { scryptSync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Database, Query } from '../../src/database/database.js';
import { insertMissing } from '../../src/database/first-rows.js';
import { PeopleStore } from '../../src/people/people-store.js';
import { migrate } from '../../src/database/migrate.js';
import { LoanStore } from '../../src/loans/loan-store.js';
import { demoPeople } from '../../src/people/demo-people.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';
import { authorization } from './api.js';

export function peopleRules(library: () => RunningLibrary): void {
  it('signs in by a form, greets once, and shows the name', async () => {
    const visitor = new Visitor(library().url);
    await visitor.open('/sign-in?next=/books/1');
    const response = await visitor.submit('/sign-in', {
      ...{ name: 'reader', password: 'just-looking', next: '/books/1' },
    });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/books/1']);
    const page = await visitor.open('/books/1');
    expect(page).toContain('Welcome, reader.');
    expect(page).toContain('Sign out');
    expect(await visitor.open('/books/1')).not.toContain('Welcome, reader.');
  });

  it.each([
    ['reader', 'wrong'],
    ['nobody', 'just-looking'],
    ['', ''],
    ['no\0body', 'x'],
  ])('refuses %j with the password %j, and keeps the name in the form', async (name, password) => {
    const visitor = new Visitor(library().url);
    await visitor.open('/sign-in');
    const response = await visitor.submit('/sign-in', { name, password });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('The name or password is wrong.');
    expect(page).toContain(`name="name" value="${name}"`);
  });

  it('signs in who has copied the name with a blank, in the form and in the API', async () => {
    const visitor = new Visitor(library().url);
    const response = await visitor.signIn(' reader \t', 'just-looking');
    expect(response.status).toBe(303);
    expect(await visitor.open('/account')).toContain('>reader</a>');
    const headers = authorization('reader ', 'just-looking');
    expect((await fetch(`${library().url}/api/loans`, { headers })).status).toBe(200);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '?x', '/\\elsewhere', '/a\0'])(
    'redirects after a log-in to the catalogue instead of %j',
    async (next) => {
      const visitor = new Visitor(library().url);
      await visitor.open('/sign-in');
      const fields = { name: 'reader', password: 'just-looking', next };
      const response = await visitor.submit('/sign-in', fields);
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/books']);
    },
  );

  it('shows nothing of a session to the next person who signs in by the same browser', async () => {
    const visitor = await signedIn(library().url, 'reader');
    await visitor.open('/old/wishes');
    await visitor.submit('/old/wishes', { title: 'Mine' });
    await visitor.signIn('reader', 'just-looking');
    expect(await visitor.open('/old/wishes')).toContain('Mine');
    await visitor.signIn('librarian', 'quiet-please');
    expect(await visitor.open('/old/wishes')).not.toContain('Mine');
  });

  it('gives the session a new id at the log-in', async () => {
    const visitor = new Visitor(library().url);
    await visitor.open('/sign-in');
    const planted = visitor.cookie;
    await visitor.submit('/sign-in', { name: 'reader', password: 'just-looking' });
    expect(visitor.cookie).not.toBe(planted);
  });

  it('ends the session at the log-out, even for a copy of the cookie', async () => {
    const visitor = await signedIn(library().url, 'reader');
    const Cookie = visitor.cookie;
    expect((await visitor.submit('/sign-out')).status).toBe(303);
    expect((await visitor.send('GET', '/account')).status).toBe(303);
    const copy = await fetch(`${library().url}/account`, { headers: { Cookie } });
    expect(copy.status).toBe(401);
  });

  it.each(['/account', '/account/data.json', '/books/new'])(
    'sends a visitor at %s to the log-in, and from there back',
    async (path) => {
      const visitor = new Visitor(library().url);
      const response = await visitor.send('GET', path);
      const location = response.headers.get('Location') ?? '';
      expect([response.status, location]).toEqual([
        303,
        `/sign-in?next=${encodeURIComponent(path)}`,
      ]);
      const next = /name="next" value="(.*?)"/.exec(await visitor.open(location))?.[1] ?? '';
      const person = { name: 'librarian', password: 'quiet-please' };
      const signedIn = await visitor.submit('/sign-in', { ...person, next });
      expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([303, path]);
    },
  );

  it('responds to a reader where a librarian is required with 403, and shows no such link', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.send('GET', '/books/new')).status).toBe(403);
    expect(await reader.open('/books/1')).not.toContain('/books/1/edit');
    const librarian = await signedIn(library().url, 'librarian');
    expect(await librarian.open('/books/1')).toContain('/books/1/edit');
  });

  it('refuses a form without the token of the session, in the design', async () => {
    const reader = await signedIn(library().url, 'reader');
    const response = await reader.send('POST', '/books/1/borrow', { body: new URLSearchParams() });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('/assets/base.css');
  });

  it('refuses a form of another site', async () => {
    const reader = await signedIn(library().url, 'reader');
    const response = await reader.send('POST', '/books/1/borrow', {
      ...{ body: new URLSearchParams(reader.tokens), headers: { 'Sec-Fetch-Site': 'cross-site' } },
    });
    expect(response.status).toBe(403);
  });

  it('shows and sends all that is stored about a person, without the password', async () => {
    const reader = await signedIn(library().url, 'reader');
    await reader.submit('/books/20/borrow');
    await reader.open('/old/wishes');
    await reader.submit('/old/wishes', { title: 'Candide' });
    const page = await reader.open('/account');
    expect(page).toContain('/books/20');
    expect(page).toContain('<li><bdi>Candide</bdi></li>');
    const response = await reader.send('GET', '/account/data.json');
    expect(response.headers.get('Content-Disposition')).toContain('library.json');
    const data = (await response.json()) as Record<string, unknown>;
    const stored = ['name', 'role', 'joinedAt', 'loans', 'reservations', 'wishes'];
    expect(Object.keys(data)).toEqual(stored);
    expect(data['wishes']).toEqual(['Candide']);
    expect(data['loans']).toContainEqual(expect.objectContaining({ returnedAt: null }));
    await reader.submit('/books/20/return');
  });

  it('deletes a person without a book at home, with the session, and keeps the loans', async () => {
    const { query } = library().services.database;
    await query(
      "INSERT INTO people (name, password, role) SELECT 'guest', password, role FROM people WHERE name = 'reader'",
    );
    const guest = new Visitor(library().url);
    await guest.signIn('guest', 'just-looking');
    await guest.submit('/books/21/borrow');
    expect((await guest.submit('/account/delete')).status).toBe(409);
    await guest.submit('/books/21/return');
    const count = async () =>
      (await query<{ count: number }>('SELECT count(*)::integer AS count FROM loans'))[0]?.count;
    const before = await count();
    expect((await guest.submit('/account/delete')).status).toBe(303);
    expect(await count()).toBe(before);
    expect((await guest.send('GET', '/account')).status).toBe(303);
    expect(await query("SELECT FROM people WHERE name = 'guest'")).toEqual([]);
  });

  it('asks before it deletes an account', async () => {
    const reader = await signedIn(library().url, 'reader');
    const account = await reader.open('/account');
    expect(account).toContain('href="/account/delete">Delete my account');
    expect(account).not.toContain('action="/account/delete"');
    const page = await reader.open('/account/delete');
    expect(page).toContain('<h1>Delete your account?</h1>');
    expect(page).toContain('<form method="post" action="/account/delete">');
    expect(page).toContain('<a href="/account">Back, without deleting</a>');
  });

  it('has the people of the demonstration again at the next start, and leaves the others', async () => {
    const { database } = library().services;
    const undone = new Error('undone');
    const people = 'SELECT name, role FROM people WHERE name = ANY($1) ORDER BY name';
    const names = [demoPeople.map(({ name }) => name)];
    let [before, after]: unknown[] = [];
    const work = database.transaction(async (query) => {
      await query("DELETE FROM people WHERE name = 'reader'");
      before = await query(people, names);
      await insertMissing(query, demoPeople, 2);
      after = await query(people, names);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    const librarian = { name: 'librarian', role: 'librarian' };
    expect([before, after]).toEqual([[librarian], [librarian, { name: 'reader', role: 'reader' }]]);
  });

  it('is not filled again at a start after the last person was deleted', async () => {
    const { database } = library().services;
    const undone = new Error('undone');
    let filled = false;
    const work = database.transaction(async (query) => {
      await query('DELETE FROM people');
      const inside = { ...database, transaction: (run: (own: Query) => unknown) => run(query) };
      await migrate(inside as Database, () => {
        filled = true;
        return Promise.resolve();
      });
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(filled).toBe(false);
  });

  it('still accepts passwords that an earlier version has hashed', async () => {
    const { database } = library().services;
    const undone = new Error('undone');
    const salt = Buffer.from('a salt of 16 b  ');
    const parts = [salt, scryptSync('quiet-please', salt, 32)].map((part) =>
      part.toString('base64'),
    );
    const accepted: boolean[] = [];
    const work = database.transaction(async (query) => {
      const inside = {
        ...database,
        query,
        transaction: (run: (own: Query) => unknown) => run(query),
      };
      for (const hash of [parts.join('$'), ['scrypt', 16_384, ...parts].join('$')]) {
        await query("UPDATE people SET password = $1 WHERE name = 'librarian'", [hash]);
        await migrate(inside as Database, () => Promise.resolve());
        const people = new PeopleStore(inside as Database, 2);
        accepted.push((await people.verify('librarian', 'quiet-please')) !== null);
        accepted.push((await people.verify('librarian', 'x')) === null);
      }
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(accepted).toEqual([true, true, true, true]);
  });

  it('does not delete a person to whom a copy is being lent', async () => {
    const { database } = library().services;
    const leaver = await guest('leaver');
    const deleted = await database.transaction(async (query) => {
      await query(
        "INSERT INTO loans (book, person) SELECT 22, id FROM people WHERE name = 'leaver'",
      );
      const response = leaver.submit('/account/delete');
      await setTimeout(200); // for the statements of the other connection, if the database has several
      return [response];
    });
    expect((await deleted[0])?.status).toBe(409);
    expect((await leaver.submit('/books/22/return')).status).toBe(303);
  });

  it.each(['borrow', 'reserve'])(
    'refuses to %s for a person who is deleted at the same time',
    async (action) => {
      const { query } = library().services.database;
      const name = `${action}-late`;
      await guest(name);
      const [person] = await query<{ id: number }>('SELECT id FROM people WHERE name = $1', [name]);
      await query('DELETE FROM people WHERE name = $1', [name]);
      const loans = new LoanStore(library().services.database, () => Promise.resolve());
      await expect(loans[action as 'borrow'](23, person?.id ?? 0)).rejects.toMatchObject({
        ...{ status: 401, code: 'SIGN_IN_REQUIRED' },
      });
    },
  );

  it('is a visitor whose person was deleted while the session lives', async () => {
    const { query } = library().services.database;
    const person = await guest('removed');
    await query("DELETE FROM people WHERE name = 'removed'");
    for (const path of ['/account', '/books/new', '/reading-room']) {
      expect((await person.send('GET', path)).status).toBe(303);
    }
    expect(await person.open('/books')).toContain('/sign-in');
    expect((await person.submit('/books/1/borrow')).status).toBe(401);
  });

  it('has the rights of now, not those of when the session began', async () => {
    const { query } = library().services.database;
    const person = await guest('promoted');
    expect((await person.send('GET', '/books/new')).status).toBe(403);
    await query("UPDATE people SET role = 'librarian' WHERE name = 'promoted'");
    expect((await person.send('GET', '/books/new')).status).toBe(200);
    await query("UPDATE people SET role = 'reader' WHERE name = 'promoted'");
    expect((await person.submit('/books', { title: 'x' })).status).toBe(403);
  });

  it.each([
    ['a visitor', () => Promise.resolve(new Visitor(library().url)), 401],
    ['a reader', () => signedIn(library().url, 'reader'), 403],
  ])(
    'refuses a file of %s, who may not send it, without receiving it',
    async (_who, visitor, status) => {
      const sender = await visitor();
      for (const path of ['/import', '/covers', '/books/1/cover']) {
        const stop = new AbortController();
        const response = await sender.send('POST', path, {
          body: new ReadableStream({
            start: (body) => {
              body.enqueue(new TextEncoder().encode('--x\r\n'));
            },
          }),
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
          signal: stop.signal,
          duplex: 'half',
        });
        expect([path, response.status]).toEqual([path, status]);
        stop.abort();
      }
    },
  );

  /** A reader of this name, who is signed in. */
  async function guest(name: string): Promise<Visitor> {
    await library().services.database.query(
      `INSERT INTO people (name, password, role) SELECT $1, password, role FROM people WHERE name = 'reader'`,
      [name],
    );
    const visitor = new Visitor(library().url);
    await visitor.signIn(name, 'just-looking');
    return visitor;
  }

  it('signs in the same person in two browsers at once, and signs out one of them alone', async () => {
    const [one, other] = await Promise.all([
      signedIn(library().url, 'reader'),
      signedIn(library().url, 'reader'),
    ]);
    expect(one.cookie).not.toBe(other.cookie);
    expect((await one.submit('/sign-out')).status).toBe(303);
    expect((await one.send('GET', '/account')).status).toBe(303);
    expect((await other.send('GET', '/account')).status).toBe(200);
  });
}
