import { expect, it } from '@jest/globals';
import { keptIn, sendAgain } from '../kept-form.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

const zadig = { title: 'Zadig "or"', author: 'Voltaire', year: '1747', language: 'French' };

export function keptFormRules(library: () => RunningLibrary): void {
  it('keep a book that was typed before the person was signed out elsewhere, until it is stored', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const { tokens } = librarian;
    await librarian.submit('/sign-out');
    const body = new URLSearchParams({ ...zadig, copies: '4', ...tokens });
    const refused = await librarian.send('POST', '/books', { body });
    expect(refused.status).toBe(401);
    const page = await refused.text();
    expect(page).toContain('Sign in in another tab');
    expect(page).toMatch(/href="\/sign-in\?next=%2Fbooks" target="_blank">Sign in/);
    expect(keptIn(page)).toEqual({ ...zadig, copies: '4', ...tokens });

    await librarian.signIn('librarian', 'quiet-please'); // in another tab
    const expired = await sendAgain(librarian, '/books', page);
    expect(expired.status).toBe(403);
    const added = await sendAgain(librarian, '/books', await expired.text());
    const path = added.headers.get('Location') ?? '';
    expect([added.status, path]).toEqual([303, expect.stringMatching(/^\/books\/\d+$/)]);
    expect(await librarian.open(path)).toContain('4 of 4 available');
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it.each([
    ['/books', zadig],
    ['/books/36', { ...zadig, _METHOD: 'PUT', version: '0' }],
    ['/old/wishes', { title: 'Candide' }],
    ['/sign-in', { name: 'reader', next: '/books/1' }],
  ])('keep the values of the form %s, whose token is missing or old', async (path, fields) => {
    for (const token of [{}, { csrf_name: 'csrf', csrf_value: 'old' }]) {
      const librarian = await signedIn(library().url, 'librarian');
      const body = new URLSearchParams({ ...fields, ...token });
      const refused = await librarian.send('POST', path, { body });
      const page = await refused.text();
      expect(refused.status).toBe(403);
      expect(page).toContain('The form has expired. Check your entries');
      const { csrf_name, csrf_value, ...kept } = keptIn(page);
      expect(kept).toEqual(fields);
      expect([csrf_name, csrf_value]).toEqual(['csrf', expect.stringMatching(/^[-\w]{20,}$/)]);
      const again = await sendAgain(librarian, path, page);
      expect(again.status).not.toBe(403);
    }
  });

  it('keep a change of a book that was deleted in the meantime, and can add it again', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const path = (await librarian.submit('/books', zadig)).headers.get('Location') ?? '';
    await librarian.submit(path, { _METHOD: 'DELETE' });
    const gone = await librarian.submit(path, { ...zadig, _METHOD: 'PUT', title: 'Changed' });
    expect(gone.status).toBe(404);
    const page = await gone.text();
    expect(page).toContain(
      'role="alert">Someone else has deleted this book. Save to add it again.',
    );
    expect(page).toContain('<form class="fields" method="post" action="/books"');
    expect(page).not.toMatch(/name="(?:_METHOD|version)"|Send again/);
    const fields = [...page.matchAll(/<input[^>]* name="(\w+)"[^>]* value="(.*?)"/g)];
    const values = fields.map(([, name = '', value = '']) => [name, value] as const);
    const body = new URLSearchParams(Object.fromEntries(values));
    const added = await librarian.send('POST', '/books', { body });
    expect(added.status).toBe(303);
    const book = await librarian.open(added.headers.get('Location') ?? '');
    expect(book).toContain('Changed');
    expect(book).toContain('Voltaire');
  });

  it('never have a password', async () => {
    const visitor = new Visitor(library().url);
    const body = new URLSearchParams({ name: 'reader', password: 'just-looking' });
    const page = await (await visitor.send('POST', '/sign-in', { body })).text();
    expect(keptIn(page)).toMatchObject({ name: 'reader', password: '' });
    expect(page).not.toMatch(/value="just-looking"/);
  });

  it('show names and values escaped', async () => {
    const visitor = new Visitor(library().url);
    const body = new URLSearchParams({ '': 'a', '"><script>': '"><script>', __proto__x: 'b' });
    body.append('__proto__', 'c');
    const page = await (await visitor.send('POST', '/old/wishes', { body })).text();
    expect(page).toContain('Send again');
    expect(page).toContain('name="&quot;&gt;&lt;script&gt;" value="&quot;&gt;&lt;script&gt;"');
    expect(page).not.toMatch(/"><script>|undefined/);
  });

  it.each([
    ['/books/37/borrow', {}],
    ['/old/wishes', { _METHOD: 'DELETE', wish: 'x' }],
    ['/sign-out', {}],
  ])(
    'send the button of %s again, whose token is that of a session before',
    async (path, fields) => {
      const reader = await signedIn(library().url, 'reader');
      const { tokens } = reader;
      await reader.submit('/sign-out'); // in another tab
      await reader.signIn('reader', 'just-looking');
      const body = new URLSearchParams({ ...fields, ...tokens });
      const refused = await reader.send('POST', path, { body });
      const page = await refused.text();
      expect(refused.status).toBe(403);
      expect(page).toContain('The button has expired, and nothing was changed.');
      const { csrf_name, csrf_value, ...kept } = keptIn(page);
      expect(kept).toEqual(fields);
      expect([csrf_name, csrf_value === tokens['csrf_value']]).toEqual(['csrf', false]);
      expect((await sendAgain(reader, path, page)).status).toBe(303);
      if (path.endsWith('/borrow')) await reader.submit('/books/37/return');
    },
  );

  it('are not shown for a button of a visitor, for another site, and to a program', async () => {
    const reader = await signedIn(library().url, 'reader');
    const body = new URLSearchParams(zadig);
    const button = await new Visitor(library().url).submit('/books/1/borrow');
    expect([button.status, await button.text()]).toEqual([
      401,
      expect.not.stringContaining('Send again'),
    ]);
    for (const [path, sent, headers] of [
      ['/old/wishes', body, { 'Sec-Fetch-Site': 'cross-site' }],
      ['/old/wishes', body, { Accept: 'application/json' }],
    ] as const) {
      const refused = await reader.send('POST', path, { body: sent, headers });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(await refused.text()).not.toContain('Send again');
    }
  });
}
