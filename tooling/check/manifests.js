/** Checks the manifest and the README of each package. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { manifestProblems } from './manifest-rules.js';
import { readmeProblems } from './readme-rules.js';

const problems = [];
const folders = readdirSync('packages');
for (const folder of folders) checkPackage(folder);
for (const problem of problems) console.error(problem);
console.log(`${folders.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkPackage(folder) {
  const path = `packages/${folder}`;
  const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  const report = (text) => problems.push(`${path}: ${text}`);
  for (const problem of manifestProblems(folder, manifest)) report(problem);
  checkReadme(path, manifest.name, report);
}

function checkReadme(path, name, report) {
  if (!existsSync(`${path}/README.md`)) return report('has no README.md');
  const text = readFileSync(`${path}/README.md`, 'utf8');
  for (const problem of readmeProblems(name, text)) report(problem);
}
