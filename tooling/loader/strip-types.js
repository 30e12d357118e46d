/**
 * Replaces the types of a TypeScript source with blanks, see `blank-types.cjs`. What is stripped is kept under `.cache/`, with
 * a hash of all inputs as its name: a process that finds it there does not load the compiler, which takes longer than most
 * programs.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const folder = new URL('../../.cache/stripped/', import.meta.url);
/** The folders of which this process has stripped every program. */
const strippedBeside = new Set();
const versions = ['typescript', 'ts-blank-space'].map(versionOf).join(' ');

/**
 * @param {string} text of a module without enums, namespaces and parameter properties
 * @param {string} fileName for error messages
 * @returns {Promise<string>} JavaScript
 * @throws {Error} if a statement is more than types
 */
export async function stripTypes(text, fileName) {
  const kept = keptOf(text);
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { blankTypesWith } = await import('./blank-types.cjs');
  const { default: ts } = await import('typescript');
  const { blankSourceFile } = await import('ts-blank-space');
  const blankTypes = blankTypesWith(ts, blankSourceFile);
  const code = blankTypes(text, fileName);
  keep(kept, code);
  stripBeside(fileName, blankTypes);
  return code;
}

/** Where what is stripped is kept. Its name changes whenever the stripped text could. */
function keptOf(text) {
  const key = createHash('sha256').update(versions).update('\0').update(text).digest('hex');
  return new URL(`${key}.js`, folder);
}

function keep(kept, code) {
  // Written to a temporary file first: another process can look for it at the same time.
  const aside = new URL(`${kept.href}.${process.pid}.${Math.random()}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(aside, code);
  renameSync(aside, kept);
}

/** Strips the other programs of a folder, too: the processes that run them then need no compiler. */
function stripBeside(fileName, strip) {
  const beside = dirname(fileName);
  if (strippedBeside.has(beside)) return;
  strippedBeside.add(beside);
  for (const name of readdirSync(beside)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    try {
      const text = readFileSync(join(beside, name), 'utf8');
      const kept = keptOf(text);
      if (!existsSync(kept)) keep(kept, strip(text, name));
    } catch {
      // Only the process that runs it is told that it cannot be run.
    }
  }
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
