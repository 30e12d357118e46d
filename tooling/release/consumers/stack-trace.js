/** The stack trace of an error in a published package. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from './project.js';

const PROGRAM = `import { createApp } from 'mortise';

createApp().get('/{name', (_request, response) => response);
`;

/** The line that threw, as Node shows it above the error, and its place. */
const SOURCE = /^\S*\/router\/src\/[\w/-]+\.ts:\d+\n.*\bRouterError\b/m;

/**
 * @param {string} folder of a project with `mortise`
 * @returns {Promise<string[]>} a sentence if Node does not show the line of the TypeScript source that threw
 */
export async function checkStackTrace(folder, env) {
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const args = ['--enable-source-maps', 'program.mjs'];
  const { stderr } = await runIn(process.execPath, args, folder, env, 20_000);
  return SOURCE.test(stderr) ? [] : [`a stack trace shows no line of a source: ${stderr}`];
}
