/** Counts the tests of hostile clients and of failing services, for the home page: no figure is typed by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfTree, root } from '../setup/packages.js';

/** What the tests attack, the names of their files, and the page that describes the defense. */
const ATTACKS = [
  ['Hostile input', /\/hostile(-input)?$/, 'security.md'],
  ['Request lines that two servers could read differently', /\/request-line$/, 'node-server.md'],
  [
    'Floods, slow clients, huge bodies',
    /\/(.+-)?(limits(-over-socket)?|slow-uploads)$/,
    'limits.md',
  ],
  ['Connections, services and disks that fail', /\/(.+-)?faults$/, 'error-contract.md'],
];

/** A test, or a table of tests: one rule. Those that are skipped do not count. */
const RULE = /^\s*(?:it|test)(?:\.each\b|\()/gm;

/**
 * Returns the number of rules for each kind of attack.
 *
 * @param {string[]} [tests] paths from the root; default: those of all packages
 * @returns {{ attack: string, page: string, rules: number, files: number }[]} in the order of the page
 * @throws {Error} if a kind has no test
 */
export function abuseTests(tests = filesOfTree('packages/*.test.ts')) {
  return ATTACKS.map(([attack, names, page]) => {
    const files = tests.filter((file) => names.test(file.replace(/(\.long)?\.test\.ts$/, '')));
    if (files.length === 0)
      throw new Error(`No test of "${attack}" matches ${names}: correct tooling/site/abuse.js.`);
    const rules = files.map((file) => rulesOf(readFileSync(join(root, file), 'utf8')));
    return { attack, page, rules: rules.reduce((sum, each) => sum + each), files: files.length };
  });
}

/** Returns the number of tests and tables of tests in a source. */
export function rulesOf(source) {
  return source.match(RULE)?.length ?? 0;
}
