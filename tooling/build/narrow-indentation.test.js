import { expect, it } from '@jest/globals';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { narrowedMap, narrowIndentation } from './narrow-indentation.js';

it.each([
  [
    'blocks',
    'if (a) {\n    if (b) {\n        c();\n    }\n}',
    'if (a) {\n  if (b) {\n    c();\n  }\n}',
  ],
  ['a comment', '    /**\n     * a\n     */\n    b;', '  /**\n   * a\n   */\n  b;'],
  [
    'a template',
    '    a(`\n    b\n    ${c\n    }\n    d`,\n    e);',
    '  a(`\n    b\n    ${c\n  }\n    d`,\n  e);',
  ],
  ['a tagged template', '    sql`\n        a`;', '  sql`\n        a`;'],
  ['a backtick in a string', "    a('`');\n    b('`');", "  a('`');\n  b('`');"],
  ['an empty line, and one of spaces', '    a\n\n    \n', '  a\n\n  \n'],
])('indents %s by two spaces', (_, given, expected) => {
  expect(narrowIndentation(given).code).toBe(expected);
});

it('keeps the columns of a map on what they were on', () => {
  const { removed } = narrowIndentation('a;\n    b(c);');
  const map = JSON.stringify({
    version: 3,
    mappings: encode([
      [[0, 0, 0, 0]],
      [
        [4, 0, 1, 2],
        [6, 0, 1, 4],
      ],
    ]),
  });
  expect(decode(JSON.parse(narrowedMap(map, removed)).mappings)).toEqual([
    [[0, 0, 0, 0]],
    [
      [2, 0, 1, 2],
      [4, 0, 1, 4],
    ],
  ]);
});
