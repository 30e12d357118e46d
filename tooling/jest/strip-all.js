/**
 * Strips the types of everything that tests run, before they start: in a fresh clone each worker of Jest and each
 * program that a test starts would load the compiler otherwise. Programs run from a copy of it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PlainCopy } from '../loader/plain-copy.js';
import { stripTypes } from '../loader/strip-types.js';
import { readExamples, root } from '../readme/examples.js';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.readme', 'coverage']);

export default async function stripAll() {
  const copy = new PlainCopy(root);
  for (const folder of ['packages', 'tooling', 'examples']) {
    for (const file of filesIn(join(root, folder))) {
      if (/(?<!\.d)\.ts$/.test(file)) await strip(copy, file, readFileSync(file, 'utf8'));
      else copy.addOther(file);
    }
  }
  for (const { file, text } of readExamples()) await strip(copy, file, text);
  copy.finish();
  process.env.MORTISE_PLAIN_COPY = copy.folder;
}

async function strip(copy, file, text) {
  copy.addSource(file, await stripTypes(text, file));
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else if (!NOT_SOURCES.has(entry.name)) yield* filesIn(path);
  }
}
