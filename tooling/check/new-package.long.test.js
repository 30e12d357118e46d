import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../release/workspace-packages.js';

const PACKAGE = join('packages', 'maintenance');
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-package-'));
  for (const name of ['package.json', 'docs/architecture.md', 'tooling/build', 'tooling/check'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, PACKAGE), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'packages/cors/package.json'), 'utf8'));
  const own = { name: '@mortise/maintenance', dependencies: {} };
  write('package.json', JSON.stringify({ ...manifest, ...own }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a package that was only just added', () => {
  it('is told to list itself and to have a README', () => {
    expect(check('manifests.js')).toEqual({
      status: 1,
      stderr: [
        `${PACKAGE}: has no row in the table of docs/architecture.md: add one with the packages that it may import`,
        `${PACKAGE}: has no README.md`,
      ],
    });
  });

  it('is told to build before sizes and public types are checked', () => {
    const sentence = 'is not built; run `npm run build` first';
    expect(check('sizes.js')).toEqual({
      status: 1,
      stderr: [`@mortise/maintenance: ${sentence}`],
    });
    expect(check('api-reports.js')).toEqual({
      status: 1,
      stderr: [`${PACKAGE}/dist/esm/index.d.ts: ${sentence}`],
    });
  });

  it('is told to add its sizes and a report when it is built', () => {
    mkdirSync(join(folder, PACKAGE, 'dist', 'esm'), { recursive: true });
    write('dist/esm/index.js', 'export const retryAfter = 60;\n');
    write('dist/esm/index.d.ts', 'export declare const retryAfter = 60;\n');
    const sizes = check('sizes.js');
    expect(sizes.status).toBe(1);
    expect(sizes.stderr).toEqual(['@mortise/maintenance: has no size in tooling/check/sizes.json']);
    expect(check('api-reports.js')).toEqual({
      status: 1,
      stderr: [
        `${PACKAGE}/api/index.api.md: the entry has no report; run \`npm run api -- maintenance\` and commit the report`,
      ],
    });
  });
});

function write(path, text) {
  writeFileSync(join(folder, PACKAGE, path), text);
}

/** The exit code of a check, and its lines on standard error. */
function check(program) {
  const args = [join(folder, 'tooling', 'check', program)];
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } };
  const { status, stderr } = spawnSync(process.execPath, args, options);
  return { status, stderr: stderr.trim().split('\n') };
}
