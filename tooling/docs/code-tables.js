/**
 * The tables of all codes in `docs/codes.md`, written from the tables of codes in the READMEs of the packages: between
 * `<!-- codes: warnings -->`, or `<!-- codes: errors -->`, and `<!-- /codes -->`. A status `warning` makes a row a warning.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages, root } from '../setup/packages.js';

export const CODES = 'docs/codes.md';

const BLOCK = /(<!-- codes: (\w+) -->\n)[^]*?(<!-- \/codes -->)/g;
const CODE = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g;

/** Each package that checks options has this one: the page explains it above the tables. */
const COMMON = 'OPTION_INVALID';

/**
 * @typedef {object} CodeRow
 * @property {string} cell the codes as the README lists them
 * @property {string[]} codes
 * @property {string} status `'404'`, `'warning'`, or `''`
 * @property {string} when Markdown, with links for a page of `docs/`
 * @property {string} directory of the package
 * @property {string} section the anchor of the README's section
 */

/** @returns {CodeRow[]} the rows of all tables with a column "Code" in a README */
export function codeRows(directory, readme) {
  let [section, columns] = ['', null];
  return readme.split('\n').flatMap((line) => {
    const [, title] = /^## (.+)/.exec(line) ?? [];
    if (title !== undefined)
      section = title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    if (!line.startsWith('|')) columns = null;
    if (!line.startsWith('| ')) return [];
    const cells = line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (columns === null) {
      columns = ['code', 'status', 'when'].map((name) =>
        cells.findIndex((cell) => cell.replaceAll('`', '').toLowerCase() === name),
      );
      return [];
    }
    const [text = '', column = '', when = ''] = columns.map((at) => cells[at]);
    // Tables without a column for it write `` `ROUTE_BUSY` (503) ``.
    const [, cell = text, status = column] = /^([^(]+) \((\d{3}|warning)\)$/.exec(text) ?? [];
    const codes = [...cell.matchAll(CODE)].map(([, code]) => code);
    if (codes.length === 0 || (codes.length === 1 && codes[0] === COMMON)) return [];
    return [{ cell, codes, status, when: linkedFrom(directory, when), directory, section }];
  });
}

/** @returns {CodeRow[]} the rows of all packages, by code */
export function allCodeRows() {
  return packages()
    .flatMap(({ directory, folder }) =>
      codeRows(directory, readFileSync(join(folder, 'README.md'), 'utf8')),
    )
    .flatMap(rowOfEachCode)
    .sort((one, other) => (one.codes[0] < other.codes[0] ? -1 : 1));
}

/** @returns {CodeRow[]} a row for each code, with its own cause if the README lists one for each, separated by semicolons */
export function rowOfEachCode(row) {
  const causes = row.when.split('; ');
  return row.codes.map((code, index) => {
    const [, status = row.status] = new RegExp(`\`${code}\` \\((\\d{3})\\)`).exec(row.cell) ?? [];
    const when = causes.length === row.codes.length ? causes[index] : row.when;
    return { ...row, cell: `\`${code}\``, codes: [code], status, when };
  });
}

/** @returns {string} the page with current tables */
export function withCodeTables(page, rows) {
  const listed = new Set();
  // A code of several packages has its anchor at the first.
  const withAnchor = (cell) => {
    const anchor = listed.has(cell) ? '' : `<a id="${cell.replaceAll('`', '')}"></a>`;
    listed.add(cell);
    return anchor + cell;
  };
  return page.replaceAll(BLOCK, (_all, begin, kind, end) => {
    const isWarning = kind === 'warnings';
    const head = isWarning ? ['Code', 'When', 'Package'] : ['Code', 'Status', 'When', 'Package'];
    const lines = rows
      .filter(({ status }) => (status === 'warning') === isWarning)
      .map(({ cell, status, when, directory, section }) => [
        withAnchor(cell),
        ...(isWarning ? [] : [status || '–']),
        when,
        `[\`${directory}\`](../packages/${directory}#${section})`,
      ]);
    const rule = head.map((name) => (name === 'Status' ? '--:' : '---')).join('|');
    return `${begin}| ${head.join(' | ')} |\n|${rule}|\n${lines.map((line) => `| ${line.join(' | ')} |\n`).join('')}${end}`;
  });
}

/** Rewrites links of a README for a page of `docs/`. */
function linkedFrom(directory, text) {
  return text
    .replaceAll('](../../docs/', '](')
    .replaceAll('](../', '](../packages/')
    .replaceAll('](#', `](../packages/${directory}#`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(root, CODES);
  writeFileSync(path, withCodeTables(readFileSync(path, 'utf8'), allCodeRows()));
}
