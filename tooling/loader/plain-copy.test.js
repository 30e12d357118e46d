import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { PlainCopy } from './plain-copy.js';

const MANIFEST = '{ "type": "module", "exports": { "@mortise/source": "./src/index.ts" } }';

const folders = [];
let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'plain-copy-')));
  folders.push(root);
  for (const folder of ['packages/one/src', 'packages/two/src', 'packages/one/node_modules']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ['one', 'two']) {
    writeFileSync(join(root, 'packages', name, 'package.json'), MANIFEST);
  }
  symlinkSync('../../two', join(root, 'packages/one/node_modules/two'));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function copied(sources) {
  const copy = new PlainCopy(root);
  for (const name of ['one', 'two']) copy.addOther(join(root, 'packages', name, 'package.json'));
  for (const [file, code] of Object.entries(sources)) copy.addSource(join(root, file), code);
  copy.finish();
  return (file) => join(copy.folder, file);
}

it('has programs that Node runs without hooks, with the sources of other packages', () => {
  const placeOf = copied({
    'packages/one/src/index.ts':
      "import { two } from 'two';\nimport { own } from './own.ts';\nconsole.log(two, own);",
    'packages/one/src/own.ts': 'export const own = 1;',
    'packages/two/src/index.ts': "export { two } from './inner.js';",
    'packages/two/src/inner.ts': 'export const two = 2;',
  });
  const program = placeOf('packages/one/src/index.js');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@mortise/source', program],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect([stdout, stderr]).toEqual(['2 1\n', '']);
});

it('no longer has a source that the workspace has not', () => {
  copied({ 'packages/one/src/old.ts': '' });
  const placeOf = copied({ 'packages/one/src/index.ts': '' });
  expect(
    ['old', 'index'].map((name) => existsSync(placeOf(`packages/one/src/${name}.js`))),
  ).toEqual([false, true]);
});

it('writes only what has changed', () => {
  const sources = { 'packages/one/src/same.ts': '1', 'packages/one/src/new.ts': '1' };
  const placeOf = copied(sources);
  const files = Object.keys(sources).map((file) => placeOf(file.replace('.ts', '.js')));
  const before = files.map((file) => statSync(file).ino);
  copied({ ...sources, 'packages/one/src/new.ts': '2' });
  const same = files.map((file, index) => statSync(file).ino === before[index]);
  expect(same).toEqual([true, false]);
});
