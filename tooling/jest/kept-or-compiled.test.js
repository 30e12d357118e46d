import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { keyOf } from '../loader/strip-types.js';
import { root } from '../setup/packages.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import keptOrCompiled from './kept-or-compiled.js';

const folder = temporaryFolder();
const unknown = `const a: number = 1; // ${randomUUID()}`;
const text = `const b: number = 2; // ${randomUUID()}`;
/** What compiles with it fails. */
const { getCacheKey, process: compile } = keptOrCompiled.createTransformer({ compiler: 'none' });
const fail = () => compile(unknown, 'a.ts', { config: {}, cacheFS: new Map() });

beforeAll(() => {
  const paths = ['impossible.ts', 'possible.ts'].map((name) => join(folder, name));
  writeFileSync(paths[0], 'enum A { B }');
  writeFileSync(paths[1], text);
  const program = `const { stripAll } = await import('./tooling/loader/strip-types.js');
    await stripAll(${JSON.stringify(paths)});`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
});
afterAll(() => rmSync(join(root, '.cache/stripped', `${keyOf(text)}.js`), { force: true }));

it('a source that was stripped before, after one that cannot be, is not compiled', () => {
  expect(compile(text, 'b.ts').code).toBe(text.replace(': number', ' '.repeat(8)));
  expect(fail).toThrow('none');
});

it('what Jest keeps of a source depends on its text', () => {
  expect(getCacheKey(text)).not.toBe(getCacheKey(unknown));
});
