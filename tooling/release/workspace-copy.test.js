import { afterEach, describe, expect, it } from '@jest/globals';
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
import { delimiter, join } from 'node:path';
import { buildWorkspace } from './workspace-copy.js';
import { root } from './workspace-packages.js';

const path = process.env['PATH'];
let folder = null;

afterEach(() => {
  process.env['PATH'] = path;
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
});

describe('buildWorkspace', () => {
  it('names the package that does not build, and the first message of the compiler', () => {
    folder = workspaceOf("export const port: number = '80';\n");
    // The programs of this workspace, without an installation.
    process.env['PATH'] = [join(root, 'node_modules', '.bin'), path].join(delimiter);
    expect(() => buildWorkspace(folder)).toThrow(
      /^@mortise\/broken does not build: .*error TS2322: Type 'string' is not assignable to type 'number'\.; nothing was published$/,
    );
  });
});

/** A workspace with one package of one source. */
function workspaceOf(source) {
  const workspace = mkdtempSync(join(tmpdir(), 'broken-build-'));
  const broken = join(workspace, 'packages', 'broken');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const home = packageManager.replace('@', '-');
  for (const each of [broken, join(workspace, '.cache'), join(workspace, 'examples')])
    mkdirSync(each, { recursive: true });
  symlinkSync(join(root, '.cache', home), join(workspace, '.cache', home));
  cpSync(join(root, 'tooling', 'setup'), join(workspace, 'tooling', 'setup'), { recursive: true });
  const write = (name, manifest) => writeFileSync(join(workspace, name), JSON.stringify(manifest));
  write('package.json', {
    name: 'broken-workspace',
    type: 'module',
    packageManager,
    scripts: { 'do:build': 'turbo run build' },
  });
  write('turbo.json', { tasks: { build: {} } });
  writeFileSync(join(workspace, 'pnpm-workspace.yaml'), 'packages:\n  - packages/*\n');
  write('packages/broken/package.json', {
    name: '@mortise/broken',
    scripts: { build: 'tsc --noEmit source.ts' },
  });
  writeFileSync(join(broken, 'source.ts'), source);
  return workspace;
}
