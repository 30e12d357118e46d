import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

export function howRules(library: () => RunningLibrary): void {
  const how = (path: string) =>
    new Visitor(library().url).open(`/how?path=${encodeURIComponent(path)}`);

  it.each([
    ['/books', 'src/books/book-pages.ts'],
    ['/books/1', 'src/books/book-pages.ts'],
    ['/books/new', 'src/books/book-forms.ts'],
    ['/covers', 'src/books/many-covers.ts'],
    ['/authors/Voltaire', 'src/books/book-pages.ts'],
    ['/statistics', 'src/books/book-pages.ts'],
    ['/import', 'src/import/import-pages.ts'],
    ['/sign-in', 'src/people/sign-in-pages.ts'],
    ['/account', 'src/people/account-pages.ts'],
    ['/reading-room', 'src/live/reading-room.ts'],
    ['/old/wishes', 'src/old/old-app.ts'],
    ['/how', 'src/pages/how-page.ts'],
  ])('shows the source of the route of %s', async (path, file) => {
    const page = await how(path);
    expect(page).toContain(`<code>${file}</code>, line `);
    expect(page).toContain('<span class="text">');
  });

  it.each(['/books/7?a=b', '/books/7#x', '/books/7?a=/none#x', '/authors/../books/7'])(
    'explains the path of the address %s',
    async (address) => {
      const page = await how(address);
      expect(page).toContain('<code>src/books/book-pages.ts</code>, line ');
      expect(page).toContain('GET /books/{id:[0-9]+}');
      expect(page).toContain(`<a href="${address}">${address}</a>`);
    },
  );

  it('shows the whole registration, escaped, and with no other', async () => {
    const page = await how('/books/1');
    const code = /<pre class="code".*?><code>([^]*?)<\/code><\/pre>/.exec(page)?.[1] ?? '';
    const text = code.replaceAll(/<.*?>/g, '').replaceAll('&gt;', '>').replaceAll('&#39;', "'");
    expect(text).toMatch(/^routes\.get\('\/books\/\{id:\[0-9\]\+\}', async .*\n/);
    expect(text).toMatch(/\n {2}showBook\(.*await books\.known\(id\)\),\n\);$/);
    expect(text.match(/routes\.get/g)).toHaveLength(1);
    expect(code).toContain('<span class="keyword">async</span>');
  });

  it('lists the layers of the request from the outside in, with those of its group', async () => {
    const page = await how('/books/1');
    const layers = [...page.matchAll(/<li><code>(.+?)<\/code>/g)].map(([, name]) =>
      name?.replaceAll('&quot;', '"'),
    );
    const wanted = [
      'middleware "requestId"',
      'middleware "session"',
      'routing',
      'middleware "csrfTokens"',
    ];
    const shown = wanted.map((name) => layers.findIndex((layer) => layer?.startsWith(name)));
    expect({ shown, layers }).toMatchObject({ shown: shown.filter((index) => index >= 0) });
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  });

  it('shows a path without a route, and no source', async () => {
    const page = await how('/none');
    expect(page).toContain('No route');
    expect(page).not.toContain('class="code"');
  });

  it.each(['/samples/1.txt', '/assets/base.css'])(
    'does not say that %s, which a layer sends, is an error',
    async (path) => {
      expect((await new Visitor(library().url).send('GET', path)).status).toBe(200);
      expect(await how(path)).toContain('No route: a layer responds, such as the one for files');
    },
  );

  it.each(['//elsewhere.example/x', '/\\elsewhere.example', '/\t/elsewhere.example'])(
    'refuses %j, which leads to another site',
    async (path) => {
      const address = `/how?path=${encodeURIComponent(path)}`;
      expect((await new Visitor(library().url).send('GET', address)).status).toBe(422);
    },
  );

  it('says what the queries and templates of a page took, to those who get pages alone', async () => {
    const timing = (await new Visitor(library().url).send('GET', '/books')).headers;
    expect(timing.get('Server-Timing')).toMatch(/^db;dur=[\d.]+, view;dur=[\d.]+$/);
    const list = await fetch(`${library().url}/api/books`);
    expect(list.headers.get('Server-Timing')).toBeNull();
    const reader = await signedIn(library().url, 'reader');
    expect((await reader.submit('/books/2/reserve')).headers.get('Server-Timing')).toBeNull();
  });
}
