import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
import * as z from ${JSON.stringify(createRequire(import.meta.url).resolve('zod'))};
setInterval(() => undefined, 1000);
const app = createApp();
app.get('/books', endpoint({ responses: { 200: z.array(z.string()) } }, (request, respond) => respond(200, [])));
`;

describe('mortise-openapi', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
    };
    file('package.json', '{ "name": "library", "version": "2.1.0", "type": "module" }');
    file('app.js', `${APP}export { app };`);
    file('default.js', `${APP}export default app;`);
    file(
      'other.js',
      `${APP}export { app as other }; export const openapi = { info: { title: 'Own', version: '3' } };`,
    );
    file('none.js', 'export const x = 1;');
    file('broken.js', 'throw new Error("no database");');
    file('throws-text.js', 'throw "no database";');
    file('syntax.js', 'export const app = ;');
    file(
      'undocumented.js',
      `${APP}app.get('/at', endpoint({ query: z.object({ at: z.date() }) }, () => { throw 1; }));export { app };`,
    );
    file(
      'app.cjs',
      'exports.__esModule = true; exports.default = { getRouteCollector: () => ({ getRoutes: () => [] }), getBasePath: () => "" };',
    );
    file('not-json.json', '{');
    file('empty.js', '');
    mkdirSync(join(folder, 'inner'));
    file('inner/app.js', `${APP}export { app };`);
    mkdirSync(join(folder, 'unnamed'));
    file('unnamed/package.json', '{ "type": "module" }');
    file('unnamed/app.js', `${APP}export { app };`);
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

  it.each(['app.js', 'default.js'])(
    'writes the document of %s, named after the manifest',
    async (module) => {
      const { code, out } = await run(`./${module}`);
      const { info, paths } = JSON.parse(out) as { info: object; paths: object };
      expect([code, info, Object.keys(paths)]).toEqual([
        0,
        { title: 'library', version: '2.1.0' },
        ['/books'],
      ]);
    },
  );

  it.each([
    ['./inner/app.js', { title: 'library', version: '2.1.0' }],
    ['./unnamed/app.js', { title: 'API', version: '0.0.0' }],
  ])('names the document of %s after the nearest manifest: %j', async (module, info) => {
    const { code, out } = await run(module);
    expect([code, (JSON.parse(out) as { info: object }).info]).toEqual([0, info]);
  });

  it('accepts the default export of TypeScript that was built as CommonJS', async () => {
    const { code, out } = await run('./app.cjs');
    expect([code, (JSON.parse(out) as { paths: object }).paths]).toEqual([0, {}]);
  });

  it('accepts another export, and the options that the module exports', async () => {
    const { code, out } = await run('./other.js', '--export', 'other');
    expect([code, out.includes('"title": "Own"')]).toEqual([0, true]);
  });

  it('succeeds if the checked file is equal to the document as JSON, and fails otherwise', async () => {
    const { out } = await run('./app.js');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(JSON.parse(out)));
    expect(await run('./app.js', '--check', 'openapi.json')).toEqual({
      code: 0,
      out: 'openapi.json is up to date\n',
      errors: '',
    });
    writeFileSync(join(folder, 'openapi.json'), '{}');
    const { code, errors } = await run('./app.js', '--check', 'openapi.json');
    expect([code, errors]).toEqual([
      1,
      'openapi.json differs from the document of the application; generate it again\n',
    ]);
  });

  it.each<[readonly string[], number, string]>([
    [[], 2, 'expected one module, received 0'],
    [['a', 'b'], 2, 'expected one module, received 2'],
    [['./app.js', '--wrong'], 2, "Unknown option '--wrong'"],
    [
      ['./none.js'],
      1,
      'exports no application as "app", or a default export (it exports x); name it with --export',
    ],
    [['./empty.js'], 1, '(it exports nothing)'],
    [['./missing.js'], 1, 'cannot import'],
    [['./app.js', '--export', 'App'], 1, 'exports no application as "App" (it exports app)'],
    [['./broken.js'], 1, 'broken.js: no database\n'],
    [['./throws-text.js'], 1, 'throws-text.js: no database\n'],
    [['./syntax.js'], 1, "syntax.js: Unexpected token ';'\n"],
    [['./undocumented.js'], 1, 'GET /at, query'],
    [['./app.js', '--check', 'missing.json'], 1, 'cannot read missing.json'],
    [['./app.js', '--check', 'not-json.json'], 1, 'cannot read not-json.json'],
  ])('fails for %j with exit code %d', async (parameters, exitCode, message) => {
    const { code, out, errors } = await run(...parameters);
    expect([code, out]).toEqual([exitCode, '']);
    expect(errors).toContain(message);
  });

  it('says how to run TypeScript if this version of Node does not', async () => {
    writeFileSync(join(folder, 'app.ts'), `${APP}export { app };`);
    const { typescript = false } = process.features as { typescript?: unknown };
    const { code, errors } = await run('./app.ts');
    expect([code, errors.includes('does not run TypeScript')]).toEqual(
      typescript === false ? [1, true] : [0, false],
    );
  });

  it.each(['--help', '-h'])('shows its usage with %s', async (option) => {
    const { code, out } = await run(option);
    expect([code, out.includes('Usage: mortise-openapi MODULE')]).toEqual([0, true]);
  });
});
