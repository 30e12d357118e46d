import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { setExampleAddress } from './public-address.js';
import { runProgram, smallWorkspace, writeIn } from './small-workspace.js';
import { root } from '../setup/packages.js';

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
function publish(address) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  return runProgram(folder, ['tooling/release/publish.js'], { PATH, npm_config_registry: address });
}

/** A workspace with one package of one source. */
function workspaceOf(source) {
  const tools = ['build', 'check', 'release', 'setup'].map((name) => `tooling/${name}`);
  const workspace = smallWorkspace(['docs/architecture.md', ...tools], 'router', {
    scripts: {
      prepack: 'node ../../tooling/release/refuse-npm-pack.js',
      build: 'tsc --noEmit --skipLibCheck --lib es5 source.ts',
    },
  });
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const home = packageManager.replace('@', '-');
  for (const each of ['.cache', 'examples']) mkdirSync(join(workspace, each));
  symlinkSync(join(root, '.cache', home), join(workspace, '.cache', home));
  const manifest = {
    name: 'broken-workspace',
    type: 'module',
    packageManager,
    scripts: { build: 'node tooling/setup/run.js turbo run build' },
  };
  writeIn(workspace, 'package.json', JSON.stringify(manifest));
  setExampleAddress(workspace);
  writeIn(workspace, 'turbo.json', '{ "tasks": { "build": {} } }');
  writeIn(workspace, 'pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  writeIn(workspace, 'packages/router/source.ts', source);
  return workspace;
}
