import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { addOns } from './add-ons.js';
import { root } from './examples.js';

/** The codes that a package declares in the files of its errors, without those in comments. */
function codesOf(name) {
  const folder = join(root, 'packages', name, 'src');
  const sources = readdirSync(folder, { recursive: true })
    .filter((file) => /errors?\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/^ *\/?\*.*$/gm, ''));
  return [...new Set(sources.join('\n').match(/(?<=')[A-Z]+(?:_[A-Z0-9]+)+(?=')/g))];
}

const withCodes = addOns
  .map((name) => ({ name, codes: codesOf(name) }))
  .filter(({ codes }) => codes.length > 0);

it.each(withCodes)(
  'the README of $name and the error contract list its codes',
  ({ name, codes }) => {
    const missingIn = (page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return codes
        .filter((code) => !text.includes(`\`${code}\``))
        .map((code) => `${code} in ${page}`);
    };
    const pages = [`packages/${name}/README.md`, 'docs/error-contract.md'];
    expect(pages.flatMap(missingIn)).toEqual([]);
  },
);
