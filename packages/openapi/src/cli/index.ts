export { type CliOutput, runCli } from './run-cli.js';
