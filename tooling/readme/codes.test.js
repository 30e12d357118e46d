import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { packages, root, sourcesIn } from '../setup/packages.js';

const read = (path) => readFileSync(join(root, path), 'utf8');
const contract = read('docs/error-contract.md');

/** Names of Node, of libraries, of RTSP and of server parameters. */
const FOREIGN =
  /^(?:(?:ERR|UND_ERR|WS_ERR|HPE|EAI|HTTP|SERVER|REMOTE|QUERY)_\w+|CONTENT_(?:TYPE|LENGTH)|REQUEST_(?:METHOD|URI|SCHEME)|NODE_ENV|[GS]ET_PARAMETER)$/;
/** Their codes include those of contracts, which READMEs of other packages list. */
const PASSING_ON = {
  base: ['message', 'node'],
  'http-message': ['message'],
  mortise: ['base'],
  openapi: ['endpoint'],
  'message-plain': ['message'],
  'message-conformance': ['message', 'node'],
  'pubsub-conformance': ['pubsub', 'base'],
  'store-conformance': ['store'],
};

/** The codes in the sources of a package, without those in comments and those that it compares with. */
function codesOf(folder) {
  const sources = sourcesIn(join(folder, 'src')).map((path) =>
    readFileSync(path, 'utf8').replaceAll(/^ *\/?\*.*$|\/\/ .*$/gm, ''),
  );
  const codes = sources.join('\n').match(/(?<=(?<![!=]== )')[A-Z]+(?:_[A-Z0-9]+)+(?=')/g);
  return [...new Set(codes)].filter((code) => !FOREIGN.test(code));
}

const missingIn = (text, codes) => codes.filter((code) => !text.includes(`\`${code}\``));
const withCodes = packages()
  .map(({ directory, folder }) => ({ directory, codes: codesOf(folder) }))
  .filter(({ codes }) => codes.length > 0);

it.each(withCodes)('the README of $directory lists its codes', ({ directory, codes }) => {
  const readmes = [directory, ...(PASSING_ON[directory] ?? [])].map((name) =>
    read(`packages/${name}/README.md`),
  );
  expect(missingIn(readmes.join('\n'), codes)).toEqual([]);
});

it.each(withCodes)(
  'the error contract lists the codes of $directory, or where they are',
  ({ directory, codes }) => {
    const isElsewhere =
      directory in PASSING_ON || contract.includes(`](../packages/${directory}#errors)`);
    expect(isElsewhere ? [] : missingIn(contract, codes)).toEqual([]);
  },
);

it('the page about development lists the codes of all warnings, and no others', () => {
  const sources = packages().flatMap(({ folder }) => sourcesIn(join(folder, 'src')));
  const printed = sources.flatMap((path) => {
    const found = readFileSync(path, 'utf8').matchAll(
      /\bwarnOnce\('([A-Z_]+)'\)|\bwarn\([^)]*\bcode: '([A-Z_]+)'/g,
    );
    return [...found].map(([, once, each]) => once ?? each);
  });
  const [, table = ''] = read('docs/development.md').split('## Warnings');
  const listed = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual([...new Set(printed)].sort());
});
