/** Copies the files of swagger-ui-dist that are served, with its license, to `dist/assets`. */
import { cpSync, mkdirSync } from 'node:fs';
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
  cpSync(join(from, name), join(to, name));
}
