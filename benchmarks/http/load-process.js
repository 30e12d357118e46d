/** A program that loads a server, in a process of its own on another core. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param {string} program the path of a file that prints its result as JSON
 * @param {object} settings its argument, as JSON
 * @returns {Promise<object>} what it printed
 * @throws {Error} with what it wrote to standard error, if it fails
 */
export async function loadBy(program, settings) {
  const command = ['-c', '1', process.execPath, program, JSON.stringify(settings)];
  const { stdout } = await promisify(execFile)('taskset', command);
  return JSON.parse(stdout);
}
