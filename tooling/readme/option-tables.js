/**
 * Tables of options in READMEs and pages, written from the sources: between `<!-- options: CorsOptions -->` and
 * `<!-- /options -->`. Pages outside a package write `<!-- options: cors/CorsOptions -->`. `without a, b` after
 * the name omits options, `only a, b` takes these, `as settings.` prefixes their names. The title of the first column is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { conclude } from '../check/conclude.js';
import { packages, pagesOfTree } from '../setup/packages.js';
import { optionInterfaces } from './option-interfaces.js';

const BLOCK =
  /(<!-- options: (?:([\w-]+)\/)?(\w+)(?: as ([\w.]+))?(?: (without|only) ([\w, ]+))? -->\n)([^]*?)(<!-- \/options -->)/g;
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

/** @returns the text with current tables, and what is wrong in the sources that they show */
export function withTables(path, text, interfacesOf) {
  const problems = [];
  const own = path.match(/^packages\/([\w-]+)\//)?.[1];
  const current = text.replaceAll(
    BLOCK,
    (_all, begin, other, name, prefix = '', kind, list = '', table, end) => {
      const folder = `packages/${other ?? own}`;
      const all = interfacesOf(folder).get(name);
      if (all === undefined) {
        problems.push(`${path}: ${folder} has no interface ${name}`);
        return `${begin}${table}${end}`;
      }
      const listed = new Set(list.split(', '));
      const options = all.filter((option) => listed.has(option.name) === (kind === 'only'));
      problems.push(...optionProblems(folder, name, options));
      const title = table.match(/^\| ([^|]+?) \|/)?.[1] ?? 'Option';
      const rows = options.map((option) => rowOf(option, prefix));
      return `${begin}${[`| ${title} | Meaning | Default |`, '|---|---|---|', ...rows].join('\n')}\n${end}`;
    },
  );
  return { current, problems };
}

function rowOf({ name, optional, text, said, value }, prefix) {
  const declared = /^[\d,]+$/.test(value) || value === '' ? value : `\`${value}\``;
  const fallback = said || declared || (optional ? 'none' : 'required');
  return `| ${[`\`${prefix}${name}\``, text, fallback].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function run(writes) {
  const known = new Map();
  const interfacesOf = (folder) => {
    if (!known.has(folder)) known.set(folder, optionInterfaces(folder));
    return known.get(folder);
  };
  let tables = 0;
  const problems = new Set();
  for (const path of pagesOfTree()) {
    const text = readFileSync(path, 'utf8');
    const { current, problems: found } = withTables(path, text, interfacesOf);
    tables += [...text.matchAll(BLOCK)].length;
    for (const problem of found) problems.add(problem);
    if (current === text) continue;
    if (writes) writeFileSync(path, current);
    else problems.add(`${path}: a table of options differs from the sources: ${WAY}`);
  }
  for (const problem of packages().flatMap(({ directory }) => bareOptions(directory)))
    problems.add(problem);
  conclude(tables, 'tables of options', problems);

  /** Editors show a sentence for each declared option, even of one that no page lists. */
  function bareOptions(directory) {
    const folder = `packages/${directory}`;
    return [...interfacesOf(folder)].flatMap(([name, options]) =>
      optionProblems(
        folder,
        name,
        options.filter(({ declared }) => declared),
      ),
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  run(process.argv.includes('--write'));
