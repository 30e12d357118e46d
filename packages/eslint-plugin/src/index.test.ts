import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { existsSync, readFileSync } from 'node:fs';
import mortise from './index.js';

const names = Object.keys(mortise.rules ?? {});

describe('the recommended configuration', () => {
  it('reports each rule as an error', async () => {
    const eslint = new ESLint({
      overrideConfigFile: true,
      overrideConfig: mortise.configs.recommended,
    });
    const code = `app.add((request, handler) => {
  request.withAttribute('a', 1);
  return handler.handle(request).withStatus(404);
});
app.group('/', define, { metadata: { secret: 's' } });
`;
    const [result] = await eslint.lintText(code);
    const reported = result?.messages.map(({ ruleId, severity }) => [ruleId, severity]) ?? [];
    expect(reported.sort()).toEqual(names.map((name) => [`@mortise/${name}`, 2]));
  });
});

describe.each(names)('the rule %s', (name) => {
  it('has a page that begins with its description', () => {
    const page = new URL(`../docs/rules/${name}.md`, import.meta.url);
    expect(existsSync(page)).toBe(true);
    const description = mortise.rules?.[name]?.meta?.docs?.description ?? '';
    expect(readFileSync(page, 'utf8')).toContain(
      `# ${name}\n\n${description.replace('Require', 'Requires').replace('Disallow', 'Disallows')}`,
    );
  });
});
