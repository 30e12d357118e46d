import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { plantPackage } from './plant-package.js';
import { tryFaults } from './try-faults.js';

const SOURCE = `export const LIMIT = 3;
export function allows(count: number): boolean { return count <= LIMIT; }
export function countTo(end: number): number {
  let count = 0;
  while (count !== end) count += 1;
  return count;
}
export function greeting(): string { return 'hello'; }
export function isLong(text: string): boolean { return text.length > 80; }
`;
const LAZY = 'export const UNIT = 5;';
const LOADER = new URL('../loader/register.js', import.meta.url).href;
const PROGRAM = "import { greeting } from './src/limit.ts'; console.log(greeting());";
const TESTS = `import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { allows, countTo, isLong } from './limit.js';
it('allows the limit', () => { expect(allows(3)).toBe(true); expect(allows(4)).toBe(false); });
it('counts to the end', () => { expect(countTo(2)).toBe(2); });
it('knows a short text', () => { expect(isLong('a')).toBe(false); });
it('starts a program', () => {
  const program = new URL('../program.js', import.meta.url).pathname;
  const printed = execFileSync(process.execPath, ['--import', '${LOADER}', program]);
  expect(printed.toString()).toBe('hello\\n');
});
it('fails without a fault', () => { expect(isLong('a')).toBe(true); });
it('loads a module', async () => { expect(await import('./unit.js')).toBeDefined(); });
`;
const LATER_TESTS = `import { expect, it } from '@jest/globals';
import { UNIT } from './unit.js';
it('counts in fives', () => { expect(UNIT).toBe(5); });
`;

/** What each fault changes, and to what: one for each result that there is. */
const TRIED = [
  ['3', '4'],
  ['count += 1', 'count -= 1'],
  ["'hello'", "''"],
  ['text.length > 80', 'text.length >= 80'],
  ['80', '81'],
  ['5', '6'],
];

const folder = mkdtempSync(join(tmpdir(), 'mortise-faults-test-'));
let planted;
let results;
let failing;
const reported = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/limit.ts'), SOURCE);
  writeFileSync(join(folder, 'src/limit.test.ts'), TESTS);
  writeFileSync(join(folder, 'src/broken.test.ts'), "throw new Error('no Jest');");
  writeFileSync(join(folder, 'src/unit.ts'), LAZY);
  writeFileSync(join(folder, 'src/unit.test.ts'), LATER_TESTS);
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  planted = plantPackage(folder);
  const tried = planted.faults.filter(({ before, after }) =>
    TRIED.some((change) => before === change[0] && after === change[1]),
  );
  ({ results, failing } = await tryFaults(planted, tried, {
    patience: 500,
    onResult: (result) => reported.push(result),
  }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(planted?.folder ?? folder, { recursive: true, force: true });
});

function resultOf(before, after) {
  return results.find(({ fault }) => fault.before === before && fault.after === after);
}

it('notices a fault in a constant that is made while the module loads', () => {
  expect(resultOf('3', '4')).toMatchObject({ noticed: true });
});

it('notices a fault in a constant of a module that the test of another file has loaded before', () => {
  expect(resultOf('5', '6')).toMatchObject({ noticed: true });
});

it('tells a fault that makes a test hang from one that a test notices', () => {
  expect(resultOf('count += 1', 'count -= 1')).toMatchObject({ noticed: false, hung: true });
  expect(resultOf('3', '4')).toMatchObject({ noticed: true, hung: false });
});

it('notices a fault in a program that a test starts', () => {
  expect(resultOf("'hello'", "''")).toMatchObject({ noticed: true, reached: true });
});

it('reports a fault that no test notices', () => {
  expect(resultOf('text.length > 80', 'text.length >= 80')).toMatchObject({
    noticed: false,
    reached: true,
  });
});

it('reports each result once, as soon as it is known', () => {
  expect(reported).toEqual(results);
});

it('does not use a test that fails without a fault, or a file that does not load', () => {
  expect(failing).toEqual([
    `${join(folder, 'src/broken.test.ts')}: the file loads`,
    `${join(folder, 'src/limit.test.ts')}: fails without a fault`,
  ]);
  expect(resultOf('80', '81')).toMatchObject({ noticed: false });
});

it('leaves the sources as they were', () => {
  expect(readFileSync(join(folder, 'src/limit.ts'), 'utf8')).toBe(SOURCE);
});
