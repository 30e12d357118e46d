#!/usr/bin/env node
import { runCli } from '@mortise/openapi/cli';

const write = (text) => process.stdout.write(text);
const writeError = (text) => process.stderr.write(text);
const exitCode = await runCli(process.argv.slice(2), { write, writeError }, process.cwd());
// Resources that the module opened, such as a connection pool, must not keep the command running.
process.stdout.write('', () => process.exit(exitCode));
