/**
 * Builds the package in the current folder: `dist/esm` and `dist/cjs`, each with its own types.
 *
 * The two copies come from one source by two passes of the compiler. Node loads the ES module for
 * `require` too (condition `module-sync`); the CommonJS copy is for Jest and older tools.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync('dist', { recursive: true, force: true });
compile('esm', []);
compile('cjs', [
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
]);
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');

function compile(format, options) {
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', `dist/${format}`, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
