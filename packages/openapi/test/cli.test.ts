import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../src/cli/index.js';

/** What an application needs for a document; a real one cannot be imported from a temporary folder. */
const APP = `const app = { getRouteCollector: () => ({ getRoutes: () => [] }), getBasePath: () => '' };
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
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function run(...parameters: string[]) {
    let out = '';
    let errors = '';
    const output = {
      write: (text: string) => (out += text),
      writeError: (text: string) => (errors += text),
    };
    const code = await runCli(parameters, output, folder);
    return { code, out, errors };
  }

  it.each(['app.js', 'default.js'])(
    'writes the document of %s, named after the manifest',
    async (module) => {
      const { code, out } = await run(`./${module}`);
      expect([code, (JSON.parse(out) as { info: object }).info]).toEqual([
        0,
        { title: 'library', version: '2.1.0' },
      ]);
    },
  );

  it('takes another export, and the options that the module exports', async () => {
    const { code, out } = await run('./other.js', '--export', 'other');
    expect([code, out.includes('"title": "Own"')]).toEqual([0, true]);
  });

  it('succeeds when the checked file is the document, in any form, and fails when it is not', async () => {
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
      'openapi.json differs from the document of the application; write it again\n',
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
    [['./missing.js'], 1, 'cannot import'],
    [['./broken.js'], 1, 'no database'],
    [['./app.js', '--check', 'missing.json'], 1, 'cannot read missing.json'],
  ])('fails for %j with exit code %d', async (parameters, exitCode, message) => {
    const { code, out, errors } = await run(...parameters);
    expect([code, out]).toEqual([exitCode, '']);
    expect(errors).toContain(message);
  });

  it('says how to run TypeScript where this Node does not', async () => {
    writeFileSync(join(folder, 'app.ts'), `${APP}export { app };`);
    const { typescript = false } = process.features as { typescript?: unknown };
    const { code, errors } = await run('./app.ts');
    expect([code, errors.includes('does not run TypeScript')]).toEqual(
      typescript === false ? [1, true] : [0, false],
    );
  });

  it('shows its usage', async () => {
    expect((await run('--help')).out).toContain('Usage: mortise-openapi MODULE');
  });
});
