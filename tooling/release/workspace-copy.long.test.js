import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setExampleAddress } from './public-address.js';
import { root } from './workspace-packages.js';

let folder = null;
let registry = null;

afterEach(() => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  registry?.close();
});

describe('a release of a package that does not build', () => {
  it('ends with exit code 1 and one sentence, with the first message of the compiler, and uploads nothing', async () => {
    folder = workspaceOf("export const port: number = '80';\n");
    const requested = [];
    registry = createServer(({ method, url }, response) => {
      requested.push(`${method} ${url}`);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const { code, stderr } = await publish(`http://127.0.0.1:${registry.address().port}/`);
    expect(stderr).toMatch(
      /^@mortise\/router does not build: .*error TS2322: Type 'string' is not assignable to type 'number'\.; nothing was published\n$/,
    );
    expect({ code, requested }).toEqual({ code: 1, requested: ['GET /-/ping'] });
  });
});

/** Runs the release of the workspace with the programs of this workspace, because nothing is installed in that one. */
async function publish(address) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(process.execPath, ['tooling/release/publish.js'], {
    cwd: folder,
    env: { ...process.env, PATH, NODE_OPTIONS: '', npm_config_registry: address },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

/** A workspace with one package of one source. */
function workspaceOf(source) {
  const workspace = mkdtempSync(join(tmpdir(), 'broken-build-'));
  const router = join('packages', 'router');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const home = packageManager.replace('@', '-');
  for (const each of [router, '.cache', 'examples'])
    mkdirSync(join(workspace, each), { recursive: true });
  symlinkSync(join(root, '.cache', home), join(workspace, '.cache', home));
  const tools = ['build', 'check', 'release', 'setup'].map((each) => join('tooling', each));
  for (const name of ['docs/architecture.md', ...tools])
    cpSync(join(root, name), join(workspace, name), { recursive: true });
  // Turbo's cache is beside the history.
  execFileSync('git', ['init', '--quiet'], { cwd: workspace });
  const write = (name, manifest) => writeFileSync(join(workspace, name), JSON.stringify(manifest));
  write('package.json', {
    name: 'broken-workspace',
    type: 'module',
    packageManager,
    scripts: { 'do:build': 'turbo run build' },
  });
  setExampleAddress(workspace);
  write('turbo.json', { tasks: { build: {} } });
  writeFileSync(join(workspace, 'pnpm-workspace.yaml'), 'packages:\n  - packages/*\n');
  const manifest = JSON.parse(readFileSync(join(root, router, 'package.json'), 'utf8'));
  write(join(router, 'package.json'), {
    ...manifest,
    scripts: { ...manifest.scripts, build: 'tsc --noEmit source.ts' },
    dependencies: {},
    devDependencies: {},
  });
  writeFileSync(join(workspace, router, 'source.ts'), source);
  return workspace;
}
