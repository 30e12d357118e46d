/** Copies the files of swagger-ui-dist that are served, with its license, to `dist/assets`. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = fileURLToPath(new URL('../dist/assets', import.meta.url));
mkdirSync(to, { recursive: true });
for (const name of [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
]) {
  const [source, target] = [join(from, name), join(to, name)];
  if (existsSync(target) && readFileSync(target).equals(readFileSync(source))) continue;
  // In one step: tests and the packing of the package read these files at any time.
  const copy = `${target}.${process.pid}`;
  cpSync(source, copy);
  renameSync(copy, target);
}
