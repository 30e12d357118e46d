// `npm run rehearse` runs this file, on the published packages.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { borrowUntilKilled } from './borrow-until-killed.js';
import { freePort } from './free-port.js';
import { address, ended, interrupt, printed, type Program, Programs } from './programs.js';
import { signedIn } from './visitor.js';

const LINES = 12_000;

describe('the library and its command line', () => {
  let programs: Programs;
  let port: string;
  let library: Program;
  let url: string;

  beforeAll(async () => {
    programs = await Programs.open();
    port = String(await freePort());
    library = programs.start(port);
    url = await address(library);
  }, 120_000);
  afterAll(async () => {
    expect(await interrupt(library)).toBe(0);
    await programs.close();
  });

  it('sign in the same person in two browsers at once, and sign out one of them alone', async () => {
    const [one, other] = await Promise.all([signedIn(url, 'reader'), signedIn(url, 'reader')]);
    expect(one.cookie).not.toBe(other.cookie);
    expect((await one.submit('/sign-out')).status).toBe(303);
    expect((await one.send('GET', '/account')).status).toBe(303);
    expect((await other.send('GET', '/account')).status).toBe(200);
  });

  it('find books', async () => {
    const search = programs.command(url, 'search', 'quixote');
    expect(await ended(search)).toBe(0);
    expect(search.printed()).toMatch(/Quixote.*Miguel de Cervantes \(1605\).*\n1 found\n$/);
  });

  it.each([
    ['a slash at the end of the address', (address: string) => `${address}/`, 0, /^1 found$/m],
    [
      'an address without a scheme',
      (address: string) => address.slice('http://'.length),
      1,
      /LIBRARY_URL: must begin with http/,
    ],
  ])('accept, or name: %s', async (_, change, code, text) => {
    const search = programs.command(change(url), 'search', 'quixote');
    expect(await ended(search)).toBe(code);
    expect(search.printed()).toMatch(text);
  });

  it('say how the command line is used, and exit with 2', async () => {
    const command = programs.command(url, 'borrow');
    expect(await ended(command)).toBe(2);
    expect(command.printed()).toContain('Usage: library search WORDS');
  });

  it('keep each loan that the library has confirmed when it is killed in many', async () => {
    const reader = await signedIn(url, 'reader');
    const killed = ended(library);
    const { borrowed, refused } = await borrowUntilKilled(reader, library.child);
    expect(refused).toEqual([]);
    await killed; // its books are in use until then
    library = programs.start(port);
    await address(library);
    const account = await reader.open('/account'); // sessions are in the database, too
    const stored = [...account.matchAll(/action="\/books\/(\d+)\/return"/g)].map(([, id]) => id);
    expect(stored).toHaveLength(new Set(stored).size);
    expect(stored).toEqual(expect.arrayContaining(borrowed.map(String)));
    for (const book of stored) {
      expect((await reader.submit(`/books/${book}/return`)).status).toBe(303);
    }
  });

  it('continue an import after the library was killed in it, with every line once', async () => {
    const book = { title: 'x', author: 'Killed', year: 1900, language: 'English' };
    const file = join(programs.data, 'books.ndjson');
    await writeFile(file, `${JSON.stringify(book)}\n`.repeat(LINES));
    const command = programs.command(url, 'import', file);
    await printed(command, /^\[/m);
    const killed = ended(library);
    library.child.kill('SIGKILL');
    await killed; // its books are in use until then
    library = programs.start(port);
    expect(await ended(command)).toBe(0);
    expect(command.printed()).toMatch(/^Interrupted/m);
    expect(command.printed()).toContain(`Finished: ${LINES} books added.`);
    const found = await fetch(`${url}/api/books?q=Killed`);
    expect(await found.json()).toMatchObject({ total: LINES });
  });
});
