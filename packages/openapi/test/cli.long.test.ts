import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '../../../tooling/testing/from-source.js';

const root = new URL('../../../', import.meta.url);
const source = (path: string): string => {
  const program = fromSource(new URL(path, root)).at(-1) ?? '';
  return JSON.stringify(pathToFileURL(program).href);
};

/** An application with one operation, and a resource that would keep a process running. */
const APP = `import { createApp } from ${source('packages/mortise/src/index.ts')};
import { endpoint } from ${source('packages/endpoint/src/index.ts')};
setInterval(() => undefined, 1000);
export const app = createApp();
app.get('/books', endpoint({}, (request, response) => response));
`;

// What the parameters mean: src/cli/run-cli.test.ts.
describe('the process of mortise-openapi', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'app.mjs'), APP);
    writeFileSync(join(folder, 'app.mts'), APP);
    writeFileSync(join(folder, 'syntax.mjs'), 'export const app = ;');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function run(...parameters: string[]) {
    const command = spawn(
      process.execPath,
      [...fromSource(new URL('packages/openapi/bin/mortise-openapi.js', root)), ...parameters],
      { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' } },
    );
    let out = '';
    let errors = '';
    command.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    command.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => command.on('close', resolve));
    return { code, out, errors };
  }

  it('writes to its output, and ends though the module has opened a resource', async () => {
    const { code, out, errors } = await run('./app.mjs');
    const { info, paths } = JSON.parse(out) as { info: object; paths: object };
    expect([code, errors, info]).toEqual([0, '', { title: 'API', version: '0.0.0' }]);
    expect(Object.keys(paths)).toEqual(['/books']);
  });

  it('writes a failure to its error output, and ends with the exit code', async () => {
    const { code, out, errors } = await run('./syntax.mjs');
    expect([code, out]).toEqual([1, '']);
    expect(errors).toContain("syntax.mjs: Unexpected token ';'\n");
  });

  it('says how to run TypeScript if this version of Node does not', async () => {
    const { typescript = false } = process.features as { typescript?: unknown };
    const { code, errors } = await run('./app.mts');
    expect([code, errors.includes('does not run TypeScript')]).toEqual(
      typescript === false ? [1, true] : [0, false],
    );
  });
});
