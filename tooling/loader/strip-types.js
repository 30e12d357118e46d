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
  const kept = readStripped(text);
  if (kept !== null) return kept;
  const blankTypes = await compiler();
  const code = blankTypes(text, fileName);
  keep(keptOf(text), code);
  stripBeside(fileName, blankTypes);
  return code;
}

/** @returns {string | null} JavaScript for the text of a module; `null` if it is not kept */
export function readStripped(text) {
  try {
    return readFileSync(keptOf(text), 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * Strips and keeps what is not kept yet, so that no other process needs the compiler. Skips what cannot be stripped: only the
 * process that runs it is told.
 *
 * @param {string[]} paths of TypeScript files
 */
export async function stripAll(paths) {
  const missing = paths.filter((path) => readStripped(readFileSync(path, 'utf8')) === null);
  if (missing.length > 0) keepAll(missing, await compiler());
}

/** @returns {string} changes whenever the stripped text could */
export function keyOf(text) {
  return createHash('sha256').update(versions).update('\0').update(text).digest('hex');
}

async function compiler() {
  const { blankTypesWith } = await import('./blank-types.cjs');
  const { default: ts } = await import('typescript');
  const { blankSourceFile } = await import('ts-blank-space');
  return blankTypesWith(ts, blankSourceFile);
}

function keptOf(text) {
  return new URL(`${keyOf(text)}.js`, folder);
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
  const names = readdirSync(beside);
  const programs = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  keepAll(
    programs.map((name) => join(beside, name)),
    strip,
  );
}

function keepAll(paths, strip) {
  for (const path of paths) {
    try {
      const text = readFileSync(path, 'utf8');
      const kept = keptOf(text);
      if (!existsSync(kept)) keep(kept, strip(text, path));
    } catch {
      // Only the process that runs it is told that it cannot be run.
    }
  }
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
