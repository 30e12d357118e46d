/**
 * Tables of options in READMEs and pages, written from the sources: between `<!-- options: CorsOptions -->` and
 * `<!-- /options -->`. Pages outside a package write `<!-- options: cors/CorsOptions -->`. `without a, b` after
 * the name omits options, `only a, b` takes these, `as settings.` prefixes their names; `; ` separates interfaces. The
 * title of the first column is kept.
 *
 * Each declared option is in such a table of the README of its package, or of a page of `docs/` that the README links.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { conclude } from '../check/conclude.js';
import { packages, pagesOfTree } from '../setup/packages.js';
import { optionInterfaces } from './option-interfaces.js';

const BLOCK = /(<!-- options: ([^>]+) -->\n)([^]*?)(<!-- \/options -->)/g;
const PART = /^(?:([\w-]+)\/)?(\w+)(?: as ([\w.[\]]+))?(?: (without|only) ([\w, ]+))?$/;
const WAY = 'run npm run options';

/** Units in which the JSDoc can write a number. */
const UNITS = [
  [1024, /^KiB\b/],
  [1024 ** 2, /^MiB\b/],
  [1000, /^(?:s|seconds?)\b/],
  [60_000, /^minutes?\b/],
  [3_600_000, /^hours?\b/],
  [86_400_000, /^days?\b/],
];

/** Whether the default that the JSDoc says can be that of the declaration. */
export function agrees(said, value) {
  const plain = said.replaceAll('`', '');
  const number = Number(value.replaceAll(',', ''));
  if (value === "''") return plain.startsWith(value) || plain === 'none';
  if (Number.isNaN(number)) return plain.startsWith(value) || plain === value.replaceAll("'", '');
  const [, digits, rest] = plain.match(/^([\d,_]+) ?(.*)/s) ?? [];
  if (digits === undefined) return false;
  const given = Number(digits.replaceAll(/[,_]/g, ''));
  const units = UNITS.filter(([, unit]) => unit.test(rest)).map(([size]) => size);
  return units.length > 0 ? units.some((size) => given * size === number) : given === number;
}

/** A sentence for each option that has none, or whose default is another than that of its declaration. */
export function optionProblems(folder, name, options) {
  return options.flatMap(({ name: option, documented, said, value }) => {
    const place = `${folder}: ${name}.${option}`;
    if (!documented) return [`${place} has no sentence: write its JSDoc`];
    if (said === '' || value === '' || agrees(said, value)) return [];
    return [`${place}: the JSDoc says the default ${said}, the declaration ${value}`];
  });
}

/**
 * A sentence for each interface whose declared options the pages do not show completely, and for each table that lists
 * options by hand.
 *
 * @param {string} path of the README
 * @param {string} pages its text and that of the pages of `docs/` that it links
 */
export function readmeProblems(path, text, pages, interfaces) {
  const problems = [];
  const names = new Set();
  for (const [name, options] of interfaces) {
    const declared = options.filter((option) => option.declared);
    for (const option of declared) names.add(option.name);
    const absent = declared.filter((option) => !pages.includes(cellsOf(option)));
    const listed = absent.map((option) => option.name).join(', ');
    const advice = `add <!-- options: ${name} --> there or on a page of docs/ that it links, and ${WAY}`;
    if (listed !== '') problems.push(`${path} does not list ${listed} of ${name}: ${advice}`);
  }
  for (const [table, title] of text.replaceAll(BLOCK, '').matchAll(/^(\|.*)\n(?:\|.*\n)+/gm)) {
    const rows = table.trim().split('\n').slice(2);
    const listed = rows.filter((row) => row.split(' | ', 2).some((cell) => isListed(cell, names)));
    if (listed.length * 2 >= rows.length)
      problems.push(`${path} lists options by hand, write <!-- options: ... --> instead: ${title}`);
  }
  return problems;
}

/** Whether the cell has only names of options: `` `session.maxBytes`, `prefix` ``. */
function isListed(cell, names) {
  const listed = cell.match(/(?<=`(?:\w+\.)*)\w+(?=`)/g) ?? [];
  return /^[^\w`]*(?:`[\w.]+`[^\w`]*)+$/.test(cell) && listed.every((name) => names.has(name));
}

/** @returns the text with current tables, and what is wrong in the sources that they show */
export function withTables(path, text, interfacesOf) {
  const problems = [];
  const own = path.match(/^packages\/([\w-]+)\//)?.[1];
  const current = text.replaceAll(BLOCK, (_all, begin, parts, table, end) => {
    const title = table.match(/^\| ([^|]+?) \|/)?.[1] ?? 'Option';
    const rows = parts.split('; ').flatMap((part) => {
      const [, other = own, name, prefix = '', kind, list = ''] = part.match(PART) ?? [];
      const folder = `packages/${other}`;
      const all = interfacesOf(folder).get(name);
      if (all === undefined) problems.push(`${path}: ${folder} has no interface ${name}`);
      const listed = new Set(list.split(', '));
      const options = (all ?? []).filter((option) => listed.has(option.name) === (kind === 'only'));
      problems.push(...optionProblems(folder, name, options));
      return options.map((option) => `| \`${prefix}${cellsOf(option)}`);
    });
    return `${begin}${[`| ${title} | Meaning | Default |`, '|---|---|---|', ...rows].join('\n')}\n${end}`;
  });
  return { current, problems };
}

/** The row of an option after the prefix of its name. */
function cellsOf({ name, optional, text, said, value }) {
  const declared = /^[\d,]+$/.test(value) || value === '' ? value : `\`${value}\``;
  const fallback = said || declared || (optional ? 'none' : 'required');
  return `${[`${name}\``, text, fallback].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function run(writes) {
  const folders = packages().map(({ directory }) => `packages/${directory}`);
  const known = new Map(folders.map((folder) => [folder, optionInterfaces(folder)]));
  const interfacesOf = (folder) => known.get(folder) ?? new Map();
  let tables = 0;
  const problems = new Set();
  const pages = new Map();
  for (const path of pagesOfTree()) {
    const text = readFileSync(path, 'utf8');
    const { current, problems: found } = withTables(path, text, interfacesOf);
    pages.set(path, current);
    tables += [...text.matchAll(BLOCK)].length;
    for (const problem of found) problems.add(problem);
    if (current === text) continue;
    if (writes) writeFileSync(path, current);
    else problems.add(`${path}: a table of options differs from the sources: ${WAY}`);
  }
  for (const [folder, interfaces] of known) {
    const path = `${folder}/README.md`;
    const text = pages.get(path) ?? '';
    const shown = [...pages].filter(([page]) => page === path || text.includes(`../../${page}`));
    const all = shown.map(([, page]) => page).join('');
    for (const problem of readmeProblems(path, text, all, interfaces)) problems.add(problem);
  }
  conclude(tables, 'tables of options', problems);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  run(process.argv.includes('--write'));
