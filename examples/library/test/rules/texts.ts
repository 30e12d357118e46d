import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

const [COMPOSED, DECOMPOSED] = ['Hérodias Ünlü', 'He\u0301rodias U\u0308nlu\u0308'] as const;
const fields = { title: 'Zadig', author: 'Voltaire', year: '1747', language: 'French' };

/** Texts in other scripts, and what only looks like one. */
export function textRules(library: () => RunningLibrary): void {
  it.each([
    ['a space of no width', '\u200b', 'The title needs visible characters.'],
    ['an empty letter', '\u3164', 'The title needs visible characters.'],
    ['empty Braille', '\u2800 \u2800', 'The title needs visible characters.'],
    ['a turn alone', '\u202e', 'The title needs visible characters.'],
    ['turned words', '\u202egnp.exe', 'The title contains an invalid character.'],
    ['half an isolation', 'Zadig \u2067', 'The title contains an invalid character.'],
  ])('refuses a title of %s', async (_, title, problem) => {
    const librarian = await signedIn(library().url, 'librarian');
    const response = await librarian.submit('/books', { ...fields, title });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`id="problem-title">${problem}</span>`);
  });

  it.each([
    ['composed', COMPOSED],
    ['decomposed', DECOMPOSED],
  ])('finds a book by its %s accents, however it was added', async (_, words) => {
    const librarian = await signedIn(library().url, 'librarian');
    const added = await Promise.all(
      [COMPOSED, DECOMPOSED].map(async (name) => {
        const book = { ...fields, title: name, author: name, language: name };
        return (await librarian.submit('/books', book)).headers.get('Location') ?? '';
      }),
    );
    const word = encodeURIComponent(words);
    const visitor = new Visitor(library().url);
    for (const query of [`q=${word}`, `language=${word}`, `q=h%C3%A9rod&language=${word}`]) {
      expect(await visitor.open(`/books?${query}`)).toContain('<p class="soft">2 books</p>');
      const listed = await fetch(`${library().url}/api/books?${query}`);
      expect(await listed.json()).toMatchObject({ total: 2 });
    }
    const author = await visitor.open(`/authors/${word}`);
    expect(author).toContain(`<h1><bdi>${COMPOSED}</bdi></h1>\n<p class="soft">2 books`);
    for (const path of added) await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it('keeps the direction of each text, on pages and on covers', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const book = { ...fields, title: 'ألف ليلة', author: 'شهرزاد', language: 'Arabic' };
    const path = (await librarian.submit('/books', book)).headers.get('Location') ?? '';
    const page = await librarian.open(path);
    expect(page).toContain('<h1><bdi>ألف ليلة</bdi></h1>');
    expect(page).toContain('<bdi>شهرزاد</bdi></a>, 1747 · <bdi>Arabic</bdi></p>');
    const list = await librarian.open('/books?q=%D8%B4%D9%87%D8%B1%D8%B2%D8%A7%D8%AF');
    expect(list).toContain('<span class="soft"><bdi>شهرزاد</bdi>, 1747</span>');
    const cover = await librarian.open(`${path}/cover`);
    expect(cover).toMatch(/direction="rtl" fill="#fbf3e2"><tspan x="216" y="86">ألف ليلة</);
    expect(cover).toMatch(/<text x="216" y="326" direction="rtl" .*>شهرزاد</);
    await librarian.open(path);
    await librarian.submit(path, { ...fields, _METHOD: 'PUT', version: '0' });
    const other = await librarian.submit(path, { ...book, _METHOD: 'PUT', version: '0' });
    expect(await other.text()).toContain(
      'to \u2068“Zadig”\u2069, \u2068Voltaire\u2069, \u20681747\u2069, \u2068French\u2069, copies: 1.',
    );
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it('draws no half of a character on a cover', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const [title, author] = ['😀'.repeat(40), `${'a'.repeat(22)}😀😀`];
    const added = await librarian.submit('/books', { ...fields, title, author });
    const path = added.headers.get('Location') ?? '';
    const cover = await librarian.open(`${path}/cover`);
    expect(cover).toContain('>😀😀😀😀😀😀…</tspan>');
    expect(cover).toContain(`>${'a'.repeat(22)}…</text>`);
    await librarian.open(path);
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });

  it('takes numbers with spaces around them, in a form as in CSV', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const numbers = { year: ' 1747 ', copies: '\t3\u00a0' };
    const added = await librarian.submit('/books', { ...fields, ...numbers });
    const path = added.headers.get('Location') ?? '';
    const page = await librarian.open(path);
    expect(page).toContain(', 1747 · ');
    expect(page).toContain('3 of 3 available');
    await librarian.submit(path, { _METHOD: 'DELETE' });
  });
}
