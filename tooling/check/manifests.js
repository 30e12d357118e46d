/** Checks the manifest and the README of each package. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../setup/packages.js';
import { conclude } from './conclude.js';
import { manifestProblems } from './manifest-rules.js';
import { readmeProblems } from '../docs/readme-rules.js';

const all = packages();
const problems = all.flatMap((one) =>
  [...manifestProblems(one.directory, one.manifest), ...problemsOfReadme(one)].map(
    (problem) => `packages/${one.directory}: ${problem}`,
  ),
);
conclude(all.length, 'packages', problems);

function problemsOfReadme({ name, folder }) {
  const path = join(folder, 'README.md');
  return existsSync(path) ? readmeProblems(name, readFileSync(path, 'utf8')) : ['has no README.md'];
}
