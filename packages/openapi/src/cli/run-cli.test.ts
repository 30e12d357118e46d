import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadApplication } from './load-application.js';
import { runCli } from './run-cli.js';

const source = (path: string): string =>
  JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

/** Applications of one operation each, named after their exports. */
const APP = `import { createApp } from ${source('mortise/src/index.ts')};
import { endpoint } from ${source('endpoint/src/index.ts')};
import * as z from ${JSON.stringify(createRequire(import.meta.url).resolve('zod'))};
const made = (path, description = {}) => {
  const app = createApp();
  app.get(path, endpoint(description, () => { throw 1; }));
  return app;
};
`;

const USAGE = `Usage: mortise-openapi MODULE [--export NAME] [--check FILE]

Writes the OpenAPI document of the application that MODULE exports. The module must not listen.

  --export NAME  the name of the application's export; default "app", otherwise the default export
  --check FILE   compares with FILE instead, and fails if they differ
`;

/** What a module built as CommonJS exports by default. */
const CJS = '{ getRouteCollector: () => ({ getRoutes: () => [] }), getBasePath: () => "/cjs" }';

const MODULES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "library", "version": "2.1.0" }',
  'app.mjs': `${APP}export const app = made('/app');`,
  'default.mjs': `${APP}export default made('/default');`,
  'both.mjs': `${APP}export const app = made('/app'); export default made('/default'); export const own = made('/own');`,
  'options.mjs': `${APP}export const app = made('/app'); export const openapi = { info: { title: 'Own', version: '3' } };`,
  'absent.mjs': `${APP}export const app = made('/app'); export const openapi = { info: { title: 'Own', version: '3', summary: undefined } };`,
  'undocumented.mjs': `${APP}export const app = made('/at', { query: z.object({ at: z.date() }) });`,
  'none.mjs': 'export const x = 1; export default null;',
  'empty.mjs': '',
  'broken.mjs': 'throw new Error("no database");',
  'throws-text.mjs': 'throw "no database";',
  'es-default.cjs': `exports.__esModule = true; exports.default = ${CJS};`,
  'plain.cjs': `module.exports = ${CJS};`,
  'not-esm.cjs': `exports.__esModule = 'yes'; exports.default = ${CJS};`,
  'not-json.json': '{',
  'inner/app.mjs': `${APP}export const app = made('/app');`,
  'unnamed/package.json': '{}',
  'unnamed/app.mjs': `${APP}export const app = made('/app');`,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  for (const [name, text] of Object.entries(MODULES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function run(...parameters: string[]) {
  let out = '';
  let errors = '';
  const output = {
    write: (text: string) => void (out += text),
    writeError: (text: string) => void (errors += text),
  };
  return { code: await runCli(parameters, output, folder), out, errors };
}

interface Document {
  readonly info: object;
  readonly paths: object;
  readonly servers: unknown;
}

async function written(...parameters: string[]): Promise<Document> {
  const { code, out, errors } = await run(...parameters);
  expect([code, errors]).toEqual([0, '']);
  return JSON.parse(out) as Document;
}

describe('the application of a module', () => {
  it.each<[readonly string[], string]>([
    [['app.mjs'], '/app'],
    [['default.mjs'], '/default'],
    [['both.mjs'], '/app'],
    [['both.mjs', '--export', 'own'], '/own'],
    [['both.mjs', '--export', 'default'], '/default'],
    [['./inner/app.mjs'], '/app'],
  ])('of the parameters %j is the one with the route %s', async (parameters, path) => {
    expect(Object.keys((await written(...parameters)).paths)).toEqual([path]);
  });

  it.each(['es-default.cjs', 'plain.cjs'])('is the default export of %s', async (module) => {
    expect((await written(module)).servers).toEqual([{ url: '/cjs' }]);
  });

  it('is not a member of a default export that is not marked as a module', async () => {
    expect((await run('not-esm.cjs')).errors).toContain('exports no application');
  });

  it('is documented with the options that the module exports', async () => {
    expect((await written('options.mjs')).info).toEqual({ title: 'Own', version: '3' });
  });

  it.each([
    ['app.mjs', { title: 'library', version: '2.1.0' }],
    ['inner/app.mjs', { title: 'library', version: '2.1.0' }],
    ['unnamed/app.mjs', { title: 'API', version: '0.0.0' }],
  ])('in %s is named after the nearest manifest: %j', async (module, info) => {
    expect((await written(module)).info).toEqual(info);
    expect((await loadApplication(join(folder, module), null)).options).toEqual({ info });
  });
});

describe('a module of TypeScript', () => {
  const { typescript = false } = process.features as { readonly typescript?: unknown };

  it.each(['a.ts', 'a.mts', 'a.cts'])(
    '%s is refused where Node does not run it',
    async (module) => {
      const { code, errors } = await run(module);
      expect([code, errors]).toEqual([
        1,
        expect.stringContaining(typescript === false ? 'does not run TypeScript' : 'cannot import'),
      ]);
    },
  );

  it.each(['a.tsx', 'ats', 'a.ts.mjs'])('is not %s', async (module) => {
    expect((await run(module)).errors).toContain('cannot import');
  });
});

describe('the command', () => {
  it('writes the document as indented JSON with a line end', async () => {
    const { out } = await run('app.mjs');
    expect(out).toBe(`${JSON.stringify(JSON.parse(out), null, 2)}\n`);
  });

  it('succeeds if the checked file is equal to the document as JSON, and fails otherwise', async () => {
    const document = await written('app.mjs');
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    expect(await run('app.mjs', '--check', 'openapi.json')).toEqual({
      code: 0,
      out: 'openapi.json is up to date\n',
      errors: '',
    });
    writeFileSync(file, JSON.stringify(await written('absent.mjs')));
    expect((await run('absent.mjs', '--check', 'openapi.json')).code).toBe(0);
    writeFileSync(file, JSON.stringify({ ...document, openapi: '3.1.0' }));
    expect(await run('app.mjs', '--check', 'openapi.json')).toEqual({
      code: 1,
      out: '',
      errors: 'openapi.json differs from the application at openapi; update it\n',
    });
  });

  it.each<[readonly string[], number, string]>([
    [[], 2, `expected one module, received 0\n\n${USAGE}\n`],
    [['a', 'b'], 2, `expected one module, received 2\n\n${USAGE}\n`],
    [['app.mjs', '--wrong'], 2, "Unknown option '--wrong'"],
    [['app.mjs', '--wrong'], 2, `\n\n${USAGE}\n`],
    [['app.mjs', '--export'], 2, "Option '--export <value>' argument missing"],
    [
      ['none.mjs'],
      1,
      'exports no application as "app" or as the default export (it exports default, x); name the export with --export\n',
    ],
    [['empty.mjs'], 1, '(it exports nothing)'],
    [['missing.mjs'], 1, 'cannot import'],
    [['app.mjs', '--export', 'App'], 1, 'exports no application as "App" (it exports app)'],
    [['both.mjs', '--export', 'toString'], 1, 'exports no application as "toString"'],
    [['broken.mjs'], 1, 'broken.mjs: no database\n'],
    [['throws-text.mjs'], 1, 'throws-text.mjs: no database\n'],
    [['undocumented.mjs'], 1, 'GET /at, query'],
    [['app.mjs', '--check', 'missing.json'], 1, 'cannot read missing.json: ENOENT'],
    [['app.mjs', '--check', 'not-json.json'], 1, 'cannot read not-json.json: '],
  ])('fails for %j with exit code %d', async (parameters, exitCode, message) => {
    const { code, out, errors } = await run(...parameters);
    expect([code, out]).toEqual([exitCode, '']);
    expect(errors).toContain(message);
  });

  it.each([['--help'], ['-h'], ['-h', 'app.mjs', 'other.mjs']])(
    'shows only its usage with %s',
    async (...parameters) => {
      expect(await run(...parameters)).toEqual({ code: 0, out: USAGE, errors: '' });
    },
  );
});
