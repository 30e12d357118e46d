import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.js';
import { address, ended, interrupt, type Program, Programs } from './programs.js';
import { signedIn } from './visitor.js';

describe('the program', () => {
  let programs: Programs;
  let running: Program | undefined;
  /** A library for what comes next, which one start is enough for. */
  const library = () => (running ??= programs.start());
  beforeAll(async () => {
    programs = await Programs.open();
  });
  afterAll(() => programs.close());

  it('prints an address and two people, measures requests on a port of its own, keeps a loan and a log-in across a restart, refuses in one sentence a second process on its books, and exits cleanly', async () => {
    const metricsPort = String(await freePort());
    const first = programs.start('0', { METRICS_PORT: metricsPort });
    const url = await address(first);
    expect(first.printed()).toContain('librarian');
    expect(first.printed()).toContain('quiet-please');
    const reader = await signedIn(url, 'reader');
    expect((await reader.submit('/books/3/borrow')).status).toBe(303);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text();
    expect(metrics).toContain('route="/books/{id:[0-9]+}/borrow",status_class="3xx"');
    expect(await interrupt(first)).toBe(0);

    const again = reader.at(await address(library()));
    expect(await again.open('/books/3')).toContain('You have borrowed this book.');
    const pid = String(library().child.pid);
    expect(await refusal(programs.start())).toEqual([expect.stringContaining(pid)]);
  });

  it('says at the command line what it did not do, and exits with another code than 0', async () => {
    const url = await address(library());
    const run = async (...words: readonly string[]) => {
      const program = programs.command(url, ...words);
      return [await ended(program), program.printed()];
    };
    const file = (name: string) => join(programs.data, name);
    await writeFile(file('empty.ndjson'), '');
    await writeFile(file('wrong.ndjson'), 'not JSON\n');
    const book = { title: 'Zadig', author: 'Voltaire', year: 1747, language: 'French' };
    await writeFile(file('mixed.ndjson'), `not JSON\n${JSON.stringify(book)}\n`);
    expect(await run('import', file('mixed.ndjson'), file('empty.ndjson'))).toEqual([
      2,
      expect.stringMatching(/^Import one file at a time\.\n\nUsage: /),
    ]);
    for (const [name, code, last] of [
      ['empty.ndjson', 1, 'Finished: no books added.\n'],
      ['wrong.ndjson', 1, 'Finished: no books added, 1 line refused.\n'],
      ['mixed.ndjson', 0, 'Finished: 1 book added, 1 line refused.\n'],
      ['mixed.ndjson', 0, 'Finished: 1 book added, 1 line refused.\n'],
    ] as const) {
      const [exit, text] = await run('import', file(name));
      expect([name, exit, String(text).endsWith(last)]).toEqual([name, code, true]);
    }
    const none = file('none.csv');
    expect(await run('import', none)).toEqual([1, `There is no file ${none}.\n`]);
    expect(await run('search', 'x'.repeat(201))).toEqual([
      1,
      expect.stringMatching(/^The request has 1 invalid value\.\n#\/q: .*200/),
    ]);
    expect(await interrupt(library())).toBe(0);
  }, 120_000);

  it('says in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    expect(await refusal(programs.start(port))).toEqual([expect.stringContaining(port)]);
    other.close();
  });

  it('names every variable with a bad value in one error', async () => {
    const bad = { PORT: '70000', DATABASE_URL: 'mysql://localhost', SIGN_INS: 'many' };
    const lines = await refusal(programs.start('0', bad));
    for (const name of Object.keys(bad))
      expect(lines).toContainEqual(expect.stringContaining(name));
    expect(lines).toHaveLength(4);
  });

  /** The output of a program that exits with 1. */
  async function refusal(program: Program): Promise<string[]> {
    expect(await ended(program)).toBe(1);
    return program.printed().trim().split('\n');
  }
});
