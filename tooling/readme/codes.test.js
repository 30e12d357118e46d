import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './examples.js';

/** Packages whose codes are in their README, or in that of the implementation, alone. */
const FRAMEWORK = new Set([
  ...['app', 'base', 'body-parsers', 'client', 'compat-variant-a', 'contract', 'endpoint', 'fetch'],
  ...['form-encoding', 'http-message', 'http-syntax', 'node', 'openapi', 'openapi-ui', 'router'],
  // A command: no request, so no response that the error contract could describe.
  'create-mortise',
]);

/** The codes that a package declares in the files of its errors, without those in comments. */
function codesOf(name) {
  const folder = join(root, 'packages', name, 'src');
  const sources = readdirSync(folder, { recursive: true })
    .filter((file) => /errors?\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/^ *\/?\*.*$/gm, ''));
  return [...new Set(sources.join('\n').match(/(?<=')[A-Z]+(?:_[A-Z0-9]+)+(?=')/g))];
}

const addOns = readdirSync(join(root, 'packages'))
  .filter((name) => !FRAMEWORK.has(name))
  .map((name) => ({ name, codes: codesOf(name) }))
  .filter(({ codes }) => codes.length > 0);

it.each(addOns)('the README of $name and the error contract name its codes', ({ name, codes }) => {
  const missingIn = (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return codes
      .filter((code) => !text.includes(`\`${code}\``))
      .map((code) => `${code} in ${page}`);
  };
  const pages = [`packages/${name}/README.md`, 'docs/error-contract.md'];
  expect(pages.flatMap(missingIn)).toEqual([]);
});
