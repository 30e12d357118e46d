/**
 * Replaces the types of a TypeScript source with blanks: lines and columns stay, so that no source map is needed.
 * What is stripped is kept under `.cache/`, with a hash of all inputs as its name: a process that finds it there does
 * not load the compiler, which takes longer than most programs.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const folder = new URL('../../.cache/stripped/', import.meta.url);
const versions = ['typescript', 'ts-blank-space'].map(versionOf).join(' ');

/**
 * @param {string} text of a module without enums, namespaces and parameter properties
 * @param {string} fileName for error messages
 * @returns {Promise<string>} JavaScript
 * @throws {Error} if a statement is more than types
 */
export async function stripTypes(text, fileName) {
  const kept = new URL(`${keyOf(text)}.js`, folder);
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const code = await withBlanks(text, fileName);
  // Written to a temporary file first: another process can look for it at the same time.
  const aside = new URL(`${kept.href}.${process.pid}.${Math.random()}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(aside, code);
  renameSync(aside, kept);
  return code;
}

/** Changes whenever the stripped text could. */
function keyOf(text) {
  return createHash('sha256').update(versions).update('\0').update(text).digest('hex');
}

async function withBlanks(text, fileName) {
  const { default: ts } = await import('typescript');
  const { blankSourceFile } = await import('ts-blank-space');
  // Comments would be parsed for types otherwise.
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };
  const source = ts.createSourceFile('source.ts', text, options, false, ts.ScriptKind.TS);
  return blankSourceFile(source, (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    throw new Error(`${fileName}:${line + 1}: cannot be run without its types`);
  });
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
