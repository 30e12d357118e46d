import { expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../../src/command-line/import-file.js';
import { libraryContract } from '../../src/contract.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, type Visitor } from '../visitor.js';
import { librarian as headers } from './api.js';

const COLUMNS = 'title,author,year,language';
const NAMED = `The first line of a CSV file must name the columns ${COLUMNS}, and optionally copies.`;

/** Files that a form or the command line imports: their names, and what is wrong with their lines. */
export function importNameRules(library: () => RunningLibrary): void {
  const newForm = async (librarian: Visitor) =>
    /name="id" value="(.+?)"/.exec(await librarian.open('/import'))?.[1] ?? '';
  const send = (librarian: Visitor, id: string, name: string, text: string) => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...librarian.tokens, id })) {
      body.append(field, value);
    }
    body.append('file', new File([text], name));
    return librarian.send('POST', '/import', { body });
  };

  it.each([
    ['that halves a character', `${'a'.repeat(199)}😀.csv`, `${'a'.repeat(194)}😀.csv`],
    ['that halves a character at its begin', `😀${'a'.repeat(195)}.csv`, `${'a'.repeat(195)}.csv`],
    ['that turns its direction', '\u202egnp\u2069.csv', 'gnp.csv'],
  ])('imports a file with a long name, or one %s, with its ending', async (_, name, shown) => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = await newForm(librarian);
    const author = crypto.randomUUID();
    const text = `${COLUMNS}\nEmma,${author}, 1815 ,English\n`;
    for (let time = 0; time < 2; time++) {
      expect((await send(librarian, id, name, text)).status).toBe(303);
    }
    expect(await librarian.open(`/import/${id}`)).toContain(`<h1><bdi>${shown}</bdi></h1>`);
    expect(await librarian.open(`/authors/${author}`)).toContain('1 book in');
  });

  it('imports a file with a long name by the command line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, `${'a'.repeat(230)}.csv`);
    await writeFile(file, `${COLUMNS}\nEmma,${crypto.randomUUID()},1815,English\n`);
    const transport = fetchTransport({ headers });
    const client = createClient(libraryContract, { baseUrl: `${library().url}/api`, transport });
    const print = () => undefined;
    const state = await importFile({ client, url: library().url, headers, file, print });
    expect(state).toMatchObject({ name: `${'a'.repeat(196)}.csv`, added: 1, finished: true });
    await rm(folder, { recursive: true });
  });

  it.each([
    ['names no columns', 'Emma;Austen;1815;English', NAMED],
    ['is empty', '', NAMED],
    [
      'names one twice',
      `${COLUMNS},TITLE `,
      'The first line of the CSV file names the column title twice: keep one of them.',
    ],
    [
      'names one that can be omitted twice',
      `copies,${COLUMNS},copies`,
      'The first line of the CSV file names the column copies twice: keep one of them.',
    ],
  ])('shows the form again for CSV whose first line %s, and lists no import', async (...row) => {
    const [, first, problem] = row;
    const librarian = await signedIn(library().url, 'librarian');
    const id = await newForm(librarian);
    const response = await send(librarian, id, 'books.csv', `${first}\na,b,1,c,d\n`);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(`id="problem-file" role="alert">${problem}</span>`);
    expect(page).toContain(`name="id" value="${id}"`);
    expect(await librarian.open('/import')).not.toContain(`/import/${id}`);
    // The same form takes the corrected file.
    const right = `${COLUMNS},shelf,shelf\nEmma,${crypto.randomUUID()},1815,English,1,2\n`;
    expect((await send(librarian, id, 'right.csv', right)).status).toBe(303);
    expect(await librarian.open('/import')).toContain(`/import/${id}"><bdi>right.csv</bdi></a>`);
  });

  it('shows the form again for an empty file of CSV', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = await newForm(librarian);
    const response = await send(librarian, id, 'books.csv', '');
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`id="problem-file" role="alert">${NAMED}</span>`);
    expect(await librarian.open('/import')).not.toContain(`/import/${id}`);
  });

  it.each(['\u0001', '\u007f'])(
    'says what is wrong with a file name that has %j',
    async (control) => {
      const librarian = await signedIn(library().url, 'librarian');
      const id = await newForm(librarian);
      const response = await send(librarian, id, `a${control}.csv`, `${COLUMNS}\n`);
      expect(response.status).toBe(400);
      expect((await response.text()).replaceAll('&#39;', "'")).toContain(
        "a part's headers contain a control character; remove it from the name of the file or field",
      );
    },
  );

  it('says of NDJSON that a line is one book', async () => {
    const librarian = await signedIn(library().url, 'librarian');
    const id = await newForm(librarian);
    await send(librarian, id, 'books.ndjson', '[{"title":"Emma"}]\n"Emma"\nnull\n{\n');
    const page = await librarian.open(`/import/${id}`);
    const reasons = [...page.matchAll(/<td>\d+<\/td><td>(.*?)<\/td>/g)].map(([, reason]) => reason);
    expect(reasons).toEqual([
      ...Array<string>(3).fill('Send one book as a JSON object.'),
      'This is not JSON: write one book per line.',
    ]);
  });
}
