import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, type Visitor } from '../visitor.js';

/** @param rush how many requests for one copy are sent at the same time, an even number */
export function loanRules(library: () => RunningLibrary, rush: number): void {
  it('lends a book once to a person, and takes it back', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.submit('/books/4/borrow')).status).toBe(303);
    expect(await reader.open('/books/4')).toContain('You have borrowed this book.');
    expect((await reader.submit('/books/4/borrow')).status).toBe(303); // pressed twice
    expect((await reader.submit('/books/4/return')).status).toBe(303);
    expect((await reader.submit('/books/4/return')).status).toBe(303);
    expect(await reader.open('/books/4')).toContain('>Borrow</button>');
  });

  it('keeps the next copy for who has reserved it', async () => {
    const reader = await signedIn(library().url, 'reader');
    const librarian = await signedIn(library().url, 'librarian');
    await librarian.submit('/books/3/borrow'); // book 3 has one copy
    const refused = await reader.submit('/books/3/borrow');
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('<a href="/books/3">Back to the book</a>'),
    ]);
    expect(await reader.open('/books/3')).toContain('Reserve the next copy');
    expect((await reader.submit('/books/3/reserve')).status).toBe(303);
    await librarian.submit('/books/3/return');
    expect((await librarian.submit('/books/3/borrow')).status).toBe(409);
    expect((await reader.submit('/books/3/borrow')).status).toBe(303);
    await reader.submit('/books/3/return');
    expect((await librarian.submit('/books/3/borrow')).status).toBe(303);
    await librarian.submit('/books/3/return');
  });

  it('gives a cancelled reservation to the next in line, and shows what is left', async () => {
    const reader = await signedIn(library().url, 'reader');
    const librarian = await signedIn(library().url, 'librarian');
    await librarian.submit('/books/3/borrow');
    await reader.submit('/books/3/reserve');
    expect(await reader.open('/account')).toContain('action="/books/3/cancel"');
    await librarian.submit('/books/3/return');
    expect(await reader.open('/books/3')).toContain('Cancel the reservation');
    expect((await reader.submit('/books/3/cancel')).status).toBe(303);
    expect(await reader.open('/books/3')).toContain('Your reservation has been cancelled.');
    expect(await reader.open('/account')).not.toContain('/books/3/cancel');
    expect((await librarian.submit('/books/3/borrow')).status).toBe(303);
    expect((await reader.submit('/books/3/cancel')).status).toBe(303); // pressed twice
    expect(await reader.open('/account')).not.toContain('You have not reserved this book.');
    await librarian.submit('/books/3/return');
  });

  it('counts a copy that is kept for somebody as not available, to pages, search and API', async () => {
    const reader = await signedIn(library().url, 'reader');
    const librarian = await signedIn(library().url, 'librarian');
    const fields = { title: crypto.randomUUID(), author: 'x', year: '1', language: 'x' };
    const path = (await librarian.submit('/books', fields)).headers.get('Location') ?? '';
    const free = async () => {
      const { free } = (await (await fetch(`${library().url}/api${path}`)).json()) as {
        free: number;
      };
      const found = await librarian.open(`/books?q=${fields.title}&free=on`);
      const page = await librarian.open(path);
      return [free, /(\d of \d) available/.exec(page)?.[1], found.includes('class="card"')];
    };
    await librarian.submit(`${path}/borrow`);
    await reader.submit(`${path}/reserve`);
    await librarian.submit(`${path}/return`);
    expect(await free()).toEqual([0, '0 of 1', false]);
    expect(await reader.open(path)).toContain('A copy is kept for you.');
    // A kept copy is not lent: the book can be changed.
    const change = { ...fields, _METHOD: 'PUT', copies: '0' };
    expect((await librarian.submit(path, change)).status).toBe(303);
    await librarian.submit(path, { ...change, copies: '1' });
    await reader.submit(`${path}/borrow`);
    await reader.submit(`${path}/return`);
    expect(await free()).toEqual([1, '1 of 1', true]);
    expect((await librarian.submit(path, { _METHOD: 'DELETE' })).status).toBe(303);
  });

  it('does not delete a book that is lent, and says so', async () => {
    const reader = await signedIn(library().url, 'reader');
    const librarian = await signedIn(library().url, 'librarian');
    await reader.submit('/books/7/borrow');
    const refused = await librarian.submit('/books/7', { _METHOD: 'DELETE' });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('A copy is on loan; it must be returned first.'),
    ]);
    expect((await reader.submit('/books/7/return')).status).toBe(303);
  });

  it.each([
    ['change', 'PUT'],
    ['delete', 'DELETE'],
  ])('does not %s a book below the copies that are lent at the same time', async (_, _METHOD) => {
    const { database } = library().services;
    const librarian = await signedIn(library().url, 'librarian');
    const fields = { title: 'x', author: 'x', year: '1', language: 'x', copies: '0' };
    const path = (await librarian.submit('/books', { ...fields, copies: '1' })).headers.get(
      'Location',
    );
    const id = Number(path?.slice('/books/'.length));
    const [refused] = await database.transaction(async (query) => {
      // As `LoanStore.borrow` does.
      await query('SELECT id FROM books WHERE id = $1 FOR UPDATE', [id]);
      await query(
        "INSERT INTO loans (book, person) SELECT $1, id FROM people WHERE name = 'reader'",
        [id],
      );
      const response = librarian.submit(path ?? '', { ...fields, _METHOD });
      await setTimeout(200); // for the statements of the other connection, if the database has several
      return [response];
    });
    expect((await refused).status).toBe(_METHOD === 'PUT' ? 422 : 409);
    await database.query('DELETE FROM loans WHERE book = $1', [id]);
    expect((await librarian.submit(path ?? '', { _METHOD: 'DELETE' })).status).toBe(303);
  });

  it('keeps at least the copies that are lent, and says so at their field', async () => {
    const reader = await signedIn(library().url, 'reader');
    const librarian = await signedIn(library().url, 'librarian');
    await reader.submit('/books/8/borrow');
    const fields = { title: 'x', author: 'x', year: '1', language: 'x', copies: '0' };
    const refused = await librarian.submit('/books/8', { ...fields, _METHOD: 'PUT' });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('id="problem-copies">One copy is on loan: keep at least that many.'),
    ]);
    await reader.submit('/books/8/return');
  });

  it('does not reserve a book that is on the shelf', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.submit('/books/5/reserve')).status).toBe(409);
  });

  it(`gives the last copy to exactly one of ${rush} requests at the same time`, async () => {
    const people = [
      await signedIn(library().url, 'reader'),
      await signedIn(library().url, 'librarian'),
    ];
    // A request that waits too long for a connection, on a busy machine, is a 503: it is sent again.
    const borrow = async (one: Visitor): Promise<number> => {
      const { status } = await one.submit('/books/6/borrow');
      return status === 503 ? borrow(one) : status;
    };
    const requests = Array.from({ length: rush / 2 }, () => people.map(borrow));
    const statuses = await Promise.all(requests.flat());
    // Of two people, one has it, however often both ask.
    expect(statuses.filter((status) => status === 303)).toHaveLength(rush / 2);
    expect(statuses.filter((status) => status === 409)).toHaveLength(rush / 2);
    const lent = 'SELECT person FROM loans WHERE book = 6 AND returned_at IS NULL';
    expect(await library().services.database.query(lent)).toHaveLength(1);
    for (const one of people) await one.submit('/books/6/return');
  });

  it.each(['borrow', 'return', 'reserve', 'cancel'])(
    'responds to %s of an unknown book with 404, and thanks for nothing',
    async (action) => {
      const reader = await signedIn(library().url, 'reader');
      expect((await reader.submit(`/books/99999/${action}`)).status).toBe(404);
      expect(await reader.open('/books')).not.toContain('class="notice"');
    },
  );

  it('has no buttons for an unknown book', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.send('GET', '/books/99999/buttons')).status).toBe(404);
  });

  it('asks before it deletes a book', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    expect(await librarian.open('/books/38')).toContain('href="/books/38/delete">Delete');
    const page = await librarian.open('/books/38/delete');
    expect(page).toMatch(/<h1>Delete \u2068“.+”\u2069\?<\/h1>/);
    expect(page).toContain('<form method="post" action="/books/38">');
    expect(page).toContain('name="_METHOD" value="DELETE"');
    expect(page).toContain('<a href="/books/38">Back, without deleting</a>');
    expect((await librarian.send('GET', '/books/99999/delete')).status).toBe(404);
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.send('GET', '/books/38/delete')).status).toBe(403);
  });
}
