/**
 * Checks the manifest and the README of each package, and what npm would publish
 * (publint). Run after the build.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { manifestProblems } from './manifest-rules.js';

const problems = [];
const folders = readdirSync('packages');
for (const folder of folders) await checkPackage(folder);
for (const problem of problems) console.error(problem);
console.log(`${folders.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function checkPackage(folder) {
  const path = `packages/${folder}`;
  const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const report = (text) => problems.push(`${path}: ${text}`);
  for (const problem of manifestProblems(folder, manifest)) report(problem);
  checkReadme(path, report);
  const { messages } = await publint({ pkgDir: path, strict: true });
  for (const message of messages) report(formatMessage(message, manifest));
}

function checkReadme(path, report) {
  if (!existsSync(`${path}/README.md`)) return report('has no README.md');
  const lines = readFileSync(`${path}/README.md`, 'utf8').split('\n').length;
  if (lines > 150) report(`README.md has ${lines} lines; at most 150`);
}
