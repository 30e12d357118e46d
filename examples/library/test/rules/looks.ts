import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

/** What pages show beside their content: titles, marks, ways back, and what there is not yet. */
export function lookRules(library: () => RunningLibrary): void {
  const open = (path: string) => new Visitor(library().url).open(path);
  const titleOf = (page: string) => /<title>(.*?) · The Library<\/title>/.exec(page)?.[1];
  const current = (page: string) => page.match(/<a href="[^"]*" aria-current="page">.*?<\/a>/g);

  it.each([
    ['/books', 'Catalogue'],
    ['/books?page=2', 'Catalogue, page 2'],
    ['/books?q=the&page=2', 'Search: the, page 2'],
    ['/books?q=quixote', 'Search: quixote'],
  ])('names the page of a list in its title: %s', async (path, title) => {
    expect(titleOf(await open(path))).toBe(title);
  });

  it('marks the present page in the navigation, and no other', async () => {
    expect(current(await open('/statistics'))).toEqual([
      '<a href="/statistics" aria-current="page">Statistics</a>',
    ]);
    expect(current(await open('/books/1'))).toBeNull();
    const librarian = await signedIn(library().url, 'librarian');
    expect(current(await librarian.open('/covers'))).toEqual([
      '<a href="/covers" aria-current="page">Covers</a>',
    ]);
  });

  it('shows librarians the number of a book, which the names of covers begin with', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    expect(await librarian.open('/books/5')).toContain('Number <b>5</b>');
    expect(await open('/books/5')).not.toContain('Number <b>');
  });

  it('says a mistake in the title, and begins at the first field that has one', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const fields = { title: 'x', author: '', year: '0', language: '', copies: '1' };
    const page = await (await librarian.submit('/books', fields)).text();
    expect(titleOf(page)).toBe('Mistake: Add a book');
    expect(page.match(/<input name="\w+"[^>]* autofocus/g)).toEqual([
      expect.stringContaining('name="author"'),
    ]);
    expect(page).toContain('id="problem-year">There is no year 0: enter -1 for 1 BC.</span>');
    expect(current(page)).toBeNull();
    expect(titleOf(await librarian.open('/books/new'))).toBe('Add a book');
  });

  it('marks the fields of a wrong password, and begins at the password', async () => {
    const visitor = new Visitor(library().url);
    await visitor.open('/sign-in');
    const response = await visitor.submit('/sign-in', { name: 'reader', password: 'x' });
    const page = await response.text();
    expect(titleOf(page)).toBe('Mistake: Sign in');
    const fields = page.match(/<input name="(?:name|password)"[^>]*>/g);
    expect(fields).toEqual([
      expect.stringMatching(/aria-invalid="true" aria-describedby="problem-sign-in">$/),
      expect.stringMatching(/aria-invalid="true" aria-describedby="problem-sign-in" autofocus>$/),
    ]);
  });

  it('says who is signed in above the form to sign in', async () => {
    const reader = await signedIn(library().url, 'reader');
    expect(await reader.open('/sign-in')).toContain('You are signed in as <a href="/account">');
    expect(await open('/sign-in')).not.toContain('You are signed in as');
  });

  it('tells visitors, not developers, that there is no page, and links to how it was made', async () => {
    const page = await open('/none');
    expect(page).toContain(
      '<p>There is no page at this address. Check it, or look in the catalogue.</p>',
    );
    expect(page).toContain('/how?path=%2Fnone');
    expect(page).not.toContain('URI');
  });

  it('leads from a button of the account back to it, even after an error', async () => {
    const reader = await signedIn(library().url, 'reader');
    await reader.submit('/books/44/borrow');
    expect(await reader.open('/account')).toContain('name="next" value="/account"');
    const refused = await (await reader.submit('/account/delete')).text();
    expect(refused).toContain('<a href="/account">Back to your account</a>');
    expect(refused).not.toContain('/how?path=');
    const leads = async (next: string) => {
      const { status, headers } = await reader.submit('/books/44/return', { next });
      return [status, headers.get('Location')];
    };
    expect(await leads('/account')).toEqual([303, '/account']);
    expect(await leads('//elsewhere.example')).toEqual([303, '/books/44']);
  });

  it('shows a sample as a page with a way back, and 404 for a book without one', async () => {
    expect(await open('/books/1')).toContain('href="/books/1/sample"');
    const page = await open('/books/1/sample');
    expect(titleOf(page)).toBe('A sample of Pride and Prejudice');
    expect(page).toContain('<p>It is a truth universally acknowledged, ');
    expect(page).toContain('<a href="/books/1">Back to the book</a>');
    expect(await open('/books/2')).not.toContain('/sample');
    const none = await new Visitor(library().url).send('GET', '/books/2/sample');
    expect([none.status, await none.text()]).toEqual([
      404,
      expect.stringContaining('This book has no sample.'),
    ]);
  });

  it('leads on from a search that finds nothing', async () => {
    const page = await open('/books?q=nothing+of+the+kind');
    expect(page).toContain('No books found');
    expect(page).toContain('<a href="/books">show all books</a>');
    expect(await open('/books?q=quixote')).not.toContain('show all books');
  });

  it('says that there are no wishes yet', async () => {
    expect(await open('/old/wishes')).toContain('You have no wishes yet.');
  });

  it('refuses the year 0 in the API, and lists a book that has it already', async () => {
    const { query } = library().services.database;
    await query("INSERT INTO books (title, author, year, language) VALUES ('nil', 'nil', 0, 'x')");
    const list = await fetch(`${library().url}/api/books?q=nil`);
    await query("DELETE FROM books WHERE title = 'nil' AND author = 'nil'");
    expect([list.status, await list.text()]).toEqual([200, expect.stringContaining('"year":0')]);
    const response = await fetch(`${library().url}/api/books`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': '"year-0"',
        Authorization: `Basic ${btoa('librarian:quiet-please')}`,
      },
      body: JSON.stringify({ title: 'x', author: 'x', year: 0, language: 'x' }),
    });
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('There is no year 0: enter -1 for 1 BC.'),
    ]);
  });
}
