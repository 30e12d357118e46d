import { expect, it } from '@jest/globals';
import { statisticsOf } from '../../src/books/statistics.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

const zadig = { title: 'Zadig', author: 'Voltaire', year: '1747', language: 'French', copies: '2' };

export function catalogueRules(library: () => RunningLibrary): void {
  const open = (path: string) => new Visitor(library().url).open(path);

  it('leads from the root to the catalogue', async () => {
    const response = await new Visitor(library().url).send('GET', '/');
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/books']);
  });

  it('lists 20 books a page, and keeps the search in the links to other pages', async () => {
    const page = await open('/books?language=English&century=1800');
    expect(page.match(/class="card"/g)).toHaveLength(20);
    expect(page).toContain('/books?language=English&amp;century=1800&amp;page=2');
    expect(await open('/books?page=9999')).toMatch(/Page (\d+) of \1/);
  });

  it.each([
    ['a part of an author, in any case', 'q=CERVANTES', /Quixote/],
    ['a title with its language', 'q=don&language=Spanish', /Quixote/],
    ['a century', 'century=1600&q=quixote', /Quixote/],
    [
      'all centuries, when a form sends its empty fields',
      'q=quixote&language=&century=',
      /Quixote/,
    ],
    ['nothing for %', 'q=%25', /No books found/],
    ['nothing for another century', 'century=1900&q=quixote', /No books found/],
  ])('finds %s', async (_, query, expected) => {
    expect(await open(`/books?${query}`)).toMatch(expected);
  });

  it.each([
    'page=0',
    'page=x',
    'page[]=1',
    'q[]=x',
    'q=%00',
    'century=soon',
    'free=maybe',
    'language[a]=b',
  ])('shows the catalogue for the query %s', async (query) => {
    const response = await new Visitor(library().url).send('GET', `/books?${query}`);
    expect(response.status).toBe(200);
  });

  it('shows the catalogue to all of 40 visitors who open it at the same time', async () => {
    const sent = Array.from({ length: 40 }, () => fetch(`${library().url}/books?q=the`));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('shows the books that stand beside a book, in the order of the catalogue', async () => {
    const rows = await library().services.database.query<{ id: number }>(
      'SELECT id FROM books ORDER BY author, year, id',
    );
    const order = rows.map(({ id }) => id);
    const beside = async (id = 0) => {
      const [, shelf = ''] = (await open(`/books/${id}`)).split('<ul class="shelf">');
      return [...shelf.matchAll(/<a href="\/books\/(\d+)"/g)].map((found) => Number(found[1]));
    };
    expect(await beside(order[5])).toEqual([...order.slice(2, 5), ...order.slice(6, 9)]);
    expect(await beside(order[1])).toEqual([order[0], ...order.slice(2, 5)]);
    expect(await beside(order.at(-1))).toEqual(order.slice(-4, -1));
  });

  it('lists 20 books of an author a page', async () => {
    const { query } = library().services.database;
    await query(
      "INSERT INTO books (title, author, year, language) SELECT 'Volume', 'Balzac & Co.', n, 'French' FROM generate_series(1, 21) n",
    );
    const pages = await Promise.all(
      ['', '?page=2', '?page=3', '?page=x'].map((page) =>
        open(`/authors/Balzac%20%26%20Co.${page}`),
      ),
    );
    await query("DELETE FROM books WHERE author = 'Balzac & Co.'");
    expect(pages.map((page) => page.match(/class="card"/g)?.length)).toEqual([20, 1, 1, 20]);
    expect(pages[0]).toContain('<a rel="next" href="?page=2">');
    expect(pages[0]).toContain('21 books in this library');
  });

  it('draws a cover that caches may keep', async () => {
    const response = await fetch(`${library().url}/books/2/cover?v=0`);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000');
    expect(await response.text()).toContain('Cervantes');
  });

  it.each(['?v=99', '?v=', '?v[]=0', ''])(
    'lets caches keep no cover at an address that is not that of its version: %j',
    async (query) => {
      const response = await fetch(`${library().url}/books/2/cover${query}`);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
      const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' };
      const again = await fetch(`${library().url}/books/2/cover${query}`, { headers });
      expect(again.status).toBe(304);
    },
  );

  it('reads the first page of all books, and the languages, from indexes', async () => {
    const plans = await library().services.database.transaction(async (query) => {
      await query('SET LOCAL enable_seqscan = off');
      const planOf = async (rest: string) =>
        JSON.stringify(await query(`EXPLAIN SELECT 1 FROM books ORDER BY ${rest} LIMIT 20`));
      return [await planOf('author, year, id'), await planOf('language'), await planOf('year')];
    });
    for (const plan of plans) {
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Sort');
    }
  });

  it('calls a century the same in the catalogue and the statistics, and writes its years alike', async () => {
    const { query } = library().services.database;
    await query("INSERT INTO books (title, author, year, language) VALUES ('x', 'x', -1250, 'x')");
    const [catalogue, statistics] = [await open('/books'), await open('/statistics')];
    const found = await open('/books?century=-1300');
    await query("DELETE FROM books WHERE title = 'x' AND author = 'x' AND year = -1250");
    expect(catalogue).toContain('>1300 BC</option>');
    expect(found).toContain('<bdi>x</bdi>, 1250 BC</span>');
    expect(found).toContain('1 book</p>');
    expect(statistics).toContain('<title>1300 BC: 1</title>');
  });

  it('shows the books of an author, and 404 for an unknown one', async () => {
    expect(await open('/authors/Jane%20Austen')).toContain('Pride and Prejudice');
    const unknown = await new Visitor(library().url).send('GET', '/authors/Nobody');
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('There is no book by this author.');
  });

  it('draws the statistics', async () => {
    const page = await open('/statistics');
    expect(page.match(/<svg class="chart"/g)).toHaveLength(3);
    expect(page).toContain('aria-label="Loans of the last 30 days"');
  });

  it('counts more copies than an integer of 32 bits can have', async () => {
    const { query } = library().services.database;
    await query(
      `INSERT INTO books (title, author, year, language, copies)
       SELECT 'many', 'copies', 1900, 'x', 2147483647 FROM generate_series(1, 2)`,
    );
    const page = await open('/statistics');
    await query("DELETE FROM books WHERE title = 'many' AND author = 'copies'");
    const [, copies] = /<strong>(\d+)<\/strong> copies/.exec(page) ?? [];
    expect(Number(copies)).toBeGreaterThanOrEqual(2 * 2_147_483_647);
    expect(Number.isInteger(Number(copies))).toBe(true);
  });

  it('draws each century from the oldest to the newest, with zeros, and the languages that have no bar as one', async () => {
    const { query } = library().services.database;
    await query(
      `INSERT INTO books (title, author, year, language)
       SELECT 'gap', 'gap', year, 'rare language ' || year FROM unnest(ARRAY[-2999, -2500, 1, 2100]) AS year`,
    );
    await query(
      `INSERT INTO books (title, author, year, language)
       SELECT 'gap', 'gap', 1900, 'language ' || (1 + number % 12)
       FROM generate_series(0, 12 * 200 - 1) AS number`,
    );
    const statistics = await statisticsOf(query);
    const page = await open('/statistics');
    await query("DELETE FROM books WHERE title = 'gap' AND author = 'gap'");
    const { booksByCentury, booksByLanguage, books } = statistics;
    expect(booksByCentury).toHaveLength(52);
    expect(booksByCentury.slice(0, 7)).toEqual([
      { label: '3000 BC', value: 1 },
      ...[2900, 2800, 2700, 2600].map((year) => ({ label: `${year} BC`, value: 0 })),
      { label: '2500 BC', value: 1 },
      { label: '2400 BC', value: 0 },
    ]);
    expect(booksByCentury[30]).toEqual({ label: 'AD 1–99', value: 1 });
    expect(booksByCentury.at(-1)).toEqual({ label: '2100s', value: 1 });
    const sum = booksByLanguage.reduce((all, { value }) => all + value, 0);
    expect([booksByLanguage.length, booksByLanguage.at(-1)?.label, sum]).toEqual([
      ...[13, 'Other languages'],
      books,
    ]);
    expect(page).toContain('Other languages</text>');
  });

  it('searches for the first 200 letters of a longer text', async () => {
    const title = 'y'.repeat(250);
    const { query } = library().services.database;
    await query("INSERT INTO books (title, author, year, language) VALUES ($1, 'x', 1, 'x')", [
      title,
    ]);
    for (const [sent, shown] of [
      ['y'.repeat(200), 'y'.repeat(200)],
      ['y'.repeat(201), 'y'.repeat(200)],
      [`${'y'.repeat(199)}😀`, 'y'.repeat(199)],
    ] as const) {
      const page = await open(`/books?q=${encodeURIComponent(sent)}`);
      expect(page).toContain(`name="q" value="${shown}" maxlength="200"`);
      expect(page).toContain('1 book</p>');
    }
    await query('DELETE FROM books WHERE title = $1', [title]);
  });

  it('sends a page that a visitor has already as 304, and compresses what is new', async () => {
    const first = await fetch(`${library().url}/statistics`, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(first.headers.get('Content-Encoding')).toBe('gzip');
    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect((await fetch(`${library().url}/statistics`, { headers })).status).toBe(304);
  });

  it('lets a librarian add, change and delete a book, with a message after each', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const added = await librarian.submit('/books', zadig);
    const path = added.headers.get('Location') ?? '';
    expect(await librarian.open(path)).toContain('The book is in the catalogue.');
    await librarian.submit(path, { ...zadig, _METHOD: 'PUT', year: '1748' });
    expect(await librarian.open(path)).toContain('1748');
    await librarian.submit(path, { _METHOD: 'DELETE' });
    expect(await librarian.open('/books')).toContain('“Zadig” has been deleted.');
    expect((await librarian.send('GET', path)).status).toBe(404);
  });

  it('adds a book once, even if its form is sent again, and another by the same form', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const [, form = ''] =
      /name="form" value="(.+?)"/.exec(await librarian.open('/books/new')) ?? [];
    const add = async (title: string) =>
      (await librarian.submit('/books', { ...zadig, title, form })).headers.get('Location');
    const [first, second] = await Promise.all([add('Once'), add('Once')]);
    expect([first, second]).toEqual([expect.stringMatching(/^\/books\/\d+$/), first]);
    const other = await add('Another');
    expect(other).not.toBe(first);
    const page = await (await librarian.submit('/books', { ...zadig, title: '', form })).text();
    expect(page).toContain(`name="form" value="${form}"`); // a form with a mistake keeps it
    for (const path of [first, other]) await librarian.submit(path ?? '', { _METHOD: 'DELETE' });
  });

  it('draws a cover again under another address when its title was changed', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const path = (await librarian.submit('/books', zadig)).headers.get('Location') ?? '';
    const address = async () => /\/books\/\d+\/cover\?v=\d+/.exec(await librarian.open(path))?.[0];
    const before = await address();
    await librarian.submit(path, { ...zadig, _METHOD: 'PUT', title: 'Candide' });
    const after = await address();
    expect(after).not.toBe(before);
    expect(await librarian.open(after ?? '')).toContain('Candide');
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it('does not replace what another librarian has changed meanwhile, and keeps the values of the form', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const path = (await librarian.submit('/books', zadig)).headers.get('Location') ?? '';
    const version = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';
    const seen = version(await librarian.open(`${path}/edit`));
    const change = (title: string, of: string) =>
      librarian.submit(path, { ...zadig, _METHOD: 'PUT', title, version: of });
    expect((await change('First', seen)).status).toBe(303);
    expect((await change('First', seen)).status).toBe(303); // pressed twice
    // A form with an error keeps the version that was seen.
    const invalid = await change('', seen);
    expect(invalid.status).toBe(422);
    const refused = await change('Second', version(await invalid.text()));
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain('value="Second"');
    expect(page).toContain('“First”'); // what is stored now
    expect(await librarian.open(path)).toContain('<h1><bdi>First</bdi></h1>');
    expect((await change('Second', version(page))).status).toBe(303);
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it.each(['', ' ', 'x', '0x0'])(
    'does not save a form whose version is %j, as for a stale one',
    async (version) => {
      const librarian = await signedIn(library().url, 'librarian');
      const path = (await librarian.submit('/books', zadig)).headers.get('Location') ?? '';
      const fields = { ...zadig, _METHOD: 'PUT', title: 'Other', version };
      expect((await librarian.submit(path, fields)).status).toBe(409);
      expect(await librarian.open(path)).toContain('<h1><bdi>Zadig</bdi></h1>');
      await librarian.submit(path, { _METHOD: 'DELETE' });
    },
  );

  it('offers each century of its books, and no other', async () => {
    const { query } = library().services.database;
    await query("INSERT INTO books (title, author, year, language) VALUES ('x', 'x', -1250, 'x')");
    const page = await open('/books');
    const offered = [...page.matchAll(/<option value="(-?\d+)"/g)].map(([, value]) =>
      Number(value),
    );
    const rows = await query<{ year: number }>('SELECT year FROM books');
    await query("DELETE FROM books WHERE title = 'x' AND author = 'x' AND year = -1250");
    const centuries = rows.map(({ year }) => Math.floor(year / 100) * 100);
    expect(offered).toEqual([...new Set(centuries)].sort((a, b) => a - b));
  });

  it('shows text of others escaped, on the page and on the cover', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const title = `<script>alert('"&')</script>`;
    const added = await librarian.submit('/books', { ...zadig, title });
    const path = added.headers.get('Location') ?? '';
    for (const text of [await librarian.open(path), await librarian.open(`${path}/cover`)]) {
      expect(text).not.toContain('<script>');
      expect(text).toContain('&lt;script');
    }
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it.each([
    ['title', 'absent', ''],
    ['title', 'blank', ' '],
    ['title', 'too long', 'x'.repeat(401)],
    ['title', 'NUL', 'nul\0'],
    ['title', 'a control character', 'a\u0001b'],
    ['author', 'absent', ''],
    ['author', 'a dot, which an address cannot have', '.'],
    ['year', 'absent', ''],
    ['year', 'a word', 'soon'],
    ['year', 'an exponent', '1e9'],
    ['year', 'a fraction', '1747.5'],
    ['year', 'beyond 2^53', '99999999999999999999'],
    ['language', 'too long', 'x'.repeat(61)],
    ['copies', 'negative', '-1'],
    ['copies', 'too many', '1e6'],
    ['copies', 'a word', 'many'],
    ['copies', 'two numbers', '2 3'],
    ['year', 'an exponent that is a year', '1e3'],
    ['year', 'a hexadecimal number', '0x7d0'],
  ])(
    'refuses a book whose %s is %s with 422 at its field, and keeps the other values',
    async (field, _, value) => {
      const librarian = await signedIn(library().url, 'librarian');
      const response = await librarian.submit('/books', { ...zadig, [field]: value });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain(`id="problem-${field}"`);
      expect(page.match(/class="problem"/g)).toHaveLength(1);
      expect(page).toContain(field === 'author' ? 'value="Zadig"' : 'value="Voltaire"');
    },
  );
}
