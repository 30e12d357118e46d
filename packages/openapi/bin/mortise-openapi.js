#!/usr/bin/env node
import { runCli } from '@mortise/openapi/cli';

const write = (text) => process.stdout.write(text);
const writeError = (text) => process.stderr.write(text);
process.exitCode = await runCli(process.argv.slice(2), { write, writeError }, process.cwd());
