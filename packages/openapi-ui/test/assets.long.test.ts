import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { factories as plainFactories } from '@mortise/message-plain';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { rollup } from 'rollup';
import blankSpace from 'ts-blank-space';
import { openApiUi } from '../src/node/index.js';

// Tests run on the source, which has no built files.
execFileSync(process.execPath, [
  fileURLToPath(new URL('../scripts/copy-assets.js', import.meta.url)),
]);

const own = fileURLToPath(new URL('../dist/assets/', import.meta.url));
const names = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];
const document = '/openapi.json';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-ui-'));
  for (const name of names) copyFileSync(join(own, name), join(folder, name));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each([
  ['@mortise/message', factories],
  ['@mortise/message-plain', plainFactories],
])('the assets of openApiUi, on %s', (_name, made) => {
  it.each([
    ['a folder', () => folder],
    ['the URL of a folder', () => pathToFileURL(`${folder}/`)],
    [
      'contents',
      () => ({ ...Object.fromEntries(names.map((name) => [name, name])), 'swagger-ui.css': 'é{}' }),
    ],
  ])('can be %s', async (what, assets) => {
    const app = createApp({ factories: made });
    app.get('/docs[/{file}]', openApiUi({ document, assets: assets() }));
    const response = await inProcess(app).get('/docs/swagger-ui.css');
    const css = what === 'contents' ? 'é{}' : await readFile(join(own, 'swagger-ui.css'), 'utf8');
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, css]);
  });
});

it.each<[string, unknown, string]>([
  [
    'a folder that does not exist',
    '/none',
    'invalid openApiUi.assets: received "/none"; expected a folder with the files swagger-ui-bundle.js',
  ],
  ['a folder without the files', own.replace('assets', ''), 'expected a folder with the files'],
  ['a URL of another host', new URL('file://a.test/b/'), 'expected a file: URL'],
  ['a URL of the network', new URL('https://a.test/'), 'expected a file: URL'],
  [
    'contents of which one is missing',
    { 'swagger-ui-bundle.js': '' },
    'invalid openApiUi.assets["swagger-ui.css"]: received undefined; expected a string or bytes',
  ],
  ['null', null, 'invalid openApiUi.assets["swagger-ui-bundle.js"]'],
])('refuses %s when it is created', (_what, assets, message) => {
  const create = () => openApiUi({ document, assets: assets as string });
  expect(create).toThrow(OptionError);
  expect(create).toThrow(message);
});

it('refuses a folder whose files are folders when it is created', () => {
  const assets = join(folder, 'folders');
  for (const name of names) mkdirSync(join(assets, name), { recursive: true });
  expect(() => openApiUi({ document, assets })).toThrow('expected a folder with the files');
});

it('refuses missing options by their name', () => {
  expect(() => (openApiUi as () => unknown)()).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'openApiUi.document' }),
  );
});

describe.each(['es', 'cjs'] as const)(
  'in a bundle of one file (%s), apart from the package',
  (format) => {
    const ending = format === 'es' ? 'mjs' : 'cjs';

    /** Runs the bundle of a program that prints. */
    async function run(program: string): Promise<string> {
      const source = join(folder, 'program.ts');
      writeFileSync(source, program);
      const bundle = await rollup({
        input: source,
        external: /^node:/,
        plugins: [sources],
        onwarn: () => undefined,
      });
      const file = join(folder, `bundle.${ending}`);
      await bundle.write({ file, format, inlineDynamicImports: true });
      await bundle.close();
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
      return stdout;
    }

    const imports = `import { openApiUi } from '@mortise/openapi-ui/node';
    import { factories } from '@mortise/message';`;

    it('fails when it is created, and says what to pass', async () => {
      const program = `${imports}
      try { openApiUi({ document: '/d' }); } catch (error) { console.log(error.code, error.message, factories !== null); }`;
      const printed = await run(program);
      expect(printed).toMatch(
        /^OPTION_INVALID invalid openApiUi.assets: received undefined; expected the folder or the contents/,
      );
    });

    it('serves the assets that are passed', async () => {
      const program = `${imports}
      const page = openApiUi({ document: '/d', assets: ${JSON.stringify(folder)} });
      const send = async (file?: string) =>
        page(factories.createServerRequest('GET', '/docs'), factories.createResponse(), { file });
      void send('swagger-ui.css').then((response) => response.getBody().text()).then((text) => console.log(text.length));`;
      const css = await readFile(join(own, 'swagger-ui.css'), 'utf8');
      expect(await run(program)).toBe(`${css.length}\n`);
    });
  },
);

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles the sources of the workspace. */
const sources = {
  name: 'sources',
  resolveId(name: string, importer?: string) {
    const [, own = '', entry = ''] = /^@mortise\/([^/]+)(\/.+)?$/.exec(name) ?? [];
    if (own !== '') {
      const path = join(packages, own, 'src', entry);
      return entry !== '' && existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
    }
    if (!name.startsWith('.') || importer === undefined) return null;
    return join(dirname(importer), name.replace(/\.js$/, '.ts'));
  },
  transform: (code: string, id: string) =>
    id.endsWith('.ts') ? { code: blankSpace(code), map: null } : null,
};
