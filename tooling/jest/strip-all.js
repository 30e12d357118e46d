/**
 * Strips the types of everything that tests run, before they start: in a fresh clone each worker of Jest and each
 * program that a test starts would load the compiler otherwise.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypes } from '../loader/strip-types.js';
import { readExamples, root } from '../readme/examples.js';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.readme', 'coverage']);

export default async function stripAll() {
  for (const folder of ['packages', 'tooling', 'examples']) {
    for (const file of sourcesIn(join(root, folder))) {
      await stripTypes(readFileSync(file, 'utf8'), file);
    }
  }
  for (const { file, text } of readExamples()) await stripTypes(text, file);
}

function* sourcesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) yield* sourcesIn(path);
    else if (/(?<!\.d)\.ts$/.test(entry.name)) yield path;
  }
}
