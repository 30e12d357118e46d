import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { areBuilt } from './built-packages.js';

const folder = temporaryFolder();
const [BEFORE, BUILT, AFTER] = [1_000, 2_000, 3_000];

/** Both packages were built after their last change. */
beforeEach(() => {
  for (const name of ['one', 'other']) {
    for (const path of ['package.json', 'src/deep/index.ts']) change(join(name, path), BEFORE);
    for (const path of ['src/deep', 'src']) touch(join(name, path), BEFORE);
    change(join(name, 'dist/esm/index.js'), BUILT);
    for (const path of ['dist/esm', 'dist']) touch(join(name, path), BUILT);
  }
});

it('packages that were built after their last change can be used', () => {
  expect(areBuilt(folder)).toBe(true);
});

it.each(['package.json', 'src/deep/index.ts', 'src/deep'])(
  'a change of %s in one package makes all builds useless',
  (path) => {
    touch(join('other', path), AFTER);
    expect(areBuilt(folder)).toBe(false);
  },
);

it('a build of one package that is newer than its sources does not make that of another useful', () => {
  touch('one/src/deep/index.ts', AFTER);
  for (const path of ['dist/esm/index.js', 'dist/esm', 'dist'])
    touch(join('one', path), AFTER + 1_000);
  expect(areBuilt(folder)).toBe(false);
});

it('a package without a build makes the others useless', () => {
  rmSync(join(folder, 'other/dist'), { recursive: true });
  expect(areBuilt(folder)).toBe(false);
});

it('a test that changed is in no build', () => {
  change('one/src/deep/index.test.ts', AFTER);
  touch('one/src/deep', BEFORE);
  expect(areBuilt(folder)).toBe(true);
});

function change(path, time) {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  touch(path, time);
}

function touch(path, time) {
  utimesSync(join(folder, path), time, time);
}
