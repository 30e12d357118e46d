import { expect, test } from '@jest/globals';
import { compact } from './api-compact.js';

test('a parameter is listed only for what its signature does not say', () => {
  const table = `| Parameter | Type | Default value | Description |
| ------ | ------ | ------ | ------ |
| \`name\` | \`string\` | \`undefined\` | - |
| \`size\` | \`number\` | \`8\` | in bytes |
`;
  expect(compact(`### read()\n\n> **read**()\n\n#### Parameters\n\n${table}`)).toBe(
    '### read()\n\n> **read**()\n\n- `size`: in bytes; default `8`',
  );
});

test('of what is returned, only what the type does not say is left', () => {
  const member = '### read()\n\n> **read**()\n\n#### Returns\n\n`string`';
  expect(compact(member)).toBe('### read()\n\n> **read**()');
  expect(compact(`${member}\n\nthe name`)).toBe(
    '### read()\n\n> **read**()\n\n**Returns** the name',
  );
});

test('a property is one row with its type, without a dash for a missing description', () => {
  const table = `| Property | Type | Description |
| ------ | ------ | ------ |
| \`a?\` | \`string\` \\| \`null\` | The first. |
| \`b\` | \`number\` | - |`;
  expect(compact(`### Options\n\n#### Properties\n\n${table}`)).toBe(
    '### Options\n\n| Property | Type and meaning |\n|---|---|\n| `a?` | `string` \\| `null`<br>The first. |\n| `b` | `number` |',
  );
});

test('the headings that are left are names', () => {
  const method = '##### add() {#add}\n\n> **add**(): `this`\n\nAdds.\n\n';
  const member = `### App {#app}\n\nAn application.\n\n#### Extends\n\n- \`A\`\n- \`B\`\n\n#### Methods\n\n${method}###### Throws\n\n\`NO\`\n`;
  expect(compact(member)).toBe(
    `### App {#app}\n\nAn application.\n\n**Extends** \`A\`, \`B\`\n\n${method}**Throws** \`NO\``,
  );
});

test('a method by which classes know one another is left out unless it is described', () => {
  const method = '##### \\[MARK\\] {#mark}\n\n> **get** **\\[MARK\\]**(): `true`';
  expect(compact(`### E\n\nText.\n\n${method}`)).toBe('### E\n\nText.');
  expect(compact(`### E\n\nText.\n\n${method}\n\nA brand.`)).toContain('A brand.');
});
