import { afterAll, describe, expect, it } from '@jest/globals';
import { ESLint, type Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import mortise from './index.js';

const names = Object.keys(mortise.rules ?? {});

it('the plugin has exactly the rules that have a page', () => {
  const pages = readdirSync(new URL('../docs/rules', import.meta.url)).sort();
  expect(names.map((name) => `${name}.md`)).toEqual(pages);
  expect(mortise.meta).toEqual({ name: '@mortise/eslint-plugin' });
});

describe('the recommended configuration', () => {
  it('has a name, and the plugin as @mortise', () => {
    const { name, plugins } = mortise.configs.recommended;
    expect(name).toBe('@mortise/recommended');
    expect(plugins?.['@mortise']?.rules).toBe(mortise.rules);
  });

  it('reports each rule as an error', async () => {
    const eslint = new ESLint({
      overrideConfigFile: true,
      overrideConfig: mortise.configs.recommended,
    });
    const code = `const app = createApp();
app.add((r, h) => h.handle(r).finally(release));
app.add((request, handler) => {
  request.withAttribute('a', 1);
  if (request.getUri().getPath() === '/admin') deny();
  return handler.handle(request).withStatus(404);
});
app.group('/', define, { metadata: { secret: 's' } });
class Action {
  invoke(request) {
    this.request = request;
    try {
      return this.next.handle(request);
    } catch {}
  }
}
`;
    const [result] = await eslint.lintText(code);
    const reported = result?.messages.map(({ ruleId, severity }) => [ruleId, severity]) ?? [];
    expect(reported.sort()).toEqual(names.map((name) => [`@mortise/${name}`, 2]));
  });
});

describe('the configuration for TypeScript in the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-eslint-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('finds the files of a folder, and what only types tell', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const expression = /^export default (defineConfig\(.*?^\}\));$/ms.exec(readme)?.[1] ?? '';
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text of the README
    const create = new Function('mortise', 'defineConfig', 'tseslint', `return ${expression}`) as (
      ...modules: unknown[]
    ) => Linter.Config[];
    writeFileSync(join(folder, 'tsconfig.json'), '{ "include": ["*.ts"] }');
    writeFileSync(
      join(folder, 'app.ts'),
      `interface Message {
  getProtocolVersion(): string;
  withHeader(name: string, value: string): this;
  withLocale(locale: string): this;
}
export function change(message: Message): void {
  message.withLocale('en');
}
declare function verifyPassword(password: string, hash: string): Promise<boolean>;
declare function check(): Promise<void>;
export function login(): void {
  if (!verifyPassword('a', 'b')) throw new Error('wrong');
  check();
}
`,
    );

    const overrideConfig = create(mortise, defineConfig, tseslint);
    const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig });
    const [result] = await eslint.lintFiles('.');
    expect(result?.messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['@mortise/use-with', 7],
      ['@typescript-eslint/no-misused-promises', 12],
      ['@typescript-eslint/no-floating-promises', 13],
    ]);
  });
});

describe.each(names)('the rule %s', (name) => {
  it('reports a problem, has no options, and links to its part of the README', () => {
    const { meta } = mortise.rules?.[name] ?? {};
    const url = `https://www.npmjs.com/package/@mortise/eslint-plugin#${name}`;
    expect(meta).toMatchObject({ type: 'problem', schema: [], docs: { url } });
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(`<a id="${name}"></a>`);
  });

  it('has a page that begins with its description', () => {
    const page = new URL(`../docs/rules/${name}.md`, import.meta.url);
    expect(existsSync(page)).toBe(true);
    const description = mortise.rules?.[name]?.meta?.docs?.description;
    expect(description).toMatch(/^(?:Require|Disallow) /);
    expect(readFileSync(page, 'utf8')).toContain(
      `# ${name}\n\n${description?.replace(/^\w+/, '$&s')}`,
    );
  });
});
