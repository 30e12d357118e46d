/** The error classes of all packages: recognized across copies, named, and whether clients read their texts. */
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { entriesOf, packages } from '../setup/packages.js';

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
  ...[
    'OpenApiError',
    'OptionError',
    'PasswordHashError',
    'RequestError',
    'RouterError',
    'SetCookieError',
  ],
  ...['UpgradeError', 'VariantAError'],
];

/** The exported error classes of a package, of all its entries. */
async function errorClasses(one) {
  const found = [];
  // One after another: Jest cannot load two graphs that share modules at once.
  for (const { target, source } of entriesOf(one)) {
    // The build loads faster, if tests use it.
    const built = join(one.folder, target.import.default);
    found.push(...Object.values(await import(process.env.MORTISE_BUILT === '1' ? built : source)));
  }
  return [...new Set(found)].filter((value) => value?.prototype instanceof Error);
}

const classes = [];
for (const one of packages()) {
  // `mortise` exports those of other packages.
  if (one.name === 'mortise') continue;
  for (const type of await errorClasses(one))
    classes.push({ package: one.directory, name: type.name, type });
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
