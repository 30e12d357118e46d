import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../setup/packages.js';
import { slimNames } from './slim-names.js';

/** The code in the first cell of each row of the tables of a page, and cells without code. */
function rowNames(page) {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) => {
    const code = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    return code.length > 0 ? code : [cell];
  });
}

it.each(Object.entries(slimNames))('%s has a row for each name of Slim', (page, names) => {
  const explained = rowNames(page);
  expect(names.filter((name) => !explained.includes(name))).toEqual([]);
});
