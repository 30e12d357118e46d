import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { optionInterfaces } from './option-interfaces.js';
import { agrees, optionProblems, readmeProblems, withTables } from './option-tables.js';

const folder = temporaryFolder();
mkdirSync(join(folder, 'src'));
writeFileSync(
  join(folder, 'src', 'toy.ts'),
  `
interface Base<T> {
  /** Bytes of a file; default 1 MiB. More are refused. */
  readonly maxBytes?: T;
  /** The name. */
  readonly name?: string;
}
interface Kept<T> extends Omit<Base<T>, 'name'> {}
export interface ToyOptions extends Kept<number> {
  /** Where values are kept, see {@link Store}. */
  readonly store: Store;
  /**
   * How long, in text: \`'a' | 'b'\`. Default: \`'a'\`.
   *
   * More about it.
   */
  readonly kind?: 'a' | 'b';
  readonly bare?: boolean;
  /** Milliseconds. */
  readonly ttl?: number;
}
const TTL = 5 * 1_000;
const declared = options<ToyOptions>()('toy', {
  ...shared,
  store: methods('a store'),
  kind: or(choice('a', 'b'), 'a'),
  bare: or(boolean, true),
  ttl: or(integer(0), TTL),
});
`,
);
writeFileSync(
  join(folder, 'src', 'shared.ts'),
  'export const shared = { maxBytes: or(limit, 1024 * 1024) };',
);
const interfaces = optionInterfaces(folder);
const written = (marker, table = '') =>
  withTables(
    'packages/toy/README.md',
    `<!-- options: ${marker} -->\n${table}<!-- /options -->`,
    () => interfaces,
  );

describe('a table of options', () => {
  it('has the first paragraph and the default of each option, inherited ones last', () => {
    const { current } = written('ToyOptions', '| Option of `toy` | old |\n');
    expect(current.split('\n')).toEqual([
      '<!-- options: ToyOptions -->',
      '| Option of `toy` | Meaning | Default |',
      '|---|---|---|',
      '| `store` | Where values are kept, see `Store`. | required |',
      "| `kind` | How long, in text: `'a' \\| 'b'`. | `'a'` |",
      '| `bare` |  | `true` |',
      '| `ttl` | Milliseconds. | 5,000 |',
      '| `maxBytes` | Bytes of a file. More are refused. | 1 MiB |',
      '<!-- /options -->',
    ]);
  });

  it.each([
    ['ToyOptions without store, kind, bare', ['`ttl`', '`maxBytes`']],
    ['ToyOptions only ttl', ['`ttl`']],
    ['ToyOptions as toy. only ttl', ['`toy.ttl`']],
    ['toy/ToyOptions only ttl', ['`ttl`']],
    [
      'ToyOptions as toys[]. only ttl; Base as base. without name',
      ['`toys[].ttl`', '`base.maxBytes`'],
    ],
  ])('of %j has the names %j', (marker, names) => {
    const rows = written(marker).current.split('\n').slice(3, -1);
    expect(rows.map((row) => row.split(' | ')[0].slice(2))).toEqual(names);
  });

  it('is kept if it is current', () => {
    const { current } = written('ToyOptions');
    expect(withTables('packages/toy/README.md', current, () => interfaces).current).toBe(current);
  });

  it('names an interface that does not exist', () => {
    expect(written('TyOptions').problems).toEqual([
      'packages/toy/README.md: packages/toy has no interface TyOptions',
    ]);
  });

  it('names an option without a sentence', () => {
    expect(written('ToyOptions').problems).toEqual([
      'packages/toy: ToyOptions.bare has no sentence: write its JSDoc',
    ]);
  });
});

describe('the README of a package', () => {
  const path = 'packages/toy/README.md';
  const { current } = written('ToyOptions as toy.');
  const problems = (text, pages = text) => readmeProblems(path, text, pages, interfaces);
  const tableOf = (...cells) =>
    `\n| | |\n|---|---|\n${cells.map((cell) => `| ${cell} |\n`).join('')}`;

  it('lists each declared option, itself or on a page that it links', () => {
    expect(problems(current)).toEqual([]);
    expect(problems('', current)).toEqual([]);
    expect(problems(current.replace(/\|.*toy.ttl.*\n/, '').replace(/\|.*kind.*\n/, ''))).toEqual([
      `${path} does not list kind, ttl of ToyOptions: add <!-- options: ToyOptions --> there or on a page of docs/ that it links, and run npm run options`,
    ]);
  });

  it.each([
    ['`ttl` | Milliseconds', '`kind` | How long'],
    ['`toy` | `ttl`', '| `toy.kind`'],
    ['`ttl`, `kind` | both', '`no` | no option'],
  ])('lists no options by hand: %j, %j', (...cells) => {
    expect(problems(current + tableOf(...cells))).toEqual([
      `${path} lists options by hand, write <!-- options: ... --> instead: | | |`,
    ]);
  });

  it.each([
    ['`no` | none', '`ttl` | one of three', '`other` | none'],
    ['the `ttl` has passed | 503', 'a sentence with `kind` | 404'],
    ['`ttl(kind)` | a function', '`TTL_CODE` | a code'],
  ])('can have other tables: %j, %j', (...cells) => {
    expect(problems(current + tableOf(...cells))).toEqual([]);
  });
});

it('a default in JSDoc that is not that of the declaration is a problem', () => {
  const option = { name: 'ttl', optional: true, documented: true, text: 'Ms.' };
  expect(
    optionProblems('packages/toy', 'T', [{ ...option, said: '6,000', value: '5,000' }]),
  ).toEqual(['packages/toy: T.ttl: the JSDoc says the default 6,000, the declaration 5,000']);
});

it.each([
  ['1 MiB', '1,048,576', true],
  ['64 KiB', '65,536', true],
  ['2 hours', '7,200,000', true],
  ['3000', '3,000', true],
  ['10 MiB', '1,048,576', false],
  ['15,000', '5,000', false],
  ['none', "''", true],
  ["`'a'`, which is short", "'a'", true],
  ['`api`', "'api'", true],
  ['`b`', "'a'", false],
  ['`false`: not sent', 'true', false],
])('the default %j in JSDoc is that of %s: %s', (said, value, expected) => {
  expect(agrees(said, value)).toBe(expected);
});
