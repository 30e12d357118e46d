import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, smallWorkspace, writeIn } from '../release/small-workspace.js';
import { root } from '../setup/packages.js';

const PACKAGE = join('packages', 'maintenance');
let folder;
beforeAll(() => {
  const tools = ['build', 'check', 'docs', 'setup'].map((name) => `tooling/${name}`);
  const names = ['package.json', 'docs/architecture.md', ...tools];
  const cors = JSON.parse(readFileSync(join(root, 'packages/cors/package.json'), 'utf8'));
  const own = { name: '@mortise/maintenance', dependencies: {} };
  folder = smallWorkspace(names, 'maintenance', { ...cors, ...own });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a package that was only just added', () => {
  it('is told to list itself and to have a README', async () => {
    expect(await check('manifests.js')).toEqual({
      status: 1,
      stderr: [
        `${PACKAGE}: has no row in the table of docs/architecture.md: add one with the packages that it may import`,
        `${PACKAGE}: has no README.md`,
      ],
    });
  });

  it('is told to build before sizes and public types are checked', async () => {
    const sentence = 'is not built; run `npm run build` first';
    expect(await check('sizes.js')).toEqual({
      status: 1,
      stderr: [`@mortise/maintenance: ${sentence}`],
    });
    expect(await check('api-reports.js')).toEqual({
      status: 1,
      stderr: [`${PACKAGE}/dist/esm/index.d.ts: ${sentence}`],
    });
  });

  it('is told to add its sizes and a report when it is built', async () => {
    write('dist/esm/index.js', 'export const retryAfter = 60;\n');
    write('dist/esm/index.d.ts', 'export declare const retryAfter = 60;\n');
    const sizes = await check('sizes.js');
    expect(sizes.status).toBe(1);
    expect(sizes.stderr).toEqual([
      '@mortise/maintenance: has no size in tooling/check/sizes.json; run `npm run sizes` and commit the file',
    ]);
    expect(await check('api-reports.js')).toEqual({
      status: 1,
      stderr: [
        `${PACKAGE}/api/index.api.md: the entry has no report; run \`npm run api -- maintenance\` and commit the report`,
      ],
    });
  });
});

function write(path, text) {
  writeIn(folder, join(PACKAGE, path), text);
}

/** The exit code of a check, and its lines on standard error. */
async function check(program) {
  const { code, stderr } = await runProgram(folder, [`tooling/check/${program}`]);
  return { status: code, stderr: stderr.trim().split('\n') };
}
