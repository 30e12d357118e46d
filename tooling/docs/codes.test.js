import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packages, root, sourcesIn } from '../setup/packages.js';
import { allCodeRows, codeRows, CODES, rowOfEachCode, withCodeTables } from './code-tables.js';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Names of Node, of libraries, of RTSP and of server parameters. */
const FOREIGN =
  /^(?:(?:ERR|UND_ERR|WS_ERR|HPE|EAI|HTTP|SERVER|REMOTE|QUERY)_\w+|CONTENT_(?:TYPE|LENGTH)|REQUEST_(?:METHOD|URI|SCHEME)|NODE_ENV|[GS]ET_PARAMETER)$/;
/** Their codes include those of contracts, which READMEs of other packages list. */
const PASSING_ON = {
  base: ['message', 'node', 'app'],
  'http-message': ['message'],
  mortise: ['base'],
  openapi: ['endpoint'],
  'message-plain': ['message'],
  'message-conformance': ['message', 'node'],
  'pubsub-conformance': ['pubsub', 'base'],
  'store-conformance': ['store'],
};

/** What the sources of a package match, without comments. */
function inSources(folder, pattern) {
  const sources = sourcesIn(join(folder, 'src')).map((path) =>
    readFileSync(path, 'utf8').replaceAll(/^ *\/?\*.*$|\/\/ .*$/gm, ''),
  );
  return [...new Set(sources.join('\n').match(pattern))];
}

/** The codes in the sources of a package, without those that it compares with. */
const codesOf = (folder) =>
  inSources(folder, /(?<=(?<![!=]== )')[A-Z]+(?:_[A-Z0-9]+)+(?=')/g).filter(
    (code) => !FOREIGN.test(code),
  );

const missingIn = (text, codes) => codes.filter((code) => !text.includes(`\`${code}\``));
const all = packages().map(({ directory, folder }) => ({
  directory,
  folder,
  codes: codesOf(folder),
}));
const withCodes = all.filter(({ codes }) => codes.length > 0);

it.each(withCodes)('the README of $directory lists its codes', ({ directory, codes }) => {
  const readmes = [directory, ...(PASSING_ON[directory] ?? [])].map((name) =>
    read(`packages/${name}/README.md`),
  );
  expect(missingIn(readmes.join('\n'), codes)).toEqual([]);
});

describe('the page of all codes', () => {
  const page = read(CODES);
  const rows = allCodeRows();

  it('lists every code of a package', () => {
    const codes = withCodes.flatMap((each) => each.codes);
    expect(missingIn(page, codes)).toEqual([]);
  });

  it('has a row for each code', () => {
    expect(rows.filter(({ codes, cell }) => cell !== `\`${codes.join()}\``)).toEqual([]);
  });

  it('shows the cause of a code alone, if its README lists a cause for each', () => {
    const inReadmes = all.flatMap(({ directory }) =>
      codeRows(directory, read(`packages/${directory}/README.md`)),
    );
    const isMixed = ({ codes, when }) => ![1, codes.length].includes(when.split('; ').length);
    const mixed = inReadmes.filter((row) => row.codes.length > 1 && isMixed(row));
    expect(mixed.map(({ cell }) => cell)).toEqual([]);
  });

  it('lists every warning as a warning', () => {
    const warned = all.flatMap(({ folder }) =>
      inSources(folder, /(?<=\bwarnOnce\('|\bwarn\(text, \{ code: ')[A-Z_]+(?=')/g),
    );
    const listed = rows.filter(({ status }) => status === 'warning').flatMap(({ codes }) => codes);
    expect(listed.toSorted()).toEqual(warned.toSorted());
  });

  it('has the rows of the READMEs: otherwise run npm run options', () => {
    expect(withCodeTables(page, rows)).toBe(page);
  });
});

describe('a row of a README', () => {
  const rows = (table) =>
    codeRows('toy', `# Toy\n\n## Errors & limits\n\n${table}`).map(
      ({ codes, cell, status, when, section }) => [codes, cell, status, when, section],
    );

  it('has its codes, its status and its cause, in whatever order the columns are', () => {
    const table = `| Status | \`code\` | Other | When |
|--:|---|---|---|
| 404 | \`A_B\`, \`C\` | x | a \\| b |
| | \`OPTION_INVALID\` | x | wrong |

| When | What happens |
|---|---|
| never | \`D_E\` |`;
    expect(rows(table)).toEqual([[['A_B', 'C'], '`A_B`, `C`', '404', 'a \\| b', 'errors--limits']]);
  });

  it('is one row for each of its codes on the page, with its own status and cause if it has them', () => {
    const split = (codes, cell, status, when) =>
      rowOfEachCode({ codes, cell, status, when }).map((row) => [row.cell, row.status, row.when]);
    expect(split(['A', 'B_C'], '`A` (408), `B_C` (503)', '', 'late; full')).toEqual([
      ['`A`', '408', 'late'],
      ['`B_C`', '503', 'full'],
    ]);
    expect(split(['A', 'B'], '`A`, `B`', '500', 'one; two; three')).toEqual([
      ['`A`', '500', 'one; two; three'],
      ['`B`', '500', 'one; two; three'],
    ]);
  });

  it('can have its status after its code', () => {
    const table = `| Code | When |
|---|---|
| \`A\` (warning) | see [b](../b#c), [d](../../docs/d.md) and [e](#e) |
| \`B\` (408), \`C\` (503) | late |`;
    const when = 'see [b](../packages/b#c), [d](d.md) and [e](../packages/toy#e)';
    expect(rows(table)).toEqual([
      [['A'], '`A`', 'warning', when, 'errors--limits'],
      [['B', 'C'], '`B` (408), `C` (503)', '', 'late', 'errors--limits'],
    ]);
  });
});
