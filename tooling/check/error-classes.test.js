/** The error classes of all packages: recognized across copies, named, and whether clients read their texts. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const packages = new URL('../../packages/', import.meta.url);
const READABLE = Symbol.for('@mortise/http-error');

/** Not created by a program that runs: the base class, and an error of a command. */
const WITHOUT_BRAND = ['CodedError', 'CreateError'];

/** Their texts are for the log. Those of all others were written for clients. */
const UNREADABLE = [
  ...[
    'AppError',
    'BodyConsumedError',
    'CodedError',
    'ContractViolation',
    'CreateError',
    'ClientError',
    'EndpointError',
    'EnvError',
  ],
  ...['EventError', 'HaltException', 'HealthCheckError', 'InvalidProblemError', 'NetworkError'],
  ...['OpenApiError', 'OptionError', 'RequestError', 'RouterError', 'SetCookieError'],
  ...['UpgradeError', 'VariantAError'],
];

/** The exported error classes of a package, of all its entries. */
async function errorClasses(name) {
  const folder = new URL(`${name}/`, packages);
  const { exports = {} } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const found = [];
  for (const { '@mortise/source': source } of Object.values(exports)) {
    // One after another: Jest cannot load two graphs that share modules at once.
    if (source !== undefined)
      found.push(...Object.values(await import(new URL(source, folder).href)));
  }
  return [...new Set(found)].filter((value) => value?.prototype instanceof Error);
}

const classes = [];
for (const name of readdirSync(packages)) {
  // `mortise` exports those of other packages.
  if (name === 'mortise') continue;
  for (const type of await errorClasses(name))
    classes.push({ package: name, name: type.name, type });
}

describe.each(classes)('$name of $package', ({ package: owner, name, type }) => {
  const isBranded = !WITHOUT_BRAND.includes(name);

  it('is recognized by its name, whichever copy of the package created the error', () => {
    const other = { [Symbol.for(`@mortise/${owner}/${name}`)]: true };
    expect([other instanceof type, {} instanceof type]).toEqual([isBranded, false]);
    if (isBranded) expect(type.prototype.name).toBe(name);
  });

  it('says whether clients can read its text', () => {
    expect(type.prototype[READABLE] === true).toBe(!UNREADABLE.includes(name));
  });
});

it('names only classes that exist', () => {
  const names = classes.map(({ name }) => name);
  expect([...UNREADABLE, ...WITHOUT_BRAND].filter((name) => !names.includes(name))).toEqual([]);
});
