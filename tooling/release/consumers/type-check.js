/** Checks the published types with the supported versions of TypeScript. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installProject, runIn } from './project.js';

const COMPILERS = { 5.9: '5.9.3', '6.0': '6.0.3', '7.0': '7.0.2' };
const NODE_TYPES = '@types/node@20.19.43';

/**
 * Checks examples in one program for each compiler, as ES modules, as CommonJS and as a bundler resolves them, without
 * `skipLibCheck`.
 *
 * @param {Map<string, string>} examples TypeScript, by a name
 * @param {string[]} names the packages that they import
 * @returns {string[]} what a compiler reports
 */
export function checkTypes(examples, names, scratch, env) {
  const compilers = Object.entries(COMPILERS).map(
    ([name, version]) => `typescript-${name}@npm:typescript@${version}`,
  );
  const folder = installProject(scratch, [...names, ...compilers, NODE_TYPES], env);
  for (const [name, code] of examples) {
    const file = name.replaceAll(/\W+/g, '-');
    writeFileSync(join(folder, `${file}.mts`), `${code}\nexport {};\n`);
    // CommonJS has no `await` outside a function: only its imports are checked.
    writeFileSync(join(folder, `${file}.cts`), importsOf(code));
  }
  const problems = [];
  for (const name of Object.keys(COMPILERS)) {
    for (const [kind, options] of Object.entries(RESOLUTIONS)) {
      const config = { compilerOptions: { ...OPTIONS, ...options.compilerOptions } };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, ...options.files }));
      const tsc = join('node_modules', `typescript-${name}`, 'bin', 'tsc');
      const { status, stdout } = runIn(process.execPath, [tsc], folder, env, 300_000);
      if (status !== 0) problems.push(`TypeScript ${name}, ${kind}: ${stdout.slice(0, 2000)}`);
    }
  }
  return problems;
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
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler' },
    files: { include: ['*.mts'] },
  },
};

function importsOf(code) {
  const imports = code.match(/^import .*?;$/gms) ?? [];
  return `${imports.join('\n')}\nexport {};\n`;
}
