import { expect, it } from '@jest/globals';
import { expectRefusal } from '../expect-refusal.js';
import { hostileTexts } from '../hostile-values.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn } from '../visitor.js';

const zadig = { title: 'Zadig', author: 'Voltaire', year: '1747', language: 'French', copies: '1' };

/** Every form, with one good value for each field. */
const forms: readonly {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Opened after each value that was accepted: it replaces the one before. */
  readonly each?: readonly string[];
  /** Opened at the end: they show all values that were accepted. */
  readonly pages?: readonly string[];
}[] = [
  { path: '/books', fields: zadig, pages: ['/books', '/statistics'] },
  {
    path: '/books/34',
    fields: { ...zadig, _METHOD: 'PUT' },
    each: ['/books/34', '/books/34/cover', '/books/34/edit'],
  },
  { path: '/sign-in', fields: { name: 'nobody', password: 'x', next: '/books' } },
  { path: '/old/wishes', fields: { title: 'Zadig', _METHOD: 'POST' }, pages: ['/old/wishes'] },
  { path: '/old/wishes', fields: { wish: '0', _METHOD: 'DELETE' }, pages: ['/old/wishes'] },
  { path: '/import', fields: { id: 'none' }, pages: ['/import'] },
];

/** The good values of a form without one field; the title or the author is `mark`, unless it is `null`. */
function otherFields(
  fields: Readonly<Record<string, string>>,
  field: string,
  mark: string | null,
): Record<string, string> {
  const marked = mark === null ? {} : { [field === 'author' ? 'title' : 'author']: mark };
  const all = Object.entries({ ...fields, ...marked });
  return Object.fromEntries(all.filter(([name]) => name !== field));
}

/** Pages with a query, and where a client chooses a part of the path (`*`). */
const addresses = [
  '/books?q=*',
  '/books?language=*',
  '/books?century=*',
  '/books?free=*',
  '/books?page=*',
  '/sign-in?next=*',
  '/how?path=*',
  '/how?path=/*',
  '/authors/*',
  '/books/*',
  '/books/*/sample',
  '/import/*',
  '/old/wishes?format=*',
  ...['books?q', 'books?page', 'sign-in?next', 'how?path', 'old/wishes?format'].map(
    (name) => `/${name}[x]=*`,
  ),
  '/samples/*',
  '/docs/*',
];

/** Each form is sent with each hostile value in each of its fields. */
export function hostileFormRules(library: () => RunningLibrary): void {
  it.each(
    forms.flatMap((form) =>
      Object.keys(form.fields).map((field) => [form.path, field, form] as const),
    ),
  )(
    'are refused with their field, or stored and shown escaped: the form %s, its %s',
    async (path, field, { fields, each = [], pages = [] }) => {
      const visitor = await signedIn(library().url, 'librarian');
      const open = async (shown: string, name: string) => {
        const response = await visitor.send('GET', shown);
        const page = await response.text();
        expect([shown, name, response.status]).toEqual([shown, name, 200]);
        expect(page).not.toMatch(/<script>alert|&amp;lt;script|<%=/);
        // Of the cover, which is XML: it has no control characters.
        if (shown.endsWith('/cover')) expect(page).not.toMatch(/[^\P{Cc}\t\n\r]/u);
        return page;
      };
      // By this the catalogue finds all books of this form.
      const mark = crypto.randomUUID();
      const others = otherFields(fields, field, path === '/books' ? mark : null);
      const lists: (readonly [string, Record<string, string>])[] = [
        ['a list', { [`${field}[]`]: 'a' }],
        ['an object', { [`${field}[__proto__][x]`]: 'a' }],
        ['a map', { [`${field}[x]`]: 'a' }],
      ];
      const changes = hostileTexts.map(([name, value]) => [name, { [field]: value }] as const);
      const isNumber = path.startsWith('/books') && ['year', 'copies'].includes(field);
      let accepted = 0;
      for (const [name, change] of [...changes, ...lists]) {
        const response = await visitor.submit(path, { ...others, ...change });
        const page = await response.text();
        expectRefusal([path, field, name], response, page);
        if (response.status !== 303) continue;
        if (isNumber) {
          expect([name, change[field] ?? '']).toEqual([
            name,
            expect.stringMatching(/^\s*(?:-?\d+)?\s*$/),
          ]);
        }
        accepted++;
        for (const shown of each) await open(shown, name);
      }
      for (const shown of pages) await open(shown, 'all');
      if (path === '/books') {
        const found = await open(`/books?q=${mark}`, 'all');
        expect(found.split('class="card"')).toHaveLength(accepted + 1);
      }
    },
  );
}

/** What never reaches a database, or is only compared there: tried on one. */
export function hostileAddressRules(library: () => RunningLibrary): void {
  it.each(addresses)('are refused, or mean nothing, in the address %s', async (address) => {
    const visitor = await signedIn(library().url, 'librarian');
    const broken = ['%00', '%', '%ff', '%ed%a0%80', '..%2f..%2fetc%2fpasswd', '../../etc/passwd'];
    for (const value of [...hostileTexts.map(([, text]) => encodeURIComponent(text)), ...broken]) {
      const response = await visitor.send(
        'GET',
        address.replace('*', () => value),
      );
      const page = await response.text();
      expect([value, response.status < 500]).toEqual([value, true]);
      expect(page).not.toMatch(/<script>alert|root:/);
    }
  });

  it.each([
    'Cookie',
    'Authorization',
    'Accept',
    'If-None-Match',
    'Last-Event-ID',
    'Idempotency-Key',
    'X-Request-Id',
  ])('are refused, or mean nothing, in the header %s', async (name) => {
    for (const [, text] of hostileTexts) {
      const value = text.replaceAll(/[^\x20-\xfe]/g, '');
      for (const path of ['/account', '/api/loans']) {
        const response = await fetch(library().url + path, { headers: { [name]: value } });
        await response.text();
        expect([value, response.status < 500]).toEqual([value, true]);
      }
    }
  });
}
