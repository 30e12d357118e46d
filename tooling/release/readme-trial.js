/** The first example of the README of a package, and what its `npm install` line names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { runIn } from './consumers/project.js';
import { requestServed } from './consumers/requested.js';
import { ALONE, examplesIn, SERVICE } from '../docs/examples.js';
import { stripTypes } from '../loader/strip-types.js';

const INSTALL = /^npm install (.+)$/m;

/** An example that runs until it is ended. */
const SERVES = /listening on \$\{\w+\.url\}(?!.*\.close\(\))/s;

/** Milliseconds. */
export const EXAMPLE_TIMEOUT = 120_000;

/** How an example is written for each format, from its TypeScript. */
export const FORMATS = {
  esm: { extension: 'mjs', write: stripTypes },
  // CommonJS has no `await` outside a function.
  commonjs: {
    extension: 'cjs',
    write: (code) =>
      `(async () => {\n${asCommonJs(code)}\n})().catch((error) => { throw error; });\n`,
  },
  // As the README says it, on a Node that strips types.
  typescript: { extension: 'mts', write: (code) => code },
};

/**
 * @param {string} readme its text
 * @returns {{ names: string[], code: string, output: string | null, service: string | undefined } | string}
 *   what its `npm install` line names, its first example, what that prints, and the variable of the service that it
 *   needs; a sentence if one of the first two is missing
 */
export function firstExample(readme) {
  const names = INSTALL.exec(readme)?.[1].split(' ');
  if (names === undefined) return 'the README has no line `npm install ...`';
  const [{ code, output } = {}] = examplesIn(readme);
  if (code === undefined) return 'the README has no example';
  return { names, code, output, service: SERVICE.exec(code)?.[1] };
}

/**
 * Runs a first example where what it imports is installed.
 *
 * @param {string} folder
 * @param {Exclude<ReturnType<typeof firstExample>, string>} example
 * @param {NodeJS.ProcessEnv} env
 * @param {'esm' | 'commonjs' | 'typescript'} format
 * @param {import('../docs/shared-process.js').SharedProcess} shared runs those that need no process of their own, with
 *   the same environment
 * @returns {Promise<string | null>} the problem, or that it was skipped; `null` if the example printed what the README says
 */
export async function runExample(folder, example, env, format, shared) {
  const { code, output, service } = example;
  if (service !== undefined && env[service] === undefined) return `skipped: set ${service}`;
  const { extension, write } = FORMATS[format];
  const name = `example.${extension}`;
  const file = join(folder, name);
  writeFileSync(file, await write(code, name));
  if (SERVES.test(code)) return requestServed(process.execPath, [name], folder, env);
  const ran = await (ALONE.test(code)
    ? runIn(process.execPath, [name], folder, env, EXAMPLE_TIMEOUT)
    : shared.run(file));
  if (ran.status !== 0) return `${format}: the example failed: ${ran.stderr || ran.stdout}`;
  if (output === null || ran.stdout === output) return null;
  return `${format}: the example printed\n${ran.stdout}instead of\n${output}`;
}

function asCommonJs(code) {
  const { ES2023: target } = ts.ScriptTarget;
  const compilerOptions = { target, module: ts.ModuleKind.CommonJS, esModuleInterop: true };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
