import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

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
    expect(page).toContain('The name or the password is wrong.');
    expect(page).toContain(`name="name" value="${name}"`);
  });

  it('redirects after a log-in to paths of this site alone', async () => {
    const visitor = new Visitor(library().url);
    await visitor.open('/sign-in');
    const fields = { name: 'reader', password: 'just-looking', next: 'https://elsewhere.example/' };
    expect((await visitor.submit('/sign-in', fields)).status).toBe(400);
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
    expect((await visitor.send('GET', '/account')).status).toBe(401);
    const copy = await fetch(`${library().url}/account`, { headers: { Cookie } });
    expect(copy.status).toBe(401);
  });

  it.each(['/account', '/account/data.json', '/books/new'])(
    'responds to a visitor at %s with 401 in the design',
    async (path) => {
      const response = await new Visitor(library().url).send('GET', path);
      expect(response.status).toBe(401);
      const page = await response.text();
      expect(page).toContain('Sign in to continue.');
      expect(page).toContain('/assets/library.css');
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
    expect(await response.text()).toContain('/assets/library.css');
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
    expect(await reader.open('/account')).toContain('/books/20');
    const response = await reader.send('GET', '/account/data.json');
    expect(response.headers.get('Content-Disposition')).toContain('library.json');
    const data = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(data)).toEqual(['name', 'role', 'joinedAt', 'loans', 'reservations']);
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
    expect((await guest.send('GET', '/account')).status).toBe(401);
    expect(await query("SELECT FROM people WHERE name = 'guest'")).toEqual([]);
  });

  it('signs in the same person in two browsers at once, and signs out one of them alone', async () => {
    const [one, other] = await Promise.all([
      signedIn(library().url, 'reader'),
      signedIn(library().url, 'reader'),
    ]);
    expect(one.cookie).not.toBe(other.cookie);
    expect((await one.submit('/sign-out')).status).toBe(303);
    expect((await one.send('GET', '/account')).status).toBe(401);
    expect((await other.send('GET', '/account')).status).toBe(200);
  });
}
