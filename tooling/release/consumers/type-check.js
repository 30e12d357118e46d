/** Checks the published types with the supported versions of TypeScript. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../setup/packages.js';
import { twoAtATime } from '../two-at-a-time.js';
import { runIn } from './project.js';

/** The supported versions that have an API, each with a package of the workspace that has it. */
const WITH_API = { 5.9: 'packages/openapi', '6.0': '.' };
const NATIVE = { name: '7.0', version: '7.0.2' };
const PROGRAM = fileURLToPath(new URL('check-program.js', import.meta.url));

/** What npm installs beside the packages. */
export const typeCheckers = [
  `typescript-${NATIVE.name}@npm:typescript@${NATIVE.version}`,
  '@types/node@20.19.43',
];

/**
 * Checks examples in one program for each compiler, as ES modules, as CommonJS and as a bundler resolves them. Every
 * declaration of our packages that one of them reads is checked once by each compiler, without `skipLibCheck`.
 *
 * @param {Map<string, string>} examples TypeScript, by a name
 * @param {string} folder of a project with {@link typeCheckers} and the packages that the examples import
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>} what a compiler reports of the examples, or of the packages that they import; then names
 *   without documentation in an editor
 */
export async function checkTypes(examples, folder, env) {
  for (const [name, code] of examples) {
    const file = name.replaceAll(/\W+/g, '-');
    writeFileSync(join(folder, `${file}.mts`), `${code}\nexport {};\n`);
    // CommonJS has no `await` outside a function: only its imports are checked.
    writeFileSync(join(folder, `${file}.cts`), importsOf(code));
  }
  for (const [kind, { compilerOptions, files }] of Object.entries(RESOLUTIONS)) {
    const config = { compilerOptions: { ...OPTIONS, ...compilerOptions }, ...files };
    writeFileSync(join(folder, `tsconfig.${kind}.json`), JSON.stringify(config));
  }
  const runs = [
    ...Object.entries(WITH_API).map(
      ([name, place]) =>
        () =>
          checkWithApi(name, place, folder, env),
    ),
    ...Object.keys(RESOLUTIONS).map((kind) => () => checkNatively(kind, folder, env)),
  ];
  const results = (await twoAtATime(runs, (run) => run())).flat();
  return [
    ...results.flatMap(({ name, kind, errors }) =>
      errors.map((error) => `TypeScript ${name}, ${kind}: ${error}`),
    ),
    ...emptyChecks(results),
  ];
}

/** All kinds in one process. */
async function checkWithApi(name, place, folder, env) {
  const compiler = createRequire(join(root, place, 'package.json')).resolve('typescript');
  const { version } = createRequire(compiler)(compiler);
  if (!version.startsWith(`${name}.`)) throw new Error(`${place} has TypeScript ${version}`);
  const args = [
    '--max-semi-space-size=128',
    PROGRAM,
    compiler,
    folder,
    ...Object.keys(RESOLUTIONS),
  ];
  const { status, stdout, stderr } = await runIn(process.execPath, args, folder, env, 300_000);
  if (status !== 0) throw new Error(`TypeScript ${name} ended with ${status}: ${stderr}`);
  return Object.entries(JSON.parse(stdout)).map(([kind, found]) => ({ name, kind, ...found }));
}

async function checkNatively(kind, folder, env) {
  const { name } = NATIVE;
  const tsc = join('node_modules', `typescript-${name}`, 'bin', 'tsc');
  const args = [tsc, '--project', `tsconfig.${kind}.json`, '--listFiles', '--pretty', 'false'];
  const run = await runIn(process.execPath, args, folder, env, 300_000);
  return { name, kind, errors: errorsOf(run), files: declarationsIn(run.stdout) };
}

/** A check that reads none of our declarations would find nothing wrong with them. */
function emptyChecks(results) {
  return results
    .filter(({ files }) => files.length === 0)
    .map(({ name, kind }) => `TypeScript ${name}, ${kind}: reads no declaration of Mortise`);
}

/** A file of a package that is not ours. */
const FOREIGN = /^node_modules\/(?!@mortise\/|mortise\/)/;

/** The declarations of our packages in what `listFiles` prints. */
function declarationsIn(printed) {
  return printed.match(/^\/.*\/node_modules\/(?:@mortise\/|mortise\/).*$/gm) ?? [];
}

/** Each error, with the lines that explain it, but those in the declarations of others. */
function errorsOf({ status, stdout, stderr }) {
  if (status === 0) return [];
  const printed = stdout.replaceAll(/^\/.*\n?/gm, '');
  if (printed.trim() === '') return [`ended with ${status}: ${stderr}`];
  return printed.split(/\n(?=\S)/).filter((error) => !FOREIGN.test(error));
}

const OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  types: ['node'],
  skipLibCheck: false,
};
const RESOLUTIONS = {
  nodenext: {
    compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' },
    files: { include: ['*.mts', '*.cts'] },
  },
  bundler: {
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
    files: { include: ['*.mts'] },
  },
};

function importsOf(code) {
  const imports = code.match(/^import .*?'[^']+';/gms) ?? [];
  return `${imports.join('\n')}\nexport {};\n`;
}
