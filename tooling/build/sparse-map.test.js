import { decode, encode } from '@jridgewell/sourcemap-codec';
import { expect, it } from '@jest/globals';
import { sparseMap } from './sparse-map.js';

const SOURCE =
  "import { a } from './a.js';\n\n/** Text. */\nexport const b: number = a;\n// the end\n";

it('keeps the lines that are in the code where they are, and empties the others', () => {
  const mappings = encode([[[0, 0, 3, 0]], [[0]]]);
  const map = { version: 3, sources: ['b.ts'], sourcesContent: [SOURCE], names: [], mappings };
  const { sourcesContent } = JSON.parse(sparseMap(JSON.stringify(map)));
  expect(sourcesContent).toEqual(['\n\n\nexport const b: number = a;']);
});

it('keeps one place of each line, and another one after 128 columns', () => {
  const mappings = encode([
    [0, 7, 127, 128, 300].map((column) => [column, 0, 3, column]),
    [[0, 0, 3, 0]],
  ]);
  const map = { version: 3, sources: ['b.ts'], names: [], mappings };
  const { mappings: sparse, sourcesContent } = JSON.parse(sparseMap(JSON.stringify(map)));
  expect(decode(sparse).map((line) => line.map(([column]) => column))).toEqual([
    [0, 128, 300],
    [0],
  ]);
  expect(sourcesContent).toBeUndefined();
});
