import { expect, it } from '@jest/globals';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { narrowedMap, narrowIndentation } from './narrow-indentation.js';

it.each([
  [
    'blocks',
    'if (a) {\n    if (b) {\n        c();\n    }\n}',
    'if (a) {\n\tif (b) {\n\t\tc();\n\t}\n}',
  ],
  ['a comment', '    /**\n     * a\n     */\n    b;', '\t/**\n\t * a\n\t */\n\tb;'],
  [
    'a template',
    '    a(`\n    b\n    ${c\n    }\n    d`,\n    e);',
    '\ta(`\n    b\n    ${c\n\t}\n    d`,\n\te);',
  ],
  ['a tagged template', '    sql`\n        a`;', '\tsql`\n        a`;'],
  ['a backtick in a string', "    a('`');\n    b('`');", "\ta('`');\n\tb('`');"],
  ['an empty line, and one of spaces', '    a\n\n    \n', '\ta\n\n\t\n'],
])('indents %s by tabs', (_, given, expected) => {
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
      [1, 0, 1, 2],
      [3, 0, 1, 4],
    ],
  ]);
});
