/**
 * docs/limits.md lists each limit of the add-ons and of the server: options named `max...` with their defaults, and constants named
 * `MAX_...` or `MIN_...` of their sources. Everything that it lists exists there, and each default is that of the declaration.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { packages, root, sourcesIn } from '../setup/packages.js';
import { optionInterfaces } from './option-interfaces.js';

const FRAMEWORK = new Set([
  ...['app', 'base', 'body-parsers', 'client', 'compat-variant-a', 'contract', 'endpoint', 'fetch'],
  ...['form-encoding', 'http-message', 'http-syntax', 'node', 'openapi', 'openapi-ui', 'router'],
  // A command: it has no request, and so no limits of one.
  'create-mortise',
]);

/** The packages whose limits are in tables of the page; those of the others are only in their README. */
const addOns = packages()
  .map(({ directory }) => directory)
  .filter((name) => !FRAMEWORK.has(name));

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The rows of a table under a heading that names the package, or that start with a link to it. */
function rowsOf(name) {
  const link = `](../packages/${name})`;
  return read('docs/limits.md')
    .split(/^## /m)
    .flatMap((section) => {
      const [heading, ...lines] = section.split('\n');
      const rows = lines.filter((line) => /^\| (?!Limit|Package|-)/.test(line));
      return rows.filter((row) => (/^\| \[/.test(row) ? row : heading).includes(link));
    });
}

/** Rows of `store` and `pubsub` are those of its implementations too. */
function rowsFor(name) {
  const contract = /^(store|pubsub)-/.exec(name)?.[1];
  return contract === undefined ? rowsOf(name) : [...rowsOf(name), ...rowsOf(contract)];
}

const all = packages();

/** The sources of each package without tests and comments. */
const sources = new Map(
  all.map(({ directory }) => [
    directory,
    sourcesIn(join(root, 'packages', directory, 'src'))
      .map((path) => readFileSync(path, 'utf8').replaceAll(/^ *\/?\*.*$|\/\/.*$/gm, ''))
      .join('\n'),
  ]),
);
const sourceOf = (name) => sources.get(name);

/** A package, and those of the workspace that it brings. */
function withDependencies(name) {
  const { dependencies = {} } = all.find(({ directory }) => directory === name).manifest;
  const own = all.filter((one) => one.name in dependencies);
  return [name, ...new Set(own.flatMap(({ directory }) => withDependencies(directory)))];
}

/** The value of `1_048_576`, `64 * 1024` or `2 ** 31 - 1`; `undefined` for other text. */
function numberOf(text) {
  if (!/^[\d_ *+-]+$/.test(text)) return undefined;
  return Number(new Function(`return ${text}`)());
}

const constants = new Map(
  addOns.flatMap((name) =>
    [...sourceOf(name).matchAll(/const ([A-Z][A-Z_]+)(?:: \w+)? = ([^;]+);/g)].map(
      ([, constant, text]) => [constant, numberOf(text)],
    ),
  ),
);
const valueOf = (text) => numberOf(text) ?? constants.get(text);

/** How the page can write a number. */
function forms(value) {
  const units = { KiB: 1024, MiB: 1024 ** 2, s: 1000 };
  const times = { hours: 3_600_000, days: 86_400_000, years: 365 * 86_400_000 };
  return [
    value.toLocaleString('en-US'),
    ...Object.entries({ ...units, ...times }).map(([unit, size]) => `${value / size} ${unit}`),
  ];
}

const says = (row, value) =>
  forms(value).some((form) => new RegExp(`(?<![\\d.,])${form}(?!\\d|,\\d)`).test(row));

it.each(addOns)('lists the options of %s that are limits', (name) => {
  const options = new Set(sourceOf(name).match(/(?<=readonly )max[A-Z]\w*(?=\?: number)/g));
  options.delete('maxAge');
  const lists = (option) => rowsFor(name).some((row) => new RegExp(`[\`.]${option}\``).test(row));
  expect([...options].filter((option) => !lists(option))).toEqual([]);
});

/** The names in the column of a row for options, without those that have the default of another package. */
function optionsIn(row) {
  const cells = row.split(' | ');
  return (
    cells[/^\| \[/.test(row) ? 2 : 1].match(
      /(?<=`(?!(?:limits|form|multipart)\.)(?:\w+\.)*)\w+(?=`)/g,
    ) ?? []
  );
}

const directories = all.map(({ directory }) => directory);
it.each(directories)('says the defaults that %s declares', (name) => {
  const declared = [...optionInterfaces(join(root, 'packages', name)).values()].flat();
  const wrong = rowsOf(name).filter((row) =>
    optionsIn(row).some((option) => {
      const values = declared
        .filter((each) => each.name === option && /^[\d,]+$/.test(each.value))
        .map(({ value }) => Number(value.replaceAll(',', '')));
      return values.length > 0 && !values.some((value) => says(row, value));
    }),
  );
  expect(wrong).toEqual([]);
});

it.each(addOns)('lists the constants of %s that are limits, with their values', (name) => {
  const missing = [...sourceOf(name).matchAll(/const ((?:MAX|MIN)_\w+)(?:: \w+)? = ([^;]+);/g)]
    .filter(([, , text]) => !rowsFor(name).some((row) => says(row, valueOf(text))))
    .map(([, constant]) => constant);
  expect(missing).toEqual([]);
});

it.each(addOns)('names no option and no code of %s that it does not have', (name) => {
  // Codes of buses and of cookies come from packages that add-ons build on.
  const source = [...withDependencies(name), ...implementationsOf(name)].map(sourceOf).join('\n');
  const stale = rowsOf(name).flatMap((row) => {
    const words = row.match(/(?<=[`.])[A-Za-z_]+(?=`)/g) ?? [];
    return words.filter(
      (word) => word !== 'OPTION_INVALID' && !new RegExp(`\\b${word}\\b`).test(source),
    );
  });
  expect(stale).toEqual([]);
});

it('lists the limits of a server', () => {
  const limits = read('packages/node/src/server-limits.ts').match(/(?<=readonly )\w+(?=: number)/g);
  const page = read('docs/limits.md');
  expect(limits.filter((limit) => !page.includes(`\`${limit}\``))).toEqual([]);
});

/** A section can describe more than one package. */
function implementationsOf(name) {
  const others = {
    store: ['store-redis', 'store-postgres'],
    pubsub: ['pubsub-redis', 'pubsub-postgres'],
    session: ['cookies'],
    cookies: ['session'],
  };
  return others[name] ?? [];
}
